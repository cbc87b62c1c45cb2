/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "journal/journal_inner.h"

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

static crok_status insert(crok_journal *j, const crok_picture_key *key,
                          const void *bytes, size_t len, crok_err *err)
{
    crok_seal root = crok_seal_root(j->store.id);
    crok_seal seal = crok_seal_picture(&root, key, bytes, len);
    sqlite3_stmt *q = NULL;
    crok_status st = crok_store_compile(
        &j->store, "INSERT INTO picture VALUES(?,?,?,?)", &q, err);
    if (st != CROK_OK)
        return st;
    crok_store_bind_key(q, key);
    (void)sqlite3_bind_blob64(q, 4, bytes, len, SQLITE_STATIC);
    if (sqlite3_step(q) != SQLITE_DONE)
        st = refuse(j, key, err);
    sqlite3_finalize(q);
    return st == CROK_OK
               ? crok_store_put_seal(&j->store, key, false, &seal, err)
               : st;
}

crok_status crok_journal_put_picture(crok_journal *j,
                                     const crok_picture_key *key,
                                     const void *bytes, size_t len,
                                     crok_err *err)
{
    crok_status st = crok_journal_check_writes(j, err);
    if (st == CROK_OK && len == 0)
        st = crok_fail(err, CROK_EARG, "a picture of no bytes");
    if (st == CROK_OK && len > CROK_PICTURE_MAX_BYTES)
        st = crok_fail(err, CROK_ETOOLARGE,
                       "a picture of %zu bytes, at most %zu are kept", len,
                       CROK_PICTURE_MAX_BYTES);
    if (st == CROK_OK && j->n_unsaved > 0)
        st = crok_fail(err, CROK_EIO,
                       "its event is only in memory, and a picture is not kept "
                       "there");
    if (st == CROK_OK)
        st = crok_lock_check(&j->lock, j->store.path, err);
    if (st == CROK_OK)
        st = crok_store_begin(&j->store, err);
    if (st != CROK_OK)
        return st;
    st = insert(j, key, bytes, len, err);
    if (st == CROK_OK)
        return crok_store_commit(&j->store, err);
    crok_store_cancel(&j->store);
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

static crok_status read_picture(crok_journal *j, const crok_picture_key *key,
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
    crok_store_bind_key(q, key);
    rc = sqlite3_step(q);
    if (rc == SQLITE_ROW)
        st = copy_blob(j, q, bytes, len, err);
    else if (rc != SQLITE_DONE)
        st = crok_store_fail(&j->store, err);
    sqlite3_finalize(q);
    return st;
}

crok_status crok_journal_picture(crok_journal *j, const crok_picture_key *key,
                                 unsigned char **bytes, size_t *len,
                                 crok_err *err)
{
    unsigned char *copy = NULL;
    size_t n = 0;
    bool fits = true;
    crok_status st = read_picture(j, key, &copy, &n, err);
    if (st == CROK_OK && copy != NULL)
        st = crok_store_picture_fits(&j->store, key, copy, n, &fits, err);
    if (st == CROK_OK && !fits)
        st = crok_store_damaged(
            &j->store, "a picture is not as it was written (its seal)", err);
    if (st != CROK_OK) {
        free(copy);
        return st;
    }
    *bytes = copy;
    *len = n;
    return CROK_OK;
}
