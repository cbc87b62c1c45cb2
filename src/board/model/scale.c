/* SPDX-License-Identifier: Apache-2.0 */
#include "board/model/scale.h"

#include <math.h>

#include "board/board.h"
#include "core/linalg.h"
#include "core/scratch.h"

/* Sizes of the board (radius of the outer line, mm) at which the posterior is
 * evaluated: N_SIZES from FROM_MM on, each larger by the factor exp(STEP). The
 * step is half of CROK_MODEL_REL_SIGMA, the narrowest likelihood. */
#define FROM_MM 205.0
#define STEP 0.0004
#define N_SIZES 1500 /* up to 373 mm */

/* Prior of boards that are of no model: uniform from LEAST_MM to MOST_MM, and
 * beyond that falling like a normal distribution with the relative standard
 * deviation BEYOND. Boards are made with outer lines of 20 to 24 in across,
 * 254 to 305 mm (DESIGN.md). */
#define LEAST_MM 250.0
#define MOST_MM 308.0
#define BEYOND 0.025

/* Chance that a board with the ratios of a model has the model's size. 54
 * boards were measured that all had it; a maker may scale a board down. A
 * single ratio, of two lines, may also be the model's by coincidence: that
 * happened in one of 18 rendered pictures. */
#define MODEL_CHANCE 0.97
#define MODEL_CHANCE_OF_TWO 0.80

/* Error of the radius measured of a hole, relative, 1 sd: mostly SIGMA; a worn,
 * rounded or shaded edge has TAIL_SIGMA. In 266 rendered pictures half of the
 * errors were at most 0.007, and 12 were above 0.025. */
#define HOLE_SIGMA 0.008
#define HOLE_TAIL_SIGMA 0.030
#define HOLE_TAIL_PART 0.06

/* Radii in which discs are made, and the share of each (outline/made_size.c).
 */
static const struct {
    double radius_mm, share;
} made[] = {{15.875, 0.62}, {15.0, 0.19}, {14.2875, 0.19}};
enum { N_MADE = sizeof made / sizeof made[0] };
/* Error of the median radius of discs, relative: in 60 rendered pictures mostly
 * too small by DISC_SMALLER with a standard deviation of DISC_SIGMA. In some
 * the ends of the flat faces were measured, which are a bevel inside, and in
 * others discs were overexposed and seemed too large by up to 0.03:
 * DISC_TAIL_SIGMA.
 */
#define DISC_SMALLER 0.004
#define DISC_SIGMA 0.009
#define DISC_TAIL_SIGMA 0.025
#define DISC_TAIL_PART 0.25
/* The chance that the measured outlines are not those of discs of a made size
 * is this, divided by the number of discs. */
#define NO_DISC_CHANCE 0.2

/* A uniform likelihood is spread over this range of ln(size). */
#define LN_RANGE (N_SIZES * STEP)

/* The estimate is the middle of the window of this half width, in ln(size),
 * that holds most of the posterior: about 2 sd of a hole's radius. */
#define WINDOW 0.016
/* The quantiles on each side that the standard deviation covers, and their
 * distance in standard deviations of a normal distribution. */
#define TAIL 0.01
#define TAIL_SDS 2.326
/* An edge has the expected radius of the hole if it differs by at most this
 * fraction. */
#define SAME_EDGE 0.05

const char *crok_scale_name(crok_scale scale)
{
    static const char *const name[] = {"model", "hole", "disc", "calib"};
    CROK_ASSERT((int)scale >= 0 && scale <= CROK_SCALE_CALIB);
    return name[scale];
}

static double density(double x, double sigma)
{
    double z = x / sigma;
    return exp(-0.5 * z * z) / (sigma * sqrt(2.0 * CROK_PI));
}

static double ln_size(int k)
{
    return log(FROM_MM) + k * STEP;
}

/* Prior of a size. ln_mm is the logarithm of the outer line's radius in mm. */
static double prior(const crok_scale_evidence *e, double ln_mm)
{
    double below = log(LEAST_MM) - ln_mm;
    double above = ln_mm - log(MOST_MM);
    double any = density(fmax(fmax(below, above), 0.0), BEYOND) /
                 density(0.0, BEYOND) / log(MOST_MM / LEAST_MM);
    double chance = e->is_of_two ? MODEL_CHANCE_OF_TWO : MODEL_CHANCE;
    return e->model_mm > 0.0 ? (1.0 - chance) * any +
                                   chance * density(ln_mm - log(e->model_mm),
                                                    CROK_MODEL_REL_SIGMA)
                             : any;
}

/* Likelihood of the edges if the hole has the standard radius. */
static double hole_likelihood(const crok_scale_evidence *e, double ln_mm)
{
    double expected = log(crok_board_tournament()->hole_mm) - ln_mm;
    double none = 1.0;
    double sum = 0.0;
    for (int i = 0; i < e->n_edges; i++) {
        double off = log(e->edge[i].radius) - expected;
        sum += e->edge[i].chance *
               ((1.0 - HOLE_TAIL_PART) * density(off, HOLE_SIGMA) +
                HOLE_TAIL_PART * density(off, HOLE_TAIL_SIGMA));
        none -= e->edge[i].chance;
    }
    return sum + fmax(none, 0.0) / LN_RANGE;
}

/* Likelihood of the discs' measured radius. */
static double disc_likelihood(const crok_scale_evidence *e, double ln_mm)
{
    double none = 0.0;
    double sum = 0.0;
    if (e->n_discs == 0)
        return 1.0;
    none = NO_DISC_CHANCE / e->n_discs;
    for (int m = 0; m < N_MADE; m++) {
        double off = log(e->disc) + ln_mm - log(made[m].radius_mm);
        sum +=
            made[m].share *
            ((1.0 - DISC_TAIL_PART) * density(off + DISC_SMALLER, DISC_SIGMA) +
             DISC_TAIL_PART * density(off + DISC_SMALLER, DISC_TAIL_SIGMA));
    }
    return (1.0 - none) * sum + none / LN_RANGE;
}

/* The cumulative posterior: at[k] is the chance of a size below number k. */
static void accumulate(const crok_scale_evidence *e, double at[N_SIZES + 1])
{
    at[0] = 0.0;
    for (int k = 0; k < N_SIZES; k++) {
        double ln_mm = ln_size(k);
        at[k + 1] = at[k] + prior(e, ln_mm) * hole_likelihood(e, ln_mm) *
                                disc_likelihood(e, ln_mm);
    }
    for (int k = 0; k <= N_SIZES; k++)
        at[k] /= at[N_SIZES];
}

/* The first size below which lie more than `part` of the posterior. */
static int quantile(const double at[N_SIZES + 1], double part)
{
    int k = 0;
    while (k + 1 < N_SIZES && at[k + 1] <= part)
        k++;
    return k;
}

/* The median of the window that holds most of the posterior. */
static double best_ln_size(const double at[N_SIZES + 1])
{
    const int half = (int)(WINDOW / STEP);
    int best = half;
    double most = 0.0;
    for (int k = half; k + half < N_SIZES; k++) {
        double part = at[k + half] - at[k - half];
        if (part <= most)
            continue;
        most = part;
        best = k;
    }
    return ln_size(quantile(at, at[best - half] + 0.5 * most));
}

/* The edge nearest to the expected radius of the hole; *off is how far it is
 * from there, as ln. Returns the expected radius and an infinite *off if no
 * edge is near. */
static double hole_near(const crok_scale_evidence *e, double expected,
                        double *off)
{
    double hole = expected;
    *off = HUGE_VAL;
    for (int i = 0; i < e->n_edges; i++) {
        double here = fabs(log(e->edge[i].radius / expected));
        if (here >= fmin(*off, SAME_EDGE))
            continue;
        *off = here;
        hole = e->edge[i].radius;
    }
    return hole;
}

crok_scale_estimate crok_scale_of(const crok_scale_evidence *e)
{
    CROK_SCRATCH(double, at, N_SIZES + 1);
    crok_scale_estimate s = {.from = CROK_SCALE_DISC};
    double best = 0.0;
    double off = 0.0;
    accumulate(e, at);
    best = e->is_named ? log(e->model_mm) : best_ln_size(at);
    s.outer_mm = exp(best);
    s.rel_sigma = fmax(best - ln_size(quantile(at, TAIL)),
                       ln_size(quantile(at, 1.0 - TAIL)) - best) /
                  TAIL_SDS;
    s.rel_sigma = fmax(s.rel_sigma, CROK_MODEL_REL_SIGMA);
    s.hole = hole_near(e, crok_board_tournament()->hole_mm / s.outer_mm, &off);
    if (e->model_mm > 0.0 &&
        fabs(best - log(e->model_mm)) < 3.0 * CROK_MODEL_REL_SIGMA) {
        s.from = CROK_SCALE_MODEL;
        s.outer_mm = e->model_mm;
    } else if (e->n_discs == 0 || off < 2.0 * HOLE_SIGMA) {
        s.from = CROK_SCALE_HOLE;
    }
    return s;
}
