/* SPDX-License-Identifier: Apache-2.0
 *
 * table/missed_shot.h: a shot that was not seen to happen. The board and the
 * order of turns reveal it: between two rests one disc has appeared, of the
 * side whose turn it was, and then the other side shoots.
 *
 * Frames   mm: board.
 * Room     table: no I/O, no allocation.
 * Threads  values only; any thread. */
#ifndef CROK_TABLE_MISSED_SHOT_H
#define CROK_TABLE_MISSED_SHOT_H

#include "table/fit_shot.h"

/* Has exactly one disc appeared, on the surface or off it? Not if it appeared
 * beside the surface while another disc left the surface: a hand carried it. */
bool crok_missed_one_came(const crok_shot_seen *change);

/* Was `change` a shot, although the engine reported none? Decided by what
 * followed.
 *
 *   m     the match, in which neither is recorded; borrowed
 *   next  the shot after it; NULL: the board was cleared. Borrowed */
bool crok_missed_shot(const crok_match *m, const crok_table_sides *sides,
                      const crok_shot_seen *change, const crok_shot_seen *next);

#endif
