/* SPDX-License-Identifier: Apache-2.0 */
#include "discs/find/together.h"

#include <math.h>
#include <string.h>

#include "core/scratch.h"
#include "discs/outline/made_size.h"

/* Error of the radius that the light on rounded edges causes on all outlines of
 * a picture alike, 1 sd, px. Measured in rendered pictures on discs with a high
 * contrast to the board. */
#define LIGHT_PX 0.18
/* Priors on the radius, 1 sd, mm: on a disc's own radius about the common one,
 * and on a radius that is held fixed. */
#define OWN_SIGMA_MM 0.8
#define FIXED_SIGMA_MM 0.01
/* Prior on the common radius, 1 sd, as a fraction of the radius with which the
 * discs were located. Chosen by hand. */
#define RADIUS_PRIOR_FRAC 0.05
/* Least outset of a side's outlines that is corrected, mm. A smaller outset is
 * the effect of light and shade on any outline: in rendered pictures outsets
 * were up to 0.27 mm where discs were well placed, and 0.3 to 1.3 mm where a
 * side was misplaced. */
#define MIN_OUTSET_MM 0.3
/* All outlines may have been measured at the ends of the flat faces. A larger
 * radius is kept as an alternative if its chance exceeds this. In two rendered
 * pictures in which the larger radius was the true one, its chance was 0.03 and
 * 0.06. Of nine photos three have a higher chance than the threshold. */
#define ALT_SIZE_CHANCE 0.025

/* Add the disagreement of two position measurements to the covariance: the one
 * by the disc's own outline and the one by the common shape. The variance is
 * half of the squared difference. The edges' covariance does not contain it: a
 * part of the outline may be that of another circle, of a rounded edge or a
 * shadow. */
static void add_disagreement(crok_found *f)
{
    double dx = f->at.at.x - f->own_at.x;
    double dy = f->at.at.y - f->own_at.y;
    f->at.cov[0] += 0.5 * dx * dx;
    f->at.cov[1] += 0.5 * dx * dy;
    f->at.cov[2] += 0.5 * dy * dy;
}

/* The sure discs on the surface, and their outlines. */
typedef struct disc_set {
    crok_adjustment a;
    int of[CROK_ADJUST_MAX]; /* indices in the finds' disc */
    crok_outline outline[CROK_ADJUST_MAX];
} disc_set;

/* The set is too large for a stack; it is filled again by every call. */
static disc_set *gather(const crok_finds *s)
{
    CROK_SCRATCH(disc_set, t, 1);
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
static double own_radius(const disc_set *t, int i)
{
    CROK_SCRATCH(crok_adjustment, one, 1);
    *one = (crok_adjustment){
        .shape = t->a.shape, .radius_prior_sigma_mm = OWN_SIGMA_MM, .n = 1};
    one->disc[0] = t->a.disc[i];
    return crok_adjust(&t->outline[i], one) ? one->shape.radius_mm
                                            : t->a.shape.radius_mm;
}

/* The common radius of all discs, from the radius that each seems to have. */
static crok_made_size common_size(crok_finds *s, const disc_set *t)
{
    crok_size_seen seen[CROK_ADJUST_MAX];
    for (int i = 0; i < t->a.n; i++) {
        crok_found *f = &s->disc[t->of[i]];
        f->own_radius_mm = own_radius(t, i);
        seen[i] = (crok_size_seen){f->own_radius_mm, f->evidence.from_board};
    }
    return crok_made_size_of(seen, t->a.n,
                             LIGHT_PX / crok_camera_px_per_mm(&s->cam),
                             s->pose.scale_rel_sigma * t->a.shape.radius_mm);
}

/* Adjust the discs of `a` with a fixed radius. Returns false if that fails. */
static bool adjust_with_radius(const disc_set *t, const crok_adjustment *a,
                               double radius_mm, crok_adjustment *out)
{
    *out = *a;
    out->shape.radius_mm = radius_mm;
    out->radius_prior_sigma_mm = FIXED_SIGMA_MM;
    return crok_adjust(t->outline, out);
}

void crok_adjust_together(crok_finds *s)
{
    CROK_SCRATCH(crok_adjustment, fixed, 1);
    crok_made_size size;
    disc_set *t = gather(s);
    t->a.radius_prior_sigma_mm = RADIUS_PRIOR_FRAC * s->shape.radius_mm;
    if (t->a.n == 0 || !crok_adjust(t->outline, &t->a))
        return;
    size = common_size(s, t);
    if (s->pose.disc_known_sigma_mm > 0.0)
        size = crok_made_size_known(&s->pose);
    s->alt_radius_mm =
        size.above_chance > ALT_SIZE_CHANCE ? size.above_mm : 0.0;
    if (adjust_with_radius(t, &t->a, size.radius_mm, fixed))
        t->a = *fixed;
    for (int i = 0; i < t->a.n; i++)
        t->a.disc[i].radius_var += size.sigma_mm * size.sigma_mm;
    s->shape = t->a.shape;
    for (int i = 0; i < t->a.n; i++) {
        crok_found *f = &s->disc[t->of[i]];
        f->at = t->a.disc[i];
        add_disagreement(f);
    }
}

/* Initial outsets of the sides: the mean of own radius minus common radius. */
static void start_outsets(const crok_finds *s, const disc_set *t,
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

/* Keep only the outsets that are large enough. Returns whether there is one. */
static bool keep_clear_outsets(const crok_adjustment *found, crok_adjustment *a)
{
    bool any = false;
    a->n_outsets = found->n_outsets;
    memcpy(a->outset, found->outset, sizeof a->outset);
    for (int i = 0; i < a->n; i++) {
        int o = found->outset_of[i];
        bool is_clear =
            o >= 0 && fabs(found->outset[o].far_mm) >= MIN_OUTSET_MM;
        a->outset_of[i] = is_clear ? o : -1;
        any = any || is_clear;
    }
    return any;
}

/* Set a disc's new position, which no longer depends on the common radius. The
 * position by its own outline (own_at) is moved by the same displacement. */
static void move_disc(crok_found *f, const crok_adjusted *now)
{
    f->own_at.x += now->at.x - f->at.at.x;
    f->own_at.y += now->at.y - f->at.at.y;
    f->at.at = now->at;
    f->at.fit = now->fit;
    for (int k = 0; k < 3; k++)
        f->at.cov[k] = now->cov[k];
    f->at.radius_cov[0] = f->at.radius_cov[1] = 0.0;
    add_disagreement(f);
}

void crok_adjust_sides(crok_finds *s, const int *side, int n_sides)
{
    CROK_SCRATCH(crok_adjustment, found, 1);
    disc_set *t = NULL;
    if (n_sides == 0)
        return;
    t = gather(s);
    if (t->a.n == 0)
        return;
    t->a.radius_prior_sigma_mm = FIXED_SIGMA_MM;
    *found = t->a;
    found->n_outsets = n_sides;
    for (int i = 0; i < t->a.n; i++)
        found->outset_of[i] = side[t->of[i]];
    start_outsets(s, t, found);
    if (!crok_adjust(t->outline, found) || !keep_clear_outsets(found, &t->a) ||
        !crok_adjust(t->outline, &t->a))
        return;
    for (int i = 0; i < t->a.n; i++)
        if (t->a.outset_of[i] >= 0)
            move_disc(&s->disc[t->of[i]], &t->a.disc[i]);
}
