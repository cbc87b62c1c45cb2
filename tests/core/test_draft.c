/* SPDX-License-Identifier: Apache-2.0
 *
 * A file that appears whole or not at all (core/draft.h). */
#include "check.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "capture/scratch.h"
#include "core/draft.h"

static void put(const char *path, const char *text)
{
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    assert_true(fputs(text, f) >= 0);
    assert_int_equal(fclose(f), 0);
}

/* Fails the test unless the file holds exactly this text. */
static void check_text(const char *path, const char *want)
{
    char got[256] = {0};
    FILE *f = fopen(path, "rb");
    assert_non_null(f);
    (void)fread(got, 1, sizeof got - 1U, f);
    (void)fclose(f);
    assert_string_equal(got, want);
}

static void begin(crok_draft *d, const char *path, const char *text)
{
    crok_err err = {0};
    CHECK_STATUS(crok_draft_open(d, path, &err), CROK_OK, &err);
    assert_true(fputs(text, d->file) >= 0);
    assert_int_equal(fflush(d->file), 0);
}

static void the_old_file_stays_until_the_draft_is_closed(void **state)
{
    const char *path = scratch_file("a");
    crok_draft d = {0};
    crok_err err = {0};
    (void)state;
    put(path, "old");
    begin(&d, path, "new");
    check_text(path, "old");
    CHECK_STATUS(crok_draft_close(&d, CROK_OK, &err), CROK_OK, &err);
    check_text(path, "new");
    assert_int_equal(scratch_count(), 1);
    assert_int_equal(unlink(path), 0);
}

static void a_failed_draft_leaves_no_trace(void **state)
{
    const char *path = scratch_file("a");
    crok_draft d = {0};
    crok_err err = {0};
    (void)state;
    begin(&d, path, "half");
    CHECK_STATUS(crok_draft_close(&d, CROK_EFORMAT, &err), CROK_EFORMAT, &err);
    assert_int_equal(scratch_count(), 0);
    put(path, "old");
    begin(&d, path, "half");
    CHECK_STATUS(crok_draft_close(&d, CROK_ENOMEM, &err), CROK_ENOMEM, &err);
    check_text(path, "old");
    assert_int_equal(scratch_count(), 1);
    assert_int_equal(unlink(path), 0);
}

/* Two drafts of one path, and one that a killed program left: each keeps its
 * own temporary file, and the draft that is closed last wins. */
static void drafts_of_one_path_do_not_share_a_file(void **state)
{
    char path[300], left[310];
    crok_draft a = {0}, b = {0};
    crok_err err = {0};
    (void)state;
    (void)snprintf(path, sizeof path, "%s", scratch_file("a"));
    (void)snprintf(left, sizeof left, "%s.part0", path);
    put(left, "left over");
    begin(&a, path, "first");
    begin(&b, path, "second");
    assert_string_not_equal(a.name, b.name);
    assert_int_equal(scratch_count(), 3);
    CHECK_STATUS(crok_draft_close(&b, CROK_OK, &err), CROK_OK, &err);
    check_text(path, "second");
    CHECK_STATUS(crok_draft_close(&a, CROK_OK, &err), CROK_OK, &err);
    check_text(path, "first");
    check_text(left, "left over");
    assert_int_equal(scratch_count(), 2);
    assert_int_equal(unlink(left), 0);
    assert_int_equal(unlink(path), 0);
}

static void when_all_names_are_taken_no_file_is_overwritten(void **state)
{
    char path[300], name[320];
    crok_draft d = {0};
    crok_err err = {0};
    (void)state;
    (void)snprintf(path, sizeof path, "%s", scratch_file("a"));
    for (int i = 0; i < 100; i++) {
        (void)snprintf(name, sizeof name, "%s.part%d", path, i);
        put(name, "left over");
    }
    CHECK_STATUS(crok_draft_open(&d, path, &err), CROK_EIO, &err);
    assert_non_null(strstr(err.msg, "File exists"));
    for (int i = 0; i < 100; i++) {
        (void)snprintf(name, sizeof name, "%s.part%d", path, i);
        check_text(name, "left over");
        assert_int_equal(unlink(name), 0);
    }
}

static void the_message_has_the_path_and_the_reason(void **state)
{
    char path[300];
    crok_draft d = {0};
    crok_err err = {0};
    (void)state;
    (void)snprintf(path, sizeof path, "%s", scratch_file("no/a"));
    CHECK_STATUS(crok_draft_open(&d, path, &err), CROK_EIO, &err);
    assert_non_null(strstr(err.msg, path));
    assert_non_null(strstr(err.msg, "No such file or directory"));
    CHECK_STATUS(crok_draft_failed("b", ENOSPC, &err), CROK_EIO, &err);
    assert_string_equal(err.msg, "b: cannot be written: No space left on "
                                 "device");
}

/* The file takes the text only when it is closed: a full disk, simulated by a
 * limit on the file size, is noticed there. */
static void a_full_disk_leaves_the_old_file(void **state)
{
    const char *path = scratch_file("a");
    crok_draft d = {0};
    crok_err err = {0};
    struct rlimit was, little;
    (void)state;
    put(path, "old");
    CHECK_STATUS(crok_draft_open(&d, path, &err), CROK_OK, &err);
    for (int i = 0; i < 1000; i++)
        assert_true(fputc('x', d.file) != EOF);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &was), 0);
    little = was;
    little.rlim_cur = 500;
    (void)signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &little), 0);
    CHECK_STATUS(crok_draft_close(&d, CROK_OK, &err), CROK_EIO, &err);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &was), 0);
    assert_non_null(strstr(err.msg, "File too large"));
    check_text(path, "old");
    assert_int_equal(scratch_count(), 1);
    assert_int_equal(unlink(path), 0);
}

static void a_folder_is_not_replaced(void **state)
{
    const char *path = scratch_file("a");
    crok_draft d = {0};
    crok_err err = {0};
    (void)state;
    assert_int_equal(mkdir(path, 0700), 0);
    begin(&d, path, "new");
    CHECK_STATUS(crok_draft_close(&d, CROK_OK, &err), CROK_EIO, &err);
    assert_non_null(strstr(err.msg, "Is a directory"));
    assert_int_equal(scratch_count(), 1);
    assert_int_equal(rmdir(path), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_old_file_stays_until_the_draft_is_closed),
        cmocka_unit_test(a_failed_draft_leaves_no_trace),
        cmocka_unit_test(drafts_of_one_path_do_not_share_a_file),
        cmocka_unit_test(when_all_names_are_taken_no_file_is_overwritten),
        cmocka_unit_test(the_message_has_the_path_and_the_reason),
        cmocka_unit_test(a_full_disk_leaves_the_old_file),
        cmocka_unit_test(a_folder_is_not_replaced),
    };
    return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
