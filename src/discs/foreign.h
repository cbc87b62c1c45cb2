/* SPDX-License-Identifier: Apache-2.0
 *
 * discs/foreign.h: what lies over a board mostly has a colour that its surface
 * has nowhere else. The share of the surface that has a cell's colour, at other
 * places, is joined with the chance that the network gives a cover: it knows
 * shapes and shadows of things, this knows the board.
 *
 * Frames   cells of see/segmentation.h.
 * Room     discs: uses see. */
#ifndef CROK_DISCS_FOREIGN_H
#define CROK_DISCS_FOREIGN_H

#include "core/image.h"
#include "see/segmentation.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Change the chances of a cover within the outer line by the colours of a view.
 *
 *   view      borrowed: as for crok_segmentation_see
 *   outer_mm  radius of the outer line
 *   segments  in and out
 *   err       may be NULL
 *
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_foreign_join(const crok_image *view,
                                            double outer_mm,
                                            crok_segmentation *segments,
                                            crok_err *err);

#ifdef __cplusplus
}
#endif
#endif
