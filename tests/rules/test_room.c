/* SPDX-License-Identifier: Apache-2.0
 *
 * A record that is filled, by whatever, still takes what repairs it and what
 * ends the match; and a full one is folded quickly, however many undos it
 * has. Prints the times and the memory. */
#include "check.h"

#include <malloc.h>
#include <stdlib.h>
#include <string.h>

#include "bench/clock.h"
#include "rules/log.h"
#include "rules/rules_json.h"

static crok_event begun; /* the start of a match */

static int set_up(void **state)
{
    static char line[1 << 16];
    crok_err err = {0};
    cJSON *doc = NULL;
    FILE *f = fopen(CROK_ROOT "/tests/rules/matches/depot.ndjson", "r");
    (void)state;
    assert_non_null(f);
    assert_non_null(fgets(line, sizeof line, f));
    (void)fclose(f);
    doc = cJSON_Parse(line);
    CHECK_STATUS(crok_event_from_json(doc, "start", NULL, &begun, &err),
                 CROK_OK, &err);
    cJSON_Delete(doc);
    return 0;
}

static crok_status add(crok_log *log, crok_event_type type, long of,
                       crok_err *err)
{
    static crok_event e;
    memset(&e, 0, sizeof e);
    e.type = type;
    e.seq = log->n + 1;
    if (type == CROK_EVENT_UNDO)
        e.u.of = of;
    return crok_log_load(log, &e, err);
}

static void add_ok(crok_log *log, crok_event_type type, long of)
{
    crok_err err = {0};
    CHECK_STATUS(add(log, type, of, &err), CROK_OK, &err);
}

static void refused(crok_log *log, crok_event_type type, long of)
{
    crok_err err = {0};
    int n = log->n;
    CHECK_STATUS(add(log, type, of, &err), CROK_ETOOLARGE, &err);
    assert_non_null(strstr(err.msg, "go on in a new record"));
    assert_int_equal(log->n, n);
}

static crok_log started(void)
{
    crok_log log = crok_log_empty();
    crok_err err = {0};
    CHECK_STATUS(crok_log_add(&log, &begun, &err), CROK_OK, &err);
    return log;
}

/* A script writes what it can: names, then undos of its names. */
static void a_full_record_takes_repairs_and_its_end(void **state)
{
    crok_log log = started();
    crok_err err = {0};
    long of = 2;
    (void)state;
    assert_false(crok_room_is_short(log.n));
    while (log.n < CROK_MAX_EVENTS - CROK_KEPT_FOR_REPAIRS)
        add_ok(&log, CROK_EVENT_MATCH_INFO, 0);
    assert_true(crok_room_is_short(log.n));
    refused(&log, CROK_EVENT_MATCH_INFO, 0);
    while (log.n < CROK_MAX_EVENTS - CROK_KEPT_FOR_ENDS)
        add_ok(&log, CROK_EVENT_UNDO, of++);
    refused(&log, CROK_EVENT_UNDO, of);
    refused(&log, CROK_EVENT_MATCH_INFO, 0);
    add_ok(&log, CROK_EVENT_MATCH_END, 0);
    CHECK_STATUS(crok_log_settle(&log, &err), CROK_OK, &err);
    assert_int_equal(log.match.state, CROK_STATE_OVER);
    refused(&log, CROK_EVENT_UNDO, log.n); /* nor can the end be undone */
    crok_log_close(&log);
}

/* Every second event takes the one before it back: folded each time, this would
 * be a hundred million steps and more. */
static void a_full_record_of_undos_is_folded_once(void **state)
{
    crok_log log = started();
    crok_err err = {0};
    double t0 = clock_cpu_ns();
    double t1 = 0.0;
    (void)state;
    while (log.n < CROK_MAX_EVENTS - CROK_KEPT_FOR_REPAIRS)
        if (log.n % 2 == 1)
            add_ok(&log, CROK_EVENT_MATCH_INFO, 0);
        else
            add_ok(&log, CROK_EVENT_UNDO, log.n);
    t1 = clock_cpu_ns();
    CHECK_STATUS(crok_log_settle(&log, &err), CROK_OK, &err);
    assert_int_equal(log.match.state, CROK_STATE_PLAYING);
    print_message("%d events, half of them undos: loaded in %.0f ms, folded in "
                  "%.0f ms of processor time, %zu MB\n",
                  log.n, (t1 - t0) / 1e6, (clock_cpu_ns() - t1) / 1e6,
                  mallinfo2().uordblks >> 20);
    crok_log_close(&log);
}

/* What is loaded is what was added, one by one; what does not fit is told, and
 * cut off again. */
static void loading_gives_the_match_of_adding(void **state)
{
    crok_log log = started();
    crok_match before = log.match;
    crok_err err = {0};
    (void)state;
    add_ok(&log, CROK_EVENT_MATCH_INFO, 0);
    add_ok(&log, CROK_EVENT_UNDO, 2);
    add_ok(&log, CROK_EVENT_MATCH_END, 0);
    assert_int_equal(log.match.state, CROK_STATE_PLAYING); /* it waits */
    add_ok(&log, CROK_EVENT_UNDO, 4);
    CHECK_STATUS(crok_log_settle(&log, &err), CROK_OK, &err);
    assert_int_equal(log.match.state, CROK_STATE_PLAYING);
    add_ok(&log, CROK_EVENT_UNDO, 77);
    CHECK_STATUS(crok_log_settle(&log, &err), CROK_ECONFLICT, &err);
    assert_non_null(strstr(err.msg, "no event 77"));
    crok_log_cut(&log, 1, &before);
    CHECK_STATUS(crok_log_settle(&log, &err), CROK_OK, &err);
    assert_int_equal(log.n, 1);
    crok_log_close(&log);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_full_record_takes_repairs_and_its_end),
        cmocka_unit_test(a_full_record_of_undos_is_folded_once),
        cmocka_unit_test(loading_gives_the_match_of_adding),
    };
    return cmocka_run_group_tests(tests, set_up, NULL);
}
