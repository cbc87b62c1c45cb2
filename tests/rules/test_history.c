/* SPDX-License-Identifier: Apache-2.0
 *
 * What a history sums up to must be what the fold says, for every recorded
 * match; and undone shots are not in it. */
#include "check.h"

#include <string.h>

#include "rules/book_json.h"
#include "rules/history.h"
#include "rules/rules_json.h"

static crok_log played(const char *preset, int max)
{
    static char line[1 << 16];
    static crok_event e;
    char path[512];
    crok_log log = crok_log_empty();
    crok_err err = {0};
    FILE *f = NULL;
    (void)snprintf(path, sizeof path, "%s/tests/rules/matches/%s.ndjson",
                   CROK_ROOT, preset);
    f = fopen(path, "r");
    assert_non_null(f);
    while (log.n < max && fgets(line, sizeof line, f) != NULL) {
        cJSON *doc = cJSON_Parse(line);
        CHECK_STATUS(crok_event_from_json(doc, path, NULL, &e, &err), CROK_OK,
                     &err);
        cJSON_Delete(doc);
        CHECK_STATUS(crok_log_add(&log, &e, &err), CROK_OK, &err);
    }
    (void)fclose(f);
    return log;
}

static crok_history history_of(const crok_log *log)
{
    crok_history h = {0};
    crok_err err = {0};
    CHECK_STATUS(crok_history_of(log, &h, &err), CROK_OK, &err);
    return h;
}

static int count(const crok_log *log, crok_event_type type)
{
    int n = 0;
    for (int i = 0; i < log->n; i++)
        n += log->events[i]->type == type;
    return n;
}

static void check_side(const crok_match *m, const crok_history *h, int side)
{
    int by_round = 0;
    int by_shot = 0;
    int result = 0;
    for (int i = 0; i < h->n_rounds; i++) {
        by_round += h->rounds[i].twenties[side];
        result += h->rounds[i].result[side];
    }
    for (int i = 0; i < h->n_shots; i++)
        by_shot += h->shots[i].twenties[side];
    assert_int_equal(by_round, m->sides[side].twenties_total);
    assert_int_equal(by_shot, m->sides[side].twenties_total);
    assert_int_equal(result, m->sides[side].match_points);
}

static void rounds_and_shots_sum_up_to_the_match(void **state)
{
    (void)state;
    for (int i = 0; crok_preset_name(i) != NULL; i++) {
        crok_log log = played(crok_preset_name(i), CROK_MAX_EVENTS);
        crok_history h = history_of(&log);
        const crok_shot_record *last = &h.shots[h.n_shots - 1];
        assert_int_equal(log.match.state, CROK_STATE_OVER);
        assert_int_equal(h.n_rounds, count(&log, CROK_EVENT_ROUND_END));
        assert_int_equal(h.n_shots, count(&log, CROK_EVENT_SHOT));
        for (int s = 0; s < log.match.info.n_sides; s++) {
            check_side(&log.match, &h, s);
            assert_int_equal(last->total[s], h.rounds[h.n_rounds - 1].total[s]);
        }
        crok_history_free(&h);
        crok_log_close(&log);
    }
}

static void the_hammer_is_the_last_to_shoot(void **state)
{
    (void)state;
    for (int i = 0; crok_preset_name(i) != NULL; i++) {
        crok_log log = played(crok_preset_name(i), CROK_MAX_EVENTS);
        crok_history h = history_of(&log);
        int round = 0;
        for (int k = 0; k < h.n_shots; k++) {
            const crok_shot_record *s = &h.shots[k];
            bool ends = k + 1 == h.n_shots || h.shots[k + 1].shot == 1;
            if (s->shot == 1)
                assert_int_equal(s->player, h.rounds[round].first);
            if (!ends)
                continue;
            assert_int_equal(s->player, h.rounds[round].hammer);
            assert_int_equal(s->round, h.rounds[round].round);
            round++;
        }
        assert_int_equal(round, h.n_rounds);
        crok_history_free(&h);
        crok_log_close(&log);
    }
}

static void add(crok_log *log, crok_event_type type, long of, bool valid)
{
    static crok_event e;
    crok_err err = {0};
    memset(&e, 0, sizeof e);
    e.seq = log->events[log->n - 1]->seq + 1;
    e.type = type;
    if (type == CROK_EVENT_UNDO)
        e.u.of = of;
    if (type == CROK_EVENT_RULING) {
        e.u.ruling.of = of;
        e.u.ruling.valid = valid;
    }
    CHECK_STATUS(crok_log_add(log, &e, &err), CROK_OK, &err);
}

static void a_person_changes_what_was(void **state)
{
    crok_log log = played("depot", 10);
    crok_history h = history_of(&log);
    bool was = h.shots[8].valid == CROK_YES;
    (void)state;
    assert_int_equal(h.n_shots, 9);
    assert_false(h.shots[8].ruled);
    crok_history_free(&h);
    add(&log, CROK_EVENT_RULING, 10, !was);
    h = history_of(&log);
    assert_int_equal(h.n_shots, 9);
    assert_true(h.shots[8].ruled);
    assert_int_equal(h.shots[8].valid, was ? CROK_NO : CROK_YES);
    assert_non_null(strstr(h.shots[8].text, "says a person"));
    crok_history_free(&h);
    add(&log, CROK_EVENT_UNDO, 11, false);
    add(&log, CROK_EVENT_UNDO, 10, false);
    h = history_of(&log);
    assert_int_equal(h.n_shots, 8);
    assert_int_equal(h.n_rounds, 0);
    crok_history_free(&h);
    crok_log_close(&log);
}

/* The match that was played before has its title corrected, and counts its
 * rounds; the one that runs keeps its own. */
static void the_title_of_an_earlier_match_is_corrected(void **state)
{
    crok_log log = played("tournament", 2);
    crok_history h = {0};
    crok_event e = {.type = CROK_EVENT_MATCH_INFO};
    crok_err err = {0};
    static crok_event again;
    (void)state;
    add(&log, CROK_EVENT_MATCH_END, 0, false);
    e.after = log.events[log.n - 1]->seq;
    crok_kept_event(log.events[0], &again);
    again.seq = e.after + 1;
    CHECK_STATUS(crok_log_add(&log, &again, &err), CROK_OK, &err);
    e.seq = again.seq + 1;
    e.u.info.has_title = true;
    (void)snprintf(e.u.info.title, sizeof e.u.info.title, "Semi-final");
    CHECK_STATUS(crok_log_add(&log, &e, &err), CROK_OK, &err);
    h = history_of(&log);
    assert_int_equal(h.n_matches, 2);
    assert_string_equal(h.matches[0].end.info.title, "Semi-final");
    assert_string_equal(h.matches[1].end.info.title, again.u.start.title);
    assert_int_equal(h.matches[1].first_shot, h.n_shots);
    crok_history_free(&h);
    crok_log_close(&log);
}

static void nothing_has_happened_yet(void **state)
{
    crok_log log = crok_log_empty();
    crok_history h = history_of(&log);
    (void)state;
    assert_int_equal(h.n_rounds + h.n_shots, 0);
    crok_history_free(&h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rounds_and_shots_sum_up_to_the_match),
        cmocka_unit_test(the_hammer_is_the_last_to_shoot),
        cmocka_unit_test(a_person_changes_what_was),
        cmocka_unit_test(the_title_of_an_earlier_match_is_corrected),
        cmocka_unit_test(nothing_has_happened_yet),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
