/* SPDX-License-Identifier: Apache-2.0
 *
 * table/missed_shot.h: detect a shot that the engine did not report. The board
 * and the order of turns show it: between two rests one disc appeared, of the
 * side whose turn it was, and then the other side shoots.
 *
 * Frames   mm: board.
 * Room     table: no I/O, no allocation.
 * Threads  values only; any thread. */
#ifndef CROK_TABLE_MISSED_SHOT_H
#define CROK_TABLE_MISSED_SHOT_H

#include "table/fit_shot.h"

/* Has exactly one disc of known side appeared, on the surface or off it? False
 * if it appeared off the surface while one disc left the surface: then a hand
 * carried that disc. */
bool crok_missed_one_came(const crok_shot_seen *change);

/* Was `change` a shot, although the engine did not report one? The decision
 * uses what happened next.
 *
 *   m     the match before `change` and `next` are recorded; borrowed
 *   next  the shot after `change`; NULL: the board was cleared after it.
 *         Borrowed */
bool crok_missed_shot(const crok_match *m, const crok_table_sides *sides,
                      const crok_shot_seen *change, const crok_shot_seen *next);

#endif
