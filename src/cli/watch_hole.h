/* SPDX-License-Identifier: Apache-2.0
 *
 * cli/watch_hole.h: whether a disc in the hole lies flat or leans is hard to
 * see, and plain to the players. When the next disc is shot they have answered:
 * a 20 is taken out before, a disc that leans stays.
 *
 * Room     cli: uses shots, rules.
 * Threads  values only; any thread. */
#ifndef CROK_CLI_WATCH_HOLE_H
#define CROK_CLI_WATCH_HOLE_H

#include "cli/watch_start.h"
#include "rules/match.h"
#include "shots/sight.h"

/* What the players' hands say of the hole, if it is not what the match says.
 *
 *   match, sides  borrowed
 *   rest          borrowed: the board before the next shot
 *   out           events that bring the match into line, in this order
 *   note          what is taken for what, for a person
 *
 * Returns how many events: 0 or 2. */
int crok_watch_hole_answer(const crok_match *match,
                           const crok_watch_sides *sides,
                           const crok_rest_sight *rest, crok_event out[2],
                           char note[128]);

#endif
