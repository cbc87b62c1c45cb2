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
 * for: 4.5, and 3 for large text (from 18.66 px in bold type) and for marks. Of
 * two pairs that are the same in an older theme the stricter comes first. */
typedef struct pair {
    const char *ink, *ground;
    double least;
} pair;

static const pair PAIRS[] = {
    {"--strip-ink", "--strip", 4.5},   {"--row-ink", "--row", 4.5},
    {"--cell-ink", "--cell", 4.5},     {"--accent-ink", "--accent", 4.5},
    {"--points-ink", "--points", 3.0}, {"--turn", "--row", 3.0},
    {"--ink", "--panel", 4.5},         {"--accent", "--panel-high", 3.0},
    {"--good-ink", "--good", 3.0},     {"--bad-ink", "--bad", 3.0}};

/* A variable of the bug, and the one that coloured the same part in the older
 * format of themes, in which the bug had no variables of its own. */
typedef struct heir {
    const char *name, *older;
} heir;

#define N_HEIRS 9
static const heir HEIRS[N_HEIRS] = {{"--strip", "--panel-high"},
                                    {"--strip-ink", "--ink"},
                                    {"--row", "--panel"},
                                    {"--row-ink", "--ink"},
                                    {"--cell", "--panel-high"},
                                    {"--cell-ink", "--ink"},
                                    {"--turn", "--accent"},
                                    {"--points", "--accent"},
                                    {"--points-ink", "--accent-ink"}};
/* The first ones are taken from the older variables if a theme sets one of
 * PANELS, the others if it sets one of ACCENTS: a theme that changes the accent
 * alone leaves the rows as they are. */
#define N_PANEL_HEIRS 7
static const char *const PANELS[] = {"--panel", "--panel-high", "--ink", NULL};
static const char *const ACCENTS[] = {"--accent", "--accent-ink", NULL};

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

static bool sets_one_of(span theme, const char *const *names)
{
    span value;
    for (; *names != NULL; names++)
        if (find_value(theme, *names, &value))
            return true;
    return false;
}

/* ---- themes of the older format ---- */

/* Which variables of the bug the theme leaves to the older ones: none if it
 * sets one of the bug's. */
static void find_heirs(span theme, bool inherits[N_HEIRS])
{
    const bool panel = sets_one_of(theme, PANELS);
    const bool accent = sets_one_of(theme, ACCENTS);
    bool sets_any = false;
    span value;
    for (int i = 0; i < N_HEIRS; i++)
        sets_any = sets_any || find_value(theme, HEIRS[i].name, &value);
    for (int i = 0; i < N_HEIRS; i++)
        inherits[i] = !sets_any && (i < N_PANEL_HEIRS ? panel : accent);
}

/* The variable that the theme's author wrote for `name`. */
static const char *written_as(const char *name, const bool inherits[N_HEIRS])
{
    for (int i = 0; i < N_HEIRS; i++)
        if (inherits[i] && strcmp(HEIRS[i].name, name) == 0)
            return HEIRS[i].older;
    return name;
}

/* Write the rule that gives the bug the colours of the older variables, or
 * nothing if it has its own. Room for all of HEIRS is needed. */
static void write_rule(const bool inherits[N_HEIRS], char *out, size_t size)
{
    size_t n = 0;
    out[0] = '\0';
    for (int i = 0; i < N_HEIRS; i++)
        if (inherits[i])
            n += (size_t)snprintf(out + n, size - n, ":root { %s: var(%s); }\n",
                                  HEIRS[i].name, HEIRS[i].older);
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

/* Write what is wrong with the pair of colours, "" if nothing is or if the
 * theme sets neither. */
static void check_pair(span theme, const pair *p, char *what, size_t size)
{
    const span built_in = built_in_sheet();
    span ink;
    span ground;
    double a = 0.0;
    double b = 0.0;
    bool sets_ink = find_either(theme, built_in, p->ink, &ink);
    bool sets_ground = find_either(theme, built_in, p->ground, &ground);
    what[0] = '\0';
    if (!sets_ink && !sets_ground)
        return;
    if (!read_luminance(ink, &a) || !read_luminance(ground, &b))
        (void)snprintf(what, size,
                       "the contrast of %s on %s is not checked: a colour "
                       "is not written as #rrggbb",
                       p->ink, p->ground);
    else if (contrast(a, b) < p->least)
        (void)snprintf(what, size,
                       "%s (%.7s) on %s (%.7s) has a contrast of %.2f:1; "
                       "WCAG AA asks for %.1f:1",
                       p->ink, ink.text, p->ground, ground.text, contrast(a, b),
                       p->least);
}

/* The same two variables are among the first n pairs. */
static bool is_among(const pair *pairs, size_t n, const pair *p)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(pairs[i].ink, p->ink) == 0 &&
            strcmp(pairs[i].ground, p->ground) == 0)
            return true;
    return false;
}

void crok_theme_check(const char *css,
                      void (*say)(const void *context, const char *what),
                      const void *context)
{
    const span theme = {css, strlen(css)};
    pair pairs[sizeof PAIRS / sizeof *PAIRS];
    bool inherits[N_HEIRS];
    find_heirs(theme, inherits);
    for (size_t i = 0; i < sizeof PAIRS / sizeof *PAIRS; i++) {
        char what[200];
        pairs[i] =
            (pair){written_as(PAIRS[i].ink, inherits),
                   written_as(PAIRS[i].ground, inherits), PAIRS[i].least};
        if (is_among(pairs, i, &pairs[i]))
            continue;
        check_pair(theme, &pairs[i], what, sizeof what);
        if (what[0] != '\0')
            say(context, what);
    }
}

char *crok_theme_sheet(const char *css)
{
    const span built_in = built_in_sheet();
    const span theme = {css == NULL ? "" : css, css == NULL ? 0 : strlen(css)};
    bool inherits[N_HEIRS];
    char rule[N_HEIRS * 64];
    size_t rule_len = 0;
    char *text = NULL;
    find_heirs(theme, inherits);
    write_rule(inherits, rule, sizeof rule);
    rule_len = strlen(rule);
    text = malloc(built_in.len + rule_len + theme.len + 1);
    if (text == NULL)
        return NULL;
    memcpy(text, built_in.text, built_in.len);
    memcpy(text + built_in.len, rule, rule_len);
    memcpy(text + built_in.len + rule_len, theme.text, theme.len);
    text[built_in.len + rule_len + theme.len] = '\0';
    return text;
}
