/* SPDX-License-Identifier: Apache-2.0
 *
 * report/answer.h: a person's answers to the questions that a photo leaves
 * open: does a disc touch a line, is something a disc, what lies at an unseen
 * place?
 *
 * A question has an id: the discs that were found have theirs, then follow what
 * may be a disc and the unseen parts. The same photo with the same options has
 * the same ids, whatever was answered. An answer that is kept for later says
 * its question's place instead, since other options or a later version of the
 * program may find other discs.
 *
 * Frames   px: the full picture, upright.
 * Room     report: uses discs.
 * Threads  values only; any thread. */
#ifndef CROK_REPORT_ANSWER_H
#define CROK_REPORT_ANSWER_H

#include <stdbool.h>

#include "discs/observation.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The largest number of answers to one photo: one for each question. */
#define CROK_MAX_ANSWERS (CROK_MAX_DISCS + CROK_MAX_MAYBE + CROK_MAX_UNSEEN)
/* Size of an answer's text. The longest names twelve discs of a hidden part. */
#define CROK_ANSWER_TEXT 160
/* The answer that takes a kept answer back. */
#define CROK_ANSWER_ASK "ask"

typedef struct crok_answer {
    int id;        /* of the question; 0: at_px and frac find it */
    crok_px at_px; /* centre of the disc's bottom circle, or of the part */
    double frac;   /* of an unseen part: its fraction of the surface; else 0 */
    char value[CROK_ANSWER_TEXT]; /* "10", "black", "black:10", "none", "empty",
                                     ...; docs/PHOTOS.md has them all */
    bool is_given; /* with this call: it goes before a kept one */
} crok_answer;

/* The answers to one photo: those that are kept, and those that are given. */
typedef struct crok_answers {
    int n;
    crok_answer answer[2 * CROK_MAX_ANSWERS];
    /* none is kept for this picture, but some are for another of its name */
    bool has_other_version;
} crok_answers;

/* Why an answer was not used. */
typedef enum crok_unused_why {
    CROK_UNUSED_NO_QUESTION, /* there is no such question */
    CROK_UNUSED_KEPT_TWICE,  /* another one is kept for the same question */
    CROK_UNUSED_IMPOSSIBLE   /* it is none of the possible ones */
} crok_unused_why;

typedef struct crok_unused_answer {
    int index; /* in crok_answers.answer */
    crok_unused_why why;
} crok_unused_answer;

/* Is it a text that may be an answer: 1 to CROK_ANSWER_TEXT - 1 ASCII letters,
 * digits, blanks, ":" and ","? */
bool crok_answer_is_text(const char *value);

/* Read an answer that a person gives, "ID=VALUE".
 *
 *   out  written only if true is returned
 *
 * Returns false if it is none. */
bool crok_answer_parse(const char *text, crok_answer *out);

#ifdef __cplusplus
}
#endif
#endif
