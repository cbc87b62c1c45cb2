/* SPDX-License-Identifier: Apache-2.0
 *
 * sim/warp.h: a picture as a camera sees it that has turned about its optical
 * axis, zoomed and shifted by a little: resampling by cubic convolution (Keys
 * 1981). The lens's distortion is radial, so a similarity of the picture about
 * the principal point is exact.
 *
 * Frames   px: picture.
 * Threads  any. */
#ifndef CROK_TESTS_SIM_WARP_H
#define CROK_TESTS_SIM_WARP_H

#include <stdint.h>

#include "board/camera.h"

/* Resample an RGB8 picture.
 *
 *   from   borrowed: the picture of the camera `was`, w_px x h_px, no padding
 *   was    its camera; `is` differs in roll, focal length and principal point
 *   roll_rad  of `is` against `was`
 *   to     written whole; what `was` did not see repeats the nearest pixel of
 *          its border */
void crok_sim_warp(const uint8_t *from, const crok_camera *was,
                   const crok_camera *is, double roll_rad, uint8_t *to);

#endif
