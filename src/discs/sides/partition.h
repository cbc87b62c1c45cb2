/* SPDX-License-Identifier: Apache-2.0
 *
 * discs/sides/partition.h: colours in parts, each scattered in a way of its
 * own.
 *
 * Discs of one side do not have one colour: light, sheen and grain scatter it,
 * one side's more than the other's and along other axes. So a part is as likely
 * as normal scatter about its mean makes it, and its covariance is learned from
 * its members, with a few discs' worth of what any side's is.
 *
 * Room     discs: uses core only here.
 * Threads  values only; any thread.
 * Source   Fraley and Raftery 2007 for the covariance; Celeux and Govaert 1992
 *          for the search. */
#ifndef CROK_DISCS_SIDES_PARTITION_H
#define CROK_DISCS_SIDES_PARTITION_H

#include "core/terms.h"
#include "discs/colour.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Where a part is cut in two: at its widest gaps along each axis of L*a*b*. */
#define CROK_PARTITION_GAPS 6
#define CROK_MAX_PARTITIONS (3 * CROK_PARTITION_GAPS * (CROK_MAX_SIDES - 1))

typedef struct crok_partition {
    int part[CROK_MAX_DISCS]; /* of each colour, 0.. */
    double cost; /* -2 times the members' log likelihood, less a constant */
} crok_partition;

/* Partitions that no single round of the search makes better. */
typedef struct crok_partitions {
    int n;    /* 0 where there are fewer colours than parts */
    int best; /* index of the cheapest */
    crok_partition p[CROK_MAX_PARTITIONS];
} crok_partitions;

/* -2 times the log likelihood of x[0..n), colour i being of part part[i] of k,
 * less a constant. Parts may be empty. */
double crok_partition_cost(const crok_lab *x, int n, const int *part, int k);

/* Better p until nothing changes: each colour goes to the part that it is
 * likeliest of. Parts may be empty, or become so. */
void crok_partition_refine(const crok_lab *x, int n, int k, crok_partition *p);

/* The partitions into k >= 2 parts, none empty, that come of cutting one part
 * of `coarser`, which has k - 1. */
void crok_partitions_cut(const crok_lab *x, int n, int k,
                         const crok_partition *coarser, crok_partitions *out);

/* How many standard deviations colour i is from the others of its part; 0 where
 * there are none. */
double crok_partition_apart(const crok_lab *x, int n, const int *part, int i);

#ifdef __cplusplus
}
#endif
#endif
