/* SPDX-License-Identifier: Apache-2.0 */
#include "board/registration.h"

#include <math.h>
#include <stddef.h>

#include "board/fit/residuals.h"
#include "board/fit/trace.h"

/* Of the angles of a trace every third: a place each 8 mm of the inner line. */
#define STRIDE 3
#define MAX_PLACES (CROK_N_LINES * CROK_TRACE_ANGLES / STRIDE)
/* The ridge filter takes no line to be thinner, px. */
#define LEAST_WIDTH_PX 1.5
/* A line stands out by this factor of what chance gives beside it. */
#define CLEAR 1.5
/* A place agrees with the others within this. */
#define AGREE_PX 1.0
/* Residuals' scale at first, and the rounds in which it shrinks. */
#define WIDE_PX 2.0
#define ROUNDS 6

/* The lines between quadrants lie at 45 degrees; where they are looked at, as
 * parts of the way from the middle to the outer line, clear of both. */
#define N_QUADRANTS 4
#define N_RADII 9
#define FROM 0.15
#define TO 0.85
/* Their offsets tried, px apart; their sides, as multiples of the width; and
 * how much of the rings' height they must have. */
#define STEP_PX 0.5
#define N_STEPS (2 * (int)(CROK_REGISTRATION_REACH_PX / STEP_PX) + 1)
#define SIDE_WIDTHS 1.6
#define SEEN_FRAC 0.35

/* Places where a line was found. */
typedef struct places {
    crok_residual row[MAX_PLACES]; /* r: how far the ring is from it, outward */
    double radius[MAX_PLACES];
    int n, n_sampled;
} places;

/* How a place moves: by the picture's shift and by its scale. */
static void derive(const places *p, int i, double jac[3])
{
    const crok_residual *row = &p->row[i];
    jac[0] = row->jac[CROK_CAM_CX];
    jac[1] = row->jac[CROK_CAM_CY];
    jac[2] = row->jac[CROK_N_CAM] * p->radius[i];
}

static double moved_px(const places *p, int i, const double x[3])
{
    double jac[3];
    derive(p, i, jac);
    return jac[0] * x[0] + jac[1] * x[1] + jac[2] * x[2];
}

/* One round: the shift that explains places from..to best, residuals about
 * the last shift weighed by their scale, at least wide_px. */
static void improve(const places *p, int from, int to, double wide_px,
                    double x[3])
{
    static const int idx[3] = {0, 1, 2};
    static const double one = 1.0;
    double off[MAX_PLACES];
    double next[CROK_LSQ_MAX];
    double scale = 0.0;
    crok_lsq q;
    crok_lsq_reset(&q, 3);
    for (int i = from; i < to; i++)
        off[i - from] = fabs(p->row[i].r + moved_px(p, i, x));
    scale = fmax(wide_px, 1.4826 * crok_quantile(off, to - from, 0.5));
    for (int i = from; i < to; i++) {
        double jac[3];
        double r = p->row[i].r;
        derive(p, i, jac);
        crok_lsq_add(
            &q, idx, jac, 3, r,
            crok_tukey((r + moved_px(p, i, x)) / scale, CROK_TUKEY_CUT) /
                (scale * scale));
    }
    /* nothing farther than the reach can be known */
    for (int k = 0; k < 3; k++) {
        double sigma =
            k < 2
                ? CROK_REGISTRATION_REACH_PX
                : CROK_REGISTRATION_REACH_PX /
                      fmax(1.0, p->row[from].jac[CROK_N_CAM] * p->radius[from]);
        crok_lsq_add(&q, &idx[k], &one, 1, 0.0, 1.0 / (sigma * sigma));
    }
    if (crok_lsq_step(&q, 0.0, next))
        for (int k = 0; k < 3; k++)
            x[k] = next[k];
}

/* The shift of places from..to. */
static crok_line_shift shift_of(const places *p, int from, int to,
                                int n_sampled)
{
    double x[3] = {0.0, 0.0, 0.0};
    crok_line_shift s = {.n_sampled = n_sampled};
    if (from == to)
        return s;
    for (int i = 0; i < ROUNDS; i++)
        improve(p, from, to,
                fmax(CROK_RESIDUAL_MIN_SCALE_PX, WIDE_PX * (1.0 - 0.3 * i)), x);
    for (int i = from; i < to; i++) {
        double d = moved_px(p, i, x);
        if (fabs(p->row[i].r + d) > AGREE_PX)
            continue;
        s.n_inliers++;
        s.max_shift_px = fmax(s.max_shift_px, fabs(d));
    }
    s.shift_px = (crok_px){x[0], x[1]};
    s.scale_change = x[2];
    return s;
}

/* Adds where a line is seen. */
static void add_line(const crok_camera *cam, double radius, const crok_trace *t,
                     places *p)
{
    p->n_sampled += t->n_inside;
    for (int i = 0; i < CROK_TRACE_ANGLES; i++) {
        if (!t->at[i].seen || t->height < (float)CLEAR * t->noise_height)
            continue;
        p->row[p->n] = crok_residual_of(cam, radius, t->at[i].at);
        p->radius[p->n++] = radius;
    }
}

/* ---- the turn ---- */

/* The picture along the rings' colour at a place of the board; NAN outside it.
 */
static double level(const crok_image *img, const crok_camera *cam,
                    const float colour[3], double r, double angle)
{
    float v[3] = {0.0F, 0.0F, 0.0F};
    crok_px p = crok_camera_project(
        cam, (crok_vec3){r * cos(angle), r * sin(angle), 0.0});
    if (!crok_image_sample(img, p.x, p.y, v))
        return NAN;
    return (double)(v[0] * colour[0] + v[1] * colour[1] + v[2] * colour[2]);
}

/* Where, by angle, the line between quadrants crosses the circle of radius r
 * near `angle`; NAN where there is none. */
static double crossing(const crok_image *img, const crok_board_pose *pose,
                       const crok_trace *t, double r, double angle)
{
    const crok_camera *cam = &pose->camera;
    double px_per_rad = r * crok_camera_px_per_mm(cam);
    double side =
        fmax(SIDE_WIDTHS * pose->board.line_width_mm / r, 2.5 / px_per_rad);
    double best = SEEN_FRAC * (double)t->height;
    double at = NAN;
    for (int i = 0; i < N_STEPS; i++) {
        double a =
            angle + (i * STEP_PX - CROK_REGISTRATION_REACH_PX) / px_per_rad;
        double h = level(img, cam, t->colour, r, a) -
                   0.5 * (level(img, cam, t->colour, r, a - side) +
                          level(img, cam, t->colour, r, a + side));
        if (h > best) { /* NAN is not */
            best = h;
            at = a;
        }
    }
    return at;
}

/* Each line's turn is the median of its crossings; the board's is theirs: an
 * arm's edge passes for one line. */
static void find_turn(const crok_image *img, const crok_board_pose *pose,
                      const crok_trace *t, crok_registration *out)
{
    const double *line = pose->board.line_mm;
    double turn[N_QUADRANTS];
    for (int k = 0; k < N_QUADRANTS; k++) {
        double angle = (0.25 + 0.5 * k) * CROK_PI;
        double off[N_RADII];
        int n = 0;
        for (int i = 0; i < N_RADII; i++) {
            double part = FROM + (TO - FROM) * i / (N_RADII - 1);
            double r = line[CROK_LINE_MIDDLE] +
                       part * (line[CROK_LINE_OUTER] - line[CROK_LINE_MIDDLE]);
            double a = crossing(img, pose, t, r, angle);
            if (isfinite(a))
                off[n++] = a - angle;
        }
        if (2 * n <= N_RADII)
            continue;
        turn[out->n_quadrants++] = crok_quantile(off, n, 0.5);
    }
    if (out->n_quadrants >= CROK_REGISTRATION_MIN_QUADRANTS)
        out->rotation_rad = crok_quantile(turn, out->n_quadrants, 0.5);
}

crok_registration crok_registration_measure(const crok_image *img,
                                            const crok_board_pose *pose)
{
    return crok_registration_measure_within(img, pose,
                                            CROK_REGISTRATION_REACH_PX);
}

crok_registration crok_registration_measure_within(const crok_image *img,
                                                   const crok_board_pose *pose,
                                                   double reach_px)
{
    static _Thread_local crok_trace t[CROK_N_LINES];
    static _Thread_local places p;
    const crok_board *b = &pose->board;
    double width_px = b->line_width_mm * crok_camera_px_per_mm(&pose->camera);
    crok_trace_params ask = {.reach_px =
                                 fmin(reach_px, CROK_REGISTRATION_REACH_PX),
                             .width_px = fmax(LEAST_WIDTH_PX, width_px),
                             .stride = STRIDE};
    crok_registration s = {0};
    p.n = p.n_sampled = 0;
    for (int k = 0; k < CROK_N_LINES; k++) {
        int from = p.n;
        ask.radius = b->line_mm[k];
        crok_trace_ring(img, &pose->camera, &ask, &t[k]);
        add_line(&pose->camera, ask.radius, &t[k], &p);
        s.line[k] = shift_of(&p, from, p.n, t[k].n_inside);
    }
    s.all = shift_of(&p, 0, p.n, p.n_sampled);
    if (p.n_sampled > 0)
        s.visible_frac = (double)s.all.n_inliers / p.n_sampled;
    s.max_shift_widths = s.all.max_shift_px / fmax(width_px, 1.0);
    if (s.visible_frac >= CROK_REGISTRATION_MIN_VISIBLE)
        find_turn(img, pose, &t[CROK_LINE_OUTER], &s);
    s.is_displaced =
        s.visible_frac >= CROK_REGISTRATION_MIN_VISIBLE &&
        ((s.max_shift_widths >= CROK_REGISTRATION_MIN_SHIFT_WIDTHS &&
          s.all.max_shift_px >= CROK_REGISTRATION_MIN_SHIFT_PX) ||
         fabs(s.rotation_rad) >= CROK_REGISTRATION_MIN_ROTATION_RAD);
    return s;
}
