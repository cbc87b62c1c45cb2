/* SPDX-License-Identifier: Apache-2.0
 *
 * A match in tables, letter by letter, whatever the players are called. */
#include "check.h"

#include <stdlib.h>
#include <string.h>

#include "report/match_csv.h"

#define HEADER "Board,Position,Player,Opponent,First/Hammer,Pts/20s,Total"

/* Two players, whose names are given, and two rounds. */
static crok_match match_of(const char *first, const char *second)
{
    crok_match m = crok_match_waiting();
    m.number = 1;
    (void)snprintf(m.info.table, sizeof m.info.table, "7");
    m.info.n_sides = 2;
    m.info.seats.n = 2;
    m.info.seats.seat[1] = 2;
    m.info.seats.side[1] = 1;
    (void)snprintf(m.info.sides[0].side, CROK_NAME_MAX, "black");
    (void)snprintf(m.info.sides[1].side, CROK_NAME_MAX, "white");
    (void)snprintf(m.info.player[0], CROK_TEXT_MAX, "%s", first);
    (void)snprintf(m.info.player[1], CROK_TEXT_MAX, "%s", second);
    return m;
}

static void check_rounds(const crok_match *m, const crok_history *h,
                         const char *want)
{
    crok_match_record one = {.end = *m};
    crok_history of_one = *h;
    char *got = NULL;
    of_one.matches = &one;
    of_one.n_matches = 1;
    got = crok_rounds_csv(&of_one);
    assert_non_null(got);
    assert_string_equal(got, want);
    free(got);
}

static void two_rows_a_side(void **state)
{
    crok_match m = match_of("Ann", "Bo");
    crok_round_record rounds[] = {
        {.first = 1, .hammer = 0, .twenties = {3, 1}, .result = {2, 0}},
        {.first = 0, .hammer = 1, .twenties = {0, 4}, .result = {1, 1}}};
    crok_history h = {.n_rounds = 2, .rounds = rounds};
    (void)state;
    check_rounds(&m, &h,
                 HEADER ",Round1,Round2\r\n"
                        "7,1,Ann,Bo,Hammer,Pts,3,2,1\r\n"
                        "7,1,Ann,Bo,Hammer,20s,3,3,0\r\n"
                        "7,2,Bo,Ann,First,Pts,1,0,1\r\n"
                        "7,2,Bo,Ann,First,20s,5,1,4\r\n");
}

/* What the organiser gives or takes is in no round, but in the total. */
static void a_penalty_is_in_the_total(void **state)
{
    crok_round_record round = {.twenties = {3, 1}, .result = {2, 0}};
    crok_match_record one = {.penalty = {-1, 3}};
    crok_history h = {
        .n_rounds = 1, .rounds = &round, .n_matches = 1, .matches = &one};
    char *got = NULL;
    (void)state;
    one.end = match_of("Ann", "Bo");
    got = crok_rounds_csv(&h);
    assert_non_null(got);
    assert_string_equal(got, HEADER ",Round1\r\n"
                                    "7,1,Ann,Bo,First,Pts,1,2\r\n"
                                    "7,1,Ann,Bo,First,20s,3,3\r\n"
                                    "7,2,Bo,Ann,,Pts,3,0\r\n"
                                    "7,2,Bo,Ann,,20s,1,1\r\n");
    free(got);
}

/* The column is there where a round was forfeited. */
static void a_forfeited_round_is_named(void **state)
{
    crok_match m = match_of("Ann", "Bo");
    crok_round_record rounds[] = {
        {.first = 0, .hammer = 1, .result = {2, 0}, .forfeited_by = 2},
        {.first = 1, .hammer = 0, .result = {2, 0}, .twenties = {1, 0}},
        {.first = 0, .hammer = 1, .result = {2, 0}, .forfeited_by = 2}};
    crok_history h = {.n_rounds = 3, .rounds = rounds};
    (void)state;
    check_rounds(&m, &h,
                 HEADER ",Round1,Round2,Round3,Forfeited\r\n"
                        "7,1,Ann,Bo,First,Pts,6,2,2,2,\r\n"
                        "7,1,Ann,Bo,First,20s,1,0,1,0,\r\n"
                        "7,2,Bo,Ann,Hammer,Pts,0,0,0,0,1 3\r\n"
                        "7,2,Bo,Ann,Hammer,20s,0,0,0,0,1 3\r\n");
}

static void a_match_without_rounds_has_its_players(void **state)
{
    crok_match m = match_of("", "Bo");
    crok_match none = crok_match_waiting();
    crok_history h = {0};
    (void)state;
    check_rounds(&m, &h,
                 HEADER "\r\n7,1,black,Bo,,Pts,0\r\n7,1,black,Bo,,20s,0\r\n"
                        "7,2,Bo,black,,Pts,0\r\n7,2,Bo,black,,20s,0\r\n");
    (void)snprintf(m.info.sides[0].name, CROK_TEXT_MAX, "The Pegs");
    m.info.seats.side[1] = 0;
    check_rounds(&m, &h,
                 HEADER "\r\n7,1,Bo,white,,Pts,0\r\n7,1,Bo,white,,20s,0\r\n"
                        "7,2,white,Bo,,Pts,0\r\n7,2,white,Bo,,20s,0\r\n");
    m.info.seats.n = 0;
    m.info.n_sides = 1;
    check_rounds(&m, &h,
                 HEADER "\r\n7,1,The Pegs,,,Pts,0\r\n7,1,The Pegs,,,20s,0\r\n");
    check_rounds(&none, &h, HEADER "\r\n");
}

static void partners_and_many_sides_are_joined(void **state)
{
    crok_match m = match_of("Ann", "Bo");
    crok_history h = {0};
    (void)state;
    m.info.n_sides = 3;
    m.info.seats.n = 4;
    m.info.seats.side[3] = 2;
    (void)snprintf(m.info.player[2], CROK_TEXT_MAX, "Cy");
    (void)snprintf(m.info.player[3], CROK_TEXT_MAX, "Di");
    check_rounds(&m, &h,
                 HEADER "\r\n7,1,Ann & Cy,\"Bo; Di\",,Pts,0\r\n"
                        "7,1,Ann & Cy,\"Bo; Di\",,20s,0\r\n"
                        "7,2,Bo,\"Ann & Cy; Di\",,Pts,0\r\n"
                        "7,2,Bo,\"Ann & Cy; Di\",,20s,0\r\n"
                        "7,3,Di,\"Ann & Cy; Bo\",,Pts,0\r\n"
                        "7,3,Di,\"Ann & Cy; Bo\",,20s,0\r\n");
}

/* What a name becomes. */
static void a_name_is_never_a_formula_nor_a_field_of_its_own(void **state)
{
    static const char *const name[][2] = {
        {"O\"Neill, Jr.", "\"O\"\"Neill, Jr.\""},
        {"two\nlines", "\"two\nlines\""},
        {"=1+1", "'=1+1"},
        {"+49", "'+49"},
        {"-cmd", "'-cmd"},
        {"@SUM(A1)", "'@SUM(A1)"},
        {"\t=1", "\"'\t=1\""},
        {"a;=1+1", "\"a;=1+1\""},
        {"\xef\xbc\x9d"
         "1",
         "'\xef\xbc\x9d"
         "1"},
        {"\xef\xbb\xbf=1", "'\xef\xbb\xbf=1"},
        {"\x1b]0;x\x07", "\"\xef\xbf\xbd]0;x\xef\xbf\xbd\""},
        {"\xc2\x9b"
         "2J\x7f",
         "\xef\xbf\xbd"
         "2J\xef\xbf\xbd"},
        {"\r=1", "\"'\r=1\""},
        {"=HYPERLINK(\"x\",\"y\")", "\"'=HYPERLINK(\"\"x\"\",\"\"y\"\")\""},
        {"a=b", "a=b"},
        {"Zo\xc3\xab", "Zo\xc3\xab"},
        {"bad\xff", "bad\xef\xbf\xbd"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof name / sizeof name[0]; i++) {
        crok_match m = match_of(name[i][0], "Bo");
        crok_history h = {0};
        char want[512];
        (void)snprintf(want, sizeof want,
                       HEADER "\r\n7,1,%s,Bo,,Pts,0\r\n7,1,%s,Bo,,20s,0\r\n"
                              "7,2,Bo,%s,,Pts,0\r\n7,2,Bo,%s,,20s,0\r\n",
                       name[i][1], name[i][1], name[i][1], name[i][1]);
        check_rounds(&m, &h, want);
    }
}

static void one_row_a_shot(void **state)
{
    crok_match m = match_of("=Ann", "Bo");
    crok_shot_record shots[] = {{.seq = 41,
                                 .time = "2026-05-02T10:00:00Z",
                                 .disc = 9,
                                 .game = 1,
                                 .round = 2,
                                 .shot = 5,
                                 .player = 1,
                                 .side = 1,
                                 .valid = CROK_NO,
                                 .ruled = true,
                                 .text = "Not valid, says a person.",
                                 .n_removed = 3,
                                 .twenties = {1, 2},
                                 .total = {30, 15}},
                                {.seq = 41,
                                 .time = "2026-05-02T10:00:00Z",
                                 .disc = 9,
                                 .valid = CROK_UNKNOWN,
                                 .twenties = {-1, 0}}};
    crok_match_record one = {.end = m};
    crok_history h = {
        .n_shots = 2, .shots = shots, .n_matches = 1, .matches = &one};
    char *got = NULL;
    (void)state;
    got = crok_shots_csv(&h);
    assert_non_null(got);
    assert_string_equal(
        got, "seq,time,game,round,shot,seat,player,side,disc,valid,ruled,"
             "removed,twenties,twenties_against,score,best_other,why,match\r\n"
             "41,2026-05-02T10:00:00Z,1,2,5,2,Bo,white,9,no,yes,3,2,1,15,30,"
             "\"Not valid, says a person.\",1\r\n"
             "41,2026-05-02T10:00:00Z,0,0,0,0,'=Ann,black,9,unknown,no,0,-1,0,"
             "0,0,,1\r\n");
    free(got);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_rows_a_side),
        cmocka_unit_test(a_penalty_is_in_the_total),
        cmocka_unit_test(a_forfeited_round_is_named),
        cmocka_unit_test(a_match_without_rounds_has_its_players),
        cmocka_unit_test(partners_and_many_sides_are_joined),
        cmocka_unit_test(a_name_is_never_a_formula_nor_a_field_of_its_own),
        cmocka_unit_test(one_row_a_shot),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
