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

/* Write a code point above U+007F as UTF-8, ended by a zero. */
static void encode(uint32_t c, char out[5])
{
    int n = c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    out[n] = '\0';
    for (int i = n - 1; i > 0; i--, c >>= 6)
        out[i] = (char)(0x80U | (c & 0x3FU));
    out[0] = (char)((0xF00U >> n & 0xFFU) | c);
}

/* Each text and its first character that is not seen, 0: none. */
static void a_character_that_nobody_sees_is_found(void **state)
{
    static const struct {
        const char *text;
        uint32_t code;
    } of[] = {{"", 0},
              {"Zo\xc3\xab", 0},
              {"a\nb\x01", '\n'},
              {"a\x1b[m", 0x1B},
              {"ab\x7f", 0x7F},
              {"\xc2\x85", 0x85},
              {"\xc2\xa0", 0},
              {"\x80\xff", 0},
              {"\xf0\x9f\x99\x82\t", '\t'},
              {"Ann\xe2\x80\xae\xe2\x80\x8b", 0x202E}};
    uint32_t code = 0;
    (void)state;
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        code = 0;
        assert_int_equal(
            crok_text_find_unseen(of[i].text, strlen(of[i].text), &code),
            of[i].code != 0);
        assert_int_equal(code, of[i].code);
    }
    assert_false(crok_text_find_unseen("a\n", 1, &code)); /* beyond the end */
}

/* All characters of Unicode: what is seen, or is needed in a word or an emoji,
 * stays. */
static void only_these_characters_are_not_seen(void **state)
{
    static const struct {
        uint32_t first, last;
    } of[] = {{0x80, 0x9F},      {0xAD, 0xAD},     {0x61C, 0x61C},
              {0x180E, 0x180E},  {0x200B, 0x200B}, {0x200E, 0x200F},
              {0x2028, 0x202E},  {0x2060, 0x206F}, {0xFEFF, 0xFEFF},
              {0xE0000, 0xE007F}};
    size_t n = 0; /* of the range that is not passed yet */
    (void)state;
    for (uint32_t c = 0x80; c <= 0x10FFFF; c++) {
        char text[5];
        uint32_t code = 0;
        bool is_found = false;
        encode(c, text);
        if (n < sizeof of / sizeof *of && c > of[n].last)
            n++;
        is_found = crok_text_find_unseen(text, strlen(text), &code);
        if (is_found != (n < sizeof of / sizeof *of && c >= of[n].first))
            fail_msg("U+%04X", (unsigned)c);
        if (is_found)
            assert_int_equal(code, c);
    }
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
        cmocka_unit_test(a_character_that_nobody_sees_is_found),
        cmocka_unit_test(only_these_characters_are_not_seen),
        cmocka_unit_test(a_character_has_its_code_and_length),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
