/* SPDX-License-Identifier: Apache-2.0
 *
 * journal/journal.h: the record of a match: its events in order, each on the
 * disk before it is confirmed, and the match that they fold to. One file a
 * match, a SQLite database in WAL mode with full syncs; an event is never
 * changed or taken out, also an undo is one more event.
 *
 * What is kept of an event is its line of crokeye.event/1 as it was given, so
 * that an export gives the bytes that an import took: one line an event, each
 * ended by one \n, empty lines and a \r before the \n left out. An import
 * keeps seq (rising, gaps allowed) and time. An event appended here gets the
 * seq after the last one and the line that crok_event_to_json writes; what is
 * folded is that line read again, so that a match resumed is the match that
 * was, to the last rounded digit.
 *
 * A shot that brings its decision keeps it, whatever a later program would
 * judge, and so does a match that brings its whole book; without them they are
 * judged, and looked up, again whenever the record is opened.
 *
 * Pictures lie in the same file, not beside it: they are copied, moved and
 * recovered with the match, a picture can never be half there, and what asks
 * for /calls/41-6.png reaches two numbers and no path. An event is confirmed
 * before its pictures come, which are transactions of their own: a full disk
 * loses pictures first.
 *
 * One writer: a second one is refused as long as the first is there. Readers
 * are free, in this process and in others.
 *
 * Room     journal: uses core and rules, SQLite. Reads no clock.
 * Threads  one journal, one thread at a time; a reader of its own for others.
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

/* A close-up and a rest are some 100 KB each. */
#define CROK_PICTURE_MAX_BYTES ((size_t)8 << 20)

typedef struct crok_journal crok_journal;

typedef enum crok_journal_mode {
    CROK_JOURNAL_READ,
    CROK_JOURNAL_WRITE, /* created if it does not exist, else resumed */
    /* Lines only, as far as they can be read: nothing is checked or folded, so
     * that a damaged or newer record gives as much as possible. */
    CROK_JOURNAL_SALVAGE
} crok_journal_mode;

/* Open a record and fold what it holds.
 *
 *   out  written only on CROK_OK; close with crok_journal_close
 *
 * CROK_EIO           no such file, no permission, read-only, full, or another
 *                    writer is there
 * CROK_EFORMAT       not a record, damaged, or its events contradict each
 *                    other: the message says from which on
 * CROK_EUNSUPPORTED  written by a newer program
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_journal_open(const char *path,
                                            crok_journal_mode mode,
                                            crok_journal **out, crok_err *err);

/* Close *j and set it to NULL; NULL is fine. Every event was written to the
 * disk when it was appended, so none is lost if the program ends without this
 * call. */
void crok_journal_close(crok_journal **j);

/* The present match; owned by the journal, valid until its next call. In
 * SALVAGE mode it is a match that has not started. */
const crok_match *crok_journal_match(const crok_journal *j);

/* All events, folded; owned by the journal, valid until its next call. */
const crok_log *crok_journal_log(const crok_journal *j);

/* seq of the last event; 0 if there is none. */
long crok_journal_seq(const crok_journal *j);

/* As expected_seq: accept any state of the match. */
#define CROK_SEQ_ANY (-1L)

/* Append one event: it is folded, written and synced, and only then the match
 * and its seq are the new ones. On failure nothing has changed, and the event
 * may be tried again.
 *
 *   e             borrowed; its seq is not looked at, its time must be UTC as
 *                 in RFC 3339 ("2026-05-02T10:00:20Z")
 *   expected_seq  the seq that the caller last saw, or CROK_SEQ_ANY
 *
 * CROK_ECONFLICT  the match is no longer at expected_seq, or the rules do not
 *                 allow the event: the message says why
 * CROK_EFORMAT    the evidence contradicts itself; the file is damaged
 * CROK_EARG       the time is not UTC, or the journal was opened to read
 * CROK_EIO        full, read-only, or the device failed
 * CROK_ETOOLARGE  more than CROK_MAX_EVENTS
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_journal_append(crok_journal *j,
                                              const crok_event *e,
                                              long expected_seq, crok_err *err);

/* Fill an empty record from lines of crokeye.event/1: all of them or, on
 * failure, none.
 *
 *   name  of the source, for messages
 *   text  borrowed, len bytes
 *
 * As crok_journal_append, and
 * CROK_ECONFLICT  the record is not empty
 * CROK_EFORMAT    a line is no event; none is there */
CROK_MUST_USE crok_status crok_journal_import(crok_journal *j, const char *name,
                                              const char *text, size_t len,
                                              crok_err *err);

/* Fold the events that the writer has added since; for readers. Errors as
 * crok_journal_open. */
CROK_MUST_USE crok_status crok_journal_refresh(crok_journal *j, crok_err *err);

typedef struct crok_journal_line {
    long seq;
    const char *text; /* owned by the journal, valid until its next call; NULL
                       * at the end */
    size_t len;       /* without the newline */
} crok_journal_line;

/* The first event after seq `after`, as its line; 0 gives the first of all.
 *
 * CROK_EFORMAT  what comes next is damaged
 * CROK_EIO */
CROK_MUST_USE crok_status crok_journal_next(crok_journal *j, long after,
                                            crok_journal_line *out,
                                            crok_err *err);

/* ---- pictures ---- */

typedef struct crok_picture_key {
    long seq;     /* of the event that it shows */
    bool is_call; /* true: close-up of a call (PNG); false: the rest (JPEG) */
    int disc;     /* of the call; 0 for the rest */
} crok_picture_key;

/* Keep a picture: on the disk when this returns.
 *
 *   bytes  borrowed, 0 < len <= CROK_PICTURE_MAX_BYTES
 *
 * CROK_ECONFLICT  no such event, or it has this picture already
 * CROK_ETOOLARGE, CROK_EARG, CROK_EIO, CROK_EFORMAT, CROK_ENOMEM */
CROK_MUST_USE crok_status crok_journal_put_picture(crok_journal *j,
                                                   const crok_picture_key *key,
                                                   const void *bytes,
                                                   size_t len, crok_err *err);

/* A picture's bytes; CROK_OK and *bytes NULL where there is none.
 *
 *   bytes, len  written only on CROK_OK; returned: free with free()
 *
 * CROK_EIO, CROK_EFORMAT, CROK_ENOMEM */
CROK_MUST_USE crok_status crok_journal_picture(crok_journal *j,
                                               const crok_picture_key *key,
                                               unsigned char **bytes,
                                               size_t *len, crok_err *err);

#ifdef __cplusplus
}
#endif
#endif
