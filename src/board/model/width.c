/* SPDX-License-Identifier: Apache-2.0 */
#include "board/model/width.h"

#include <math.h>
#include <stddef.h>

/* The blur that is assumed if the picture shows no edge: standard deviation of
 * a Gaussian in px. It includes the colour filter and JPEG, and is the blur of
 * sharp edges in photos. Chosen by hand: with a smaller value lines are
 * measured too wide, with a larger one too thin. */
#define BLUR_PX 0.70
/* Prior of the width, as a fraction of the outer line's radius (300 mm in these
 * examples). Its mode WIDTH_PRIOR is 1.7 mm. Above the mode it is Gaussian,
 * with a standard deviation WIDTH_SPREAD of 0.6 mm. Below it the logarithm of
 * the width is Gaussian, with a standard deviation of WIDTH_LOG_SPREAD: 1 sd is
 * a factor of exp(-0.35) = 0.70. The lines of all boards seen are 1.2 to 3.8 mm
 * wide. */
#define WIDTH_PRIOR 0.0057
#define WIDTH_SPREAD 0.0020
#define WIDTH_LOG_SPREAD 0.35
/* The widths that are tried, as multiples of WIDTH_PRIOR: 0.15 to 3.125. */
#define N_WIDTHS 120
#define WIDTH_FIRST 0.15
#define WIDTH_STEP 0.025
/* The fit uses the cross-section up to this distance from the line's middle on
 * both sides, px. It covers the line, its blur and some of the board. Chosen by
 * hand. */
#define WINDOW_PX 5.0
/* Uncertainty of the width that cross-sections do not show (sharpening, halos,
 * fading paint), 1 sd in px. FLOOR_PX is for a measured edge, FLOOR_PX_ASSUMED
 * for an assumed one; both are the scatter on rendered pictures. With smaller
 * values, calls of discs beside a line claim more certainty than they have. */
#define FLOOR_PX 0.22
#define FLOOR_PX_ASSUMED 0.45
/* Error of the model of a cross-section, 1 sd per bin, as a fraction of the
 * line's height. SHAPE_SIGMA is for a measured edge, SHAPE_SIGMA_ASSUMED for an
 * assumed one. Chosen by hand: they set the weight of the fit against the
 * prior. */
#define SHAPE_SIGMA 0.010
#define SHAPE_SIGMA_ASSUMED 0.05
/* A line thinner than this, px, shows little more than the blur. If w, the
 * typical width WIDTH_PRIOR in px, is below it, the sigma of the shape is
 * multiplied by (THIN_PX / w)^2. Without that, a line of 1.7 mm was measured as
 * 0.27 mm at 0.67 px per mm. */
#define THIN_PX 2.0
/* The camera's tone curve, or a saturated sensor, may flatten the crest of a
 * line brighter than BRIGHT_LINE on a board brighter than BRIGHT_BOARD
 * (luminance, 0 to 1). With a measured edge, the width of such lines was too
 * large by 0.58 mm rms on eight rendered pictures. With the assumed edge the
 * error is 0.37 mm rms, and sigma covers it. */
#define BRIGHT_LINE 0.75
#define BRIGHT_BOARD 0.22

/* The edge spread function at d_px, linearly interpolated between bins. It is 1
 * before the first bin and 0 after the last one. */
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

/* Fit a line of width w_px to a cross-section by linear least squares,
 *
 *         mean(d) = x0 line(d) + x1 + x2 d,
 *
 * with the height x0 and the level x1 and slope x2 of the background. Returns
 * the mean squared residual per bin, divided by the square of the line's
 * height, or 1.0 if the fit fails or x0 is not positive. */
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
    /* the height of the blurred line is x0 line(0) = x0 (1 - 2 ESF(w / 2)),
     * which is less than x0 */
    return crok_lsq_left(&q, x) /
           ((2 * reach + 1) *
            pow(x[0] * (1.0 - 2.0 * spread_at(e, 0.5 * w_px)), 2.0));
}

/* The image scale of the first line that was seen. If no line was seen, a scale
 * at which the outer line's radius is 300 px. */
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

/* Is the crest of any line possibly flattened? A measured edge spread function
 * does not describe such a line. */
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
        double w = WIDTH_PRIOR * (WIDTH_FIRST + WIDTH_STEP * i);
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
        double w = WIDTH_PRIOR * (WIDTH_FIRST + WIDTH_STEP * i);
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
