/* SPDX-License-Identifier: Apache-2.0
 *
 * rules/shot.h: the evidence of one shot: the discs before and after it, which
 * discs moved, and which touched. Nothing is judged here.
 *
 * Frames   board frame, mm: x right and y away from the seat called south,
 *          origin at the centre of the hole.
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
/* Largest distance from the centre, mm; farther positions are errors. */
#define CROK_MAX_PLACE_MM 5000.0

/* A truth value; UNKNOWN is a valid answer. */
typedef enum crok_tri { CROK_NO, CROK_YES, CROK_UNKNOWN } crok_tri;

/* Seats clockwise seen from above; the quadrant of seat n is n. */
typedef enum crok_place {
    CROK_SOUTH,
    CROK_WEST,
    CROK_NORTH,
    CROK_EAST,
    CROK_PLACE_NOT_GIVEN
} crok_place;

typedef struct crok_disc {
    int id;
    int side; /* place in crok_shot.side, or in a match's sides */
    double x_mm, y_mm;
    double sigma_mm; /* 1 standard deviation of the distance from the centre */
    crok_disc_state state; /* before the shot: FLAT where not given */
    bool state_unsure;     /* HOLE, LEANING: it may be the other of the two */
} crok_disc;

typedef struct crok_contact {
    int a, b; /* ids */
} crok_contact;

typedef enum crok_boundary_what {
    CROK_TOUCHED_LINE,
    CROK_LEFT_SURFACE,
    CROK_HIT_RAIL,
    CROK_HIT_OUT_DISC,
    CROK_N_BOUNDARY
} crok_boundary_what;

/* The shooter starts on the outer line: TOUCHED_LINE is for touching it again
 * after having left it. */
typedef struct crok_boundary {
    int id;
    crok_boundary_what what;
    bool returned; /* came back onto the surface by itself */
} crok_boundary;

/* Fouls declared by a person: bits. */
enum {
    CROK_FOUL_ONE_CHEEK = 1,
    CROK_FOUL_MOVED_BOARD = 2,
    CROK_FOUL_MOVED_CHAIR = 4,
    CROK_FOUL_OTHER = 8
};

/* What could not be observed: bits. */
enum {
    CROK_MISS_BEFORE = 1,
    CROK_MISS_AFTER = 2,
    CROK_MISS_MOVED = 4,
    CROK_MISS_CONTACTS = 8,
    CROK_MISS_BOUNDARY = 16,
    CROK_MISS_LAST_PLAYED = 32,
    CROK_MISS_PLACED_AT = 64,
    CROK_MISS_FOULS = 128,
    CROK_MISS_SHOT_DISC = 256, /* it, or another of its side that moved */
    CROK_N_MISS = 9
};

typedef struct crok_shot {
    int n_sides;
    char side[CROK_MAX_SIDES][CROK_NAME_MAX]; /* sorted by name */
    int seat, shooter;                        /* shooter: place in side[] */
    crok_place place; /* where the seat is; NOT_GIVEN: by its number */
    int shot_disc;
    int attempt; /* 1, or 2 and more for a re-shoot (V14) */
    bool has_last_played;
    int last_played;
    bool has_placed_at;
    crok_mm placed_at;
    double placed_sigma_mm; /* only a certain breach is reported, so whoever
                             * measures should give the uncertainty */
    crok_tri placed_flat, at_rest; /* before the flick (L4) */
    crok_lines lines;
    double disc_mm; /* radius of the discs */
    int n_before, n_after, n_moved, n_contacts, n_boundary;
    crok_disc before[CROK_MAX_DISCS];
    crok_disc after[CROK_MAX_DISCS];
    int moved[CROK_MAX_DISCS];
    crok_contact contacts[CROK_MAX_CONTACTS]; /* in order of time */
    crok_boundary boundary[CROK_MAX_BOUNDARY];
    unsigned fouls, missing; /* bits; contacts not seen: CROK_MISS_CONTACTS */
} crok_shot;

/* A shot on a tournament board with nothing on it; seat 0, disc 0, one side
 * without a name. */
crok_shot crok_shot_empty(void);

/* Check that the evidence is possible. Errors: a number that is not finite or
 * out of range, an id twice, a disc in `after` that was neither in `before` nor
 * shot, a disc that changes sides, a 20 far from the hole, a disc that did not
 * return but is on the board.
 *
 * CROK_EFORMAT  the message names the field */
CROK_MUST_USE crok_status crok_shot_check(const crok_shot *shot, crok_err *err);

/* The disc with this id among n; its place, or -1. */
int crok_disc_find(const crok_disc *discs, int n, int id);

/* The disc as rules/value.h wants it. */
crok_rest crok_disc_rest(const crok_disc *disc, double r_mm);

/* "contacts" for CROK_MISS_CONTACTS and so on; `bit` is one bit. */
const char *crok_miss_name(unsigned bit);

#ifdef __cplusplus
}
#endif
#endif
