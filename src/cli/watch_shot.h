/* SPDX-License-Identifier: Apache-2.0
 *
 * cli/watch_shot.h: what a camera saw of a shot, as the evidence that the rule
 * book asks for. The match adds what no camera sees: whose turn it is, which
 * disc was played last, which discs are out of play though they still lie
 * there. What was not seen is named in `missing`, never guessed.
 *
 * Frames   mm: board.
 * Room     cli: uses shots, rules. No I/O, no allocation.
 * Threads  values only; any thread. */
#ifndef CROK_CLI_WATCH_SHOT_H
#define CROK_CLI_WATCH_SHOT_H

#include "rules/match.h"
#include "shots/sight.h"

/* The sides as the camera's side numbers have them. */
typedef struct crok_watch_sides {
    int n;                         /* 0: not known yet */
    char name[CROK_MAX_SIDES][24]; /* sorted */
} crok_watch_sides;

/* What the match knows of a shot. */
typedef struct crok_watch_turn {
    const crok_match *match;       /* before the shot; borrowed */
    const crok_watch_sides *sides; /* borrowed */
    int player;                    /* who shot */
    int shot_disc;                 /* its id */
    bool has_last_played;          /* false: none was, or it is not known */
    int last_played;               /* id, in this round */
} crok_watch_turn;

/* The player who shot: the one whose turn it is, or, where more than one may
 * (P7), the one in whose quadrant the disc was placed; -1: out of turn, or no
 * turn is left. A shooter whose colour was not seen is the one whose turn it
 * is. */
int crok_watch_player(const crok_match *m, const crok_watch_sides *sides,
                      const crok_shot_sight *sight);

/* The player who starts a round with this shot, among those who may; -1: it
 * does not tell. */
int crok_watch_starter(const crok_match *m, const crok_watch_sides *sides,
                       const crok_shot_sight *sight);

/* The seat in whose quadrant a place lies. */
int crok_watch_seat_at(crok_mm at);

/* True where a disc with this id is of the round: on the board or gone. */
bool crok_watch_knows_id(const crok_match *m, int id);

/* Gives disc `from` the id `to`, wherever it is named. */
void crok_watch_rename(crok_shot_sight *sight, int from, int to);

/* A disc as it was seen, of the side with that number. A doubt in its state is
 * left out: who sets a board by it has resolved that. */
crok_disc crok_watch_disc(const crok_sight_disc *d, int side);

/* The discs that may be the one that was shot, shot_disc first: where that is
 * missing, those of its side that moved too.
 *
 *   ids  CROK_MAX_DISCS, the caller's; returns how many there are, at least 1
 */
int crok_watch_shot_discs(const crok_shot *shot, int *ids);

/* The evidence.
 *
 *   out  written whole */
void crok_watch_shot(const crok_watch_turn *turn, const crok_shot_sight *sight,
                     crok_shot *out);

#endif
