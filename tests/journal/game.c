/* SPDX-License-Identifier: Apache-2.0 */
#include "journal/game.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <sqlite3.h>

#include "core/file.h"
#include "rules/book_json.h"
#include "rules/rules_json.h"

char *game_depot, *game_woodestic;

int game_set_up(void **state)
{
    size_t len = 0;
    game_depot = game_text("depot", &len);
    game_woodestic = game_text("woodestic", &len);
    return scratch_make(state);
}

int game_tear_down(void **state)
{
    free(game_depot);
    free(game_woodestic);
    return scratch_remove(state);
}

char *game_text(const char *preset, size_t *len)
{
    char path[512];
    char *bytes = NULL;
    char *text = NULL;
    crok_err err = {0};
    (void)snprintf(path, sizeof path, "%s/tests/rules/matches/%s.ndjson",
                   CROK_ROOT, preset);
    CHECK_STATUS(crok_file_read(path, 1 << 20, &bytes, len, &err), CROK_OK,
                 &err);
    text = realloc(bytes, *len + 1);
    assert_non_null(text);
    text[*len] = '\0';
    return text;
}

bool game_event(const char *text, int n, const crok_event **out)
{
    static crok_event e;
    crok_err err = {0};
    cJSON *doc = NULL;
    for (int i = 0; i < n && text != NULL; i++) {
        text = strchr(text, '\n');
        text = text == NULL ? NULL : text + 1;
    }
    if (text == NULL || *text == '\0')
        return false;
    doc = cJSON_ParseWithOpts(text, NULL, 0);
    CHECK_STATUS(crok_event_from_json(doc, "game", NULL, &e, &err), CROK_OK,
                 &err);
    cJSON_Delete(doc);
    *out = &e;
    return true;
}

char *game_match(const crok_match *m)
{
    cJSON *doc = crok_match_to_json(m);
    char *text = cJSON_PrintUnformatted(doc);
    cJSON_Delete(doc);
    return text;
}

char *game_prefix(const char *text, int n)
{
    crok_log log = crok_log_empty();
    const crok_event *e = NULL;
    char *match = NULL;
    for (int i = 0; i < n; i++) {
        assert_true(game_event(text, i, &e));
        assert_int_equal(crok_log_add(&log, e, NULL), CROK_OK);
    }
    match = game_match(&log.match);
    crok_log_close(&log);
    return match;
}

crok_journal *game_open(const char *name, crok_journal_mode mode)
{
    crok_journal *j = NULL;
    crok_err err = {0};
    CHECK_STATUS(crok_journal_open(scratch_file(name), mode, &j, &err), CROK_OK,
                 &err);
    return j;
}

void game_append(crok_journal *j, const char *text, int from, int to)
{
    crok_err err = {0};
    const crok_event *e = NULL;
    for (int i = from; i < to && game_event(text, i, &e); i++)
        CHECK_STATUS(crok_journal_append(j, e, CROK_SEQ_ANY, &err), CROK_OK,
                     &err);
}

void game_check(const crok_journal *j, const char *text, int n)
{
    char *want = game_prefix(text, n);
    char *got = game_match(crok_journal_match(j));
    assert_string_equal(got, want);
    assert_int_equal(crok_journal_seq(j), n);
    cJSON_free(want);
    cJSON_free(got);
}

/* ---- files ---- */

char *game_bytes(const char *name, size_t *len)
{
    char *bytes = NULL;
    crok_err err = {0};
    if (access(scratch_file(name), F_OK) != 0)
        return NULL;
    CHECK_STATUS(crok_file_read(scratch_file(name), 1 << 24, &bytes, len, &err),
                 CROK_OK, &err);
    return bytes;
}

void game_write(const char *name, const void *bytes, size_t len)
{
    FILE *f = fopen(scratch_file(name), "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(bytes, 1, len, f), len);
    assert_int_equal(fclose(f), 0);
}

static void run_sql(sqlite3 *db, const char *statement)
{
    if (sqlite3_exec(db, statement, NULL, NULL, NULL) != SQLITE_OK)
        fail_msg("%s: %s", statement, sqlite3_errmsg(db));
}

void game_sql(const char *name, const char *statement)
{
    sqlite3 *db = NULL;
    assert_int_equal(sqlite3_open(scratch_file(name), &db), SQLITE_OK);
    run_sql(db, statement);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
}

/* ---- records of version 1 ---- */

static const char old_schema[] =
    "PRAGMA journal_mode=WAL;BEGIN;"
    "CREATE TABLE event(seq INTEGER PRIMARY KEY CHECK(seq>0),"
    "line TEXT NOT NULL)STRICT;"
    "CREATE TABLE picture(seq INTEGER NOT NULL REFERENCES event(seq),"
    "kind TEXT NOT NULL CHECK(kind IN('rest','call')),"
    "disc INTEGER NOT NULL,bytes BLOB NOT NULL,"
    "PRIMARY KEY(seq,kind,disc))STRICT;"
    "CREATE TRIGGER event_stays_as_it_is BEFORE UPDATE ON event "
    "BEGIN SELECT RAISE(ABORT,'events are only added');END;"
    "CREATE TRIGGER event_stays BEFORE DELETE ON event "
    "BEGIN SELECT RAISE(ABORT,'events are only added');END;"
    "PRAGMA application_id=1668444011;PRAGMA user_version=1;COMMIT";

static void insert_lines(sqlite3 *db, const char *text, int n)
{
    sqlite3_stmt *q = NULL;
    assert_int_equal(
        sqlite3_prepare_v2(db, "INSERT INTO event VALUES(?,?)", -1, &q, NULL),
        SQLITE_OK);
    for (int i = 1; i <= n; i++) {
        int len = (int)strcspn(text, "\n");
        (void)sqlite3_bind_int(q, 1, i);
        (void)sqlite3_bind_text(q, 2, text, len, SQLITE_STATIC);
        assert_int_equal(sqlite3_step(q), SQLITE_DONE);
        (void)sqlite3_reset(q);
        text += len + 1;
    }
    (void)sqlite3_finalize(q);
}

void game_old(const char *name, const char *text, int n, bool is_killed)
{
    sqlite3 *db = NULL;
    char *main_file = NULL;
    char *log = NULL;
    size_t n_main = 0;
    size_t n_log = 0;
    char beside[64];
    (void)snprintf(beside, sizeof beside, "%s-wal", name);
    assert_int_equal(sqlite3_open(scratch_file(name), &db), SQLITE_OK);
    run_sql(db, old_schema);
    insert_lines(db, text, n);
    main_file = game_bytes(name, &n_main);
    log = game_bytes(beside, &n_log);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
    if (is_killed) {
        game_write(name, main_file, n_main);
        game_write(beside, log, n_log);
    }
    free(main_file);
    free(log);
}

void game_remove(const char *name)
{
    static const char *const with[] = {"", "-wal", "-shm", "-journal"};
    char path[512];
    for (int i = 0; i < 4; i++) {
        (void)snprintf(path, sizeof path, "%s%s", scratch_file(name), with[i]);
        (void)unlink(path);
    }
}
