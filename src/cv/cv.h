/* SPDX-License-Identifier: Apache-2.0
 *
 * cv/cv.h: the few OpenCV functions that we use, behind C. No decision is
 * taken here; each call does one picture operation and turns every C++
 * exception into a status.
 *
 * Frames   px as in core/image.h.
 * Room     cv: uses core and OpenCV (core, imgproc). The only C++ of the
 *          project is cv.cpp and video_module.cpp.
 * Threads  every call may run in any thread on pictures of its own. */
#ifndef CROK_CV_CV_H
#define CROK_CV_CV_H

#include "core/image.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Turn off OpenCV's own threads: the program already runs one worker thread
 * for each picture. Call once before the first picture. */
void crok_cv_init(void);

/* A copy of another size; w_px and h_px are positive. To a smaller size:
 * averages over the largest whole number of pixels that fits, then bilinear
 * interpolation (averaging over parts of pixels costs ten times as much). To a
 * larger size: cubic interpolation.
 *
 *   out  written only on CROK_OK; returned: free with crok_image_free
 *
 * CROK_ENOMEM, CROK_EVISION */
CROK_MUST_USE crok_status crok_cv_resize(const crok_image *img, int w_px,
                                         int h_px, crok_image *out,
                                         crok_err *err);

/* out(x, y) = img at (map_x, map_y)[y * out->w_px + x], bilinear; outside the
 * picture 0. out is the caller's, of img's format. CROK_EVISION */
CROK_MUST_USE crok_status crok_cv_remap(const crok_image *img,
                                        const float *map_x, const float *map_y,
                                        crok_image *out, crok_err *err);

#ifdef __cplusplus
}
#endif
#endif
