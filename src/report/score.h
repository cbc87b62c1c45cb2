/* SPDX-License-Identifier: Apache-2.0
 *
 * report/score.h: counts an observation by a rule book: the value of each disc,
 * the total of each side with the range that close calls leave open, and the
 * result of the round.
 *
 * Frames   as discs/observation.h.
 * Room     report: uses core, board, discs, rules. No I/O, no allocation.
 * Threads  values only; any thread.
 * Source   docs/RULES.md G1-G7, B1, S1, S6. */
#ifndef CROK_REPORT_SCORE_H
#define CROK_REPORT_SCORE_H

#include "report/calls.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Count an observation.
 *
 *   seen, options  borrowed
 *   out            written only on CROK_OK
 *   err            may be NULL
 *
 * CROK_ESIDES   the bowl names a side that is not on this board
 * CROK_EFORMAT  a disc or a line has an impossible value */
CROK_MUST_USE crok_status crok_score_count(const crok_observation *seen,
                                           const crok_score_options *options,
                                           crok_score *out, crok_err *err);

/* Write the round's result in words, for example "red by 15", "red by 5 to 15",
 * "tie" or "too close to call"; empty if the whole board was seen and no disc
 * on it. */
#define CROK_ROUND_WORDS 96
void crok_score_round_words(const crok_score *s, char out[CROK_ROUND_WORDS]);

/* What to say in place of the sides if no disc was seen: whether there is none,
 * or whether parts were not seen; static. */
const char *crok_score_no_sides_words(const crok_score *s);

#ifdef __cplusplus
}
#endif
#endif
