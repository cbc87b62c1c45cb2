/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/hall_results_options.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/hall_plan.h"
#include "cli/say.h"
#include "core/words.h"

enum { DONE = 0, WRONG_USAGE = 2, COULD_NOT_RUN = 3 };

const char crok_results_usage[] =
    "Usage: crokeye hall results [OPTION]... FILE.conf\n"
    "       crokeye hall results [OPTION]... MATCH.db...\n\n"
    "Prints the results of a day from the records of this machine, those of\n"
    "the day's file or of the command line, which may still be written to: "
    "one\n"
    "of these, by default the standings:\n"
    "  --standings       of each stage and pool, by points, then by 20s\n"
    "  --matches         the sheet \"Matches\" of the results database, as "
    "CSV\n"
    "  --results         its sheet \"Results\", as CSV\n"
    "  --json            the day as crokeye.day/1\n"
    "  --next TABLE      the matches that are next at a table, as\n"
    "                    crokeye.next/1\n"
    "What the day is; with a day's file, what it does not say:\n"
    "  --table NAME      of the record that comes next; else what its matches\n"
    "                    name\n"
    "  --pairings FILE   who plays whom: CSV with the columns Table, Player "
    "1,\n"
    "                    Player 2, Stage, Pool, Game, Time\n"
    "  --date DATE       2026-05-02; default: that of the first match, UTC\n"
    "  --tournament NAME --division NAME --category NAME --league NAME\n"
    "  --format NAME     as the results database has them\n"
    "  --stage NAME      of matches whose stage nobody names; default: Prelim\n"
    "  --pool NAME       of matches whose pool nobody names; default: A\n"
    "  --individual LIST stages whose standings are of each player, whoever "
    "was\n"
    "                    the partner: \"Prelim,Doubles\", or all\n"
    "  --head-to-head    ties on points: matches between them go before 20s\n"
    "  --settled NAME    who won a shoot-out at the hole goes before others "
    "that\n"
    "                    are level; give it again for the next one\n"
    "  --unplayed-to-nobody  rounds that a side gave up are not won by the "
    "other\n"
    "  --count-unpaired  where there are pairings, a match in none of them "
    "counts if\n"
    "                    it names its stage\n"
    "  --final           the ranking is final although pairings are open\n"
    "  -h, --help\n"
    "Exit status: 0 done; 1 what is printed is whole, but something is wrong\n"
    "with the pairings, a record or the sheet, or a match counts for nothing:\n"
    "standard error says what; 2 wrong usage; 3 could not run.\n";

static int wrong_usage(const char *text, const char *arg)
{
    crok_say("crokeye hall results: %s%s", text, arg);
    (void)fputs(crok_results_usage, stderr);
    return WRONG_USAGE;
}

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
    TEXT("--date", date),
    TEXT("--tournament", tournament),
    TEXT("--division", division),
    TEXT("--category", category),
    TEXT("--league", league),
    TEXT("--format", format),
    TEXT("--stage", stage),
    TEXT("--pool", pool),
    TEXT("--individual", individual),
#undef TEXT
};

static const struct {
    const char *name;
    crok_results_what what;
} kinds[] = {{"--standings", CROK_PRINT_STANDINGS},
             {"--matches", CROK_PRINT_MATCHES},
             {"--results", CROK_PRINT_RESULTS},
             {"--json", CROK_PRINT_JSON}};

/* Copy an option's value. Returns an exit status. */
static int copy_value(const char *name, const char *value, char *to,
                      size_t room)
{
    crok_err err = {0};
    if (value == NULL)
        return wrong_usage("a value must follow ", name);
    if (strlen(value) >= room)
        return wrong_usage("too long a value for ", name);
    if (crok_words_seen(name, value, &err) != CROK_OK)
        return wrong_usage(err.msg, "");
    (void)snprintf(to, room, "%s", value);
    return DONE;
}

static int add_settled(crok_results_options *o, const char *value)
{
    crok_day_settings *s = &o->of.settings;
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

/* Take one of the options that choose the output, such as --matches. Returns an
 * exit status.
 *
 *   taken  written: was it one of these options? */
static int take_kind(crok_results_options *o, const char *arg, bool *taken)
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
    const struct {
        const char *name;
        bool *flag;
    } flags[] = {{"--head-to-head", &s->head_to_head},
                 {"--unplayed-to-nobody", &s->unplayed_to_nobody},
                 {"--count-unpaired", &s->count_unpaired},
                 {"--final", &s->is_final}};
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) {
        if (strcmp(arg, flags[i].name) != 0)
            continue;
        *flags[i].flag = true;
        return true;
    }
    return false;
}

/* Take an option with a value. Returns an exit status. */
static int take_value(crok_results_options *o, const char *name,
                      const char *value)
{
    const struct {
        const char *name;
        const char **to;
    } words[] = {{"--pairings", &o->of.pairings}, {"--table", &o->table}};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (strcmp(name, texts[i].name) == 0)
            return copy_value(name, value,
                              (char *)&o->of.settings + texts[i].at,
                              texts[i].room);
    if (strcmp(name, "--settled") == 0)
        return add_settled(o, value);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (strcmp(name, words[i].name) != 0)
            continue;
        *words[i].to = value;
        return value != NULL ? DONE : wrong_usage("a value must follow ", name);
    }
    if (strcmp(name, "--next") != 0)
        return wrong_usage("there is no option ", name);
    if (value == NULL)
        return wrong_usage("a value must follow ", name);
    if (o->has_what)
        return two_kinds(name);
    o->what = CROK_PRINT_NEXT;
    o->has_what = true;
    o->next_of = value;
    return DONE;
}

/* Take a day's file or a record. Returns an exit status. */
static int take_path(crok_results_options *o, const char *path)
{
    crok_err err = {0};
    bool is_day = crok_is_day_file(path);
    if (o->of.day != NULL || (is_day && o->of.n > 0))
        return wrong_usage("a day's file has its records, there can be no ",
                           path);
    if (is_day) {
        o->of.day = path;
        return DONE;
    }
    if (o->table != NULL && strlen(o->table) >= CROK_NAME_MAX)
        return wrong_usage("too long a value for ", "--table");
    if (o->table != NULL &&
        crok_words_seen("--table", o->table, &err) != CROK_OK)
        return wrong_usage(err.msg, "");
    o->of.records[o->of.n++] = (crok_hall_record){
        .path = path, .table = o->table == NULL ? "" : o->table};
    o->table = NULL;
    return DONE;
}

static int read_words(int argc, char **argv, crok_results_options *o)
{
    for (int i = 1; i < argc; i++) {
        bool taken = false;
        int status = take_kind(o, argv[i], &taken);
        if (status != DONE)
            return status;
        if (argv[i][0] != '-')
            status = take_path(o, argv[i]);
        else if (!taken && !take_flag(&o->of.settings, argv[i])) {
            const char *value = i + 1 < argc ? argv[i + 1] : NULL;
            status = take_value(o, argv[i++], value);
        }
        if (status != DONE)
            return status;
    }
    if (o->table != NULL)
        return wrong_usage("a record must follow --table ", o->table);
    return o->of.n > 0 || o->of.day != NULL ? DONE
                                            : wrong_usage("which records?", "");
}

int crok_results_options_read(int argc, char **argv, crok_results_options *out)
{
    *out = (crok_results_options){.of = {.who = "crokeye hall results"}};
    out->of.records = calloc((size_t)argc + 1, sizeof *out->of.records);
    if (out->of.records == NULL) {
        crok_say("crokeye hall results: no memory");
        return COULD_NOT_RUN;
    }
    return read_words(argc, argv, out);
}

void crok_results_options_free(crok_results_options *o)
{
    free(o->of.records);
    o->of.records = NULL;
}
