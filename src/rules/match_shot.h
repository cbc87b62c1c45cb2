/* SPDX-License-Identifier: Apache-2.0
 *
 * rules/match_shot.h: a shot that comes to a match: how it is judged there,
 * and what it changes.
 *
 * Room     rules: pure; no allocation, no I/O, no globals, no clock.
 * Threads  values only; any thread. */
#ifndef CROK_RULES_MATCH_SHOT_H
#define CROK_RULES_MATCH_SHOT_H

#include "rules/match_state.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Apply a shot event; m may be half changed where it fails (the caller works
 * on a copy). Errors as crok_match_apply. */
CROK_MUST_USE crok_status crok_match_shot(crok_match *m, const crok_event *e,
                                          const crok_ruling *ruling,
                                          crok_err *err);

/* Puts a disc on the board, by id; it is no longer among the gone. */
void crok_match_put_disc(crok_match *m, const crok_disc *disc);

/* The shot as it is judged in the match that it comes to: the match's board and
 * seats stand for the shot's own, and how often it was tried. */
crok_shot crok_match_shot_of(const crok_match *m, const crok_shot *given);

/* A decision that contradicts its own shot: removes or keeps what is not
 * there, counts 20s that it does not take off.
 * CROK_EFORMAT  the message names the field */
CROK_MUST_USE crok_status crok_decision_check(const crok_shot *shot,
                                              const crok_decision *d,
                                              crok_err *err);

#ifdef __cplusplus
}
#endif
#endif
