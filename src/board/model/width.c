/* SPDX-License-Identifier: Apache-2.0 */
#include "board/model/width.h"

#include <math.h>
#include <string.h>

#include "core/linalg.h"

/* The blur that is assumed if it is not measured: standard deviation of a
 * Gaussian in px. It includes the colour filter, interpolation and JPEG, and is
 * the blur of sharp edges in photos. Chosen by hand. */
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
/* Errors of the model of a cross-section, 1 sd of a value as a fraction of the
 * line's or the edge's height. Chosen by hand: they set the weight of the fit
 * against the priors. Half of them or twice as much changed the error of the
 * width on 40 rendered pictures by less than 0.02 mm. */
#define LINE_SIGMA 0.05
#define EDGE_SIGMA 0.05
/* Uncertainty of the width that the fit does not show (fading paint, light that
 * blurs in another way), 1 sd in px. FLATTENED_PX is for lines that the camera
 * may have shown too bright. Measured on rendered pictures. With smaller
 * values, calls of discs beside a line claim more certainty than they have. */
#define FLOOR_PX 0.12
#define FLATTENED_PX 0.45
/* A saturated sensor flattens the crest of a line brighter than BRIGHT_LINE on
 * a board brighter than BRIGHT_BOARD (values, 0 to 1); such a line looks wider
 * than it is. Chosen by hand. */
#define BRIGHT_LINE 0.88
#define BRIGHT_BOARD 0.50
/* The fit has converged if the sum of squares changes by less than this. */
#define SMALL_GAIN 0.01
#define MAX_ITERATIONS 12
#define MAX_TRIES 6

/* The unknowns. Priors of the last three: 0.55 to 1 px of blur; a sharpening of
 * 0 to a third; the contrast of cameras is 1 to 3.5. Limits: beyond them the
 * model describes no picture. */
enum { WIDTH, LOG_BLUR, SHARPENING, CONTRAST, N_UNKNOWNS };
static const struct {
    double mean, sigma, low, high, step;
} unknown[N_UNKNOWNS] = {
    [WIDTH] = {1.0, 0.0, 0.15, 3.5, 0.005}, /* in WIDTH_PRIOR */
    [LOG_BLUR] = {-0.30, 0.30, -1.2, 1.0, 0.01},
    [SHARPENING] = {0.15, 0.20, -0.3, 2.0, 0.01},
    [CONTRAST] = {2.2, 1.3, 0.1, 6.0, 0.05},
};

#define MAX_SECTIONS (CROK_WIDTH_LINES + CROK_WIDTH_EDGES)
#define MAX_RESIDUALS (MAX_SECTIONS * CROK_SECTION_RESIDUALS + N_UNKNOWNS)

/* The data of the fit. */
typedef struct problem {
    const crok_section *line[CROK_WIDTH_LINES];
    const crok_edge_section *edge[CROK_WIDTH_EDGES];
    int n_lines, n_edges, n_residuals;
    double prior_width; /* in the camera's unit */
} problem;

typedef struct state {
    double x[N_UNKNOWNS];
    double r[MAX_RESIDUALS];
    double sum; /* of the squares of r */
} state;

double crok_edge_spread_typical(double d_px)
{
    return 0.5 * erfc(d_px / (BLUR_PX * sqrt(2.0)));
}

/* The residual of the width from its prior, in standard deviations. */
static double width_prior(double widths)
{
    return widths > 1.0 ? (widths - 1.0) * WIDTH_PRIOR / WIDTH_SPREAD
                        : log(widths) / WIDTH_LOG_SPREAD;
}

static void evaluate(const problem *p, state *s)
{
    crok_optics optics = {.blur_px = exp(s->x[LOG_BLUR]),
                          .sharpening = s->x[SHARPENING],
                          .contrast = s->x[CONTRAST]};
    double width = s->x[WIDTH] * p->prior_width;
    double *r = s->r;
    for (int k = 0; k < p->n_lines; k++, r += CROK_SECTION_RESIDUALS)
        crok_section_fit_line(p->line[k], &optics,
                              width * p->line[k]->px_per_unit, LINE_SIGMA, r);
    for (int k = 0; k < p->n_edges; k++, r += CROK_SECTION_RESIDUALS)
        crok_section_fit_edge(p->edge[k], &optics, EDGE_SIGMA, r);
    r[WIDTH] = width_prior(s->x[WIDTH]);
    for (int k = LOG_BLUR; k < N_UNKNOWNS; k++)
        r[k] = (s->x[k] - unknown[k].mean) / unknown[k].sigma;
    s->sum = 0.0;
    for (int i = 0; i < p->n_residuals; i++)
        s->sum += s->r[i] * s->r[i];
}

/* The normal equations at `s`, with derivatives by differences. */
static void linearise(const problem *p, const state *s, crok_lsq *q)
{
    static const int idx[N_UNKNOWNS] = {0, 1, 2, 3};
    state there[N_UNKNOWNS];
    for (int k = 0; k < N_UNKNOWNS; k++) {
        memcpy(there[k].x, s->x, sizeof s->x);
        there[k].x[k] += unknown[k].step;
        evaluate(p, &there[k]);
    }
    crok_lsq_reset(q, N_UNKNOWNS);
    for (int i = 0; i < p->n_residuals; i++) {
        double jac[N_UNKNOWNS];
        for (int k = 0; k < N_UNKNOWNS; k++)
            jac[k] = (there[k].r[i] - s->r[i]) / unknown[k].step;
        crok_lsq_add(q, idx, jac, N_UNKNOWNS, s->r[i], 1.0);
    }
}

/* Take the step with which the sum of squares decreases, more and more damped.
 * Returns the decrease; 0 if there is none. */
static double take_step(const problem *p, const crok_lsq *q, double *damping,
                        state *s)
{
    for (int i = 0; i < MAX_TRIES; i++, *damping *= 10.0) {
        double step[CROK_LSQ_MAX];
        double gain = 0.0;
        state next;
        if (!crok_lsq_step(q, *damping, step))
            continue;
        for (int k = 0; k < N_UNKNOWNS; k++)
            next.x[k] =
                fmin(fmax(s->x[k] + step[k], unknown[k].low), unknown[k].high);
        evaluate(p, &next);
        gain = s->sum - next.sum;
        if (gain <= 0.0)
            continue;
        *s = next;
        *damping /= 10.0;
        return gain;
    }
    return 0.0;
}

static problem problem_of(const crok_section *s, int n,
                          const crok_edge_section *edge, int n_edges,
                          double outer)
{
    problem p = {.prior_width = WIDTH_PRIOR * outer};
    for (int k = 0; k < n; k++)
        if (s[k].seen)
            p.line[p.n_lines++] = &s[k];
    for (int k = 0; k < n_edges; k++)
        if (edge[k].weight > 0.0)
            p.edge[p.n_edges++] = &edge[k];
    p.n_residuals =
        (p.n_lines + p.n_edges) * CROK_SECTION_RESIDUALS + N_UNKNOWNS;
    return p;
}

/* Is the crest of any line possibly flattened? */
static bool is_flattened(const problem *p)
{
    for (int k = 0; k < p->n_lines; k++)
        if ((double)p->line[k]->mean[CROK_SECTION_HALF] > BRIGHT_LINE &&
            (double)p->line[k]->mean[CROK_SECTION_BESIDE] > BRIGHT_BOARD)
            return true;
    return false;
}

crok_line_width crok_line_width_estimate(const crok_section *s, int n,
                                         const crok_edge_section *edge,
                                         int n_edges, double outer)
{
    problem p = problem_of(s, n, edge, n_edges, outer);
    double cov[N_UNKNOWNS * N_UNKNOWNS];
    double sigma = WIDTH_SPREAD * outer;
    double damping = 0.01;
    double floor = 0.0;
    double gain = HUGE_VAL;
    state at = {.x = {1.0}};
    crok_lsq q;
    for (int k = 0; k < N_UNKNOWNS; k++)
        at.x[k] = unknown[k].mean;
    if (p.n_lines > 0) {
        floor = (is_flattened(&p) ? FLATTENED_PX : FLOOR_PX) /
                p.line[0]->px_per_unit;
        evaluate(&p, &at);
        for (int i = 0; i < MAX_ITERATIONS && gain > SMALL_GAIN; i++) {
            linearise(&p, &at, &q);
            gain = take_step(&p, &q, &damping, &at);
        }
        if (crok_lsq_covariance(&q, cov))
            sigma = p.prior_width * sqrt(cov[0]);
    }
    return (crok_line_width){.width = p.prior_width * at.x[WIDTH],
                             .width_sigma = hypot(floor, sigma)};
}

crok_line_width crok_line_width_combine(crok_line_width a, crok_line_width b)
{
    double var_a = a.width_sigma * a.width_sigma;
    double var_b = b.width_sigma * b.width_sigma;
    double part = var_a <= 0.0 ? 1.0 : var_b / (var_a + var_b);
    return (crok_line_width){.width = part * a.width + (1.0 - part) * b.width,
                             .width_sigma = fmin(a.width_sigma, b.width_sigma)};
}
