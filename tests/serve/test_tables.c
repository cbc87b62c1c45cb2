/* SPDX-License-Identifier: Apache-2.0
 *
 * Several tables at one address: each has its own match, and one stream may
 * carry several of them. */
#include "serve/client.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "journal/game.h"

static crok_serve *server;

static void start(const char *path, const char *table)
{
    char body[512];
    client_reply r;
    (void)snprintf(body, sizeof body,
                   "{\"rules\": \"depot\", \"table\": \"%s\", \"sides\": "
                   "[{\"side\": \"black\"}, {\"side\": \"white\"}], "
                   "\"seats\": [{\"seat\": 0, \"side\": \"black\"}, "
                   "{\"seat\": 2, \"side\": \"white\"}], \"first_seat\": 0}",
                   table);
    r = client_post(server, path, -1, body);
    if (r.status != 200)
        fail_msg("%s: %s", path, r.body);
    client_reply_free(&r);
}

static int open_server(void **state)
{
    (void)state;
    server = client_serve_two("one.db", "two.db");
    return 0;
}

static int close_server(void **state)
{
    (void)state;
    crok_serve_close(&server);
    game_remove("one.db");
    game_remove("two.db");
    return 0;
}

/* GET gives 200 and has this text; the other way round with `has` false. */
static void check(const char *path, const char *text, bool has)
{
    client_reply r = client_ask(server, "GET", path, "", NULL);
    assert_int_equal(r.status, 200);
    if ((strstr(r.body, text) != NULL) != has)
        fail_msg("%s: %s in %s", path, text, r.body);
    client_reply_free(&r);
}

static int status_of(const char *path)
{
    client_reply r = client_ask(server, "GET", path, "", NULL);
    int status = r.status;
    client_reply_free(&r);
    return status;
}

static void each_table_has_its_own_match(void **state)
{
    (void)state;
    start("/api/match?table=2", "Blue hall");
    check("/api/match", "\"state\":\"waiting\"", true);
    check("/api/match?table=1", "\"state\":\"waiting\"", true);
    check("/api/match?table=2", "\"state\":\"playing\"", true);
    check("/api/match?table=2", "\"number\":2", true);
    check("/api/match?table=Blue%20hall", "\"number\":2", true);
    check("/api/log?table=2", "Match started", true);
    check("/api/log", "Match started", false);
    check("/healthz?table=2", "\"seq\":1", true);
    check("/healthz", "\"seq\":0", true);
}

/* A name comes before a number. */
static void a_table_is_found_by_its_name_first(void **state)
{
    (void)state;
    start("/api/match?table=2", "1");
    check("/api/match?table=1", "\"number\":2", true);
    check("/api/match?table=2", "\"number\":2", true);
    check("/api/match", "\"number\":1", true);
}

static void a_table_that_is_not_there_is_told(void **state)
{
    static const char *const none[] = {"0",  "3",  "-1", "x",
                                       "1x", "1,", ",1", "1,3"};
    (void)state;
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        char path[64];
        (void)snprintf(path, sizeof path, "/api/match?table=%s", none[i]);
        assert_int_equal(status_of(path), 404);
        (void)snprintf(path, sizeof path, "/api/events?table=%s", none[i]);
        assert_int_equal(status_of(path), 404);
    }
    assert_int_equal(status_of("/overlay?table=none"), 200);
}

static void a_picture_s_address_names_its_table(void **state)
{
    static const unsigned char bytes[] = {0xff, 0xd8, 1};
    crok_err err = {0};
    (void)state;
    CHECK_STATUS(crok_live_set_top_view(crok_serve_live(server, 1), bytes,
                                        sizeof bytes, 368.0, &err),
                 CROK_OK, &err);
    check("/api/match?table=2", "/picture.jpg?v=1&table=2", true);
    check("/api/match", "\"picture\":null", true);
    assert_int_equal(status_of("/picture.jpg?v=1&table=2"), 200);
    assert_int_equal(status_of("/picture.jpg?v=1"), 404);
}

/* ---- one stream ---- */

typedef struct stream {
    int fd;
    char text[1 << 16];
    size_t len;
} stream;

static stream *follow(const char *tables)
{
    char request[128];
    stream *s = calloc(1, sizeof *s);
    int n = snprintf(request, sizeof request,
                     "GET /api/events%s HTTP/1.1\r\nHost: localhost\r\n\r\n",
                     tables);
    assert_non_null(s);
    s->fd = client_connect(server);
    client_say(s->fd, request, (size_t)n);
    return s;
}

static void leave(stream *s)
{
    (void)close(s->fd);
    free(s);
}

/* Reads on till `n` documents with this text have come; the server's
 * heartbeats are counted, so that it does not wait for ever. */
static void wait_for(stream *s, const char *text, int n)
{
    int reads = 0;
    for (;;) {
        int there = 0;
        ssize_t got = 0;
        for (const char *p = s->text; (p = strstr(p, text)) != NULL; p++)
            there++;
        if (there >= n)
            return;
        got = read(s->fd, s->text + s->len, sizeof s->text - 1 - s->len);
        if (got <= 0 || ++reads > 50)
            fail_msg("%d of %d documents with %s", there, n, text);
        s->len += (size_t)got;
    }
}

static void one_stream_carries_several_tables(void **state)
{
    stream *both = follow("?table=1,2");
    stream *second = follow("?table=2");
    (void)state;
    wait_for(both, "\"number\":1}", 1);
    wait_for(both, "\"number\":2}", 1);
    wait_for(second, "\"state\":\"waiting\"", 1);
    start("/api/match?table=2", "B");
    start("/api/match", "A");
    wait_for(both, "\"table\":\"A\"", 1);
    wait_for(both, "\"table\":\"B\"", 1);
    wait_for(second, "\"table\":\"B\"", 1);
    start("/api/undo?table=2", "");
    wait_for(second, "\"state\":\"waiting\"", 2);
    assert_null(strstr(second->text, "\"number\":1}"));
    leave(both);
    leave(second);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define TEST(f) cmocka_unit_test_setup_teardown(f, open_server, close_server)
        TEST(each_table_has_its_own_match),
        TEST(a_table_is_found_by_its_name_first),
        TEST(a_table_that_is_not_there_is_told),
        TEST(a_picture_s_address_names_its_table),
        TEST(one_stream_carries_several_tables),
    };
    return cmocka_run_group_tests(tests, game_set_up, game_tear_down);
}
