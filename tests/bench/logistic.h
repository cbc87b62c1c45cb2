/* SPDX-License-Identifier: Apache-2.0
 *
 * tests/bench/logistic.h: weights of a logistic model from cases with truth, by
 * iteratively reweighted least squares, and whether its chances are honest.
 *
 * Room     tests.
 * Source   Cox 1958; McCullagh and Nelder 1989, ch. 2. */
#ifndef CROK_TESTS_LOGISTIC_H
#define CROK_TESTS_LOGISTIC_H

#include <stdbool.h>

#define LOGISTIC_MAX_TERMS 40
#define LOGISTIC_MAX_CASES 60000
#define LOGISTIC_FOLDS 5

typedef struct logistic_case {
    double term[LOGISTIC_MAX_TERMS];
    bool is;
    int fold; /* of LOGISTIC_FOLDS: cases of one picture are in one fold */
} logistic_case;

typedef struct logistic_cases {
    int n_terms; /* the last term is the constant 1 */
    /* Weights are small unless the cases speak for more: 1 sd of a weight if
     * its term had the sd 1. */
    double weight_sigma;
    /* A case that is not counts as so many: where the cases have fewer of them
     * than the world has. */
    double weight_of_not;
    int n;
    logistic_case at[LOGISTIC_MAX_CASES];
} logistic_cases;

/* The next case to fill; NULL where there is no room. */
logistic_case *logistic_add(logistic_cases *all);

/* Learn from all, print the weights; then what happened to cases by the chance
 * that weights from the other folds gave them. */
void logistic_report(const logistic_cases *all, const char *what);

#endif
