/* SPDX-License-Identifier: Apache-2.0
 *
 * A hall's server: documents that the caller gives, of many tables, and nothing
 * can be written. */
#include "serve/client.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "serve/serve.h"

static crok_serve *server;
static crok_err err;

static int open_server(void **state)
{
    const crok_serve_config config = {
        .listen = "127.0.0.1:0", .token = CLIENT_TOKEN, .is_hall = true};
    (void)state;
    if (crok_serve_open(&config, &server, &err) != CROK_OK)
        fail_msg("%s", err.msg);
    return 0;
}

static int close_server(void **state)
{
    (void)state;
    crok_serve_close(&server);
    return 0;
}

static int add(const char *name)
{
    int place = -1;
    if (crok_serve_add_table(server, name, &place, &err) != CROK_OK)
        fail_msg("%s", err.msg);
    return place;
}

static void add_many(int n)
{
    for (int i = 0; i < n; i++) {
        char name[16];
        (void)snprintf(name, sizeof name, "T%d", i + 1);
        assert_int_equal(add(name), i);
    }
}

static void put(int place, const char *record, int seq)
{
    char json[200];
    (void)snprintf(json, sizeof json,
                   "{\"schema\":\"crokeye.match/1\",\"number\":%d,\"seq\":%d}",
                   place + 1, seq);
    if (crok_serve_put(server, place, record, json, &err) != CROK_OK)
        fail_msg("%s", err.msg);
}

/* GET gives this status, and a body with this text. */
static void check(const char *path, int status, const char *text)
{
    client_reply r = client_ask(server, "GET", path, "", NULL);
    if (r.status != status || strstr(r.body, text) == NULL)
        fail_msg("%s: %d %s", path, r.status, r.body);
    client_reply_free(&r);
}

static void tables_have_names_numbers_and_records(void **state)
{
    (void)state;
    add_many(3);
    check("/api/match?n=3", 200, "\"state\":\"waiting\"");
    check("/api/match?n=3", 200, "\"number\":3");
    put(1, "an-id", 41);
    check("/api/match?table=T2", 200, "\"seq\":41");
    check("/api/match?n=2", 200, "\"seq\":41");
    check("/api/match?n=2&record=an-id", 200, "\"seq\":41");
    check("/api/match?n=2&record=another", 412, "stale");
    check("/api/match?n=1&record=an-id", 412, "stale");
    check("/api/match?n=4", 404, "table");
    check("/api/match?table=T4", 404, "table");
    check("/api/match?n=2&at=1", 404, "not_found");
    check("/api/flat", 200, "\"number\":3");
    check("/api/flat?n=2", 200, "\"number\":2");
}

static void a_hall_without_tables_says_so(void **state)
{
    (void)state;
    check("/api/match", 404, "The hall has no table yet.");
    check("/api/flat", 404, "The hall has no table yet.");
    check("/healthz", 200, "\"tables\":0");
    check("/tables", 200, "wall.js");
}

static void a_table_is_added_once(void **state)
{
    int place = 7;
    char longest[CROK_NAME_MAX + 1];
    (void)state;
    memset(longest, 'x', CROK_NAME_MAX);
    longest[CROK_NAME_MAX] = '\0';
    assert_int_equal(add("A"), 0);
    CHECK_STATUS(crok_serve_add_table(server, "A", &place, &err),
                 CROK_ECONFLICT, &err);
    CHECK_STATUS(crok_serve_add_table(server, "", &place, &err), CROK_EARG,
                 &err);
    CHECK_STATUS(crok_serve_add_table(server, longest, &place, &err), CROK_EARG,
                 &err);
    assert_int_equal(place, 7);
    for (int i = 1; i < CROK_HALL_TABLES; i++) {
        char name[16];
        (void)snprintf(name, sizeof name, "B%d", i);
        assert_int_equal(add(name), i);
    }
    CHECK_STATUS(crok_serve_add_table(server, "C", &place, &err),
                 CROK_ECONFLICT, &err);
    check("/api/match?n=128", 200, "\"number\":128");
}

/* The pages and documents that a hall has, and those that only a match has. */
static void addresses_are_those_of_a_hall(void **state)
{
    static const char *const pages[] = {
        "/", "/tables", "/table/T1", "/day", "/overlay?n=1", "/pages/wall.js"};
    static const char *const none[] = {"/console",   "/photo",  "/api/log",
                                       "/api/event", "/qr.svg", "/api/host",
                                       "/setup",     "/table/", "/picture.jpg"};
    (void)state;
    add_many(1);
    for (size_t i = 0; i < sizeof pages / sizeof *pages; i++)
        check(pages[i], 200, "/pages/");
    for (size_t i = 0; i < sizeof none / sizeof *none; i++)
        check(none[i], 404, "not_found");
}

static void nothing_can_be_written(void **state)
{
    client_reply r;
    (void)state;
    add_many(1);
    r = client_post(server, "/api/undo", -1, "{}");
    assert_int_equal(r.status, 404);
    client_reply_free(&r);
    r = client_post(server, "/api/match", -1, "{\"end\":true}");
    assert_int_equal(r.status, 405);
    client_reply_free(&r);
}

static void the_hall_s_documents_come_when_they_are_given(void **state)
{
    static const char wall[] = "{\"schema\":\"crokeye.tables/1\"}";
    static const char day[] = "{\"schema\":\"crokeye.day/1\"}";
    static const char sheet[] = "Date,Tournament\r\n";
    client_reply r;
    (void)state;
    check("/api/tables", 404, "not_found");
    check("/api/day", 404, "not_found");
    check("/day/matches.csv", 404, "not_found");
    assert_int_equal(crok_serve_put_hall(server, CROK_HALL_WALL, wall, &err),
                     CROK_OK);
    assert_int_equal(crok_serve_put_hall(server, CROK_HALL_DAY, day, &err),
                     CROK_OK);
    assert_int_equal(
        crok_serve_show(server, CROK_SHOWN_MATCHES, sheet, strlen(sheet), &err),
        CROK_OK);
    check("/api/tables", 200, wall);
    check("/api/day", 200, day);
    check("/day/matches.csv", 200, sheet);
    check("/day/results.csv", 404, "not_found");
    r = client_ask(server, "GET", "/day/matches.csv",
                   "Origin: https://elsewhere.example\r\n", NULL);
    assert_true(client_has(&r, "Content-Type: text/csv; charset=utf-8"));
    assert_true(client_has(&r, "Access-Control-Allow-Origin: *"));
    client_reply_free(&r);
}

/* Read from a stream until it has said a text. */
static void await(int fd, const char *text)
{
    static char said[1 << 20];
    size_t n = 0;
    while (n < sizeof said - 1) {
        ssize_t more = read(fd, said + n, sizeof said - 1 - n);
        if (more <= 0)
            fail_msg("the stream ended without %s", text);
        n += (size_t)more;
        said[n] = '\0';
        if (strstr(said, text) != NULL)
            return;
    }
    fail_msg("the stream has said much, and not %s", text);
}

static int follow(const char *path)
{
    char request[200];
    int fd = client_connect(server);
    (void)snprintf(request, sizeof request,
                   "GET %s HTTP/1.1\r\nHost: localhost\r\n\r\n", path);
    client_say(fd, request, strlen(request));
    return fd;
}

static void streams_carry_what_they_are_of(void **state)
{
    int tables = 0;
    int wall = 0;
    (void)state;
    add_many(100);
    tables = follow("/api/events?n=1,65,100");
    await(tables, "\"number\":100");
    put(64, "id", 77);
    put(99, "id", 78);
    await(tables, "\"seq\":78");
    wall = follow("/api/tables/events");
    assert_int_equal(
        crok_serve_put_hall(server, CROK_HALL_WALL, "{\"a\":1}", &err),
        CROK_OK);
    await(wall, "event: tables\ndata: {\"a\":1}");
    put(2, "id", 79); /* which neither follows */
    assert_int_equal(
        crok_serve_put_hall(server, CROK_HALL_WALL, "{\"a\":2}", &err),
        CROK_OK);
    await(wall, "{\"a\":2}");
    (void)close(tables);
    (void)close(wall);
}

#define CASE(f) cmocka_unit_test_setup_teardown(f, open_server, close_server)

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(tables_have_names_numbers_and_records),
        CASE(a_hall_without_tables_says_so),
        CASE(a_table_is_added_once),
        CASE(addresses_are_those_of_a_hall),
        CASE(nothing_can_be_written),
        CASE(the_hall_s_documents_come_when_they_are_given),
        CASE(streams_carry_what_they_are_of),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
