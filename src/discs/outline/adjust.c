/* SPDX-License-Identifier: Apache-2.0 */
#include "discs/outline/adjust.h"

#include <math.h>
#include <string.h>

/* Order of the unknowns: the discs' shape, x and y of each, the outsets. */
#define FIRST_DISC CROK_N_SHAPE
#define MAX_ROUNDS 12
/* Steps smaller than this change nothing, mm. */
#define SETTLED_MM 0.02
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
/* How far discs darken the board at their feet: as in rendered pictures, give
 * or take this, mm; never inwards, nor as far as their height. */
#define DARK_SIGMA_MM 0.05
#define DARK_MOST_MM 1.0
/* What is known of outsets beforehand, 1 sd, mm. */
#define FAR_SIGMA_MM 0.5
#define NEAR_SIGMA_MM 0.3
/* Edges count for so much where a wall shows a little, if what is inside them
 * is the face for so much of the change: they may be the face's or, where the
 * wall is of its colour, the foot's. And where they lie at the foot, but what
 * is beyond may be the wall. */
#define NEAR_WEIGHT 0.1
#define NEAR_LEAVES 0.5
/* Where less than this part of the light falls on the board behind the rim, the
 * rounded edge is in shade: its edge may be the face's. */
#define SHADED 0.85
#define SHADED_WEIGHT 0.5
/* Rounds of a single disc, and how far edges count for its fit, in gates. */
#define ROUNDS_ALONE 8
#define JUDGED 0.6
/* A disc is where its start is, give or take this, mm. */
#define PLACE_SIGMA_MM 1.5

/* The first unknown of an outset. */
static int outset_at(const crok_adjustment *a, int k)
{
    return FIRST_DISC + 2 * a->n + 2 * k;
}

static int outset_of(const crok_adjustment *a, int i)
{
    return a->n_outsets > 0 ? a->outset_of[i] : -1;
}

/* An edge of disc i in the fit: its residual, how much it counts, and whether
 * the outset's parts move it. */
typedef struct edge_row {
    crok_outline_row of; /* as the shape says */
    double r_mm, weight;
    double d_far, d_near;
} edge_row;

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
    if (o < 0 || crok_outline_tells(e))
        return row;
    row.d_far = 1.0;
    row.r_mm += a->outset[o].far_mm;
    if (!is_near)
        return row;
    row.d_near = 1.0;
    row.r_mm += a->outset[o].near_mm;
    row.weight = (double)e->leaves_face >= NEAR_LEAVES ? NEAR_WEIGHT : 0.0;
    return row;
}

static double noise_of(const crok_outline *outline, const crok_adjustment *a)
{
    double r[CROK_ADJUST_MAX * 32];
    int n = 0;
    for (int i = 0; i < a->n; i++) {
        int step = outline[i].n / 32 + 1;
        for (int k = 0; k < outline[i].n; k += step) {
            edge_row row = row_of(outline, a, i, k);
            if (row.of.usable && fabs(row.r_mm) < GATE_MM)
                r[n++] = fabs(row.r_mm);
        }
    }
    return 1.4826 * crok_quantile(r, n, 0.5);
}

/* The rows of one disc's edges. */
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
                   crok_tukey(row.r_mm, fmin(GATE_SIGMAS * noise, GATE_MM));
        if (w > 0.0)
            crok_lsq_add(q, idx, jac, n, row.r_mm,
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
        add_prior(q, k, place_of(now, k) - place_of(start, k), PLACE_SIGMA_MM);
    for (int o = 0; o < now->n_outsets; o++) {
        add_prior(q, outset_at(now, o), now->outset[o].far_mm, FAR_SIGMA_MM);
        add_prior(q, outset_at(now, o) + 1, now->outset[o].near_mm,
                  NEAR_SIGMA_MM);
    }
}

static double apply(crok_adjustment *a, const double *step)
{
    double size = 0.0;
    a->shape.radius_mm += step[CROK_SHAPE_RADIUS];
    a->shape.face_mm =
        fmin(fmax(a->shape.face_mm + step[CROK_SHAPE_FACE], FACE_LEAST_MM),
             FACE_MOST_MM);
    a->shape.dark_mm =
        fmin(fmax(a->shape.dark_mm + step[CROK_SHAPE_DARK], 0.0), DARK_MOST_MM);
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

/* The shape that disc i seems to have: its rim is moved, its face and its foot
 * are not. */
static crok_disc_shape seeming(const crok_adjustment *a, int i)
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
    static _Thread_local double cov[CROK_LSQ_MAX * CROK_LSQ_MAX];
    if (!crok_lsq_covariance(q, cov))
        return false;
    a->radius_sigma_mm = sqrt(cov[0]);
    for (int i = 0; i < a->n; i++) {
        int k = FIRST_DISC + 2 * i;
        crok_adjusted *d = &a->disc[i];
        crok_disc_shape seen = seeming(a, i);
        judge(&outline[i], &seen, fmin(3.0 * a->noise_mm, GATE_MM), d);
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
    CROK_ASSERT(a->n_outsets <= CROK_MAX_SIDES);
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
        if (size < SETTLED_MM)
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
