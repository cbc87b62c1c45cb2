/* SPDX-License-Identifier: Apache-2.0
 *
 * board/fit/trace.h: locate a line to a fraction of a pixel: at many angles a
 * profile is sampled across the predicted ring, and the ridge in this profile
 * is located.
 *
 * A line is a ridge: its colour differs from the board on both sides, and the
 * difference is the same at all angles. The direction of this difference in RGB
 * is estimated from all angles together. Responses are then measured along this
 * direction. In it, ridges of other colours (grain, discs) and steps (the edge
 * of a shadow or of the surface) give weak responses.
 *
 * Frames   px of the given picture; angles in rad in the board frame.
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

/* The number of profiles around a ring. They are 1.5 degrees apart, which is
 * 8 mm on the outer line and 2.7 mm on the inner one. */
#define CROK_TRACE_ANGLES 240
/* The arc over which the profiles of a faint line are averaged, rad (6
 * degrees). A line bends away from a predicted ring more slowly than that. */
#define CROK_TRACE_ARC_RAD 0.105
/* A line is searched at most this far from the predicted ring, px. */
#define CROK_TRACE_REACH_PX 12

typedef struct crok_trace_sample {
    crok_px at;      /* the crest of the ridge */
    float angle_rad; /* board frame, 0 to 2 pi */
    float height;    /* of the ridge: grey levels in the direction `colour` */
    bool inside;     /* the whole profile is inside the picture */
    bool seen;       /* inside, and the ridge is as high as a line's */
} crok_trace_sample;

typedef struct crok_trace {
    crok_trace_sample at[CROK_TRACE_ANGLES]; /* 0 where not sampled */
    int n_sampled, n_inside, n_seen;
    float colour[3];    /* unit vector in RGB from board to line */
    float height;       /* median height of the seen samples */
    float noise_height; /* median height for -colour: the noise */
} crok_trace;

/* The ring to trace, and the parameters of the trace. */
typedef struct crok_trace_params {
    double radius;   /* of the predicted ring, in the camera's unit */
    double reach_px; /* search range on each side, <= CROK_TRACE_REACH_PX */
    double width_px; /* expected width of the line, for the ridge filter */
    int stride;      /* sample every stride-th angle; stride must divide
                        CROK_TRACE_ANGLES */
    bool is_faint;   /* the line may be as faint as the noise: each profile is
                        the mean over an arc (CROK_TRACE_ARC_RAD) */
} crok_trace_params;

/* The reach of the ridge filter on each side and its gap, in samples, for a
 * middle part of 2 * half + 1 samples. */
#define CROK_RIDGE_FLANK(half) (3 * (half) + 1)
#define CROK_RIDGE_GAP(half) (2 * (half))

/* The response of the ridge filter at a sample, per channel: the mean of the
 * middle part minus the mean of both flanks. Between the middle part and each
 * flank is a gap of half the line's width, because the line's blur falls there.
 *
 *   sum  borrowed: sum[i] is the sum of the samples before sample i
 *   mid  the sample, at least CROK_RIDGE_FLANK(half) away from both ends */
void crok_ridge_at(const float (*sum)[3], int mid, int half, float out[3]);

/* Trace the ring of radius params->radius about the board's centre.
 *
 *   img     borrowed, RGB or grey; a grey picture uses the first channel of
 *           colours
 *   cam     borrowed; the camera of img
 *   params  borrowed
 *   out     always written. n_inside is 0 if the ring is outside the picture.
 *           Noise alone may give n_seen > 0: compare height with noise_height
 *           to decide if there is a line
 */
void crok_trace_ring(const crok_image *img, const crok_camera *cam,
                     const crok_trace_params *params, crok_trace *out);

#ifdef __cplusplus
}
#endif
#endif
