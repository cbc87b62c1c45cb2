/* SPDX-License-Identifier: Apache-2.0
 *
 * rules/kept.h: an event as it stays in memory for the whole of a match. An
 * event has room for the longest lists that can be, 15 KB of it; what is kept
 * of its lists is what is used of them, about 2 KB for a shot.
 *
 * Room     rules: allocates one block an event; no I/O, no globals.
 * Threads  values only; any thread. */
#ifndef CROK_RULES_KEPT_H
#define CROK_RULES_KEPT_H

#include <stdint.h>

#include "rules/event.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What is asked for often stands open; crok_kept_event gives the rest. */
typedef struct crok_kept {
    long seq, after, film_ms;
    crok_event_type type;
    uint8_t *bytes; /* in the same block: the event, unused elements of its
                     * lists left out */
} crok_kept;

/* Returned: free it with free(). NULL: no memory. */
crok_kept *crok_kept_new(const crok_event *e);

/* The whole event as it was given; what its lists do not use is zero. */
void crok_kept_event(const crok_kept *kept, crok_event *out);

/* The seq of the event that an undo takes back, or that a ruling is about. */
long crok_kept_of(const crok_kept *kept);

#ifdef __cplusplus
}
#endif
#endif
