/* SPDX-License-Identifier: Apache-2.0
 *
 * hall/pair/matching.h: pairs of least cost.
 *
 * Room     hall, internal: pure; uses LEMON. Allocates.
 * Threads  values only; any thread.
 * Source   J. Edmonds, "Maximum matching and a polyhedron with 0,1-vertices",
 *          1965; the implementation is that of LEMON (Boost licence,
 *          MaxWeightedPerfectMatching), which is exact. */
#ifndef CROK_HALL_PAIR_MATCHING_H
#define CROK_HALL_PAIR_MATCHING_H

#include <stdint.h>

#include "core/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Most things to pair: as many costs are a few MB. */
#define CROK_MATCHING_MOST 1024

/* Costs are at most this: the algorithm adds some of them up, and multiplies
 * by 4. */
#define CROK_MATCHING_COST (INT64_C(1) << 50)

/* Pair n things so that the sum of the costs of the pairs is the least that is
 * possible.
 *
 *   n     even, 0 to CROK_MATCHING_MOST
 *   cost  n * n values, 0 to CROK_MATCHING_COST: that of i and k is at
 *         cost[i * n + k] and at cost[k * n + i]
 *   mate  n written: with whom each is paired
 *
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_matching(int n, const int64_t *cost, int *mate,
                                        crok_err *err);

#ifdef __cplusplus
}
#endif
#endif
