/* SPDX-License-Identifier: Apache-2.0
 *
 * tests/bench/compare.h: a result against the truth. Discs are matched one to
 * one, both ways: a missing one counts and so does an invented one.
 *
 * Room     tests. */
#ifndef CROK_TESTS_COMPARE_H
#define CROK_TESTS_COMPARE_H

#include <stddef.h>

#include "bench/truth.h"
#include "report/result.h"

typedef enum verdict {
    VERDICT_EXACT = 0, /* every total as in truth */
    VERDICT_IN_RANGE,  /* ... or within the range that is given */
    VERDICT_UNSURE,    /* differs only where the truth is not certain */
    VERDICT_WRONG,
    VERDICT_REFUSED,  /* there is a board and it was not scored */
    VERDICT_NO_BOARD, /* there is none and that was said */
    VERDICT_INVENTED, /* there is none and one was scored */
    N_VERDICTS
} verdict;

const char *verdict_name(verdict v);

/* One disc of truth and what was found of it. */
typedef struct pairing {
    int truth; /* index, or -1: invented */
    int found; /* index, or -1: missing */
    bool is_side_wrong;
    bool is_value_wrong; /* and it was sure of it; not where truth is unsure */
    bool is_open_far;    /* left open with |margin| > OPEN_MARGIN_MM */
    double radial_mm;    /* found - true distance; NAN: not comparable */
    double radial_norm_mm; /* the same in the true outer line's scale */
    double margin_err_mm;  /* found - true margin, same scale; or NAN */
    double place_mm;       /* between found and true centre; or NAN */
} pairing;

/* A call may be left open within this of the line. */
#define OPEN_MARGIN_MM 0.4

typedef struct comparison {
    verdict verdict;
    int n_truth, n_found, n_missing, n_invented;  /* discs in play */
    int n_out_truth, n_out_found, n_out_invented; /* ditch and beside */
    int n_side_wrong, n_value_wrong, n_open_far, n_close;
    int side_of_team[TRUTH_MAX_TEAMS]; /* -1: that team has no side */
    int n_pairs;
    pairing pair[TRUTH_MAX_DISCS + CROK_MAX_DISCS];
    /* board, renders only; NAN else */
    double centre_px, tilt_deg, f_rel, outer_rel, middle_mm, inner_mm, width_mm;
    double scale_sigmas; /* outer_rel in the scale's own sigmas */
} comparison;

/* Never fails: a result that is an error compares too. */
void compare(const truth *t, const crok_result *r, comparison *out);

/* What a team's total would be if every disc whose value the eye cannot tell
 * had the value that was found for it. */
int comparison_excused_total(const truth *t, const crok_score *s,
                             const comparison *c, int team);

/* A disc is not where truth has it beyond this: no error of measurement. */
#define PLACE_MOST_MM 2.0

/* What is wrong with a result, for a test: the first fault in words, written
 * to out; false where there is none. Totals must be exact or in range; no disc
 * missing, invented, misplaced or of the wrong side; no sure value wrong. */
bool comparison_fault(const comparison *c, char *out, size_t room);

/* Sums over pictures of radial errors. */
typedef struct radial_sum {
    int n, n_2sigma; /* in the true outer line's scale */
    int n_2sigma_mm; /* in millimetres, with the scale's sigma */
    double sq, sq_norm, sq_margin;
    double sq_sigmas; /* of those in the true scale, in sigmas */
    int n_margin, n_margin_2sigma;
} radial_sum;

void radial_add(radial_sum *sum, const comparison *c, const crok_result *r);

#endif
