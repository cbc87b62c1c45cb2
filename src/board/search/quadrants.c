/* SPDX-License-Identifier: Apache-2.0 */
#include "board/search/quadrants.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#include "core/scratch.h"

/* The number of angles sampled in a quarter turn, and of radii sampled between
 * the middle and the outer line. */
#define N_QUARTER 360
#define N_ANGLES (4 * N_QUARTER)
#define N_RADII 14
/* Each of the four lines may deviate from its right angle by this many sampled
 * angles, which is 2 degrees. */
#define BEST_WITHIN 8
/* The contrast of a ray is this quantile of its contrasts at the radii. Chosen
 * by hand: with a higher quantile, a ray that a disc or a numeral crosses looks
 * like a line; with a lower one, a disc that covers a part of a line reduces
 * the line's contrast. */
#define RAY_QUANTILE 0.4
/* The range of those radii, as fractions of the way from the middle to the
 * outer line. It keeps away from both lines. */
#define SPAN_FROM 0.15
#define SPAN_TO 0.85
/* The board on both sides of a line is sampled this many line widths from the
 * line's middle, and at least SIDE_MIN_PX from it. */
#define SIDE_WIDTHS 1.6
#define SIDE_MIN_PX 2.5
/* Ends are searched for between the radii END_MIN and END_MAX, in steps of
 * END_STEP (outer line = 1). */
#define END_MAX 1.12
#define END_MIN 0.20
#define END_STEP 0.004
/* A line ends where its contrast stays below half of its usual contrast over
 * this length (outer line = 1). The length must be larger than the width of the
 * rings that the line crosses, which is 0.010 (3 mm of 305 mm). */
#define END_GAP 0.028
/* An end belongs to a ring if it is at most END_SHORT before the middle of the
 * ring, or END_LONG beyond it (outer line = 1). Both contain half a line width,
 * which is 1.5 mm of 305 mm, blur and inaccurate drawing. Rims are at least
 * 4 mm away. With larger values a rim is accepted as a line; with smaller ones
 * hand-drawn boards are refused. */
#define END_SHORT 0.014
#define END_LONG 0.012
/* At the inner ring, an end may also be this many pixels earlier: there the
 * blurred ring lies where the board beside the line is sampled. The value comes
 * from one board with a size of 180 px, on which the ends were seen 5 mm early.
 * It was checked on 262 pictures. */
#define END_BLUR_PX 2.0
/* The usual distance from an end that is seen to the middle of its ring (outer
 * line = 1): half a line width and blur. */
#define END_INSET 0.005
/* At least this many of the four lines must end on the ring. Not all are
 * needed, because discs and numerals hide ends, and shadows prolong lines. One
 * is enough if it is seen and no other is seen to end elsewhere. */
#define MIN_ENDS 2
/* An end is hidden if something other than the board lies beyond it. A sample
 * differs from the board if its colour differs from that beside the line by
 * more than HIDDEN_FRAC of the rings' contrast. If most of the samples over
 * END_GAP beyond the end differ, the end is hidden. Tuned on 38 rendered
 * boards: with a lower value grain is treated as a disc, with a higher one a
 * disc of a colour like wood is treated as the board. */
#define HIDDEN_FRAC 0.35
/* If the quadrant lines are drawn beyond the middle line, this many of their
 * ends must be at the inner line or within it. One is enough, because discs
 * gather there and hide ends. */
#define MIN_ENDS_INNER 1

typedef float colour[3];

/* The common arguments of all sampling functions. */
typedef struct sampler {
    const crok_image *img;
    const crok_board_lines *l;
    double side_px;     /* from a line's middle to the board beside it */
    double px_per_unit; /* at the board's centre; unit: the outer radius */
} sampler;

static sampler sampler_of(const crok_image *img, const crok_board_lines *l)
{
    return (sampler){.img = img,
                     .l = l,
                     .side_px = fmax(SIDE_WIDTHS * l->width_px, SIDE_MIN_PX),
                     .px_per_unit = l->fit.cam.f_px / l->fit.cam.t_mm.z};
}

/* Sample the colour at a point of the board. Returns false if the point is
 * outside the picture. */
static bool colour_at(const sampler *s, crok_mm at, colour out)
{
    crok_px p =
        crok_camera_project(&s->l->fit.cam, (crok_vec3){at.x, at.y, 0.0});
    return crok_image_sample(s->img, p.x, p.y, out);
}

/* Compute the component of the colour in the direction of the outer line's
 * colour. Returns false if the point is outside the picture. */
static bool value_at(const sampler *s, crok_mm at, double *out)
{
    const float *d = s->l->trace[CROK_LINE_OUTER].colour;
    colour v = {0.0F};
    if (!colour_at(s, at, v))
        return false;
    *out = (double)(v[0] * d[0] + v[1] * d[1] + v[2] * d[2]);
    return true;
}

static crok_mm polar(double r, double angle)
{
    return (crok_mm){r * cos(angle), r * sin(angle)};
}

/* The contrast of a point: its value minus the mean of the two values side_px
 * away from it along the circle. 0 if one of the three points is outside the
 * picture. */
static double contrast_at(const sampler *s, double r, double angle)
{
    double side = s->side_px / (s->px_per_unit * r);
    double a = 0.0;
    double m = 0.0;
    double b = 0.0;
    if (!value_at(s, polar(r, angle - side), &a) ||
        !value_at(s, polar(r, angle), &m) ||
        !value_at(s, polar(r, angle + side), &b))
        return 0.0;
    return m - 0.5 * (a + b);
}

/* Compute the contrast of all sampled angles of the circle of radius r. The
 * values beside a point are those of the nearest samples of the circle. `unit`
 * has the points of the circle of radius 1. */
static void circle_contrasts(const sampler *s, const crok_mm unit[N_ANGLES],
                             double r, double out[N_ANGLES])
{
    double v[N_ANGLES];
    bool in[N_ANGLES];
    int side = (int)lround(s->side_px / (s->px_per_unit * r) * N_ANGLES /
                           (2.0 * CROK_PI));
    for (int i = 0; i < N_ANGLES; i++)
        in[i] = value_at(s, (crok_mm){r * unit[i].x, r * unit[i].y}, &v[i]);
    for (int i = 0; i < N_ANGLES; i++) {
        int a = (i - side + N_ANGLES) % N_ANGLES;
        int b = (i + side) % N_ANGLES;
        out[i] = in[a] && in[i] && in[b] ? v[i] - 0.5 * (v[a] + v[b]) : 0.0;
    }
}

/* Compute the contrast of the ray at each angle. It is a quantile over the
 * radii, so that a disc or a numeral on the ray has little effect. */
static void ray_contrasts(const sampler *s, double out[N_ANGLES])
{
    /* 160 kB: too large for the stack */
    CROK_SCRATCH_ROWS(double, v, N_RADII, [N_ANGLES]);
    crok_mm unit[N_ANGLES];
    double in = s->l->fit.radius[CROK_LINE_MIDDLE];
    for (int i = 0; i < N_ANGLES; i++)
        unit[i] = polar(1.0, 2.0 * CROK_PI * i / N_ANGLES);
    for (int k = 0; k < N_RADII; k++)
        circle_contrasts(s, unit,
                         in + (1.0 - in) * (SPAN_FROM + (SPAN_TO - SPAN_FROM) *
                                                            k / (N_RADII - 1)),
                         v[k]);
    for (int i = 0; i < N_ANGLES; i++) {
        double x[N_RADII];
        for (int k = 0; k < N_RADII; k++)
            x[k] = v[k][i];
        out[i] = crok_quantile(x, N_RADII, RAY_QUANTILE);
    }
}

/* Return the index of the angle with the largest contrast, at most BEST_WITHIN
 * away from i. A hand-drawn line is not exactly at a right angle to the others.
 */
static int best_near(const double q[N_ANGLES], int i)
{
    int best = (i - BEST_WITHIN + N_ANGLES) % N_ANGLES;
    for (int j = i - BEST_WITHIN; j <= i + BEST_WITHIN; j++)
        if (q[(j + N_ANGLES) % N_ANGLES] > q[best])
            best = (j + N_ANGLES) % N_ANGLES;
    return best;
}

/* The mean angle of the lines that are seen, those with a contrast of at least
 * `least`, modulo a quarter turn, in [0, pi/2). It is the circular mean of four
 * times their angles, divided by four. */
static double mean_angle(const int at[CROK_N_QUADRANTS],
                         const double contrast[CROK_N_QUADRANTS], double least)
{
    double c = 0.0;
    double s = 0.0;
    double angle = 0.0;
    for (int k = 0; k < CROK_N_QUADRANTS; k++) {
        double a = CROK_N_QUADRANTS * 2.0 * CROK_PI * at[k] / N_ANGLES;
        if (contrast[k] < least)
            continue;
        c += cos(a);
        s += sin(a);
    }
    angle = atan2(s, c) / CROK_N_QUADRANTS;
    return angle < 0.0 ? angle + 0.5 * CROK_PI : angle;
}

/* Set the contrasts from those of the four lines. */
static void set_contrasts(const double v[CROK_N_QUADRANTS], double height,
                          crok_quadrants *out)
{
    double best = -HUGE_VAL;
    double second = -HUGE_VAL;
    for (int k = 0; k < CROK_N_QUADRANTS; k++) {
        if (v[k] > best) {
            second = best;
            best = v[k];
        } else if (v[k] > second) {
            second = v[k];
        }
    }
    out->contrast = second / fmax(height, 1.0);
    out->best_contrast = best / fmax(height, 1.0);
}

/* One end of a line. */
typedef struct line_end {
    double r, angle;
} line_end;

/* Return the largest contrast within one pixel of *angle along the circle, and
 * set *angle to its position. */
static double best_contrast_near(const sampler *s, double r, double *angle)
{
    double pixel = 1.0 / (s->px_per_unit * r);
    double from = *angle;
    double best = -HUGE_VAL;
    for (int k = -1; k <= 1; k++) {
        double v = contrast_at(s, r, from + k * pixel);
        if (v <= best)
            continue;
        best = v;
        *angle = from + k * pixel;
    }
    return best;
}

/* Find the end of the line at this angle. From the radius `start`, the line is
 * followed in steps of `step` while its contrast is above half of `height`. If
 * the line does not point exactly at the hole, the angle changes by up to one
 * pixel in each step. */
static line_end end_of(const sampler *s, double angle, double start,
                       double step, double height)
{
    line_end last = {start, angle};
    for (double r = start; r > END_MIN && r < END_MAX; r += step) {
        double at = angle;
        if (best_contrast_near(s, r, &at) > 0.5 * height) {
            angle = at;
            last = (line_end){r, at};
        }
        if (fabs(r - last.r) > END_GAP)
            break;
    }
    return last;
}

/* Compute the board's colour beside a line, between two ends: the median of
 * samples on both sides. Returns false if no sample is in the picture. */
static bool colour_beside(const sampler *s, const line_end *from,
                          const line_end *to, colour out)
{
    enum { N_BESIDE = 24 };
    double v[3][2 * N_BESIDE];
    int n = 0;
    for (int i = 0; i < N_BESIDE; i++) {
        double part = (i + 0.5) / N_BESIDE;
        double r = from->r + (to->r - from->r) * part;
        double angle = from->angle + (to->angle - from->angle) * part;
        double side = s->side_px / (s->px_per_unit * r);
        for (int k = -1; k <= 1; k += 2) {
            colour c;
            if (!colour_at(s, polar(r, angle + k * side), c))
                continue;
            for (int j = 0; j < 3; j++)
                v[j][n] = (double)c[j];
            n++;
        }
    }
    for (int j = 0; j < 3 && n > 0; j++)
        out[j] = (float)crok_quantile(v[j], n, 0.5);
    return n > 0;
}

/* Does something other than the board lie beyond the line's end? Also true if a
 * sample beyond the end is outside the picture. */
static bool is_hidden(const sampler *s, const colour board, const line_end *end,
                      double step)
{
    const double height = (double)s->l->trace[CROK_LINE_OUTER].height;
    const int n = (int)(END_GAP / fabs(step));
    int n_other = 0;
    for (int i = 1; i <= n; i++) {
        colour v;
        if (!colour_at(s, polar(end->r + i * step, end->angle), v))
            return true;
        n_other += (double)crok_sample_distance(v, board) > HIDDEN_FRAC * height
                       ? 1
                       : 0;
    }
    return n_other > n / 2;
}

/* Find a radius on this ray at which the contrast is above half of `height`. Of
 * several, the one nearest to half-way between the middle and the outer line is
 * taken. Returns false if there is none. */
static bool start_on(const sampler *s, double angle, double height,
                     double *start)
{
    const double middle = s->l->fit.radius[CROK_LINE_MIDDLE];
    const double mid = 0.5 * (middle + 1.0);
    for (double off = 0.0; off < 0.5 * (1.0 - middle); off += END_STEP)
        for (int side = -1; side <= 1; side += 2) {
            double at = angle;
            *start = mid + side * off;
            if (best_contrast_near(s, *start, &at) > 0.5 * height)
                return true;
        }
    return false;
}

/* Find both ends of each line. If a line is not seen at all, both of its ends
 * are hidden.
 *
 *   height  contrast of the second best line, or of the best one if it is the
 *           only one that is seen; all lines are drawn alike
 */
static void find_ends(const sampler *s, const int at[CROK_N_QUADRANTS],
                      double height, crok_quadrants *out)
{
    for (int k = 0; k < CROK_N_QUADRANTS; k++) {
        double angle = 2.0 * CROK_PI * at[k] / N_ANGLES;
        double start = 0.0;
        line_end to, from;
        colour board;
        out->to_hidden[k] = out->from_hidden[k] = true;
        if (!start_on(s, angle, height, &start))
            continue;
        to = end_of(s, angle, start, END_STEP, height);
        from = end_of(s, angle, start, -END_STEP, height);
        out->to[k] = to.r;
        out->from[k] = from.r;
        if (!colour_beside(s, &from, &to, board))
            continue;
        out->to_hidden[k] = is_hidden(s, board, &to, END_STEP);
        out->from_hidden[k] = is_hidden(s, board, &from, -END_STEP);
    }
}

/* Find the four rays, about a quarter turn apart, with the largest sum of
 * contrasts. */
static void find_rays(const double q[N_ANGLES], int best[CROK_N_QUADRANTS])
{
    double top = -HUGE_VAL;
    for (int i = 0; i < N_QUARTER; i++) {
        int at[CROK_N_QUADRANTS];
        double sum = 0.0;
        for (int k = 0; k < CROK_N_QUADRANTS; k++) {
            at[k] = best_near(q, i + k * N_QUARTER);
            sum += q[at[k]];
        }
        if (sum <= top)
            continue;
        top = sum;
        memcpy(best, at, sizeof at);
    }
}

crok_quadrants crok_quadrants_find(const crok_image *img,
                                   const crok_board_lines *lines)
{
    double q[N_ANGLES];
    int at[CROK_N_QUADRANTS] = {0};
    double contrast[CROK_N_QUADRANTS];
    crok_quadrants out = {0};
    double height = (double)lines->trace[CROK_LINE_OUTER].height;
    double seen = 0.0;
    sampler s = sampler_of(img, lines);
    ray_contrasts(&s, q);
    find_rays(q, at);
    for (int k = 0; k < CROK_N_QUADRANTS; k++)
        contrast[k] = q[at[k]];
    set_contrasts(contrast, height, &out);
    seen = out.contrast < CROK_QUADRANTS_MIN_CONTRAST ? out.best_contrast
                                                      : out.contrast;
    seen = fmax(seen * height, 1.0);
    out.angle_rad =
        mean_angle(at, contrast, fmin(0.5 * seen, out.best_contrast * height));
    find_ends(&s, at, seen, &out);
    return out;
}

static bool is_between(double end, double lo, double hi)
{
    return end > lo && end < hi;
}

/* Count the ends between the radii lo and hi. */
static int count_between(const double end[CROK_N_QUADRANTS], double lo,
                         double hi)
{
    int n = 0;
    for (int k = 0; k < CROK_N_QUADRANTS; k++)
        n += is_between(end[k], lo, hi) ? 1 : 0;
    return n;
}

/* Are enough ends between the radii lo and hi? That is true for MIN_ENDS ends,
 * or for a visible one if no visible end lies elsewhere. A visible end lies
 * elsewhere if it is more than END_STEP outside lo and hi. */
static bool end_between(const double end[CROK_N_QUADRANTS],
                        const bool hidden[CROK_N_QUADRANTS], double lo,
                        double hi)
{
    bool is_seen = false;
    bool ends_elsewhere = false;
    for (int k = 0; k < CROK_N_QUADRANTS; k++) {
        if (hidden[k])
            continue;
        is_seen = is_seen || is_between(end[k], lo, hi);
        ends_elsewhere =
            ends_elsewhere || !is_between(end[k], lo - END_STEP, hi + END_STEP);
    }
    return count_between(end, lo, hi) >= MIN_ENDS ||
           (is_seen && !ends_elsewhere);
}

bool crok_quadrants_agree(const crok_quadrants *q,
                          const crok_board_lines *lines)
{
    double middle = lines->fit.radius[CROK_LINE_MIDDLE];
    double inner = lines->fit.radius[CROK_LINE_INNER];
    double pixel = lines->fit.cam.t_mm.z / lines->fit.cam.f_px;
    bool to_outer =
        end_between(q->to, q->to_hidden, 1.0 - END_SHORT, 1.0 + END_LONG);
    bool from_middle = end_between(q->from, q->from_hidden, middle - END_LONG,
                                   middle + END_SHORT);
    bool from_inner =
        count_between(q->from, 0.0, middle - END_LONG) >= MIN_ENDS &&
        count_between(q->from, 0.0, inner + END_SHORT + END_BLUR_PX * pixel) >=
            MIN_ENDS_INNER;
    return to_outer && (from_middle || from_inner);
}

/* Find a radius that at least three of the four ends have in common, within
 * half of END_SHORT. Returns false if there is none. */
static bool common_end(const double end[CROK_N_QUADRANTS], double *at)
{
    for (int k = 0; k < CROK_N_QUADRANTS; k++) {
        *at = end[k];
        if (count_between(end, end[k] - 0.5 * END_SHORT,
                          end[k] + 0.5 * END_SHORT) > MIN_ENDS)
            return true;
    }
    return false;
}

bool crok_quadrants_span(const crok_quadrants *q, double *middle, double *outer)
{
    double from = 0.0;
    double to = 0.0;
    if (!common_end(q->from, &from) || !common_end(q->to, &to))
        return false;
    *middle = from - END_INSET;
    *outer = to + END_INSET;
    return (*outer < END_MAX) && (*middle > END_MIN);
}
