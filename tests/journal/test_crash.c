/* SPDX-License-Identifier: Apache-2.0
 *
 * test_crash N: a child writes a match down as fast as it can and tells each
 * confirmed seq on a pipe; it is killed (SIGKILL) at a random instant. Opened
 * again, the record must have every confirmed event, at most one more (the
 * one that was on its way), and the match of exactly these. N children in
 * all, each going on where the one before was killed, so that the last match
 * has lived through many deaths; it must be equal to the undisturbed one. */
#include "journal/game.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "core/file.h"
#include "random.h"

#define N_EVENTS 201

static int n_kills = 20;
static int n_pictures_seen;

static const unsigned char picture[20000] = {0xff, 0xd8};

/* The child's whole life. It never returns. */
static void write_down(int to)
{
    crok_journal *j = NULL;
    crok_err err = {0};
    const crok_event *e = NULL;
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

static void sleep_us(long us)
{
    struct timespec t = {0, us * 1000};
    (void)nanosleep(&t, NULL);
}

/* Starts a child, kills it after some time; the last seq it confirmed, or 0.
 * It must not have ended by itself. */
static long one_life(long us)
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
        write_down(pipes[1]);
    (void)close(pipes[1]);
    sleep_us(us);
    assert_int_equal(kill(child, SIGKILL), 0);
    while (read(pipes[0], &seq, sizeof seq) == (ssize_t)sizeof seq)
        last = seq;
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

/* No writer is needed to read what was confirmed. Killed before the first
 * event, there may be no record yet. */
static void check_reader(long known)
{
    crok_journal *j = NULL;
    if (known == 0)
        return;
    j = game_open("a", CROK_JOURNAL_READ);
    assert_true(crok_journal_seq(j) >= known);
    crok_journal_close(&j);
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
        long last = one_life((long)rnd_between(&g, 0.0, 60000.0));
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
        "was confirmed, %d pictures compared\n",
        n_kills, n_written, n_matches, n_more, n_pictures_seen);
    assert_true(n_written > 0);
    game_remove("a");
}

/* ---- power cuts ---- */

static char *read_file(const char *name, size_t *len)
{
    char *bytes = NULL;
    crok_err err = {0};
    CHECK_STATUS(crok_file_read(scratch_file(name), 1 << 24, &bytes, len, &err),
                 CROK_OK, &err);
    return bytes;
}

static void write_file(const char *name, const char *bytes, size_t len)
{
    FILE *f = fopen(scratch_file(name), "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(bytes, 1, len, f), len);
    assert_int_equal(fclose(f), 0);
}

/* A record whose log was written so far only: the seq that it has come to; its
 * match must be that of these events. */
static long resumed_seq(const char *db, size_t db_len, const char *wal,
                        size_t wal_len)
{
    crok_journal *j = NULL;
    char *got = NULL;
    char *want = NULL;
    long n = 0;
    write_file("b", db, db_len);
    write_file("b-wal", wal, wal_len);
    j = game_open("b", CROK_JOURNAL_WRITE);
    n = crok_journal_seq(j);
    got = game_match(crok_journal_match(j));
    want = game_prefix(game_woodestic, (int)n);
    assert_string_equal(got, want);
    cJSON_free(got);
    cJSON_free(want);
    crok_journal_close(&j);
    game_remove("b");
    return n;
}

/* After a power cut the log may end anywhere behind what was synced, or hold
 * anything there: what is whole before that counts, and nothing else. */
static void a_log_that_ends_anywhere_gives_the_events_before(void **state)
{
    enum { N = 12, STEP = 1009 };
    crok_journal *j = game_open("a", CROK_JOURNAL_WRITE);
    size_t db_len = 0;
    size_t len = 0;
    char *db = NULL;
    char *wal = NULL;
    long last = 0;
    (void)state;
    game_append(j, game_woodestic, 0, N); /* and the program stops here */
    db = read_file("a", &db_len);
    wal = read_file("a-wal", &len);
    for (size_t cut = 0; cut < len; cut += STEP) {
        size_t torn = len - cut < STEP ? len - cut : STEP;
        char *rest = wal + cut;
        char kept[STEP];
        long n = resumed_seq(db, db_len, wal, cut);
        assert_true(n >= last && n < N);
        last = n;
        memcpy(kept, rest, torn);
        for (size_t i = 0; i < torn; i++)
            rest[i] ^= 0x55;
        assert_int_equal(resumed_seq(db, db_len, wal, len), n);
        memcpy(rest, kept, torn);
    }
    assert_int_equal(resumed_seq(db, db_len, wal, len), N);
    free(db);
    free(wal);
    crok_journal_close(&j);
    game_remove("a");
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_confirmed_event_is_lost),
        cmocka_unit_test(a_log_that_ends_anywhere_gives_the_events_before),
    };
    if (argc == 2)
        n_kills = atoi(argv[1]);
    return cmocka_run_group_tests(tests, game_set_up, game_tear_down);
}
