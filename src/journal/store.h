/* SPDX-License-Identifier: Apache-2.0
 *
 * journal/store.h: the record's file, a SQLite database. Only store.c and
 * picture.c speak SQL.
 *
 * The file names itself: application_id 'crok', user_version the format's
 * version. What is in it must be exactly the tables of that version, so that
 * a file from a stranger cannot bring views or triggers of its own.
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

/* What this program writes and reads. */
#define CROK_STORE_VERSION 1

typedef struct crok_store {
    sqlite3 *db;
    crok_journal_mode mode;
    const char *path; /* as SQLite resolved it; its own */
    sqlite3_stmt *insert, *next;
    char *line; /* owned: the one read last */
} crok_store;

/* Open the file; one that is to be written is made where there is none, but
 * nothing is written yet.
 *
 *   out  written only on CROK_OK; close with crok_store_close
 *
 * CROK_EIO */
CROK_MUST_USE crok_status crok_store_open(const char *path,
                                          crok_journal_mode mode,
                                          crok_store *out, crok_err *err);
void crok_store_close(crok_store *s);

/* Is it a record of ours? Makes an empty file one where it is to be written.
 *
 * CROK_EFORMAT       not a record, empty, or damaged
 * CROK_EUNSUPPORTED  of a newer version
 * CROK_EIO */
CROK_MUST_USE crok_status crok_store_prepare(crok_store *s, crok_err *err);

/* Is it a record at all, of whatever version? As crok_store_prepare. */
CROK_MUST_USE crok_status crok_store_identify(const crok_store *s,
                                              crok_err *err);

/* Are the file's pages whole? Costs a pass over all of them.
 * CROK_EFORMAT  damaged */
CROK_MUST_USE crok_status crok_store_check(crok_store *s, crok_err *err);

/* A transaction; what is committed is on the disk. A failed commit, like
 * crok_store_cancel, leaves all as it was.
 *
 * CROK_EIO      full, read-only, or the device failed
 * CROK_EFORMAT  damaged */
CROK_MUST_USE crok_status crok_store_begin(crok_store *s, crok_err *err);
CROK_MUST_USE crok_status crok_store_commit(crok_store *s, crok_err *err);
void crok_store_cancel(crok_store *s);

/* Within a transaction; as crok_store_commit, and
 * CROK_ECONFLICT  there is an event of this seq already */
CROK_MUST_USE crok_status crok_store_insert(crok_store *s, long seq,
                                            const char *line, size_t len,
                                            crok_err *err);

/* The first event after seq `after`.
 *
 *   line  the store's, till its next call; NULL at the end
 *
 * CROK_EFORMAT  damaged
 * CROK_EIO */
CROK_MUST_USE crok_status crok_store_next(crok_store *s, long after, long *seq,
                                          const char **line, size_t *len,
                                          crok_err *err);

/* Translate SQLite's last error to a message and a status. */
crok_status crok_store_fail(const crok_store *s, crok_err *err);

/* Compile one statement. */
CROK_MUST_USE crok_status crok_store_compile(const crok_store *s,
                                             const char *sql,
                                             sqlite3_stmt **out, crok_err *err);

#endif
