/* SPDX-License-Identifier: Apache-2.0
 *
 * test_publish_long EVENTS KILLS TABLES SECONDS: `crokeye publish` under load;
 * a short form is a test, the figures come from a long one:
 *
 *   test_publish_long 5025 20 100 30
 *
 * 1. EVENTS events at several tables, while the broker and the publisher are
 *    each killed KILLS times: a reader that is there all the time, and one that
 *    comes late, have all, once and in order.
 * 2. The same records at a new broker: how long until a reader has all.
 * 3. The publisher lives, and its broker is away: dead for SECONDS, hung for
 * 0.4 SECONDS (its connections stand, and nothing is answered), hung for
 * SECONDS. How long from the broker's return until a reader has all?
 * 4. TABLES tables with two states a second each, and an event every 20 s: the
 *    time from the table's write to a reader, and what broker and publisher
 *    need; then what the publisher needs while nothing changes, for all tables
 *    and for one. */
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "../journal/game.h"
#include "core/clock.h"
#include "nats_server.h"
#include "publishing.h"

/* Events of one match, tests/rules/matches/woodestic.ndjson. */
#define EVENTS_OF_A_MATCH 201
#define MAX_TABLES 128
#define TABLES_OF_ONE 10
#define STATE_BYTES 4096
#define STATES_A_SECOND 2
#define EVENT_EVERY_S 20
#define MAX_SECONDS 600

static int n_events, n_kills, n_tables, n_seconds;
static nats_server server;
static publishing_reader reader;
static char log_path[256];
static char match[MAX_TABLES][256], state_path[MAX_TABLES][256];
static char names[MAX_TABLES][12];
static crok_journal *journal[MAX_TABLES];

static double now_ms(void)
{
    struct timespec t;
    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static void read_anew(void)
{
    publishing_close(&reader);
    reader =
        (publishing_reader){.url = server.url,
                            .hall = "h",
                            .n_tables = MAX_TABLES,
                            .table = calloc(MAX_TABLES, sizeof *reader.table)};
    assert_non_null(reader.table);
}

/* Start a publisher of the tables from..to-1. */
static int start(int from, int to, bool with_states)
{
    const char *args[512];
    int k = 0;
    for (int i = from; i < to; i++) {
        args[k++] = match[i];
        args[k++] = "--table";
        args[k++] = names[i];
        if (with_states) {
            args[k++] = "--state";
            args[k++] = state_path[i];
        }
    }
    args[k++] = "--engine";
    args[k++] = server.url;
    args[k++] = "--hall";
    args[k++] = "h";
    args[k] = NULL;
    return publishing_start(log_path, args);
}

static void open_tables(int n)
{
    for (int i = 0; i < n; i++) {
        char name[32];
        (void)snprintf(names[i], sizeof names[i], "%d", i + 1);
        (void)snprintf(name, sizeof name, "%d.db", i);
        journal[i] = game_open(name, CROK_JOURNAL_WRITE);
        (void)snprintf(match[i], sizeof match[i], "%s", scratch_file(name));
        (void)snprintf(name, sizeof name, "%d.json", i);
        (void)snprintf(state_path[i], sizeof state_path[i], "%s",
                       scratch_file(name));
    }
}

static void remove_tables(int n)
{
    for (int i = 0; i < n; i++) {
        char name[32];
        crok_journal_close(&journal[i]);
        (void)snprintf(name, sizeof name, "%d.db", i);
        game_remove(name);
        (void)unlink(state_path[i]);
    }
}

/* ---- 1 and 2: kills ---- */

/* The n-th event of all: the tables take turns. */
static void append(int n, int n_matches)
{
    game_append(journal[n % n_matches], game_woodestic, n / n_matches,
                n / n_matches + 1);
}

static void nothing_is_lost(void **state)
{
    const int n_matches =
        (n_events + EVENTS_OF_A_MATCH - 1) / EVENTS_OF_A_MATCH;
    int publisher = 0;
    double began = 0;
    (void)state;
    assert_true(n_matches <= MAX_TABLES);
    nats_server_start(&server, scratch_file("nats"), "");
    open_tables(n_matches);
    read_anew();
    publisher = start(0, n_matches, false);
    for (int n = 0, broker_at = 1, publisher_at = 1; n < n_events; n++) {
        append(n, n_matches);
        while (publishing_read(&reader, 1)) {
        }
        if (broker_at <= n_kills && n == broker_at * n_events / (n_kills + 1)) {
            nats_server_kill(&server);
            nats_server_again(&server);
            broker_at++;
        }
        if (publisher_at <= n_kills &&
            n == (2 * publisher_at - 1) * n_events / (2 * n_kills + 1)) {
            (void)publishing_kill(publisher);
            publisher = start(0, n_matches, false);
            publisher_at++;
        }
    }
    publishing_read_all(&reader, n_events);
    assert_false(publishing_read(&reader, 500));
    read_anew();
    publishing_read_all(&reader, n_events);
    print_message("%d events at %d tables, broker and publisher each killed %d "
                  "times: two readers have all, each once, in order\n",
                  n_events, n_matches, n_kills);
    (void)publishing_kill(publisher);
    publishing_close(&reader);
    nats_server_remove(&server);
    nats_server_start(&server, scratch_file("nats"), "");
    read_anew();
    began = now_ms();
    publisher = start(0, n_matches, false);
    publishing_read_all(&reader, n_events);
    print_message("%d events of %d tables that were away: a reader has all "
                  "%.1f s after the publisher's start\n",
                  n_events, n_matches, (now_ms() - began) / 1e3);
    (void)publishing_kill(publisher);
    publishing_close(&reader);
    nats_server_remove(&server);
    remove_tables(n_matches);
}

/* ---- 3: away ---- */

static void sleep_until(double at_ms)
{
    const double left = at_ms - now_ms();
    struct timespec t = {.tv_sec = (time_t)(left / 1e3),
                         .tv_nsec = (long)(fmod(left, 1e3) * 1e6)};
    if (left > 0)
        (void)nanosleep(&t, NULL);
}

typedef struct outage {
    const char *what;
    bool is_dead; /* false: it is stopped, as if its network were gone */
    double part;  /* of n_seconds */
} outage;

static const outage outages[] = {
    {"dead", true, 1.0}, {"hung", false, 0.4}, {"hung", false, 1.0}};
enum { N_OUTAGES = sizeof outages / sizeof *outages };

/* The broker is away while the events from..to-1 come. */
static void be_away(const outage *o, int from, int to, int n_matches)
{
    const double seconds = o->part * n_seconds;
    double began = now_ms();
    if (o->is_dead)
        nats_server_kill(&server);
    else
        assert_int_equal(kill(server.pid, SIGSTOP), 0);
    for (int n = from; n < to; n++)
        append(n, n_matches);
    sleep_until(began + 1e3 * seconds);
    began = now_ms();
    if (o->is_dead)
        nats_server_again(&server);
    else
        assert_int_equal(kill(server.pid, SIGCONT), 0);
    publishing_read_all(&reader, to);
    print_message("broker %s for %.0f s, %d events of %d tables meanwhile: a "
                  "reader has all %.1f s after its return\n",
                  o->what, seconds, to - from, n_matches,
                  (now_ms() - began) / 1e3);
}

static void tables_catch_up(void **state)
{
    const int n_matches =
        (n_events + EVENTS_OF_A_MATCH - 1) / EVENTS_OF_A_MATCH;
    const int part = n_events / (N_OUTAGES + 1);
    int publisher = 0;
    (void)state;
    nats_server_start(&server, scratch_file("nats"), "");
    open_tables(n_matches);
    read_anew();
    publisher = start(0, n_matches, false);
    for (int n = 0; n < part; n++)
        append(n, n_matches);
    publishing_read_all(&reader, part);
    for (int i = 0; i < N_OUTAGES; i++)
        be_away(&outages[i], (i + 1) * part, (i + 2) * part, n_matches);
    (void)publishing_kill(publisher);
    publishing_close(&reader);
    nats_server_remove(&server);
    remove_tables(n_matches);
}

/* ---- 4: load ---- */

static double delay[MAX_TABLES * STATES_A_SECOND * MAX_SECONDS];
static int n_delays;
static double event_delay[MAX_TABLES * MAX_SECONDS];
static int n_event_delays;
static double appended[MAX_TABLES]; /* when the last event was written, ms */

static void write_state(int table, long seq)
{
    char text[STATE_BYTES + 256];
    char part[300];
    FILE *f = NULL;
    int n = snprintf(
        text, sizeof text,
        "{\"schema\":\"crokeye.match/1\",\"seq\":%ld,\"record\":{\"id\":"
        "\"%s\"},\"made\":%.3f,\"x\":\"",
        seq, crok_journal_health_of(journal[table]).id, now_ms());
    memset(text + n, 'x', STATE_BYTES - (size_t)n);
    (void)snprintf(text + STATE_BYTES, 8, "\"}\n");
    (void)snprintf(part, sizeof part, "%s.part", state_path[table]);
    f = fopen(part, "w");
    assert_non_null(f);
    (void)fputs(text, f);
    assert_int_equal(fclose(f), 0);
    assert_int_equal(rename(part, state_path[table]), 0);
}

static void take_event(int table, const crok_row *row, const crok_message *m)
{
    (void)m;
    if (row->prev > 0 && appended[table] > 0)
        event_delay[n_event_delays++] = now_ms() - appended[table];
}

/* The hall's wall: it reads states in a thread of its own. */
typedef struct wall {
    crok_hall_link link;
    crok_broker_reader *states;
    atomic_bool ends;
    crok_status status; /* of the last reading */
} wall;

static void *take_states(void *context)
{
    wall *w = context;
    while (!atomic_load(&w->ends) && w->status == CROK_OK) {
        crok_message m = {0};
        const char *made = NULL;
        w->status = w->link.calls->next(w->states, 100, &m, NULL);
        made = m.subject == NULL ? NULL : strstr(m.data, "\"made\":");
        if (made != NULL)
            delay[n_delays++] = now_ms() - strtod(made + 7, NULL);
        w->link.calls->drop(&m);
    }
    return NULL;
}

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a;
    const double y = *(const double *)b;
    return (x > y) - (x < y);
}

static void print_delays(const char *what, double *x, int n)
{
    assert_true(n > 0);
    qsort(x, (size_t)n, sizeof *x, by_size);
    print_message("%s: %d, from the table's write to a reader p50 %.1f ms, p99 "
                  "%.1f ms, worst %.1f ms\n",
                  what, n, x[n / 2], x[(n - 1) * 99 / 100], x[n - 1]);
}

/* Processor time of a process, s. */
static double cpu_s(int pid)
{
    char path[64];
    char text[1024] = "";
    const char *at = NULL;
    double ticks = 0;
    FILE *f = NULL;
    (void)snprintf(path, sizeof path, "/proc/%d/stat", pid);
    f = fopen(path, "r");
    assert_non_null(f);
    assert_non_null(fgets(text, sizeof text, f));
    (void)fclose(f);
    at = strrchr(text, ')');
    assert_non_null(at);
    for (int field = 3; field <= 15 && at != NULL; field++) {
        at = strchr(at + 1, ' ');
        if (field >= 14 && at != NULL) /* utime, stime */
            ticks += strtod(at, NULL);
    }
    return ticks / (double)sysconf(_SC_CLK_TCK);
}

static double resident_mb(int pid, const char *field)
{
    char path[64];
    char line[256];
    double kb = NAN;
    FILE *f = NULL;
    (void)snprintf(path, sizeof path, "/proc/%d/status", pid);
    f = fopen(path, "r");
    assert_non_null(f);
    while (fgets(line, sizeof line, f) != NULL)
        if (strncmp(line, field, strlen(field)) == 0)
            kb = strtod(line + strlen(field), NULL);
    (void)fclose(f);
    return kb / 1024;
}

/* Publishers of ten tables each. */
static int publishers[MAX_TABLES / TABLES_OF_ONE + 1], n_publishers;

static void start_publishers(void)
{
    for (int at = 0; at < n_tables; at += TABLES_OF_ONE) {
        const int to = at + TABLES_OF_ONE;
        publishers[n_publishers++] =
            start(at, to < n_tables ? to : n_tables, true);
    }
}

static double cpu_of_all_s(void)
{
    double sum = 0;
    for (int i = 0; i < n_publishers; i++)
        sum += cpu_s(publishers[i]);
    return sum;
}

/* What the publishers have needed of a core since then. */
static void print_cpu(const char *when, double cpu_before_s, double began_ms)
{
    const double share =
        100 * (cpu_of_all_s() - cpu_before_s) / ((now_ms() - began_ms) / 1e3);
    print_message("%s: %d publishers of %d tables need %.2f %% of a core, "
                  "%.3f %% a table\n",
                  when, n_publishers, n_tables, share, share / n_tables);
}

/* Write states evenly over the time, and an event now and then. */
static void play(void)
{
    const int n = n_seconds * STATES_A_SECOND * n_tables;
    const double step_ms = 1e3 / (STATES_A_SECOND * n_tables);
    const int every = EVENT_EVERY_S * STATES_A_SECOND;
    const double began = now_ms();
    for (int i = 0; i < n; i++) {
        const int table = i % n_tables;
        const int at = (1 + i / every) % n_tables;
        if (i % every == 0 &&
            crok_journal_seq(journal[at]) + 1 < EVENTS_OF_A_MATCH) {
            const int seq = (int)crok_journal_seq(journal[at]);
            game_append(journal[at], game_woodestic, seq, seq + 1);
            appended[at] = now_ms();
        }
        write_state(table, crok_journal_seq(journal[table]));
        do
            (void)publishing_read(&reader, 1);
        while (now_ms() < began + i * step_ms);
    }
}

/* Play while the wall reads. */
static void play_before(wall *w)
{
    const crok_engine_options o = {
        .url = server.url, .name = "wall", .wait_ms = 2000};
    const crok_read_plan plan = {.stream = "STATE",
                                 .subjects = "crok.h.state.*",
                                 .from = CROK_READ_LAST};
    pthread_t thread;
    crok_err err = {0};
    CHECK_STATUS(crok_hall_link_open(&o, &w->link, &err), CROK_OK, &err);
    CHECK_STATUS(w->link.calls->read(w->link.broker, &plan, &w->states, &err),
                 CROK_OK, &err);
    assert_int_equal(pthread_create(&thread, NULL, take_states, w), 0);
    play();
    atomic_store(&w->ends, true);
    assert_int_equal(pthread_join(thread, NULL), 0);
    assert_int_equal(w->status, CROK_OK);
    w->link.calls->end_reading(&w->states);
    crok_hall_link_close(&w->link);
}

static void hall_of_tables(void **state)
{
    static wall w;
    double before = 0;
    double began = 0;
    (void)state;
    nats_server_start(&server, scratch_file("nats"), "");
    open_tables(n_tables);
    for (int i = 0; i < n_tables; i++)
        game_append(journal[i], game_woodestic, 0, 1);
    start_publishers();
    read_anew();
    publishing_read_all(&reader, n_tables);
    reader.take = take_event;
    before = cpu_of_all_s();
    began = now_ms();
    play_before(&w);
    print_message("%d tables with %d states of %d bytes a second for %d s: "
                  "broker at most %.0f MB, a publisher %.0f MB\n",
                  n_tables, STATES_A_SECOND, STATE_BYTES, n_seconds,
                  resident_mb(server.pid, "VmHWM:"),
                  resident_mb(publishers[0], "VmRSS:"));
    print_cpu("in play", before, began);
    print_delays("states", delay, n_delays);
    if (n_event_delays > 0)
        print_delays("events", event_delay, n_event_delays);
    before = cpu_of_all_s();
    began = now_ms();
    sleep_until(began + 1e3 * (n_seconds < 10 ? n_seconds : 10));
    print_cpu("at rest", before, began);
    while (n_publishers > 0)
        (void)publishing_end(publishers[--n_publishers]);
    publishing_close(&reader);
    nats_server_remove(&server);
    remove_tables(n_tables);
    (void)unlink(log_path);
}

static int number(const char *text, int most)
{
    const long n = strtol(text, NULL, 10);
    if (n >= 1 && n <= most)
        return (int)n;
    (void)fprintf(stderr, "\"%s\": a number from 1 to %d\n", text, most);
    exit(2);
}

static int set_up(void **state)
{
    int failed = game_set_up(state);
    (void)snprintf(log_path, sizeof log_path, "%s", scratch_file("log"));
    return failed;
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_lost),
        cmocka_unit_test(tables_catch_up),
        cmocka_unit_test(hall_of_tables),
    };
    if (argc != 5) {
        (void)fprintf(stderr,
                      "usage: test_publish_long EVENTS KILLS TABLES SECONDS\n");
        return 2;
    }
    n_events = number(argv[1], MAX_TABLES * EVENTS_OF_A_MATCH);
    n_kills = number(argv[2], 1000);
    n_tables = number(argv[3], MAX_TABLES);
    n_seconds = number(argv[4], MAX_SECONDS);
    if (!nats_server_is_there())
        return 77;
    return cmocka_run_group_tests(tests, set_up, game_tear_down);
}
