/* SPDX-License-Identifier: Apache-2.0 */
#include "discs/find/settle.h"

#include <math.h>
#include <string.h>

#include "core/scratch.h"
#include "discs/outline/made_size.h"
#include "discs/outline/profile.h"

/* How much smaller the flat face's radius is than the disc's, mm: 0.7 to 1.6 mm
 * on discs measured in pictures. */
#define FACE_MM 1.0
/* Factor on the standard deviations that profiles give. Their model of the
 * colours is not exact, and neighbouring directions have correlated errors. On
 * 521 discs of 55 rendered pictures the distances from the centre then have
 * errors of 1.00 standard deviations rms, and 95.5 % are within two; with a
 * factor of 6 they had 0.87 and 97.3 %, and more calls were close. */
#define SIGMA_FACTOR 4.5
/* If a disc's position moved by at least CONVERGED_MM, its profiles are read at
 * the new position and the position is estimated again, in at most
 * SETTLE_ROUNDS rounds in all. One round reaches about 1.5 mm in x and in y.
 * Chosen by hand. */
#define CONVERGED_MM 0.7
#define SETTLE_ROUNDS 3
/* Radii that are tried: SIZE_STEPS smaller and SIZE_STEPS larger ones than the
 * present radius, SIZE_MM (mm) apart. */
#define SIZE_STEPS 4
#define SIZE_MM 0.2
/* Three independent errors, 1 sd, of the radius by profiles. SIZE_SIGMA_MM, mm:
 * the light on rounded edges. SIZE_SIGMA_PX, px: a lens blurs light and not
 * grey levels, which moves edges towards the darker side. SIZE_DISC_SIGMA_MM,
 * mm: the difference from disc to disc. Chosen by hand on rendered pictures. */
#define SIZE_SIGMA_MM 0.05
#define SIZE_SIGMA_PX 0.18
#define SIZE_DISC_SIGMA_MM 0.20
/* Drop of the cost, summed over all discs, that equals one unit of
 * log-likelihood, with SIGMA_FACTOR taken into account. A larger size than that
 * from the outlines is accepted only if it lowers the cost by more than this.
 */
#define COST_PER_LOG_LIKELIHOOD 0.15
/* The cost of a size in which no discs are made is limited to this many
 * standard deviations. */
#define MAX_SDS 3.0
/* If the size changes by more than SAME_SIZE_MM, the profiles are read again,
 * at most SIZE_ROUNDS times in all. */
#define SAME_SIZE_MM 0.15
#define SIZE_ROUNDS 2

/* If the picture's border cuts off a disc, positions are tried in WALL_STEPS
 * steps to either side along the line through the point below the camera. A
 * position is accepted if its cost is lower by more than WALL_GAIN. Chosen by
 * hand on samples/hard/photo-017. */
#define WALL_STEPS 8
#define WALL_GAIN 0.10

/* Groups: one for each side, the last one for discs of no side. */
enum { NO_SIDE = CROK_MAX_SIDES, N_GROUPS };

/* The sure discs on the surface, with the light and the size of each group. */
typedef struct disc_set {
    crok_finds *finds; /* borrowed */
    const int *side; /* borrowed: side of each of the sure discs; -1: no side */
    crok_edge_light light[N_GROUPS];
    double start_mm;            /* radius at the start */
    double radius_mm[N_GROUPS]; /* radius for which profiles are read */
    double larger_mm[N_GROUPS]; /* estimated radius minus radius_mm */
    int n;
    int of[CROK_MAX_DISCS]; /* indices in finds->disc */
    crok_shift_curves curves[CROK_MAX_DISCS];
    bool seen[CROK_MAX_DISCS]; /* enough of its outline is inside the picture */
} disc_set;

static int group_of(const disc_set *t, int i)
{
    int side = t->side[t->of[i]];
    return side < 0 ? NO_SIDE : side;
}

/* Disc i of the set, in the finds. */
static crok_found *disc_of(const disc_set *t, int i)
{
    return &t->finds->disc[t->of[i]];
}

/* Read the profiles of disc i at position `at`. */
static void read_disc(const disc_set *t, int i, crok_mm at, crok_profiles *out)
{
    const crok_finds *s = t->finds;
    const crok_face *face = &disc_of(t, i)->face;
    crok_disc_shape shape = s->shape;
    shape.radius_mm = t->radius_mm[group_of(t, i)];
    shape.face_mm = FACE_MM + shape.radius_mm - t->start_mm;
    crok_profiles_read(s->img, &s->cam, &shape, at,
                       face->has_board ? &face->board : NULL, out);
}

/* Estimate the light of every group, that is, of the discs of one side, from
 * the discs' present positions, and then the cost curves of every disc in that
 * light. */
static void update_curves(disc_set *t)
{
    CROK_SCRATCH(crok_profiles, p, CROK_MAX_DISCS);
    crok_light_sums sums[N_GROUPS] = {0};
    for (int i = 0; i < t->n; i++) {
        read_disc(t, i, disc_of(t, i)->at.at, &p[i]);
        crok_light_add(&sums[group_of(t, i)], &p[i]);
    }
    for (int k = 0; k < N_GROUPS; k++)
        t->light[k] = crok_light_of(&sums[k]);
    for (int i = 0; i < t->n; i++)
        t->seen[i] = crok_shift_curves_of(&p[i], &t->light[group_of(t, i)],
                                          &t->curves[i]);
}

/* The cost of each radius tried, summed over the visible discs of a group.
 * Returns their number. */
static int cost_of_sizes(const disc_set *t, int group,
                         double cost[2 * SIZE_STEPS + 1])
{
    int n = 0;
    memset(cost, 0, (2 * SIZE_STEPS + 1) * sizeof *cost);
    for (int i = 0; i < t->n; i++) {
        crok_mm at = {0.0, 0.0};
        if (!t->seen[i] || group_of(t, i) != group)
            continue;
        n++;
        at = crok_curves_fit(&t->curves[i], 0.0).at;
        for (int k = 0; k <= 2 * SIZE_STEPS; k++)
            cost[k] +=
                crok_curves_cost(&t->curves[i], at, (k - SIZE_STEPS) * SIZE_MM);
    }
    return n;
}

/* Estimate how much larger the discs of a group are than the radius for which
 * their edge profiles were read, mm. The cost is summed over the group's discs
 * at radii SIZE_MM apart; its minimum is interpolated by a parabola. The result
 * is 0 if no disc of the group is visible. */
static double radius_excess(const disc_set *t, int group)
{
    double cost[2 * SIZE_STEPS + 1];
    int best = SIZE_STEPS;
    double below = 0.0;
    double above = 0.0;
    if (cost_of_sizes(t, group, cost) == 0)
        return 0.0;
    for (int k = 0; k <= 2 * SIZE_STEPS; k++)
        if (cost[k] < cost[best])
            best = k;
    if (best == 0 || best == 2 * SIZE_STEPS)
        return (best - SIZE_STEPS) * SIZE_MM;
    below = cost[best - 1] - cost[best];
    above = cost[best + 1] - cost[best];
    return SIZE_MM * (best - SIZE_STEPS +
                      0.5 * (below - above) / fmax(below + above, 1e-12));
}

/* Read the edge profiles and estimate each group's radius, starting with
 * radius_mm. The estimated light depends on the radius for which profiles are
 * read; so if the radius of a group changes much, all profiles are read again.
 */
static void estimate_group_sizes(disc_set *t, double radius_mm)
{
    bool again = true;
    t->start_mm = radius_mm;
    for (int k = 0; k < N_GROUPS; k++)
        t->radius_mm[k] = radius_mm;
    for (int round = 0; round < SIZE_ROUNDS && again; round++) {
        update_curves(t);
        again = false;
        for (int k = 0; k < N_GROUPS; k++) {
            t->larger_mm[k] = radius_excess(t, k);
            again = again || fabs(t->larger_mm[k]) > SAME_SIZE_MM;
        }
        for (int k = 0; k < N_GROUPS && again && round + 1 < SIZE_ROUNDS; k++)
            t->radius_mm[k] += t->larger_mm[k];
    }
}

/* The number of visible discs of a group. */
static int n_of_group(const disc_set *t, int group)
{
    int n = 0;
    for (int i = 0; i < t->n; i++)
        n += t->seen[i] && group_of(t, i) == group ? 1 : 0;
    return n;
}

/* The estimated radius of a group's discs. */
static double estimated_radius_mm(const disc_set *t, int group)
{
    return t->radius_mm[group] + t->larger_mm[group];
}

/* The error of the radius estimated from n discs' profiles, 1 sd. */
static double size_sigma_mm(const disc_set *t, int n)
{
    double px = SIZE_SIGMA_PX / crok_camera_px_per_mm(&t->finds->cam);
    double of_discs = SIZE_DISC_SIGMA_MM / sqrt(n);
    return sqrt(SIZE_SIGMA_MM * SIZE_SIGMA_MM + px * px + of_discs * of_discs);
}

/* The error of a disc's radius due to the board's scale, 1 sd. */
static double scale_sigma_mm(const disc_set *t, double radius_mm)
{
    return t->finds->pose.scale_rel_sigma * radius_mm;
}

/* The cost of the groups' radii: the sum over the groups of
 *
 *     COST_PER_LOG_LIKELIHOOD * min(d / sigma, MAX_SDS)^2 / 2
 *
 * with d the distance of a group's radius from the nearest radius in which
 * discs are made. */
static double cost_of_radii(const disc_set *t)
{
    double sum = 0.0;
    for (int k = 0; k < N_GROUPS; k++) {
        int n = n_of_group(t, k);
        double r_mm = estimated_radius_mm(t, k);
        double sds = 0.0;
        if (n == 0)
            continue;
        sds = crok_made_size_off(r_mm) /
              hypot(size_sigma_mm(t, n), scale_sigma_mm(t, r_mm));
        sum += 0.5 * fmin(sds * sds, MAX_SDS * MAX_SDS);
    }
    return COST_PER_LOG_LIKELIHOOD * sum;
}

/* The total cost: that of the radii, plus that of the estimated positions of
 * the discs whose profiles are visible in both sets. */
static double total_cost(const disc_set *t, const disc_set *both)
{
    double sum = cost_of_radii(t);
    for (int i = 0; i < t->n; i++) {
        double larger_mm = t->larger_mm[group_of(t, i)];
        const crok_shift_curves *k = &t->curves[i];
        if (t->seen[i] && both->seen[i])
            sum += crok_curves_cost(k, crok_curves_fit(k, larger_mm).at,
                                    larger_mm);
    }
    return sum;
}

/* If all outlines were measured at the ends of the flat faces, a radius that is
 * too small fits them. So the alternative larger radius is tried too, and kept
 * if it lowers the cost clearly. */
static void try_larger(disc_set *t)
{
    CROK_SCRATCH(disc_set, other, 1);
    if (t->finds->alt_radius_mm <= t->start_mm)
        return;
    *other = *t;
    estimate_group_sizes(other, t->finds->alt_radius_mm);
    if (total_cost(other, t) < total_cost(t, other) - COST_PER_LOG_LIKELIHOOD)
        *t = *other;
}

/* The common size of all discs, from the groups' radii. */
static void estimate_common_size(disc_set *t)
{
    double mean = 0.0;
    crok_made_size size;
    for (int i = 0; i < t->n; i++)
        mean += estimated_radius_mm(t, group_of(t, i)) / t->n;
    size = t->finds->pose.disc_known_sigma_mm > 0.0
               ? crok_made_size_known(&t->finds->pose)
               : crok_made_size_near(mean, size_sigma_mm(t, t->n),
                                     scale_sigma_mm(t, mean));
    t->finds->shape.radius_mm = size.radius_mm;
    t->finds->pose.board.disc_mm = size.radius_mm;
    t->finds->pose.disc_sigma_mm = size.sigma_mm;
    for (int i = 0; i < t->n; i++)
        disc_of(t, i)->at.radius_var = size.sigma_mm * size.sigma_mm;
}

/* The position estimated from one start, and its cost. */
typedef struct trial {
    bool seen;
    crok_profile_fit to;
    double cost;
} trial;

/* Store a disc's position. A position from profiles does not depend on the
 * common radius, so that covariance is 0. */
static void store_position(crok_adjusted *a, const trial *t)
{
    a->from_profiles = true;
    a->at = t->to.at;
    a->unexplained = t->cost;
    for (int i = 0; i < 3; i++)
        a->cov[i] = SIGMA_FACTOR * SIGMA_FACTOR * t->to.cov[i];
    a->radius_cov[0] = a->radius_cov[1] = 0.0;
}

static trial estimate_from(const disc_set *t, int i, crok_mm from)
{
    double larger_mm = t->larger_mm[group_of(t, i)];
    crok_profiles p;
    crok_shift_curves curves;
    trial out = {.seen = false};
    read_disc(t, i, from, &p);
    if (!crok_shift_curves_of(&p, &t->light[group_of(t, i)], &curves))
        return out;
    out.seen = true;
    out.to = crok_curves_fit(&curves, larger_mm);
    out.cost = crok_curves_cost(&curves, out.to.at, larger_mm);
    return out;
}

/* If the picture's border cuts off a disc, its bottom edge or its shadow may
 * have been taken for the face, or the face for the bottom edge. The true
 * position is then up to a wall's width away, towards the point below the
 * camera or away from it. Try positions along that line. */
static void search_along_wall(const disc_set *t, int i, trial *best)
{
    const crok_mm from = best->to.at;
    const crok_vec3 eye = crok_camera_centre(&t->finds->cam);
    const double h = t->finds->shape.height_mm;
    for (int k = -WALL_STEPS; k <= WALL_STEPS; k++) {
        double part = (double)k / WALL_STEPS * h / fmax(eye.z - h, 1.0);
        trial there =
            estimate_from(t, i,
                          (crok_mm){from.x + part * (eye.x - from.x),
                                    from.y + part * (eye.y - from.y)});
        if (there.seen && there.cost < best->cost - WALL_GAIN)
            *best = there;
    }
}

/* Estimate the position of disc i. Repeat the estimate from the last position
 * while it moves. */
static void estimate_position(const disc_set *t, int i)
{
    double larger_mm = t->larger_mm[group_of(t, i)];
    crok_adjusted *a = &disc_of(t, i)->at;
    crok_mm from = a->at;
    bool is_cut_off = t->curves[i].n_seen < CROK_PROFILE_ANGLES;
    trial best = {true, crok_curves_fit(&t->curves[i], larger_mm), 0.0};
    best.cost = crok_curves_cost(&t->curves[i], best.to.at, larger_mm);
    for (int round = 1; round < SETTLE_ROUNDS &&
                        crok_mm_apart(from, best.to.at) >= CONVERGED_MM;
         round++) {
        trial next = estimate_from(t, i, best.to.at);
        if (!next.seen)
            break;
        from = best.to.at;
        best = next;
    }
    if (is_cut_off)
        search_along_wall(t, i, &best);
    store_position(a, &best);
}

void crok_settle_discs(crok_finds *s, const int *side)
{
    CROK_SCRATCH(disc_set, t, 1);
    t->finds = s;
    t->side = side;
    t->n = 0;
    for (int i = 0; i < s->n_sure; i++)
        if (s->disc[i].on_board)
            t->of[t->n++] = i;
    if (t->n == 0)
        return;
    estimate_group_sizes(t, s->shape.radius_mm);
    try_larger(t);
    estimate_common_size(t);
    for (int i = 0; i < t->n; i++)
        if (t->seen[i])
            estimate_position(t, i);
}
