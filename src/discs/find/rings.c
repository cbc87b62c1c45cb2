/* SPDX-License-Identifier: Apache-2.0 */
#include "discs/find/rings.h"

#include <math.h>

#include "core/linalg.h"
#include "discs/colour.h"

/* Radii of the rings, in disc radii. */
static const double radius[CROK_RINGS] = {0.15, 0.30, 0.45, 0.60, 0.75, 0.88,
                                          1.12, 1.25, 1.40, 1.60, 1.85};
/* The step at the edge is from ring STEP_FROM to ring STEP_TO. */
#define STEP_FROM 4
#define STEP_TO 7
#define N_DIRS 24
#define N_SECTORS 8

/* Samples of the picture, and how often it was sampled within its bounds. */
typedef struct samples {
    crok_rgb rgb[CROK_RINGS][N_DIRS];
    bool seen[CROK_RINGS][N_DIRS];
    int n;
} samples;

static void read_samples(const crok_image *img, const crok_camera *cam,
                         const crok_disc_shape *shape, crok_mm at, samples *out)
{
    for (int k = 0; k < CROK_RINGS; k++)
        for (int i = 0; i < N_DIRS; i++) {
            double a = 2.0 * CROK_PI * (i + 0.5 * (k % 2)) / N_DIRS;
            double r = radius[k] * shape->radius_mm;
            double z = k < CROK_FACE_RINGS ? shape->height_mm : 0.0;
            crok_px px = crok_camera_project(
                cam, (crok_vec3){at.x + r * cos(a), at.y + r * sin(a), z});
            float v[3] = {0.0F, 0.0F, 0.0F};
            out->seen[k][i] = crok_image_sample(img, px.x, px.y, v);
            out->rgb[k][i] = crok_rgb_of(v);
            out->n += out->seen[k][i];
        }
}

/* The mean colour of the rings from..to - 1. */
static crok_rgb mean_of(const samples *s, int from, int to)
{
    crok_rgb sum = {0.0, 0.0, 0.0};
    int n = 0;
    for (int k = from; k < to; k++)
        for (int i = 0; i < N_DIRS; i++) {
            sum.r += s->rgb[k][i].r;
            sum.g += s->rgb[k][i].g;
            sum.b += s->rgb[k][i].b;
            n += s->seen[k][i];
        }
    n = n > 0 ? n : 1;
    return (crok_rgb){sum.r / n, sum.g / n, sum.b / n};
}

static double spread_of(const samples *s, int k, crok_rgb mean)
{
    double sum = 0.0;
    int n = 0;
    for (int i = 0; i < N_DIRS; i++) {
        if (!s->seen[k][i])
            continue;
        sum += crok_rgb_distance(s->rgb[k][i], mean);
        n++;
    }
    return n > 0 ? sum / n : 0.0;
}

/* The steps of the colour across the edge, by direction; 0 where a sample is
 * outside the picture. */
static void steps_of(const samples *s, double step[N_DIRS][3])
{
    for (int i = 0; i < N_DIRS; i++) {
        crok_rgb a = s->rgb[STEP_FROM][i];
        crok_rgb b = s->rgb[STEP_TO][i];
        bool seen = s->seen[STEP_FROM][i] && s->seen[STEP_TO][i];
        step[i][0] = seen ? b.r - a.r : 0.0;
        step[i][1] = seen ? b.g - a.g : 0.0;
        step[i][2] = seen ? b.b - a.b : 0.0;
    }
}

/* The least step of a sector along the mean step, over that step's length. */
static double weakest_step(const samples *s)
{
    double step[N_DIRS][3];
    double mean[3] = {0.0, 0.0, 0.0};
    double sector[N_SECTORS] = {0.0};
    double squared = 0.0;
    double least = HUGE_VAL;
    steps_of(s, step);
    for (int i = 0; i < N_DIRS; i++)
        for (int c = 0; c < 3; c++)
            mean[c] += step[i][c] / N_DIRS;
    squared =
        fmax(mean[0] * mean[0] + mean[1] * mean[1] + mean[2] * mean[2], 1e-12);
    for (int i = 0; i < N_DIRS; i++)
        for (int c = 0; c < 3; c++)
            sector[i * N_SECTORS / N_DIRS] +=
                step[i][c] * mean[c] / squared * N_SECTORS / N_DIRS;
    for (int k = 0; k < N_SECTORS; k++)
        least = fmin(least, sector[k]);
    return least;
}

bool crok_rings_read(const crok_image *img, const crok_camera *cam,
                     const crok_disc_shape *shape, crok_mm at, crok_rings *out)
{
    samples s;
    crok_rgb face;
    s.n = 0;
    read_samples(img, cam, shape, at, &s);
    if (2 * s.n < CROK_RINGS * N_DIRS)
        return false;
    face = mean_of(&s, 0, CROK_INNER_RINGS);
    for (int k = 0; k < CROK_RINGS; k++) {
        crok_rgb mean = mean_of(&s, k, k + 1);
        out->spread[k] = spread_of(&s, k, mean);
        if (k >= CROK_INNER_RINGS)
            out->from_face[k - CROK_INNER_RINGS] =
                crok_rgb_distance(mean, face);
    }
    out->weakest = weakest_step(&s);
    return true;
}
