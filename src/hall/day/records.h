/* SPDX-License-Identifier: Apache-2.0
 *
 * hall/day/records.h: the records of a day, each folded as its rows come in.
 *
 * Room     hall, internal: uses rules. Allocates.
 * Threads  one day, one thread at a time. */
#ifndef CROK_HALL_DAY_RECORDS_H
#define CROK_HALL_DAY_RECORDS_H

#include <stdint.h>

#include "core/sha256.h"
#include "hall/day.h"
#include "rules/history.h"

/* A row that was taken: enough to know it again. */
typedef struct crok_known_row {
    long seq;
    uint8_t hash[CROK_SHA256_BYTES];
} crok_known_row;

/* A player who was replaced during a match. */
typedef struct crok_replaced {
    int match; /* number in the record, from 1 */
    int seat;
    char player[CROK_TEXT_MAX]; /* who played there before */
} crok_replaced;

/* The event with which a match began. */
typedef struct crok_match_began {
    long seq;
    char time[CROK_NAME_MAX];
} crok_match_began;

typedef struct crok_day_record {
    char table[CROK_NAME_MAX], id[CROK_RECORD_ID];
    crok_log log;
    int n_rows, cap;
    crok_known_row *rows; /* owned */
    char trouble[256];    /* why no more rows are taken, or "" */
    bool is_stale;        /* the three below are older than the log */
    crok_history history;
    int n_starts;
    crok_match_began *starts; /* owned: where each match of the history began */
    int n_replaced;
    crok_replaced *replaced; /* owned */
} crok_day_record;

crok_day_record *crok_day_record_new(const char *table, const char *id);
void crok_day_record_free(crok_day_record *r);

/* Read a row that is to be added: *took is CROK_DAY_NEW if it can be.
 * Parameters, results and errors are those of crok_day_take.
 *
 *   event  written where *took is CROK_DAY_NEW: the row's event */
crok_status crok_day_record_read(crok_day_record *r, const crok_day_row *row,
                                 crok_day_took *took, crok_event *event,
                                 crok_err *err);

/* Add the row that was just read.
 *
 *   took  set to CROK_DAY_SPOILT if the event does not fit the match */
crok_status crok_day_record_add(crok_day_record *r, const crok_day_row *row,
                                const crok_event *event, crok_day_took *took,
                                crok_err *err);

/* Make the history of the log, unless it is made already. Returns false if
 * there is no memory. */
bool crok_day_record_refresh(crok_day_record *r);

long crok_day_record_last(const crok_day_record *r);

#endif
