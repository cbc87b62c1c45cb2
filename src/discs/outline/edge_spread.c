/* SPDX-License-Identifier: Apache-2.0 */
#include "discs/outline/edge_spread.h"

#include <math.h>
#include <stddef.h>

/* Directions around each disc. */
#define N_DIRS 24
/* Only directions in which the visible width of the wall is less than
 * -HIDDEN_MM (mm) are used, so that the outline is the rim. */
#define HIDDEN_MM 0.4
/* Largest distance of the edge from the expected outline, px. */
#define REACH_PX 1.5
/* Range of the plateaus on both sides of the edge, px from it. Their mean
 * luminances are those of disc and board. An edge is clean if the two means
 * differ by at least MIN_CONTRAST (white = 1) and no sample of a plateau
 * deviates from its mean by more than MAX_UNEVEN of the difference. Chosen by
 * hand: stricter limits leave too few edges, looser ones accept textures. */
#define PLATEAU_FROM_PX 2.5
#define PLATEAU_TO_PX 5.0
#define MIN_CONTRAST 0.04
#define MAX_UNEVEN 0.10
/* Smallest and largest number of edges, and the part of the edges that is
 * averaged, the sharpest ones (on rendered boards 0.9 gave the smallest bias).
 */
#define MIN_EDGES 16
#define MAX_EDGES 1200
#define SHARPEST 0.9

/* Luminance across an edge. It is used because JPEG halves the resolution of
 * colour and because a lens's blur adds light linearly. */
static bool read_section(const crok_image *img, crok_px at, double nx,
                         double ny, double out[CROK_SECTION_BINS])
{
    for (int i = 0; i < CROK_SECTION_BINS; i++) {
        double d = (i - CROK_SECTION_HALF) * CROK_SECTION_BIN_PX;
        float v[3];
        if (!crok_image_sample(img, at.x + d * nx, at.y + d * ny, v))
            return false;
        out[i] = (double)crok_luminance(v);
    }
    return true;
}

/* Place of the steepest change within reach, px from the middle, refined by a
 * parabola. */
static double steepest(const double s[CROK_SECTION_BINS])
{
    const int reach = (int)(REACH_PX / CROK_SECTION_BIN_PX);
    double change[CROK_SECTION_BINS] = {0};
    int best = CROK_SECTION_HALF;
    for (int i = CROK_SECTION_HALF - reach - 1;
         i <= CROK_SECTION_HALF + reach + 1; i++)
        change[i] = fabs(s[i + 4] - s[i - 4]);
    for (int i = CROK_SECTION_HALF - reach; i <= CROK_SECTION_HALF + reach; i++)
        if (change[i] > change[best])
            best = i;
    return CROK_SECTION_BIN_PX *
           (best - CROK_SECTION_HALF +
            0.5 * (change[best - 1] - change[best + 1]) /
                fmin(change[best - 1] - 2.0 * change[best] + change[best + 1],
                     -1e-6));
}

/* Mean over the plateau on one side (-1 inside, +1 outside). */
static double plateau(const double s[CROK_SECTION_BINS], int side)
{
    int from = (int)(PLATEAU_FROM_PX / CROK_SECTION_BIN_PX);
    int to = (int)(PLATEAU_TO_PX / CROK_SECTION_BIN_PX);
    double mean = 0.0;
    for (int i = from; i <= to; i++)
        mean += s[CROK_SECTION_HALF + side * i] / (to - from + 1);
    return mean;
}

/* Scale a section to 1 inside and 0 outside. Returns false if it is not a clean
 * step. */
static bool normalise(double s[CROK_SECTION_BINS])
{
    double in = plateau(s, -1);
    double out = plateau(s, 1);
    if (fabs(in - out) < MIN_CONTRAST)
        return false;
    for (int i = 0; i < CROK_SECTION_BINS; i++) {
        double d = fabs((i - CROK_SECTION_HALF) * CROK_SECTION_BIN_PX);
        s[i] = (s[i] - out) / (in - out);
        if (d >= PLATEAU_FROM_PX && d <= PLATEAU_TO_PX &&
            fabs(s[i] - (i < CROK_SECTION_HALF ? 1.0 : 0.0)) > MAX_UNEVEN)
            return false;
    }
    return true;
}

/* A clean edge, scaled, and its fall over two pixels. */
typedef struct clean_edge {
    float t[CROK_SECTION_BINS];
    double fall;
} clean_edge;

static bool read_clean_edge(const crok_image *img, crok_rim_at rim,
                            clean_edge *out)
{
    const int px = (int)(1.0 / CROK_SECTION_BIN_PX);
    double s[CROK_SECTION_BINS];
    double off = 0.0;
    if (!read_section(img, rim.at, rim.nx, rim.ny, s))
        return false;
    off = steepest(s);
    rim.at.x += off * rim.nx;
    rim.at.y += off * rim.ny;
    if (!read_section(img, rim.at, rim.nx, rim.ny, s) || !normalise(s))
        return false;
    for (int i = 0; i < CROK_SECTION_BINS; i++)
        out->t[i] = (float)s[i];
    out->fall = s[CROK_SECTION_HALF - px] - s[CROK_SECTION_HALF + px];
    return true;
}

static int collect(const crok_image *img, const crok_camera *cam,
                   const crok_disc_shape *shape, const crok_mm *at, int n,
                   clean_edge out[MAX_EDGES])
{
    int count = 0;
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < N_DIRS && count < MAX_EDGES; k++) {
            double a = 2.0 * CROK_PI * k / N_DIRS;
            crok_rim_at rim =
                crok_outline_rim(cam, shape, at[i], cos(a), sin(a));
            if (rim.wall_mm < -HIDDEN_MM &&
                read_clean_edge(img, rim, &out[count]))
                count++;
        }
    }
    return count;
}

crok_edge_spread crok_edge_spread_of(const crok_image *img,
                                     const crok_camera *cam,
                                     const crok_disc_shape *shape,
                                     const crok_mm *at, int n)
{
    static _Thread_local clean_edge edges[MAX_EDGES];
    const int flat = (int)(PLATEAU_FROM_PX / CROK_SECTION_BIN_PX) + 4;
    double fall[MAX_EDGES];
    double min_fall = 0.0;
    crok_edge_spread e = {.weight = 0.0};
    int count = collect(img, cam, shape, at, n, edges);
    if (count < MIN_EDGES)
        return e;
    for (int i = 0; i < count; i++)
        fall[i] = edges[i].fall;
    min_fall = crok_quantile(fall, count, 1.0 - SHARPEST);
    for (int k = 0; k < count; k++) {
        if (edges[k].fall < min_fall)
            continue;
        for (int i = 0; i < CROK_SECTION_BINS; i++)
            e.mean[i] += edges[k].t[i];
        e.weight += 1.0;
    }
    for (int i = 0; i < CROK_SECTION_BINS; i++) {
        e.mean[i] /= (float)e.weight;
        if (i < CROK_SECTION_HALF - flat)
            e.mean[i] = 1.0F;
        if (i > CROK_SECTION_HALF + flat)
            e.mean[i] = 0.0F;
    }
    return e;
}
