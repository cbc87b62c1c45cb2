/* SPDX-License-Identifier: Apache-2.0
 *
 * rules/shot.h: the evidence of one shot: the discs before and after it, which
 * discs moved, and which discs touched each other. It says what was observed,
 * not whether the shot is valid.
 *
 * Frames   board frame, mm: the origin is the centre of the hole; seen from the
 *          south seat, x points right and y points away.
 * Room     rules: pure; no allocation, no I/O, no globals.
 * Threads  values only; any thread.
 * Source   crokeye.shot/1 in docs/FORMATS.md. */
#ifndef CROK_RULES_SHOT_H
#define CROK_RULES_SHOT_H

#include <stdbool.h>

#include "core/linalg.h"
#include "core/status.h"
#include "core/terms.h"
#include "rules/book.h"
#include "rules/value.h"

#ifdef __cplusplus
extern "C" {
#endif

#define CROK_MAX_SEATS 4
#define CROK_MAX_CONTACTS 256
#define CROK_MAX_BOUNDARY 128
/* Largest absolute value of a coordinate, mm; a larger one is an error. */
#define CROK_MAX_PLACE_MM 5000.0

/* The answer to a question. UNKNOWN means that the evidence does not decide it.
 */
typedef enum crok_tri { CROK_NO, CROK_YES, CROK_UNKNOWN } crok_tri;

/* The four places around the board, clockwise seen from above, and the
 * quadrants in front of them. */
typedef enum crok_place {
    CROK_SOUTH,
    CROK_WEST,
    CROK_NORTH,
    CROK_EAST,
    CROK_PLACE_NOT_GIVEN
} crok_place;

typedef struct crok_disc {
    int id;
    int side; /* index in crok_shot.side, or in the sides of a match */
    double x_mm, y_mm;
    double sigma_mm; /* standard deviation of the distance from the centre of
                        the board; 0: not known */
    crok_disc_state state; /* FLAT if the document does not give it */
    bool state_unsure;     /* true: a disc that is HOLE may be LEANING, and one
                              that is LEANING may be HOLE */
} crok_disc;

typedef struct crok_contact {
    int a, b; /* ids of the two discs that touched */
} crok_contact;

typedef enum crok_boundary_what {
    CROK_TOUCHED_LINE,
    CROK_LEFT_SURFACE,
    CROK_HIT_RAIL,
    CROK_HIT_OUT_DISC,
    CROK_N_BOUNDARY
} crok_boundary_what;

/* What a moving disc did at the edge of the surface. The shooting disc starts
 * on the outer line. For it TOUCHED_LINE means that it left the line and then
 * touched it again. */
typedef struct crok_boundary {
    int id;
    crok_boundary_what what;
    bool returned; /* the disc came back onto the surface by itself */
} crok_boundary;

/* Bits: fouls that a person declared. */
enum {
    CROK_FOUL_ONE_CHEEK = 1,
    CROK_FOUL_MOVED_BOARD = 2,
    CROK_FOUL_MOVED_CHAIR = 4,
    CROK_FOUL_OTHER = 8
};

/* Bits: evidence that could not be observed. */
enum {
    CROK_MISS_BEFORE = 1,
    CROK_MISS_AFTER = 2,
    CROK_MISS_MOVED = 4,
    CROK_MISS_CONTACTS = 8,
    CROK_MISS_BOUNDARY = 16,
    CROK_MISS_LAST_PLAYED = 32,
    CROK_MISS_PLACED_AT = 64,
    CROK_MISS_FOULS = 128,
    CROK_MISS_SHOT_DISC = 256, /* another disc of the shooter's side that moved
                                  may be the one that was shot */
    CROK_N_MISS = 9
};

typedef struct crok_shot {
    int n_sides;
    char side[CROK_MAX_SIDES][CROK_NAME_MAX]; /* sorted by name */
    int seat, shooter; /* shooter: the shooter's side, an index in side[] */
    crok_place place;  /* where the seat is; NOT_GIVEN: its number gives it */
    int shot_disc;     /* id of the shooting disc */
    int attempt;       /* 1 for the first attempt, more for a reshoot (V14) */
    bool has_last_played;
    int last_played; /* id of the disc that was shot before this one */
    bool has_placed_at;
    crok_mm placed_at;
    double placed_sigma_mm; /* standard deviation of placed_at; with it, a rule
                             * is called broken only if that is certain */
    crok_tri placed_flat, at_rest; /* L4: before the flick, did the shooting
                                    * disc lie flat; was all at rest? */
    crok_lines lines;
    double disc_mm; /* radius of a disc */
    int n_before, n_after, n_moved, n_contacts, n_boundary;
    crok_disc before[CROK_MAX_DISCS];
    crok_disc after[CROK_MAX_DISCS];
    int moved[CROK_MAX_DISCS];
    crok_contact contacts[CROK_MAX_CONTACTS]; /* in order of time */
    crok_boundary boundary[CROK_MAX_BOUNDARY];
    unsigned fouls, missing; /* CROK_FOUL_... and CROK_MISS_... bits */
} crok_shot;

/* Returns a shot on an empty tournament board, with seat 0, shooting disc 0 and
 * one side without a name. */
crok_shot crok_shot_empty(void);

/* Check that the evidence is possible.
 *
 * CROK_EFORMAT  the message names the field. The errors are: a number that is
 *               not finite or out of range; an id that occurs twice; a disc in
 *               `after` that was neither in `before` nor shot; a disc that
 *               changes sides; a disc in state HOLE whose centre is outside the
 *               hole; a disc at the edge that "did not return" but lies inside
 *               the outer line in `after` */
CROK_MUST_USE crok_status crok_shot_check(const crok_shot *shot, crok_err *err);

/* Check that evidence which is not recorded yet does not contradict itself. The
 * shot must have passed crok_shot_check. Records of earlier programs are not
 * held to this: what was accepted once must be read for ever.
 *
 * CROK_EFORMAT  the message names the field. The errors are: a disc that is not
 *               in `moved` but lies elsewhere than before; two discs that
 *               certainly lie flat in the hole; a disc that leans away from the
 *               hole, or is flat on the board over its middle; sides whose
 *               names differ in capitals only */
CROK_MUST_USE crok_status crok_shot_check_new(const crok_shot *shot,
                                              crok_err *err);

/* How far a disc lies from where it lay, mm, if that is more than the radius of
 * a disc and what both places may be wrong by: no observer overlooks that it
 * has moved. Otherwise 0. */
double crok_disc_shift_mm(const crok_disc *before, const crok_disc *after,
                          double disc_mm);

/* Find the disc with this id in an array of n discs. Returns its index, or -1.
 */
int crok_disc_find(const crok_disc *discs, int n, int id);

/* Convert a disc of radius r_mm to the type of rules/value.h. */
crok_rest crok_disc_rest(const crok_disc *disc, double r_mm);

/* The name of one CROK_MISS_... bit in a document, such as "contacts". NULL if
 * there is no such bit. */
const char *crok_miss_name(unsigned bit);

#ifdef __cplusplus
}
#endif
#endif
