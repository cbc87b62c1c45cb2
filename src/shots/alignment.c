/* SPDX-License-Identifier: Apache-2.0 */
#include "shots/alignment.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/scratch.h"

/* Reduced pictures: each has half the width of the one before. A displacement
 * of about 1.5 px converges, so three of them reach 6 px of the small picture,
 * which is 24 px of the full frame between two frames. */
#define LEVELS 3
/* Points are taken from the board up to this distance from its centre, in radii
 * of the outer line: up to the inside of the rail. Points farther away are on
 * the table, which does not move with the board when the board is pushed. */
#define REACH_RADII 1.15
/* The picture is divided into tiles of TILE_PX x TILE_PX, and each gives at
 * most TILE_POINTS points, those with the largest gradient, so that one sharp
 * edge does not count more than all faint lines. */
#define TILE_PX 8
#define TILE_POINTS 8
/* Smallest gradient of a point, grey levels per px. Chosen by hand: noise of a
 * small picture, which is a mean over 16 pixels, has less. */
#define MIN_GRADIENT 3.0F
/* A disc with its shadow is within this distance of its centre, mm. */
#define DISC_REACH_MM 24.0
#define MOST_POINTS 8192
/* Iterations at each level, and the step below which they end, px. */
#define ITERATIONS 12
#define SMALL_STEP_PX 0.005
/* The residuals' robust standard deviation is at least this many grey levels:
 * that of a camera's noise and compression. */
#define MIN_SIGMA 1.5
/* A point is visible if its residual is at most VISIBLE_LEVELS grey levels plus
 * VISIBLE_PX times its gradient. Chosen by hand: noise and slight blur stay
 * below, a displacement of a quarter of a pixel does not. */
#define VISIBLE_LEVELS 8.0F
#define VISIBLE_PX 0.2F
/* The new pose is used only if the mean cost of the residuals is below
 * MUST_GAIN times that of the last pose. Otherwise the camera has not moved,
 * and noise and hands must not shake the pose. The cost is Tukey's, with this
 * standard deviation in grey levels. Chosen by hand: noise and hands gain up to
 * 5 %, a displacement of a quarter of a pixel of the full frame 10 % and more.
 */
#define MUST_GAIN 0.92
#define COST_SIGMA 4.0
/* Standard deviations of the motion between two frames: rotation in rad and
 * translation relative to the camera's distance. They keep pairs of unknowns
 * apart that look nearly alike in the picture. */
#define STEP_ROTATION 0.02
#define STEP_TRANSLATION 0.03
/* The standard deviation of the principal point's place from that in the
 * anchor, relative to the focal length: of a film that was cropped or
 * stabilised by a program, of which the picture is shifted as a whole. */
#define SHIFT_FOCAL 0.05

/* Rotation and translation, as in crok_camera_moved, and the principal point.
 * With these the board's homography has all its eight degrees of freedom. */
enum { UNKNOWN_CX = 6, UNKNOWNS = 8 };

typedef struct point {
    float x_mm, y_mm;
    float y_px;          /* its row */
    float value;         /* of the anchor */
    float gradient;      /* its length, grey levels per px */
    float turn;          /* its part along the circle about the centre */
    float jac[UNKNOWNS]; /* of the anchor's value */
} point;

/* The light of lamps on the mains changes from row to row, because a camera
 * reads the rows one after the other. So it is fitted for each row of tiles, to
 * the TILE_FLAT points of the two middle rows of each tile with the smallest
 * gradient, which look alike after a small displacement. A point darker than
 * MIN_LIT grey levels says little about a factor, and fewer than MIN_BAND
 * points give none. */
#define MOST_BANDS 96
#define TILE_FLAT 3
#define MIN_LIT 16.0
#define MIN_BAND 12

typedef struct level {
    int w_px, h_px;
    double scale;       /* width of the full frame divided by w_px */
    crok_camera camera; /* in the anchor */
    int n;
    point *point; /* owned */
    int n_flat;
    point *flat; /* owned, by rows of tiles; without turn and jac */
    int n_bands; /* rows of tiles */
    int band[MOST_BANDS + 1]; /* first flat point of each, and n_flat */
    crok_image image;         /* owned: the frame, smoothed */
} level;

struct crok_alignment {
    level level[LEVELS];
    double scale;
    int full_w_px, full_h_px;
    double line_mm;     /* radius of the outer line */
    double distance_mm; /* of the camera */
    crok_camera anchor; /* of the full frame */
    crok_aligned last;
    double *residual; /* owned: room for the points of a level */
    float *value;     /* owned: the same */
    float *flat;      /* owned: the same */
    double *sorted;   /* owned: the same */
};

/* ---- the anchor ---- */

/* Smooth a picture with the binomial filter (1 2 1) / 4 along both axes. A
 * picture reduced by averaging has edges that are sharper than one pixel;
 * between pixels bilinear interpolation would blur them, and shift them by up
 * to a quarter of a pixel. The border is copied. */
static void smooth(const crok_image *from, crok_image *to)
{
    for (int y = 0; y < to->h_px; y++) {
        const uint8_t *b = crok_image_row(from, y);
        const uint8_t *a = y > 0 ? b - from->stride_bytes : b;
        const uint8_t *c = y + 1 < to->h_px ? b + from->stride_bytes : b;
        uint8_t *out = crok_image_row(to, y);
        int w = to->w_px;
        out[0] = b[0];
        out[w - 1] = b[w - 1];
        for (int x = 1; x < w - 1; x++)
            out[x] = (uint8_t)((a[x - 1] + 2 * a[x] + a[x + 1] + 2 * b[x - 1] +
                                4 * b[x] + 2 * b[x + 1] + c[x - 1] + 2 * c[x] +
                                c[x + 1] + 8) /
                               16);
    }
}

/* Halve a picture: each pixel is the mean of 2 x 2. */
static void halve(const crok_image *from, crok_image *to)
{
    for (int y = 0; y < to->h_px; y++) {
        const uint8_t *a = crok_image_row(from, 2 * y);
        const uint8_t *b = crok_image_row(from, 2 * y + 1);
        uint8_t *out = crok_image_row(to, y);
        for (int x = 0; x < to->w_px; x++)
            out[x] = (uint8_t)((a[2 * x] + a[2 * x + 1] + b[2 * x] +
                                b[2 * x + 1] + 2) /
                               4);
    }
}

/* The derivatives of a point's position with respect to the unknowns, by
 * central differences over one unit: with them the position is nearly linear
 * over a milliradian and a millimetre. */
static void differentiate(const crok_camera *cam, point *p, float gx, float gy)
{
    for (int k = 0; k < UNKNOWNS; k++) {
        double step[CROK_N_CAM] = {0};
        double unit = k < CROK_CAM_T ? 1e-3 : 1.0;
        int of = k < UNKNOWN_CX ? k : CROK_CAM_CX + k - UNKNOWN_CX;
        crok_vec3 at = {(double)p->x_mm, (double)p->y_mm, 0.0};
        crok_camera moved;
        crok_px a;
        crok_px b;
        step[of] = unit;
        moved = crok_camera_moved(cam, step);
        a = crok_camera_project(&moved, at);
        step[of] = -unit;
        moved = crok_camera_moved(cam, step);
        b = crok_camera_project(&moved, at);
        p->jac[k] =
            (float)(((double)gx * (a.x - b.x) + (double)gy * (a.y - b.y)) /
                    (2.0 * unit));
    }
}

/* The part of a gradient along the circle about the board's centre. */
static float turn_part(const crok_camera *cam, crok_mm at, float gx, float gy)
{
    double r = hypot(at.x, at.y);
    crok_px a;
    crok_px b;
    double n = 0.0;
    if (r < 1.0)
        return 0.0F;
    a = crok_camera_project(cam, (crok_vec3){at.x, at.y, 0.0});
    b = crok_camera_project(cam,
                            (crok_vec3){at.x - at.y / r, at.y + at.x / r, 0.0});
    n = hypot(b.x - a.x, b.y - a.y);
    return (float)fabs(((double)gx * (b.x - a.x) + (double)gy * (b.y - a.y)) /
                       fmax(n, 1e-9));
}

typedef struct spot {
    int x, y;
    float gx, gy, gradient;
} spot;

static int by_gradient(const void *a, const void *b)
{
    float x = ((const spot *)a)->gradient;
    float y = ((const spot *)b)->gradient;
    return (x < y) - (x > y);
}

/* The pixels of a tile, the largest gradient first. */
static int find_spots(const crok_image *img, int x0, int y0,
                      spot out[TILE_PX * TILE_PX])
{
    int n = 0;
    for (int y = y0; y < y0 + TILE_PX && y < img->h_px - 1; y++)
        for (int x = x0; x < x0 + TILE_PX && x < img->w_px - 1; x++) {
            const uint8_t *p = NULL;
            spot s = {.x = x, .y = y};
            if (x < 1 || y < 1)
                continue;
            p = crok_image_row(img, y) + x;
            s.gx = 0.5F * (float)(p[1] - p[-1]);
            s.gy =
                0.5F * (float)(p[img->stride_bytes] - *(p - img->stride_bytes));
            s.gradient = hypotf(s.gx, s.gy);
            out[n++] = s;
        }
    qsort(out, (size_t)n, sizeof *out, by_gradient);
    return n;
}

/* Make the point at a pixel; false: the board or a disc is not there. */
static bool make_point(const crok_alignment *a, const level *l,
                       const crok_image *img, const spot *s,
                       const crok_rest_sight *rest, point *out)
{
    crok_mm at = crok_camera_unproject(&l->camera, (crok_px){s->x, s->y}, 0.0);
    *out = (point){.x_mm = (float)at.x,
                   .y_mm = (float)at.y,
                   .y_px = (float)s->y,
                   .value = (float)crok_image_row(img, s->y)[s->x],
                   .gradient = s->gradient};
    return hypot(at.x, at.y) < REACH_RADII * a->line_mm &&
           (rest == NULL || !crok_rest_is_near(rest, at, DISC_REACH_MM));
}

/* Add the points of the tile whose corner is at (x0, y0). */
static void add_tile(const crok_alignment *a, level *l, const crok_image *img,
                     int x0, int y0, const crok_rest_sight *rest)
{
    spot s[TILE_PX * TILE_PX];
    int n = find_spots(img, x0, y0, s);
    int taken = 0;
    int flat = 0;
    for (int i = 0; i < n && taken < TILE_POINTS && l->n < MOST_POINTS &&
                    s[i].gradient >= MIN_GRADIENT;
         i++) {
        point *p = &l->point[l->n];
        if (!make_point(a, l, img, &s[i], rest, p))
            continue;
        p->turn =
            turn_part(&l->camera, (crok_mm){(double)p->x_mm, (double)p->y_mm},
                      s[i].gx, s[i].gy);
        differentiate(&l->camera, p, s[i].gx, s[i].gy);
        l->n++;
        taken++;
    }
    for (int i = n - 1; i >= 0 && flat < TILE_FLAT && l->n_flat < MOST_POINTS;
         i--) {
        bool is_middle = abs(2 * (s[i].y - y0) + 1 - TILE_PX) == 1;
        if (!is_middle ||
            !make_point(a, l, img, &s[i], rest, &l->flat[l->n_flat]))
            continue;
        l->n_flat++;
        flat++;
    }
}

/* Make a level's points from its picture of the anchor. */
static crok_status make_level(crok_alignment *a, int k,
                              const crok_rest_sight *rest, crok_err *err)
{
    level *l = &a->level[k];
    const crok_image *img = &l->image;
    l->w_px = img->w_px;
    l->h_px = img->h_px;
    l->scale = a->scale * (1 << k);
    l->camera =
        crok_camera_rescaled(&a->anchor, l->scale, img->w_px, img->h_px);
    l->point = malloc(MOST_POINTS * sizeof *l->point);
    l->flat = malloc(MOST_POINTS * sizeof *l->flat);
    if (l->point == NULL || l->flat == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory to follow the camera");
    for (int y = 0; y < img->h_px && l->n_bands < MOST_BANDS; y += TILE_PX) {
        l->band[l->n_bands++] = l->n_flat;
        for (int x = 0; x < img->w_px; x += TILE_PX)
            add_tile(a, l, img, x, y, rest);
    }
    l->band[l->n_bands] = l->n_flat;
    return CROK_OK;
}

/* Make the smoothed picture of level 0 and reduce it for the others. */
static void make_pictures(crok_alignment *a, const crok_image *luma, int n)
{
    smooth(luma, &a->level[0].image);
    for (int k = 1; k < n; k++)
        halve(&a->level[k - 1].image, &a->level[k].image);
}

static crok_status make_levels(crok_alignment *a, const crok_image *luma,
                               const crok_rest_sight *rest, crok_err *err)
{
    crok_status st = CROK_OK;
    for (int k = 0; k < LEVELS && st == CROK_OK; k++)
        st = crok_image_new(luma->w_px >> k, luma->h_px >> k, CROK_GRAY8,
                            &a->level[k].image, err);
    if (st != CROK_OK)
        return st;
    make_pictures(a, luma, LEVELS);
    for (int k = 0; k < LEVELS && st == CROK_OK; k++)
        st = make_level(a, k, rest, err);
    return st;
}

crok_status crok_alignment_new(const crok_board_pose *pose, double scale,
                               const crok_image *luma,
                               const crok_rest_sight *rest,
                               crok_alignment **out, crok_err *err)
{
    crok_status st = CROK_OK;
    crok_alignment *a = calloc(1, sizeof *a);
    if (a == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory to follow the camera");
    a->scale = scale;
    a->anchor = pose->camera;
    a->line_mm = pose->board.line_mm[CROK_LINE_OUTER];
    a->distance_mm = crok_camera_centre(&pose->camera).z;
    a->last = (crok_aligned){.camera = pose->camera,
                             .to_frame = {{1, 0, 0, 0, 1, 0, 0, 0, 1}},
                             .visible_frac = 1.0,
                             .turn_visible_frac = 1.0,
                             .is_found = true};
    a->residual = malloc(MOST_POINTS * sizeof *a->residual);
    a->sorted = malloc(MOST_POINTS * sizeof *a->sorted);
    a->value = malloc(MOST_POINTS * sizeof *a->value);
    a->flat = malloc(MOST_POINTS * sizeof *a->flat);
    if (a->residual == NULL || a->sorted == NULL || a->value == NULL ||
        a->flat == NULL)
        st = crok_fail(err, CROK_ENOMEM, "no memory to follow the camera");
    if (st == CROK_OK)
        st = make_levels(a, luma, rest, err);
    if (st != CROK_OK) {
        crok_alignment_free(&a);
        return st;
    }
    *out = a;
    return CROK_OK;
}

void crok_alignment_free(crok_alignment **alignment)
{
    crok_alignment *a = *alignment;
    if (a == NULL)
        return;
    for (int k = 0; k < LEVELS; k++) {
        free(a->level[k].point);
        free(a->level[k].flat);
        crok_image_free(&a->level[k].image);
    }
    free(a->residual);
    free(a->sorted);
    free(a->value);
    free(a->flat);
    free(a);
    *alignment = NULL;
}

static void rescale_camera(crok_camera *cam, double k)
{
    cam->t_mm = crok_vec3_scale(cam->t_mm, k);
}

void crok_alignment_rescale(crok_alignment *a, double k)
{
    for (int i = 0; i < LEVELS; i++) {
        level *l = &a->level[i];
        rescale_camera(&l->camera, k);
        for (int j = 0; j < l->n; j++) {
            l->point[j].x_mm *= (float)k;
            l->point[j].y_mm *= (float)k;
            for (int u = CROK_CAM_T; u < UNKNOWN_CX; u++)
                l->point[j].jac[u] /= (float)k;
        }
        for (int j = 0; j < l->n_flat; j++) {
            l->flat[j].x_mm *= (float)k;
            l->flat[j].y_mm *= (float)k;
        }
    }
    rescale_camera(&a->anchor, k);
    rescale_camera(&a->last.camera, k);
    a->line_mm *= k;
    a->distance_mm *= k;
}

/* ---- a frame ---- */

/* A level's camera in a frame.
 *
 *   pose  that of the full frame */
static crok_camera with_pose(const crok_alignment *a, const level *l,
                             const crok_camera *pose)
{
    crok_camera out = l->camera;
    out.rot = pose->rot;
    out.t_mm = pose->t_mm;
    out.cx_px += (pose->cx_px - a->anchor.cx_px) / l->scale;
    out.cy_px += (pose->cy_px - a->anchor.cy_px) / l->scale;
    return out;
}

/* Sample the frame at n points. A point outside it gets NAN. */
static void sample(const level *l, const crok_camera *cam, const point *p,
                   int n, float *value)
{
    for (int i = 0; i < n; i++) {
        float v[3] = {NAN, NAN, NAN};
        crok_px at = crok_camera_project(
            cam, (crok_vec3){(double)p[i].x_mm, (double)p[i].y_mm, 0.0});
        (void)crok_image_sample(&l->image, at.x, at.y, v);
        value[i] = v[0];
    }
}

/* The light of a frame relative to that of the anchor: value = factor * (gain *
 * anchor + offset), with a factor for the middle of each row of tiles. */
typedef struct light {
    double gain, offset;
    double factor[MOST_BANDS];
} light;

/* Fit gain and offset by least squares over the points with |residual| < 3
 * sigma of the last fit (all if sigma is 0). */
static light fit_whole(const crok_alignment *a, const level *l, double sigma)
{
    light out = {.gain = 1.0, .offset = 0.0};
    double n = 0.0;
    double st = 0.0;
    double sv = 0.0;
    double stt = 0.0;
    double stv = 0.0;
    for (int i = 0; i < l->n; i++) {
        double t = (double)l->point[i].value;
        double v = (double)a->value[i];
        if (isnan(v) || (sigma > 0.0 && !(fabs(a->residual[i]) < 3.0 * sigma)))
            continue;
        n += 1.0;
        st += t;
        sv += v;
        stt += t * t;
        stv += t * v;
    }
    if (n * stt - st * st > 1e-6 && n > 2.0) {
        out.gain =
            fmin(fmax((n * stv - st * sv) / (n * stt - st * st), 0.25), 4.0);
        out.offset = (sv - out.gain * st) / n;
    }
    return out;
}

/* The median ratio of a row of tiles. */
static double band_factor(const crok_alignment *a, const level *l,
                          const light *whole, int band)
{
    int n = 0;
    for (int i = l->band[band]; i < l->band[band + 1]; i++) {
        double expected =
            whole->gain * (double)l->flat[i].value + whole->offset;
        if (expected > MIN_LIT && !isnan(a->flat[i]))
            a->sorted[n++] = (double)a->flat[i] / expected;
    }
    return n < MIN_BAND ? 1.0 : crok_quantile(a->sorted, n, 0.5);
}

/* The factor of a row of tiles; beyond the first and last, theirs. */
static double factor_of(const light *f, const level *l, int band)
{
    return f->factor[band < 0 ? 0 : band < l->n_bands ? band : l->n_bands - 1];
}

/* The factor of a row of pixels: the cubic through the middles of four rows of
 * tiles (Catmull and Rom), because the period of the flicker is only a few of
 * them. */
static double factor_at(const light *f, const level *l, double y_px)
{
    double at = fmin(fmax((y_px + 0.5) / TILE_PX - 0.5, 0.0), l->n_bands - 1.0);
    int k = (int)at;
    double t = at - k;
    double a = factor_of(f, l, k - 1);
    double b = factor_of(f, l, k);
    double c = factor_of(f, l, k + 1);
    double d = factor_of(f, l, k + 2);
    return b + 0.5 * t *
                   (c - a +
                    t * (2.0 * a - 5.0 * b + 4.0 * c - d +
                         t * (3.0 * (b - c) + d - a)));
}

/* Fit the light, and set the residuals to what remains of the differences. */
static void fit_light(const crok_alignment *a, const level *l, double sigma)
{
    light f = fit_whole(a, l, sigma);
    for (int k = 0; k < l->n_bands; k++)
        f.factor[k] = band_factor(a, l, &f, k);
    for (int i = 0; i < l->n; i++) {
        const point *p = &l->point[i];
        double v = (double)a->value[i] / factor_at(&f, l, (double)p->y_px);
        a->residual[i] = (v - f.offset) / f.gain - (double)p->value;
    }
}

/* The robust standard deviation of the residuals; NAN residuals are left out.
 */
static double robust_sigma(const crok_alignment *a, const level *l)
{
    int n = 0;
    for (int i = 0; i < l->n; i++)
        if (!isnan(a->residual[i]))
            a->sorted[n++] = fabs(a->residual[i]);
    return fmax(MIN_SIGMA, CROK_MAD_TO_SD * crok_quantile(a->sorted, n, 0.5));
}

/* Evaluate a pose: sets the residuals. Returns their robust standard deviation.
 */
static double evaluate(const crok_alignment *a, const level *l,
                       const crok_camera *pose)
{
    double sigma = 0.0;
    crok_camera cam = with_pose(a, l, pose);
    sample(l, &cam, l->point, l->n, a->value);
    sample(l, &cam, l->flat, l->n_flat, a->flat);
    fit_light(a, l, 0.0);
    sigma = robust_sigma(a, l);
    fit_light(a, l, sigma);
    return robust_sigma(a, l);
}

/* The mean of Tukey's cost of the residuals, 0..1. A point outside the picture
 * counts as an outlier. */
static double mean_cost(const crok_alignment *a, const level *l)
{
    double sum = 0.0;
    for (int i = 0; i < l->n; i++) {
        double u = a->residual[i] / (CROK_TUKEY_CUT * COST_SIGMA);
        double w = 1.0 - u * u;
        sum += !isnan(u) && w > 0.0 ? 1.0 - w * w * w : 1.0;
    }
    return l->n > 0 ? sum / l->n : 1.0;
}

/* Undo the step d, by which the anchor would look like the frame. With the
 * anchor's pose (R0, t0), the frame's pose (R, t) and the step (w, dt), the new
 * pose is the frame's after the inverse of the step:
 *
 *     R := R R0^T exp(-w) R0,  t := t - R R0^T exp(-w) dt.
 *
 * The principal point's step is taken back as it is: the roll between the two
 * is small. */
static void compose(const crok_alignment *a, const level *l,
                    const double d[UNKNOWNS], crok_camera *pose)
{
    const double *r = a->anchor.rot.m;
    crok_mat3 back = {{r[0], r[3], r[6], r[1], r[4], r[7], r[2], r[5], r[8]}};
    crok_mat3 turn = crok_mat3_rotation((crok_vec3){-d[0], -d[1], -d[2]});
    crok_mat3 to = crok_mat3_mul(&pose->rot, &back);
    crok_vec3 dt = {d[3], d[4], d[5]};
    crok_vec3 shift;
    to = crok_mat3_mul(&to, &turn);
    shift = crok_mat3_apply(&to, dt);
    pose->rot = crok_mat3_mul(&to, &a->anchor.rot);
    pose->t_mm = crok_vec3_add(pose->t_mm, crok_vec3_scale(shift, -1.0));
    pose->cx_px -= l->scale * d[UNKNOWN_CX];
    pose->cy_px -= l->scale * d[UNKNOWN_CX + 1];
}

/* Add the priors of the unknowns to the normal equations. */
static void add_priors(const crok_alignment *a, const level *l,
                       const crok_camera *pose, crok_lsq *q)
{
    static const double one = 1.0;
    double off[2] = {(pose->cx_px - a->anchor.cx_px) / l->scale,
                     (pose->cy_px - a->anchor.cy_px) / l->scale};
    double shift_px = SHIFT_FOCAL * l->camera.f_px;
    for (int k = 0; k < UNKNOWN_CX; k++) {
        double s =
            k < CROK_CAM_T ? STEP_ROTATION : STEP_TRANSLATION * a->distance_mm;
        crok_lsq_add(q, &k, &one, 1, 0.0, 1.0 / (s * s));
    }
    for (int k = 0; k < 2; k++) {
        int at = UNKNOWN_CX + k;
        crok_lsq_add(q, &at, &one, 1, -off[k], 1.0 / (shift_px * shift_px));
    }
}

/* One Gauss-Newton step from the present residuals. Returns its size: the shift
 * of the picture in px that it causes at most at the board's edge, estimated
 * from the step's components; negative if it cannot be computed. */
static double improve(const crok_alignment *a, const level *l, double sigma,
                      crok_camera *pose)
{
    static const int idx[UNKNOWNS] = {0, 1, 2, 3, 4, 5, 6, 7};
    CROK_SCRATCH(crok_lsq, q, 1);
    double d[CROK_LSQ_MAX];
    double px_mm = crok_camera_px_per_mm(&l->camera);
    crok_lsq_reset(q, UNKNOWNS);
    for (int i = 0; i < l->n; i++) {
        double jac[UNKNOWNS];
        double r = a->residual[i];
        double w = isnan(r) ? 0.0 : crok_tukey(r / sigma, CROK_TUKEY_CUT);
        if (w <= 0.0)
            continue;
        for (int k = 0; k < UNKNOWNS; k++)
            jac[k] = (double)l->point[i].jac[k];
        crok_lsq_add(q, idx, jac, UNKNOWNS, -r, w / (sigma * sigma));
    }
    add_priors(a, l, pose, q);
    if (!crok_lsq_step(q, 0.0, d))
        return -1.0;
    compose(a, l, d, pose);
    return px_mm * (a->line_mm * (fabs(d[0]) + fabs(d[1]) + fabs(d[2])) +
                    fabs(d[3]) + fabs(d[4]) + fabs(d[5])) +
           fabs(d[UNKNOWN_CX]) + fabs(d[UNKNOWN_CX + 1]);
}

static void align_level(const crok_alignment *a, const level *l,
                        crok_camera *pose)
{
    for (int i = 0; i < ITERATIONS; i++) {
        double sigma = evaluate(a, l, pose);
        double size = improve(a, l, sigma, pose);
        if (size < SMALL_STEP_PX)
            return;
    }
}

/* Set what of the anchor's structure is visible, from the residuals. */
static void measure_visible(const crok_alignment *a, const level *l,
                            crok_aligned *out)
{
    double sum[2] = {0.0, 0.0};
    double seen[2] = {0.0, 0.0};
    for (int i = 0; i < l->n; i++) {
        const point *p = &l->point[i];
        double weight[2] = {(double)(p->gradient * p->gradient),
                            (double)(p->turn * p->turn)};
        bool is_seen = fabs(a->residual[i]) <=
                       (double)(VISIBLE_LEVELS + VISIBLE_PX * p->gradient);
        for (int k = 0; k < 2; k++) {
            sum[k] += weight[k];
            seen[k] += is_seen ? weight[k] : 0.0;
        }
    }
    out->visible_frac = seen[0] / fmax(sum[0], 1e-9);
    out->turn_visible_frac = seen[1] / fmax(sum[1], 1e-9);
}

/* With h the eight elements of the matrix but the last, which is 1, and (x, y)
 * mapped to (u, v):
 *
 *     h0 x + h1 y + h2 - u (h6 x + h7 y) = u, and the same for v. */
crok_plane_map crok_plane_map_of(const crok_camera *from, const crok_camera *to,
                                 double radius_mm)
{
    enum { CIRCLES = 3, ANGLES = 16, ELEMENTS = 8 };
    static const int idx[ELEMENTS] = {0, 1, 2, 3, 4, 5, 6, 7};
    CROK_SCRATCH(crok_lsq, q, 1);
    crok_plane_map out = {{{1, 0, 0, 0, 1, 0, 0, 0, 1}}, 0.0};
    double h[CROK_LSQ_MAX];
    crok_lsq_reset(q, ELEMENTS);
    for (int i = 0; i < CIRCLES * ANGLES; i++) {
        double r = radius_mm * (1 + i / ANGLES) / CIRCLES;
        double angle = 2.0 * CROK_PI * (i % ANGLES) / ANGLES;
        crok_vec3 at = {r * cos(angle), r * sin(angle), 0.0};
        crok_px p = crok_camera_project(from, at);
        crok_px u = crok_camera_project(to, at);
        double x[ELEMENTS] = {p.x, p.y, 1, 0, 0, 0, -u.x * p.x, -u.x * p.y};
        double y[ELEMENTS] = {0, 0, 0, p.x, p.y, 1, -u.y * p.x, -u.y * p.y};
        out.moved_px = fmax(out.moved_px, hypot(u.x - p.x, u.y - p.y));
        crok_lsq_add(q, idx, x, ELEMENTS, -u.x, 1.0);
        crok_lsq_add(q, idx, y, ELEMENTS, -u.y, 1.0);
    }
    if (crok_lsq_step(q, 0.0, h))
        memcpy(out.map.m, h, ELEMENTS * sizeof *h);
    return out;
}

/* Set the map from the anchor to the frame, and how far the board has moved. */
static void map_frame(const crok_alignment *a, crok_aligned *out)
{
    const level *l = &a->level[0];
    crok_camera now = with_pose(a, l, &out->camera);
    crok_plane_map map = crok_plane_map_of(&l->camera, &now, a->line_mm);
    out->to_frame = map.map;
    out->moved_px = map.moved_px;
}

/* Register the reduced pictures, the smallest first. */
static void align_coarse(crok_alignment *a, const crok_image *luma,
                         crok_camera *pose)
{
    make_pictures(a, luma, LEVELS);
    for (int k = LEVELS - 1; k > 0; k--)
        align_level(a, &a->level[k], pose);
}

/* The mean cost of the residuals at a pose. */
static double cost_at(const crok_alignment *a, const crok_camera *pose)
{
    (void)evaluate(a, &a->level[0], pose);
    return mean_cost(a, &a->level[0]);
}

crok_aligned crok_alignment_measure(crok_alignment *a, const crok_image *luma)
{
    const level *l = &a->level[0];
    crok_aligned out = a->last;
    double was = 0.0;
    double now = 0.0;
    CROK_ASSERT(luma->w_px == l->w_px && luma->h_px == l->h_px);
    make_pictures(a, luma, 1);
    was = cost_at(a, &out.camera);
    align_level(a, l, &out.camera);
    now = cost_at(a, &out.camera);
    measure_visible(a, l, &out);
    if (out.visible_frac < CROK_ALIGNED_VISIBLE) {
        out.camera = a->last.camera;
        align_coarse(a, luma, &out.camera);
        align_level(a, l, &out.camera);
        now = cost_at(a, &out.camera);
        measure_visible(a, l, &out);
    }
    out.is_found = out.visible_frac >= CROK_ALIGNED_VISIBLE;
    if (out.is_found && now < MUST_GAIN * was)
        map_frame(a, &out);
    else
        out.camera = a->last.camera;
    a->last = out;
    return out;
}

const crok_aligned *crok_alignment_last(const crok_alignment *a)
{
    return &a->last;
}
