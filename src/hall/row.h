/* SPDX-License-Identifier: Apache-2.0
 *
 * hall/row.h: the headers of a row, which is one message of the stream EVENT.
 * Its body is one line of crokeye.event/1, byte for byte as in the record.
 *
 *   Crok-Record  id of the record
 *   Crok-Seq     seq of the event; in a record they rise, with gaps
 *   Crok-Prev    seq of the event before it in the record; 0: it is the first
 *   Crok-Run     "ID=N": the row is the N-th of an unbroken run of the
 * subject's rows, and relies on these only Crok-Before  the other records of
 * which the subject has rows, and the seq of the last row of each:
 * "ID=SEQ;ID=SEQ", the newest first, at most CROK_ROW_BEFORE_MAX of them;
 * absent if there is none
 *
 * So the last row of a subject says where each record stands: a publisher goes
 * on behind it, and a reader that compares Crok-Prev with what it has read
 * notices a row that is missing.
 *
 * A subject that has fewer rows than its last row's N has lost some: the stream
 * was cut, or the run has grown too old. Then the publisher begins a new run:
 * it sends its record anew from the first event. A reader meets rows that it
 * has; it knows them by record and seq.
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

/* Bytes of a run's id, which is random, as digits. */
#define CROK_RUN_BYTES 8

typedef struct crok_row {
    crok_row_place at; /* the row's record and seq */
    long prev;
    char run[2 * CROK_RUN_BYTES + 1]; /* id of its run; "": an older version
                                       * wrote it, without runs */
    long n_run; /* its place there, from 1; 0: the run has no row yet */
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

/* Begin a run: a row behind which its first one comes.
 *
 * CROK_EIO  as crok_random_hex */
CROK_MUST_USE crok_status crok_row_begin(crok_row *out, crok_err *err);

/* Is a row the last of a run of which the subject, with n messages, has all? */
bool crok_row_is_whole(const crok_row *last, uint64_t n);

/* Returns the row of event `seq` of the record, behind the row `last`. */
crok_row crok_row_after(const crok_row *last, const char *record, long seq);

/* The headers as texts. */
typedef struct crok_row_headers {
    char seq[24], prev[24], run[2 * CROK_RUN_BYTES + 24];
    char before[CROK_ROW_BEFORE_MAX * (CROK_RECORD_ID + 24)];
    const char *list[11]; /* for crok_post.headers: it refers to `row` and to
                           * the texts above. crok_post.id is `run`: nothing
                           * else has this place */
} crok_row_headers;

/* Write the headers of a row.
 *
 *   row  borrowed as long as out->list is used
 *   out  written; it must not be moved */
void crok_row_write(const crok_row *row, crok_row_headers *out);

#endif
