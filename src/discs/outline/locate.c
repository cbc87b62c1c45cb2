/* SPDX-License-Identifier: Apache-2.0 */
#include "discs/outline/locate.h"

#include <math.h>

#include "core/wide.h"

/* An edge with a larger residual does not belong to the outline, mm. Chosen by
 * hand. */
#define GATE_MM 1.3
/* Weights of an edge in the fit of the position. They grow linearly with
 * leaves_face from MIN_WEIGHT, where the colour inside the edge is not at all
 * that of the disc's face, to 1, where it is; on a lit rounded edge the colour
 * lies between. An edge taken as the foot's has FOOT_WEIGHT, because it may be
 * the edge of a shadow. Chosen by hand. */
#define MIN_WEIGHT 0.2F
#define FOOT_WEIGHT 0.3F
/* Factor on the weight of an edge taken as the face's where the wall is
 * visible, because it may be the foot's edge. Where the wall is hidden there
 * is only one edge, with factor 1. */
#define FACE_WEIGHT 0.75F
/* Cost of a place's distance from the candidate, in units of fit per mm^2. The
 * candidate's votes came from a whole outline, so the disc is near. Chosen by
 * hand: a smaller cost lets a disc jump to its shadow, a larger one keeps it at
 * a badly placed candidate. */
#define DISTANCE_COST 0.04
/* A fit below GOOD_FIT may lie half on a disc's outline and half on its
 * shadow's. In that case the place with the best fit is taken without regard to
 * the distance from the candidate, if its fit is better by FREE_GAIN. Chosen by
 * hand; an earlier form of this search lowered the radial error of 16 rendered
 * pictures from 0.384 to 0.241 mm. */
#define GOOD_FIT 0.75
#define FREE_GAIN 0.06
/* Coordinate of a slot without an edge, mm. */
#define NOWHERE_MM 1e4F
/* Sums accumulated in parallel, so that the compiler can vectorise them. */
#define LANES 8

static void clear(crok_locator *l)
{
    for (int s = 0; s < CROK_LOCATE_SLOTS; s++) {
        for (int d = 0; d < CROK_OUTLINE_ANGLES; d++) {
            l->x_mm[s][d] = l->y_mm[s][d] = NOWHERE_MM;
            l->is_face[s][d] = l->weight[s][d] = 0.0F;
        }
    }
}

static void set_edge(crok_locator *l, int slot, int direction, crok_mm at,
                     float weight)
{
    l->x_mm[slot][direction] = (float)(at.x - l->from.x);
    l->y_mm[slot][direction] = (float)(at.y - l->from.y);
    l->weight[slot][direction] = weight;
}

void crok_locator_make(const crok_outline *outline, crok_mm from, crok_mm other,
                       crok_locator *out)
{
    int n[CROK_OUTLINE_ANGLES] = {0};
    bool used[CROK_LOCATE_SLOTS] = {false};
    clear(out);
    out->from = from;
    out->other = other;
    for (int i = 0; i < outline->n; i++) {
        const crok_outline_edge *e = &outline->edge[i];
        int d = e->direction;
        int s = n[d]++;
        bool shows_wall = crok_outline_shows_wall(e);
        if (!e->is_foot) {
            set_edge(out, s, d, shows_wall ? e->face : e->rim,
                     (shows_wall ? FACE_WEIGHT : 1.0F) *
                         (MIN_WEIGHT + (1.0F - MIN_WEIGHT) * e->leaves_face));
            out->is_face[s][d] = shows_wall ? 1.0F : 0.0F;
            used[s] = true;
        }
        if (shows_wall) {
            set_edge(out, s + CROK_OUTLINE_EDGES, d, e->foot, FOOT_WEIGHT);
            used[s + CROK_OUTLINE_EDGES] = true;
        }
    }
    out->n_slots = 0;
    for (int s = 0; s < CROK_LOCATE_SLOTS; s++)
        if (used[s])
            out->slot[out->n_slots++] = s;
}

/* Update the greatest support in each direction with the edges of one slot, for
 * a disc whose centre is at `at` (mm, relative to l->from). The support of an
 * edge with residual r (mm) and weight w is
 *
 *     w (1 - (r / GATE_MM)^2)^2    if |r| < GATE_MM, otherwise 0 */
CROK_WIDE static void
raise_support(const crok_locator *l, int slot, const crok_disc_shape *shape,
              const float at[2],
              float max_support[restrict CROK_OUTLINE_ANGLES])
{
    const float radius = (float)shape->radius_mm;
    const float face = (float)shape->face_mm;
    const float per_gate = (float)(1.0 / GATE_MM);
    for (int d = 0; d < CROK_OUTLINE_ANGLES; d++) {
        float dx = l->x_mm[slot][d] - at[0];
        float dy = l->y_mm[slot][d] - at[1];
        float off =
            radius - face * l->is_face[slot][d] - sqrtf(dx * dx + dy * dy);
        float u = 1.0F - off * off * per_gate * per_gate;
        float support = 0.0F;
        u = u > 0.0F ? u : 0.0F;
        support = u * u * l->weight[slot][d];
        max_support[d] = support > max_support[d] ? support : max_support[d];
    }
}

static double fit_at(const crok_locator *l, const crok_disc_shape *shape,
                     double x_mm, double y_mm)
{
    const float at[2] = {(float)x_mm, (float)y_mm};
    float max_support[CROK_OUTLINE_ANGLES] = {0.0F};
    float sum[LANES] = {0.0F};
    double all = 0.0;
    for (int k = 0; k < l->n_slots; k++)
        raise_support(l, l->slot[k], shape, at, max_support);
    for (int d = 0; d < CROK_OUTLINE_ANGLES; d += LANES)
        for (int k = 0; k < LANES; k++)
            sum[k] += max_support[d + k];
    for (int k = 0; k < LANES; k++)
        all += (double)sum[k];
    return all / CROK_OUTLINE_ANGLES;
}

/* Squared distance of (x, y) from the line segment between the candidate's two
 * places. */
static double distance_sq(const crok_locator *l, double x, double y)
{
    double ox = l->other.x - l->from.x;
    double oy = l->other.y - l->from.y;
    double len_sq = fmax(ox * ox + oy * oy, 1e-9);
    double t = fmin(fmax((x * ox + y * oy) / len_sq, 0.0), 1.0);
    double dx = x - t * ox;
    double dy = y - t * oy;
    return dx * dx + dy * dy;
}

/* A place with its fit, and its score: the fit minus the cost of distance. */
typedef struct scored_place {
    double x, y, fit, score;
} scored_place;

/* The place with the highest score, and the one with the highest fit. */
typedef struct best {
    scored_place near, any;
} best;

static void score_place(const crok_locator *l, const crok_disc_shape *shape,
                        double x, double y, best *b)
{
    double far = distance_sq(l, x, y);
    scored_place p = {.x = x, .y = y};
    if (far > CROK_LOCATE_REACH_MM * CROK_LOCATE_REACH_MM)
        return;
    p.fit = fit_at(l, shape, x, y);
    p.score = p.fit - DISTANCE_COST * far;
    if (p.score > b->near.score)
        b->near = p;
    if (p.fit > b->any.fit)
        b->any = p;
}

/* Score all grid points within reach. */
static void score_all(const crok_locator *l, const crok_disc_shape *shape,
                      double step_mm, best *b)
{
    const double reach = CROK_LOCATE_REACH_MM;
    double ox = l->other.x - l->from.x;
    double oy = l->other.y - l->from.y;
    double x1 = fmax(ox, 0.0) + reach;
    double y1 = fmax(oy, 0.0) + reach;
    for (double x = fmin(ox, 0.0) - reach; x <= x1; x += step_mm)
        for (double y = fmin(oy, 0.0) - reach; y <= y1; y += step_mm)
            score_place(l, shape, x, y, b);
}

crok_located crok_locate(const crok_locator *l, const crok_disc_shape *shape,
                         double step_mm)
{
    best b = {.near = {.score = -HUGE_VAL}, .any = {.fit = -1.0}};
    scored_place p;
    score_all(l, shape, step_mm, &b);
    p = b.near;
    if (p.fit < GOOD_FIT && b.any.fit > p.fit + FREE_GAIN)
        p = b.any;
    return (crok_located){{l->from.x + p.x, l->from.y + p.y}, p.fit};
}
