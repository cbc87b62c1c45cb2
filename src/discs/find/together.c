/* SPDX-License-Identifier: Apache-2.0 */
#include "discs/find/together.h"

#include <math.h>
#include <string.h>

#include "discs/outline/made_size.h"

/* What light on rounded edges does to all outlines of a picture alike, 1 sd, px
 * (rendered pictures, by discs that stand out from the board). */
#define LIGHT_PX 0.18
/* A disc's own radius is about the common one, 1 sd; a size that is known is
 * held closely, mm. */
#define OWN_SIGMA_MM 0.8
#define HELD_MM 0.01
/* Outlines of a side that are seen so far from where the shape has them lie
 * elsewhere; less is what light and shade do to any (rendered boards: up to
 * 0.27 mm where discs are placed well, 0.3 to 1.3 where a side was misplaced).
 */
#define OUTSET_LEAST_MM 0.3
/* Outlines may all be seen where the flat faces end: with this chance a larger
 * size is kept in mind (two rendered pictures where that was so had 0.03 and
 * 0.06; of nine photos three have more). */
#define MAY_BE_LARGER 0.025

/* Where a disc's own outline settled and where the shape that it has in common
 * with the others puts it are two readings of one place, whose variance is half
 * of their squared difference. The edges' covariance knows nothing of it: it is
 * the outline taken for another circle's here and there, a rounded edge's or a
 * shadow's. */
static void add_disagreement(crok_found *f)
{
    double dx = f->at.at.x - f->alone.x;
    double dy = f->at.at.y - f->alone.y;
    f->at.cov[0] += 0.5 * dx * dx;
    f->at.cov[1] += 0.5 * dx * dy;
    f->at.cov[2] += 0.5 * dy * dy;
}

/* The sure discs on the surface, and their outlines. */
typedef struct team {
    crok_adjustment a;
    int of[CROK_ADJUST_MAX]; /* indices of the finds' discs */
    crok_outline outline[CROK_ADJUST_MAX];
} team;

/* Too large for a stack; gathered anew by every call. */
static _Thread_local team gathered;

static team *gather(const crok_finds *s)
{
    team *t = &gathered;
    t->a = (crok_adjustment){.shape = s->shape};
    for (int i = 0; i < s->n_sure && t->a.n < CROK_ADJUST_MAX; i++) {
        if (!s->disc[i].on_board)
            continue;
        crok_outline_read(s->img, &s->cam, &s->shape, s->disc[i].at.at,
                          &crok_outline_near, &t->outline[t->a.n]);
        t->a.disc[t->a.n] = s->disc[i].at;
        t->of[t->a.n++] = i;
    }
    return t;
}

/* The radius that fits one disc's outline best. */
static double own_radius(const team *t, int i)
{
    static _Thread_local crok_adjustment one;
    one = (crok_adjustment){
        .shape = t->a.shape, .radius_prior_sigma_mm = OWN_SIGMA_MM, .n = 1};
    one.disc[0] = t->a.disc[i];
    return crok_adjust(&t->outline[i], &one) ? one.shape.radius_mm
                                             : t->a.shape.radius_mm;
}

/* The size that all have in common, by what each seems to have. */
static crok_made_size common_size(crok_finds *s, const team *t)
{
    crok_size_seen seen[CROK_ADJUST_MAX];
    for (int i = 0; i < t->a.n; i++) {
        crok_found *f = &s->disc[t->of[i]];
        f->own_radius_mm = own_radius(t, i);
        seen[i] = (crok_size_seen){f->own_radius_mm, f->evidence.from_board};
    }
    return crok_made_size_of(
        seen, t->a.n, LIGHT_PX / crok_camera_px_per_mm(&s->cam),
        crok_scale_rel_sigma(s->pose.scale) * t->a.shape.radius_mm);
}

/* The discs as `a` has them, had they that size; false where they do not fit.
 */
static bool adjust_held(const team *t, const crok_adjustment *a,
                        double radius_mm, crok_adjustment *out)
{
    *out = *a;
    out->shape.radius_mm = radius_mm;
    out->radius_prior_sigma_mm = HELD_MM;
    return crok_adjust(t->outline, out);
}

void crok_adjust_together(crok_finds *s)
{
    static _Thread_local crok_adjustment held;
    crok_made_size size;
    team *t = gather(s);
    t->a.radius_prior_sigma_mm = 0.05 * s->shape.radius_mm;
    if (t->a.n == 0 || !crok_adjust(t->outline, &t->a))
        return;
    size = common_size(s, t);
    s->may_be_mm = size.above_chance > MAY_BE_LARGER ? size.above_mm : 0.0;
    if (adjust_held(t, &t->a, size.radius_mm, &held))
        t->a = held;
    for (int i = 0; i < t->a.n; i++)
        t->a.disc[i].radius_var += size.sigma_mm * size.sigma_mm;
    s->shape = t->a.shape;
    for (int i = 0; i < t->a.n; i++) {
        crok_found *f = &s->disc[t->of[i]];
        f->at = t->a.disc[i];
        add_disagreement(f);
    }
}

/* Outsets to start from: by how much its discs seem larger than they are. */
static void start_outsets(const crok_finds *s, const team *t,
                          crok_adjustment *a)
{
    int n[CROK_MAX_SIDES] = {0};
    for (int i = 0; i < a->n; i++) {
        int o = a->outset_of[i];
        double larger = s->disc[t->of[i]].own_radius_mm - a->shape.radius_mm;
        if (o >= 0)
            a->outset[o].far_mm += (larger - a->outset[o].far_mm) / ++n[o];
    }
}

/* Only sides whose outlines lie clearly elsewhere keep an outset; are there
 * any? */
static bool keep_clear_outsets(const crok_adjustment *found, crok_adjustment *a)
{
    bool any = false;
    a->n_outsets = found->n_outsets;
    memcpy(a->outset, found->outset, sizeof a->outset);
    for (int i = 0; i < a->n; i++) {
        int o = found->outset_of[i];
        bool is_clear =
            o >= 0 && fabs(found->outset[o].far_mm) >= OUTSET_LEAST_MM;
        a->outset_of[i] = is_clear ? o : -1;
        any = any || is_clear;
    }
    return any;
}

/* The disc's new place, which hangs on the size no more; its own outline was
 * off as much. */
static void mend(crok_found *f, const crok_adjusted *now)
{
    f->alone.x += now->at.x - f->at.at.x;
    f->alone.y += now->at.y - f->at.at.y;
    f->at.at = now->at;
    f->at.fit = now->fit;
    for (int k = 0; k < 3; k++)
        f->at.cov[k] = now->cov[k];
    f->at.radius_cov[0] = f->at.radius_cov[1] = 0.0;
    add_disagreement(f);
}

void crok_adjust_sides(crok_finds *s, const int *side, int n_sides)
{
    static _Thread_local crok_adjustment found;
    team *t = NULL;
    if (n_sides == 0)
        return;
    t = gather(s);
    if (t->a.n == 0)
        return;
    t->a.radius_prior_sigma_mm = HELD_MM;
    found = t->a;
    found.n_outsets = n_sides;
    for (int i = 0; i < t->a.n; i++)
        found.outset_of[i] = side[t->of[i]];
    start_outsets(s, t, &found);
    if (!crok_adjust(t->outline, &found) ||
        !keep_clear_outsets(&found, &t->a) || !crok_adjust(t->outline, &t->a))
        return;
    for (int i = 0; i < t->a.n; i++)
        if (t->a.outset_of[i] >= 0)
            mend(&s->disc[t->of[i]], &t->a.disc[i]);
}
