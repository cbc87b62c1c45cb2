/* SPDX-License-Identifier: Apache-2.0 */
#include "journal/store.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define APPLICATION_ID 0x63726f6b /* "crok" */

/* Longest time to wait for the lock of another program, ms. Chosen by hand. */
#define PATIENCE_MS 2000

/* The largest value in the file, bytes. A line of JSON has at most 16 MiB, a
 * picture at most 8 MiB. */
#define MAX_VALUE_BYTES (32 << 20)

/* The SQL schema, version 1. SQLite keeps these texts in the file, and they
 * are compared letter by letter when it is opened, so any change needs a new
 * version. The triggers refuse to update or delete an event, also from
 * SQLite's own shell. */
static const char *const schema[] = {
    "CREATE TABLE event(seq INTEGER PRIMARY KEY CHECK(seq>0),"
    "line TEXT NOT NULL)STRICT",
    "CREATE TABLE picture(seq INTEGER NOT NULL REFERENCES event(seq),"
    "kind TEXT NOT NULL CHECK(kind IN('rest','call')),"
    "disc INTEGER NOT NULL,bytes BLOB NOT NULL,"
    "PRIMARY KEY(seq,kind,disc))STRICT",
    "CREATE TRIGGER event_stays_as_it_is BEFORE UPDATE ON event "
    "BEGIN SELECT RAISE(ABORT,'events are only added');END",
    "CREATE TRIGGER event_stays BEFORE DELETE ON event "
    "BEGIN SELECT RAISE(ABORT,'events are only added');END",
};
#define N_SCHEMA ((int)(sizeof schema / sizeof *schema))

static crok_status damaged(const crok_store *s, const char *why, crok_err *err)
{
    return crok_fail(err, CROK_EFORMAT, "%.150s: is damaged: %.60s%s", s->path,
                     why,
                     s->mode == CROK_JOURNAL_SALVAGE
                         ? ""
                         : "; `crokeye export` gives what can be read");
}

crok_status crok_store_fail(const crok_store *s, crok_err *err)
{
    const char *why = sqlite3_errmsg(s->db);
    int code = sqlite3_errcode(s->db) & 0xff;
    if (sqlite3_extended_errcode(s->db) == SQLITE_IOERR_WRITE)
        return crok_fail(err, CROK_EIO,
                         "%.150s: cannot be written (a limit on the size of "
                         "files, or the device): make room and try again",
                         s->path);
    switch (code) {
    case SQLITE_FULL:
        return crok_fail(err, CROK_EIO,
                         "%.150s: the disk is full: make room and try again",
                         s->path);
    case SQLITE_READONLY:
        return crok_fail(err, CROK_EIO, "%.150s: is read-only", s->path);
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return crok_fail(err, CROK_EIO,
                         "%.150s: locked by another program; end it first",
                         s->path);
    case SQLITE_CORRUPT:
        return damaged(s, why, err);
    case SQLITE_NOTADB:
        return crok_fail(err, CROK_EFORMAT,
                         "%.150s: not a record of a match (no database)",
                         s->path);
    case SQLITE_NOMEM:
        return crok_fail(err, CROK_ENOMEM, "%.150s: no memory", s->path);
    default:
        return crok_fail(err, CROK_EIO, "%.150s: %.60s", s->path, why);
    }
}

crok_status crok_store_compile(const crok_store *s, const char *sql,
                               sqlite3_stmt **out, crok_err *err)
{
    if (sqlite3_prepare_v3(s->db, sql, -1, SQLITE_PREPARE_PERSISTENT, out,
                           NULL) != SQLITE_OK)
        return crok_store_fail(s, err);
    return CROK_OK;
}

static crok_status run(crok_store *s, const char *sql, crok_err *err)
{
    if (sqlite3_exec(s->db, sql, NULL, NULL, NULL) != SQLITE_OK)
        return crok_store_fail(s, err);
    return CROK_OK;
}

/* Run a query whose result is one whole number. */
static crok_status ask(const crok_store *s, const char *sql, long *out,
                       crok_err *err)
{
    sqlite3_stmt *q = NULL;
    crok_status st = crok_store_compile(s, sql, &q, err);
    if (st == CROK_OK && sqlite3_step(q) == SQLITE_ROW)
        *out = (long)sqlite3_column_int64(q, 0);
    else if (st == CROK_OK)
        st = crok_store_fail(s, err);
    sqlite3_finalize(q);
    return st;
}

/* ---- opening ---- */

/* Harden SQLite against a file of unknown origin: its schema may not call
 * functions. A file that is salvaged may also be shorter than its header says;
 * SQLite reads that only with writable_schema, which is harmless because the
 * file is opened read-only. */
static void distrust(sqlite3 *db, bool salvages)
{
    (void)sqlite3_db_config(db,
                            salvages ? SQLITE_DBCONFIG_WRITABLE_SCHEMA
                                     : SQLITE_DBCONFIG_DEFENSIVE,
                            1, NULL);
    (void)sqlite3_db_config(db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    (void)sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_VIEW, 0, NULL);
    (void)sqlite3_limit(db, SQLITE_LIMIT_LENGTH, MAX_VALUE_BYTES);
    (void)sqlite3_busy_timeout(db, PATIENCE_MS);
}

static bool writes(const crok_store *s)
{
    return s->mode == CROK_JOURNAL_WRITE;
}

static crok_status open_db(const char *path, int flags, crok_store *s,
                           crok_err *err)
{
    int rc = sqlite3_open_v2(path, &s->db, flags, NULL);
    if (s->db == NULL)
        return crok_fail(err, CROK_ENOMEM, "%.150s: no memory", path);
    if (rc != SQLITE_OK)
        return crok_fail(err, CROK_EIO, "%.150s: cannot open: %s", path,
                         strerror(sqlite3_system_errno(s->db)));
    if (writes(s) && sqlite3_db_readonly(s->db, "main") == 1)
        return crok_fail(err, CROK_EIO, "%.150s: is read-only", path);
    distrust(s->db, s->mode == CROK_JOURNAL_SALVAGE);
    s->path = sqlite3_db_filename(s->db, "main");
    if (s->path[0] == '\0') /* the given path is "" or ":memory:" */
        return crok_fail(err, CROK_EIO, "\"%.150s\": is no file's name", path);
    return writes(s) ? CROK_OK : run(s, "PRAGMA query_only=ON", err);
}

/* Must the file be opened as immutable, and may it be? It must if the folder
 * has no write permission: then a reader cannot create the shared memory of the
 * write-ahead log. It may if no such log lies beside the record: then the
 * record was closed properly and has no writer. */
static bool is_frozen(const crok_store *s)
{
    char wal[PATH_MAX];
    int n = snprintf(wal, sizeof wal, "%s-wal", s->path);
    int rc = sqlite3_exec(s->db, "PRAGMA user_version", NULL, NULL, NULL);
    return (rc == SQLITE_CANTOPEN || rc == SQLITE_READONLY) && n > 0 &&
           (size_t)n < sizeof wal && access(wal, F_OK) != 0;
}

static crok_status open_frozen(crok_store *s, crok_err *err)
{
    char uri[3 * PATH_MAX + 32] = "file:";
    size_t at = strlen(uri);
    for (const char *p = s->path; *p != '\0' && at < 3 * PATH_MAX; p++)
        at += (size_t)snprintf(uri + at, sizeof uri - at,
                               strchr("%?#", *p) == NULL ? "%c" : "%%%02X",
                               (unsigned)(unsigned char)*p);
    (void)snprintf(uri + at, sizeof uri - at, "?immutable=1");
    (void)sqlite3_close(s->db);
    return open_db(uri, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, s, err);
}

crok_status crok_store_open(const char *path, crok_journal_mode mode,
                            crok_store *out, crok_err *err)
{
    /* Flags for sqlite3_open_v2. A reader too opens the file with write access,
     * although it changes no event: SQLite then removes the files of the
     * write-ahead log when the last connection is closed. A damaged file is
     * opened without write access. */
    static const int flags[] = {[CROK_JOURNAL_READ] = SQLITE_OPEN_READWRITE,
                                [CROK_JOURNAL_WRITE] =
                                    SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE,
                                [CROK_JOURNAL_SALVAGE] = SQLITE_OPEN_READONLY};
    crok_store s = {.mode = mode, .path = path};
    crok_status st = open_db(path, flags[mode], &s, err);
    if (st == CROK_OK && !writes(&s) && is_frozen(&s))
        st = open_frozen(&s, err);
    if (st == CROK_OK)
        *out = s;
    else
        crok_store_close(&s);
    return st;
}

void crok_store_close(crok_store *s)
{
    sqlite3_finalize(s->insert);
    sqlite3_finalize(s->next);
    (void)sqlite3_close(s->db);
    free(s->line);
    *s = (crok_store){0};
}

/* ---- is it ours? ---- */

static crok_status make(crok_store *s, crok_err *err)
{
    char sql[64];
    crok_status st = crok_store_begin(s, err);
    for (int i = 0; st == CROK_OK && i < N_SCHEMA; i++)
        st = run(s, schema[i], err);
    (void)snprintf(sql, sizeof sql, "PRAGMA application_id=%d", APPLICATION_ID);
    if (st == CROK_OK)
        st = run(s, sql, err);
    (void)snprintf(sql, sizeof sql, "PRAGMA user_version=%d",
                   CROK_STORE_VERSION);
    if (st == CROK_OK)
        st = run(s, sql, err);
    if (st == CROK_OK)
        return crok_store_commit(s, err);
    crok_store_cancel(s);
    return st;
}

static crok_status check_schema(const crok_store *s, crok_err *err)
{
    sqlite3_stmt *q = NULL;
    int n = 0;
    int rc = SQLITE_DONE;
    crok_status st = crok_store_compile(s,
                                        "SELECT sql FROM sqlite_schema "
                                        "WHERE sql IS NOT NULL ORDER BY rowid",
                                        &q, err);
    while (st == CROK_OK && (rc = sqlite3_step(q)) == SQLITE_ROW) {
        const char *sql = (const char *)sqlite3_column_text(q, 0);
        if (n == N_SCHEMA || sql == NULL || strcmp(sql, schema[n]) != 0)
            break;
        n++;
    }
    if (st == CROK_OK && rc != SQLITE_DONE && rc != SQLITE_ROW)
        st = crok_store_fail(s, err);
    else if (st == CROK_OK && (rc == SQLITE_ROW || n != N_SCHEMA))
        st = crok_fail(err, CROK_EFORMAT,
                       "%.150s: its tables are not those of a match's record",
                       s->path);
    sqlite3_finalize(q);
    return st;
}

/* Size of SQLite's page cache, KiB. The event of a shot needs only a few pages.
 * SQLite's default of 2 MB would fill slowly during the whole match. */
#define CACHE_KIB "256"

/* Set WAL mode with full syncs: a commit is on the disk when it returns, and
 * readers are not blocked. */
static crok_status set_durable(crok_store *s, crok_err *err)
{
    sqlite3_stmt *q = NULL;
    crok_status st = crok_store_compile(s, "PRAGMA journal_mode=WAL", &q, err);
    if (st == CROK_OK && sqlite3_step(q) != SQLITE_ROW)
        st = crok_store_fail(s, err);
    if (st == CROK_OK &&
        strcmp((const char *)sqlite3_column_text(q, 0), "wal") != 0)
        st = crok_fail(err, CROK_EIO,
                       "%.150s: this file system cannot keep a crash-proof "
                       "record (no shared memory)",
                       s->path);
    sqlite3_finalize(q);
    if (st == CROK_OK)
        st = run(s,
                 "PRAGMA synchronous=FULL;PRAGMA foreign_keys=ON;"
                 "PRAGMA cache_size=-" CACHE_KIB,
                 err);
    return st;
}

/* Check that the file is a record, or is empty and may be made one. *version is
 * the version of its format, 0 for an empty file. */
static crok_status identify(const crok_store *s, long *version, crok_err *err)
{
    long id = 0;
    long n = 0;
    crok_status st = ask(s, "PRAGMA application_id", &id, err);
    if (st == CROK_OK)
        st = ask(s, "PRAGMA user_version", version, err);
    if (st == CROK_OK)
        st = ask(s, "SELECT count(*) FROM sqlite_schema", &n, err);
    if (st == CROK_OK && id != APPLICATION_ID &&
        (id != 0 || *version != 0 || n != 0))
        st = crok_fail(err, CROK_EFORMAT,
                       "%.150s: a database of another program, not a record "
                       "of a match",
                       s->path);
    if (st == CROK_OK && id != APPLICATION_ID && !writes(s))
        st = crok_fail(err, CROK_EFORMAT, "%.150s: empty, no record yet",
                       s->path);
    if (st == CROK_OK && id == APPLICATION_ID && *version < 1)
        st = crok_fail(err, CROK_EFORMAT,
                       "%.150s: of format %ld, which there never was", s->path,
                       *version);
    return st;
}

crok_status crok_store_identify(const crok_store *s, crok_err *err)
{
    long version = 0;
    return identify(s, &version, err);
}

crok_status crok_store_prepare(crok_store *s, crok_err *err)
{
    long version = 0;
    crok_status st = identify(s, &version, err);
    if (st == CROK_OK && version > CROK_STORE_VERSION)
        st = crok_fail(err, CROK_EUNSUPPORTED,
                       "%.150s: of format %ld, this program reads up to %d: "
                       "use the newer crokeye that wrote it",
                       s->path, version, CROK_STORE_VERSION);
    if (st == CROK_OK && version != 0)
        st = check_schema(s, err);
    if (st == CROK_OK && writes(s))
        st = set_durable(s, err);
    if (st == CROK_OK && version == 0)
        st = make(s, err);
    return st;
}

crok_status crok_store_check(crok_store *s, crok_err *err)
{
    sqlite3_stmt *q = NULL;
    const char *said = NULL;
    crok_status st = crok_store_compile(s, "PRAGMA quick_check(1)", &q, err);
    if (st == CROK_OK && sqlite3_step(q) != SQLITE_ROW)
        st = crok_store_fail(s, err);
    if (st == CROK_OK)
        said = (const char *)sqlite3_column_text(q, 0);
    if (st == CROK_OK && (said == NULL || strcmp(said, "ok") != 0))
        st = damaged(s, said == NULL ? "no memory" : said, err);
    sqlite3_finalize(q);
    return st;
}

/* ---- reading and writing ---- */

crok_status crok_store_begin(crok_store *s, crok_err *err)
{
    return run(s, "BEGIN IMMEDIATE", err);
}

void crok_store_cancel(crok_store *s)
{
    if (!sqlite3_get_autocommit(s->db)) /* otherwise SQLite has already rolled
                                         * back */
        (void)sqlite3_exec(s->db, "ROLLBACK", NULL, NULL, NULL);
}

crok_status crok_store_commit(crok_store *s, crok_err *err)
{
    crok_status st = run(s, "COMMIT", err);
    if (st != CROK_OK)
        crok_store_cancel(s);
    return st;
}

crok_status crok_store_insert(crok_store *s, long seq, const char *line,
                              size_t len, crok_err *err)
{
    crok_status st = CROK_OK;
    int rc = SQLITE_OK;
    if (s->insert == NULL)
        st = crok_store_compile(s, "INSERT INTO event VALUES(?,?)", &s->insert,
                                err);
    if (st != CROK_OK)
        return st;
    (void)sqlite3_bind_int64(s->insert, 1, seq);
    (void)sqlite3_bind_text64(s->insert, 2, line, len, SQLITE_STATIC,
                              SQLITE_UTF8);
    rc = sqlite3_step(s->insert);
    if (rc == SQLITE_CONSTRAINT)
        st = crok_fail(err, CROK_ECONFLICT,
                       "%.150s: another program has written event %ld", s->path,
                       seq);
    else if (rc != SQLITE_DONE)
        st = crok_store_fail(s, err);
    (void)sqlite3_reset(s->insert);
    (void)sqlite3_clear_bindings(s->insert);
    return st;
}

/* Copy the text of the row that s->next has found, so that the statement can be
 * reset: while it is open, SQLite cannot empty the write-ahead log. */
static crok_status take_line(crok_store *s, const char **line, size_t *len,
                             crok_err *err)
{
    const char *text = (const char *)sqlite3_column_text(s->next, 1);
    size_t n = (size_t)sqlite3_column_bytes(s->next, 1);
    char *copy = NULL;
    if (text == NULL)
        return damaged(s, "an event cannot be read", err);
    copy = realloc(s->line, n + 1);
    if (copy == NULL)
        return crok_fail(err, CROK_ENOMEM, "%.150s: no memory", s->path);
    memcpy(copy, text, n + 1);
    s->line = copy;
    *line = copy;
    *len = n;
    return CROK_OK;
}

crok_status crok_store_next(crok_store *s, long after, long *seq,
                            const char **line, size_t *len, crok_err *err)
{
    crok_status st = CROK_OK;
    int rc = SQLITE_OK;
    *line = NULL;
    *len = 0;
    if (s->next == NULL)
        st = crok_store_compile(s,
                                "SELECT seq,line FROM event WHERE seq>? "
                                "ORDER BY seq LIMIT 1",
                                &s->next, err);
    if (st != CROK_OK)
        return st;
    (void)sqlite3_bind_int64(s->next, 1, after);
    rc = sqlite3_step(s->next);
    if (rc == SQLITE_ROW) {
        *seq = (long)sqlite3_column_int64(s->next, 0);
        /* In a damaged file the search may return an earlier row; without this
         * check the caller would loop for ever. */
        st = *seq > after ? take_line(s, line, len, err)
                          : damaged(s, "its events are out of order", err);
    } else if (rc != SQLITE_DONE) {
        st = crok_store_fail(s, err);
    }
    (void)sqlite3_reset(s->next);
    return st;
}
