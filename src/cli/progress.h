/* SPDX-License-Identifier: Apache-2.0
 *
 * cli/progress.h: show a progress bar on the terminal during long work. Nothing
 * is shown if stderr is not a terminal or the work is short.
 *
 * Room     cli: reads a clock.
 * Threads  one owner. */
#ifndef CROK_CLI_PROGRESS_H
#define CROK_CLI_PROGRESS_H

#include <stdbool.h>

typedef struct crok_progress {
    bool is_terminal, is_shown;
    long long start_ns;
    int n_all;
} crok_progress;

crok_progress crok_progress_start(int n_all);

/* Remove the bar before anything else is printed. */
void crok_progress_hide(crok_progress *p);

/* Show that n_done of n_all items are done. */
void crok_progress_show(crok_progress *p, int n_done);

/* Show a text in place of the bar, which has no control characters. */
void crok_progress_say(crok_progress *p, const char *text);

#endif
