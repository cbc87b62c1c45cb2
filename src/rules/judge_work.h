/* SPDX-License-Identifier: Apache-2.0
 *
 * rules/judge_work.h: what judge.c (is the shot valid?) and outcome.c (what
 * follows?) share: the shot's discs in one table, each with what is known of
 * it.
 *
 * Room     rules, internal. */
#ifndef CROK_RULES_JUDGE_WORK_H
#define CROK_RULES_JUDGE_WORK_H

#include "rules/judge.h"

typedef struct crok_work_disc {
    const crok_disc *before, *after; /* NULL: not on the surface then */
    int id;
    bool shooter, own; /* own: of the shooter's side, the shooter too */
    bool was_in_play;
    crok_tri moved;
    crok_tri touched;     /* met by the shooter itself */
    crok_tri out;         /* by B2 or B3, though it lies on the surface */
    const char *out_rule; /* where out is YES */
} crok_work_disc;

typedef struct crok_work {
    const crok_book *book;
    const crok_shot *shot;
    crok_value_rules value_rules;
    bool broken; /* a foul, or a wrong place: invalid whatever it did */
    int n;
    crok_work_disc disc[2 * CROK_MAX_DISCS + 1];
    /* What an answer of UNKNOWN would have needed. */
    unsigned missing;
    int n_close;
    crok_close_call close[CROK_MAX_CLOSE];
    /* Why, as far as it has been found. */
    int n_why;
    crok_why why[CROK_MAX_WHY];
} crok_work;

void crok_work_init(crok_work *w, const crok_book *book, const crok_shot *shot);

/* Notes a reason; those beyond CROK_MAX_WHY are dropped. */
void crok_work_why(crok_work *w, const char *rule, const char *text);

/* Does the disc at rest touch the line or lie within it (inner: V6), or touch
 * it or lie beyond it (outer: B1)? UNKNOWN, and noted, where it is too close.
 *
 *   wholly  clear of the line, on that side of it */
crok_tri crok_work_in_15(crok_work *w, const crok_disc *disc, bool wholly);
crok_tri crok_work_beyond(crok_work *w, const crok_disc *disc, bool wholly);

/* A decision with empty lists. */
void crok_decision_begin(crok_decision *d, crok_tri valid, crok_tri open);

/* What follows from the answers `valid` and `open`. */
void crok_work_outcome(crok_work *w, bool valid, crok_tri open,
                       crok_decision *out);

static inline crok_tri crok_or(crok_tri a, crok_tri b)
{
    if (a == CROK_YES || b == CROK_YES)
        return CROK_YES;
    return a == CROK_UNKNOWN || b == CROK_UNKNOWN ? CROK_UNKNOWN : CROK_NO;
}

#endif
