/* SPDX-License-Identifier: Apache-2.0
 *
 * discs/find/candidates.h: where discs may be: a Hough transform for circles of
 * the discs' size among the edges that lie as discs' edges do. All discs are of
 * one size, so the size is found first, from all of them together. Many
 * candidates are no discs; outline.h decides.
 *
 * Frames   mm: board, in the plane of the top faces.
 * Room     discs.
 * Source   Duda and Hart 1972; Kimme, Ballard and Sklansky 1975 for voting
 *          along the gradient. */
#ifndef CROK_DISCS_FIND_CANDIDATES_H
#define CROK_DISCS_FIND_CANDIDATES_H

#include "board/board.h"
#include "discs/find/face_edges.h"

#ifdef __cplusplus
extern "C" {
#endif

#define CROK_MAX_CANDIDATES 160
/* From so many votes on a candidate is sure: it tells the discs' size. */
#define CROK_SURE_VOTES 0.60

typedef struct crok_candidate {
    crok_mm at;   /* centre of the top face */
    double votes; /* part of the outline that voted, about 0..1 */
} crok_candidate;

typedef struct crok_candidates {
    int n;
    crok_candidate c[CROK_MAX_CANDIDATES]; /* most votes first */
    double radius_mm; /* the size that explains most, of a top face */
} crok_candidates;

/* Find them.
 *
 *   edges     borrowed
 *   board     borrowed: its outer line and hole
 *   reach_mm  how far from the board's centre, along either axis
 *   hole      where the hole's edge appears in the plane of the top faces:
 *             circles about it, or about what lies in it, are none, and hide no
 *             disc beside it
 *   out       written only on CROK_OK
 *
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_candidates_find(const crok_face_edges *edges,
                                               const crok_board *board,
                                               double reach_mm, crok_mm hole,
                                               crok_candidates *out,
                                               crok_err *err);

#ifdef __cplusplus
}
#endif
#endif
