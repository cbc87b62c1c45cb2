/* SPDX-License-Identifier: Apache-2.0
 *
 * test_faults N: the first, second, ... Nth operation of each kind on a
 * record's files fails, once or until the fault is taken away, in every way
 * that it can. What is confirmed is in the main file; what is refused is not in
 * the record, or the message says that it is not certain; what waits in memory
 * is written in order as soon as the disk takes it. */
#include "journal/game.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <sqlite3.h>

#include "journal/live.h"
#include "journal/sync_vfs.h"

static const struct {
    sync_op op;
    int code;
} faults[] = {
    {SYNC_OPEN, SQLITE_CANTOPEN},
    {SYNC_WRITE, SQLITE_FULL},
    {SYNC_WRITE, SQLITE_IOERR_WRITE},
    {SYNC_TRUNCATE, SQLITE_IOERR_TRUNCATE},
    {SYNC_SYNC, SQLITE_IOERR_FSYNC},
    {SYNC_DELETE, SQLITE_IOERR_DELETE},
    {SYNC_DELETE, SQLITE_IOERR_DIR_FSYNC},
};

enum { N_BEFORE = 3, N_MORE = 4, N_FAULTS = sizeof faults / sizeof *faults };

static int n_max = 4;
static int n_hit, n_waited, n_refused, n_open;

static void copy(const char *from, const char *to)
{
    size_t len = 0;
    char *bytes = game_bytes(from, &len);
    if (bytes != NULL)
        game_write(to, bytes, len);
    free(bytes);
}

/* Number of events in a copy of the main file alone, or as after a crash. */
static long events_of_copy(bool with_journal)
{
    crok_journal *j = NULL;
    long n = 0;
    sync_seen fault = sync_vfs;
    sync_vfs_fault(SYNC_ANY, 0, 0); /* not of the copy */
    copy("a", "b");
    if (with_journal)
        copy("a-journal", "b-journal");
    j = game_open("b", CROK_JOURNAL_READ);
    n = crok_journal_seq(j);
    game_check(j, game_depot, (int)n);
    crok_journal_close(&j);
    game_remove("b");
    sync_vfs = fault;
    return n;
}

static const crok_event *event_at(long n)
{
    const crok_event *e = NULL;
    assert_true(game_event(game_depot, (int)n, &e));
    return e;
}

static void set_fault(int which, int nth, bool is_stuck)
{
    sync_vfs_fault(faults[which].op, nth, faults[which].code);
    sync_vfs.is_stuck = is_stuck;
}

/* Take the fault away. */
static void heal(void)
{
    n_hit += sync_vfs.was_hit;
    sync_vfs_fault(SYNC_ANY, 0, 0);
}

static crok_journal *begin(void)
{
    crok_journal *j = game_open("a", CROK_JOURNAL_WRITE);
    game_append(j, game_depot, 0, N_BEFORE);
    return j;
}

static void end(crok_journal *j, int n)
{
    crok_journal_close(&j);
    j = game_open("a", CROK_JOURNAL_READ);
    game_check(j, game_depot, n);
    crok_journal_close(&j);
    game_remove("a");
}

/* Events of the table: none is refused, and none is lost. */
static void check_kept(int which, int nth, bool is_stuck)
{
    crok_journal *j = begin();
    crok_err err = {0};
    set_fault(which, nth, is_stuck);
    for (long n = N_BEFORE; n < N_BEFORE + N_MORE; n++) {
        crok_journal_health h;
        CHECK_STATUS(crok_journal_keep(j, event_at(n), n, &err), CROK_OK, &err);
        assert_int_equal(crok_journal_seq(j), n + 1);
        h = crok_journal_health_of(j);
        assert_int_equal(h.saved + h.n_unsaved, n + 1);
        assert_true(h.n_unsaved == 0 || h.words[0] != '\0');
        n_waited += h.n_unsaved > 0;
        if (h.n_unsaved == 0)
            assert_int_equal(events_of_copy(false), n + 1);
    }
    heal();
    CHECK_STATUS(crok_journal_retry(j, &err), CROK_OK, &err);
    assert_int_equal(crok_journal_health_of(j).n_unsaved, 0);
    assert_int_equal(crok_journal_health_of(j).words[0], '\0');
    assert_int_equal(events_of_copy(false), N_BEFORE + N_MORE);
    end(j, N_BEFORE + N_MORE);
}

/* A person's event that is refused: it is not in the record, also not after a
 * crash, or the message says that it is not certain. */
static void check_refused(int which, int nth, bool is_stuck)
{
    crok_journal *j = begin();
    crok_err err = {0};
    long n = N_BEFORE;
    set_fault(which, nth, is_stuck);
    for (int i = 0; i < N_MORE && err.status == CROK_OK; i++) {
        if (crok_journal_append(j, event_at(n), n, &err) == CROK_OK)
            assert_int_equal(events_of_copy(false), ++n);
    }
    if (err.status != CROK_OK && strstr(err.msg, "not certain") == NULL) {
        n_refused++;
        assert_int_equal(crok_journal_seq(j), n);
        assert_int_equal(events_of_copy(true), n);
    } else if (err.status != CROK_OK) {
        long found = events_of_copy(true);
        n_open++;
        assert_int_equal(crok_journal_seq(j), n + 1);
        assert_true(found == n || found == n + 1);
        n++;
    }
    heal();
    CHECK_STATUS(crok_journal_retry(j, &err), CROK_OK, &err);
    CHECK_STATUS(crok_journal_append(j, event_at(n), n, &err), CROK_OK, &err);
    end(j, (int)n + 1);
}

static void a_fault_loses_nothing_that_was_confirmed(void **state)
{
    (void)state;
    for (int which = 0; which < N_FAULTS; which++)
        for (int nth = 1; nth <= n_max; nth++)
            for (int is_stuck = 0; is_stuck < 2; is_stuck++) {
                check_kept(which, nth, is_stuck == 1);
                check_refused(which, nth, is_stuck == 1);
            }
    print_message("%d faults; %d times events waited in memory, %d events "
                  "refused and taken back, %d not certain\n",
                  n_hit, n_waited, n_refused, n_open);
    assert_true(n_hit > N_FAULTS && n_waited > 0 && n_refused > 0);
}

/* ---- the live record ---- */

static int n_observed;

static crok_status observe(void *context, crok_live *live, crok_err *err)
{
    (void)context;
    (void)live;
    (void)err;
    n_observed++;
    return CROK_OK;
}

static void check_document(crok_live *live, int saved, int unsaved,
                           const char *says)
{
    char *text = crok_live_document(live, 0);
    char want[64];
    (void)snprintf(want, sizeof want, "\"saved\":%d,\"unsaved\":%d", saved,
                   unsaved);
    assert_non_null(text);
    if (strstr(text, want) == NULL || strstr(text, says) == NULL)
        fail_msg("no %s and %s in %s", want, says, text);
    cJSON_free(text);
}

static void keep(crok_live *live, long n)
{
    crok_err err = {0};
    CHECK_STATUS(crok_live_keep(live, event_at(n), CROK_SEQ_ANY, &err), CROK_OK,
                 &err);
}

static void the_document_says_what_a_crash_would_lose(void **state)
{
    crok_live *live = NULL;
    crok_err err = {0};
    (void)state;
    CHECK_STATUS(crok_live_open(scratch_file("a"), &live, &err), CROK_OK, &err);
    crok_live_observe(live, observe, NULL);
    keep(live, 0);
    check_document(live, 1, 0, "\"unsaved\":0,\"words\":null}");
    sync_vfs_fault(SYNC_WRITE, 1, SQLITE_FULL);
    sync_vfs.is_stuck = true;
    keep(live, 1);
    keep(live, 2);
    check_document(live, 1, 2, "event 2 and later ones are only in memory");
    check_document(live, 1, 2, "the disk is full");
    assert_int_equal(crok_live_append(live, event_at(3), CROK_SEQ_ANY, &err),
                     CROK_EIO); /* a person's is refused */
    assert_int_equal(crok_live_seq(live), 3);
    n_observed = 0;
    CHECK_STATUS(crok_live_retry(live, true, &err), CROK_OK, &err);
    assert_int_equal(n_observed, 0); /* nothing new */
    heal();
    CHECK_STATUS(crok_live_retry(live, true, &err), CROK_OK, &err);
    assert_int_equal(n_observed, 1);
    check_document(live, 3, 0, "\"words\":null}");
    CHECK_STATUS(crok_live_append(live, event_at(3), CROK_SEQ_ANY, &err),
                 CROK_OK, &err);
    crok_live_close(&live);
    game_remove("a");
}

static void
a_record_that_is_gone_is_told_and_goes_on_when_it_is_back(void **state)
{
    crok_live *live = NULL;
    crok_err err = {0};
    char a[512];
    char b[512];
    (void)state;
    (void)snprintf(a, sizeof a, "%s", scratch_file("a"));
    (void)snprintf(b, sizeof b, "%s", scratch_file("b"));
    CHECK_STATUS(crok_live_open(a, &live, &err), CROK_OK, &err);
    keep(live, 0);
    assert_int_equal(rename(a, b), 0);
    assert_true(crok_live_health(live).is_gone); /* seen without an event */
    keep(live, 1);
    check_document(live, 1, 1, "was renamed or replaced");
    assert_int_equal(rename(b, a), 0);
    CHECK_STATUS(crok_live_retry(live, true, &err), CROK_OK, &err);
    assert_false(crok_live_health(live).is_gone);
    check_document(live, 2, 0, "\"words\":null}");
    crok_live_close(&live);
    game_remove("a");
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_fault_loses_nothing_that_was_confirmed),
        cmocka_unit_test(the_document_says_what_a_crash_would_lose),
        cmocka_unit_test(
            a_record_that_is_gone_is_told_and_goes_on_when_it_is_back),
    };
    if (argc == 2)
        n_max = atoi(argv[1]);
    sync_vfs_install();
    return cmocka_run_group_tests(tests, game_set_up, game_tear_down);
}
