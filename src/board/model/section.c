/* SPDX-License-Identifier: Apache-2.0 */
#include "board/model/section.h"

#include <math.h>

#include "core/linalg.h"

/* The luminance of a value v of the picture is v^DISPLAY_POWER (crok_luminance
 * in core/image.h). */
#define DISPLAY_POWER 2.2
/* Reach of the edge spread function's negative part, px: t^2 = s^2 +
 * SHARPEN_PX^2. The sharpening of cameras and of a reduced decode reaches about
 * a pixel. Chosen by hand. */
#define SHARPEN_PX 1.0
/* The value of the picture at which the tone curve is steepest, a little below
 * middle grey, as in usual cameras. Chosen by hand. */
#define CURVE_MIDDLE 0.45
/* The light that is mixed is value^MIX_POWER. The lens mixes light (the power
 * would be 2.2), while demosaicing, reducing and interpolation mix values of
 * the picture (1); their parts of the blur are about the same. On 24 rendered
 * pictures the widths had the least error with 1.8 (rms 0.18 mm; 0.22 with 1.4,
 * 0.21 with 2.2). */
#define MIX_POWER 1.8
/* A smaller value would make the derivative of MIX_POWER infinite. */
#define LEAST_VALUE 1e-3
/* The residuals are taken at every STRIDEth bin. */
#define STRIDE 2
#define FIRST (CROK_SECTION_HALF - STRIDE * (CROK_SECTION_RESIDUALS - 1) / 2)

/* The light that makes a value of the picture, and how much the value changes
 * with it. */
typedef struct light {
    double at, value_per_light;
} light;

double crok_section_value(double luminance)
{
    return pow(luminance, 1.0 / DISPLAY_POWER);
}

static double logistic(double x)
{
    return 1.0 / (1.0 + exp(-x));
}

/* Inverts the tone curve
 *
 *         v = (g(u) - g(0)) / (g(1) - g(0)),  g(u) = logistic(k (u - MIDDLE)),
 *
 * and returns the light u^MIX_POWER. */
static light light_of(double value, double contrast)
{
    double low = logistic(-contrast * CURVE_MIDDLE);
    double span = logistic(contrast * (1.0 - CURVE_MIDDLE)) - low;
    double g = fmin(low + value * span, 1.0 - 1e-6);
    double u = fmax(CURVE_MIDDLE - log(1.0 / g - 1.0) / contrast, LEAST_VALUE);
    double at = pow(u, MIX_POWER);
    return (light){at, contrast * g * (1.0 - g) / span * u / (MIX_POWER * at)};
}

/* E(d), and its negative derivative. */
typedef struct spread {
    double step, peak;
} spread;

static spread spread_at(const crok_optics *o, double d_px)
{
    double wide = hypot(o->blur_px, SHARPEN_PX);
    double x = d_px / o->blur_px;
    double y = d_px / wide;
    double a = o->sharpening;
    return (spread){
        0.5 * ((1.0 + a) * erfc(x * sqrt(0.5)) - a * erfc(y * sqrt(0.5))),
        ((1.0 + a) * exp(-0.5 * x * x) / o->blur_px -
         a * exp(-0.5 * y * y) / wide) /
            sqrt(2.0 * CROK_PI)};
}

#define MAX_TERMS 5

/* The terms of the model at distance d_px: the light is the sum of the terms,
 * each with a factor. Returns their number. The last one is the derivative by
 * the displacement. */
typedef int (*terms_at)(const crok_optics *o, double width_px, double d_px,
                        double term[MAX_TERMS]);

static int line_terms(const crok_optics *o, double width_px, double d_px,
                      double term[MAX_TERMS])
{
    spread in = spread_at(o, d_px + 0.5 * width_px);
    spread out = spread_at(o, d_px - 0.5 * width_px);
    term[0] = in.step;
    term[1] = out.step - in.step;
    term[2] = 1.0 - out.step;
    term[3] = d_px;
    term[4] = out.peak - in.peak;
    return 5;
}

static int edge_terms(const crok_optics *o, double width_px, double d_px,
                      double term[MAX_TERMS])
{
    spread e = spread_at(o, d_px);
    (void)width_px;
    term[0] = e.step;
    term[1] = 1.0 - e.step;
    term[2] = e.peak;
    return 3;
}

/* Linear least squares for the factors of the terms. `sigma` is 1 sd of a
 * value. Residuals are differences of values: those of light, times the value
 * that a unit of light makes there. */
static void fit_terms(const float mean[CROK_SECTION_BINS], const crok_optics *o,
                      terms_at terms, double width_px, double sigma,
                      double out[CROK_SECTION_RESIDUALS])
{
    static const int idx[MAX_TERMS] = {0, 1, 2, 3, 4};
    double row[CROK_SECTION_RESIDUALS][MAX_TERMS];
    double x[CROK_LSQ_MAX];
    crok_lsq q;
    int n = 0;
    for (int i = 0; i < CROK_SECTION_RESIDUALS; i++) {
        int bin = FIRST + STRIDE * i;
        double d = (bin - CROK_SECTION_HALF) * CROK_SECTION_BIN_PX;
        light l = light_of((double)mean[bin], o->contrast);
        double scale = l.value_per_light / sigma;
        n = terms(o, width_px, d, row[i]);
        if (i == 0)
            crok_lsq_reset(&q, n);
        for (int k = 0; k < n; k++)
            row[i][k] *= scale;
        out[i] = -scale * l.at;
        crok_lsq_add(&q, idx, row[i], n, out[i], 1.0);
    }
    if (!crok_lsq_step(&q, 0.0, x)) {
        for (int i = 0; i < CROK_SECTION_RESIDUALS; i++)
            out[i] = 1.0 / sigma;
        return;
    }
    for (int i = 0; i < CROK_SECTION_RESIDUALS; i++)
        for (int k = 0; k < n; k++)
            out[i] += row[i][k] * x[k];
}

void crok_section_fit_line(const crok_section *s, const crok_optics *optics,
                           double width_px, double sigma,
                           double out[CROK_SECTION_RESIDUALS])
{
    const float *m = s->mean;
    double beside =
        0.5 * (double)(m[CROK_SECTION_BESIDE] +
                       m[CROK_SECTION_BINS - 1 - CROK_SECTION_BESIDE]);
    double height = fabs((double)m[CROK_SECTION_HALF] - beside);
    fit_terms(m, optics, line_terms, width_px, sigma * fmax(height, 1e-6), out);
}

void crok_section_fit_edge(const crok_edge_section *s,
                           const crok_optics *optics, double sigma,
                           double out[CROK_SECTION_RESIDUALS])
{
    const float *m = s->mean;
    double height =
        fabs((double)(m[CROK_SECTION_BESIDE] -
                      m[CROK_SECTION_BINS - 1 - CROK_SECTION_BESIDE]));
    fit_terms(m, optics, edge_terms, 0.0, sigma * fmax(height, 1e-6), out);
}
