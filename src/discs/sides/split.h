/* SPDX-License-Identifier: Apache-2.0
 *
 * discs/sides/split.h: how many colours discs have, and which disc has which.
 *
 * Light and shadow change a disc's colour more than two kinds of wood differ:
 * there are as many sides as the discs show both as photographed and in even
 * light. Discs are assigned in the light in which they scatter least.
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

/* Of two discs' difference in L*a*b* lightness counts for this much: light is
 * never quite even. */
#define CROK_SIDES_L 0.7
/* Sides so far apart are no light's and no wood's doing (rendered pictures: of
 * 310 with two sides 13 in a thousand are nearer and explain little; of one
 * side's discs, that 175 in a thousand pictures would show as two, all but 42).
 */
#define CROK_SURE_APART 25.0

typedef struct crok_splitting {
    int side[CROK_MAX_DISCS];  /* 0.. */
    int other[CROK_MAX_DISCS]; /* what it may be as well; else -1 */
} crok_splitting;

/* Split n discs into at most n_sides sides. Returns how many. */
int crok_split(crok_lit_labs x, int n, int n_sides, crok_splitting *out);

/* The median of the colours of part `which`; where it has none *out stays as it
 * is. */
void crok_split_middle(const crok_lab *x, int n, const int *part, int which,
                       crok_lab *out);

/* How far apart the two of k >= 2 parts lie that are most alike, in one light:
 * L*a*b*. */
double crok_split_apart(const crok_lab *x, int n, const int *part, int k);

/* Notes as other[] what each disc is in another partition, part[], where that
 * is not what `side` says: each part is the side that most of its discs are of.
 * Both have k. */
void crok_split_compare(const int *side, int n, int k, const int *part,
                        int *other);

/* Notes as other[] the part that a disc may be of as well: were it alone moved
 * there, the k parts would explain the colours hardly worse. */
void crok_split_doubts(const crok_lab *x, int n, int k, const int *side,
                       int *other);

#ifdef __cplusplus
}
#endif
#endif
