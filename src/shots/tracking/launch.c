/* SPDX-License-Identifier: Apache-2.0 */
#include "shots/tracking/launch.h"

#include <math.h>

/* Speeds of a disc that was flicked, mm/s, and the longest time from the line
 * to the first detection, s: a slower thing is a hand, one that was seen later
 * comes from anywhere. Chosen by hand. */
#define LEAST_SPEED 300.0
#define LONGEST_S 0.2
/* The third detection lies where the first two predict it, to within this and
 * this part of the way: the error of a detection, and friction. */
#define OFF_MM 4.0
#define OFF_PART 0.15
/* A disc in motion has hardly any foreground around it; a fingertip has a
 * hand. */
#define ALONE (0.5 * CROK_ISOLATED)
/* A detection in motion is off by about this much, 1 sd: half of the smear. */
#define SIGMA_MM 2.0

static bool is_alone(const crok_blob *b)
{
    return (double)b->ring_foreground < ALONE;
}

/* The time before which a disc at `at` with velocity v crossed a circle about
 * the board's centre from outside, s; below 0: it did not. */
static double since_line(crok_mm at, crok_mm v, double line_mm)
{
    double a = v.x * v.x + v.y * v.y;
    double b = at.x * v.x + at.y * v.y;
    double c = at.x * at.x + at.y * at.y - line_mm * line_mm;
    return (b + sqrt(fmax(b * b - a * c, 0.0))) / a;
}

/* Were these two detections in frames i and i + 1, and a third in i + 2, of a
 * disc that came from the line? */
static bool is_launch(const crok_trajectories *c, const crok_detections *r,
                      int i, const crok_blob *one, const crok_blob *two,
                      crok_spot *out)
{
    double dt = crok_detections_s(r, i + 1) - crok_detections_s(r, i);
    double next_s = crok_detections_s(r, i + 2) - crok_detections_s(r, i + 1);
    crok_mm v = {(two->at.x - one->at.x) / dt, (two->at.y - one->at.y) / dt};
    crok_mm then = {two->at.x + v.x * next_s, two->at.y + v.y * next_s};
    double speed = hypot(v.x, v.y);
    double since = 0.0;
    const crok_blob *three = NULL;
    if (!(speed >= LEAST_SPEED && speed <= CROK_FASTEST_MM_S))
        return false;
    since = since_line(one->at, v, c->line_mm);
    three = crok_blob_nearest(crok_detections_at(r, i + 2), then,
                              OFF_MM + OFF_PART * speed * next_s, ALONE);
    if (since <= 0.0 || since > LONGEST_S || three == NULL)
        return false;
    out->at = (crok_mm){one->at.x - v.x * since, one->at.y - v.y * since};
    out->ring_foreground = 0.0;
    out->sigma_mm = SIGMA_MM * (1.0 + 2.0 * since / dt);
    out->flick = i - 1;
    while (out->flick > 0 &&
           crok_detections_s(r, i) - crok_detections_s(r, out->flick) < since)
        out->flick--;
    for (int k = 0; k < 3; k++)
        out->rgb[k] =
            (uint8_t)((one->rgb[k] + two->rgb[k] + three->rgb[k]) / 3);
    return true;
}

bool crok_launch_find(const crok_trajectories *c, const crok_detections *r,
                      int until, crok_spot *out)
{
    int last = until < r->n ? until : r->n - 1;
    for (int i = 1; i + 2 <= last; i++) {
        const crok_frame_blobs *g = crok_detections_at(r, i);
        const crok_frame_blobs *h = crok_detections_at(r, i + 1);
        for (int k = 0; k < g->n; k++) {
            const crok_blob *one = &g->blob[k];
            bool is_inside =
                hypot(one->at.x, one->at.y) < c->line_mm - c->disc_mm;
            for (int m = 0; is_inside && is_alone(one) && m < h->n; m++)
                if (is_alone(&h->blob[m]) &&
                    crok_same_colour(one->rgb, h->blob[m].rgb) &&
                    is_launch(c, r, i, one, &h->blob[m], out))
                    return true;
        }
    }
    return false;
}
