/* SPDX-License-Identifier: Apache-2.0 */
#include "discs/hole_disc.h"

#include <math.h>
#include <stdio.h>

#include "discs/lone_side.h"
#include "discs/twenty.h"

/* Lowest chance at which a disc is reported although it has no side's colour,
 * so that only its shape supports it. Three of 164 empty holes reached 0.6,
 * because their floors have a colour of their own. A higher value loses
 * twenties of a side without other discs. */
#define REPORT_CHANCE 0.6
/* The same threshold for a picture in which no disc is sure. Photos of empty
 * boards are common; photos that show only a first shot in the hole are rare.
 * The empty holes of such photos reached 0.90. */
#define REPORT_CHANCE_NO_DISCS 0.95
/* A disc whose chance is below these thresholds but at least this is not
 * reported; a warning asks a person to look at the hole instead. Of 26 empty
 * holes without a side's colour three reached it, one of them in a photo. */
#define WARN_CHANCE 0.25
/* Position error of a disc in the hole, 1 sd: HOLE_SIGMA_MM plus HOLE_SIGMA_PX
 * in mm. It is small because the hole limits where the disc can be. Chosen by
 * hand. */
#define HOLE_SIGMA_MM 0.06
#define HOLE_SIGMA_PX 1.0
/* Additional position error of a leaning disc, mm, 1 sd. Of 20 leaning discs in
 * rendered pictures the position error was 1.0 to 4.8 mm if the outline was
 * fitted, else 3.5 to 6.6 mm. */
#define LEAN_SIGMA_MM 1.0
#define LEAN_UNSEEN_SIGMA_MM 3.5

/* A confidence just below CROK_DISC_SURE: the disc is reported as uncertain. */
#define BELOW_SURE (0.99 * CROK_DISC_SURE)

static crok_hole_neighbours neighbours_of_hole(const crok_finds *f)
{
    crok_hole_neighbours out = {.radius_mm = f->shape.radius_mm,
                                .height_mm = f->shape.height_mm};
    for (int i = 0; i < f->n_sure; i++)
        crok_hole_add_neighbour(&out, f->disc[i].at.at, f->pose.board.hole_mm);
    return out;
}

/* Colour distance between the content of the hole and the nearest sure disc,
 * L*a*b*; *alike is that disc's index. Discs of side `but` are skipped; if
 * `but` is -1, none is skipped. Returns CROK_NO_SIDE_COLOUR with *alike = -1 if
 * there is no such disc. */
static double nearest_disc(const crok_finds *f, const crok_assignment *to,
                           int but, crok_rgb hole, int *alike)
{
    double least = CROK_NO_SIDE_COLOUR;
    *alike = -1;
    for (int i = 0; i < f->n_sure; i++) {
        double d = crok_hole_colour_distance(crok_lab_of(f->disc[i].face.rgb),
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

/* Confidence that there is a disc. It is 1 unless the hole may be empty or no
 * side has this colour; then it is the disc's chance, limited to
 * CROK_DISC_MAYBE .. BELOW_SURE. */
static double confidence_of(const hole_find *h)
{
    return h->what.may_be_empty || !h->has_side
               ? fmin(fmax(h->what.disc, CROK_DISC_MAYBE), BELOW_SURE)
               : 1.0;
}

/* Set the disc's position and its sigma. The position is the centre of a
 * leaning disc's outline if one was found, else the centre of the face. */
static void set_place(const crok_finds *f, const crok_hole_view *v,
                      const crok_hole_verdict *what, crok_seen_disc *d)
{
    bool has_outline = what->leans && v->lean.fit > CROK_LEAN_MIN_FIT;
    d->at = has_outline ? v->lean.at : v->centre;
    d->sigma_mm =
        HOLE_SIGMA_MM + HOLE_SIGMA_PX / crok_camera_px_per_mm(&f->cam);
    if (what->leans)
        d->sigma_mm += has_outline ? LEAN_SIGMA_MM : LEAN_UNSEEN_SIGMA_MM;
    d->line_sigma_mm = d->sigma_mm;
}

static hole_find measure_hole(const crok_finds *f, const crok_assignment *to,
                              const crok_scan_options *options)
{
    double hole_mm = f->pose.board.hole_mm;
    crok_hole_neighbours neighbours = neighbours_of_hole(f);
    crok_hole_view v =
        crok_hole_measure(f->img, &f->cam, &f->pose.board, &neighbours);
    int alike = -1;
    int next = -1;
    double distance = nearest_disc(f, to, -1, v.rgb, &alike);
    hole_find h = {.is_seen = v.is_seen, .rgb = v.rgb};
    h.has_side =
        alike >= 0 && distance < CROK_HOLE_COLOUR && to->side[alike] >= 0;
    distance =
        crok_hole_side_distance(distance, crok_sides_all_seen(f, to, options));
    h.what = crok_hole_classify(&v, distance, hole_mm, f->shape.radius_mm);
    h.disc = (crok_seen_disc){.side = -1,
                              .other_side = -1,
                              .state_unsure = !h.what.is_sure,
                              .over_frac = v.covered_frac,
                              .over_max_frac = v.covered_frac + v.hidden_frac,
                              .confidence = confidence_of(&h)};
    set_place(f, &v, &h.what, &h.disc);
    if (alike >= 0) {
        h.disc.side = to->side[alike];
        h.disc.other_side = to->other[alike];
    }
    if (h.disc.side >= 0 && !h.has_side) {
        (void)nearest_disc(f, to, h.disc.side, v.rgb, &next);
        h.disc.other_side = next < 0 ? -1 : to->side[next];
    }
    h.disc.state = h.what.leans ? CROK_DISC_LEANING : CROK_DISC_HOLE;
    crok_rgb_bytes(v.rgb, h.disc.rgb);
    return h;
}

/* Is there a disc to report? If the content has no side's colour, only the
 * shape supports a disc; then its chance must reach REPORT_CHANCE, or
 * REPORT_CHANCE_NO_DISCS if no disc is sure. */
static bool is_reported(const hole_find *h, bool no_discs)
{
    if (!h->has_side)
        return h->what.disc >=
               (no_discs ? REPORT_CHANCE_NO_DISCS : REPORT_CHANCE);
    return h->what.content != CROK_HOLE_EMPTY || !h->what.is_sure;
}

/* Add a warning if a twenty could be missed without notice: if other discs hide
 * the hole, or if it may hold a disc whose side has no other disc in the
 * picture. */
static void add_warning(const hole_find *h, crok_observation *o)
{
    const int most = (int)(sizeof o->warnings / sizeof o->warnings[0]);
    bool may_be_only_disc = !h->has_side && h->what.disc >= WARN_CHANCE;
    if ((h->is_seen && !may_be_only_disc) || o->n_warnings >= most)
        return;
    (void)snprintf(o->warnings[o->n_warnings++], sizeof o->warnings[0], "%s",
                   h->is_seen ? "the hole may hold a disc of a colour that no "
                                "other disc has: check it"
                              : "the hole cannot be seen: check whether a disc "
                                "is in it");
}

bool crok_hole_disc_find(const crok_finds *finds,
                         const crok_assignment *assigned,
                         const crok_scan_options *options,
                         crok_observation *sides, crok_seen_disc *out)
{
    hole_find h = measure_hole(finds, assigned, options);
    int lone_side = -1;
    if (!h.is_seen || !is_reported(&h, finds->n_sure == 0)) {
        add_warning(&h, sides);
        return false;
    }
    if (!h.has_side)
        lone_side = crok_lone_side_of(options, h.rgb, sides);
    if (lone_side >= 0) {
        h.disc.side = lone_side;
        h.disc.other_side = -1;
    }
    if (h.disc.side >= 0)
        *out = h.disc;
    return h.disc.side >= 0;
}
