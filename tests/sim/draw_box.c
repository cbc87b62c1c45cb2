/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/paint.h"

crok_sim_box crok_sim_box_or(crok_sim_box a, crok_sim_box b)
{
    if (crok_sim_box_is_empty(a))
        return b;
    if (crok_sim_box_is_empty(b))
        return a;
    return (crok_sim_box){a.x0 < b.x0 ? a.x0 : b.x0, a.y0 < b.y0 ? a.y0 : b.y0,
                          a.x1 > b.x1 ? a.x1 : b.x1, a.y1 > b.y1 ? a.y1 : b.y1};
}

crok_sim_box crok_sim_ball_box(const crok_sim_eye *e, crok_vec3 p, float r_mm)
{
    crok_px at = crok_camera_project(&e->cam, p);
    /* a pixel covers more towards the corners of the picture: 1.5 times is
     * enough */
    double r = 1.5 * (double)r_mm * e->cam.f_px / ((double)e->z - p.z) + 2.0;
    crok_sim_box all = {0, 0, e->cam.w_px, e->cam.h_px};
    if (!(fabs(at.x) < 1e5 && fabs(at.y) < 1e5))
        return all;
    return crok_sim_box_and((crok_sim_box){(int)(at.x - r), (int)(at.y - r),
                                           (int)(at.x + r) + 1,
                                           (int)(at.y + r) + 1},
                            all);
}
