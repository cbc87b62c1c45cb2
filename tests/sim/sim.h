/* SPDX-License-Identifier: Apache-2.0
 *
 * sim/sim.h: a simulated match as a camera's frames, each with the truth of
 * what it shows.
 *
 * Threads  one simulation, one thread. The same options give the same frames.
 */
#ifndef CROK_TESTS_SIM_SIM_H
#define CROK_TESTS_SIM_SIM_H

#include "core/image.h"
#include "sim/film.h"
#include "sim/hidden.h"
#include "sim/look.h"

typedef struct crok_sim_camera {
    int w_px, h_px;
    double fps;
} crok_sim_camera;

/* The truth of one frame, at the middle of its exposure. */
typedef struct crok_sim_truth {
    long index; /* number of frames before it */
    double t_s;
    bool moving; /* discs move by themselves */
    bool hand;   /* a hand, an arm, a head or a thing is over the board */
    bool frozen; /* the frame repeats the previous one exactly */
    bool quiet;  /* nothing moves, nothing is over the board, the light is on */
    /* The camera gives no frame at this time: the picture is not written, and
     * the next frame has the same index. Only with troubles. */
    bool missing;
    double of_last; /* part of the frame before that is mixed into this one */
    crok_sim_hidden hidden;
    /* Frames since the last shot's event, with this one, in which a disc on the
     * surface or in the hole was seen to move by itself. */
    int n_visible_frames;
    crok_sim_moment moment;
    const crok_event *event; /* the event that became true since the last frame,
                              * or NULL; borrowed until the next frame. With
                              * troubles it has fields of ours, see
                              * sim/truth.h */
} crok_sim_truth;

typedef struct crok_sim crok_sim;

/* Errors as crok_sim_film_new and crok_sim_draw_new; free with crok_sim_free.
 */
CROK_MUST_USE crok_status crok_sim_new(const crok_sim_options *options,
                                       const crok_sim_camera *camera,
                                       crok_sim **out, crok_err *err);
void crok_sim_free(crok_sim **sim);

/* The next frame, or the next time at which the camera gives none.
 *
 *   img    RGB8 of the camera's size, written whole; or NULL: only the truth
 *   truth  written whole
 *   more   false after the match's end: then nothing else is written */
CROK_MUST_USE crok_status crok_sim_frame(crok_sim *sim, crok_image *img,
                                         crok_sim_truth *truth, bool *more,
                                         crok_err *err);

/* The camera and the colours at the film's beginning; borrowed. */
const crok_sim_look *crok_sim_look_at(const crok_sim *sim);
/* The camera of this frame, after all that has moved it or the board. */
crok_camera crok_sim_true_camera(const crok_sim *sim,
                                 const crok_sim_truth *truth);

/* The troubles that were asked for: a bit set, see sim/trouble.h. */
unsigned crok_sim_troubles(const crok_sim *sim);

/* RGB8 as a webcam's YUYV (BT.601, limited range): 2 bytes a pixel into out;
 * the width must be even. */
void crok_sim_to_yuyv(const crok_image *rgb, uint8_t *out);

#endif
