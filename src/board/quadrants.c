/* SPDX-License-Identifier: Apache-2.0 */
#include "board/quadrants.h"

#include <math.h>
#include <stddef.h>

/* Angles tried in a quarter turn, and radii sampled between the lines. */
#define N_QUARTER 180
#define N_ANGLES (4 * N_QUARTER)
#define N_RADII 14
#define NEAR 3
/* Where, as parts of the way from the middle to the outer line: clear of both.
 */
#define FROM 0.15
#define TO 0.85
/* A line's sides are read this many line widths from its middle, and no nearer
 * than this, px. */
#define SIDE_WIDTHS 1.6
#define SIDE_MIN_PX 2.5

/* How far a point stands out of its neighbours along the circle, along the
 * rings' colour; 0 outside the picture. */
static double stands_out(const crok_image *img, const crok_board_lines *l,
                         double r, double angle, double side_rad)
{
    const float *d = l->trace[CROK_LINE_OUTER].colour;
    double sum = 0.0;
    for (int k = -1; k <= 1; k++) {
        float v[3];
        double a = angle + k * side_rad;
        crok_px p = crok_camera_project(
            &l->fit.cam, (crok_vec3){r * cos(a), r * sin(a), 0.0});
        if (!crok_image_sample(img, p.x, p.y, v))
            return 0.0;
        sum += (k == 0 ? 1.0 : -0.5) *
               (double)(v[0] * d[0] + v[1] * d[1] + v[2] * d[2]);
    }
    return sum;
}

/* The median over the radii: a disc or a numeral on the way does not count. */
static double ray(const crok_image *img, const crok_board_lines *l,
                  double angle)
{
    double px = l->fit.cam.f_px / l->fit.cam.t_mm.z;
    double side_px = fmax(SIDE_WIDTHS * l->width_px, SIDE_MIN_PX);
    double x[N_RADII];
    double in = l->fit.radius[CROK_LINE_MIDDLE];
    for (int i = 0; i < N_RADII; i++) {
        double r = in + (1.0 - in) * (FROM + (TO - FROM) * i / (N_RADII - 1));
        x[i] = stands_out(img, l, r, angle, side_px / (px * r));
    }
    return crok_quantile(x, N_RADII, 0.4);
}

/* Lines drawn by hand are not square to each other: the best within a degree
 * and a half. */
static double best_near(const double q[N_ANGLES], int i)
{
    double best = -HUGE_VAL;
    for (int j = i - NEAR; j <= i + NEAR; j++)
        best = fmax(best, q[(j + N_ANGLES) % N_ANGLES]);
    return best;
}

static double second_best(const double v[4])
{
    double best = -HUGE_VAL;
    double second = -HUGE_VAL;
    for (int k = 0; k < 4; k++) {
        if (v[k] > best) {
            second = best;
            best = v[k];
        } else if (v[k] > second) {
            second = v[k];
        }
    }
    return second;
}

crok_quadrants crok_quadrants_find(const crok_image *img,
                                   const crok_board_lines *lines)
{
    double q[N_ANGLES];
    crok_quadrants out = {0.0, 0.0};
    double height = (double)lines->trace[CROK_LINE_OUTER].height;
    double top = -HUGE_VAL;
    for (int i = 0; i < N_ANGLES; i++)
        q[i] = ray(img, lines, 2.0 * CROK_PI * i / N_ANGLES);
    for (int i = 0; i < N_QUARTER; i++) {
        double four[4];
        double sum = 0.0;
        for (int k = 0; k < 4; k++) {
            four[k] = best_near(q, i + k * N_QUARTER);
            sum += four[k];
        }
        if (sum <= top)
            continue;
        top = sum;
        out.angle_rad = 2.0 * CROK_PI * i / N_ANGLES;
        out.contrast = second_best(four) / fmax(height, 1.0);
    }
    return out;
}
