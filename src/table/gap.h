/* SPDX-License-Identifier: Apache-2.0
 *
 * table/gap.h: who shot, and how many shots before this one nobody saw. The
 * colour of the disc and the quadrant in which it was placed say who shot; the
 * order of turns says how many shots are missing before it.
 *
 * Frames   mm: board.
 * Room     table: no I/O, no allocation.
 * Threads  values only; any thread.
 * Source   docs/RULES.md P2 to P8. */
#ifndef CROK_TABLE_GAP_H
#define CROK_TABLE_GAP_H

#include "table/fit_shot.h"

/* The shots that are missing before one that was seen. */
typedef struct crok_gap {
    int player; /* who shot; -1: no number of missing shots explains it */
    int n;      /* number of shots that nobody saw */
} crok_gap;

/* Find the smallest number of missing shots that explains who shot. If more
 * than one number does, and discs have appeared of all who would have shot,
 * their number counts.
 *
 *   m     the match before the shot; borrowed
 *   next  the shot that was seen, with the match's ids; borrowed */
crok_gap crok_gap_before(const crok_match *m, const crok_table_sides *sides,
                         const crok_shot_seen *next);

/* Is it the turn of whoever shot, so that no shot is missing before it?
 * Arguments as above. */
bool crok_gap_is_none(const crok_match *m, const crok_table_sides *sides,
                      const crok_shot_seen *next);

/* As crok_gap_before, if a new round has begun with this player.
 *
 *   first  the player */
crok_gap crok_gap_in_new_round(const crok_match *m,
                               const crok_table_sides *sides,
                               const crok_shot_seen *next, int first);

#endif
