/* SPDX-License-Identifier: Apache-2.0
 *
 * The token of a table writes there and nowhere else, lasts over a restart, and
 * ends when it is withdrawn. */
#include "serve/client.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "capture/scratch.h"
#include "core/file.h"
#include "journal/game.h"
#include "serve/serve_inner.h"

#define RANDOM "0123456789abcdef0123456789abcdef"
#define BLACK "{\"side\":\"black\",\"count\":0}"

static crok_serve *server;
static char token_file[512];

static void put_token(const char *token)
{
    FILE *f = fopen(token_file, "w");
    assert_non_null(f);
    (void)fprintf(f, "%s\n", token);
    assert_int_equal(fclose(f), 0);
}

static void open_with(const char *token, const char *first, const char *second)
{
    char path[2][512];
    const char *more = path[1];
    crok_err err = {0};
    crok_serve_config config = {.match = path[0],
                                .more = &more,
                                .n_more = 1,
                                .listen = "127.0.0.1:0",
                                .token = token,
                                .token_path = token_file};
    (void)snprintf(path[0], sizeof path[0], "%s", scratch_file(first));
    (void)snprintf(path[1], sizeof path[1], "%s", scratch_file(second));
    CHECK_STATUS(crok_serve_open(&config, &server, &err), CROK_OK, &err);
}

static int open_server(void **state)
{
    (void)state;
    (void)snprintf(token_file, sizeof token_file, "%s", scratch_file("token"));
    put_token(RANDOM);
    open_with(RANDOM, "one.db", "two.db");
    return 0;
}

static int close_server(void **state)
{
    (void)state;
    crok_serve_close(&server);
    game_remove("one.db");
    game_remove("two.db");
    return unlink(token_file);
}

/* The token in the link of table i. */
static const char *token_of(int i, char out[64])
{
    char link[CROK_LINK_TEXT];
    const char *at = NULL;
    crok_serve_table_link(server, i, "http://x", CROK_LINK_CONSOLE, link);
    at = strstr(link, "#token=");
    assert_non_null(at);
    (void)snprintf(out, 64, "%s", at + strlen("#token="));
    return out;
}

static int ask(const char *method, const char *path, const char *header,
               const char *body)
{
    char headers[1024];
    client_reply r;
    int status = 0;
    (void)snprintf(headers, sizeof headers,
                   "%s\r\nContent-Type: application/json\r\nOrigin: %s\r\n",
                   header, crok_serve_url(server));
    r = client_ask(server, method, path, headers, body);
    status = r.status;
    client_reply_free(&r);
    return status;
}

static int post_as(const char *token, const char *path, const char *body)
{
    char header[128];
    (void)snprintf(header, sizeof header, "Authorization: Bearer %s", token);
    return ask("POST", path, header, body);
}

/* Signs in and writes the browser's header "Cookie: NAME=VALUE". */
static const char *cookie_of(const char *token, char out[256])
{
    char body[128];
    const char *at = NULL;
    client_reply r;
    (void)snprintf(body, sizeof body, "{\"token\":\"%s\"}", token);
    r = client_ask(server, "POST", "/api/login",
                   "Content-Type: application/json\r\n", body);
    assert_int_equal(r.status, 204);
    at = strstr(r.head, "Set-Cookie: ");
    assert_non_null(at);
    at += strlen("Set-Cookie: ");
    (void)snprintf(out, 256, "Cookie: %.*s", (int)strcspn(at, ";\r"), at);
    client_reply_free(&r);
    return out;
}

static const char *const WRITES[] = {
    "/api/match", "/api/ruling",    "/api/twenties", "/api/board",
    "/api/undo",  "/api/round-end", "/api/starter",  "/api/event",
    "/api/try",   "/api/pairings"};

/* The body of each is no event: who may write is told so (400). */
static void a_token_writes_at_its_table_only(void **state)
{
    char token[64];
    char cookie[256];
    char path[64];
    (void)state;
    for (int of = 0; of < 2; of++) {
        (void)token_of(of, token);
        (void)cookie_of(token, cookie);
        for (int to = 0; to < 2; to++)
            for (size_t i = 0; i < sizeof WRITES / sizeof *WRITES; i++) {
                int want = of == to ? 400 : 403;
                (void)snprintf(path, sizeof path, "%s?n=%d", WRITES[i], to + 1);
                assert_int_equal(post_as(token, path, "[]"), want);
                assert_int_equal(ask("POST", path, cookie, "[]"), want);
            }
        assert_int_equal(post_as(token, "/api/twenties?n=1,2", "[]"), 400);
        assert_int_equal(post_as(token, "/api/twenties", "[]"),
                         of == 0 ? 400 : 403);
    }
}

static void it_really_writes(void **state)
{
    char token[64];
    (void)state;
    client_play(server, 2);
    assert_int_equal(post_as(token_of(0, token), "/api/twenties?n=1", BLACK),
                     200);
    assert_int_equal(post_as(token_of(1, token), "/api/twenties?n=1", BLACK),
                     403);
    assert_int_equal(post_as(RANDOM, "/api/twenties?n=1", BLACK), 200);
}

/* The last event of the first table has the words. */
static void check_last(const char *words)
{
    client_reply r = client_ask(server, "GET", "/api/log?n=1", "", NULL);
    client_reply event;
    char path[64];
    long last = 0;
    for (const char *at = r.body; (at = strstr(at, "\"seq\":")) != NULL; at++) {
        long seq = strtol(at + strlen("\"seq\":"), NULL, 10);
        last = seq > last ? seq : last;
    }
    (void)snprintf(path, sizeof path, "/api/event?n=1&of=%ld", last);
    event = client_ask(server, "GET", path, "", NULL);
    if (strstr(event.body, words) == NULL)
        fail_msg("no %s in %s", words, event.body);
    client_reply_free(&event);
    client_reply_free(&r);
}

static void an_event_says_by_which_token_it_came(void **state)
{
    char token[64];
    char cookie[256];
    (void)state;
    client_play(server, 2);
    assert_int_equal(post_as(token_of(0, token), "/api/twenties?n=1", BLACK),
                     200);
    check_last("\"x-via\":\"program\"");
    (void)cookie_of(token, cookie);
    assert_int_equal(ask("POST", "/api/undo?n=1", cookie,
                         "{\"x-by\":\"Mo\",\"x-via\":\"host\"}"),
                     200);
    check_last("\"x-by\":\"Mo\",\"x-via\":\"table\"");
    (void)cookie_of(RANDOM, cookie);
    assert_int_equal(ask("POST", "/api/twenties?n=1", cookie, BLACK), 200);
    check_last("\"x-via\":\"host\"");
}

/* One browser may be signed in at both tables, by two cookies. */
static void cookies_of_two_tables_add_up(void **state)
{
    char token[64];
    char one[256];
    char two[256];
    char both[600];
    (void)state;
    (void)cookie_of(token_of(0, token), one);
    (void)cookie_of(token_of(1, token), two);
    assert_string_not_equal(one, two);
    (void)snprintf(both, sizeof both, "%s; %s", one, two + strlen("Cookie: "));
    assert_int_equal(ask("POST", "/api/undo?n=1", both, "[]"), 400);
    assert_int_equal(ask("POST", "/api/undo?n=2", both, "[]"), 400);
    assert_int_equal(ask("POST", "/api/withdraw?n=1", both, "{}"), 403);
}

static void codes_are_for_who_has_the_token(void **state)
{
    char token[64];
    char cookie[256];
    (void)state;
    assert_int_equal(ask("GET", "/qr.svg?n=1", "X: y", NULL), 401);
    (void)cookie_of(token_of(0, token), cookie);
    assert_int_equal(ask("GET", "/qr.svg?n=1", cookie, NULL), 200);
    assert_int_equal(ask("GET", "/qr.svg?n=2", cookie, NULL), 403);
    (void)cookie_of(RANDOM, cookie);
    assert_int_equal(ask("GET", "/qr.svg?n=1", cookie, NULL), 200);
    assert_int_equal(ask("GET", "/qr.svg?n=2&page=photo", cookie, NULL), 200);
    assert_int_equal(ask("GET", "/qr.svg?n=2&address=9", cookie, NULL), 404);
}

static void what_is_withdrawn_has_ended_and_nothing_else(void **state)
{
    char token[2][64];
    char after[64];
    char cookie[2][256];
    (void)state;
    for (int i = 0; i < 2; i++) {
        (void)token_of(i, token[i]);
        (void)cookie_of(token[i], cookie[i]);
    }
    assert_int_equal(post_as(token[1], "/api/withdraw?n=2", "{}"), 403);
    assert_int_equal(post_as(RANDOM, "/api/withdraw?n=2", "{}"), 204);
    assert_string_not_equal(token_of(1, after), token[1]);
    assert_int_equal(post_as(token[1], "/api/undo?n=2", "[]"), 401);
    assert_int_equal(ask("POST", "/api/undo?n=2", cookie[1], "[]"), 401);
    assert_int_equal(post_as(after, "/api/undo?n=2", "[]"), 400);
    assert_int_equal(post_as(token[0], "/api/undo?n=1", "[]"), 400);
    assert_int_equal(ask("POST", "/api/undo?n=1", cookie[0], "[]"), 400);
}

/* The record decides, wherever it stands; withdrawn is withdrawn. */
static void tokens_and_withdrawals_last_over_a_restart(void **state)
{
    char token[2][64];
    char again[64];
    char *text = NULL;
    size_t n = 0;
    crok_err err = {0};
    (void)state;
    assert_int_equal(post_as(RANDOM, "/api/withdraw?n=2", "{}"), 204);
    assert_int_equal(post_as(RANDOM, "/api/withdraw?n=2", "{}"), 204);
    for (int i = 0; i < 2; i++)
        (void)token_of(i, token[i]);
    crok_serve_close(&server);
    open_with(RANDOM, "two.db", "one.db");
    assert_string_equal(token_of(0, again), token[1]);
    assert_string_equal(token_of(1, again), token[0]);
    CHECK_STATUS(crok_file_read(token_file, 4096, &text, &n, &err), CROK_OK,
                 &err);
    assert_memory_equal(text, RANDOM "\n", sizeof RANDOM);
    free(text);
}

static void another_server_has_other_tokens(void **state)
{
    char token[64];
    char other[64];
    static const char second[] = "fedcba9876543210fedcba9876543210";
    (void)state;
    (void)token_of(0, token);
    crok_serve_close(&server);
    put_token(second);
    open_with(second, "one.db", "two.db");
    assert_string_not_equal(token_of(0, other), token);
    assert_int_equal(post_as(token, "/api/undo?n=1", "[]"), 401);
}

/* From a token that can be guessed nothing is made that a phone gets. */
static void a_chosen_token_cannot_be_guessed_from_a_table_s(void **state)
{
    char token[64];
    char again[64];
    (void)state;
    crok_serve_close(&server);
    put_token(CLIENT_TOKEN);
    open_with(CLIENT_TOKEN, "one.db", "two.db");
    (void)token_of(0, token);
    crok_serve_close(&server);
    open_with(CLIENT_TOKEN, "one.db", "two.db");
    assert_string_not_equal(token_of(0, again), token);
}

static void lines_that_are_none_are_told(void **state)
{
    static const char *const wrong[] = {
        RANDOM "\nnonsense", RANDOM "\nwithdrawn x", RANDOM "\nwithdrawn x -1",
        RANDOM "\nwithdrawn  1"};
    crok_keys k = {.path = token_file, .n = 1};
    crok_err err = {0};
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        put_token(wrong[i]);
        CHECK_STATUS(crok_keys_open(&k, &err), CROK_EFORMAT, &err);
    }
}

static void what_cannot_be_kept_has_ended_all_the_same(void **state)
{
    char token[64];
    (void)state;
    (void)token_of(0, token);
    assert_int_equal(unlink(token_file), 0);
    assert_int_equal(post_as(RANDOM, "/api/withdraw?n=1", "{}"), 503);
    assert_int_equal(post_as(token, "/api/undo?n=1", "[]"), 401);
    put_token(RANDOM);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define TEST(f) cmocka_unit_test_setup_teardown(f, open_server, close_server)
        TEST(a_token_writes_at_its_table_only),
        TEST(it_really_writes),
        TEST(an_event_says_by_which_token_it_came),
        TEST(cookies_of_two_tables_add_up),
        TEST(codes_are_for_who_has_the_token),
        TEST(what_is_withdrawn_has_ended_and_nothing_else),
        TEST(tokens_and_withdrawals_last_over_a_restart),
        TEST(another_server_has_other_tokens),
        TEST(a_chosen_token_cannot_be_guessed_from_a_table_s),
        TEST(lines_that_are_none_are_told),
        TEST(what_cannot_be_kept_has_ended_all_the_same),
    };
    return cmocka_run_group_tests(tests, game_set_up, game_tear_down);
}
