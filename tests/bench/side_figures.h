/* SPDX-License-Identifier: Apache-2.0
 *
 * tests/bench/side_figures.h: the five figures that count for a scorer of
 * photos. Each side of each picture is one of: decided right, asked, asked
 * wrong, sure and wrong, refused. Why it was asked is counted too.
 *
 * Room     tests. */
#ifndef CROK_TESTS_SIDE_FIGURES_H
#define CROK_TESTS_SIDE_FIGURES_H

#include "bench/compare.h"

typedef enum side_verdict {
    SIDE_RIGHT = 0,   /* the range is one value, and that is true */
    SIDE_ASKED,       /* the range holds the true total */
    SIDE_ASKED_WRONG, /* the range does not hold it */
    SIDE_SURE_WRONG,  /* the range is one value, and that is not true */
    SIDE_REFUSED,     /* the picture was not scored */
    N_SIDE_VERDICTS
} side_verdict;

const char *side_verdict_name(side_verdict v);

/* Why a side was asked: a bit for each crok_question that opens its range, and
 * one each for what is unseen and for a range that nothing explains. */
#define N_SIDE_REASONS 6

/* Widths of ranges are multiples of 5 points; all from 500 on count as one. */
#define SIDE_MAX_WIDTHS 101

/* A picture is decidable where no disc's edge lies within this of a line's
 * edge, mm: known for renders only. */
#define DECIDABLE_MARGIN_MM 0.75
/* The same where the board was learnt from another picture. */
#define DECIDABLE_LEARNT_MM 0.5

typedef struct side_figures {
    bool is_learnt; /* in: the boards were learnt */
    int n_pictures;
    int n[N_SIDE_VERDICTS];
    int n_reason[N_SIDE_REASONS];    /* of the sides asked; one may have two */
    int n_of_width[SIDE_MAX_WIDTHS]; /* of ranges, in steps of 5 points */
    int n_decidable, n_decidable_right; /* renders: pictures, all sides right */
    int n_no_board, n_stated; /* pictures without a board; with points stated */
} side_figures;

/* Add one picture. A side that truth does not have counts where it was given
 * points: as asked where it may have none, else as wrong. */
void side_figures_add(side_figures *f, const truth *t, const crok_result *r,
                      const comparison *c);

/* How many sides were judged. */
int side_figures_sum(const side_figures *f);

/* Print them in some lines that begin with `indent`. */
void side_figures_print(const side_figures *f, const char *indent);

/* The same in one row of a table, and its heading. */
void side_figures_row(const side_figures *f, const char *name);
void side_figures_heading(const char *name);

#endif
