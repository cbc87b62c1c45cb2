/* SPDX-License-Identifier: Apache-2.0
 *
 * shots/film.h: the shots of a simulated match. Each is given to a tracker
 * frame by frame, between the true rests before and after it.
 *
 * Threads  one film, one thread. The same options give the same shots. */
#ifndef CROK_TESTS_SHOTS_FILM_H
#define CROK_TESTS_SHOTS_FILM_H

#include "shots/tracking/tracker.h"
#include "sim/sim.h"

typedef struct film_options {
    uint64_t seed;
    int w_px, h_px; /* of the camera */
    double fps;
    int reduce; /* the tracker's frames are reduced by this */
    int n_wishes;
    crok_sim_wish wish[CROK_SIM_MAX_TRICKS];
} film_options;

typedef struct film film;

/* What the tracker reported of a shot, and what happened. */
typedef struct film_shot {
    crok_shot_sight seen;
    crok_shot truth;
    double began_s, flick_s; /* times of the first frame given to the tracker,
                                and of the flick */
    int n_frames;
    double ms; /* CPU time of all calls of crok_tracker_frame */
} film_shot;

/* Called after each frame that the tracker got; may be NULL. */
typedef void film_watch(void *context, const crok_image *frame,
                        const crok_sim_truth *truth);

/* Every call ends the program with a message if the simulator or the tracker
 * fails. */
film *film_open(const film_options *options);
void film_close(film **f);

/* The true pose of the camera. */
crok_board_pose film_pose(const film *f);

/* Play the next shot; false after the match's end. */
bool film_next(film *f, film_watch *watch, void *context, film_shot *out);

#endif
