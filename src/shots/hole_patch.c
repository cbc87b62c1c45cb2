/* SPDX-License-Identifier: Apache-2.0 */
#include "shots/hole_patch.h"

#include <math.h>

enum { N = CROK_PATCH_SIDE * CROK_PATCH_SIDE };
/* The patch reaches this far from the hole's centre, in radii of the hole: the
 * hole's edge is in it. */
#define REACH 1.15
/* Limits of the light's factor, chosen by hand: a person's shadow on the hole
 * takes a third of the light. */
#define LEAST_LIGHT 0.65
#define MOST_LIGHT (1.0 / LEAST_LIGHT)

crok_hole_patch crok_hole_patch_of(const crok_image *img,
                                   const crok_board_pose *pose)
{
    crok_hole_patch patch = {.is_set = true};
    double reach_mm = REACH * pose->board.hole_mm;
    double step_mm = 2.0 * reach_mm / (CROK_PATCH_SIDE - 1);
    for (int i = 0; i < N; i++) {
        crok_vec3 at = {i % CROK_PATCH_SIDE * step_mm - reach_mm,
                        i / CROK_PATCH_SIDE * step_mm - reach_mm, 0.0};
        crok_px p = crok_camera_project(&pose->camera, at);
        patch.is_set =
            crok_image_sample(img, p.x, p.y, patch.rgb[i]) && patch.is_set;
    }
    return patch;
}

double crok_hole_patch_distance(const crok_hole_patch *a,
                                const crok_hole_patch *b)
{
    double ab = 0.0;
    double bb = 1e-9;
    double light = 0.0;
    double sum = 0.0;
    if (!a->is_set || !b->is_set)
        return HUGE_VAL;
    for (int i = 0; i < N; i++)
        for (int c = 0; c < 3; c++) {
            ab += (double)a->rgb[i][c] * (double)b->rgb[i][c];
            bb += (double)b->rgb[i][c] * (double)b->rgb[i][c];
        }
    light = fmin(fmax(ab / bb, LEAST_LIGHT), MOST_LIGHT);
    for (int i = 0; i < N; i++)
        for (int c = 0; c < 3; c++) {
            double d = (double)a->rgb[i][c] - light * (double)b->rgb[i][c];
            sum += d * d;
        }
    return sqrt(sum / (3.0 * N));
}
