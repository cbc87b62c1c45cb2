/* SPDX-License-Identifier: Apache-2.0
 *
 * hall/subjects.h: the streams of a hall and the subjects of its messages.
 *
 *   stream  subject                      a message is
 *   EVENT   crok.HALL.event.TABLE        one line of crokeye.event/1
 *   STATE   crok.HALL.state.TABLE        one crokeye.match/1: the last one only
 *   NEXT    crok.HALL.next.TABLE         the matches that the day's pairings
 *                                        have for the table: the last list only
 *   JOB     crok.job.HASH                photos to be scored: a queue
 *   RESULT  crok.result.HASH             the result of one photo: the first one
 *   ARCHIVE crok.archive.HASH            the photos of a job that was done, or
 * a file that jobs' options name
 *
 * A name of a hall or table is one token of the subject: letters, digits, '-'
 * and '_' stand for themselves, every other byte is %XX.
 *
 * Room     hall: uses core, and of serve how many tables a hall has.
 * Threads  values only; any thread.
 * Source   subjects: "Subject-Based Messaging" in the documentation of NATS. */
#ifndef CROK_HALL_SUBJECTS_H
#define CROK_HALL_SUBJECTS_H

#include <stdbool.h>

#include "hall/broker/broker.h"

typedef enum crok_hall_stream {
    CROK_HALL_EVENT,
    CROK_HALL_STATE,
    CROK_HALL_NEXT,
    CROK_HALL_JOB,
    CROK_HALL_RESULT,
    CROK_HALL_ARCHIVE,
    CROK_N_HALL_STREAMS
} crok_hall_stream;

/* Returns the stream's name: "EVENT". */
const char *crok_hall_stream_name(crok_hall_stream stream);

/* Returns the pattern of all subjects of a stream: "crok.*.event.*". */
const char *crok_hall_stream_subjects(crok_hall_stream stream);

/* Does a stream refuse what we would have it refuse, and nothing else? Not if
 * an older version has made it, or if somebody has changed its limits. */
bool crok_hall_stream_is_ours(crok_hall_stream stream,
                              const crok_stream_figures *f);

/* Make a stream, or give it our settings.
 *
 *   copies  servers that keep each message: 1, or 3 of a cluster of three
 *
 * Of the space that it is to have at most, and of each table's share of it, it
 * gets a half, a quarter, ... where the broker may not store more.
 *
 * Errors as crok_broker_calls.make_stream */
CROK_MUST_USE crok_status crok_hall_stream_make(const crok_broker_calls *calls,
                                                crok_broker *b,
                                                crok_hall_stream stream,
                                                int copies, crok_err *err);

/* Write a name as one token of a subject, which is also fit for the name of a
 * file. False if it is empty or too long. */
bool crok_hall_token(const char *name, char out[CROK_SUBJECT_MAX]);

/* Write the subject of a table.
 *
 *   stream  CROK_HALL_EVENT, _STATE or _NEXT
 *   table   its name; NULL: the pattern of all tables of the hall
 *   out     CROK_SUBJECT_MAX bytes
 *
 * CROK_EARG  a name is empty or too long */
CROK_MUST_USE crok_status crok_hall_subject(crok_hall_stream stream,
                                            const char *hall, const char *table,
                                            char *out, crok_err *err);

/* Write the name of the table of a subject.
 *
 *   out  n bytes
 *
 * Returns false if the subject is not a table's, or the name has not room. */
bool crok_hall_table_of(const char *subject, char *out, size_t n);

#endif
