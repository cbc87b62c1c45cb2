/* SPDX-License-Identifier: Apache-2.0
 *
 * hall/row.h: the headers of a row, which is one message of the stream EVENT.
 * Its body is one line of crokeye.event/1, byte for byte as in the record.
 *
 *   Crok-Record  id of the record
 *   Crok-Seq     seq of the event; in a record they rise, with gaps
 *   Crok-Prev    seq of the event before it in the record; 0: it is the first
 *   Crok-Before  the other records of which the subject has rows, and the seq
 *                of the last row of each: "ID=SEQ;ID=SEQ", the newest first, at
 *                most CROK_ROW_BEFORE_MAX of them; absent if there is none
 *
 * So the last row of a subject says where each record stands: a publisher goes
 * on behind it, and a reader that compares Crok-Prev with what it has read
 * notices a row that is missing.
 *
 * Room     hall: uses core and the record's id of journal.
 * Threads  values only; any thread. */
#ifndef CROK_HALL_ROW_H
#define CROK_HALL_ROW_H

#include "hall/broker/broker.h"
#include "journal/journal.h"

/* The number of earlier records that a row lists (Crok-Before). A table plays
 * fewer in a day. If a record is resumed after more other records than that, it
 * is published again from its beginning. */
#define CROK_ROW_BEFORE_MAX 32

/* How far a record has been published. */
typedef struct crok_row_place {
    char record[CROK_RECORD_ID]; /* "": no record */
    long seq;                    /* of its last row; 0: it has none */
} crok_row_place;

typedef struct crok_row {
    crok_row_place at; /* the row's record and seq */
    long prev;
    int n_before;
    crok_row_place before[CROK_ROW_BEFORE_MAX];
} crok_row;

/* Read the headers of a message of EVENT.
 *
 *   out  written only on CROK_OK
 *
 * CROK_EFORMAT  they are not those of a row */
CROK_MUST_USE crok_status crok_row_read(const crok_broker_calls *calls,
                                        const crok_message *m, crok_row *out,
                                        crok_err *err);

/* Returns the seq of the record's last row on the subject whose last row is
 * `last`, 0 if it has none there. A row without a record stands for a subject
 * without rows. */
long crok_row_seq_of(const crok_row *last, const char *record);

/* Returns the row of event `seq` of the record, behind the row `last`. */
crok_row crok_row_after(const crok_row *last, const char *record, long seq);

/* The headers as texts. */
typedef struct crok_row_headers {
    char seq[24], prev[24];
    char before[CROK_ROW_BEFORE_MAX * (CROK_RECORD_ID + 24)];
    char id[CROK_RECORD_ID + 24]; /* for crok_post.id: "ID:SEQ" */
    const char *list[9];          /* for crok_post.headers: it refers to `row`
                                   * and to the texts above */
} crok_row_headers;

/* Write the headers of a row.
 *
 *   row  borrowed as long as out->list is used
 *   out  written; it must not be moved */
void crok_row_write(const crok_row *row, crok_row_headers *out);

#endif
