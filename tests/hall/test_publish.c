/* SPDX-License-Identifier: Apache-2.0
 *
 * `crokeye publish` with a real NATS server: all rows come, once and in order,
 * whatever is killed, replaced or taken away in between. */
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../journal/game.h"
#include "hall/attempt.h"
#include "hall/publisher.h"
#include "nats_server.h"
#include "publishing.h"

static nats_server server;
static int publisher; /* its process id; 0: none */
static publishing_reader reader;
static char match[256], other[256], away[256], log_path[256], state_path[256],
    next_path[256];

static void name_file(char out[256], const char *name)
{
    (void)snprintf(out, 256, "%s", scratch_file(name));
}

/* A reader that has read nothing. */
static void read_anew(void)
{
    publishing_close(&reader);
    reader = (publishing_reader){.url = server.url,
                                 .hall = "h",
                                 .n_tables = 4,
                                 .table = calloc(4, sizeof *reader.table)};
    assert_non_null(reader.table);
}

static int setup(void **state)
{
    (void)state;
    nats_server_start(&server, scratch_file("nats"), "");
    name_file(match, "a.db");
    name_file(other, "b.db");
    name_file(away, "away.db");
    name_file(log_path, "log");
    name_file(state_path, "state.json");
    name_file(next_path, "next.json");
    read_anew();
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    if (publisher != 0)
        (void)publishing_kill(publisher);
    publisher = 0;
    publishing_close(&reader);
    nats_server_remove(&server);
    game_remove("a.db");
    game_remove("b.db");
    game_remove("away.db");
    game_remove("c.db");
    (void)unlink(log_path);
    (void)unlink(state_path);
    (void)unlink(next_path);
    return 0;
}

/* Start a program as the publisher of a.db, table 1, with further arguments. */
static void start_program(const char *program, const char *const *more)
{
    const char *args[32] = {match, "--engine", server.url, "--hall", "h"};
    int n = 5;
    for (; more != NULL && *more != NULL; more++)
        args[n++] = *more;
    publisher = publishing_start_of(program, log_path, args);
}

static void start_with(const char *const *more)
{
    start_program(CROK_BIN, more);
}

static void start(void)
{
    start_with(NULL);
}

static void record(const char *name, const char *text, int from, int to)
{
    crok_journal *j = game_open(name, CROK_JOURNAL_WRITE);
    game_append(j, text, from, to);
    crok_journal_close(&j);
}

/* Put a record of four events in the place of a.db, which becomes away.db. */
static void put_other(void)
{
    record("b.db", game_woodestic, 0, 4);
    assert_int_equal(rename(match, away), 0);
    assert_int_equal(rename(other, match), 0);
}

/* A record of five events, all of which the reader has. */
static void start_with_five(void)
{
    record("a.db", game_depot, 0, 5);
    start();
    publishing_read_all(&reader, 5);
}

/* ---- a publisher with short pauses ---- */

/* Longest pause between two tries of this program, ms. Those of `crokeye
 * publish`, up to 8 s, and half a minute between two reasons that are told, are
 * tested in test_waiting.c; here only their number counts. */
enum { SHORT_MS = 200 };

static bool has_short_pauses; /* it is this program, see publish_shortly() */

void __real_crok_attempt_failed(crok_attempt *a, int64_t now_ms);
void __wrap_crok_attempt_failed(crok_attempt *a, int64_t now_ms);
bool __real_crok_attempt_tells(crok_attempt *a, const crok_err *why,
                               int64_t now_ms);
bool __wrap_crok_attempt_tells(crok_attempt *a, const crok_err *why,
                               int64_t now_ms);

void __wrap_crok_attempt_failed(crok_attempt *a, int64_t now_ms)
{
    __real_crok_attempt_failed(a, now_ms);
    if (has_short_pauses && a->pause_ms > SHORT_MS) {
        a->pause_ms = SHORT_MS;
        a->due_ms = now_ms + SHORT_MS;
    }
}

bool __wrap_crok_attempt_tells(crok_attempt *a, const crok_err *why,
                               int64_t now_ms)
{
    if (has_short_pauses)
        a->said_ms = INT64_MIN / 2;
    return __real_crok_attempt_tells(a, why, now_ms);
}

static volatile sig_atomic_t is_to_end;

static void on_end(int number)
{
    (void)number;
    is_to_end = 1;
}

static bool ends_by_signal(void *context)
{
    (void)context;
    return is_to_end != 0;
}

static void say_aloud(void *context, const char *what)
{
    (void)context;
    (void)fprintf(stderr, "%s\n", what);
}

static void beat(void *context)
{
    (void)context;
}

/* What this program does where it is started as start_program() does: publish
 * MATCH --engine URL --hall NAME [--next PATH]. */
static int publish_shortly(int argc, char **argv)
{
    const crok_publish_table table = {
        .match = argv[2], .name = "1", .next_path = argc > 8 ? argv[8] : NULL};
    const crok_publisher_options o = {
        .engine = {.url = argv[4], .name = "test", .wait_ms = 5000},
        .hall = argv[6],
        .tables = &table,
        .n_tables = 1,
        .patience_ms = 60000,
        .say = say_aloud,
        .ends = ends_by_signal,
        .beats = beat};
    has_short_pauses = true;
    (void)signal(SIGTERM, on_end);
    return crok_publisher_run(&o, NULL) == CROK_OK ? 0 : 1;
}

static void start_shortly(const char *const *more)
{
    start_program("/proc/self/exe", more);
}

/* ---- rows ---- */

static crok_journal *wanted; /* the record whose lines the rows must have */

static void compare_row(int table, const crok_row *row, const crok_message *m)
{
    crok_journal_line line = {0};
    crok_err err = {0};
    assert_int_equal(table, 0);
    CHECK_STATUS(crok_journal_next(wanted, row->prev, &line, &err), CROK_OK,
                 &err);
    assert_non_null(line.text);
    assert_int_equal(line.seq, row->at.seq);
    assert_int_equal(line.len, m->len);
    assert_memory_equal(line.text, m->data, m->len);
    assert_string_equal(row->at.record, crok_journal_health_of(wanted).id);
}

/* What was recorded before the publisher is ended is sent before it ends, more
 * than it sends at a time, too. */
static void what_is_recorded_before_the_end_is_sent(void **state)
{
    (void)state;
    record("a.db", game_depot, 0, 1);
    start();
    publishing_read_all(&reader, 1);
    assert_int_equal(kill(publisher, SIGSTOP), 0);
    record("a.db", game_depot, 1, 101);
    assert_int_equal(kill(publisher, SIGTERM), 0);
    assert_int_equal(kill(publisher, SIGCONT), 0);
    assert_int_equal(publishing_end(publisher), 0);
    publisher = 0;
    publishing_read_all(&reader, 101);
    while (publishing_read(&reader, 1000)) /* and no more */
        ;
    assert_int_equal(reader.n_rows, 101);
}

static void rows_are_the_lines_of_the_record(void **state)
{
    (void)state;
    record("a.db", game_depot, 0, 101);
    start();
    publishing_await(log_path, "caught up: 101 events");
    wanted = game_open("a.db", CROK_JOURNAL_READ);
    reader.take = compare_row;
    publishing_read_all(&reader, 101);
    assert_false(publishing_read(&reader, 1));
    crok_journal_close(&wanted);
    assert_int_equal(publishing_end(publisher), 0);
    publisher = 0;
    assert_int_equal(publishing_count(log_path, "connected to"), 1);
}

static void record_is_awaited_and_followed(void **state)
{
    crok_journal *j = NULL;
    (void)state;
    start();
    publishing_await(log_path, "connected to");
    j = game_open("a.db", CROK_JOURNAL_WRITE);
    game_append(j, game_depot, 0, 1);
    publishing_read_all(&reader, 1);
    game_append(j, game_depot, 1, 3);
    publishing_read_all(&reader, 3);
    crok_journal_close(&j);
}

/* Rows of the records a and b come from one table, and a again. */
static void records_follow_each_other(void **state)
{
    char first[CROK_RECORD_ID];
    (void)state;
    start_with_five();
    memcpy(first, reader.table[0].last.at.record, sizeof first);
    put_other();
    publishing_read_all(&reader, 9);
    assert_string_not_equal(reader.table[0].last.at.record, first);
    assert_int_equal(reader.table[0].last.n_before, 1);
    /* the first is gone on with */
    assert_int_equal(rename(match, other), 0);
    assert_int_equal(rename(away, match), 0);
    record("a.db", game_depot, 5, 8);
    publishing_read_all(&reader, 12);
    assert_string_equal(reader.table[0].last.at.record, first);
    assert_int_equal(reader.table[0].last.at.seq, 8);
}

/* What was appended while there was no broker is sent although another record
 * has taken the place meanwhile. */
static void replaced_record_is_sent_first(void **state)
{
    (void)state;
    start_with_five();
    nats_server_kill(&server);
    publishing_await(log_path, "connection is lost");
    record("a.db", game_depot, 5, 20);
    put_other();
    nats_server_again(&server);
    publishing_read_all(&reader, 24);
    assert_int_equal(reader.table[0].last.n_before, 1);
    assert_int_equal(reader.table[0].last.before[0].seq, 20);
}

static void table_that_was_away_catches_up(void **state)
{
    (void)state;
    record("a.db", game_woodestic, 0, 100);
    nats_server_kill(&server);
    start();
    publishing_await(log_path, "cannot be reached");
    record("a.db", game_woodestic, 100, 201);
    nats_server_again(&server);
    publishing_read_all(&reader, 201);
}

/* ---- in this process, with less patience ---- */

typedef struct impatient {
    crok_publisher_options o;
    atomic_int n_connected, n_unreachable;
    atomic_bool ends;
    crok_status status;
} impatient;

static void hear(void *context, const char *what)
{
    impatient *i = context;
    if (strstr(what, "connected to") != NULL)
        (void)atomic_fetch_add(&i->n_connected, 1);
    if (strstr(what, "cannot be reached") != NULL)
        (void)atomic_fetch_add(&i->n_unreachable, 1);
}

static bool has_ended(void *context)
{
    impatient *i = context;
    return atomic_load(&i->ends);
}

static void *publish(void *context)
{
    impatient *i = context;
    i->status = crok_publisher_run(&i->o, NULL);
    return NULL;
}

/* A connection that has been lost for long is closed: then nothing listens at
 * the broker's address, and it is looked for anew. */
static void long_lost_connection_is_made_anew(void **state)
{
    const crok_publish_table table = {.match = match, .name = "1"};
    impatient i = {
        .o = {.engine = {.url = server.url, .name = "t", .wait_ms = 1000},
              .hall = "h",
              .tables = &table,
              .n_tables = 1,
              .patience_ms = 50,
              .say = hear,
              .ends = has_ended,
              .beats = beat}};
    pthread_t thread;
    (void)state;
    i.o.context = &i;
    record("a.db", game_depot, 0, 3);
    assert_int_equal(pthread_create(&thread, NULL, publish, &i), 0);
    publishing_read_all(&reader, 3);
    nats_server_kill(&server);
    record("a.db", game_depot, 3, 9);
    while (atomic_load(&i.n_unreachable) == 0)
        publishing_nap();
    nats_server_again(&server);
    publishing_read_all(&reader, 9);
    assert_true(atomic_load(&i.n_connected) >= 2);
    atomic_store(&i.ends, true);
    assert_int_equal(pthread_join(thread, NULL), 0);
    assert_int_equal(i.status, CROK_OK);
}

/* The publisher and the broker are killed by turns while events come. */
static void nothing_is_lost_when_all_are_killed(void **state)
{
    crok_journal *j = game_open("a.db", CROK_JOURNAL_WRITE);
    (void)state;
    start();
    for (int n = 0; n < 201; n++) {
        game_append(j, game_woodestic, n, n + 1);
        while (n % 20 == 0 && publishing_read(&reader, PUBLISHING_STEP_MS)) {
        }
        if (n % 50 == 25) {
            (void)publishing_kill(publisher);
            start();
        }
        if (n % 50 == 40) {
            nats_server_kill(&server);
            nats_server_again(&server);
        }
    }
    crok_journal_close(&j);
    publishing_read_all(&reader, 201);
    assert_false(publishing_read(&reader, 500));
}

/* Run a command on the broker's folder, which is the working folder, while the
 * broker does not run. */
static void change_broker(const char *command)
{
    char line[512];
    nats_server_kill(&server);
    (void)snprintf(line, sizeof line, "cd '%s' && %s", server.dir, command);
    assert_int_equal(system(line), 0);
    nats_server_again(&server);
}

static void lost_rows_are_filled_in_again(void **state)
{
    (void)state;
    record("a.db", game_depot, 0, 40);
    start();
    publishing_read_all(&reader, 40);
    /* a power cut takes the broker's tail: here, what came after a copy */
    change_broker("cp -r streams copy");
    record("a.db", game_depot, 40, 60);
    publishing_read_all(&reader, 60);
    change_broker("rm -r streams && mv copy streams");
    read_anew();
    publishing_read_all(&reader, 60);
    /* all streams are gone */
    change_broker("rm -r streams");
    read_anew();
    publishing_read_all(&reader, 60);
    assert_false(publishing_read(&reader, 500));
}

static crok_hall_link open_link(void)
{
    const crok_engine_options o = {
        .url = server.url, .name = "t", .wait_ms = 2000};
    crok_hall_link link = {0};
    crok_err err = {0};
    CHECK_STATUS(crok_hall_link_open(&o, &link, &err), CROK_OK, &err);
    return link;
}

/* Somebody cuts the stream while the publisher rests: each table has two rows
 * left. The one who reads all the time has the rest twice, and one who comes
 * late has what was left first; both count each row once. */
static void cut_stream_is_filled_again(void **state)
{
    static const crok_stream_plan cut = {.name = "EVENT",
                                         .subjects = "crok.*.event.*",
                                         .per_subject = 2,
                                         .forbids_deletion = true,
                                         .copies = 1};
    crok_hall_link link = {0};
    crok_err err = {0};
    (void)state;
    record("a.db", game_depot, 0, 40);
    start();
    publishing_read_all(&reader, 40);
    link = open_link();
    CHECK_STATUS(link.calls->make_stream(link.broker, &cut, &err), CROK_OK,
                 &err);
    CHECK_STATUS(crok_hall_stream_make(link.calls, link.broker, CROK_HALL_EVENT,
                                       1, &err),
                 CROK_OK, &err);
    publishing_await(log_path, "table 1: events: the hall has lost some");
    record("a.db", game_depot, 40, 41);
    publishing_read_all(&reader, 41);
    assert_true(reader.table[0].n_again >= 40);
    read_anew();
    publishing_read_all(&reader, 41);
    assert_true(reader.table[0].n_cut > 0);
    /* it is removed, and made again by whoever needs it */
    CHECK_STATUS(link.calls->remove_stream(link.broker, "EVENT", &err), CROK_OK,
                 &err);
    crok_hall_link_close(&link);
    read_anew();
    publishing_read_all(&reader, 41);
    assert_int_equal(reader.table[0].n_again, 0);
}

/* Somebody else has put there what is no row. */
static void what_is_no_row_is_passed_over(void **state)
{
    const crok_post post = {.stream = "EVENT",
                            .subject = "crok.h.event.1",
                            .data = "x",
                            .len = 1,
                            .expected = CROK_EXPECT_ANY};
    crok_hall_link link = {0};
    uint64_t number = 0;
    crok_err err = {0};
    (void)state;
    start_with_five();
    link = open_link();
    CHECK_STATUS(link.calls->publish(link.broker, &post, &number, &err),
                 CROK_OK, &err);
    crok_hall_link_close(&link);
    reader.link.calls->end_reading(&reader.reader);
    reader.number = number; /* it goes on behind it */
    publishing_await(log_path, "table 1: events: the hall has lost some");
    record("a.db", game_depot, 5, 6);
    publishing_read_all(&reader, 6);
    assert_int_equal(reader.table[0].n_again, 5);
}

/* The record's rows are at the broker under the table's old name. */
static void renamed_table_is_published(void **state)
{
    static const char *const name[] = {"--table", "2", NULL};
    (void)state;
    record("a.db", game_depot, 0, 7);
    start();
    publishing_read_all(&reader, 7);
    assert_int_equal(publishing_end(publisher), 0);
    start_with(name);
    publishing_read_all(&reader, 14);
    assert_int_equal(reader.table[0].n_rows, 7);
    assert_int_equal(reader.table[1].n_rows, 7);
}

static void other_copy_of_a_record_is_refused(void **state)
{
    size_t len = 0;
    char *old = NULL;
    (void)state;
    record("a.db", game_depot, 0, 7);
    old = game_bytes("a.db", &len);
    record("a.db", game_depot, 7, 12);
    start();
    publishing_read_all(&reader, 12);
    assert_int_equal(publishing_end(publisher), 0);
    game_write("a.db", old, len);
    free(old);
    start();
    publishing_await(log_path, "it is an older copy");
    assert_false(publishing_read(&reader, 1));
}

/* The bytes of a.db with this many events; free with free(). */
static char *copy_of(const char *text, int n, size_t *len)
{
    char *bytes = NULL;
    record("c.db", text, 0, n);
    bytes = game_bytes("c.db", len);
    game_remove("c.db");
    return bytes;
}

/* How a file comes to the place of a.db. */
typedef enum way { OVER, RENAMED, REMOVED_FIRST } way;

static void put(const char *bytes, size_t len, way how)
{
    if (how == REMOVED_FIRST)
        assert_int_equal(unlink(match), 0);
    game_write(how == RENAMED ? "b.db" : "a.db", bytes, len);
    if (how == RENAMED)
        assert_int_equal(rename(other, match), 0);
}

/* Play a.db on with events that are made at another time. */
static void play_on_later(int from, int to)
{
    crok_journal *j = game_open("a.db", CROK_JOURNAL_WRITE);
    const crok_event *e = NULL;
    crok_err err = {0};
    for (int i = from; i < to && game_event(game_depot, i, &e); i++) {
        crok_event later = *e;
        (void)snprintf(later.time, sizeof later.time, "2027-01-01T10:00:00Z");
        CHECK_STATUS(crok_journal_append(j, &later, CROK_SEQ_ANY, &err),
                     CROK_OK, &err);
    }
    crok_journal_close(&j);
}

/* An older copy is put back while the publisher runs: nothing of it is sent,
 * also when it is played on beyond what the hall has, until the newest one is
 * back. */
static void older_copy_that_comes_while_it_runs_is_refused(void **state)
{
    (void)state;
    for (way how = OVER; how <= REMOVED_FIRST; how++) {
        size_t len_old = 0;
        size_t len_new = 0;
        char *old = NULL;
        char *newest = NULL;
        const long n_before = reader.n_rows;
        record("a.db", game_depot, 0, 7);
        old = game_bytes("a.db", &len_old);
        record("a.db", game_depot, 7, 12);
        newest = game_bytes("a.db", &len_new);
        start_shortly(NULL);
        publishing_read_all(&reader, n_before + 12);
        put(old, len_old, how);
        publishing_await(log_path, "it is an older copy");
        play_on_later(7, 20);
        while (publishing_read(&reader, 1500))
            ;
        put(newest, len_new, how);
        publishing_await(log_path, "events: it works again");
        record("a.db", game_depot, 12, 14);
        publishing_read_all(&reader, n_before + 14);
        assert_int_equal(publishing_end(publisher), 0);
        publisher = 0;
        game_remove("a.db");
        (void)unlink(log_path);
        free(old);
        free(newest);
    }
}

/* Another record, shorter or longer, comes to the path by each way. */
static void another_record_that_comes_while_it_runs_is_sent(void **state)
{
    size_t len[2] = {0};
    (void)state;
    start_with_five();
    for (way how = OVER; how <= REMOVED_FIRST; how++) {
        for (int k = 0; k < 2; k++) {
            const int n = k == 0 ? 3 : 30;
            const long n_before = reader.n_rows;
            char *bytes = copy_of(game_woodestic, n, &len[k]);
            put(bytes, len[k], how);
            free(bytes);
            publishing_read_all(&reader, n_before + n);
            assert_false(publishing_read(&reader, 1));
        }
    }
}

/* What is no record is named and not sent, and the record that comes after it
 * is. */
static void what_is_no_record_is_told(void **state)
{
    static char junk[5000];
    static const char *const told[] = {
        "a.db: the record that was here is gone, and the file in its place is "
        "empty",
        "a.db: not a record of a match", "a.db: "};
    static const size_t junk_len[] = {0, 40, sizeof junk};
    (void)state;
    memset(junk, 'x', sizeof junk);
    start_with_five();
    for (way how = OVER; how <= REMOVED_FIRST; how++) {
        for (int k = 0; k < 3; k++) {
            const long n_before = reader.n_rows;
            size_t len = 0;
            char *bytes = copy_of(game_woodestic, 4, &len);
            put(junk, junk_len[k], how);
            publishing_await(log_path, told[k]);
            publishing_await(log_path, "table 1: the record: ");
            put(bytes, len, how);
            free(bytes);
            publishing_await(log_path, "the record: it works again");
            publishing_read_all(&reader, n_before + 4);
            (void)truncate(log_path, 0);
        }
    }
}

static void damaged_record_is_told_and_awaited(void **state)
{
    size_t len = 0;
    char *good = NULL;
    char *bad = NULL;
    (void)state;
    record("a.db", game_depot, 0, 30);
    good = game_bytes("a.db", &len);
    bad = game_bytes("a.db", &len);
    memset(bad + len / 2, 0x5a, 2000);
    game_write("a.db", bad, len);
    start();
    publishing_await(log_path, "table 1: the record: ");
    game_write("a.db", good, len);
    publishing_await(log_path, "the record: it works again");
    publishing_read_all(&reader, 30);
    free(good);
    free(bad);
}

/* ---- refusals ---- */

static void rewrite_config(const char *more, const char *jetstream)
{
    char path[300];
    FILE *f = NULL;
    (void)snprintf(path, sizeof path, "%s/nats.conf", server.dir);
    f = fopen(path, "w");
    assert_non_null(f);
    (void)fprintf(f, "listen: \"127.0.0.1:%d\"\n%s\n%s\n", server.port,
                  jetstream, more);
    assert_int_equal(fclose(f), 0);
    nats_server_kill(&server);
    nats_server_again(&server);
}

static const char *store(void)
{
    static char text[400];
    (void)snprintf(text, sizeof text, "jetstream { store_dir: \"%s/streams\" }",
                   server.dir);
    return text;
}

static void broker_without_streams_is_told(void **state)
{
    (void)state;
    rewrite_config("", "");
    record("a.db", game_depot, 0, 3);
    start();
    publishing_await(log_path, "table 1: events: ");
    rewrite_config("", store());
    publishing_await(log_path, "events: it works again");
    publishing_read_all(&reader, 3);
}

static void refused_permission_is_told(void **state)
{
    (void)state;
    rewrite_config("authorization { users = [ { user: a, password: b, "
                   "permissions: { publish: \"x\", subscribe: \">\" } } ] }\n"
                   "no_auth_user: a",
                   store());
    record("a.db", game_depot, 0, 3);
    start();
    publishing_await(log_path, "ermissions Violation");
    rewrite_config("", store());
    publishing_read_all(&reader, 3);
}

static void full_broker_is_told(void **state)
{
    static const crok_stream_plan small = {
        .name = "EVENT", .subjects = "crok.*.event.*", .copies = 1};
    static const char *const account =
        "accounts { A { jetstream { max_file: %s, max_mem: 1M }\n"
        "  users: [ { user: a, password: b } ] } }\nno_auth_user: a";
    char config[300];
    crok_err err = {0};
    const crok_engine_options o = {
        .url = server.url, .name = "t", .wait_ms = 2000};
    crok_hall_link link = {0};
    (void)state;
    (void)snprintf(config, sizeof config, account, "20K");
    rewrite_config(config, store());
    CHECK_STATUS(crok_hall_link_open(&o, &link, &err), CROK_OK, &err);
    CHECK_STATUS(link.calls->make_stream(link.broker, &small, &err), CROK_OK,
                 &err);
    crok_hall_link_close(&link);
    record("a.db", game_depot, 0, 101);
    start();
    publishing_await(log_path, "table 1: events: broker: crok.h.event.1: ");
    (void)snprintf(config, sizeof config, account, "20M");
    rewrite_config(config, store());
    publishing_read_all(&reader, 101);
}

/* A broker that may store less than the stream of events is to have at most:
 * the stream gets what it allows; and where that is too little, it says what to
 * do. */
static void broker_with_little_room_is_used_or_told(void **state)
{
    char config[400];
    (void)state;
    (void)snprintf(
        config, sizeof config,
        "jetstream { store_dir: \"%s/streams\", max_file_store: 1M }",
        server.dir);
    rewrite_config("", config);
    record("a.db", game_depot, 0, 30);
    start();
    publishing_await(log_path, "raise max_file_store in its settings");
    (void)snprintf(config, sizeof config,
                   "jetstream { store_dir: \"%s/streams\", max_file_store: "
                   "300M }",
                   server.dir);
    rewrite_config("", config);
    publishing_read_all(&reader, 30);
}

/* ---- state and list ---- */

/* Wait for a state of table 1 that has the text. */
static void await_state(const char *text, const char *record_id)
{
    const crok_engine_options o = {
        .url = server.url, .name = "t", .wait_ms = 2000};
    crok_hall_link link = {0};
    crok_err err = {0};
    bool is_there = false;
    CHECK_STATUS(crok_hall_link_open(&o, &link, &err), CROK_OK, &err);
    for (int waited = 0; !is_there; waited += PUBLISHING_STEP_MS) {
        crok_message m = {0};
        assert_true(waited < PUBLISHING_PATIENCE_MS);
        (void)link.calls->last(link.broker, "STATE", "crok.h.state.1", &m,
                               &err);
        is_there = m.subject != NULL && strstr(m.data, text) != NULL;
        if (is_there && record_id != NULL)
            assert_string_equal(link.calls->header(&m, "Crok-Record"),
                                record_id);
        if (is_there)
            assert_non_null(link.calls->header(&m, "Crok-Sent"));
        link.calls->drop(&m);
        publishing_nap();
    }
    crok_hall_link_close(&link);
}

static void write_state(long seq, const char *id, const char *word)
{
    char text[256];
    int n = snprintf(text, sizeof text,
                     "{\"schema\":\"crokeye.match/1\",\"seq\":%ld,"
                     "\"record\":{\"id\":\"%s\"},\"x\":\"%s\"}\n",
                     seq, id, word);
    game_write("state.tmp", text, (size_t)n);
    name_file(other, "state.tmp");
    assert_int_equal(rename(other, state_path), 0);
}

static void state_is_the_servers_or_the_records(void **state)
{
    const char *const more[] = {"--state", state_path, NULL};
    char id[CROK_RECORD_ID];
    crok_journal *j = NULL;
    (void)state;
    record("a.db", game_depot, 0, 3);
    j = game_open("a.db", CROK_JOURNAL_READ);
    memcpy(id, crok_journal_health_of(j).id, sizeof id);
    crok_journal_close(&j);
    start_with(more);
    await_state("\"seq\":3,", id);
    write_state(3, id, "seen");
    await_state("\"seen\"", id);
    /* of another record, or behind this one: then it is composed */
    write_state(3, "another", "else");
    await_state("\"if_ended\"", id);
    write_state(3, id, "again");
    await_state("\"again\"", id);
    record("a.db", game_depot, 3, 5);
    await_state("\"seq\":5,", id);
    game_write("state.json", "{\"half", 6);
    publishing_await(log_path, "table 1: state: ");
    record("a.db", game_depot, 5, 6);
    await_state("\"seq\":6,", id);
    write_state(6, id, "good");
    await_state("\"good\"", id);
}

static void post_next(const char *text)
{
    const crok_engine_options o = {
        .url = server.url, .name = "t", .wait_ms = 2000};
    const crok_post post = {.stream = "NEXT",
                            .subject = "crok.h.next.1",
                            .data = text,
                            .len = strlen(text),
                            .expected = CROK_EXPECT_ANY};
    crok_hall_link link = {0};
    crok_err err = {0};
    CHECK_STATUS(crok_hall_link_open(&o, &link, &err), CROK_OK, &err);
    CHECK_STATUS(
        crok_hall_stream_make(link.calls, link.broker, CROK_HALL_NEXT, 1, &err),
        CROK_OK, &err);
    CHECK_STATUS(link.calls->publish(link.broker, &post, NULL, &err), CROK_OK,
                 &err);
    crok_hall_link_close(&link);
}

static void next_matches_come_to_the_file(void **state)
{
    const char *const more[] = {"--next", next_path, NULL};
    (void)state;
    start_shortly(more);
    post_next("{\"schema\":\"crokeye.next/1\",\"table\":\"1\",\"matches\":[]}");
    publishing_await(next_path, "\"matches\":[]");
    post_next("{\"schema\":\"crokeye.next/2\"}");
    publishing_await(log_path, "table 1: next matches: ");
    assert_int_equal(publishing_count(next_path, "\"matches\":[]"), 1);
    post_next("{\"schema\":\"crokeye.next/1\",\"matches\":[{\"game\":\"3\"}]}");
    publishing_await(log_path, "matches[0]: \"sides\" is missing");
    post_next("{\"schema\":\"crokeye.next/1\",\"matches\":["
              "{\"game\":\"3\",\"sides\":[[\"Ann\"],[\"Bob\"]]}]}");
    publishing_await(next_path, "\"game\":\"3\"");
}

int main(int argc, char **argv)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(rows_are_the_lines_of_the_record),
        TEST(what_is_recorded_before_the_end_is_sent),
        TEST(record_is_awaited_and_followed),
        TEST(records_follow_each_other),
        TEST(replaced_record_is_sent_first),
        TEST(table_that_was_away_catches_up),
        TEST(long_lost_connection_is_made_anew),
        TEST(nothing_is_lost_when_all_are_killed),
        TEST(lost_rows_are_filled_in_again),
        TEST(cut_stream_is_filled_again),
        TEST(what_is_no_row_is_passed_over),
        TEST(renamed_table_is_published),
        TEST(other_copy_of_a_record_is_refused),
        TEST(older_copy_that_comes_while_it_runs_is_refused),
        TEST(another_record_that_comes_while_it_runs_is_sent),
        TEST(what_is_no_record_is_told),
        TEST(damaged_record_is_told_and_awaited),
        TEST(broker_without_streams_is_told),
        TEST(refused_permission_is_told),
        TEST(full_broker_is_told),
        TEST(broker_with_little_room_is_used_or_told),
        TEST(state_is_the_servers_or_the_records),
        TEST(next_matches_come_to_the_file),
    };
#undef TEST
    if (argc > 1 && strcmp(argv[1], "publish") == 0)
        return publish_shortly(argc, argv);
    if (!nats_server_is_there())
        return 77;
    return cmocka_run_group_tests(tests, game_set_up, game_tear_down);
}
