/* SPDX-License-Identifier: Apache-2.0
 *
 * table/new_round.h: decide from the board and from who shoots whether a round
 * is over. A cleared board ends a round of which all discs are shot. If shots
 * were not seen, fewer are counted than were taken: then the number of those
 * that are left, and who shoots next, tell the end of the round from a board
 * that was cleared to begin the round again.
 *
 * Frames   mm: board.
 * Room     table.
 * Threads  as table.h.
 * Source   docs/RULES.md P8. */
#ifndef CROK_TABLE_NEW_ROUND_H
#define CROK_TABLE_NEW_ROUND_H

#include "table/job.h"

/* All functions of this file fail with the errors of crok_job_append. */

/* Does the shot belong to another round than the one that the match plays: has
 * the board been cleared in between?
 *
 *   next  borrowed: with the match's ids */
bool crok_new_round_begins(const crok_table *t, const crok_shot_seen *next);

/* If the shot belongs to another round, end the present one, or begin it again
 * if it was broken off: it was not near its end, and the player who began it
 * begins again. */
CROK_MUST_USE crok_status crok_new_round(crok_job *j,
                                         const crok_shot_seen *next);

/* The board is empty at rest. If it was cleared and no more shots are left than
 * may have been missed, the round ends. If more are left, the next shot shows
 * what it was. */
CROK_MUST_USE crok_status crok_board_cleared(crok_job *j);

/* No more frames come: a round whose discs are all shot ends, or whose board
 * was cleared after at least half of them, or after any number if it is not
 * known who began it. */
CROK_MUST_USE crok_status crok_film_ended(crok_job *j);

#endif
