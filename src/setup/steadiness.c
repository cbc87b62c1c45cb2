/* SPDX-License-Identifier: Apache-2.0 */
#include "setup/steadiness.h"

#include <math.h>
#include <string.h>

#include "shots/engine.h"
#include "shots/motion.h"

/* The points of the grid: on RINGS rings, or in rows of the picture. */
enum { RINGS = 10, ANGLES = 24, TILE_PX = 12 };
_Static_assert(RINGS *ANGLES == CROK_STEADY_POINTS, "one value a point");
/* The levels' range leaves out this part on each side. */
#define TAIL 0.05
/* A picture is a repetition if at most this part of its pixels differs from the
 * picture before. Chosen by hand: noise changes a tenth of them and more, and
 * in a film that was compressed hard a few single blocks. */
#define SAME_PART 0.002
/* Mean of |x - y| of two normal values of standard deviation 1. */
#define MEAN_DIFFERENCE (2.0 / sqrt(CROK_PI))

void crok_steadiness_free(crok_steadiness *s)
{
    crok_image_free(&s->before);
    *s = (crok_steadiness){.n = 0};
}

/* Point i of the grid, in px of a picture that is reduced by `reduce`. */
static crok_px grid_point(int i, const crok_image *img, const crok_camera *cam,
                          double outer_mm, double reduce)
{
    double ring = (i / ANGLES + 0.5) / RINGS;
    double turn = (double)(i % ANGLES) / ANGLES;
    double a = 2.0 * CROK_PI * turn;
    crok_px p = {turn * img->w_px, ring * img->h_px};
    if (cam != NULL) {
        double r = ring * outer_mm;
        p = crok_camera_project(cam, (crok_vec3){r * cos(a), r * sin(a), 0.0});
        p.x = (p.x + 0.5) / reduce - 0.5;
        p.y = (p.y + 0.5) / reduce - 0.5;
    }
    return p;
}

/* ---- pictures of a second ---- */

static bool is_repeated(const crok_image *a, const crok_image *b)
{
    int n = 0;
    if (a->data == NULL || a->w_px != b->w_px || a->h_px != b->h_px)
        return false;
    for (int y = 0; y < a->h_px; y++) {
        const uint8_t *p = crok_image_row(a, y);
        const uint8_t *q = crok_image_row(b, y);
        for (int x = 0; x < a->w_px; x++)
            n += p[x] != q[x];
    }
    return n <= SAME_PART * a->w_px * a->h_px;
}

/* Read the luma at the points; < 0 where a point is outside the picture. */
static void read_points(const crok_image *small, const crok_camera *cam,
                        double outer_mm, float out[CROK_STEADY_POINTS])
{
    for (int i = 0; i < CROK_STEADY_POINTS; i++) {
        crok_px p = grid_point(i, small, cam, outer_mm, CROK_ENGINE_LUMA);
        float v[3];
        out[i] = crok_image_sample(small, p.x, p.y, v) ? v[0] : -1.0F;
    }
}

static void set_reference(crok_steadiness *s,
                          const float luma[CROK_STEADY_POINTS])
{
    float sum = 0.0F;
    int n = 0;
    memcpy(s->reference, luma, sizeof s->reference);
    for (int i = 0; i < CROK_STEADY_POINTS; i++) {
        sum += luma[i] >= 0.0F ? luma[i] : 0.0F;
        n += luma[i] >= 0.0F;
    }
    s->mean_luma = n > 0 ? sum / (float)n : 0.0F;
    s->has_reference = true;
}

/* The median ratio to the reference. */
static void add_level(crok_steadiness *s, const float luma[CROK_STEADY_POINTS])
{
    double ratio[CROK_STEADY_POINTS];
    int n = 0;
    for (int i = 0; i < CROK_STEADY_POINTS; i++)
        if (luma[i] >= 0.0F && s->reference[i] >= 1.0F)
            ratio[n++] = (double)luma[i] / (double)s->reference[i];
    if (n > 0 && s->n_levels < CROK_STEADY_PICTURES)
        s->level[s->n_levels++] = crok_quantile(ratio, n, 0.5);
}

static void add_marks(crok_steadiness *s, const crok_aligned *aligned,
                      double outer_mm)
{
    bool is_first = s->n_aligned == s->n_unfollowed;
    s->n_aligned++;
    if (!aligned->is_found) {
        s->n_unfollowed++;
        return;
    }
    for (int k = 0; k < CROK_STEADY_MARKS; k++) {
        double a = 2.0 * CROK_PI * k / CROK_STEADY_MARKS;
        crok_px p = crok_camera_project(
            &aligned->camera,
            (crok_vec3){outer_mm * cos(a), outer_mm * sin(a), 0.0});
        crok_px lo = is_first ? p : s->lo[k];
        crok_px hi = is_first ? p : s->hi[k];
        s->lo[k] = (crok_px){fmin(lo.x, p.x), fmin(lo.y, p.y)};
        s->hi[k] = (crok_px){fmax(hi.x, p.x), fmax(hi.y, p.y)};
    }
}

crok_status crok_steadiness_add(crok_steadiness *s, const crok_image *small,
                                const crok_aligned *aligned, double outer_mm,
                                int n_missed, crok_err *err)
{
    float luma[CROK_STEADY_POINTS];
    bool has_place = aligned != NULL && aligned->is_found;
    s->n++;
    s->n_missed += n_missed;
    s->n_repeated += is_repeated(&s->before, small);
    read_points(small, has_place ? &aligned->camera : NULL, outer_mm, luma);
    if (!s->has_reference)
        set_reference(s, luma);
    add_level(s, luma);
    if (aligned != NULL)
        add_marks(s, aligned, outer_mm);
    return crok_image_copy(small, &s->before, err);
}

/* ---- a second ---- */

static void report_levels(crok_steadiness *s, crok_setup *out)
{
    double middle = 0.0;
    int n_jumped = 0;
    if (s->n_levels == 0)
        return;
    middle = crok_quantile(s->level, s->n_levels, 0.5);
    for (int i = 0; i < s->n_levels; i++)
        n_jumped += fabs(s->level[i] - middle) * (double)s->mean_luma >
                    CROK_MOTION_MIN_CHANGE;
    out->jumped_frac = (double)n_jumped / s->n_levels;
    out->flicker_frac = crok_quantile(s->level, s->n_levels, 1.0 - TAIL) -
                        crok_quantile(s->level, s->n_levels, TAIL);
}

static void report_marks(const crok_steadiness *s, crok_setup *out)
{
    out->sway_px = NAN;
    if (s->n_aligned == 0)
        return;
    out->unfollowed_frac = (double)s->n_unfollowed / s->n_aligned;
    if (s->n_unfollowed == s->n_aligned)
        return;
    out->sway_px = 0.0;
    for (int k = 0; k < CROK_STEADY_MARKS; k++)
        out->sway_px = fmax(out->sway_px, hypot(s->hi[k].x - s->lo[k].x,
                                                s->hi[k].y - s->lo[k].y));
}

void crok_steadiness_report(crok_steadiness *s, double span_s, crok_setup *out)
{
    crok_image before = s->before;
    out->n_frames = s->n;
    out->fps = NAN;
    out->repeated_frac = s->n > 0 ? (double)s->n_repeated / s->n : 0.0;
    if (span_s > 0.0)
        out->fps = (s->n + s->n_missed - (s->has_opened ? 0 : 1)) / span_s;
    report_levels(s, out);
    report_marks(s, out);
    *s = (crok_steadiness){.before = before, .has_opened = true};
}

/* ---- full pictures ---- */

double crok_picture_level(const crok_image *rgb)
{
    double sum = 0.0;
    for (int i = 0; i < CROK_STEADY_POINTS; i++) {
        crok_px p = grid_point(i, rgb, NULL, 0.0, 1.0);
        float v[3] = {0.0F, 0.0F, 0.0F};
        if (crok_image_sample(rgb, p.x, p.y, v))
            sum += (double)crok_luma(v);
    }
    return sum / CROK_STEADY_POINTS;
}

static float luma_at(const crok_image *rgb, int x, int y)
{
    const uint8_t *p = crok_image_row(rgb, y) + 3 * (size_t)x;
    float v[3] = {p[0], p[1], p[2]};
    return crok_luma(v);
}

/* The mean absolute difference in the tile about p; < 0: it is not inside. */
static float tile_difference(const crok_image *a, const crok_image *b,
                             crok_px p)
{
    float d[TILE_PX * TILE_PX];
    float mean = 0.0F;
    float sum = 0.0F;
    int x0 = 0;
    int y0 = 0;
    if (!(p.x >= TILE_PX && p.y >= TILE_PX && p.x < a->w_px - TILE_PX &&
          p.y < a->h_px - TILE_PX))
        return -1.0F;
    x0 = (int)p.x - TILE_PX / 2;
    y0 = (int)p.y - TILE_PX / 2;
    for (int i = 0; i < TILE_PX * TILE_PX; i++) {
        int x = x0 + i % TILE_PX;
        int y = y0 + i / TILE_PX;
        d[i] = luma_at(b, x, y) - luma_at(a, x, y);
        mean += d[i] / (TILE_PX * TILE_PX);
    }
    for (int i = 0; i < TILE_PX * TILE_PX; i++)
        sum += fabsf(d[i] - mean);
    return sum / (TILE_PX * TILE_PX);
}

double crok_picture_noise(const crok_image *before, const crok_image *now,
                          const crok_camera *cam, double outer_mm)
{
    double difference[CROK_STEADY_POINTS];
    int n = 0;
    if (before->w_px != now->w_px || before->h_px != now->h_px)
        return NAN;
    for (int i = 0; i < CROK_STEADY_POINTS; i++) {
        crok_px p = grid_point(i, now, cam, outer_mm, 1.0);
        float d = tile_difference(before, now, p);
        if (d >= 0.0F)
            difference[n++] = (double)d;
    }
    if (n == 0)
        return NAN;
    return crok_quantile(difference, n, 0.5) / MEAN_DIFFERENCE;
}
