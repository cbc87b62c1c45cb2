/* SPDX-License-Identifier: Apache-2.0 */
#include "board/search/painted.h"

#include <math.h>

#include "core/scratch.h"

/* ANGLES is the number of directions in which a line's cross-section is
 * sampled. The cross-section is used if at least MIN_INSIDE_FRAC of them are in
 * the picture. Chosen by hand. */
#define ANGLES 80
#define MIN_INSIDE_FRAC 0.5
/* A line is searched up to REACH_PX from its predicted radius, and the inner
 * line up to one line width more, px. The section is compared MARGIN_PX further
 * on both sides, so that the colours of both sides are seen. Chosen by hand:
 * with larger values shadows and discs disturb the comparison. */
#define REACH_PX 2.0
#define MARGIN_PX 3.0
/* The positions that are tried are this far apart, px. */
#define STEP_PX 0.2
/* Weight of the prior on the ink's colour, which expects the colour of the
 * other lines. The unit is one bin of the cross-section. Chosen by hand: with a
 * larger weight the result is wrong where the light differs; with a smaller one
 * the ink may take any colour. */
#define INK_BINS 4.0
/* The two sides have different colours if their difference is more than this
 * fraction of the difference between the ink and the mean of both sides. Chosen
 * by hand. */
#define MIN_SIDES_FRAC 0.25
/* A line lies between two colours if its sides differ, and if the rms residual
 * of the three-colour model is below this fraction of the contrast. On rendered
 * boards the edge of a shadow beside a line leaves at least 0.10, a painted
 * middle less than 0.06. */
#define MAX_RMS_FRAC 0.075
/* The number of independent measurements that a cross-section counts as. It is
 * small because the residuals of neighbouring bins are correlated. Tuned on 34
 * rendered boards with painted middles: with FLOOR_PX, 97 % of the errors are
 * within 2 sigma. A larger number makes sigma too small, a smaller one too
 * large. */
#define N_INDEPENDENT 4.0
/* Standard deviation in px of the error of the radius that the cross-section
 * does not show. It is the same as for a disc's position. */
#define FLOOR_PX 0.11
/* The model's radius is used if it differs from the measured radius by at most
 * one line width plus this many sigma. */
#define MODEL_SIGMAS 2.0
/* A sum of squared residuals (linear light, 0..1) below this is rounding error.
 */
#define MIN_MISFIT 1e-6

#define MAX_BINS 160

/* The cross-section of a line in linear light, from inside to outside. Each bin
 * is the median over the directions. */
typedef struct section {
    int n;
    double px_per_unit;
    double d_px[MAX_BINS];
    double light[3][MAX_BINS];
} section;

/* The three-colour model, fitted at one position of the line: the colours
 * inside the line, of the ink and outside the line, and the sum of squared
 * residuals. */
typedef struct model_fit {
    double misfit;
    double inside[3], ink[3], outside[3];
} model_fit;

/* Sample the section in one direction. Returns false if a part of it is outside
 * the picture. */
static bool read_direction(const crok_image *img, const crok_camera *cam,
                           double radius, double angle_rad, const section *a,
                           float to[3][MAX_BINS])
{
    double c = cos(angle_rad);
    double s = sin(angle_rad);
    for (int i = 0; i < a->n; i++) {
        double r = radius + a->d_px[i] / a->px_per_unit;
        crok_px p = crok_camera_project(cam, (crok_vec3){r * c, r * s, 0.0});
        float v[3];
        if (!crok_image_sample(img, p.x, p.y, v))
            return false;
        for (int k = 0; k < 3; k++)
            to[k][i] = crok_linear_light(v[img->format == CROK_RGB8 ? k : 0]);
    }
    return true;
}

/* Measure the cross-section of a ring up to half_px on both sides, with one bin
 * every bin_px. Returns false if too few directions are in the picture. */
static bool read_section(const crok_image *img, const crok_camera *cam,
                         double radius, double half_px, double bin_px,
                         section *out)
{
    /* 150 kB: too large for the stack */
    CROK_SCRATCH_ROWS(float, light, ANGLES, [3][MAX_BINS]);
    int half = (int)ceil(half_px / bin_px);
    int seen = 0;
    half = half < MAX_BINS / 2 ? half : MAX_BINS / 2 - 1;
    out->n = 2 * half + 1;
    out->px_per_unit = cam->f_px / cam->t_mm.z;
    for (int i = 0; i < out->n; i++)
        out->d_px[i] = (i - half) * bin_px;
    for (int i = 0; i < ANGLES; i++)
        if (read_direction(img, cam, radius, 2.0 * CROK_PI * i / ANGLES, out,
                           light[seen]))
            seen++;
    for (int k = 0; k < 3; k++) {
        for (int i = 0; i < out->n; i++) {
            double v[ANGLES];
            for (int j = 0; j < seen; j++)
                v[j] = (double)light[j][k][i];
            out->light[k][i] = crok_quantile(v, seen, 0.5);
        }
    }
    return seen >= MIN_INSIDE_FRAC * ANGLES;
}

/* Compute the fraction of each colour in each bin, for a line whose middle is
 * at shift_px. e(d) is a blurred step: 1 far inside the edge, and 0 far
 * outside. With d the distance from the line's middle and w the width:
 *
 *     inside   e(d + w/2)
 *     ink      e(d - w/2) - e(d + w/2)
 *     outside  1 - e(d - w/2) */
static void mixture_at(const section *a, double width_px, double shift_px,
                       double mix[MAX_BINS][3])
{
    for (int i = 0; i < a->n; i++) {
        double d = a->d_px[i] - shift_px;
        double within = crok_edge_spread_typical(d + 0.5 * width_px);
        double up_to = crok_edge_spread_typical(d - 0.5 * width_px);
        mix[i][0] = within;
        mix[i][1] = up_to - within;
        mix[i][2] = 1.0 - up_to;
    }
}

/* Compute the three colours in one channel by linear least squares. If ink is
 * not NULL, it is the prior of the ink's colour. Adds the sum of squared
 * residuals to t->misfit. Returns false if the equations cannot be solved. */
static bool solve_channel(const section *a, int channel,
                          double mix[MAX_BINS][3], const double *ink,
                          model_fit *t)
{
    static const int idx[3] = {0, 1, 2};
    static const double all_ink[3] = {0.0, 1.0, 0.0};
    double x[CROK_LSQ_MAX];
    crok_lsq q;
    crok_lsq_reset(&q, 3);
    for (int i = 0; i < a->n; i++)
        crok_lsq_add(&q, idx, mix[i], 3, -a->light[channel][i], 1.0);
    if (ink != NULL)
        crok_lsq_add(&q, idx, all_ink, 3, -ink[channel], INK_BINS);
    if (!crok_lsq_step(&q, 0.0, x))
        return false;
    t->inside[channel] = x[0];
    t->ink[channel] = x[1];
    t->outside[channel] = x[2];
    t->misfit += crok_lsq_left(&q, x);
    return true;
}

static model_fit fit_at(const section *a, double width_px, double shift_px,
                        const double *ink)
{
    model_fit t = {0};
    double mix[MAX_BINS][3];
    mixture_at(a, width_px, shift_px, mix);
    for (int k = 0; k < 3; k++)
        if (!solve_channel(a, k, mix, ink, &t))
            return (model_fit){.misfit = HUGE_VAL};
    return t;
}

/* The result of the search: the best fit, and the mean and standard deviation
 * of the shift. They are computed with the likelihood
 *
 *     exp(-1/2 N_INDEPENDENT (misfit / smallest misfit - 1)) */
typedef struct location {
    model_fit best;
    double shift_px, sigma_px;
} location;

static location locate_line(const section *a, double width_px, double reach_px,
                            const double *ink)
{
    const int steps = (int)(reach_px / STEP_PX);
    location p = {.best.misfit = HUGE_VAL};
    double misfit[2 * MAX_BINS];
    double sum = 0.0;
    double mean = 0.0;
    double square = 0.0;
    for (int i = -steps; i <= steps; i++) {
        model_fit t = fit_at(a, width_px, i * STEP_PX, ink);
        misfit[i + steps] = t.misfit + MIN_MISFIT;
        if (t.misfit < p.best.misfit)
            p.best = t;
    }
    for (int i = -steps; i <= steps; i++) {
        double more = misfit[i + steps] / (p.best.misfit + MIN_MISFIT) - 1.0;
        double like = exp(-0.5 * N_INDEPENDENT * more);
        double d = i * STEP_PX;
        sum += like;
        mean += like * d;
        square += like * d * d;
    }
    p.shift_px = mean / sum;
    p.sigma_px = sqrt(fmax(square / sum - p.shift_px * p.shift_px, 0.0));
    return p;
}

/* The colour of the other two lines' ink, and of the board beside these lines.
 */
typedef struct ink_and_board {
    double ink[3], board[3];
} ink_and_board;

/* Measure both colours as means over the outer and the middle line. Returns
 * false if neither line is in the picture. */
static bool measure_others(const crok_image *img, const crok_board_lines *lines,
                           double width, ink_and_board *out)
{
    section a;
    int n = 0;
    *out = (ink_and_board){{0.0}, {0.0}};
    for (int line = CROK_LINE_OUTER; line <= CROK_LINE_MIDDLE; line++) {
        location p;
        if (!read_section(img, &lines->fit.cam, lines->fit.radius[line],
                          REACH_PX + MARGIN_PX, CROK_SECTION_BIN_PX, &a))
            continue;
        p = locate_line(&a, width * a.px_per_unit, REACH_PX, NULL);
        n++;
        for (int k = 0; k < 3; k++) {
            double board = 0.5 * (p.best.inside[k] + p.best.outside[k]);
            out->ink[k] += (p.best.ink[k] - out->ink[k]) / n;
            out->board[k] += (board - out->board[k]) / n;
        }
    }
    return n > 0;
}

/* Locate the line twice: with the ink of the other lines, and with that ink
 * plus the difference between the board outside this line and beside the others
 * (glare). Returns the result with the smaller misfit. */
static location locate_by_ink(const section *a, double width_px,
                              double reach_px, const ink_and_board *others)
{
    ink_and_board in_glare = *others;
    location as_others = locate_line(a, width_px, reach_px, others->ink);
    location by_glare;
    for (int k = 0; k < 3; k++)
        in_glare.ink[k] += a->light[k][a->n - 1] - others->board[k];
    by_glare = locate_line(a, width_px, reach_px, in_glare.ink);
    return by_glare.best.misfit < as_others.best.misfit ? by_glare : as_others;
}

/* Two differences of colour: between the two sides, and between the ink and the
 * mean of the sides. Each is taken in the channel in which it is largest. */
typedef struct contrast {
    double sides, ink;
} contrast;

static contrast contrast_of(const model_fit *t)
{
    contrast c = {0.0, 0.0};
    for (int k = 0; k < 3; k++) {
        double mean = 0.5 * (t->inside[k] + t->outside[k]);
        c.sides = fmax(c.sides, fabs(t->inside[k] - t->outside[k]));
        c.ink = fmax(c.ink, fabs(t->ink[k] - mean));
    }
    return c;
}

/* Test quickly if the middle may be painted. Only three bins are compared:
 * inside the line, on it and outside it. */
static bool may_be_painted(const crok_image *img, const crok_camera *cam,
                           double radius, double aside_px)
{
    section a;
    model_fit t = {0};
    contrast c;
    if (!read_section(img, cam, radius, aside_px, aside_px, &a))
        return false;
    for (int k = 0; k < 3; k++) {
        t.inside[k] = a.light[k][0];
        t.ink[k] = a.light[k][1];
        t.outside[k] = a.light[k][2];
    }
    c = contrast_of(&t);
    return c.sides > MIN_SIDES_FRAC * c.ink;
}

/* Does the line lie between two colours? The test uses the whole cross-section.
 */
static bool has_two_sides(const section *a, const model_fit *t)
{
    contrast c = contrast_of(t);
    return c.sides > MIN_SIDES_FRAC * c.ink &&
           sqrt(t->misfit / a->n) < MAX_RMS_FRAC * fmax(c.ink, c.sides);
}

crok_painted crok_painted_measure(const crok_image *img,
                                  const crok_board_lines *lines, double width)
{
    section a;
    const crok_camera *cam = &lines->fit.cam;
    double radius = lines->fit.radius[CROK_LINE_INNER];
    double width_px = width * cam->f_px / cam->t_mm.z;
    double reach_px = fmin(width_px + REACH_PX, (MAX_BINS - 1) * STEP_PX);
    ink_and_board others;
    location p;
    if ((!lines->inner_is_step &&
         !may_be_painted(img, cam, radius, width_px + REACH_PX)) ||
        !measure_others(img, lines, width, &others) ||
        !read_section(img, cam, radius, reach_px + MARGIN_PX,
                      CROK_SECTION_BIN_PX, &a))
        return (crok_painted){.is_painted = false};
    p = locate_by_ink(&a, width_px, reach_px, &others);
    if (!lines->inner_is_step && !has_two_sides(&a, &p.best))
        return (crok_painted){.is_painted = false};
    return (crok_painted){
        .is_painted = true,
        .radius = radius + p.shift_px / a.px_per_unit,
        .sigma = hypot(p.sigma_px, FLOOR_PX) / a.px_per_unit,
    };
}

void crok_painted_apply(const crok_image *img, const crok_board_lines *lines,
                        double model_mm, double unit_mm, crok_board_pose *pose)
{
    double *at = &pose->board.line_mm[CROK_LINE_INNER];
    double *sigma = &pose->line_sigma_mm[CROK_LINE_INNER];
    double width_mm = pose->board.line_width_mm;
    crok_painted p = crok_painted_measure(img, lines, width_mm / unit_mm);
    if (!lines->inner_is_step && !p.is_painted)
        return;
    if (p.is_painted) {
        pose->section[CROK_LINE_INNER].seen = false;
        pose->inner_is_placed = true;
        *at = p.radius * unit_mm;
        *sigma = p.sigma * unit_mm;
    }
    if (fabs(*at - model_mm) <= width_mm + MODEL_SIGMAS * *sigma) {
        *at = model_mm;
        *sigma = CROK_MODEL_REL_SIGMA * pose->board.line_mm[CROK_LINE_OUTER];
    } else if (!p.is_painted) {
        *sigma = width_mm;
    }
}
