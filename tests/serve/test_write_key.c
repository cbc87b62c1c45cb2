/* SPDX-License-Identifier: Apache-2.0
 *
 * A write that is sent again with its key counts once, and is told from
 * another's (journal/write_key.h). */
#include "serve/client.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "capture/scratch.h"
#include "journal/game.h"
#include "journal/write_key.h"
#include "serve/serve_inner.h"

static crok_serve *server;

static int begin(void **state)
{
    (void)state;
    server = client_serve("keys.db");
    client_play(server, 1);
    return 0;
}

static int end(void **state)
{
    (void)state;
    crok_serve_close(&server);
    game_remove("keys.db");
    return 0;
}

static long seq_now(void)
{
    return crok_live_seq(crok_serve_live(server, 0));
}

/* A write with more headers, each ended by \r\n; key NULL: none. */
static client_reply post(const char *path, const char *key, const char *more,
                         const char *body)
{
    char headers[512];
    char line[128] = "";
    if (key != NULL)
        (void)snprintf(line, sizeof line, "Idempotency-Key: %s\r\n", key);
    (void)snprintf(headers, sizeof headers,
                   "Authorization: Bearer " CLIENT_TOKEN "\r\nContent-Type: "
                   "application/json\r\n%s%s",
                   line, more);
    return client_ask(server, "POST", path, headers, body);
}

/* Checks the answer's status, the event that it names (0: none), and the seq of
 * the match after it. */
static void check(client_reply r, int status, long event, long seq)
{
    char line[40];
    (void)snprintf(line, sizeof line, "Crok-Event: %ld", event);
    assert_int_equal(r.status, status);
    assert_true(event == 0 || client_has(&r, line));
    assert_int_equal(seq_now(), seq);
    client_reply_free(&r);
}

static const char TITLE[] = "{\"type\":\"match_info\",\"title\":\"A\"}";
static const char OTHER[] = "{\"type\":\"match_info\",\"title\":\"B\"}";

static void a_write_counts_once(void **state)
{
    (void)state;
    check(post("/api/event", "\"k-1\"", "", TITLE), 200, 2, 2);
    check(post("/api/event", "\"k-1\"", "", TITLE), 200, 2, 2);
    check(post("/api/event", "k-1", "", TITLE), 200, 2, 2);
    check(post("/api/event", "k-2", "", TITLE), 200, 3, 3);
    check(post("/api/event", NULL, "", TITLE), 200, 4, 4);
    check(post("/api/event", NULL, "", TITLE), 200, 5, 5);
    /* also after another program has started with the record */
    crok_serve_close(&server);
    server = client_serve("keys.db");
    check(post("/api/event", "k-1", "", TITLE), 200, 2, 5);
}

/* If-Match says what the writer saw at the first try. */
static void a_retry_is_told_from_another_s_write(void **state)
{
    static const char seen[] = "If-Match: \"1\"\r\n";
    (void)state;
    check(post("/api/event", "mine", seen, TITLE), 200, 2, 2);
    check(post("/api/event", NULL, "", OTHER), 200, 3, 3);
    check(post("/api/event", "mine", seen, TITLE), 200, 2, 3);
    check(post("/api/event", "late", seen, TITLE), 412, 0, 3);
    /* a refused one has not counted: it may come again */
    check(post("/api/event", "late", "", TITLE), 200, 4, 4);
}

static void a_key_is_that_of_one_write(void **state)
{
    client_reply r;
    (void)state;
    check(post("/api/event", "k", "", TITLE), 200, 2, 2);
    r = post("/api/event", "k", "", OTHER);
    assert_non_null(strstr(r.body, "\"key_used\""));
    assert_non_null(strstr(r.body, "event 2"));
    check(r, 422, 0, 2);
    check(post("/api/undo", "k", "", TITLE), 422, 0, 2);
    /* keys that begin alike are two */
    check(post("/api/event", "k-", "", TITLE), 200, 3, 3);
}

static void an_undo_is_not_done_twice(void **state)
{
    (void)state;
    check(post("/api/event", "a", "", TITLE), 200, 2, 2);
    check(post("/api/event", "b", "", OTHER), 200, 3, 3);
    check(post("/api/undo", "c", "", "{}"), 200, 4, 4);
    check(post("/api/undo", "c", "", "{}"), 200, 4, 4);
    /* what was taken back was written all the same */
    check(post("/api/event", "b", "", OTHER), 200, 3, 4);
}

static void a_key_has_one_form(void **state)
{
    static const char *const wrong[] = {"",    "\"\"",         "\"a",     "a\"",
                                        "a b", "\"a\", \"b\"", "\xc3\xa4"};
    char long_one[CROK_WRITE_KEY_MAX + 2];
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        check(post("/api/event", wrong[i], "", TITLE), 400, 0, 1);
    memset(long_one, 'k', sizeof long_one);
    long_one[CROK_WRITE_KEY_MAX + 1] = '\0';
    check(post("/api/event", long_one, "", TITLE), 400, 0, 1);
    check(post("/api/event", "a", "Idempotency-Key: b\r\n", TITLE), 400, 0, 1);
    check(post("/api/event", long_one + 1, "", TITLE), 200, 2, 2);
    check(post("/api/event", long_one + 1, "", TITLE), 200, 2, 2);
    /* a trial writes nothing, so that it keeps no key */
    check(post("/api/try", "t", "", TITLE), 200, 0, 2);
    check(post("/api/event", "t", "", TITLE), 200, 3, 3);
}

/* A body cannot say the key of another write. */
static void the_body_says_no_key(void **state)
{
    static const char body[] =
        "{\"type\":\"match_info\",\"title\":\"A\",\"x-key\":\"k 0\"}";
    static const char inside[] =
        "{\"type\":\"match_info\",\"title\":\"A\",\"x-own\":{\"x-key\":"
        "\"j 0\"}}";
    (void)state;
    check(post("/api/event", NULL, "", body), 200, 2, 2);
    check(post("/api/event", "k", "", TITLE), 200, 3, 3);
    check(post("/api/event", NULL, "", inside), 200, 4, 4);
    check(post("/api/event", "j", "", TITLE), 200, 5, 5);
    check(post("/api/event", "j", "", TITLE), 200, 5, 5);
}

/* Whoever has spent its taps may still ask whether its last one has counted. */
static void a_retry_is_no_tap(void **state)
{
    char key[32];
    int n = 0;
    int status = 200;
    (void)state;
    while (status == 200) {
        client_reply r;
        (void)snprintf(key, sizeof key, "k-%d", ++n);
        r = post("/api/event", key, "", TITLE);
        status = r.status;
        client_reply_free(&r);
    }
    assert_int_equal(status, 429);
    check(post("/api/event", key, "", TITLE), 429, 0, n);
    (void)snprintf(key, sizeof key, "k-%d", n - 1);
    check(post("/api/event", key, "", TITLE), 200, n, n);
}

static void an_event_is_found_by_its_key(void **state)
{
    static const struct {
        const char *query;
        int status;
    } asked[] = {
        {"?key=k-1", 200}, {"?key=k", 404},      {"?key=k-1%200", 404},
        {"?key=", 404},    {"?of=2", 200},       {"?of=2&key=k-1", 400},
        {"", 400},         {"?key=k-1%22", 404}, {"?key=k-1%00x", 404}};
    (void)state;
    check(post("/api/event", "k-1", "", TITLE), 200, 2, 2);
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
        char path[64];
        client_reply r;
        (void)snprintf(path, sizeof path, "/api/event%s", asked[i].query);
        r = client_ask(server, "GET", path, "", NULL);
        assert_int_equal(r.status, asked[i].status);
        assert_int_equal(r.status == 200,
                         strstr(r.body, "\"x-key\":\"k-1 ") != NULL);
        client_reply_free(&r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_write_counts_once, begin, end),
        cmocka_unit_test_setup_teardown(a_retry_is_told_from_another_s_write,
                                        begin, end),
        cmocka_unit_test_setup_teardown(a_key_is_that_of_one_write, begin, end),
        cmocka_unit_test_setup_teardown(an_undo_is_not_done_twice, begin, end),
        cmocka_unit_test_setup_teardown(a_key_has_one_form, begin, end),
        cmocka_unit_test_setup_teardown(the_body_says_no_key, begin, end),
        cmocka_unit_test_setup_teardown(a_retry_is_no_tap, begin, end),
        cmocka_unit_test_setup_teardown(an_event_is_found_by_its_key, begin,
                                        end),
    };
    return cmocka_run_group_tests(tests, game_set_up, game_tear_down);
}
