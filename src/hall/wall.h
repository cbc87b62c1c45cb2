/* SPDX-License-Identifier: Apache-2.0
 *
 * hall/wall.h: what a screen shows of all tables of a hall: from each table's
 * newest crokeye.match/1, from its next matches and from the time at which
 * something was last heard of it, the document crokeye.tables/1 is made.
 *
 * Room     hall: uses core, rules and the record's id of journal. Reads no
 *          clock.
 * Threads  one thread at a time.
 * Source   crokeye.tables/1 and crokeye.match/1 (docs/FORMATS.md). */
#ifndef CROK_HALL_WALL_H
#define CROK_HALL_WALL_H

#include <stdbool.h>
#include <stdint.h>

#include "core/status.h"
#include "hall/contact.h"
#include "hall/pairings.h"
#include "journal/journal.h"

typedef struct crok_wall crok_wall;

/* A table of which nothing was heard for this long is said to be silent, ms.
 * Its publisher sends a state every 5 s while nothing changes: three of them
 * are missing then. */
#define CROK_WALL_SILENT_MS 15000

/* Make a wall without tables.
 *
 *   title  of the day; "": that of the matches
 *   day    address of the page with the results, or ""
 *   out    written only on CROK_OK; free with crok_wall_free
 *
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_wall_new(const char *title, const char *day,
                                        crok_wall **out, crok_err *err);

/* Free *w and set it to NULL; NULL is fine. */
void crok_wall_free(crok_wall **w);

/* How a table is heard of. */
typedef enum crok_wall_kind {
    CROK_WALL_READ,    /* it is read here; it may be silent for long */
    CROK_WALL_REPORTS, /* regularly, so that silence means that it cannot be
                        * reached */
    CROK_WALL_ENDED    /* it has ended: a screen of what is played leaves it
                        * out */
} crok_wall_kind;

/* Add a table; its index from 0 is that of crok_serve_add_table.
 *
 *   name  < CROK_NAME_MAX bytes
 *
 * CROK_ECONFLICT  there are CROK_HALL_TABLES tables
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_wall_add(crok_wall *w, const char *name,
                                        crok_wall_kind kind, crok_err *err);

/* A document of a table, as it came. */
typedef struct crok_wall_state {
    const char *json; /* borrowed: len bytes */
    size_t len;
    int64_t now_ms;   /* of crok_clock_ms */
    int64_t heard_ms; /* when the table sent it, by the same clock */
} crok_wall_state;

/* What the hall's server shows of it. */
typedef struct crok_wall_shown {
    char *json; /* the document with the hall's number and name of the table,
                 * and without pictures, which the hall has not; owned: free
                 * with cJSON_free */
    char record[CROK_RECORD_ID]; /* id of its record; "": none */
} crok_wall_shown;

/* Take a new document of a table.
 *
 *   out  written only on CROK_OK
 *
 * CROK_EFORMAT  it is no crokeye.match/1; the last one stays
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_wall_take(crok_wall *w, int table,
                                         const crok_wall_state *state,
                                         crok_wall_shown *out, crok_err *err);

/* Note the time of an event, so that the wall can say since when a question
 * about it waits.
 *
 *   record  id of its record
 *   line    of crokeye.event/1, len bytes; ignored if it is none */
void crok_wall_note(crok_wall *w, int table, const char *record,
                    const char *line, size_t len);

/* Set the next matches of a table.
 *
 *   json  a crokeye.next/1; NULL: there is none
 *
 * CROK_EFORMAT  it is no such document; the last one stays
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_wall_set_next(crok_wall *w, int table,
                                             const char *json, crok_err *err);

/* Spell the players' names as the pairings do, also those of the matches that
 * are shown already.
 *
 *   p  borrowed
 *
 * CROK_ENOMEM  the names stay as they were */
CROK_MUST_USE crok_status crok_wall_set_pairings(crok_wall *w,
                                                 const crok_pairings *p,
                                                 crok_err *err);

/* Set whether the broker can be reached. While it cannot, no further table
 * becomes silent: nobody knows how it is with them. When it is back, they have
 * CROK_WALL_SILENT_MS to be heard of.
 *
 *   now_ms  of crok_clock_ms */
void crok_wall_set_contact(crok_wall *w, const crok_hall_contact *contact,
                           int64_t now_ms);

/* Write crokeye.tables/1 as it is at this time.
 *
 * Returned: free with cJSON_free. NULL if there is no memory. */
char *crok_wall_text(const crok_wall *w, int64_t now_ms);

#endif
