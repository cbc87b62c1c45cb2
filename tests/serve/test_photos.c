/* SPDX-License-Identifier: Apache-2.0
 *
 * Pictures that phones send: who may, how large, one at a time, and what a
 * scorer that hangs or fails does. The scorer is a script here. */
#include "serve/client.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "capture/scratch.h"
#include "journal/game.h"
#include "serve/scorer.h"
#include "serve/serve_inner.h"

#define PICTURE                                                                \
    "Content-Type: image/jpeg\r\nAuthorization: Bearer " CLIENT_TOKEN "\r\n"

static char script[512], go[512];
static crok_serve *server;

static void write_script(const char *text)
{
    FILE *f = fopen(script, "w");
    assert_non_null(f);
    (void)fprintf(f, "#!/bin/sh\n%s\n", text);
    assert_int_equal(fclose(f), 0);
    assert_int_equal(chmod(script, 0700), 0);
}

static void open_with(const char *text)
{
    char path[512];
    crok_err err = {0};
    (void)snprintf(path, sizeof path, "%s", scratch_file("photos.db"));
    crok_serve_config config = {.match = path,
                                .listen = "127.0.0.1:0",
                                .token = CLIENT_TOKEN,
                                .scorer = script};
    (void)snprintf(script, sizeof script, "%s", scratch_file("scorer"));
    (void)snprintf(go, sizeof go, "%s", scratch_file("go"));
    config.scorer = script;
    write_script(text);
    CHECK_STATUS(crok_serve_open(&config, &server, &err), CROK_OK, &err);
}

static void close_it(void)
{
    crok_serve_close(&server);
    game_remove("photos.db");
    assert_int_equal(unlink(script), 0);
    (void)unlink(go);
}

static client_reply post(const char *headers, const char *body)
{
    return client_ask(server, "POST", "/api/photo", headers, body);
}

static int status_of(client_reply r)
{
    int status = r.status;
    client_reply_free(&r);
    return status;
}

static void the_picture_goes_in_and_the_document_comes_out(void **state)
{
    client_reply r;
    (void)state;
    open_with("printf '{\"said\":\"%s %s\",\"in\":\"'; cat \"$4\"; "
              "printf '\"}\\n'");
    r = post(PICTURE, "bytes of a picture");
    assert_int_equal(r.status, 200);
    assert_non_null(strstr(r.body, "\"in\":\"bytes of a picture\"}"));
    client_reply_free(&r);
    close_it();
}

/* No token, no address of a camera. */
static void the_scorer_has_no_environment(void **state)
{
    client_reply r;
    (void)state;
    assert_int_equal(setenv("CROK_SECRET", "of the server", 1), 0);
    open_with("printf '{\"has\":\"%s\",\"files\":\"%s\"}\\n' "
              "\"$CROK_SECRET$HOME\" \"$(cd /proc/self/fd && echo *)\"");
    r = post(PICTURE, "x");
    assert_int_equal(r.status, 200);
    assert_non_null(strstr(r.body, "{\"has\":\"\",\"files\":\"0 1 2"));
    client_reply_free(&r);
    close_it();
}

static void an_upload_is_checked_before_it_comes(void **state)
{
    static const char chunked[] =
        "POST /api/photo HTTP/1.1\r\nHost: localhost\r\nConnection: "
        "close\r\n" PICTURE "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n";
    enum { TOO_LARGE = (16 << 20) + 1 };
    char *big = malloc(TOO_LARGE + 1);
    (void)state;
    open_with("echo '{}'");
    assert_int_equal(status_of(post("Content-Type: image/jpeg\r\n", "x")), 401);
    assert_int_equal(
        status_of(post("Content-Type: application/json\r\nAuthorization: "
                       "Bearer " CLIENT_TOKEN "\r\n",
                       "x")),
        415);
    assert_int_equal(
        status_of(client_ask_bytes(server, chunked, sizeof chunked - 1)), 413);
    assert_non_null(big);
    (void)memset(big, 'x', TOO_LARGE);
    big[TOO_LARGE] = '\0';
    assert_int_equal(status_of(post(PICTURE, big)), 413);
    free(big);
    assert_int_equal(
        status_of(client_ask(server, "POST", "/api/photo?n=2", PICTURE, "x")),
        404);
    assert_int_equal(status_of(post(PICTURE, "x")), 200);
    close_it();
}

static void a_scorer_that_fails_is_told(void **state)
{
    static const char *const wrong[] = {"exit 1", "echo nonsense", "kill -9 $$",
                                        "printf '{'", "yes '{'"};
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        open_with(wrong[i]);
        assert_int_equal(status_of(post(PICTURE, "x")), 413);
        assert_int_equal(
            status_of(client_ask(server, "GET", "/api/match", "", NULL)), 200);
        close_it();
    }
}

/* What another thread asks for; from 127.0.0.`host`. */
typedef struct asked {
    pthread_t thread;
    int host, status;
} asked;

static void *ask(void *of)
{
    static const char text[] =
        "POST /api/photo HTTP/1.1\r\nHost: localhost\r\nConnection: "
        "close\r\n" PICTURE "Content-Length: 1\r\n\r\nx";
    asked *a = of;
    char got[64] = "";
    ssize_t n = 0;
    int fd = client_connect_from(server, a->host);
    client_say(fd, text, sizeof text - 1);
    do
        n = read(fd, got, sizeof got - 1);
    while (n < 0 && errno == EINTR);
    if (n > 12)
        a->status = atoi(got + 9);
    (void)close(fd);
    return NULL;
}

static void start(asked *a, int host)
{
    *a = (asked){.host = host};
    assert_int_equal(pthread_create(&a->thread, NULL, ask, a), 0);
}

static void let_go(void)
{
    FILE *f = fopen(go, "w");
    assert_non_null(f);
    assert_int_equal(fclose(f), 0);
}

/* Waits until so many pictures have come whole. */
static void until_waiting(int n)
{
    int waiting = 0;
    while (waiting < n) {
        waiting = 0;
        (void)pthread_mutex_lock(&server->photos.lock);
        for (int i = 0; i < CROK_PHOTOS_MOST; i++)
            waiting += server->photos.job[i].is_taken &&
                       server->photos.job[i].state == CROK_PHOTO_WAITS;
        (void)pthread_mutex_unlock(&server->photos.lock);
        (void)sched_yield();
    }
}

static int status_from(int host)
{
    asked a;
    start(&a, host);
    (void)pthread_join(a.thread, NULL);
    return a.status;
}

static void one_of_a_client_waits_and_a_few_of_all(void **state)
{
    char text[640];
    asked a[6];
    (void)state;
    (void)snprintf(go, sizeof go, "%s", scratch_file("go"));
    (void)snprintf(text, sizeof text,
                   "while [ ! -e '%s' ]; do sleep 0.01; done; echo '{}'", go);
    open_with(text);
    for (int i = 0; i < 6; i++)
        start(&a[i], 2 + i);
    until_waiting(6);
    assert_int_equal(status_from(9), 503); /* all places are taken */
    assert_int_equal(status_from(2), 429);
    assert_int_equal(status_from(7), 429);
    assert_int_equal(
        status_of(client_ask(server, "GET", "/api/match", "", NULL)), 200);
    let_go();
    for (int i = 0; i < 6; i++) {
        (void)pthread_join(a[i].thread, NULL);
        assert_int_equal(a[i].status, 200);
    }
    while (status_from(2) != 200) /* the place is given back soon */
        (void)sched_yield();
    close_it();
}

static void a_server_without_a_scorer_takes_none(void **state)
{
    (void)state;
    server = client_serve("photos.db");
    assert_int_equal(status_of(post(PICTURE, "x")), 404);
    crok_serve_close(&server);
    game_remove("photos.db");
}

static void a_program_that_is_not_there_is_told(void **state)
{
    char *text = NULL;
    crok_err err = {0};
    (void)state;
    CHECK_STATUS(crok_scorer_run("/nowhere/crokeye", "x", 1, &text, &err),
                 CROK_EIO, &err);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_picture_goes_in_and_the_document_comes_out),
        cmocka_unit_test(an_upload_is_checked_before_it_comes),
        cmocka_unit_test(the_scorer_has_no_environment),
        cmocka_unit_test(a_scorer_that_fails_is_told),
        cmocka_unit_test(one_of_a_client_waits_and_a_few_of_all),
        cmocka_unit_test(a_server_without_a_scorer_takes_none),
        cmocka_unit_test(a_program_that_is_not_there_is_told),
    };
    return cmocka_run_group_tests(tests, game_set_up, game_tear_down);
}
