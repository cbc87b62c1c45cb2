/* SPDX-License-Identifier: Apache-2.0
 *
 * A match that is counted disc by disc: whose turn it is, what a step back
 * takes, what can be restored, and how each is named on a button. */
#include "check.h"

#include <stdio.h>
#include <string.h>

#include "rules/event_of.h"
#include "rules/event_words.h"
#include "rules/history.h"
#include "rules/undo.h"

#define HEAD "\"time\":\"t\",\"type\":"
#define START(seq)                                                             \
    "{\"seq\":" #seq "," HEAD "\"match_start\",\"rules\":\"tournament\","      \
    "\"sides\":[{\"side\":\"black\"},{\"side\":\"white\",\"name\":\"Team\"}]," \
    "\"seats\":[{\"seat\":0,\"side\":\"black\",\"player\":\"Ann\"},"           \
    "{\"seat\":2,\"side\":\"white\",\"player\":\"Bo\"}],\"first_seat\":0}"
#define COUNT(seq, side, counts)                                               \
    "{\"seq\":" #seq "," HEAD "\"round_count\",\"final\":false,\"sides\":["    \
    "{\"side\":\"" side "\"," counts "}]}"
#define RINGS(hole, inner, out)                                                \
    "\"20\":" #hole ",\"15\":" #inner ",\"10\":0,\"5\":0,\"out\":" #out
#define END(seq) "{\"seq\":" #seq "," HEAD "\"round_end\",\"early\":true}"
#define UNDO(seq, of) "{\"seq\":" #seq "," HEAD "\"undo\",\"of\":" #of "}"

static void add(crok_log *log, const char *json)
{
    static crok_event e;
    crok_err err = {0};
    CHECK_STATUS(event_of(json, &e, &err), CROK_OK, &err);
    CHECK_STATUS(crok_log_add(log, &e, &err), CROK_OK, &err);
}

static void check_refused(const char *counts, const char *says)
{
    static crok_event e;
    crok_log log = crok_log_empty();
    char json[256];
    crok_err err = {0};
    crok_status st = CROK_OK;
    add(&log, START(1));
    (void)snprintf(json, sizeof json, COUNT(2, "black", "%s"), counts);
    st = event_of(json, &e, &err);
    if (st == CROK_OK)
        st = crok_log_add(&log, &e, &err);
    assert_int_not_equal(st, CROK_OK);
    if (strstr(err.msg, says) == NULL) {
        print_error("\"%s\" has no \"%s\"\n", err.msg, says);
        fail();
    }
    crok_log_close(&log);
}

/* ---- whose turn it is ---- */

typedef struct stand {
    int turn, hammer; /* seats; -1: nobody's */
    int left[2];
} stand;

static int seat_of(const cJSON *doc, const char *name)
{
    const cJSON *one = cJSON_GetObjectItemCaseSensitive(doc, name);
    return cJSON_IsNull(one)
               ? -1
               : (int)cJSON_GetNumberValue(
                     cJSON_GetObjectItemCaseSensitive(one, "seat"));
}

static void check_stand(const crok_log *log, const stand *want)
{
    cJSON *doc = crok_match_to_json(&log->match);
    const cJSON *sides = cJSON_GetObjectItemCaseSensitive(doc, "sides");
    assert_int_equal(seat_of(doc, "turn"), want->turn);
    assert_int_equal(seat_of(doc, "hammer"), want->hammer);
    for (int i = 0; i < 2; i++)
        assert_int_equal(
            (int)cJSON_GetNumberValue(cJSON_GetObjectItemCaseSensitive(
                cJSON_GetArrayItem(sides, i), "discs_left")),
            want->left[i]);
    cJSON_Delete(doc);
}

/* The book deals eight discs to each of two players. */
static void a_count_of_all_discs_says_whose_turn_it_is(void **state)
{
    crok_log log = crok_log_empty();
    (void)state;
    add(&log, START(1));
    check_stand(&log, &(stand){0, 2, {8, 8}});
    add(&log, COUNT(2, "black", RINGS(0, 1, 0)));
    check_stand(&log, &(stand){2, 2, {7, 8}});
    add(&log, COUNT(3, "white", RINGS(0, 0, 1)));
    check_stand(&log, &(stand){0, 2, {7, 7}});
    add(&log, COUNT(4, "black", RINGS(2, 3, 3)));
    check_stand(&log, &(stand){2, 2, {0, 7}});
    assert_int_equal(log.match.state, CROK_STATE_PLAYING);
    add(&log, COUNT(5, "white", RINGS(0, 1, 7)));
    check_stand(&log, &(stand){-1, -1, {0, 0}});
    assert_int_equal(log.match.state, CROK_STATE_ROUND_OVER);
    crok_log_close(&log);
}

static void a_count_of_points_only_does_not_say_whose_turn_it_is(void **state)
{
    crok_log log = crok_log_empty();
    (void)state;
    add(&log, START(1));
    add(&log, COUNT(2, "black", "\"total\":40"));
    check_stand(&log, &(stand){-1, 2, {8, 8}});
    crok_log_close(&log);
}

static void more_discs_than_were_dealt_are_refused(void **state)
{
    (void)state;
    check_refused(RINGS(1, 1, 7), "9 discs are counted, but only 8");
    check_refused("\"total\":40,\"out\":1", "beside \"total\"");
}

/* ---- steps back and forth ---- */

static void check_steps(const crok_log *log, const crok_undoable *want)
{
    crok_undoable got;
    crok_err err = {0};
    CHECK_STATUS(crok_log_undoable(log, &got, &err), CROK_OK, &err);
    assert_int_equal(got.undo, want->undo);
    assert_int_equal(got.redo, want->redo);
    assert_int_equal(got.back, want->back);
    assert_int_equal(got.start, want->start);
}

static void steps_go_back_to_the_start_of_the_match_and_forth(void **state)
{
    crok_log log = crok_log_empty();
    (void)state;
    check_steps(&log, &(crok_undoable){0});
    add(&log, START(1));
    check_steps(&log, &(crok_undoable){.start = 1});
    add(&log, COUNT(2, "black", RINGS(1, 0, 0)));
    add(&log, COUNT(3, "black", RINGS(2, 0, 0)));
    check_steps(&log, &(crok_undoable){.undo = 3, .start = 1});
    add(&log, UNDO(4, 3));
    add(&log, UNDO(5, 2));
    check_steps(&log, &(crok_undoable){.redo = 5, .back = 2, .start = 1});
    add(&log, UNDO(6, 5));
    check_steps(&log, &(crok_undoable){2, 4, 3, 1});
    add(&log, UNDO(7, 4));
    check_steps(&log, &(crok_undoable){.undo = 3, .start = 1});
    add(&log, UNDO(8, 3));
    add(&log, END(9)); /* after which nothing can be restored */
    check_steps(&log, &(crok_undoable){.undo = 9, .start = 1});
    crok_log_close(&log);
}

static void a_step_does_not_go_back_into_the_match_before(void **state)
{
    crok_log log = crok_log_empty();
    (void)state;
    add(&log, START(1));
    add(&log, END(2));
    add(&log, "{\"seq\":3," HEAD "\"match_end\"}");
    add(&log, START(4));
    check_steps(&log, &(crok_undoable){.start = 4});
    crok_log_close(&log);
}

/* ---- words ---- */

static void check_words(const char *before, const char *json, const char *want)
{
    static crok_event e;
    static crok_match m;
    crok_log log = crok_log_empty();
    char words[CROK_ROW_TEXT_MAX];
    crok_err err = {0};
    add(&log, START(1));
    if (before != NULL)
        add(&log, before);
    m = log.match;
    CHECK_STATUS(event_of(json, &e, &err), CROK_OK, &err);
    crok_event_words_short(&e, &m, words);
    assert_string_equal(words, want);
    crok_log_close(&log);
}

static void a_step_is_named_in_a_few_words(void **state)
{
    (void)state;
    check_words(NULL, COUNT(2, "black", RINGS(1, 0, 0)), "20 Ann");
    check_words(NULL, COUNT(2, "white", RINGS(0, 0, 1)), "out Team");
    check_words(COUNT(2, "black", RINGS(1, 2, 0)),
                COUNT(3, "black", RINGS(1, 1, 0)), "15 Ann less");
    check_words(COUNT(2, "black", RINGS(1, 2, 0)),
                COUNT(3, "black", RINGS(2, 1, 0)), "count of Ann");
    check_words(NULL, COUNT(2, "black", "\"total\":40"), "count of Ann");
    check_words(NULL, END(2), "end of round");
    check_words(NULL, "{\"seq\":2," HEAD "\"next_starter\",\"seat\":2}",
                "Bo starts");
    check_words(NULL,
                "{\"seq\":2," HEAD "\"board\",\"discs\":[{\"id\":1,"
                "\"side\":\"black\",\"x_mm\":0,\"y_mm\":90}]}",
                "Board set by hand, 1 disc");
    check_words(NULL, "{\"seq\":2," HEAD "\"concede\",\"side\":\"white\"}",
                "white gives up");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_count_of_all_discs_says_whose_turn_it_is),
        cmocka_unit_test(a_count_of_points_only_does_not_say_whose_turn_it_is),
        cmocka_unit_test(more_discs_than_were_dealt_are_refused),
        cmocka_unit_test(steps_go_back_to_the_start_of_the_match_and_forth),
        cmocka_unit_test(a_step_does_not_go_back_into_the_match_before),
        cmocka_unit_test(a_step_is_named_in_a_few_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
