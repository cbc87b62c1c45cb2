/* SPDX-License-Identifier: Apache-2.0 */
#include "discs/outline/face.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/linalg.h"

/* The face is read within this part of its radius; the board from so far out,
 * in radii. */
#define FACE_FRAC 0.70
/* ... and what lies within the upper edge within this. */
#define WITHIN_FRAC 0.95
#define BOARD_FROM 1.25
/* The board's lit part, where a shadow is likely the disc's own: this quantile
 * of what is about it; and where the edge of another runs across. */
#define BOARD_LIT 0.65
#define BOARD_LIT_IN_PART 0.85
/* A shadow's edge runs across a face: its two parts hold this much of all that
 * its lightness varies by, each this much of it; the light takes at least so
 * much more of each colour's value, and of all three alike within a quarter:
 * what is left comes from the sky, or from lamps. */
#define PARTS_TELL 0.85
#define PART_LEAST 0.10
#define LIGHT_LEAST 1.30
#define LIGHT_ALIKE 0.25
/* Darker than this nothing tells how much the light takes, grey levels. */
#define DARK_LEVEL 5.0

#define N_RINGS 5
#define N_DIRS 16

/* The i-th point of the k-th of the circles of radius from..to, on a disc of
 * radius 1. */
static crok_mm ring_point(double from, double to, int k, int i)
{
    double r = from + (to - from) * (k + 0.5) / N_RINGS;
    double a = 2.0 * CROK_PI * (i + 0.5 * (k % 2)) / N_DIRS;
    return (crok_mm){r * cos(a), r * sin(a)};
}

/* Reads the picture on circles of radius from..to (in disc radii) about the
 * disc at height z: colours to v, how many is returned. */
static int read_rings(const crok_image *img, const crok_camera *cam,
                      const crok_disc_shape *shape, crok_vec3 at, double from,
                      double to, float v[N_RINGS * N_DIRS][3])
{
    int n = 0;
    for (int k = 0; k < N_RINGS; k++)
        for (int i = 0; i < N_DIRS; i++) {
            crok_mm off = ring_point(from, to, k, i);
            crok_px p = crok_camera_project(
                cam, (crok_vec3){at.x + shape->radius_mm * off.x,
                                 at.y + shape->radius_mm * off.y, at.z});
            n += crok_image_sample(img, p.x, p.y, v[n]) ? 1 : 0;
        }
    return n;
}

/* Each channel's quantile. */
static crok_rgb quantile_rgb(float v[][3], int n, double q)
{
    double x[3][N_RINGS * N_DIRS];
    for (int i = 0; i < n; i++)
        for (int c = 0; c < 3; c++)
            x[c][i] = (double)v[i][c];
    return crok_rgb_quantile(x[0], x[1], x[2], n, q);
}

static int by_lightness(const void *a, const void *b)
{
    float x = crok_luma(a);
    float y = crok_luma(b);
    return (x > y) - (x < y);
}

/* Samples in order of lightness, in two parts where that leaves the least
 * scatter: how many are in the darker one, and the part of all variance that
 * lies between the two. */
static int split(float v[][3], int n, double *tells)
{
    double all = 0.0, squares = 0.0, darker = 0.0, best = 0.0;
    int at = 0;
    for (int i = 0; i < n; i++) {
        double l = (double)crok_luma(v[i]);
        all += l / n;
        squares += l * l / n;
    }
    for (int k = 1; k < n; k++) {
        double part = (double)k / n, apart = 0.0;
        darker += (double)crok_luma(v[k - 1]) / n;
        apart = darker / part - (all - darker) / (1.0 - part);
        if (part * (1.0 - part) * apart * apart <= best)
            continue;
        best = part * (1.0 - part) * apart * apart;
        at = k;
    }
    *tells = best / fmax(squares - all * all, 1e-9);
    return at;
}

static crok_rgb mean_rgb(float v[][3], int n)
{
    double sum[3] = {0.0};
    for (int i = 0; i < n; i++)
        for (int c = 0; c < 3; c++)
            sum[c] += (double)v[i][c] / n;
    return (crok_rgb){sum[0], sum[1], sum[2]};
}

/* Do the two colours differ by light alone? */
static bool is_shade(crok_rgb dark, crok_rgb lit)
{
    double r = (lit.r + DARK_LEVEL) / (dark.r + DARK_LEVEL);
    double g = (lit.g + DARK_LEVEL) / (dark.g + DARK_LEVEL);
    double b = (lit.b + DARK_LEVEL) / (dark.b + DARK_LEVEL);
    double least = fmin(r, fmin(g, b));
    double most = fmax(r, fmax(g, b));
    return least > LIGHT_LEAST && most - least < LIGHT_ALIKE * most;
}

/* The colour of a face's lit part; 0 where no shadow's edge runs across, else
 * how many samples are dark. Sorts them. */
static int lit_part(float v[][3], int n, crok_rgb *lit)
{
    double tells = 0.0;
    int n_dark = 0;
    qsort(v, (size_t)n, sizeof v[0], by_lightness);
    n_dark = split(v, n, &tells);
    if (tells < PARTS_TELL || n_dark < PART_LEAST * n ||
        n - n_dark < PART_LEAST * n)
        return 0;
    *lit = mean_rgb(v + n_dark, n - n_dark);
    return is_shade(mean_rgb(v, n_dark), *lit) ? n_dark : 0;
}

crok_face crok_face_read(const crok_image *img, const crok_camera *cam,
                         const crok_disc_shape *shape, crok_mm at,
                         bool on_board)
{
    float v[N_RINGS * N_DIRS][3];
    crok_face f = {.has_board = on_board};
    int n =
        read_rings(img, cam, shape, (crok_vec3){at.x, at.y, shape->height_mm},
                   0.0, FACE_FRAC, v);
    double mean = 0.0;
    double of_board = BOARD_LIT;
    crok_rgb lit;
    f.rgb = quantile_rgb(v, n, 0.5);
    mean = crok_rgb_luma(f.rgb);
    for (int i = 0; i < n; i++)
        f.spread += fabs((double)crok_luma(v[i]) - mean) / n;
    if (lit_part(v, n, &lit) > 0) {
        f.rgb = lit;
        of_board = BOARD_LIT_IN_PART;
    }
    if (on_board) {
        n = read_rings(img, cam, shape, (crok_vec3){at.x, at.y, 0.0},
                       BOARD_FROM, CROK_FACE_RING_RADII, v);
        f.board = quantile_rgb(v, n, of_board);
    }
    return f;
}

crok_mm crok_face_to_lit(const crok_image *img, const crok_camera *cam,
                         const crok_disc_shape *shape, crok_mm at)
{
    enum { N = N_RINGS * N_DIRS };
    const crok_mm none = {0.0, 0.0};
    float v[N][3];
    float sorted[N][3];
    crok_rgb lit;
    crok_mm sum = {0.0, 0.0}; /* its points are spread evenly about (0, 0) */
    double len = 0.0;
    int n_dark = 0;
    if (read_rings(img, cam, shape, (crok_vec3){at.x, at.y, shape->height_mm},
                   0.0, WITHIN_FRAC, v) < N)
        return none;
    memcpy(sorted, v, sizeof v);
    n_dark = lit_part(sorted, N, &lit);
    if (n_dark == 0)
        return none;
    for (int j = 0; j < N; j++) {
        crok_mm off = ring_point(0.0, WITHIN_FRAC, j / N_DIRS, j % N_DIRS);
        bool is_lit = crok_luma(v[j]) >= crok_luma(sorted[n_dark]);
        sum.x += is_lit ? off.x : 0.0;
        sum.y += is_lit ? off.y : 0.0;
    }
    len = fmax(hypot(sum.x, sum.y), 1e-9);
    return (crok_mm){sum.x / len, sum.y / len};
}
