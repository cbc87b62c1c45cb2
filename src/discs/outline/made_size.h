/* SPDX-License-Identifier: Apache-2.0
 *
 * discs/outline/made_size.h: estimate which of the sizes in which discs are
 * made the discs of a picture have.
 *
 * An outline seldom looks larger than the disc, but often smaller: if a disc's
 * rounded edge is in shade and the board behind it is dark, or has the face's
 * colour, the visible edge is the end of the flat face, up to 1.5 mm farther
 * in. So the common size is not the mean of the measured radii. It is estimated
 * by maximum likelihood with an asymmetric error distribution (made_size.c):
 * discs with a high contrast to the board weigh more, and larger measurements
 * more than smaller ones. The prior is a mixture of the sizes that are made.
 *
 * Frames   mm: board.
 * Room     discs. No I/O, no allocation.
 * Threads  values only; any thread. */
#ifndef CROK_DISCS_OUTLINE_MADE_SIZE_H
#define CROK_DISCS_OUTLINE_MADE_SIZE_H

#include "board/board.h"

#ifdef __cplusplus
extern "C" {
#endif

/* One disc's measured size: the radius that fits its own outline best; and the
 * distance of its face's colour from the board's, L*a*b*. */
typedef struct crok_size_seen {
    double radius_mm;
    double from_board;
} crok_size_seen;

/* The estimated size: that of a hypothesis with a probability above 90 %, else
 * the mean over all hypotheses; and its standard deviation. */
typedef struct crok_made_size {
    double radius_mm;
    double sigma_mm;
    double above_mm;     /* the next larger size made; 0: there is none */
    double above_chance; /* probability of that size */
} crok_made_size;

/* Estimate the size that n discs of one picture have in common; n > 0. Radii
 * are in the picture's scale.
 *
 *   seen      borrowed
 *   light_mm  error of the radius that light causes on all outlines of a
 *             picture alike, mm, 1 sd
 *   scale_mm  error of the radius due to the picture's scale, mm, 1 sd */
crok_made_size crok_made_size_of(const crok_size_seen *seen, int n,
                                 double light_mm, double scale_mm);

/* The same for discs whose common radius was measured as radius_mm with 1 sd of
 * sigma_mm. */
crok_made_size crok_made_size_near(double radius_mm, double sigma_mm,
                                   double scale_mm);

/* The size that earlier pictures of the same discs show
 * (pose->disc_known_sigma_mm, above 0). */
crok_made_size crok_made_size_known(const crok_board_pose *pose);

/* Distance of a radius from the nearest size made, mm. */
double crok_made_size_off(double radius_mm);

#ifdef __cplusplus
}
#endif
#endif
