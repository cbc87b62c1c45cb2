/* SPDX-License-Identifier: Apache-2.0 */
#include "discs/outline/face.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/linalg.h"

/* The colour of the face is read at distances from the disc's centre up to
 * FACE_FRAC of its radius; the colour of the whole top up to TOP_FRAC of the
 * radius, which is near the rim; the colour of the board around the disc from
 * BOARD_FROM radii outwards. */
#define FACE_FRAC 0.70
#define TOP_FRAC 0.95
#define BOARD_FROM 1.25
/* The colour of the board's lit part is a quantile, per channel, of the ring
 * about the disc. BOARD_QUANTILE is used in general, because a shadow on the
 * ring is mostly the disc's own; BOARD_QUANTILE_SHADED is used if the edge of
 * another shadow runs across the disc. Chosen by hand. */
#define BOARD_QUANTILE 0.65
#define BOARD_QUANTILE_SHADED 0.85
/* The edge of a shadow runs across a face if four conditions hold. The variance
 * of luma between the two parts is at least MIN_SEPARABILITY of the total
 * variance. Each part has at least MIN_PART of the samples. The ratio of the
 * lit to the shaded colour is more than MIN_LIGHT_RATIO in each channel. The
 * ratios of the channels differ by less than MAX_RATIO_SPREAD times the
 * largest; they differ because light of another colour, from the sky or lamps,
 * remains in a shadow. Chosen by hand: in 83 rendered pictures about ten faces,
 * and none on a real photo, are read in parts. */
#define MIN_SEPARABILITY 0.85
#define MIN_PART 0.10
#define MIN_LIGHT_RATIO 1.30
#define MAX_RATIO_SPREAD 0.25
/* Grey levels that are added to the channels before their ratio is taken,
 * because the ratio of dark colours would be noise. */
#define DARK_LEVEL 5.0

#define N_RINGS 5
#define N_DIRS 16

/* Inner and outer radius of the area that the rings fill, in disc radii. */
typedef struct annulus {
    double from, to;
} annulus;

/* Point i of ring k, on a disc of radius 1. */
static crok_mm ring_point(annulus rings, int k, int i)
{
    double r = rings.from + (rings.to - rings.from) * (k + 0.5) / N_RINGS;
    double a = 2.0 * CROK_PI * (i + 0.5 * (k % 2)) / N_DIRS;
    return (crok_mm){r * cos(a), r * sin(a)};
}

/* Sample the picture on rings around `at`, a point on the axis of a disc, and
 * at the height of `at`. Returns the number of samples inside the picture. */
static int read_rings(const crok_image *img, const crok_camera *cam,
                      const crok_disc_shape *shape, crok_vec3 at, annulus rings,
                      float v[N_RINGS * N_DIRS][3])
{
    int n = 0;
    for (int k = 0; k < N_RINGS; k++)
        for (int i = 0; i < N_DIRS; i++) {
            crok_mm off = ring_point(rings, k, i);
            crok_px p = crok_camera_project(
                cam, (crok_vec3){at.x + shape->radius_mm * off.x,
                                 at.y + shape->radius_mm * off.y, at.z});
            n += crok_image_sample(img, p.x, p.y, v[n]) ? 1 : 0;
        }
    return n;
}

/* Quantile of each channel. */
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

/* Otsu's threshold on samples in ascending order of luma. With the weights w0,
 * w1 and means m0, m1 of the darker and lighter samples it maximises w0 w1 (m0
 * - m1)^2. Returns the number of darker samples; *separability is that maximum
 * divided by the total variance. */
static int otsu_split(float v[][3], int n, double *separability)
{
    double all = 0.0, squares = 0.0, darker = 0.0, best = 0.0;
    int at = 0;
    for (int i = 0; i < n; i++) {
        double l = (double)crok_luma(v[i]);
        all += l / n;
        squares += l * l / n;
    }
    for (int k = 1; k < n; k++) {
        double part = (double)k / n, difference = 0.0;
        darker += (double)crok_luma(v[k - 1]) / n;
        difference = darker / part - (all - darker) / (1.0 - part);
        if (part * (1.0 - part) * difference * difference <= best)
            continue;
        best = part * (1.0 - part) * difference * difference;
        at = k;
    }
    *separability = best / fmax(squares - all * all, 1e-9);
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

/* Do the two colours differ only by the amount of light? */
static bool is_shade(crok_rgb dark, crok_rgb lit)
{
    double r = (lit.r + DARK_LEVEL) / (dark.r + DARK_LEVEL);
    double g = (lit.g + DARK_LEVEL) / (dark.g + DARK_LEVEL);
    double b = (lit.b + DARK_LEVEL) / (dark.b + DARK_LEVEL);
    double least = fmin(r, fmin(g, b));
    double most = fmax(r, fmax(g, b));
    return least > MIN_LIGHT_RATIO && most - least < MAX_RATIO_SPREAD * most;
}

/* Set *lit to the colour of a face's lit part if the edge of a shadow runs
 * across the face. Returns the number of shaded samples, or 0 if there is no
 * such edge. Sorts the samples. */
static int lit_part(float v[][3], int n, crok_rgb *lit)
{
    double separability = 0.0;
    int n_dark = 0;
    qsort(v, (size_t)n, sizeof v[0], by_lightness);
    n_dark = otsu_split(v, n, &separability);
    if (separability < MIN_SEPARABILITY || n_dark < MIN_PART * n ||
        n - n_dark < MIN_PART * n)
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
                   (annulus){0.0, FACE_FRAC}, v);
    double mean = 0.0;
    double of_board = BOARD_QUANTILE;
    crok_rgb lit;
    f.rgb = quantile_rgb(v, n, 0.5);
    mean = crok_rgb_luma(f.rgb);
    for (int i = 0; i < n; i++)
        f.spread += fabs((double)crok_luma(v[i]) - mean) / n;
    if (lit_part(v, n, &lit) > 0) {
        f.rgb = lit;
        of_board = BOARD_QUANTILE_SHADED;
    }
    if (on_board) {
        n = read_rings(img, cam, shape, (crok_vec3){at.x, at.y, 0.0},
                       (annulus){BOARD_FROM, CROK_FACE_RING_RADII}, v);
        f.board = quantile_rgb(v, n, of_board);
    }
    return f;
}

crok_mm crok_face_to_lit(const crok_image *img, const crok_camera *cam,
                         const crok_disc_shape *shape, crok_mm at)
{
    enum { N = N_RINGS * N_DIRS };
    const crok_mm none = {0.0, 0.0};
    const annulus face = {0.0, TOP_FRAC};
    float v[N][3];
    float sorted[N][3];
    crok_rgb lit;
    crok_mm sum = {0.0, 0.0}; /* the rings' points have their mean at (0, 0) */
    double len = 0.0;
    int n_dark = 0;
    if (read_rings(img, cam, shape, (crok_vec3){at.x, at.y, shape->height_mm},
                   face, v) < N)
        return none;
    memcpy(sorted, v, sizeof v);
    n_dark = lit_part(sorted, N, &lit);
    if (n_dark == 0)
        return none;
    for (int j = 0; j < N; j++) {
        crok_mm off = ring_point(face, j / N_DIRS, j % N_DIRS);
        bool is_lit = crok_luma(v[j]) >= crok_luma(sorted[n_dark]);
        sum.x += is_lit ? off.x : 0.0;
        sum.y += is_lit ? off.y : 0.0;
    }
    len = fmax(hypot(sum.x, sum.y), 1e-9);
    return (crok_mm){sum.x / len, sum.y / len};
}
