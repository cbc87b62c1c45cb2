/* SPDX-License-Identifier: Apache-2.0 */
#include "discs/find/size.h"

#include <math.h>
#include <stdbool.h>

#include "core/scratch.h"

/* Largest number of candidates that are measured. */
#define MAX_MEASURED 12
/* If at least this many candidates are on the surface, the others are not used.
 */
#define ENOUGH_ON_SURFACE 2
/* An edge may belong to a circle if its distance from the centre is FROM to TO,
 * in radii of the candidates, and if its normal points at the centre within 20
 * degrees (cosine). The distances are counted in N_BINS bins. */
#define FROM 0.82
#define TO 1.36
#define COSINE 0.94
#define N_BINS 27
#define BIN ((TO - FROM) / N_BINS)

/* Largest expected distance of the edges' common centre from the candidate, in
 * radii. */
#define MAX_SHIFT 0.34

/* Largest number of edges around one candidate; any more are ignored. Edges are
 * thinned to lines, so they cover no more than about a third of the pixels
 * there. */
#define MAX_NEAR 2000

typedef struct near_edges {
    int n;
    crok_face_edge at[MAX_NEAR];
} near_edges;

/* Distance of an edge from c, in radii, if the edge may belong to a circle
 * about c; else 0. */
static double distance_from(const crok_face_edge *e, crok_mm c,
                            double radius_mm)
{
    double dx = ((double)e->x_mm - c.x) / radius_mm;
    double dy = ((double)e->y_mm - c.y) / radius_mm;
    double d = sqrt(dx * dx + dy * dy);
    if (d < FROM || d >= TO ||
        fabs(dx * (double)e->nx + dy * (double)e->ny) < COSINE * d)
        return 0.0;
    return d;
}

/* The point with the least sum of squared distances from the normals of the
 * edges around c: sum (t . (p - e))^2 with t the tangent at edge point e.
 * Returns c if the normals are nearly parallel. */
static crok_mm meeting_point(const near_edges *edges, crok_mm c,
                             double radius_mm)
{
    double a[3] = {1e-6, 0.0, 1e-6};
    double g[2] = {0.0, 0.0};
    double det = 0.0;
    for (int i = 0; i < edges->n; i++) {
        const crok_face_edge *e = &edges->at[i];
        double tx = -(double)e->ny;
        double ty = (double)e->nx;
        double off = 0.0;
        if (distance_from(e, c, radius_mm) <= 0.0)
            continue;
        off = tx * ((double)e->x_mm - c.x) + ty * ((double)e->y_mm - c.y);
        a[0] += tx * tx;
        a[1] += tx * ty;
        a[2] += ty * ty;
        g[0] += tx * off;
        g[1] += ty * off;
    }
    det = a[0] * a[2] - a[1] * a[1];
    if (det < 1e-3)
        return c;
    return (crok_mm){c.x + (a[2] * g[0] - a[1] * g[1]) / det,
                     c.y + (a[0] * g[1] - a[1] * g[0]) / det};
}

/* Add the edges around c to the histogram, each with the angle that it covers,
 * rad. */
static void count_edges(const near_edges *edges, crok_mm c, double radius_mm,
                        double bin[N_BINS])
{
    for (int i = 0; i < edges->n; i++) {
        double d = distance_from(&edges->at[i], c, radius_mm);
        if (d > 0.0)
            bin[(int)fmin((d - FROM) / BIN, N_BINS - 1)] +=
                (double)edges->at[i].length_mm / d;
    }
}

/* The centre of the fullest bin, in radii, after the histogram is smoothed by
 * (1, 2, 1). */
static double histogram_peak(const double bin[N_BINS])
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

/* Has the candidate enough votes, and is it between the hole and reach_mm? */
static bool is_usable(const crok_candidate *c, double least_votes,
                      double hole_mm, double reach_mm)
{
    double from_middle = hypot(c->at.x, c->at.y);
    return c->votes >= least_votes && from_middle >= hole_mm &&
           from_middle < reach_mm;
}

int crok_size_candidates(const crok_candidates *list, const crok_board *board,
                         double least_votes, int most, int *which)
{
    const double surface_mm =
        CROK_SURFACE_RADII * board->line_mm[CROK_LINE_OUTER];
    double reach_mm = HUGE_VAL;
    int on_surface = 0;
    int n = 0;
    for (int i = 0; i < list->n; i++)
        on_surface +=
            is_usable(&list->c[i], least_votes, board->hole_mm, surface_mm);
    if (on_surface >= ENOUGH_ON_SURFACE)
        reach_mm = surface_mm;
    for (int i = 0; i < list->n && n < most; i++)
        if (is_usable(&list->c[i], least_votes, board->hole_mm, reach_mm))
            which[n++] = i;
    return n;
}

double crok_disc_size(const crok_face_edges *edges, const crok_candidates *list,
                      const crok_board *board)
{
    CROK_SCRATCH(near_edges, near, 1);
    double bin[N_BINS] = {0.0};
    int which[MAX_MEASURED];
    int n =
        crok_size_candidates(list, board, CROK_SURE_VOTES, MAX_MEASURED, which);
    for (int i = 0; i < n; i++) {
        crok_mm at = list->c[which[i]].at;
        /* holds every circle about a centre within MAX_SHIFT of `at` */
        near->n = crok_face_edges_about(
            edges, at, (TO + MAX_SHIFT) * list->radius_mm, near->at, MAX_NEAR);
        count_edges(near, meeting_point(near, at, list->radius_mm),
                    list->radius_mm, bin);
    }
    return n > 0 ? histogram_peak(bin) * list->radius_mm : list->radius_mm;
}
