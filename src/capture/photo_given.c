/* SPDX-License-Identifier: Apache-2.0
 *
 * A picture whose pixels the caller has. It is reduced as a PNG file of these
 * pixels would be. */
#include "capture/photo_format.h"

crok_status crok_given_decode(crok_photo *photo, int min_long_side_px,
                              crok_image *image, crok_photo_scale *scale,
                              crok_err *err)
{
    crok_photo_box box;
    crok_status st = crok_photo_box_begin(
        &box, photo, crok_photo_divisor(photo, min_long_side_px), NULL, err);
    for (int y = 0; st == CROK_OK && y < photo->stored_h_px; y++)
        crok_photo_box_add(&box, crok_image_row(&photo->given, y));
    return crok_photo_box_end(&box, st, image, scale);
}
