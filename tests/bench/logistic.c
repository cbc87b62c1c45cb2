/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/logistic.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/linalg.h"

#define N_ROUNDS 30
/* A case costs as much as if it had this chance, at most. */
#define CHANCE_LEAST 1e-9

logistic_case *logistic_add(logistic_cases *all)
{
    return all->n < LOGISTIC_MAX_CASES ? &all->at[all->n++] : NULL;
}

/* The sd of each term; 1 for the constant and for a term that is constant. */
static void spread_of_terms(const logistic_cases *all,
                            double sd[LOGISTIC_MAX_TERMS])
{
    for (int k = 0; k < all->n_terms; k++) {
        double sum = 0.0;
        double squares = 0.0;
        for (int i = 0; i < all->n; i++) {
            sum += all->at[i].term[k] / all->n;
            squares += all->at[i].term[k] * all->at[i].term[k] / all->n;
        }
        sd[k] = sqrt(fmax(squares - sum * sum, 0.0));
        sd[k] = sd[k] > 1e-9 ? sd[k] : 1.0;
    }
}

/* Add to q what the cases and the prior say near `weight`. */
static void add_to(crok_lsq *q, const logistic_cases *all, int but,
                   const double *weight, const double *sd)
{
    int idx[LOGISTIC_MAX_TERMS];
    const double one = 1.0;
    for (int i = 0; i < all->n_terms; i++)
        idx[i] = i;
    for (int i = 0; i < all->n; i++) {
        const logistic_case *c = &all->at[i];
        double p = crok_chance(0.0, weight, c->term, all->n_terms);
        double w = fmax(p * (1.0 - p), 1e-9);
        if (c->fold != but)
            crok_lsq_add(q, idx, c->term, all->n_terms,
                         (p - (c->is ? 1.0 : 0.0)) / w,
                         c->is ? w : w * all->weight_of_not);
    }
    for (int i = 0; i < all->n_terms - 1; i++) {
        double sigma = all->weight_sigma / sd[i];
        crok_lsq_add(q, &idx[i], &one, 1, weight[i], 1.0 / (sigma * sigma));
    }
}

/* The weights that fit all cases but those of one fold (-1: all). */
static void learn(const logistic_cases *all, int but,
                  double weight[LOGISTIC_MAX_TERMS])
{
    static crok_lsq q;
    double sd[LOGISTIC_MAX_TERMS];
    spread_of_terms(all, sd);
    memset(weight, 0, sizeof *weight * LOGISTIC_MAX_TERMS);
    for (int round = 0; round < N_ROUNDS; round++) {
        double step[CROK_LSQ_MAX];
        crok_lsq_reset(&q, all->n_terms);
        add_to(&q, all, but, weight, sd);
        if (!crok_lsq_step(&q, 0.0, step))
            return;
        for (int i = 0; i < all->n_terms; i++)
            weight[i] += step[i];
    }
}

static void print_calibration(const logistic_cases *all,
                              double weight[LOGISTIC_FOLDS][LOGISTIC_MAX_TERMS])
{
    static const double upto[] = {0.02, 0.1, 0.3, 0.5, 0.7, 0.9, 0.98, 1.01};
    enum { N = sizeof upto / sizeof upto[0] };
    int n[N] = {0};
    int n_were[N] = {0};
    double sum[N] = {0.0};
    double loss = 0.0;
    for (int i = 0; i < all->n; i++) {
        const logistic_case *c = &all->at[i];
        double p = crok_chance(0.0, weight[c->fold], c->term, all->n_terms);
        int k = 0;
        while (p >= upto[k])
            k++;
        n[k]++;
        n_were[k] += c->is;
        sum[k] += p;
        loss -= log(fmax(c->is ? p : 1.0 - p, CHANCE_LEAST)) / all->n;
    }
    (void)printf("log loss %.3f\n", loss);
    (void)printf("chance below    cases  mean chance       were\n");
    for (int k = 0; k < N; k++)
        if (n[k] > 0)
            (void)printf("%12.2f %8d %12.3f %10.3f\n", upto[k], n[k],
                         sum[k] / n[k], (double)n_were[k] / n[k]);
}

void logistic_report(const logistic_cases *all, const char *what)
{
    double weight[LOGISTIC_MAX_TERMS];
    double but[LOGISTIC_FOLDS][LOGISTIC_MAX_TERMS];
    int n = 0;
    for (int i = 0; i < all->n; i++)
        n += all->at[i].is;
    (void)printf("%s: %d of %d\nweights", what, n, all->n);
    learn(all, -1, weight);
    for (int i = 0; i < all->n_terms; i++)
        (void)printf("%s %.3f", i > 0 ? "," : "", weight[i]);
    (void)printf("\n");
    for (int k = 0; k < LOGISTIC_FOLDS; k++)
        learn(all, k, but[k]);
    print_calibration(all, but);
}
