/* SPDX-License-Identifier: Apache-2.0 */
#include "discs/outline/made_size.h"

#include <math.h>
#include <stdbool.h>

#include "core/linalg.h"

/* Sizes that discs are made in (radius, mm), how common each is, and by how
 * much what is made differs from it, 1 sd, mm. Few have any other size. */
static const struct {
    double radius_mm, share;
} made[] = {{15.875, 0.60}, {15.0, 0.19}, {14.2875, 0.19}};
enum { N_MADE = sizeof made / sizeof made[0], OTHER = N_MADE, N_GUESSES };
#define MADE_SIGMA_MM 0.05
#define OTHER_SHARE 0.02
#define OTHER_MM 15.5
#define OTHER_SIGMA_MM 2.0
/* A size is sure when it is so likely. */
#define SURE 0.90

/* From 480 discs of 54 rendered pictures: a disc that is so far from the board
 * in colour (L*a*b*) is seen as large as it is, give or take, but every third
 * one smaller, by up to a bevel. Most of the others are seen smaller, or larger
 * by less. A few are anything. */
#define STANDS_OUT 15.0
#define SEEN_SIGMA_MM 0.20
#define BEVEL_MM 1.5
#define LARGER_MM 0.5
#define SMALLER_PART 0.30
#define SMALLER_PART_FAINT 0.80
#define STRANGE_PART 0.03
#define STRANGE_MM 4.0
/* Discs of a side err alike: however many there are, they count for so many. */
#define COUNT_FOR 4.0

/* Sizes tried, mm. */
#define FROM_MM 10.0
#define STEP_MM 0.05
#define N_SIZES 240

static double size_at(int k)
{
    return FROM_MM + k * STEP_MM;
}

/* The normal distribution about 0, and the part of it below x. */
static double density(double x, double sigma)
{
    return exp(-0.5 * x * x / (sigma * sigma)) / (sigma * sqrt(2.0 * CROK_PI));
}

static double below(double x, double sigma)
{
    return 0.5 * (1.0 + erf(x / (sigma * sqrt(2.0))));
}

/* How likely a disc seems so much larger than all have in common, per mm. */
static double likelihood(double larger_mm, double from_board)
{
    bool is_faint = from_board < STANDS_OUT;
    double part = is_faint ? SMALLER_PART_FAINT : SMALLER_PART;
    double most = is_faint ? LARGER_MM : 0.0;
    double smaller = (below(larger_mm + BEVEL_MM, SEEN_SIGMA_MM) -
                      below(larger_mm - most, SEEN_SIGMA_MM)) /
                     (BEVEL_MM + most);
    return (1.0 - part - STRANGE_PART) * density(larger_mm, SEEN_SIGMA_MM) +
           part * smaller + STRANGE_PART / STRANGE_MM;
}

/* How likely the discs look as they do, by the size that they seem to have in
 * common; the most likely has 1. */
static void weigh_sizes(const crok_size_seen *seen, int n, double like[N_SIZES])
{
    double most = -HUGE_VAL;
    for (int k = 0; k < N_SIZES; k++) {
        like[k] = 0.0;
        for (int i = 0; i < n; i++)
            like[k] += log(
                likelihood(seen[i].radius_mm - size_at(k), seen[i].from_board));
        like[k] *= fmin(1.0, COUNT_FOR / n);
        most = fmax(most, like[k]);
    }
    for (int k = 0; k < N_SIZES; k++)
        like[k] = exp(like[k] - most);
}

/* A size that they may have. */
typedef struct guess {
    double chance, radius_mm, var;
} guess;

/* The moments of the sizes about `middle`, give or take sigma: what they sum up
 * to, their mean and variance. */
static guess about(const double like[N_SIZES], double middle, double sigma)
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
    return (guess){.chance = sum,
                   .radius_mm = middle + first,
                   .var = fmax(second / sum - first * first, 0.0)};
}

/* How likely each is; where light may have shifted all, what they are seen with
 * tells which size it is, and no more of it. */
static void weigh_guesses(const double like[N_SIZES], double light_mm,
                          double scale_mm, guess g[N_GUESSES])
{
    double sigma_mm = hypot(MADE_SIGMA_MM, scale_mm);
    double sum = 0.0;
    for (int m = 0; m < N_MADE; m++) {
        g[m] = about(like, made[m].radius_mm, hypot(sigma_mm, light_mm));
        g[m].chance *= made[m].share;
        if (light_mm <= 0.0)
            continue;
        g[m].radius_mm = made[m].radius_mm;
        g[m].var = sigma_mm * sigma_mm;
    }
    g[OTHER] = about(like, OTHER_MM, OTHER_SIGMA_MM);
    g[OTHER].chance *= OTHER_SHARE;
    g[OTHER].var += light_mm * light_mm;
    for (int m = 0; m < N_GUESSES; m++)
        sum += g[m].chance;
    for (int m = 0; m < N_GUESSES; m++)
        g[m].chance /= sum;
}

/* The smallest made size that is clearly larger; N_MADE where there is none. */
static int made_above(double radius_mm)
{
    int above = N_MADE;
    for (int m = 0; m < N_MADE; m++)
        if (made[m].radius_mm > radius_mm + 2.0 * MADE_SIGMA_MM &&
            (above == N_MADE || made[m].radius_mm < made[above].radius_mm))
            above = m;
    return above;
}

/* The likeliest of the sizes where one is sure. */
static crok_made_size pick(const double like[N_SIZES], double light_mm,
                           double scale_mm)
{
    guess g[N_GUESSES];
    double radius = 0.0;
    double var = 0.0;
    int above = N_MADE;
    weigh_guesses(like, light_mm, scale_mm, g);
    for (int m = 0; m < N_GUESSES; m++)
        radius += g[m].chance * g[m].radius_mm;
    for (int m = 0; m < N_GUESSES; m++)
        if (g[m].chance > SURE)
            radius = g[m].radius_mm;
    for (int m = 0; m < N_GUESSES; m++) {
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
    weigh_sizes(seen, n, like);
    return pick(like, light_mm, scale_mm);
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
