/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/ideal.h"

#include <stdio.h>
#include <string.h>

static void set_board(const truth *t, crok_board_pose *pose)
{
    crok_board *b = &pose->board;
    (void)snprintf(b->model, sizeof b->model, "%s", "ideal");
    memcpy(b->line_mm, t->line_mm, sizeof b->line_mm);
    b->line_width_mm = t->width_mm;
    b->hole_mm = t->hole_mm;
    b->hole_depth_mm = 9.0;
    b->disc_mm = t->disc_mm;
    b->disc_height_mm = t->disc_height_mm;
    pose->camera = t->camera;
}

void truth_ideal(const truth *t, double sigma_mm, crok_observation *out)
{
    memset(out, 0, sizeof *out);
    set_board(t, &out->pose);
    for (int i = 0; i < t->n_teams; i++) {
        crok_side *side = &out->sides[out->n_sides++];
        (void)snprintf(side->name, sizeof side->name, "%.23s", t->team[i]);
        memcpy(side->rgb, t->team_rgb[i], sizeof side->rgb);
    }
    for (int i = 0; i < t->n_discs && out->n_discs < CROK_MAX_DISCS; i++) {
        const truth_disc *d = &t->discs[i];
        crok_seen_disc *to = &out->discs[out->n_discs];
        if (d->is_distractor)
            continue;
        *to = (crok_seen_disc){.id = ++out->n_discs,
                               .side = d->team,
                               .state = d->state,
                               .at = d->at,
                               .sigma_mm = sigma_mm,
                               .line_sigma_mm = sigma_mm,
                               .at_px = d->bottom_px,
                               .other_side = -1,
                               .confidence = 1.0};
        memcpy(to->rgb, t->team_rgb[d->team], sizeof to->rgb);
    }
}
