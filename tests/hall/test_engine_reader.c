/* SPDX-License-Identifier: Apache-2.0
 *
 * What tables publish is read from a real NATS server, also one that is killed
 * and one that has lost its last messages. */
#include "check.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../capture/scratch.h"
#include "core/clock.h"
#include "hall/engine_reader.h"
#include "hall/row.h"
#include "hall/subjects.h"
#include "nats_server.h"

/* So long a test waits for what must come; it ends at once when it comes. */
enum { PATIENCE_MS = 60000, MOST = 4000 };

/* What the reader has given. */
typedef struct taken {
    char table[8], record[CROK_RECORD_ID];
    long seq;
} taken;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static taken rows[MOST];
static int n_rows, n_again, n_gaps, n_states, n_said, n_away, n_back;
static crok_hall_contact contact; /* as it was told last */
static char last_state[200], said[400];
static int64_t heard_ms;

static nats_server server;
static crok_hall_link writer;
static crok_engine_reader *reader;
static crok_err err;

/* ---- the sink ---- */

static bool is_taken(const crok_hall_row *row, long seq)
{
    for (int i = 0; i < n_rows; i++)
        if (rows[i].seq == seq && strcmp(rows[i].table, row->table) == 0 &&
            strcmp(rows[i].record, row->record) == 0)
            return true;
    return false;
}

static crok_status take_row(void *context, const crok_hall_row *row,
                            bool *is_gap, crok_err *why)
{
    (void)context;
    (void)why;
    (void)pthread_mutex_lock(&lock);
    *is_gap = row->prev != 0 && !is_taken(row, row->prev);
    n_gaps += *is_gap;
    if (!*is_gap && is_taken(row, row->seq)) {
        n_again++;
    } else if (!*is_gap && n_rows < MOST) {
        taken *to = &rows[n_rows++];
        (void)snprintf(to->table, sizeof to->table, "%s", row->table);
        (void)snprintf(to->record, sizeof to->record, "%s", row->record);
        to->seq = row->seq;
    }
    (void)pthread_mutex_unlock(&lock);
    return CROK_OK;
}

static crok_status take_state(void *context, const crok_hall_state *state,
                              crok_err *why)
{
    (void)context;
    (void)why;
    (void)pthread_mutex_lock(&lock);
    n_states++;
    heard_ms = state->heard_ms;
    (void)snprintf(last_state, sizeof last_state, "%s %.*s", state->table,
                   (int)state->len, state->json);
    (void)pthread_mutex_unlock(&lock);
    return CROK_OK;
}

static void take_contact(void *context, const crok_hall_contact *now_is)
{
    (void)context;
    (void)pthread_mutex_lock(&lock);
    if (now_is->away_ms > 0)
        n_away++;
    else
        n_back++;
    contact = *now_is;
    (void)pthread_mutex_unlock(&lock);
}

static void hear(void *context, const char *what)
{
    (void)context;
    (void)pthread_mutex_lock(&lock);
    n_said++;
    (void)snprintf(said, sizeof said, "%s", what);
    (void)pthread_mutex_unlock(&lock);
}

static int now(const int *count)
{
    int n = 0;
    (void)pthread_mutex_lock(&lock);
    n = *count;
    (void)pthread_mutex_unlock(&lock);
    return n;
}

static void await(const int *count, int n, const char *what)
{
    const struct timespec tick = {.tv_nsec = 5000000L};
    for (int64_t end = crok_clock_monotonic_ms() + PATIENCE_MS;
         now(count) < n;) {
        if (crok_clock_monotonic_ms() > end)
            fail_msg("%d %s came, not %d; last told: %s", now(count), what, n,
                     said);
        (void)nanosleep(&tick, NULL);
    }
}

/* ---- the tables ---- */

static void open_writer(void)
{
    const crok_engine_options engine = {
        .url = server.url, .name = "test", .wait_ms = 5000};
    CHECK_STATUS(crok_hall_link_open(&engine, &writer, &err), CROK_OK, &err);
}

static void open_reader(void)
{
    const crok_engine_reader_config config = {
        .engine = {.url = server.url, .name = "reader", .wait_ms = 2000},
        .hall = "h",
        .to = {.row = take_row,
               .state = take_state,
               .contact = take_contact,
               .say = hear}};
    CHECK_STATUS(crok_engine_reader_open(&config, &reader, &err), CROK_OK,
                 &err);
}

static void publish(crok_hall_stream stream, const char *table,
                    const char *data, const char *const *headers)
{
    char subject[CROK_SUBJECT_MAX];
    const crok_post post = {.stream = crok_hall_stream_name(stream),
                            .subject = subject,
                            .data = data,
                            .len = strlen(data),
                            .headers = headers,
                            .expected = CROK_EXPECT_ANY};
    CHECK_STATUS(crok_hall_subject(stream, "h", table, subject, &err), CROK_OK,
                 &err);
    CHECK_STATUS(writer.calls->publish(writer.broker, &post, NULL, &err),
                 CROK_OK, &err);
}

/* Publish event `seq` of a record, which follows `prev`. */
static void publish_row(const char *table, const char *record, long seq,
                        long prev)
{
    crok_row row = {.prev = prev};
    crok_row_headers headers;
    (void)snprintf(row.at.record, sizeof row.at.record, "%s", record);
    row.at.seq = seq;
    crok_row_write(&row, &headers);
    publish(CROK_HALL_EVENT, table, "{}", headers.list);
}

static void publish_rows(const char *table, const char *record, long first,
                         long last)
{
    for (long seq = first; seq <= last; seq++)
        publish_row(table, record, seq, seq - 1);
}

static void publish_state(const char *table, const char *text, int64_t sent_ms)
{
    char sent[32];
    const char *const headers[] = {"Crok-Sent", sent, NULL};
    (void)snprintf(sent, sizeof sent, "%lld", (long long)sent_ms);
    publish(CROK_HALL_STATE, table, text, headers);
}

#define A "00000000-0000-4000-8000-00000000000a"
#define B "00000000-0000-4000-8000-00000000000b"

static void make_streams(void)
{
    for (int i = CROK_HALL_EVENT; i <= CROK_HALL_STATE; i++)
        CHECK_STATUS(crok_hall_stream_make(writer.calls, writer.broker,
                                           (crok_hall_stream)i, 1, &err),
                     CROK_OK, &err);
}

static int setup(void **state)
{
    (void)state;
    n_rows = n_again = n_gaps = n_states = n_said = n_away = n_back = 0;
    nats_server_start(&server, scratch_file("nats"), "");
    open_writer();
    make_streams();
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    crok_engine_reader_close(&reader);
    crok_hall_link_close(&writer);
    nats_server_remove(&server);
    return 0;
}

/* The rows of a record are there once each, in order, from 1 to `last`. */
static void check_record(const char *table, const char *record, long last)
{
    long seq = 0;
    (void)pthread_mutex_lock(&lock);
    for (int i = 0; i < n_rows; i++)
        if (strcmp(rows[i].table, table) == 0 &&
            strcmp(rows[i].record, record) == 0 && rows[i].seq != ++seq)
            fail_msg("row %ld of table %s follows row %ld", rows[i].seq, table,
                     seq - 1);
    (void)pthread_mutex_unlock(&lock);
    assert_int_equal(seq, last);
}

/* ---- the tests ---- */

static void rows_are_read_from_the_first_and_then_as_they_come(void **state)
{
    (void)state;
    publish_rows("1", A, 1, 3);
    open_reader();
    await(&n_rows, 3, "rows");
    publish_rows("2", B, 1, 2);
    publish_rows("1", A, 4, 4);
    await(&n_rows, 6, "rows");
    check_record("1", A, 4);
    check_record("2", B, 2);
    assert_int_equal(now(&n_gaps), 0);
}

static void a_state_has_the_time_at_which_it_was_sent(void **state)
{
    int64_t began = crok_clock_ms();
    (void)state;
    publish_state("4", "old", began - 90000);
    open_reader();
    await(&n_states, 1, "states");
    assert_string_equal(last_state, "4 old");
    assert_int_equal(heard_ms, began - 90000);
    /* one that comes as it is sent is new, whatever its table's clock says */
    publish_state("4", "new", began - 90000);
    await(&n_states, 2, "states");
    assert_string_equal(last_state, "4 new");
    assert_true(heard_ms >= began);
}

static void a_broker_that_is_killed_is_read_again(void **state)
{
    (void)state;
    open_reader();
    publish_rows("1", A, 1, 5);
    await(&n_rows, 5, "rows");
    for (int i = 1; i <= 3; i++) {
        crok_hall_link_close(&writer);
        nats_server_kill(&server);
        nats_server_again(&server);
        open_writer();
        publish_rows("1", A, 5 * i + 1, 5 * i + 5);
        publish_state("1", "state", crok_clock_ms());
        await(&n_rows, 5 * i + 5, "rows");
        await(&n_states, i, "states");
    }
    check_record("1", A, 20);
    assert_int_equal(now(&n_gaps), 0);
}

static void remove_all(const char *dir)
{
    char command[400];
    (void)snprintf(command, sizeof command, "rm -r '%s'", dir);
    assert_int_equal(system(command), 0);
}

static void copy(const char *from, const char *to)
{
    char command[1024];
    (void)snprintf(command, sizeof command, "rm -rf '%s' && cp -r '%s' '%s'",
                   to, from, to);
    assert_int_equal(system(command), 0);
}

/* A power cut: the broker starts with what it had earlier, and gives the
 * numbers that it has lost to rows of another table. More is lost than the
 * messages that are compared. */
static void a_broker_that_lost_its_tail_is_read_anew(void **state)
{
    enum { KEPT = 3, LAST = 1200 };
    char earlier[300];
    (void)state;
    (void)snprintf(earlier, sizeof earlier, "%s.earlier", server.dir);
    publish_rows("1", A, 1, KEPT);
    nats_server_kill(&server);
    copy(server.dir, earlier);
    nats_server_again(&server);
    open_reader();
    publish_rows("1", A, KEPT + 1, LAST);
    await(&n_rows, LAST, "rows");
    crok_hall_link_close(&writer);
    nats_server_kill(&server);
    copy(earlier, server.dir);
    nats_server_again(&server);
    open_writer();
    publish_rows("2", B, 1, 3);
    publish_rows("1", A, KEPT + 1, LAST + 1);
    await(&n_rows, LAST + 4, "rows");
    check_record("1", A, LAST + 1);
    check_record("2", B, 3);
    remove_all(earlier);
}

/* A row that the broker has lost for ever is reported once, and the following
 * rows of other records are read. */
static void a_row_that_is_missing_is_told(void **state)
{
    (void)state;
    publish_rows("1", A, 1, 2);
    publish_row("1", A, 5, 4);
    publish_row("1", A, 6, 5);
    publish_rows("2", B, 1, 2);
    open_reader();
    await(&n_rows, 4, "rows");
    await(&n_said, 1, "messages");
    assert_non_null(strstr(said, "the broker has event 5 and not event 4"));
    check_record("1", A, 2);
    check_record("2", B, 2);
    assert_int_equal(now(&n_said), 1);
    assert_int_equal(now(&n_gaps), 2);
}

static void a_broker_that_is_not_there_is_told_once(void **state)
{
    (void)state;
    crok_hall_link_close(&writer);
    nats_server_kill(&server);
    open_reader();
    await(&n_said, 2, "messages"); /* of both streams */
    nats_server_again(&server);
    await(&n_said, 4, "messages");
    assert_non_null(strstr(said, "is read again"));
    open_writer();
    publish_rows("1", A, 1, 2);
    await(&n_rows, 2, "rows");
}

/* Both streams are read again: libnats 3.4.1 may hang in the end of a reader
 * that it is just beginning anew. */
static void read_on(void)
{
    const int n_rows_before = now(&n_rows);
    const int n_states_before = now(&n_states);
    open_writer();
    publish_rows("2", B, 1, 1);
    publish_state("2", "state", crok_clock_ms());
    await(&n_rows, n_rows_before + 1, "rows");
    await(&n_states, n_states_before + 1, "states");
}

/* That the broker is away is told with the time of the last reading, and that
 * it is back. */
static void contact_is_told_when_it_is_lost_and_when_it_is_back(void **state)
{
    const int64_t began = crok_clock_ms();
    int64_t killed = 0;
    (void)state;
    open_reader();
    publish_rows("1", A, 1, 2);
    publish_state("1", "state", began);
    await(&n_rows, 2, "rows");
    await(&n_states, 1, "states");
    assert_int_equal(now(&n_away), 0);
    crok_hall_link_close(&writer);
    killed = crok_clock_ms();
    nats_server_kill(&server);
    await(&n_away, 1, "losses");
    assert_true(contact.away_ms >= killed);
    assert_true(contact.read_ms >= began);
    assert_true(contact.read_ms <= contact.away_ms);
    nats_server_again(&server);
    await(&n_back, 1, "returns");
    assert_int_equal(contact.away_ms, 0);
    read_on();
}

/* A hall that has never read its broker says so, too. */
static void contact_that_never_was_is_told(void **state)
{
    (void)state;
    crok_hall_link_close(&writer);
    nats_server_kill(&server);
    open_reader();
    await(&n_away, 1, "losses");
    assert_int_equal(contact.read_ms, 0);
    nats_server_again(&server);
    await(&n_back, 1, "returns");
    read_on();
}

#define CASE(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(rows_are_read_from_the_first_and_then_as_they_come),
        CASE(a_state_has_the_time_at_which_it_was_sent),
        CASE(a_broker_that_is_killed_is_read_again),
        CASE(a_broker_that_lost_its_tail_is_read_anew),
        CASE(a_row_that_is_missing_is_told),
        CASE(a_broker_that_is_not_there_is_told_once),
        CASE(contact_is_told_when_it_is_lost_and_when_it_is_back),
        CASE(contact_that_never_was_is_told),
    };
    if (!nats_server_is_there())
        return 77;
    return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
