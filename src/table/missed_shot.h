/* SPDX-License-Identifier: Apache-2.0
 *
 * table/missed_shot.h: a shot that was not seen to happen, and that the board
 * and the turns tell of: between two rests one disc has come, of the side whose
 * turn it was, and then the other side shoots.
 *
 * Frames   mm: board.
 * Room     table. No I/O, no allocation.
 * Threads  values only; any thread. */
#ifndef CROK_TABLE_MISSED_H
#define CROK_TABLE_MISSED_H

#include "table/fit_shot.h"

/* Has one disc come, and only one, on the surface or off it? Not where it came
 * beside the surface and another has left that. */
bool crok_missed_one_came(const crok_shot_seen *change);

/* Was `change` a shot? By what came then, where it was told to be none.
 *
 *   m     the match, in which neither is recorded; borrowed
 *   next  the shot after it; NULL: the board was cleared. Borrowed */
bool crok_missed_shot(const crok_match *m, const crok_table_sides *sides,
                      const crok_shot_seen *change, const crok_shot_seen *next);

#endif
