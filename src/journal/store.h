/* SPDX-License-Identifier: Apache-2.0
 *
 * journal/store.h: the record's file, a SQLite database. Only store.c and
 * picture.c use SQL.
 *
 * The header of the file has the application_id 'crok', and as user_version the
 * version of the format. Its schema must be exactly that of the version, so
 * that a file of unknown origin cannot have views or triggers of its own.
 *
 * Room     journal, internal: uses SQLite.
 * Threads  one store, one thread at a time. */
#ifndef CROK_JOURNAL_STORE_H
#define CROK_JOURNAL_STORE_H

#include <sqlite3.h>
#include <stdbool.h>
#include <stddef.h>

#include "core/status.h"
#include "journal/journal.h"

/* The newest version of the format that this program reads; it writes this
 * one. */
#define CROK_STORE_VERSION 1

typedef struct crok_store {
    sqlite3 *db;
    crok_journal_mode mode;
    const char *path; /* full path of the file; owned by SQLite */
    sqlite3_stmt *insert, *next;
    char *line; /* owned: the line that was read last */
} crok_store;

/* Open the file. In mode CROK_JOURNAL_WRITE it is created if it does not exist,
 * but nothing is written to it yet.
 *
 *   out  written only on CROK_OK; close with crok_store_close
 *
 * CROK_EIO     the file cannot be opened or is read-only
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_store_open(const char *path,
                                          crok_journal_mode mode,
                                          crok_store *out, crok_err *err);
void crok_store_close(crok_store *s);

/* Check that the file is a record of a version that this program reads. In mode
 * CROK_JOURNAL_WRITE an empty file is made a record.
 *
 * CROK_EFORMAT       the file is not a record, is damaged, or is empty and not
 *                    opened to write
 * CROK_EUNSUPPORTED  the record has a newer version
 * CROK_EIO           the file cannot be read or written */
CROK_MUST_USE crok_status crok_store_prepare(crok_store *s, crok_err *err);

/* Check that the file is a record of any version. Nothing is written. Errors
 * are those of crok_store_prepare, without CROK_EUNSUPPORTED. */
CROK_MUST_USE crok_status crok_store_identify(const crok_store *s,
                                              crok_err *err);

/* Check that the pages of the file are intact. This reads all of them.
 *
 * CROK_EFORMAT  the file is damaged
 * CROK_EIO      the file cannot be read */
CROK_MUST_USE crok_status crok_store_check(crok_store *s, crok_err *err);

/* Begin, commit and cancel a transaction. After a successful commit its changes
 * are on the disk. After a failed commit, and after crok_store_cancel, the file
 * is as it was before the transaction.
 *
 * CROK_EIO      the disk is full or read-only, or the device failed
 * CROK_EFORMAT  the file is damaged */
CROK_MUST_USE crok_status crok_store_begin(crok_store *s, crok_err *err);
CROK_MUST_USE crok_status crok_store_commit(crok_store *s, crok_err *err);
void crok_store_cancel(crok_store *s);

/* Insert an event. Call this within a transaction. Errors are those of
 * crok_store_commit, and also:
 *
 * CROK_ECONFLICT  there is an event with this seq already */
CROK_MUST_USE crok_status crok_store_insert(crok_store *s, long seq,
                                            const char *line, size_t len,
                                            crok_err *err);

/* Get the first event whose seq is larger than `after`.
 *
 *   line  owned by the store, valid until the next call; NULL if there is no
 *         such event
 *
 * CROK_EFORMAT  the file is damaged
 * CROK_EIO      the file cannot be read
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_store_next(crok_store *s, long after, long *seq,
                                          const char **line, size_t *len,
                                          crok_err *err);

/* Set a message for SQLite's last error, and return the status for it. */
crok_status crok_store_fail(const crok_store *s, crok_err *err);

/* Compile one SQL statement. The caller frees *out with sqlite3_finalize. */
CROK_MUST_USE crok_status crok_store_compile(const crok_store *s,
                                             const char *sql,
                                             sqlite3_stmt **out, crok_err *err);

#endif
