/* SPDX-License-Identifier: Apache-2.0 */
#include "serve/request.h"

#include <limits.h>
#include <string.h>

#include "check.h"
#include "serve/body.h"

#define N(a) (sizeof(a) / sizeof *(a))

static void addresses_to_listen_on(void **state)
{
    static const struct {
        const char *text, *host;
        int port;
        bool is_ipv6, is_loopback;
    } good[] = {{"127.0.0.1:8080", "127.0.0.1", 8080, false, true},
                {"127.8.9.1:0", "127.8.9.1", 0, false, true},
                {"0.0.0.0:65535", "0.0.0.0", 65535, false, false},
                {"localhost:80", "127.0.0.1", 80, false, true},
                {"[::1]:8080", "::1", 8080, true, true},
                {"[::]:8080", "::", 8080, true, false}};
    static const char *const bad[] = {"",
                                      ":",
                                      ":8080",
                                      "127.0.0.1",
                                      "8080",
                                      "127.0.0.1:",
                                      "127.0.0.1:65536",
                                      "127.0.0.1:-1",
                                      "a.b:8080",
                                      "[::1]",
                                      "[::1:8080",
                                      "[::1]8080",
                                      "::1:8080",
                                      "127.1:8080",
                                      "1.2.3.4:80 ",
                                      "1.2.3.4:8o",
                                      "1.2.3.400:80"};
    crok_err err = {0};
    crok_address a;
    (void)state;
    for (size_t i = 0; i < N(good); i++) {
        CHECK_STATUS(crok_address_parse(good[i].text, &a, &err), CROK_OK, &err);
        assert_string_equal(a.host, good[i].host);
        assert_int_equal(a.port, good[i].port);
        assert_int_equal(a.is_ipv6, good[i].is_ipv6);
        assert_int_equal(a.is_loopback, good[i].is_loopback);
    }
    for (size_t i = 0; i < N(bad); i++)
        CHECK_STATUS(crok_address_parse(bad[i], &a, &err), CROK_EARG, &err);
}

static void hosts_of_this_machine(void **state)
{
    static const char *const good[] = {"localhost",   "LocalHost:80",
                                       "127.0.0.1:1", "127.255.0.1",
                                       "[::1]",       "[::1]:8080"};
    static const char *const bad[] = {"",
                                      "localhost.evil.example",
                                      "evil.example",
                                      "0.0.0.0",
                                      "[::2]:80",
                                      "::1",
                                      "[::1",
                                      "127.0.0.1.evil"};
    (void)state;
    for (size_t i = 0; i < N(good); i++)
        assert_true(crok_host_is_loopback(good[i]));
    for (size_t i = 0; i < N(bad); i++)
        assert_false(crok_host_is_loopback(bad[i]));
    assert_false(crok_host_is_loopback(NULL));
}

static void hosts_that_no_other_site_has(void **state)
{
    static const char *const good[] = {
        "localhost", "10.0.0.7", "10.0.0.7:8080",  "[fd00::7]:80", "[::1]",
        "box",       "Box:8080", "box.local:8080", "box.club.lan"};
    static const char *const bad[] = {
        "",       "evil.example", "box.evil.example", "box.local.evil",
        "boxer",  "bo",           "10.0.0.7.evil",    "[evil]",
        "10.0.0", ".local",       "localhost.evil"};
    (void)state;
    for (size_t i = 0; i < N(good); i++)
        assert_true(crok_host_is_own(good[i], "box.club.lan"));
    for (size_t i = 0; i < N(bad); i++) {
        assert_false(crok_host_is_own(bad[i], "box.club.lan"));
        assert_false(crok_host_is_own(bad[i], ""));
    }
    assert_false(crok_host_is_own(NULL, "box"));
}

static void origins(void **state)
{
    (void)state;
    assert_true(crok_origin_is_host("http://a:8080", "a:8080"));
    assert_true(crok_origin_is_host("https://A", "a"));
    assert_false(crok_origin_is_host("http://a:8080", "a"));
    assert_false(crok_origin_is_host("http://a:8080", "a:80"));
    assert_false(crok_origin_is_host("null", "null"));
    assert_false(crok_origin_is_host("ftp://a", "a"));
    assert_false(crok_origin_is_host("http://", NULL));
    assert_false(crok_origin_is_host(NULL, "a"));
}

static void secrets_are_equal_only_whole(void **state)
{
    (void)state;
    assert_true(crok_secret_equal("abcabc", "abcabc"));
    assert_false(crok_secret_equal("abc", "abcabc"));
    assert_false(crok_secret_equal("abcabc", "abc"));
    assert_false(crok_secret_equal("abcabd", "abcabc"));
    assert_false(crok_secret_equal("xbcabc", "abcabc"));
    assert_false(crok_secret_equal("", ""));
    assert_false(crok_secret_equal(NULL, "a"));
    assert_false(crok_secret_equal("a", NULL));
    assert_string_equal(crok_bearer("bearer  x"), "x");
    assert_null(crok_bearer("Basic x"));
    assert_null(crok_bearer(NULL));
}

/* All values of the cookie crokeye, with a "|" behind each. */
static const char *values_of(const char *header)
{
    static char all[64];
    char out[8];
    all[0] = '\0';
    while (crok_cookie_next(&header, "crokeye", out, sizeof out)) {
        (void)strcat(all, out);
        (void)strcat(all, "|");
    }
    return all;
}

static void cookies(void **state)
{
    (void)state;
    assert_string_equal(values_of("crokeye=abc"), "abc|");
    assert_string_equal(values_of("a=b; crokeye=x; c=d"), "x|");
    assert_string_equal(values_of("crokeye=1234567"), "1234567|");
    assert_string_equal(values_of("crokeye=12345678"), "|");
    assert_string_equal(values_of("crokeye=x; a=b;crokeye=; crokeye=y"),
                        "x||y|");
    assert_string_equal(values_of("crokeye"), "");
    assert_string_equal(values_of("acrokeye=x"), "");
    assert_string_equal(values_of("crokeye8080=x"), "");
    assert_string_equal(values_of(";;; ;"), "");
    assert_string_equal(values_of(NULL), "");
}

static void what_a_write_was_decided_on(void **state)
{
    long seq = 0;
    (void)state;
    assert_true(crok_if_match("\"41\"", &seq) && seq == 41);
    assert_true(crok_if_match("41", &seq) && seq == 41);
    assert_true(crok_if_match("*", &seq) && seq == CROK_SEQ_ANY);
    assert_true(crok_if_match(NULL, &seq) && seq == CROK_SEQ_ANY);
    assert_false(crok_if_match("", &seq));
    assert_false(crok_if_match("\"", &seq));
    assert_false(crok_if_match("-1", &seq));
    assert_false(crok_if_match("W/\"41\"", &seq));
    assert_false(crok_if_match("41, 42", &seq));
    assert_false(crok_if_match("9223372036854775808", &seq));
    assert_true(crok_if_match("9223372036854775807", &seq));
}

static void types(void **state)
{
    (void)state;
    assert_true(crok_is_json_type("application/json"));
    assert_true(crok_is_json_type("Application/JSON ; charset=UTF-8"));
    assert_false(crok_is_json_type("application/json;"));
    assert_false(crok_is_json_type("application/json; charset=utf-16"));
    assert_false(crok_is_json_type("application/jsonx"));
    assert_false(crok_is_json_type("text/json"));
    assert_false(crok_is_json_type(NULL));
}

static void pictures(void **state)
{
    crok_picture_key key;
    static const char *const bad[] = {
        "/calls/41-6.PNG", "/calls/41-6",       "/calls/41-6.png.png",
        "/calls/-6.png",   "/calls/41-.png",    "/calls/4 1-6.png",
        "/calls/41-6.p",   "/calls/41.png-6",   "/calls/../41-6.png",
        "/call/41-6.png",  "/calls/41-6-7.png", "/calls/41-99999999999.png"};
    (void)state;
    assert_true(crok_call_key("/calls/41-6.png", &key));
    assert_int_equal(key.seq, 41);
    assert_int_equal(key.disc, 6);
    assert_true(key.is_call);
    for (size_t i = 0; i < N(bad); i++)
        assert_false(crok_call_key(bad[i], &key));
}

static void numbers_end_at_their_most(void **state)
{
    static const struct {
        const char *text;
        long most;
        bool is_one;
    } given[] = {{"2", 2, true},
                 {"3", 2, false},
                 {"9", 2, false},
                 {"16", 16, true},
                 {"17", 16, false},
                 {"0", 0, true},
                 {"1", 0, false},
                 {"007", 7, true},
                 {"", 7, false},
                 {"-1", 7, false},
                 {"1x", 7, false},
                 {"9223372036854775807", LONG_MAX, true},
                 {"9223372036854775808", LONG_MAX, false},
                 {"99999999999999999999", LONG_MAX, false}};
    long n = 0;
    (void)state;
    for (size_t i = 0; i < N(given); i++)
        assert_int_equal(crok_number(given[i].text, given[i].most, &n),
                         given[i].is_one);
    assert_int_equal(n, LONG_MAX);
}

static void rests(void **state)
{
    crok_picture_key key;
    static const char *const bad[] = {"/rests/41.JPG",     "/rests/41",
                                      "/rests/.jpg",       "/rests/-1.jpg",
                                      "/rests/41.jpg.jpg", "/rests/4 1.jpg",
                                      "/rests/../41.jpg",  "/calls/41.jpg",
                                      "/rest/41.jpg",      "/rests/41.png"};
    (void)state;
    assert_true(crok_rest_key("/rests/41.jpg", &key));
    assert_int_equal(key.seq, 41);
    assert_int_equal(key.disc, 0);
    assert_false(key.is_call);
    for (size_t i = 0; i < N(bad); i++)
        assert_false(crok_rest_key(bad[i], &key));
}

static void an_event_s_own_seq_time_and_type_mean_nothing(void **state)
{
    static const char body[] = "{\"seq\":99,\"time\":\"never\",\"type\":"
                               "\"match_end\",\"type\":1,\"of\":7,"
                               "\"valid\":true}";
    static crok_posted e;
    crok_err err = {0};
    (void)state;
    CHECK_STATUS(
        crok_body_event(CROK_EVENT_RULING, body, strlen(body), &e, &err),
        CROK_OK, &err);
    assert_int_equal(e.event.type, CROK_EVENT_RULING);
    assert_int_equal(e.event.u.ruling.of, 7);
    assert_int_not_equal(e.event.seq, 99);
    CHECK_STATUS(crok_body_event(CROK_EVENT_UNDO, "{}", 2, &e, &err), CROK_OK,
                 &err);
    assert_int_equal(e.event.u.of, 0);
    CHECK_STATUS(crok_body_event(CROK_EVENT_UNDO, "{\0}", 3, &e, &err),
                 CROK_EFORMAT, &err);
    CHECK_STATUS(
        crok_body_event(CROK_EVENT_MATCH_START, "{\"end\":true}", 12, &e, &err),
        CROK_OK, &err);
    assert_int_equal(e.event.type, CROK_EVENT_MATCH_END);
}

/* A text of the body, at any depth. Fields that begin with "x-" are free. */
static void a_text_has_no_control_characters(void **state)
{
    static const char *const texts[] = {
        "Ann\\nLee",       "Ann\\tLee",     "Ann\\u001b",
        "Ann\\u0085Lee",   "Ann\x7f",       "\\u202eAnn",
        "Ann\xe2\x80\x8b", "Ann\\u2028Lee", "Ann Lee"};
    static const char emoji[] = /* a family, which a joiner makes one */
        "{\"type\":\"match_info\",\"seats\":[{\"seat\":0,"
        "\"player\":\"Ann\\u200d\\u200c\"}]}";
    static const char by[] = "{\"of\":7,\"x-by\":\"Mo\\u202e\"}";
    static crok_posted e;
    char body[256];
    crok_err err = {0};
    (void)state;
    for (size_t i = 0; i < N(texts); i++) {
        (void)snprintf(body, sizeof body,
                       "{\"type\":\"match_info\",\"seats\":[{\"seat\":0,"
                       "\"player\":\"%s\"}],\"x-own\":\"a\\nb\"}",
                       texts[i]);
        CHECK_STATUS(
            crok_body_event(CROK_N_EVENTS, body, strlen(body), &e, &err),
            i + 1 == N(texts) ? CROK_OK : CROK_EFORMAT, &err);
        if (i + 1 < N(texts))
            assert_non_null(
                strstr(err.msg, "\"player\" must be a text without"));
    }
    CHECK_STATUS(
        crok_body_event(CROK_N_EVENTS, emoji, sizeof emoji - 1, &e, &err),
        CROK_OK, &err);
    CHECK_STATUS(crok_body_event(CROK_EVENT_UNDO, by, sizeof by - 1, &e, &err),
                 CROK_EFORMAT, &err);
    assert_string_equal(err.msg,
                        "body: \"x-by\" must be a text without control "
                        "and invisible characters: delete U+202E");
}

static void an_event_says_by_whom_and_by_which_way(void **state)
{
    static const crok_write_key none = {""}, key = {"K-1 0123456789abcdef"};
    static const char *const bodies[] = {
        "{\"of\":7}",
        "{\"of\":7,\"x-by\":\"Mo\",\"x-via\":\"host\",\"x-key\":\"K\"}"};
    char long_one[300]; /* without "x-via" it has room */
    const char *const wrong[] = {
        "{\"of\":7,\"x-by\":1}",
        "{\"of\":7,\"x-by\":\"1234567890123456789012345678901234567890123456789"
        "\"}",
        long_one};
    static crok_posted p;
    char before[CROK_FOREIGN_MAX];
    crok_err err = {0};
    (void)state;
    (void)snprintf(long_one, sizeof long_one, "{\"of\":7,\"x-own\":\"%0*d\"}",
                   CROK_FOREIGN_MAX - 20, 0);
    for (size_t i = 0; i < N(bodies); i++) {
        CHECK_STATUS(crok_body_event(CROK_EVENT_UNDO, bodies[i],
                                     strlen(bodies[i]), &p, &err),
                     CROK_OK, &err);
        CHECK_STATUS(crok_body_sign(&p.event, "table", &none, &err), CROK_OK,
                     &err);
        assert_string_equal(p.event.foreign,
                            i == 0 ? "{\"x-via\":\"table\"}"
                                   : "{\"x-by\":\"Mo\",\"x-via\":\"table\"}");
        CHECK_STATUS(crok_body_sign(&p.event, "table", &key, &err), CROK_OK,
                     &err);
        assert_non_null(
            strstr(p.event.foreign, ",\"x-key\":\"K-1 0123456789abcdef\"}"));
    }
    for (size_t i = 0; i < N(wrong); i++) {
        CHECK_STATUS(crok_body_event(CROK_EVENT_UNDO, wrong[i],
                                     strlen(wrong[i]), &p, &err),
                     CROK_OK, &err);
        memcpy(before, p.event.foreign, sizeof before);
        CHECK_STATUS(crok_body_sign(&p.event, "table", &none, &err),
                     CROK_EFORMAT, &err);
        assert_string_equal(p.event.foreign, before);
    }
}

static void twenties_are_added_or_counted(void **state)
{
    static const char *const wrong[] = {
        "{\"side\":\"red\",\"add\":0}",
        "{\"side\":\"red\",\"add\":1.5}",
        "{\"side\":\"red\",\"add\":1e9}",
        "{\"side\":\"red\",\"add\":\"1\"}",
        "{\"side\":\"red\",\"add\":null}",
        "{\"side\":\"red\",\"add\":1,\"count\":2}",
        "{\"side\":\"red\",\"add\":1,\"after\":2}",
        "{\"side\":\"red\",\"add\":1,\"ad\":2}",
        "{\"add\":1}"};
    static const char minus[] = "{\"side\":\"red\",\"add\":-2}";
    static crok_posted p;
    crok_err err = {0};
    (void)state;
    for (size_t i = 0; i < N(wrong); i++)
        CHECK_STATUS(crok_body_event(CROK_EVENT_TWENTIES, wrong[i],
                                     strlen(wrong[i]), &p, &err),
                     CROK_EFORMAT, &err);
    CHECK_STATUS(
        crok_body_event(CROK_EVENT_TWENTIES, minus, strlen(minus), &p, &err),
        CROK_OK, &err);
    assert_true(p.adds);
    assert_int_equal(p.add, -2);
    assert_string_equal(p.event.u.twenties.side, "red");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(addresses_to_listen_on),
        cmocka_unit_test(hosts_of_this_machine),
        cmocka_unit_test(hosts_that_no_other_site_has),
        cmocka_unit_test(origins),
        cmocka_unit_test(secrets_are_equal_only_whole),
        cmocka_unit_test(cookies),
        cmocka_unit_test(what_a_write_was_decided_on),
        cmocka_unit_test(types),
        cmocka_unit_test(pictures),
        cmocka_unit_test(rests),
        cmocka_unit_test(numbers_end_at_their_most),
        cmocka_unit_test(an_event_s_own_seq_time_and_type_mean_nothing),
        cmocka_unit_test(a_text_has_no_control_characters),
        cmocka_unit_test(an_event_says_by_whom_and_by_which_way),
        cmocka_unit_test(twenties_are_added_or_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
