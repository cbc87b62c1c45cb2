/* SPDX-License-Identifier: Apache-2.0 */
#include "shots/tracking/trajectory.h"

#include <math.h>

/* A disc has stopped if its detections are within STILL_MM of each other for at
 * least STILL_S. Detections of a disc at rest differ by some tenths of a
 * millimetre, in compressed films by up to 1 mm. */
#define STILL_MM 2.0
#define STILL_S 0.06

int crok_trajectory_last(const crok_trajectory *c, const crok_frame_times *r)
{
    int f = r->n - 1;
    while (f >= 0 && !c->seen[f])
        f--;
    return f;
}

/* The median of the disc's positions in the hole. The median is used because
 * other discs that pass over the hole disturb some of the positions. */
static crok_mm place_in_hole(const crok_trajectory *c,
                             const crok_frame_times *r)
{
    double x[CROK_MAX_TRACKED_FRAMES];
    double y[CROK_MAX_TRACKED_FRAMES];
    int n = 0;
    for (int f = c->dropped; f < r->n; f++) {
        if (!c->seen[f])
            continue;
        x[n] = c->at[f].x;
        y[n++] = c->at[f].y;
    }
    return (crok_mm){crok_quantile(x, n, 0.5), crok_quantile(y, n, 0.5)};
}

crok_mm crok_trajectory_end(const crok_trajectory *c, const crok_frame_times *r)
{
    int f = c->n_seen > 0 ? crok_trajectory_last(c, r) : -1;
    if (f >= c->dropped && c->dropped >= 0)
        return place_in_hole(c, r);
    return f < 0 ? c->from : c->at[f];
}

bool crok_trajectory_has_stopped(const crok_trajectory *c,
                                 const crok_frame_times *r)
{
    int last = crok_trajectory_last(c, r);
    int first = last;
    if (c->dropped >= 0)
        return true;
    for (int f = last; f >= 0; f--) {
        if (!c->seen[f])
            continue;
        if (crok_mm_apart(c->at[f], c->at[last]) > STILL_MM)
            break;
        first = f;
    }
    return last >= 0 &&
           crok_frame_s(r, last) - crok_frame_s(r, first) >= STILL_S;
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
