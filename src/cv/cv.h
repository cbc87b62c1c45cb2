/* SPDX-License-Identifier: Apache-2.0
 *
 * cv/cv.h: a C interface to the few OpenCV functions that the program uses.
 * Each call does one picture operation and turns every C++ exception into a
 * status.
 *
 * Frames   px as in core/image.h.
 * Room     cv: uses core and OpenCV (core, imgproc). The only C++ of the
 *          project is cv.cpp and video_module.cpp.
 * Threads  every call may run in any thread on pictures of its own. */
#ifndef CROK_CV_CV_H
#define CROK_CV_CV_H

#include "core/image.h"
#include "core/linalg.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Turn off OpenCV's own threads: the program already runs one worker thread
 * for each picture. Call once before the first picture. */
void crok_cv_init(void);

/* Make a copy of another size, w_px x h_px, both positive. To reduce a picture,
 * squares of n x n pixels are averaged, with the largest integer n that is not
 * more than the reduction; then the size is adjusted by bilinear interpolation.
 * An average over fractions of pixels would cost ten times as much. To enlarge
 * a picture, cubic interpolation is used.
 *
 *   out  written only on CROK_OK; returned: free with crok_image_free
 *
 * CROK_ENOMEM, CROK_EVISION */
CROK_MUST_USE crok_status crok_cv_resize(const crok_image *img, int w_px,
                                         int h_px, crok_image *out,
                                         crok_err *err);

/* Set each pixel (x, y) of out to the value of img at the point
 * (map_x[i], map_y[i]), i = y * out->w_px + x, by bilinear interpolation; 0 if
 * the point is outside img. The caller allocates out, in img's format.
 * CROK_EVISION */
CROK_MUST_USE crok_status crok_cv_remap(const crok_image *img,
                                        const float *map_x, const float *map_y,
                                        crok_image *out, crok_err *err);

/* Set each pixel p of out to the value of img at the point that the homography
 * `to_img` maps p to, by bicubic interpolation. Beyond img's border its
 * nearest pixel is taken. The caller allocates out, in img's format.
 * CROK_EVISION */
CROK_MUST_USE crok_status crok_cv_warp(const crok_image *img,
                                       const crok_mat3 *to_img, crok_image *out,
                                       crok_err *err);

/* Compute the power spectrum of a square part of a picture, of its green or its
 * only channel, without its mean and under a Hann window. The part has n x n
 * pixels and its top left pixel is (x, y); it lies inside img. power[i] is
 * |F|^2, i = v * n + u, where u and v are the frequencies in cycles per n px,
 * those above n / 2 being negative. A sine wave of amplitude a has the power (a
 * * sum of the window / 2)^2 at its frequency.
 *
 *   power  n * n, written only on CROK_OK
 *
 * CROK_ENOMEM, CROK_EVISION */
CROK_MUST_USE crok_status crok_cv_spectrum(const crok_image *img, int x, int y,
                                           int n, float *power, crok_err *err);

/* Average over squares of width_px x width_px twice, in place. A fraction of a
 * pixel counts in that proportion, so a grid of this period disappears.
 *
 * CROK_ENOMEM, CROK_EVISION */
CROK_MUST_USE crok_status crok_cv_smooth(crok_image *img, double width_px,
                                         crok_err *err);

#ifdef __cplusplus
}
#endif
#endif
