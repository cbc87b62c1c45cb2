/* SPDX-License-Identifier: Apache-2.0
 *
 * The first, second, third, ... call to the kernel fails while a file is
 * written: what is there is the old file or the new one, whole, and nothing
 * else. */
#include "check.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "capture/scratch.h"
#include "core/save.h"

#define OLD "{\"schema\":\"crokeye.calib/1\",\"old\":true}"
#define NEW "{\"schema\":\"crokeye.calib/1\"}"

/* Which call fails, counted from 1; 0: none. */
static int n_calls, fail_at, fail_with;

static bool fails(void)
{
    n_calls++;
    if (n_calls != fail_at)
        return false;
    errno = fail_with;
    return true;
}

int __real_openat(int dir, const char *path, int flags, ...);
ssize_t __real_write(int fd, const void *bytes, size_t n);
int __real_fsync(int fd);
int __real_fchmod(int fd, mode_t mode);
int __real_renameat2(int from, const char *a, int to, const char *b,
                     unsigned flags);
int __wrap_openat(int dir, const char *path, int flags, ...);
ssize_t __wrap_write(int fd, const void *bytes, size_t n);
int __wrap_fsync(int fd);
int __wrap_fchmod(int fd, mode_t mode);
int __wrap_renameat2(int from, const char *a, int to, const char *b,
                     unsigned flags);

int __wrap_openat(int dir, const char *path, int flags, ...)
{
    va_list args;
    mode_t mode = 0;
    va_start(args, flags);
    if ((flags & O_CREAT) != 0)
        mode = va_arg(args, mode_t);
    va_end(args);
    return fails() ? -1 : __real_openat(dir, path, flags, mode);
}

/* A failed write has written a part before. */
ssize_t __wrap_write(int fd, const void *bytes, size_t n)
{
    if (!fails())
        return __real_write(fd, bytes, n);
    (void)!__real_write(fd, bytes, n / 2);
    errno = fail_with;
    return -1;
}

int __wrap_fsync(int fd)
{
    return fails() ? -1 : __real_fsync(fd);
}

int __wrap_fchmod(int fd, mode_t mode)
{
    return fails() ? -1 : __real_fchmod(fd, mode);
}

int __wrap_renameat2(int from, const char *a, int to, const char *b,
                     unsigned flags)
{
    return fails() ? -1 : __real_renameat2(from, a, to, b, flags);
}

static void put(const char *path, const char *text)
{
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    assert_true(fputs(text, f) >= 0);
    assert_int_equal(fclose(f), 0);
}

/* Save with one call failing. Returns the status; the file's text is in got. */
static crok_status save(const char *path, int call, int why, char got[256])
{
    crok_save_to to = {.path = path, .kind = &crok_save_calib};
    crok_err err = {0};
    crok_status st = CROK_OK;
    FILE *f = NULL;
    n_calls = 0;
    fail_at = call;
    fail_with = why;
    st = crok_save(&to, NEW, sizeof NEW - 1, &err);
    fail_at = 0;
    assert_true(st == CROK_OK || strstr(err.msg, path) != NULL);
    memset(got, 0, 256);
    f = fopen(path, "rb");
    if (f != NULL) {
        (void)fread(got, 1, 255, f);
        (void)fclose(f);
    }
    return st;
}

/* `old` is the file before, NULL: none. */
static void fail_each_call(const char *old, int why)
{
    char path[300], got[256];
    int n_failed = 0;
    (void)snprintf(path, sizeof path, "%s", scratch_file("a"));
    for (int call = 1;; call++) {
        crok_status st = CROK_OK;
        if (old != NULL)
            put(path, old);
        st = save(path, call, why, got);
        assert_true(scratch_count() <= 1);
        n_failed += st != CROK_OK;
        if (st == CROK_OK)
            assert_string_equal(got, NEW);
        else if (strcmp(got, NEW) != 0)
            assert_string_equal(got, old == NULL ? "" : old);
        (void)unlink(path);
        assert_int_equal(scratch_count(), 0);
        if (n_calls < call)
            break;
    }
    assert_true(n_failed >= (old == NULL ? 4 : 6));
}

static void a_new_file_is_whole_or_absent(void **state)
{
    (void)state;
    fail_each_call(NULL, EIO);
    fail_each_call(NULL, ENOSPC);
}

static void the_old_file_or_the_new_one_is_there(void **state)
{
    (void)state;
    fail_each_call(OLD, EIO);
    fail_each_call(OLD, ENOSPC);
}

/* File systems without the two renames, such as NFS: EINVAL. */
static void without_renameat2_files_are_written_too(void **state)
{
    char path[300], got[256];
    int rename_call = 4; /* open, write, fsync, rename */
    (void)state;
    (void)snprintf(path, sizeof path, "%s", scratch_file("a"));
    assert_int_equal(save(path, rename_call, EINVAL, got), CROK_OK);
    assert_string_equal(got, NEW);
    assert_int_equal(scratch_count(), 1);
    put(path, OLD);
    rename_call = 6; /* open, to see whose it is, and fchmod before */
    assert_int_equal(save(path, rename_call, EINVAL, got), CROK_OK);
    assert_string_equal(got, NEW);
    assert_int_equal(scratch_count(), 1);
    assert_int_equal(unlink(path), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_new_file_is_whole_or_absent),
        cmocka_unit_test(the_old_file_or_the_new_one_is_there),
        cmocka_unit_test(without_renameat2_files_are_written_too),
    };
    return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
