/* SPDX-License-Identifier: Apache-2.0 */
#include "discs/hole_disc.h"

#include <math.h>
#include <stdio.h>

#include "discs/lone_side.h"
#include "discs/twenty.h"

/* Lowest chance of a disc that is reported although it has no side's colour, so
 * that only its shape supports it. Three of 164 empty holes of rendered
 * pictures reached 0.6: floors with a colour of their own. Higher loses
 * twenties of a side without other discs. */
#define PLAIN 0.6
/* The same if no disc is sure anywhere: photos of empty boards are common,
 * photos after a first shot that stayed in the hole are not. The empty holes of
 * such photos reached 0.90. */
#define PLAIN_ALONE 0.95
/* Below these thresholds, but from this chance on, a warning asks a person to
 * look at the hole. Of 26 empty holes without a side's colour three reached it,
 * one of them in a photo. */
#define WORTH_A_LOOK 0.25
/* Position error of a disc in the hole, 1 sd: mm plus px. The hole leaves it no
 * more room. Chosen by hand. */
#define HOLE_SIGMA_MM 0.06
#define HOLE_SIGMA_PX 1.0
/* Additional position error of a leaning disc, mm, 1 sd. Of 20 leaning discs in
 * rendered pictures those with a fitted outline were off by 1.0 to 4.8 mm, the
 * others by 3.5 to 6.6 mm. */
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

/* Colour distance between the content of the hole and the nearest sure disc,
 * L*a*b*; *alike is that disc's index. Discs of side `but` are left out (-1: of
 * no side). CROK_NO_SIDES and *alike -1 if there is no such disc. */
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

/* The content of the hole. */
typedef struct hole_find {
    bool is_seen;
    crok_rgb rgb;
    crok_hole_verdict what;
    bool has_side; /* its colour is that of a side's discs */
    crok_seen_disc disc;
} hole_find;

/* Confidence that there is a disc: below CROK_DISC_SURE if the hole may be
 * empty or if no side has this colour; at least CROK_DISC_MAYBE. */
static double confidence_of(const hole_find *h)
{
    return h->what.may_be_empty || !h->has_side
               ? fmin(fmax(h->what.disc, CROK_DISC_MAYBE),
                      0.99 * CROK_DISC_SURE)
               : 1.0;
}

/* Set the disc's position and its sigma. If a leaning disc's outline was found,
 * the position is that of the outline, else that of the face. */
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

/* Is there a disc to report? Without a side's colour only the shape supports
 * it, and has to be clear. */
static bool may_be_disc(const hole_find *h, bool is_alone)
{
    if (!h->has_side)
        return h->what.disc >= (is_alone ? PLAIN_ALONE : PLAIN);
    return h->what.content != CROK_HOLE_EMPTY || !h->what.is_sure;
}

/* Add a warning where a twenty could be missed without notice: the hole is
 * hidden by other discs, or it may hold a disc whose side has no other in the
 * picture. */
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
