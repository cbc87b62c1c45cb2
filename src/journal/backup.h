/* SPDX-License-Identifier: Apache-2.0
 *
 * journal/backup.h: copy a record while it is written, and check one.
 *
 * Room     journal: uses core, SQLite.
 * Threads  as journal.h. */
#ifndef CROK_JOURNAL_BACKUP_H
#define CROK_JOURNAL_BACKUP_H

#include "journal/journal.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Copy the record to a new file, with SQLite's online backup. A program that
 * writes the record waits while the pages are read. The copy is checked and on
 * the disk before it gets its name; until then, and if the program is killed,
 * it is called PATH.part-XXXXXX.
 *
 *   j           opened with CROK_JOURNAL_READ
 *   may_replace an existing file is replaced if it is an earlier state of this
 *               record, whose events are all in the copy, and no program writes
 *               it; otherwise nothing that exists is replaced
 *
 * CROK_ECONFLICT  there is a file that is not replaced; the message says why
 * CROK_EFORMAT    the record is damaged
 * CROK_EIO        the copy cannot be written */
CROK_MUST_USE crok_status crok_journal_backup(crok_journal *j, const char *path,
                                              bool may_replace, crok_err *err);

typedef struct crok_record_facts {
    char id[CROK_RECORD_ID]; /* "": a record of version 1, without seals */
    int version;             /* of the format */
    long n_events, n_pictures;
    bool has_journal; /* a program was killed while it wrote; the next one that
                       * writes takes that event back */
    bool has_log;     /* a program was killed, and left events of version 1 in
                       * the write-ahead log */
    bool has_link;    /* the file has a second name (a hard link): no program
                       * writes it */
} crok_record_facts;

/* Check everything that crok_journal_open does not check: the seals of all
 * pictures. The journal was opened, so its pages are intact and its events are
 * a match with all seals.
 *
 *   path  the record's file
 *   out   written only on CROK_OK
 *
 * CROK_EFORMAT  a picture is not as it was written; the message names it
 * CROK_EIO, CROK_ENOMEM */
CROK_MUST_USE crok_status crok_journal_check(crok_journal *j, const char *path,
                                             crok_record_facts *out,
                                             crok_err *err);

#ifdef __cplusplus
}
#endif
#endif
