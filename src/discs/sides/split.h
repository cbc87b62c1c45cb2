/* SPDX-License-Identifier: Apache-2.0
 *
 * discs/sides/split.h: how many sides the discs' colours form, and which disc
 * belongs to which side.
 *
 * Light and shadow change a disc's colour more than two kinds of wood differ.
 * So k sides are accepted only if they are found both in the photographed
 * colours (CROK_RAW) and in those corrected for the light (CROK_EVEN), see
 * light.h. With C(k) the lowest cost of a partition into k parts (partition.h)
 * and m_j the median colour of part j, k sides are found in one light if
 *
 *     C(k - 1) - C(k) > 6   and   min |m_i - m_j| >= 11 (L*a*b*, L* times 0.7)
 *
 * The discs are then assigned in one light: of the lights in which k sides are
 * found, the one with the lowest C(k).
 *
 * Room     discs.
 * Threads  values only; any thread. */
#ifndef CROK_DISCS_SIDES_SPLIT_H
#define CROK_DISCS_SIDES_SPLIT_H

#include "core/terms.h"
#include "discs/sides/light.h"

#ifdef __cplusplus
extern "C" {
#endif

/* If the median colours of two sides differ by at least this (L*a*b*, L* times
 * CROK_LAB_WEIGHT_L), neither uneven light nor uneven wood is the cause. In 13
 * of a thousand pictures with two sides (310 rendered ones) the sides differ by
 * less and the second one lowers the cost little, so they are marked as
 * doubtful. If the discs of one side are clustered alone, they form two sides
 * in 175 of a thousand pictures; 133 of these are marked as doubtful. A larger
 * value doubts more true sides, a smaller one trusts more false ones. */
#define CROK_SURE_SEPARATION 25.0

typedef struct crok_splitting {
    int side[CROK_MAX_DISCS];  /* 0 .. number of sides - 1 */
    int other[CROK_MAX_DISCS]; /* another side that is possible; else -1 */
} crok_splitting;

/* Cluster n discs into at most n_sides sides.
 *
 *   x    borrowed: the discs' colours in each light; n <= CROK_MAX_DISCS
 *   out  always written
 *
 * Returns the number of sides, at most n; 0 if n is 0. */
int crok_split(crok_lit_labs x, int n, int n_sides, crok_splitting *out);

/* Median of L*, a* and b* over the members of part `which`. *out is unchanged
 * if there are none. */
void crok_split_median(const crok_lab *x, int n, const int *part, int which,
                       crok_lab *out);

/* Smallest distance between the median colours of any two of k parts, in one
 * light: L*a*b*, L* times CROK_LAB_WEIGHT_L. Infinite for k < 2. */
double crok_split_separation(const crok_lab *x, int n, const int *part, int k);

/* Compare another partition, part[], with the sides; both have k parts. Each
 * part is first matched to the side that most of its members have (at a tie:
 * the lower number). other[i] is set to the matched side of disc i where it
 * differs from side[i], and is unchanged elsewhere. */
void crok_split_mark_different(const int *side, int n, int k, const int *part,
                               int *other);

/* Set other[i] to another side that is possible for disc i: one for which the
 * cost of the partition rises by less than 6 if only this disc is moved there.
 * Of several such sides the one with the lowest cost is used; if there is none,
 * other[i] is unchanged. */
void crok_split_mark_doubtful(const crok_lab *x, int n, int k, const int *side,
                              int *other);

#ifdef __cplusplus
}
#endif
#endif
