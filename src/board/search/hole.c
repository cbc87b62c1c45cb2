/* SPDX-License-Identifier: Apache-2.0 */
#include "board/search/hole.h"

#include <math.h>

/* Radii tried, as parts of the outer line's: real boards have 0.056 (35 mm of
 * 610) to 0.07. */
#define R_MIN 0.044
#define R_MAX 0.082
#define N_RADII 77
#define N_ANGLES 72
#define TYPICAL 0.0573
/* Rings so many apart are compared: 1.5 mm on a board of 305. */
#define REACH 5
/* The hole's edge changes colour by this part of the strongest change. */
#define AS_STRONG 0.7
/* Less is no edge to speak of, grey levels. */
#define LEAST_CHANGE 6.0
/* Where the edge is measured once it is found, as parts of its radius, and
 * pixels where those are more: it may be so much farther in or out; the board
 * beside it begins farther out, and is as wide as this. */
#define AWAY 0.07
#define AWAY_PX 1.5
#define BESIDE 0.13
/* A direction tells where the colour differs from the board's by this many grey
 * levels and so many times more than the board's own. */
#define LEAST_STEP 10.0
#define STEP_NOISE 4.0
/* Directions that must tell. */
#define LEAST_ANGLES 20

typedef float colour[3];

/* The colours at one radius, all round; false where some are outside. */
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

/* The median over the angles of how much the colour changes from one ring to
 * another: a disc or a numeral at some angles does not count. */
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

/* The strongest change, or one farther out that is nearly as strong: what lies
 * in the hole, a felt floor or a disc, can differ more from the shadow about it
 * than the board does from that. */
static int edge_at(const double strength[N_RADII])
{
    int best = 0;
    int outer = 0;
    for (int k = REACH; k + REACH < N_RADII; k++)
        if (strength[k] > strength[best])
            best = k;
    outer = best;
    for (int k = best + 1; k + REACH < N_RADII; k++)
        if (strength[k] >= AS_STRONG * strength[best] &&
            strength[k] >= strength[k - 1] && strength[k] > strength[k + 1])
            outer = k;
    return outer;
}

/* The colours about the hole, in rings of growing radius. */
typedef struct rings {
    colour at[N_RADII][N_ANGLES];
    double away;   /* how far off its first guess the edge may be, in rings */
    double beside; /* rings that show the board */
} rings;

/* The board's colour beside the hole at one angle, rings from..to; how far they
 * differ from it. */
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

/* Where, coming from outside, the colour at one angle is half-way from the
 * board's to what differs most near `edge`, in rings; false where too little
 * differs. */
static bool half_way(const rings *r, int angle, double edge, double *at)
{
    const int from = (int)lround(edge + r->away);
    const int in = (int)lround(fmax(edge - r->away, 0.0));
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
    if (most < STEP_NOISE * noise + LEAST_STEP)
        return false;
    while (k > in && d[k] < 0.5 * most)
        k--;
    if (k == from || d[k] < 0.5 * most)
        return false;
    *at = k + (d[k] - 0.5 * most) / fmax(d[k] - d[k + 1], 1e-6);
    return true;
}

/* The median over the angles of where the edge is, in rings; `edge` where too
 * few tell. */
static double measured(const rings *r, double edge)
{
    double at[N_ANGLES];
    int n = 0;
    for (int i = 0; i < N_ANGLES; i++)
        if (half_way(r, i, edge, &at[n]))
            n++;
    return n < LEAST_ANGLES ? edge : crok_quantile(at, n, 0.5);
}

/* Where the colour changes most, in rings, between them by a parabola; false
 * where there is no edge to speak of. */
static bool find_edge(rings *r, double *edge)
{
    double strength[N_RADII] = {0};
    int k = 0;
    for (k = REACH; k + REACH < N_RADII; k++)
        strength[k] = change(r->at[k - REACH], r->at[k + REACH]);
    k = edge_at(strength);
    if (strength[k] < LEAST_CHANGE)
        return false;
    *edge =
        k + crok_parabola_crest(strength[k - 1], strength[k], strength[k + 1]);
    return true;
}

double crok_hole_radius(const crok_image *img, const crok_camera *cam)
{
    static _Thread_local rings r;
    const double step = (R_MAX - R_MIN) / (N_RADII - 1);
    double edge = 0.0;
    double radius = 0.0;
    for (int k = 0; k < N_RADII; k++)
        if (!ring_colours(img, cam, R_MIN + k * step, r.at[k]))
            return TYPICAL;
    if (!find_edge(&r, &edge))
        return TYPICAL;
    radius = R_MIN + edge * step;
    r.away = fmax(AWAY * radius, AWAY_PX * cam->t_mm.z / cam->f_px) / step;
    r.beside = BESIDE * radius / step;
    return R_MIN + step * measured(&r, edge);
}
