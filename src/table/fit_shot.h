/* SPDX-License-Identifier: Apache-2.0
 *
 * table/fit_shot.h: a shot as it was seen, fitted to the match: the evidence
 * that the rule book asks for. The match adds what no camera sees: whose turn
 * it is, which disc was played last, which discs are out of play though they
 * still lie there. What was not seen is named in `missing`, never guessed.
 *
 * Frames   mm: board.
 * Room     table: no I/O, no allocation.
 * Threads  values only; any thread. */
#ifndef CROK_TABLE_FIT_SHOT_H
#define CROK_TABLE_FIT_SHOT_H

#include "rules/match_state.h"
#include "table/evidence.h"

/* What the match knows of a shot. */
typedef struct crok_shot_context {
    const crok_match *match;       /* before the shot; borrowed */
    const crok_table_sides *sides; /* borrowed */
    int player;                    /* who shot */
    int shot_disc;                 /* its id */
    bool has_last_played;          /* false: none was, or it is not known */
    int last_played;               /* id, in this round */
} crok_shot_context;

/* The player who shot: the one whose turn it is, or, where more than one may
 * (rule P7), the one in whose quadrant the disc was placed; -1: out of turn, or
 * no turn is left. A shooter whose colour was not seen belongs to the player
 * whose turn it is. */
int crok_shot_player(const crok_match *m, const crok_table_sides *sides,
                     const crok_shot_seen *seen);

/* The player who starts a round with this shot, among those who may; -1: the
 * shot does not show it. */
int crok_shot_starter(const crok_match *m, const crok_table_sides *sides,
                      const crok_shot_seen *seen);

/* The seat in whose quadrant a place lies. */
int crok_shot_seat_at(crok_mm at);

/* The side of a seen disc as the match numbers it; -1: it does not play. */
int crok_table_match_side(const crok_match *m, const crok_table_sides *sides,
                          int side);

/* The discs that may be the one that was shot, shot_disc first: where that is
 * missing from the evidence, also those of its side that moved.
 *
 *   ids  CROK_MAX_DISCS, the caller's; returns how many there are, at least 1
 */
int crok_shot_candidates(const crok_shot *shot, int *ids);

/* The evidence.
 *
 *   out  written whole */
void crok_shot_fit(const crok_shot_context *context, const crok_shot_seen *seen,
                   crok_shot *out);

#endif
