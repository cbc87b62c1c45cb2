/* SPDX-License-Identifier: Apache-2.0
 *
 * The unknowns have this order: first six for the pose of each view (rotation
 * and translation, as at CROK_CAM_W and CROK_CAM_T), then four for the lens,
 * then the radii of the middle and the inner line. */
#include "board/calibrate/multiview.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "board/fit/residuals.h"
#include "core/scratch.h"

#define N_POSE CROK_CAM_F            /* number of a pose's unknowns */
#define N_LENS (CROK_N_CAM - N_POSE) /* f, cx, cy, k1 */
#define N_SHARED (N_LENS + CROK_N_LINES - 1)

/* Prior of the rotation of a view about the board's normal in one step, rad, 1
 * sd. Rings do not determine this rotation, and the prior keeps the normal
 * matrix regular. */
#define SPIN_SIGMA_RAD 1e-3
/* Largest number of iterations. Chosen by hand. */
#define MAX_ITERATIONS 40
/* Largest change of the focal length in one step, as a fraction of it. If the
 * change is larger, the whole step is scaled down, because the linearisation is
 * not valid so far away. Chosen by hand. */
#define MAX_F_STEP 0.15
/* The fit ends if two conditions are true. The step of each view is below
 * SMALL_STEP: rotations in rad, translations as fractions of the distance. The
 * lower bound of the scale is below SMALL_SCALE of the gate. */
#define SMALL_STEP 1e-6
#define SMALL_SCALE 1e-3
/* The robust scale of the residuals (1 sd, px) has a lower bound, which shrinks
 * from one iteration to the next (graduated non-convexity):
 *
 *     gate_px * SCALE_FIRST * SCALE_SHRINK^i    in iteration i = 0, 1, ...
 *
 * So a view that fits early does not turn the points of the other views into
 * outliers. The values were chosen by hand, like those in fit.c. */
#define SCALE_FIRST 0.5
#define SCALE_SHRINK 0.6
/* Residuals up to this many times the scale count as inliers. */
#define INLIER_SCALES 3.0

/* The residuals of one view, their scale and their redundancy (residuals.h). */
typedef struct weighed_view {
    crok_residuals residuals;
    double sigma_px, redundancy;
} weighed_view;

typedef struct work {
    crok_multiview *now;
    weighed_view view[CROK_MAX_VIEWS];
    crok_lsq q;
    crok_residual residual[]; /* room for CROK_VIEW_MAX_POINTS per view */
} work;

static int shared_at(const crok_multiview *m)
{
    return N_POSE * m->n_views;
}

/* ---- correlation between views: the board's shape ---- */

/* The residuals of one view's inliers, px, by line and angle on the board.
 * Places without an inlier have 0. */
typedef struct shape {
    double at[CROK_N_LINES][CROK_TRACE_ANGLES];
} shape;

static void shape_of(const weighed_view *v, const crok_camera *cam, shape *out)
{
    memset(out, 0, sizeof *out);
    for (int i = 0; i < v->residuals.n; i++) {
        const crok_ring_point *p = &v->residuals.points[i];
        double r = v->residuals.at[i].r;
        crok_mm m = crok_camera_unproject(cam, p->at, 0.0);
        double turn = atan2(m.y, m.x) / (2.0 * CROK_PI) + 1.0;
        int bin = (int)lround(turn * CROK_TRACE_ANGLES) % CROK_TRACE_ANGLES;
        if (fabs(r) < INLIER_SCALES * v->sigma_px)
            out->at[p->ring][bin] = r;
    }
}

/* The correlation of two views' residuals, after the second view is turned by
 * `turn` sampled angles. */
static double correlation(const shape *a, const shape *b, int turn)
{
    double ab = 0.0;
    double aa = 0.0;
    double bb = 0.0;
    for (int k = 0; k < CROK_N_LINES; k++)
        for (int i = 0; i < CROK_TRACE_ANGLES; i++) {
            double x = a->at[k][i];
            double y = b->at[k][(i + turn) % CROK_TRACE_ANGLES];
            if (x == 0.0 || y == 0.0)
                continue;
            ab += x * y;
            aa += x * x;
            bb += y * y;
        }
    return aa > 0.0 && bb > 0.0 ? ab / sqrt(aa * bb) : 0.0;
}

/* The correlation of two views' residuals at the same places of the board,
 * averaged over all pairs of views. It is at least 0. A pose does not show
 * which quarter of the board is which. So for each pair the highest correlation
 * over the four quarter turns is used. */
static double common_correlation(const work *w)
{
    CROK_SCRATCH(shape, of, CROK_MAX_VIEWS);
    int n = w->now->n_views;
    double sum = 0.0;
    for (int v = 0; v < n; v++)
        shape_of(&w->view[v], &w->now->view[v].cam, &of[v]);
    for (int a = 0; a < n; a++)
        for (int b = 0; b < a; b++) {
            double best = 0.0;
            for (int quarter = 0; quarter < 4; quarter++)
                best = fmax(best, correlation(&of[a], &of[b],
                                              quarter * CROK_TRACE_ANGLES / 4));
            sum += best;
        }
    return n > 1 ? 2.0 * sum / (n * (n - 1)) : 0.0;
}

/* Raise the redundancy of each view, because views that show the same
 * deviations of the board from its model repeat each other's information.
 *
 * The redundancy of a view's points (residuals.h) is 1 + 2 REACH a, where a is
 * the correlation of the residuals of neighbours on a line, and REACH is
 * CROK_RESIDUAL_CORRELATION_REACH. Let c be the correlation of residuals of two
 * views at the same place of the board (common_correlation). The part min(c, a)
 * of a view's correlation is the same in the other n - 1 views; so each view's
 * redundancy grows by 2 REACH (n - 1) min(c, a). */
static void add_common_redundancy(work *w)
{
    double common = common_correlation(w);
    double more = 2.0 * CROK_RESIDUAL_CORRELATION_REACH * (w->now->n_views - 1);
    for (int v = 0; v < w->now->n_views; v++) {
        weighed_view *of = &w->view[v];
        double own =
            (of->redundancy - 1.0) / (2.0 * CROK_RESIDUAL_CORRELATION_REACH);
        of->redundancy += more * fmin(common, own);
    }
}

/* ---- the normal equations ---- */

/* Compute the residuals of all views, their scales and redundancies. `wide` is
 * the lower bound of the scale as a fraction of the gate. */
static void weigh(work *w, double wide)
{
    for (int v = 0; v < w->now->n_views; v++) {
        const crok_lines_view *view = &w->now->view[v];
        weighed_view *of = &w->view[v];
        crok_residuals_evaluate(&view->cam, w->now->radius, &of->residuals);
        of->sigma_px =
            fmax(view->gate_px * wide,
                 crok_residuals_scale_px(&of->residuals, view->gate_px));
        of->redundancy = crok_residuals_redundancy(
            &of->residuals, INLIER_SCALES * of->sigma_px);
    }
    add_common_redundancy(w);
}

/* Add the residuals of view v to the normal equations. */
static void add_view(work *w, int v)
{
    const weighed_view *of = &w->view[v];
    double cut = fmin(CROK_TUKEY_CUT, w->now->view[v].gate_px / of->sigma_px);
    int idx[CROK_N_CAM + 1];
    for (int k = 0; k < CROK_N_CAM; k++)
        idx[k] = k < N_POSE ? N_POSE * v + k : shared_at(w->now) + k - N_POSE;
    for (int i = 0; i < of->residuals.n; i++) {
        const crok_residual *r = &of->residuals.at[i];
        int ring = of->residuals.points[i].ring;
        double weight = crok_tukey(r->r / of->sigma_px, cut);
        idx[CROK_N_CAM] = shared_at(w->now) + N_LENS + ring - 1;
        if (isfinite(r->r) && weight > 0.0)
            crok_lsq_add(
                &w->q, idx, r->jac,
                ring == CROK_LINE_OUTER ? CROK_N_CAM : CROK_N_CAM + 1, r->r,
                weight / (of->sigma_px * of->sigma_px * of->redundancy));
    }
}

/* Add the prior of unknown k. `off` is the present value minus the expected
 * one. */
static void add_prior(crok_lsq *q, int k, double off, double sigma)
{
    double one = 1.0;
    crok_lsq_add(q, &k, &one, 1, off, 1.0 / (sigma * sigma));
}

static void add_priors(work *w, const crok_fit_prior *p)
{
    const crok_multiview *m = w->now;
    const crok_camera *c = &m->view[0].cam;
    int at = shared_at(m);
    for (int v = 0; v < m->n_views; v++) {
        const double *r = m->view[v].cam.rot.m;
        int idx[3] = {N_POSE * v, N_POSE * v + 1, N_POSE * v + 2};
        double normal[3] = {r[2], r[5], r[8]};
        crok_lsq_add(&w->q, idx, normal, 3, 0.0,
                     1.0 / (SPIN_SIGMA_RAD * SPIN_SIGMA_RAD));
    }
    add_prior(&w->q, at, c->f_px - p->f_px, p->f_rel_sigma * p->f_px);
    add_prior(&w->q, at + 1, c->cx_px - p->cx_px, p->c_sigma_px);
    add_prior(&w->q, at + 2, c->cy_px - p->cy_px, p->c_sigma_px);
    add_prior(&w->q, at + 3, c->k1 - p->k1, p->k1_sigma);
    for (int k = 1; k < CROK_N_LINES && p->radius_rel_sigma > 0.0; k++)
        add_prior(&w->q, at + N_LENS + k - 1, m->radius[k] - p->radius[k],
                  p->radius_rel_sigma * p->radius[k]);
}

/* ---- the steps ---- */

/* Apply a step to all unknowns. Returns the size of the step: the largest
 * component of all views' rotations, in rad, and translations, as fractions of
 * the distance. */
static double apply_step(crok_multiview *m, const double *step)
{
    const double *shared = step + shared_at(m);
    double most = 0.0;
    for (int v = 0; v < m->n_views; v++) {
        crok_camera *cam = &m->view[v].cam;
        double own[CROK_N_CAM];
        memcpy(own, step + N_POSE * v, sizeof *own * N_POSE);
        memcpy(own + N_POSE, shared, sizeof *own * N_LENS);
        for (int k = 0; k < N_POSE; k++)
            most =
                fmax(most, fabs(own[k]) / (k < CROK_CAM_T ? 1.0 : cam->t_mm.z));
        *cam = crok_camera_moved(cam, own);
    }
    for (int k = 1; k < CROK_N_LINES; k++)
        m->radius[k] += shared[N_LENS + k - 1];
    return most;
}

/* Are the cameras and the lines' radii physically possible? */
static bool is_possible(const crok_multiview *m)
{
    bool ok = true;
    for (int v = 0; v < m->n_views; v++) {
        const crok_camera *c = &m->view[v].cam;
        ok = ok && isfinite(c->f_px) && c->f_px > 1.0 && c->t_mm.z > 0.0 &&
             fabs(c->k1) < 1.0;
    }
    for (int k = 0; k < CROK_N_LINES; k++)
        ok = ok && m->radius[k] > 0.0;
    return ok;
}

/* Do one iteration: compute the weights and the normal equations, and take a
 * Gauss-Newton step. *size is set to the size of the step. Returns false if the
 * points do not determine a step, or if it leads to an impossible camera. */
static bool iteration(work *w, const crok_fit_prior *prior, double wide,
                      double *size)
{
    double step[CROK_LSQ_MAX];
    double k = 0.0;
    int n = shared_at(w->now) + N_SHARED;
    weigh(w, wide);
    crok_lsq_reset(&w->q, n);
    for (int v = 0; v < w->now->n_views; v++)
        add_view(w, v);
    if (w->q.n_rows < 2 * n)
        return false;
    add_priors(w, prior);
    if (!crok_lsq_step(&w->q, 0.0, step))
        return false;
    k = fabs(step[shared_at(w->now)]) / (MAX_F_STEP * w->now->view[0].cam.f_px);
    for (int i = 0; i < n && k > 1.0; i++)
        step[i] /= k;
    *size = apply_step(w->now, step);
    return is_possible(w->now);
}

/* Iterate until the step is small. On return the residuals are those of the
 * result, and the normal equations are those of the last iteration. Returns
 * false if an iteration fails. */
static bool iterate(work *w, const crok_fit_prior *prior)
{
    double wide = SCALE_FIRST;
    double size = HUGE_VAL;
    for (int k = 0; k < MAX_ITERATIONS; k++) {
        if (!iteration(w, prior, wide, &size))
            return false;
        wide *= SCALE_SHRINK;
        if (size < SMALL_STEP && wide < SMALL_SCALE)
            break;
    }
    weigh(w, 0.0);
    return true;
}

/* ---- the start and the end ---- */

/* Give all views the lens of the first view. The board's size and place in each
 * picture do not change: the distance is multiplied by the ratio of the focal
 * lengths, and the translation compensates for the change of the principal
 * point. */
static void share_lens(crok_multiview *m)
{
    const crok_camera *lens = &m->view[0].cam;
    for (int v = 1; v < m->n_views; v++) {
        crok_camera *c = &m->view[v].cam;
        double k = lens->f_px / c->f_px;
        double z = c->t_mm.z * k;
        c->t_mm.x += (c->cx_px - lens->cx_px) * z / lens->f_px;
        c->t_mm.y += (c->cy_px - lens->cy_px) * z / lens->f_px;
        c->t_mm.z = z;
        c->f_px = lens->f_px;
        c->cx_px = lens->cx_px;
        c->cy_px = lens->cy_px;
        c->k1 = lens->k1;
    }
}

/* Set the rms and the number of the inliers for each view, and the rms of all
 * views. */
static void summarise(const work *w)
{
    crok_multiview *m = w->now;
    double all = 0.0;
    int n_all = 0;
    for (int v = 0; v < m->n_views; v++) {
        const weighed_view *of = &w->view[v];
        double sum = 0.0;
        int n = 0;
        for (int i = 0; i < of->residuals.n; i++) {
            double r = of->residuals.at[i].r;
            bool in = fabs(r) <= INLIER_SCALES * of->sigma_px;
            sum += in ? r * r : 0.0;
            n += in;
        }
        m->view[v].n_inliers = n;
        m->view[v].rms_px = n > 0 ? sqrt(sum / n) : 0.0;
        all += sum;
        n_all += n;
    }
    m->rms_px = n_all > 0 ? sqrt(all / n_all) : 0.0;
}

/* Set the standard deviations, and the information matrix of one view's pose
 * and the shared unknowns. The covariance matrix is the inverse of the normal
 * matrix. The block of these unknowns in it, inverted again, is their
 * information matrix, with the other views' poses marginalised. Returns false
 * if a matrix is not positive definite. */
static bool find_info(work *w, int view)
{
    CROK_SCRATCH(double, cov, CROK_LSQ_MAX *CROK_LSQ_MAX);
    crok_multiview *m = w->now;
    int n = w->q.n;
    int at = shared_at(m);
    if (!crok_lsq_covariance(&w->q, cov))
        return false;
    m->f_sigma_px = sqrt(cov[at * n + at]);
    m->c_sigma_px[0] = sqrt(cov[(at + 1) * n + at + 1]);
    m->c_sigma_px[1] = sqrt(cov[(at + 2) * n + at + 2]);
    m->k1_sigma = sqrt(cov[(at + 3) * n + at + 3]);
    for (int k = 1; k < CROK_N_LINES; k++) {
        int i = at + N_LENS + k - 1;
        m->radius_sigma[k] = sqrt(cov[i * n + i]);
    }
    crok_lsq_reset(&w->q, CROK_POSE_UNKNOWNS);
    for (int i = 0; i < CROK_POSE_UNKNOWNS; i++)
        for (int j = 0; j <= i; j++) {
            int from = i < N_POSE ? N_POSE * view + i : at + i - N_POSE;
            int to = j < N_POSE ? N_POSE * view + j : at + j - N_POSE;
            w->q.a[i][j] = cov[from * n + to];
        }
    return crok_lsq_covariance(&w->q, m->info);
}

crok_status crok_multiview_fit(const crok_fit_prior *prior, int info_view,
                               crok_multiview *fit, crok_err *err)
{
    size_t n = (size_t)fit->n_views * CROK_VIEW_MAX_POINTS;
    work *w = calloc(1, sizeof *w + n * sizeof w->residual[0]);
    crok_multiview *now = malloc(sizeof *now);
    crok_status st = CROK_ENOMEM;
    CROK_ASSERT(fit->n_views >= 1 && fit->n_views <= CROK_MAX_VIEWS &&
                info_view >= 0 && info_view < fit->n_views);
    if (w != NULL && now != NULL) {
        *now = *fit;
        w->now = now;
        for (int v = 0; v < now->n_views; v++)
            w->view[v].residuals = (crok_residuals){
                now->view[v].point,
                w->residual + (size_t)v * CROK_VIEW_MAX_POINTS, now->view[v].n};
        share_lens(now);
        st = CROK_ENOBOARD;
        if (iterate(w, prior) && find_info(w, info_view)) {
            summarise(w);
            *fit = *now;
            st = CROK_OK;
        }
    }
    free(w);
    free(now);
    return st == CROK_OK       ? CROK_OK
           : st == CROK_ENOMEM ? crok_fail(err, st, "no memory")
                               : crok_fail(err, st,
                                           "the lines do not determine the "
                                           "camera: let more of them be seen");
}
