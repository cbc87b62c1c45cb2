/* SPDX-License-Identifier: Apache-2.0
 *
 * tests/bench/truth.h: what is really in a picture. Two kinds of truth files
 * are read: of rendered pictures (exact, in mm) and of photos (by eye, in px).
 *
 * Frames   mm: board frame; px: the full, upright picture.
 * Room     tests. */
#ifndef CROK_TESTS_TRUTH_H
#define CROK_TESTS_TRUTH_H

#include <stdbool.h>
#include <stdint.h>

#include "board/camera.h"
#include "core/status.h"
#include "core/terms.h"

#define TRUTH_MAX_DISCS 96
#define TRUTH_MAX_TEAMS 4

typedef struct truth_disc {
    int team;
    crok_disc_state state; /* OUT only for the ditch and beside the board */
    bool is_distractor;    /* beside the board: need not be found */
    bool is_certain;       /* false: the eye cannot tell its value */
    crok_mm at;            /* renders: centre of the underside; photos: NAN */
    crok_px bottom_px;     /* renders: image of that centre; photos: NAN */
    crok_px top_px;        /* centre of the top outline */
    double r_px;           /* radius of the outline */
    int value;             /* -1 where not told */
    double margin_mm;      /* NAN where not told */
} truth_disc;

typedef struct truth {
    char picture[1024]; /* its path */
    bool is_render;     /* exact, in mm */
    bool has_board;
    int board_number; /* pictures of one board have one number; -1: not told */
    double line_mm[CROK_N_LINES], width_mm;  /* renders; else NAN */
    double hole_mm, disc_mm, disc_height_mm; /* radii; renders */
    double px_per_mm;                        /* about, at the centre */
    crok_px centre_px;                       /* where the hole's centre is */
    crok_camera camera;                      /* renders */
    int n_teams;
    char team[TRUTH_MAX_TEAMS][32];
    uint8_t team_rgb[TRUTH_MAX_TEAMS][3]; /* renders */
    int total[TRUTH_MAX_TEAMS];
    int n_discs;
    truth_disc discs[TRUTH_MAX_DISCS];
} truth;

/* Read a truth file.
 *
 *   out  written only on CROK_OK
 *
 * CROK_EIO      cannot be read
 * CROK_EFORMAT  JSON, but no truth file: no "image" and "discs"; or broken */
CROK_MUST_USE crok_status truth_load(const char *path, truth *out,
                                     crok_err *err);

#endif
