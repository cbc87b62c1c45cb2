/* SPDX-License-Identifier: Apache-2.0
 *
 * rules/kept.h: the compact form in which events stay in memory during a match.
 * A crok_event has room for the longest possible lists, about 15 KB; a
 * crok_kept holds only the elements that are used, about 2 KB for a shot.
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

/* An event in the compact form. Fields that are read often are also stored
 * here, outside `bytes`. crok_kept_event restores the whole event. */
typedef struct crok_kept {
    long seq, after, film_ms;
    crok_event_type type;
    bool is_confirmed; /* and it is a correction */
    uint8_t *bytes;    /* the event without the unused elements of its lists; it
                        * follows this struct in the same block of memory */
} crok_kept;

/* Make the compact form of an event. The caller frees it with free(). Returns
 * NULL if there is no memory. */
crok_kept *crok_kept_new(const crok_event *e);

/* Restore the whole event as it was given. The unused elements of its lists
 * are zero. */
void crok_kept_event(const crok_kept *kept, crok_event *out);

/* The fields that begin with "x-" of an event, as crok_event has them; borrowed
 * from `kept`. */
const char *crok_kept_foreign(const crok_kept *kept);

/* The field `of` of an undo, a ruling or a round_count: the seq of the event
 * that is undone, of the shot that the ruling decides, or of the count that
 * this one replaces. Returns 0 for other events, and for a count of its own. */
long crok_kept_of(const crok_kept *kept);

#ifdef __cplusplus
}
#endif
#endif
