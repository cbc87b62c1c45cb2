/* SPDX-License-Identifier: Apache-2.0
 *
 * discs/team.h: the discs that are settled together, and the colours across
 * their outlines as each side's light and size have them.
 *
 * Frames   px of the picture given; mm: board.
 * Room     discs; for settle.h and distance.h alone. */
#ifndef CROK_DISCS_TEAM_H
#define CROK_DISCS_TEAM_H

#include "discs/find.h"
#include "discs/profile.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Colours are not quite as profiles take them for, and neighbours err alike:
 * places are off by so many times what profiles say (511 discs of rendered
 * pictures: 5.6). */
#define CROK_TEAM_AS_SURE 6.0

/* The discs of a side; the last group: those of no side. */
enum { CROK_NO_SIDE = CROK_MAX_SIDES, CROK_N_GROUPS };

/* The sure discs on the surface, in which light they lie, and how large they
 * seem. */
typedef struct crok_team {
    crok_finds *finds; /* borrowed */
    const int *side;   /* borrowed: of each of the finds' sure discs; -1 */
    crok_edge_light light[CROK_N_GROUPS];
    double radius_mm[CROK_N_GROUPS]; /* that profiles are read for */
    double larger_mm[CROK_N_GROUPS]; /* than that */
    int n;
    int of[CROK_MAX_DISCS]; /* indices of the finds' discs */
    crok_shift_curves curves[CROK_MAX_DISCS];
    bool seen[CROK_MAX_DISCS]; /* enough of its outline is in the picture */
} crok_team;

int crok_team_group(const crok_team *t, int i);

/* Disc i of the team, as the finds have it. */
crok_found *crok_team_disc(const crok_team *t, int i);

/* The profiles of disc i, did it stand at `at` and were this the camera. */
void crok_team_read(const crok_team *t, int i, const crok_camera *cam,
                    crok_mm at, crok_profiles *out);

/* Measure the light of every side, and weigh every disc in it, where the discs
 * are taken to stand. */
void crok_team_weigh(crok_team *t);

#ifdef __cplusplus
}
#endif
#endif
