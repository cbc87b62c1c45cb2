/* SPDX-License-Identifier: Apache-2.0
 *
 * serve/bare_jpeg.h: take from a JPEG all that is not the picture: EXIF data,
 * profiles, thumbnails, comments, and what follows its end. Its segments are
 * walked, and nothing is decoded, so a hostile picture reaches no decoder here.
 *
 * Room     serve, internal: uses core.
 * Threads  any.
 * Source   ITU-T T.81 (JPEG), annex B. */
#ifndef CROK_SERVE_BARE_JPEG_H
#define CROK_SERVE_BARE_JPEG_H

#include <stddef.h>

#include "core/status.h"

typedef struct crok_bare_jpeg {
    unsigned char *bytes; /* owned: free with free() */
    size_t len;
    size_t n_read; /* bytes of the input up to the picture's end */
    int w_px, h_px;
} crok_bare_jpeg;

/* Copy a picture without its application segments (APPn) and comments.
 *
 *   bytes  borrowed: a JPEG; what follows its end is not looked at
 *   out    written only on CROK_OK
 *
 * CROK_EFORMAT    it is no JPEG of baseline, extended or progressive Huffman
 *                 coding whose segments have lengths as they must be, or it is
 *                 cut off
 * CROK_ETOOLARGE  it has more pixels than photos may have
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_bare_jpeg_make(const void *bytes, size_t len,
                                              crok_bare_jpeg *out,
                                              crok_err *err);

#endif
