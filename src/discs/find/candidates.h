/* SPDX-License-Identifier: Apache-2.0
 *
 * discs/find/candidates.h: candidates for discs. The network says where there
 * may be one (see/segmentation.h); about each such centre a Hough transform for
 * circles of the discs' size over the edges in the plane of the top faces finds
 * the circle. All discs are of one size, so the size is estimated first, from
 * all of them together. Many candidates are no discs; verify.h decides.
 *
 * Frames   mm: board frame, in the plane of the top faces.
 * Room     discs: uses see, board.
 * Source   Duda and Hart 1972; Kimme, Ballard and Sklansky 1975 for voting
 *          along the gradient. */
#ifndef CROK_DISCS_FIND_CANDIDATES_H
#define CROK_DISCS_FIND_CANDIDATES_H

#include "board/board.h"
#include "discs/find/face_edges.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Largest number of candidates; if there are more, the least likely ones are
 * dropped. */
#define CROK_MAX_CANDIDATES CROK_FACE_PLACES

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

/* Largest distance from a centre that was seen of an edge that is used, mm: of
 * the largest disc that is tried, from the farthest centre that its circle may
 * have. */
double crok_candidates_reach_mm(const crok_board *board);

/* Find the circles about the centres that were seen, and their size.
 *
 *   edges  borrowed: those within crok_candidates_reach_mm of the centres
 *   board  borrowed: its outer line, its hole and its discs' usual radius,
 * which is taken where no candidate is surely a circle hole   centre of the
 * hole's edge as it appears in the plane of the top faces. Circles centred
 * there or on the board's centre are the hole or a disc in it; they are left
 * out list   in: the centres that were seen, in `at` and `seen`. Out: where the
 *          circle about each is, with its votes; a centre without a circle
 *          stays where it was, with no votes */
void crok_candidates_locate(const crok_face_edges *edges,
                            const crok_board *board, crok_mm hole,
                            crok_candidates *list);

#ifdef __cplusplus
}
#endif
#endif
