/* SPDX-License-Identifier: Apache-2.0
 *
 * When a publisher tries again, what it tells, and which changes of files it
 * notices. */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../capture/scratch.h"
#include "core/file_mark.h"
#include "hall/attempt.h"
#include "hall/notice.h"

static void pauses_grow(void **state)
{
    static const int64_t want[] = {250, 500, 1000, 2000, 4000, 8000, 8000};
    crok_attempt a = {0};
    (void)state;
    for (size_t i = 0; i < sizeof want / sizeof *want; i++) {
        crok_attempt_failed(&a, 1000);
        assert_int_equal(a.due_ms, 1000 + want[i]);
    }
    crok_attempt_hurry(&a);
    assert_int_equal(a.due_ms, 0);
    crok_attempt_failed(&a, 1000);
    assert_int_equal(a.due_ms, 1250);
}

static void reasons_are_told_once(void **state)
{
    const crok_err full = {.status = CROK_EIO, .msg = "full"};
    const crok_err gone = {.status = CROK_EIO, .msg = "gone"};
    crok_attempt a = {0};
    (void)state;
    crok_attempt_failed(&a, 0);
    assert_false(crok_attempt_tells(&a, &full, 0)); /* it may pass */
    assert_false(crok_attempt_worked(&a));
    crok_attempt_failed(&a, 0);
    crok_attempt_failed(&a, 0);
    assert_true(crok_attempt_tells(&a, &full, 0));
    assert_false(crok_attempt_tells(&a, &full, 100000));
    assert_false(crok_attempt_tells(&a, &gone, 29999));
    assert_true(crok_attempt_tells(&a, &gone, 30000));
    assert_true(crok_attempt_worked(&a));
    assert_false(crok_attempt_worked(&a));
}

static void write_file(const char *name, const char *text)
{
    FILE *f = fopen(scratch_file(name), "w");
    assert_non_null(f);
    (void)fputs(text, f);
    assert_int_equal(fclose(f), 0);
}

static char first[256], second[256];
static const char *const paths[] = {first, NULL, second};

/* Wait until a file is said to have changed. Another one may be, too, as its
 * mark is compared later. */
static void await_change(crok_notice *n, int which)
{
    bool changed[3] = {false};
    while (!changed[which])
        crok_notice_wait(n, 10000, changed);
    assert_false(changed[1]);
}

static void changes_are_noticed(void **state)
{
    crok_notice *n = NULL;
    crok_err err = {0};
    char part[256], journal[300];
    bool none[3] = {false};
    (void)state;
    (void)snprintf(first, sizeof first, "%s", scratch_file("a.db"));
    (void)snprintf(second, sizeof second, "%s", scratch_file("late/b.json"));
    (void)snprintf(part, sizeof part, "%s", scratch_file("part"));
    (void)snprintf(journal, sizeof journal, "%s-journal", first);
    CHECK_STATUS(crok_notice_open(paths, 3, &n, &err), CROK_OK, &err);
    crok_notice_wait(n, 0, none);
    write_file("a.db", "1");
    await_change(n, 0);
    /* replaced as a whole */
    write_file("part", "22");
    assert_int_equal(rename(part, first), 0);
    await_change(n, 0);
    /* the end of a transaction */
    write_file("a.db-journal", "");
    await_change(n, 0);
    assert_int_equal(unlink(journal), 0);
    await_change(n, 0);
    /* a folder that is made later */
    assert_int_equal(mkdir(scratch_file("late"), 0700), 0);
    write_file("late/b.json", "x");
    await_change(n, 2);
    crok_notice_close(&n);
    crok_notice_close(&n);
    (void)unlink(first);
    (void)unlink(second);
    (void)rmdir(scratch_file("late"));
}

static void marks_tell_files_apart(void **state)
{
    crok_file_mark a = crok_file_mark_of(scratch_file("x"));
    crok_file_mark b = {.exists = false};
    (void)state;
    assert_false(a.exists);
    write_file("x", "1");
    b = crok_file_mark_of(scratch_file("x"));
    assert_false(crok_file_mark_same_file(&a, &b));
    assert_true(crok_file_mark_same(&b, &b));
    write_file("x", "12");
    a = crok_file_mark_of(scratch_file("x"));
    assert_true(crok_file_mark_same_file(&a, &b));
    assert_false(crok_file_mark_same(&a, &b));
    (void)unlink(scratch_file("x"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pauses_grow),
        cmocka_unit_test(reasons_are_told_once),
        cmocka_unit_test(changes_are_noticed),
        cmocka_unit_test(marks_tell_files_apart),
    };
    return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
