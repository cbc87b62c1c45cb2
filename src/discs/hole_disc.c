/* SPDX-License-Identifier: Apache-2.0 */
#include "discs/hole_disc.h"

#include <math.h>
#include <stdio.h>

#include "discs/lone_side.h"
#include "discs/twenty.h"

/* What has no side's colour speaks for a disc by its shape alone: then that
 * must be as likely (three of 164 empty holes were, floors of some colour). */
#define PLAIN 0.6
/* ... and more so where no disc lies on the board or about it: photos of empty
 * boards are common, and those of a round's first shot that went in are not.
 * Empty ones reached 0.90. */
#define PLAIN_ALONE 0.95
/* What is not plain, but so likely, is worth a person's look (of 26 empty holes
 * of no side's colour three were, one of a photo). */
#define WORTH_A_LOOK 0.25
/* A disc in the hole lies where it can: 1 sd, mm, and pixels on top. */
#define HOLE_SIGMA_MM 0.06
#define HOLE_SIGMA_PX 1.0
/* One that leans is off by so much more (20 of rendered pictures: 1.0 to 4.8 mm
 * by its outline, 3.5 to 6.6 where that was not seen). */
#define LEAN_SIGMA_MM 1.0
#define LEAN_UNSEEN_SIGMA_MM 3.5

static crok_hole_beside beside_hole(const crok_finds *f)
{
    crok_hole_beside out = {.radius_mm = f->shape.radius_mm,
                            .height_mm = f->shape.height_mm};
    for (int i = 0; i < f->n_sure; i++)
        crok_hole_put_beside(&out, f->disc[i].at.at, f->pose.board.hole_mm);
    return out;
}

/* How far what is in the hole is in colour from the sure disc that is most
 * alike, which is put in *alike, discs of side `but` (-1: none) left out;
 * CROK_NO_SIDES where there is none. */
static double from_sides(const crok_finds *f, const crok_assignment *to,
                         int but, crok_rgb hole, int *alike)
{
    double least = CROK_NO_SIDES;
    *alike = -1;
    for (int i = 0; i < f->n_sure; i++) {
        double d = crok_hole_colour_apart(crok_lab_of(f->disc[i].face.rgb),
                                          crok_lab_of(hole));
        if ((but >= 0 && to->side[i] == but) || (least >= 0.0 && d >= least))
            continue;
        least = d;
        *alike = i;
    }
    return least;
}

/* What lies in the hole. */
typedef struct hole_find {
    bool is_seen;
    crok_rgb rgb;
    crok_hole_verdict what;
    bool has_side; /* it has the colour of a side's discs */
    crok_seen_disc disc;
} hole_find;

/* That there is a disc at all: never sure where the hole may be empty, or where
 * its colour speaks for no side. */
static double confidence_of(const hole_find *h)
{
    return h->what.may_be_empty || !h->has_side
               ? fmin(fmax(h->what.disc, CROK_DISC_MAYBE),
                      0.99 * CROK_DISC_SURE)
               : 1.0;
}

/* Puts the disc where it lies: one that leans far out has a place of its own.
 */
static void set_place(const crok_finds *f, const crok_hole_view *v,
                      const crok_hole_verdict *what, crok_seen_disc *d)
{
    bool is_plain = what->leans && v->lean.fit > CROK_LEAN_PLAIN;
    d->at = is_plain ? v->lean.at : v->centre;
    d->sigma_mm =
        HOLE_SIGMA_MM + HOLE_SIGMA_PX / crok_camera_px_per_mm(&f->cam);
    if (what->leans)
        d->sigma_mm += is_plain ? LEAN_SIGMA_MM : LEAN_UNSEEN_SIGMA_MM;
    d->line_sigma_mm = d->sigma_mm;
}

static hole_find look_into_hole(const crok_finds *f, const crok_assignment *to,
                                const crok_scan_options *options)
{
    double hole_mm = f->pose.board.hole_mm;
    crok_hole_beside beside = beside_hole(f);
    crok_hole_view v = crok_hole_look(f->img, &f->cam, &f->pose.board, &beside);
    int alike = -1;
    int next = -1;
    double apart = from_sides(f, to, -1, v.rgb, &alike);
    hole_find h = {.is_seen = v.is_seen, .rgb = v.rgb};
    h.has_side = alike >= 0 && apart < CROK_HOLE_COLOUR && to->side[alike] >= 0;
    apart = crok_hole_from_sides(apart, crok_lone_shows_all(f, to, options));
    h.what = crok_hole_judge(&v, apart, hole_mm, f->shape.radius_mm);
    h.disc = (crok_seen_disc){.side = -1,
                              .other_side = -1,
                              .state_unsure = !h.what.is_sure,
                              .over_frac = v.covered_frac,
                              .over_most = v.covered_frac + v.hidden_frac,
                              .confidence = confidence_of(&h)};
    set_place(f, &v, &h.what, &h.disc);
    if (alike >= 0) {
        h.disc.side = to->side[alike];
        h.disc.other_side = to->other[alike];
    }
    if (h.disc.side >= 0 && !h.has_side) {
        (void)from_sides(f, to, h.disc.side, v.rgb, &next);
        h.disc.other_side = next < 0 ? -1 : to->side[next];
    }
    h.disc.state = h.what.leans ? CROK_DISC_LEANING : CROK_DISC_HOLE;
    crok_rgb_bytes(v.rgb, h.disc.rgb);
    return h;
}

/* Is there something to tell? Without a side's colour only the shape speaks for
 * a disc: then that must be plain. */
static bool may_be_disc(const hole_find *h, bool is_alone)
{
    if (!h->has_side)
        return h->what.disc >= (is_alone ? PLAIN_ALONE : PLAIN);
    return h->what.content != CROK_HOLE_EMPTY || !h->what.is_sure;
}

/* A disc that lies below others, or whose side has no other in the picture,
 * would be a lost twenty. */
static void ask_for_a_look(const hole_find *h, crok_observation *o)
{
    const int most = (int)(sizeof o->warnings / sizeof o->warnings[0]);
    bool may_be_alone = !h->has_side && h->what.disc >= WORTH_A_LOOK;
    if ((h->is_seen && !may_be_alone) || o->n_warnings >= most)
        return;
    (void)snprintf(o->warnings[o->n_warnings++], sizeof o->warnings[0], "%s",
                   h->is_seen ? "the hole may hold a disc of a colour that no "
                                "other has: look"
                              : "what lies in the hole cannot be seen: look");
}

bool crok_hole_disc_find(const crok_finds *finds,
                         const crok_assignment *assigned,
                         const crok_scan_options *options,
                         crok_observation *sides, crok_seen_disc *out)
{
    hole_find h = look_into_hole(finds, assigned, options);
    int alone = -1;
    if (!h.is_seen || !may_be_disc(&h, finds->n_sure == 0)) {
        ask_for_a_look(&h, sides);
        return false;
    }
    if (!h.has_side)
        alone = crok_lone_side_of(options, h.rgb, sides);
    if (alone >= 0) {
        h.disc.side = alone;
        h.disc.other_side = -1;
    }
    if (h.disc.side >= 0)
        *out = h.disc;
    return h.disc.side >= 0;
}
