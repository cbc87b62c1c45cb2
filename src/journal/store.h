/* SPDX-License-Identifier: Apache-2.0
 *
 * journal/store.h: the record's file, a SQLite database. Only store.c,
 * upgrade.c, picture.c, check.c and backup.c use SQL.
 *
 * The header of the file has the application_id 'crok', and as user_version the
 * version of the format. Its schema must be exactly that of the version, so
 * that a file of unknown origin cannot have views or triggers of its own.
 *
 * A commit is in the main file when it returns: SQLite writes it there under
 * the protection of a rollback journal, FILE-journal, which is gone afterwards
 * (journal_mode DELETE, synchronous EXTRA). So between two commits the main
 * file alone is the whole record. Version 1 of the format used a write-ahead
 * log, FILE-wal, which could hold every event while the main file had none.
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
#include "journal/seal.h"

/* The newest version of the format that this program reads; it writes this one.
 * Version 1 had no id, no seals, and a write-ahead log. */
#define CROK_STORE_VERSION 2

typedef struct crok_store {
    sqlite3 *db;
    crok_journal_mode mode;
    const char *path;        /* full path of the record, for messages */
    char *name;              /* owned: the path, if a copy is open; or NULL */
    int version;             /* of the format; 0: not yet known, or none */
    char id[CROK_RECORD_ID]; /* "" in version 1 */
    long tail_seq;  /* the last event that was read in order or written; 0 */
    crok_seal tail; /* its seal, or the root */
    sqlite3_stmt *insert, *insert_seal, *next, *end;
    char *line; /* owned: the line that was read last */
} crok_store;

/* How the file is opened. */
typedef enum crok_store_access {
    CROK_STORE_READ,   /* nothing is written to it or made beside it */
    CROK_STORE_FROZEN, /* likewise, and no program writes it: what lies beside
                        * it is not looked at, and it is not locked */
    CROK_STORE_WRITE   /* it is created if it does not exist; nothing is written
                        * to it yet */
} crok_store_access;

/* Open the file.
 *
 *   mode  what the record is opened for; messages differ
 *   out   written only on CROK_OK; close with crok_store_close
 *
 * CROK_EIO     the file cannot be opened or is read-only
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_store_open(const char *path,
                                          crok_store_access access,
                                          crok_journal_mode mode,
                                          crok_store *out, crok_err *err);
void crok_store_close(crok_store *s);

/* From here to crok_store_listen, what SQLite says in this thread is not heard:
 * it is about a private copy. */
void crok_store_hush(void);
void crok_store_listen(void);

/* Must a commit be taken back before the file can be read? Then a journal lies
 * beside it, and the file was opened to read only. */
bool crok_store_needs_repair(const crok_store *s);

/* Check that the file is a record of a version that this program reads, and
 * learn its id. In mode CROK_JOURNAL_WRITE an empty file is made a record.
 *
 * CROK_EFORMAT       the file is not a record, is damaged, or is empty and not
 *                    opened to write
 * CROK_EUNSUPPORTED  the record has a newer version
 * CROK_EIO           the file cannot be read or written */
CROK_MUST_USE crok_status crok_store_prepare(crok_store *s, crok_err *err);

/* Make a record of an older version one of the newest: it gets an id and seals.
 * Its events and pictures stay as they are. It does nothing if the record is
 * new already. Errors are those of crok_store_commit, and then the record is as
 * it was. */
CROK_MUST_USE crok_status crok_store_upgrade(crok_store *s, crok_err *err);

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
 * are on the disk, in the main file. After crok_store_cancel the file is as it
 * was before the transaction. After a failed commit it usually is, too; but if
 * the disk failed at the very end, the changes may be there: crok_store_has
 * tells.
 *
 * CROK_EIO      the disk is full or read-only, or the device failed
 * CROK_EFORMAT  the file is damaged */
CROK_MUST_USE crok_status crok_store_begin(crok_store *s, crok_err *err);
CROK_MUST_USE crok_status crok_store_commit(crok_store *s, crok_err *err);
void crok_store_cancel(crok_store *s);

/* Insert an event and its seal. Call this within a transaction. After the
 * commit, call crok_store_inserted. Errors are those of crok_store_commit, and
 * also:
 *
 * CROK_ECONFLICT  the record does not end where this program left it: another
 *                 one has written or replaced it */
CROK_MUST_USE crok_status crok_store_insert(crok_store *s, long seq,
                                            const char *line, size_t len,
                                            crok_err *err);

/* The event is in the record, and the next one follows it. */
void crok_store_inserted(crok_store *s, long seq, const char *line, size_t len);

/* Find out, by reading only, whether the file is still the record that this
 * program has written.
 *
 * CROK_ECONFLICT  another program has written to the record, or something was
 *                 written over it
 * Other errors    it cannot be read now */
CROK_MUST_USE crok_status crok_store_look(crok_store *s, crok_err *err);

/* Find out, by reading only, whether the file still has what was read of it:
 * the record of this id, with the last event that was read. For readers.
 *
 * CROK_ECONFLICT  another record, or an older copy of this one, was written
 *                 over it
 * Others          it cannot be read now */
CROK_MUST_USE crok_status crok_store_still_has(crok_store *s, crok_err *err);

/* Find out whether the disk takes writes, by a commit that changes nothing; a
 * file that is not the record is not written to. Errors are those of
 * crok_store_look and crok_store_commit. */
CROK_MUST_USE crok_status crok_store_probe(crok_store *s, crok_err *err);

/* How long to wait for the lock of another program: long for an event, short
 * where the caller tries again soon. */
void crok_store_set_patience(crok_store *s, bool is_long);

/* No event of the record is known any more: the import was cancelled. */
void crok_store_rewind(crok_store *s);

/* Is the event in the file? Written only on CROK_OK; errors are those of
 * crok_store_next. */
CROK_MUST_USE crok_status crok_store_has(crok_store *s, long seq,
                                         const char *line, size_t len,
                                         bool *out, crok_err *err);

/* Get the first event whose seq is larger than `after`.
 *
 *   line  owned by the store, valid until the next call; NULL if there is no
 *         such event
 *
 * CROK_EFORMAT  the file is damaged, or the event's seal does not fit
 * CROK_EIO      the file cannot be read
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_store_next(crok_store *s, long after, long *seq,
                                          const char **line, size_t *len,
                                          crok_err *err);

/* The table `seal` has one row for each event (kind "event", disc 0) and one
 * for each picture, with its kind and disc. Insert the seal of `key`, or of
 * event key->seq if `is_event`. Errors are those of crok_store_commit. */
CROK_MUST_USE crok_status crok_store_put_seal(crok_store *s,
                                              const crok_picture_key *key,
                                              bool is_event,
                                              const crok_seal *seal,
                                              crok_err *err);

/* Does the picture have the seal that it had when it was stored? True also in a
 * record without seals. Errors are those of crok_store_next. */
CROK_MUST_USE crok_status crok_store_picture_fits(crok_store *s,
                                                  const crok_picture_key *key,
                                                  const void *bytes, size_t len,
                                                  bool *out, crok_err *err);

/* Bind seq, kind and disc of a picture to the first three parameters. */
void crok_store_bind_key(sqlite3_stmt *q, const crok_picture_key *key);

/* Run one SQL statement without a result. */
CROK_MUST_USE crok_status crok_store_run(const crok_store *s, const char *sql,
                                         crok_err *err);

/* Set the message that the file is damaged, and why. Returns CROK_EFORMAT. */
crok_status crok_store_damaged(const crok_store *s, const char *why,
                               crok_err *err);

/* Set a message for SQLite's last error, and return the status for it. */
crok_status crok_store_fail(const crok_store *s, crok_err *err);

/* Compile one SQL statement. The caller frees *out with sqlite3_finalize. */
CROK_MUST_USE crok_status crok_store_compile(const crok_store *s,
                                             const char *sql,
                                             sqlite3_stmt **out, crok_err *err);

#endif
