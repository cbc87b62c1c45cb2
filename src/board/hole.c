/* SPDX-License-Identifier: Apache-2.0 */
#include "board/hole.h"

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

double crok_hole_radius(const crok_image *img, const crok_camera *cam)
{
    static _Thread_local colour ring[N_RADII][N_ANGLES];
    const double step = (R_MAX - R_MIN) / (N_RADII - 1);
    double strength[N_RADII] = {0};
    int edge = 0;
    double l = 0.0;
    double h = 0.0;
    for (int k = 0; k < N_RADII; k++)
        if (!ring_colours(img, cam, R_MIN + k * step, ring[k]))
            return TYPICAL;
    for (int k = REACH; k + REACH < N_RADII; k++)
        strength[k] = change(ring[k - REACH], ring[k + REACH]);
    edge = edge_at(strength);
    if (strength[edge] < LEAST_CHANGE)
        return TYPICAL;
    l = strength[edge - 1];
    h = strength[edge + 1];
    return R_MIN +
           step * (edge +
                   0.5 * (l - h) / fmin(l - 2.0 * strength[edge] + h, -1e-9));
}
