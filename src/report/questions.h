/* SPDX-License-Identifier: Apache-2.0
 *
 * report/questions.h: the questions that a score leaves open, the answers that
 * are possible, and what a person has answered.
 *
 * Frames   px: the full picture, upright.
 * Room     report: uses core, board, discs, rules. No I/O.
 * Threads  values only; any thread. */
#ifndef CROK_REPORT_QUESTIONS_H
#define CROK_REPORT_QUESTIONS_H

#include "report/calls.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a question is about. */
typedef enum crok_subject {
    CROK_ABOUT_DISC,  /* score.seen.discs[index] */
    CROK_ABOUT_MAYBE, /* score.seen.maybe[index] */
    CROK_ABOUT_UNSEEN /* score.seen.unseen.region[index] */
} crok_subject;

typedef struct crok_open_question {
    crok_subject subject;
    int index;
    int id;
} crok_open_question;

/* Write the open questions in the order of their ids. Returns their number. */
int crok_questions_open(const crok_score *s,
                        crok_open_question out[CROK_MAX_ANSWERS]);

/* The answers that are possible: 1 + sides * values of a disc. */
#define CROK_MAX_CHOICES 24
#define CROK_CHOICE_TEXT 40
typedef struct crok_choices {
    int n;
    char text[CROK_MAX_CHOICES][CROK_CHOICE_TEXT];
} crok_choices;

/* List the answers that a question may have. "OTHER" stands for the name of a
 * side of which no disc was seen. For an unseen part each names one disc; an
 * answer may name several, joined by commas. */
void crok_questions_choices(const crok_score *s, const crok_open_question *q,
                            crok_choices *out);

/* The question and its possible answers in one text, "3=10|15". */
#define CROK_QUESTION_TEXT 320
void crok_questions_words(const crok_score *s, const crok_open_question *q,
                          char out[CROK_QUESTION_TEXT]);

/* Write the place of the question with this id to to->at_px and to->frac.
 * Returns false if there is no such question. */
bool crok_questions_place(const crok_score *s, int id, crok_answer *to);

/* The distance from a kept answer's place within which a question is the one
 * that it answers, px. */
double crok_questions_reach_px(const crok_score *s, const crok_answer *a);

/* What a person answered to the question with this id; NULL: nothing. */
const crok_answer *crok_questions_answered(const crok_score *s, int id);

/* Say of an answer that was not used why, and what would be possible.
 *
 *   a  borrowed: answers.answer[unused->index] of the call that made the score
 */
#define CROK_UNUSED_TEXT 640
void crok_questions_unused_words(const crok_score *s, const crok_answer *a,
                                 crok_unused_why why,
                                 char out[CROK_UNUSED_TEXT]);

/* ---- for crok_score_count ---- */

/* Give the questions of s->seen their ids, and change s->seen as the answers
 * say: what is no disc is removed, what may be a disc becomes one, its side is
 * set, and a part of the board is seen. The points of discs at unseen places
 * are added to their sides. Answers that cannot be used are named in warnings.
 *
 *   s        seen, rules and n_play are set, and no disc was counted
 *   options  borrowed: the answers, and the score that has the ids */
void crok_questions_answer(crok_score *s, const crok_score_options *options);

/* Set the value of disc i to the one that a person said, if one did. */
void crok_questions_settle(crok_score *s, int i);

#ifdef __cplusplus
}
#endif
#endif
