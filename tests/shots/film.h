/* SPDX-License-Identifier: Apache-2.0
 *
 * shots/film.h: the shots of a simulated match, each fed to a tracker frame by
 * frame between the true rests before and after it.
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
    int reduce; /* the tracker's frames are smaller by that */
    int n_wishes;
    crok_sim_wish wish[CROK_SIM_MAX_TRICKS];
} film_options;

typedef struct film film;

/* What the tracker said of a shot, and what happened. */
typedef struct film_shot {
    crok_shot_sight seen;
    crok_shot truth;
    double began_s, flick_s; /* of the first frame fed, of the flick's */
    int n_frames;
    double ms; /* all of crok_tracker_frame's, CPU time */
} film_shot;

/* Looks on: called after each frame was fed; may be NULL. */
typedef void film_watch(void *context, const crok_image *frame,
                        const crok_sim_truth *truth);

/* Every call ends the program with a message where the simulator or the
 * tracker fails. */
film *film_open(const film_options *options);
void film_close(film **f);

/* The pose that the camera truly has, for other watchers. */
crok_board_pose film_pose(const film *f);

/* The next shot; false after the match's end. */
bool film_next(film *f, film_watch *watch, void *context, film_shot *out);

#endif
