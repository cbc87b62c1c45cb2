/* SPDX-License-Identifier: Apache-2.0
 *
 * sim/frames.h: what tests of simulated pictures share. */
#ifndef CROK_TESTS_SIM_FRAMES_H
#define CROK_TESTS_SIM_FRAMES_H

#include "check.h"

#include "sim/sim.h"

/* A picture for the camera's frames; free with crok_image_free. */
static inline crok_image sim_picture(const crok_sim_camera *c)
{
    crok_err err = {0};
    crok_image img = {0};
    CHECK_STATUS(crok_image_new(c->w_px, c->h_px, CROK_RGB8, &img, &err),
                 CROK_OK, &err);
    return img;
}

/* The next frame and its truth; false after the match's end. */
static inline bool sim_next(crok_sim *s, crok_image *img, crok_sim_truth *truth)
{
    crok_err err = {0};
    bool more = true;
    CHECK_STATUS(crok_sim_frame(s, img, truth, &more, &err), CROK_OK, &err);
    return more;
}

/* A hash (FNV-1a) of the bytes of at most n frames. Frees the simulation. */
static inline uint64_t sim_hash(crok_sim *s, const crok_sim_camera *camera,
                                int n)
{
    static crok_sim_truth truth;
    crok_image img = sim_picture(camera);
    uint64_t h = 0xCBF29CE484222325U;
    for (int i = 0; i < n && sim_next(s, &img, &truth); i++)
        for (size_t k = 0; k < img.stride_bytes * (size_t)img.h_px; k++)
            h = (h ^ img.data[k]) * 0x100000001B3U;
    crok_image_free(&img);
    crok_sim_free(&s);
    return h;
}

#endif
