/* SPDX-License-Identifier: Apache-2.0
 *
 * The unknowns: six a view (rotation and translation, as CROK_CAM_W and
 * CROK_CAM_T), behind them the camera's four and the radii of the middle and
 * the inner line. */
#include "board/calibrate/multiview.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "board/fit/residuals.h"

#define N_POSE CROK_CAM_F            /* unknowns of a view's pose */
#define N_LENS (CROK_N_CAM - N_POSE) /* focal length, principal point, k1 */
#define N_SHARED (N_LENS + CROK_N_LINES - 1)

/* Rings do not show the rotation about the normal: it stays within this. */
#define SPIN_SIGMA_RAD 1e-3
#define MAX_ROUNDS 40
/* A longer step of the focal length, as a part of it, leaves the range where
 * the equations hold. */
#define MAX_F_STEP 0.15
/* Steps that change nothing which can be seen: radians, parts of the distance.
 */
#define SMALL_STEP 1e-6
/* The residuals' scale at first, as a part of the gate, and how it shrinks, so
 * that one view that fits early does not shut the others out. */
#define WIDE_FIRST 0.5
#define WIDE_SHRINK 0.6

/* Residuals of one view, and how they are weighed. */
typedef struct weighed {
    crok_residuals rows;
    double sigma_px, share;
} weighed;

typedef struct work {
    crok_multiview *now;
    weighed view[CROK_MAX_VIEWS];
    crok_lsq q;
    crok_residual row[]; /* CROK_VIEW_MAX_POINTS a view */
} work;

static int shared_at(const crok_multiview *m)
{
    return N_POSE * m->n_views;
}

/* ---- what the board's own shape does ---- */

/* Residuals by place on the board, one view's; 0 where there is none. */
typedef struct shape {
    double at[CROK_N_LINES][CROK_TRACE_ANGLES];
} shape;

static void shape_of(const weighed *v, const crok_camera *cam, shape *out)
{
    memset(out, 0, sizeof *out);
    for (int i = 0; i < v->rows.n; i++) {
        const crok_ring_point *p = &v->rows.points[i];
        double r = v->rows.at[i].r;
        crok_mm m = crok_camera_unproject(cam, p->at, 0.0);
        double turn = atan2(m.y, m.x) / (2.0 * CROK_PI) + 1.0;
        int bin = (int)lround(turn * CROK_TRACE_ANGLES) % CROK_TRACE_ANGLES;
        if (fabs(r) < 3.0 * v->sigma_px)
            out->at[p->ring][bin] = r;
    }
}

/* The correlation of two views' residuals, the second turned by so many
 * angles. */
static double likeness(const shape *a, const shape *b, int turn)
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

/* The mean correlation of the views' residuals at the same place of the board,
 * >= 0. A board looks the same after a quarter turn: the best of four counts.
 */
static double common_part(const work *w)
{
    static _Thread_local shape of[CROK_MAX_VIEWS];
    int n = w->now->n_views;
    double sum = 0.0;
    for (int v = 0; v < n; v++)
        shape_of(&w->view[v], &w->now->view[v].cam, &of[v]);
    for (int a = 0; a < n; a++)
        for (int b = 0; b < a; b++) {
            double best = 0.0;
            for (int quarter = 0; quarter < 4; quarter++)
                best = fmax(best, likeness(&of[a], &of[b],
                                           quarter * CROK_TRACE_ANGLES / 4));
            sum += best;
        }
    return n > 1 ? 2.0 * sum / (n * (n - 1)) : 0.0;
}

/* Of the part a = (share - 1) / (2 REACH) of the residuals that is shape, what
 * all views have in common counts once, not once a view. */
static void share_out(work *w)
{
    double common = common_part(w);
    double more = 2.0 * CROK_RESIDUAL_CORRELATION_REACH * (w->now->n_views - 1);
    for (int v = 0; v < w->now->n_views; v++) {
        weighed *of = &w->view[v];
        double own =
            (of->share - 1.0) / (2.0 * CROK_RESIDUAL_CORRELATION_REACH);
        of->share += more * fmin(common, own);
    }
}

/* ---- the equations ---- */

/* Residuals of all views with their scales. */
static void weigh(work *w, double wide)
{
    for (int v = 0; v < w->now->n_views; v++) {
        const crok_lines_view *view = &w->now->view[v];
        weighed *of = &w->view[v];
        crok_residuals_evaluate(&view->cam, w->now->radius, &of->rows);
        of->sigma_px = fmax(view->gate_px * wide,
                            crok_residuals_scale_px(&of->rows, view->gate_px));
        of->share = crok_residuals_redundancy(&of->rows, 3.0 * of->sigma_px);
    }
    share_out(w);
}

static void add_view(work *w, int v)
{
    const weighed *of = &w->view[v];
    double cut = fmin(CROK_TUKEY_CUT, w->now->view[v].gate_px / of->sigma_px);
    int idx[CROK_N_CAM + 1];
    for (int k = 0; k < CROK_N_CAM; k++)
        idx[k] = k < N_POSE ? N_POSE * v + k : shared_at(w->now) + k - N_POSE;
    for (int i = 0; i < of->rows.n; i++) {
        const crok_residual *r = &of->rows.at[i];
        int ring = of->rows.points[i].ring;
        double weight = crok_tukey(r->r / of->sigma_px, cut);
        idx[CROK_N_CAM] = shared_at(w->now) + N_LENS + ring - 1;
        if (isfinite(r->r) && weight > 0.0)
            crok_lsq_add(&w->q, idx, r->jac,
                         ring == CROK_LINE_OUTER ? CROK_N_CAM : CROK_N_CAM + 1,
                         r->r,
                         weight / (of->sigma_px * of->sigma_px * of->share));
    }
}

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

/* Moves everything by a step. Returns its size: the largest change of a view's
 * direction or, as a part of it, distance. */
static double move(crok_multiview *m, const double *step)
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

static bool is_sane(const crok_multiview *m)
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

/* One round; false where it fails, *size the step's size. */
static bool round_of(work *w, const crok_fit_prior *prior, double wide,
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
    *size = move(w->now, step);
    return is_sane(w->now);
}

static bool iterate(work *w, const crok_fit_prior *prior)
{
    double wide = WIDE_FIRST;
    double size = HUGE_VAL;
    for (int round = 0; round < MAX_ROUNDS; round++) {
        if (!round_of(w, prior, wide, &size))
            return false;
        wide *= WIDE_SHRINK;
        if (size < SMALL_STEP && wide < 1e-3)
            break;
    }
    weigh(w, 0.0);
    return true;
}

/* ---- the start and the end ---- */

/* All views get the first one's lens; what that does to the size and the place
 * of the board in the picture is made up for by its distance and direction. */
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

/* Residuals, per view and overall. */
static void summarise(const work *w)
{
    crok_multiview *m = w->now;
    double all = 0.0;
    int n_all = 0;
    for (int v = 0; v < m->n_views; v++) {
        const weighed *of = &w->view[v];
        double sum = 0.0;
        int n = 0;
        for (int i = 0; i < of->rows.n; i++) {
            double r = of->rows.at[i].r;
            bool in = fabs(r) <= 3.0 * of->sigma_px;
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

/* The information of one view's pose and all that is shared: the inverse of
 * their part of the covariance. */
static bool find_info(work *w, int view)
{
    static _Thread_local double cov[CROK_LSQ_MAX * CROK_LSQ_MAX];
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
    work *w = malloc(sizeof *w + n * sizeof w->row[0]);
    crok_multiview *now = malloc(sizeof *now);
    crok_status st = CROK_ENOMEM;
    CROK_ASSERT(fit->n_views >= 1 && fit->n_views <= CROK_MAX_VIEWS &&
                info_view >= 0 && info_view < fit->n_views);
    if (w != NULL && now != NULL) {
        *now = *fit;
        w->now = now;
        for (int v = 0; v < now->n_views; v++)
            w->view[v].rows = (crok_residuals){
                now->view[v].point, w->row + (size_t)v * CROK_VIEW_MAX_POINTS,
                now->view[v].n};
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
