/* SPDX-License-Identifier: Apache-2.0 */
#include "discs/find/settle.h"

#include <math.h>
#include <string.h>

#include "discs/outline/made_size.h"
#include "discs/outline/profile.h"

/* How far the flat face ends inside the upper edge: 0.7 to 1.6 mm on discs
 * measured in pictures. */
#define FACE_MM 1.0
/* Colours are not quite as profiles take them for, and neighbours err alike:
 * places are off by so many times what profiles say (511 discs of rendered
 * pictures: 5.6). */
#define AS_SURE 6.0
/* What settled farther off is read and settled again, so often at most. */
#define SETTLED_MM 0.7
#define SETTLE_ROUNDS 3
/* Sizes tried, mm, about the one so far. */
#define SIZE_STEPS 4
#define SIZE_MM 0.2
/* How well profiles tell the size, 1 sd: what light on rounded edges does, mm;
 * that a lens adds up light, not grey levels, which moves edges towards the
 * darker side: px; and what each disc differs by, mm. */
#define SIZE_SIGMA_MM 0.05
#define SIZE_SIGMA_PX 0.18
#define SIZE_DISC_SIGMA_MM 0.20
/* So much less against all discs, summed, is a unit of likelihood's logarithm
 * (AS_SURE taken into account), by which a larger size than outlines seem to
 * have must explain the picture better. */
#define LIKELIER 0.15
/* ... and a size that is not made speaks against it by no more than this. */
#define MOST_SDS 3.0
/* For a size that differs by less nothing is read again; else so often at most.
 */
#define SAME_SIZE_MM 0.15
#define SIZE_ROUNDS 2

/* A disc that the picture cuts off is looked for in so many steps to either
 * side, and lies where so much less speaks against it. */
#define WALL_STEPS 8
#define WALL_GAIN 0.10

/* The discs of a side; the last group: those of no side. */
enum { NO_SIDE = CROK_MAX_SIDES, N_GROUPS };

/* The sure discs on the surface, in which light they lie, and how large they
 * seem. */
typedef struct team {
    crok_finds *finds; /* borrowed */
    const int *side;   /* borrowed: of each of the finds' sure discs; -1 */
    crok_edge_light light[N_GROUPS];
    double start_mm;            /* the radius that was started from */
    double radius_mm[N_GROUPS]; /* that profiles are read for */
    double larger_mm[N_GROUPS]; /* than that */
    int n;
    int of[CROK_MAX_DISCS]; /* indices of the finds' discs */
    crok_shift_curves curves[CROK_MAX_DISCS];
    bool seen[CROK_MAX_DISCS]; /* enough of its outline is in the picture */
} team;

static int group_of(const team *t, int i)
{
    int side = t->side[t->of[i]];
    return side < 0 ? NO_SIDE : side;
}

/* Disc i of the team, as the finds have it. */
static crok_found *disc_of(const team *t, int i)
{
    return &t->finds->disc[t->of[i]];
}

/* The profiles of disc i, did it stand at `at`. */
static void read_disc(const team *t, int i, crok_mm at, crok_profiles *out)
{
    const crok_finds *s = t->finds;
    const crok_face *face = &disc_of(t, i)->face;
    crok_disc_shape shape = s->shape;
    shape.radius_mm = t->radius_mm[group_of(t, i)];
    shape.face_mm = FACE_MM + shape.radius_mm - t->start_mm;
    crok_profiles_read(s->img, &s->cam, &shape, at,
                       face->has_board ? &face->board : NULL, out);
}

/* Measure the light of every side, and weigh every disc in it, where the discs
 * are taken to stand. */
static void weigh_discs(team *t)
{
    static _Thread_local crok_profiles p[CROK_MAX_DISCS];
    crok_light_sums sums[N_GROUPS] = {0};
    for (int i = 0; i < t->n; i++) {
        read_disc(t, i, disc_of(t, i)->at.at, &p[i]);
        crok_light_add(&sums[group_of(t, i)], &p[i]);
    }
    for (int k = 0; k < N_GROUPS; k++)
        t->light[k] = crok_light_of(&sums[k]);
    for (int i = 0; i < t->n; i++)
        t->seen[i] = crok_profiles_weigh(&p[i], &t->light[group_of(t, i)],
                                         &t->curves[i]);
}

/* What speaks against each of the sizes tried, for the discs of a group; how
 * many they are. */
static int weigh_sizes(const team *t, int group,
                       double against[2 * SIZE_STEPS + 1])
{
    int n = 0;
    memset(against, 0, (2 * SIZE_STEPS + 1) * sizeof *against);
    for (int i = 0; i < t->n; i++) {
        crok_mm at = {0.0, 0.0};
        if (!t->seen[i] || group_of(t, i) != group)
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
static double larger_by(const team *t, int group)
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

/* The profiles, read for the size that each group seems to have, from this one
 * on: what they were read for tells in which light they lie. */
static void read_for_size(team *t, double radius_mm)
{
    bool again = true;
    t->start_mm = radius_mm;
    for (int k = 0; k < N_GROUPS; k++)
        t->radius_mm[k] = radius_mm;
    for (int round = 0; round < SIZE_ROUNDS && again; round++) {
        weigh_discs(t);
        again = false;
        for (int k = 0; k < N_GROUPS; k++) {
            t->larger_mm[k] = larger_by(t, k);
            again = again || fabs(t->larger_mm[k]) > SAME_SIZE_MM;
        }
        for (int k = 0; k < N_GROUPS && again && round + 1 < SIZE_ROUNDS; k++)
            t->radius_mm[k] += t->larger_mm[k];
    }
}

/* How many discs of a group are seen. */
static int n_of_group(const team *t, int group)
{
    int n = 0;
    for (int i = 0; i < t->n; i++)
        n += t->seen[i] && group_of(t, i) == group ? 1 : 0;
    return n;
}

/* The radius that the discs of a group seem to have. */
static double seeming_mm(const team *t, int group)
{
    return t->radius_mm[group] + t->larger_mm[group];
}

/* How well the profiles of n discs tell their size, 1 sd. */
static double size_sigma_mm(const team *t, int n)
{
    double px = SIZE_SIGMA_PX / crok_camera_px_per_mm(&t->finds->cam);
    double of_discs = SIZE_DISC_SIGMA_MM / sqrt(n);
    return sqrt(SIZE_SIGMA_MM * SIZE_SIGMA_MM + px * px + of_discs * of_discs);
}

/* What the scale of the board is off by at a disc's size, 1 sd. */
static double scale_sigma_mm(const team *t, double radius_mm)
{
    return crok_scale_rel_sigma(t->finds->pose.scale) * radius_mm;
}

/* What speaks against the sizes that the groups seem to have: they are not made
 * so. */
static double against_sizes(const team *t)
{
    double sum = 0.0;
    for (int k = 0; k < N_GROUPS; k++) {
        int n = n_of_group(t, k);
        double r_mm = seeming_mm(t, k);
        double sds = 0.0;
        if (n == 0)
            continue;
        sds = crok_made_size_off(r_mm) /
              hypot(size_sigma_mm(t, n), scale_sigma_mm(t, r_mm));
        sum += 0.5 * fmin(sds * sds, MOST_SDS * MOST_SDS);
    }
    return LIKELIER * sum;
}

/* What speaks against where all settle that both have seen, and against the
 * sizes that they have then. */
static double against_all(const team *t, const team *both)
{
    double sum = against_sizes(t);
    for (int i = 0; i < t->n; i++) {
        double larger_mm = t->larger_mm[group_of(t, i)];
        const crok_shift_curves *k = &t->curves[i];
        if (t->seen[i] && both->seen[i])
            sum += crok_curves_against(k, crok_curves_settle(k, larger_mm).at,
                                       larger_mm);
    }
    return sum;
}

/* Where outlines were all read where the flat faces end, profiles read there
 * fit that: if they may be of a larger size, that is tried as well. */
static void try_larger(team *t)
{
    static _Thread_local team other;
    if (t->finds->may_be_mm <= t->start_mm)
        return;
    other = *t;
    read_for_size(&other, t->finds->may_be_mm);
    if (against_all(&other, t) < against_all(t, &other) - LIKELIER)
        *t = other;
}

/* The size that all have, by what the groups seem to have. */
static void settle_size(team *t)
{
    double mean = 0.0;
    crok_made_size size;
    for (int i = 0; i < t->n; i++)
        mean += seeming_mm(t, group_of(t, i)) / t->n;
    size = crok_made_size_near(mean, size_sigma_mm(t, t->n),
                               scale_sigma_mm(t, mean));
    t->finds->shape.radius_mm = size.radius_mm;
    t->finds->pose.board.disc_mm = size.radius_mm;
    for (int i = 0; i < t->n; i++)
        disc_of(t, i)->at.radius_var = size.sigma_mm * size.sigma_mm;
}

/* A disc where it settles from a place, and what speaks against that. */
typedef struct trial {
    bool seen;
    crok_settled to;
    double against;
} trial;

/* A disc stands where it settled; that hangs on the size no more. */
static void take_place(crok_adjusted *a, const trial *t)
{
    a->is_settled = true;
    a->at = t->to.at;
    a->against = t->against;
    for (int i = 0; i < 3; i++)
        a->cov[i] = AS_SURE * AS_SURE * t->to.cov[i];
    a->radius_cov[0] = a->radius_cov[1] = 0.0;
}

static trial settle_from(const team *t, int i, crok_mm from)
{
    double larger_mm = t->larger_mm[group_of(t, i)];
    crok_profiles p;
    crok_shift_curves curves;
    trial out = {.seen = false};
    read_disc(t, i, from, &p);
    if (!crok_profiles_weigh(&p, &t->light[group_of(t, i)], &curves))
        return out;
    out.seen = true;
    out.to = crok_curves_settle(&curves, larger_mm);
    out.against = crok_curves_against(&curves, out.to.at, larger_mm);
    return out;
}

/* Of what the picture cuts off, the foot or its shadow may have been taken for
 * the face, or the other way round: then it stands up to a wall's width away,
 * towards the camera's foot or away from it. */
static void look_along_wall(const team *t, int i, trial *best)
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
static void settle(const team *t, int i)
{
    double larger_mm = t->larger_mm[group_of(t, i)];
    crok_adjusted *a = &disc_of(t, i)->at;
    crok_mm from = a->at;
    bool is_cut_off = t->curves[i].n_seen < CROK_PROFILE_ANGLES;
    trial best = {true, crok_curves_settle(&t->curves[i], larger_mm), 0.0};
    best.against = crok_curves_against(&t->curves[i], best.to.at, larger_mm);
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
    take_place(a, &best);
}

void crok_settle_sides(crok_finds *s, const int *side)
{
    static _Thread_local team t;
    t.finds = s;
    t.side = side;
    t.n = 0;
    for (int i = 0; i < s->n_sure; i++)
        if (s->disc[i].on_board)
            t.of[t.n++] = i;
    if (t.n == 0)
        return;
    read_for_size(&t, s->shape.radius_mm);
    try_larger(&t);
    settle_size(&t);
    for (int i = 0; i < t.n; i++)
        if (t.seen[i])
            settle(&t, i);
}
