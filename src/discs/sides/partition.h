/* SPDX-License-Identifier: Apache-2.0
 *
 * discs/sides/partition.h: cluster colours into parts, each of which has its
 * own normal distribution.
 *
 * The discs of one side do not all have the same colour: light, sheen and grain
 * scatter it. The size and the axes of the scatter differ from side to side. So
 * part j, whose n_j members are the L*a*b* colours x, has the mean m_j and the
 * regularised covariance
 *
 *     S_j = (w S0 + sum (x - m_j)(x - m_j)^T) / (w + n_j)
 *
 * where S0 is the covariance of a usual side and w the number of discs that
 * this prior is worth. The cost of a partition p is -2 times its log
 * likelihood, without the constant 3 n log(2 pi):
 *
 *     sum over i of  log det S_p(i) + (x_i - m_p(i))^T S_p(i)^-1 (x_i - m_p(i))
 *
 * Room     discs: uses core only here.
 * Threads  values only; any thread.
 * Source   Fraley and Raftery 2007 for the regularised covariance; Celeux and
 *          Govaert 1992 (classification EM) for the search. */
#ifndef CROK_DISCS_SIDES_PARTITION_H
#define CROK_DISCS_SIDES_PARTITION_H

#include "core/terms.h"
#include "discs/colour.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A part is cut in two at its widest gaps along L*, a* and b*. Each cut is one
 * start of the search; this is the largest number of cuts along an axis. Chosen
 * by hand: more cuts cost time, fewer may miss the best partition. */
#define CROK_PARTITION_GAPS 6
#define CROK_MAX_PARTITIONS (3 * CROK_PARTITION_GAPS * (CROK_MAX_SIDES - 1))

typedef struct crok_partition {
    int part[CROK_MAX_DISCS]; /* each colour's part, 0 .. k - 1 */
    double cost;              /* as defined at the top; smaller is better */
} crok_partition;

/* Partitions into k parts, each of them the result of one search
 * (crok_partition_refine). */
typedef struct crok_partitions {
    int n;    /* number of partitions; 0 if every cut leaves a part empty */
    int best; /* index of the one with the lowest cost */
    crok_partition p[CROK_MAX_PARTITIONS];
} crok_partitions;

/* The cost of x[0..n) if colour i belongs to part[i], 0 .. k - 1. Parts may be
 * empty. */
double crok_partition_cost(const crok_lab *x, int n, const int *part, int k);

/* Improve p by classification EM: estimate each part's mean and covariance,
 * move each colour to its most likely part, and repeat until nothing changes or
 * 20 rounds are done. Sets p->cost. Parts may be empty or become empty; an
 * empty part stays empty. */
void crok_partition_refine(const crok_lab *x, int n, int k, crok_partition *p);

/* All partitions into k parts (2 <= k <= CROK_MAX_SIDES) without an empty part
 * that result from cutting one part of `coarser` and refining the result.
 *
 *   x        borrowed, n colours, n <= CROK_MAX_DISCS
 *   coarser  borrowed: a partition into k - 1 parts
 *   out      always written; no two of its partitions are equal */
void crok_partitions_cut(const crok_lab *x, int n, int k,
                         const crok_partition *coarser, crok_partitions *out);

/* Mahalanobis distance (standard deviations) of colour i from its part, whose
 * mean and covariance are estimated without colour i; 0 if the part has no
 * other member. */
double crok_partition_deviation(const crok_lab *x, int n, const int *part,
                                int i);

#ifdef __cplusplus
}
#endif
#endif
