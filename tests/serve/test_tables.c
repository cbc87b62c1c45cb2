/* SPDX-License-Identifier: Apache-2.0
 *
 * Several tables at one address: each has its own match, and one stream may
 * carry several of them. */
#include "serve/client.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "capture/scratch.h"
#include "journal/game.h"

static crok_serve *server;

/* Starts a match with this name of its table. */
static client_reply try_start(const char *path, const char *table)
{
    char body[512];
    (void)snprintf(body, sizeof body,
                   "{\"rules\": \"depot\", \"table\": \"%s\", \"sides\": "
                   "[{\"side\": \"black\"}, {\"side\": \"white\"}], "
                   "\"seats\": [{\"seat\": 0, \"side\": \"black\"}, "
                   "{\"seat\": 2, \"side\": \"white\"}], \"first_seat\": 0}",
                   table);
    return client_post(server, path, -1, body);
}

static void start(const char *path, const char *table)
{
    client_reply r = try_start(path, table);
    if (r.status != 200)
        fail_msg("%s: %s", path, r.body);
    client_reply_free(&r);
}

/* Takes event `of` of a table back. */
static void undo(const char *path, int of)
{
    char body[32];
    client_reply r;
    (void)snprintf(body, sizeof body, "{\"of\": %d}", of);
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

/* The status of a write, whatever it is. */
static int post(const char *path, const char *body)
{
    client_reply r = client_post(server, path, -1, body);
    int status = r.status;
    client_reply_free(&r);
    return status;
}

/* "?table=" with each byte of the name as "%41". */
static void name_address(const char *path, const char *name, char out[256])
{
    int n = snprintf(out, 256, "%s?table=", path);
    for (const char *p = name; *p != '\0'; p++)
        n += snprintf(out + n, 256 - (size_t)n, "%%%02X", (unsigned char)*p);
}

static void each_table_has_its_own_match(void **state)
{
    (void)state;
    start("/api/match?n=2", "Blue hall");
    check("/api/match", "\"state\":\"waiting\"", true);
    check("/api/match?n=1", "\"state\":\"waiting\"", true);
    check("/api/match?n=2", "\"state\":\"playing\"", true);
    check("/api/match?n=2", "\"number\":2", true);
    check("/api/match?table=Blue%20hall", "\"number\":2", true);
    check("/api/match?table=Blue+hall&n=2", "\"number\":2", true);
    check("/api/log?n=2", "Match started", true);
    check("/api/log", "Match started", false);
    check("/healthz?n=2", "\"seq\":1", true);
    check("/healthz", "\"seq\":0", true);
}

/* ---- names and numbers ---- */

static void a_name_is_no_number_and_a_number_no_name(void **state)
{
    (void)state;
    start("/api/match?n=1", "2");
    start("/api/match?n=2", "1");
    check("/api/match?table=2", "\"number\":1", true);
    check("/api/match?table=1", "\"number\":2", true);
    check("/api/match?n=1", "\"number\":1", true);
    check("/api/match?n=2", "\"number\":2", true);
}

static void what_ends_table_2_ends_table_2(void **state)
{
    (void)state;
    start("/api/match?n=1", "2");
    start("/api/match?n=2", "");
    assert_int_equal(post("/api/match?n=2", "{\"end\": true}"), 200);
    check("/api/match?n=1", "\"state\":\"playing\"", true);
    check("/api/match?n=2", "\"state\":\"over\"", true);
    assert_int_equal(post("/api/match?table=2", "{\"end\": true}"), 200);
    check("/api/match?n=1", "\"state\":\"over\"", true);
}

static void a_number_given_as_a_name_changes_nothing(void **state)
{
    (void)state;
    start("/api/match?n=1", "Hall");
    start("/api/match?n=2", "");
    assert_int_equal(post("/api/match?table=2", "{\"end\": true}"), 404);
    assert_int_equal(post("/api/match?n=Hall", "{\"end\": true}"), 404);
    check("/api/match?n=1", "\"state\":\"playing\"", true);
    check("/api/match?n=2", "\"state\":\"playing\"", true);
}

static void a_name_may_have_any_characters(void **state)
{
    static const char *const names[] = {
        " ",
        "4,5",
        "1,2",
        "a&n=1",
        "a=b",
        "%31",
        "#1",
        "+",
        "../one.db",
        "M\xc3\xbcnchen",
        "'--;",
        "<b>1</b>",
        "0",
        "-1",
        "n",
        "a?b/c",
        "123456789 123456789 123456789 123456789 1234567"};
    char path[256];
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        start("/api/match?n=2", names[i]);
        name_address("/api/match", names[i], path);
        check(path, "\"number\":2", true);
        (void)strcat(path, "%00");
        assert_int_equal(status_of(path), 404);
        undo("/api/undo?n=2", 1 + 2 * (int)i);
        path[strlen(path) - strlen("%00")] = '\0';
        assert_int_equal(status_of(path), 404);
    }
}

static void a_table_without_a_name_has_its_number(void **state)
{
    (void)state;
    start("/api/match?n=1", "");
    start("/api/match?n=2", "");
    assert_int_equal(status_of("/api/match?table="), 404);
    assert_int_equal(status_of("/api/match?table"), 404);
    check("/api/match?n=1", "\"number\":1", true);
    check("/api/match?n=2", "\"number\":2", true);
}

static void a_table_that_is_not_there_is_told(void **state)
{
    static const char *const none[] = {
        "n=0",  "n=3",     "n=-1",    "n=x",     "n=1x",       "n=1,",
        "n=,1", "n=1,3",   "n",       "n=",      "n=1%002",    "n=00000001",
        "n=+1", "table=x", "n=1&n=3", "table=1", "n=1&table=1"};
    (void)state;
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        char path[64];
        (void)snprintf(path, sizeof path, "/api/match?%s", none[i]);
        assert_int_equal(status_of(path), 404);
        (void)snprintf(path, sizeof path, "/api/events?%s", none[i]);
        assert_int_equal(status_of(path), 404);
    }
    assert_int_equal(status_of("/overlay?table=none"), 200);
}

static void one_table_is_meant_where_one_can_be(void **state)
{
    static const char *const several[] = {"n=1,2", "n=1&n=2", "table=A&table=B",
                                          "table=B&n=1"};
    (void)state;
    start("/api/match?n=1", "A");
    start("/api/match?n=2", "B");
    for (size_t i = 0; i < sizeof several / sizeof *several; i++) {
        char path[64];
        (void)snprintf(path, sizeof path, "/api/match?%s", several[i]);
        assert_int_equal(status_of(path), 400);
        assert_int_equal(post(path, "{\"end\": true}"), 400);
    }
    check("/api/match?n=1", "\"state\":\"playing\"", true);
    check("/api/match?n=2", "\"state\":\"playing\"", true);
    check("/api/match?table=A&n=1", "\"number\":1", true);
}

/* "tabel" would else be the first table. */
static void a_write_with_a_parameter_that_is_none_is_refused(void **state)
{
    (void)state;
    start("/api/match?n=1", "A");
    assert_int_equal(post("/api/undo?tabel=B", "{}"), 400);
    assert_int_equal(post("/api/undo?n=1&x", "{}"), 400);
    check("/api/match?n=1&x=1", "\"seq\":1,", true);
}

/* ---- two of one name ---- */

static void is_taken(const char *path, const char *table)
{
    client_reply r = try_start(path, table);
    assert_int_equal(r.status, 409);
    assert_non_null(strstr(r.body, "\"conflict\""));
    assert_non_null(strstr(r.body, "already: give this one another name"));
    client_reply_free(&r);
}

static char told[1024];

static void keep_told(void *context, const char *what)
{
    (void)context;
    (void)snprintf(told, sizeof told, "%s", what);
}

/* Opens the two records again; the second first if `is_swapped`. */
static crok_status reopen(bool is_swapped, const char *table, crok_err *err)
{
    char first[512];
    const char *second = NULL;
    crok_serve_config config = {.match = first,
                                .more = &second,
                                .n_more = 1,
                                .table = {table},
                                .listen = "127.0.0.1:0",
                                .token = CLIENT_TOKEN,
                                .message = keep_told};
    told[0] = '\0';
    crok_serve_close(&server);
    (void)snprintf(first, sizeof first, "%s",
                   scratch_file(is_swapped ? "two.db" : "one.db"));
    second = scratch_file(is_swapped ? "one.db" : "two.db");
    return crok_serve_open(&config, &server, err);
}

static void a_match_does_not_start_under_another_table_s_name(void **state)
{
    (void)state;
    start("/api/match?n=1", "A");
    is_taken("/api/match?n=2", "A");
    check("/api/match?n=2", "\"state\":\"waiting\"", true);
    undo("/api/undo?n=1", 1);
    start("/api/match?n=2", "A");
    check("/api/match?table=A", "\"number\":2", true);
}

static void an_undo_does_not_bring_back_a_name_that_is_taken(void **state)
{
    client_reply r;
    (void)state;
    start("/api/match?n=1", "A");
    undo("/api/undo?n=1", 1);
    start("/api/match?n=2", "A");
    r = client_post(server, "/api/undo?n=1", -1, "{\"of\": 2}");
    assert_int_equal(r.status, 409);
    assert_non_null(strstr(r.body, "There is a table \\\"A\\\" already, so"));
    client_reply_free(&r);
    check("/api/match?n=1", "\"seq\":2,", true);
    check("/api/match?table=A", "\"number\":2", true);
    undo("/api/undo?n=2", 1);
    assert_int_equal(post("/api/undo?n=1", "{\"of\": 2}"), 200);
    check("/api/match?table=A", "\"number\":1", true);
    assert_int_equal(post("/api/undo?n=2", "{\"of\": 2}"), 409);
    assert_int_equal(post("/api/undo?n=1", "{\"of\": 1}"), 200);
    assert_int_equal(post("/api/undo?n=2", "{\"of\": 2}"), 200);
    check("/api/match?table=A", "\"number\":2", true);
}

/* Each table has its own, and who saw an older one changes nothing. */
static void a_table_has_a_list_of_matches(void **state)
{
    (void)state;
    check("/api/pairings?n=1", "{\"text\":\"\",\"is_set\":false,\"day\":null}",
          true);
    assert_int_equal(post("/api/pairings?n=1",
                          "{\"was\":\"\",\"text\":\"Ann - Bo\\nCy - Di\"}"),
                     200);
    check("/api/pairings?n=1",
          "{\"text\":\"Ann - Bo\\nCy - Di\",\"is_set\":true,\"day\":null}",
          true);
    check("/api/pairings?n=2", "\"is_set\":false", true);
    assert_int_equal(
        post("/api/pairings?n=1", "{\"was\":\"\",\"text\":\"Eve - Al\"}"), 409);
    assert_int_equal(post("/api/pairings?n=1", "{\"text\":\"Eve - Al\"}"), 400);
    check("/api/pairings?n=1", "Cy - Di", true);
    assert_int_equal(post("/api/pairings?n=1",
                          "{\"was\":\"Ann - Bo\\nCy - Di\",\"text\":\"\"}"),
                     200);
    check("/api/pairings?n=1", "{\"text\":\"\",\"is_set\":true,\"day\":null}",
          true);
}

/* A name that --table gives counts, too. */
static void the_name_of_a_match_that_has_not_started_is_taken(void **state)
{
    crok_err err = {0};
    (void)state;
    CHECK_STATUS(reopen(false, "A", &err), CROK_OK, &err);
    check("/api/match?table=A", "\"number\":1", true);
    is_taken("/api/match?n=2", "A");
    start("/api/match?n=1", "A");
    start("/api/match?n=2", "B");
    CHECK_STATUS(reopen(true, "A", &err), CROK_OK, &err);
    assert_string_equal(told, "");
    check("/api/match?table=A", "\"number\":2", true);
    assert_int_equal(post("/api/undo?n=1", "{}"), 409);
    check("/api/match?table=B", "\"number\":1", true);
}

/* The matches began under different servers. */
static void a_name_of_two_tables_means_neither(void **state)
{
    crok_err err = {0};
    char want[1024];
    int n = 0;
    (void)state;
    start("/api/match?n=1", "A");
    crok_serve_close(&server);
    server = client_serve("two.db");
    start("/api/match", "A");
    CHECK_STATUS(reopen(false, NULL, &err), CROK_OK, &err);
    n = snprintf(want, sizeof want, "%s and ", scratch_file("one.db"));
    (void)snprintf(want + n, sizeof want - (size_t)n,
                   "%s: both tables are named \"A\", so that ?table= finds "
                   "neither of them; use ?n=1 and ?n=2",
                   scratch_file("two.db"));
    assert_string_equal(told, want);
    assert_int_equal(status_of("/api/match?table=A"), 409);
    assert_int_equal(status_of("/api/events?table=A"), 409);
    assert_int_equal(post("/api/match?table=A", "{\"end\": true}"), 409);
    check("/api/match?n=1", "\"state\":\"playing\"", true);
    check("/api/match?n=2", "\"state\":\"playing\"", true);

    /* what leaves the name as it is goes on */
    assert_int_equal(post("/api/match?n=2", "{\"end\": true}"), 200);
    undo("/api/undo?n=2", 2);
    undo("/api/undo?n=2", 1);
    check("/api/match?table=A", "\"number\":1", true);
}

/* ---- the record ---- */

/* Writes the address that is bound to the record which the table has now. */
static void bind(const char *path, char out[256])
{
    client_reply r = client_ask(server, "GET", path, "", NULL);
    const char *id = strstr(r.body, "\"record\":{\"id\":\"");
    assert_non_null(id);
    (void)snprintf(out, 256, "%s&record=%.36s", path,
                   id + strlen("\"record\":{\"id\":\""));
    client_reply_free(&r);
}

static void a_record_is_not_served_with_its_copy(void **state)
{
    crok_err err = {0};
    size_t len = 0;
    char *bytes = NULL;
    (void)state;
    start("/api/match?n=1", "");
    start("/api/match?n=2", "");
    crok_serve_close(&server);
    game_remove("two.db");
    bytes = game_bytes("one.db", &len);
    assert_non_null(bytes);
    game_write("two.db", bytes, len);
    free(bytes);
    assert_int_equal(reopen(false, NULL, &err), CROK_EARG);
    assert_non_null(strstr(err.msg, "two.db: one is a copy of the other"));
}

/* A console stays open while the server is started with other records. */
static void a_client_does_not_write_to_another_record(void **state)
{
    char path[256];
    crok_err err = {0};
    client_reply r;
    (void)state;
    start("/api/match?n=1", "A");
    start("/api/match?n=2", "B");
    bind("/api/match?n=1", path);
    check(path, "\"table\":\"A\"", true);
    CHECK_STATUS(reopen(true, NULL, &err), CROK_OK, &err);
    r = client_post(server, path, 1, "{\"end\": true}");
    assert_int_equal(r.status, 412);
    assert_non_null(strstr(r.body, "another record"));
    client_reply_free(&r);
    assert_int_equal(post("/api/undo?n=1&record=", "{}"), 412);
    assert_int_equal(post("/api/undo?n=1&record=x", "{}"), 412);
    check("/api/match?n=1", "\"state\":\"playing\"", true);
    check("/api/match?n=2", "\"state\":\"playing\"", true);
    CHECK_STATUS(reopen(false, NULL, &err), CROK_OK, &err);
    assert_int_equal(post(path, "{\"end\": true}"), 200);
    check("/api/match?n=1", "\"state\":\"over\"", true);
}

static void a_picture_s_address_names_its_table(void **state)
{
    static const unsigned char bytes[] = {0xff, 0xd8, 1};
    crok_err err = {0};
    (void)state;
    CHECK_STATUS(crok_live_set_top_view(crok_serve_live(server, 1), bytes,
                                        sizeof bytes, 368.0, &err),
                 CROK_OK, &err);
    check("/api/match?n=2", "/picture.jpg?v=1&n=2", true);
    check("/api/match", "\"picture\":null", true);
    assert_int_equal(status_of("/picture.jpg?v=1&n=2"), 200);
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
    stream *both = follow("?n=1,2");
    stream *second = follow("?n=2");
    stream *named = NULL;
    (void)state;
    wait_for(both, "\"number\":1}", 1);
    wait_for(both, "\"number\":2}", 1);
    wait_for(second, "\"state\":\"waiting\"", 1);
    start("/api/match?n=2", "B");
    start("/api/match", "A");
    wait_for(both, "\"table\":\"A\"", 1);
    wait_for(both, "\"table\":\"B\"", 1);
    wait_for(second, "\"table\":\"B\"", 1);
    named = follow("?table=A&table=B");
    wait_for(named, "\"number\":1}", 1);
    wait_for(named, "\"number\":2}", 1);
    leave(named);
    undo("/api/undo?n=2", 1);
    wait_for(second, "\"state\":\"waiting\"", 2);
    assert_null(strstr(second->text, "\"number\":1}"));
    leave(both);
    leave(second);
}

static void a_flat_row_is_of_each_table(void **state)
{
    (void)state;
    start("/api/match?n=1", "Hall A");
    start("/api/match?n=2", "Hall B");
    check("/api/flat", "},{", true);
    check("/api/flat", "[{\"number\":1,\"table\":\"Hall A\",", true);
    check("/api/flat?n=2", "[{\"number\":2,\"table\":\"Hall B\",", true);
    check("/api/flat?n=2", "},{", false);
    check("/api/flat?table=Hall%20A", "Hall B", false);
    check("/api/flat?n=1,2", "},{", true);
    assert_int_equal(status_of("/api/flat?n=3"), 404);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define TEST(f) cmocka_unit_test_setup_teardown(f, open_server, close_server)
        TEST(each_table_has_its_own_match),
        TEST(a_name_is_no_number_and_a_number_no_name),
        TEST(what_ends_table_2_ends_table_2),
        TEST(a_number_given_as_a_name_changes_nothing),
        TEST(a_name_may_have_any_characters),
        TEST(a_table_without_a_name_has_its_number),
        TEST(a_table_that_is_not_there_is_told),
        TEST(one_table_is_meant_where_one_can_be),
        TEST(a_write_with_a_parameter_that_is_none_is_refused),
        TEST(a_match_does_not_start_under_another_table_s_name),
        TEST(an_undo_does_not_bring_back_a_name_that_is_taken),
        TEST(a_name_of_two_tables_means_neither),
        TEST(a_table_has_a_list_of_matches),
        TEST(the_name_of_a_match_that_has_not_started_is_taken),
        TEST(a_record_is_not_served_with_its_copy),
        TEST(a_client_does_not_write_to_another_record),
        TEST(a_picture_s_address_names_its_table),
        TEST(one_stream_carries_several_tables),
        TEST(a_flat_row_is_of_each_table),
    };
    return cmocka_run_group_tests(tests, game_set_up, game_tear_down);
}
