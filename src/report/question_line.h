/* SPDX-License-Identifier: Apache-2.0
 *
 * report/question_line.h: a question as a player would ask it, in one line,
 * with the totals that its answers make.
 *
 *     is the black disc 4 on the inner line? black 20 or 25 (--answer 4=10|15)
 *
 * Room     report: uses core, board, discs, rules. Allocates while it counts.
 * Threads  values only; any thread. */
#ifndef CROK_REPORT_QUESTION_LINE_H
#define CROK_REPORT_QUESTION_LINE_H

#include "report/questions.h"
#include "report/str.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Append the line, without its end.
 *
 *   q  one of crok_questions_open(s) */
void crok_question_line(crok_str *t, const crok_score *s,
                        const crok_open_question *q);

#ifdef __cplusplus
}
#endif
#endif
