/* SPDX-License-Identifier: Apache-2.0
 *
 * discs/find/candidates.h: candidates for discs, by a Hough transform for
 * circles of the discs' size over the edges in the plane of the top faces. All
 * discs are of one size, so the size is estimated first, from all of them
 * together. Many candidates are no discs; verify.h decides.
 *
 * Frames   mm: board frame, in the plane of the top faces.
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

/* Largest number of candidates; if there are more, the weakest are dropped. */
#define CROK_MAX_CANDIDATES 160
/* A candidate with at least this fraction of votes is surely a circle and is
 * used to estimate the discs' size. Chosen by hand: with a lower value grain is
 * used too; with a higher one partly hidden discs are not used. */
#define CROK_SURE_VOTES 0.60

typedef struct crok_candidate {
    crok_mm at;   /* centre of the top face */
    double votes; /* fraction of the outline that voted, about 0..1 */
    double seen;  /* chance of a disc by the network (see/segmentation.h) */
} crok_candidate;

typedef struct crok_candidates {
    int n;
    crok_candidate c[CROK_MAX_CANDIDATES]; /* sorted, most votes first */
    double radius_mm; /* estimated radius of the top faces */
} crok_candidates;

/* Find the candidates.
 *
 *   edges     borrowed
 *   board     borrowed: its outer line and its hole are used
 *   reach_mm  half side of the square searched, about the board's centre
 *   hole      centre of the hole's edge as it appears in the plane of the top
 *             faces. Circles centred there or on the board's centre are the
 *             hole or a disc in it; they are left out and do not suppress a
 *             neighbour
 *   out       written only on CROK_OK
 *   err       may be NULL
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
