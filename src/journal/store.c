/* SPDX-License-Identifier: Apache-2.0 */
#include "journal/store.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/path.h"

/* Longest time to wait for the lock of another program, ms; the short one where
 * a write is tried again soon. Chosen by hand. */
#define PATIENCE_MS 2000
#define SHORT_PATIENCE_MS 20

/* The largest value in the file, bytes. A line of JSON has at most 16 MiB, a
 * picture at most 8 MiB. */
#define MAX_VALUE_BYTES (32 << 20)

crok_status crok_store_damaged(const crok_store *s, const char *why,
                               crok_err *err)
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
        return crok_store_damaged(s, why, err);
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

crok_status crok_store_run(const crok_store *s, const char *sql, crok_err *err)
{
    if (sqlite3_exec(s->db, sql, NULL, NULL, NULL) != SQLITE_OK)
        return crok_store_fail(s, err);
    return CROK_OK;
}

/* ---- SQLite's log ---- */

static void (*heard)(const char *what);
static _Thread_local bool is_hushed;

static void on_log(void *context, int code, const char *what)
{
    char text[256];
    (void)context;
    if (code == SQLITE_SCHEMA || is_hushed)
        return; /* SCHEMA: a statement is compiled again; nothing is wrong */
    (void)snprintf(text, sizeof text, "%.200s (SQLite, code %d)", what, code);
    heard(text);
}

void crok_store_hush(void)
{
    is_hushed = true;
}

void crok_store_listen(void)
{
    is_hushed = false;
}

void crok_journal_hear(void (*hear)(const char *what))
{
    heard = hear;
    (void)sqlite3_config(SQLITE_CONFIG_LOG, on_log, NULL);
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

/* Why a file could not be opened, as errno has it. Where a file may not be made
 * SQLite tries to read it, and then its reason is that there is none. */
static int reason_of(const crok_store *s, const char *path)
{
    int why = sqlite3_system_errno(s->db);
    char *folder = NULL;
    if (why != ENOENT || !writes(s))
        return why;
    folder = crok_path_folder(path);
    if (folder != NULL &&
        faccessat(AT_FDCWD, folder, W_OK | X_OK, AT_EACCESS) != 0)
        why = errno;
    free(folder);
    return why;
}

static crok_status open_db(const char *path, const char *uri, int flags,
                           crok_store *s, crok_err *err)
{
    const bool was_hushed = is_hushed;
    int rc = SQLITE_OK;
    is_hushed = true; /* the message below says it all */
    rc = sqlite3_open_v2(uri, &s->db, flags, NULL);
    is_hushed = was_hushed;
    if (s->db == NULL)
        return crok_fail(err, CROK_ENOMEM, "%.150s: no memory", path);
    if (rc != SQLITE_OK)
        return crok_fail(err, CROK_EIO, "%.150s: cannot open: %s", path,
                         strerror(reason_of(s, path)));
    if (writes(s) && sqlite3_db_readonly(s->db, "main") == 1)
        return crok_fail(err, CROK_EIO, "%.150s: is read-only", path);
    distrust(s->db, s->mode == CROK_JOURNAL_SALVAGE);
    s->path = sqlite3_db_filename(s->db, "main");
    if (s->path[0] == '\0') /* the given path is "" or ":memory:" */
        return crok_fail(err, CROK_EIO, "\"%.150s\": is no file's name", path);
    return writes(s) ? CROK_OK : crok_store_run(s, "PRAGMA query_only=ON", err);
}

/* Write the URI of a file. A path alone would be taken for a URI if it begins
 * with "file:". */
static void write_uri(const char *path, bool is_frozen, char *uri, size_t size)
{
    size_t at = (size_t)snprintf(uri, size, "file:");
    while (path[0] == '/' && path[1] == '/') /* a host would follow */
        path++;
    for (const char *p = path; *p != '\0' && at + 16 < size; p++)
        at += (size_t)snprintf(uri + at, size - at,
                               strchr("%?#", *p) == NULL ? "%c" : "%%%02X",
                               (unsigned)(unsigned char)*p);
    (void)snprintf(uri + at, size - at, "%s", is_frozen ? "?immutable=1" : "");
}

crok_status crok_store_open(const char *path, crok_store_access access,
                            crok_journal_mode mode, crok_store *out,
                            crok_err *err)
{
    static const int flags[] = {[CROK_STORE_READ] = SQLITE_OPEN_READONLY,
                                [CROK_STORE_FROZEN] = SQLITE_OPEN_READONLY,
                                [CROK_STORE_WRITE] =
                                    SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE};
    char uri[3 * PATH_MAX + 32];
    crok_store s = {.mode = mode, .path = path};
    crok_status st = CROK_OK;
    write_uri(path, access == CROK_STORE_FROZEN, uri, sizeof uri);
    st = open_db(path, uri, flags[access] | SQLITE_OPEN_URI, &s, err);
    if (st == CROK_OK)
        *out = s;
    else
        crok_store_close(&s);
    return st;
}

void crok_store_close(crok_store *s)
{
    sqlite3_finalize(s->insert);
    sqlite3_finalize(s->insert_seal);
    sqlite3_finalize(s->next);
    sqlite3_finalize(s->end);
    if (s->name != NULL) /* a copy without a name, which SQLite reports */
        crok_store_hush();
    (void)sqlite3_close(s->db);
    crok_store_listen();
    free(s->line);
    free(s->name);
    *s = (crok_store){0};
}

bool crok_store_needs_repair(const crok_store *s)
{
    return sqlite3_exec(s->db, "PRAGMA user_version", NULL, NULL, NULL) ==
           SQLITE_READONLY;
}

crok_status crok_store_check(crok_store *s, crok_err *err)
{
    sqlite3_stmt *q = NULL;
    const char *said = NULL;
    crok_status st =
        crok_store_compile(s, "PRAGMA integrity_check(1)", &q, err);
    if (st == CROK_OK && sqlite3_step(q) != SQLITE_ROW)
        st = crok_store_fail(s, err);
    if (st == CROK_OK)
        said = (const char *)sqlite3_column_text(q, 0);
    if (st == CROK_OK && (said == NULL || strcmp(said, "ok") != 0))
        st = crok_store_damaged(s, said == NULL ? "no memory" : said, err);
    sqlite3_finalize(q);
    return st;
}

/* ---- reading and writing ---- */

/* SQLite keeps pages that it has read as long as the change counter in the file
 * is the same. A file that was copied over the record may have the same one. */
static void forget_pages(const crok_store *s)
{
    (void)sqlite3_db_release_memory(s->db);
}

crok_status crok_store_begin(crok_store *s, crok_err *err)
{
    forget_pages(s);
    return crok_store_run(s, "BEGIN IMMEDIATE", err);
}

void crok_store_cancel(crok_store *s)
{
    if (!sqlite3_get_autocommit(s->db)) /* otherwise SQLite has already rolled
                                         * back */
        (void)sqlite3_exec(s->db, "ROLLBACK", NULL, NULL, NULL);
}

crok_status crok_store_commit(crok_store *s, crok_err *err)
{
    crok_status st = crok_store_run(s, "COMMIT", err);
    if (st != CROK_OK)
        crok_store_cancel(s);
    return st;
}

/* ---- seals ---- */

void crok_store_bind_key(sqlite3_stmt *q, const crok_picture_key *key)
{
    (void)sqlite3_bind_int64(q, 1, key->seq);
    (void)sqlite3_bind_text(q, 2, key->is_call ? "call" : "rest", -1,
                            SQLITE_STATIC);
    (void)sqlite3_bind_int(q, 3, key->is_call ? key->disc : 0);
}

/* Does the record keep seals, and are they to be read? */
static bool is_sealed(const crok_store *s)
{
    return s->version > 1 && s->mode != CROK_JOURNAL_SALVAGE;
}

crok_status crok_store_put_seal(crok_store *s, const crok_picture_key *key,
                                bool is_event, const crok_seal *seal,
                                crok_err *err)
{
    crok_status st = CROK_OK;
    if (s->insert_seal == NULL)
        st = crok_store_compile(s, "INSERT INTO seal VALUES(?,?,?,?)",
                                &s->insert_seal, err);
    if (st != CROK_OK)
        return st;
    crok_store_bind_key(s->insert_seal, key);
    if (is_event)
        (void)sqlite3_bind_text(s->insert_seal, 2, "event", -1, SQLITE_STATIC);
    (void)sqlite3_bind_blob(s->insert_seal, 4, seal->byte, sizeof seal->byte,
                            SQLITE_TRANSIENT);
    if (sqlite3_step(s->insert_seal) != SQLITE_DONE)
        st = crok_store_fail(s, err);
    (void)sqlite3_reset(s->insert_seal);
    return st;
}

/* Is column `at` of the row this seal? */
static bool is_seal(sqlite3_stmt *q, int at, const crok_seal *seal)
{
    const void *sum = sqlite3_column_blob(q, at);
    return sum != NULL &&
           sqlite3_column_bytes(q, at) == (int)sizeof seal->byte &&
           memcmp(sum, seal->byte, sizeof seal->byte) == 0;
}

/* Run the query, which gives one seal or nothing: *out tells whether it gives
 * this one. The statement is freed. */
static crok_status finds(const crok_store *s, sqlite3_stmt *q,
                         const crok_seal *seal, bool *out, crok_err *err)
{
    int rc = sqlite3_step(q);
    crok_status st = CROK_OK;
    if (rc == SQLITE_ROW || rc == SQLITE_DONE)
        *out = rc == SQLITE_ROW && is_seal(q, 0, seal);
    else
        st = crok_store_fail(s, err);
    sqlite3_finalize(q);
    return st;
}

crok_status crok_store_picture_fits(crok_store *s, const crok_picture_key *key,
                                    const void *bytes, size_t len, bool *out,
                                    crok_err *err)
{
    crok_seal root = crok_seal_root(s->id);
    crok_seal seal = crok_seal_picture(&root, key, bytes, len);
    sqlite3_stmt *q = NULL;
    crok_status st = CROK_OK;
    if (!is_sealed(s)) {
        *out = true;
        return CROK_OK;
    }
    st = crok_store_compile(
        s, "SELECT sum FROM seal WHERE seq=? AND kind=? AND disc=?", &q, err);
    if (st != CROK_OK)
        return st;
    crok_store_bind_key(q, key);
    return finds(s, q, &seal, out, err);
}

/* ---- writing ---- */

#define SEAL_OF(seq)                                                           \
    "(SELECT sum FROM seal WHERE seq=" seq " AND kind='event' AND disc=0)"

/* The end of the record cannot be read. If that is because the file has no such
 * table, or is no database, something was written over the record. */
static crok_status end_unread(const crok_store *s, crok_err *err)
{
    int code = sqlite3_errcode(s->db) & 0xff;
    if (code != SQLITE_ERROR && code != SQLITE_NOTADB)
        return crok_store_fail(s, err);
    return crok_fail(err, CROK_ECONFLICT,
                     "%.100s: was written over: it is not the record of this "
                     "match any more",
                     s->path);
}

/* Check that the record ends with the event after which this program left it:
 * its seq and its seal. Another program, or a file that was copied over the
 * record, may have changed it. */
static crok_status check_end(crok_store *s, crok_err *err)
{
    crok_status st = CROK_OK;
    long seq = 0;
    bool is_same = false;
    if (s->end == NULL)
        st = crok_store_compile(
            s,
            "SELECT e.last,id," SEAL_OF(
                "e.last") " FROM record,"
                          "(SELECT coalesce(max(seq),0) AS last FROM event) e",
            &s->end, NULL);
    if (st != CROK_OK)
        return end_unread(s, err);
    if (sqlite3_step(s->end) == SQLITE_ROW) {
        const char *id = (const char *)sqlite3_column_text(s->end, 1);
        seq = (long)sqlite3_column_int64(s->end, 0);
        is_same = seq == s->tail_seq && id != NULL && strcmp(id, s->id) == 0 &&
                  (seq == 0 || is_seal(s->end, 2, &s->tail));
    } else {
        st = end_unread(s, err);
    }
    (void)sqlite3_reset(s->end);
    if (st != CROK_OK || is_same)
        return st;
    return crok_fail(err, CROK_ECONFLICT,
                     "%.100s: another program has written to it or has "
                     "replaced it: it ends at event %ld, not with the event "
                     "%ld of this match",
                     s->path, seq, s->tail_seq);
}

static crok_status insert_line(crok_store *s, long seq, const char *line,
                               size_t len, crok_err *err)
{
    crok_status st = CROK_OK;
    if (s->insert == NULL)
        st = crok_store_compile(s, "INSERT INTO event VALUES(?,?)", &s->insert,
                                err);
    if (st != CROK_OK)
        return st;
    (void)sqlite3_bind_int64(s->insert, 1, seq);
    (void)sqlite3_bind_text64(s->insert, 2, line, len, SQLITE_STATIC,
                              SQLITE_UTF8);
    if (sqlite3_step(s->insert) != SQLITE_DONE)
        st = crok_store_fail(s, err);
    (void)sqlite3_reset(s->insert);
    (void)sqlite3_clear_bindings(s->insert);
    return st;
}

crok_status crok_store_insert(crok_store *s, long seq, const char *line,
                              size_t len, crok_err *err)
{
    crok_picture_key key = {.seq = seq};
    crok_seal seal = crok_seal_event(&s->tail, seq, line, len);
    crok_status st = check_end(s, err);
    if (st == CROK_OK)
        st = insert_line(s, seq, line, len, err);
    return st == CROK_OK ? crok_store_put_seal(s, &key, true, &seal, err) : st;
}

void crok_store_inserted(crok_store *s, long seq, const char *line, size_t len)
{
    s->tail = crok_seal_event(&s->tail, seq, line, len);
    s->tail_seq = seq;
}

crok_status crok_store_look(crok_store *s, crok_err *err)
{
    forget_pages(s);
    return check_end(s, err);
}

/* Is the row of a query for the id and a seal the record's last event? */
static bool is_tail(const crok_store *s, sqlite3_stmt *q)
{
    const char *id = (const char *)sqlite3_column_text(q, 0);
    return id != NULL && strcmp(id, s->id) == 0 && is_seal(q, 1, &s->tail);
}

crok_status crok_store_still_has(crok_store *s, crok_err *err)
{
    sqlite3_stmt *q = NULL;
    bool is_same = false;
    crok_status st = CROK_OK;
    int rc = SQLITE_OK;
    if (s->tail_seq == 0 || !is_sealed(s))
        return CROK_OK;
    forget_pages(s);
    if (crok_store_compile(s, "SELECT id," SEAL_OF("?") " FROM record", &q,
                           NULL) != CROK_OK)
        return end_unread(s, err);
    (void)sqlite3_bind_int64(q, 1, s->tail_seq);
    rc = sqlite3_step(q);
    is_same = rc == SQLITE_ROW && is_tail(s, q);
    if (rc != SQLITE_ROW && rc != SQLITE_DONE)
        st = end_unread(s, err);
    sqlite3_finalize(q);
    if (st != CROK_OK || is_same)
        return st;
    return crok_fail(
        err, CROK_ECONFLICT,
        "%.100s: another record, or an older copy of this one, was "
        "written over it: it does not have the event %ld that was "
        "read before",
        s->path, s->tail_seq);
}

crok_status crok_store_probe(crok_store *s, crok_err *err)
{
    char sql[40];
    crok_status st = crok_store_begin(s, err);
    if (st != CROK_OK)
        return st;
    st = check_end(s, err);
    (void)snprintf(sql, sizeof sql, "PRAGMA user_version=%d", s->version);
    if (st == CROK_OK) /* writes its page though it is equal */
        st = crok_store_run(s, sql, err);
    if (st == CROK_OK)
        return crok_store_commit(s, err);
    crok_store_cancel(s);
    return st;
}

void crok_store_set_patience(crok_store *s, bool is_long)
{
    (void)sqlite3_busy_timeout(s->db,
                               is_long ? PATIENCE_MS : SHORT_PATIENCE_MS);
}

void crok_store_rewind(crok_store *s)
{
    s->tail = crok_seal_root(s->id);
    s->tail_seq = 0;
}

crok_status crok_store_has(crok_store *s, long seq, const char *line,
                           size_t len, bool *out, crok_err *err)
{
    crok_seal seal = crok_seal_event(&s->tail, seq, line, len);
    sqlite3_stmt *q = NULL;
    crok_status st = crok_store_compile(
        s, "SELECT " SEAL_OF("event.seq") " FROM event WHERE seq=?", &q, err);
    if (st != CROK_OK)
        return st;
    (void)sqlite3_bind_int64(q, 1, seq);
    return finds(s, q, &seal, out, err);
}

/* ---- reading ---- */

/* Copy the text of the row that s->next has found, so that the statement can be
 * reset: while it is open, the file is locked. */
static crok_status take_line(crok_store *s, const char **line, size_t *len,
                             crok_err *err)
{
    const char *text = (const char *)sqlite3_column_text(s->next, 1);
    size_t n = (size_t)sqlite3_column_bytes(s->next, 1);
    char *copy = NULL;
    if (text == NULL)
        return crok_store_damaged(s, "an event cannot be read", err);
    copy = realloc(s->line, n + 1);
    if (copy == NULL)
        return crok_fail(err, CROK_ENOMEM, "%.150s: no memory", s->path);
    memcpy(copy, text, n + 1);
    s->line = copy;
    *line = copy;
    *len = n;
    return CROK_OK;
}

/* Check the seal of the row that s->next has found, from the seal of the event
 * before it, which is in the row as well. */
static crok_status check_seal(crok_store *s, long after, long seq,
                              const char *line, size_t len, crok_err *err)
{
    const void *sum = sqlite3_column_blob(s->next, 3);
    crok_seal before = crok_seal_root(s->id);
    crok_seal seal;
    /* behind what was read the file alone is not believed: it may have been
     * written over by a whole other record */
    if (s->tail_seq > 0 && after == s->tail_seq)
        before = s->tail;
    else if (sum != NULL &&
             sqlite3_column_bytes(s->next, 3) == (int)sizeof before.byte)
        memcpy(before.byte, sum, sizeof before.byte);
    seal = crok_seal_event(&before, seq, line, len);
    if (!is_seal(s->next, 2, &seal))
        return crok_store_damaged(
            s, "an event is not as it was written (its seal)", err);
    if (seq > s->tail_seq) {
        s->tail_seq = seq;
        s->tail = seal;
    }
    return CROK_OK;
}

static crok_status take_row(crok_store *s, long after, long *seq,
                            const char **line, size_t *len, crok_err *err)
{
    crok_status st = CROK_OK;
    *seq = (long)sqlite3_column_int64(s->next, 0);
    /* In a damaged file the search may return an earlier row; without this
     * check the caller would loop for ever. */
    if (*seq <= after)
        return crok_store_damaged(s, "its events are out of order", err);
    st = take_line(s, line, len, err);
    if (st == CROK_OK && is_sealed(s))
        st = check_seal(s, after, *seq, *line, *len, err);
    return st;
}

crok_status crok_store_next(crok_store *s, long after, long *seq,
                            const char **line, size_t *len, crok_err *err)
{
    crok_status st = CROK_OK;
    int rc = SQLITE_OK;
    *line = NULL;
    *len = 0;
    if (s->next == NULL)
        st = crok_store_compile(
            s,
            is_sealed(s) ? "SELECT seq,line," SEAL_OF("event.seq") "," SEAL_OF(
                               "(SELECT max(seq) FROM event "
                               "WHERE seq<=?1)") " FROM "
                                                 "event WHERE "
                                                 "seq>?1 ORDER "
                                                 "BY seq LIMIT "
                                                 "1"
                         : "SELECT seq,line FROM event WHERE seq>? "
                           "ORDER BY seq LIMIT 1",
            &s->next, err);
    if (st != CROK_OK)
        return st;
    (void)sqlite3_bind_int64(s->next, 1, after);
    rc = sqlite3_step(s->next);
    if (rc == SQLITE_ROW)
        st = take_row(s, after, seq, line, len, err);
    else if (rc != SQLITE_DONE)
        st = crok_store_fail(s, err);
    (void)sqlite3_reset(s->next);
    return st;
}
