/* SPDX-License-Identifier: Apache-2.0
 *
 * hall/lane.h: one table of a publisher: its record, and what is sent and
 * fetched for it.
 *
 * Room     hall, internal: for hall/publisher.c.
 * Threads  one thread at a time. */
#ifndef CROK_HALL_LANE_H
#define CROK_HALL_LANE_H

#include "hall/next_in.h"
#include "hall/publisher.h"
#include "hall/rows_out.h"
#include "hall/state_out.h"

typedef struct crok_lane {
    const crok_publisher_options *o; /* borrowed: for what is said */
    const crok_publish_table *table; /* borrowed */
    char event[CROK_SUBJECT_MAX], state[CROK_SUBJECT_MAX];
    char next[CROK_SUBJECT_MAX];
    crok_outbox outbox;
    crok_rows_out rows;
    crok_state_out now;
    crok_next_in list;
    int64_t doubt_ms; /* when it is looked again whether the broker has all */
    long n_healed;    /* of `rows`, as far as it was said */
} crok_lane;

/* Open a table.
 *
 *   o, table  borrowed until crok_lane_close
 *   out       written; it must not be moved
 *
 * CROK_EARG  the hall's or the table's name is empty or too long */
CROK_MUST_USE crok_status crok_lane_open(const crok_publisher_options *o,
                                         const crok_publish_table *table,
                                         crok_lane *out, crok_err *err);
void crok_lane_close(crok_lane *l);

/* There is a new connection: what the broker has is found out anew. */
void crok_lane_connected(crok_lane *l);

/* Read what the table's program has written. */
void crok_lane_look(crok_lane *l, bool record_changed, bool state_changed);

/* Send and fetch what is due. The rows that were sent are added to *n_sent. */
void crok_lane_send(crok_lane *l, const crok_hall_link *link, long *n_sent);

/* When must crok_lane_send be called next, in ms of crok_clock_monotonic_ms? */
int64_t crok_lane_due(const crok_lane *l);

#endif
