/* SPDX-License-Identifier: Apache-2.0
 *
 * hall/sink.h: where a reader puts what it reads of the tables of a hall.
 *
 * Room     hall: uses core and the record's id of journal.
 * Threads  a reader may call from any of its threads, from several at once. */
#ifndef CROK_HALL_SINK_H
#define CROK_HALL_SINK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/status.h"
#include "hall/contact.h"

/* One row of a record of a table; all borrowed. */
typedef struct crok_hall_row {
    const char *table;  /* its name */
    const char *record; /* the record's id */
    long seq;
    long prev;        /* seq of the row before it in the record; 0: none */
    const char *line; /* crokeye.event/1, len bytes */
    size_t len;
} crok_hall_row;

/* The present document of a table; all borrowed. */
typedef struct crok_hall_state {
    const char *table;
    const char *json; /* crokeye.match/1, len bytes */
    size_t len;
    int64_t heard_ms; /* when the table sent it, of crok_clock_ms */
} crok_hall_state;

typedef struct crok_hall_sink {
    void *context; /* passed to each call */

    /* Take a row. A row that is known is taken as often as it comes.
     *
     *   is_gap  written: rows before it are missing, and it was not taken. The
     *           record must be read anew */
    crok_status (*row)(void *context, const crok_hall_row *row, bool *is_gap,
                       crok_err *err);

    /* Take a document.
     *
     * CROK_EFORMAT  it is none; the last one stays */
    crok_status (*state)(void *context, const crok_hall_state *state,
                         crok_err *err);

    /* The broker cannot be reached any more, or is read again. Readers without
     * a broker do not call it. */
    void (*contact)(void *context, const crok_hall_contact *contact);

    /* Tell a person something. */
    void (*say)(void *context, const char *what);
} crok_hall_sink;

#endif
