/* SPDX-License-Identifier: Apache-2.0
 *
 * serve/theme.h: the themes of the overlay: the built-in style sheet theme.css,
 * and behind it what a file of --theme sets anew.
 *
 * Room     serve: uses core. No I/O.
 * Threads  no state; any thread.
 * Source   contrast: Web Content Accessibility Guidelines 2.1, success
 * criterion 1.4.3 (level AA) and the definitions of contrast ratio and relative
 *          luminance. */
#ifndef CROK_SERVE_THEME_H
#define CROK_SERVE_THEME_H

#ifdef __cplusplus
extern "C" {
#endif

/* Check the contrast of each text of the overlay with its background, where the
 * theme sets one of the two colours. say() is called once for each pair whose
 * contrast is too low, and for each that cannot be checked because a colour is
 * not written as #rrggbb. The variables are named as the theme names them: in
 * an older one (see crok_theme_sheet) those that it sets.
 *
 *   css      the theme, borrowed; what it does not set is as built in
 *   say      told of each pair; its text is valid for the call
 *   context  passed to say */
void crok_theme_check(const char *css,
                      void (*say)(const void *context, const char *what),
                      const void *context);

/* Returns the style sheet of a table: the built-in one and behind it the theme.
 * A theme of the older format sets no variable of the bug: then the bug has the
 * colours of --panel, --panel-high and --ink, if it sets one of them, and those
 * of --accent and --accent-ink, if it sets one of these.
 *
 *   css  borrowed; NULL: no theme
 *
 * The text is returned: free it with free(). NULL if there is no memory. */
char *crok_theme_sheet(const char *css);

#ifdef __cplusplus
}
#endif
#endif
