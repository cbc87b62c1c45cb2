/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/sha256.h"

static void check_hash(const char *text, int times, const char *want)
{
    char path[] = "/tmp/crokeye-sha256-XXXXXX";
    char hex[CROK_SHA256_HEX];
    crok_err err = {0};
    int fd = mkstemp(path);
    FILE *f = NULL;
    assert_true(fd >= 0);
    f = fdopen(fd, "wb");
    assert_non_null(f);
    for (int i = 0; i < times; i++)
        (void)fputs(text, f);
    assert_int_equal(fclose(f), 0);
    CHECK_STATUS(crok_sha256_file(path, hex, &err), CROK_OK, &err);
    assert_string_equal(hex, want);
    (void)unlink(path);
}

/* The examples of FIPS 180-4, and the last longer than a buffer. */
static void hashes_are_the_published_ones(void **state)
{
    (void)state;
    check_hash(
        "", 1,
        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    check_hash(
        "abc", 1,
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    check_hash(
        "aaaaaaaaaa", 100000,
        "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

/* Test case 2 of RFC 4231. */
static void a_code_is_the_published_one(void **state)
{
    char hex[CROK_SHA256_HEX];
    (void)state;
    crok_sha256_hmac("Jefe", "what do ya want for nothing?", hex);
    assert_string_equal(
        hex,
        "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
}

static void a_file_that_cannot_be_read_is_told(void **state)
{
    char hex[CROK_SHA256_HEX] = "as it was";
    crok_err err = {0};
    (void)state;
    CHECK_STATUS(crok_sha256_file("/no/such/file", hex, &err), CROK_EIO, &err);
    assert_non_null(strstr(err.msg, "/no/such/file: cannot open"));
    CHECK_STATUS(crok_sha256_file("/tmp", hex, &err), CROK_EIO, &err);
    assert_string_equal(hex, "as it was");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hashes_are_the_published_ones),
        cmocka_unit_test(a_code_is_the_published_one),
        cmocka_unit_test(a_file_that_cannot_be_read_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
