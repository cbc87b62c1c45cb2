/* SPDX-License-Identifier: Apache-2.0
 *
 * serve/tally_twenties.h: 20s that a person counts in a round without
 * positions. There a side's 20s are a part of its count (event round_count), so
 * the count is written again with these 20s in it.
 *
 * Room     serve, internal: uses rules. Pure.
 * Threads  values only; any thread. */
#ifndef CROK_SERVE_TALLY_TWENTIES_H
#define CROK_SERVE_TALLY_TWENTIES_H

#include <stdbool.h>

#include "rules/match_state.h"

/* Must 20s of this round be written as a count? Yes if the round is counted
 * already, or if it has no disc and nothing watches the table: then no shots
 * follow from which positions would come. */
bool crok_tallies_twenties(const crok_match *m, bool is_watched);

/* Make of an event `twenties` the round_count that says the same. The other
 * discs of the side's count stay; of a count by its total, the total changes by
 * the value of the 20s.
 *
 *   e  a twenties of a side that plays; changed */
void crok_tally_twenties(const crok_match *m, crok_event *e);

#endif
