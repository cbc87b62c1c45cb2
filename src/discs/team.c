/* SPDX-License-Identifier: Apache-2.0 */
#include "discs/team.h"

/* How far the flat face ends inside the upper edge: 0.7 to 1.6 mm on discs
 * measured in pictures. */
#define FACE_MM 1.0

int crok_team_group(const crok_team *t, int i)
{
    int side = t->side[t->of[i]];
    return side < 0 ? CROK_NO_SIDE : side;
}

crok_found *crok_team_disc(const crok_team *t, int i)
{
    return &t->finds->disc[t->of[i]];
}

void crok_team_read(const crok_team *t, int i, const crok_camera *cam,
                    crok_mm at, crok_profiles *out)
{
    const crok_finds *s = t->finds;
    const crok_face *face = &crok_team_disc(t, i)->face;
    crok_disc_shape shape = s->shape;
    shape.radius_mm = t->radius_mm[crok_team_group(t, i)];
    shape.face_mm = FACE_MM + shape.radius_mm - s->shape.radius_mm;
    crok_profiles_read(s->img, cam, &shape, at,
                       face->has_board ? &face->board : NULL, out);
}

void crok_team_weigh(crok_team *t)
{
    static _Thread_local crok_profiles p[CROK_MAX_DISCS];
    crok_light_sums sums[CROK_N_GROUPS] = {0};
    for (int i = 0; i < t->n; i++) {
        crok_team_read(t, i, &t->finds->cam, crok_team_disc(t, i)->at.at,
                       &p[i]);
        crok_light_add(&sums[crok_team_group(t, i)], &p[i]);
    }
    for (int k = 0; k < CROK_N_GROUPS; k++)
        t->light[k] = crok_light_of(&sums[k]);
    for (int i = 0; i < t->n; i++)
        t->seen[i] = crok_profiles_weigh(
            &p[i], &t->light[crok_team_group(t, i)], 1, &t->curves[i]);
}
