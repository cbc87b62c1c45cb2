/* SPDX-License-Identifier: Apache-2.0
 *
 * setup/calls.h: of 100 discs at rest, how many will have a call that stays
 * open?
 *
 * The discs' centres are taken to be spread evenly over the surface within the
 * outer line. A disc's call is open if
 *
 *   - its margin to a line is below CROK_CLOSE_K standard deviations
 *     (discs/expected.h), or
 *   - it touches a line where that is in glare, or lies outside the picture, or
 *     is pale and lies where the surface is burnt out, or
 *   - it is not found, because the picture is blurred, or
 *   - another disc stands before it. Seen at an angle alpha from straight
 * above, a disc of height h and radius r hides a part of all discs whose
 * centres are in a strip of 4 r x h tan(alpha) behind it.
 *
 * Margins are small at two distances from a line of radius R and width w, d = R
 * -+ (r + w/2), for discs of radius r; beyond the outer line a disc is worth 0
 * on either side. In the annulus of width 2 k sigma about each, calls are open.
 *
 * Frames   mm: board.
 * Room     setup.
 * Threads  values only; any thread. No allocation.
 * Source   none for where discs come to rest: even is the simplest assumption.
 *          Players aim at the pegs and the hole, so more discs than that lie at
 *          the inner line and fewer at the outer one. */
#ifndef CROK_SETUP_CALLS_H
#define CROK_SETUP_CALLS_H

#include "discs/expected.h"
#include "setup/glare.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The open calls among 100 discs, 0..100.
 *
 *   pose   borrowed
 *   edges  borrowed
 *   glare  borrowed; NULL: there is none, and all of the board is in the
 *          picture */
double crok_open_calls_pct(const crok_board_pose *pose,
                           const crok_edge_conditions *edges,
                           const crok_glare *glare);

#ifdef __cplusplus
}
#endif
#endif
