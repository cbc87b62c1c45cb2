/* SPDX-License-Identifier: Apache-2.0
 *
 * discs/unseen.h: find which parts of the playing surface the picture does not
 * show, and estimate the chance that a disc there was missed.
 *
 * A cell of the surface is hidden by the chance that it shows a cover or is
 * burnt out (see/segmentation.h), or because it is outside the picture. A disc
 * is missed only where most of its face is hidden: what is narrower than a disc
 * hides none.
 *
 * Frames   mm: board.
 * Room     discs: uses core, board, see.
 * Threads  any. */
#ifndef CROK_DISCS_UNSEEN_H
#define CROK_DISCS_UNSEEN_H

#include "discs/observation.h"
#include "see/segmentation.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A picture is not scored if more than this part of the surface is covered, or
 * if more than this part is outside the picture. */
#define CROK_UNSEEN_MAX_FRAC 0.25

/* The chance that a disc is missed of whose face this part is hidden, 0..1. */
double crok_unseen_miss_chance(double hidden_frac);

/* Find the unseen parts of the surface, and the places for discs in them.
 *
 *   segments  borrowed: of the picture in which the discs were found
 *   seen   the board and the discs found on it; `unseen` is set, the rest read
 *
 * CROK_ECOVERED  more than CROK_UNSEEN_MAX_FRAC of the surface is covered
 * CROK_ECUTOFF   more than this part of it is outside the picture */
CROK_MUST_USE crok_status crok_unseen_measure(const crok_segmentation *segments,
                                              crok_observation *seen,
                                              crok_err *err);

#ifdef __cplusplus
}
#endif
#endif
