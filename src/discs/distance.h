/* SPDX-License-Identifier: Apache-2.0
 *
 * discs/distance.h: how far off the camera stands, by the discs. Straight from
 * above, lines hardly tell: a longer lens farther off shows them alike. Discs
 * tell: the farther, the less their walls show.
 *
 * Frames   mm: board.
 * Room     discs. */
#ifndef CROK_DISCS_DISTANCE_H
#define CROK_DISCS_DISTANCE_H

#include "discs/team.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Mend the finds' pose and camera where the distance is known badly; the discs
 * then stand where they are seen by that, weighed again.
 *
 *   team  weighed */
void crok_team_mend_distance(crok_team *team);

#ifdef __cplusplus
}
#endif
#endif
