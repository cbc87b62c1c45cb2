/* SPDX-License-Identifier: Apache-2.0
 *
 * The broker with the settings and keys that are made for a day's file: what
 * each user does through libnats. What each may not do, subject by subject, is
 * compared by rights.py. */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../capture/scratch.h"
#include "hall/keys.h"
#include "hall/link.h"
#include "hall/subjects.h"
#include "nats_server.h"

static nats_server server;
static char dir[200];
static char hall_url[64];

static void no_fault(void *context, int line, const char *what)
{
    (void)context;
    print_error("%d: %s\n", line, what);
    fail();
}

/* Make the keys of a hall whose engine has this setting, in the folder. */
static crok_status make_keys(const char *engine, const char *folder,
                             const char *more_tables, crok_err *err)
{
    char path[256];
    crok_day_file *d = NULL;
    crok_status st = CROK_OK;
    FILE *f = NULL;
    (void)snprintf(path, sizeof path, "%s", scratch_file("hall.conf"));
    f = fopen(path, "w");
    assert_non_null(f);
    (void)fprintf(f,
                  "hall = \"h 1\"; engine = { %s };\n"
                  "tables = ( { name = \"1\"; match = \"1.db\"; listen = "
                  "\"h:1\"; }%s );\n",
                  engine, more_tables);
    assert_int_equal(fclose(f), 0);
    CHECK_STATUS(crok_day_file_read(path, no_fault, NULL, &d, err), CROK_OK,
                 err);
    (void)unlink(path);
    (void)mkdir(folder, 0700);
    st = crok_hall_keys_make(d, folder, NULL, NULL, err);
    crok_day_file_free(&d);
    return st;
}

static void in_dir(const char *name, char out[256])
{
    (void)snprintf(out, 256, "%s/%s", dir, name);
}

static int setup(void **state)
{
    char engine[128];
    char from[256];
    char to[256];
    crok_err err = {0};
    const int port = nats_server_free_port();
    if (scratch_make(state) != 0)
        return -1;
    (void)snprintf(dir, sizeof dir, "%s", scratch_file("keys"));
    (void)snprintf(hall_url, sizeof hall_url, "tls://127.0.0.1:%d", port);
    (void)snprintf(engine, sizeof engine, "url = \"%s\";", hall_url);
    CHECK_STATUS(make_keys(engine, dir, "", &err), CROK_OK, &err);
    in_dir("nats-server.conf", from);
    in_dir("nats.conf", to);
    assert_int_equal(link(from, to), 0);
    nats_server_start_with(&server, dir, port);
    return 0;
}

static int teardown(void **state)
{
    nats_server_remove(&server);
    return scratch_remove(state);
}

/* How long a call waits: for what is let through as long as a loaded machine
 * takes; what is refused is answered by nobody. */
enum { PATIENCE_MS = 30000, REFUSED_MS = 2000 };

static crok_status open_as(const char *key, const char *url, int64_t wait_ms,
                           crok_hall_link *out, crok_err *err)
{
    char path[256];
    const crok_engine_options o = {
        .url = url, .key_path = path, .name = "test", .wait_ms = wait_ms};
    in_dir(key, path);
    return crok_hall_link_open(&o, out, err);
}

static crok_hall_link link_of(const char *key)
{
    crok_hall_link l = {0};
    crok_err err = {0};
    CHECK_STATUS(open_as(key, hall_url, PATIENCE_MS, &l, &err), CROK_OK, &err);
    return l;
}

/* A link for what is refused. */
static crok_hall_link hasty_link_of(const char *key)
{
    crok_hall_link l = {0};
    crok_err err = {0};
    while (open_as(key, hall_url, REFUSED_MS, &l, &err) != CROK_OK)
        ;
    return l;
}

static void make_stream(crok_hall_link *l, crok_hall_stream stream)
{
    crok_err err = {0};
    CHECK_STATUS(crok_hall_stream_make(l->calls, l->broker, stream, 1, &err),
                 CROK_OK, &err);
}

static crok_status put(crok_hall_link *l, const char *stream,
                       const char *subject, crok_err *err)
{
    const crok_post p = {.stream = stream,
                         .subject = subject,
                         .data = "x",
                         .len = 1,
                         .id = subject,
                         .expected = CROK_EXPECT_ANY};
    return l->calls->publish(l->broker, &p, NULL, err);
}

static void must_put(crok_hall_link *l, const char *stream, const char *subject)
{
    crok_err err = {0};
    CHECK_STATUS(put(l, stream, subject, &err), CROK_OK, &err);
}

static void must_have_last(crok_hall_link *l, const char *stream,
                           const char *subject)
{
    crok_message m = {0};
    crok_err err = {0};
    CHECK_STATUS(l->calls->last(l->broker, stream, subject, &m, &err), CROK_OK,
                 &err);
    assert_non_null(m.subject);
    l->calls->drop(&m);
}

/* Read the first message of a stream as a reader does. */
static void must_read(crok_hall_link *l, const char *stream,
                      const char *subjects, crok_read_from from)
{
    const crok_read_plan plan = {
        .stream = stream, .subjects = subjects, .from = from, .number = 1};
    crok_broker_reader *r = NULL;
    crok_message m = {0};
    crok_err err = {0};
    CHECK_STATUS(l->calls->read(l->broker, &plan, &r, &err), CROK_OK, &err);
    CHECK_STATUS(l->calls->next(r, PATIENCE_MS, &m, &err), CROK_OK, &err);
    assert_non_null(m.subject);
    l->calls->drop(&m);
    l->calls->end_reading(&r);
}

/* Whether a call that ended so was refused with this word. On a loaded machine
 * the word may come after the call has given up: that settles nothing yet. */
static bool refused(crok_status st, const crok_err *err, const char *word)
{
    assert_int_equal(st, CROK_EIO);
    return strstr(err->msg, word) != NULL;
}

/* Make a call again until its refusal has this word, as long as a loaded
 * machine takes. */
#define MUST_BE_REFUSED(call, err, word)                                       \
    do {                                                                       \
        int left = PATIENCE_MS / REFUSED_MS;                                   \
        while (!refused((call), (err), (word)) && left > 0)                    \
            left--;                                                            \
        if (left == 0)                                                         \
            print_error("%s\n", (err)->msg);                                   \
        assert_int_not_equal(left, 0);                                         \
    } while (0)

static void a_table_publishes_its_own_and_the_hall_reads_it(void **state)
{
    crok_hall_link setup = link_of("setup.key");
    crok_hall_link hall = link_of("hall.key");
    crok_hall_link table = link_of("table-1.key");
    crok_stream_figures figures = {0};
    crok_broker_reader *r = NULL;
    crok_err err = {0};
    const crok_read_plan plan = {.stream = "EVENT",
                                 .subjects = "crok.h%201.event.1",
                                 .from = CROK_READ_ALL};
    (void)state;
    make_stream(&setup, CROK_HALL_EVENT);
    make_stream(&setup, CROK_HALL_STATE);
    make_stream(&setup, CROK_HALL_NEXT);
    make_stream(&setup, CROK_HALL_NEXT); /* again, as after an update */
    crok_hall_link_close(&setup);
    must_put(&table, "EVENT", "crok.h%201.event.1");
    must_have_last(&table, "EVENT", "crok.h%201.event.1");
    must_put(&table, "STATE", "crok.h%201.state.1");
    must_put(&hall, "NEXT", "crok.h%201.next.1");
    must_have_last(&table, "NEXT", "crok.h%201.next.1");
    must_read(&hall, "EVENT", "crok.h%201.event.*", CROK_READ_ALL);
    must_read(&hall, "EVENT", "crok.h%201.event.*", CROK_READ_NUMBER);
    must_read(&hall, "STATE", "crok.h%201.state.*", CROK_READ_LAST);
    must_have_last(&hall, "EVENT", "crok.h%201.event.1");
    CHECK_STATUS(hall.calls->figures(hall.broker, "EVENT", &figures, &err),
                 CROK_OK, &err);
    assert_int_equal(figures.messages, 1);

    crok_hall_link_close(&table);
    table = hasty_link_of("table-1.key");
    MUST_BE_REFUSED(put(&table, "EVENT", "crok.h%201.event.2", &err), &err,
                    "ermissions");
    MUST_BE_REFUSED(table.calls->read(table.broker, &plan, &r, &err), &err,
                    "ermissions");
    MUST_BE_REFUSED(crok_hall_stream_make(table.calls, table.broker,
                                          CROK_HALL_EVENT, 1, &err),
                    &err, "ermissions");
    crok_hall_link_close(&table);
    crok_hall_link_close(&hall);
    hall = hasty_link_of("hall.key");
    MUST_BE_REFUSED(crok_hall_stream_make(hall.calls, hall.broker,
                                          CROK_HALL_EVENT, 1, &err),
                    &err, "ermissions");
    MUST_BE_REFUSED(hall.calls->remove_stream(hall.broker, "EVENT", &err), &err,
                    "ermissions");
    crok_hall_link_close(&hall);
}

static void an_archive_has_jobs_and_results(void **state)
{
    crok_hall_link l = link_of("setup.key");
    const crok_queue_plan plan = {.stream = "JOB",
                                  .subjects = "crok.job.*",
                                  .name = "work",
                                  .ack_wait_ms = 60000,
                                  .max_deliveries = 5};
    crok_broker_queue *q = NULL;
    crok_message m = {0};
    crok_err err = {0};
    (void)state;
    make_stream(&l, CROK_HALL_JOB);
    make_stream(&l, CROK_HALL_RESULT);
    crok_hall_link_close(&l);
    l = link_of("archive.key");
    must_put(&l, "JOB", "crok.job.a");
    must_put(&l, "JOB", "crok.job.b");
    for (int i = 0; i < 2; i++) { /* the second time the queue is there */
        CHECK_STATUS(l.calls->join_queue(l.broker, &plan, &q, &err), CROK_OK,
                     &err);
        CHECK_STATUS(l.calls->take(q, PATIENCE_MS, &m, &err), CROK_OK, &err);
        assert_non_null(m.subject);
        CHECK_STATUS(l.calls->prolong(&m, &err), CROK_OK, &err);
        if (i == 0)
            CHECK_STATUS(l.calls->done(l.broker, &m, &err), CROK_OK, &err);
        else
            CHECK_STATUS(l.calls->set_aside(&m, &err), CROK_OK, &err);
        l.calls->drop(&m);
        l.calls->leave_queue(&q);
    }
    must_put(&l, "RESULT", "crok.result.a");
    must_have_last(&l, "RESULT", "crok.result.a");
    must_read(&l, "RESULT", "crok.result.*", CROK_READ_ALL);
    crok_hall_link_close(&l);
}

static void a_broker_of_another_name_or_authority_is_refused(void **state)
{
    crok_hall_link l = {0};
    char url[64];
    char other[256];
    char key[300];
    char command[400];
    crok_err err = {0};
    const crok_engine_options o = {
        .url = hall_url, .key_path = key, .name = "test", .wait_ms = 2000};
    const crok_engine_options no_key = {
        .url = hall_url, .name = "test", .wait_ms = 2000};
    (void)state;
    (void)snprintf(url, sizeof url, "tls://localhost:%d", server.port);
    CHECK_STATUS(open_as("table-1.key", url, REFUSED_MS, &l, &err), CROK_EIO,
                 &err);
    CHECK_STATUS(crok_hall_link_open(&no_key, &l, &err), CROK_EIO, &err);
    assert_non_null(strstr(err.msg, "name a key file: --key FILE"));
    (void)snprintf(other, sizeof other, "%s", scratch_file("other"));
    CHECK_STATUS(make_keys("url = \"tls://127.0.0.1:4222\";", other, "", &err),
                 CROK_OK, &err);
    (void)snprintf(key, sizeof key, "%s/table-1.key", other);
    MUST_BE_REFUSED(crok_hall_link_open(&o, &l, &err), &err,
                    "does the key file belong to this");
    (void)snprintf(command, sizeof command, "rm -r '%s'", other);
    assert_int_equal(system(command), 0);
}

/* The bytes of a file; free them. */
static char *text_of(const char *name)
{
    char path[256];
    char *text = calloc(1, 65536);
    FILE *f = NULL;
    in_dir(name, path);
    f = fopen(path, "r");
    assert_non_null(f);
    assert_non_null(text);
    (void)fread(text, 1, 65535, f);
    (void)fclose(f);
    return text;
}

static void check_mode(const char *name, mode_t mode)
{
    char path[256];
    struct stat file;
    in_dir(name, path);
    assert_int_equal(stat(path, &file), 0);
    if ((file.st_mode & 0777) != mode)
        print_error("%s\n", name);
    assert_int_equal(file.st_mode & 0777, mode);
}

static void keys_that_are_there_are_kept(void **state)
{
    static const char *const names[] = {
        "ca.key",   "ca.pem",      "server.key", "server.pem",
        "hall.key", "archive.key", "setup.key",  "table-1.key"};
    enum { N = sizeof names / sizeof *names };
    char *before[N];
    char *conf = NULL;
    char engine[128];
    char from[256];
    char path[256];
    crok_hall_link l = {0};
    crok_err err = {0};
    (void)state;
    for (int i = 0; i < N; i++)
        before[i] = text_of(names[i]);
    (void)snprintf(engine, sizeof engine, "url = \"%s\";", hall_url);
    CHECK_STATUS(make_keys(engine, dir,
                           ", { name = \"2\"; match = \"2.db\"; listen = "
                           "\"h:2\"; }",
                           &err),
                 CROK_OK, &err);
    for (int i = 0; i < N; i++) {
        char *after = text_of(names[i]);
        assert_string_equal(after, before[i]);
        free(after);
        free(before[i]);
        check_mode(names[i], strstr(names[i], ".pem") != NULL ? 0644 : 0600);
    }
    check_mode("table-2.key", 0600);
    check_mode("nats-server.conf", 0600);
    conf = text_of("nats-server.conf");
    assert_non_null(strstr(conf, "user: \"table-2\""));
    assert_null(strstr(conf, "password = "));
    free(conf);
    /* the broker takes the new settings, and still the old keys */
    nats_server_kill(&server);
    in_dir("nats.conf", path);
    assert_int_equal(unlink(path), 0);
    in_dir("nats-server.conf", from);
    assert_int_equal(link(from, path), 0);
    nats_server_again(&server);
    l = link_of("table-1.key");
    must_have_last(&l, "EVENT", "crok.h%201.event.1");
    crok_hall_link_close(&l);
    l = link_of("table-2.key");
    must_put(&l, "EVENT", "crok.h%201.event.2");
    crok_hall_link_close(&l);
}

static void check_refused(const char *engine, const char *word)
{
    crok_err err = {0};
    char folder[256];
    (void)snprintf(folder, sizeof folder, "%s", scratch_file("new"));
    CHECK_STATUS(make_keys(engine, folder, "", &err), CROK_EARG, &err);
    if (strstr(err.msg, word) == NULL)
        print_error("%s\n", err.msg);
    assert_non_null(strstr(err.msg, word));
    assert_int_equal(rmdir(folder), 0); /* nothing was made */
}

static void addresses_outside_the_local_network_are_refused(void **state)
{
    (void)state;
    check_refused("url = \"nats://127.0.0.1:4222\";", "tls://");
    check_refused("url = \"tls://8.8.8.8:4222\";", "local network");
    check_refused("url = \"tls://hall.example:4222\";", "engine.listen");
    check_refused("url = \"tls://127.0.0.1:4222\"; listen = \"0.0.0.0:4222\";",
                  "local network");
    check_refused("url = \"tls://10.1.1.1:4222\"; mqtt = \"8.8.8.8:1883\";",
                  "engine.mqtt");
}

static void foreign_files_are_not_replaced(void **state)
{
    char path[256];
    char command[400];
    char *text = NULL;
    crok_err err = {0};
    FILE *f = NULL;
    char was[200];
    (void)state;
    (void)snprintf(was, sizeof was, "%s", dir);
    (void)snprintf(dir, sizeof dir, "%s", scratch_file("new"));
    assert_int_equal(mkdir(dir, 0700), 0);
    in_dir("nats-server.conf", path);
    f = fopen(path, "w");
    assert_non_null(f);
    (void)fputs("listen: 1\n", f);
    (void)fclose(f);
    CHECK_STATUS(make_keys("url = \"tls://[::1]:4222\";", dir, "", &err),
                 CROK_EARG, &err);
    text = text_of("nats-server.conf");
    assert_string_equal(text, "listen: 1\n");
    free(text);
    /* of another host */
    CHECK_STATUS(make_keys("url = \"tls://10.0.0.1:4222\";", dir, "", &err),
                 CROK_EARG, &err);
    assert_non_null(strstr(err.msg, "does not name"));
    in_dir("server.key", path);
    assert_int_equal(unlink(path), 0);
    CHECK_STATUS(make_keys("url = \"tls://[::1]:4222\";", dir, "", &err),
                 CROK_EARG, &err);
    assert_non_null(strstr(err.msg, "server.key"));
    (void)snprintf(command, sizeof command, "rm -r '%s'", dir);
    assert_int_equal(system(command), 0);
    (void)snprintf(dir, sizeof dir, "%s", was);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_table_publishes_its_own_and_the_hall_reads_it),
        cmocka_unit_test(an_archive_has_jobs_and_results),
        cmocka_unit_test(a_broker_of_another_name_or_authority_is_refused),
        cmocka_unit_test(keys_that_are_there_are_kept),
        cmocka_unit_test(addresses_outside_the_local_network_are_refused),
        cmocka_unit_test(foreign_files_are_not_replaced),
    };
    if (!nats_server_is_there())
        return 77;
    return cmocka_run_group_tests(tests, setup, teardown);
}
