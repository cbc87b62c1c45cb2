/* SPDX-License-Identifier: Apache-2.0
 *
 * hall/rows_out.h: publish the events of a table's record as rows of the stream
 * EVENT, each once and in order.
 *
 * The record is the outbox, and the broker remembers how far it has come: the
 * last row of the table's subject says which event is next. A row is refused by
 * the broker unless it follows that last row, so neither an answer that was
 * lost nor two publishers at one table can double one. After every failure the
 * last row is read anew.
 *
 * The record is also what heals the stream: if the subject has lost rows of its
 * last run (hall/row.h), or its last message is no row, the record is sent
 * again from its first event in a new run.
 *
 * Room     hall: uses core and journal.
 * Threads  one thread at a time. */
#ifndef CROK_HALL_ROWS_OUT_H
#define CROK_HALL_ROWS_OUT_H

#include "hall/link.h"
#include "hall/outbox.h"
#include "hall/row.h"

typedef struct crok_rows_out {
    const char *subject; /* borrowed */
    bool knows_last;     /* the following are what the broker has */
    crok_row last;       /* the subject's last row, or a run's beginning */
    uint64_t number;     /* of the subject's last message; 0: it has none */
    int64_t made_ns;     /* when the stream with this number was made */
    long n_healed;       /* how often rows were missing there */
    long fits;           /* the outbox' n_opened of which it is known
                          * that its record goes on from `last`; 0:
                          * none */
    bool is_refused;     /* the record is an older or another copy of
                          * what the broker has: nothing of it is sent */
    bool is_caught_up;   /* nothing of the record is missing there */
    crok_attempt sending;
} crok_rows_out;

crok_rows_out crok_rows_out_to(const char *subject);

/* Find out anew what the broker has, as after a new connection. */
void crok_rows_out_forget(crok_rows_out *r);

/* Look again whether the broker has all: somebody may have cut its stream. */
void crok_rows_out_doubt(crok_rows_out *r);

/* Publish the next rows, at most `most`. Call again while is_caught_up is
 * false.
 *
 *   n_sent  the number of rows that the broker has taken is added
 *
 * CROK_EIO        the broker has not taken it, or nobody knows
 * CROK_ECONFLICT  the subject's last row is no longer the one that was read,
 *                 several times in a row: another publisher is at this table;
 *                 or what the broker has of this record is not in it
 * CROK_EFORMAT    the record is damaged
 * CROK_ETOOLARGE  the event is larger than a message may be, or the stream, or
 *                 the table's share of it, is full
 * CROK_EARG       the stream does not keep this subject
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_rows_out_step(crok_rows_out *r,
                                             const crok_hall_link *link,
                                             const crok_outbox *outbox,
                                             int most, long *n_sent,
                                             crok_err *err);

#endif
