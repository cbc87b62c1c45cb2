/* SPDX-License-Identifier: Apache-2.0
 *
 * rules/match_shot.h: checks that a shot fits a match, judges it and changes
 * the match by the decision.
 *
 * Room     rules: pure; no allocation, no I/O, no globals, no clock.
 * Threads  values only; any thread. */
#ifndef CROK_RULES_MATCH_SHOT_H
#define CROK_RULES_MATCH_SHOT_H

#include "rules/match_state.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Apply a shot event. Parameters and errors are those of crok_match_apply, but
 * after an error *m may be partly changed: pass a copy. */
CROK_MUST_USE crok_status crok_match_shot(crok_match *m, const crok_event *e,
                                          const crok_ruling *ruling,
                                          crok_err *err);

/* Check that the shot's `last_played` is the disc that was shot last in this
 * round, if it was observed and the match knows that disc.
 *
 * CROK_ECONFLICT  it is another one, or none */
CROK_MUST_USE crok_status crok_match_check_last_played(const crok_match *m,
                                                       const crok_shot *shot,
                                                       crok_err *err);

/* Insert a disc into m->discs, which is sorted by id, and remove its id from
 * m->gone. */
void crok_match_put_disc(crok_match *m, const crok_disc *disc);

/* Returns the shot as it is judged in this match. It is a copy of `given` with
 * the match's lines, disc radius, attempt number and, behind its own, sides. If
 * `given` has no place, and the match is not singles, the seat's number gives
 * the place. */
crok_shot crok_match_shot_of(const crok_match *m, const crok_shot *given);

/* Check that a decision does not contradict its shot: a disc that it removes or
 * keeps must be on the board, every disc must be either removed or kept, and
 * each 20 that it counts must be removed to the bowl.
 *
 * CROK_EFORMAT  it contradicts its shot; the message names the field */
CROK_MUST_USE crok_status crok_decision_check(const crok_shot *shot,
                                              const crok_decision *d,
                                              crok_err *err);

#ifdef __cplusplus
}
#endif
#endif
