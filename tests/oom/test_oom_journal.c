/* SPDX-License-Identifier: Apache-2.0
 *
 * A match's record with memory that runs out: on failure it is as it was, and
 * the next try succeeds. SQLite's own memory is not taken away. */
#include "check.h"

#include <stdlib.h>
#include <unistd.h>

#include "journal/journal.h"
#include "oom/run_out.h"

static const char MATCH[] =
    "{\"schema\":\"crokeye.event/1\",\"seq\":1,\"time\":"
    "\"2026-05-02T10:00:00Z\",\"type\":\"match_start\",\"rules\":\"depot\","
    "\"sides\":[{\"side\":\"black\"},{\"side\":\"white\"}],\"seats\":["
    "{\"seat\":0,\"side\":\"black\"},{\"seat\":2,\"side\":\"white\"}],"
    "\"first_seat\":0}";

static const crok_picture_key picture = {1, false, 0};
static char folder[] = "/tmp/crok-oom-XXXXXX";
static char path[64];
static crok_journal *record; /* its writer */

/* What a call writes to; zero means: nothing written. */
static union output {
    crok_journal *journal;
    unsigned char *bytes;
} out;

static crok_status open_to_read(crok_err *err)
{
    return crok_journal_open(path, CROK_JOURNAL_READ, &out.journal, err);
}

static void close_reader(void)
{
    crok_journal_close(&out.journal);
}

static crok_status append(crok_err *err)
{
    static const crok_event e = {.time = "2026-05-02T12:00:00Z",
                                 .type = CROK_EVENT_MATCH_END};
    long seq = crok_journal_seq(record);
    crok_status st = crok_journal_append(record, &e, seq, err);
    assert_int_equal(crok_journal_seq(record), st == CROK_OK ? seq + 1 : seq);
    return st;
}

static crok_status get_picture(crok_err *err)
{
    size_t len = 0;
    return crok_journal_picture(record, &picture, &out.bytes, &len, err);
}

static void free_bytes(void)
{
    free(out.bytes);
}

static void run(const char *what, crok_status (*call)(crok_err *),
                void (*done)(void))
{
    run_out_call c = {what, call, done, CROK_ENOMEM, &out, sizeof out};
    run_out(&c);
}

static void records(void **state)
{
    crok_err err = {0};
    (void)state;
    assert_non_null(mkdtemp(folder));
    (void)snprintf(path, sizeof path, "%s/a.db", folder);
    CHECK_STATUS(crok_journal_open(path, CROK_JOURNAL_WRITE, &record, &err),
                 CROK_OK, &err);
    CHECK_STATUS(
        crok_journal_import(record, "match", MATCH, sizeof MATCH - 1, &err),
        CROK_OK, &err);
    CHECK_STATUS(crok_journal_put_picture(record, &picture, "jpg", 3, &err),
                 CROK_OK, &err);
    run("crok_journal_open", open_to_read, close_reader);
    run("crok_journal_append", append, NULL);
    run("crok_journal_picture", get_picture, free_bytes);
    crok_journal_close(&record);
    assert_int_equal(remove(path), 0);
    assert_int_equal(rmdir(folder), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(records)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
