/* SPDX-License-Identifier: Apache-2.0 */
#include "board/search/quadrants.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

/* Angles tried in a quarter turn, and radii sampled between the lines. */
#define N_QUARTER 360
#define N_ANGLES (4 * N_QUARTER)
#define N_RADII 14
#define NEAR 8
/* Where, as parts of the way from the middle to the outer line: clear of both.
 */
#define FROM 0.15
#define TO 0.85
/* A line's sides are read this many line widths from its middle, and no nearer
 * than this, px. */
#define SIDE_WIDTHS 1.6
#define SIDE_MIN_PX 2.5
/* Ends are looked for out to here, by this step, outer line = 1. */
#define END_MOST 1.12
#define END_LEAST 0.20
#define END_STEP 0.004
/* A line has ended where it has less than half of its contrast for so long:
 * longer than the rings that it crosses are wide (3 mm of 305). */
#define END_GAP 0.028
/* How far from a ring's middle an end may be seen: half a line, 1.5 mm of 305,
 * what blur and the hand that drew it add. A rim is 4 mm away and more. */
#define END_SHORT 0.014
#define END_LONG 0.012

/* At the inner ring a line's sides are the ring's, and that is blurred: so many
 * pixels more. */
#define END_BLUR_PX 2.0

/* An end as it is seen, from the middle of its ring: half a line and blur. */
#define END_INSET 0.005
/* Of the four lines so many must end where they should: discs and numerals hide
 * an end, shadows prolong one. One will do where none is seen to end elsewhere.
 */
#define ENDS_LEAST 2
/* An end is hidden where, for as long as a gap, the colour beyond it differs
 * from that beside the line by this part of the lines' height. */
#define HIDDEN 0.35
/* Discs gather at the inner line: of lines that so many draw on beyond the
 * middle one, a single end tells how far. */
#define ENDS_LEAST_INNER 1

typedef float colour[3];

/* What all the sampling needs. */
typedef struct sampler {
    const crok_image *img;
    const crok_board_lines *l;
    double side_px, px_per_unit;
} sampler;

static sampler sampler_of(const crok_image *img, const crok_board_lines *l)
{
    return (sampler){.img = img,
                     .l = l,
                     .side_px = fmax(SIDE_WIDTHS * l->width_px, SIDE_MIN_PX),
                     .px_per_unit = l->fit.cam.f_px / l->fit.cam.t_mm.z};
}

/* The picture's colour; false outside the picture. */
static bool colour_at(const sampler *s, crok_mm at, colour out)
{
    crok_px p =
        crok_camera_project(&s->l->fit.cam, (crok_vec3){at.x, at.y, 0.0});
    return crok_image_sample(s->img, p.x, p.y, out);
}

/* The same along the lines' colour. */
static bool look(const sampler *s, crok_mm at, double *out)
{
    const float *d = s->l->trace[CROK_LINE_OUTER].colour;
    colour v;
    if (!colour_at(s, at, v))
        return false;
    *out = (double)(v[0] * d[0] + v[1] * d[1] + v[2] * d[2]);
    return true;
}

static crok_mm polar(double r, double angle)
{
    return (crok_mm){r * cos(angle), r * sin(angle)};
}

/* How far a point stands out of its neighbours along the circle, along the
 * rings' colour; 0 outside the picture. */
static double stands_out(const sampler *s, double r, double angle)
{
    double side = s->side_px / (s->px_per_unit * r);
    double a = 0.0;
    double m = 0.0;
    double b = 0.0;
    if (!look(s, polar(r, angle - side), &a) || !look(s, polar(r, angle), &m) ||
        !look(s, polar(r, angle + side), &b))
        return 0.0;
    return m - 0.5 * (a + b);
}

/* The same for all angles of one circle, whose points serve as neighbours;
 * unit: those of the circle of radius 1. */
static void circle(const sampler *s, const crok_mm unit[N_ANGLES], double r,
                   double out[N_ANGLES])
{
    double v[N_ANGLES];
    bool in[N_ANGLES];
    int side = (int)lround(s->side_px / (s->px_per_unit * r) * N_ANGLES /
                           (2.0 * CROK_PI));
    for (int i = 0; i < N_ANGLES; i++)
        in[i] = look(s, (crok_mm){r * unit[i].x, r * unit[i].y}, &v[i]);
    for (int i = 0; i < N_ANGLES; i++) {
        int a = (i - side + N_ANGLES) % N_ANGLES;
        int b = (i + side) % N_ANGLES;
        out[i] = in[a] && in[i] && in[b] ? v[i] - 0.5 * (v[a] + v[b]) : 0.0;
    }
}

/* Of each angle the median over the radii: a disc or a numeral on the way does
 * not count. */
static void all_rays(const sampler *s, double out[N_ANGLES])
{
    static _Thread_local double v[N_RADII][N_ANGLES];
    crok_mm unit[N_ANGLES];
    double in = s->l->fit.radius[CROK_LINE_MIDDLE];
    for (int i = 0; i < N_ANGLES; i++)
        unit[i] = polar(1.0, 2.0 * CROK_PI * i / N_ANGLES);
    for (int k = 0; k < N_RADII; k++)
        circle(s, unit,
               in + (1.0 - in) * (FROM + (TO - FROM) * k / (N_RADII - 1)),
               v[k]);
    for (int i = 0; i < N_ANGLES; i++) {
        double x[N_RADII];
        for (int k = 0; k < N_RADII; k++)
            x[k] = v[k][i];
        out[i] = crok_quantile(x, N_RADII, 0.4);
    }
}

/* Lines drawn by hand are not square to each other: the best within two
 * degrees. */
static int best_near(const double q[N_ANGLES], int i)
{
    int best = (i - NEAR + N_ANGLES) % N_ANGLES;
    for (int j = i - NEAR; j <= i + NEAR; j++)
        if (q[(j + N_ANGLES) % N_ANGLES] > q[best])
            best = (j + N_ANGLES) % N_ANGLES;
    return best;
}

/* The angle in the first quarter that the four have in common. */
static double mean_angle(const int at[CROK_N_QUADRANTS])
{
    double c = 0.0;
    double s = 0.0;
    double angle = 0.0;
    for (int k = 0; k < CROK_N_QUADRANTS; k++) {
        double a = CROK_N_QUADRANTS * 2.0 * CROK_PI * at[k] / N_ANGLES;
        c += cos(a);
        s += sin(a);
    }
    angle = atan2(s, c) / CROK_N_QUADRANTS;
    return angle < 0.0 ? angle + 0.5 * CROK_PI : angle;
}

/* Of four, the second largest. */
static double second_of(const double v[CROK_N_QUADRANTS])
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
    return second;
}

/* One end of a line. */
typedef struct line_end {
    double r, angle;
} line_end;

/* By how much a line stands out within a pixel of *angle, which is set to where
 * it does most. */
static double stands_out_near(const sampler *s, double r, double *angle)
{
    double pixel = 1.0 / (s->px_per_unit * r);
    double from = *angle;
    double best = -HUGE_VAL;
    for (int k = -1; k <= 1; k++) {
        double v = stands_out(s, r, from + k * pixel);
        if (v <= best)
            continue;
        best = v;
        *angle = from + k * pixel;
    }
    return best;
}

/* Where the line at this angle ends, going from `start` in steps of `step`
 * while it stands out by half of `height`. A line that does not point at the
 * hole is followed, a pixel a step at most. */
static line_end end_of(const sampler *s, double angle, double start,
                       double step, double height)
{
    line_end last = {start, angle};
    for (double r = start; r > END_LEAST && r < END_MOST; r += step) {
        double at = angle;
        if (stands_out_near(s, r, &at) > 0.5 * height) {
            angle = at;
            last = (line_end){r, at};
        }
        if (fabs(r - last.r) > END_GAP)
            break;
    }
    return last;
}

/* The board's colour beside a line that is seen between these ends; false where
 * none of it is in the picture. */
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

/* Does something else than the board lie where the line ends? */
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
        n_other +=
            (double)crok_sample_distance(v, board) > HIDDEN * height ? 1 : 0;
    }
    return n_other > n / 2;
}

/* Where on this ray, as near to half-way as can be, the line stands out by half
 * of `height`; false where it nowhere does. */
static bool start_on(const sampler *s, double angle, double height,
                     double *start)
{
    const double middle = s->l->fit.radius[CROK_LINE_MIDDLE];
    const double mid = 0.5 * (middle + 1.0);
    for (double off = 0.0; off < 0.5 * (1.0 - middle); off += END_STEP)
        for (int side = -1; side <= 1; side += 2) {
            double at = angle;
            *start = mid + side * off;
            if (stands_out_near(s, *start, &at) > 0.5 * height)
                return true;
        }
    return false;
}

/* Both ends of each; where one is not seen at all both are hidden. They are
 * drawn alike: so many of them stand out by `height`. */
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

crok_quadrants crok_quadrants_find(const crok_image *img,
                                   const crok_board_lines *lines)
{
    double q[N_ANGLES];
    int best[CROK_N_QUADRANTS] = {0};
    crok_quadrants out = {0};
    double height = (double)lines->trace[CROK_LINE_OUTER].height;
    double top = -HUGE_VAL;
    sampler s = sampler_of(img, lines);
    all_rays(&s, q);
    for (int i = 0; i < N_QUARTER; i++) {
        int at[CROK_N_QUADRANTS];
        double four[CROK_N_QUADRANTS];
        double sum = 0.0;
        for (int k = 0; k < CROK_N_QUADRANTS; k++) {
            at[k] = best_near(q, i + k * N_QUARTER);
            four[k] = q[at[k]];
            sum += four[k];
        }
        if (sum <= top)
            continue;
        top = sum;
        memcpy(best, at, sizeof best);
        out.angle_rad = mean_angle(at);
        out.contrast = second_of(four) / fmax(height, 1.0);
    }
    find_ends(&s, best, fmax(out.contrast * height, 1.0), &out);
    return out;
}

static bool is_between(double end, double lo, double hi)
{
    return end > lo && end < hi;
}

/* How many of the ends lie between two radii. */
static int between(const double end[CROK_N_QUADRANTS], double lo, double hi)
{
    int n = 0;
    for (int k = 0; k < CROK_N_QUADRANTS; k++)
        n += is_between(end[k], lo, hi) ? 1 : 0;
    return n;
}

/* Are enough ends between two radii? One is seen to be elsewhere where it is
 * farther off than the steps in which ends are looked for. */
static bool end_between(const double end[CROK_N_QUADRANTS],
                        const bool hidden[CROK_N_QUADRANTS], double lo,
                        double hi)
{
    int n = between(end, lo, hi);
    bool ends_elsewhere = false;
    for (int k = 0; k < CROK_N_QUADRANTS; k++)
        ends_elsewhere =
            ends_elsewhere ||
            (!hidden[k] && !is_between(end[k], lo - END_STEP, hi + END_STEP));
    return n >= ENDS_LEAST || (n > 0 && !ends_elsewhere);
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
        between(q->from, 0.0, middle - END_LONG) >= ENDS_LEAST &&
        between(q->from, 0.0, inner + END_SHORT + END_BLUR_PX * pixel) >=
            ENDS_LEAST_INNER;
    return to_outer && (from_middle || from_inner);
}

/* The end that most of the four share, give or take; false where no three do.
 */
static bool shared(const double end[CROK_N_QUADRANTS], double *at)
{
    for (int k = 0; k < CROK_N_QUADRANTS; k++) {
        *at = end[k];
        if (between(end, end[k] - 0.5 * END_SHORT, end[k] + 0.5 * END_SHORT) >
            ENDS_LEAST)
            return true;
    }
    return false;
}

bool crok_quadrants_span(const crok_quadrants *q, double *middle, double *outer)
{
    double from = 0.0;
    double to = 0.0;
    if (!shared(q->from, &from) || !shared(q->to, &to))
        return false;
    *middle = from - END_INSET;
    *outer = to + END_INSET;
    return *outer<END_MOST && * middle> END_LEAST;
}
