/* SPDX-License-Identifier: Apache-2.0
 *
 * cli/watch_match_inner.h: what the two halves of a watched match share: its
 * record (watch_follow.c) and the engine's news (watch_match.c).
 *
 * Frames   mm: board.
 * Room     cli, internal.
 * Threads  as watch_match.h. */
#ifndef CROK_CLI_WATCH_MATCH_INNER_H
#define CROK_CLI_WATCH_MATCH_INNER_H

#include "cli/watch_match.h"

/* A disc that was put back by hand lies where it lay within about its radius.
 */
#define CROK_PUT_BACK_MM 20.0

/* The match as it is now is reckoned with. */
void crok_watch_note(crok_watch_match *w);

/* This shot is the last of the round till now. */
void crok_watch_played(crok_watch_match *w, const crok_shot *shot);

/* Reckon with what others have written since.
 *
 *   out  its has_caught_up, sets_sides, sets_rest and rest are set where there
 *        is something
 *
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_watch_catch_up(crok_watch_match *w,
                                              crok_watch_effect *out,
                                              crok_err *err);

/* The engine knows the sides of the match, if there is one. */
bool crok_watch_tells_sides(const crok_watch_match *w);

/* The place of a side in `sides`; sides->n where it is none of them. */
int crok_watch_side(const crok_watch_sides *sides, const char *name);

/* Words where the board is not what the match says, both ways. */
void crok_watch_compare(crok_watch_match *w, const crok_rest_sight *rest);

#endif
