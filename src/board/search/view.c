/* SPDX-License-Identifier: Apache-2.0 */
#include "board/search/view.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

/* Of what was cut the middle is not known: then k1 tells nothing. */
#define K1_SIGMA_CROPPED 0.01
/* Principal point: within 0.4 % of the longer side of the middle; in a picture
 * whose edges were cut off anywhere near the middle. */
#define CENTRE_FRAC 0.004
#define CENTRE_FRAC_CROPPED 0.06
/* A board that was cut out of a picture one to three times as wide. */
#define FOCAL_FRAC_CUT_OUT 1.3
#define FOCAL_REL_SIGMA_CUT_OUT 0.40
#define CENTRE_FRAC_CUT_OUT 0.10

/* Sensors have the sides 4:3, 3:2, 16:9 or more; anything else was cut. */
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

crok_belief crok_view_belief(const crok_view *view)
{
    return is_cropped(view->full_w_px, view->full_h_px) ? CROK_CUT_OUT
                                                        : CROK_WHOLE;
}

/* What EXIF tells is of the picture that something was cut out of. */
crok_fit_prior crok_view_prior(const crok_view *view, const crok_image *img,
                               crok_belief is)
{
    static const double focal[] = {CROK_FOCAL_FRAC, CROK_FOCAL_FRAC,
                                   FOCAL_FRAC_CUT_OUT};
    static const double focal_sigma[] = {
        CROK_FOCAL_REL_SIGMA, CROK_FOCAL_REL_SIGMA, FOCAL_REL_SIGMA_CUT_OUT};
    static const double centre[] = {CENTRE_FRAC, CENTRE_FRAC_CROPPED,
                                    CENTRE_FRAC_CUT_OUT};
    static const double k1[] = {CROK_K1_SIGMA, K1_SIGMA_CROPPED,
                                K1_SIGMA_CROPPED};
    bool exif = view->focal_px > 0.0 && is != CROK_CUT_OUT;
    double side = crok_longer_side(img);
    double per_px = (double)img->w_px / view->full_w_px;
    crok_camera cam = crok_view_camera(img, exif ? view->focal_px * per_px
                                                 : focal[is] * side);
    return (crok_fit_prior){.f_px = cam.f_px,
                            .f_rel_sigma = exif ? CROK_FOCAL_REL_SIGMA_EXIF
                                                : focal_sigma[is],
                            .cx_px = cam.cx_px,
                            .cy_px = cam.cy_px,
                            .c_sigma_px = side * centre[is],
                            .k1_sigma = k1[is]};
}
