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

typedef struct crok_disc {
    int id;   /* 1, 2, ... in reading order; stable when followed */
    int side; /* index in crok_observation.sides */
    crok_disc_state state;
    crok_mm at;           /* centre of the bottom circle */
    double sigma_mm;      /* 1 sd of its distance from the board's centre */
    double line_sigma_mm; /* 1 sd of its distance from the nearest line: less,
                             since errors of the camera move both alike */
    bool state_unsure;    /* hole: the picture allows "no disc" or "leaning" */
    crok_px at_px;        /* where that centre appears */
    uint8_t rgb[3];       /* colour of its face */
    double confidence;    /* 0..1 that it is a disc of this side */
} crok_disc;

typedef struct crok_side {
    char name[24];  /* what a person would call the colour: "red", "natural" */
    uint8_t rgb[3]; /* mean colour of its discs' faces */
} crok_side;

typedef struct crok_observation {
    crok_board_pose pose;
    int n_discs;
    int n_dropped; /* found beyond CROK_MAX_DISCS */
    crok_disc discs[CROK_MAX_DISCS];
    int n_sides;
    crok_side sides[CROK_MAX_SIDES]; /* sorted by name */
    int n_warnings;
    char warnings[8][128];
} crok_observation;

#ifdef __cplusplus
}
#endif
#endif
