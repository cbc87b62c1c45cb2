/* SPDX-License-Identifier: Apache-2.0 */
#include "board/search/view.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

/* Standard deviation of the prior of k1 in a cropped picture. Distortion is
 * radial about the principal point. If the principal point is unknown, k1
 * cannot be estimated, so the prior keeps it near 0. */
#define K1_SIGMA_CROPPED 0.01
/* Standard deviation of the distance from the principal point to the picture's
 * middle, as a fraction of the longer side. CENTRE_FRAC is for an uncropped
 * picture, CENTRE_FRAC_CROPPED for one whose edges were cut off. Chosen by
 * hand: with larger values the tilt is less certain; with smaller ones an error
 * of the principal point becomes an error of the tilt. */
#define CENTRE_FRAC 0.004
#define CENTRE_FRAC_CROPPED 0.06
/* Priors for a board that was cut out of a picture one to three times as wide:
 * the focal length as a fraction of the longer side, its relative standard
 * deviation, and the standard deviation of the principal point as a fraction of
 * the longer side. Tuned on 42 rendered pictures, tilted and cut to the board.
 * Without these priors 13 pictures were refused and 2 results were wrong; with
 * them 2 were refused and none was wrong. Principal points of 0.06 to 0.25 and
 * focal lengths of 1.0 to 1.5 were also tried. */
#define FOCAL_FRAC_CUT_OUT 1.3
#define FOCAL_REL_SIGMA_CUT_OUT 0.40
#define CENTRE_FRAC_CUT_OUT 0.10

/* Does the aspect ratio indicate a crop? Sensors have the ratios 4:3, 3:2 and
 * 16:9, or at least 1.9. */
static bool is_cropped(int w_px, int h_px)
{
    static const double aspects[] = {4.0 / 3.0, 3.0 / 2.0, 16.0 / 9.0};
    double a = w_px > h_px ? (double)w_px / h_px : (double)h_px / w_px;
    for (size_t i = 0; i < sizeof aspects / sizeof aspects[0]; i++)
        if (fabs(a - aspects[i]) < 0.01)
            return false;
    return a < 1.9;
}

crok_camera crok_view_camera(const crok_image *img, double focal_px)
{
    return (crok_camera){.w_px = img->w_px,
                         .h_px = img->h_px,
                         .f_px = focal_px,
                         .cx_px = 0.5 * img->w_px - 0.5,
                         .cy_px = 0.5 * img->h_px - 0.5};
}

double crok_longer_side(const crok_image *img)
{
    return img->w_px > img->h_px ? img->w_px : img->h_px;
}

crok_crop crok_view_crop(const crok_view *view)
{
    return is_cropped(view->full_w_px, view->full_h_px) ? CROK_CROP_BOARD
                                                        : CROK_CROP_NONE;
}

/* EXIF gives the focal length relative to the size of the uncropped picture. So
 * it is not used if the board was cut out of the picture. */
bool crok_view_has_focal(const crok_view *view, crok_crop crop)
{
    return view->focal_px > 0.0 && crop != CROK_CROP_BOARD;
}

crok_fit_prior crok_view_prior(const crok_view *view, const crok_image *img,
                               crok_crop crop)
{
    static const double focal[] = {CROK_FOCAL_FRAC, CROK_FOCAL_FRAC,
                                   FOCAL_FRAC_CUT_OUT};
    static const double focal_sigma[] = {
        CROK_FOCAL_REL_SIGMA, CROK_FOCAL_REL_SIGMA, FOCAL_REL_SIGMA_CUT_OUT};
    static const double centre[] = {CENTRE_FRAC, CENTRE_FRAC_CROPPED,
                                    CENTRE_FRAC_CUT_OUT};
    static const double k1[] = {CROK_K1_SIGMA, K1_SIGMA_CROPPED,
                                K1_SIGMA_CROPPED};
    bool exif = crok_view_has_focal(view, crop);
    double side = crok_longer_side(img);
    double per_px = (double)img->w_px / view->full_w_px;
    crok_camera cam = crok_view_camera(img, exif ? view->focal_px * per_px
                                                 : focal[crop] * side);
    return (crok_fit_prior){.f_px = cam.f_px,
                            .f_rel_sigma = exif ? CROK_FOCAL_REL_SIGMA_EXIF
                                                : focal_sigma[crop],
                            .cx_px = cam.cx_px,
                            .cy_px = cam.cy_px,
                            .c_sigma_px = side * centre[crop],
                            .k1_sigma = k1[crop]};
}
