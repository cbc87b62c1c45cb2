/* SPDX-License-Identifier: Apache-2.0
 *
 * rules/counted.h: a round that is counted without positions. Where the discs
 * out of play are counted, too, every disc is a shot, and the count says whose
 * turn it is.
 *
 * Room     rules, internal: pure; no allocation, no I/O, no globals, no clock.
 * Threads  values only; any thread.
 * Source   event round_count of docs/FORMATS.md. */
#ifndef CROK_RULES_COUNTED_H
#define CROK_RULES_COUNTED_H

#include "rules/match_state.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Apply a round_count.
 *
 *   m  changed also on failure; the caller works on a copy
 *
 * CROK_ECONFLICT  the discs of a side cannot make its count, or a question must
 *                 be answered first; the message says which */
CROK_MUST_USE crok_status crok_match_count(crok_match *m,
                                           const crok_round_count *c,
                                           crok_err *err);

/* Get what a disc is worth in each of the regions of a count. */
void crok_ring_values(const crok_book *b, int value[CROK_N_RINGS]);

/* Get how many discs each side has shot by its count; none if it has none.
 * Returns false if a count does not say it. */
bool crok_counted_shots(const crok_match *m, int shots[CROK_MAX_SIDES]);

/* Find the turns of a counted round: they go on while the side whose turn it is
 * has a disc that was counted. If one side was counted before the others, it is
 * the others' turn.
 *
 *   out  written in any case; if it is not known, as the round began
 *
 * Returns false if a count does not say how many discs were shot. */
bool crok_counted_turns(const crok_match *m, crok_turns *out);

/* Number of discs that a side has still to shoot: by its count, if the round
 * has one and that says it, else crok_match_left. */
int crok_counted_left(const crok_match *m, int side);

#ifdef __cplusplus
}
#endif
#endif
