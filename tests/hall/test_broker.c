/* SPDX-License-Identifier: Apache-2.0
 *
 * Streams, readers and queues of a real NATS server, which is killed in
 * between. */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../capture/scratch.h"
#include "hall/broker/broker.h"
#include "nats_server.h"

/* So long a test waits for what must come; it ends at once when it comes. */
enum { PATIENCE_MS = 60000 };

static const crok_broker_calls *calls;
static nats_server server;
static crok_broker *broker;
static crok_err err;

static const crok_stream_plan events = {.name = "EVENT",
                                        .subjects = "crok.*.event.*",
                                        .forbids_deletion = true,
                                        .copies = 1};

static void connect_broker(void)
{
    const crok_broker_login login = {
        .url = server.url, .name = "test", .wait_ms = 2000};
    CHECK_STATUS(calls->open(&login, &broker, &err), CROK_OK, &err);
}

static int setup(void **state)
{
    (void)state;
    nats_server_start(&server, scratch_file("nats"), "");
    connect_broker();
    CHECK_STATUS(calls->make_stream(broker, &events, &err), CROK_OK, &err);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    calls->close(&broker);
    nats_server_remove(&server);
    return 0;
}

/* Publish `text` as the event of table 1 after message `expected`. */
static crok_status say(const char *text, int64_t expected, uint64_t *number)
{
    const char *const headers[] = {"Crok-Prev", text, NULL};
    const crok_post post = {.stream = "EVENT",
                            .subject = "crok.h.event.1",
                            .data = text,
                            .len = strlen(text),
                            .headers = headers,
                            .expected = expected};
    return calls->publish(broker, &post, number, &err);
}

static void check_message(const crok_message *m, const char *text,
                          uint64_t number)
{
    assert_non_null(m->subject);
    assert_string_equal(m->subject, "crok.h.event.1");
    assert_int_equal(m->len, strlen(text));
    assert_string_equal(m->data, text);
    assert_string_equal(calls->header(m, "Crok-Prev"), text);
    assert_null(calls->header(m, "Crok-Other"));
    assert_int_equal(m->number, number);
}

static void expect_next(crok_broker_reader *r, const char *text,
                        uint64_t number)
{
    crok_message m = {0};
    CHECK_STATUS(calls->next(r, PATIENCE_MS, &m, &err), CROK_OK, &err);
    check_message(&m, text, number);
    calls->drop(&m);
    assert_null(m.subject);
}

static crok_broker_reader *read_from(crok_read_from from, uint64_t number)
{
    const crok_read_plan plan = {.stream = "EVENT",
                                 .subjects = "crok.h.event.*",
                                 .from = from,
                                 .number = number};
    crok_broker_reader *r = NULL;
    CHECK_STATUS(calls->read(broker, &plan, &r, &err), CROK_OK, &err);
    return r;
}

static void expected_message_guards_a_subject(void **state)
{
    uint64_t n = 0;
    crok_message m = {0};
    (void)state;
    CHECK_STATUS(calls->last(broker, "EVENT", "crok.h.event.1", &m, &err),
                 CROK_OK, &err);
    assert_null(m.subject);
    CHECK_STATUS(say("a", 0, &n), CROK_OK, &err);
    assert_int_equal(n, 1);
    CHECK_STATUS(say("a", 0, &n), CROK_ECONFLICT, &err);
    CHECK_STATUS(say("b", 1, &n), CROK_OK, &err);
    assert_int_equal(n, 2);
    CHECK_STATUS(say("c", 1, &n), CROK_ECONFLICT, &err);
    CHECK_STATUS(calls->last(broker, "EVENT", "crok.h.event.1", &m, &err),
                 CROK_OK, &err);
    check_message(&m, "b", 2);
    calls->drop(&m);
}

static void known_ids_are_dropped(void **state)
{
    crok_post post = {.stream = "EVENT",
                      .subject = "crok.h.event.2",
                      .data = "x",
                      .len = 1,
                      .id = "r:1",
                      .expected = CROK_EXPECT_ANY};
    (void)state;
    CHECK_STATUS(calls->publish(broker, &post, NULL, &err), CROK_OK, &err);
    CHECK_STATUS(calls->publish(broker, &post, NULL, &err), CROK_ECONFLICT,
                 &err);
    post.stream = "OTHER";
    post.id = NULL;
    CHECK_STATUS(calls->publish(broker, &post, NULL, &err), CROK_EARG, &err);
}

static void readers_begin_where_they_are_told(void **state)
{
    crok_broker_reader *r = NULL;
    crok_message m = {0};
    (void)state;
    CHECK_STATUS(say("a", 0, NULL), CROK_OK, &err);
    CHECK_STATUS(say("b", 1, NULL), CROK_OK, &err);
    CHECK_STATUS(say("c", 2, NULL), CROK_OK, &err);
    r = read_from(CROK_READ_ALL, 0);
    expect_next(r, "a", 1);
    expect_next(r, "b", 2);
    expect_next(r, "c", 3);
    CHECK_STATUS(calls->next(r, 1, &m, &err), CROK_OK, &err);
    assert_null(m.subject);
    calls->end_reading(&r);
    r = read_from(CROK_READ_LAST, 0);
    expect_next(r, "c", 3);
    CHECK_STATUS(say("d", 3, NULL), CROK_OK, &err);
    expect_next(r, "d", 4);
    calls->end_reading(&r);
    r = read_from(CROK_READ_NUMBER, 2);
    expect_next(r, "b", 2);
    calls->end_reading(&r);
}

/* Publish until it is confirmed, as the broker comes back after a while. */
static void say_at_last(const char *text, int64_t expected)
{
    int tries = 0;
    crok_status st = CROK_EIO;
    while ((st = say(text, expected, NULL)) == CROK_EIO)
        assert_true(++tries < PATIENCE_MS / 100);
    /* the answer, not the message, may have been lost */
    assert_true(st == CROK_OK || st == CROK_ECONFLICT);
}

static void nothing_confirmed_is_lost_by_a_killed_server(void **state)
{
    crok_broker_reader *r = read_from(CROK_READ_ALL, 0);
    crok_message m = {0};
    crok_status st = CROK_OK;
    (void)state;
    CHECK_STATUS(say("a", 0, NULL), CROK_OK, &err);
    expect_next(r, "a", 1);
    nats_server_kill(&server);
    CHECK_STATUS(say("b", 1, NULL), CROK_EIO, &err);
    nats_server_again(&server);
    say_at_last("b", 1);
    /* the reader says that it may have missed something */
    for (int i = 0; st == CROK_OK && i < PATIENCE_MS / 100; i++) {
        st = calls->next(r, 100, &m, &err);
        calls->drop(&m);
    }
    assert_int_equal(st, CROK_EIO);
    calls->end_reading(&r);
    r = read_from(CROK_READ_NUMBER, 1);
    expect_next(r, "a", 1);
    expect_next(r, "b", 2);
    calls->end_reading(&r);
}

/* The library would begin it later, at the first message. */
static void reader_without_a_connection_is_refused(void **state)
{
    const crok_read_plan plan = {.stream = "EVENT",
                                 .subjects = "crok.h.event.*",
                                 .from = CROK_READ_NUMBER,
                                 .number = 2};
    crok_broker_reader *r = NULL;
    (void)state;
    CHECK_STATUS(say("a", 0, NULL), CROK_OK, &err);
    CHECK_STATUS(say("b", 1, NULL), CROK_OK, &err);
    nats_server_kill(&server);
    while (calls->is_connected(broker))
        (void)say("c", 2, NULL);
    CHECK_STATUS(calls->read(broker, &plan, &r, &err), CROK_EIO, &err);
    nats_server_again(&server);
    for (int i = 0; r == NULL && i < PATIENCE_MS / 100; i++) {
        const struct timespec step = {.tv_nsec = 100 * 1000000L};
        (void)nanosleep(&step, NULL);
        (void)calls->read(broker, &plan, &r, &err);
    }
    assert_non_null(r);
    expect_next(r, "b", 2);
    calls->end_reading(&r);
}

/* A stream that refuses what has no room keeps what it has. */
static void what_has_no_room_is_refused(void **state)
{
    static char big[4096];
    static const crok_stream_plan small = {.name = "NEXT",
                                           .subjects = "crok.*.next.*",
                                           .refuses_more = true,
                                           .per_subject = 3,
                                           .max_message = 1024,
                                           .max_bytes = 2500,
                                           .copies = 1};
    crok_post post = {.stream = "NEXT",
                      .subject = "crok.h.next.1",
                      .data = big,
                      .len = sizeof big,
                      .expected = 0};
    uint64_t number = 0;
    crok_stream_figures f = {0};
    (void)state;
    CHECK_STATUS(calls->make_stream(broker, &small, &err), CROK_OK, &err);
    CHECK_STATUS(calls->publish(broker, &post, &number, &err), CROK_ETOOLARGE,
                 &err);
    for (post.len = 10; number < 3; post.expected = (int64_t)number)
        CHECK_STATUS(calls->publish(broker, &post, &number, &err), CROK_OK,
                     &err);
    CHECK_STATUS(calls->publish(broker, &post, NULL, &err), CROK_ETOOLARGE,
                 &err);
    assert_non_null(strstr(err.msg, "per subject"));
    post.expected = 2; /* it has moved on */
    CHECK_STATUS(calls->publish(broker, &post, NULL, &err), CROK_ECONFLICT,
                 &err);
    post = (crok_post){.stream = "NEXT",
                       .subject = "crok.h.next.2",
                       .data = big,
                       .len = 900,
                       .expected = 0};
    while (calls->publish(broker, &post, &number, &err) == CROK_OK)
        post.expected = (int64_t)number;
    CHECK_STATUS(err.status, CROK_ETOOLARGE, &err);
    assert_non_null(strstr(err.msg, "maximum bytes"));
    CHECK_STATUS(calls->figures_of(broker, "NEXT", "crok.h.next.1", &f, &err),
                 CROK_OK, &err);
    assert_int_equal(f.of_subject, 3);
    assert_int_equal(f.messages, number);
    assert_int_equal(f.max_message, 1024);
    assert_true(f.refuses_more && f.made_ns > 0 && f.copies == 1);
    CHECK_STATUS(calls->remove_stream(broker, "NEXT", &err), CROK_OK, &err);
    CHECK_STATUS(calls->remove_stream(broker, "NEXT", &err), CROK_EARG, &err);
}

static const crok_stream_plan jobs = {.name = "JOB",
                                      .subjects = "crok.job.*",
                                      .is_queue = true,
                                      .refuses_more = true,
                                      .per_subject = 1,
                                      .copies = 1};

static crok_status add_job(const char *subject)
{
    const crok_post post = {.stream = "JOB",
                            .subject = subject,
                            .data = subject,
                            .len = strlen(subject),
                            .expected = CROK_EXPECT_ANY};
    return calls->publish(broker, &post, NULL, &err);
}

static uint64_t n_left(void)
{
    crok_stream_figures f = {0};
    CHECK_STATUS(calls->figures(broker, "JOB", &f, &err), CROK_OK, &err);
    return f.messages;
}

/* Sets the job aside until it is gone: the broker may hand it out once more
 * before it hears of it. */
static void set_aside(crok_broker_queue *q, crok_message *m)
{
    for (int tries = 0; n_left() > 0; tries++) {
        assert_true(tries < PATIENCE_MS / 100);
        if (m->subject != NULL)
            CHECK_STATUS(calls->set_aside(m, &err), CROK_OK, &err);
        calls->drop(m);
        CHECK_STATUS(calls->take(q, 100, m, &err), CROK_OK, &err);
    }
    calls->drop(m);
}

static void jobs_are_done_once(void **state)
{
    const crok_queue_plan plan = {.stream = "JOB",
                                  .subjects = "crok.job.*",
                                  .name = "workers",
                                  .ack_wait_ms = 200,
                                  .max_deliveries = 1000};
    crok_broker_queue *q = NULL;
    crok_message m = {0};
    (void)state;
    CHECK_STATUS(calls->join_queue(broker, &plan, &q, &err), CROK_EARG, &err);
    CHECK_STATUS(calls->make_stream(broker, &jobs, &err), CROK_OK, &err);
    CHECK_STATUS(add_job("crok.job.a"), CROK_OK, &err);
    CHECK_STATUS(add_job("crok.job.b"), CROK_OK, &err);
    CHECK_STATUS(add_job("crok.job.a"), CROK_ECONFLICT, &err);
    assert_int_equal(n_left(), 2);
    CHECK_STATUS(calls->join_queue(broker, &plan, &q, &err), CROK_OK, &err);
    CHECK_STATUS(calls->take(q, PATIENCE_MS, &m, &err), CROK_OK, &err);
    assert_string_equal(m.subject, "crok.job.a");
    assert_int_equal(m.n_deliveries, 1);
    CHECK_STATUS(calls->done(broker, &m, &err), CROK_OK, &err);
    calls->drop(&m);
    assert_int_equal(n_left(), 1);
    /* a worker dies: the job is handed out again */
    CHECK_STATUS(calls->take(q, PATIENCE_MS, &m, &err), CROK_OK, &err);
    assert_string_equal(m.subject, "crok.job.b");
    CHECK_STATUS(calls->prolong(&m, &err), CROK_OK, &err);
    calls->drop(&m);
    calls->leave_queue(&q);
    CHECK_STATUS(calls->join_queue(broker, &plan, &q, &err), CROK_OK, &err);
    CHECK_STATUS(calls->take(q, PATIENCE_MS, &m, &err), CROK_OK, &err);
    assert_string_equal(m.subject, "crok.job.b");
    assert_true(m.n_deliveries >= 2);
    set_aside(q, &m);
    calls->leave_queue(&q);
}

static void what_cannot_be_is_said(void **state)
{
    static char large[2 << 20];
    const crok_broker_login nowhere = {
        .url = "nats://127.0.0.1:1", .name = "test", .wait_ms = 500};
    const crok_broker_login no_file = {.url = server.url,
                                       .authority = "no/such.pem",
                                       .name = "test",
                                       .wait_ms = 500};
    const crok_post post = {.stream = "EVENT",
                            .subject = "crok.h.event.1",
                            .data = large,
                            .len = sizeof large,
                            .expected = CROK_EXPECT_ANY};
    crok_broker *b = NULL;
    crok_stream_figures f = {0};
    (void)state;
    CHECK_STATUS(calls->open(&nowhere, &b, &err), CROK_EIO, &err);
    assert_non_null(strstr(err.msg, "nats://127.0.0.1:1"));
    CHECK_STATUS(calls->open(&no_file, &b, &err), CROK_EARG, &err);
    assert_non_null(strstr(err.msg, "no/such.pem"));
    CHECK_STATUS(calls->publish(broker, &post, NULL, &err), CROK_ETOOLARGE,
                 &err);
    CHECK_STATUS(calls->figures(broker, "NONE", &f, &err), CROK_EARG, &err);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(expected_message_guards_a_subject,
                                        setup, teardown),
        cmocka_unit_test_setup_teardown(known_ids_are_dropped, setup, teardown),
        cmocka_unit_test_setup_teardown(readers_begin_where_they_are_told,
                                        setup, teardown),
        cmocka_unit_test_setup_teardown(
            nothing_confirmed_is_lost_by_a_killed_server, setup, teardown),
        cmocka_unit_test_setup_teardown(reader_without_a_connection_is_refused,
                                        setup, teardown),
        cmocka_unit_test_setup_teardown(what_has_no_room_is_refused, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(jobs_are_done_once, setup, teardown),
        cmocka_unit_test_setup_teardown(what_cannot_be_is_said, setup,
                                        teardown),
    };
    if (!nats_server_is_there())
        return 77;
    CHECK_STATUS(crok_broker_load(&calls, &err), CROK_OK, &err);
    return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
