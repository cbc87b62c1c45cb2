/* SPDX-License-Identifier: Apache-2.0
 *
 * cli/watch_missed.h: a shot that was not seen to happen, and that the board
 * and the turns tell of: between two rests one disc has come, of the side whose
 * turn it was, and then the other side shoots.
 *
 * Frames   mm: board.
 * Room     cli: uses shots, rules. No I/O, no allocation.
 * Threads  values only; any thread. */
#ifndef CROK_CLI_WATCH_MISSED_H
#define CROK_CLI_WATCH_MISSED_H

#include "cli/watch_shot.h"

/* Has one disc come, and only one, on the surface or off it? Not where it came
 * beside the surface and another has left that. */
bool crok_watch_one_came(const crok_shot_sight *change);

/* Was `change` a shot? By what came then, where it was told to be none.
 *
 *   m     the match, in which neither is recorded; borrowed
 *   next  the shot after it; NULL: the board was cleared. Borrowed */
bool crok_watch_was_missed(const crok_match *m, const crok_watch_sides *sides,
                           const crok_shot_sight *change,
                           const crok_shot_sight *next);

#endif
