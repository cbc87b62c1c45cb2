/* SPDX-License-Identifier: Apache-2.0
 *
 * What exists is replaced only if this program wrote it (core/save.h). */
#include "check.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/un.h>
#include <unistd.h>

#include "capture/scratch.h"
#include "core/save.h"

#define OLD "{\"schema\":\"crokeye.calib/1\",\"old\":true}"
#define NEW "{\"schema\":\"crokeye.calib/1\"}"

/* A path in the scratch folder that stays valid. */
typedef struct place {
    char path[320];
} place;

static place in_scratch(const char *name)
{
    place p;
    (void)snprintf(p.path, sizeof p.path, "%s", scratch_file(name));
    return p;
}

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

static crok_status save(const char *path, crok_err *err)
{
    crok_save_to to = {.path = path, .kind = &crok_save_calib};
    return crok_save(&to, NEW, sizeof NEW - 1, err);
}

static crok_status force(const char *path, crok_err *err)
{
    crok_save_to to = {.path = path, .kind = &crok_save_calib, .force = true};
    return crok_save(&to, NEW, sizeof NEW - 1, err);
}

/* Both crok_save and crok_save_check refuse, with these words. */
static void check_refused(const char *path, const char *words)
{
    crok_save_to to = {.path = path, .kind = &crok_save_calib};
    crok_err err = {0};
    CHECK_STATUS(save(path, &err), CROK_EARG, &err);
    assert_non_null(strstr(err.msg, path));
    assert_non_null(strstr(err.msg, words));
    CHECK_STATUS(crok_save_check(&to, NULL, &err), CROK_EARG, &err);
    assert_non_null(strstr(err.msg, words));
}

static void nothing_an_empty_file_and_an_own_one_are_written(void **state)
{
    static const char *const before[] = {NULL, "", OLD, "\n" OLD "\n"};
    place p = in_scratch("a");
    crok_err err = {0};
    (void)state;
    for (size_t i = 0; i < sizeof before / sizeof *before; i++) {
        if (before[i] != NULL)
            put(p.path, before[i]);
        CHECK_STATUS(save(p.path, &err), CROK_OK, &err);
        check_text(p.path, NEW);
        assert_int_equal(scratch_count(), 1);
        assert_int_equal(unlink(p.path), 0);
    }
}

static void what_is_not_of_the_kind_stays(void **state)
{
    static const char *const foreign[] = {
        "a letter",
        "{\"schema\":\"crokeye.board/1\"}",
        "{\"schema\":\"crokeye.calibration/1\"}",
        "{\"schema\":\"crokeye.calib\"}",
        "{\"schema\":7}",
        "[\"schema\",\"crokeye.calib/1\"]",
        "{\"title\":\"crokeye.calib/1\"}",
        OLD " and more",
        "{\"schema\":\"crokeye.calib/1\"",
    };
    place p = in_scratch("a");
    crok_err err = {0};
    (void)state;
    for (size_t i = 0; i < sizeof foreign / sizeof *foreign; i++) {
        put(p.path, foreign[i]);
        check_refused(p.path, "--force");
        check_text(p.path, foreign[i]);
        assert_int_equal(scratch_count(), 1);
        CHECK_STATUS(force(p.path, &err), CROK_OK, &err);
        check_text(p.path, NEW);
        assert_int_equal(unlink(p.path), 0);
    }
}

static void a_database_stays_even_by_force(void **state)
{
    static const char bytes[] = "SQLite format 3\0and more";
    place p = in_scratch("m.db");
    crok_err err = {0};
    FILE *f = fopen(p.path, "wb");
    (void)state;
    assert_non_null(f);
    assert_int_equal(fwrite(bytes, 1, sizeof bytes, f), sizeof bytes);
    assert_int_equal(fclose(f), 0);
    check_refused(p.path, "a database");
    CHECK_STATUS(force(p.path, &err), CROK_EARG, &err);
    check_text(p.path, bytes);
    assert_int_equal(unlink(p.path), 0);
}

static void a_link_is_followed_in_its_folder_only(void **state)
{
    place folder = in_scratch("sub"), target = in_scratch("sub/t");
    place near = in_scratch("sub/near"), far = in_scratch("far");
    place dangling = in_scratch("dangling"), loop = in_scratch("loop");
    crok_err err = {0};
    struct stat info;
    (void)state;
    assert_int_equal(mkdir(folder.path, 0700), 0);
    put(target.path, OLD);
    assert_int_equal(symlink("t", near.path), 0);
    assert_int_equal(symlink("sub/t", far.path), 0);
    assert_int_equal(symlink("new", dangling.path), 0);
    assert_int_equal(symlink("loop", loop.path), 0);
    check_refused(far.path, "sub/t, out of its folder");
    CHECK_STATUS(force(far.path, &err), CROK_EARG, &err);
    check_text(target.path, OLD);
    CHECK_STATUS(save(near.path, &err), CROK_OK, &err);
    check_text(target.path, NEW);
    CHECK_STATUS(save(dangling.path, &err), CROK_OK, &err);
    check_text(in_scratch("new").path, NEW);
    check_refused(loop.path, "leads nowhere");
    put(target.path, "a letter");
    check_refused(near.path, "--force");
    assert_int_equal(lstat(near.path, &info), 0);
    assert_true(S_ISLNK(info.st_mode));
    assert_int_equal(lstat(dangling.path, &info), 0);
    assert_true(S_ISLNK(info.st_mode));
    assert_int_equal(unlink(near.path), 0);
    assert_int_equal(unlink(target.path), 0);
    assert_int_equal(rmdir(folder.path), 0);
    assert_int_equal(unlink(far.path), 0);
    assert_int_equal(unlink(loop.path), 0);
    assert_int_equal(unlink(in_scratch("new").path), 0);
    assert_int_equal(unlink(dangling.path), 0);
}

static void a_folder_and_a_socket_are_refused(void **state)
{
    place p = in_scratch("d"), s = in_scratch("s"), slash = in_scratch("d/");
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    (void)state;
    assert_int_equal(mkdir(p.path, 0700), 0);
    check_refused(p.path, "is a folder");
    check_refused(slash.path, "is a folder");
    assert_true(strlen(s.path) < sizeof address.sun_path);
    memcpy(address.sun_path, s.path, strlen(s.path) + 1);
    assert_int_equal(bind(fd, (struct sockaddr *)&address, sizeof address), 0);
    check_refused(s.path, "is a socket");
    assert_int_equal(close(fd), 0);
    assert_int_equal(unlink(s.path), 0);
    assert_int_equal(rmdir(p.path), 0);
}

/* A memory device (null(4)) in the scratch folder: were it replaced, the
 * machine would keep its own. Only root can make one, and only root could
 * replace one; for others it is the machine's. */
static place device(const char *name, unsigned minor_number)
{
    place p = in_scratch(name);
    if (geteuid() != 0)
        (void)snprintf(p.path, sizeof p.path, "/dev/%s", name);
    else if (mknod(p.path, S_IFCHR | 0600, makedev(1, minor_number)) != 0)
        skip();
    return p;
}

static void a_device_is_written_to_and_stays(void **state)
{
    place null = device("null", 3), full = device("full", 7);
    place link = in_scratch("link");
    crok_save_to to = {.path = link.path, .kind = &crok_save_calib};
    crok_err err = {0};
    struct stat before, after;
    bool is_stream = false;
    (void)state;
    assert_int_equal(symlink(null.path, link.path), 0);
    assert_int_equal(stat(null.path, &before), 0);
    CHECK_STATUS(save(null.path, &err), CROK_OK, &err);
    CHECK_STATUS(force(null.path, &err), CROK_OK, &err);
    CHECK_STATUS(save(link.path, &err), CROK_OK, &err);
    CHECK_STATUS(crok_save_check(&to, &is_stream, &err), CROK_OK, &err);
    assert_true(is_stream);
    assert_int_equal(stat(null.path, &after), 0);
    assert_true(S_ISCHR(after.st_mode));
    assert_int_equal(after.st_ino, before.st_ino);
    assert_int_equal(after.st_rdev, before.st_rdev);
    CHECK_STATUS(save(full.path, &err), CROK_EIO, &err);
    assert_non_null(strstr(err.msg, "No space left on device"));
    assert_int_equal(unlink(link.path), 0);
    if (geteuid() == 0) {
        assert_int_equal(unlink(null.path), 0);
        assert_int_equal(unlink(full.path), 0);
    }
}

static void a_pipe_is_written_to_if_somebody_reads_it(void **state)
{
    place p = in_scratch("pipe");
    char got[sizeof NEW] = {0};
    crok_err err = {0};
    struct stat info;
    int fd = -1;
    (void)state;
    assert_int_equal(mkfifo(p.path, 0600), 0);
    CHECK_STATUS(save(p.path, &err), CROK_EIO, &err);
    assert_non_null(strstr(err.msg, "nobody reads"));
    fd = open(p.path, O_RDONLY | O_NONBLOCK);
    assert_true(fd >= 0);
    CHECK_STATUS(save(p.path, &err), CROK_OK, &err);
    assert_int_equal(read(fd, got, sizeof got), (int)sizeof NEW - 1);
    assert_string_equal(got, NEW);
    assert_int_equal(close(fd), 0);
    assert_int_equal(lstat(p.path, &info), 0);
    assert_true(S_ISFIFO(info.st_mode));
    assert_int_equal(unlink(p.path), 0);
}

/* A reader that takes nothing does not hold the program. */
static void a_pipe_that_is_full_is_an_error(void **state)
{
    place p = in_scratch("pipe");
    crok_save_to to = {.path = p.path, .kind = &crok_save_calib};
    size_t n = (size_t)4 << 20;
    char *bytes = calloc(1, n);
    crok_err err = {0};
    int fd = -1;
    (void)state;
    assert_non_null(bytes);
    assert_int_equal(mkfifo(p.path, 0600), 0);
    fd = open(p.path, O_RDONLY | O_NONBLOCK);
    assert_true(fd >= 0);
    CHECK_STATUS(crok_save(&to, bytes, n, &err), CROK_EIO, &err);
    assert_non_null(strstr(err.msg, "timed out"));
    assert_int_equal(close(fd), 0);
    assert_int_equal(unlink(p.path), 0);
    free(bytes);
}

/* As a shell's > and >> have opened it: what is there already stays. */
static void a_descriptor_is_written_to_where_it_stands(void **state)
{
    place p = in_scratch("out");
    char path[32];
    crok_err err = {0};
    int fd = open(p.path, O_WRONLY | O_CREAT, 0600);
    (void)state;
    assert_true(fd >= 0);
    assert_int_equal(write(fd, "x", 1), 1);
    (void)snprintf(path, sizeof path, "/dev/fd/%d", fd);
    CHECK_STATUS(save(path, &err), CROK_OK, &err);
    (void)snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    CHECK_STATUS(save(path, &err), CROK_OK, &err);
    assert_int_equal(write(fd, "y", 1), 1);
    assert_int_equal(close(fd), 0);
    check_text(p.path, "x" NEW NEW "y");
    CHECK_STATUS(save(path, &err), CROK_EIO, &err);
    assert_int_equal(unlink(p.path), 0);
}

/* One that the program opened itself, as SQLite opens a record. */
static void an_own_descriptor_is_not_written_to(void **state)
{
    place p = in_scratch("record");
    char path[32];
    crok_err err = {0};
    int fd = open(p.path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    (void)state;
    assert_true(fd >= 0);
    assert_int_equal(write(fd, "x", 1), 1);
    (void)snprintf(path, sizeof path, "/dev/fd/%d", fd);
    CHECK_STATUS(save(path, &err), CROK_EIO, &err);
    assert_non_null(strstr(err.msg, path));
    check_text(p.path, "x");
    assert_int_equal(close(fd), 0);
    assert_int_equal(unlink(p.path), 0);
}

static void a_file_keeps_its_permissions(void **state)
{
    place p = in_scratch("a");
    crok_save_to to = {
        .path = p.path, .kind = &crok_save_calib, .is_mine = true};
    crok_err err = {0};
    struct stat info;
    mode_t mask = umask(022);
    (void)state;
    CHECK_STATUS(save(p.path, &err), CROK_OK, &err);
    assert_int_equal(stat(p.path, &info), 0);
    assert_int_equal(info.st_mode & 0777, 0644);
    assert_int_equal(chmod(p.path, 0664), 0);
    CHECK_STATUS(save(p.path, &err), CROK_OK, &err);
    assert_int_equal(stat(p.path, &info), 0);
    assert_int_equal(info.st_mode & 0777, 0664);
    assert_int_equal(unlink(p.path), 0);
    CHECK_STATUS(crok_save_text(&to, NEW, &err), CROK_OK, &err);
    assert_int_equal(stat(p.path, &info), 0);
    assert_int_equal(info.st_mode & 0777, 0600);
    check_text(p.path, NEW "\n");
    assert_int_equal(unlink(p.path), 0);
    (void)umask(mask);
}

static void another_name_of_a_file_keeps_its_content(void **state)
{
    place p = in_scratch("a"), other = in_scratch("b");
    crok_err err = {0};
    (void)state;
    put(p.path, OLD);
    assert_int_equal(link(p.path, other.path), 0);
    CHECK_STATUS(save(p.path, &err), CROK_OK, &err);
    check_text(other.path, OLD);
    check_text(p.path, NEW);
    assert_int_equal(unlink(p.path), 0);
    assert_int_equal(unlink(other.path), 0);
}

/* A full disk, simulated by a limit on the size of a file. */
static void a_full_disk_leaves_the_old_file(void **state)
{
    place p = in_scratch("a");
    crok_err err = {0};
    struct rlimit was, little;
    (void)state;
    put(p.path, OLD);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &was), 0);
    little = was;
    little.rlim_cur = 5;
    (void)signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &little), 0);
    CHECK_STATUS(save(p.path, &err), CROK_EIO, &err);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &was), 0);
    assert_non_null(strstr(err.msg, "File too large"));
    check_text(p.path, OLD);
    assert_int_equal(scratch_count(), 1);
    assert_int_equal(unlink(p.path), 0);
}

static void a_place_that_is_missing_is_told(void **state)
{
    place p = in_scratch("no/a");
    crok_save_to to = {.path = p.path, .kind = &crok_save_calib};
    crok_err err = {0};
    (void)state;
    CHECK_STATUS(save(p.path, &err), CROK_EIO, &err);
    assert_non_null(strstr(err.msg, p.path));
    assert_non_null(strstr(err.msg, "No such file or directory"));
    CHECK_STATUS(crok_save_check(&to, NULL, &err), CROK_EIO, &err);
}

/* The longest name that a file may have leaves no room for a suffix. */
static void a_longest_name_is_written(void **state)
{
    char name[NAME_MAX + 1];
    crok_err err = {0};
    place p;
    (void)state;
    memset(name, 'n', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    p = in_scratch(name);
    CHECK_STATUS(save(p.path, &err), CROK_OK, &err);
    CHECK_STATUS(save(p.path, &err), CROK_OK, &err);
    check_text(p.path, NEW);
    assert_int_equal(unlink(p.path), 0);
}

enum { N_WRITERS = 4, N_WRITES = 100 };

static void *write_often(void *path)
{
    void *refused = NULL;
    for (int i = 0; i < N_WRITES; i++)
        if (save(path, NULL) == CROK_EARG)
            refused = path;
    return refused;
}

/* The new file is there in every instant, whole, and nothing else is left. */
static void writers_of_one_path_do_not_disturb_each_other(void **state)
{
    place p = in_scratch("a");
    pthread_t writer[N_WRITERS];
    (void)state;
    put(p.path, NEW);
    for (int i = 0; i < N_WRITERS; i++)
        assert_int_equal(pthread_create(&writer[i], NULL, write_often, p.path),
                         0);
    for (int i = 0; i < N_WRITES; i++)
        check_text(p.path, NEW);
    for (int i = 0; i < N_WRITERS; i++) {
        void *failed = NULL;
        assert_int_equal(pthread_join(writer[i], &failed), 0);
        assert_null(failed);
    }
    check_text(p.path, NEW);
    assert_int_equal(scratch_count(), 1);
    assert_int_equal(unlink(p.path), 0);
}

/* Makes a foreign file at the path, again and again, while others write. */
typedef struct rival {
    const char *path, *aside;
    int n_lost; /* foreign files that were replaced */
} rival;

static void *rename_often(void *context)
{
    rival *r = context;
    for (int i = 0; i < N_WRITES; i++) {
        struct stat made, now;
        put(r->aside, "a letter");
        assert_int_equal(stat(r->aside, &made), 0);
        assert_int_equal(rename(r->aside, r->path), 0);
        /* an exchange that comes too late is undone at once */
        for (int k = 0; k < 1000; k++)
            if (stat(r->path, &now) == 0 && now.st_ino == made.st_ino)
                break;
        r->n_lost += now.st_ino != made.st_ino;
        assert_int_equal(unlink(r->path), 0);
    }
    return NULL;
}

/* A foreign file that appears between the last look and the rename stays. */
static void a_file_that_appears_meanwhile_stays(void **state)
{
    place p = in_scratch("a"), aside = in_scratch("aside");
    rival r = {p.path, aside.path, 0};
    pthread_t writer, foreign;
    (void)state;
    assert_int_equal(pthread_create(&foreign, NULL, rename_often, &r), 0);
    assert_int_equal(pthread_create(&writer, NULL, write_often, p.path), 0);
    assert_int_equal(pthread_join(foreign, NULL), 0);
    assert_int_equal(pthread_join(writer, NULL), 0);
    assert_int_equal(r.n_lost, 0);
    (void)unlink(p.path);
    assert_int_equal(scratch_count(), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_an_empty_file_and_an_own_one_are_written),
        cmocka_unit_test(what_is_not_of_the_kind_stays),
        cmocka_unit_test(a_database_stays_even_by_force),
        cmocka_unit_test(a_link_is_followed_in_its_folder_only),
        cmocka_unit_test(a_folder_and_a_socket_are_refused),
        cmocka_unit_test(a_device_is_written_to_and_stays),
        cmocka_unit_test(a_pipe_is_written_to_if_somebody_reads_it),
        cmocka_unit_test(a_pipe_that_is_full_is_an_error),
        cmocka_unit_test(a_descriptor_is_written_to_where_it_stands),
        cmocka_unit_test(an_own_descriptor_is_not_written_to),
        cmocka_unit_test(a_file_keeps_its_permissions),
        cmocka_unit_test(another_name_of_a_file_keeps_its_content),
        cmocka_unit_test(a_full_disk_leaves_the_old_file),
        cmocka_unit_test(a_place_that_is_missing_is_told),
        cmocka_unit_test(a_longest_name_is_written),
        cmocka_unit_test(writers_of_one_path_do_not_disturb_each_other),
        cmocka_unit_test(a_file_that_appears_meanwhile_stays),
    };
    return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
