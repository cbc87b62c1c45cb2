/* SPDX-License-Identifier: Apache-2.0
 *
 * Replays over HTTP: a film whose pictures come one after the other, and that
 * keeps nobody waiting. */
#include "serve/client.h"

#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "journal/game.h"

static crok_serve *server;

static int open_server(void **state)
{
    (void)state;
    server = client_serve("serve.db");
    client_play(server, 6);
    return 0;
}

static int close_server(void **state)
{
    const crok_journal_health h = crok_live_health(crok_serve_live(server, 0));
    char name[64];
    (void)state;
    crok_serve_close(&server);
    for (int seq = 1; seq <= 6; seq++) {
        (void)snprintf(name, sizeof name, "serve.db.replay/%d-%.8s.film", seq,
                       h.id);
        (void)unlink(scratch_file(name));
    }
    (void)rmdir(scratch_file("serve.db.replay"));
    game_remove("serve.db");
    return 0;
}

/* Of a picture in these films all bytes are one letter. */
enum { SMALL = 100 };

/* A replay of three pictures of A, B and C; the last two come after `pause_ms`
 * and twice that. */
static void put(long seq, size_t len, int64_t pause_ms)
{
    const crok_replay film = {
        .w_px = 640,
        .h_px = 360,
        .n = 3,
        .t_ms = {0, pause_ms, 2 * pause_ms},
        .len = {len, len, len},
        .n_ways = 2,
        .way = {
            {.is_shooter = true, .n = 2, .x_px = {1.5F, 30}, .y_px = {2, 4}},
            {.n = 2, .x_px = {100, 200}, .y_px = {300, 301.5F}}}};
    const uint8_t *jpeg[3];
    uint8_t *bytes = malloc(3 * len);
    crok_err err = {0};
    assert_non_null(bytes);
    for (size_t i = 0; i < 3; i++) {
        memset(bytes + i * len, 'A' + (int)i, len);
        jpeg[i] = bytes + i * len;
    }
    CHECK_STATUS(crok_live_put_replay(crok_serve_live(server, 0), seq, &film,
                                      jpeg, &err),
                 CROK_OK, &err);
    free(bytes);
}

static client_reply get(const char *path)
{
    return client_ask(server, "GET", path, "", NULL);
}

static void check_answer(const char *method, const char *path, int status,
                         const char *says)
{
    client_reply r = client_ask(server, method, path, "", NULL);
    assert_int_equal(r.status, status);
    if (strstr(r.body, says) == NULL)
        fail_msg("%s %s: \"%s\" has no \"%s\"", method, path, r.body, says);
    client_reply_free(&r);
}

/* The parts of a film with these letters, "ABC". */
static void check_parts(const client_reply *r, const char *letters)
{
    const char *at = r->body;
    for (; *letters != '\0'; letters++) {
        static const char head[] =
            "--crokeye-replay\r\nContent-Type: image/jpeg\r\n\r\n";
        assert_memory_equal(at, head, sizeof head - 1);
        at += sizeof head - 1;
        for (int i = 0; i < SMALL; i++)
            assert_int_equal(*at++, *letters);
        assert_memory_equal(at, "\r\n", 2);
        at += 2;
    }
    assert_string_equal(at, "--crokeye-replay--\r\n");
}

static void a_film_is_played_to_its_end(void **state)
{
    client_reply r;
    (void)state;
    put(3, SMALL, 40);
    r = get("/replay/3");
    assert_int_equal(r.status, 200);
    assert_true(client_has(&r, "Content-Type: multipart/x-mixed-replace; "
                               "boundary=crokeye-replay"));
    assert_true(client_has(&r, "Access-Control-Allow-Origin: *"));
    check_parts(&r, "ABC");
    client_reply_free(&r);
}

static void its_last_seconds_are_played_alone(void **state)
{
    client_reply r;
    (void)state;
    put(3, SMALL, 900);
    r = get("/replay/3?last=1");
    check_parts(&r, "BC");
    client_reply_free(&r);
    check_answer("GET", "/replay/3?last=13", 400, "0 to 12");
    check_answer("GET", "/replay/3?last=-1", 400, "last");
}

static void head_has_no_pictures(void **state)
{
    client_reply r;
    (void)state;
    put(3, SMALL, 40);
    r = client_ask(server, "HEAD", "/replay/3", "", NULL);
    assert_int_equal(r.status, 200);
    assert_true(client_has(&r, "Content-Type: multipart/x-mixed-replace; "
                               "boundary=crokeye-replay"));
    assert_int_equal(r.bytes, 0);
    client_reply_free(&r);
    check_answer("HEAD", "/replay/4", 404, "");
}

static void what_there_is_not_is_said_in_words(void **state)
{
    (void)state;
    put(3, SMALL, 40);
    check_answer("GET", "/replay/4", 404, "no replay of this shot");
    check_answer("GET", "/replay/4?tracks=1", 404, "no replay of this shot");
    check_answer("GET", "/replay/0", 404, "no replay of this shot");
    check_answer("GET", "/replay/", 404, "not_found");
    check_answer("GET", "/replay/3x", 404, "not_found");
    check_answer("GET", "/replay/../serve.db", 404, "not_found");
    check_answer("GET", "/replay/99999999999999999999", 404, "not_found");
    check_answer("DELETE", "/replay/3", 405, "method");
}

static void the_ways_are_drawn_over_it_on_demand(void **state)
{
    client_reply r;
    (void)state;
    put(3, SMALL, 40);
    r = get("/replay/3?tracks=1&last=5");
    assert_int_equal(r.status, 200);
    assert_true(client_has(&r, "Content-Type: image/svg+xml"));
    assert_non_null(strstr(r.body, "viewBox=\"0 0 640 360\""));
    assert_non_null(strstr(r.body, "href=\"/replay/3?n=1&amp;last=5\""));
    assert_non_null(strstr(r.body, " 1.5,2.0 30.0,4.0"));
    assert_non_null(strstr(r.body, " 100.0,300.0 200.0,301.5"));
    client_reply_free(&r);
}

/* ---- on air ---- */

static void a_person_with_the_token_puts_it_on_air(void **state)
{
    client_reply r;
    (void)state;
    put(3, SMALL, 40);
    r = client_ask(server, "POST", "/replay/3",
                   "Content-Type: application/json\r\n", "{}");
    assert_int_equal(r.status, 401);
    client_reply_free(&r);
    check_answer("GET", "/api/match", 200, "\"on_air\":null");
    r = client_post(server, "/replay/3", -1, "{\"tracks\":true}");
    assert_int_equal(r.status, 200);
    client_reply_free(&r);
    check_answer("GET", "/api/match", 200,
                 "\"on_air\":{\"url\":\"/replay/3?tracks=1\",\"number\":1}");
    r = client_post(server, "/replay/4", -1, "{}");
    assert_int_equal(r.status, 404);
    client_reply_free(&r);
    r = client_post(server, "/replay/3", -1, "{");
    assert_int_equal(r.status, 400);
    client_reply_free(&r);
}

/* ---- readers that are slow ---- */

static int begin(const char *path)
{
    char request[128];
    int fd = client_connect(server);
    int n = snprintf(request, sizeof request,
                     "GET %s HTTP/1.1\r\nHost: localhost\r\n\r\n", path);
    client_say(fd, request, (size_t)n);
    return fd;
}

/* Waits until the server has begun to answer. */
static void await_bytes(int fd)
{
    struct pollfd p = {.fd = fd, .events = POLLIN};
    assert_int_equal(poll(&p, 1, 60000), 1);
}

static void a_reader_that_stops_holds_up_nobody(void **state)
{
    int fd[8];
    (void)state;
    put(3, (size_t)4 << 20, 1);
    put(4, SMALL, 40);
    for (int i = 0; i < 8; i++)
        fd[i] = begin("/replay/3");
    for (int i = 0; i < 8; i++)
        await_bytes(fd[i]);
    for (int i = 0; i < 3; i++) {
        client_reply r = get("/replay/4");
        check_parts(&r, "ABC");
        client_reply_free(&r);
        check_answer("GET", "/api/match", 200, "\"seq\":6");
    }
    for (int i = 0; i < 8; i++)
        (void)close(fd[i]);
}

static void a_film_in_a_pause_does_not_delay_the_end(void **state)
{
    int fd[3];
    (void)state;
    put(3, SMALL, 6000);
    for (int i = 0; i < 3; i++) {
        fd[i] = begin("/replay/3");
        await_bytes(fd[i]);
    }
    (void)close(fd[2]);
    close_server(state);
    for (int i = 0; i < 2; i++)
        (void)close(fd[i]);
    open_server(state);
}

/* The file that is played may be removed, and one that was spoilt behind its
 * line ends early. */
static void a_file_that_goes_is_played_to_its_end(void **state)
{
    const crok_journal_health h = crok_live_health(crok_serve_live(server, 0));
    char name[64];
    char *bytes = NULL;
    size_t len = 0;
    int fd = 0;
    (void)state;
    put(3, SMALL, 40);
    fd = begin("/replay/3");
    await_bytes(fd);
    (void)snprintf(name, sizeof name, "serve.db.replay/3-%.8s.film", h.id);
    bytes = game_bytes(name, &len);
    assert_int_equal(unlink(scratch_file(name)), 0);
    check_answer("GET", "/replay/3", 404, "no replay of this shot");
    game_write(name, bytes, len - 1);
    check_answer("GET", "/replay/3", 400, "its end is missing");
    free(bytes);
    (void)close(fd);
}

int main(void)
{
#define WITH_SERVER(test)                                                      \
    cmocka_unit_test_setup_teardown(test, open_server, close_server)
    const struct CMUnitTest tests[] = {
        WITH_SERVER(a_film_is_played_to_its_end),
        WITH_SERVER(its_last_seconds_are_played_alone),
        WITH_SERVER(head_has_no_pictures),
        WITH_SERVER(what_there_is_not_is_said_in_words),
        WITH_SERVER(the_ways_are_drawn_over_it_on_demand),
        WITH_SERVER(a_person_with_the_token_puts_it_on_air),
        WITH_SERVER(a_reader_that_stops_holds_up_nobody),
        WITH_SERVER(a_film_in_a_pause_does_not_delay_the_end),
        WITH_SERVER(a_file_that_goes_is_played_to_its_end),
    };
    return cmocka_run_group_tests(tests, game_set_up, game_tear_down);
}
