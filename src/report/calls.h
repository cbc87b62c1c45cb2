/* SPDX-License-Identifier: Apache-2.0
 *
 * report/calls.h: what is counted of an observation, and the calls that are too
 * close: their questions, and the values that are possible.
 *
 * Frames   as discs/observation.h.
 * Room     report: uses core, board, discs, rules. No I/O, no allocation.
 * Threads  values only; any thread.
 * Source   docs/RULES.md G1-G7, B1. */
#ifndef CROK_REPORT_CALLS_H
#define CROK_REPORT_CALLS_H

#include <stdbool.h>

#include "discs/observation.h"
#include "report/answer.h"
#include "rules/value.h"

#ifdef __cplusplus
extern "C" {
#endif

#define CROK_MAX_SCORE_WARNINGS 16

/* The numbers of 20s that were taken off the board, as a person states them. */
typedef struct crok_bowl {
    int n;
    char side[CROK_MAX_SIDES][24];
    int twenties[CROK_MAX_SIDES];
} crok_bowl;

typedef struct crok_score_options {
    crok_value_rules rules;
    crok_bowl bowl;
    int n_sides;                 /* how many sides play: 2, 3 or 4 */
    bool are_sides_given;        /* the sides of the observation are those that
                                    play: they stay, whatever was seen of them */
    const crok_answers *answers; /* NULL, or borrowed: a person's answers */
    /* NULL, or borrowed: another score of the same photo. Questions about the
     * same place get the ids that they have there. */
    const struct crok_score *numbered;
} crok_score_options;

/* The most discs that are dealt to a side: 12 or 8 with two sides (P1, P2), 6
 * with more (P5). */
#define CROK_DEALT_MOST 12

typedef struct crok_side_score {
    int on_board;      /* points of its discs on the surface, without 20s */
    int twenties;      /* number of its discs in the hole and in the bowl */
    int total, lo, hi; /* all its points with the 20s, and the range of this
                          total that close calls leave open */
    int n_surface;     /* number of its discs on the surface, in play */
    int n_out;  /* number of its discs in the ditch or on the outer line */
    int points; /* of the round: 2/1/0; more than two sides: 8/6/4/2 (S6) */
} crok_side_score;

typedef struct crok_score {
    crok_observation seen; /* the observation; discs that are worth 0 because
                              they touch the outer line or are beyond it have
                              the state OUT */
    crok_value value[CROK_MAX_DISCS];
    /* The standard deviation of value[i].margin_mm, mm, due to the errors of
     * the disc's position and of the line's. */
    double margin_sigma_mm[CROK_MAX_DISCS];
    crok_side_score side[CROK_MAX_SIDES];
    int n_close; /* number of discs for which crok_score_is_asked is true */
    /* The largest value of the detection seen.maybe[i] if it is a disc. Such a
     * detection is more likely no disc and is not counted; but it raises the
     * upper end (hi) of the range of each side that it may belong to by this
     * value. */
    int maybe_value[CROK_MAX_MAYBE];
    /* The largest total that a side without a visible disc can have: by discs
     * where the picture does not show the board, and by what may be a disc; 0
     * if all sides were seen. */
    int absent_hi;
    /* zone_value[line] is the value of a disc in the region inside that line;
     * zone_value[CROK_N_LINES] is the value of a disc in the hole. */
    int zone_value[CROK_N_LINES + 1];
    int winner; /* side with the highest total; -1: a tie, or no side */
    int lead;   /* the highest total minus the second highest; > 0 if there is a
                   winner */
    int lead_lo, lead_hi; /* the range of `lead` that close calls leave open */
    bool is_open;         /* the close calls may change the points */
    crok_value_rules rules; /* by which it was counted */
    int n_play;             /* how many sides play */
    /* The questions that a person has answered: id, place and answer. */
    int n_answered;
    crok_answer answered[CROK_MAX_ANSWERS];
    /* The answers that were not used, and how many of them were given with this
     * call and are none of the possible ones. */
    int n_unused;
    crok_unused_answer unused[2 * CROK_MAX_ANSWERS];
    int n_wrong;
    int n_warnings;
    char warnings[CROK_MAX_SCORE_WARNINGS][128];
    bool is_question[CROK_MAX_SCORE_WARNINGS]; /* a question says this too */
} crok_score;

/* The circles of a board, for the rules. */
crok_lines crok_score_lines(const crok_board *b);

/* The standard deviation of a disc's margin, mm. The margin is measured from
 * the edge of the line. d->line_sigma_mm has the errors of the disc's position
 * and of the line's centre; the error of half the line's width is added in
 * quadrature. */
double crok_score_margin_sigma_mm(const crok_board_pose *pose,
                                  const crok_seen_disc *d);

/* Compute the value of a disc of `seen` as if it were sure to be one. Returns
 * false, and a value of 0, if the disc or a line is impossible. */
bool crok_score_disc_value(const crok_observation *seen,
                           const crok_value_rules *rules,
                           const crok_seen_disc *d, crok_value *out);

/* Add a warning, unless there are CROK_MAX_SCORE_WARNINGS. Text that is too
 * long is cut and ends with "...". */
void crok_score_warn(crok_score *s, const char *text);

/* The margin of disc i to its nearest line, mm. For a disc whose value does not
 * depend on a line (in the ditch or in the hole) it is the margin to the outer
 * line. */
double crok_score_margin_mm(const crok_score *s, int i);

/* The question of a close call. */
typedef enum crok_question {
    CROK_ASKS_LINE, /* does the disc touch the line? */
    CROK_ASKS_HOLE, /* is the disc flat in the hole, or does it lean? */
    CROK_ASKS_DISC, /* is the detection a disc? */
    CROK_ASKS_SIDE  /* to which side does the disc belong? */
} crok_question;

crok_question crok_score_question(const crok_score *s, int i);

/* "line", "hole", "disc", "side". */
const char *crok_question_name(crok_question question);

/* Is disc i a close call whose other answer would change the score? It is if
 * the disc would get another value or belong to another side. */
bool crok_score_is_asked(const crok_score *s, int i);

/* Write the other values that disc i may have, for example "10" or "20 or
 * none", where it may be no disc; empty if it can have no other value. */
#define CROK_VALUES_WORDS 32
void crok_score_other_values(const crok_score *s, int i,
                             char out[CROK_VALUES_WORDS]);

#ifdef __cplusplus
}
#endif
#endif
