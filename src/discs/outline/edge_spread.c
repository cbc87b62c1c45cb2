/* SPDX-License-Identifier: Apache-2.0 */
#include "discs/outline/edge_spread.h"

#include <math.h>
#include <stddef.h>

#include "core/scratch.h"

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
/* Smallest number of edges of one kind, largest number of all, and the part of
 * the edges that is averaged, the sharpest ones (on rendered boards 0.9 gave
 * the smallest bias). */
#define MIN_EDGES 10
#define MAX_EDGES 1200
#define SHARPEST 0.9

/* Luminance across an edge, 0 to 1. It is used because JPEG halves the
 * resolution of colour. */
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

/* Is a section a clean step from `in` to `out`? */
static bool is_clean(const double s[CROK_SECTION_BINS], double in, double out)
{
    if (fabs(in - out) < MIN_CONTRAST)
        return false;
    for (int i = 0; i < CROK_SECTION_BINS; i++) {
        double d = fabs((i - CROK_SECTION_HALF) * CROK_SECTION_BIN_PX);
        if (d >= PLATEAU_FROM_PX && d <= PLATEAU_TO_PX &&
            fabs(s[i] - (i < CROK_SECTION_HALF ? in : out)) >
                MAX_UNEVEN * fabs(in - out))
            return false;
    }
    return true;
}

/* A clean edge, and its fall over two pixels as a fraction of its height. */
typedef struct clean_edge {
    float value[CROK_SECTION_BINS];
    bool is_brighter; /* the disc is brighter than the board */
    double fall;
} clean_edge;

static bool read_clean_edge(const crok_image *img, crok_rim_at rim,
                            clean_edge *out)
{
    const int px = (int)(1.0 / CROK_SECTION_BIN_PX);
    double s[CROK_SECTION_BINS];
    double off = 0.0;
    double in = 0.0;
    double beyond = 0.0;
    if (!read_section(img, rim.at, rim.nx, rim.ny, s))
        return false;
    off = steepest(s);
    rim.at.x += off * rim.nx;
    rim.at.y += off * rim.ny;
    if (!read_section(img, rim.at, rim.nx, rim.ny, s))
        return false;
    in = plateau(s, -1);
    beyond = plateau(s, 1);
    if (!is_clean(s, in, beyond))
        return false;
    for (int i = 0; i < CROK_SECTION_BINS; i++)
        out->value[i] = (float)s[i];
    out->is_brighter = in > beyond;
    out->fall =
        (s[CROK_SECTION_HALF - px] - s[CROK_SECTION_HALF + px]) / (in - beyond);
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

/* The mean section of the sharpest edges of one kind. */
static crok_edge_section average(const clean_edge *edges, int n,
                                 bool is_brighter)
{
    double fall[MAX_EDGES];
    double min_fall = 0.0;
    crok_edge_section out = {.weight = 0.0};
    int count = 0;
    for (int k = 0; k < n; k++)
        if (edges[k].is_brighter == is_brighter)
            fall[count++] = edges[k].fall;
    if (count < MIN_EDGES)
        return out;
    min_fall = crok_quantile(fall, count, 1.0 - SHARPEST);
    for (int k = 0; k < n; k++) {
        if (edges[k].is_brighter != is_brighter || edges[k].fall < min_fall)
            continue;
        out.weight += 1.0;
        for (int i = 0; i < CROK_SECTION_BINS; i++)
            out.mean[i] += edges[k].value[i];
    }
    for (int i = 0; i < CROK_SECTION_BINS; i++)
        out.mean[i] =
            (float)crok_section_value((double)out.mean[i] / out.weight);
    return out;
}

void crok_edge_sections_of(const crok_image *img, const crok_camera *cam,
                           const crok_disc_shape *shape, const crok_mm *at,
                           int n, crok_edge_section out[CROK_WIDTH_EDGES])
{
    CROK_SCRATCH(clean_edge, edges, MAX_EDGES);
    int count = collect(img, cam, shape, at, n, edges);
    for (int k = 0; k < CROK_WIDTH_EDGES; k++)
        out[k] = average(edges, count, k == 1);
}
