/* SPDX-License-Identifier: Apache-2.0
 *
 * A script with the token of a scanned code writes no faster than persons tap,
 * so that it cannot spend a record. The clock is the test's. */
#include "serve/client.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "capture/scratch.h"
#include "core/clock.h"
#include "journal/game.h"
#include "serve/serve_inner.h"

int64_t __wrap_crok_clock_monotonic_ms(void);

static int64_t now_ms = 1000;
static crok_serve *server;

int64_t __wrap_crok_clock_monotonic_ms(void)
{
    return __atomic_load_n(&now_ms, __ATOMIC_RELAXED);
}

static void pass(int64_t ms)
{
    (void)__atomic_fetch_add(&now_ms, ms, __ATOMIC_RELAXED);
}

/* ---- the real server ---- */

static const char *table_token(int i)
{
    return server->keys.of[i].token;
}

static client_reply post(const char *token, const char *path, const char *body)
{
    char headers[256];
    (void)snprintf(headers, sizeof headers,
                   "Authorization: Bearer %s\r\nContent-Type: "
                   "application/json\r\n",
                   token);
    return client_ask(server, "POST", path, headers, body);
}

static int status_of(const char *token, const char *path)
{
    client_reply r = post(token, path,
                          "{\"type\":\"match_info\",\"title\":"
                          "\"A\"}");
    int status = r.status;
    client_reply_free(&r);
    return status;
}

/* Number of events that are taken until one is refused. */
static int taken(const char *token, const char *path)
{
    int n = 0;
    int status = 200;
    while (n < 2 * CROK_TAPS_OF_PERSONS.most &&
           (status = status_of(token, path)) == 200)
        n++;
    assert_int_equal(status, 429);
    return n;
}

static void a_code_s_token_taps_like_persons(void **state)
{
    const crok_bucket_size size = CROK_TAPS_OF_PERSONS;
    client_reply r;
    (void)state;
    server = client_serve_two("one.db", "two.db");
    client_play(server, 1);
    assert_int_equal(taken(table_token(0), "/api/event"), size.most);
    r = post(table_token(0), "/api/undo", "{}");
    assert_int_equal(r.status, 429);
    assert_true(client_has(&r, "Retry-After: 3"));
    assert_non_null(strstr(r.body, "\"too_fast\""));
    assert_non_null(strstr(r.body, "try again in 3 s"));
    client_reply_free(&r);
    assert_int_equal(crok_live_seq(crok_serve_live(server, 0)), 1 + size.most);
    /* the operator is not held up, and what is refused or tried is no tap */
    assert_int_equal(status_of(CLIENT_TOKEN, "/api/event"), 200);
    pass(size.each_ms - 1);
    assert_int_equal(taken(table_token(0), "/api/event"), 0);
    pass(1);
    r = post(table_token(0), "/api/undo", "{\"of\": 9999}");
    assert_int_equal(r.status, 409);
    client_reply_free(&r);
    assert_int_equal(status_of(table_token(0), "/api/try"), 200);
    assert_int_equal(taken(table_token(0), "/api/event"), 1);
    crok_serve_close(&server);
    game_remove("one.db");
    game_remove("two.db");
}

/* Table 2 has its own. */
static void a_table_s_taps_are_its_own(void **state)
{
    client_reply r;
    (void)state;
    server = client_serve_two("one.db", "two.db");
    client_play(server, 1);
    assert_true(taken(table_token(0), "/api/event") > 0);
    r = post(table_token(1), "/api/event?n=2",
             "{\"type\":\"match_start\",\"rules\":\"depot\",\"sides\":[{"
             "\"side\":\"black\"},{\"side\":\"white\"}],\"seats\":[{"
             "\"seat\":0,\"side\":\"black\"},{\"seat\":2,\"side\":"
             "\"white\"}],\"first_seat\":0,\"table\":\"two\"}");
    assert_int_equal(r.status, 200);
    client_reply_free(&r);
    crok_serve_close(&server);
    game_remove("one.db");
    game_remove("two.db");
}

/* ---- a record that fills ---- */

/* Makes a record of the match's start and names, n events in all. */
static void make_record(const char *name, int n)
{
    static const char line[] =
        "{\"schema\":\"crokeye.event/1\",\"seq\":%d,\"time\":"
        "\"2026-05-02T10:00:20Z\",\"type\":\"match_info\",\"title\":\"A\"}\n";
    size_t start = strcspn(game_depot, "\n") + 1;
    size_t size = start + (size_t)n * (sizeof line + 8);
    char *text = malloc(size);
    size_t len = start;
    crok_journal *j = game_open(name, CROK_JOURNAL_WRITE);
    crok_err err = {0};
    assert_non_null(text);
    memcpy(text, game_depot, start);
    for (int seq = 2; seq <= n; seq++)
        len += (size_t)snprintf(text + len, size - len, line, seq);
    CHECK_STATUS(crok_journal_import(j, "names", text, len, &err), CROK_OK,
                 &err);
    crok_journal_close(&j);
    free(text);
}

/* GET gives this status, and has this text. */
static void check_says(const char *path, int status, const char *text)
{
    client_reply r = client_ask(server, "GET", path, "", NULL);
    assert_int_equal(r.status, status);
    if (strstr(r.body, text) == NULL)
        fail_msg("%s: no %s in %s", path, text, r.body);
    client_reply_free(&r);
}

static void the_operator_is_told_before_a_record_is_full(void **state)
{
    client_reply r;
    (void)state;
    make_record("one.db", CROK_MAX_EVENTS / 5 * 4 - 1);
    server = client_serve("one.db");
    check_says("/healthz", 200, "\"ok\":true");
    assert_int_equal(status_of(CLIENT_TOKEN, "/api/event"), 200);
    check_says("/healthz", 503, "\"code\":\"full\"");
    check_says("/api/match", 200, "begin the next one in a new record");
    r = post(CLIENT_TOKEN, "/api/match", "{\"end\": true}");
    assert_int_equal(r.status, 200);
    client_reply_free(&r);
    crok_serve_close(&server);
    game_remove("one.db");
}

/* ---- a whole day ---- */

enum { N_MATCHES = 40, MATCH_MINUTES = 18, TAPS_A_MINUTE = 1000 };

static crok_event *match[300];
static int n_match;

static void read_match(void)
{
    const crok_event *e = NULL;
    for (; game_event(game_woodestic, n_match, &e); n_match++) {
        match[n_match] = malloc(sizeof *e);
        assert_non_null(match[n_match]);
        *match[n_match] = *e;
    }
    assert_int_equal(n_match, 201);
}

static void add(crok_log *log, const crok_event *what)
{
    static crok_event e;
    crok_err err = {0};
    e = *what;
    e.seq = log->n + 1;
    CHECK_STATUS(crok_log_add(log, &e, &err), CROK_OK, &err);
}

/* A minute of the script: it sends a name for the match, again and again. */
static int script(crok_log *log, crok_bucket *b)
{
    static const crok_event name = {.type = CROK_EVENT_MATCH_INFO};
    const crok_bucket_size size = CROK_TAPS_OF_PERSONS;
    int n = 0;
    for (int i = 0; i < TAPS_A_MINUTE; i++) {
        if (crok_bucket_wait(b, size, now_ms) == 0) {
            crok_bucket_add(b, size, now_ms);
            add(log, &name);
            n++;
        }
        now_ms += 60000 / TAPS_A_MINUTE;
    }
    return n;
}

static void a_day_beside_a_script_takes_every_end(void **state)
{
    crok_log log = crok_log_empty();
    crok_taps taps = {0};
    const crok_event end = {.type = CROK_EVENT_MATCH_END};
    int n_script = 0;
    int at = 0;
    (void)state;
    read_match();
    for (int m = 0; m < N_MATCHES; m++) {
        at = 0;
        for (int minute = 0; minute < MATCH_MINUTES; minute++) {
            int to = n_match * (minute + 1) / MATCH_MINUTES;
            for (; at < to; at++)
                add(&log, match[at]);
            n_script += script(&log, &taps.persons);
        }
        add(&log, &end);
        assert_int_equal(log.match.state, CROK_STATE_OVER);
        assert_false(crok_room_is_short(log.n));
    }
    print_message("%d matches, %d events; %d of the script's %d taps were "
                  "taken\n",
                  N_MATCHES, log.n, n_script,
                  N_MATCHES * MATCH_MINUTES * TAPS_A_MINUTE);
    for (int i = 0; i < n_match; i++)
        free(match[i]);
    crok_log_close(&log);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_code_s_token_taps_like_persons),
        cmocka_unit_test(a_table_s_taps_are_its_own),
        cmocka_unit_test(the_operator_is_told_before_a_record_is_full),
        cmocka_unit_test(a_day_beside_a_script_takes_every_end),
    };
    return cmocka_run_group_tests(tests, game_set_up, game_tear_down);
}
