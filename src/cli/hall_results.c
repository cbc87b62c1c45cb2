/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/hall_results.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cjson/cJSON.h>

#include "cli/hall_check.h"
#include "cli/hall_results_options.h"
#include "cli/hall_usage.h"
#include "cli/help.h"
#include "cli/say.h"
#include "hall/day_document.h"
#include "hall/pairings_file.h"
#include "hall/sheets.h"
#include "hall/standings.h"
#include "report/str.h"

enum { DONE = 0, SOME_FAILED = 1, WRONG_USAGE = 2, COULD_NOT_RUN = 3 };

static int report(const crok_err *err, int status)
{
    crok_say("crokeye hall results: %s", err->msg);
    return status;
}

static int worse(int a, int b)
{
    return a > b ? a : b;
}

/* ---- the day ---- */

static void say(void *context, const char *what)
{
    (void)context;
    crok_say("%s", what);
}

/* Read a file of pairings, if there is one.
 *
 *   file  the day's file, or NULL */
static int read_pairings(const char *path, const crok_day_file *file,
                         crok_day *day)
{
    crok_pairings p = {0};
    crok_err err = {0};
    bool has_faults = false;
    if (path == NULL)
        return DONE;
    if (crok_pairings_load(path, file,
                           crok_is_singles(crok_day_settings_of(day)->category),
                           &p, &err) != CROK_OK)
        return report(&err, COULD_NOT_RUN);
    crok_pairings_tell_faults(&p, path, say, NULL);
    has_faults = p.n_faults > 0;
    crok_day_set_pairings(day, &p);
    return has_faults ? SOME_FAILED : DONE;
}

static int read_record(const char *path, const char *table, crok_day *day)
{
    crok_journal *j = NULL;
    crok_err err = {0};
    crok_status st = crok_journal_open(path, CROK_JOURNAL_READ, &j, &err);
    if (st == CROK_OK)
        st = crok_day_take_journal(day, table, j, &err);
    crok_journal_close(&j);
    return st == CROK_OK ? DONE : report(&err, COULD_NOT_RUN);
}

/* Read the records of a day's file that are on this machine. A message names
 * each record that is missing. */
static int read_tables(const crok_day_file *file, crok_day *day)
{
    char machine[CROK_MACHINE_MAX];
    int status = DONE;
    crok_hall_machine(machine);
    for (int i = 0; i < file->n_tables && status < COULD_NOT_RUN; i++) {
        const crok_conf_settings *t = &file->table[i];
        const char *name = crok_day_text(t, "name");
        const char *path = crok_day_text(t, "match");
        if (!crok_day_is_on(t, machine)) {
            crok_say("crokeye hall results: table %s is on the machine %s: its "
                     "matches are missing here",
                     name, crok_day_text(t, "machine"));
            status = worse(status, SOME_FAILED);
        } else if (access(path, F_OK) == 0) {
            status = worse(status, read_record(path, name, day));
        } else if (crok_day_has_ended(t)) {
            crok_say("crokeye hall results: table %s has ended, and its record "
                     "is missing: %s",
                     name, path);
            status = worse(status, SOME_FAILED);
        } else {
            crok_say("crokeye hall results: table %s has no record yet: %s",
                     name, path);
        }
    }
    return status;
}

/* Is the table whose next matches are printed in the day's file? */
static int find_next(const crok_results_options *o, const crok_day_file *file)
{
    if (o->what != CROK_PRINT_NEXT ||
        crok_pairings_table(file, o->next_of) != NULL)
        return DONE;
    crok_say("crokeye hall results: --next: the day's file has no table "
             "\"%s\": give the name of one of its tables",
             o->next_of);
    return WRONG_USAGE;
}

/* Read what the day's file says, its pairings and its records. What the command
 * line says goes before it. */
static int read_day_file(const crok_results_options *o,
                         const crok_day_file *file, crok_day *day)
{
    static crok_day_settings settings; /* its names have room for some KB */
    const crok_hall_about about = crok_hall_about_of(file);
    const char *pairings = o->pairings;
    crok_err err = {0};
    int status = DONE;
    settings = o->settings;
    if (crok_hall_about_settings(&about, &settings, &err) != CROK_OK)
        return report(&err, COULD_NOT_RUN);
    crok_day_set(day, &settings);
    if (pairings == NULL)
        pairings = about.pairings;
    status = read_pairings(pairings, file, day);
    return status < COULD_NOT_RUN ? worse(status, read_tables(file, day))
                                  : status;
}

static int read_records(const crok_results_options *o, crok_day *day)
{
    int status = read_pairings(o->pairings, NULL, day);
    for (int i = 0; i < o->n && status < COULD_NOT_RUN; i++)
        status = worse(
            status, read_record(o->records[i].path, o->records[i].table, day));
    return status;
}

static int read_day(const crok_results_options *o, crok_day *day)
{
    crok_day_file *file = NULL;
    int status = DONE;
    if (o->day == NULL)
        return read_records(o, day);
    if (crok_hall_read("crokeye hall results", o->day, &file) != DONE)
        return COULD_NOT_RUN;
    status = find_next(o, file);
    if (status == DONE)
        status = read_day_file(o, file, day);
    crok_day_file_free(&file);
    return status;
}

/* ---- output ---- */

static void add_stage(crok_str *t, const crok_stage_standings *s)
{
    crok_str_addf(t, "%s, pool %s%s\n", s->stage, s->pool,
                  s->is_individual ? ", each player" : "");
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
    if (crok_output_is_written())
        return DONE;
    crok_say("crokeye hall results: cannot write the output");
    return COULD_NOT_RUN;
}

/* Say what the results database would refuse in the sheets; with the standings
 * and the document, which matches count for nothing. Returns an exit status. */
static int say_faults(const crok_results_options *o, const crok_day *day)
{
    bool is_sheet =
        o->what == CROK_PRINT_MATCHES || o->what == CROK_PRINT_RESULTS;
    crok_err err = {0};
    char *text = NULL;
    int status = DONE;
    crok_status st = is_sheet ? crok_sheet_faults(day, &text, &err)
                              : crok_left_out_faults(day, &text, &err);
    if (st != CROK_OK)
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

static crok_status make_text(const crok_results_options *o, const crok_day *day,
                             char **text, crok_err *err)
{
    const crok_hall_contact none = {
        0}; /* records are read here, without a broker */
    switch (o->what) {
    case CROK_PRINT_MATCHES:
        return crok_sheet_matches(day, text, err);
    case CROK_PRINT_RESULTS:
        return crok_sheet_results(day, text, err);
    case CROK_PRINT_JSON:
        return give_document(crok_day_document(day, &none), text, err);
    case CROK_PRINT_NEXT:
        return give_document(crok_day_next_document(day, o->next_of), text,
                             err);
    case CROK_PRINT_STANDINGS:
        break;
    }
    return print_standings(day, text, err);
}

static int print(const crok_results_options *o, const crok_day *day)
{
    crok_err err = {0};
    char *text = NULL;
    int status = DONE;
    if (make_text(o, day, &text, &err) != CROK_OK)
        return report(&err, COULD_NOT_RUN);
    status = write_out(text);
    free(text);
    return status == DONE && o->what != CROK_PRINT_NEXT ? say_faults(o, day)
                                                        : status;
}

static int run(const crok_results_options *o)
{
    crok_day *day = crok_day_new(&o->settings);
    crok_err err = {0};
    int status = DONE;
    if (day == NULL) {
        (void)crok_fail(&err, CROK_ENOMEM, "no memory for the day");
        return report(&err, COULD_NOT_RUN);
    }
    status = read_day(o, day);
    if (status < WRONG_USAGE)
        status = worse(status, print(o, day));
    crok_day_free(&day);
    return status;
}

int crok_hall_results(int argc, char **argv)
{
    static crok_results_options o; /* its names have room for some KB */
    int status = DONE;
    if (crok_asks_help(argc, argv)) {
        (void)fputs(crok_results_usage, stdout);
        return DONE;
    }
    status = crok_results_options_read(argc, argv, &o);
    if (status == DONE)
        status = run(&o);
    crok_results_options_free(&o);
    return status;
}
