/* SPDX-License-Identifier: Apache-2.0
 *
 * hall/wall_match.h: what a wall shows of a match, taken from its document
 * crokeye.match/1. The document may have come over a network, and any field of
 * it may be missing.
 *
 * Room     hall, internal: uses core, journal.
 * Threads  values only; any thread.
 * Source   field `match` of crokeye.tables/1 (docs/FORMATS.md). */
#ifndef CROK_HALL_WALL_MATCH_H
#define CROK_HALL_WALL_MATCH_H

#include <cjson/cJSON.h>

/* The question that a person at the table has to answer. */
typedef struct crok_wall_question {
    const char *ask; /* borrowed from the document; NULL: nothing is asked */
    long of;         /* seq of the event that it is about; 0: of none */
    int n;           /* questions that wait */
} crok_wall_question;

/* Returns the question of a document: the one that play waits for, or else the
 * oldest on which a total hangs. */
crok_wall_question crok_wall_question_of(const cJSON *doc);

/* Make the object `match` from a document, without since-when.
 *
 * Returned: free with cJSON_Delete. NULL if there is no memory. */
cJSON *crok_wall_match(const cJSON *doc);

/* Returns the number of an event in an object; 0 if it has none of this name.
 */
long crok_wall_seq_of(const cJSON *obj, const char *name);

/* Returns a text of an object, borrowed; "" if it has none of this name. */
const char *crok_wall_text_of(const cJSON *obj, const char *name);

#endif
