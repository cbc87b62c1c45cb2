/* SPDX-License-Identifier: Apache-2.0 */
#include "discs/settle.h"

#include <math.h>
#include <string.h>

#include "discs/distance.h"
#include "discs/made_size.h"
#include "discs/team.h"

/* What settled farther off is read and settled again, so often at most. */
#define SETTLED_MM 0.7
#define SETTLE_ROUNDS 3
/* Sizes tried, mm, about the one so far. */
#define SIZE_STEPS 4
#define SIZE_MM 0.2
/* How well profiles tell the size, 1 sd: what light on rounded edges does, mm;
 * and that a lens adds up light, not grey levels, which moves edges towards the
 * darker side: px. */
#define SIZE_SIGMA_MM 0.10
#define SIZE_SIGMA_PX 0.20
/* For a size that differs by less nothing is read again; else so often at most.
 */
#define SAME_SIZE_MM 0.15
#define SIZE_ROUNDS 2

/* A disc that the picture cuts off is looked for in so many steps to either
 * side, and lies where so much less speaks against it. */
#define WALL_STEPS 8
#define WALL_GAIN 0.10

/* What speaks against each of the sizes tried, for the discs of a group; how
 * many they are. */
static int weigh_sizes(const crok_team *t, int group,
                       double against[2 * SIZE_STEPS + 1])
{
    int n = 0;
    memset(against, 0, (2 * SIZE_STEPS + 1) * sizeof *against);
    for (int i = 0; i < t->n; i++) {
        crok_mm at = {0.0, 0.0};
        if (!t->seen[i] || crok_team_group(t, i) != group)
            continue;
        n++;
        at = crok_curves_settle(&t->curves[i], 0.0).at;
        for (int k = 0; k <= 2 * SIZE_STEPS; k++)
            against[k] += crok_curves_against(&t->curves[i], at,
                                              (k - SIZE_STEPS) * SIZE_MM);
    }
    return n;
}

/* By how much the discs of a group seem larger than they were read for. */
static double larger_by(const crok_team *t, int group)
{
    double against[2 * SIZE_STEPS + 1];
    int best = SIZE_STEPS;
    double below = 0.0;
    double above = 0.0;
    if (weigh_sizes(t, group, against) == 0)
        return 0.0;
    for (int k = 0; k <= 2 * SIZE_STEPS; k++)
        if (against[k] < against[best])
            best = k;
    if (best == 0 || best == 2 * SIZE_STEPS)
        return (best - SIZE_STEPS) * SIZE_MM;
    below = against[best - 1] - against[best];
    above = against[best + 1] - against[best];
    return SIZE_MM * (best - SIZE_STEPS +
                      0.5 * (below - above) / fmax(below + above, 1e-12));
}

/* The profiles, read for the size that each group seems to have: what they were
 * read for tells in which light they lie. */
static void read_for_size(crok_team *t)
{
    bool again = true;
    for (int k = 0; k < CROK_N_GROUPS; k++)
        t->radius_mm[k] = t->finds->shape.radius_mm;
    for (int round = 0; round < SIZE_ROUNDS && again; round++) {
        crok_team_weigh(t);
        again = false;
        for (int k = 0; k < CROK_N_GROUPS; k++) {
            t->larger_mm[k] = larger_by(t, k);
            again = again || fabs(t->larger_mm[k]) > SAME_SIZE_MM;
        }
        for (int k = 0; k < CROK_N_GROUPS && again && round + 1 < SIZE_ROUNDS;
             k++)
            t->radius_mm[k] += t->larger_mm[k];
    }
}

static double seeming_mm(const crok_team *t, int i)
{
    int k = crok_team_group(t, i);
    return t->radius_mm[k] + t->larger_mm[k];
}

/* The size that all have, by what the groups seem to have. */
static void settle_size(crok_team *t)
{
    double px_mm = 1.0 / crok_camera_px_per_mm(&t->finds->cam);
    double mean = 0.0;
    crok_made_size size;
    for (int i = 0; i < t->n; i++)
        mean += seeming_mm(t, i) / t->n;
    size =
        crok_made_size_near(mean, hypot(SIZE_SIGMA_MM, SIZE_SIGMA_PX * px_mm));
    t->finds->shape.radius_mm = size.radius_mm;
    t->finds->pose.board.disc_mm = size.radius_mm;
    for (int i = 0; i < t->n; i++)
        crok_team_disc(t, i)->at.radius_var = size.sigma_mm * size.sigma_mm;
}

/* A disc stands where it settled; that hangs on the size no more. */
static void take_place(crok_adjusted *a, const crok_settled *to)
{
    a->is_settled = true;
    a->at = to->at;
    for (int i = 0; i < 3; i++)
        a->cov[i] = CROK_TEAM_AS_SURE * CROK_TEAM_AS_SURE * to->cov[i];
    a->radius_cov[0] = a->radius_cov[1] = 0.0;
}

/* A disc where it settles from a place, and what speaks against that. */
typedef struct trial {
    bool seen;
    crok_settled to;
    double against;
} trial;

static trial settle_from(const crok_team *t, int i, crok_mm from)
{
    double larger_mm = t->larger_mm[crok_team_group(t, i)];
    crok_profiles p;
    crok_shift_curves curves;
    trial out = {.seen = false};
    crok_team_read(t, i, &t->finds->cam, from, &p);
    if (!crok_profiles_weigh(&p, &t->light[crok_team_group(t, i)], 1, &curves))
        return out;
    out.seen = true;
    out.to = crok_curves_settle(&curves, larger_mm);
    out.against = crok_curves_against(&curves, out.to.at, larger_mm);
    return out;
}

/* Of what the picture cuts off, the foot or its shadow may have been taken for
 * the face, or the other way round: then it stands up to a wall's width away,
 * towards the camera's foot or away from it. */
static void look_along_wall(const crok_team *t, int i, trial *best)
{
    const crok_mm from = best->to.at;
    const crok_vec3 eye = crok_camera_centre(&t->finds->cam);
    const double h = t->finds->shape.height_mm;
    for (int k = -WALL_STEPS; k <= WALL_STEPS; k++) {
        double part = (double)k / WALL_STEPS * h / fmax(eye.z - h, 1.0);
        trial there = settle_from(t, i,
                                  (crok_mm){from.x + part * (eye.x - from.x),
                                            from.y + part * (eye.y - from.y)});
        if (there.seen && there.against < best->against - WALL_GAIN)
            *best = there;
    }
}

/* Where a disc settles, from where its curves are of. */
static void settle(const crok_team *t, int i)
{
    double larger_mm = t->larger_mm[crok_team_group(t, i)];
    crok_adjusted *a = &crok_team_disc(t, i)->at;
    crok_mm from = a->at;
    bool is_cut_off = t->curves[i].n_seen < CROK_PROFILE_ANGLES;
    trial best = {true, crok_curves_settle(&t->curves[i], larger_mm), 0.0};
    if (is_cut_off)
        best.against =
            crok_curves_against(&t->curves[i], best.to.at, larger_mm);
    for (int round = 1;
         round < SETTLE_ROUNDS && crok_mm_apart(from, best.to.at) >= SETTLED_MM;
         round++) {
        trial next = settle_from(t, i, best.to.at);
        if (!next.seen)
            break;
        from = best.to.at;
        best = next;
    }
    if (is_cut_off)
        look_along_wall(t, i, &best);
    take_place(a, &best.to);
}

void crok_settle_sides(crok_finds *s, const int *side, bool pose_stays)
{
    static _Thread_local crok_team t;
    t.finds = s;
    t.side = side;
    t.n = 0;
    for (int i = 0; i < s->n_sure; i++)
        if (s->disc[i].on_board)
            t.of[t.n++] = i;
    if (t.n == 0)
        return;
    read_for_size(&t);
    if (!pose_stays)
        crok_team_mend_distance(&t);
    settle_size(&t);
    for (int i = 0; i < t.n; i++)
        if (t.seen[i])
            settle(&t, i);
}
