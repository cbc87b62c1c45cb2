/* SPDX-License-Identifier: Apache-2.0
 *
 * What a publisher of rows does when a broker contradicts itself. The broker is
 * none here: it says what each test wants. */
#include <stdlib.h>
#include <string.h>

#include "../journal/game.h"
#include "hall/rows_out.h"
#include "listed.h"

/* The broker: a subject's last row, and a stream with other messages. */
static struct broker {
    crok_row last;
    char body[8192]; /* of the last row */
    size_t len;
    uint64_t number; /* 0: it has no row */
    uint64_t first, end;
    uint64_t n_rows; /* of the subject */
    int64_t made_ns;
    bool hides_last; /* `last` finds nothing */
    bool is_full;    /* it takes no more */
    int n_others;    /* so many times another publisher is first */
    int n_posts;
    crok_row_headers headers;
} fake;

static crok_status last(crok_broker *b, const char *stream, const char *subject,
                        crok_message *out, crok_err *err)
{
    (void)b;
    (void)stream;
    (void)err;
    *out = (crok_message){.subject = NULL};
    if (fake.number == 0 || fake.hides_last)
        return CROK_OK;
    crok_row_write(&fake.last, &fake.headers);
    *out = (crok_message){.subject = subject,
                          .data = fake.body,
                          .len = fake.len,
                          .number = fake.number,
                          .handle = (void *)fake.headers.list};
    return CROK_OK;
}

static crok_status figures_of(crok_broker *b, const char *stream,
                              const char *subject, crok_stream_figures *out,
                              crok_err *err)
{
    (void)b;
    (void)stream;
    (void)err;
    assert_string_equal(subject, "crok.h.event.1");
    *out = (crok_stream_figures){.first = fake.first,
                                 .last = fake.end,
                                 .made_ns = fake.made_ns,
                                 .of_subject = fake.n_rows};
    return CROK_OK;
}

static crok_status publish(crok_broker *b, const crok_post *post,
                           uint64_t *number, crok_err *err)
{
    const crok_message m = {.subject = post->subject,
                            .handle = (void *)post->headers};
    crok_row row = {.n_before = 0};
    static const crok_broker_calls reads = {.header = listed_header};
    (void)b;
    fake.n_posts++;
    if (fake.n_others > 0) {
        fake.n_others--;
        fake.number = ++fake.end;
        fake.n_rows++;
    }
    if (fake.is_full)
        return crok_fail(err, CROK_ETOOLARGE, "its share is full");
    if (post->expected != (int64_t)fake.number)
        return crok_fail(err, CROK_ECONFLICT, "refused");
    CHECK_STATUS(crok_row_read(&reads, &m, &row, err), CROK_OK, err);
    assert_true(post->len <= sizeof fake.body);
    memcpy(fake.body, post->data, post->len);
    fake.len = post->len;
    fake.last = row;
    fake.number = ++fake.end;
    fake.n_rows++;
    *number = fake.number;
    return CROK_OK;
}

static void drop(crok_message *m)
{
    *m = (crok_message){.subject = NULL};
}

static const crok_broker_calls calls = {.last = last,
                                        .figures_of = figures_of,
                                        .publish = publish,
                                        .header = listed_header,
                                        .drop = drop};
static const crok_hall_link link_of = {.calls = &calls};
static crok_outbox outbox;
static crok_rows_out rows;
static crok_err err;
static long n_sent;

static void append(int from, int to)
{
    bool is_read = false;
    crok_journal *j = game_open("a.db", CROK_JOURNAL_WRITE);
    game_append(j, game_depot, from, to);
    crok_journal_close(&j);
    CHECK_STATUS(crok_outbox_look(&outbox, true, true, &is_read, &err), CROK_OK,
                 &err);
}

static int setup(void **state)
{
    static char path[256];
    (void)state;
    (void)snprintf(path, sizeof path, "%s", scratch_file("a.db"));
    fake = (struct broker){.first = 1};
    outbox = crok_outbox_of(path);
    rows = crok_rows_out_to("crok.h.event.1");
    n_sent = 0;
    append(0, 3);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    crok_outbox_close(&outbox);
    game_remove("a.db");
    return 0;
}

static crok_status step(int most)
{
    return crok_rows_out_step(&rows, &link_of, &outbox, most, &n_sent, &err);
}

static void rows_are_sent_a_few_at_a_time(void **state)
{
    (void)state;
    CHECK_STATUS(step(2), CROK_OK, &err);
    assert_false(rows.is_caught_up);
    CHECK_STATUS(step(2), CROK_OK, &err);
    assert_true(rows.is_caught_up);
    assert_int_equal(n_sent, 3);
    assert_int_equal(fake.n_posts, 3);
    assert_int_equal(fake.last.at.seq, 3);
}

/* Look again, and expect that `sent` rows are sent. */
static void doubt(long sent)
{
    const long before = n_sent;
    crok_rows_out_doubt(&rows);
    CHECK_STATUS(step(10), CROK_OK, &err);
    assert_true(rows.is_caught_up);
    assert_int_equal(n_sent - before, sent);
}

/* The stream was cut: the subject has fewer rows than its last one counts, or
 * none. */
static void rows_that_are_missing_are_sent_again(void **state)
{
    char run[sizeof fake.last.run];
    (void)state;
    CHECK_STATUS(step(10), CROK_OK, &err);
    memcpy(run, fake.last.run, sizeof run);
    doubt(0);
    assert_int_equal(rows.n_healed, 0);
    fake.n_rows = 1;
    fake.first = 3;
    doubt(3);
    assert_int_equal(rows.n_healed, 1);
    assert_string_not_equal(fake.last.run, run);
    assert_int_equal(fake.last.n_run, 3);
    doubt(0);
    fake.number = 0;
    fake.n_rows = 0;
    fake.first = fake.end + 1;
    doubt(3);
    assert_int_equal(rows.n_healed, 2);
    /* more than the run has: older ones */
    fake.n_rows += 5;
    doubt(0);
    append(3, 4);
    CHECK_STATUS(step(10), CROK_OK, &err);
    assert_int_equal(fake.last.at.seq, 4);
    assert_int_equal(fake.last.n_run, 4);
}

/* A version before runs has written the last row, or it is no row at all. */
static void rows_without_a_run_are_sent_again(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        CHECK_STATUS(step(10), CROK_OK, &err);
        fake.last.run[0] = '\0';
        if (i == 1)
            fake.last.at.record[0] = '\0';
        doubt(3);
    }
}

/* ... but not where the record is an older copy of what is there. */
static void older_copy_heals_nothing(void **state)
{
    (void)state;
    CHECK_STATUS(step(10), CROK_OK, &err);
    fake.last.at.seq = 9;
    fake.n_rows = 1;
    fake.first = 3;
    crok_rows_out_doubt(&rows);
    CHECK_STATUS(step(10), CROK_ECONFLICT, &err);
    assert_non_null(strstr(err.msg, "it is an older copy"));
    assert_int_equal(n_sent, 3);
}

/* What is to be done is said, and it goes on when there is room. */
static void full_stream_is_told(void **state)
{
    (void)state;
    fake.is_full = true;
    CHECK_STATUS(step(10), CROK_ETOOLARGE, &err);
    assert_non_null(strstr(err.msg, "its share is full; the record keeps"));
    assert_non_null(strstr(err.msg, "crokeye hall streams --anew"));
    assert_false(rows.is_caught_up);
    fake.is_full = false;
    CHECK_STATUS(step(10), CROK_OK, &err);
    assert_int_equal(n_sent, 3);
}

/* A first row of which no answer came is sent with the same id. */
static void row_that_is_sent_twice_keeps_its_id(void **state)
{
    char run[sizeof fake.last.run];
    (void)state;
    fake.is_full = true;
    CHECK_STATUS(step(10), CROK_ETOOLARGE, &err);
    memcpy(run, rows.last.run, sizeof run);
    assert_int_equal(strlen(run), sizeof run - 1);
    fake.is_full = false;
    CHECK_STATUS(step(1), CROK_OK, &err);
    assert_string_equal(fake.last.run, run);
}

/* As a broker of which the storage is full. */
static void confirmed_rows_are_not_sent_again(void **state)
{
    (void)state;
    CHECK_STATUS(step(10), CROK_OK, &err);
    append(3, 4);
    fake.hides_last = true;
    fake.n_others = 1;
    CHECK_STATUS(step(10), CROK_EIO, &err);
    assert_non_null(strstr(err.msg, "does not give message 3 any more"));
    CHECK_STATUS(step(10), CROK_EIO, &err);
    assert_int_equal(n_sent, 3);
}

static void rows_of_a_removed_stream_are_sent_again(void **state)
{
    (void)state;
    CHECK_STATUS(step(10), CROK_OK, &err);
    append(3, 4);
    fake.number = 0;
    fake.n_rows = 0;
    fake.made_ns = 1; /* others have rows there already */
    CHECK_STATUS(step(10), CROK_OK, &err);
    assert_int_equal(n_sent, 3 + 4);
    assert_int_equal(fake.last.at.seq, 4);
}

static void rows_that_are_too_old_are_gone(void **state)
{
    (void)state;
    CHECK_STATUS(step(10), CROK_OK, &err);
    append(3, 4);
    fake.number = 0;
    fake.first = 4;
    CHECK_STATUS(step(10), CROK_OK, &err);
    assert_true(rows.is_caught_up);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(rows_are_sent_a_few_at_a_time, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(rows_that_are_missing_are_sent_again,
                                        setup, teardown),
        cmocka_unit_test_setup_teardown(rows_without_a_run_are_sent_again,
                                        setup, teardown),
        cmocka_unit_test_setup_teardown(older_copy_heals_nothing, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(full_stream_is_told, setup, teardown),
        cmocka_unit_test_setup_teardown(row_that_is_sent_twice_keeps_its_id,
                                        setup, teardown),
        cmocka_unit_test_setup_teardown(confirmed_rows_are_not_sent_again,
                                        setup, teardown),
        cmocka_unit_test_setup_teardown(rows_of_a_removed_stream_are_sent_again,
                                        setup, teardown),
        cmocka_unit_test_setup_teardown(rows_that_are_too_old_are_gone, setup,
                                        teardown),
    };
    return cmocka_run_group_tests(tests, game_set_up, game_tear_down);
}
