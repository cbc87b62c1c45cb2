/* SPDX-License-Identifier: Apache-2.0
 *
 * hall/state_out.h: publish the present state of a table, a crokeye.match/1, as
 * the only message of its subject in the stream STATE: at most twice a second,
 * the newest one, and every five seconds while nothing changes, so that the
 * hall knows that the table can be reached.
 *
 * The document is the one that the table's program writes to a file (`crokeye
 * serve --state`), which also has what the camera sees. If there is no such
 * file, or it is not of the record or behind it, as when that program has
 * ended, the document is composed from the record.
 *
 *   Crok-Record  id of the record; absent if the match is in memory only
 *   Crok-Seq     seq of the last event in the document
 *   Crok-Sent    when it was sent: ms since 1970, UTC, of the sender's clock
 *
 * Room     hall: uses core and journal.
 * Threads  one thread at a time. */
#ifndef CROK_HALL_STATE_OUT_H
#define CROK_HALL_STATE_OUT_H

#include "hall/link.h"
#include "hall/outbox.h"

/* On average at most one state in this time, and at least one, ms. The first is
 * a little less than half a second: so a table that changes twice a second is
 * not kept waiting by two that were sent early. */
#define CROK_STATE_LEAST_MS 450
#define CROK_STATE_MOST_MS 5000
/* So much earlier than the average one may be sent. Without that, a state that
 * was delayed once would delay all that follow it at the same pace. */
#define CROK_STATE_EARLY_MS 250

typedef struct crok_state_out {
    const char *subject;         /* borrowed */
    const char *path;            /* borrowed: the document's file; NULL: none */
    char *text;                  /* owned: the last document; NULL: none */
    size_t len;                  /* of text */
    char record[CROK_RECORD_ID]; /* of text; "": of none */
    long seq;                    /* of text */
    bool is_sent;                /* the broker has taken this text */
    bool is_news;                /* there may be a newer document */
    int64_t sent_ms;             /* when the last was sent */
    int64_t full_ms;             /* until then what was sent is what may be
                                  * sent on average (a leaky bucket) */
    int64_t behind_ms;           /* since when the file is behind the record;
                                  * 0: it is not; < 0: it was for too long */
    crok_attempt sending;
} crok_state_out;

crok_state_out crok_state_out_to(const char *subject, const char *path);
void crok_state_out_close(crok_state_out *s);

/* Get the newest document into s->text; NULL: there is none. After an error of
 * the file it is composed from the record. The file is to be looked at again
 * soon while s->is_news, as it could not be read, or while s->behind_ms > 0, as
 * it is behind the record.
 *
 *   now_ms  of crok_clock_monotonic_ms
 *
 * CROK_EIO, CROK_EFORMAT, CROK_ETOOLARGE, CROK_ENOMEM  of the file */
CROK_MUST_USE crok_status crok_state_out_renew(crok_state_out *s,
                                               const crok_outbox *o,
                                               int64_t now_ms, crok_err *err);

/* When must crok_state_out_step be called next? */
int64_t crok_state_out_due(const crok_state_out *s, int64_t now_ms);

/* Send the state, if it is time.
 *
 *   now_ms  of crok_clock_monotonic_ms
 *
 * Errors of the broker as crok_broker_calls.publish, and of the file, which is
 * read again later: CROK_EIO, CROK_EFORMAT, CROK_ETOOLARGE, CROK_ENOMEM */
CROK_MUST_USE crok_status crok_state_out_step(crok_state_out *s,
                                              const crok_hall_link *link,
                                              const crok_outbox *outbox,
                                              int64_t now_ms, crok_err *err);

#endif
