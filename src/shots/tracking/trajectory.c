/* SPDX-License-Identifier: Apache-2.0 */
#include "shots/tracking/trajectory.h"

#include <math.h>

int crok_trajectory_first(const crok_trajectory *c, const crok_frame_times *r,
                          int f)
{
    while (f < r->n && !c->seen[f])
        f++;
    return f;
}

int crok_trajectory_last(const crok_trajectory *c, const crok_frame_times *r)
{
    int f = r->n - 1;
    while (f >= 0 && !c->seen[f])
        f--;
    return f;
}

crok_mm crok_slid(crok_mm at, crok_mm v, double t_s)
{
    double speed = hypot(v.x, v.y);
    double t = fmin(t_s, speed / CROK_SLIDE_MM_S2);
    double part =
        speed > 0.0 ? t * (1.0 - 0.5 * CROK_SLIDE_MM_S2 * t / speed) : 0.0;
    return (crok_mm){at.x + part * v.x, at.y + part * v.y};
}

crok_mm crok_trajectory_predict_rest(const crok_trajectory *c,
                                     const crok_frame_times *r, int f)
{
    crok_mm v = {0.0, 0.0};
    crok_mm at = f < 0 ? c->from : c->at[f];
    if (f > 0 && c->seen[f - 1]) {
        double dt = crok_frame_s(r, f) - crok_frame_s(r, f - 1);
        v.x = (at.x - c->at[f - 1].x) / dt;
        v.y = (at.y - c->at[f - 1].y) / dt;
    }
    return crok_slid(at, v, hypot(v.x, v.y) / CROK_SLIDE_MM_S2);
}
