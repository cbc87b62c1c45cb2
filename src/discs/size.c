/* SPDX-License-Identifier: Apache-2.0 */
#include "discs/size.h"

#include <math.h>

/* Candidates with so many votes are sure; so many of them are measured. */
#define SURE_VOTES 0.60
#define MOST_MEASURED 12
/* Edges from this to that part of the candidates' radius, whose normals point
 * at the centre within 20 degrees (cosine), are counted in bins. */
#define FROM 0.82
#define TO 1.36
#define COSINE 0.94
#define N_BINS 27
#define BIN ((TO - FROM) / N_BINS)

/* The first edge at y_px or below: they stand in reading order. */
static int first_from(const crok_edges *edges, double y_px)
{
    int lo = 0;
    int hi = edges->n;
    while (lo < hi) {
        int mid = lo + (hi - lo) / 2;
        if ((double)edges->at[mid].y_px < y_px)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo;
}

/* The edges among which those of a circle about c are. */
static crok_edges rows_about(const crok_edges *edges, crok_px c,
                             double radius_px)
{
    int from = first_from(edges, c.y - TO * radius_px);
    int to = first_from(edges, c.y + TO * radius_px);
    return (crok_edges){.at = edges->at + from, .n = to - from};
}

/* An edge that may belong to a circle about c: its distance from c in radii, or
 * 0. */
static double distance_from(const crok_edge *e, crok_px c, double radius_px)
{
    double dx = ((double)e->x_px - c.x) / radius_px;
    double dy = ((double)e->y_px - c.y) / radius_px;
    double d = 0.0;
    if (fabs(dx) >= TO || fabs(dy) >= TO)
        return 0.0;
    d = sqrt(dx * dx + dy * dy);
    if (d < FROM || d >= TO ||
        fabs(dx * (double)e->nx + dy * (double)e->ny) < COSINE * d)
        return 0.0;
    return d;
}

/* Where the normals of the edges about c meet, in the sense of least squares.
 */
static crok_px meeting_point(const crok_edges *edges, crok_px c,
                             double radius_px)
{
    double a[3] = {1e-6, 0.0, 1e-6};
    double g[2] = {0.0, 0.0};
    double det = 0.0;
    for (int i = 0; i < edges->n; i++) {
        const crok_edge *e = &edges->at[i];
        double tx = -(double)e->ny;
        double ty = (double)e->nx;
        double off = 0.0;
        if (distance_from(e, c, radius_px) <= 0.0)
            continue;
        off = tx * ((double)e->x_px - c.x) + ty * ((double)e->y_px - c.y);
        a[0] += tx * tx;
        a[1] += tx * ty;
        a[2] += ty * ty;
        g[0] += tx * off;
        g[1] += ty * off;
    }
    det = a[0] * a[2] - a[1] * a[1];
    if (det < 1e-3)
        return c;
    return (crok_px){c.x + (a[2] * g[0] - a[1] * g[1]) / det,
                     c.y + (a[0] * g[1] - a[1] * g[0]) / det};
}

/* Adds the edges about c to the bins, each as the part of a circle that it
 * covers. */
static void count_edges(const crok_edges *edges, crok_px c, double radius_px,
                        double bin[N_BINS])
{
    for (int i = 0; i < edges->n; i++) {
        double d = distance_from(&edges->at[i], c, radius_px);
        if (d > 0.0)
            bin[(int)fmin((d - FROM) / BIN, N_BINS - 1)] += 1.0 / d;
    }
}

/* The middle of the fullest three bins. */
static double fullest(const double bin[N_BINS])
{
    double top = 0.0;
    int best = 1;
    for (int b = 1; b + 1 < N_BINS; b++) {
        double sum = bin[b - 1] + 2.0 * bin[b] + bin[b + 1];
        if (sum <= top)
            continue;
        top = sum;
        best = b;
    }
    return FROM + BIN * (best + 0.5);
}

double crok_disc_size(const crok_edges *edges, const crok_topview *view,
                      const crok_candidates *list, double hole_mm)
{
    double bin[N_BINS] = {0.0};
    double radius_px = list->radius_mm * view->px_per_mm;
    int n = 0;
    for (int i = 0; i < list->n && n < MOST_MEASURED; i++) {
        const crok_candidate *c = &list->c[i];
        crok_px at = crok_topview_px(view, c->at);
        crok_edges near;
        if (c->votes < SURE_VOTES || hypot(c->at.x, c->at.y) < hole_mm)
            continue;
        near = rows_about(edges, at, radius_px);
        at = meeting_point(&near, at, radius_px);
        near = rows_about(edges, at, radius_px);
        count_edges(&near, at, radius_px, bin);
        n++;
    }
    return n > 0 ? fullest(bin) * list->radius_mm : list->radius_mm;
}
