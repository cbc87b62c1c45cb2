/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <string.h>

#include "journal/store.h"

#define APPLICATION_ID 0x63726f6b /* "crok" */

/* The SQL schema. SQLite keeps these texts in the file, and they are compared
 * letter by letter when it is opened, so any change needs a new version. The
 * first N_OLD are those of version 1. The triggers refuse to update or delete
 * an event, also from SQLite's own shell. */
#define N_OLD 4
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
    "CREATE TABLE record(id TEXT NOT NULL CHECK(length(id)=36))STRICT",
    "CREATE TABLE seal(seq INTEGER NOT NULL,"
    "kind TEXT NOT NULL CHECK(kind IN('event','rest','call')),"
    "disc INTEGER NOT NULL,sum BLOB NOT NULL CHECK(length(sum)=32),"
    "PRIMARY KEY(seq,kind,disc))STRICT,WITHOUT ROWID",
};
#define N_SCHEMA ((int)(sizeof schema / sizeof *schema))

static bool writes(const crok_store *s)
{
    return s->mode == CROK_JOURNAL_WRITE;
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

/* ---- making one ---- */

/* Add the tables from schema[from] on, a new id, and the number of the
 * version. */
static crok_status add_tables(crok_store *s, int from, crok_err *err)
{
    char id[CROK_RECORD_ID];
    char sql[96];
    crok_status st = crok_seal_make_id(id, err);
    for (int i = from; st == CROK_OK && i < N_SCHEMA; i++)
        st = crok_store_run(s, schema[i], err);
    (void)snprintf(sql, sizeof sql, "INSERT INTO record VALUES('%s')", id);
    if (st == CROK_OK)
        st = crok_store_run(s, sql, err);
    (void)snprintf(sql, sizeof sql,
                   "PRAGMA application_id=%d;PRAGMA user_version=%d",
                   APPLICATION_ID, CROK_STORE_VERSION);
    return st == CROK_OK ? crok_store_run(s, sql, err) : st;
}

/* Learn the id. The record has one row of it. */
static crok_status read_id(crok_store *s, crok_err *err)
{
    sqlite3_stmt *q = NULL;
    const char *id = NULL;
    int rc = SQLITE_DONE;
    crok_status st =
        crok_store_compile(s, "SELECT min(id) FROM record", &q, err);
    if (st == CROK_OK)
        rc = sqlite3_step(q);
    if (st == CROK_OK && rc != SQLITE_ROW)
        st = crok_store_fail(s, err);
    if (st == CROK_OK)
        id = (const char *)sqlite3_column_text(q, 0);
    if (id != NULL && strlen(id) == CROK_RECORD_ID - 1) {
        memcpy(s->id, id, sizeof s->id);
        s->version = CROK_STORE_VERSION;
        crok_store_rewind(s);
    } else if (st == CROK_OK) {
        st = crok_store_damaged(s, "it has no id", err);
    }
    sqlite3_finalize(q);
    return st;
}

static crok_status make(crok_store *s, crok_err *err)
{
    crok_status st = crok_store_begin(s, err);
    if (st != CROK_OK)
        return st;
    st = add_tables(s, 0, err);
    if (st == CROK_OK)
        return crok_store_commit(s, err);
    crok_store_cancel(s);
    return st;
}

/* ---- is it ours? ---- */

static crok_status check_schema(const crok_store *s, int version, crok_err *err)
{
    sqlite3_stmt *q = NULL;
    int n = 0;
    int n_all = version == 1 ? N_OLD : N_SCHEMA;
    int rc = SQLITE_DONE;
    crok_status st = crok_store_compile(s,
                                        "SELECT sql FROM sqlite_schema "
                                        "WHERE sql IS NOT NULL ORDER BY rowid",
                                        &q, err);
    while (st == CROK_OK && (rc = sqlite3_step(q)) == SQLITE_ROW) {
        const char *sql = (const char *)sqlite3_column_text(q, 0);
        if (n == n_all || sql == NULL || strcmp(sql, schema[n]) != 0)
            break;
        n++;
    }
    if (st == CROK_OK && rc != SQLITE_DONE && rc != SQLITE_ROW)
        st = crok_store_fail(s, err);
    else if (st == CROK_OK && (rc == SQLITE_ROW || n != n_all))
        st = crok_fail(err, CROK_EFORMAT,
                       "%.150s: its tables are not those of a match's record",
                       s->path);
    sqlite3_finalize(q);
    return st;
}

/* Size of SQLite's page cache, KiB. The event of a shot needs only a few pages.
 * SQLite's default of 2 MB would fill slowly during the whole match. */
#define CACHE_KIB "256"

/* Set the journal mode in which a commit is on the disk, in the main file, when
 * it returns. A record of version 1 leaves its write-ahead log: what is in it
 * goes into the main file. */
static crok_status set_durable(crok_store *s, crok_err *err)
{
    sqlite3_stmt *q = NULL;
    crok_status st =
        crok_store_compile(s, "PRAGMA journal_mode=DELETE", &q, err);
    if (st == CROK_OK && sqlite3_step(q) != SQLITE_ROW)
        st = crok_store_fail(s, err);
    if (st == CROK_OK &&
        strcmp((const char *)sqlite3_column_text(q, 0), "delete") != 0)
        st = crok_fail(err, CROK_EIO,
                       "%.150s: its journal mode cannot be changed", s->path);
    sqlite3_finalize(q);
    if (st == CROK_OK)
        st = crok_store_run(s,
                            "PRAGMA synchronous=EXTRA;PRAGMA foreign_keys=ON;"
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
        st = check_schema(s, (int)version, err);
    if (st == CROK_OK && writes(s))
        st = set_durable(s, err);
    if (st == CROK_OK && version == 0)
        st = make(s, err);
    if (st == CROK_OK)
        s->version = version == 1 ? 1 : CROK_STORE_VERSION;
    return st == CROK_OK && s->version > 1 ? read_id(s, err) : st;
}

/* ---- an older record ---- */

static crok_status seal_events(crok_store *s, crok_err *err)
{
    crok_seal seal = crok_seal_root(s->id);
    crok_status st = CROK_OK;
    long after = 0;
    for (;;) {
        const char *line = NULL;
        size_t len = 0;
        crok_picture_key key = {0};
        st = crok_store_next(s, after, &key.seq, &line, &len, err);
        if (st != CROK_OK || line == NULL)
            break;
        seal = crok_seal_event(&seal, key.seq, line, len);
        st = crok_store_put_seal(s, &key, true, &seal, err);
        if (st != CROK_OK)
            break;
        after = key.seq;
    }
    s->tail_seq = after;
    s->tail = seal;
    return st;
}

static crok_status seal_picture(crok_store *s, sqlite3_stmt *q,
                                const crok_seal *root, crok_err *err)
{
    const char *kind = (const char *)sqlite3_column_text(q, 1);
    crok_picture_key key = {.seq = (long)sqlite3_column_int64(q, 0),
                            .is_call = kind != NULL && kind[0] == 'c',
                            .disc = sqlite3_column_int(q, 2)};
    const void *bytes = sqlite3_column_blob(q, 3);
    crok_seal seal = crok_seal_picture(root, &key, bytes,
                                       (size_t)sqlite3_column_bytes(q, 3));
    return crok_store_put_seal(s, &key, false, &seal, err);
}

static crok_status seal_pictures(crok_store *s, crok_err *err)
{
    crok_seal root = crok_seal_root(s->id);
    sqlite3_stmt *q = NULL;
    int rc = SQLITE_DONE;
    crok_status st = crok_store_compile(
        s, "SELECT seq,kind,disc,bytes FROM picture", &q, err);
    while (st == CROK_OK && (rc = sqlite3_step(q)) == SQLITE_ROW)
        st = seal_picture(s, q, &root, err);
    if (st == CROK_OK && rc != SQLITE_DONE)
        st = crok_store_fail(s, err);
    sqlite3_finalize(q);
    return st;
}

crok_status crok_store_upgrade(crok_store *s, crok_err *err)
{
    crok_status st = CROK_OK;
    if (s->version == CROK_STORE_VERSION)
        return CROK_OK;
    st = crok_store_begin(s, err);
    if (st != CROK_OK)
        return st;
    st = add_tables(s, N_OLD, err);
    if (st == CROK_OK)
        st = read_id(s, err);
    s->version = 1; /* the events have no seals yet */
    if (st == CROK_OK)
        st = seal_events(s, err);
    if (st == CROK_OK)
        st = seal_pictures(s, err);
    if (st != CROK_OK) {
        crok_store_cancel(s);
        return st;
    }
    sqlite3_finalize(s->next); /* it reads events without seals */
    s->next = NULL;
    s->version = CROK_STORE_VERSION;
    return crok_store_commit(s, err);
}
