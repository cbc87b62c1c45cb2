/* SPDX-License-Identifier: Apache-2.0 */
#include "board/search/hole.h"

#include <math.h>

#include "core/scratch.h"

/* The range of radii in which the edge is searched (outer line = 1). The holes
 * of real boards have radii from 0.057 (diameters of 35 mm and 610 mm) to 0.07.
 */
#define R_MIN 0.044
#define R_MAX 0.082
#define N_RADII 77
#define N_ANGLES 72
/* The strength of an edge at ring k is the change of colour from ring k - GAP
 * to ring k + GAP. These are 1.5 mm apart on a board with a radius of 305 mm.
 * Chosen by hand: with a smaller gap blurred edges seem weak; with a larger one
 * the edges of the hole and of the felt in it merge. */
#define GAP 5
/* The edge that is taken for the hole's first is the outermost whose strength
 * is at least this fraction of the strongest one's. Tuned on 289 holes in
 * rendered pictures, with and without discs, and on 330 variants of photos.
 * Half of this value was tried too and rejected. */
#define OUTER_STRENGTH_FRAC 0.7
/* The chance that this edge is the hole's, and that any of the others is. They
 * share it by their strengths. */
#define FIRST_CHANCE 0.80
#define OTHERS_CHANCE 0.18
/* Edges nearer than this to a stronger one are a part of it, in rings. */
#define APART 4
/* A change of colour below this is not an edge, grey levels. Chosen by hand. */
#define MIN_CHANGE 6.0
/* The edge is measured in a window around the ring found first. Half the width
 * of the window is WINDOW_FRAC of the hole's radius, and at least
 * WINDOW_MIN_PX. The board's colour is measured outside the window, in a band
 * with a width of BESIDE_FRAC of the hole's radius. Tuned on rendered pictures;
 * a wider window was tried too and rejected. */
#define WINDOW_FRAC 0.07
#define WINDOW_MIN_PX 1.5
#define BESIDE_FRAC 0.13
/* A direction is used if the largest distance of a colour in the window from
 * the board's colour is at least MIN_STEP grey levels plus STEP_NOISE times the
 * variation of the board's own colour. Chosen by hand: with lower values wood
 * grain is measured; with higher ones faint holes are not. */
#define MIN_STEP 10.0
#define STEP_NOISE 4.0
/* The edge must be measured in this many of the N_ANGLES directions. Chosen by
 * hand. */
#define MIN_ANGLES 20

typedef float colour[3];

/* Sample the colours of the circle of radius r at N_ANGLES angles. Returns
 * false if a sample is outside the picture. */
static bool ring_colours(const crok_image *img, const crok_camera *cam,
                         double r, colour *out)
{
    for (int i = 0; i < N_ANGLES; i++) {
        double a = 2.0 * CROK_PI * i / N_ANGLES;
        crok_px p =
            crok_camera_project(cam, (crok_vec3){r * cos(a), r * sin(a), 0.0});
        if (!crok_image_sample(img, p.x, p.y, out[i]))
            return false;
    }
    return true;
}

/* The change of colour from one ring to another: the median over the angles of
 * the Euclidean distance in RGB. A disc or a numeral at a few angles does not
 * change the median. */
static double change(colour *a, colour *b)
{
    double d[N_ANGLES];
    for (int i = 0; i < N_ANGLES; i++) {
        double s = 0.0;
        for (int c = 0; c < 3; c++)
            s += (double)((a[i][c] - b[i][c]) * (a[i][c] - b[i][c]));
        d[i] = sqrt(s);
    }
    return crok_quantile(d, N_ANGLES, 0.5);
}

/* An edge, by the ring at which its strength has a local maximum. */
typedef struct ring_edge {
    int ring;
    double strength;
} ring_edge;

/* Is the strength at ring k the largest within APART rings? */
static bool is_crest(const double strength[N_RADII], int k)
{
    for (int i = k - APART; i <= k + APART; i++)
        if (i >= 0 && i < N_RADII && i != k &&
            (strength[i] > strength[k] ||
             (strength[i] == strength[k] && i < k)))
            return false;
    return true;
}

/* Collect the strongest edges, the strongest first. Returns their number. */
static int strongest_edges(const double strength[N_RADII],
                           ring_edge out[CROK_MAX_HOLE_EDGES])
{
    int n = 0;
    for (int k = GAP; k + GAP < N_RADII; k++) {
        int at = n;
        if (strength[k] < MIN_CHANGE || !is_crest(strength, k))
            continue;
        while (at > 0 && out[at - 1].strength < strength[k])
            at--;
        if (at == CROK_MAX_HOLE_EDGES)
            continue;
        n = n < CROK_MAX_HOLE_EDGES ? n + 1 : n;
        for (int i = n - 1; i > at; i--)
            out[i] = out[i - 1];
        out[at] = (ring_edge){k, strength[k]};
    }
    return n;
}

/* The outermost edge that reaches OUTER_STRENGTH_FRAC of the strongest. The
 * strongest may be that of a felt floor or a disc in the hole, against the
 * shadow around it. */
static int outermost(const ring_edge *edge, int n)
{
    int outer = 0;
    for (int i = 1; i < n; i++)
        if (edge[i].strength >= OUTER_STRENGTH_FRAC * edge[0].strength &&
            edge[i].ring > edge[outer].ring)
            outer = i;
    return outer;
}

/* The colours around the hole, in rings of growing radius. */
typedef struct rings {
    colour at[N_RADII][N_ANGLES];
    double min_window; /* WINDOW_MIN_PX in radii of the outer line */
    double window;     /* half width of the window around the edge, in rings */
    double beside;     /* width of the band that shows the board, in rings */
} rings;

/* Compute the board's colour beside the hole at one angle: the median of the
 * rings from, ..., to - 1. Returns the median distance of these rings from that
 * colour. */
static double board_beside(const rings *r, int angle, int from, int to,
                           colour out)
{
    double v[3][N_RADII];
    double d[N_RADII];
    int n = 0;
    for (int k = from; k < to; k++, n++)
        for (int c = 0; c < 3; c++)
            v[c][n] = (double)r->at[k][angle][c];
    for (int c = 0; c < 3; c++)
        out[c] = (float)crok_quantile(v[c], n, 0.5);
    for (int k = 0; k < n; k++)
        d[k] = (double)crok_sample_distance(r->at[from + k][angle], out);
    return crok_quantile(d, n, 0.5);
}

/* Find the position of the edge at one angle, in rings. d is the distance of a
 * ring's colour from the board's colour. Going inwards in the window around
 * `edge`, the edge is where d first reaches half of its maximum, interpolated
 * linearly. Returns false if the maximum is too small, if the band of the board
 * has fewer than three rings, or if half of the maximum is not reached inside
 * the window. */
static bool crossing_at(const rings *r, int angle, double edge, double *at)
{
    const int from = (int)lround(edge + r->window);
    const int in = (int)lround(fmax(edge - r->window, 0.0));
    const int end = (int)fmin(from + r->beside, N_RADII);
    double d[N_RADII];
    double most = 0.0;
    double noise = 0.0;
    colour board;
    int k = from;
    if (end - from < 3)
        return false;
    noise = board_beside(r, angle, from, end, board);
    for (int i = in; i <= from; i++) {
        d[i] = (double)crok_sample_distance(r->at[i][angle], board);
        most = fmax(most, d[i]);
    }
    if (most < STEP_NOISE * noise + MIN_STEP)
        return false;
    while (k > in && d[k] < 0.5 * most)
        k--;
    if (k == from || d[k] < 0.5 * most)
        return false;
    *at = k + (d[k] - 0.5 * most) / fmax(d[k] - d[k + 1], 1e-6);
    return true;
}

/* The median of the edge's position over the angles, in rings. Returns `edge`
 * if the position was measured at fewer than MIN_ANGLES angles. */
static double median_crossing(const rings *r, double edge)
{
    double at[N_ANGLES];
    int n = 0;
    for (int i = 0; i < N_ANGLES; i++)
        if (crossing_at(r, i, edge, &at[n]))
            n++;
    return n < MIN_ANGLES ? edge : crok_quantile(at, n, 0.5);
}

/* Measure the radius of the edge at ring k: its crest, refined by a parabola,
 * and then the median of the directions. */
static double edge_radius(rings *r, const double strength[N_RADII], int k)
{
    const double step = (R_MAX - R_MIN) / (N_RADII - 1);
    double edge =
        k + crok_parabola_crest(strength[k - 1], strength[k], strength[k + 1]);
    double radius = R_MIN + edge * step;
    r->window = fmax(WINDOW_FRAC * radius, r->min_window) / step;
    r->beside = BESIDE_FRAC * radius / step;
    return R_MIN + step * median_crossing(r, edge);
}

int crok_hole_edges(const crok_image *img, const crok_camera *cam,
                    crok_hole_edge out[CROK_MAX_HOLE_EDGES])
{
    CROK_SCRATCH(rings, r, 1);
    const double step = (R_MAX - R_MIN) / (N_RADII - 1);
    double strength[N_RADII] = {0};
    ring_edge edge[CROK_MAX_HOLE_EDGES];
    double sum = 0.0;
    int first = 0;
    int n = 0;
    for (int k = 0; k < N_RADII; k++)
        if (!ring_colours(img, cam, R_MIN + k * step, r->at[k]))
            return 0;
    for (int k = GAP; k + GAP < N_RADII; k++)
        strength[k] = change(r->at[k - GAP], r->at[k + GAP]);
    r->min_window = WINDOW_MIN_PX * cam->t_mm.z / cam->f_px;
    n = strongest_edges(strength, edge);
    first = outermost(edge, n);
    for (int i = 0; i < n; i++)
        sum += i == first ? 0.0 : edge[i].strength;
    for (int i = 0; i < n; i++)
        out[i] = (crok_hole_edge){
            edge_radius(r, strength, edge[i].ring),
            i == first ? FIRST_CHANCE : OTHERS_CHANCE * edge[i].strength / sum};
    return n;
}
