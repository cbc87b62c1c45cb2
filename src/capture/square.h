/* SPDX-License-Identifier: Apache-2.0
 *
 * capture/square.h: pictures of a frame with square pixels. Cameras of the
 * television formats send pixels that are wider or narrower than high; their
 * pictures are stretched in width.
 *
 * Frames   px: of the stretched pictures.
 * Room     capture: uses core and cv.
 * Threads  as frame.h; one owner of the memory that is reused. */
#ifndef CROK_CAPTURE_SQUARE_H
#define CROK_CAPTURE_SQUARE_H

#include "capture/frame.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The width that `w_px` pixels of the frame have with square pixels, px. */
int crok_square_width(const crok_frame *f, int w_px);

/* As crok_frame_luma, with square pixels.
 *
 *   raw  the picture before it is stretched; its memory is reused as that of
 *        `out`. Free it with crok_image_free
 *
 * Errors as crok_frame_luma, and CROK_EVISION */
CROK_MUST_USE crok_status crok_square_luma(const crok_frame *f, int reduce,
                                           crok_image *raw, crok_image *out,
                                           crok_err *err);

/* As crok_frame_rgb for the whole picture, with square pixels; `raw` as above.
 *
 * Errors as crok_frame_rgb, and CROK_EVISION */
CROK_MUST_USE crok_status crok_square_rgb(const crok_frame *f, int reduce,
                                          crok_image *raw, crok_image *out,
                                          crok_err *err);

#ifdef __cplusplus
}
#endif
#endif
