/* SPDX-License-Identifier: Apache-2.0
 *
 * test_crash N: a child writes a match down as fast as it can and tells each
 * confirmed seq on a pipe. It is killed (SIGKILL) by its parent after a number
 * of confirmed events, or dies in the middle of an operation on its files.
 * Opened again, the record must have every confirmed event, at most one more
 * (the one that was on its way), and the match of exactly these. N children in
 * all, each going on where the one before was killed, so that the last match
 * has lived through many deaths; it must be equal to the undisturbed one. */
#include "journal/game.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "journal/sync_vfs.h"
#include "random.h"

#define N_EVENTS 201

static int n_kills = 20;
static int n_pictures_seen;
static int n_interrupted; /* commits */

static const unsigned char picture[20000] = {0xff, 0xd8};

/* The child's whole life: it dies in its `die_in`th operation on the files, or
 * is killed by its parent (0). It never returns. */
static void write_down(int to, long die_in)
{
    crok_journal *j = NULL;
    crok_err err = {0};
    const crok_event *e = NULL;
    sync_vfs_fault(SYNC_ANY, die_in, 0);
    if (crok_journal_open(scratch_file("a"), CROK_JOURNAL_WRITE, &j, &err) !=
        CROK_OK)
        _exit(2);
    while (game_event(game_woodestic, (int)crok_journal_seq(j), &e)) {
        long seq = crok_journal_seq(j) + 1;
        crok_picture_key key = {seq, false, 0};
        if (crok_journal_append(j, e, CROK_SEQ_ANY, &err) != CROK_OK ||
            write(to, &seq, sizeof seq) != (ssize_t)sizeof seq)
            _exit(3);
        if (seq % 8 == 0 &&
            crok_journal_put_picture(j, &key, picture, sizeof picture, &err) !=
                CROK_OK)
            _exit(4);
    }
    (void)pause(); /* the match is written: wait for the end */
    _exit(0);
}

/* Starts a child; the last seq it confirmed, or 0. It is killed after the
 * `n_events`th confirmed event, or dies in its `die_in`th operation. It must
 * not have ended by itself. */
static long one_life(int n_events, long die_in)
{
    int pipes[2];
    int status = 0;
    long seq = 0;
    long last = 0;
    pid_t child = 0;
    assert_int_equal(pipe(pipes), 0);
    child = fork();
    assert_true(child >= 0);
    if (child == 0)
        write_down(pipes[1], die_in);
    (void)close(pipes[1]);
    for (int n = 0; read(pipes[0], &seq, sizeof seq) == (ssize_t)sizeof seq;) {
        last = seq;
        if (++n == n_events || seq == N_EVENTS)
            assert_int_equal(kill(child, SIGKILL), 0);
    }
    (void)close(pipes[0]);
    assert_int_equal(waitpid(child, &status, 0), child);
    if (!WIFSIGNALED(status))
        fail_msg("the child ended by itself: %d", WEXITSTATUS(status));
    return last;
}

/* A picture is there whole or not at all. */
static void check_pictures(crok_journal *j)
{
    for (long seq = 8; seq <= crok_journal_seq(j); seq += 8) {
        crok_picture_key key = {seq, false, 0};
        unsigned char *bytes = NULL;
        size_t len = 0;
        crok_err err = {0};
        CHECK_STATUS(crok_journal_picture(j, &key, &bytes, &len, &err), CROK_OK,
                     &err);
        if (bytes != NULL) {
            assert_int_equal(len, sizeof picture);
            assert_memory_equal(bytes, picture, len);
            n_pictures_seen++;
        }
        free(bytes);
    }
}

/* No writer is needed to read what was confirmed, and a reader leaves all files
 * as they are. Killed before the first event, there may be no record yet. */
static void check_reader(long known)
{
    crok_journal *j = NULL;
    size_t len[2] = {0};
    size_t len_after[2] = {0};
    char *main_file = game_bytes("a", &len[0]);
    char *journal = game_bytes("a-journal", &len[1]);
    char *after = NULL;
    n_interrupted += journal != NULL;
    if (known > 0) {
        j = game_open("a", CROK_JOURNAL_READ);
        assert_true(crok_journal_seq(j) >= known);
        crok_journal_close(&j);
        after = game_bytes("a", &len_after[0]);
        assert_int_equal(len_after[0], len[0]);
        assert_memory_equal(after, main_file, len[0]);
        free(after);
        after = game_bytes("a-journal", &len_after[1]);
        assert_true((after == NULL) == (journal == NULL));
        assert_int_equal(len_after[1], len[1]);
        free(after);
        assert_int_equal(scratch_count(), journal == NULL ? 1 : 2);
    }
    free(main_file);
    free(journal);
}

/* How many events the record has now; `known` were confirmed. */
static long check_record(long known)
{
    crok_journal *j = game_open("a", CROK_JOURNAL_WRITE);
    long n = crok_journal_seq(j);
    char *got = game_match(crok_journal_match(j));
    char *want = game_prefix(game_woodestic, (int)n);
    if (n < known || n > known + 1)
        fail_msg("%ld events are there, %ld were confirmed", n, known);
    assert_string_equal(got, want);
    check_pictures(j);
    cJSON_free(got);
    cJSON_free(want);
    crok_journal_close(&j);
    return n;
}

static void no_confirmed_event_is_lost(void **state)
{
    rnd g = {4};
    long known = 0;
    int n_more = 0;
    int n_matches = 0;
    long n_written = 0;
    (void)state;
    for (int i = 0; i < n_kills; i++) {
        bool dies = i % 2 == 1;
        long last = one_life(dies ? 0 : 1 + (int)rnd_between(&g, 0.0, 30.0),
                             dies ? 1 + (long)rnd_between(&g, 0.0, 300.0) : 0);
        long before = known;
        long n = 0;
        known = last > known ? last : known;
        check_reader(known);
        n = check_record(known);
        n_more += n > known;
        n_written += n - before;
        known = n;
        if (n == N_EVENTS) { /* begin another match */
            game_remove("a");
            known = 0;
            n_matches++;
        }
    }
    print_message(
        "%d kills, %ld events, %d whole matches, %d times one event more than "
        "was confirmed, %d commits interrupted, %d pictures compared\n",
        n_kills, n_written, n_matches, n_more, n_interrupted, n_pictures_seen);
    assert_true(n_written > 0);
    assert_true(n_interrupted > 0 || n_kills < 4);
    game_remove("a");
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_confirmed_event_is_lost),
    };
    if (argc == 2)
        n_kills = atoi(argv[1]);
    sync_vfs_install();
    return cmocka_run_group_tests(tests, game_set_up, game_tear_down);
}
