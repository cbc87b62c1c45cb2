/* SPDX-License-Identifier: Apache-2.0
 *
 * sim/draw.h: instants as pictures of a camera above the board: perspective
 * with the lens's distortion, discs as cylinders, shadows, hands, motion blur,
 * sensor noise.
 *
 * The bare board is drawn once a camera pose; then only what changes. Light is
 * added up linearly and turned into sRGB at the end.
 *
 * Frames   px: picture; mm: board.
 * Threads  one drawing, one thread. Same input, same picture. */
#ifndef CROK_TESTS_SIM_DRAW_H
#define CROK_TESTS_SIM_DRAW_H

#include "core/image.h"
#include "sim/act.h"
#include "sim/look.h"

/* Number of instants that are averaged for one exposure: look.n_steps is one
 * more than a multiple of six, and at most CROK_SIM_MAX_STEPS. */
#define CROK_SIM_SUB_STEPS 7
#define CROK_SIM_MAX_STEPS 31

typedef struct crok_sim_draw crok_sim_draw;

/* Draws with this look; free with crok_sim_draw_free.
 * CROK_ENOMEM  no memory */
CROK_MUST_USE crok_status crok_sim_draw_new(const crok_sim_look *look,
                                            crok_sim_draw **out, crok_err *err);
void crok_sim_draw_free(crok_sim_draw **draw);

/* One exposure.
 *
 *   moments    borrowed: look.n_steps instants of it
 *   noise_key  picks the noise: another in each frame
 *   out        RGB8 of the camera's size, written whole */
void crok_sim_draw_frame(crok_sim_draw *draw, const crok_sim_moment *moments,
                         uint32_t noise_key, crok_image *out);

#endif
