/* SPDX-License-Identifier: Apache-2.0
 *
 * One file a match: the main file alone has every confirmed event, a changed
 * bit is noticed, what a killed program left beside another file is not mixed
 * with it, and records of version 1 go on. */
#include "journal/game.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <sqlite3.h>

#include "journal/backup.h"
#include "journal/sync_vfs.h"

static const crok_picture_key rest = {3, false, 0};

static void copy(const char *from, const char *to)
{
    size_t len = 0;
    char *bytes = game_bytes(from, &len);
    assert_non_null(bytes);
    game_write(to, bytes, len);
    free(bytes);
}

static void check_file(const char *name, const char *text, int n)
{
    crok_journal *j = game_open(name, CROK_JOURNAL_READ);
    game_check(j, text, n);
    crok_journal_close(&j);
}

static void refused(const char *name, crok_journal_mode mode, crok_status want,
                    const char *says)
{
    crok_journal *j = NULL;
    crok_err err = {0};
    CHECK_STATUS(crok_journal_open(scratch_file(name), mode, &j, &err), want,
                 &err);
    if (strstr(err.msg, says) == NULL)
        fail_msg("\"%s\" has no \"%s\"", err.msg, says);
}

static void make(const char *name, const char *text, int n)
{
    crok_journal *j = game_open(name, CROK_JOURNAL_WRITE);
    game_append(j, text, 0, n);
    crok_journal_close(&j);
}

/* ---- copies ---- */

static void a_copy_of_the_main_file_has_every_confirmed_event(void **state)
{
    static const unsigned char picture[30000] = {0xff, 0xd8};
    crok_journal *j = game_open("a", CROK_JOURNAL_WRITE);
    crok_err err = {0};
    (void)state;
    for (int i = 0; i < 30; i++) {
        game_append(j, game_depot, i, i + 1);
        assert_int_equal(scratch_count(), 1);
        copy("a", "b");
        check_file("b", game_depot, i + 1);
        game_remove("b");
        if (i == 3)
            CHECK_STATUS(crok_journal_put_picture(j, &rest, picture,
                                                  sizeof picture, &err),
                         CROK_OK, &err);
    }
    crok_journal_close(&j);
    game_remove("a");
}

static void a_backup_is_made_while_the_record_is_written(void **state)
{
    crok_journal *j = game_open("a", CROK_JOURNAL_WRITE);
    crok_journal *r = NULL;
    crok_record_facts of[2];
    crok_err err = {0};
    char b[512];
    (void)state;
    (void)snprintf(b, sizeof b, "%s", scratch_file("b"));
    for (int n = 5; n <= 25; n += 10) {
        game_append(j, game_depot, n == 5 ? 0 : n - 10, n);
        r = game_open("a", CROK_JOURNAL_READ);
        CHECK_STATUS(crok_journal_backup(r, b, n > 5, &err), CROK_OK, &err);
        crok_journal_close(&r);
        check_file("b", game_depot, n);
        assert_int_equal(scratch_count(), 2);
    }
    r = game_open("b", CROK_JOURNAL_READ);
    CHECK_STATUS(crok_journal_check(j, scratch_file("a"), &of[0], &err),
                 CROK_OK, &err);
    CHECK_STATUS(crok_journal_check(r, b, &of[1], &err), CROK_OK, &err);
    assert_string_equal(of[0].id, of[1].id);
    assert_int_equal(strlen(of[0].id), CROK_RECORD_ID - 1);
    /* the record of a running program is not replaced */
    CHECK_STATUS(crok_journal_backup(r, scratch_file("a"), true, &err),
                 CROK_ECONFLICT, &err);
    assert_non_null(strstr(err.msg, "in use"));
    crok_journal_close(&r);
    crok_journal_close(&j);
    j = game_open("b", CROK_JOURNAL_WRITE); /* and the copy goes on */
    game_append(j, game_depot, 25, 26);
    crok_journal_close(&j);
    check_file("b", game_depot, 26);
    game_remove("a");
    game_remove("b");
}

static char last_heard[256];

static void hear(const char *what)
{
    (void)snprintf(last_heard, sizeof last_heard, "%s", what);
}

static void what_sqlite_says_is_heard(void **state)
{
    sqlite3 *db = NULL;
    (void)state;
    last_heard[0] = '\0';
    assert_int_equal(sqlite3_open(scratch_file("a"), &db), SQLITE_OK);
    assert_int_equal(
        sqlite3_exec(db, "SELECT * FROM nothing", NULL, NULL, NULL),
        SQLITE_ERROR);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
    if (strstr(last_heard, "near \"nothing\"") == NULL)
        fail_msg("heard: %s", last_heard);
    game_remove("a");
}

/* ---- changed bits ---- */

typedef struct content {
    char *match, *lines;
    unsigned char *picture;
    size_t len;
} content;

static void free_content(content *c)
{
    cJSON_free(c->match);
    free(c->lines);
    free(c->picture);
    *c = (content){0};
}

/* All that the record says; false where it says that it is damaged. */
static bool read_content(content *out)
{
    crok_journal *j = NULL;
    crok_journal_line line = {0};
    crok_err err = {0};
    size_t n = 0;
    bool ok = crok_journal_open(scratch_file("a"), CROK_JOURNAL_READ, &j,
                                &err) == CROK_OK;
    *out = (content){0};
    if (ok)
        ok = crok_journal_picture(j, &rest, &out->picture, &out->len, &err) ==
             CROK_OK;
    if (ok)
        out->match = game_match(crok_journal_match(j));
    while (ok &&
           (ok = crok_journal_next(j, line.seq, &line, &err) == CROK_OK) &&
           line.text != NULL) {
        out->lines = realloc(out->lines, n + line.len + 1);
        assert_non_null(out->lines);
        memcpy(out->lines + n, line.text, line.len + 1);
        n += line.len;
    }
    crok_journal_close(&j);
    if (!ok)
        assert_true(err.msg[0] != '\0');
    return ok;
}

static bool same_content(const content *a, const content *b)
{
    return strcmp(a->match, b->match) == 0 && strcmp(a->lines, b->lines) == 0 &&
           a->len == b->len && b->picture != NULL &&
           memcmp(a->picture, b->picture, a->len) == 0;
}

static void a_changed_bit_is_noticed(void **state)
{
    enum { STEP = 41 }; /* a prime, so that every place of a page is met */
    static const unsigned char picture[9000] = {0xff, 0xd8};
    crok_journal *j = game_open("a", CROK_JOURNAL_WRITE);
    content whole;
    size_t len = 0;
    char *bytes = NULL;
    int n = 0;
    int n_noticed = 0;
    (void)state;
    game_append(j, game_depot, 0, 5);
    assert_int_equal(
        crok_journal_put_picture(j, &rest, picture, sizeof picture, NULL),
        CROK_OK);
    crok_journal_close(&j);
    assert_true(read_content(&whole));
    bytes = game_bytes("a", &len);
    for (size_t at = 0; at < len; at += at < 100 ? 1 : STEP) {
        content now;
        char was = bytes[at];
        bytes[at] = (char)(bytes[at] ^ (1 << (at % 8)));
        game_write("a", bytes, len);
        bytes[at] = was;
        n++;
        if (!read_content(&now))
            n_noticed++;
        else if (!same_content(&whole, &now))
            fail_msg("bit %zu of byte %zu: not noticed", at % 8, at);
        free_content(&now);
    }
    print_message("%d of %d changed bits noticed, the others change nothing\n",
                  n_noticed, n);
    assert_true(n_noticed > n / 4);
    free_content(&whole);
    free(bytes);
    game_remove("a");
}

/* ---- what a killed program left ---- */

/* Leaves record "a" with n confirmed events, and a commit that was interrupted
 * at its very end: the journal is there, and the file has the change. */
static void interrupt(int n)
{
    int status = 0;
    pid_t child = 0;
    make("a", game_depot, n);
    child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        crok_journal *j = game_open("a", CROK_JOURNAL_WRITE);
        sync_vfs_fault(SYNC_DELETE, 1, 0);
        game_append(j, game_depot, n, n + 1);
        _exit(1); /* it should have died */
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status));
    assert_int_equal(access(scratch_file("a-journal"), F_OK), 0);
}

static void an_interrupted_commit_is_taken_back(void **state)
{
    crok_journal *j = NULL;
    (void)state;
    interrupt(10);
    last_heard[0] = '\0';
    check_file("a", game_depot, 10);
    assert_string_equal(last_heard, "");  /* of the reader's private copy */
    assert_int_equal(scratch_count(), 2); /* a reader leaves it */
    j = game_open("a", CROK_JOURNAL_WRITE);
    game_check(j, game_depot, 10);
    assert_int_equal(scratch_count(), 1);
    game_append(j, game_depot, 10, 11);
    crok_journal_close(&j);
    check_file("a", game_depot, 11);
    game_remove("a");
}

/* A reader dies in its `die_in`th operation on its copy, which stays. Returns
 * false if it had done its work before. */
static bool reader_dies(long die_in)
{
    int status = 0;
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        crok_journal *j = NULL;
        sync_vfs_fault(SYNC_ANY, die_in, 0);
        _exit(crok_journal_open(scratch_file("a"), CROK_JOURNAL_READ, &j,
                                NULL) != CROK_OK);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status) || WEXITSTATUS(status) == 0);
    return WIFSIGNALED(status);
}

static void a_copy_that_a_kill_leaves_is_removed(void **state)
{
    long die_in = 1;
    (void)state;
    interrupt(10);
    assert_int_equal(setenv("TMPDIR", scratch_dir(), 1), 0);
    for (; reader_dies(die_in); die_in++) {
        assert_int_equal(scratch_count(), 3); /* a folder is left */
        check_file("a", game_depot, 10);
        assert_int_equal(scratch_count(), 2);
    }
    assert_true(die_in > 3);
    assert_int_equal(unsetenv("TMPDIR"), 0);
    assert_int_equal(unlink(scratch_file("a-journal")), 0);
    game_remove("a");
}

/* The record that was interrupted is replaced by another file. */
static void check_replaced(const char *with, const char *text, int n)
{
    size_t len[2];
    char *before = NULL;
    char *after = NULL;
    copy(with, "a");
    before = game_bytes("a", &len[0]);
    refused("a", CROK_JOURNAL_READ, CROK_EFORMAT, "move that file away");
    refused("a", CROK_JOURNAL_WRITE, CROK_EFORMAT, "-journal");
    after = game_bytes("a", &len[1]);
    assert_int_equal(len[0], len[1]);
    assert_memory_equal(before, after, len[0]);
    copy("a-journal", "kept");
    assert_int_equal(unlink(scratch_file("a-journal")), 0);
    check_file("a", text, n); /* as the message advises */
    copy("kept", "a-journal");
    assert_int_equal(unlink(scratch_file("kept")), 0);
    free(before);
    free(after);
}

static void a_backup_beside_a_journal_is_not_mixed_with_it(void **state)
{
    (void)state;
    make("early", game_depot, 4);
    make("late", game_depot, 40);
    make("other", game_woodestic, 10);
    interrupt(10);
    check_replaced("early", game_depot, 4);
    check_replaced("late", game_depot, 40);
    check_replaced("other", game_woodestic, 10);
    game_remove("early");
    game_remove("late");
    game_remove("other");
    game_remove("a");
}

static void write_text(const char *name, const char *text)
{
    game_write(name, text, strlen(text));
}

static void check_same(const char *name, const char *with)
{
    size_t len[2];
    char *a = game_bytes(name, &len[0]);
    char *b = game_bytes(with, &len[1]);
    assert_non_null(a);
    assert_int_equal(len[0], len[1]);
    assert_memory_equal(a, b, len[0]);
    free(a);
    free(b);
}

/* `name`, beside record "a", is of something else: nothing is made, opened or
 * changed there. "other" is a copy of it. */
static void check_kept(const char *name)
{
    bool is_there = access(scratch_file("a"), F_OK) == 0;
    int n = scratch_count();
    copy("other", name);
    refused("a", CROK_JOURNAL_WRITE, CROK_EFORMAT, "move that file away");
    check_same(name, "other");
    assert_int_equal(access(scratch_file("a"), F_OK) == 0, is_there);
    assert_int_equal(scratch_count(), n + 1);
    assert_int_equal(unlink(scratch_file(name)), 0);
}

/* SQLite deletes what lies beside a file that it makes, or finds empty. */
static void what_is_not_of_the_record_is_kept(void **state)
{
    (void)state;
    interrupt(10); /* its record is then deleted, or emptied */
    copy("a-journal", "other");
    assert_int_equal(unlink(scratch_file("a-journal")), 0);
    game_remove("a");
    check_kept("a-journal");
    write_text("a", "");
    check_kept("a-journal");
    game_remove("a");
    game_old("a", game_depot, 12, true);
    copy("a-wal", "other");
    assert_int_equal(unlink(scratch_file("a-wal")), 0);
    game_remove("a");
    check_kept("a-wal");
    write_text("a", "");
    check_kept("a-wal");
    game_remove("a");
    write_text("other", "my notes");
    check_kept("a-journal");
    check_kept("a-wal");
    make("a", game_depot, 5);
    check_kept("a-journal");
    check_kept("a-wal");
    game_remove("a");
    game_remove("other");
}

/* The copy would be read together with what an older record has left. */
static void a_backup_is_not_made_beside_a_journal(void **state)
{
    char b[512];
    crok_err err = {0};
    crok_journal *j = NULL;
    (void)state;
    interrupt(10);
    copy("a-journal", "b-journal");
    assert_int_equal(unlink(scratch_file("a-journal")), 0);
    game_remove("a");
    make("a", game_depot, 5);
    (void)snprintf(b, sizeof b, "%s", scratch_file("b"));
    j = game_open("a", CROK_JOURNAL_READ);
    for (int force = 0; force < 2; force++) {
        CHECK_STATUS(crok_journal_backup(j, b, force == 1, &err),
                     CROK_ECONFLICT, &err);
        assert_non_null(strstr(err.msg, "move it away"));
        assert_int_equal(access(b, F_OK), -1);
    }
    crok_journal_close(&j);
    assert_int_equal(unlink(scratch_file("b-journal")), 0);
    game_remove("a");
}

/* What happens just before a file gets its name, and what renameat2 then does
 * with flags: 0, or an errno. */
static const char *meanwhile;
static int without_flags;

int __real_renameat2(int from, const char *a, int to, const char *b,
                     unsigned flags);
int __wrap_renameat2(int from, const char *a, int to, const char *b,
                     unsigned flags);

int __wrap_renameat2(int from, const char *a, int to, const char *b,
                     unsigned flags)
{
    if (meanwhile != NULL)
        copy(meanwhile, "b");
    meanwhile = NULL;
    if (flags != 0 && without_flags != 0) {
        errno = without_flags;
        return -1;
    }
    return __real_renameat2(from, a, to, b, flags);
}

static void back_up(bool force, crok_status want)
{
    char b[512];
    crok_err err = {0};
    crok_journal *j = game_open("a", CROK_JOURNAL_READ);
    (void)snprintf(b, sizeof b, "%s", scratch_file("b"));
    CHECK_STATUS(crok_journal_backup(j, b, force, &err), want, &err);
    crok_journal_close(&j);
}

static void a_backup_replaces_only_what_it_found(void **state)
{
    (void)state;
    make("a", game_depot, 5);
    write_text("other", "my thesis");
    for (int force = 0; force < 2; force++) {
        meanwhile = "other"; /* where nothing was */
        back_up(force == 1, CROK_ECONFLICT);
        check_same("b", "other");
        game_remove("b");
    }
    back_up(false, CROK_OK);
    meanwhile = "other"; /* in the place of a record */
    back_up(true, CROK_ECONFLICT);
    check_same("b", "other");
    game_remove("b");
    without_flags = EINVAL; /* a disk of the network, or a stick */
    back_up(false, CROK_OK);
    check_file("b", game_depot, 5);
    back_up(false, CROK_ECONFLICT);
    back_up(true, CROK_OK);
    check_file("b", game_depot, 5);
    without_flags = 0;
    assert_int_equal(scratch_count(), 3);
    game_remove("a");
    game_remove("b");
    game_remove("other");
}

/* A record goes on with the events `from` to `to` - 1. */
static void go_on(const char *name, int from, int to)
{
    crok_journal *j = game_open(name, CROK_JOURNAL_WRITE);
    game_append(j, game_depot, from, to);
    crok_journal_close(&j);
}

/* A record goes on with the n-th event at another time. */
static void go_its_own_way(const char *name, int n)
{
    crok_journal *j = game_open(name, CROK_JOURNAL_WRITE);
    crok_err err = {0};
    const crok_event *next = NULL;
    crok_event *e = malloc(sizeof *e);
    assert_non_null(e);
    assert_true(game_event(game_depot, n, &next));
    *e = *next;
    (void)snprintf(e->time, sizeof e->time, "2026-11-28T10:00:00Z");
    CHECK_STATUS(crok_journal_append(j, e, CROK_SEQ_ANY, &err), CROK_OK, &err);
    free(e);
    crok_journal_close(&j);
}

/* Record "b" is not replaced by a copy of "a", and the message says why. */
static void check_not_replaced(const char *says)
{
    crok_err err = {0};
    crok_journal *j = game_open("a", CROK_JOURNAL_READ);
    char b[512];
    copy("b", "kept");
    (void)snprintf(b, sizeof b, "%s", scratch_file("b"));
    CHECK_STATUS(crok_journal_backup(j, b, true, &err), CROK_ECONFLICT, &err);
    crok_journal_close(&j);
    if (strstr(err.msg, says) == NULL ||
        strstr(err.msg, "name a new file") == NULL)
        fail_msg("\"%s\" has no \"%s\"", err.msg, says);
    check_same("b", "kept");
    game_remove("kept");
    game_remove("b");
}

/* Only an earlier state of the same record has nothing to lose. */
static void a_backup_by_force_destroys_no_event(void **state)
{
    size_t len = 0;
    char *bytes = NULL;
    (void)state;
    make("a", game_depot, 5);
    make("b", game_woodestic, 101);
    check_not_replaced("is another record");
    make("b", game_depot, 5);
    check_not_replaced("is another record");
    back_up(false, CROK_OK);
    go_on("b", 5, 7);
    check_not_replaced("goes on to event 7, the record that is copied to 5");
    back_up(false, CROK_OK); /* a copy that went its own way */
    go_its_own_way("b", 5);
    copy("a", "older");
    go_on("a", 5, 8);
    check_not_replaced("has events that the record lacks");
    back_up(false, CROK_OK);
    bytes = game_bytes("b", &len);
    memset(bytes + len - 300, 0x5a, 200);
    game_write("b", bytes, len);
    free(bytes);
    check_not_replaced("is damaged");
    copy("older", "b");
    back_up(true, CROK_OK);
    check_file("b", game_depot, 8);
    game_remove("a");
    game_remove("b");
    game_remove("older");
}

static void what_is_no_record_is_not_opened(void **state)
{
    crok_journal *j = NULL;
    crok_err err = {0};
    char pipe_path[512];
    (void)state;
    write_text("a", "x");
    refused("a", CROK_JOURNAL_WRITE, CROK_EFORMAT, "no database");
    game_remove("a");
    (void)snprintf(pipe_path, sizeof pipe_path, "%s", scratch_file("a"));
    assert_int_equal(mkfifo(pipe_path, 0600), 0);
    refused("a", CROK_JOURNAL_WRITE, CROK_EIO, "is a pipe");
    refused("a", CROK_JOURNAL_READ, CROK_EIO, "is a pipe");
    assert_int_equal(unlink(pipe_path), 0);
    refused("", CROK_JOURNAL_WRITE, CROK_EIO, "is a folder");
    assert_int_equal(scratch_count(), 0);
    /* a name is not a URI */
    make("file:a?mode=memory#%", game_depot, 5);
    check_file("file:a?mode=memory#%", game_depot, 5);
    assert_int_equal(scratch_count(), 1);
    assert_int_equal(chdir(scratch_file("")), 0);
    CHECK_STATUS(
        crok_journal_open("file:a?mode=memory#%", CROK_JOURNAL_READ, &j, &err),
        CROK_OK, &err);
    crok_journal_close(&j);
    game_remove("file:a?mode=memory#%");
}

/* A picture that was taken out of the record; its seal is still there. */
static void a_picture_that_lacks_is_noticed(void **state)
{
    static const unsigned char picture[300] = {0xff, 0xd8};
    crok_journal *j = game_open("a", CROK_JOURNAL_WRITE);
    crok_record_facts facts;
    sqlite3 *db = NULL;
    crok_err err = {0};
    (void)state;
    game_append(j, game_depot, 0, 5);
    CHECK_STATUS(
        crok_journal_put_picture(j, &rest, picture, sizeof picture, &err),
        CROK_OK, &err);
    crok_journal_close(&j);
    assert_int_equal(sqlite3_open(scratch_file("a"), &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, "DELETE FROM picture", NULL, NULL, NULL),
                     SQLITE_OK);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
    j = game_open("a", CROK_JOURNAL_READ);
    CHECK_STATUS(crok_journal_check(j, scratch_file("a"), &facts, &err),
                 CROK_EFORMAT, &err);
    assert_non_null(strstr(err.msg, "1 pictures were taken out"));
    crok_journal_close(&j);
    game_remove("a");
}

/* ---- version 1 ---- */

static void a_record_of_version_1_is_read_and_goes_on(void **state)
{
    crok_journal *j = NULL;
    struct stat before;
    struct stat after;
    (void)state;
    for (int is_killed = 0; is_killed < 2; is_killed++) {
        game_old("a", game_depot, 12, is_killed == 1);
        assert_int_equal(scratch_count(), 1 + is_killed);
        assert_int_equal(stat(scratch_file("a"), &before), 0);
        check_file("a", game_depot, 12); /* a reader changes nothing */
        assert_int_equal(stat(scratch_file("a"), &after), 0);
        assert_int_equal(before.st_size, after.st_size);
        assert_int_equal(scratch_count(), 1 + is_killed);
        j = game_open("a", CROK_JOURNAL_WRITE);
        game_check(j, game_depot, 12);
        assert_int_equal(scratch_count(), 1);
        game_append(j, game_depot, 12, 20);
        copy("a", "b");
        crok_journal_close(&j);
        check_file("b", game_depot, 20);
        check_file("a", game_depot, 20);
        j = game_open("a", CROK_JOURNAL_WRITE);
        game_append(j, game_depot, 20, 21);
        crok_journal_close(&j);
        check_file("a", game_depot, 21);
        game_remove("a");
        game_remove("b");
    }
}

/* A backup of version 1 in the place of a record that was killed. */
static void an_old_log_is_not_mixed_with_a_backup(void **state)
{
    (void)state;
    make("new", game_depot, 3);
    game_old("other", game_woodestic, 15, false);
    game_old("a", game_depot, 12, true);
    copy("new", "a"); /* of version 2, which has no such log */
    refused("a", CROK_JOURNAL_READ, CROK_EFORMAT, "-wal");
    refused("a", CROK_JOURNAL_WRITE, CROK_EFORMAT, "move that file away");
    copy("other", "a");
    refused("a", CROK_JOURNAL_READ, CROK_EFORMAT, "move that file away");
    refused("a", CROK_JOURNAL_WRITE, CROK_EFORMAT, "-wal");
    assert_int_equal(unlink(scratch_file("a-wal")), 0);
    check_file("a", game_woodestic, 15);
    game_remove("new");
    game_remove("other");
    game_remove("a");
}

/* SQLite would leave out every event behind the bit, and say nothing. Only a
 * bit in the last commit cannot be told from a kill. */
static void a_changed_bit_in_an_old_log_is_noticed(void **state)
{
    size_t len = 0;
    char *log = NULL;
    int n_noticed = 0;
    int n_saved = 0;
    (void)state;
    game_old("a", game_depot, 30, true);
    log = game_bytes("a-wal", &len);
    for (size_t at = 36; at < len; at += 7001) {
        crok_journal *j = NULL;
        crok_err err = {0};
        log[at] ^= 0x10;
        game_write("a-wal", log, len);
        log[at] ^= 0x10;
        if (crok_journal_open(scratch_file("a"), CROK_JOURNAL_READ, &j, &err) !=
            CROK_OK) {
            crok_journal_line line = {0};
            CHECK_STATUS(err.status, CROK_EFORMAT, &err);
            assert_non_null(strstr(err.msg, "-wal is damaged"));
            n_noticed++;
            /* what is before the bit is saved; in the first commit there is
             * nothing */
            if (crok_journal_open(scratch_file("a"), CROK_JOURNAL_SALVAGE, &j,
                                  &err) != CROK_OK)
                continue;
            while (crok_journal_next(j, line.seq, &line, &err) == CROK_OK &&
                   line.text != NULL)
                n_saved++;
        } else if (crok_journal_seq(j) < 29) {
            fail_msg("byte %zu: %ld events are left", at, crok_journal_seq(j));
        }
        crok_journal_close(&j);
    }
    assert_true(n_noticed > 10 && n_saved > n_noticed);
    game_write("a-wal", log, len);
    check_file("a", game_depot, 30);
    free(log);
    game_remove("a");
}

static crok_status append(crok_journal *j, int i, crok_err *err)
{
    const crok_event *e = NULL;
    assert_true(game_event(game_depot, i, &e));
    return crok_journal_append(j, e, CROK_SEQ_ANY, err);
}

static void refused_append(crok_journal *j, int i, crok_status want,
                           const char *says)
{
    crok_err err = {0};
    CHECK_STATUS(append(j, i, &err), want, &err);
    if (strstr(err.msg, says) == NULL)
        fail_msg("\"%s\" has no \"%s\"", err.msg, says);
    assert_int_equal(crok_journal_seq(j), i);
}

/* ---- a record that is not where it was ---- */

static void nothing_is_confirmed_into_a_record_that_is_gone(void **state)
{
    crok_journal *j = game_open("a", CROK_JOURNAL_WRITE);
    char a[512];
    char b[512];
    crok_err err = {0};
    (void)state;
    (void)snprintf(a, sizeof a, "%s", scratch_file("a"));
    (void)snprintf(b, sizeof b, "%s", scratch_file("b"));
    game_append(j, game_depot, 0, 3);
    assert_int_equal(rename(a, b), 0);
    refused_append(j, 3, CROK_EIO, "was renamed");
    game_write("a", "x", 1);
    refused_append(j, 3, CROK_EIO, "was renamed or replaced");
    assert_int_equal(rename(b, a), 0); /* it has its name back */
    CHECK_STATUS(append(j, 3, &err), CROK_OK, &err);
    assert_int_equal(link(a, b), 0);
    refused_append(j, 4, CROK_EIO, "hard link");
    assert_int_equal(unlink(b), 0);
    CHECK_STATUS(append(j, 4, &err), CROK_OK, &err);
    assert_int_equal(unlink(a), 0);
    refused_append(j, 5, CROK_EIO, "was deleted");
    assert_int_equal(scratch_count(), 0);
    crok_journal_close(&j);
}

/* `cp backup.db match.db` while it is written: the same file, other bytes. */
/* A database of another program. */
static void make_other_database(const char *name)
{
    sqlite3 *db = NULL;
    assert_int_equal(sqlite3_open(scratch_file(name), &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db,
                                  "CREATE TABLE t(x);"
                                  "PRAGMA user_version=77",
                                  NULL, NULL, NULL),
                     SQLITE_OK);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
}

/* `with` is copied over the record "a", which the program has open: that is
 * known before an event is written, and nothing is written to it, as long as it
 * is there. "whole" is the record. */
static void check_noticed(crok_journal *j, const char *with)
{
    crok_err err = {0};
    CHECK_STATUS(crok_journal_retry(j, &err), CROK_OK, &err);
    copy(with, "a");
    for (int i = 0; i < 3; i++) {
        CHECK_STATUS(crok_journal_retry(j, &err), CROK_ECONFLICT, &err);
        assert_true(crok_journal_health_of(j).is_gone);
        assert_null(strchr(crok_journal_health_of(j).words, '/'));
        check_same("a", with);
    }
    copy("whole", "a");
    CHECK_STATUS(crok_journal_retry(j, &err), CROK_OK, &err);
    assert_string_equal(crok_journal_health_of(j).words, "");
}

static void a_record_that_was_written_over_is_noticed(void **state)
{
    crok_journal *j = game_open("a", CROK_JOURNAL_WRITE);
    (void)state;
    make("b", game_depot, 8);
    game_append(j, game_depot, 0, 5);
    copy("a", "early");
    game_append(j, game_depot, 5, 8);
    copy("a", "whole");
    write_text("empty", "");
    make_other_database("c");
    check_noticed(j, "early");
    check_noticed(j, "b");
    check_noticed(j, "c");
    check_noticed(j, "empty");
    copy("early", "a");
    refused_append(j, 8, CROK_ECONFLICT, "it ends at event 5");
    copy("b", "a"); /* as many events, of another record */
    refused_append(j, 8, CROK_ECONFLICT, "another program");
    crok_journal_close(&j);
    game_remove("a");
    game_remove("b");
    game_remove("c");
    game_remove("early");
    game_remove("empty");
    game_remove("whole");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_copy_of_the_main_file_has_every_confirmed_event),
        cmocka_unit_test(a_backup_is_made_while_the_record_is_written),
        cmocka_unit_test(what_sqlite_says_is_heard),
        cmocka_unit_test(a_changed_bit_is_noticed),
        cmocka_unit_test(an_interrupted_commit_is_taken_back),
        cmocka_unit_test(a_copy_that_a_kill_leaves_is_removed),
        cmocka_unit_test(a_backup_beside_a_journal_is_not_mixed_with_it),
        cmocka_unit_test(what_is_not_of_the_record_is_kept),
        cmocka_unit_test(a_backup_is_not_made_beside_a_journal),
        cmocka_unit_test(a_backup_replaces_only_what_it_found),
        cmocka_unit_test(a_backup_by_force_destroys_no_event),
        cmocka_unit_test(what_is_no_record_is_not_opened),
        cmocka_unit_test(a_picture_that_lacks_is_noticed),
        cmocka_unit_test(a_record_of_version_1_is_read_and_goes_on),
        cmocka_unit_test(an_old_log_is_not_mixed_with_a_backup),
        cmocka_unit_test(a_changed_bit_in_an_old_log_is_noticed),
        cmocka_unit_test(nothing_is_confirmed_into_a_record_that_is_gone),
        cmocka_unit_test(a_record_that_was_written_over_is_noticed),
    };
    crok_journal_hear(hear);
    sync_vfs_install();
    return cmocka_run_group_tests(tests, game_set_up, game_tear_down);
}
