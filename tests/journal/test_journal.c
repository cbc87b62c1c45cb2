/* SPDX-License-Identifier: Apache-2.0
 *
 * A record that is written, resumed, read beside its writer, and refused. */
#include "journal/game.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <sqlite3.h>

#include "rules/rules_json.h"

#define AT "2026-05-02T12:00:00Z"

static void refused_open(const char *name, crok_journal_mode mode,
                         crok_status want, const char *says)
{
    crok_journal *j = NULL;
    crok_err err = {0};
    CHECK_STATUS(crok_journal_open(scratch_file(name), mode, &j, &err), want,
                 &err);
    assert_null(j);
    if (strstr(err.msg, says) == NULL)
        fail_msg("\"%s\" has no \"%s\"", err.msg, says);
}

static void a_match_is_resumed_where_it_was(void **state)
{
    crok_journal *j = game_open("a", CROK_JOURNAL_WRITE);
    (void)state;
    assert_int_equal(crok_journal_seq(j), 0);
    assert_int_equal(crok_journal_match(j)->state, CROK_STATE_WAITING);
    game_append(j, game_depot, 0, 40);
    game_check(j, game_depot, 40);
    crok_journal_close(&j);
    assert_null(j);
    assert_int_equal(scratch_count(), 1); /* one file a match */
    j = game_open("a", CROK_JOURNAL_WRITE);
    game_check(j, game_depot, 40);
    game_append(j, game_depot, 40, 101);
    game_check(j, game_depot, 101);
    crok_journal_close(&j);
    game_remove("a");
}

static void what_is_folded_is_what_was_written(void **state)
{
    crok_journal *j = game_open("a", CROK_JOURNAL_WRITE);
    const crok_event *e = NULL;
    crok_event fine;
    crok_err err = {0};
    char *before = NULL;
    char *after = NULL;
    (void)state;
    game_append(j, game_depot, 0, 1);
    assert_true(game_event(game_depot, 1, &e));
    fine = *e; /* more digits than a line has */
    fine.u.shot.shot.after[0].x_mm += 1.23456e-5;
    CHECK_STATUS(crok_journal_append(j, &fine, 1, &err), CROK_OK, &err);
    assert_true(crok_journal_match(j)->discs[0].x_mm !=
                fine.u.shot.shot.after[0].x_mm);
    before = game_match(crok_journal_match(j));
    crok_journal_close(&j);
    j = game_open("a", CROK_JOURNAL_READ);
    after = game_match(crok_journal_match(j));
    assert_string_equal(before, after);
    cJSON_free(before);
    cJSON_free(after);
    crok_journal_close(&j);
    game_remove("a");
}

/* ---- appending ---- */

static void refused_append(crok_journal *j, const crok_event *e, long expected,
                           crok_status want, const char *says)
{
    crok_err err = {0};
    crok_journal_line line = {0};
    long seq = crok_journal_seq(j);
    char *before = game_match(crok_journal_match(j));
    char *after = NULL;
    CHECK_STATUS(crok_journal_append(j, e, expected, &err), want, &err);
    if (strstr(err.msg, says) == NULL)
        fail_msg("\"%s\" has no \"%s\"", err.msg, says);
    after = game_match(crok_journal_match(j));
    assert_string_equal(before, after);
    assert_int_equal(crok_journal_seq(j), seq);
    CHECK_STATUS(crok_journal_next(j, seq, &line, &err), CROK_OK, &err);
    assert_null(line.text);
    cJSON_free(before);
    cJSON_free(after);
}

static void an_event_that_the_rules_refuse_is_not_written(void **state)
{
    crok_journal *j = game_open("a", CROK_JOURNAL_WRITE);
    crok_event e = {.time = AT, .type = CROK_EVENT_ROUND_END};
    (void)state;
    refused_append(j, &e, CROK_SEQ_ANY, CROK_ECONFLICT, "has not started");
    game_append(j, game_depot, 0, 5);
    refused_append(j, &e, CROK_SEQ_ANY, CROK_ECONFLICT, "still to be shot");
    e.type = CROK_EVENT_UNDO;
    e.u.of = 9;
    refused_append(j, &e, CROK_SEQ_ANY, CROK_ECONFLICT, "no event 9");
    e.u.of = 5;
    (void)snprintf(e.time, sizeof e.time, "2026-05-02 12:00:00");
    refused_append(j, &e, CROK_SEQ_ANY, CROK_EARG, "UTC");
    (void)snprintf(e.time, sizeof e.time, "2026-05-02T12:00:00.Z");
    refused_append(j, &e, CROK_SEQ_ANY, CROK_EARG, "UTC");
    (void)snprintf(e.time, sizeof e.time, "2026-05-02T12:00:00.25Z");
    assert_int_equal(crok_journal_append(j, &e, CROK_SEQ_ANY, NULL), CROK_OK);
    crok_journal_close(&j);
    game_remove("a");
}

/* Two consoles look at event 5; one undoes it, the other must look again. */
static void a_decision_on_a_stale_state_is_refused(void **state)
{
    crok_journal *j = game_open("a", CROK_JOURNAL_WRITE);
    crok_event e = {.time = AT, .type = CROK_EVENT_UNDO, .u.of = 5};
    crok_err err = {0};
    (void)state;
    game_append(j, game_depot, 0, 5);
    refused_append(j, &e, 4, CROK_ECONFLICT, "look again");
    refused_append(j, &e, 6, CROK_ECONFLICT, "at event 6, now it is at 5");
    CHECK_STATUS(crok_journal_append(j, &e, 5, &err), CROK_OK, &err);
    assert_int_equal(crok_journal_seq(j), 6);
    refused_append(j, &e, 5, CROK_ECONFLICT, "now it is at 6");
    crok_journal_close(&j);
    game_remove("a");
}

static void undo_and_ruling_stay_in_the_record(void **state)
{
    crok_journal *j = game_open("a", CROK_JOURNAL_WRITE);
    crok_event e = {.time = AT, .type = CROK_EVENT_RULING};
    crok_err err = {0};
    crok_journal_line line = {0};
    char *ruled = NULL;
    char *again = NULL;
    int n = 0;
    (void)state;
    game_append(j, game_depot, 0, 25);
    e.u.ruling.of = 25;
    e.u.ruling.valid = crok_journal_match(j)->last.valid != CROK_YES;
    CHECK_STATUS(crok_journal_append(j, &e, 25, &err), CROK_OK, &err);
    assert_true((crok_journal_match(j)->last.valid == CROK_YES) ==
                e.u.ruling.valid);
    e.type = CROK_EVENT_UNDO;
    e.u.of = 26;
    CHECK_STATUS(crok_journal_append(j, &e, 26, &err), CROK_OK, &err);
    ruled = game_match(crok_journal_match(j));
    again = game_prefix(game_depot, 25);
    assert_string_equal(ruled, again);
    crok_journal_close(&j);
    j = game_open("a", CROK_JOURNAL_READ);
    while (crok_journal_next(j, line.seq, &line, &err) == CROK_OK &&
           line.text != NULL)
        n++;
    assert_int_equal(n, 27);
    cJSON_free(ruled);
    cJSON_free(again);
    crok_journal_close(&j);
    game_remove("a");
}

/* ---- writers and readers ---- */

/* Whatever the file is called, it has one writer. */
static void the_lock_is_on_the_file_not_on_its_name(void **state)
{
    crok_journal *j = game_open("a", CROK_JOURNAL_WRITE);
    char other[512];
    (void)state;
    (void)snprintf(other, sizeof other, "%s", scratch_file("b"));
    assert_int_equal(link(scratch_file("a"), other), 0);
    refused_open("b", CROK_JOURNAL_WRITE, CROK_EIO, "another program writes");
    crok_journal_close(&j);
    refused_open("b", CROK_JOURNAL_WRITE, CROK_EIO, "a hard link");
    assert_int_equal(unlink(other), 0);
    assert_int_equal(symlink(scratch_file("a"), other), 0);
    j = game_open("b", CROK_JOURNAL_WRITE); /* a link leads to it */
    refused_open("a", CROK_JOURNAL_WRITE, CROK_EIO, "another program writes");
    crok_journal_close(&j);
    assert_int_equal(unlink(other), 0);
    game_remove("a");
    assert_int_equal(scratch_count(), 0);
}

static void a_second_writer_is_refused_and_readers_follow(void **state)
{
    crok_journal *w = game_open("a", CROK_JOURNAL_WRITE);
    crok_journal *r = game_open("a", CROK_JOURNAL_READ);
    crok_event e = {.time = AT, .type = CROK_EVENT_MATCH_END};
    crok_err err = {0};
    (void)state;
    refused_open("a", CROK_JOURNAL_WRITE, CROK_EIO, "another program writes");
    game_append(w, game_depot, 0, 30);
    game_check(r, game_depot, 0);
    CHECK_STATUS(crok_journal_refresh(r, &err), CROK_OK, &err);
    game_check(r, game_depot, 30);
    game_append(w, game_depot, 30, 31);
    CHECK_STATUS(crok_journal_refresh(r, &err), CROK_OK, &err);
    game_check(r, game_depot, 31);
    refused_append(r, &e, CROK_SEQ_ANY, CROK_EARG, "read only");
    crok_journal_close(&r);
    game_append(w, game_depot, 31, 32);
    crok_journal_close(&w);
    w = game_open("a", CROK_JOURNAL_WRITE);
    game_check(w, game_depot, 32);
    r = game_open("a", CROK_JOURNAL_READ);
    crok_journal_close(&w);
    crok_journal_close(&r);
    assert_int_equal(scratch_count(), 1);
    game_remove("a");
}

/* Another record, or an older copy, is written over the file of a reader: it
 * says so, whether that has more events or fewer, and keeps what it has. */
static void a_reader_notices_what_was_written_over_its_record(void **state)
{
    static const int n_events[] = {3, 31, 60};
    (void)state;
    for (int k = 0; k < 4; k++) {
        crok_journal *w = game_open("a", CROK_JOURNAL_WRITE);
        crok_journal *r = NULL;
        crok_err err = {0};
        size_t len = 0;
        char *other = NULL;
        game_append(w, game_depot, 0, 20);
        other = game_bytes("a", &len);
        game_append(w, game_depot, 20, 31);
        crok_journal_close(&w);
        r = game_open("a", CROK_JOURNAL_READ);
        if (k < 3) {
            free(other);
            w = game_open("b", CROK_JOURNAL_WRITE);
            game_append(w, game_woodestic, 0, n_events[k]);
            crok_journal_close(&w);
            other = game_bytes("b", &len);
        }
        game_write("a", other, len);
        CHECK_STATUS(crok_journal_refresh(r, &err), CROK_ECONFLICT, &err);
        assert_non_null(strstr(err.msg, "does not have the event 31"));
        game_check(r, game_depot, 31);
        crok_journal_close(&r);
        game_remove("a");
        game_remove("b");
        free(other);
    }
}

static void a_second_process_is_refused_until_the_first_has_ended(void **state)
{
    int pipes[2];
    char c = 0;
    int status = 0;
    pid_t child = 0;
    crok_journal *j = NULL;
    (void)state;
    assert_int_equal(pipe(pipes), 0);
    child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        j = NULL;
        c = crok_journal_open(scratch_file("a"), CROK_JOURNAL_WRITE, &j,
                              NULL) == CROK_OK;
        (void)!write(pipes[1], &c, 1);
        (void)pause(); /* till killed */
        _exit(0);
    }
    assert_int_equal(read(pipes[0], &c, 1), 1);
    assert_int_equal(c, 1);
    refused_open("a", CROK_JOURNAL_WRITE, CROK_EIO, "another program writes");
    j = game_open("a", CROK_JOURNAL_READ);
    crok_journal_close(&j);
    (void)kill(child, SIGKILL);
    (void)waitpid(child, &status, 0);
    j = game_open("a", CROK_JOURNAL_WRITE);
    crok_journal_close(&j);
    (void)close(pipes[0]);
    (void)close(pipes[1]);
    game_remove("a");
}

static void an_event_from_another_program_is_noticed(void **state)
{
    crok_journal *j = game_open("a", CROK_JOURNAL_WRITE);
    const crok_event *e = NULL;
    (void)state;
    game_append(j, game_depot, 0, 1);
    game_sql("a", "INSERT INTO event VALUES(2,'{}')");
    assert_true(game_event(game_depot, 1, &e));
    {
        crok_err err = {0};
        CHECK_STATUS(crok_journal_append(j, e, 1, &err), CROK_ECONFLICT, &err);
        assert_non_null(strstr(err.msg, "another program"));
    }
    game_check(j, game_depot, 1);
    crok_journal_close(&j);
    game_remove("a");
}

/* As anyone but root meets a record on a stick that is write-protected. Nor can
 * another one be made there. */
static int as_nobody(void)
{
    crok_journal *j = NULL;
    crok_err err = {0};
    int n = 0;
    if (geteuid() == 0 && (setgid(65534) != 0 || setuid(65534) != 0))
        return 1;
    if (crok_journal_open(scratch_file("new"), CROK_JOURNAL_WRITE, &j, &err) !=
            CROK_EIO ||
        strstr(err.msg, "Permission denied") == NULL)
        return 5;
    if (crok_journal_open(scratch_file("a ?%#"), CROK_JOURNAL_WRITE, &j,
                          &err) != CROK_EIO ||
        strstr(err.msg, "read-only") == NULL)
        return 2;
    if (crok_journal_open(scratch_file("a ?%#"), CROK_JOURNAL_READ, &j, &err) !=
        CROK_OK)
        return 3;
    n = (int)crok_journal_seq(j);
    crok_journal_close(&j);
    return n == 3 ? 0 : 4;
}

static void a_record_that_nobody_may_write_is_read(void **state)
{
    crok_journal *j = game_open("a ?%#", CROK_JOURNAL_WRITE);
    int status = 0;
    pid_t child = 0;
    (void)state;
    game_append(j, game_depot, 0, 3);
    crok_journal_close(&j);
    assert_int_equal(chmod(scratch_file("a ?%#"), 0444), 0);
    assert_int_equal(chmod(scratch_dir(), 0555), 0);
    child = fork();
    assert_true(child >= 0);
    if (child == 0)
        _exit(as_nobody());
    (void)waitpid(child, &status, 0);
    assert_int_equal(chmod(scratch_dir(), 0700), 0);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
    game_remove("a ?%#");
}

/* ---- files that are something else ---- */

static void what_is_no_record_is_refused(void **state)
{
    static const char text[] = "{\"schema\":\"crokeye.event/1\"}\n";
    char big[4096];
    crok_journal *j = NULL;
    (void)state;
    refused_open("none", CROK_JOURNAL_READ, CROK_EIO, "No such file");
    refused_open("no/such", CROK_JOURNAL_WRITE, CROK_EIO, "cannot open");
    refused_open(".", CROK_JOURNAL_WRITE, CROK_EIO, "is a folder");
    assert_int_equal(
        crok_journal_open(":memory:", CROK_JOURNAL_WRITE, &j, NULL), CROK_EIO);
    assert_int_equal(crok_journal_open("", CROK_JOURNAL_WRITE, &j, NULL),
                     CROK_EIO);
    game_write("a", "", 0);
    refused_open("a", CROK_JOURNAL_READ, CROK_EFORMAT, "empty");
    memset(big, 'x', sizeof big);
    memcpy(big, text, sizeof text);
    game_write("a", big, sizeof big);
    refused_open("a", CROK_JOURNAL_READ, CROK_EFORMAT, "not a record");
    refused_open("a", CROK_JOURNAL_WRITE, CROK_EFORMAT, "not a record");
    refused_open("a", CROK_JOURNAL_SALVAGE, CROK_EFORMAT, "not a record");
    game_remove("a");
    game_sql("a", "CREATE TABLE event(seq INTEGER PRIMARY KEY, line TEXT)");
    refused_open("a", CROK_JOURNAL_WRITE, CROK_EFORMAT, "another program");
    game_sql("a", "PRAGMA application_id=1668444011; PRAGMA user_version=1");
    refused_open("a", CROK_JOURNAL_WRITE, CROK_EFORMAT, "its tables");
    game_sql("a", "PRAGMA user_version=-3");
    refused_open("a", CROK_JOURNAL_READ, CROK_EFORMAT, "never was");
    game_remove("a");
}

static void a_newer_record_is_refused_but_gives_its_lines(void **state)
{
    crok_journal *j = game_open("a", CROK_JOURNAL_WRITE);
    crok_journal_line line = {0};
    crok_err err = {0};
    (void)state;
    game_append(j, game_depot, 0, 2);
    crok_journal_close(&j);
    game_sql("a", "CREATE TABLE novelty(x)");
    refused_open("a", CROK_JOURNAL_READ, CROK_EFORMAT, "its tables");
    game_sql("a", "PRAGMA user_version=3");
    refused_open("a", CROK_JOURNAL_WRITE, CROK_EUNSUPPORTED,
                 "of format 3, this program reads up to 2");
    refused_open("a", CROK_JOURNAL_READ, CROK_EUNSUPPORTED, "newer");
    j = game_open("a", CROK_JOURNAL_SALVAGE);
    CHECK_STATUS(crok_journal_next(j, 1, &line, &err), CROK_OK, &err);
    assert_int_equal(line.seq, 2);
    crok_journal_close(&j);
    game_remove("a");
}

static void the_past_is_not_to_be_changed(void **state)
{
    crok_journal *j = game_open("a", CROK_JOURNAL_WRITE);
    sqlite3 *db = NULL;
    (void)state;
    game_append(j, game_depot, 0, 2);
    crok_journal_close(&j);
    assert_int_equal(sqlite3_open(scratch_file("a"), &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, "DELETE FROM event", NULL, NULL, NULL),
                     SQLITE_CONSTRAINT);
    assert_int_equal(
        sqlite3_exec(db, "UPDATE event SET seq=seq+1", NULL, NULL, NULL),
        SQLITE_CONSTRAINT);
    (void)sqlite3_close(db);
    game_remove("a");
}

static void an_event_that_is_none_is_named(void **state)
{
    crok_journal *j = NULL;
    crok_journal_line line = {0};
    crok_err err = {0};
    (void)state;
    game_old("a", game_depot, 4, false);
    game_sql("a",
             "INSERT INTO event VALUES(5,'{\"schema\":\"crokeye.event/9\"}')");
    refused_open("a", CROK_JOURNAL_READ, CROK_EFORMAT,
                 "event 5 cannot be used");
    refused_open("a", CROK_JOURNAL_WRITE, CROK_EFORMAT, "crokeye export");
    j = game_open("a", CROK_JOURNAL_SALVAGE);
    CHECK_STATUS(crok_journal_next(j, 4, &line, &err), CROK_OK, &err);
    assert_int_equal(line.seq, 5);
    crok_journal_close(&j);
    game_remove("a");
}

/* The whole message is shown, and the advice fits: nothing is before it. */
static void a_setting_of_a_newer_program_is_named(void **state)
{
    (void)state;
    game_old("a", game_depot, 0, false);
    game_sql("a", "INSERT INTO event VALUES(1,'{\"schema\":\"crokeye.event/1\","
                  "\"seq\":1,\"time\":\"2026-05-02T10:00:20Z\","
                  "\"type\":\"match_start\",\"rules\":{\"schema\":"
                  "\"crokeye.rules/1\",\"name\":\"club\",\"base\":\"depot\","
                  "\"settings\":{\"free_shot_in_the_new_ring\":true}}}')");
    refused_open("a", CROK_JOURNAL_READ, CROK_EFORMAT,
                 "event 1 cannot be used: its line: rules: "
                 "\"free_shot_in_the_new_ring\": no such setting; a newer "
                 "crokeye may have it");
    refused_open("a", CROK_JOURNAL_WRITE, CROK_EFORMAT, "may have it");
    game_remove("a");
}

/* Every page in turn is overwritten: an error that says so or, where nothing
 * was on it that matters, the whole match; never a crash, never half. */
static void a_damaged_record_is_never_half_a_match(void **state)
{
    crok_journal *j = game_open("a", CROK_JOURNAL_WRITE);
    char page[4096];
    struct stat st;
    int n_damaged = 0;
    (void)state;
    game_append(j, game_depot, 0, 60);
    crok_journal_close(&j);
    assert_int_equal(stat(scratch_file("a"), &st), 0);
    for (long at = 0; at < st.st_size; at += 4096) {
        char whole[4096];
        crok_err err = {0};
        FILE *f = fopen(scratch_file("a"), "r+b");
        assert_non_null(f);
        (void)fseek(f, at, SEEK_SET);
        assert_int_equal(fread(whole, 1, sizeof whole, f), sizeof whole);
        memset(page, (int)(at / 4096 * 37 + 1) & 0xff, sizeof page);
        (void)fseek(f, at, SEEK_SET);
        (void)fwrite(page, 1, sizeof page, f);
        (void)fclose(f);
        if (crok_journal_open(scratch_file("a"), CROK_JOURNAL_READ, &j, &err) ==
            CROK_OK) {
            assert_int_equal(crok_journal_seq(j), 60);
            crok_journal_close(&j);
        } else {
            CHECK_STATUS(err.status, CROK_EFORMAT, &err);
            n_damaged++;
        }
        if (crok_journal_open(scratch_file("a"), CROK_JOURNAL_SALVAGE, &j,
                              &err) == CROK_OK) {
            crok_journal_line line = {0};
            while (crok_journal_next(j, line.seq, &line, &err) == CROK_OK &&
                   line.text != NULL)
                ;
            crok_journal_close(&j);
        }
        f = fopen(scratch_file("a"), "r+b");
        assert_non_null(f);
        (void)fseek(f, at, SEEK_SET);
        (void)fwrite(whole, 1, sizeof whole, f);
        (void)fclose(f);
    }
    assert_true(n_damaged > 5);
    game_remove("a");
}

/* ---- pictures ---- */

static void pictures_are_kept_with_their_event(void **state)
{
    static const crok_picture_key rest = {2, false, 0};
    static const crok_picture_key call = {2, true, 6};
    static const crok_picture_key other = {2, true, -6};
    static const crok_picture_key nowhere = {3, false, 0};
    static unsigned char big[200000];
    crok_journal *j = game_open("a", CROK_JOURNAL_WRITE);
    crok_err err = {0};
    unsigned char *got = NULL;
    size_t len = 0;
    (void)state;
    game_append(j, game_depot, 0, 2);
    memset(big, 0xd8, sizeof big);
    big[1] = 0;
    CHECK_STATUS(crok_journal_put_picture(j, &rest, big, sizeof big, &err),
                 CROK_OK, &err);
    CHECK_STATUS(crok_journal_put_picture(j, &call, "png", 3, &err), CROK_OK,
                 &err);
    CHECK_STATUS(crok_journal_put_picture(j, &call, "ping", 4, &err),
                 CROK_ECONFLICT, &err);
    assert_non_null(strstr(err.msg, "already"));
    CHECK_STATUS(crok_journal_put_picture(j, &nowhere, "jpg", 3, &err),
                 CROK_ECONFLICT, &err);
    assert_non_null(strstr(err.msg, "event 3, which there is not"));
    CHECK_STATUS(crok_journal_put_picture(j, &other, "", 0, &err), CROK_EARG,
                 &err);
    CHECK_STATUS(crok_journal_put_picture(j, &other, big,
                                          CROK_PICTURE_MAX_BYTES + 1, &err),
                 CROK_ETOOLARGE, &err);
    crok_journal_close(&j);
    j = game_open("a", CROK_JOURNAL_READ);
    CHECK_STATUS(crok_journal_put_picture(j, &other, "png", 3, &err), CROK_EARG,
                 &err);
    CHECK_STATUS(crok_journal_picture(j, &rest, &got, &len, &err), CROK_OK,
                 &err);
    assert_int_equal(len, sizeof big);
    assert_memory_equal(got, big, len);
    free(got);
    CHECK_STATUS(crok_journal_picture(j, &call, &got, &len, &err), CROK_OK,
                 &err);
    assert_int_equal(len, 3);
    assert_memory_equal(got, "png", 3);
    free(got);
    CHECK_STATUS(crok_journal_picture(j, &other, &got, &len, &err), CROK_OK,
                 &err);
    assert_null(got);
    crok_journal_close(&j);
    game_remove("a");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_match_is_resumed_where_it_was),
        cmocka_unit_test(what_is_folded_is_what_was_written),
        cmocka_unit_test(an_event_that_the_rules_refuse_is_not_written),
        cmocka_unit_test(a_decision_on_a_stale_state_is_refused),
        cmocka_unit_test(undo_and_ruling_stay_in_the_record),
        cmocka_unit_test(the_lock_is_on_the_file_not_on_its_name),
        cmocka_unit_test(a_second_writer_is_refused_and_readers_follow),
        cmocka_unit_test(a_reader_notices_what_was_written_over_its_record),
        cmocka_unit_test(a_second_process_is_refused_until_the_first_has_ended),
        cmocka_unit_test(an_event_from_another_program_is_noticed),
        cmocka_unit_test(a_record_that_nobody_may_write_is_read),
        cmocka_unit_test(what_is_no_record_is_refused),
        cmocka_unit_test(a_newer_record_is_refused_but_gives_its_lines),
        cmocka_unit_test(the_past_is_not_to_be_changed),
        cmocka_unit_test(an_event_that_is_none_is_named),
        cmocka_unit_test(a_setting_of_a_newer_program_is_named),
        cmocka_unit_test(a_damaged_record_is_never_half_a_match),
        cmocka_unit_test(pictures_are_kept_with_their_event),
    };
    return cmocka_run_group_tests(tests, game_set_up, game_tear_down);
}
