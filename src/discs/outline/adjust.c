/* SPDX-License-Identifier: Apache-2.0 */
#include "discs/outline/adjust.h"

#include <math.h>
#include <string.h>

#include "core/scratch.h"

/* Order of the unknowns: the discs' shape, x and y of each disc, far_mm and
 * near_mm of each outset. */
#define FIRST_DISC CROK_N_SHAPE
/* Largest number of Gauss-Newton rounds. */
#define MAX_ROUNDS 12
/* The fit has converged if no unknown changes by more than this, mm. */
#define CONVERGED_MM 0.02
/* Edges with a larger residual belong to another object, mm. Chosen by hand: a
 * larger value takes shadows for outlines, a smaller one loses the edges of
 * misplaced discs. */
#define GATE_MM 1.2
/* Largest number of edges of a disc from which the noise is estimated. The
 * estimate need not be precise, and more edges would take longer. */
#define NOISE_EDGES 32
/* Lower bound on the edges' noise, 1 sd, mm: without it the weights of a
 * perfect picture would be infinite. */
#define NOISE_MIN_MM 0.04
/* Neighbouring edges are correlated: 64 directions sample about 100 px of a
 * blurred outline, and shading affects neighbours alike. So an edge counts as
 * 1/3 of an independent measurement. Chosen by hand: a smaller number gives
 * sigmas that are too small. */
#define CORRELATED_EDGES 3.0
/* Prior of face_mm, 1 sd, mm. */
#define FACE_SIGMA_MM 0.5
/* Bounds of face_mm. The rounding of discs measured in pictures is 0.7 to 1.6
 * mm, and light may move its visible edge. */
#define FACE_MIN_MM 0.2
#define FACE_MAX_MM 1.6
/* Prior of dark_mm, 1 sd, mm, about its value in rendered pictures; and its
 * upper bound, mm. The lower bound is 0. */
#define DARK_SIGMA_MM 0.05
#define DARK_MAX_MM 1.0
/* Priors of the outsets, 1 sd, mm. Chosen by hand. */
#define FAR_SIGMA_MM 0.5
#define NEAR_SIGMA_MM 0.3
/* Weight of an edge where a narrow wall is visible, provided that its inside
 * has the face's colour (leaves_face >= NEAR_LEAVES_FACE): it may be the face's
 * edge or, if the wall has the same colour, the foot's. The same weight applies
 * to an edge at the foot's place whose outside may be the wall. Chosen by hand.
 */
#define NEAR_WEIGHT 0.1
#define NEAR_LEAVES_FACE 0.5
/* If an edge's `lit` is less than SHADED, the rounding may be in shade like the
 * board behind it, and the edge may be the face's. Such an edge has the weight
 * SHADED_WEIGHT. Chosen by hand. */
#define SHADED 0.85
#define SHADED_WEIGHT 0.5
/* Largest number of rounds for a single disc, and the residual limit of the
 * edges that count for its fit, as a part of gate_mm. */
#define ROUNDS_ALONE 8
#define FIT_GATES 0.6
/* Prior of a disc's place about its start, 1 sd, mm. */
#define PLACE_SIGMA_MM 1.5

/* Index of the first unknown of outset k. */
static int outset_at(const crok_adjustment *a, int k)
{
    return FIRST_DISC + 2 * a->n + 2 * k;
}

static int outset_of(const crok_adjustment *a, int i)
{
    return a->n_outsets > 0 ? a->outset_of[i] : -1;
}

/* An edge of disc i in the fit: its residual, its weight, and the derivatives
 * of the residual by the outset's two unknowns. */
typedef struct edge_row {
    crok_outline_row of; /* without the outset */
    double r_mm, weight;
    double d_far, d_near;
} edge_row;

/* Weight of an edge by how certain its association is. */
static double weight_of(const crok_outline_edge *e, const crok_outline_row *row)
{
    if (!row->usable)
        return 0.0;
    if (row->is_foot)
        return e->is_foot ? 1.0 : NEAR_WEIGHT;
    return e->wall_mm <= 0.0F && (double)e->lit < SHADED ? SHADED_WEIGHT : 1.0;
}

static edge_row row_of(const crok_outline *outline, const crok_adjustment *a,
                       int i, int k)
{
    const crok_outline_edge *e = &outline[i].edge[k];
    int o = outset_of(a, i);
    bool is_near = e->wall_mm > 0.0F;
    edge_row row = {.of = crok_outline_residual(&a->shape, a->disc[i].at, e)};
    row.r_mm = row.of.r_mm;
    row.weight = weight_of(e, &row.of);
    if (o < 0 || crok_outline_shows_wall(e))
        return row;
    row.d_far = 1.0;
    row.r_mm += a->outset[o].far_mm;
    if (!is_near)
        return row;
    row.d_near = 1.0;
    row.r_mm += a->outset[o].near_mm;
    row.weight = (double)e->leaves_face >= NEAR_LEAVES_FACE ? NEAR_WEIGHT : 0.0;
    return row;
}

/* Noise of the edges, 1 sd: 1.4826 times the median of |r| below GATE_MM, from
 * at most 32 edges a disc. */
static double noise_of(const crok_outline *outline, const crok_adjustment *a)
{
    double r[CROK_ADJUST_MAX * NOISE_EDGES];
    int n = 0;
    for (int i = 0; i < a->n; i++) {
        int step = outline[i].n / NOISE_EDGES + 1;
        for (int k = 0; k < outline[i].n; k += step) {
            edge_row row = row_of(outline, a, i, k);
            if (row.of.usable && fabs(row.r_mm) < GATE_MM)
                r[n++] = fabs(row.r_mm);
        }
    }
    return 1.4826 * crok_quantile(r, n, 0.5);
}

/* Add the rows of one disc's edges to the normal equations. */
static void add_disc(crok_lsq *q, const crok_outline *outline,
                     const crok_adjustment *a, int i)
{
    enum { N = CROK_N_SHAPE + 4 };
    int o = outset_of(a, i);
    int n = o < 0 ? N - 2 : N;
    int idx[N] = {CROK_SHAPE_RADIUS,  CROK_SHAPE_FACE,        CROK_SHAPE_DARK,
                  FIRST_DISC + 2 * i, FIRST_DISC + 2 * i + 1, outset_at(a, o),
                  outset_at(a, o) + 1};
    double noise = a->noise_mm;
    for (int k = 0; k < outline[i].n; k++) {
        edge_row row = row_of(outline, a, i, k);
        double jac[N] = {row.of.d_shape[CROK_SHAPE_RADIUS],
                         row.of.d_shape[CROK_SHAPE_FACE],
                         row.of.d_shape[CROK_SHAPE_DARK],
                         row.of.d_x,
                         row.of.d_y,
                         row.d_far,
                         row.d_near};
        double w = row.weight *
                   crok_tukey(row.r_mm, fmin(CROK_TUKEY_CUT * noise, GATE_MM));
        if (w > 0.0)
            crok_lsq_add(q, idx, jac, n, row.r_mm,
                         w / (noise * noise * CORRELATED_EDGES));
    }
}

/* Add a prior: unknown k is `off` from its prior value, whose standard
 * deviation is sigma. */
static void add_prior(crok_lsq *q, int k, double off, double sigma)
{
    double one = 1.0;
    crok_lsq_add(q, &k, &one, 1, off, 1.0 / (sigma * sigma));
}

/* The value of unknown k, a coordinate of a disc. */
static double coordinate_of(const crok_adjustment *a, int k)
{
    const crok_mm *at = &a->disc[(k - FIRST_DISC) / 2].at;
    return (k - FIRST_DISC) % 2 == 0 ? at->x : at->y;
}

static void build(crok_lsq *q, const crok_outline *outline,
                  const crok_adjustment *start, const crok_adjustment *now)
{
    crok_lsq_reset(q, outset_at(now, now->n_outsets));
    for (int i = 0; i < now->n; i++)
        add_disc(q, outline, now, i);
    add_prior(q, CROK_SHAPE_RADIUS,
              now->shape.radius_mm - start->shape.radius_mm,
              start->radius_prior_sigma_mm);
    add_prior(q, CROK_SHAPE_FACE, now->shape.face_mm - start->shape.face_mm,
              FACE_SIGMA_MM);
    add_prior(q, CROK_SHAPE_DARK, now->shape.dark_mm - start->shape.dark_mm,
              DARK_SIGMA_MM);
    for (int k = FIRST_DISC; k < outset_at(now, 0); k++)
        add_prior(q, k, coordinate_of(now, k) - coordinate_of(start, k),
                  PLACE_SIGMA_MM);
    for (int o = 0; o < now->n_outsets; o++) {
        add_prior(q, outset_at(now, o), now->outset[o].far_mm, FAR_SIGMA_MM);
        add_prior(q, outset_at(now, o) + 1, now->outset[o].near_mm,
                  NEAR_SIGMA_MM);
    }
}

/* Add a step to the unknowns, within their bounds. Returns its largest entry.
 */
static double apply(crok_adjustment *a, const double *step)
{
    double size = 0.0;
    a->shape.radius_mm += step[CROK_SHAPE_RADIUS];
    a->shape.face_mm =
        fmin(fmax(a->shape.face_mm + step[CROK_SHAPE_FACE], FACE_MIN_MM),
             FACE_MAX_MM);
    a->shape.dark_mm =
        fmin(fmax(a->shape.dark_mm + step[CROK_SHAPE_DARK], 0.0), DARK_MAX_MM);
    for (int i = 0; i < a->n; i++) {
        a->disc[i].at.x += step[FIRST_DISC + 2 * i];
        a->disc[i].at.y += step[FIRST_DISC + 2 * i + 1];
    }
    for (int o = 0; o < a->n_outsets; o++) {
        a->outset[o].far_mm += step[outset_at(a, o)];
        a->outset[o].near_mm += step[outset_at(a, o) + 1];
    }
    for (int k = 0; k < outset_at(a, a->n_outsets); k++)
        size = fmax(size, fabs(step[k]));
    return size;
}

/* Measure support, RMS and fit of one disc's edges to its outline. */
static void measure_fit(const crok_outline *o, const crok_disc_shape *shape,
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

/* The shape that disc i appears to have: far_mm moves its rim; face and foot
 * keep their radii. */
static crok_disc_shape apparent_shape(const crok_adjustment *a, int i)
{
    crok_disc_shape s = a->shape;
    int o = outset_of(a, i);
    double far_mm = o < 0 ? 0.0 : a->outset[o].far_mm;
    s.radius_mm += far_mm;
    s.face_mm += far_mm;
    s.dark_mm -= far_mm;
    return s;
}

static bool finish(const crok_lsq *q, const crok_outline *outline,
                   crok_adjustment *a)
{
    CROK_SCRATCH(double, cov, CROK_LSQ_MAX *CROK_LSQ_MAX);
    if (!crok_lsq_covariance(q, cov))
        return false;
    a->radius_sigma_mm = sqrt(cov[0]);
    for (int i = 0; i < a->n; i++) {
        int k = FIRST_DISC + 2 * i;
        crok_adjusted *d = &a->disc[i];
        crok_disc_shape seen = apparent_shape(a, i);
        measure_fit(&outline[i], &seen, fmin(3.0 * a->noise_mm, GATE_MM), d);
        d->cov[0] = cov[k * q->n + k];
        d->cov[1] = cov[k * q->n + k + 1];
        d->cov[2] = cov[(k + 1) * q->n + k + 1];
        d->radius_var = cov[0];
        d->radius_cov[0] = cov[k * q->n + CROK_SHAPE_RADIUS];
        d->radius_cov[1] = cov[(k + 1) * q->n + CROK_SHAPE_RADIUS];
        if (d->support_frac <= 0.0) /* without an edge only the prior gave the
                                       place: it is not known */
            d->cov[0] = d->cov[2] = a->shape.radius_mm * a->shape.radius_mm;
    }
    return true;
}

bool crok_adjust(const crok_outline *outline, crok_adjustment *a)
{
    CROK_SCRATCH(crok_lsq, q, 1);
    crok_adjustment now = *a;
    CROK_ASSERT(a->n <= CROK_ADJUST_MAX);
    CROK_ASSERT(a->n_outsets <= CROK_MAX_SIDES);
    for (int round = 0; round < MAX_ROUNDS; round++) {
        double step[CROK_LSQ_MAX];
        double size = 0.0;
        now.noise_mm = fmax(noise_of(outline, &now), NOISE_MIN_MM);
        build(q, outline, a, &now);
        if (!crok_lsq_step(q, 0.0, step))
            return false;
        size = apply(&now, step);
        if (!isfinite(size) || size > a->shape.radius_mm)
            return false;
        if (size < CONVERGED_MM)
            break;
    }
    if (!finish(q, outline, &now))
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
        crok_outline_normal_eq p =
            crok_outline_normal_eq_of(outline, shape, out.at, gate_mm);
        double det = p.a[0] * p.a[2] - p.a[1] * p.a[1];
        if (det < 1e-9)
            break;
        out.at.x -= (p.a[2] * p.g[0] - p.a[1] * p.g[1]) / det;
        out.at.y -= (p.a[0] * p.g[1] - p.a[1] * p.g[0]) / det;
    }
    measure_fit(outline, shape, FIT_GATES * gate_mm, &out);
    return out;
}
