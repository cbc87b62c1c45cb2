/* SPDX-License-Identifier: Apache-2.0
 *
 * tests/grey.h: the grey picture of a picture that a test has made. */
#ifndef CROK_TESTS_GREY_H
#define CROK_TESTS_GREY_H

#include "check.h"
#include "core/image.h"

/* BT.601 luma of an RGB picture, Y = 0.299 R + 0.587 G + 0.114 B. Free it with
 * crok_image_free. */
static inline crok_image grey_of(const crok_image *img)
{
    crok_image grey = {0};
    crok_err err = {0};
    assert_int_equal(img->format, CROK_RGB8);
    CHECK_STATUS(crok_image_new(img->w_px, img->h_px, CROK_GRAY8, &grey, &err),
                 CROK_OK, &err);
    for (int y = 0; y < img->h_px; y++)
        for (int x = 0; x < img->w_px; x++) {
            const uint8_t *p = crok_image_row(img, y) + 3 * x;
            crok_image_row(&grey, y)[x] =
                (uint8_t)((299 * p[0] + 587 * p[1] + 114 * p[2] + 500) / 1000);
        }
    return grey;
}

#endif
