/* SPDX-License-Identifier: Apache-2.0
 *
 * rules/before_end.h: keeps how a match stood before its last round ended, and
 * before its last game was counted, so that a ruling after the end can take
 * either back (rules/finish.h).
 *
 * Room     rules, internal: pure; no allocation, no I/O, no globals, no clock.
 * Threads  values only; any thread. */
#ifndef CROK_RULES_BEFORE_END_H
#define CROK_RULES_BEFORE_END_H

#include "rules/match_state.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Keep how the match stands before the present game is counted; and take back
 * that it was counted. */
void crok_before_count_keep(crok_match *m);
void crok_before_count_restore(crok_match *m);

/* Keep what the end of the present round changes; and set the match to that.
 * The board is not kept. */
void crok_before_end_keep(crok_match *m);
void crok_before_end_restore(crok_match *m);

/* Is the event a replay of the round that ended last, and not of the present
 * one? It is if the match is over, or if it is given for the moment at which
 * that round had ended. */
bool crok_match_replays_ended(const crok_match *m, const crok_event *e);

/* Can crok_match_replay_ended, or else crok_match_owe_ended, take that round
 * back?
 *
 * CROK_ECONFLICT  the message says what is to be undone first */
CROK_MUST_USE crok_status crok_match_check_replay(const crok_match *m,
                                                  crok_err *err);

#ifdef __cplusplus
}
#endif
#endif
