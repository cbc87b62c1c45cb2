/* SPDX-License-Identifier: Apache-2.0
 *
 * capture/screen.h: pictures of screens. A display shows red, green and blue
 * stripes and dark rows between them, at a period of a few of the camera's
 * pixels. This grid is stronger than a board's lines. It is found as a peak of
 * the spectrum that has the same frequency all over the picture. Averages over
 * its period remove it (crok_cv_smooth), and nothing else is lost: such a
 * picture has no details finer than the grid.
 *
 * Frames   px of the given picture.
 * Room     capture: uses core and cv.
 * Source   a mean over one period has no response at that period. */
#ifndef CROK_CAPTURE_SCREEN_H
#define CROK_CAPTURE_SCREEN_H

#include "core/image.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Find the grid of a screen.
 *
 *   img        borrowed
 *   period_px  written only on CROK_OK: the period of the strongest part of the
 *              grid, 2 to 5.3 px; 0 if there is no grid
 *   err        may be NULL
 *
 * CROK_ENOMEM, CROK_EVISION */
CROK_MUST_USE crok_status crok_screen_find(const crok_image *img,
                                           double *period_px, crok_err *err);

#ifdef __cplusplus
}
#endif
#endif
