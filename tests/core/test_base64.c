/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include <stdlib.h>
#include <string.h>

#include "core/base64.h"

/* The test vectors of RFC 4648, section 10. */
static void the_standards_examples_are_written_and_read(void **state)
{
    static const char *const pairs[][2] = {{"", ""},
                                           {"f", "Zg=="},
                                           {"fo", "Zm8="},
                                           {"foo", "Zm9v"},
                                           {"foob", "Zm9vYg=="},
                                           {"fooba", "Zm9vYmE="},
                                           {"foobar", "Zm9vYmFy"}};
    (void)state;
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        size_t n = strlen(pairs[i][0]);
        uint8_t back[8] = {0};
        char *text = crok_base64_encode((const uint8_t *)pairs[i][0], n);
        assert_string_equal(text, pairs[i][1]);
        assert_true(crok_base64_decode(text, back, n));
        assert_memory_equal(back, pairs[i][0], n);
        free(text);
    }
}

static void all_bytes_come_back(void **state)
{
    uint8_t bytes[256];
    uint8_t back[256];
    char *text = NULL;
    (void)state;
    for (int i = 0; i < 256; i++)
        bytes[i] = (uint8_t)i;
    text = crok_base64_encode(bytes, sizeof bytes);
    assert_true(crok_base64_decode(text, back, sizeof back));
    assert_memory_equal(bytes, back, sizeof bytes);
    free(text);
}

static void other_texts_are_refused(void **state)
{
    static const char *const wrong[] = {
        "", "Zm9", "Zm9vZ", "Zm9=", "Zm=v", "Z-9v", "Zm9vYg==", "\xffm9v"};
    uint8_t out[3];
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_false(crok_base64_decode(wrong[i], out, 3));
    assert_false(crok_base64_decode("Zm8v", out, 2)); /* 3 bytes, not 2 */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_standards_examples_are_written_and_read),
        cmocka_unit_test(all_bytes_come_back),
        cmocka_unit_test(other_texts_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
