/* SPDX-License-Identifier: Apache-2.0 */
#include "board/search/painted.h"

#include <math.h>

/* Directions in which a line's cross-section is read; it counts where this part
 * of them is in the picture. */
#define ANGLES 80
#define MIN_INSIDE 0.5
/* How far a line may lie from where it is looked for, px, beyond a width of the
 * inner one; and what is compared beyond that. */
#define REACH_PX 2.0
#define MARGIN_PX 3.0
/* Steps in which it is looked for, px. */
#define STEP_PX 0.2
/* The other lines' ink counts as so many bins of the cross-section. */
#define INK_BINS 4.0
/* Sides are of two colours if they differ by this part of the ink's contrast
 * with them, */
#define TWO_COLOURS 0.25
/* and the line runs between them if three colours leave no more of the contrast
 * than this, rms: a shadow's edge beside a line, on rendered boards, leaves
 * 0.10 and more, a painted middle that was taken for a ridge under 0.06. */
#define MOST_LEFT 0.075
/* What is left unexplained errs alike in neighbouring bins: a cross-section is
 * worth so many independent readings (34 rendered boards with painted middles,
 * with the floor: 97 % within 2 sd). */
#define READINGS 4.0
/* What the cross-section does not tell, 1 sd, px: as of a disc's place. */
#define FLOOR_PX 0.11
/* The line is the model's if it is within a width of it, give or take so many
 * sigma. */
#define MODEL_SIGMAS 2.0
/* Squares of light below this are rounding. */
#define LEAST_MISFIT 1e-6

#define MAX_BINS 160

/* The colours across a line, outwards: medians over the directions. */
typedef struct across {
    int n;
    double px_per_unit;
    double d_px[MAX_BINS];
    double light[3][MAX_BINS];
} across;

/* Of a place tried: the colours inside, of the ink and outside that explain it
 * best, and what they leave. */
typedef struct tried {
    double misfit;
    double inside[3], ink[3], outside[3];
} tried;

/* One direction's samples; false where some lie outside the picture. */
static bool read_direction(const crok_image *img, const crok_camera *cam,
                           double radius, double angle_rad, const across *a,
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

/* The cross-section of a ring, half_px to either side, a bin every bin_px;
 * false where too little of it is in the picture. */
static bool read_across(const crok_image *img, const crok_camera *cam,
                        double radius, double half_px, double bin_px,
                        across *out)
{
    static _Thread_local float light[ANGLES][3][MAX_BINS];
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
    return seen >= MIN_INSIDE * ANGLES;
}

/* How much each bin shows of the three colours, with the line at shift_px. */
static void mix_at(const across *a, double width_px, double shift_px,
                   double mix[MAX_BINS][3])
{
    for (int i = 0; i < a->n; i++) {
        double d = a->d_px[i] - shift_px;
        double within = crok_edge_assumed_at(d + 0.5 * width_px);
        double up_to = crok_edge_assumed_at(d - 0.5 * width_px);
        mix[i][0] = within;
        mix[i][1] = up_to - within;
        mix[i][2] = 1.0 - up_to;
    }
}

/* The three colours in one channel; adds to what they leave. */
static bool solve_channel(const across *a, int channel, double mix[MAX_BINS][3],
                          const double *ink, tried *t)
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

static tried try_at(const across *a, double width_px, double shift_px,
                    const double *ink)
{
    tried t = {0};
    double mix[MAX_BINS][3];
    mix_at(a, width_px, shift_px, mix);
    for (int k = 0; k < 3; k++)
        if (!solve_channel(a, k, mix, ink, &t))
            return (tried){.misfit = HUGE_VAL};
    return t;
}

/* The places tried within reach: the best, and their mean and spread as they
 * explain the cross-section. */
typedef struct place {
    tried best;
    double shift_px, sigma_px;
} place;

static place place_line(const across *a, double width_px, double reach_px,
                        const double *ink)
{
    const int steps = (int)(reach_px / STEP_PX);
    place p = {.best.misfit = HUGE_VAL};
    double misfit[2 * MAX_BINS];
    double sum = 0.0;
    double mean = 0.0;
    double square = 0.0;
    for (int i = -steps; i <= steps; i++) {
        tried t = try_at(a, width_px, i * STEP_PX, ink);
        misfit[i + steps] = t.misfit + LEAST_MISFIT;
        if (t.misfit < p.best.misfit)
            p.best = t;
    }
    for (int i = -steps; i <= steps; i++) {
        double more = misfit[i + steps] / (p.best.misfit + LEAST_MISFIT) - 1.0;
        double like = exp(-0.5 * READINGS * more);
        double d = i * STEP_PX;
        sum += like;
        mean += like * d;
        square += like * d * d;
    }
    p.shift_px = mean / sum;
    p.sigma_px = sqrt(fmax(square / sum - p.shift_px * p.shift_px, 0.0));
    return p;
}

/* The ink of the other two lines, and the board beside them. */
typedef struct drawn {
    double ink[3], board[3];
} drawn;

/* False where neither is seen. */
static bool look_at_others(const crok_image *img, const crok_board_lines *lines,
                           double width, drawn *out)
{
    static _Thread_local across a;
    int n = 0;
    *out = (drawn){{0.0}, {0.0}};
    for (int line = CROK_LINE_OUTER; line <= CROK_LINE_MIDDLE; line++) {
        place p;
        if (!read_across(img, &lines->fit.cam, lines->fit.radius[line],
                         REACH_PX + MARGIN_PX, CROK_SECTION_BIN_PX, &a))
            continue;
        p = place_line(&a, width * a.px_per_unit, REACH_PX, NULL);
        n++;
        for (int k = 0; k < 3; k++) {
            double board = 0.5 * (p.best.inside[k] + p.best.outside[k]);
            out->ink[k] += (p.best.ink[k] - out->ink[k]) / n;
            out->board[k] += (board - out->board[k]) / n;
        }
    }
    return n > 0;
}

/* The line's place by ink as the others have it, or in the glare that the board
 * outside it shows more of than theirs; whichever explains more. */
static place place_by_ink(const across *a, double width_px, double reach_px,
                          const drawn *others)
{
    drawn in_glare = *others;
    place as_others = place_line(a, width_px, reach_px, others->ink);
    place by_glare;
    for (int k = 0; k < 3; k++)
        in_glare.ink[k] += a->light[k][a->n - 1] - others->board[k];
    by_glare = place_line(a, width_px, reach_px, in_glare.ink);
    return by_glare.best.misfit < as_others.best.misfit ? by_glare : as_others;
}

/* How far the sides are apart, and the ink from between them, in the channel
 * where that is most. */
typedef struct contrast {
    double sides, ink;
} contrast;

static contrast contrast_of(const tried *t)
{
    contrast c = {0.0, 0.0};
    for (int k = 0; k < 3; k++) {
        double mean = 0.5 * (t->inside[k] + t->outside[k]);
        c.sides = fmax(c.sides, fabs(t->inside[k] - t->outside[k]));
        c.ink = fmax(c.ink, fabs(t->ink[k] - mean));
    }
    return c;
}

/* A look at three places only: may the middle be painted? */
static bool may_be_painted(const crok_image *img, const crok_camera *cam,
                           double radius, double aside_px)
{
    static _Thread_local across a;
    tried t = {0};
    contrast c;
    if (!read_across(img, cam, radius, aside_px, aside_px, &a))
        return false;
    for (int k = 0; k < 3; k++) {
        t.inside[k] = a.light[k][0];
        t.ink[k] = a.light[k][1];
        t.outside[k] = a.light[k][2];
    }
    c = contrast_of(&t);
    return c.sides > TWO_COLOURS * c.ink;
}

static bool parts_two_colours(const across *a, const tried *t)
{
    contrast c = contrast_of(t);
    return c.sides > TWO_COLOURS * c.ink &&
           sqrt(t->misfit / a->n) < MOST_LEFT * fmax(c.ink, c.sides);
}

crok_painted crok_painted_measure(const crok_image *img,
                               const crok_board_lines *lines, double width)
{
    static _Thread_local across a;
    const crok_camera *cam = &lines->fit.cam;
    double radius = lines->fit.radius[CROK_LINE_INNER];
    double width_px = width * cam->f_px / cam->t_mm.z;
    double reach_px = fmin(width_px + REACH_PX, (MAX_BINS - 1) * STEP_PX);
    drawn others;
    place p;
    if ((!lines->inner_is_step &&
         !may_be_painted(img, cam, radius, width_px + REACH_PX)) ||
        !look_at_others(img, lines, width, &others) ||
        !read_across(img, cam, radius, reach_px + MARGIN_PX,
                     CROK_SECTION_BIN_PX, &a))
        return (crok_painted){.is_painted = false};
    p = place_by_ink(&a, width_px, reach_px, &others);
    if (!lines->inner_is_step && !parts_two_colours(&a, &p.best))
        return (crok_painted){.is_painted = false};
    return (crok_painted){
        .is_painted = true,
        .radius = radius + p.shift_px / a.px_per_unit,
        .sigma = hypot(p.sigma_px, FLOOR_PX) / a.px_per_unit,
    };
}

void crok_painted_apply(const crok_image *img, const crok_board_lines *lines,
                        const crok_board *model, double unit_mm,
                        crok_board_pose *pose)
{
    double *at = &pose->board.line_mm[CROK_LINE_INNER];
    double *sigma = &pose->line_sigma_mm[CROK_LINE_INNER];
    double width_mm = pose->board.line_width_mm;
    double by_model = model == NULL ? 0.0 : model->line_mm[CROK_LINE_INNER];
    crok_painted p = crok_painted_measure(img, lines, width_mm / unit_mm);
    if (!lines->inner_is_step && !p.is_painted)
        return;
    if (p.is_painted) {
        pose->section[CROK_LINE_INNER].seen = false;
        pose->inner_is_placed = true;
        *at = p.radius * unit_mm;
        *sigma = p.sigma * unit_mm;
    }
    if (fabs(*at - by_model) <= width_mm + MODEL_SIGMAS * *sigma) {
        *at = by_model;
        *sigma = CROK_CUT_REL_SIGMA * pose->board.line_mm[CROK_LINE_OUTER];
    } else if (!p.is_painted) {
        *sigma = width_mm;
    }
}
