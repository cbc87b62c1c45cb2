/* SPDX-License-Identifier: Apache-2.0
 *
 * journal/journal.h: the journal is the record of one match on the disk. It has
 * the events in order, and the match that results from them. It is one file, a
 * SQLite database. An event is confirmed when it is on the disk in this file:
 * between two events a copy of the file alone is the whole record. No event is
 * ever changed or deleted; an undo is one more event.
 *
 * A record has a random id, which it keeps wherever it is copied. Each event
 * has a seal that depends on the id and on all events before it
 * (journal/seal.h), and each picture has one, so that a changed bit is noticed.
 *
 * Each event is stored as one line of crokeye.event/1. An import stores the
 * lines as they were given, with their seq (rising, gaps are allowed) and time.
 * So an export writes the same bytes that were imported, except that blank
 * lines and a \r before the \n are left out. An event that is appended gets the
 * next seq, and its line is written by crok_event_to_json. This line is then
 * read again and folded: so a match that is resumed from the file is identical,
 * also in the rounding of its numbers.
 *
 * If a shot in the record has a decision, that decision is used, also if a
 * later program would decide otherwise. If it has none, the shot is judged each
 * time the record is opened. In the same way a match uses the book that is in
 * its record. If the record only names a preset, the preset of the program is
 * used.
 *
 * Pictures are stored in the same file. They are copied, moved and recovered
 * with the match, and are never incomplete. A request for /calls/41-6.png is a
 * search for two numbers, so it cannot reach another file. A picture is stored
 * after its event has been confirmed, in a transaction of its own. So if the
 * disk is full, the event is there and only the picture is lost.
 *
 * A record has one writer at a time; a second writer is rejected, whatever name
 * it opens the file by. There may be any number of readers, in this process and
 * in others; they write nothing, neither to the file nor beside it. A program
 * that is killed in the middle of an event leaves a file RECORD-journal; the
 * next writer takes it back, and a reader reads round it
 * (journal/leftover.h).
 *
 * Room     journal: uses core and rules, SQLite. Reads no clock.
 * Threads  one journal, one thread at a time. Another thread opens its own
 *          journal to read.
 * Source   crokeye.event/1 in docs/FORMATS.md. */
#ifndef CROK_JOURNAL_JOURNAL_H
#define CROK_JOURNAL_JOURNAL_H

#include <stdbool.h>
#include <stddef.h>

#include "core/status.h"
#include "rules/log.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The largest picture, bytes. A close-up and a picture of a rest usually have
 * about 100 KB each. */
#define CROK_PICTURE_MAX_BYTES ((size_t)8 << 20)

/* Size of a record's id as text: a UUID and its end. */
#define CROK_RECORD_ID 37

typedef struct crok_journal crok_journal;

typedef enum crok_journal_mode {
    CROK_JOURNAL_READ,
    CROK_JOURNAL_WRITE, /* the file is created if it does not exist */
    /* Read as many lines as possible of a damaged record, or of one of a newer
     * program: the lines are not checked and not folded. */
    CROK_JOURNAL_SALVAGE
} crok_journal_mode;

/* Open a record and fold its events.
 *
 *   out  written only on CROK_OK; close with crok_journal_close
 *
 * A record of version 1 of the format becomes one of the newest version when it
 * is opened to write.
 *
 * CROK_EIO           there is no such file, or no permission to open it, or it
 *                    cannot be written, or another writer has it open, or it
 *                    has a hard link
 * CROK_EFORMAT       the file is not a record or is damaged, or an event
 *                    contradicts those before it; the message has its seq; or
 *                    what lies beside it is not of this record
 * CROK_EUNSUPPORTED  a newer program has written the file
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_journal_open(const char *path,
                                            crok_journal_mode mode,
                                            crok_journal **out, crok_err *err);

/* Close *j and set it to NULL. If *j is NULL it does nothing. Every confirmed
 * event is on the disk, so none is lost if the program ends without this call.
 * Events that are only in memory are lost. */
void crok_journal_close(crok_journal **j);

/* Returns the present match. The journal owns it, and it is valid until the
 * next call for this journal. In SALVAGE mode it is a match that has not
 * started. */
const crok_match *crok_journal_match(const crok_journal *j);

/* Returns the log of all events. The journal owns it, and it is valid until the
 * next call for this journal. */
const crok_log *crok_journal_log(const crok_journal *j);

/* Returns the seq of the last event, or 0 if there is none. */
long crok_journal_seq(const crok_journal *j);

/* Value of expected_seq for a caller that accepts any state of the match. */
#define CROK_SEQ_ANY (-1L)

/* Append one event. It is folded, written to the file and synced to the disk.
 * After an error nothing has changed, and the caller may try again; but if the
 * disk failed at the very end of the commit, so that nobody can say whether the
 * event is on it, then the event stays in the match, is kept in memory, and the
 * message says so.
 *
 * Events that are kept in memory are written first. If they cannot be, the new
 * one is refused.
 *
 *   e             borrowed; its seq is ignored; its time must be UTC in the
 *                 form of RFC 3339 ("2026-05-02T10:00:20Z")
 *   expected_seq  the seq that the caller last saw, or CROK_SEQ_ANY
 *
 * CROK_ECONFLICT  the match is no longer at expected_seq, or the rules do not
 *                 allow the event: the message says why; or another program has
 *                 changed the record
 * CROK_EFORMAT    the evidence contradicts itself, or the file is damaged
 * CROK_EARG       the time is not UTC, or the journal was opened to read
 * CROK_EIO        the disk is full or read-only, or the device failed, or the
 *                 record was deleted, renamed, replaced or linked
 * CROK_ETOOLARGE  the record has no room for it (rules/room.h)
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_journal_append(crok_journal *j,
                                              const crok_event *e,
                                              long expected_seq, crok_err *err);

/* ---- a disk that does not take an event ---- */

/* Append one event as crok_journal_append, but if it cannot be written, it is
 * kept in memory, in order, and counts in the match. Until it is written, it
 * is lost if the program is killed. Errors are those of crok_journal_append,
 * without those of writing. */
CROK_MUST_USE crok_status crok_journal_keep(crok_journal *j,
                                            const crok_event *e,
                                            long expected_seq, crok_err *err);

/* Write what is kept in memory. If nothing is, but the last write failed, find
 * out whether the disk takes writes again. If none failed, find out whether the
 * file is still the record.
 *
 * CROK_OK  everything is on the disk
 * Errors are those of writing in crok_journal_append */
CROK_MUST_USE crok_status crok_journal_retry(crok_journal *j, crok_err *err);

typedef struct crok_journal_health {
    char id[CROK_RECORD_ID]; /* the record's */
    long saved;              /* seq of the last event on the disk; 0: none */
    int n_unsaved;           /* events that are only in memory */
    bool is_gone;    /* the file is not the record any more: it was deleted,
                      * renamed, replaced, linked or changed by others */
    bool is_filling; /* nothing is wrong yet, but it has room for few events
                      * more (rules/room.h) */
    char words[256]; /* what is wrong and what to do; "": nothing */
} crok_journal_health;

/* Returns how the record is; looks at the file. */
crok_journal_health crok_journal_health_of(const crok_journal *j);

/* Write lines of crokeye.event/1 to an empty record. After an error the record
 * is still empty.
 *
 *   name  name of the source, for messages
 *   text  borrowed, len bytes
 *
 * Errors are those of crok_journal_append, and also:
 * CROK_ECONFLICT  the record is not empty
 * CROK_EFORMAT    a line is no event, or the text has no event */
CROK_MUST_USE crok_status crok_journal_import(crok_journal *j, const char *name,
                                              const char *text, size_t len,
                                              crok_err *err);

/* Read and fold the events that the writer has added since the last call. For
 * readers. Errors are those of crok_journal_open, and also:
 *
 * CROK_ECONFLICT  another record, or an older copy of this one, was written
 * over the file; what was read stays. Open it anew */
CROK_MUST_USE crok_status crok_journal_refresh(crok_journal *j, crok_err *err);

typedef struct crok_journal_line {
    long seq;
    const char *text; /* owned by the journal, valid until its next call; NULL
                       * at the end */
    size_t len;       /* without the newline */
} crok_journal_line;

/* Get the line of the first event whose seq is larger than `after`. 0 gives the
 * first event of the record.
 *
 * CROK_EFORMAT  the next event cannot be read because the file is damaged
 * CROK_EIO */
CROK_MUST_USE crok_status crok_journal_next(crok_journal *j, long after,
                                            crok_journal_line *out,
                                            crok_err *err);

/* Set the function that gets the messages of SQLite's log, such as "file
 * unlinked while open". Call this once, before anything of this room.
 *
 *   hear  may be called from any thread, with a text that is valid for the
 *         call */
void crok_journal_hear(void (*hear)(const char *what));

/* ---- pictures ---- */

typedef struct crok_picture_key {
    long seq;     /* seq of the event that the picture shows */
    bool is_call; /* true: a PNG close-up of a close call; false: a JPEG of the
                     board at rest */
    int disc;     /* id of the disc in a close-up; 0 for a rest */
} crok_picture_key;

/* Store a picture. It is on the disk when the function returns CROK_OK.
 *
 *   bytes  borrowed, 0 < len <= CROK_PICTURE_MAX_BYTES
 *
 * After every error no picture is stored:
 * CROK_ECONFLICT  there is no such event, or it has this picture already
 * CROK_ETOOLARGE  len is above CROK_PICTURE_MAX_BYTES
 * CROK_EARG       len is 0, or the journal was opened to read
 * CROK_EIO        the disk is full or read-only, or the device failed
 * CROK_EFORMAT    the file is damaged
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_journal_put_picture(crok_journal *j,
                                                   const crok_picture_key *key,
                                                   const void *bytes,
                                                   size_t len, crok_err *err);

/* Read a picture. If there is no such picture, the status is CROK_OK and *bytes
 * is NULL.
 *
 *   bytes, len  written only on CROK_OK; the caller frees *bytes with free()
 *
 * CROK_EIO      the file cannot be read
 * CROK_EFORMAT  the file is damaged, or the picture's seal does not fit
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_journal_picture(crok_journal *j,
                                               const crok_picture_key *key,
                                               unsigned char **bytes,
                                               size_t *len, crok_err *err);

#ifdef __cplusplus
}
#endif
#endif
