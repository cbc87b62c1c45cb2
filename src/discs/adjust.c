/* SPDX-License-Identifier: Apache-2.0 */
#include "discs/adjust.h"

#include <math.h>
#include <string.h>

/* Order of the unknowns: the discs' shape, x and y of each. */
#define FIRST_DISC CROK_N_SHAPE
#define MAX_ROUNDS 12
#define GATE_SIGMAS 4.685
/* Edges farther from the outline than this are something else, mm. */
#define GATE_MM 1.2
/* No edge is known better than this, mm. */
#define NOISE_MIN_MM 0.04
/* Edges on an outline that count as one: 64 directions round 100 px of blurred
 * outline, and what shading does to neighbours alike. */
#define EDGES_AS_ONE 3.0
/* What is known of the face's offset beforehand, mm. */
#define FACE_SIGMA_MM 0.5
/* The rounding of discs' edges is within these (discs measured in pictures have
 * 0.7 to 1.6 mm, and light may end it early). */
#define FACE_LEAST_MM 0.2
#define FACE_MOST_MM 1.6
/* Rounds of a single disc, and how far edges count for its fit, in gates. */
#define ROUNDS_ALONE 8
#define JUDGED 0.6
/* A disc is where its start is, give or take this, mm. */
#define PLACE_SIGMA_MM 1.5

static crok_outline_row row_of(const crok_outline *outline,
                               const crok_adjustment *a, int i, int k)
{
    return crok_outline_residual(&a->shape, a->disc[i].at, &outline[i].edge[k]);
}

static double noise_of(const crok_outline *outline, const crok_adjustment *a)
{
    double r[CROK_ADJUST_MAX * 32];
    int n = 0;
    for (int i = 0; i < a->n; i++) {
        int step = outline[i].n / 32 + 1;
        for (int k = 0; k < outline[i].n; k += step) {
            crok_outline_row row = row_of(outline, a, i, k);
            if (row.usable && fabs(row.r_mm) < GATE_MM)
                r[n++] = fabs(row.r_mm);
        }
    }
    return 1.4826 * crok_quantile(r, n, 0.5);
}

/* The rows of one disc's edges. */
static void add_disc(crok_lsq *q, const crok_outline *outline,
                     const crok_adjustment *a, int i)
{
    enum { N = CROK_N_SHAPE + 2 };
    int idx[N] = {CROK_SHAPE_RADIUS, CROK_SHAPE_FACE, FIRST_DISC + 2 * i,
                  FIRST_DISC + 2 * i + 1};
    double noise = a->noise_mm;
    for (int k = 0; k < outline[i].n; k++) {
        crok_outline_row row = row_of(outline, a, i, k);
        double jac[N] = {row.d_shape[CROK_SHAPE_RADIUS],
                         row.d_shape[CROK_SHAPE_FACE], row.d_x, row.d_y};
        double w = crok_tukey(row.r_mm, fmin(GATE_SIGMAS * noise, GATE_MM));
        if (w > 0.0 && row.usable)
            crok_lsq_add(q, idx, jac, N, row.r_mm,
                         w / (noise * noise * EDGES_AS_ONE));
    }
}

/* The unknown k is off its prior by `off`, give or take sigma. */
static void add_prior(crok_lsq *q, int k, double off, double sigma)
{
    double one = 1.0;
    crok_lsq_add(q, &k, &one, 1, off, 1.0 / (sigma * sigma));
}

/* The coordinate that the unknown k stands for. */
static double place_of(const crok_adjustment *a, int k)
{
    const crok_mm *at = &a->disc[(k - FIRST_DISC) / 2].at;
    return (k - FIRST_DISC) % 2 == 0 ? at->x : at->y;
}

static void build(crok_lsq *q, const crok_outline *outline,
                  const crok_adjustment *start, const crok_adjustment *now)
{
    crok_lsq_reset(q, FIRST_DISC + 2 * now->n);
    for (int i = 0; i < now->n; i++)
        add_disc(q, outline, now, i);
    add_prior(q, CROK_SHAPE_RADIUS,
              now->shape.radius_mm - start->shape.radius_mm,
              start->radius_prior_sigma_mm);
    add_prior(q, CROK_SHAPE_FACE, now->shape.face_mm - start->shape.face_mm,
              FACE_SIGMA_MM);
    for (int k = FIRST_DISC; k < q->n; k++)
        add_prior(q, k, place_of(now, k) - place_of(start, k), PLACE_SIGMA_MM);
}

static double apply(crok_adjustment *a, const double *step)
{
    double size = 0.0;
    a->shape.radius_mm += step[CROK_SHAPE_RADIUS];
    a->shape.face_mm =
        fmin(fmax(a->shape.face_mm + step[CROK_SHAPE_FACE], FACE_LEAST_MM),
             FACE_MOST_MM);
    for (int i = 0; i < a->n; i++) {
        a->disc[i].at.x += step[FIRST_DISC + 2 * i];
        a->disc[i].at.y += step[FIRST_DISC + 2 * i + 1];
    }
    for (int k = 0; k < FIRST_DISC + 2 * a->n; k++)
        size = fmax(size, fabs(step[k]));
    return size;
}

/* Support, scatter and fit of one disc's edges about its outline. */
static void judge(const crok_outline *o, const crok_disc_shape *shape,
                  double gate_mm, crok_adjusted *out)
{
    double best[CROK_OUTLINE_ANGLES] = {0};
    double sum = 0.0;
    int n = 0;
    int n_seen = 0;
    out->fit = 0.0;
    for (int k = 0; k < o->n; k++) {
        crok_outline_row row =
            crok_outline_residual(shape, out->at, &o->edge[k]);
        int dir = o->edge[k].direction;
        if (fabs(row.r_mm) > gate_mm)
            continue;
        sum += row.r_mm * row.r_mm;
        n++;
        best[dir] = fmax(best[dir], crok_tukey(row.r_mm, gate_mm));
    }
    for (int d = 0; d < CROK_OUTLINE_ANGLES; d++) {
        n_seen += best[d] > 0.0 ? 1 : 0;
        out->fit += best[d] / CROK_OUTLINE_ANGLES;
    }
    out->support_frac = o->n_inside > 0 ? (double)n_seen / o->n_inside : 0.0;
    out->rms_mm = n > 0 ? sqrt(sum / n) : 0.0;
}

static bool finish(const crok_lsq *q, const crok_outline *outline,
                   crok_adjustment *a)
{
    static _Thread_local double cov[CROK_LSQ_MAX * CROK_LSQ_MAX];
    if (!crok_lsq_covariance(q, cov))
        return false;
    a->radius_sigma_mm = sqrt(cov[0]);
    for (int i = 0; i < a->n; i++) {
        int k = FIRST_DISC + 2 * i;
        crok_adjusted *d = &a->disc[i];
        judge(&outline[i], &a->shape, fmin(3.0 * a->noise_mm, GATE_MM), d);
        d->cov[0] = cov[k * q->n + k];
        d->cov[1] = cov[k * q->n + k + 1];
        d->cov[2] = cov[(k + 1) * q->n + k + 1];
        d->radius_var = cov[0];
        d->radius_cov[0] = cov[k * q->n + CROK_SHAPE_RADIUS];
        d->radius_cov[1] = cov[(k + 1) * q->n + CROK_SHAPE_RADIUS];
        if (d->support_frac <= 0.0) /* no edge: the start's word alone */
            d->cov[0] = d->cov[2] = a->shape.radius_mm * a->shape.radius_mm;
    }
    return true;
}

bool crok_adjust(const crok_outline *outline, crok_adjustment *a)
{
    static _Thread_local crok_lsq q;
    crok_adjustment now = *a;
    CROK_ASSERT(a->n <= CROK_ADJUST_MAX);
    for (int round = 0; round < MAX_ROUNDS; round++) {
        double step[CROK_LSQ_MAX];
        double size = 0.0;
        now.noise_mm = fmax(noise_of(outline, &now), NOISE_MIN_MM);
        build(&q, outline, a, &now);
        if (!crok_lsq_step(&q, 0.0, step))
            return false;
        size = apply(&now, step);
        if (!isfinite(size) || size > a->shape.radius_mm)
            return false;
        if (size < 1e-4)
            break;
    }
    if (!finish(&q, outline, &now))
        return false;
    *a = now;
    return true;
}

crok_adjusted crok_adjust_one(const crok_outline *outline,
                              const crok_disc_shape *shape, crok_mm start,
                              double gate_mm)
{
    crok_adjusted out = {.at = start};
    for (int round = 0; round < ROUNDS_ALONE; round++) {
        crok_outline_pull p =
            crok_outline_pull_of(outline, shape, out.at, gate_mm);
        double det = p.a[0] * p.a[2] - p.a[1] * p.a[1];
        if (det < 1e-9)
            break;
        out.at.x -= (p.a[2] * p.g[0] - p.a[1] * p.g[1]) / det;
        out.at.y -= (p.a[0] * p.g[1] - p.a[1] * p.g[0]) / det;
    }
    judge(outline, shape, JUDGED * gate_mm, &out);
    return out;
}
