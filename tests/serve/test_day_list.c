/* SPDX-License-Identifier: Apache-2.0
 *
 * The list of the matches that the day has next for a table: read from its
 * file, again when it changes; a file that cannot be taken is told once. */
#include "serve/client.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "capture/scratch.h"
#include "journal/game.h"

static crok_serve *server;
static char list[512]; /* the file of table 2 */
static char told[256];
static int n_told;

static void keep_told(void *context, const char *what)
{
    (void)context;
    n_told++;
    (void)snprintf(told, sizeof told, "%s", what);
}

static void open_server(void)
{
    char first[512];
    char second[512];
    const char *more[] = {second};
    crok_serve_config config = {.match = first,
                                .more = more,
                                .n_more = 1,
                                .listen = "127.0.0.1:0",
                                .token = CLIENT_TOKEN,
                                .next = {NULL, list},
                                .message = keep_told};
    crok_err err = {0};
    (void)snprintf(first, sizeof first, "%s", scratch_file("one.db"));
    (void)snprintf(second, sizeof second, "%s", scratch_file("two.db"));
    CHECK_STATUS(crok_serve_open(&config, &server, &err), CROK_OK, &err);
}

static int set_up(void **state)
{
    (void)state;
    (void)snprintf(list, sizeof list, "%s", scratch_file("2.next.json"));
    (void)unlink(list);
    told[0] = '\0';
    n_told = 0;
    open_server();
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    crok_serve_close(&server);
    (void)unlink(list);
    game_remove("one.db");
    game_remove("two.db");
    return 0;
}

/* Replaces the file as a whole, as the hall does. */
static void put_list(const char *text)
{
    char from[512];
    game_write("next.tmp", text, strlen(text));
    (void)snprintf(from, sizeof from, "%s", scratch_file("next.tmp"));
    assert_int_equal(rename(from, list), 0);
}

/* The list of table 2 has this text; the other way round with `has` false. */
static void check(const char *text, bool has)
{
    client_reply r = client_ask(server, "GET", "/api/pairings?n=2", "", NULL);
    assert_int_equal(r.status, 200);
    if ((strstr(r.body, text) != NULL) != has)
        fail_msg("%s in %s", text, r.body);
    client_reply_free(&r);
}

static void post(const char *path, const char *body)
{
    client_reply r = client_post(server, path, -1, body);
    if (r.status != 200)
        fail_msg("%s: %s", path, r.body);
    client_reply_free(&r);
}

#define ANN_BOB                                                                \
    "{\"stage\":\"Prelim\",\"time\":\"14:30\",\"sides\":[[\"Ann\"],[\"Bob\"]]" \
    "}"
#define CY_DI "{\"stage\":\"Prelim\",\"sides\":[[\"Cy\"],[\"Di\"]]}"
#define LIST(matches)                                                          \
    "{\"schema\":\"crokeye.next/1\",\"table\":\"2\",\"matches\":[" matches "]" \
    "}"

static void the_file_is_read_when_it_changes(void **state)
{
    client_reply r;
    (void)state;
    check("\"day\":null", true);
    put_list(LIST(ANN_BOB));
    check("\"matches\":[" ANN_BOB "],\"made\":\"2", true);
    put_list(LIST(CY_DI "," ANN_BOB));
    check("\"matches\":[" CY_DI "," ANN_BOB "]", true);
    r = client_ask(server, "GET", "/api/pairings?n=1", "", NULL);
    assert_non_null(strstr(r.body, "\"day\":null"));
    client_reply_free(&r);
    assert_int_equal(unlink(list), 0);
    check("\"matches\":[" CY_DI "," ANN_BOB "]", true);
    assert_int_equal(n_told, 0);
}

static void a_wrong_file_is_told_once_and_the_list_stays(void **state)
{
    (void)state;
    put_list(LIST(ANN_BOB));
    check(ANN_BOB, true);
    put_list("{\"schema\":\"crokeye.next/1\",\"matches\":[{\"sides\":[]}]}");
    check(ANN_BOB, true);
    check(ANN_BOB, true);
    assert_int_equal(n_told, 1);
    assert_non_null(strstr(told, "2.next.json: matches[0]: \"sides\" must"));
    assert_non_null(strstr(told, "the next matches stay as they were"));
    put_list("{\"half");
    check(ANN_BOB, true);
    assert_int_equal(n_told, 2);
    assert_int_equal(unlink(list), 0);
    assert_int_equal(mkdir(list, 0700), 0);
    check(ANN_BOB, true);
    check(ANN_BOB, true);
    assert_int_equal(n_told, 3);
    assert_int_equal(rmdir(list), 0);
    put_list(LIST(CY_DI));
    check(CY_DI, true);
    check(ANN_BOB, false);
    assert_int_equal(n_told, 3);
}

/* Also where no console is open. */
static void a_wrong_file_is_told_at_the_start(void **state)
{
    (void)state;
    crok_serve_close(&server);
    put_list("[]");
    open_server();
    assert_int_equal(n_told, 1);
    assert_non_null(strstr(told, "2.next.json: \"schema\" must be"));
    check("\"day\":null", true);
    assert_int_equal(n_told, 1);
}

#define START                                                                  \
    "{\"rules\":\"depot\",\"stage\":\"Prelim\",\"sides\":[{\"side\":"          \
    "\"black\"},{\"side\":\"white\"}],\"seats\":[{\"seat\":0,\"side\":"        \
    "\"black\",\"player\":\"Bob\"},{\"seat\":2,\"side\":\"white\","            \
    "\"player\":\"Ann\"}],\"first_seat\":0}"

static void what_has_begun_is_not_offered(void **state)
{
    char text[1024];
    (void)state;
    put_list(LIST(ANN_BOB "," CY_DI "," ANN_BOB));
    post("/api/match?n=1", START);
    check("[" ANN_BOB "," CY_DI "," ANN_BOB "]", true);
    post("/api/match?n=2", START);
    check("[" CY_DI "," ANN_BOB "]", true);
    post("/api/undo?n=2", "{\"of\":1}");
    check("[" ANN_BOB "," CY_DI "," ANN_BOB "]", true);
    post("/api/match?n=2", START);
    check("[" CY_DI "," ANN_BOB "]", true);
    /* the hall has counted it: the pairing that is left is another one */
    (void)snprintf(text, sizeof text,
                   "{\"schema\":\"crokeye.next/1\",\"matches\":[" CY_DI
                   "," ANN_BOB "],\"known\":[{\"record\":\"%s\",\"seq\":3}]}",
                   crok_live_health(crok_serve_live(server, 1)).id);
    put_list(text);
    check("[" CY_DI "," ANN_BOB "]", true);
    crok_serve_close(&server);
    open_server();
    check("[" CY_DI "," ANN_BOB "]", true);
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(the_file_is_read_when_it_changes),
        TEST(a_wrong_file_is_told_once_and_the_list_stays),
        TEST(a_wrong_file_is_told_at_the_start),
        TEST(what_has_begun_is_not_offered),
    };
#undef TEST
    return cmocka_run_group_tests(tests, game_set_up, game_tear_down);
}
