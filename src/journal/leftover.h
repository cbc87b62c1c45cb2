/* SPDX-License-Identifier: Apache-2.0
 *
 * journal/leftover.h: what a killed program left beside a record. SQLite takes
 * a file FILE-journal or FILE-wal for a part of the database FILE, whatever
 * either of them is. If a backup was put in the place of a record that was
 * interrupted, SQLite would mix the two. So before SQLite opens a record that
 * has such a file beside it, both are copied to a private folder and joined
 * there, and the result is compared with the record:
 *
 *   - it must be a whole record, with every seal, or be empty where the
 *     interrupted commit was the record's first one;
 *   - the record's change counter must be the one before the interrupted commit
 *     or the next one (before the first commit of a file it is 0);
 *   - the events that the record alone has must be in it, except those of the
 *     interrupted commit. The first commit of a record has none, an import has
 *     all events of a record that had none, and any other commit has one;
 *   - a write-ahead log must not be damaged in its middle (journal/old_log.h).
 *
 * So the events are compared: they are what was confirmed to a person. A record
 * without an event has confirmed nothing, and may be taken back whole.
 *
 * Otherwise the record is not opened, and the message says which file to move
 * away. A reader uses the joined copy, so it writes nothing beside the record.
 * A copy that a kill leaves is removed before the next one is made
 * (core/temp_folder.h).
 *
 * Room     journal, internal.
 * Threads  any.
 * Source   sections 1.3, 3 and 4 of "Database File Format", sqlite.org. */
#ifndef CROK_JOURNAL_LEFTOVER_H
#define CROK_JOURNAL_LEFTOVER_H

#include "journal/store.h"

typedef enum crok_leftover {
    CROK_LEFT_NOTHING, /* the main file is the record */
    CROK_LEFT_CLOSED,  /* likewise, of version 1: without a write-ahead log it
                        * was closed, and no program writes it */
    CROK_LEFT_JOURNAL, /* a rollback journal: a commit was interrupted */
    CROK_LEFT_WAL,     /* a write-ahead log, of version 1 */
    CROK_LEFT_FOREIGN  /* a file that does not belong to this record: a
                        * write-ahead log beside a record that uses none, a
                        * journal without its record, or any other file */
} crok_leftover;

/* What lies beside the record? While a program writes the record this is a
 * journal now and then. */
crok_leftover crok_leftover_find(const char *path);

/* Open a joined copy to read. The copy has no name any more, so nothing is left
 * of it when it is closed.
 *
 *   what  CROK_LEFT_JOURNAL or CROK_LEFT_WAL
 *   mode  CROK_JOURNAL_SALVAGE: a log that is damaged in its middle is read up
 *         to there
 *   out   written only on CROK_OK
 *
 * CROK_EFORMAT  the leftover is not of this record, or is damaged
 * CROK_EIO      there is no room for the copy, or the files cannot be read */
CROK_MUST_USE crok_status crok_leftover_open(const char *path,
                                             crok_leftover what,
                                             crok_journal_mode mode,
                                             crok_store *out, crok_err *err);

/* Check, before the record is opened or made, that nothing beside it is
 * CROK_LEFT_FOREIGN: SQLite would delete it.
 *
 * CROK_EFORMAT  there is such a file; the message names it */
CROK_MUST_USE crok_status crok_leftover_refuse(const char *path, crok_err *err);

/* Check that the record may be opened to write: what lies beside it is of this
 * record. Errors are those of crok_leftover_open. */
CROK_MUST_USE crok_status crok_leftover_check(const char *path, crok_err *err);

#endif
