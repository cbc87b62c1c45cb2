/* SPDX-License-Identifier: Apache-2.0 */
#include "board/search/lines.h"

#include <math.h>

/* The range of the radii of the middle and the inner line (outer line = 1). It
 * is the range of docs/DESIGN.md, widened to include boards in public pictures.
 */
#define MIDDLE_MIN 0.55
#define MIDDLE_MAX 0.76
#define INNER_MIN 0.25
#define INNER_MAX 0.41
/* A typical line width as a fraction of the outer line's radius: 2 mm of
 * 300 mm. The lines of boards are 0.5 to 4 mm wide. */
#define WIDTH_TYPICAL 0.0065
/* A line is searched up to this distance from its ring, as a fraction of the
 * outer line's radius. REACH_FIRST is for the camera that was fitted to edge
 * points, REACH_AGAIN for the one that was fitted to lines. Chosen by hand:
 * with smaller values lines are missed; with larger ones rims and grain are
 * traced. */
#define REACH_FIRST 0.020
#define REACH_AGAIN 0.008
/* Smallest contrast of a line at which its cross-section is used to measure the
 * width, as a fraction of white. Chosen by hand. */
#define MIN_HEIGHT 0.02F
/* Only every STRIDE_CHOOSE-th angle is traced to choose the lines (a disc
 * covers 4 angles at the outer line), and every STRIDE_CLOSE_IN-th while the
 * reach narrows. Larger strides are faster and see fewer points. */
#define STRIDE_CHOOSE 4
#define STRIDE_CLOSE_IN 2
/* The search range is multiplied by this factor after each fit. */
#define REACH_FACTOR 0.75
/* The lines count as traced correctly if the rms residual is below this
 * fraction of the outer line's radius. Chosen by hand; on drawn and rendered
 * boards the residual is smaller. */
#define CLOSE_FRAC 0.0010
/* The noise of tracing a line, px rms: 0.45 px on a board of 184 px under JPEG
 * quality 15, 0.1 px and less on sharp pictures of large boards. Chosen by hand
 * between them. */
#define TRACE_NOISE_PX 0.3
/* The noise of tracing a faint line, px rms. It is larger, because the ridge is
 * hardly higher than the noise that averaging leaves. On stills of two streams,
 * 640 to 1280 px wide, whose lines differ from the board by one to three grey
 * levels, right fits have 0.45 to 0.55 px rms. */
#define FAINT_NOISE_PX 0.55
/* A line is seen at one radius if it is within this (outer line = 1): three rms
 * residuals of a warped board, and a fifth of the reach of the first trace. */
#define SAME_RADIUS 0.004
/* The lines also count as traced correctly if at least this fraction of the
 * outer and of the middle line is seen. The value excludes a rendered picture
 * in which the edge of the surface was traced as the outer line: 61 % of it was
 * seen, with a residual of 0.0015. 668 pictures were checked. */
#define MIN_SEEN_TRACED 0.80
/* Standard deviations of the priors in the first fits: k1, the focal length
 * (relative), and the principal point in px. With them, almost only the pose
 * can change. Otherwise outliers among the first points would distort the lens.
 * Chosen by hand. */
#define FIRST_K1_SIGMA 0.01
#define FIRST_F_SIGMA 0.10
#define FIRST_C_SIGMA_PX 0.1
/* The quality of a choice is multiplied by this if its inner line is the edge
 * of a painted middle, because that is weaker evidence of a board than a third
 * line. Chosen by hand. */
#define STEP_WEIGHT 0.6
/* Three rings are rejected if their quality is below this. Chosen by hand: with
 * a lower value rims are accepted; with a higher one covered or faint lines are
 * rejected. */
#define MIN_QUALITY 0.25
/* Smallest cosine of the angle between the colour directions of two lines of
 * one board. */
#define MIN_COLOUR_COSINE 0.7
/* An angle is used for the cross-section of a line if its ridge height is
 * between these fractions of the line's median height. Otherwise a peg, a disc
 * or a numeral may lie beside the line there. */
#define ORDINARY_MIN 0.7F
#define ORDINARY_MAX 1.3F

static double seen_frac(const crok_trace *t)
{
    return t->n_inside > 0 ? (double)t->n_seen / t->n_inside : 0.0;
}

/* The quality of a trace as a line, 0..1:
 *
 *     seen_frac * min(1, 3 (1 - noise_height / height))
 *
 * It is low if the line is seen at few angles. It is also low for a step: there
 * the ridge filter gives equal heights for both signs, while for a line the
 * height of the opposite sign is about half. The quality is 0 if less than half
 * of the ring is in the picture. */
static double line_quality(const crok_trace *t)
{
    double shape = 0.0;
    if (2 * t->n_inside < t->n_sampled || t->height <= 0.0F)
        return 0.0;
    shape = fmin(1.0, 3.0 * (1.0 - (double)(t->noise_height / t->height)));
    return seen_frac(t) * fmax(shape, 0.0);
}

/* The lower of the two traces' ridge heights, divided by the higher one. */
static double height_ratio(const crok_trace *a, const crok_trace *b)
{
    double lo = fmin((double)a->height, (double)b->height);
    double hi = fmax((double)a->height, (double)b->height);
    return hi <= 0.0 ? 0.0 : lo / hi;
}

/* The similarity of two traces, 0..1, from their unit colour directions a and b
 * and their heights:
 *
 *     (a . b)^2 sqrt(lower height / higher height)
 *
 * It is 0 if a . b is below MIN_COLOUR_COSINE. */
static double similarity(const crok_trace *a, const crok_trace *b)
{
    double dot = 0.0;
    for (int c = 0; c < 3; c++)
        dot += (double)(a->colour[c] * b->colour[c]);
    return dot < MIN_COLOUR_COSINE ? 0.0 : dot * dot * sqrt(height_ratio(a, b));
}

/* The quality of three traces as a board's lines, 0..1: the geometric mean of
 * their three line qualities, times the similarities of the three pairs. */
static double triple_quality(const crok_trace *o, const crok_trace *m,
                             const crok_trace *i)
{
    double own = cbrt(line_quality(o) * line_quality(m) * line_quality(i));
    return own * similarity(o, m) * similarity(m, i) * similarity(o, i);
}

/* The quality of three traces if the middle is painted, so that the inner line
 * is a step, 0..1:
 *
 *     STEP_WEIGHT sqrt(quality_o quality_m) similarity(o, m) seen_i strength_i
 *
 * with strength_i = min(1, 3 height_i / height_o) and seen_i the fraction of
 * the step that is seen. */
static double step_quality(const crok_trace *o, const crok_trace *m,
                           const crok_trace *i)
{
    double own = sqrt(line_quality(o) * line_quality(m));
    double strong =
        fmin(1.0, 3.0 * (double)(i->height / fmaxf(o->height, 1.0F)));
    return STEP_WEIGHT * own * similarity(o, m) * seen_frac(i) * strong;
}

int crok_line_choice_keep(crok_line_choice list[CROK_MAX_CHOICES], int n,
                          const crok_line_choice *c)
{
    int at = n < CROK_MAX_CHOICES ? n : CROK_MAX_CHOICES - 1;
    if (n == CROK_MAX_CHOICES && list[at].quality >= c->quality)
        return n;
    while (at > 0 && list[at - 1].quality < c->quality) {
        list[at] = list[at - 1];
        at--;
    }
    list[at] = *c;
    return n < CROK_MAX_CHOICES ? n + 1 : n;
}

bool crok_board_lines_is_inner(double radius)
{
    return radius > INNER_MIN && radius < INNER_MAX;
}

bool crok_board_lines_is_middle(double radius)
{
    return radius > MIDDLE_MIN && radius < MIDDLE_MAX;
}

/* Add to the list all choices that have this outer and this middle line. */
static int choose_inner(const crok_ring_fit *rings, const crok_trace *t, int o,
                        int m, crok_line_choice *list, int n)
{
    for (int i = 0; i < rings->n_rings; i++) {
        double ratio = rings->radius[i] / rings->radius[o];
        double line = triple_quality(&t[o], &t[m], &t[i]);
        double step = step_quality(&t[o], &t[m], &t[i]);
        crok_line_choice c = {.ring = {o, m, i},
                              .inner_is_step = step > line,
                              .quality = fmax(line, step)};
        if (crok_board_lines_is_inner(ratio) && c.quality > 0.0)
            n = crok_line_choice_keep(list, n, &c);
    }
    return n;
}

/* Convert a length at the board's centre to px. */
static double radius_px(const crok_ring_fit *fit, double radius)
{
    return radius * fit->cam.f_px / fit->cam.t_mm.z;
}

/* Make the initial values for a fit of the three chosen rings only. The unit of
 * length becomes the outer line's radius. */
static crok_ring_fit fit_of_choice(const crok_ring_fit *rings,
                                   const int pick[CROK_N_LINES])
{
    double unit = rings->radius[pick[CROK_LINE_OUTER]];
    crok_ring_fit fit = {.cam = rings->cam, .n_rings = CROK_N_LINES};
    fit.cam.t_mm = crok_vec3_scale(rings->cam.t_mm, 1.0 / unit);
    for (int k = 0; k < CROK_N_LINES; k++)
        fit.radius[k] = rings->radius[pick[k]] / unit;
    return fit;
}

/* Fit the camera with the function fit_to to the traced points that are at most
 * gate_px from their line. */
static bool fit_traces(crok_ring_fitter fit_to, const crok_fit_prior *prior,
                       double gate_px, crok_board_lines *l)
{
    crok_ring_point points[CROK_N_LINES * CROK_TRACE_ANGLES];
    int n = 0;
    for (int k = 0; k < CROK_N_LINES; k++)
        for (int i = 0; i < CROK_TRACE_ANGLES; i++)
            if (l->trace[k].at[i].seen)
                points[n++] = (crok_ring_point){l->trace[k].at[i].at, k};
    return fit_to(points, n, prior, gate_px, &l->fit);
}

static double reach_px(const crok_board_lines *l, double reach)
{
    return fmax(3.0, radius_px(&l->fit, reach));
}

bool crok_board_lines_refit(const crok_fit_prior *prior,
                            crok_board_lines *lines)
{
    return fit_traces(crok_ring_fit_finish, prior, reach_px(lines, REACH_AGAIN),
                      lines);
}

/* Trace the three lines with the camera of the fit, then fit the camera to the
 * traces. */
static bool trace_and_fit(const crok_image *img, const crok_fit_prior *prior,
                          double reach, int stride, crok_board_lines *l)
{
    crok_trace_params ask = {0.0, reach_px(l, reach), l->width_px, stride,
                             l->is_faint};
    for (int k = 0; k < CROK_N_LINES; k++) {
        ask.radius = l->fit.radius[k];
        crok_trace_ring(img, &l->fit.cam, &ask, &l->trace[k]);
    }
    return fit_traces(crok_ring_fit_refine, prior, ask.reach_px, l);
}

bool crok_board_lines_retrace(const crok_image *img,
                              const crok_fit_prior *prior,
                              crok_board_lines *lines)
{
    crok_fit_prior p = *prior;
    p.correlated = true;
    return trace_and_fit(img, &p, REACH_AGAIN, 1, lines);
}

double crok_board_lines_residual(const crok_board_lines *lines)
{
    return lines->fit.rms_px / radius_px(&lines->fit, 1.0);
}

double crok_board_lines_misfit(const crok_board_lines *lines)
{
    double rms = lines->fit.rms_px;
    double noise = lines->is_faint ? FAINT_NOISE_PX : TRACE_NOISE_PX;
    double rest = rms * rms - noise * noise;
    return sqrt(fmax(rest, 0.0)) / radius_px(&lines->fit, 1.0);
}

static bool is_close(const crok_board_lines *lines)
{
    return crok_board_lines_residual(lines) < CLOSE_FRAC;
}

bool crok_board_lines_are_traced(const crok_board_lines *lines)
{
    return is_close(lines) ||
           (seen_frac(&lines->trace[CROK_LINE_OUTER]) >= MIN_SEEN_TRACED &&
            seen_frac(&lines->trace[CROK_LINE_MIDDLE]) >= MIN_SEEN_TRACED);
}

/* Trace and fit repeatedly, each time with a smaller search range. The first
 * camera was fitted to edge points. Some of the first traced points are
 * outliers from wood grain; each fit with a smaller range rejects more of them.
 */
static bool close_in(const crok_image *img, const crok_fit_prior *prior,
                     crok_board_lines *l)
{
    double reach = REACH_FIRST;
    while (reach > REACH_AGAIN) {
        if (!trace_and_fit(img, prior, reach, STRIDE_CLOSE_IN, l))
            return false;
        if (is_close(l))
            break;
        reach *= REACH_FACTOR;
    }
    return true;
}

int crok_board_lines_choose(const crok_image *img, const crok_ring_fit *rings,
                            bool is_faint,
                            crok_line_choice out[CROK_MAX_CHOICES])
{
    crok_trace t[CROK_MAX_RINGS];
    double largest = 0.0;
    int n = 0;
    for (int k = 0; k < rings->n_rings; k++)
        largest = fmax(largest, rings->radius[k]);
    for (int k = 0; k < rings->n_rings; k++) {
        crok_trace_params ask = {
            rings->radius[k],
            fmax(3.0, radius_px(rings, REACH_FIRST * largest)),
            fmax(1.5, radius_px(rings, WIDTH_TYPICAL * largest)), STRIDE_CHOOSE,
            is_faint};
        crok_trace_ring(img, &rings->cam, &ask, &t[k]);
    }
    for (int o = 0; o < rings->n_rings; o++) {
        for (int m = 0; m < rings->n_rings; m++) {
            if (crok_board_lines_is_middle(rings->radius[m] / rings->radius[o]))
                n = choose_inner(rings, t, o, m, out, n);
        }
    }
    for (int i = 0; i < n; i++)
        out[i].is_faint = is_faint;
    return n;
}

crok_status crok_board_lines_fit(const crok_image *img,
                                 const crok_ring_fit *rings,
                                 const crok_line_choice *choice,
                                 const crok_fit_prior *prior,
                                 crok_board_lines *out, crok_err *err)
{
    crok_board_lines l = {0};
    crok_fit_prior first = *prior;
    crok_fit_prior later = *prior;
    l.fit = fit_of_choice(rings, choice->ring);
    l.is_faint = choice->is_faint;
    l.width_px = fmax(1.5, radius_px(&l.fit, WIDTH_TYPICAL));
    first.k1_sigma = fmin(first.k1_sigma, FIRST_K1_SIGMA);
    first.f_rel_sigma = fmin(first.f_rel_sigma, FIRST_F_SIGMA);
    first.c_sigma_px = FIRST_C_SIGMA_PX;
    first.correlated = true;
    later.correlated = true;
    if (!close_in(img, &first, &l) ||
        !trace_and_fit(img, &later, REACH_AGAIN, 1, &l))
        return crok_fail(err, CROK_ENOBOARD,
                         "the rings do not fit a board seen by a camera");
    l.inner_is_step = choice->inner_is_step;
    l.quality = l.inner_is_step
                    ? step_quality(&l.trace[0], &l.trace[1], &l.trace[2])
                    : triple_quality(&l.trace[0], &l.trace[1], &l.trace[2]);
    if (l.quality < MIN_QUALITY)
        return crok_fail(err, CROK_ENOBOARD,
                         "the rings do not look like a board's lines");
    *out = l;
    return CROK_OK;
}

/* Set the radius at which a ring was traced, the median over the seen angles,
 * and the fraction of the angles at which it was seen there. */
static void set_radius(const crok_camera *cam, const crok_trace *t,
                       crok_ring_look *out)
{
    double r[CROK_TRACE_ANGLES];
    int n = 0;
    int n_there = 0;
    for (int i = 0; i < CROK_TRACE_ANGLES; i++) {
        crok_mm m = {0.0, 0.0};
        if (!t->at[i].seen)
            continue;
        m = crok_camera_unproject(cam, t->at[i].at, 0.0);
        r[n++] = sqrt(m.x * m.x + m.y * m.y);
    }
    out->radius = crok_quantile(r, n, 0.5);
    for (int i = 0; i < n; i++)
        n_there += fabs(r[i] - out->radius) < SAME_RADIUS ? 1 : 0;
    out->round_frac = t->n_inside > 0 ? (double)n_there / t->n_inside : 0.0;
}

crok_ring_look crok_board_lines_look(const crok_image *img,
                                     const crok_board_lines *lines,
                                     double radius)
{
    const crok_trace *outer = &lines->trace[CROK_LINE_OUTER];
    crok_trace t;
    crok_ring_look look;
    crok_trace_params ask = {radius, reach_px(lines, REACH_FIRST),
                             lines->width_px, STRIDE_CHOOSE, lines->is_faint};
    crok_trace_ring(img, &lines->fit.cam, &ask, &t);
    set_radius(&lines->fit.cam, &t, &look);
    /* the height ratio counts twice, because lines of one board have nearly the
     * same height */
    look.similarity = line_quality(&t) * similarity(outer, &t) *
                      sqrt(height_ratio(outer, &t));
    return look;
}

/* Add the profile at one angle, centred on the traced line, to `sum`. Returns
 * false, without adding, if a part of the profile is outside the picture. */
static bool add_profile(const crok_image *img, const crok_trace_sample *at,
                        crok_px outward, double sum[CROK_SECTION_BINS])
{
    double p[CROK_SECTION_BINS];
    for (int i = 0; i < CROK_SECTION_BINS; i++) {
        float v[3];
        double d = (i - CROK_SECTION_HALF) * CROK_SECTION_BIN_PX;
        if (!crok_image_sample(img, at->at.x + d * outward.x,
                               at->at.y + d * outward.y, v))
            return false;
        p[i] = (double)crok_luminance(v);
    }
    for (int i = 0; i < CROK_SECTION_BINS; i++)
        sum[i] += p[i];
    return true;
}

static void section_of(const crok_image *img, const crok_board_lines *l,
                       int line, crok_section *out)
{
    const crok_trace *t = &l->trace[line];
    double sum[CROK_SECTION_BINS] = {0};
    double r = l->fit.radius[line];
    double scale = 0.0;
    int n = 0;
    for (int i = 0; i < CROK_TRACE_ANGLES; i++) {
        double c = cos((double)t->at[i].angle_rad);
        double s = sin((double)t->at[i].angle_rad);
        crok_px a =
            crok_camera_project(&l->fit.cam, (crok_vec3){r * c, r * s, 0});
        crok_px b = crok_camera_project(
            &l->fit.cam, (crok_vec3){1.01 * r * c, 1.01 * r * s, 0});
        double len = hypot(b.x - a.x, b.y - a.y);
        if (!t->at[i].seen || t->at[i].height > ORDINARY_MAX * t->height ||
            t->at[i].height < ORDINARY_MIN * t->height ||
            !add_profile(img, &t->at[i],
                         (crok_px){(b.x - a.x) / len, (b.y - a.y) / len}, sum))
            continue;
        scale += len / (0.01 * r);
        n++;
    }
    *out = (crok_section){.px_per_unit = scale / (n > 0 ? n : 1)};
    for (int i = 0; i < CROK_SECTION_BINS; i++)
        out->mean[i] = (float)crok_section_value(sum[i] / (n > 0 ? n : 1));
    out->seen = n >= CROK_TRACE_ANGLES / 8 &&
                fabsf(out->mean[CROK_SECTION_HALF] -
                      out->mean[CROK_SECTION_BESIDE]) > MIN_HEIGHT;
}

void crok_board_lines_sections(const crok_image *img,
                               const crok_board_lines *lines,
                               crok_section out[CROK_N_LINES])
{
    for (int k = 0; k < CROK_N_LINES; k++)
        section_of(img, lines, k, &out[k]);
    if (lines->inner_is_step)
        out[CROK_LINE_INNER].seen = false;
}
