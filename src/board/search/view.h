/* SPDX-License-Identifier: Apache-2.0
 *
 * board/search/view.h: a picture that a board is looked for in, and what is
 * known of the camera that took it before any line is seen.
 *
 * Frames   px: of the picture given, or of the full, upright one.
 * Room     board. */
#ifndef CROK_BOARD_SEARCH_VIEW_H
#define CROK_BOARD_SEARCH_VIEW_H

#include "board/fit/fit.h"
#include "core/image.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A picture that may be a reduction of a larger one. */
typedef struct crok_view {
    const crok_image *img; /* RGB, upright */
    double scale;          /* full pixels per pixel of img, >= 1 */
    int full_w_px, full_h_px;
    double focal_px; /* of the full picture, as EXIF says; 0 unknown */
    const crok_camera *beside; /* borrowed; of img, units: the outer line of a
                                  board that is known = 1: what lies beside it
                                  is searched. NULL: all */
} crok_view;

/* What a picture is believed to be: as the camera took it, with its edges cut
 * off, or the board cut out of it, wherever in it that was. */
typedef enum crok_belief { CROK_WHOLE, CROK_CROPPED, CROK_CUT_OUT } crok_belief;

/* What its sides speak for: CROK_WHOLE or CROK_CUT_OUT. */
crok_belief crok_view_belief(const crok_view *view);

/* A focal length without EXIF, as a part of the longer side: phones have 0.67
 * (24 mm) to 0.75, fixed cameras 0.55 to 1.4. EXIF tells whole millimetres. */
#define CROK_FOCAL_FRAC 0.85
#define CROK_FOCAL_REL_SIGMA 0.25
#define CROK_FOCAL_REL_SIGMA_EXIF 0.04
/* Lenses of phones are corrected; webcams reach 0.1: 1 sd of the distortion k1
 * of any lens. */
#define CROK_K1_SIGMA 0.07

/* What is known of the camera of `img`, a copy of the view of any size. */
crok_fit_prior crok_view_prior(const crok_view *view, const crok_image *img,
                               crok_belief is);

/* A camera with that focal length, px, for a picture of this size. */
crok_camera crok_view_camera(const crok_image *img, double focal_px);

double crok_longer_side(const crok_image *img);

#ifdef __cplusplus
}
#endif
#endif
