/* SPDX-License-Identifier: Apache-2.0
 *
 * hall/next_in.h: fetch the list of a table's next matches, crokeye.next/1,
 * from the stream NEXT into a file, which the table's program reads. The list
 * is requested again and again: for this the user of the broker needs only the
 * permission to read the subject's last message.
 *
 * Room     hall: uses core and rules.
 * Threads  one thread at a time. */
#ifndef CROK_HALL_NEXT_IN_H
#define CROK_HALL_NEXT_IN_H

#include "hall/attempt.h"
#include "hall/link.h"

typedef struct crok_next_in {
    const char *subject; /* borrowed */
    const char *path;    /* borrowed: the file; NULL: none is wanted */
    uint64_t number;     /* of the list that is in the file; 0: none */
    int64_t due_ms;      /* when it is asked for next */
    crok_attempt asking;
} crok_next_in;

crok_next_in crok_next_in_to(const char *subject, const char *path);

/* When must crok_next_in_step be called next? */
int64_t crok_next_in_due(const crok_next_in *n, int64_t now_ms);

/* Ask, if it is time, and replace the file if the list is another.
 *
 * Errors as crok_broker_calls.last and crok_save, and
 * CROK_EFORMAT  the message is no crokeye.next/1 (rules/next_list.h); the file
 *               stays */
CROK_MUST_USE crok_status crok_next_in_step(crok_next_in *n,
                                            const crok_hall_link *link,
                                            int64_t now_ms, crok_err *err);

#endif
