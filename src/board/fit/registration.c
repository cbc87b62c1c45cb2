/* SPDX-License-Identifier: Apache-2.0 */
#include "board/registration.h"

#include <math.h>
#include <stddef.h>

#include "board/fit/residuals.h"
#include "board/fit/trace.h"
#include "core/scratch.h"

/* Every third angle of a trace is sampled. On the inner line these are 8 mm
 * apart. */
#define STRIDE 3
#define MAX_SAMPLES (CROK_N_LINES * CROK_TRACE_ANGLES / STRIDE)
/* Smallest width of a line for the ridge filter, px. Blur makes a thinner line
 * about this wide. */
#define MIN_WIDTH_PX 1.5
/* A traced line is used if its height is at least this multiple of
 * crok_trace.noise_height. Chosen by hand: the ratio is above 1.65 for lines of
 * drawn boards, and below 1.5 at places without a line (test_trace). */
#define MIN_HEIGHT_OVER_NOISE 1.5
/* A sample is an inlier if its residual after the fit is at most this, px.
 * Chosen by hand: with a smaller value samples on blurred lines are rejected,
 * with a larger one other structures are accepted. */
#define INLIER_PX 1.0
/* ITERATIONS is the number of iterations. In iteration i = 0, 1, ..., the lower
 * bound of the residuals' scale is SCALE_FIRST_PX (1 - SCALE_SHRINK i), and at
 * least CROK_RESIDUAL_MIN_SCALE_PX. All are chosen by hand. */
#define ITERATIONS 6
#define SCALE_FIRST_PX 2.0
#define SCALE_SHRINK 0.3

/* The quadrant lines are at 45, 135, 225 and 315 degrees. They are sampled on
 * N_RADII circles between the middle and the outer line. The distance of these
 * circles from the middle line is FIRST_FRAC to LAST_FRAC of the way to the
 * outer line, so that they touch neither line. */
#define N_QUADRANTS 4
#define N_RADII 9
#define FIRST_FRAC 0.15
#define LAST_FRAC 0.85
/* On each circle, positions STEP_PX apart are tried. The height at a position
 * is its grey level minus the mean of the levels on both sides of it, at a
 * distance of SIDE_WIDTHS line widths, at least SIDE_PX. A quadrant line is
 * seen if its height is at least SEEN_FRAC of the outer line's height. Chosen
 * by hand. */
#define STEP_PX 0.5
#define SIDE_PX 2.5
#define N_STEPS (2 * (int)(CROK_REGISTRATION_REACH_PX / STEP_PX) + 1)
#define SIDE_WIDTHS 1.6
#define SEEN_FRAC 0.35

/* Samples at which a line was found. */
typedef struct samples {
    /* residual.r is the distance outward from the sample to its ring, px */
    crok_residual residual[MAX_SAMPLES];
    double radius[MAX_SAMPLES]; /* radius of the ring, mm */
    int n, n_sampled;
} samples;

/* The derivatives of a sample's residual with respect to the three unknowns:
 * the shift of the picture in x and in y, px, and the relative change of scale.
 */
static void jacobian(const samples *p, int i, double jac[3])
{
    const crok_residual *residual = &p->residual[i];
    jac[0] = residual->jac[CROK_CAM_CX];
    jac[1] = residual->jac[CROK_CAM_CY];
    jac[2] = residual->jac[CROK_N_CAM] * p->radius[i];
}

/* The change of a sample's residual, px, that the displacement x causes: the
 * scalar product of its derivatives and x. */
static double moved_px(const samples *p, int i, const double x[3])
{
    double jac[3];
    jacobian(p, i, jac);
    return jac[0] * x[0] + jac[1] * x[1] + jac[2] * x[2];
}

/* One iteration of the robust fit: set x to the weighted least squares estimate
 * from the samples from, ..., to - 1. The weights are Tukey's biweight of
 * r / s. Here r is the residual in px at the previous x, and s is the robust
 * scale max(min_scale_px, 1.4826 median |r|). x is not changed if the normal
 * equations cannot be solved. */
static void improve(const samples *p, int from, int to, double min_scale_px,
                    double x[3])
{
    static const int idx[3] = {0, 1, 2};
    static const double one = 1.0;
    double off[MAX_SAMPLES];
    double next[CROK_LSQ_MAX];
    double scale = 0.0;
    crok_lsq q;
    crok_lsq_reset(&q, 3);
    for (int i = from; i < to; i++)
        off[i - from] = fabs(p->residual[i].r + moved_px(p, i, x));
    scale =
        fmax(min_scale_px, CROK_MAD_TO_SD * crok_quantile(off, to - from, 0.5));
    for (int i = from; i < to; i++) {
        double jac[3];
        double r = p->residual[i].r;
        jacobian(p, i, jac);
        crok_lsq_add(
            &q, idx, jac, 3, r,
            crok_tukey((r + moved_px(p, i, x)) / scale, CROK_TUKEY_CUT) /
                (scale * scale));
    }
    /* Add weak priors: a shift beyond the search range cannot have been
     * measured. The prior of the change of scale is such that the shift that it
     * causes on the ring is as large. */
    for (int k = 0; k < 3; k++) {
        double sigma = k < 2 ? CROK_REGISTRATION_REACH_PX
                             : CROK_REGISTRATION_REACH_PX /
                                   fmax(1.0, p->residual[from].jac[CROK_N_CAM] *
                                                 p->radius[from]);
        crok_lsq_add(&q, &idx[k], &one, 1, 0.0, 1.0 / (sigma * sigma));
    }
    if (crok_lsq_step(&q, 0.0, next))
        for (int k = 0; k < 3; k++)
            x[k] = next[k];
}

/* Estimate the displacement of the lines from where the pose predicts them: a
 * shift in x and y, px, and a relative change of scale. It is fitted to the
 * samples from, ..., to - 1 by iteratively reweighted least squares (improve).
 * Then the inliers are counted, and the largest displacement among them is
 * found. The result contains n_sampled unchanged. */
static crok_line_shift shift_of(const samples *p, int from, int to,
                                int n_sampled)
{
    double x[3] = {0.0, 0.0, 0.0};
    crok_line_shift s = {.n_sampled = n_sampled};
    if (from == to)
        return s;
    for (int i = 0; i < ITERATIONS; i++)
        improve(p, from, to,
                fmax(CROK_RESIDUAL_MIN_SCALE_PX,
                     SCALE_FIRST_PX * (1.0 - SCALE_SHRINK * i)),
                x);
    for (int i = from; i < to; i++) {
        double d = moved_px(p, i, x);
        if (fabs(p->residual[i].r + d) > INLIER_PX)
            continue;
        s.n_inliers++;
        s.max_shift_px = fmax(s.max_shift_px, fabs(d));
    }
    s.shift_px = (crok_px){x[0], x[1]};
    s.scale_change = x[2];
    return s;
}

/* Add the samples of a trace at which the line is seen. None is added if the
 * median height of the trace is too close to its noise. */
static void add_line(const crok_camera *cam, double radius, const crok_trace *t,
                     samples *p)
{
    p->n_sampled += t->n_inside;
    for (int i = 0; i < CROK_TRACE_ANGLES; i++) {
        if (!t->at[i].seen ||
            t->height < (float)MIN_HEIGHT_OVER_NOISE * t->noise_height)
            continue;
        p->residual[p->n] = crok_residual_of(cam, radius, t->at[i].at);
        p->radius[p->n++] = radius;
    }
}

/* ---- rotation, by the quadrant lines ---- */

/* The grey level in the direction `colour` at the board point with the polar
 * coordinates r and angle. NAN if it is outside the picture. */
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

/* Find the angle near `angle` at which a quadrant line crosses the circle of
 * radius r: the position with the largest height. Returns NAN if no height is
 * above SEEN_FRAC of the outer line's. */
static double crossing(const crok_image *img, const crok_board_pose *pose,
                       const crok_trace *t, double r, double angle)
{
    const crok_camera *cam = &pose->camera;
    double px_per_rad = r * crok_camera_px_per_mm(cam);
    double side =
        fmax(SIDE_WIDTHS * pose->board.line_width_mm / r, SIDE_PX / px_per_rad);
    double best = SEEN_FRAC * (double)t->height;
    double at = NAN;
    for (int i = 0; i < N_STEPS; i++) {
        double a =
            angle + (i * STEP_PX - CROK_REGISTRATION_REACH_PX) / px_per_rad;
        double h = level(img, cam, t->colour, r, a) -
                   0.5 * (level(img, cam, t->colour, r, a - side) +
                          level(img, cam, t->colour, r, a + side));
        if (h > best) { /* NAN is never larger */
            best = h;
            at = a;
        }
    }
    return at;
}

/* Measure the rotation of the board. The rotation of one quadrant line is the
 * median over its crossings with the circles. The rotation of the board is the
 * median over the quadrant lines, because the edge of an arm can be mistaken
 * for one of them. */
static void measure_rotation(const crok_image *img, const crok_board_pose *pose,
                             const crok_trace *t, crok_registration *out)
{
    const double *line = pose->board.line_mm;
    double turn[N_QUADRANTS];
    for (int k = 0; k < N_QUADRANTS; k++) {
        double angle = (0.25 + 0.5 * k) * CROK_PI;
        double off[N_RADII];
        int n = 0;
        for (int i = 0; i < N_RADII; i++) {
            double part =
                FIRST_FRAC + (LAST_FRAC - FIRST_FRAC) * i / (N_RADII - 1);
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
    CROK_SCRATCH(crok_trace, t, CROK_N_LINES);
    CROK_SCRATCH(samples, p, 1);
    const crok_board *b = &pose->board;
    double width_px = b->line_width_mm * crok_camera_px_per_mm(&pose->camera);
    crok_trace_params params = {.reach_px =
                                    fmin(reach_px, CROK_REGISTRATION_REACH_PX),
                                .width_px = fmax(MIN_WIDTH_PX, width_px),
                                .stride = STRIDE};
    crok_registration s = {0};
    p->n = p->n_sampled = 0;
    for (int k = 0; k < CROK_N_LINES; k++) {
        int from = p->n;
        params.radius = b->line_mm[k];
        crok_trace_ring(img, &pose->camera, &params, &t[k]);
        add_line(&pose->camera, params.radius, &t[k], p);
        s.line[k] = shift_of(p, from, p->n, t[k].n_inside);
    }
    s.all = shift_of(p, 0, p->n, p->n_sampled);
    if (p->n_sampled > 0)
        s.visible_frac = (double)s.all.n_inliers / p->n_sampled;
    s.max_shift_widths = s.all.max_shift_px / fmax(width_px, 1.0);
    if (s.visible_frac >= CROK_REGISTRATION_MIN_VISIBLE)
        measure_rotation(img, pose, &t[CROK_LINE_OUTER], &s);
    s.is_displaced =
        s.visible_frac >= CROK_REGISTRATION_MIN_VISIBLE &&
        ((s.max_shift_widths >= CROK_REGISTRATION_MIN_SHIFT_WIDTHS &&
          s.all.max_shift_px >= CROK_REGISTRATION_MIN_SHIFT_PX) ||
         fabs(s.rotation_rad) >= CROK_REGISTRATION_MIN_ROTATION_RAD);
    return s;
}
