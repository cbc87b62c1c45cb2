/* SPDX-License-Identifier: Apache-2.0
 *
 * table/fit_shot.h: fit a measured shot to the match, which gives the evidence
 * for the rule book. The match adds what no camera can see: whose turn it is,
 * which disc was played last, and which discs on the board are out of play.
 * What was not observed is named in `missing`, never guessed.
 *
 * Frames   mm: board.
 * Room     table: no I/O, no allocation.
 * Threads  values only; any thread. */
#ifndef CROK_TABLE_FIT_SHOT_H
#define CROK_TABLE_FIT_SHOT_H

#include "rules/match_state.h"
#include "table/evidence.h"

/* The values that the match adds to the evidence of a shot. */
typedef struct crok_shot_context {
    const crok_match *match;       /* before the shot; borrowed */
    const crok_table_sides *sides; /* borrowed */
    int player;                    /* who shot */
    int shot_disc;                 /* its id */
    bool has_last_played;          /* false: no disc was played, or it is not
                                    * known which */
    int last_played;               /* id of the disc played last in this
                                    * round */
} crok_shot_context;

/* Return the player who shot. This is the player whose turn it is. If several
 * players may shoot (rule P7), it is the one in whose quadrant the disc was
 * placed. A shooting disc of unknown colour is assigned to the player whose
 * turn it is. Returns -1 if the shot was out of turn, or if no turn is left. */
int crok_shot_player(const crok_match *m, const crok_table_sides *sides,
                     const crok_shot_seen *seen);

/* Return the player who starts a round with this shot, among the players who
 * may start it; -1 if the shot does not determine the player. */
int crok_shot_starter(const crok_match *m, const crok_table_sides *sides,
                      const crok_shot_seen *seen);

/* Return the seat in whose quadrant the position lies. */
int crok_shot_seat_at(crok_mm at);

/* Convert a side from the camera's numbering to the match's numbering; -1 if
 * that side does not play. */
int crok_table_match_side(const crok_match *m, const crok_table_sides *sides,
                          int side);

/* List the discs that may be the shooting disc. The first is shot_disc. If the
 * shooting disc was not observed (CROK_MISS_SHOT_DISC), the discs of its side
 * that moved follow.
 *
 *   ids  the caller's array of CROK_MAX_DISCS
 *
 * Returns how many there are, at least 1. */
int crok_shot_candidates(const crok_shot *shot, int *ids);

/* Make the evidence of a shot that nobody saw: the board before it is the
 * match's.
 *
 *   disc  borrowed: the shooting disc where it lay in the end; NULL: it is not
 *         on the board
 *   then  borrowed: the board after it, with the match's ids; NULL: not known
 *   out   written whole */
void crok_shot_fit_unseen(const crok_shot_context *context,
                          const crok_disc *disc, const crok_board_seen *then,
                          crok_shot *out);

/* Make the evidence of a shot for the rule book.
 *
 *   out  written whole */
void crok_shot_fit(const crok_shot_context *context, const crok_shot_seen *seen,
                   crok_shot *out);

#endif
