/* SPDX-License-Identifier: Apache-2.0
 *
 * report/score.h: an observation counted by a rule book: the value of each
 * disc, each side's total with what the close calls leave open, the round.
 *
 * Frames   as discs/observation.h.
 * Room     report: uses core, board, discs, rules. No I/O, no allocation.
 * Threads  values only; any thread.
 * Source   docs/RULES.md G1-G7, B1, S1, S6. */
#ifndef CROK_REPORT_SCORE_H
#define CROK_REPORT_SCORE_H

#include <stdbool.h>

#include "discs/observation.h"
#include "discs/verify.h"
#include "rules/value.h"

#ifdef __cplusplus
extern "C" {
#endif

#define CROK_MAX_SCORE_WARNINGS 16

/* 20s that were taken off the board, as a person gives them. */
typedef struct crok_bowl {
    int n;
    char side[CROK_MAX_SIDES][24];
    int twenties[CROK_MAX_SIDES];
} crok_bowl;

typedef struct crok_score_options {
    crok_value_rules rules;
    crok_bowl bowl;
    int n_sides; /* how many sides play: 2, 3 or 4 */
} crok_score_options;

typedef struct crok_side_score {
    int on_board;      /* points of its discs on the surface, not the hole */
    int twenties;      /* discs in the hole and in the bowl */
    int total, lo, hi; /* with the 20s; lo..hi is what close calls leave open */
    int n_surface;     /* discs that lie on the surface, in play */
    int n_out;         /* discs seen in the ditch or on the outer line */
    int points;        /* 2/1/0; more than two sides: 8/6/4/2 (S6) */
} crok_side_score;

typedef struct crok_score {
    crok_observation seen; /* a disc that is worth 0 is `out` here */
    crok_value value[CROK_MAX_DISCS];
    /* 1 sd of value[i].margin_mm: the disc's and the line's together */
    double margin_sigma_mm[CROK_MAX_DISCS];
    crok_side_score side[CROK_MAX_SIDES];
    int n_close; /* those that change a result: crok_score_is_asked */
    /* The largest value of the detection seen.maybe[i] if it is a disc. Such a
     * detection is more likely no disc and is not counted; but it raises the
     * upper end (hi) of the range of each side that it may belong to by this
     * value. */
    int maybe_value[CROK_MAX_MAYBE];
    /* The largest total that a side without a visible disc can have, if its
     * discs are where the picture does not show the board; 0 if all sides were
     * seen. */
    int absent_hi;
    /* the value of a disc inside each line, from CROK_LINE_OUTER on; last, of a
     * disc in the hole */
    int zone_value[CROK_N_LINES + 1];
    int winner; /* side with the most points; -1 for a tie or no side */
    int lead;   /* its total minus the next side's; > 0 if there is a winner */
    int lead_lo, lead_hi; /* the range of `lead` that close calls leave open */
    bool is_open;         /* the close calls may change the points */
    int n_warnings;
    char warnings[CROK_MAX_SCORE_WARNINGS][128];
} crok_score;

/* Count what was seen.
 *
 *   seen, options  borrowed
 *   out            written only on CROK_OK
 *   err            may be NULL
 *
 * CROK_ESIDES   the bowl names a side that is not on this board
 * CROK_EFORMAT  the observation is not sane (a line is not finite, ...) */
CROK_MUST_USE crok_status crok_score_count(const crok_observation *seen,
                                           const crok_score_options *options,
                                           crok_score *out, crok_err *err);

/* The margin of disc i to its nearest line, also of a disc whose value does
 * not depend on it (in the ditch, in the hole). */
double crok_score_margin_mm(const crok_score *s, int i);

/* The round's result in words: "red by 15", "red by 5 to 15", "tie", "too close
 * to call"; empty if no side was seen. */
#define CROK_ROUND_WORDS 96
void crok_score_round_words(const crok_score *s, char out[CROK_ROUND_WORDS]);

/* The question of a close call. */
typedef enum crok_question {
    CROK_ASKS_LINE, /* does the disc touch the line? */
    CROK_ASKS_HOLE, /* does it lie flat in the hole? */
    CROK_ASKS_DISC, /* is it a disc at all? */
    CROK_ASKS_SIDE  /* whose is it? */
} crok_question;

crok_question crok_score_question(const crok_score *s, int i);

/* "line", "hole", "disc", "side". */
const char *crok_question_name(crok_question question);

/* Is disc i a close call that can change the score: would the other answer
 * give the disc another value, or assign it to another side? */
bool crok_score_is_asked(const crok_score *s, int i);

/* The other values that disc i may have: "10", "0 or 20"; empty if nothing is
 * open. */
#define CROK_VALUES_WORDS 32
void crok_score_other_values(const crok_score *s, int i,
                             char out[CROK_VALUES_WORDS]);

#ifdef __cplusplus
}
#endif
#endif
