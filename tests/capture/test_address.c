/* SPDX-License-Identifier: Apache-2.0
 *
 * Where a source is, and who may see its password. */
#include "check.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "capture/address.h"
#include "capture/source.h"
#include "scratch.h"

static void check_shown(const char *spec, const char *shown)
{
    char out[CROK_ADDRESS_MAX];
    crok_address_show(spec, out);
    assert_string_equal(out, shown);
}

static void secrets_are_not_shown(void **state)
{
    (void)state;
    check_shown("rtsp://camera", "rtsp://camera");
    check_shown("rtsp://camera:554/", "rtsp://camera:554/");
    check_shown("rtsp://camera/main", "rtsp://camera/hidden");
    check_shown("rtsp://admin:PW@camera:554/main", "rtsp://camera:554/hidden");
    check_shown("rtsp://admin:PW@camera", "rtsp://camera");
    check_shown("http://[fe80::1]:80/x", "http://[fe80::1]:80/hidden");
    check_shown("http://admin@camera/", "http://camera/");
    check_shown("http://camera?pwd=PW", "http://camera/hidden");
    check_shown("http://a:PW@camera/shot?pwd=PW#PW", "http://camera/hidden");
    check_shown("http://camera/#PW", "http://camera/hidden");
    check_shown("rtsp://camera:554/user=admin&password=PW&channel=1",
                "rtsp://camera:554/hidden");
    check_shown("rtsp://a:P@W@camera/main", "rtsp://camera/hidden");
    /* characters that should have been encoded: which part is the host? */
    check_shown("rtsp://a:P/W@camera/main", "hidden");
    check_shown("rtsp://a:P@Q/W@camera/main", "hidden");
    check_shown("rtsp://a:P@Q?W@camera/main", "hidden");
    check_shown("http://camera/x?user=me@club.org&password=PW", "hidden");
    /* two addresses, a forgotten slash, a forgotten scheme */
    check_shown("concat:http://u:PW@a/x|http://u:PW@b/y", "hidden");
    check_shown("rtsp:admin:PW@camera/main", "hidden");
    check_shown("admin:PW@camera/main", "hidden");
    check_shown("admin:PW@camera?next=http://x", "hidden");
}

static void paths_are_shown_as_they_are(void **state)
{
    (void)state;
    check_shown("/dev/video0", "/dev/video0");
    check_shown("film@home?.avi", "film@home?.avi");
    check_shown("file:///a@b?c", "file:///a@b?c");
    check_shown("", "");
}

static void an_argument_is_written_over(void **state)
{
    char given[] = "rtsp://a:PW@camera/main?pwd=PW";
    char plain[] = "film@home?.avi";
    char out[CROK_ADDRESS_MAX];
    crok_err err = {0};
    (void)state;
    CHECK_STATUS(crok_address_take(given, out, &err), CROK_OK, &err);
    assert_string_equal(out, "rtsp://a:PW@camera/main?pwd=PW");
    assert_string_equal(given, "******************************");
    CHECK_STATUS(crok_address_take(plain, out, &err), CROK_OK, &err);
    assert_string_equal(out, plain);
    assert_string_equal(plain, "film@home?.avi");
}

static void write_file(const char *path, const char *text, mode_t mode)
{
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    assert_true(fputs(text, f) >= 0);
    assert_int_equal(fclose(f), 0);
    assert_int_equal(chmod(path, mode), 0);
}

static void a_file_holds_the_address(void **state)
{
    char given[512];
    char out[CROK_ADDRESS_MAX] = "as it was";
    crok_err err = {0};
    (void)state;
    (void)snprintf(given, sizeof given, "@%s", scratch_file("camera"));
    write_file(given + 1, "rtsp://a:PW@camera/main\r\nmore\n", 0600);
    CHECK_STATUS(crok_address_take(given, out, &err), CROK_OK, &err);
    assert_string_equal(out, "rtsp://a:PW@camera/main");
    write_file(given + 1, "rtsp://a:PW@camera/main", 0644);
    CHECK_STATUS(crok_address_take(given, out, &err), CROK_EIO, &err);
    assert_non_null(strstr(err.msg, "chmod"));
    assert_null(strstr(err.msg, "PW"));
    write_file(given + 1, "\nrtsp://a:PW@camera/main", 0600);
    CHECK_STATUS(crok_address_take(given, out, &err), CROK_EARG, &err);
    assert_int_equal(remove(given + 1), 0);
    CHECK_STATUS(crok_address_take(given, out, &err), CROK_EIO, &err);
}

static void the_environment_holds_the_address(void **state)
{
    char given[] = "env:CROKEYE_TEST_SOURCE";
    char out[CROK_ADDRESS_MAX];
    crok_err err = {0};
    (void)state;
    assert_int_equal(unsetenv("CROKEYE_TEST_SOURCE"), 0);
    CHECK_STATUS(crok_address_take(given, out, &err), CROK_EARG, &err);
    assert_int_equal(setenv("CROKEYE_TEST_SOURCE", "/dev/video3", 1), 0);
    CHECK_STATUS(crok_address_take(given, out, &err), CROK_OK, &err);
    assert_string_equal(out, "/dev/video3");
    assert_int_equal(setenv("CROKEYE_TEST_SOURCE", "", 1), 0);
    CHECK_STATUS(crok_address_take(given, out, &err), CROK_EARG, &err);
}

/* Nobody answers there: the message names the camera, and no secret. */
static void no_message_holds_a_secret(void **state)
{
    crok_source *source = NULL;
    crok_err err = {0};
    (void)state;
    CHECK_STATUS(crok_source_open("rtsp://admin:PW@127.0.0.1:9/x?key=PW", NULL,
                                  &source, &err),
                 CROK_ENODEV, &err);
    assert_non_null(strstr(err.msg, "127.0.0.1:9"));
    assert_null(strstr(err.msg, "PW"));
    assert_null(strstr(err.msg, "admin"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(secrets_are_not_shown),
        cmocka_unit_test(paths_are_shown_as_they_are),
        cmocka_unit_test(an_argument_is_written_over),
        cmocka_unit_test(a_file_holds_the_address),
        cmocka_unit_test(the_environment_holds_the_address),
        cmocka_unit_test(no_message_holds_a_secret),
    };
    return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
