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
    bool hides_last; /* `last` finds nothing */
    bool knows_ids;  /* a message with an id is taken for a known one */
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

static crok_status figures(crok_broker *b, const char *stream,
                           crok_stream_figures *out, crok_err *err)
{
    (void)b;
    (void)stream;
    (void)err;
    *out = (crok_stream_figures){.first = fake.first, .last = fake.end};
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
    }
    if (post->expected != (int64_t)fake.number ||
        (fake.knows_ids && post->id != NULL))
        return crok_fail(err, CROK_ECONFLICT, "refused");
    CHECK_STATUS(crok_row_read(&reads, &m, &row, err), CROK_OK, err);
    assert_true(post->len <= sizeof fake.body);
    memcpy(fake.body, post->data, post->len);
    fake.len = post->len;
    fake.last = row;
    fake.number = ++fake.end;
    *number = fake.number;
    return CROK_OK;
}

static void drop(crok_message *m)
{
    *m = (crok_message){.subject = NULL};
}

static const crok_broker_calls calls = {.last = last,
                                        .figures = figures,
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

static void known_id_is_left_out_where_the_row_is_missing(void **state)
{
    (void)state;
    fake.knows_ids = true;
    CHECK_STATUS(step(10), CROK_OK, &err);
    assert_int_equal(n_sent, 3);
    assert_int_equal(fake.n_posts, 6);
    assert_int_equal(fake.last.at.seq, 3);
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
    fake.end = 1;
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
        cmocka_unit_test_setup_teardown(
            known_id_is_left_out_where_the_row_is_missing, setup, teardown),
        cmocka_unit_test_setup_teardown(confirmed_rows_are_not_sent_again,
                                        setup, teardown),
        cmocka_unit_test_setup_teardown(rows_of_a_removed_stream_are_sent_again,
                                        setup, teardown),
        cmocka_unit_test_setup_teardown(rows_that_are_too_old_are_gone, setup,
                                        teardown),
    };
    return cmocka_run_group_tests(tests, game_set_up, game_tear_down);
}
