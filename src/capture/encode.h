/* SPDX-License-Identifier: Apache-2.0
 *
 * capture/encode.h: encode a picture as JPEG or PNG in memory, or write an
 * annotated picture.
 *
 * Room     capture: uses core and the picture libraries.
 * Threads  any, as core/save.h. */
#ifndef CROK_CAPTURE_ENCODE_H
#define CROK_CAPTURE_ENCODE_H

#include "core/image.h"
#include "core/save.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Encode img as JPEG in memory. Chroma is subsampled 4:2:0 below quality 90,
 * not subsampled (4:4:4) from 90.
 *
 *   quality     1 to 100, on libjpeg's scale
 *   bytes, len  written only on CROK_OK; returned: free with free()
 *
 * CROK_EARG    quality out of range, or a side over 65535 px (JPEG's limit)
 * CROK_ENOMEM  no memory */
CROK_MUST_USE crok_status crok_encode_jpeg_bytes(const crok_image *img,
                                                 int quality,
                                                 unsigned char **bytes,
                                                 size_t *len, crok_err *err);

/* The kind of the annotated pictures: JPEGs with a comment that says that
 * crokeye drew them (ITU-T T.81, B.2.4.5). No other picture has it, so no
 * photo is taken for one. */
extern const crok_save_kind crok_save_annotated;

/* Write img as an annotated picture, with this comment. The kind of `to` is
 * crok_save_annotated.
 *
 * CROK_EARG, CROK_EIO, CROK_ENOMEM  as crok_encode_jpeg_bytes and crok_save */
CROK_MUST_USE crok_status crok_encode_annotated(const crok_image *img,
                                                const crok_save_to *to,
                                                int quality, crok_err *err);

/* Encode img as PNG in memory, 8 bits a channel, without loss; *bytes and *len
 * as in crok_encode_jpeg_bytes. CROK_ENOMEM */
CROK_MUST_USE crok_status crok_encode_png_bytes(const crok_image *img,
                                                unsigned char **bytes,
                                                size_t *len, crok_err *err);

#ifdef __cplusplus
}
#endif
#endif
