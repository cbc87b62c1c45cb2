/* SPDX-License-Identifier: Apache-2.0
 *
 * discs/unseen.h: find which parts of the playing surface the picture does not
 * show, and where unseen discs may lie.
 *
 * Two measurements are combined. First, each line of a board is a full circle:
 * where a line is missing over more than a disc's diameter and no disc lies
 * there, something covers it (line_visibility.h). Second, the surface has one
 * colour in changing light: a patch of another colour that is large enough for
 * a disc may be a cover (surface_map.h). If the lines that cross the patch are
 * visible, it is print, shade or a reflection instead.
 *
 * Frames   mm: board; px: the picture given.
 * Room     discs: uses core, cv, board.
 * Threads  every call may run in any thread on a picture of its own. */
#ifndef CROK_DISCS_UNSEEN_H
#define CROK_DISCS_UNSEEN_H

#include "core/image.h"
#include "discs/observation.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A picture is not scored if more than this part of the surface is covered, or
 * if more than this part is outside the picture. */
#define CROK_UNSEEN_MAX_FRAC 0.25

/* Find the unseen parts of the surface, and the places for discs in them.
 *
 *   img   borrowed; RGB
 *   cam   of img, in mm
 *   seen  the board and the discs found on it; `unseen` is set, the rest read
 *
 * CROK_ECOVERED  more than CROK_UNSEEN_MAX_FRAC of the surface is covered
 * CROK_ECUTOFF   more than this part of it is outside the picture
 * CROK_ENOMEM, CROK_EVISION */
CROK_MUST_USE crok_status crok_unseen_measure(const crok_image *img,
                                              const crok_camera *cam,
                                              crok_observation *seen,
                                              crok_err *err);

#ifdef __cplusplus
}
#endif
#endif
