/* SPDX-License-Identifier: Apache-2.0 */
#include "shots/tracking/trajectory.h"

#include <math.h>

/* A struck disc gets this part of the striker's speed along the line of
 * centres: the collision is not fully elastic. Chosen by hand, rather too low,
 * so that the predicted way is not too long. */
#define PASSED_ON 0.8

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

/* How far a disc at `from` slides along the unit vector u until its centre is
 * apart_mm from `at`, mm; negative: it does not come there, or has been. */
static double way_to(crok_mm from, crok_mm u, crok_mm at, double apart_mm)
{
    double dx = at.x - from.x;
    double dy = at.y - from.y;
    double along = dx * u.x + dy * u.y;
    double left2 = apart_mm * apart_mm - (dx * dx + dy * dy - along * along);
    return left2 < 0.0 ? -1.0 : along - sqrt(left2);
}

crok_mm crok_trajectory_strikes(const crok_trajectory *c,
                                const crok_frame_times *r, double disc_mm,
                                crok_mm at)
{
    crok_mm end = at;
    double most = 0.0;
    for (int f = c->still < 0 ? 1 : c->still + 2; f < r->n; f++) {
        double dt = crok_frame_s(r, f) - crok_frame_s(r, f - 1);
        crok_mm v = {(c->at[f].x - c->at[f - 1].x) / dt,
                     (c->at[f].y - c->at[f - 1].y) / dt};
        double speed = hypot(v.x, v.y);
        crok_mm u = {v.x / fmax(speed, 1.0), v.y / fmax(speed, 1.0)};
        double way = way_to(c->at[f], u, at, 2.0 * disc_mm);
        double left2 = speed * speed - 2.0 * CROK_SLIDE_MM_S2 * way;
        crok_mm n = {(at.x - c->at[f].x - way * u.x) / (2.0 * disc_mm),
                     (at.y - c->at[f].y - way * u.y) / (2.0 * disc_mm)};
        double taken = 0.0;
        if (!c->seen[f] || !c->seen[f - 1] || way < 0.0 || left2 <= 0.0)
            continue;
        taken = PASSED_ON * sqrt(left2) * (u.x * n.x + u.y * n.y);
        if (taken <= most) /* slowed down between two frames by the impact */
            continue;
        most = taken;
        end = crok_slid(at, (crok_mm){taken * n.x, taken * n.y}, HUGE_VAL);
    }
    return end;
}
