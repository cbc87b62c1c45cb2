/* SPDX-License-Identifier: Apache-2.0
 *
 * test_creation N: a program is killed while it makes a record, imports into
 * one, brings one of version 1 up to date, or adds a first event: in each
 * operation on the files, in each operation of the start that repairs it, and N
 * times at random, some of them by a signal from outside. However it dies,
 * the record is opened by the next program, and has what it had before the
 * interrupted commit or after it. A journal of a creation beside anything that
 * is not that record stays what it is, and so does the file. */
#include "journal/game.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "journal/backup.h"
#include "journal/sync_vfs.h"
#include "random.h"

#define N_OLD 12
#define N_IMPORT 30
/* Longest time until a signal, longer than a creation takes, ns. */
#define SIGNAL_NS 4000000

static int n_lives = 50;
static int n_deaths;
static int n_beside; /* times a journal was left beside the record */

/* ---- what is interrupted ---- */

static void make_nothing(void) {}

static void make_old(void)
{
    game_old("a", game_depot, N_OLD, false);
}

static void make_empty_record(void)
{
    crok_journal *j = game_open("a", CROK_JOURNAL_WRITE);
    crok_journal_close(&j);
}

static bool only_open(crok_journal *j)
{
    (void)j;
    return true;
}

static bool import_all(crok_journal *j)
{
    size_t len = 0;
    for (int i = 0; i < N_IMPORT; i++)
        len += strcspn(game_depot + len, "\n") + 1;
    return crok_journal_import(j, "game", game_depot, len, NULL) == CROK_OK;
}

static bool append_one(crok_journal *j)
{
    const crok_event *e = NULL;
    return game_event(game_depot, 0, &e) &&
           crok_journal_append(j, e, CROK_SEQ_ANY, NULL) == CROK_OK;
}

typedef struct work {
    const char *name;
    void (*before)(void);
    bool (*go)(crok_journal *j); /* false: it failed */
    long n_before, n_after;      /* events */
} work;

static const work WORKS[] = {
    {"creation", make_nothing, only_open, 0, 0},
    {"creation and import", make_nothing, import_all, 0, N_IMPORT},
    {"import", make_empty_record, import_all, 0, N_IMPORT},
    {"first event", make_empty_record, append_one, 0, 1},
    {"upgrade", make_old, only_open, N_OLD, N_OLD},
};

enum { N_WORKS = sizeof WORKS / sizeof *WORKS };

/* ---- lives and deaths ---- */

/* The child's whole life. It never returns. */
static void live(const work *w, long die_in)
{
    crok_journal *j = NULL;
    sync_vfs_fault(SYNC_ANY, die_in, 0);
    if (crok_journal_open(scratch_file("a"), CROK_JOURNAL_WRITE, &j, NULL) !=
        CROK_OK)
        _exit(2);
    if (crok_journal_seq(j) == w->n_before && !w->go(j))
        _exit(3);
    _exit(0);
}

/* Start a child that dies in its `die_in`th operation (0: in none), or is
 * killed after `wait_ns` (0: never). Returns whether it was killed; otherwise
 * it has done its work. */
static bool one_life(const work *w, long die_in, long wait_ns)
{
    struct timespec wait = {0, wait_ns};
    int status = 0;
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0)
        live(w, die_in);
    if (wait_ns > 0) {
        (void)nanosleep(&wait, NULL);
        (void)kill(child, SIGKILL);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    if (WIFSIGNALED(status)) {
        n_deaths++;
        n_beside += access(scratch_file("a-journal"), F_OK) == 0;
        return true;
    }
    if (WEXITSTATUS(status) != 0)
        fail_msg("%s, operation %ld: refused (%d)", w->name, die_in,
                 WEXITSTATUS(status));
    return false;
}

/* A reader is told what is there, or that there is no record yet. */
static void check_reader(const work *w)
{
    crok_journal *j = NULL;
    crok_err err = {0};
    if (access(scratch_file("a"), F_OK) != 0)
        return;
    if (crok_journal_open(scratch_file("a"), CROK_JOURNAL_READ, &j, &err) ==
        CROK_OK)
        assert_true(crok_journal_seq(j) == w->n_before ||
                    crok_journal_seq(j) == w->n_after);
    else if (strstr(err.msg, "no record yet") == NULL)
        fail_msg("%s: %s", w->name, err.msg);
    crok_journal_close(&j);
}

/* The next program opens the record, and it takes an event. */
static void check_next(const work *w)
{
    crok_journal *j = game_open("a", CROK_JOURNAL_WRITE);
    long n = crok_journal_seq(j);
    assert_true(n == w->n_before || n == w->n_after);
    game_check(j, game_depot, (int)n);
    game_append(j, game_depot, (int)n, (int)n + 1);
    crok_journal_close(&j);
    j = game_open("a", CROK_JOURNAL_READ);
    assert_true(crok_journal_seq(j) > 0);
    crok_journal_close(&j);
    assert_int_equal(scratch_count(), 1);
}

static void begin(const work *w)
{
    game_remove("a");
    w->before();
}

/* Returns the number of the last operation. */
static long killed_in_every_operation(const work *w)
{
    long k = 1;
    int before = n_beside;
    for (begin(w); one_life(w, k, 0); begin(w), k++) {
        check_reader(w);
        check_next(w);
    }
    print_message("%s: %ld operations, %d times with a journal left\n", w->name,
                  k - 1, n_beside - before);
    assert_true(k > 3 && n_beside > before);
    game_remove("a");
    return k - 1;
}

/* What was killed in its last operation is whole, with a journal beside it.
 * That is taken back by the next start, which is killed, too. */
static void killed_while_it_is_repaired(const work *w, long last)
{
    bool was_killed = true;
    for (long k = 1; was_killed; k++) {
        begin(w);
        assert_true(one_life(w, last, 0));
        was_killed = one_life(w, k, 0);
        check_reader(w);
        check_next(w);
    }
    game_remove("a");
}

static void a_kill_in_any_operation_leaves_a_record_that_opens(void **state)
{
    (void)state;
    for (int i = 0; i < N_WORKS; i++) {
        long last = killed_in_every_operation(&WORKS[i]);
        if (WORKS[i].n_after != N_IMPORT)
            killed_while_it_is_repaired(&WORKS[i], last);
    }
}

static void kills_at_random_leave_one_too(void **state)
{
    rnd g = {57};
    int before = n_deaths;
    (void)state;
    while (n_deaths - before < n_lives) {
        const work *w = &WORKS[(int)rnd_between(&g, 0.0, N_WORKS - 0.001)];
        begin(w);
        for (int i = (int)rnd_between(&g, 1.0, 3.999); i > 0; i--) {
            bool by_signal = rnd_between(&g, 0.0, 1.0) < 0.5;
            (void)one_life(w, by_signal ? 0 : (long)rnd_between(&g, 1.0, 40.0),
                           by_signal ? (long)rnd_between(&g, 1.0, SIGNAL_NS)
                                     : 0);
            check_reader(w);
        }
        check_next(w);
    }
    game_remove("a");
    print_message("%d kills in all, 0 records refused; %d times a journal was "
                  "left beside one\n",
                  n_deaths, n_beside);
}

/* ---- a creation's journal beside something else ---- */

/* Leave the journal of a creation that was killed at its very end as file
 * "journal", and nothing else. */
static void make_creation_journal(void)
{
    size_t len = 0;
    char *bytes = NULL;
    char *last = NULL;
    size_t last_len = 0;
    for (long k = 1; one_life(&WORKS[0], k, 0); k++) {
        bytes = game_bytes("a-journal", &len);
        if (bytes != NULL && len > 0 && bytes[0] != '\0') {
            free(last);
            last = bytes;
            last_len = len;
        } else {
            free(bytes);
        }
        game_remove("a");
    }
    game_remove("a");
    assert_non_null(last);
    game_write("journal", last, last_len);
    free(last);
}

/* File `name` beside that journal is neither opened nor changed. */
static void check_stays(const char *name)
{
    size_t len[3];
    char *is = game_bytes(name, &len[0]);
    char *journal = game_bytes("journal", &len[1]);
    char *after = NULL;
    crok_journal *j = NULL;
    crok_err err = {0};
    game_write("a", is, len[0]);
    game_write("a-journal", journal, len[1]);
    CHECK_STATUS(
        crok_journal_open(scratch_file("a"), CROK_JOURNAL_WRITE, &j, &err),
        CROK_EFORMAT, &err);
    if (strstr(err.msg, "move that file away") == NULL)
        fail_msg("%s: %s", name, err.msg);
    after = game_bytes("a", &len[2]);
    assert_int_equal(len[2], len[0]);
    assert_memory_equal(after, is, len[0]);
    assert_int_equal(access(scratch_file("a-journal"), F_OK), 0);
    free(is);
    free(journal);
    free(after);
    game_remove("a");
}

static void make_with(const char *name, int n)
{
    crok_journal *j = game_open(name, CROK_JOURNAL_WRITE);
    game_append(j, game_depot, 0, n);
    crok_journal_close(&j);
}

/* A backup has the same change counter as a record that was just made. */
static void make_backup(const char *of, const char *name)
{
    crok_journal *j = game_open(of, CROK_JOURNAL_READ);
    crok_err err = {0};
    char path[512];
    (void)snprintf(path, sizeof path, "%s", scratch_file(name));
    CHECK_STATUS(crok_journal_backup(j, path, false, &err), CROK_OK, &err);
    crok_journal_close(&j);
}

static void damage(const char *from, const char *to)
{
    size_t len = 0;
    char *bytes = game_bytes(from, &len);
    memset(bytes + len - 300, 0x5a, 200);
    game_write(to, bytes, len);
    free(bytes);
}

static void a_creation_journal_beside_a_stranger_changes_nothing(void **state)
{
    static const char *const names[] = {"one",    "many",    "backup",
                                        "broken", "broken2", "notes"};
    char notes[4096];
    (void)state;
    make_creation_journal();
    make_with("one", 1);
    make_with("many", 60);
    make_backup("many", "backup");
    damage("many", "broken");
    damage("backup", "broken2");
    memset(notes, 'x', sizeof notes);
    game_write("notes", notes, sizeof notes);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        check_stays(names[i]);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        game_remove(names[i]);
    game_remove("journal");
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_kill_in_any_operation_leaves_a_record_that_opens),
        cmocka_unit_test(kills_at_random_leave_one_too),
        cmocka_unit_test(a_creation_journal_beside_a_stranger_changes_nothing),
    };
    if (argc == 2)
        n_lives = atoi(argv[1]);
    sync_vfs_install();
    return cmocka_run_group_tests(tests, game_set_up, game_tear_down);
}
