/* SPDX-License-Identifier: Apache-2.0
 *
 * table/evidence.h: the door of the table: what the camera saw (shots/sight.h)
 * in the rules' types. Everything behind the door speaks of discs, contacts and
 * boundaries as the rule books do; nothing else in the house translates.
 *
 * A board or a shot as it was seen is not yet evidence for a rule book: it also
 * holds discs that are out of play and discs that nobody knows. Fitting it to
 * the match is the matter of table/fit_shot.h.
 *
 * Frames   mm: board; t_ns: the source's clock.
 * Room     table: plain values.
 * Threads  values only; any thread.
 * Source   crokeye.shot/1 (docs/FORMATS.md). */
#ifndef CROK_TABLE_EVIDENCE_H
#define CROK_TABLE_EVIDENCE_H

#include "rules/shot.h"
#include "shots/sight.h"

/* The sides as the camera numbers them: sorted by name, as in crok_shot. */
typedef struct crok_table_sides {
    int n;                         /* 0: not known yet */
    char name[CROK_MAX_SIDES][24]; /* sorted */
} crok_table_sides;

/* All discs that were seen at one rest. A disc's side is its place in
 * crok_table_sides; its state is CROK_DISC_OUT in the ditch or beyond the outer
 * line. */
typedef struct crok_board_seen {
    int64_t t_ns;
    int n;
    crok_disc disc[CROK_MAX_DISCS];
} crok_board_seen;

/* One shot: two rests, and what was seen of the motion between them. Discs that
 * were there before keep their ids. */
typedef struct crok_shot_seen {
    crok_board_seen before, after;
    int shooter; /* id of the disc that was shot; -1: not seen at rest */
    int side;    /* its side; -1: not seen */
    int n_moved;
    int moved[CROK_MAX_DISCS]; /* ids of discs that are elsewhere; shooter first
                                */
    int n_gone;
    int gone[CROK_MAX_DISCS]; /* ids in `before` that are not in `after`; where
                                 a hand took discs also those that now lie in
                                 the ditch */
    bool has_placed_at;
    crok_mm placed_at; /* where the shooter lay before the flick */
    double placed_sigma_mm;
    int n_contacts;
    crok_contact contact[CROK_SIGHT_MAX_CONTACTS]; /* in order of time */
    int n_boundary;
    crok_boundary boundary[CROK_SIGHT_MAX_BOUNDARY];
    unsigned missing; /* bits: what of the motion could not be observed */
} crok_shot_seen;

/* A rest in the rules' types. */
crok_board_seen crok_evidence_board(const crok_rest_sight *rest);

/* A shot in the rules' types.
 *
 *   out  written whole */
void crok_evidence_shot(const crok_shot_sight *sight, crok_shot_seen *out);

/* The same disc with its side as another numbering has it, and without a doubt
 * about its state: who sets a board by it has resolved that. */
crok_disc crok_disc_settled(const crok_disc *d, int side);

/* Back to a sight, to set the discs that the engine expects on the board. */
crok_rest_sight crok_evidence_rest(const crok_board_seen *board);

/* The disc with this id: its place in board->disc, or -1. */
int crok_board_seen_find(const crok_board_seen *board, int id);

/* The disc with this id that lies on the surface or in the hole; NULL where it
 * does not. */
const crok_disc *crok_board_seen_lying(const crok_board_seen *board, int id);

/* Is the surface empty, and the hole? */
bool crok_board_seen_is_empty(const crok_board_seen *board);

/* Is the disc among those that moved? */
bool crok_shot_seen_has_moved(const crok_shot_seen *shot, int id);

/* Give disc `from` the id `to`, wherever it is named. */
void crok_shot_seen_rename(crok_shot_seen *shot, int from, int to);

/* Keep of a shot the two rests only: nothing of the motion was observed. */
void crok_shot_seen_forget_motion(crok_shot_seen *shot);

#endif
