/* SPDX-License-Identifier: Apache-2.0 */
#include "board/model/width.h"

#include <math.h>
#include <stddef.h>

/* A camera's blur after the sensor's colour filter and JPEG, sd in px, where no
 * edge shows it: what sharp edges in photos have. */
#define BLUR_PX 0.70
/* Widths of lines as parts of the outer radius: 1.7 mm + 0.6 of 300, or less by
 * a third: lines of all boards seen are 1.2 to 3.8 mm. */
#define WIDTH_PRIOR 0.0057
#define WIDTH_SPREAD 0.0020
#define WIDTH_LOG_SPREAD 0.35
/* Widths tried, in parts of the prior's. */
#define N_WIDTHS 120
#define WIDTH_STEP 0.025
/* The part of a section that is compared, px to either side. */
#define WINDOW_PX 5.0
/* What sections do not tell (sharpening, halos, paint that fades): 1 sd on
 * rendered pictures, px; and where the blur was assumed. */
#define FLOOR_PX 0.22
#define FLOOR_PX_ASSUMED 0.45
/* How well a shape is ever known, as a part of its height: with an edge's
 * spread of the picture's own, and with an assumed one. */
#define SHAPE_SIGMA 0.010
#define SHAPE_SIGMA_ASSUMED 0.05
/* Of a line thinner than this, px, hardly more is seen than the blur: its shape
 * then tells the less, as the square. */
#define THIN_PX 2.0
/* A line this bright on a board no darker than that (luminance, 0 to 1) may be
 * flattened at its crest by the camera's tone curve or the sensor's end. It
 * then looks wider than any edge of the picture tells: 0.6 mm rms on rendered
 * ones. */
#define BRIGHT_LINE 0.75
#define BRIGHT_BOARD 0.22

/* The spread at distance d, between bins linearly; 1 and 0 beyond the ends. */
static double spread_at(const crok_edge_spread *e, double d_px)
{
    double x = d_px / CROK_SECTION_BIN_PX + CROK_SECTION_HALF;
    int i = (int)floor(x);
    double t = x - i;
    if (i < 0)
        return 1.0;
    if (i + 1 >= CROK_SECTION_BINS)
        return 0.0;
    return (1.0 - t) * (double)e->mean[i] + t * (double)e->mean[i + 1];
}

/* The squared error per bin of the best line of this width, relative to its
 * height: height, level and slope are free. */
static double misfit(const crok_section *s, const crok_edge_spread *e,
                     double w_px)
{
    const int reach = (int)(WINDOW_PX / CROK_SECTION_BIN_PX);
    int idx[3] = {0, 1, 2};
    double x[CROK_LSQ_MAX];
    crok_lsq q;
    crok_lsq_reset(&q, 3);
    for (int i = -reach; i <= reach; i++) {
        double d = i * CROK_SECTION_BIN_PX;
        double line =
            spread_at(e, d - 0.5 * w_px) - spread_at(e, d + 0.5 * w_px);
        double jac[3] = {line, 1.0, d};
        crok_lsq_add(&q, idx, jac, 3, -(double)s->mean[i + CROK_SECTION_HALF],
                     1.0);
    }
    if (!crok_lsq_step(&q, 0.0, x) || x[0] <= 0.0)
        return 1.0;
    /* the height of the line as it is seen, not of a box of that width */
    return crok_lsq_left(&q, x) /
           ((2 * reach + 1) *
            pow(x[0] * (1.0 - 2.0 * spread_at(e, 0.5 * w_px)), 2.0));
}

/* Of a line that was seen; about one for a millimetre where none was. */
static double px_per_unit(const crok_section *s, int n, double outer)
{
    for (int k = 0; k < n; k++)
        if (s[k].seen)
            return s[k].px_per_unit;
    return 300.0 / outer;
}

double crok_edge_spread_typical(double d_px)
{
    return 0.5 * erfc(d_px / (BLUR_PX * sqrt(2.0)));
}

static crok_edge_spread assumed_edge(void)
{
    crok_edge_spread e = {.weight = 0.0};
    for (int i = 0; i < CROK_SECTION_BINS; i++) {
        double d = (i - CROK_SECTION_HALF) * CROK_SECTION_BIN_PX;
        e.mean[i] = (float)crok_edge_spread_typical(d);
    }
    return e;
}

/* May a section's crest be flattened: does an edge's spread not hold for it? */
static bool is_flattened(const crok_section *s, int n)
{
    for (int k = 0; k < n; k++)
        if (s[k].seen && (double)s[k].mean[CROK_SECTION_HALF] > BRIGHT_LINE &&
            (double)s[k].mean[CROK_SECTION_BESIDE] > BRIGHT_BOARD)
            return true;
    return false;
}

crok_line_width crok_line_width_estimate(const crok_section *s, int n,
                                         const crok_edge_spread *edge,
                                         double outer)
{
    bool own = edge != NULL && edge->weight > 0.0 && !is_flattened(s, n);
    crok_edge_spread e = own ? *edge : assumed_edge();
    double thin = THIN_PX / (WIDTH_PRIOR * outer * px_per_unit(s, n, outer));
    double sigma =
        (own ? SHAPE_SIGMA : SHAPE_SIGMA_ASSUMED) * fmax(1.0, thin * thin);
    double sum = 0.0;
    double sum_w = 0.0;
    double sum_ww = 0.0;
    double error[N_WIDTHS];
    double least = HUGE_VAL;
    double floor = 0.0;
    for (int i = 0; i < N_WIDTHS; i++) {
        double w = WIDTH_PRIOR * (0.15 + WIDTH_STEP * i);
        double p = w > WIDTH_PRIOR ? (w - WIDTH_PRIOR) / WIDTH_SPREAD
                                   : log(w / WIDTH_PRIOR) / WIDTH_LOG_SPREAD;
        error[i] = p * p;
        for (int k = 0; k < n; k++)
            if (s[k].seen)
                error[i] += misfit(&s[k], &e, w * outer * s[k].px_per_unit) /
                            (sigma * sigma);
        least = fmin(least, error[i]);
    }
    for (int i = 0; i < N_WIDTHS; i++) {
        double w = WIDTH_PRIOR * (0.15 + WIDTH_STEP * i);
        double like = exp(-0.5 * (error[i] - least));
        sum += like;
        sum_w += like * w;
        sum_ww += like * w * w;
    }
    floor = (own ? FLOOR_PX : FLOOR_PX_ASSUMED) / px_per_unit(s, n, outer);
    return (crok_line_width){
        .width = outer * sum_w / sum,
        .width_sigma = hypot(
            floor, outer * sqrt(fmax(sum_ww / sum - sum_w * sum_w / (sum * sum),
                                     0.0)))};
}
