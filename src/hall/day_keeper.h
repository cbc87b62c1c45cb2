/* SPDX-License-Identifier: Apache-2.0
 *
 * hall/day_keeper.h: keep the day of a hall (hall/day.h) up to date from the
 * rows of its tables and from the file of pairings, and show it: the document
 * crokeye.day/1, the sheets, and what is next at each table. The file is read
 * again when it changes, so that a later round is a few lines more in it.
 *
 * Room     hall: uses core, serve. Reads the clock.
 * Threads  any thread may make any call between open and close. It has a thread
 *          of its own, which makes the documents. */
#ifndef CROK_HALL_DAY_KEEPER_H
#define CROK_HALL_DAY_KEEPER_H

#include <stdbool.h>

#include "hall/about.h"
#include "hall/sink.h"
#include "serve/serve.h"

/* Least time between two documents of the day, ms, in which rows are taken: a
 * correction is seen within a second. */
#define CROK_DAY_PACE_MS 250

typedef struct crok_day_keeper crok_day_keeper;

/* Where it shows the day. */
typedef struct crok_day_keeper_to {
    crok_serve *server; /* kept */
    void *context;      /* passed to the functions */

    /* What is next at a table has changed. Without a file of pairings nobody
     * knows what is next, and it is not called.
     *
     *   json  crokeye.next/1, valid for the call */
    void (*next)(void *context, const char *table, const char *json);

    /* The pairings have changed.
     *
     *   pairings  valid for the call */
    void (*pairings)(void *context, const crok_pairings *pairings);

    /* Told what a person should know. */
    void (*say)(void *context, const char *what);
} crok_day_keeper_to;

/* Begin to keep a day.
 *
 *   out  written only on CROK_OK; close with crok_day_keeper_close
 *
 * CROK_EARG  a text of `about` is too long
 * CROK_ENOMEM
 *
 * If the file of pairings cannot be read, a message says so, and it is a fault
 * of the day; the file is read again as soon as it is possible. */
CROK_MUST_USE crok_status crok_day_keeper_open(const crok_hall_about *about,
                                               const crok_day_keeper_to *to,
                                               crok_day_keeper **out,
                                               crok_err *err);

/* End the thread. *k is set to NULL; NULL is fine. */
void crok_day_keeper_close(crok_day_keeper **k);

/* There is a table of this name, for which `next` is to be called. */
CROK_MUST_USE crok_status crok_day_keeper_add_table(crok_day_keeper *k,
                                                    const char *name,
                                                    crok_err *err);

/* The broker cannot be reached any more, or is read again: the day says so. */
void crok_day_keeper_set_contact(crok_day_keeper *k,
                                 const crok_hall_contact *contact);

/* Take a row, as crok_hall_sink.row. */
CROK_MUST_USE crok_status crok_day_keeper_take(crok_day_keeper *k,
                                               const crok_hall_row *row,
                                               bool *is_gap, crok_err *err);

#endif
