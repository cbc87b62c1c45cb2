/* SPDX-License-Identifier: Apache-2.0
 *
 * capture/encode.h: write a picture to a file, or to memory.
 *
 * The file appears whole or not at all: it is written under another name
 * beside its place, then renamed; a file that was there is replaced.
 *
 * Room     capture: uses core and the picture libraries.
 * Threads  any; two writers of one path leave one of the two pictures. */
#ifndef CROK_CAPTURE_ENCODE_H
#define CROK_CAPTURE_ENCODE_H

#include "core/image.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Write img as JPEG: quality 1 to 100; colour at half the resolution in both
 * directions below 90, at full resolution from there.
 *
 *   img, path  borrowed
 *   err        may be NULL
 *
 * CROK_EARG    quality out of range, or a side over 65535 px (JPEG's limit)
 * CROK_EIO     the file cannot be written; msg says why (disk full, not
 *              permitted, no such directory); nothing is left behind
 * CROK_ENOMEM  no memory */
CROK_MUST_USE crok_status crok_encode_jpeg(const crok_image *img,
                                           const char *path, int quality,
                                           crok_err *err);

/* The same in memory.
 *
 *   bytes, len  written only on CROK_OK; returned: free with free()
 *
 * CROK_EARG, CROK_ENOMEM */
CROK_MUST_USE crok_status crok_encode_jpeg_bytes(const crok_image *img,
                                                 int quality,
                                                 unsigned char **bytes,
                                                 size_t *len, crok_err *err);

/* Write img as PNG, 8 bits, without loss. Errors as above. */
CROK_MUST_USE crok_status crok_encode_png(const crok_image *img,
                                          const char *path, crok_err *err);

/* The same in memory, as crok_encode_jpeg_bytes. CROK_ENOMEM */
CROK_MUST_USE crok_status crok_encode_png_bytes(const crok_image *img,
                                                unsigned char **bytes,
                                                size_t *len, crok_err *err);

#ifdef __cplusplus
}
#endif
#endif
