/* SPDX-License-Identifier: Apache-2.0
 *
 * cli/watch_record.h: where a watched match is kept: in a record on the disk
 * (journal/journal.h), in that of a server's table (serve/table.h), which
 * others write too, or in memory only. All fold the same events to the same
 * match.
 *
 * Room     cli: uses core, rules, journal, serve, capture. Reads the clock: an
 *          event's time is when it was appended.
 * Threads  a record has one owner; a server's is shared, and its owner holds it
 *          during every call but those to open, close and hold it. */
#ifndef CROK_CLI_WATCH_RECORD_H
#define CROK_CLI_WATCH_RECORD_H

#include "core/image.h"
#include "journal/journal.h"
#include "serve/table.h"

typedef struct crok_record {
    crok_journal *journal; /* owned; or NULL */
    crok_table *table;     /* borrowed; or NULL */
    crok_log log;          /* without either: in memory only */
} crok_record;

/* Open the record at `path`, made where there is none; NULL: in memory.
 *
 *   out  written only on CROK_OK; close with crok_record_close
 *
 * Errors as crok_journal_open in CROK_JOURNAL_WRITE */
CROK_MUST_USE crok_status crok_record_open(const char *path, crok_record *out,
                                           crok_err *err);

/* The record of a table; kept: closed before it. */
crok_record crok_record_of(crok_table *table);

/* Nobody else reads or writes it from here to there. */
void crok_record_hold(const crok_record *r);
void crok_record_release(const crok_record *r);

/* Also of one that is zeroed or closed already. */
void crok_record_close(crok_record *r);

/* All events; the record's own, till the next one. */
const crok_log *crok_record_log(const crok_record *r);

/* The last event's seq; 0 where there is none. */
long crok_record_seq(const crok_record *r);

/* Append one event: on the disk when this returns, where there is one.
 *
 *   e  borrowed; its seq and time are not looked at
 *
 * Errors as crok_journal_append; nothing has changed then */
CROK_MUST_USE crok_status crok_record_append(crok_record *r,
                                             const crok_event *e,
                                             crok_err *err);

/* Keep a small JPEG of the rest that the last event left; nothing in memory.
 *
 *   img  borrowed: RGB
 *
 * Errors as crok_journal_put_picture; and CROK_EVISION */
CROK_MUST_USE crok_status crok_record_rest(crok_record *r,
                                           const crok_image *img,
                                           crok_err *err);

/* Keep the close-up of a call on `disc`, an id, beside the last event; nothing
 * in memory. As crok_record_rest. */
CROK_MUST_USE crok_status crok_record_call(crok_record *r, int disc,
                                           const crok_image *img,
                                           crok_err *err);

/* Are pictures kept at all? */
bool crok_record_keeps(const crok_record *r);

#endif
