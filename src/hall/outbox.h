/* SPDX-License-Identifier: Apache-2.0
 *
 * hall/outbox.h: the record of a match as what is to be published: it is read
 * beside the program that writes it, and never written. The record may not
 * exist yet, may be replaced by another one at the same path, and may be
 * damaged for a while.
 *
 * Room     hall: uses core and journal.
 * Threads  one outbox, one thread at a time. */
#ifndef CROK_HALL_OUTBOX_H
#define CROK_HALL_OUTBOX_H

#include "core/file_mark.h"
#include "hall/attempt.h"
#include "journal/journal.h"

typedef struct crok_outbox {
    const char *path;            /* borrowed */
    crok_journal *journal;       /* owned; NULL: there is no record to read */
    long n_opened;               /* how often one was opened: another number,
                                  * perhaps another record or copy */
    char record[CROK_RECORD_ID]; /* its id; "": none */
    crok_file_mark mark;         /* of the file when it was read last */
    bool is_leaving;             /* another file has its path; what is open is
                                  * still to be sent */
    bool may_be_copy;            /* a transaction was not finished when it was
                                  * opened, so that what is open may be a copy
                                  * that does not grow */
    crok_attempt reading;
} crok_outbox;

/* Returns an outbox for the record at `path`, which is borrowed until
 * crok_outbox_close. */
crok_outbox crok_outbox_of(const char *path);
void crok_outbox_close(crok_outbox *o);

/* Read what is new. If another record has taken the place of the one that is
 * open, that one stays open until it has been sent.
 *
 *   may_differ  the file may have changed
 *   is_sent     what was read has been sent, or cannot be
 *   out         written: something has changed
 *
 * After an error what was read before stays readable if it can, and the record
 * is tried again later.
 * CROK_EIO, CROK_EFORMAT, CROK_ENOMEM, CROK_EUNSUPPORTED  as crok_journal_open
 */
CROK_MUST_USE crok_status crok_outbox_look(crok_outbox *o, bool may_differ,
                                           bool is_sent, bool *out,
                                           crok_err *err);

#endif
