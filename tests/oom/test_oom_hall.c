/* SPDX-License-Identifier: Apache-2.0
 *
 * A day of a hall with memory that runs out. */
#include "check.h"

#include <stdlib.h>
#include <string.h>

#include "hall/sheets.h"
#include "hall/standings.h"
#include "oom/run_out.h"

#define EVENT(seq, rest)                                                       \
    "{\"schema\":\"crokeye.event/1\",\"seq\":" seq                             \
    ",\"time\":\"2026-05-02T10:00:0" seq "Z\",\"type\":" rest "}"
#define SIDES(a, b)                                                            \
    "\"sides\":[{\"side\":\"black\",\"total\":" a                              \
    "},{\"side\":\"white\",\"total\":" b "}]"

/* A match, a correction of it, and another match. */
static const char *const lines[] = {
    EVENT("1",
          "\"match_start\",\"rules\":\"depot\",\"best_of\":1,\"sides\":[{"
          "\"side\":\"black\"},{\"side\":\"white\"}],\"seats\":[{\"seat\":0,"
          "\"side\":\"black\",\"player\":\"Ann\"},{\"seat\":2,\"side\":"
          "\"white\",\"player\":\"Bob\"}],\"first_seat\":0"),
    EVENT("2", "\"round_count\",\"final\":true," SIDES("40", "20")),
    EVENT("3", "\"substitute\",\"seat\":2,\"player\":\"Cy\""),
    EVENT("4", "\"round_count\",\"of\":2,\"final\":true," SIDES("20", "40")),
    EVENT("5", "\"concede\",\"side\":\"white\"")};

static const char PAIRINGS[] = "Table,Player 1,Player 2,Stage,Game\n"
                               "1,Ann,Bob,Prelim,1\n2,Di,Ed,Prelim,1\n"
                               "1,Ann,Bob,Prelim,1\n1,Di,Ed/Fay,Prelim,x\n";

static crok_day *day; /* with the match and the pairings */

/* What a call writes to; zero means: nothing written. */
static union output {
    crok_day *day;
    crok_pairings pairings;
    crok_standings standings;
    char *text;
} out;

static crok_status take_all(crok_day *to, crok_err *err)
{
    for (long i = 0; i < (long)(sizeof lines / sizeof *lines); i++) {
        const crok_day_row row = {"1", "an-id",  i + 1,
                                  i,   lines[i], strlen(lines[i])};
        crok_day_took took = CROK_DAY_NEW;
        crok_status st = crok_day_take(to, &row, &took, err);
        if (st != CROK_OK)
            return st;
        assert_int_equal(took, CROK_DAY_NEW);
    }
    return CROK_OK;
}

static crok_status make_day(crok_err *err)
{
    static const crok_day_settings none;
    crok_day *made = crok_day_new(&none);
    crok_status st =
        made == NULL ? crok_fail(err, CROK_ENOMEM, "no memory") : CROK_OK;
    if (st == CROK_OK)
        st = take_all(made, err);
    if (st == CROK_OK)
        out.day = made;
    else
        crok_day_free(&made);
    return st;
}

static void free_day(void)
{
    crok_day_free(&out.day);
}

static crok_status read_pairings(crok_err *err)
{
    return crok_pairings_read(PAIRINGS, sizeof PAIRINGS - 1, "p.csv", false,
                              &out.pairings, err);
}

static void free_pairings(void)
{
    crok_pairings_free(&out.pairings);
}

static crok_status rank(crok_err *err)
{
    return crok_standings_of(day, &out.standings, err);
}

static void free_standings(void)
{
    crok_standings_free(&out.standings);
}

static crok_status matches(crok_err *err)
{
    return crok_sheet_matches(day, &out.text, err);
}

static crok_status results(crok_err *err)
{
    return crok_sheet_results(day, &out.text, err);
}

static crok_status faults(crok_err *err)
{
    return crok_sheet_faults(day, &out.text, err);
}

static void free_text(void)
{
    free(out.text);
}

static void run(const char *what, crok_status (*call)(crok_err *),
                void (*done)(void))
{
    run_out_call c = {what, call, done, CROK_ENOMEM, &out, sizeof out};
    run_out(&c);
}

static void a_day(void **state)
{
    crok_err err = {0};
    crok_pairings p = {0};
    (void)state;
    run("a day's rows", make_day, free_day);
    run("pairings", read_pairings, free_pairings);
    CHECK_STATUS(make_day(&err), CROK_OK, &err);
    day = out.day;
    CHECK_STATUS(
        crok_pairings_read(PAIRINGS, sizeof PAIRINGS - 1, "p", false, &p, &err),
        CROK_OK, &err);
    crok_day_set_pairings(day, &p);
    run("standings", rank, free_standings);
    run("the sheet of matches", matches, free_text);
    run("the sheet of results", results, free_text);
    run("the faults of the sheets", faults, free_text);
    crok_day_free(&day);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_day)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
