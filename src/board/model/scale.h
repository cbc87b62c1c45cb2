/* SPDX-License-Identifier: Apache-2.0
 *
 * board/model/scale.h: how long a board is in millimetres, from everything in a
 * picture that has a known size.
 *
 * Three things have one: a board whose lines have the ratios of a model, the
 * hole, and the discs. Each can be mistaken. A board may have the model's
 * ratios and another size; a ring printed round the hole, or a disc in it, has
 * an edge as well; discs are made in three sizes. So each gives the likelihood
 * of every size of the board, and the posterior gives the size and its standard
 * deviation. Where they disagree, the standard deviation covers all readings
 * that remain possible.
 *
 * Frames   lengths are in radii of the outer line unless their name has a unit.
 * Room     board.
 * Threads  values only; any thread. */
#ifndef CROK_BOARD_MODEL_SCALE_H
#define CROK_BOARD_MODEL_SCALE_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The source of a pose's scale, that is, of the length of a millimetre. */
typedef enum crok_scale {
    CROK_SCALE_MODEL = 0, /* a board model's outer line */
    CROK_SCALE_HOLE,      /* the hole's standard diameter, 1 3/8 in */
    CROK_SCALE_DISC,      /* the sizes in which discs are made */
    CROK_SCALE_CALIB      /* a calibration file */
} crok_scale;

/* Return the name of a scale: "model", "hole", "disc" or "calib". Static. */
const char *crok_scale_name(crok_scale scale);

/* A circular edge about the board's centre that may be the hole's. */
typedef struct crok_hole_edge {
    double radius;
    double chance; /* that it is the hole's, before anything else is known */
} crok_hole_edge;

#define CROK_MAX_HOLE_EDGES 6

/* What a picture shows that has a known size. */
typedef struct crok_scale_evidence {
    double model_mm; /* outer line of the model whose ratios the lines have, or
                        that a person named; 0: of none */
    bool is_of_two;  /* only two lines show the ratios, as the third is the edge
                        of a painted middle */
    bool is_named;   /* a person named it: the scale is the model's, and what
                        else is seen only tells how sure that is */
    int n_edges;
    crok_hole_edge edge[CROK_MAX_HOLE_EDGES];
    int n_discs; /* sure discs on the surface whose size was measured */
    double disc; /* their median radius; not used if n_discs is 0 */
} crok_scale_evidence;

typedef struct crok_scale_estimate {
    crok_scale from;  /* what supports this size most */
    double outer_mm;  /* radius of the outer line */
    double rel_sigma; /* 1 sd / outer_mm; 98 % of the posterior lie within 2.33
                         of them */
    double hole; /* radius of the hole: that of the edge which has the expected
                    radius, or else the expected radius */
} crok_scale_estimate;

/* Estimate the size of the board. Without any evidence it is that of a usual
 * board, and rel_sigma is large. */
crok_scale_estimate crok_scale_of(const crok_scale_evidence *evidence);

#ifdef __cplusplus
}
#endif
#endif
