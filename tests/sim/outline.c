/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/outline.h"

#include "check.h"

#include <stdlib.h>

#include "sim/draw.h"

/* The outline's blur, px: pixels nearer to it than that may change or not. */
#define EDGE_PX 1.2

/* Does the pixel's ray meet the disc, made larger by more_mm? Answered with the
 * camera's formula and without the drawing. */
static bool ray_meets(const crok_sim_look *l, crok_vec3 foot, crok_px p,
                      double more_mm)
{
    enum { N = 12 };
    const crok_board *b = &l->table.board;
    for (int i = 0; i <= N; i++) {
        double z = foot.z + b->disc_height_mm * i / N;
        crok_mm g = crok_camera_unproject(&l->camera, p, z);
        if (hypot(g.x - foot.x, g.y - foot.y) <= b->disc_mm + more_mm)
            return true;
    }
    return false;
}

int crok_sim_outline_wrong(const crok_sim_look *l, crok_vec3 foot,
                           const crok_image *with, const crok_image *without)
{
    double edge_mm = EDGE_PX / crok_camera_px_per_mm(&l->camera);
    int n = 0;
    for (int y = 0; y < with->h_px; y++)
        for (int x = 0; x < with->w_px; x++) {
            const uint8_t *a = crok_image_row(with, y) + 3 * x;
            const uint8_t *b = crok_image_row(without, y) + 3 * x;
            crok_px p = {x, y};
            bool changed =
                abs(a[0] - b[0]) + abs(a[1] - b[1]) + abs(a[2] - b[2]) > 150;
            n += changed ? !ray_meets(l, foot, p, edge_mm)
                         : ray_meets(l, foot, p, -edge_mm);
        }
    return n;
}

void crok_sim_draw_still(const crok_sim_look *l, const crok_sim_moment *m,
                         crok_image *img)
{
    static crok_sim_moment moments[CROK_SIM_MAX_STEPS];
    crok_sim_draw *d = NULL;
    crok_err err = {0};
    for (int k = 0; k < l->n_steps; k++)
        moments[k] = *m;
    CHECK_STATUS(crok_sim_draw_new(l, &d, &err), CROK_OK, &err);
    crok_sim_draw_frame(d, moments, 0, img);
    crok_sim_draw_free(&d);
}
