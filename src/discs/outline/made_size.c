/* SPDX-License-Identifier: Apache-2.0 */
#include "discs/outline/made_size.h"

#include <math.h>
#include <stdbool.h>

#include "core/linalg.h"

/* Radii in which discs are made, mm (1 1/4 in, 30 mm and 1 1/8 in across), the
 * prior probability of each, and the manufacturing tolerance, 1 sd, mm. Any
 * other size has the prior OTHER_SHARE, spread about OTHER_MM. No source is
 * recorded for the shares. */
static const struct {
    double radius_mm, share;
} made[] = {{15.875, 0.60}, {15.0, 0.19}, {14.2875, 0.19}};
enum { N_MADE = sizeof made / sizeof made[0], OTHER = N_MADE, N_HYPOTHESES };
#define MADE_SIGMA_MM 0.05
#define OTHER_SHARE 0.02
#define OTHER_MM 15.5
#define OTHER_SIGMA_MM 2.0
/* A size is certain above this probability. Chosen by hand. */
#define SURE_CHANCE 0.90

/* Error distribution of a disc's measured radius, from 480 discs of 54 rendered
 * pictures. The error is normal with a standard deviation of SEEN_SIGMA_MM. If
 * a disc's colour differs from the board's by at least MIN_CONTRAST (L*a*b*),
 * the measured radius is in addition too small with probability SMALLER_PART,
 * uniformly by 0 to BEVEL_MM. For other discs an additional error, uniform from
 * -BEVEL_MM to LARGER_MM, has the probability SMALLER_PART_FAINT. With
 * probability OUTLIER_PART the radius is an outlier with a density of 1 /
 * OUTLIER_MM. */
#define MIN_CONTRAST 15.0
#define SEEN_SIGMA_MM 0.20
#define BEVEL_MM 1.5
#define LARGER_MM 0.5
#define SMALLER_PART 0.30
#define SMALLER_PART_FAINT 0.80
#define OUTLIER_PART 0.03
#define OUTLIER_MM 4.0
/* The errors of one side's discs are correlated, so n discs count as at most
 * this many independent ones. Chosen by hand. */
#define EFFECTIVE_DISCS 4.0

/* Sizes at which the likelihood is evaluated: N_SIZES from FROM_MM on, every
 * STEP_MM. */
#define FROM_MM 10.0
#define STEP_MM 0.05
#define N_SIZES 240

static double size_at(int k)
{
    return FROM_MM + k * STEP_MM;
}

/* The normal distribution with mean 0: its density, and below its cumulative
 * distribution. */
static double density(double x, double sigma)
{
    return exp(-0.5 * x * x / (sigma * sigma)) / (sigma * sqrt(2.0 * CROK_PI));
}

static double cumulative(double x, double sigma)
{
    return 0.5 * (1.0 + erf(x / (sigma * sqrt(2.0))));
}

/* Density of the error larger_mm = measured minus true radius, per mm. */
static double likelihood(double larger_mm, double from_board)
{
    bool is_faint = from_board < MIN_CONTRAST;
    double part = is_faint ? SMALLER_PART_FAINT : SMALLER_PART;
    double most = is_faint ? LARGER_MM : 0.0;
    double smaller = (cumulative(larger_mm + BEVEL_MM, SEEN_SIGMA_MM) -
                      cumulative(larger_mm - most, SEEN_SIGMA_MM)) /
                     (BEVEL_MM + most);
    return (1.0 - part - OUTLIER_PART) * density(larger_mm, SEEN_SIGMA_MM) +
           part * smaller + OUTLIER_PART / OUTLIER_MM;
}

/* Likelihood of all measurements for each size, scaled to a maximum of 1. */
static void size_likelihoods(const crok_size_seen *seen, int n,
                             double like[N_SIZES])
{
    double most = -HUGE_VAL;
    for (int k = 0; k < N_SIZES; k++) {
        like[k] = 0.0;
        for (int i = 0; i < n; i++)
            like[k] += log(
                likelihood(seen[i].radius_mm - size_at(k), seen[i].from_board));
        like[k] *= fmin(1.0, EFFECTIVE_DISCS / n);
        most = fmax(most, like[k]);
    }
    for (int k = 0; k < N_SIZES; k++)
        like[k] = exp(like[k] - most);
}

/* A size that the discs may have: its probability, mean and variance. */
typedef struct hypothesis {
    double chance, radius_mm, var;
} hypothesis;

/* Moments of the likelihood times a normal prior about `middle` with standard
 * deviation sigma: its sum, mean and variance. */
static hypothesis moments_about(const double like[N_SIZES], double middle,
                                double sigma)
{
    double sum = 1e-300;
    double first = 0.0;
    double second = 0.0;
    for (int k = 0; k < N_SIZES; k++) {
        double off = size_at(k) - middle;
        double p = like[k] * density(off, sigma);
        sum += p;
        first += p * off;
        second += p * off * off;
    }
    first /= sum;
    return (hypothesis){.chance = sum,
                        .radius_mm = middle + first,
                        .var = fmax(second / sum - first * first, 0.0)};
}

/* Posterior of each hypothesis. If light may have shifted all measurements
 * (light_mm > 0), they only decide which of the made sizes the discs have; the
 * radius is then exactly that made size. */
static void weigh_hypotheses(const double like[N_SIZES], double light_mm,
                             double scale_mm, hypothesis g[N_HYPOTHESES])
{
    double sigma_mm = hypot(MADE_SIGMA_MM, scale_mm);
    double sum = 0.0;
    for (int m = 0; m < N_MADE; m++) {
        g[m] =
            moments_about(like, made[m].radius_mm, hypot(sigma_mm, light_mm));
        g[m].chance *= made[m].share;
        if (light_mm <= 0.0)
            continue;
        g[m].radius_mm = made[m].radius_mm;
        g[m].var = sigma_mm * sigma_mm;
    }
    g[OTHER] = moments_about(like, OTHER_MM, OTHER_SIGMA_MM);
    g[OTHER].chance *= OTHER_SHARE;
    g[OTHER].var += light_mm * light_mm;
    for (int m = 0; m < N_HYPOTHESES; m++)
        sum += g[m].chance;
    for (int m = 0; m < N_HYPOTHESES; m++)
        g[m].chance /= sum;
}

/* Index of the smallest made size that is larger than radius_mm by more than 2
 * sd; N_MADE if there is none. */
static int made_above(double radius_mm)
{
    int above = N_MADE;
    for (int m = 0; m < N_MADE; m++)
        if (made[m].radius_mm > radius_mm + 2.0 * MADE_SIGMA_MM &&
            (above == N_MADE || made[m].radius_mm < made[above].radius_mm))
            above = m;
    return above;
}

/* The estimate from the hypotheses: the radius of a certain hypothesis, else
 * the mean radius; with the standard deviation about it. */
static crok_made_size pick(const double like[N_SIZES], double light_mm,
                           double scale_mm)
{
    hypothesis g[N_HYPOTHESES];
    double radius = 0.0;
    double var = 0.0;
    int above = N_MADE;
    weigh_hypotheses(like, light_mm, scale_mm, g);
    for (int m = 0; m < N_HYPOTHESES; m++)
        radius += g[m].chance * g[m].radius_mm;
    for (int m = 0; m < N_HYPOTHESES; m++)
        if (g[m].chance > SURE_CHANCE)
            radius = g[m].radius_mm;
    for (int m = 0; m < N_HYPOTHESES; m++) {
        double off = g[m].radius_mm - radius;
        var += g[m].chance * (g[m].var + off * off);
    }
    above = made_above(radius);
    return (crok_made_size){
        .radius_mm = radius,
        .sigma_mm = sqrt(var),
        .above_mm = above == N_MADE ? 0.0 : made[above].radius_mm,
        .above_chance = above == N_MADE ? 0.0 : g[above].chance};
}

crok_made_size crok_made_size_of(const crok_size_seen *seen, int n,
                                 double light_mm, double scale_mm)
{
    double like[N_SIZES];
    size_likelihoods(seen, n, like);
    return pick(like, light_mm, scale_mm);
}

crok_made_size crok_made_size_known(const crok_board_pose *pose)
{
    return (crok_made_size){.radius_mm = pose->board.disc_mm,
                            .sigma_mm = pose->disc_known_sigma_mm};
}

crok_made_size crok_made_size_near(double radius_mm, double sigma_mm,
                                   double scale_mm)
{
    double like[N_SIZES];
    for (int k = 0; k < N_SIZES; k++)
        like[k] = density(size_at(k) - radius_mm, sigma_mm);
    return pick(like, 0.0, scale_mm);
}

double crok_made_size_off(double radius_mm)
{
    double least = HUGE_VAL;
    for (int m = 0; m < N_MADE; m++)
        least = fmin(least, fabs(radius_mm - made[m].radius_mm));
    return least;
}
