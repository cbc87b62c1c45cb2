/* SPDX-License-Identifier: Apache-2.0 */
#include "shots/hole_patch.h"

#include <math.h>
#include <stdlib.h>

/* Patches are compared up to this distance from the hole's centre, in radii of
 * the hole: its edge belongs to it, the board beside it does not. */
#define COMPARED 1.15
/* A disc beside the hole hides this much more than itself, mm: its edge is
 * blurred, and its place has an error. */
#define BESIDE_MM 3.0
/* Limits of the light's factor, chosen by hand: a person's shadow on the hole
 * takes a third of the light. */
#define LEAST_LIGHT 0.65
#define MOST_LIGHT (1.0 / LEAST_LIGHT)

crok_mm crok_hole_patch_at(int sample, const crok_board *board)
{
    double reach_mm = CROK_PATCH_REACH * board->hole_mm;
    double step_mm = 2.0 * reach_mm / (CROK_PATCH_SIDE - 1);
    return (crok_mm){sample % CROK_PATCH_SIDE * step_mm - reach_mm,
                     sample / CROK_PATCH_SIDE * step_mm - reach_mm};
}

/* Does a disc beside the hole cover this sample? The camera's ray meets the
 * surface at `low`, and the plane of the discs' faces at `high`. */
static bool is_beside(const crok_hole_neighbours *beside, crok_mm low,
                      crok_mm high)
{
    double reach_mm = beside->radius_mm + BESIDE_MM;
    for (int i = 0; i < beside->n; i++)
        if (crok_mm_apart(beside->at[i], low) < reach_mm ||
            crok_mm_apart(beside->at[i], high) < reach_mm)
            return true;
    return false;
}

crok_hole_patch crok_hole_patch_of(const crok_image *img,
                                   const crok_board_pose *pose,
                                   const crok_hole_neighbours *beside)
{
    crok_hole_patch patch = {.is_set = true};
    for (int i = 0; i < CROK_PATCH_SAMPLES; i++) {
        crok_mm at = crok_hole_patch_at(i, &pose->board);
        crok_px p =
            crok_camera_project(&pose->camera, (crok_vec3){at.x, at.y, 0.0});
        patch.is_hidden[i] = is_beside(
            beside, at,
            crok_camera_unproject(&pose->camera, p, beside->height_mm));
        patch.is_set =
            crok_image_sample(img, p.x, p.y, patch.rgb[i]) && patch.is_set;
    }
    return patch;
}

/* Is the sample a part of the hole or of its edge, visible in both? */
static bool is_compared(const crok_hole_patch *a, const crok_hole_patch *b,
                        int i)
{
    const int middle = CROK_PATCH_SIDE / 2;
    double most = middle * COMPARED / CROK_PATCH_REACH;
    return abs(i % CROK_PATCH_SIDE - middle) <= most &&
           abs(i / CROK_PATCH_SIDE - middle) <= most && !a->is_hidden[i] &&
           !b->is_hidden[i];
}

double crok_hole_patch_distance(const crok_hole_patch *a,
                                const crok_hole_patch *b)
{
    double ab = 0.0;
    double bb = 1e-9;
    double light = 0.0;
    double sum = 0.0;
    int n = 0;
    if (!a->is_set || !b->is_set)
        return HUGE_VAL;
    for (int i = 0; i < CROK_PATCH_SAMPLES; i++)
        for (int c = 0; is_compared(a, b, i) && c < 3; c++) {
            ab += (double)a->rgb[i][c] * (double)b->rgb[i][c];
            bb += (double)b->rgb[i][c] * (double)b->rgb[i][c];
            n++;
        }
    light = fmin(fmax(ab / bb, LEAST_LIGHT), MOST_LIGHT);
    for (int i = 0; i < CROK_PATCH_SAMPLES; i++)
        for (int c = 0; is_compared(a, b, i) && c < 3; c++) {
            double d = (double)a->rgb[i][c] - light * (double)b->rgb[i][c];
            sum += d * d;
        }
    return n == 0 ? HUGE_VAL : sqrt(sum / n);
}
