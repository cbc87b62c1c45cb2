/* SPDX-License-Identifier: Apache-2.0
 *
 * board/fit/trace.h: where exactly a line runs: at many angles, the colours
 * across the predicted ring are read and the ridge in them is located.
 *
 * A line is a ridge: it differs from both its sides in the same way, all round.
 * The way (a colour direction) is found from all angles together; a shadow's
 * edge, grain or the step at the end of the surface does not agree with it.
 *
 * Frames   px of the picture given; angles on the board.
 * Room     board.
 * Source   Steger 1998 for lines as ridges with two edges. */
#ifndef CROK_BOARD_FIT_TRACE_H
#define CROK_BOARD_FIT_TRACE_H

#include "board/camera.h"
#include <stdbool.h>

#include "core/image.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Angles sampled round a ring. */
#define CROK_TRACE_ANGLES 240
/* The farthest that a line is looked for from where it may be, px. */
#define CROK_TRACE_REACH_PX 12

typedef struct crok_trace_sample {
    crok_px at;      /* the ridge's crest */
    float angle_rad; /* on the board */
    float height;    /* grey levels along the line's colour direction */
    bool inside;     /* the ring is inside the picture here */
    bool seen;       /* and the line is visible */
} crok_trace_sample;

typedef struct crok_trace {
    crok_trace_sample at[CROK_TRACE_ANGLES]; /* unseen where not looked at */
    int n_sampled, n_inside, n_seen;
    float colour[3];    /* unit vector, line minus surroundings, RGB */
    float height;       /* median of the heights seen, grey levels */
    float noise_height; /* the same statistic beside the line: chance */
} crok_trace;

/* What to trace. */
typedef struct crok_trace_params {
    double radius;   /* of the ring */
    double reach_px; /* how far from there the line may lie, at most
                        CROK_TRACE_REACH_PX */
    double width_px; /* of the line expected, for the ridge filter */
    int stride;      /* every angle, every second, ...; divides the angles */
} crok_trace_params;

/* Trace a ring.
 *
 *   img  borrowed, RGB or grey (whose colour is one, of the first channel)
 *   cam  borrowed; of img
 *   ask  borrowed
 *   out  always written; n_seen is 0 where there is no line */
void crok_trace_ring(const crok_image *img, const crok_camera *cam,
                     const crok_trace_params *ask, crok_trace *out);

#ifdef __cplusplus
}
#endif
#endif
