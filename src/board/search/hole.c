/* SPDX-License-Identifier: Apache-2.0 */
#include "board/search/hole.h"

#include <math.h>

/* The range of radii sampled, as parts of the outer line's: real boards have
 * 0.056 (35 mm of 610, as diameters) to 0.07. */
#define R_MIN 0.044
#define R_MAX 0.082
#define N_RADII 77
#define N_ANGLES 72
/* The tournament board's: 1 3/8 in of 24 in, as diameters. */
#define TYPICAL_RADIUS 0.0573
/* The strength of an edge at ring k is the change of colour from ring k - GAP
 * to k + GAP, which are 1.5 mm apart on a board with a radius of 305 mm.
 * Chosen by hand: smaller, blurred edges seem weak; larger, the edges of hole
 * and felt merge. */
#define GAP 5
/* The hole's edge is the outermost one with at least this part of the strongest
 * change. Tuned on 289 holes in renders, with and without discs, and 330
 * variants of photos: errors fell in all four groups; half as strong was tried
 * and dropped. */
#define OUTER_STRENGTH_FRAC 0.7
/* A weaker change is no edge, grey levels; chosen by hand. */
#define MIN_CHANGE 6.0
/* The window around that edge in which it is measured, half its width as a part
 * of the radius, and at least that in px. The board's colour is measured in the
 * band beyond the window, as wide as BESIDE_FRAC of the radius. Tuned on the
 * shared renders and 250 others: a wider one was tried and dropped. */
#define WINDOW_FRAC 0.07
#define WINDOW_MIN_PX 1.5
#define BESIDE_FRAC 0.13
/* A direction is used if the colour in the window differs from the board's by
 * more than MIN_STEP grey levels plus STEP_NOISE times the board's own
 * variation. Chosen by hand: lower, grain is measured; higher, faint holes are
 * not. */
#define MIN_STEP 10.0
#define STEP_NOISE 4.0
/* The number of directions needed, of N_ANGLES; chosen by hand. */
#define MIN_ANGLES 20

typedef float colour[3];

/* Sample the colours at one radius, all round; false if some are outside the
 * picture. */
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

/* The change of colour from one ring to another: the Euclidean distance in RGB,
 * and of that the median over the angles, so that a disc or a numeral at some
 * angles has no effect. */
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

/* The ring of the hole's edge: the outermost local maximum that is nearly as
 * strong as the strongest. The strongest may be the edge of what lies in the
 * hole, a felt floor or a disc, against the shadow around it. */
static int edge_at(const double strength[N_RADII])
{
    int best = 0;
    int outer = 0;
    for (int k = GAP; k + GAP < N_RADII; k++)
        if (strength[k] > strength[best])
            best = k;
    outer = best;
    for (int k = best + 1; k + GAP < N_RADII; k++)
        if (strength[k] >= OUTER_STRENGTH_FRAC * strength[best] &&
            strength[k] >= strength[k - 1] && strength[k] > strength[k + 1])
            outer = k;
    return outer;
}

/* The colours around the hole, in rings of growing radius. */
typedef struct rings {
    colour at[N_RADII][N_ANGLES];
    double window; /* half width of the window around the edge, in rings */
    double beside; /* width of the band that shows the board, in rings */
} rings;

/* The board's colour beside the hole at one angle: the median of rings from ..
 * to - 1. Returns the median distance of these rings from it. */
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

/* The position of the edge at one angle, in rings: going inwards, where the
 * colour's distance from the board's first reaches half of its maximum in the
 * window around `edge`, interpolated linearly. False if the maximum is too
 * small. */
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

/* The median of the edge's position over the angles, in rings; `edge` itself if
 * it was measured at too few. */
static double median_crossing(const rings *r, double edge)
{
    double at[N_ANGLES];
    int n = 0;
    for (int i = 0; i < N_ANGLES; i++)
        if (crossing_at(r, i, edge, &at[n]))
            n++;
    return n < MIN_ANGLES ? edge : crok_quantile(at, n, 0.5);
}

/* The first estimate of the edge's position, in rings: the maximum of the
 * change of colour, refined by a parabola. False if there is no edge. */
static bool find_edge(rings *r, double *edge)
{
    double strength[N_RADII] = {0};
    int k = 0;
    for (k = GAP; k + GAP < N_RADII; k++)
        strength[k] = change(r->at[k - GAP], r->at[k + GAP]);
    k = edge_at(strength);
    if (strength[k] < MIN_CHANGE)
        return false;
    *edge =
        k + crok_parabola_crest(strength[k - 1], strength[k], strength[k + 1]);
    return true;
}

double crok_hole_radius(const crok_image *img, const crok_camera *cam)
{
    rings r;
    const double step = (R_MAX - R_MIN) / (N_RADII - 1);
    double edge = 0.0;
    double radius = 0.0;
    for (int k = 0; k < N_RADII; k++)
        if (!ring_colours(img, cam, R_MIN + k * step, r.at[k]))
            return TYPICAL_RADIUS;
    if (!find_edge(&r, &edge))
        return TYPICAL_RADIUS;
    radius = R_MIN + edge * step;
    r.window =
        fmax(WINDOW_FRAC * radius, WINDOW_MIN_PX * cam->t_mm.z / cam->f_px) /
        step;
    r.beside = BESIDE_FRAC * radius / step;
    return R_MIN + step * median_crossing(&r, edge);
}
