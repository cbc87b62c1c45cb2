/* SPDX-License-Identifier: Apache-2.0
 *
 * discs/outline/place.h: how well a disc's place is known: from the edges or
 * profiles that placed it, from the pose, and from what neither knows of.
 *
 * Frames   mm: board.
 * Room     discs.
 * Source   Hartley and Zisserman 2004, section 5.2 for carrying covariances
 *          through. */
#ifndef CROK_DISCS_OUTLINE_PLACE_H
#define CROK_DISCS_OUTLINE_PLACE_H

#include "board/board.h"
#include "discs/outline/adjust.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What the uncertainty of all discs of a picture has in common. */
typedef struct crok_place_basis {
    const crok_board_pose *pose; /* borrowed */
    double height_mm;            /* of the discs */
    double px_per_mm;            /* of the picture that was measured in */
    double pose_cov[CROK_POSE_UNKNOWNS * CROK_POSE_UNKNOWNS];
} crok_place_basis;

/* The basis for a pose; a pose that knows no uncertainty (from a file) is as
 * good as it says. */
crok_place_basis crok_place_basis_of(const crok_board_pose *pose,
                                     double height_mm, double px_per_mm);

/* One standard deviation of a disc's distance from the board's centre, and of
 * the distance between its edge and the line nearest to it. */
typedef struct crok_place_sigma {
    double centre_mm, line_mm;
} crok_place_sigma;

crok_place_sigma crok_place_sigma_of(const crok_place_basis *basis,
                                     const crok_adjusted *disc);

#ifdef __cplusplus
}
#endif
#endif
