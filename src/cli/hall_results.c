/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/hall_results.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cjson/cJSON.h>

#include "cli/hall_day.h"
#include "cli/hall_results_options.h"
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
    crok_day *day = crok_day_new(&o->of.settings);
    crok_day_file *file = NULL;
    crok_err err = {0};
    int status = DONE;
    if (day == NULL) {
        (void)crok_fail(&err, CROK_ENOMEM, "no memory for the day");
        return report(&err, COULD_NOT_RUN);
    }
    status = crok_hall_read_day(&o->of, day, &file);
    if (status < WRONG_USAGE && file != NULL)
        status = worse(status, find_next(o, file));
    crok_day_file_free(&file);
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
