/* SPDX-License-Identifier: Apache-2.0 */
#include "discs/together.h"

#include <math.h>

/* Sizes that discs are made in (radius, mm) and how common each is; how far off
 * such a size discs are measured (light on rounded edges shifts all edges of a
 * picture alike), 1 sd; and how much better one must explain the measured size
 * than all others to be taken for it. */
static const struct {
    double radius_mm, share;
} made[] = {{15.875, 0.6}, {15.0, 0.2}, {14.2875, 0.2}};
enum { N_MADE = sizeof made / sizeof made[0] };
#define SHADED_PX 0.32
#define MADE_SURE 0.90
#define MADE_SIGMA_MM 0.10 /* of what is made; the fit is held closer: */
#define HELD_MM 0.01
/* Outlines of a side that are seen so far from where the shape has them lie
 * elsewhere; less is what light and shade do to any (rendered boards: up to
 * 0.27 mm where discs are placed well, 0.3 to 1.3 where a side was misplaced).
 */
#define OUTSET_LEAST_MM 0.3

/* The size that discs are made in and that explains the measured one; 0 where
 * none does, or two do. */
static double made_size(double radius_mm, double sigma_mm)
{
    double sum = 0.0;
    double most = 0.0;
    double best = 0.0;
    for (int i = 0; i < N_MADE; i++) {
        double off = (radius_mm - made[i].radius_mm) / sigma_mm;
        double like = made[i].share * exp(-0.5 * off * off);
        sum += like;
        if (like <= most)
            continue;
        most = like;
        best = made[i].radius_mm;
    }
    return most > MADE_SURE * sum && fabs(radius_mm - best) < 2.0 * sigma_mm
               ? best
               : 0.0;
}

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

void crok_adjust_together(crok_finds *s)
{
    static _Thread_local crok_adjustment again;
    double shaded_mm = SHADED_PX / crok_camera_px_per_mm(&s->cam);
    double size = 0.0;
    team *t = gather(s);
    t->a.radius_prior_sigma_mm = 0.05 * s->shape.radius_mm;
    if (t->a.n == 0 || !crok_adjust(t->outline, &t->a))
        return;
    size = made_size(t->a.shape.radius_mm, shaded_mm);
    again = t->a;
    again.shape.radius_mm = size;
    again.radius_prior_sigma_mm = HELD_MM;
    if (size > 0.0 && crok_adjust(t->outline, &again))
        t->a = again;
    s->shape = t->a.shape;
    for (int i = 0; i < t->a.n; i++) {
        crok_found *f = &s->disc[t->of[i]];
        f->at = t->a.disc[i];
        f->at.radius_var += pow(size > 0.0 ? MADE_SIGMA_MM : shaded_mm, 2.0);
        add_disagreement(f);
    }
}

/* Only sides whose outlines lie clearly elsewhere keep an outset; are there
 * any? */
static bool keep_clear_outsets(const crok_adjustment *found, crok_adjustment *a)
{
    bool any = false;
    a->n_outsets = found->n_outsets;
    for (int i = 0; i < a->n; i++) {
        int o = found->outset_of[i];
        bool is_clear =
            o >= 0 && fabs(found->outset[o].far_mm) >= OUTSET_LEAST_MM;
        a->outset_of[i] = is_clear ? o : -1;
        any = any || is_clear;
    }
    return any;
}

/* The disc's new place; its own outline was off as much. */
static void mend(crok_found *f, const crok_adjusted *now)
{
    f->alone.x += now->at.x - f->at.at.x;
    f->alone.y += now->at.y - f->at.at.y;
    f->at.at = now->at;
    for (int k = 0; k < 3; k++)
        f->at.cov[k] = now->cov[k];
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
    if (!crok_adjust(t->outline, &found) ||
        !keep_clear_outsets(&found, &t->a) || !crok_adjust(t->outline, &t->a))
        return;
    for (int i = 0; i < t->a.n; i++)
        if (t->a.outset_of[i] >= 0)
            mend(&s->disc[t->of[i]], &t->a.disc[i]);
}
