/* SPDX-License-Identifier: Apache-2.0 */
#include "serve/public_url.h"

#include <string.h>

#include "check.h"

#define N(a) (sizeof(a) / sizeof *(a))

static void an_address_is_read_as_a_browser_writes_it(void **state)
{
    static const struct {
        const char *text, *origin, *host;
        bool is_https;
    } good[] = {
        {"https://club.example", "https://club.example", "club.example", true},
        {"HTTPS://Club.Example/", "https://club.example", "club.example", true},
        {"https://a.b:443", "https://a.b", "a.b", true},
        {"https://a.b:80", "https://a.b:80", "a.b", true},
        {"http://a-1_x:8080/", "http://a-1_x:8080", "a-1_x", false},
        {"http://10.0.0.7:80", "http://10.0.0.7", "10.0.0.7", false},
        {"https://[FD00::1]:8443", "https://[fd00::1]:8443", "[fd00::1]",
         true}};
    crok_err err = {0};
    crok_public_url url;
    (void)state;
    for (size_t i = 0; i < N(good); i++) {
        CHECK_STATUS(crok_public_url_parse(good[i].text, &url, &err), CROK_OK,
                     &err);
        assert_string_equal(url.origin, good[i].origin);
        assert_string_equal(url.host, good[i].host);
        assert_int_equal(url.is_https, good[i].is_https);
    }
}

static void what_is_no_address_is_refused(void **state)
{
    static const char *const bad[] = {"",
                                      "club.example",
                                      "ftp://a",
                                      "https://",
                                      "https:///",
                                      "https://:443",
                                      "https://a:",
                                      "https://a:0",
                                      "https://a:x",
                                      "https://a:65536",
                                      "https://u@a",
                                      "https://u:p@a",
                                      "https://a b",
                                      "https://[::1",
                                      "https://[]",
                                      "https://[a]",
                                      "https://a]",
                                      "https://\xc3\xa4.x",
                                      "https://a,b",
                                      "https://[::1]x"};
    static const char *const paths[] = {"https://a/b", "https://a//",
                                        "https://a/?x", "https://a?x",
                                        "https://a#x"};
    char longest[CROK_PUBLIC_URL_MAX + 40] = "https://";
    crok_err err = {0};
    crok_public_url url;
    (void)state;
    for (size_t i = 0; i < N(bad); i++)
        CHECK_STATUS(crok_public_url_parse(bad[i], &url, &err), CROK_EARG,
                     &err);
    for (size_t i = 0; i < N(paths); i++) {
        CHECK_STATUS(crok_public_url_parse(paths[i], &url, &err), CROK_EARG,
                     &err);
        assert_non_null(strstr(err.msg, "below a path"));
    }
    for (size_t n = 1; n < sizeof longest - 8; n++) {
        crok_status st = CROK_OK;
        longest[7 + n] = 'a';
        st = crok_public_url_parse(longest, &url, &err);
        assert_int_equal(st,
                         n + 8 <= CROK_PUBLIC_URL_MAX ? CROK_OK : CROK_EARG);
    }
}

static void it_is_compared_whole(void **state)
{
    crok_public_url none = {.origin = ""};
    crok_public_url url;
    crok_err err = {0};
    (void)state;
    CHECK_STATUS(crok_public_url_parse("https://club.example:8443", &url, &err),
                 CROK_OK, &err);
    assert_true(crok_public_url_is_origin(&url, "https://club.example:8443"));
    assert_false(crok_public_url_is_origin(&url, "https://club.example"));
    assert_false(crok_public_url_is_origin(&url, "http://club.example:8443"));
    assert_false(crok_public_url_is_origin(&url, "https://club.example:84430"));
    assert_false(crok_public_url_is_origin(&url, "null"));
    assert_false(crok_public_url_is_origin(&url, NULL));
    assert_false(crok_public_url_is_origin(&none, ""));
    assert_true(crok_public_url_is_host(&url, "Club.Example:8443"));
    assert_true(crok_public_url_is_host(&url, "club.example"));
    assert_false(crok_public_url_is_host(&url, "club.example.evil"));
    assert_false(crok_public_url_is_host(&url, "xclub.example"));
    assert_false(crok_public_url_is_host(&url, "club.exampl"));
    assert_false(crok_public_url_is_host(&url, ""));
    assert_false(crok_public_url_is_host(&url, NULL));
    assert_false(crok_public_url_is_host(&none, ""));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_address_is_read_as_a_browser_writes_it),
        cmocka_unit_test(what_is_no_address_is_refused),
        cmocka_unit_test(it_is_compared_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
