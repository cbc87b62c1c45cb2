/* SPDX-License-Identifier: Apache-2.0
 *
 * table/places.h: where the players sit, learnt from where they shoot.
 *
 * If nobody said where the players sit, the start of the match takes their
 * seats from the first shot. One measured place can be wrong, and everything
 * would hang on it. So each shot votes for one turn of all seats around the
 * board, by quarters; the turn with the most votes is believed once it leads by
 * PLACES_LEAD votes. Until then no shot counts as one from a wrong quadrant.
 *
 * Frames   mm: board.
 * Room     table: no I/O, no allocation.
 * Threads  values only; any thread. */
#ifndef CROK_TABLE_PLACES_H
#define CROK_TABLE_PLACES_H

#include "rules/log.h"
#include "table/start.h"

typedef struct crok_places {
    bool is_known;
    int turns; /* quarter turns clockwise from the seats of the match to where
                * the players sit, 0 to 3 */
} crok_places;

/* Find where the players of the running match sit.
 *
 *   setup  borrowed; with seats given by a person, these are known
 *   log    borrowed: all shots since the last start of a match vote */
crok_places crok_places_of(const crok_table_setup *setup, const crok_log *log);

/* Set place and placed_at of the evidence.
 *
 * If the places are not known, the player sits where the disc was placed. If
 * they are and the disc seems to have been placed farther from the player's
 * quadrant than a disc's diameter, this was not the shooter's place, because no
 * player reaches over to another one's; it counts as not seen.
 *
 *   shot  in and out: seat, place, placed_at and disc_mm are set */
void crok_places_apply(const crok_places *places, crok_shot *shot);

#endif
