/* SPDX-License-Identifier: Apache-2.0 */
#include "board/sharpness.h"

#include <math.h>

/* Blurs that are tried, 1 sd in px: from BLUR_LEAST_PX in steps of BLUR_STEP.
 * The cost is smooth, so a parabola through the best three gives the rest. */
#define BLUR_LEAST_PX 0.3
#define BLUR_STEP_PX 0.1
enum { N_BLURS = 38 };
/* Widths that are tried, as parts of the usual width. The width is not taken
 * from the pose, because the prior used there keeps the blur small, so that
 * more blur makes the line wider. Prior: a usual line is 0.0057 of the outer
 * line's radius wide, with a standard deviation of 0.0020
 * (board/model/width.c). */
#define WIDTH_PRIOR 0.0057
#define WIDTH_SPREAD 0.0020
#define WIDTH_FIRST 0.5
#define WIDTH_STEP 0.25
enum { N_WIDTHS = 7 };
/* Error of the model of a cross-section, 1 sd, as a part of the line's height
 * (board/model/width.c). */
#define LINE_SIGMA 0.05
/* Sharpening and contrast of a usual camera: the means of the priors of
 * board/model/width.c. */
#define SHARPENING 0.15
#define CONTRAST 2.2

/* Sum of the squared residuals of all lines with this blur and width. */
static double residuals_of(const crok_section section[CROK_N_LINES],
                           double width_mm, double blur_px)
{
    crok_optics optics = {blur_px, SHARPENING, CONTRAST};
    double sum = 0.0;
    for (int k = 0; k < CROK_N_LINES; k++) {
        double r[CROK_SECTION_RESIDUALS];
        if (!section[k].seen)
            continue;
        crok_section_fit_line(&section[k], &optics,
                              width_mm * section[k].px_per_unit, LINE_SIGMA, r);
        for (int i = 0; i < CROK_SECTION_RESIDUALS; i++)
            sum += r[i] * r[i];
    }
    return sum;
}

/* The least cost of this blur over all widths. */
static double cost_of(const crok_section section[CROK_N_LINES], double outer_mm,
                      double blur_px)
{
    double least = HUGE_VAL;
    for (int i = 0; i < N_WIDTHS; i++) {
        double widths = WIDTH_FIRST + WIDTH_STEP * i;
        double prior = (widths - 1.0) * WIDTH_PRIOR / WIDTH_SPREAD;
        double sum =
            residuals_of(section, widths * WIDTH_PRIOR * outer_mm, blur_px);
        least = fmin(least, sum + prior * prior);
    }
    return least;
}

double crok_blur_px(const crok_section section[CROK_N_LINES], double outer_mm)
{
    double cost[N_BLURS];
    int best = 0;
    double more = 0.0;
    bool is_seen = false;
    for (int k = 0; k < CROK_N_LINES; k++)
        is_seen = is_seen || section[k].seen;
    if (!is_seen)
        return NAN;
    for (int i = 0; i < N_BLURS; i++) {
        cost[i] = cost_of(section, outer_mm, BLUR_LEAST_PX + BLUR_STEP_PX * i);
        if (cost[i] < cost[best])
            best = i;
    }
    if (best > 0 && best < N_BLURS - 1)
        more =
            crok_parabola_crest(-cost[best - 1], -cost[best], -cost[best + 1]);
    return BLUR_LEAST_PX + BLUR_STEP_PX * (best + more);
}
