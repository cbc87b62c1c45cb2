/* SPDX-License-Identifier: Apache-2.0
 *
 * Judging asks for no memory: malloc and its kin are wrapped by the linker and
 * counted. And where the log gets none, it says so and is as before. */
#include "check.h"

#include <stdlib.h>
#include <string.h>

#include "rules/book_json.h"
#include "rules/gen.h"
#include "rules/judge.h"
#include "rules/log.h"
#include "rules/rules_json.h"
#include "wrapped_malloc.h"

static void judging_asks_for_no_memory(void **state)
{
    gen g = {7};
    (void)state;
    (void)gen_book(&g); /* reads the presets once */
    for (int i = 0; i < 2000; i++) {
        crok_book book = gen_book(&g);
        crok_shot s = gen_shot(&g);
        crok_judgement j;
        crok_decision d;
        long before = n_calls;
        s.missing = i % 3 == 0 ? CROK_MISS_CONTACTS : 0U;
        crok_judge(&book, &s, &j);
        crok_judge_as(&book, &s, i % 2 == 0, &d);
        assert_int_equal(crok_shot_check(&s, NULL), CROK_OK);
        assert_int_equal(n_calls, before);
    }
}

/* A match of one shot, a ruling and an undo; returns the first status that is
 * not OK. The log must then be as it was before that event. */
static crok_status play(crok_log *log, const crok_event *e, int n)
{
    for (int i = 0; i < n; i++) {
        crok_err err = {0};
        int before = log->n;
        crok_state was = log->match.state;
        crok_status st = crok_log_add(log, &e[i], &err);
        if (st == CROK_OK)
            continue;
        assert_int_equal(log->n, before);
        assert_int_equal(log->match.state, was);
        return st;
    }
    return CROK_OK;
}

static void without_memory_the_log_stays_as_it_was(void **state)
{
    static crok_event e[4];
    crok_match_start *s = &e[0].u.start;
    long at = 1;
    crok_status st = CROK_ENOMEM;
    (void)state;
    memset(e, 0, sizeof e);
    for (int i = 0; i < 4; i++)
        e[i].seq = i + 1;
    assert_int_equal(crok_book_preset("depot", &s->book, NULL, NULL), CROK_OK);
    s->lines = crok_lines_tournament();
    s->disc_mm = CROK_DISC_RADIUS_MM;
    s->n_sides = 2;
    (void)snprintf(s->sides[0].side, CROK_NAME_MAX, "black");
    (void)snprintf(s->sides[1].side, CROK_NAME_MAX, "white");
    s->seats = (crok_seats){.n = 2, .seat = {0, 2}, .side = {0, 1}};
    e[1].type = CROK_EVENT_SHOT;
    e[1].u.shot.shot = crok_shot_empty();
    (void)snprintf(e[1].u.shot.shot.side[0], CROK_NAME_MAX, "black");
    e[2].type = CROK_EVENT_RULING;
    e[2].u.ruling = (crok_ruling){.of = 2, .valid = true};
    e[3].type = CROK_EVENT_UNDO;
    e[3].u.of = 3;
    for (; st == CROK_ENOMEM && at < 100; at++) {
        crok_log log = crok_log_empty();
        n_calls = 0;
        fail_at = at;
        st = play(&log, e, 4);
        fail_at = -1;
        crok_log_close(&log);
    }
    assert_int_equal(st, CROK_OK);
    assert_true(at > 8); /* it failed at each of several places first */
}

static void without_memory_reading_says_so(void **state)
{
    static crok_event e;
    cJSON *doc =
        cJSON_Parse("{\"seq\":1,\"time\":\"t\",\"type\":\"round_end\"}");
    crok_err err = {0};
    (void)state;
    n_calls = 0;
    fail_at = 1;
    CHECK_STATUS(crok_event_from_json(doc, "t", NULL, &e, &err), CROK_ENOMEM,
                 &err);
    fail_at = -1;
    cJSON_Delete(doc);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_wrapper_sees_an_allocation),
        cmocka_unit_test(judging_asks_for_no_memory),
        cmocka_unit_test(without_memory_the_log_stays_as_it_was),
        cmocka_unit_test(without_memory_reading_says_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
