/* SPDX-License-Identifier: Apache-2.0 */
#include "discs/outline/locate.h"

#include <math.h>

#include "core/wide.h"

/* An edge farther than this from the outline is another's. */
#define GATE_MM 1.3
/* What an edge counts that does not leave the face's colour (a rounded edge in
 * the light is between the two), and what the foot's counts, which may be a
 * shadow's. */
#define LEAST_WEIGHT 0.2F
#define FOOT_WEIGHT 0.3F
/* ... and the face's where a wall shows, by which it may be the foot's: where
 * none shows there is one edge only, and no doubt. */
#define FACE_WEIGHT 0.75F
/* What a place loses of its fit per square millimetre from where the candidate
 * says (whole outlines voted for that). */
#define FAR_COST 0.04
/* An outline that fits less than this may be half a disc's and half its
 * shadow's: then any place within reach is as good as the candidate's, if it
 * fits better by the gain. */
#define WHOLE_FIT 0.75
#define ROUND_GAIN 0.06
/* Where an edge is put that there is not, mm. */
#define NOWHERE_MM 1e4F
/* Sums that are added up side by side. */
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

static void put(crok_locator *l, int slot, int direction, crok_mm at,
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
        bool tells = crok_outline_tells(e);
        if (!e->is_foot) {
            put(out, s, d, tells ? e->face : e->rim,
                (tells ? FACE_WEIGHT : 1.0F) *
                    (LEAST_WEIGHT + (1.0F - LEAST_WEIGHT) * e->leaves_face));
            out->is_face[s][d] = tells ? 1.0F : 0.0F;
            used[s] = true;
        }
        if (tells) {
            put(out, s + CROK_OUTLINE_EDGES, d, e->foot, FOOT_WEIGHT);
            used[s + CROK_OUTLINE_EDGES] = true;
        }
    }
    out->n_slots = 0;
    for (int s = 0; s < CROK_LOCATE_SLOTS; s++)
        if (used[s])
            out->slot[out->n_slots++] = s;
}

/* Raises what counts in each direction to what the edges in a slot count for
 * the outline of a disc at (x, y) from the candidate. */
CROK_WIDE static void count_slot(const crok_locator *l, int slot,
                                 const crok_disc_shape *shape,
                                 const float at[2],
                                 float most[restrict CROK_OUTLINE_ANGLES])
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
        float counts = 0.0F;
        u = u > 0.0F ? u : 0.0F;
        counts = u * u * l->weight[slot][d];
        most[d] = counts > most[d] ? counts : most[d];
    }
}

static double fit_at(const crok_locator *l, const crok_disc_shape *shape,
                     double x_mm, double y_mm)
{
    const float at[2] = {(float)x_mm, (float)y_mm};
    float most[CROK_OUTLINE_ANGLES] = {0.0F};
    float sum[LANES] = {0.0F};
    double all = 0.0;
    for (int k = 0; k < l->n_slots; k++)
        count_slot(l, l->slot[k], shape, at, most);
    for (int d = 0; d < CROK_OUTLINE_ANGLES; d += LANES)
        for (int k = 0; k < LANES; k++)
            sum[k] += most[d + k];
    for (int k = 0; k < LANES; k++)
        all += (double)sum[k];
    return all / CROK_OUTLINE_ANGLES;
}

/* The squared distance of (x, y) from the line between the two places where the
 * candidate may say that the disc stands. */
static double far_sq(const crok_locator *l, double x, double y)
{
    double ox = l->other.x - l->from.x;
    double oy = l->other.y - l->from.y;
    double len_sq = fmax(ox * ox + oy * oy, 1e-9);
    double t = fmin(fmax((x * ox + y * oy) / len_sq, 0.0), 1.0);
    double dx = x - t * ox;
    double dy = y - t * oy;
    return dx * dx + dy * dy;
}

/* A place weighed. */
typedef struct place {
    double x, y, fit, worth;
} place;

/* The best place as the candidate says, and the best anywhere. */
typedef struct best {
    place near, any;
} best;

static void weigh(const crok_locator *l, const crok_disc_shape *shape, double x,
                  double y, best *b)
{
    double far = far_sq(l, x, y);
    place p = {.x = x, .y = y};
    if (far > CROK_LOCATE_REACH_MM * CROK_LOCATE_REACH_MM)
        return;
    p.fit = fit_at(l, shape, x, y);
    p.worth = p.fit - FAR_COST * far;
    if (p.worth > b->near.worth)
        b->near = p;
    if (p.fit > b->any.fit)
        b->any = p;
}

/* Weighs every place within reach. */
static void weigh_all(const crok_locator *l, const crok_disc_shape *shape,
                      double step_mm, best *b)
{
    const double reach = CROK_LOCATE_REACH_MM;
    double ox = l->other.x - l->from.x;
    double oy = l->other.y - l->from.y;
    double x1 = fmax(ox, 0.0) + reach;
    double y1 = fmax(oy, 0.0) + reach;
    for (double x = fmin(ox, 0.0) - reach; x <= x1; x += step_mm)
        for (double y = fmin(oy, 0.0) - reach; y <= y1; y += step_mm)
            weigh(l, shape, x, y, b);
}

crok_located crok_locate(const crok_locator *l, const crok_disc_shape *shape,
                         double step_mm)
{
    best b = {.near = {.worth = -HUGE_VAL}, .any = {.fit = -1.0}};
    place p;
    weigh_all(l, shape, step_mm, &b);
    p = b.near;
    if (p.fit < WHOLE_FIT && b.any.fit > p.fit + ROUND_GAIN)
        p = b.any;
    return (crok_located){{l->from.x + p.x, l->from.y + p.y}, p.fit};
}
