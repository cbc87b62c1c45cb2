/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/hall_results.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cjson/cJSON.h>

#include "cli/help.h"
#include "cli/say.h"
#include "core/file.h"
#include "hall/day_document.h"
#include "hall/sheets.h"
#include "hall/standings.h"
#include "report/str.h"

enum { DONE = 0, SOME_FAILED = 1, WRONG_USAGE = 2, COULD_NOT_RUN = 3 };

/* The largest file of pairings that is read: 10000 lines have about 1 MB. */
enum { PAIRINGS_MAX_BYTES = 8 << 20 };

static const char USAGE[] =
    "Usage: crokeye hall results [OPTION]... MATCH.db...\n\n"
    "Prints the results of a day from its records, which may still be written\n"
    "to: one of these, by default the standings:\n"
    "  --standings       of each stage and pool, by points, then by 20s\n"
    "  --matches         the sheet \"Matches\" of the results database, as "
    "CSV\n"
    "  --results         its sheet \"Results\", as CSV\n"
    "  --json            the day as crokeye.day/1\n"
    "  --next TABLE      the matches that are next at a table, as\n"
    "                    crokeye.next/1\n"
    "What the day is:\n"
    "  --pairings FILE   who plays whom: CSV with the columns Table, Player "
    "1,\n"
    "                    Player 2, Stage, Pool, Game, Time\n"
    "  --date DATE       2026-05-02; default: that of the first match, UTC\n"
    "  --tournament NAME --division NAME --category NAME --league NAME\n"
    "  --format NAME     as the results database has them\n"
    "  --stage NAME      of matches whose stage nobody names; default: Prelim\n"
    "  --pool NAME       of matches whose pool nobody names; default: A\n"
    "  --head-to-head    ties on points: matches between them go before 20s\n"
    "  --settled NAME    who won a shoot-out at the hole goes before others "
    "that\n"
    "                    are level; give it again for the next one\n"
    "  --unplayed-to-nobody  rounds that a side gave up are not won by the "
    "other\n"
    "  --final           the ranking is final although pairings are open\n"
    "  -h, --help\n"
    "Exit status 1: what is printed is whole, but something is wrong with the\n"
    "pairings, a record or the sheet; standard error says what.\n";

typedef enum what { STANDINGS, MATCHES, RESULTS, JSON, NEXT } what;

typedef struct options {
    what what;
    bool has_what;
    const char *pairings, *table; /* table: of --next */
    crok_day_settings settings;
    int n_paths;
    char **paths; /* the arguments that are no options, moved to the front */
} options;

static int wrong_usage(const char *text, const char *arg)
{
    crok_say("crokeye hall results: %s%s", text, arg);
    (void)fputs(USAGE, stderr);
    return WRONG_USAGE;
}

static int report(const crok_err *err, int status)
{
    crok_say("crokeye hall results: %s", err->msg);
    return status;
}

/* ---- options ---- */

/* Options with a text that goes to the settings. */
static const struct {
    const char *name;
    size_t at, room;
} texts[] = {
#define TEXT(name, field)                                                      \
    {                                                                          \
        name, offsetof(crok_day_settings, field),                              \
            sizeof((crok_day_settings *)NULL)->field                           \
    }
    TEXT("--date", date),         TEXT("--tournament", tournament),
    TEXT("--division", division), TEXT("--category", category),
    TEXT("--league", league),     TEXT("--format", format),
    TEXT("--stage", stage),       TEXT("--pool", pool),
#undef TEXT
};

static const struct {
    const char *name;
    what what;
} kinds[] = {{"--standings", STANDINGS},
             {"--matches", MATCHES},
             {"--results", RESULTS},
             {"--json", JSON}};

/* Copy an option's value. Returns an exit status. */
static int copy_value(const char *name, const char *value, char *to,
                      size_t room)
{
    if (value == NULL)
        return wrong_usage("a value must follow ", name);
    if (strlen(value) >= room)
        return wrong_usage("too long a value for ", name);
    (void)snprintf(to, room, "%s", value);
    return DONE;
}

static int add_settled(options *o, const char *value)
{
    crok_day_settings *s = &o->settings;
    if (s->n_settled == CROK_MAX_SETTLED)
        return wrong_usage("too many of ", "--settled");
    return copy_value("--settled", value, s->settled[s->n_settled++],
                      CROK_TEXT_MAX);
}

static int two_kinds(const char *arg)
{
    return wrong_usage("one of --standings, --matches, --results, --json and "
                       "--next only, not also ",
                       arg);
}

/* Take an option that says what is printed. Returns an exit status.
 *
 *   taken  written: is it one? */
static int take_kind(options *o, const char *arg, bool *taken)
{
    *taken = false;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (strcmp(arg, kinds[i].name) != 0)
            continue;
        if (o->has_what)
            return two_kinds(arg);
        o->what = kinds[i].what;
        o->has_what = *taken = true;
    }
    return DONE;
}

/* Take an option without a value. Returns whether it is one. */
static bool take_flag(crok_day_settings *s, const char *arg)
{
    bool *flag = strcmp(arg, "--head-to-head") == 0 ? &s->head_to_head
                 : strcmp(arg, "--unplayed-to-nobody") == 0
                     ? &s->unplayed_to_nobody
                 : strcmp(arg, "--final") == 0 ? &s->is_final
                                               : NULL;
    if (flag != NULL)
        *flag = true;
    return flag != NULL;
}

/* Take an option with a value. Returns an exit status. */
static int take_value(options *o, const char *name, const char *value)
{
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (strcmp(name, texts[i].name) == 0)
            return copy_value(name, value, (char *)&o->settings + texts[i].at,
                              texts[i].room);
    if (strcmp(name, "--settled") == 0)
        return add_settled(o, value);
    if (strcmp(name, "--pairings") != 0 && strcmp(name, "--next") != 0)
        return wrong_usage("there is no option ", name);
    if (value == NULL)
        return wrong_usage("a value must follow ", name);
    if (strcmp(name, "--pairings") == 0) {
        o->pairings = value;
        return DONE;
    }
    if (o->has_what)
        return two_kinds(name);
    o->what = NEXT;
    o->has_what = true;
    o->table = value;
    return DONE;
}

static int parse_options(int argc, char **argv, options *o)
{
    o->paths = argv;
    for (int i = 1; i < argc; i++) {
        bool taken = false;
        int status = take_kind(o, argv[i], &taken);
        if (status != DONE)
            return status;
        if (argv[i][0] != '-')
            o->paths[o->n_paths++] = argv[i];
        else if (!taken && !take_flag(&o->settings, argv[i])) {
            const char *value = i + 1 < argc ? argv[i + 1] : NULL;
            status = take_value(o, argv[i++], value);
        }
        if (status != DONE)
            return status;
    }
    return o->n_paths > 0 ? DONE : wrong_usage("which records?", "");
}

/* ---- the day ---- */

static int read_pairings(const options *o, crok_day *day)
{
    crok_pairings p = {0};
    crok_err err = {0};
    char *text = NULL;
    size_t len = 0;
    crok_status st =
        crok_file_read(o->pairings, PAIRINGS_MAX_BYTES, &text, &len, &err);
    if (st == CROK_OK && len > PAIRINGS_MAX_BYTES)
        st = crok_fail(&err, CROK_ETOOLARGE,
                       "%s: a file of pairings has at most %d MB", o->pairings,
                       PAIRINGS_MAX_BYTES >> 20);
    if (st == CROK_OK)
        st = crok_pairings_read(text, len, o->pairings, &p, &err);
    free(text);
    if (st != CROK_OK)
        return report(&err, COULD_NOT_RUN);
    for (int i = 0; i < p.n_faults && i < CROK_MAX_PAIRING_FAULTS; i++)
        crok_say("%s:%d:%d: %s", o->pairings, p.faults[i].line,
                 p.faults[i].column, p.faults[i].text);
    if (p.n_faults > CROK_MAX_PAIRING_FAULTS)
        crok_say("%s: %d more faults", o->pairings,
                 p.n_faults - CROK_MAX_PAIRING_FAULTS);
    len = (size_t)p.n_faults;
    crok_day_set_pairings(day, &p);
    return len == 0 ? DONE : SOME_FAILED;
}

static int read_record(const char *path, crok_day *day)
{
    crok_journal *j = NULL;
    crok_err err = {0};
    crok_status st = crok_journal_open(path, CROK_JOURNAL_READ, &j, &err);
    if (st == CROK_OK)
        st = crok_day_take_journal(day, "", j, &err);
    crok_journal_close(&j);
    return st == CROK_OK ? DONE : report(&err, COULD_NOT_RUN);
}

/* ---- output ---- */

static void add_stage(crok_str *t, const crok_stage_standings *s)
{
    crok_str_addf(t, "%s, pool %s\n", s->stage, s->pool);
    crok_str_add(t, "rank  name                            games  won  points  "
                    "20s\n");
    for (int i = 0; i < s->n; i++) {
        const crok_standing *r = &s->rows[i];
        crok_str_addf(t, "%4d  ", r->rank);
        crok_str_add_padded(t, r->name, 30);
        crok_str_addf(t, "  %5d %4d %7d %4d\n", r->games, r->won, r->points,
                      r->twenties);
    }
    crok_str_add(t, "\n");
}

static crok_status print_standings(const crok_day *day, char **text,
                                   crok_err *err)
{
    crok_standings s = {0};
    crok_str t = {0};
    crok_status st = crok_standings_of(day, &s, err);
    if (st != CROK_OK)
        return st;
    for (int i = 0; i < s.n; i++)
        add_stage(&t, &s.stages[i]);
    if (s.n == 0)
        crok_str_add(&t, "No match that counts is over.\n");
    if (s.is_over && s.n_ranking > 0)
        crok_str_add(&t, "Final ranking\n");
    for (int i = 0; s.is_over && i < s.n_ranking; i++)
        crok_str_addf(&t, "%4d  %s\n", s.ranking[i].rank, s.ranking[i].name);
    crok_standings_free(&s);
    *text = crok_str_take(&t);
    return *text != NULL
               ? CROK_OK
               : crok_fail(err, CROK_ENOMEM, "no memory for the standings");
}

/* Hand a document over with a line end.
 *
 *   json  taken; NULL: there was no memory */
static crok_status give_document(char *json, char **text, crok_err *err)
{
    crok_str t = {0};
    if (json != NULL)
        crok_str_addf(&t, "%s\n", json);
    t.failed = t.failed || json == NULL;
    cJSON_free(json);
    *text = crok_str_take(&t);
    return *text != NULL
               ? CROK_OK
               : crok_fail(err, CROK_ENOMEM, "no memory for the document");
}

static int write_out(const char *text)
{
    if (isatty(STDOUT_FILENO) == 1)
        crok_show(stdout, "%s", text);
    else
        (void)fputs(text, stdout);
    if (fflush(stdout) == 0 && ferror(stdout) == 0)
        return DONE;
    crok_say("crokeye hall results: cannot write the output");
    return COULD_NOT_RUN;
}

/* Say what the results database would refuse. Returns an exit status. */
static int say_faults(const crok_day *day)
{
    crok_err err = {0};
    char *text = NULL;
    int status = DONE;
    if (crok_sheet_faults(day, &text, &err) != CROK_OK)
        return report(&err, COULD_NOT_RUN);
    for (char *line = text; *line != '\0';) {
        size_t n = strcspn(line, "\n");
        crok_say("crokeye hall results: %.*s", (int)n, line);
        line += n + (line[n] != '\0');
        status = SOME_FAILED;
    }
    free(text);
    return status;
}

static crok_status make_text(const options *o, const crok_day *day, char **text,
                             crok_err *err)
{
    switch (o->what) {
    case MATCHES:
        return crok_sheet_matches(day, text, err);
    case RESULTS:
        return crok_sheet_results(day, text, err);
    case JSON:
        return give_document(crok_day_document(day), text, err);
    case NEXT:
        return give_document(crok_day_next_document(day, o->table), text, err);
    case STANDINGS:
        break;
    }
    return print_standings(day, text, err);
}

static int print(const options *o, const crok_day *day)
{
    bool is_sheet = o->what == MATCHES || o->what == RESULTS;
    crok_err err = {0};
    char *text = NULL;
    int status = DONE;
    if (make_text(o, day, &text, &err) != CROK_OK)
        return report(&err, COULD_NOT_RUN);
    status = write_out(text);
    free(text);
    return status == DONE && is_sheet ? say_faults(day) : status;
}

static int worse(int a, int b)
{
    return a > b ? a : b;
}

static int run(const options *o)
{
    crok_day *day = crok_day_new(&o->settings);
    crok_err err = {0};
    int status = DONE;
    if (day == NULL) {
        (void)crok_fail(&err, CROK_ENOMEM, "no memory for the day");
        return report(&err, COULD_NOT_RUN);
    }
    if (o->pairings != NULL)
        status = read_pairings(o, day);
    for (int i = 0; i < o->n_paths && status < COULD_NOT_RUN; i++)
        status = worse(status, read_record(o->paths[i], day));
    if (status < COULD_NOT_RUN)
        status = worse(status, print(o, day));
    crok_day_free(&day);
    return status;
}

int crok_hall_results(int argc, char **argv)
{
    static options o; /* its names have room for some KB */
    int status = DONE;
    if (crok_asks_help(argc, argv)) {
        (void)fputs(USAGE, stdout);
        return DONE;
    }
    o = (options){0};
    status = parse_options(argc, argv, &o);
    return status == DONE ? run(&o) : status;
}
