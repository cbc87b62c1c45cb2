/* SPDX-License-Identifier: Apache-2.0 */
#include "serve/theme.h"

#include <ctype.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "serve/page.h"

/* A text's colour and the one behind it, with the contrast that WCAG AA asks
 * for: 4.5, and 3 for large text (from 18.66 px in bold type) and for marks. */
typedef struct pair {
    const char *ink, *ground;
    double least;
} pair;

static const pair PAIRS[] = {
    {"--strip-ink", "--strip", 4.5},   {"--row-ink", "--row", 4.5},
    {"--cell-ink", "--cell", 4.5},     {"--points-ink", "--points", 3.0},
    {"--accent-ink", "--accent", 4.5}, {"--turn", "--row", 3.0},
    {"--ink", "--panel", 4.5},         {"--accent", "--panel-high", 3.0},
    {"--good-ink", "--good", 3.0},     {"--bad-ink", "--bad", 3.0}};

/* ---- reading a style sheet ---- */

/* A part of a style sheet. */
typedef struct span {
    const char *text;
    size_t len;
} span;

static bool is_name(char c)
{
    return isalnum((unsigned char)c) || c == '-' || c == '_';
}

/* Returns the number of bytes of the comment at `at`, 0 if there is none. */
static size_t comment_len(span css, size_t at)
{
    size_t i = at + 2;
    if (at + 1 >= css.len || css.text[at] != '/' || css.text[at + 1] != '*')
        return 0;
    while (i + 1 < css.len && (css.text[i] != '*' || css.text[i + 1] != '/'))
        i++;
    return (i + 2 < css.len ? i + 2 : css.len) - at;
}

static size_t skip_space(span css, size_t at)
{
    while (at < css.len && isspace((unsigned char)css.text[at]))
        at++;
    return at;
}

/* If a declaration of `name` begins at `at`, find its value: from behind the
 * colon to the next ';' or '}'. */
static bool value_at(span css, size_t at, const char *name, span *out)
{
    size_t n = strlen(name);
    size_t i = at + n;
    size_t end = 0;
    if (i >= css.len || strncmp(css.text + at, name, n) != 0 ||
        (at > 0 && is_name(css.text[at - 1])))
        return false;
    i = skip_space(css, i);
    if (i >= css.len || css.text[i] != ':')
        return false;
    i = skip_space(css, i + 1);
    for (end = i; end < css.len && css.text[end] != ';'; end++)
        if (css.text[end] == '}')
            break;
    while (end > i && isspace((unsigned char)css.text[end - 1]))
        end--;
    *out = (span){css.text + i, end - i};
    return true;
}

/* Find the value of a variable: that of its last declaration, as browsers take
 * it, whatever the rule around it. */
static bool find_value(span css, const char *name, span *out)
{
    bool found = false;
    for (size_t i = 0; i < css.len; i++) {
        size_t skip = comment_len(css, i);
        if (skip > 0)
            i += skip - 1;
        else if (value_at(css, i, name, out))
            found = true;
    }
    return found;
}

/* ---- contrast ---- */

/* Read #rrggbb as the relative luminance, from 0 (black) to 1 (white). */
static bool read_luminance(span value, double *out)
{
    static const double weight[] = {0.2126, 0.7152, 0.0722};
    *out = 0.0;
    if (value.len != 7 || value.text[0] != '#')
        return false;
    for (int i = 0; i < 3; i++) {
        char digits[3] = {value.text[1 + 2 * i], value.text[2 + 2 * i], '\0'};
        double c = 0.0;
        if (!isxdigit((unsigned char)digits[0]) ||
            !isxdigit((unsigned char)digits[1]))
            return false;
        c = (double)strtol(digits, NULL, 16) / 255.0;
        *out += weight[i] *
                (c <= 0.03928 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4));
    }
    return true;
}

/* (L1 + 0.05) / (L2 + 0.05), where L1 is the larger luminance */
static double contrast(double a, double b)
{
    return (fmax(a, b) + 0.05) / (fmin(a, b) + 0.05);
}

/* Find a variable in the theme or, if it does not set it, in the built-in
 * sheet. Returns true if the theme sets it. */
static bool find_either(span theme, span built_in, const char *name, span *out)
{
    if (find_value(theme, name, out))
        return true;
    if (!find_value(built_in, name, out))
        *out = (span){"", 0};
    return false;
}

static span built_in_sheet(void)
{
    const crok_page *page = crok_page_find("theme.css");
    return page == NULL ? (span){"", 0}
                        : (span){(const char *)page->text, page->len};
}

void crok_theme_check(const char *css,
                      void (*say)(const void *context, const char *what),
                      const void *context)
{
    const span theme = {css, strlen(css)};
    const span built_in = built_in_sheet();
    for (size_t i = 0; i < sizeof PAIRS / sizeof *PAIRS; i++) {
        const pair *p = &PAIRS[i];
        span ink;
        span ground;
        double a = 0.0;
        double b = 0.0;
        char what[200] = "";
        bool sets_ink = find_either(theme, built_in, p->ink, &ink);
        bool sets_ground = find_either(theme, built_in, p->ground, &ground);
        if (!sets_ink && !sets_ground)
            continue;
        if (!read_luminance(ink, &a) || !read_luminance(ground, &b))
            (void)snprintf(what, sizeof what,
                           "the contrast of %s on %s is not checked: a colour "
                           "is not written as #rrggbb",
                           p->ink, p->ground);
        else if (contrast(a, b) < p->least)
            (void)snprintf(what, sizeof what,
                           "%s (%.7s) on %s (%.7s) has a contrast of %.2f:1; "
                           "WCAG AA asks for %.1f:1",
                           p->ink, ink.text, p->ground, ground.text,
                           contrast(a, b), p->least);
        if (what[0] != '\0')
            say(context, what);
    }
}

char *crok_theme_sheet(const char *css)
{
    const span built_in = built_in_sheet();
    size_t more = css == NULL ? 0 : strlen(css);
    char *text = malloc(built_in.len + more + 1);
    if (text == NULL)
        return NULL;
    memcpy(text, built_in.text, built_in.len);
    if (more > 0)
        memcpy(text + built_in.len, css, more);
    text[built_in.len + more] = '\0';
    return text;
}
