/* SPDX-License-Identifier: Apache-2.0 */
#include "capture/square.h"

#include <math.h>

#include "cv/cv.h"

/* Pixels are treated as square if their aspect ratio differs from 1 by less
 * than this. Chosen by hand: over a width of 1920 px the error is 10 px. */
#define SQUARE 0.005

static bool is_square(const crok_frame *f)
{
    return !(f->pixel_aspect > 0.0) || fabs(f->pixel_aspect - 1.0) < SQUARE;
}

int crok_square_width(const crok_frame *f, int w_px)
{
    return is_square(f) ? w_px : (int)lround(w_px * f->pixel_aspect);
}

/* Stretch the raw picture to square pixels. */
static crok_status stretch(const crok_frame *f, const crok_image *raw,
                           crok_image *out, crok_err *err)
{
    crok_image wide = {0};
    crok_status st = crok_cv_resize(raw, crok_square_width(f, raw->w_px),
                                    raw->h_px, &wide, err);
    if (st != CROK_OK)
        return st;
    crok_image_free(out);
    *out = wide;
    return CROK_OK;
}

crok_status crok_square_luma(const crok_frame *f, int reduce, crok_image *raw,
                             crok_image *out, crok_err *err)
{
    crok_status st = CROK_OK;
    if (is_square(f))
        return crok_frame_luma(f, reduce, out, err);
    st = crok_frame_luma(f, reduce, raw, err);
    return st == CROK_OK ? stretch(f, raw, out, err) : st;
}

crok_status crok_square_rgb(const crok_frame *f, int reduce, crok_image *raw,
                            crok_image *out, crok_err *err)
{
    crok_status st = CROK_OK;
    if (is_square(f))
        return crok_frame_rgb(f, reduce, NULL, out, err);
    st = crok_frame_rgb(f, reduce, NULL, raw, err);
    return st == CROK_OK ? stretch(f, raw, out, err) : st;
}
