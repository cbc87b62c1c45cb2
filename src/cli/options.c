/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/options.h"

#include <getopt.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/say.h"
#include "cli/whole_number.h"
#include "score/answer_file.h"

enum {
    OPT_OF_PHOTO = 256, /* the option's name says which */
    OPT_EACH,
    OPT_CONFINED,
    OPT_ANSWER,
    OPT_ANSWERS,
    OPT_KEEP_ANSWERS,
    OPT_KEEP,
    OPT_JSON,
    OPT_CSV,
    OPT_OVERLAY,
    OPT_HTML,
    OPT_FORCE,
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
    case OPT_ANSWERS:
        return &c->answers_path;
    case OPT_KEEP:
        return &c->keep_dir;
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
    case OPT_CONFINED:
        c->is_confined = true;
        return CROK_OK;
    case OPT_ANSWER:
        return add_answer(&c->given, value);
    case OPT_KEEP_ANSWERS:
        c->keeps_answers = true;
        return CROK_OK;
    case OPT_FORCE:
        c->words.photo.force = true;
        return CROK_OK;
    case OPT_JSON:
        return set_output(c, CROK_OUTPUT_JSON);
    case OPT_CSV:
        return set_output(c, CROK_OUTPUT_CSV);
    case OPT_TIMINGS:
        c->words.photo.wants_timings = true;
        return CROK_OK;
    case 'j':
        return whole_number("-j", value, 1, CROK_MAX_WORKERS, &c->n_workers);
    case '0':
        c->list_end = '\0';
        return CROK_OK;
    case 'v':
        c->words.photo.wants_details = true;
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

/* A confined program reads its standard input and writes its standard output.
 */
static crok_status check_confined(const crok_score_cli *c, int n,
                                  const char *input)
{
    if (!c->is_confined)
        return CROK_OK;
    if (n != 1 || strcmp(input, "/dev/stdin") != 0)
        return usage("--confined", n == 1 ? input : "with several inputs",
                     "the one picture is /dev/stdin");
    if (c->overlay_dir != NULL || c->html_dir != NULL || c->keep_dir != NULL ||
        c->keeps_answers)
        return usage("--confined",
                     "with --overlay, --html, --keep or --keep-answers",
                     "no file can be written");
    return CROK_OK;
}

/* Report a faulty option of the photos, with why's message. */
static crok_status wrong(const crok_err *why)
{
    crok_say("crokeye score: --%s (crokeye score --help says more)", why->msg);
    return CROK_EARG;
}

/* Take an option of the photos, by its name without the dashes. */
static crok_status take_word(crok_score_cli *c, const char *name,
                             const char *value)
{
    crok_err why = {0};
    crok_status st = crok_score_words_take(&c->words, name, value, &why);
    return st == CROK_OK ? CROK_OK : wrong(&why);
}

static crok_status settle(crok_score_cli *c)
{
    crok_err why = {0};
    crok_status st = crok_score_words_settle(&c->words, &why);
    return st == CROK_OK ? CROK_OK : wrong(&why);
}

#define SHORT_OPTIONS "j:0vh"

/* Add a hint to the message. `letter` is getopt's optopt: the unknown
 * option letter, or 0 for an unknown long option. An argument with an unknown
 * letter may have been meant as the name of a file that begins with "-". */
static void say_more(int letter)
{
    bool is_unknown = letter > 0 && letter < OPT_OF_PHOTO &&
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
        {"rules", required_argument, NULL, OPT_OF_PHOTO},
        {"calib", required_argument, NULL, OPT_OF_PHOTO},
        {"model", required_argument, NULL, OPT_OF_PHOTO},
        {"each", no_argument, NULL, OPT_EACH},
        {"confined", no_argument, NULL, OPT_CONFINED},
        {"board", required_argument, NULL, OPT_OF_PHOTO},
        {"answer", required_argument, NULL, OPT_ANSWER},
        {"answers", required_argument, NULL, OPT_ANSWERS},
        {"keep-answers", no_argument, NULL, OPT_KEEP_ANSWERS},
        {"keep", required_argument, NULL, OPT_KEEP},
        {"twenties", required_argument, NULL, OPT_OF_PHOTO},
        {"json", no_argument, NULL, OPT_JSON},
        {"csv", no_argument, NULL, OPT_CSV},
        {"overlay", required_argument, NULL, OPT_OVERLAY},
        {"html", required_argument, NULL, OPT_HTML},
        {"force", no_argument, NULL, OPT_FORCE},
        {"player", required_argument, NULL, OPT_OF_PHOTO},
        {"verbose", no_argument, NULL, 'v'},
        {"sides", required_argument, NULL, OPT_OF_PHOTO},
        {"count-sides", required_argument, NULL, OPT_OF_PHOTO},
        {"jobs", required_argument, NULL, 'j'},
        {"null", no_argument, NULL, '0'},
        {"timings", no_argument, NULL, OPT_TIMINGS},
        {"help", no_argument, NULL, 'h'},
        {NULL, 0, NULL, 0}};
    int opt = 0;
    int at = 0; /* index in `options` */
    crok_status st = CROK_OK;
    *out = (crok_score_cli){.n_workers = 1, .list_end = '\n'};
    crok_score_words_begin(&out->words);
    opterr = 0;
    while ((opt = getopt_long(argc, argv, SHORT_OPTIONS, options, &at)) != -1) {
        if (opt == '?') {
            crok_say_refused(argv, options);
            say_more(optopt);
        }
        st = opt == OPT_OF_PHOTO ? take_word(out, options[at].name, optarg)
                                 : take_option(out, opt, optarg);
        if (st != CROK_OK)
            return st;
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
    if (check_confined(out, argc - optind, argv[optind]) != CROK_OK)
        return CROK_EARG;
    return check_page(out) == CROK_OK ? settle(out) : CROK_EARG;
}
