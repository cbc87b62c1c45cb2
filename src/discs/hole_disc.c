/* SPDX-License-Identifier: Apache-2.0 */
#include "discs/hole_disc.h"

#include <math.h>
#include <stdio.h>

#include "discs/hole/known_hole.h"
#include "discs/lone_side.h"
#include "discs/twenty.h"

/* Lowest chance at which a disc is reported in a picture without a sure disc
 * (CROK_DISC_SURE), where the colour of the discs is unknown. Photos of empty
 * boards are common; photos that show only a first shot in the hole are rare.
 * The empty holes of such photos reached 0.63. */
#define REPORT_CHANCE_NO_DISCS 0.8
/* A disc whose chance is below this threshold but at least this is not
 * reported; a warning asks a person to look at the hole instead. Of 26 empty
 * holes without a side's colour three reached it, one of them in a photo. */
#define WARN_CHANCE 0.06
/* Discs of this radius, as a fraction of the hole's, do not fit into it, even
 * if both were measured badly. Chosen by hand. */
#define TOO_LARGE_FRAC 1.15
/* The chance given to a disc in a hole that other discs hide: it is possible,
 * and not counted. */
#define HIDDEN_CHANCE 0.25
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

/* Colour distance between the content of the hole and the nearest sure disc
 * that has a side, L*a*b*; *alike is that disc's index. Discs of side `but` are
 * skipped; if `but` is -1, none is skipped. Returns CROK_NO_SIDE_COLOUR with
 * *alike = -1 if there is no such disc. */
static double nearest_disc(const crok_finds *f, const crok_assignment *to,
                           int but, crok_rgb hole, int *alike)
{
    double least = CROK_NO_SIDE_COLOUR;
    *alike = -1;
    for (int i = 0; i < f->n_sure; i++) {
        double d = crok_hole_colour_distance(crok_lab_of(f->disc[i].face.rgb),
                                             crok_lab_of(hole));
        if (to->side[i] < 0 || to->side[i] == but ||
            (least >= 0.0 && d >= least))
            continue;
        least = d;
        *alike = i;
    }
    return least;
}

/* The content of the hole. */
typedef struct hole_find {
    bool is_seen;
    crok_rgb rgb, around;
    crok_hole_verdict what;
    bool has_side; /* its colour is that of a side's discs */
    bool is_lone;  /* ... of a known side without other discs in the picture */
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

/* Colour distance between the content of the hole and the nearest sure disc,
 * whether that has a side or not; CROK_NO_SIDE_COLOUR without discs. */
static double nearest_colour(const crok_finds *f, crok_rgb hole)
{
    double least = CROK_NO_SIDE_COLOUR;
    for (int i = 0; i < f->n_sure; i++) {
        double d = crok_hole_colour_distance(crok_lab_of(f->disc[i].face.rgb),
                                             crok_lab_of(hole));
        least = least < 0.0 ? d : fmin(least, d);
    }
    return least;
}

/* The discs' radius, to compare with the hole's: the common one, or the median
 * of their own outlines if that is clearly larger than the hole. The common
 * radius is drawn towards the sizes in which discs are made; on a toy or in a
 * drawing they are of another size. */
static double radius_of_discs(const crok_finds *f)
{
    const crok_board *b = &f->pose.board;
    double own_mm = f->pose.scale_evidence.disc * b->line_mm[CROK_LINE_OUTER];
    return f->pose.scale_evidence.n_discs > 1 &&
                   own_mm > TOO_LARGE_FRAC * b->hole_mm
               ? own_mm
               : f->shape.radius_mm;
}

/* The argument from_sides of crok_hole_classify: the distance to the nearest
 * disc of this picture, or of a known side if that is nearer and not all sides
 * have a disc here (then *is_lone is set). */
static double side_distance(const crok_finds *f, const crok_assignment *to,
                            const crok_scan_options *options,
                            const crok_hole_view *v, double least,
                            bool *is_lone)
{
    const crok_known_board *known = options->known;
    bool all_seen = crok_sides_all_seen(f, to, options);
    double from_known = CROK_NO_SIDE_COLOUR;
    if (all_seen || known == NULL)
        return crok_hole_side_distance(least, all_seen);
    from_known = crok_known_side_distance(known, v->rgb, v->around);
    if (from_known < 0.0)
        return crok_hole_side_distance(least, false);
    *is_lone =
        from_known < CROK_HOLE_COLOUR && (least < 0.0 || from_known < least);
    return crok_hole_side_distance(*is_lone ? from_known : least,
                                   known->n_sides >= crok_scan_sides(options));
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
    hole_find h = {.is_seen = v.is_seen, .rgb = v.rgb, .around = v.around};
    h.has_side = alike >= 0 && distance < CROK_HOLE_COLOUR;
    distance =
        side_distance(f, to, options, &v, nearest_colour(f, v.rgb), &h.is_lone);
    h.has_side = h.has_side || h.is_lone;
    h.what = crok_hole_classify(&v, distance, hole_mm, radius_of_discs(f));
    if (options->known != NULL && options->known->floor.chance > 0.0)
        h.what = crok_hole_reconsider(
            &h.what,
            /* where no disc is to be seen, hardly one lies in the hole */
            crok_known_floor_log_odds(&options->known->floor, v.rgb, v.around,
                                      f->n_sure == 0 ||
                                          crok_sides_all_seen(f, to, options)));
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

/* The chance from which on a floor is known well enough to tell a disc of any
 * colour from it. */
#define FLOOR_KNOWN 0.9

/* Is there a disc to report? If no disc is sure, and nobody knows how the floor
 * looks, only the shape supports a disc; then its chance must reach
 * REPORT_CHANCE_NO_DISCS. */
static bool is_reported(const hole_find *h, const crok_known_board *known,
                        bool no_discs)
{
    bool knows_floor = known != NULL && known->floor.chance >= FLOOR_KNOWN;
    if (!h->has_side && no_discs && !knows_floor)
        return h->what.disc >= REPORT_CHANCE_NO_DISCS;
    return h->what.content != CROK_HOLE_EMPTY || !h->what.is_sure;
}

static void warn(crok_observation *o, const char *words)
{
    const int most = (int)(sizeof o->warnings / sizeof o->warnings[0]);
    if (o->n_warnings < most)
        (void)snprintf(o->warnings[o->n_warnings++], sizeof o->warnings[0],
                       "%s", words);
}

/* The side, other than `but`, whose discs have this colour; -1: none. */
static int side_of_colour(const crok_finds *f, const crok_assignment *to,
                          int but, crok_rgb rgb)
{
    int alike = -1;
    double distance = nearest_disc(f, to, but, rgb, &alike);
    return alike >= 0 && distance < CROK_HOLE_COLOUR ? to->side[alike] : -1;
}

/* Discs hide most of the hole. It holds no disc of a side if what is visible of
 * it has no side's colour. Else it may hold one of every side whose colour that
 * is, or of any side if nothing is visible. Returns whether it may hold one. */
static bool find_hidden(const crok_finds *f, const crok_assignment *to,
                        const crok_scan_options *options,
                        crok_observation *sides, crok_seen_disc *out)
{
    crok_hole_neighbours neighbours = neighbours_of_hole(f);
    crok_rgb rgb = {0.0, 0.0, 0.0};
    bool is_glimpsed =
        crok_hole_glimpse(f->img, &f->cam, &f->pose.board, &neighbours, &rgb);
    crok_seen_disc d = {.state = CROK_DISC_HOLE,
                        .state_unsure = true,
                        .side = side_of_colour(f, to, -1, rgb),
                        .confidence = HIDDEN_CHANCE,
                        .sigma_mm = LEAN_UNSEEN_SIGMA_MM,
                        .line_sigma_mm = LEAN_UNSEEN_SIGMA_MM};
    if (is_glimpsed && d.side < 0 && crok_sides_all_seen(f, to, options))
        return false;
    warn(sides, "the hole cannot be seen: check whether a disc is in it");
    if (is_glimpsed && d.side < 0)
        d.side = crok_lone_side_of(options, rgb, sides);
    d.other_side = side_of_colour(f, to, d.side, rgb);
    if (!is_glimpsed) {
        d.side = sides->n_sides > 0 ? 0 : -1;
        d.other_side = sides->n_sides > 1 ? 1 : -1;
    }
    crok_rgb_bytes(rgb, d.rgb);
    if (d.side >= 0)
        *out = d;
    return d.side >= 0;
}

static crok_hole_look look_of(const hole_find *h)
{
    return (crok_hole_look){
        .is_seen = h->is_seen,
        .empty_chance = h->is_seen ? 1.0 - h->what.disc : 0.0,
        .rgb = {h->rgb.r, h->rgb.g, h->rgb.b},
        .around_rgb = {h->around.r, h->around.g, h->around.b}};
}

bool crok_hole_disc_find(const crok_finds *finds,
                         const crok_assignment *assigned,
                         const crok_scan_options *options,
                         crok_observation *sides, crok_seen_disc *out)
{
    hole_find h = measure_hole(finds, assigned, options);
    int lone_side = -1;
    sides->hole = look_of(&h);
    if (!h.is_seen)
        return find_hidden(finds, assigned, options, sides, out);
    if (!is_reported(&h, options->known, finds->n_sure == 0)) {
        if (!h.has_side && h.what.disc >= WARN_CHANCE)
            warn(sides, "the hole may hold a disc of a colour that no other "
                        "disc has: check it");
        return false;
    }
    if (!h.has_side || h.is_lone)
        lone_side = crok_lone_side_of(options, h.rgb, sides);
    if (lone_side >= 0) {
        h.disc.side = lone_side;
        h.disc.other_side = -1;
    }
    if (h.disc.side >= 0)
        *out = h.disc;
    return h.disc.side >= 0;
}
