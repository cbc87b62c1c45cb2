/* SPDX-License-Identifier: Apache-2.0
 *
 * table/evidence.h: convert what the camera measured (shots/sight.h) to the
 * rules' types. Only this file of the room converts; the other files use the
 * rule books' terms: discs, contacts, boundaries.
 *
 * A measured board or shot is not yet evidence for a rule book: it also holds
 * discs that are out of play, and discs that the match does not know.
 * table/fit_shot.h fits it to the match.
 *
 * Frames   mm: board; t_ns: the source's clock.
 * Room     table: plain values.
 * Threads  values only; any thread.
 * Source   crokeye.shot/1 (docs/FORMATS.md). */
#ifndef CROK_TABLE_EVIDENCE_H
#define CROK_TABLE_EVIDENCE_H

#include "rules/shot.h"
#include "shots/sight.h"

/* The sides in the order in which the camera numbers them. They are sorted by
 * name, as in crok_shot. */
typedef struct crok_table_sides {
    int n;                         /* 0: not known yet */
    char name[CROK_MAX_SIDES][24]; /* sorted */
} crok_table_sides;

/* All discs that were detected at one rest. A disc's side is an index into
 * crok_table_sides; its state is CROK_DISC_OUT in the ditch or beyond the outer
 * line. */
typedef struct crok_board_seen {
    int64_t t_ns;
    int n;
    crok_disc disc[CROK_MAX_DISCS];
} crok_board_seen;

/* One shot: the rests before and after it, and what was observed of the motion
 * between them. A disc has the same id in both rests. */
typedef struct crok_shot_seen {
    crok_board_seen before, after;
    int shooter; /* id of the disc that was shot; -1: it was not detected at
                  * rest */
    int side;    /* its side; -1: unknown */
    bool side_unsure; /* it may be of another side */
    int n_moved;
    int moved[CROK_MAX_DISCS]; /* ids of discs that have moved; shooter first */
    int n_gone;
    int gone[CROK_MAX_DISCS]; /* ids in `before` that are not in `after`; if a
                               * hand took discs off, also those that are now in
                               * the ditch */
    bool has_placed_at;
    crok_mm placed_at; /* position of the shooter before the flick */
    double placed_sigma_mm;
    int n_contacts;
    crok_contact contact[CROK_SIGHT_MAX_CONTACTS]; /* in order of time */
    int n_boundary;
    crok_boundary boundary[CROK_SIGHT_MAX_BOUNDARY];
    unsigned missing; /* bit set CROK_MISS_...: the parts of the motion that
                       * could not be observed */
} crok_shot_seen;

/* Were neither the placing of the shooting disc nor its contacts seen?
 *
 *   missing  bit set CROK_MISS_... */
static inline bool crok_flick_is_missing(unsigned missing)
{
    const unsigned flick = CROK_MISS_PLACED_AT | CROK_MISS_CONTACTS;
    return (missing & flick) == flick;
}

/* Convert a rest to the rules' types. */
crok_board_seen crok_evidence_board(const crok_rest_sight *rest);

/* Convert a shot to the rules' types.
 *
 *   out  written whole */
void crok_evidence_shot(const crok_shot_sight *sight, crok_shot_seen *out);

/* Return a copy of the disc with side `side` and with its state marked as
 * certain. Callers use it for an event that sets the board: such an event
 * states the disc's state without doubt. */
crok_disc crok_disc_settled(const crok_disc *d, int side);

/* Convert a board to the engine's type (crok_rest_sight), to set the discs that
 * the engine expects. */
crok_rest_sight crok_evidence_rest(const crok_board_seen *board);

/* Return the index in board->disc of the disc with this id, or -1. */
int crok_board_seen_find(const crok_board_seen *board, int id);

/* Return the disc with this id if it is on the surface or in the hole;
 * otherwise NULL. */
const crok_disc *crok_board_seen_lying(const crok_board_seen *board, int id);

/* Are both the surface and the hole empty? */
bool crok_board_seen_is_empty(const crok_board_seen *board);

/* Number of discs off the surface, in the ditch. */
int crok_board_seen_n_out(const crok_board_seen *board);

/* Is the disc among those that moved? */
bool crok_shot_seen_has_moved(const crok_shot_seen *shot, int id);

/* Replace the disc id `from` by `to` in all parts of the shot. */
void crok_shot_seen_rename(crok_shot_seen *shot, int from, int to);

/* Remove all observations of the motion; only the two rests remain. */
void crok_shot_seen_forget_motion(crok_shot_seen *shot);

#endif
