/* SPDX-License-Identifier: Apache-2.0
 *
 * discs/observation.h: what a picture of a board shows: the discs, their sides,
 * and where each disc is, with its uncertainty. It has no values of discs: the
 * rules assign them (rules/value.h).
 *
 * Frames   mm: board frame; px: the full picture, upright.
 * Room     discs.
 * Threads  values only; any thread. */
#ifndef CROK_DISCS_OBSERVATION_H
#define CROK_DISCS_OBSERVATION_H

#include <stdbool.h>
#include <stdint.h>

#include "board/board.h"
#include "core/terms.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Thresholds on the chance that something is a disc. From SURE on, it helps to
 * measure the others. From COUNTS on, it is counted. From MAYBE on, it is not
 * counted but reported as a possible disc. Whether a person is asked follows
 * from all chances together (report/doubts.h). */
#define CROK_DISC_SURE 0.90
#define CROK_DISC_COUNTS 0.50
#define CROK_DISC_MAYBE 0.001

typedef struct crok_seen_disc {
    int id;   /* 1, 2, ... in reading order; kept while the disc is tracked */
    int side; /* index in crok_observation.sides */
    /* another side that its colour allows; -1: the side is sure */
    int other_side;
    crok_disc_state state;
    crok_mm at;      /* centre of the bottom circle */
    double sigma_mm; /* 1 sd of the distance from the board's centre, given the
                        scale of the pose; the scale has a sigma of its own */
    /* 1 sd of the distance between the disc's edge and the nearest line's
     * centre. Errors of the camera move both in the same way and mostly cancel;
     * errors of the disc's radius count fully */
    double line_sigma_mm;
    bool state_unsure; /* in the hole: the hole may also be empty, or a disc
                          that is reported as flat may lean, or the reverse */
    /* in the hole: fraction of the hole's edge that it covers */
    double over_frac;
    /* in the hole: over_frac plus the fraction of the hole's edge that other
     * discs hide */
    double over_max_frac;
    /* the radius that fits its own outline best, in the pose's scale; 0: it
     * was not measured, for example in the ditch */
    double own_radius_mm;
    crok_px at_px;     /* centre of the bottom circle in the picture */
    uint8_t rgb[3];    /* colour of its face */
    double confidence; /* chance that it is a disc, 0..1 */
    bool is_doubted;   /* a person is asked whether it is one; set by the count
                          (report/doubts.h) */
} crok_seen_disc;

typedef struct crok_side {
    char name[24];  /* a person's word for the colour: "red", "natural" */
    uint8_t rgb[3]; /* mean colour of its discs' faces */
} crok_side;

/* Largest number of possible discs; any more are not reported. */
#define CROK_MAX_MAYBE 16

/* Why a part of the playing surface was not seen. */
typedef enum crok_unseen_why {
    CROK_UNSEEN_COVERED = 0, /* an object lies over it */
    CROK_UNSEEN_OUTSIDE,     /* it is outside the picture */
    CROK_UNSEEN_GLARE        /* the picture is overexposed there */
} crok_unseen_why;

/* "covered", "outside", "glare"; static. */
const char *crok_unseen_name(crok_unseen_why why);

/* One connected part that was not seen, large enough to hide a disc. */
typedef struct crok_unseen_region {
    crok_unseen_why why;
    double frac; /* fraction of the surface within the outer line, 0..1 */
    /* of a disc at any place of the surface with the same chance, the chance
     * that it is here and was missed */
    double missed_frac;
    unsigned zones; /* bit k: a part of it is in the region that line k
                       (CROK_LINE_OUTER, ...) bounds from outside; bit
                       CROK_N_LINES: a part of it is in the hole */
    crok_mm at;     /* centre of its area, which may lie outside it */
    int part;       /* its number, for crok_unseen.place_part */
    int id;         /* id of the question about this part; 0: none yet */
} crok_unseen_region;

#define CROK_MAX_UNSEEN 8
#define CROK_MAX_UNSEEN_PLACES 64
#define CROK_MAX_REJECTED 32

typedef struct crok_unseen {
    int n; /* number of regions; the largest is first */
    crok_unseen_region region[CROK_MAX_UNSEEN];
    double covered_frac, outside_frac; /* sums of all regions */
    /* Centres of discs that would fit side by side into the unseen parts,
     * without overlapping each other or a disc that was seen; sorted from the
     * centre of the board outwards. */
    int n_places;
    crok_mm place[CROK_MAX_UNSEEN_PLACES];
    int place_part[CROK_MAX_UNSEEN_PLACES]; /* the part that each is in */
} crok_unseen;

/* What the hole looks like. Colours are sRGB, 0..255 a channel. */
typedef struct crok_hole_look {
    bool is_seen;
    double empty_chance;  /* that no disc is in it, 0..1 */
    double rgb[3];        /* of what fills it: its floor, or a disc's face */
    double around_rgb[3]; /* of the surface around it */
} crok_hole_look;

typedef struct crok_observation {
    crok_board_pose pose;
    crok_hole_look hole;
    int n_discs;
    int n_dropped; /* discs found beyond CROK_MAX_DISCS */
    crok_seen_disc discs[CROK_MAX_DISCS];
    int n_maybe;
    crok_seen_disc
        maybe[CROK_MAX_MAYBE]; /* possible discs that are not counted */
    crok_unseen unseen;
    int n_sides;
    crok_side sides[CROK_MAX_SIDES]; /* sorted by name */
    int n_warnings;
    char warnings[8][128];
} crok_observation;

/* Insert a new side in the order of names. The side indices of all discs are
 * adjusted. Returns the new side's index. The caller checks that there is room:
 * o->n_sides < CROK_MAX_SIDES.
 *
 *   name  at most 23 characters are kept
 *   rgb   mean colour of its discs' faces */
int crok_observation_add_side(crok_observation *o, const char *name,
                              const uint8_t rgb[3]);

/* Remove a side and the possible discs (maybe) of that side. The side indices
 * of all others are adjusted. No counted disc is of that side or may be, and no
 * possible disc of another side may be of it. */
void crok_observation_drop_side(crok_observation *o, int side);

/* Is p within reach_mm of the centre of a disc that was found? */
bool crok_observation_has_disc_within(const crok_observation *o, crok_mm p,
                                      double reach_mm);

/* Are there exactly n sides, and has each of them a flat disc on the surface?
 */
bool crok_observation_shows_sides(const crok_observation *o, int n);

#ifdef __cplusplus
}
#endif
#endif
