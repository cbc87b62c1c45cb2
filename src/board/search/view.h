/* SPDX-License-Identifier: Apache-2.0
 *
 * board/search/view.h: a picture in which a board is searched for, and the
 * prior of its camera, that is, what is known about the camera before any line
 * is seen.
 *
 * Frames   px of the given picture, or of the full, upright one.
 * Room     board. */
#ifndef CROK_BOARD_SEARCH_VIEW_H
#define CROK_BOARD_SEARCH_VIEW_H

#include <stdbool.h>

#include "board/fit/fit.h"
#include "board/known.h"
#include "core/image.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A picture, which may be a reduced copy of a larger one. */
typedef struct crok_view {
    const crok_image *img; /* RGB, upright */
    double scale;          /* px of the full picture per px of img, >= 1 */
    int full_w_px, full_h_px;
    double focal_px; /* of the full picture, from EXIF; 0: unknown */
    /* NULL to search the whole picture. Otherwise borrowed: the pose in img of
     * a board that was already found, with its outer line's radius as the unit
     * of length. Then only the rest of the picture is searched */
    const crok_camera *beside;
    /* NULL, or borrowed: the board that the picture is said to show */
    const crok_known_board *known;
    bool is_from_above; /* a board that is seen from the side need not be found,
                           which saves time where there is none */
} crok_view;

/* Hypothesis on how the picture was cropped after it was taken:
 *
 *   NONE   it was not cropped
 *   EDGES  its edges were cut off; the principal point is near the middle
 *   BOARD  the board was cut out of it; the principal point may be anywhere */
typedef enum crok_crop {
    CROK_CROP_NONE,
    CROK_CROP_EDGES,
    CROK_CROP_BOARD
} crok_crop;

/* Choose the cropping hypothesis by the aspect ratio of the full picture:
 * CROK_CROP_NONE if it is the ratio of a camera's sensor, otherwise
 * CROK_CROP_BOARD. */
crok_crop crok_view_crop(const crok_view *view);

/* Prior of the focal length without EXIF, as a fraction of the longer side, and
 * its relative standard deviation. Phones have 0.67 (24 mm) to 0.75, fixed
 * cameras 0.55 to 1.4. EXIF gives whole millimetres; with it the relative
 * standard deviation is CROK_FOCAL_REL_SIGMA_EXIF. With smaller standard
 * deviations, the fit is wrong for unusual lenses. With larger ones, tilt and
 * focal length are not determined in views from above. */
#define CROK_FOCAL_FRAC 0.85
#define CROK_FOCAL_REL_SIGMA 0.25
#define CROK_FOCAL_REL_SIGMA_EXIF 0.04
/* Standard deviation of the prior of the radial distortion k1, whose mean is 0.
 * Phones correct the distortion of their pictures; webcams have up to 0.1. */
#define CROK_K1_SIGMA 0.07

/* Is the focal length known, from EXIF? */
bool crok_view_has_focal(const crok_view *view, crok_crop crop);

/* Compute the prior of the camera of `img` under the hypothesis `crop`. `img`
 * is a copy of the view's picture of any size. Both are borrowed. The values
 * are in px of `img`. */
crok_fit_prior crok_view_prior(const crok_view *view, const crok_image *img,
                               crok_crop crop);

/* Return a camera of this focal length for a picture of this size. Its
 * principal point is in the middle of the picture, its distortion is 0, and its
 * pose is not set. */
crok_camera crok_view_camera(const crok_image *img, double focal_px);

/* Return the longer side of a picture, px. */
double crok_longer_side(const crok_image *img);

#ifdef __cplusplus
}
#endif
#endif
