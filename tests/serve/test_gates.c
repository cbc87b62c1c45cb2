/* SPDX-License-Identifier: Apache-2.0
 *
 * What a server refuses: every path with every wrong method, host, origin,
 * token, type, size and body. */
#include "serve/client.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "capture/scratch.h"
#include "core/clock.h"
#include "journal/game.h"
#include "serve/serve_inner.h"

#define JSON "Content-Type: application/json\r\n"
#define TOKEN "Authorization: Bearer " CLIENT_TOKEN "\r\n"

static const char *const GETS[] = {"/",
                                   "/overlay",
                                   "/overlay?show=bug",
                                   "/console",
                                   "/api/match",
                                   "/api/log",
                                   "/api/rules",
                                   "/api/flat",
                                   "/api/host",
                                   "/healthz",
                                   "/api/match?at=3",
                                   "/api/event?of=3",
                                   "/pages/overlay.js",
                                   "/pages/theme.css",
                                   "/favicon.ico"};
static const char *const POSTS[] = {
    "/api/match", "/api/ruling",    "/api/twenties", "/api/board",
    "/api/undo",  "/api/round-end", "/api/try",      "/api/starter",
    "/api/event", "/api/here",      "/api/pairings"};
#define N(a) (sizeof(a) / sizeof *(a))

static crok_serve *server;

static int set_up(void **state)
{
    int rc = game_set_up(state);
    if (rc != 0)
        return rc;
    server = client_serve("gates.db");
    client_play(server, 10);
    return 0;
}

static int tear_down(void **state)
{
    crok_serve_close(&server);
    game_remove("gates.db");
    return game_tear_down(state);
}

static void open_again(void)
{
    crok_serve_close(&server);
    server = client_serve("gates.db");
}

/* The answer's status, and that it has what every answer has. */
static int status_of(client_reply r)
{
    int status = r.status;
    assert_true(client_has(&r, "Cache-Control: no-store"));
    assert_true(client_has(&r, "X-Content-Type-Options: nosniff"));
    assert_non_null(strstr(r.head, "\r\nContent-Security-Policy: default-src "
                                   "'none';"));
    if (status >= 400) {
        assert_true(client_has(&r, "Content-Type: application/json"));
        assert_non_null(strstr(r.body, "\"message\":\""));
    }
    client_reply_free(&r);
    return status;
}

static int ask(const char *method, const char *path, const char *headers,
               const char *body)
{
    return status_of(client_ask(server, method, path, headers, body));
}

/* Nothing that is refused leaves a trace. */
static void check_untouched(void)
{
    client_reply r = client_ask(server, "GET", "/api/match", "", NULL);
    assert_non_null(strstr(r.body, "\"seq\":10,"));
    client_reply_free(&r);
}

static void every_path_answers_its_own_methods_only(void **state)
{
    static const char *const other[] = {"PUT",   "DELETE",  "PATCH",
                                        "TRACE", "OPTIONS", "BREW"};
    (void)state;
    for (size_t i = 0; i < N(GETS); i++) {
        int status = ask("GET", GETS[i], "", NULL);
        assert_in_set((unsigned)status,
                      ((const unsigned long[]){200, 204, 302}), 3);
        assert_int_equal(ask("HEAD", GETS[i], "", NULL), status);
        for (size_t k = 0; k < N(other); k++)
            assert_int_equal(ask(other[k], GETS[i], TOKEN JSON, "{}"), 405);
        if (strncmp(GETS[i], "/api/match", 10) != 0 &&
            strncmp(GETS[i], "/api/event?", 11) != 0)
            assert_int_equal(ask("POST", GETS[i], TOKEN JSON, "{}"), 405);
    }
    for (size_t i = 0; i < N(POSTS); i++) {
        for (size_t k = 0; k < N(other); k++)
            assert_int_equal(ask(other[k], POSTS[i], TOKEN JSON, "{}"), 405);
        if (strcmp(POSTS[i], "/api/match") != 0 &&
            strcmp(POSTS[i], "/api/event") != 0 &&
            strcmp(POSTS[i], "/api/pairings") != 0)
            assert_int_equal(ask("GET", POSTS[i], TOKEN, NULL), 405);
    }
    check_untouched();
}

/* Streaming programs add CSS to the overlay. Scripts come from the server only,
 * and so do the styles of every other page. */
static void only_the_overlay_may_have_inline_styles(void **state)
{
    (void)state;
    for (size_t i = 0; i < N(GETS); i++) {
        client_reply r = client_ask(server, "GET", GETS[i], "", NULL);
        bool is_overlay = strncmp(GETS[i], "/overlay", 8) == 0;
        assert_non_null(
            strstr(r.head, "; script-src 'self'; style-src 'self'"));
        assert_true(
            is_overlay ==
            (strstr(r.head, "style-src 'self' 'unsafe-inline'; ") != NULL));
        assert_true(is_overlay == (strstr(r.head, "unsafe") != NULL));
        client_reply_free(&r);
    }
}

/* What anybody may read a page of another site may read, too; it cannot write,
 * and a browser asks before it would (OPTIONS), which is refused. */
static void other_sites_read_data_and_nothing_else(void **state)
{
    static const char line[] = "Access-Control-Allow-Origin: *";
    static const char *const pages[] = {"/",
                                        "/overlay",
                                        "/console",
                                        "/pages/overlay.js",
                                        "/favicon.ico",
                                        "/api/host",
                                        "/qr.svg"};
    static const char *const data[] = {
        "/api/match", "/api/match?n=9", "/api/flat",     "/api/log",
        "/healthz",   "/api/rules",     "/calls/1-1.png"};
    (void)state;
    for (size_t i = 0; i < N(data) + N(pages); i++) {
        bool is_data = i < N(data);
        const char *path = is_data ? data[i] : pages[i - N(data)];
        client_reply r = client_ask(server, "GET", path,
                                    "Origin: http://other.example\r\n", NULL);
        if (client_has(&r, line) != is_data)
            fail_msg("%s", path);
        client_reply_free(&r);
    }
    for (size_t i = 0; i < N(POSTS); i++) {
        client_reply r = client_ask(server, "POST", POSTS[i], TOKEN JSON, "[]");
        client_reply asked = client_ask(server, "OPTIONS", POSTS[i], "", NULL);
        assert_int_equal(asked.status, 405);
        assert_false(client_has(&r, line) || client_has(&asked, line));
        client_reply_free(&r);
        client_reply_free(&asked);
    }
}

static void a_wrong_method_is_told_the_right_one(void **state)
{
    client_reply r = client_ask(server, "PUT", "/api/match", "", NULL);
    (void)state;
    assert_true(client_has(&r, "Allow: GET, HEAD, POST"));
    client_reply_free(&r);
}

/* What follows on the connection is the answer to the next request. */
static void the_head_of_a_stream_has_no_body(void **state)
{
    static const char ask[] =
        "HEAD /api/events HTTP/1.1\r\nHost: localhost\r\n\r\n"
        "GET /favicon.ico HTTP/1.1\r\nHost: localhost\r\n"
        "Connection: close\r\n\r\n";
    client_reply r = client_ask_bytes(server, ask, sizeof ask - 1);
    (void)state;
    assert_int_equal(r.status, 200);
    assert_true(client_has(&r, "Content-Type: text/event-stream"));
    assert_true(client_has(&r, "X-Accel-Buffering: no"));
    assert_int_equal(strncmp(r.body, "HTTP/1.1 204", 12), 0);
    client_reply_free(&r);
}

/* The answer to a write with these headers, after its Authorization. */
static client_reply write_with(const char *headers, const char *body)
{
    char text[512];
    int n = snprintf(text, sizeof text,
                     "POST /api/twenties HTTP/1.1\r\n" TOKEN "%s\r\n%s",
                     headers, body);
    return client_ask_bytes(server, text, (size_t)n);
}

static void a_transfer_coding_that_is_not_known_is_refused(void **state)
{
    static const char *const wrong[] = {"gzip", "chunked, gzip",
                                        "gzip, chunked", "identity", "x"};
    (void)state;
    for (size_t i = 0; i < N(wrong); i++) {
        char headers[128];
        client_reply r;
        (void)snprintf(headers, sizeof headers,
                       "Host: localhost\r\n" JSON "Transfer-Encoding: %s\r\n",
                       wrong[i]);
        r = write_with(headers, ""); /* a body that nobody can read */
        if (r.status != 501 || !client_has(&r, "Connection: close"))
            fail_msg("%s: status %d", wrong[i], r.status);
        client_reply_free(&r);
    }
}

/* The server and a proxy could read each of them in another way. */
static void headers_with_two_meanings_are_refused(void **state)
{
#define USUAL "Host: localhost\r\n" JSON "Content-Length: 2\r\n"
#define CHUNKED "Transfer-Encoding: chunked\r\n"
    static const char *const wrong[] = {
        USUAL "Host: evil.example\r\n",
        "Host: evil.example\r\n" USUAL,
        USUAL "Content-Length: 2\r\n",
        USUAL "content-length: 3\r\n",
        USUAL CHUNKED,
        CHUNKED USUAL,
        "Host: localhost\r\n" JSON CHUNKED CHUNKED,
        USUAL "Transfer-Encoding : chunked\r\n",
        USUAL TOKEN,
        USUAL JSON,
        USUAL "Cookie: a=b\r\nCookie: c=d\r\n",
        USUAL "Origin: http://localhost\r\norigin: http://evil.example\r\n",
        USUAL "If-Match: *\r\nIf-Match: \"1\"\r\n",
        USUAL "Idempotency-Key: a\r\nIdempotency-Key: b\r\n",
        USUAL "X : a\r\n"};
    client_reply r;
    (void)state;
    for (size_t i = 0; i < N(wrong); i++) {
        r = write_with(wrong[i], strstr(wrong[i], CHUNKED) == NULL
                                     ? "{}"
                                     : "2\r\n{}\r\n0\r\n\r\n");
        if (r.status != 400 || strstr(r.body, "in another way") == NULL ||
            !client_has(&r, "Connection: close"))
            fail_msg("%s: %s%s", wrong[i], r.head, r.body);
        client_reply_free(&r);
    }
    r = write_with(USUAL "Connection: close\r\nX: a\r\nX: b\r\n", "{}");
    assert_non_null(strstr(r.body, "side"));
    client_reply_free(&r);
    check_untouched();
}

static void no_path_reaches_a_file(void **state)
{
    static const char *const none[] = {"/api",
                                       "/api/",
                                       "/api/matc",
                                       "/api/match/",
                                       "/nothing",
                                       "/pages/",
                                       "/pages/..",
                                       "/pages/../serve.c",
                                       "/pages/%2e%2e/%2e%2e/etc/passwd",
                                       "//etc/passwd",
                                       "/pages//etc/passwd",
                                       "/pages/overlay.js%00.html",
                                       "/../../../../etc/passwd",
                                       "/calls/",
                                       "/calls/10.png",
                                       "/calls/10-1.jpg",
                                       "/rests/10.jpg",
                                       "/rests/10.png",
                                       "/rests/../10.jpg",
                                       "/picture.jpg",
                                       "/picture.jpg/1",
                                       "/calls/-1-1.png",
                                       "/calls/10-1.png/..",
                                       "/calls/10-1.png",
                                       "/calls/%2e%2e/10-1.png",
                                       "/calls/99999999999999999999-1.png"};
    (void)state;
    for (size_t i = 0; i < N(none); i++)
        assert_int_equal(ask("GET", none[i], "", NULL), 404);
}

static void writing_needs_the_token(void **state)
{
    static const char *const wrong[] = {
        "",
        "Authorization: Bearer\r\n",
        "Authorization: Bearer wrong\r\n",
        "Authorization: Bearer " CLIENT_TOKEN "x\r\n",
        "Authorization: Bearer a-token-for-the-tests-012345678\r\n",
        "Authorization: Basic " CLIENT_TOKEN "\r\n",
        "Authorization: " CLIENT_TOKEN "\r\n",
        "Cookie: crokeye=" CLIENT_TOKEN "\r\n",
        "Cookie: crokey=" CLIENT_TOKEN "\r\n",
        "Cookie: other=1; xcrokeye=" CLIENT_TOKEN "\r\n"};
    char headers[256];
    (void)state;
    for (size_t i = 0; i < N(POSTS); i++) {
        for (size_t k = 0; k < N(wrong); k++) {
            (void)snprintf(headers, sizeof headers, "%s" JSON, wrong[k]);
            assert_int_equal(ask("POST", POSTS[i], headers, "{}"), 401);
        }
        check_untouched();
        open_again(); /* it has forgotten the wrong ones */
    }
}

static void the_token_itself_is_no_cookie(void **state)
{
    char headers[320];
    (void)state;
    (void)snprintf(headers, sizeof headers,
                   "Cookie: crokeye%d=" CLIENT_TOKEN "\r\n" JSON
                   "Origin: %s\r\n",
                   client_port(server), crok_serve_url(server));
    assert_int_equal(ask("POST", "/api/undo", headers, "{}"), 401);
    check_untouched();
}

/* From then on no token of an address may be looked at, for as long as a test
 * may take. */
static void exhaust(crok_serve *s, const char *address)
{
    for (int i = 0; i < 1000; i++)
        crok_guesses_add(&s->guesses, address, crok_clock_monotonic_ms());
}

/* Neither a right nor a wrong token is looked at then; who is signed in goes
 * on, and so does whoever asks from elsewhere. */
static void wrong_tokens_are_told_and_few(void **state)
{
    static const char behind[] = "X-Forwarded-For: 127.0.0.1, 192.0.2.9\r\n";
    static const char no[] = "{\"token\":\"no\"}";
    client_reply r;
    char headers[320];
    crok_serve *s =
        client_serve_at("few.db", "127.0.0.1:0", "https://club.example");
    (void)state;
    assert_int_equal(status_of(client_ask(s, "POST", "/api/login", JSON, no)),
                     401);
    assert_string_equal(client_told, "a wrong token from 127.0.0.1");
    while (strstr(client_told, "; its tokens are not looked at") == NULL)
        assert_int_equal(
            status_of(client_ask(s, "POST", "/api/login", JSON, no)), 401);
    exhaust(s, "127.0.0.1");
    client_told[0] = '\0';
    r = client_ask(s, "POST", "/api/login", JSON,
                   "{\"token\":\"" CLIENT_TOKEN "\"}");
    assert_true(client_has(&r, "Retry-After: 2"));
    assert_int_equal(status_of(r), 429);
    assert_int_equal(
        status_of(client_ask(s, "POST", "/api/undo", TOKEN JSON, "{}")), 429);
    assert_string_equal(client_told, "");
    (void)snprintf(headers, sizeof headers,
                   "Cookie: crokeye%d=%s\r\nOrigin: %s\r\n" JSON,
                   client_port(s), client_session(s), crok_serve_url(s));
    assert_int_equal(
        status_of(client_ask(s, "POST", "/api/twenties", headers, "{}")), 400);
    (void)snprintf(headers, sizeof headers, "%s" JSON, behind);
    assert_int_equal(
        status_of(client_ask(s, "POST", "/api/login", headers, no)), 401);
    assert_string_equal(client_told, "a wrong token from 192.0.2.9");
    crok_serve_close(&s);
    game_remove("few.db");
}

static int login_from(const crok_serve *s, const char *forwarded,
                      const char *token)
{
    char headers[256];
    char body[128];
    (void)snprintf(headers, sizeof headers, "%s" JSON, forwarded);
    (void)snprintf(body, sizeof body, "{\"token\":\"%s\"}", token);
    return status_of(client_ask(s, "POST", "/api/login", headers, body));
}

/* A write with this cookie from a page of the server. */
static int write_as(const crok_serve *s, const char *cookie)
{
    char headers[320];
    (void)snprintf(headers, sizeof headers,
                   "Cookie: crokeye%d=%s\r\nOrigin: %s\r\n" JSON,
                   client_port(s), cookie, crok_serve_url(s));
    return status_of(client_ask(s, "POST", "/api/twenties", headers, "{}"));
}

/* Nobody tries tokens by the cookie that belongs to each. */
static void a_wrong_cookie_is_told_as_a_wrong_token(void **state)
{
    crok_serve *s = client_serve_at("few.db", "127.0.0.1:0", NULL);
    char made[CROK_SHA256_HEX];
    (void)state;
    crok_sha256_hmac(CLIENT_TOKEN, "crokeye session", made);
    assert_int_equal(write_as(s, made), 401);
    assert_string_equal(client_told, "a wrong cookie from 127.0.0.1");
    while (strstr(client_told, "; its tokens are not looked at") == NULL)
        assert_int_equal(write_as(s, "no"), 401);
    exhaust(s, "127.0.0.1");
    client_told[0] = '\0';
    assert_int_equal(write_as(s, made), 401);
    assert_string_equal(client_told, "");
    assert_int_equal(login_from(s, "", CLIENT_TOKEN), 429);
    assert_int_equal(write_as(s, client_session(s)), 400);
    crok_serve_close(&s);
    game_remove("few.db");
}

/* Another host of the domain can set one of the same name. */
static void one_right_cookie_of_several_is_enough(void **state)
{
    char cookies[256];
    char name[16];
    (void)state;
    (void)snprintf(name, sizeof name, "crokeye%d", client_port(server));
    (void)snprintf(cookies, sizeof cookies, "x; %s=%s; %s=y", name,
                   client_session(server), name);
    assert_int_equal(write_as(server, cookies), 400);
    (void)snprintf(cookies, sizeof cookies, "x; %s=y", name);
    assert_int_equal(write_as(server, cookies), 401);
}

static crok_serve *serve_with_token(const char *token)
{
    crok_serve *s = NULL;
    crok_err err = {0};
    crok_serve_config config = {.match = scratch_file("few.db"),
                                .listen = "127.0.0.1:0",
                                .token = token};
    CHECK_STATUS(crok_serve_open(&config, &s, &err), CROK_OK, &err);
    return s;
}

static void a_token_of_random_bits_is_always_looked_at(void **state)
{
    static const char token[] = "0123456789abcdef0123456789abcdef";
    crok_serve *s = serve_with_token(token);
    (void)state;
    exhaust(s, "127.0.0.1");
    assert_int_equal(login_from(s, "", "no"), 401);
    assert_int_equal(login_from(s, "", token), 204);
    crok_serve_close(&s);
    s = serve_with_token("0123456789ABCDEF0123456789abcdef");
    exhaust(s, "127.0.0.1");
    assert_int_equal(login_from(s, "", "no"), 429);
    crok_serve_close(&s);
    game_remove("few.db");
}

/* The same token after a restart; one that a person chose is not in it. */
static void a_sign_in_lasts_as_long_as_a_token_of_random_bits(void **state)
{
    static const struct {
        const char *token;
        int after;
    } rows[] = {{"0123456789abcdef0123456789abcdef", 400}, {CLIENT_TOKEN, 401}};
    char before[CROK_SHA256_HEX];
    (void)state;
    for (size_t i = 0; i < N(rows); i++) {
        crok_serve *s = serve_with_token(rows[i].token);
        (void)snprintf(before, sizeof before, "%s", client_session(s));
        assert_int_equal(write_as(s, before), 400);
        crok_serve_close(&s);
        s = serve_with_token(rows[i].token);
        assert_int_equal(write_as(s, before), rows[i].after);
        crok_serve_close(&s);
        game_remove("few.db");
    }
}

/* Those of an IPv6 network count together until they have sent it. */
static void who_sent_the_token_is_not_shut_out_by_neighbours(void **state)
{
    static const char one[] = "X-Forwarded-For: 2001:db8::1\r\n";
    static const char other[] = "X-Forwarded-For: 2001:db8::2\r\n";
    crok_serve *s =
        client_serve_at("few.db", "127.0.0.1:0", "https://club.example");
    (void)state;
    assert_int_equal(login_from(s, one, CLIENT_TOKEN), 204);
    assert_int_equal(login_from(s, other, "no"), 401);
    assert_string_equal(client_told, "a wrong token from 2001:db8::");
    exhaust(s, "2001:db8::");
    assert_int_equal(login_from(s, other, CLIENT_TOKEN), 429);
    assert_int_equal(login_from(s, one, CLIENT_TOKEN), 204);
    assert_int_equal(login_from(s, one, "no"), 401);
    assert_string_equal(client_told, "a wrong token from 2001:db8::1");
    crok_serve_close(&s);
    game_remove("few.db");
}

/* Some proxies add their own line after the client's. */
static void the_proxy_s_line_is_the_last(void **state)
{
    crok_serve *s =
        client_serve_at("few.db", "127.0.0.1:0", "https://club.example");
    (void)state;
    assert_int_equal(login_from(s,
                                "X-Forwarded-For: 10.0.0.1\r\n"
                                "x-forwarded-for: 192.0.2.9\r\n",
                                "no"),
                     401);
    assert_string_equal(client_told, "a wrong token from 192.0.2.9");
    crok_serve_close(&s);
    game_remove("few.db");
}

static void who_is_behind_a_proxy_holds_the_connection(void **state)
{
    static const char ask[] =
        "GET /api/match HTTP/1.1\r\nHost: club.example\r\n"
        "X-Forwarded-For: 2001:db8::7\r\n\r\n";
    crok_serve *s =
        client_serve_at("few.db", "127.0.0.1:0", "https://club.example");
    int fd = client_connect(s);
    char answer[16];
    (void)state;
    client_say(fd, ask, sizeof ask - 1);
    assert_int_equal(recv(fd, answer, 12, MSG_WAITALL), 12);
    (void)pthread_mutex_lock(&s->visitors.lock);
    assert_int_equal(s->visitors.n, 1);
    assert_string_equal(s->visitors.newest->who, "2001:db8::");
    (void)pthread_mutex_unlock(&s->visitors.lock);
    (void)close(fd);
    crok_serve_close(&s);
    game_remove("few.db");
}

/* Without a public address nobody says who asks. */
static void a_client_does_not_choose_its_address(void **state)
{
    crok_serve *s = client_serve_at("few.db", "127.0.0.1:0", NULL);
    (void)state;
    assert_int_equal(status_of(client_ask(s, "POST", "/api/login",
                                          "X-Forwarded-For: 192.0.2.9\r\n" JSON,
                                          "{\"token\":\"no\"}")),
                     401);
    assert_string_equal(client_told, "a wrong token from 127.0.0.1");
    crok_serve_close(&s);
    game_remove("few.db");
}

static int status_at(const crok_serve *s, const char *method, const char *host,
                     const char *more)
{
    char text[512];
    int n = snprintf(text, sizeof text,
                     "%s /api/%s HTTP/1.1\r\nHost: %s\r\nConnection: "
                     "close\r\n" JSON "%sContent-Length: 2\r\n\r\n{}",
                     method, strcmp(method, "GET") == 0 ? "match" : "twenties",
                     host, more);
    return status_of(client_ask_bytes(s, text, (size_t)n));
}

/* Listening at all addresses is no address to go to: a link has one of the
 * machine. */
static void a_link_has_an_address_of_the_machine(void **state)
{
    crok_serve *s = client_serve_at("any.db", "0.0.0.0:0", NULL);
    crok_addresses at;
    (void)state;
    crok_serve_addresses(s, &at);
    assert_string_equal(crok_serve_link(s), at.url[0]);
    if (strcmp(at.url[0], crok_serve_url(s)) == 0) {
        print_message("skipped: this machine has no network\n");
    } else {
        assert_null(strstr(crok_serve_link(s), "0.0.0.0"));
        assert_int_equal(
            status_at(s, "GET", crok_serve_link(s) + strlen("http://"), ""),
            200);
    }
    crok_serve_close(&s);
    game_remove("any.db");
}

/* 400: past every gate. */
static void a_public_address_is_one_more_of_its_own(void **state)
{
    static const char ours[] = TOKEN "Origin: https://club.example\r\n";
    static const char plain[] = TOKEN "Origin: http://club.example\r\n";
    static const char port[] = TOKEN "Origin: https://club.example:1\r\n";
    static const char theirs[] = TOKEN "Origin: https://evil.example\r\n";
    crok_serve *s =
        client_serve_at("public.db", "127.0.0.1:0", "https://club.example/");
    (void)state;
    assert_string_equal(crok_serve_link(s), "https://club.example");
    assert_true(crok_serve_is_public(s));
    assert_false(crok_serve_is_plain(s));
    assert_int_equal(status_at(s, "GET", "club.example", ""), 200);
    assert_int_equal(status_at(s, "GET", "localhost:1", ""), 200);
    assert_int_equal(status_at(s, "GET", "evil.example", ""), 421);
    assert_int_equal(status_at(s, "POST", "club.example", ours), 400);
    assert_int_equal(status_at(s, "POST", "127.0.0.1:8080", ours), 400);
    assert_int_equal(status_at(s, "POST", "evil.example", ours), 421);
    assert_int_equal(status_at(s, "POST", "club.example", plain), 403);
    assert_int_equal(status_at(s, "POST", "club.example", port), 403);
    assert_int_equal(status_at(s, "POST", "club.example", theirs), 403);
    crok_serve_close(&s);
    game_remove("public.db");
}

static void on_every_address_other_names_are_refused(void **state)
{
    crok_serve *s =
        client_serve_at("public.db", "0.0.0.0:0", "http://club.example:8080");
    (void)state;
    assert_true(crok_serve_is_plain(s));
    assert_int_equal(status_at(s, "GET", "192.0.2.1:8080", ""), 200);
    assert_int_equal(status_at(s, "GET", "localhost", ""), 200);
    assert_int_equal(status_at(s, "GET", "club.example:8080", ""), 200);
    assert_int_equal(status_at(s, "GET", "evil.example:8080", ""), 421);
    assert_int_equal(status_at(s, "POST", "192.0.2.1:8080",
                               TOKEN "Origin: http://192.0.2.1:8080\r\n"),
                     400);
    assert_int_equal(status_at(s, "POST", "192.0.2.1:8080",
                               TOKEN "Origin: http://192.0.2.2:8080\r\n"),
                     403);
    crok_serve_close(&s);
    game_remove("public.db");
}

static void a_cookie_of_a_page_with_tls_is_secure(void **state)
{
    static const char login[] = "{\"token\":\"" CLIENT_TOKEN "\"}";
    crok_serve *s =
        client_serve_at("public.db", "127.0.0.1:0", "https://club.example");
    char headers[128];
    client_reply r = client_ask(s, "POST", "/api/login",
                                JSON "Origin: https://club.example\r\n", login);
    (void)state;
    assert_int_equal(r.status, 204);
    assert_non_null(strstr(r.head, "; SameSite=Strict; Secure\r\n"));
    client_reply_free(&r);
    (void)snprintf(headers, sizeof headers, JSON "Origin: %s\r\n",
                   crok_serve_url(s));
    r = client_ask(s, "POST", "/api/login", headers, login);
    assert_int_equal(r.status, 204);
    assert_null(strstr(r.head, "Secure"));
    client_reply_free(&r);
    crok_serve_close(&s);
    game_remove("public.db");
}

static void a_cookie_counts_from_our_own_page_only(void **state)
{
    char cookie[128];
    char headers[320];
    (void)state;
    (void)snprintf(cookie, sizeof cookie, "Cookie: a=b; crokeye%d=%s\r\n",
                   client_port(server), client_session(server));
    (void)snprintf(headers, sizeof headers, "%s" JSON, cookie);
    assert_int_equal(ask("POST", "/api/undo", headers, "{}"), 403);
    (void)snprintf(headers, sizeof headers,
                   "%s" JSON "Origin: http://elsewhere.example\r\n", cookie);
    assert_int_equal(ask("POST", "/api/undo", headers, "{}"), 403);
    (void)snprintf(headers, sizeof headers, "%s" JSON "Origin: null\r\n",
                   cookie);
    assert_int_equal(ask("POST", "/api/undo", headers, "{}"), 403);
    (void)snprintf(headers, sizeof headers,
                   TOKEN JSON "Origin: http://127.0.0.1:1\r\n");
    assert_int_equal(ask("POST", "/api/undo", headers, "{}"), 403);
    check_untouched();
    (void)snprintf(headers, sizeof headers, "%s" JSON "Origin: %s\r\n", cookie,
                   crok_serve_url(server));
    /* past every gate: what is wrong now is the body */
    assert_int_equal(ask("POST", "/api/twenties", headers, "{}"), 400);
}

static void another_host_s_name_is_refused(void **state)
{
    static const char *const wrong[] = {"elsewhere.example",
                                        "elsewhere.example:8080",
                                        "127.0.0.1.elsewhere.example",
                                        "10.0.0.1:8080",
                                        "[::2]",
                                        "[::1",
                                        ""};
    char text[256];
    (void)state;
    for (size_t i = 0; i < N(wrong); i++) {
        int n = snprintf(text, sizeof text,
                         "GET /api/match HTTP/1.1\r\nHost: %s\r\nConnection: "
                         "close\r\n\r\n",
                         wrong[i]);
        assert_int_equal(status_of(client_ask_bytes(server, text, (size_t)n)),
                         421);
    }
}

static void a_body_must_be_json_of_64_kb_at_most(void **state)
{
    static const char *const wrong[] = {
        "", "Content-Type: text/plain\r\n",
        "Content-Type: application/x-www-form-urlencoded\r\n",
        "Content-Type: application/json; charset=latin-1\r\n",
        "Content-Type: application/jsonp\r\n"};
    char headers[256];
    char *large = malloc((64 << 10) + 2);
    (void)state;
    assert_non_null(large);
    memset(large, ' ', (64 << 10) + 1);
    large[(64 << 10) + 1] = '\0';
    memcpy(large, "{}", 2);
    for (size_t i = 0; i < N(POSTS); i++) {
        for (size_t k = 0; k < N(wrong); k++) {
            (void)snprintf(headers, sizeof headers, TOKEN "%s", wrong[k]);
            assert_int_equal(ask("POST", POSTS[i], headers, "{}"), 415);
        }
        assert_int_equal(ask("POST", POSTS[i], TOKEN JSON, large), 413);
    }
    large[64 << 10] = '\0'; /* just the limit: read, and its content refused */
    assert_int_equal(ask("POST", "/api/ruling", TOKEN JSON, large), 400);
    free(large);
    check_untouched();
}

/* A body whose length nobody tells. */
static void chunks_without_end_are_cut(void **state)
{
    enum { CHUNK = 1 << 12 };
    size_t len = 0;
    char *text = malloc((6 << 20));
    char *chunk = malloc(CHUNK);
    client_reply r;
    (void)state;
    assert_non_null(text);
    assert_non_null(chunk);
    memset(chunk, ' ', CHUNK);
    len = (size_t)sprintf(text, "POST /api/undo HTTP/1.1\r\nHost: localhost\r\n"
                                "Connection: close\r\n" TOKEN JSON
                                "Transfer-Encoding: chunked\r\n\r\n");
    for (int i = 0; i < 20; i++) {
        len += (size_t)sprintf(text + len, "%x\r\n", (unsigned)CHUNK);
        memcpy(text + len, chunk, CHUNK);
        len += CHUNK;
        len += (size_t)sprintf(text + len, "\r\n");
    }
    len += (size_t)sprintf(text + len, "0\r\n\r\n");
    r = client_ask_bytes(server, text, len);
    assert_int_equal(status_of(r), 413);
    free(text);
    free(chunk);
    check_untouched();
}

static void bodies_that_say_nothing_are_refused(void **state)
{
    static const char *const wrong[] = {
        "",
        " ",
        "{",
        "[]",
        "null",
        "1",
        "\"x\"",
        "{}x",
        "{\"a\":}",
        "{\"of\":\"1\"}",
        "{\"of\":-1}",
        "{\"of\":1e99,\"valid\":true}",
        "{\"valid\":true}",
        "{\"of\":5,\"valid\":\"yes\"}",
        "{\"side\":1,\"count\":1}",
        "{\"side\":\"black\",\"count\":1.5}",
        "{\"side\":\"black\",\"count\":-1}",
        "{\"discs\":{}}",
        "{\"discs\":[1]}",
        "{\"discs\":[{\"id\":1}]}",
        "{\"of\":5,\"valid\":true,\"x\":\"\xff\"}",
        "{\"of\":0}",
        "{\"seat\":null}"};
    (void)state;
    for (size_t i = 0; i < N(POSTS); i++)
        for (size_t k = 0; k < N(wrong); k++) {
            /* {} with unknown fields is all that undo and round-end need */
            int status = 0;
            if ((strcmp(POSTS[i], "/api/undo") == 0 ||
                 strcmp(POSTS[i], "/api/round-end") == 0) &&
                wrong[k][0] == '{' && strstr(wrong[k], "of") == NULL)
                continue;
            status = ask("POST", POSTS[i], TOKEN JSON, wrong[k]);
            assert_in_set((unsigned)status, ((const unsigned long[]){400, 409}),
                          2);
        }
    check_untouched();
}

static void requests_that_are_none_do_no_harm(void **state)
{
    static const char *const wrong[] = {
        "\r\n\r\n",
        "GET\r\n\r\n",
        "GET / HTTP/9.9\r\n\r\n",
        "GET /api/match HTTP/1.1\r\n\r\n",
        "\x16\x03\x01\x02\x00\x01",
        "POST /api/undo HTTP/1.1\r\nHost: localhost\r\nContent-Length: -5\r\n"
        "\r\n",
        "POST /api/undo HTTP/1.1\r\nHost: localhost\r\n" TOKEN JSON
        "Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n"};
    (void)state;
    for (size_t i = 0; i < N(wrong); i++) {
        int fd = client_connect(server);
        client_say(fd, wrong[i], strlen(wrong[i]));
        (void)close(fd);
    }
    check_untouched();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_path_answers_its_own_methods_only),
        cmocka_unit_test(only_the_overlay_may_have_inline_styles),
        cmocka_unit_test(other_sites_read_data_and_nothing_else),
        cmocka_unit_test(a_wrong_method_is_told_the_right_one),
        cmocka_unit_test(the_head_of_a_stream_has_no_body),
        cmocka_unit_test(a_transfer_coding_that_is_not_known_is_refused),
        cmocka_unit_test(headers_with_two_meanings_are_refused),
        cmocka_unit_test(no_path_reaches_a_file),
        cmocka_unit_test(writing_needs_the_token),
        cmocka_unit_test(the_token_itself_is_no_cookie),
        cmocka_unit_test(wrong_tokens_are_told_and_few),
        cmocka_unit_test(a_wrong_cookie_is_told_as_a_wrong_token),
        cmocka_unit_test(one_right_cookie_of_several_is_enough),
        cmocka_unit_test(a_token_of_random_bits_is_always_looked_at),
        cmocka_unit_test(a_sign_in_lasts_as_long_as_a_token_of_random_bits),
        cmocka_unit_test(who_sent_the_token_is_not_shut_out_by_neighbours),
        cmocka_unit_test(the_proxy_s_line_is_the_last),
        cmocka_unit_test(who_is_behind_a_proxy_holds_the_connection),
        cmocka_unit_test(a_client_does_not_choose_its_address),
        cmocka_unit_test(a_link_has_an_address_of_the_machine),
        cmocka_unit_test(a_public_address_is_one_more_of_its_own),
        cmocka_unit_test(on_every_address_other_names_are_refused),
        cmocka_unit_test(a_cookie_of_a_page_with_tls_is_secure),
        cmocka_unit_test(a_cookie_counts_from_our_own_page_only),
        cmocka_unit_test(another_host_s_name_is_refused),
        cmocka_unit_test(a_body_must_be_json_of_64_kb_at_most),
        cmocka_unit_test(chunks_without_end_are_cut),
        cmocka_unit_test(bodies_that_say_nothing_are_refused),
        cmocka_unit_test(requests_that_are_none_do_no_harm),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
