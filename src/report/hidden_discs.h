/* SPDX-License-Identifier: Apache-2.0
 *
 * report/hidden_discs.h: how many points the discs can have that a picture does
 * not show.
 *
 * The number of a side's discs on the surface differs from picture to picture:
 * it is taken as Poisson with a rate that is itself gamma distributed. The n
 * discs seen on the seen part of the surface, 1 - h of it, sharpen the rate, so
 * the number in the hidden part h has the negative binomial distribution
 *
 *     shape a + n,  mean (a + n) h / (b + 1 - h)
 *
 * Each hidden disc is at one of the places for discs in the hidden part, at all
 * of them with the same chance. The sum of the values then has a compound
 * negative binomial distribution, and the result is its quantile.
 *
 * Room     report: pure; no allocation, no I/O.
 * Threads  values only; any thread.
 * Source   Panjer 1981 for the recursion over the sums. */
#ifndef CROK_REPORT_HIDDEN_DISCS_H
#define CROK_REPORT_HIDDEN_DISCS_H

#ifdef __cplusplus
extern "C" {
#endif

/* The largest value of one place, points; greater values count as this. */
#define CROK_HIDDEN_MAX_VALUE 100

/* The points of a side's hidden discs that are exceeded in one of five hundred
 * pictures. It is 0 where a hidden disc is less likely than that; else at least
 * those of one disc at the best place, and at most those of n_most discs at the
 * best n_most places. 0 too if there is no place or if n_most is 0.
 *
 *   value   borrowed: values of the places for a disc, points, >= 0, the
 *           greatest first
 *   n       number of places
 *   frac    hidden part of the places where a disc may be, 0..1
 *   n_seen  number of the side's discs seen on the surface and in the hole
 *   n_most  the most discs that the side can have in the hidden part */
int crok_hidden_points(const int *value, int n, double frac, int n_seen,
                       int n_most);

#ifdef __cplusplus
}
#endif
#endif
