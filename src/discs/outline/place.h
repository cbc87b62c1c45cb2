/* SPDX-License-Identifier: Apache-2.0
 *
 * discs/outline/place.h: compute the standard deviation of a disc's place. It
 * combines the errors of the edges or profiles that gave the place, the errors
 * of the pose, and errors that are in neither of them. With e the unit vector
 * from the board's centre to the disc, C the covariance of the disc's place, P
 * that of the pose, g the derivative of the disc's distance by the pose's
 * unknowns, s the part along e of the sight line's run per mm of height, h the
 * error of the height, and f the unmodelled error, which includes that of the
 * height up to the slope s0 (CROK_PLACE_FITTED_SLOPE):
 *
 *     sigma^2 = e^T C e + f^2 + max(s^2 - s0^2, 0) h^2 + g^T P g
 *
 * For the distance between the disc's edge and a line, the variances of the
 * disc's radius and of the line's radius are added.
 *
 * Frames   mm: board.
 * Room     discs.
 * Source   Hartley and Zisserman 2004, section 5.2 for the propagation of
 *          covariances. */
#ifndef CROK_DISCS_OUTLINE_PLACE_H
#define CROK_DISCS_OUTLINE_PLACE_H

#include "board/board.h"
#include "discs/outline/adjust.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Error of the height of the discs' upper edge, 1 sd, mm: discs are 8.5 to 10.5
 * mm thick, and their edges are rounded by 0.7 to 1.6 mm, while one thickness
 * and one rounding are assumed. With 0.5 mm 77 to 85 % of the margins of
 * bench_tilt at 30 to 50 degrees are within two sigmas, without it 75 to 61 %.
 */
#define CROK_DISC_HEIGHT_SIGMA_MM 0.5
/* The unmodelled error was fitted to pictures in which a sight line runs up to
 * this far per mm of height, and includes the error of the height there. */
#define CROK_PLACE_FITTED_SLOPE 0.35

/* What is common to the uncertainty of all discs of a picture. */
typedef struct crok_place_basis {
    const crok_board_pose *pose; /* borrowed */
    double height_mm;            /* of the discs */
    double px_per_mm;            /* of the picture that was measured */
    double pose_cov[CROK_POSE_UNKNOWNS * CROK_POSE_UNKNOWNS];
} crok_place_basis;

/* Make the basis for a pose. A pose without a covariance (from a file) counts
 * as exact, except for its line_sigma_mm. */
crok_place_basis crok_place_basis_of(const crok_board_pose *pose,
                                     double height_mm, double px_per_mm);

/* Standard deviation, 1 sd, of a disc's distance from the board's centre, and
 * of the distance between its edge and the nearest line. */
typedef struct crok_place_sigma {
    double centre_mm, line_mm;
} crok_place_sigma;

crok_place_sigma crok_place_sigma_of(const crok_place_basis *basis,
                                     const crok_adjusted *disc);

#ifdef __cplusplus
}
#endif
#endif
