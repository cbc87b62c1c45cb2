/* SPDX-License-Identifier: Apache-2.0
 *
 * board/search/faint.h: find rings that are too faint to have edge points.
 *
 * A worn line, or one in a small picture, may differ from the board by one grey
 * level, less than the noise of a pixel. It is still a whole circle about the
 * centre that the strong rings (the edges of surface and rail) give: the median
 * of a ridge filter over all angles has a hundredth of the noise's variance,
 * and grain, discs and hands, which are no circles, do not move it.
 *
 * Frames   px of the given picture; radii in the camera's unit.
 * Room     board.
 * Source   matched filters as in Duda and Hart 1973; the standard error of a
 *          median as in Kendall and Stuart 1977, section 10.11. */
#ifndef CROK_BOARD_SEARCH_FAINT_H
#define CROK_BOARD_SEARCH_FAINT_H

#include "board/fit/fit.h"
#include "core/image.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Put the clearest faint rings in front of the rings that were found. As many
 * of the old ones follow as there is room for.
 *
 *   img    borrowed, RGB
 *   rings  in: the rings found; their camera belongs to img. Out: radii and
 *          their number; the camera stays
 *
 * Returns the number of faint rings. */
int crok_faint_rings(const crok_image *img, crok_ring_fit *rings);

#ifdef __cplusplus
}
#endif
#endif
