/* SPDX-License-Identifier: Apache-2.0
 *
 * sim/film.h: a whole match as a function of time, act after act, with its
 * events at the times when they are true.
 *
 * Threads  one film, one thread. The same options give the same film. */
#ifndef CROK_TESTS_SIM_FILM_H
#define CROK_TESTS_SIM_FILM_H

#include "sim/act.h"

typedef struct crok_sim_film crok_sim_film;

/* Errors as crok_sim_game_new; free with crok_sim_film_free.
 *
 *   camera  borrowed: at the film's beginning; troubles that move it or the
 *           board keep the board in its picture */
CROK_MUST_USE crok_status crok_sim_film_new(const crok_sim_options *options,
                                            const crok_camera *camera,
                                            crok_sim_film **out, crok_err *err);
void crok_sim_film_free(crok_sim_film **film);

/* The scene at t_s, which must not be before the last one requested.
 *
 *   event  the event that has become true since then, or NULL; borrowed until
 *          the next call. An act lasts a second and more: call more often
 *   over   the match has ended; out is untouched */
CROK_MUST_USE crok_status crok_sim_film_at(crok_sim_film *film, double t_s,
                                           crok_sim_moment *out,
                                           const crok_event **event, bool *over,
                                           crok_err *err);

#endif
