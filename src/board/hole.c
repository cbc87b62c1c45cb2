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

double crok_hole_radius(const crok_image *img, const crok_camera *cam)
{
    static _Thread_local colour ring[N_RADII][N_ANGLES];
    const double step = (R_MAX - R_MIN) / (N_RADII - 1);
    const int reach = 5; /* rings apart that are compared: 0.75 mm of 305 */
    double strength[N_RADII] = {0};
    int best = 0;
    double l = 0.0;
    double h = 0.0;
    for (int k = 0; k < N_RADII; k++)
        if (!ring_colours(img, cam, R_MIN + k * step, ring[k]))
            return TYPICAL;
    for (int k = reach; k + reach < N_RADII; k++) {
        strength[k] = change(ring[k - reach], ring[k + reach]);
        if (strength[k] > strength[best])
            best = k;
    }
    if (strength[best] < 6.0) /* grey levels: no edge to speak of */
        return TYPICAL;
    l = strength[best - 1];
    h = strength[best + 1];
    return R_MIN +
           step * (best +
                   0.5 * (l - h) / fmin(l - 2.0 * strength[best] + h, -1e-9));
}
