/* SPDX-License-Identifier: Apache-2.0 */
#include "board/width.h"

#include <math.h>
#include <stddef.h>

/* The cross-section is collected in bins of a quarter pixel, up to 7 px to
 * either side. */
#define BIN_PX 0.25
#define HALF_BINS 28
#define N_BINS (2 * HALF_BINS + 1)
/* A camera's blur after the sensor's colour filter and JPEG, sd in px, and how
 * much it varies: what single pixels of sharp edges in photos show. */
#define BLUR_PX 0.65
#define BLUR_SPREAD_PX 0.20
/* Widths of lines as parts of the outer radius: 1.7 mm +- 0.6 of 300. */
#define WIDTH_PRIOR 0.0057
#define WIDTH_SPREAD 0.0025

typedef struct section {
    double mean[N_BINS]; /* along the line's colour, grey levels */
    double weight[N_BINS];
    double px_per_unit; /* radially, at the line */
} section;

/* Adds the profile at one angle, centred on the line's own place. */
static void add_profile(const crok_image *img, const crok_trace *t,
                        const crok_trace_at *at, crok_px outward, section *s)
{
    for (int i = -HALF_BINS; i <= HALF_BINS; i++) {
        float v[3];
        double d = i * BIN_PX;
        if (!crok_image_sample(img, at->at.x + d * outward.x,
                               at->at.y + d * outward.y, v))
            return;
        s->mean[i + HALF_BINS] +=
            (double)(v[0] * t->colour[0] + v[1] * t->colour[1] +
                     v[2] * t->colour[2]);
        s->weight[i + HALF_BINS] += 1.0;
    }
}

static bool cross_section(const crok_image *img, const crok_lines *l, int line,
                          section *s)
{
    const crok_trace *t = &l->trace[line];
    const crok_camera *cam = &l->fit.cam;
    double r = l->fit.radius[line];
    double scale = 0.0;
    int n = 0;
    *s = (section){.px_per_unit = 0.0};
    for (int i = 0; i < CROK_TRACE_ANGLES; i++) {
        double c = cos((double)t->at[i].angle_rad);
        double sn = sin((double)t->at[i].angle_rad);
        crok_px a = crok_camera_project(cam, (crok_vec3){r * c, r * sn, 0});
        crok_px b = crok_camera_project(
            cam, (crok_vec3){1.01 * r * c, 1.01 * r * sn, 0});
        double len = hypot(b.x - a.x, b.y - a.y);
        /* an ordinary stretch only: no peg, disc or numeral beside it */
        if (!t->at[i].seen || t->at[i].height > 1.3F * t->height ||
            t->at[i].height < 0.7F * t->height)
            continue;
        add_profile(img, t, &t->at[i],
                    (crok_px){(b.x - a.x) / len, (b.y - a.y) / len}, s);
        scale += len / (0.01 * r);
        n++;
    }
    if (n < CROK_TRACE_ANGLES / 8)
        return false;
    s->px_per_unit = scale / n;
    for (int i = 0; i < N_BINS; i++)
        s->mean[i] /= fmax(s->weight[i], 1.0);
    return true;
}

/* A box of width w blurred by s, at distance d: the difference of two normal
 * distribution functions. */
static double blurred_box(double d, double w, double s)
{
    double k = 1.0 / (s * sqrt(2.0));
    return 0.5 * (erf((d + 0.5 * w) * k) - erf((d - 0.5 * w) * k));
}

/* The best height, level and slope for a shape of this width and blur, and the
 * squared error that they leave per bin, relative to the height. */
static double misfit(const section *s, double w_px, double blur_px)
{
    crok_lsq q;
    double x[CROK_LSQ_MAX];
    int idx[3] = {0, 1, 2};
    int reach = (int)((1.2 * w_px + 2.5) / BIN_PX);
    int n = 0;
    double left = 0.0;
    reach = reach < HALF_BINS ? reach : HALF_BINS;
    crok_lsq_reset(&q, 3);
    for (int i = -reach; i <= reach; i++) {
        double jac[3] = {blurred_box(i * BIN_PX, w_px, blur_px), 1.0,
                         i * BIN_PX};
        crok_lsq_add(&q, idx, jac, 3, -s->mean[i + HALF_BINS], 1.0);
        n++;
    }
    if (!crok_lsq_step(&q, 0.0, x) || x[0] <= 0.0)
        return 1.0;
    /* cost + g . x is what is left after the best step */
    left = q.cost + q.g[0] * x[0] + q.g[1] * x[1] + q.g[2] * x[2];
    return fmax(left, 0.0) / (n * x[0] * x[0]);
}

/* Squared misfit at which a shape is one standard deviation off: cross-
 * sections are never better known than to 2 % of their height. */
#define SHAPE_VARIANCE (0.02 * 0.02)

crok_line_width crok_width_measure(const crok_image *img,
                                   const crok_lines *lines)
{
    section s[CROK_N_LINES];
    crok_line_width out = {WIDTH_PRIOR, WIDTH_SPREAD, BLUR_PX};
    double sum = 0.0;
    double sum_w = 0.0;
    double sum_ww = 0.0;
    double sum_b = 0.0;
    int n = 0;
    for (int k = 0; k < CROK_N_LINES; k++)
        if (cross_section(img, lines, k, &s[n]))
            n++;
    if (n == 0)
        return out;
    for (int i = 0; i < 40; i++) {
        double w = WIDTH_PRIOR * (0.2 + 0.06 * i);
        for (int j = 0; j < 18; j++) {
            double b = 0.3 + 0.06 * j;
            double pw = (w - WIDTH_PRIOR) / WIDTH_SPREAD;
            double pb = (b - BLUR_PX) / BLUR_SPREAD_PX;
            double e = pw * pw + pb * pb;
            double like = 0.0;
            for (int k = 0; k < n; k++)
                e += misfit(&s[k], w * s[k].px_per_unit, b) / SHAPE_VARIANCE;
            like = exp(-0.5 * fmin(e, 600.0));
            sum += like;
            sum_w += like * w;
            sum_ww += like * w * w;
            sum_b += like * b;
        }
    }
    if (sum < 1e-200)
        return out;
    out.width = sum_w / sum;
    out.width_sigma = sqrt(fmax(sum_ww / sum - out.width * out.width, 0.0));
    out.blur_px = sum_b / sum;
    return out;
}
