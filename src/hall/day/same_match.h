/* SPDX-License-Identifier: Apache-2.0
 *
 * hall/day/same_match.h: finds matches that are in two records: an export that
 * was imported anew has another id, but the same events.
 *
 * Room     hall, internal.
 * Threads  one view, one thread at a time. */
#ifndef CROK_HALL_DAY_SAME_MATCH_H
#define CROK_HALL_DAY_SAME_MATCH_H

#include "hall/day/view.h"

/* Set the field copy_of of the matches, which are in the order in which they
 * began. Two matches are the same if their events are, line by line, as far as
 * both go; the one that goes further counts. */
void crok_day_find_copies(crok_day_view *v);

#endif
