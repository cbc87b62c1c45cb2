/* SPDX-License-Identifier: Apache-2.0
 *
 * capture/encode.h: encode a picture as JPEG, to a file or to memory, or
 * as PNG to memory.
 *
 * The file is replaced atomically: it is written under a temporary name in the
 * same folder and then renamed (core/draft.h). On failure an old file stays as
 * it was.
 *
 * Room     capture: uses core and the picture libraries.
 * Threads  any; if two threads write the same path, one of the two pictures
 *          remains. */
#ifndef CROK_CAPTURE_ENCODE_H
#define CROK_CAPTURE_ENCODE_H

#include "core/image.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Write img as JPEG. Chroma is subsampled 4:2:0 below quality 90, not
 * subsampled (4:4:4) from 90.
 *
 *   img, path  borrowed
 *   quality    1 to 100, on libjpeg's scale
 *   err        may be NULL
 *
 * CROK_EARG    quality out of range, or a side over 65535 px (JPEG's limit)
 * CROK_EIO     the file cannot be written; msg gives the reason (disk full, not
 *              permitted, no such directory); no temporary file remains
 * CROK_ENOMEM  no memory */
CROK_MUST_USE crok_status crok_encode_jpeg(const crok_image *img,
                                           const char *path, int quality,
                                           crok_err *err);

/* Encode img as JPEG in memory.
 *
 *   bytes, len  written only on CROK_OK; returned: free with free()
 *
 * CROK_EARG, CROK_ENOMEM: as crok_encode_jpeg */
CROK_MUST_USE crok_status crok_encode_jpeg_bytes(const crok_image *img,
                                                 int quality,
                                                 unsigned char **bytes,
                                                 size_t *len, crok_err *err);

/* Encode img as PNG in memory, 8 bits a channel, without loss; *bytes and *len
 * as in crok_encode_jpeg_bytes. CROK_ENOMEM */
CROK_MUST_USE crok_status crok_encode_png_bytes(const crok_image *img,
                                                unsigned char **bytes,
                                                size_t *len, crok_err *err);

#ifdef __cplusplus
}
#endif
#endif
