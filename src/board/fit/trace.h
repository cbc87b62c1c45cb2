/* SPDX-License-Identifier: Apache-2.0
 *
 * board/fit/trace.h: locate a line to a fraction of a pixel: at many angles, a
 * profile is sampled across the predicted ring, and its ridge is located.
 *
 * A line is a ridge: it differs from the board on both of its sides by the same
 * colour, all round. That colour difference, a direction in RGB, is estimated
 * from all angles together. Ridges of other directions (grain, discs) and steps
 * (the edge of a shadow or of the surface) are weak along it.
 *
 * Frames   px of the picture given; angles in rad in the board frame.
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

/* Profiles round a ring, 1.5 degrees apart: 8 mm on the outer line, 2.7 mm on
 * the inner one. */
#define CROK_TRACE_ANGLES 240
/* Largest distance in px from the predicted ring at which a line is searched.
 */
#define CROK_TRACE_REACH_PX 12

typedef struct crok_trace_sample {
    crok_px at;      /* the crest of the ridge */
    float angle_rad; /* board frame, 0 to 2 pi */
    float height;    /* of the ridge, grey levels along the line's colour */
    bool inside;     /* the whole profile is inside the picture */
    bool seen;       /* and its ridge is high enough to be the line */
} crok_trace_sample;

typedef struct crok_trace {
    crok_trace_sample at[CROK_TRACE_ANGLES]; /* all 0 if not sampled */
    int n_sampled, n_inside, n_seen;
    float colour[3];    /* unit vector in RGB, line minus board */
    float height;       /* median height where seen, grey levels */
    float noise_height; /* median crest of the opposite colour: noise */
} crok_trace;

/* What to trace, and how. */
typedef struct crok_trace_params {
    double radius;   /* of the predicted ring, in the camera's unit */
    double reach_px; /* search range to either side, <= CROK_TRACE_REACH_PX */
    double width_px; /* expected width of the line, for the ridge filter */
    int stride;      /* every stride-th angle; divides CROK_TRACE_ANGLES */
} crok_trace_params;

/* Trace the ring of radius params->radius about the board's centre.
 *
 *   img     borrowed, RGB or grey; grey is colour along the first channel
 *   cam     borrowed; the camera of img
 *   params  borrowed
 *   out     always written; n_inside is 0 if the ring is outside the picture.
 *           n_seen > 0 is no proof of a line: compare height and noise_height
 */
void crok_trace_ring(const crok_image *img, const crok_camera *cam,
                     const crok_trace_params *params, crok_trace *out);

#ifdef __cplusplus
}
#endif
#endif
