/* SPDX-License-Identifier: Apache-2.0
 *
 * hall/hall.h: a hall that is shown: its tables, and the documents that its
 * server sends to browsers. Readers (hall/engine_reader.h, hall/local_reader.h)
 * give it what the tables play; it gives the server each table's document at
 * once, and the document of all tables as often as CROK_HALL_PACE_MS allows.
 *
 * Room     hall: uses core, journal, serve. Reads the clock.
 * Threads  any thread may make any call between open and close. It has a thread
 *          of its own, which writes the document of all tables. */
#ifndef CROK_HALL_HALL_H
#define CROK_HALL_HALL_H

#include <stdbool.h>
#include <stdint.h>

#include "core/status.h"
#include "hall/day_keeper.h"
#include "hall/sink.h"
#include "hall/wall.h"
#include "serve/serve.h"

/* Least time between two documents of all tables, ms: so a change is seen after
 * that time and the time on the way, which are 250 ms at most together. And the
 * most while nothing changes, so that the ages on a page that has just been
 * opened are right. */
#define CROK_HALL_PACE_MS 150
#define CROK_HALL_REST_MS 1000

typedef struct crok_hall crok_hall;

/* All borrowed, except the server, which is kept. */
typedef struct crok_hall_config {
    crok_serve *server;    /* with is_hall, and without tables */
    const char *title;     /* of the day; "": that of the matches */
    const char *day;       /* address of /day for people in the hall, or "" */
    crok_hall_about about; /* what is known of the day; its path is kept */
    bool is_listed; /* only tables of crok_hall_add_table are shown: what comes
                     * of another one is left out, with one message */
    /* What is next at a table has changed: crokeye.next/1. May be NULL. */
    void (*next)(void *context, const char *table, const char *json);
    /* Told what a person should know. */
    void (*message)(void *context, const char *what);
    void *context; /* passed to both */
} crok_hall_config;

/* Begin to show a hall.
 *
 *   out  written only on CROK_OK; close with crok_hall_close
 *
 * CROK_EARG    a text of `about` is too long
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_hall_open(const crok_hall_config *config,
                                         crok_hall **out, crok_err *err);

/* Close *h and set it to NULL; NULL is fine. The server stays. */
void crok_hall_close(crok_hall **h);

/* Returns where readers put what they read: the hall. A table is added when
 * something comes of it, unless the tables are listed. It is valid until
 * crok_hall_close. */
crok_hall_sink crok_hall_sink_of(crok_hall *h);

/* Add a table, if there is none of this name.
 *
 * Errors as crok_serve_add_table */
CROK_MUST_USE crok_status crok_hall_add_table(crok_hall *h, const char *name,
                                              crok_wall_kind kind,
                                              crok_err *err);

/* Set the next matches of a table, a crokeye.next/1; NULL: there is none.
 *
 * CROK_EARG     there is no such table
 * CROK_EFORMAT  it is no such document; the last one stays
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_hall_set_next(crok_hall *h, const char *table,
                                             const char *json, crok_err *err);

#endif
