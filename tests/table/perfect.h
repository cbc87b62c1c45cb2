/* SPDX-License-Identifier: Apache-2.0
 *
 * tests/table/perfect.h: a simulated match as an engine that misses nothing
 * would report it: for each step of the match what is seen when the discs lie
 * still, and again when the hands are gone. */
#ifndef CROK_TESTS_TABLE_PERFECT_H
#define CROK_TESTS_TABLE_PERFECT_H

#include "shots/engine.h"
#include "sim/game.h"

typedef struct perfect {
    crok_sim_game *game; /* owned */
    crok_sim_play play;  /* the step that goes on */
    crok_sim_colours colours;
    int n_sides;
    bool has_jobs; /* the hands are still to come */
    crok_rest_sight rest;
} perfect;

/* A game of a seed; fails the program where it cannot be made. Free with
 * perfect_free. */
perfect *perfect_new(const crok_sim_options *options);
void perfect_free(perfect **p);

/* The next report; false at the match's end.
 *
 *   event  the truth that has come true with it, borrowed till the next call;
 *          NULL: none. Also with news NONE, where there is nothing to see */
bool perfect_next(perfect *p, crok_engine_report *out,
                  const crok_event **event);

/* The next report whose news is not NONE; as above without the events. */
bool perfect_news(perfect *p, crok_engine_report *out);

/* The colours that play, as `crokeye watch --sides` would name them. */
void perfect_sides(const perfect *p, char names[][24]);

#endif
