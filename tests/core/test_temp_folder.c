/* SPDX-License-Identifier: Apache-2.0 */
#include "capture/scratch.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/temp_folder.h"

static int set_up(void **state)
{
    return scratch_make(state) != 0 || setenv("TMPDIR", scratch_dir(), 1) != 0;
}

static crok_temp_folder folder(void)
{
    crok_temp_folder f = {0};
    crok_err err = {0};
    CHECK_STATUS(crok_temp_folder_make(&f, &err), CROK_OK, &err);
    return f;
}

static void make_file(const char *path)
{
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    assert_int_equal(fclose(f), 0);
}

/* Returns "PATH/NAME" or, of a name that begins with '-', "PATHNAME"; valid
 * until the next call. */
static const char *beside(const char *path, const char *name)
{
    static char text[2 * CROK_TEMP_PATH_MAX];
    (void)snprintf(text, sizeof text, "%s%s%s", path, name[0] == '-' ? "" : "/",
                   name);
    return text;
}

/* A database, with what SQLite makes beside it, and replays. */
static void make_database(const crok_temp_folder *f)
{
    static const char *const behind[] = {"-journal", "-wal", "-shm"};
    char replays[CROK_TEMP_PATH_MAX + 16];
    make_file(f->file);
    (void)snprintf(replays, sizeof replays, "%s.replay", f->file);
    assert_int_equal(mkdir(replays, 0777), 0);
    make_file(beside(replays, "41-e33a0919.film"));
    for (int i = 0; i < 3; i++)
        make_file(beside(f->file, behind[i]));
}

static void a_folder_is_private_and_removed_with_the_database(void **state)
{
    crok_temp_folder f = folder();
    struct stat s;
    (void)state;
    assert_int_equal(stat(f.path, &s), 0);
    assert_int_equal(s.st_mode & 0777U, 0700);
    assert_int_equal(strncmp(f.path, scratch_dir(), strlen(scratch_dir())), 0);
    make_database(&f);
    crok_temp_folder_remove(&f);
    assert_int_equal(scratch_count(), 0);
    crok_temp_folder_remove(&f); /* there is none */
}

/* A program that makes a folder with a database, says so and waits. */
static pid_t other_program(void)
{
    int ready[2];
    char byte = 0;
    pid_t child = 0;
    assert_int_equal(pipe(ready), 0);
    child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        crok_temp_folder f = folder();
        (void)prctl(PR_SET_PDEATHSIG, SIGKILL); /* should the test fail */
        make_database(&f);
        (void)!write(ready[1], "", 1);
        (void)pause();
        _exit(0);
    }
    assert_int_equal(read(ready[0], &byte, 1), 1);
    (void)close(ready[0]);
    (void)close(ready[1]);
    return child;
}

static void the_folder_of_a_killed_program_is_removed(void **state)
{
    pid_t killed = other_program();
    pid_t alive = other_program();
    crok_temp_folder own = {0};
    (void)state;
    assert_int_equal(scratch_count(), 2);
    assert_int_equal(kill(killed, SIGKILL), 0);
    assert_int_equal(waitpid(killed, NULL, 0), killed);
    assert_int_equal(scratch_count(), 2);
    own = folder();
    assert_int_equal(scratch_count(), 2); /* its own, and that of the living */
    crok_temp_folder_remove(&own);
    assert_int_equal(scratch_count(), 1);
    assert_int_equal(kill(alive, SIGKILL), 0);
    assert_int_equal(waitpid(alive, NULL, 0), alive);
    own = folder();
    crok_temp_folder_remove(&own);
    assert_int_equal(scratch_count(), 0);
}

static void folders_of_one_program_stay(void **state)
{
    crok_temp_folder a = folder();
    crok_temp_folder b = folder();
    (void)state;
    assert_int_equal(scratch_count(), 2);
    make_database(&a);
    make_database(&b);
    crok_temp_folder_remove(&a);
    assert_int_equal(access(b.file, F_OK), 0);
    crok_temp_folder_remove(&b);
    assert_int_equal(scratch_count(), 0);
}

static const char *named(const char *behind)
{
    static char name[64];
    (void)snprintf(name, sizeof name, CROK_TEMP_PREFIX "%s", behind);
    return scratch_file(name);
}

/* Make a folder, a file "match.db" in it, and check that both stay. */
static void check_stays(const char *behind, mode_t mode, uid_t owner,
                        const char *more)
{
    char path[CROK_TEMP_PATH_MAX];
    crok_temp_folder own = {0};
    (void)snprintf(path, sizeof path, "%s", named(behind));
    assert_int_equal(mkdir(path, 0700), 0);
    make_file(beside(path, "match.db"));
    if (more != NULL)
        make_file(beside(path, more));
    assert_int_equal(chmod(path, mode), 0);
    assert_int_equal(chown(path, owner, (gid_t)-1), 0);
    own = folder();
    assert_int_equal(access(beside(path, "match.db"), F_OK), 0);
    crok_temp_folder_remove(&own);
    assert_int_equal(unlink(beside(path, "match.db")), 0);
    if (more != NULL)
        assert_int_equal(unlink(beside(path, more)), 0);
    assert_int_equal(rmdir(path), 0);
}

static void what_is_not_ours_stays(void **state)
{
    crok_temp_folder own = {0};
    (void)state;
    check_stays("aBc12", 0700, geteuid(), NULL);
    check_stays("aBc1234", 0700, geteuid(), NULL);
    check_stays("aBc12.", 0700, geteuid(), NULL);
    check_stays("aBc123", 0755, geteuid(), NULL);
    check_stays("aBc123", 0700, geteuid(), "notes.txt");
    if (geteuid() == 0)
        check_stays("aBc123", 0700, 65534, NULL);
    else
        print_message("not root: no folder of another user\n");
    make_file(named("aBc123"));
    own = folder();
    assert_int_equal(access(named("aBc123"), F_OK), 0);
    crok_temp_folder_remove(&own);
    assert_int_equal(unlink(named("aBc123")), 0);
}

static void a_link_is_not_followed(void **state)
{
    char real[CROK_TEMP_PATH_MAX];
    crok_temp_folder own = {0};
    (void)state;
    (void)snprintf(real, sizeof real, "%s", scratch_file("real"));
    assert_int_equal(mkdir(real, 0700), 0);
    make_file(beside(real, "match.db"));
    assert_int_equal(symlink("real", named("aBc123")), 0);
    own = folder();
    assert_int_equal(access(beside(real, "match.db"), F_OK), 0);
    crok_temp_folder_remove(&own);
    assert_int_equal(unlink(named("aBc123")), 0);
    assert_int_equal(unlink(beside(real, "match.db")), 0);
    assert_int_equal(rmdir(real), 0);
}

/* Folders are made by many at once, of which each removes what others left, and
 * no living one loses its own. */
static void many_programs_at_once_keep_theirs(void **state)
{
    enum { PROGRAMS = 8, TIMES = 100 };
    pid_t child[PROGRAMS];
    crok_temp_folder last = {0};
    (void)state;
    for (int i = 0; i < PROGRAMS; i++) {
        child[i] = fork();
        assert_true(child[i] >= 0);
        for (int k = 0; child[i] == 0 && k < TIMES; k++) {
            crok_temp_folder f = folder();
            FILE *file = fopen(f.file, "wx");
            if (file == NULL || fclose(file) != 0 || access(f.file, F_OK) != 0)
                _exit(1);
            if (k % 2 == 0)
                crok_temp_folder_remove(&f);
            else
                (void)close(f.fd); /* as if it had been killed */
        }
        if (child[i] == 0)
            _exit(0);
    }
    for (int i = 0; i < PROGRAMS; i++) {
        int status = 0;
        assert_int_equal(waitpid(child[i], &status, 0), child[i]);
        assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    }
    last = folder();
    crok_temp_folder_remove(&last);
    assert_int_equal(scratch_count(), 0);
}

static void without_a_place_there_is_no_folder(void **state)
{
    crok_temp_folder f = {0};
    crok_err err = {0};
    (void)state;
    assert_int_equal(setenv("TMPDIR", scratch_file("none"), 1), 0);
    CHECK_STATUS(crok_temp_folder_make(&f, &err), CROK_EIO, &err);
    assert_non_null(strstr(err.msg, "none: no folder can be made: No such"));
    assert_string_equal(f.path, "");
    assert_int_equal(setenv("TMPDIR", scratch_dir(), 1), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_folder_is_private_and_removed_with_the_database),
        cmocka_unit_test(the_folder_of_a_killed_program_is_removed),
        cmocka_unit_test(folders_of_one_program_stay),
        cmocka_unit_test(what_is_not_ours_stays),
        cmocka_unit_test(a_link_is_not_followed),
        cmocka_unit_test(many_programs_at_once_keep_theirs),
        cmocka_unit_test(without_a_place_there_is_no_folder),
    };
    return cmocka_run_group_tests(tests, set_up, scratch_remove);
}
