/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "journal/journal_inner.h"

static void bind_key(sqlite3_stmt *q, const crok_picture_key *key)
{
    (void)sqlite3_bind_int64(q, 1, key->seq);
    (void)sqlite3_bind_text(q, 2, key->is_call ? "call" : "rest", -1,
                            SQLITE_STATIC);
    (void)sqlite3_bind_int(q, 3, key->is_call ? key->disc : 0);
}

static crok_status refuse(const crok_journal *j, const crok_picture_key *key,
                          crok_err *err)
{
    int why = sqlite3_extended_errcode(j->store.db);
    if (why == SQLITE_CONSTRAINT_FOREIGNKEY)
        return crok_fail(err, CROK_ECONFLICT,
                         "a picture of event %ld, which there is not",
                         key->seq);
    if ((why & 0xff) == SQLITE_CONSTRAINT)
        return crok_fail(err, CROK_ECONFLICT,
                         "event %ld has this picture already", key->seq);
    return crok_store_fail(&j->store, err);
}

crok_status crok_journal_put_picture(crok_journal *j,
                                     const crok_picture_key *key,
                                     const void *bytes, size_t len,
                                     crok_err *err)
{
    sqlite3_stmt *q = NULL;
    crok_status st = crok_journal_check_writes(j, err);
    if (st == CROK_OK && len == 0)
        st = crok_fail(err, CROK_EARG, "a picture of no bytes");
    if (st == CROK_OK && len > CROK_PICTURE_MAX_BYTES)
        st = crok_fail(err, CROK_ETOOLARGE,
                       "a picture of %zu bytes, at most %zu are kept", len,
                       CROK_PICTURE_MAX_BYTES);
    if (st == CROK_OK)
        st = crok_store_compile(&j->store,
                                "INSERT INTO picture VALUES(?,?,?,?)", &q, err);
    if (st != CROK_OK)
        return st;
    bind_key(q, key);
    (void)sqlite3_bind_blob64(q, 4, bytes, len, SQLITE_STATIC);
    if (sqlite3_step(q) != SQLITE_DONE) /* SQLite commits this one statement */
        st = refuse(j, key, err);
    sqlite3_finalize(q);
    return st;
}

static crok_status copy_blob(const crok_journal *j, sqlite3_stmt *q,
                             unsigned char **bytes, size_t *len, crok_err *err)
{
    const void *blob = sqlite3_column_blob(q, 0);
    size_t n = (size_t)sqlite3_column_bytes(q, 0);
    unsigned char *copy = NULL;
    if (blob == NULL)
        return crok_store_fail(&j->store, err);
    copy = malloc(n);
    if (copy == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory for a picture");
    memcpy(copy, blob, n);
    *bytes = copy;
    *len = n;
    return CROK_OK;
}

crok_status crok_journal_picture(crok_journal *j, const crok_picture_key *key,
                                 unsigned char **bytes, size_t *len,
                                 crok_err *err)
{
    sqlite3_stmt *q = NULL;
    int rc = SQLITE_OK;
    crok_status st = crok_store_compile(
        &j->store,
        "SELECT bytes FROM picture WHERE seq=? AND kind=? AND disc=?", &q, err);
    if (st != CROK_OK)
        return st;
    bind_key(q, key);
    rc = sqlite3_step(q);
    if (rc == SQLITE_ROW) {
        st = copy_blob(j, q, bytes, len, err);
    } else if (rc == SQLITE_DONE) {
        *bytes = NULL;
        *len = 0;
    } else {
        st = crok_store_fail(&j->store, err);
    }
    sqlite3_finalize(q);
    return st;
}
