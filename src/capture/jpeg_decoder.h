/* SPDX-License-Identifier: Apache-2.0
 *
 * capture/jpeg_decoder.h: decode a JPEG with libjpeg, whose errors come back as
 * values. TurboJPEG, which does the same, has no way to the decoder's memory
 * (capture/jpeg_pack.h).
 *
 * Room     capture, internal.
 * Threads  any.
 * Source   libjpeg.txt, "Error handling". */
#ifndef CROK_CAPTURE_JPEG_DECODER_H
#define CROK_CAPTURE_JPEG_DECODER_H

#include "capture/photo_format.h"

/* Length of a message of libjpeg: JMSG_LENGTH_MAX. */
#define CROK_JPEG_WHY 200

typedef enum crok_jpeg_outcome {
    CROK_JPEG_WHOLE,
    CROK_JPEG_DAMAGED, /* perhaps a part of it can be used; the rows after the
                        * end of the data are mid-grey (128) */
    CROK_JPEG_USELESS, /* an error, and no damage before it */
    CROK_JPEG_NO_MEMORY
} crok_jpeg_outcome;

/* Return a side of the picture at the scale eighths / 8. */
int crok_jpeg_scaled_px(int side_px, int eighths);

/* Decode photo->bytes at the scale eighths / 8.
 *
 *   eighths  1 to 8
 *   cmyk     the pixels are the four values as they are stored, not RGB
 *   img      its size is the picture's at this scale, with room for the pixels
 *            in its stride
 *   why      in the library's words; set unless the picture is whole */
CROK_MUST_USE crok_jpeg_outcome crok_jpeg_run(const crok_photo *photo,
                                              int eighths, bool cmyk,
                                              crok_image *img,
                                              char why[CROK_JPEG_WHY]);

#endif
