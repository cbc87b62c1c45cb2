/* SPDX-License-Identifier: Apache-2.0
 *
 * board/search/view.h: a picture in which a board is searched for, and the
 * prior of its camera: what is known of it before any line is seen.
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
    /* NULL: search the whole picture. Otherwise borrowed: the pose, in img, of
     * a board that was found already, in units of its outer line's radius; only
     * the rest of the picture is searched */
    const crok_camera *beside;
} crok_view;

/* Hypothesis on how the picture was cropped after it was taken: not at all; its
 * edges were cut off, so that the principal point is near the middle; or the
 * board was cut out of it, from anywhere. */
typedef enum crok_crop {
    CROK_CROP_NONE,
    CROK_CROP_EDGES,
    CROK_CROP_BOARD
} crok_crop;

/* The hypothesis that the aspect ratio of the full picture suggests:
 * CROK_CROP_NONE for that of a camera's sensor, else CROK_CROP_BOARD. */
crok_crop crok_view_crop(const crok_view *view);

/* Prior of the focal length without EXIF, as a part of the longer side, and its
 * relative standard deviation: phones have 0.67 (24 mm) to 0.75, fixed cameras
 * 0.55 to 1.4. With EXIF, which gives whole millimetres, its relative standard
 * deviation is CROK_FOCAL_REL_SIGMA_EXIF. Narrower priors pull the fit of
 * unusual lenses; wider ones leave tilt and focal length undetermined in views
 * from above. */
#define CROK_FOCAL_FRAC 0.85
#define CROK_FOCAL_REL_SIGMA 0.25
#define CROK_FOCAL_REL_SIGMA_EXIF 0.04
/* Prior of the radial distortion k1, 1 sd, around 0: phones correct their
 * pictures, webcams reach 0.1. */
#define CROK_K1_SIGMA 0.07

/* The prior of the camera of `img`, a copy of the view at any size, under this
 * hypothesis. Both are borrowed; values are in pixels of `img`. */
crok_fit_prior crok_view_prior(const crok_view *view, const crok_image *img,
                               crok_crop crop);

/* A camera of this focal length for a picture of this size: principal point in
 * the middle, no distortion, no pose. */
crok_camera crok_view_camera(const crok_image *img, double focal_px);

/* The longer side of a picture, px. */
double crok_longer_side(const crok_image *img);

#ifdef __cplusplus
}
#endif
#endif
