/* SPDX-License-Identifier: Apache-2.0
 *
 * rules/judge_work.h: the table of a shot's discs, with what the evidence says
 * of each. judge.c uses it to decide whether the shot is valid, and outcome.c
 * to decide which discs leave the board.
 *
 * Room     rules, internal. */
#ifndef CROK_RULES_JUDGE_WORK_H
#define CROK_RULES_JUDGE_WORK_H

#include "rules/judge.h"

typedef struct crok_work_disc {
    const crok_disc *before, *after; /* NULL: the disc is not in that list */
    int id;
    bool shooter, own; /* it is the shooting disc; it is of the shooter's side
                          (the shooting disc is both) */
    /* It lay flat in the hole before the shot: a 20 that the players forgot to
     * take off. It counts, and is not in play (G6). */
    bool forgotten;
    crok_tri was_in_play;
    crok_tri moved;
    crok_tri struck;      /* by the book's reading of the word (V2) */
    crok_tri touched;     /* the shooter itself met the disc */
    crok_tri out;         /* the disc is out by B2 or B3, also if it came to
                             rest on the surface */
    const char *out_rule; /* "B2" or "B3" if `out` is YES */
} crok_work_disc;

typedef struct crok_work {
    const crok_book *book;
    const crok_shot *shot;
    crok_value_rules value_rules;
    bool broken; /* a foul or a wrong place makes the shot invalid */
    int n;
    crok_work_disc disc[2 * CROK_MAX_DISCS + 1];
    /* The evidence that would turn the answers UNKNOWN into YES or NO:
     * CROK_MISS_... bits and close calls. */
    unsigned missing;
    int n_close;
    crok_close_call close[CROK_MAX_CLOSE];
    /* The reasons for the decision that have been found so far. */
    int n_why;
    crok_why why[CROK_MAX_WHY];
} crok_work;

void crok_work_init(crok_work *w, const crok_book *book, const crok_shot *shot);

/* Add a reason. If there are CROK_MAX_WHY reasons already, it is ignored. */
void crok_work_why(crok_work *w, const char *rule, const char *text);

/* crok_work_in_15: does the disc at rest lie inside the inner line or touch it
 * (V6)? crok_work_beyond: does it lie beyond the outer line or touch it (B1)?
 * If the call is close the answer is UNKNOWN, and the call is added to
 * w->close.
 *
 *   wholly  true: touching the line is not enough */
crok_tri crok_work_in_15(crok_work *w, const crok_disc *disc, bool wholly);
crok_tri crok_work_beyond(crok_work *w, const crok_disc *disc, bool wholly);

/* Make *d a decision with empty lists. */
void crok_decision_begin(crok_decision *d, crok_tri valid, crok_tri open);

/* Make the decision for a shot that is valid or not.
 *
 *   open  was the shot free (V5)? */
void crok_work_outcome(crok_work *w, bool valid, crok_tri open,
                       crok_decision *out);

/* Logical or: YES if one of the two is YES; otherwise UNKNOWN if one of the two
 * is UNKNOWN; otherwise NO. */
static inline crok_tri crok_or(crok_tri a, crok_tri b)
{
    if (a == CROK_YES || b == CROK_YES)
        return CROK_YES;
    return a == CROK_UNKNOWN || b == CROK_UNKNOWN ? CROK_UNKNOWN : CROK_NO;
}

#endif
