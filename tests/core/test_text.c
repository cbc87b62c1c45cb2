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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_bad_byte_is_found_wherever_it_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
