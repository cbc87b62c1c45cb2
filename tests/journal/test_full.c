/* SPDX-License-Identifier: Apache-2.0
 *
 * A disk that fills up, at every place where it can. No file may grow beyond a
 * limit (RLIMIT_FSIZE), and the limit moves: the event that does not fit is
 * refused with EIO, the record is as it was before, and with room again the
 * very same event is taken. */
#include "journal/game.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>

static void limit_files(rlim_t bytes)
{
    struct rlimit limit = {0};
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &limit), 0);
    limit.rlim_cur = bytes;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

static crok_status append(crok_journal *j, int n, crok_err *err)
{
    const crok_event *e = NULL;
    assert_true(game_event(game_woodestic, n, &e));
    return crok_journal_append(j, e, n, err);
}

static rlim_t file_size(void)
{
    struct stat s;
    assert_int_equal(stat(scratch_file("a"), &s), 0);
    return (rlim_t)s.st_size;
}

/* The record as another program finds it now. */
static void check_readable(int n)
{
    crok_journal *r = game_open("a", CROK_JOURNAL_READ);
    char *want = game_prefix(game_woodestic, n);
    char *got = game_match(crok_journal_match(r));
    assert_string_equal(got, want);
    cJSON_free(want);
    cJSON_free(got);
    crok_journal_close(&r);
}

static void a_full_disk_refuses_and_loses_nothing(void **state)
{
    crok_journal *j = game_open("a", CROK_JOURNAL_WRITE);
    rlim_t room = file_size(); /* less would forbid to take a write back */
    int n_refused = 0;
    (void)state;
    for (int n = 0; n < 60;) {
        crok_err err = {0};
        crok_status st = CROK_OK;
        limit_files(room);
        st = append(j, n, &err);
        limit_files(RLIM_INFINITY);
        assert_int_equal(crok_journal_seq(j), st == CROK_OK ? n + 1 : n);
        if (st == CROK_OK) {
            n++;
            continue;
        }
        CHECK_STATUS(st, CROK_EIO, &err);
        if (strstr(err.msg, "make room") == NULL)
            fail_msg("%s", err.msg);
        check_readable(n);
        n_refused++;
        room += 1111; /* not a page's size: every place of a write */
    }
    print_message("refused %d times\n", n_refused);
    assert_true(n_refused > 30);
    check_readable(60);
    crok_journal_close(&j);
    game_remove("a");
}

/* After the refusal the program ends, and another one goes on. */
static void a_record_left_on_a_full_disk_is_resumed(void **state)
{
    (void)state;
    for (rlim_t room = 8000; room < 150000; room += 7777) {
        crok_journal *j = NULL;
        crok_err err = {0};
        int n = 0;
        limit_files(room);
        if (crok_journal_open(scratch_file("a"), CROK_JOURNAL_WRITE, &j,
                              &err) == CROK_OK)
            while (append(j, n, &err) == CROK_OK)
                n++;
        CHECK_STATUS(err.status, CROK_EIO, &err);
        crok_journal_close(&j); /* without room for a checkpoint */
        limit_files(RLIM_INFINITY);
        j = game_open("a", CROK_JOURNAL_WRITE);
        assert_int_equal(crok_journal_seq(j), n);
        CHECK_STATUS(append(j, n, &err), CROK_OK, &err);
        crok_journal_close(&j);
        check_readable(n + 1);
        game_remove("a");
    }
}

static void a_picture_that_does_not_fit_costs_no_event(void **state)
{
    static unsigned char picture[300000];
    static const crok_picture_key key = {1, false, 0};
    crok_journal *j = game_open("a", CROK_JOURNAL_WRITE);
    crok_err err = {0};
    (void)state;
    assert_int_equal(append(j, 0, &err), CROK_OK);
    limit_files(200000);
    CHECK_STATUS(
        crok_journal_put_picture(j, &key, picture, sizeof picture, &err),
        CROK_EIO, &err);
    assert_non_null(strstr(err.msg, "make room"));
    CHECK_STATUS(append(j, 1, &err), CROK_OK, &err);
    limit_files(RLIM_INFINITY);
    CHECK_STATUS(
        crok_journal_put_picture(j, &key, picture, sizeof picture, &err),
        CROK_OK, &err);
    crok_journal_close(&j);
    check_readable(2);
    game_remove("a");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_full_disk_refuses_and_loses_nothing),
        cmocka_unit_test(a_record_left_on_a_full_disk_is_resumed),
        cmocka_unit_test(a_picture_that_does_not_fit_costs_no_event),
    };
    (void)signal(SIGXFSZ, SIG_IGN);
    return cmocka_run_group_tests(tests, game_set_up, game_tear_down);
}
