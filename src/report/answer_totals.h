/* SPDX-License-Identifier: Apache-2.0
 *
 * report/answer_totals.h: the totals that an answer to an open question makes.
 *
 * Room     report: uses core, board, discs, rules. Allocates while it counts.
 * Threads  values only; any thread. */
#ifndef CROK_REPORT_ANSWER_TOTALS_H
#define CROK_REPORT_ANSWER_TOTALS_H

#include "report/score.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Count each side's total with one more answer.
 *
 *   s      borrowed
 *   id     of an open question
 *   value  one of crok_questions_choices
 *   total  written only where true is returned: of the sides of s, in order
 *
 * Returns false if the answer is not possible as it stands, as one that names
 * OTHER in place of a colour, or if there is no memory. */
bool crok_answer_totals(const crok_score *s, int id, const char *value,
                        int total[CROK_MAX_SIDES]);

#ifdef __cplusplus
}
#endif
#endif
