/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include <string.h>

#include "core/text.h"

enum { LEN = 40 };

/* Plain text of every length, and in it at every place a byte or a character
 * that is none, that is cut off by the end, or that is one. */
static void a_bad_byte_is_found_wherever_it_is(void **state)
{
    char text[LEN + 1];
    (void)state;
    for (size_t len = 0; len <= LEN; len++) {
        memset(text, 'a', sizeof text);
        assert_null(crok_text_find_bad(text, len));
        for (size_t at = 0; at < len; at++) {
            memset(text, 'a', sizeof text);
            text[at] = '\x80';
            assert_ptr_equal(crok_text_find_bad(text, len), text + at);
            text[at] = '\xC3'; /* of two bytes; the second is no part of it */
            assert_ptr_equal(crok_text_find_bad(text, len), text + at);
            text[at + 1] = '\xA4';
            if (at + 1 < len)
                assert_null(crok_text_find_bad(text, len));
            else
                assert_ptr_equal(crok_text_find_bad(text, len), text + at);
        }
    }
}

/* Each text and the place of its first control character, -1: none. */
static void a_control_character_is_found(void **state)
{
    static const struct {
        const char *text;
        int at;
    } of[] = {{"", -1},         {"Zo\xc3\xab", -1}, {"a\nb\x01", 1},
              {"a\x1b[m", 1},   {"ab\x7f", 2},      {"\xc2\x85", 0},
              {"\xc2\xa0", -1}, {"\x80\xff", -1},   {"\xf0\x9f\x99\x82\t", 4}};
    (void)state;
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        const char *at = crok_text_find_control(of[i].text, strlen(of[i].text));
        assert_int_equal(at == NULL ? -1 : (int)(at - of[i].text), of[i].at);
    }
    assert_null(crok_text_find_control("a\n", 1)); /* beyond the end */
}

static void a_character_has_its_code_and_length(void **state)
{
    static const struct {
        const char *text;
        size_t len, n;
        uint32_t code;
    } of[] = {{"a", 1, 1, 'a'},
              {"\xc3\xab", 2, 2, 0xEB},
              {"\xe2\x80\x8b.", 4, 3, 0x200B},
              {"\xf0\x9f\x99\x82", 4, 4, 0x1F642},
              {"\xe2\x80\x8b", 2, 1, 0xFFFD}, /* the end cuts it */
              {"\xff", 1, 1, 0xFFFD}};
    (void)state;
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        size_t n = 0;
        assert_int_equal(crok_text_char(of[i].text, of[i].len, &n), of[i].code);
        assert_int_equal(n, of[i].n);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_bad_byte_is_found_wherever_it_is),
        cmocka_unit_test(a_control_character_is_found),
        cmocka_unit_test(a_character_has_its_code_and_length),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
