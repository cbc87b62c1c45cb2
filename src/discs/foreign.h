/* SPDX-License-Identifier: Apache-2.0
 *
 * discs/foreign.h: make a cover likelier where the board has a colour that is
 * rare on the rest of its surface. The share of the surface, at other places,
 * that has a cell's colour is combined with the network's chance of a cover:
 * the network has learnt shapes and shadows, the share is of this board. Where
 * the bare board is known to have the cell's colour, that is not rare.
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
 *   bare      NULL, or borrowed: likewise
 *   outer_mm  radius of the outer line
 *   segments  in and out
 *   err       may be NULL
 *
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_foreign_join(const crok_image *view,
                                            const crok_image *bare,
                                            double outer_mm,
                                            crok_segmentation *segments,
                                            crok_err *err);

#ifdef __cplusplus
}
#endif
#endif
