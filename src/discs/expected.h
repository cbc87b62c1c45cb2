/* SPDX-License-Identifier: Apache-2.0
 *
 * discs/expected.h: the standard deviation with which a disc's margin will be
 * measured at a place of a board, and the fraction of discs that will be found.
 * Both are estimated before a disc is there.
 *
 * The standard deviation is that of outline/place.h for a disc whose edges are
 * measured as those of usual discs are:
 *
 *     sigma^2 = (e / g)^2 + c^2 + pose^2,   e^2 = (a + b s)^2 + (q n)^2 / 3
 *
 * with g the image scale along the board's radius there, px/mm, s the blur, px,
 * n the noise of one frame, grey levels, of which the engine averages three,
 * and `pose` the contribution of the pose and of the lines' radii. The constant
 * c covers what does not depend on the picture's scale: the discs' common
 * radius and shape.
 *
 * Frames   mm: board.
 * Room     discs.
 * Threads  values only; any thread. No allocation.
 * Source   a, b, q and c are fitted to the margins that `crokeye score` reports
 *          of rendered pictures at three sizes, four blurs and five noises:
 *          tests/bench/bench_expected prints both. */
#ifndef CROK_DISCS_EXPECTED_H
#define CROK_DISCS_EXPECTED_H

#include "discs/outline/place.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What makes edges hard to measure, other than the pose. */
typedef struct crok_edge_conditions {
    double blur_px;  /* 1 sd of a Gaussian, px of the full picture; > 0 */
    double noise;    /* 1 sd of one frame, grey levels; >= 0 */
    double extra_px; /* another error of the edges, 1 sd, px; >= 0 */
    double scale;    /* the picture is this many times larger than the pose's;
                      * 1: it is the pose's. blur_px stays what it is */
    bool from_above; /* as if the camera looked straight down from the same
                      * distance: the scale is f / z everywhere */
} crok_edge_conditions;

/* The standard deviation of the margin of a disc at rest, mm.
 *
 *   basis  borrowed: of the pose (crok_place_basis_of). height_mm is the discs'
 *   at     centre of the disc's bottom circle, not the board's centre */
double crok_expected_margin_sigma_mm(const crok_place_basis *basis,
                                     const crok_edge_conditions *c, crok_mm at);

/* The fraction of discs that are found if an edge is blurred by this much, 1 sd
 * in mm: 0..1. */
double crok_expected_found_frac(double blur_mm);

#ifdef __cplusplus
}
#endif
#endif
