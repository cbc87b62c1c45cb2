/* SPDX-License-Identifier: Apache-2.0
 *
 * discs/observation.h: what a picture of a board shows: the discs, their
 * sides, and where each stands, with its uncertainty. Values of discs are
 * not here: the rules give them (rules/value.h).
 *
 * Frames   mm: board frame; px: the full, upright picture.
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

typedef struct crok_seen_disc {
    int id;         /* 1, 2, ... in reading order; stable when followed */
    int side;       /* index in crok_observation.sides */
    int other_side; /* the one that its colour may be as well; -1: it is sure */
    crok_disc_state state;
    crok_mm at;      /* centre of the bottom circle */
    double sigma_mm; /* 1 sd of its distance from the board's centre, in the
                        pose's scale, which has a sigma of its own */
    double line_sigma_mm; /* 1 sd of the distance between its edge and the
                             nearest line's centre: errors of the camera move
                             both alike, the disc's size counts */
    bool state_unsure;    /* hole: the picture allows "no disc" or "leaning" */
    double over_frac;     /* hole: of the hole's edge, what it lies over ... */
    double over_most;     /* ... and may lie over, with what is hidden */
    crok_px at_px;        /* where that centre appears */
    uint8_t rgb[3];       /* colour of its face */
    double confidence;    /* chance that it is a disc at all, 0..1: sure from
                             CROK_DISC_SURE on (discs/verify.h) */
} crok_seen_disc;

typedef struct crok_side {
    char name[24];  /* what a person would call the colour: "red", "natural" */
    uint8_t rgb[3]; /* mean colour of its discs' faces */
} crok_side;

#define CROK_MAX_MAYBE 16

typedef struct crok_observation {
    crok_board_pose pose;
    int n_discs;
    int n_dropped; /* found beyond CROK_MAX_DISCS */
    crok_seen_disc discs[CROK_MAX_DISCS];
    int n_maybe;
    crok_seen_disc
        maybe[CROK_MAX_MAYBE]; /* what more likely is none, and may be */
    int n_sides;
    crok_side sides[CROK_MAX_SIDES]; /* sorted by name */
    int n_warnings;
    char warnings[8][128];
} crok_observation;

/* A new side, in its place by name; the discs keep theirs. Returns its index;
 * there is room for it: o->n_sides < CROK_MAX_SIDES.
 *
 *   rgb  the mean colour of its discs' faces */
int crok_observation_add_side(crok_observation *o, const char *name,
                              const uint8_t rgb[3]);

/* Are there just n sides, each with a disc flat on the surface? */
bool crok_observation_shows_sides(const crok_observation *o, int n);

#ifdef __cplusplus
}
#endif
#endif
