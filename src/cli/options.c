/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/options.h"

#include <ctype.h>
#include <getopt.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/say.h"
#include "cli/whole_number.h"
#include "core/text.h"
#include "discs/colour.h"
#include "score/answer_file.h"

enum {
    OPT_RULES = 256,
    OPT_CALIB,
    OPT_MODEL,
    OPT_BOARD,
    OPT_EACH,
    OPT_ANSWER,
    OPT_ANSWERS,
    OPT_KEEP_ANSWERS,
    OPT_TWENTIES,
    OPT_PLAYER,
    OPT_JSON,
    OPT_CSV,
    OPT_OVERLAY,
    OPT_HTML,
    OPT_FORCE,
    OPT_SIDES,
    OPT_COUNT_SIDES,
    OPT_TIMINGS
};

static crok_status usage(const char *option, const char *value,
                         const char *wanted)
{
    crok_say("crokeye score: %s %s: %s (crokeye score --help says more)",
             option, value, wanted);
    return CROK_EARG;
}

static crok_status whole_number(const char *option, const char *text, int lo,
                                int hi, int *out)
{
    return crok_whole_number("crokeye score", option, text, lo, hi, out)
               ? CROK_OK
               : CROK_EARG;
}

/* Copy the name of a side, n bytes of text, in lower case and without
 * surrounding blanks. False if it is not a single word or is too long. */
static bool side_name(const char *text, size_t n, char out[24])
{
    while (n > 0 && *text == ' ') {
        text++;
        n--;
    }
    while (n > 0 && text[n - 1] == ' ')
        n--;
    if (n == 0 || n >= 24)
        return false;
    for (size_t i = 0; i < n; i++) {
        unsigned char c = (unsigned char)text[i];
        if (c > 0x7F || !(isalpha(c) || c == ' '))
            return false;
        out[i] = (char)(tolower)(c); /* the parentheses call the function,
                                      * because the macro's expansion nests
                                      * deeply */
    }
    out[n] = '\0';
    return true;
}

/* Read "SIDE=N", the number of a side's 20s. Each side may be given once. */
static crok_status add_twenties(crok_bowl *bowl, const char *text)
{
    static const char wanted[] = "SIDE=N, e.g. red=2";
    const char *eq = strrchr(text, '=');
    char name[sizeof bowl->side[0]];
    int n = 0;
    if (eq == NULL || !side_name(text, (size_t)(eq - text), name))
        return usage("--twenties", text, wanted);
    if (whole_number("--twenties", eq + 1, 0, 12, &n) != CROK_OK)
        return CROK_EARG;
    for (int i = 0; i < bowl->n; i++)
        if (strcmp(bowl->side[i], name) == 0)
            return usage("--twenties", text, "this side was given before");
    if (bowl->n == CROK_MAX_SIDES)
        return usage("--twenties", text, "more than four sides");
    memcpy(bowl->side[bowl->n], name, sizeof name);
    bowl->twenties[bowl->n++] = n;
    return CROK_OK;
}

/* Read "SIDE=NAME", a side's player. */
static crok_status add_player(crok_players *players, const char *text)
{
    static const char wanted[] = "SIDE=NAME, e.g. red=Ann, a name of at most "
                                 "63 bytes";
    const char *eq = strchr(text, '=');
    char side[sizeof players->side[0]];
    if (eq == NULL || !side_name(text, (size_t)(eq - text), side) ||
        eq[1] == '\0' || strlen(eq + 1) >= sizeof players->name[0] ||
        crok_text_find_bad(eq + 1, strlen(eq + 1)) != NULL)
        return usage("--player", text, wanted);
    for (int i = 0; i < players->n; i++)
        if (strcmp(players->side[i], side) == 0)
            return usage("--player", text, "this side was given before");
    if (players->n == CROK_MAX_SIDES)
        return usage("--player", text, "more than four sides");
    memcpy(players->side[players->n], side, sizeof side);
    (void)strcpy(players->name[players->n++], eq + 1);
    return CROK_OK;
}

static crok_status set_sides(crok_scan_options *scan, const char *text)
{
    static const char wanted[] =
        "two to four different colours of " CROK_COLOUR_WORDS;
    const char *p = text;
    char name[24];
    char what[32 + sizeof name + sizeof CROK_COLOUR_WORDS];
    scan->n_side_names = 0;
    for (;;) {
        size_t len = strcspn(p, ",");
        int n = scan->n_side_names;
        crok_lab colour;
        if (n == CROK_MAX_SIDES || !side_name(p, len, name))
            return usage("--sides", text, wanted);
        (void)snprintf(what, sizeof what, "\"%s\" is none of %s", name,
                       CROK_COLOUR_WORDS);
        if (!crok_colour_of_word(name, &colour))
            return usage("--sides", text, what);
        memcpy(scan->side_names[n], name, sizeof name);
        for (int i = 0; i < n; i++)
            if (strcmp(scan->side_names[i], scan->side_names[n]) == 0)
                return usage("--sides", text, wanted);
        scan->n_side_names++;
        if (p[len] == '\0')
            break;
        p += len + 1;
    }
    return scan->n_side_names < 2 ? usage("--sides", text, wanted) : CROK_OK;
}

static crok_status add_answer(crok_given_answers *given, const char *text)
{
    crok_given_answer a;
    if (!crok_given_answer_parse(text, &a))
        return usage("--answer", text,
                     "[PHOTO:]ID=VALUE, e.g. 3=10, 3=none or round7.jpg:3=10");
    for (int i = 0; i < given->n; i++)
        if (crok_given_answer_is_same_question(&given->of[i], &a))
            return usage("--answer", text, "this question was answered before");
    if (given->n == CROK_MAX_GIVEN_ANSWERS)
        return usage("--answer", text, "too many answers; keep some first");
    given->of[given->n++] = a;
    return CROK_OK;
}

static crok_status set_output(crok_score_cli *c, crok_output output)
{
    if (c->output != CROK_OUTPUT_TABLE && c->output != output)
        return usage("--json", "--csv", "only one of the two");
    c->output = output;
    return CROK_OK;
}

/* Where the value of an option is kept that is a text; NULL: it is none. */
static const char **text_option(crok_score_cli *c, int opt)
{
    switch (opt) {
    case OPT_RULES:
        return &c->rules_name;
    case OPT_CALIB:
        return &c->calib_path;
    case OPT_MODEL:
        return &c->model_name;
    case OPT_BOARD:
        return &c->board_path;
    case OPT_ANSWERS:
        return &c->answers_path;
    case OPT_OVERLAY:
        return &c->overlay_dir;
    case OPT_HTML:
        return &c->html_dir;
    default:
        return NULL;
    }
}

static crok_status take_option(crok_score_cli *c, int opt, const char *value)
{
    const char **text = text_option(c, opt);
    if (text != NULL) {
        *text = value;
        return CROK_OK;
    }
    switch (opt) { /* a flat table of options */
    case OPT_EACH:
        c->is_each = true;
        return CROK_OK;
    case OPT_ANSWER:
        return add_answer(&c->given, value);
    case OPT_KEEP_ANSWERS:
        c->keeps_answers = true;
        return CROK_OK;
    case OPT_FORCE:
        c->photo.force = true;
        return CROK_OK;
    case OPT_TWENTIES:
        return add_twenties(&c->photo.score.bowl, value);
    case OPT_PLAYER:
        c->photo.players = &c->players;
        return add_player(&c->players, value);
    case OPT_SIDES:
        return set_sides(&c->photo.scan, value);
    case OPT_COUNT_SIDES:
        return whole_number("--count-sides", value, 2, CROK_MAX_SIDES,
                            &c->photo.scan.n_sides);
    case OPT_JSON:
        return set_output(c, CROK_OUTPUT_JSON);
    case OPT_CSV:
        return set_output(c, CROK_OUTPUT_CSV);
    case OPT_TIMINGS:
        c->photo.wants_timings = true;
        return CROK_OK;
    case 'j':
        return whole_number("-j", value, 1, CROK_MAX_WORKERS, &c->n_workers);
    case '0':
        c->list_end = '\0';
        return CROK_OK;
    case 'v':
        c->photo.wants_details = true;
        return CROK_OK;
    case 'h':
        c->wants_help = true;
        return CROK_OK;
    default: /* crok_say_refused has printed a message */
        return CROK_EARG;
    }
}

/* The pictures of the page are the annotated ones, in its folder. */
static crok_status check_page(crok_score_cli *c)
{
    if (c->html_dir == NULL)
        return CROK_OK;
    if (c->overlay_dir != NULL && strcmp(c->overlay_dir, c->html_dir) != 0)
        return usage("--html", "--overlay",
                     "the page has the annotated pictures in its own folder");
    c->overlay_dir = c->html_dir;
    return CROK_OK;
}

static crok_status check_sides(crok_score_cli *c, bool counted)
{
    crok_scan_options *scan = &c->photo.scan;
    if (counted && scan->n_side_names > 0 &&
        scan->n_side_names != scan->n_sides)
        return usage("--sides", "--count-sides", "they do not agree");
    if (scan->n_side_names > 0)
        scan->n_sides = scan->n_side_names;
    c->photo.score.n_sides = scan->n_sides;
    c->photo.score.are_sides_given = scan->n_side_names > 0;
    return CROK_OK;
}

#define SHORT_OPTIONS "j:0vh"

/* Add a hint to the message. `letter` is getopt's optopt: the unknown
 * option letter, or 0 for an unknown long option. An argument with an unknown
 * letter may have been meant as the name of a file that begins with "-". */
static void say_more(int letter)
{
    bool is_unknown = letter > 0 && letter < OPT_RULES &&
                      strchr(SHORT_OPTIONS, letter) == NULL;
    if (is_unknown)
        (void)fputs("crokeye score: a file whose name begins with - is written "
                    "./-NAME, or stands behind --\n",
                    stderr);
    (void)fputs("crokeye score --help says more\n", stderr);
}

crok_status crok_score_cli_parse(int argc, char **argv, crok_score_cli *out)
{
    static const struct option options[] = {
        {"rules", required_argument, NULL, OPT_RULES},
        {"calib", required_argument, NULL, OPT_CALIB},
        {"model", required_argument, NULL, OPT_MODEL},
        {"each", no_argument, NULL, OPT_EACH},
        {"board", required_argument, NULL, OPT_BOARD},
        {"answer", required_argument, NULL, OPT_ANSWER},
        {"answers", required_argument, NULL, OPT_ANSWERS},
        {"keep-answers", no_argument, NULL, OPT_KEEP_ANSWERS},
        {"twenties", required_argument, NULL, OPT_TWENTIES},
        {"json", no_argument, NULL, OPT_JSON},
        {"csv", no_argument, NULL, OPT_CSV},
        {"overlay", required_argument, NULL, OPT_OVERLAY},
        {"html", required_argument, NULL, OPT_HTML},
        {"force", no_argument, NULL, OPT_FORCE},
        {"player", required_argument, NULL, OPT_PLAYER},
        {"verbose", no_argument, NULL, 'v'},
        {"sides", required_argument, NULL, OPT_SIDES},
        {"count-sides", required_argument, NULL, OPT_COUNT_SIDES},
        {"jobs", required_argument, NULL, 'j'},
        {"null", no_argument, NULL, '0'},
        {"timings", no_argument, NULL, OPT_TIMINGS},
        {"help", no_argument, NULL, 'h'},
        {NULL, 0, NULL, 0}};
    bool counted = false;
    int opt = 0;
    *out = (crok_score_cli){
        .photo = crok_score_photo_usual(), .n_workers = 1, .list_end = '\n'};
    opterr = 0;
    while ((opt = getopt_long(argc, argv, SHORT_OPTIONS, options, NULL)) !=
           -1) {
        if (opt == '?') {
            crok_say_refused(argv, options);
            say_more(optopt);
        }
        if (take_option(out, opt, optarg) != CROK_OK)
            return CROK_EARG;
        counted = counted || opt == OPT_COUNT_SIDES;
    }
    out->first_input = optind;
    if (out->wants_help)
        return CROK_OK;
    if (optind >= argc) {
        (void)fputs("crokeye score: name photos or a folder, or - for a list "
                    "on standard input (crokeye score --help says more)\n",
                    stderr);
        return CROK_EARG;
    }
    return check_page(out) == CROK_OK ? check_sides(out, counted) : CROK_EARG;
}
