/* SPDX-License-Identifier: Apache-2.0
 *
 * setup/figures.h: what a camera can do at its place: the figures of one second
 * of its pictures, and what each defect costs.
 *
 * The cost of a defect is the number of calls, or of shots, among 100 that it
 * leaves open: those that are open now, minus those that would be open if this
 * defect alone were removed. So blur, glare and a lamp that flickers are
 * compared in one unit, and the most expensive one is to be changed first.
 *
 * Frames   px: the full, upright picture; mm: board.
 * Room     setup: uses core, cv, board, discs, shots.
 * Threads  values only; any thread. */
#ifndef CROK_SETUP_FIGURES_H
#define CROK_SETUP_FIGURES_H

#include <stdint.h>

#include "board/board.h"
#include "setup/glare.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A defect. The first ones make watching impossible: each costs 100. */
typedef enum crok_defect {
    CROK_DEFECT_NO_PICTURES, /* the source sends none */
    CROK_DEFECT_FROZEN,      /* it sends the same one again and again */
    CROK_DEFECT_DARK,
    CROK_DEFECT_NO_BOARD,
    CROK_DEFECT_CUT_OFF, /* a part of the board is outside the picture */
    CROK_DEFECT_GLARE,
    CROK_DEFECT_BLUR,
    CROK_DEFECT_DISTANCE, /* the board does not fill the picture */
    CROK_DEFECT_PIXELS,   /* it does, and the picture has too few pixels */
    CROK_DEFECT_TILT,
    CROK_DEFECT_NOISE,
    CROK_DEFECT_FLICKER,
    CROK_DEFECT_SWAY,
    CROK_DEFECT_RATE, /* too few pictures a second */
    CROK_N_DEFECTS    /* also: none */
} crok_defect;

/* "no_pictures", "frozen", ...; "nothing" for CROK_N_DEFECTS. Static. */
const char *crok_defect_name(crok_defect defect);

/* The figures of one second. Those of the board are set only if has_board. A
 * figure that could not be measured is NAN. */
typedef struct crok_setup {
    double at_s;    /* end of the second, from the first picture */
    int w_px, h_px; /* of the picture; 0: none came */
    /* the source */
    int n_frames;
    double fps;           /* new pictures a second: without repeated ones */
    double repeated_frac; /* of the pictures, the same as the one before */
    int64_t n_lost;       /* pictures that never arrived in this second */
    bool is_frozen, is_recorded;
    char source_words[256]; /* why no picture came; "" if one did */
    /* the light */
    double level;        /* mean luma of the surface, 0..255; without a board of
                          * the picture */
    double noise;        /* of one picture, 1 sd, grey levels */
    double flicker_frac; /* of the surface's level from picture to picture: 90 %
                          * range over mean */
    double jumped_frac;  /* pictures whose level is so far from the median that
                          * the engine detects motion */
    /* the board */
    bool has_board, is_cut_off;
    char board_words[160]; /* why there is no board; "" if there is */
    crok_board_pose pose;
    double px_per_mm, least_px_per_mm; /* at the centre; the smallest over the
                                        * outer line */
    double tilt_rad;
    double fill_scale; /* by how much the board could be larger in the picture,
                        * >= 1 */
    double blur_px;    /* 1 sd */
    crok_glare glare;
    double sway_px;         /* range of the board's displacement */
    double unfollowed_frac; /* pictures in which the board was not registered */
    /* what follows */
    double open_calls_pct;
    double cost_pct[CROK_N_DEFECTS];
    crok_defect first; /* the most expensive one; CROK_N_DEFECTS: none costs
                        * CROK_FIRST_LEAST_PCT */
    char first_words[288];
} crok_setup;

/* A defect that costs less than this is not worth a change: one call of 100 is
 * less than one in a round of two players with 12 discs each. */
#define CROK_FIRST_LEAST_PCT 1.0

/* Set open_calls_pct, the costs, the first defect and its words from all other
 * fields. */
void crok_setup_judge(crok_setup *s);

#ifdef __cplusplus
}
#endif
#endif
