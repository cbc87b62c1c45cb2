/* SPDX-License-Identifier: Apache-2.0 */
#include "discs/scan.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "board/find.h"
#include "core/scratch.h"
#include "discs/find/find.h"
#include "discs/find/settle.h"
#include "discs/find/together.h"
#include "discs/hole_disc.h"
#include "discs/lone_side.h"
#include "discs/outline/place.h"
#include "discs/twenty.h"

/* A disc is out (CROK_DISC_OUT) if the point of its rim nearest to the board's
 * centre is more than this beyond the centre of the outer line, mm. Chosen by
 * hand: with a smaller value a disc that touches the line could be out by an
 * error of its position; with a larger one a disc just beyond the line would
 * count as on the surface. */
#define OUT_BEYOND_LINE_MM 3.0
/* Confidence given to a possible disc that has no side's colour: half of the
 * threshold for counting, so it is listed as possible and not counted. Any
 * value below CROK_DISC_COUNTS has that effect; the number itself is chosen by
 * hand. */
#define NO_SIDE_CHANCE (0.5 * CROK_DISC_COUNTS)
/* Height of a row in reading order, mm. A little more than a disc's diameter of
 * 32 mm; chosen by hand. It only affects the order of the ids. */
#define ROW_MM 40.0

static crok_view view_of(const crok_image *img, double scale,
                         const crok_scan_options *options)
{
    return (crok_view){.img = img,
                       .scale = scale,
                       .full_w_px = (int)lround(img->w_px * scale),
                       .full_h_px = (int)lround(img->h_px * scale),
                       .focal_px = options->focal_prior_px,
                       .known = options->known,
                       .is_from_above = options->is_from_above};
}

crok_status crok_scan_board(const crok_image *img, double scale,
                            const crok_scan_options *options,
                            crok_board_pose *out, crok_err *err)
{
    crok_view view = view_of(img, scale, options);
    return crok_board_find(&view, out, err);
}

crok_status crok_scan_board_refine(const crok_image *img, double scale,
                                   const crok_scan_options *options,
                                   crok_board_pose *pose, crok_err *err)
{
    crok_view view = view_of(img, scale, options);
    return crok_board_refine(&view, pose, err);
}

/* ---- assignment to sides ---- */

/* Select the discs that are clustered into sides: the sure ones. If no disc on
 * the surface is sure, the discs there whose chance is at least CROK_DISC_MAYBE
 * are selected too: what lies beside the surface alone must not decide which
 * colours play. Writes their indices to `of` and returns their number. */
static int clustered_discs(const crok_finds *f, int of[CROK_MAX_DISCS])
{
    bool has_sure = false;
    int n = 0;
    for (int i = 0; i < f->n_sure; i++)
        has_sure = has_sure || f->disc[i].on_board;
    for (int i = 0; i < f->n; i++)
        if (i < f->n_sure || (!has_sure && f->disc[i].on_board &&
                              f->disc[i].chance >= CROK_DISC_MAYBE))
            of[n++] = i;
    return n;
}

/* Give a disc that is not sure the side of the sure disc nearest in colour, or
 * no side if none is near. */
static void assign_unsure(const crok_found *d, const crok_assignment *assigned,
                          int i, crok_assignment *out)
{
    bool is_near = d->alike >= 0 && d->from_alike <= CROK_SIDE_MAX_DISTANCE;
    out->side[i] = is_near ? assigned->side[d->alike] : -1;
    out->other[i] = is_near ? assigned->other[d->alike] : -1;
    out->alike[i] = d->alike >= 0 && !is_near ? assigned->side[d->alike] : -1;
}

/* Cluster the selected discs into sides, and assign the others to these. */
static crok_status assign_sides(crok_finds *f, const crok_scan_options *options,
                                crok_assignment *out, crok_err *err)
{
    CROK_SCRATCH(crok_assignment, assigned, 1);
    crok_face faces[CROK_MAX_DISCS];
    int of[CROK_MAX_DISCS];
    int n = clustered_discs(f, of);
    crok_status st = CROK_OK;
    for (int k = 0; k < n; k++)
        faces[k] = f->disc[of[k]].face;
    st = crok_sides_assign(
        faces, n, crok_scan_sides(options),
        options->n_side_names > 0 ? options->side_names : NULL, assigned, err);
    if (st != CROK_OK)
        return st;
    *out = *assigned;
    crok_finds_compare_colours(f);
    for (int i = 0; i < f->n; i++)
        assign_unsure(&f->disc[i], assigned, i, out);
    for (int k = 0; k < n; k++) {
        out->side[of[k]] = assigned->side[k];
        out->alike[of[k]] = assigned->alike[k];
        out->other[of[k]] = assigned->other[k];
    }
    return CROK_OK;
}

/* ---- the observation ---- */

static crok_disc_state state_of(const crok_finds *f, const crok_found *d)
{
    double beyond = hypot(d->at.at.x, d->at.at.y) - f->shape.radius_mm -
                    f->pose.board.line_mm[CROK_LINE_OUTER];
    return !d->on_board || beyond > OUT_BEYOND_LINE_MM ? CROK_DISC_OUT
                                                       : CROK_DISC_FLAT;
}

static crok_seen_disc disc_of(const crok_finds *f,
                              const crok_place_basis *basis,
                              const crok_assignment *to, int i)
{
    const crok_found *d = &f->disc[i];
    crok_place_sigma sigma = crok_place_sigma_of(basis, &d->at);
    crok_seen_disc out = {.side = to->side[i],
                          .other_side = to->other[i],
                          .state = state_of(f, d),
                          .at = d->at.at,
                          .sigma_mm = sigma.centre_mm,
                          .line_sigma_mm = sigma.line_mm,
                          .own_radius_mm = d->own_radius_mm,
                          .confidence = d->chance};
    crok_rgb_bytes(d->face.rgb, out.rgb);
    return out;
}

/* How much a possible disc matters: beside the surface it is worth nothing. */
static double stake(const crok_seen_disc *d)
{
    return d->state == CROK_DISC_OUT ? 0.0 : d->confidence;
}

/* If there is no room, the one that matters least is left out. */
static void add_maybe(const crok_seen_disc *d, crok_observation *out)
{
    int least = 0;
    if (out->n_maybe < CROK_MAX_MAYBE) {
        out->maybe[out->n_maybe++] = *d;
        return;
    }
    for (int i = 1; i < CROK_MAX_MAYBE; i++)
        if (stake(&out->maybe[i]) < stake(&out->maybe[least]))
            least = i;
    if (stake(&out->maybe[least]) < stake(d))
        out->maybe[least] = *d;
}

static void add_disc(const crok_finds *f, crok_seen_disc d,
                     crok_observation *out)
{
    double z = d.state == CROK_DISC_HOLE ? -f->pose.board.hole_depth_mm : 0.0;
    d.at_px =
        crok_camera_project(&f->pose.camera, (crok_vec3){d.at.x, d.at.y, z});
    if (d.confidence < CROK_DISC_COUNTS) {
        add_maybe(&d, out);
    } else if (out->n_discs == CROK_MAX_DISCS) {
        out->n_dropped++;
    } else {
        out->discs[out->n_discs++] = d;
    }
}

/* Compare two discs in reading order, for qsort: rows of ROW_MM from the far
 * side of the board (large y) to the near side, and from left to right in each
 * row. */
static int by_reading_order(const void *a, const void *b)
{
    const crok_seen_disc *x = a;
    const crok_seen_disc *y = b;
    long rx = lround(x->at.y / ROW_MM);
    long ry = lround(y->at.y / ROW_MM);
    if (rx != ry)
        return rx > ry ? -1 : 1;
    return (x->at.x > y->at.x) - (x->at.x < y->at.x);
}

/* A disc that has no side's colour is either another object on the board or a
 * disc in unusual light. It is reported as a possible disc: of a side that has
 * no sure disc yet, whose colour nobody knows, however faint it is; else of
 * either the side nearest in colour or another one, if it would be counted.
 * Objects off the surface are not reported. */
static void add_without_side(const crok_finds *f, const crok_place_basis *basis,
                             const crok_assignment *to,
                             const crok_scan_options *options, int i,
                             crok_observation *out)
{
    crok_seen_disc d = disc_of(f, basis, to, i);
    bool is_lone = !crok_sides_all_seen(f, to, options);
    if (d.state == CROK_DISC_OUT || d.confidence < CROK_DISC_MAYBE ||
        (!is_lone && d.confidence < CROK_DISC_COUNTS))
        return;
    d.side = is_lone ? crok_lone_side_of(options, f->disc[i].face.rgb, out)
                     : to->alike[i];
    d.other_side = -1;
    if (d.side == to->alike[i] && out->n_sides > 1)
        d.other_side = d.side == 0 ? 1 : 0;
    d.confidence = fmin(d.confidence, NO_SIDE_CHANCE);
    if (d.side >= 0)
        add_disc(f, d, out);
}

/* A disc at the hole's edge may have been found twice, as one on the board and
 * as one that leans into the hole. Two discs' centres are never closer than a
 * radius. The one that leans stays if the other one's place is in the hole
 * (CROK_IN_HOLE_FRAC), or if it is the likelier one; then the other one is
 * removed.
 *
 * Returns whether the one that leans stays. */
static bool is_no_other(const crok_seen_disc *leans, double radius_mm,
                        crok_observation *o)
{
    double hole_mm = CROK_IN_HOLE_FRAC * o->pose.board.hole_mm;
    for (int i = 0; i < o->n_discs; i++) {
        crok_mm at = o->discs[i].at;
        if (crok_mm_apart(at, leans->at) >= radius_mm)
            continue;
        if (hypot(at.x, at.y) >= hole_mm &&
            o->discs[i].confidence >= leans->confidence)
            return false;
        o->discs[i] = o->discs[--o->n_discs];
        return true;
    }
    return true;
}

static void fill_observation(const crok_finds *f, const crok_assignment *to,
                             const crok_scan_options *options,
                             crok_observation *out)
{
    CROK_SCRATCH(crok_place_basis, basis, 1);
    crok_seen_disc hole;
    out->pose = f->pose;
    out->n_sides = to->n_sides;
    memcpy(out->sides, to->sides, sizeof out->sides);
    *basis = crok_place_basis_of(&f->pose, f->shape.height_mm,
                                 crok_camera_px_per_mm(&f->cam));
    for (int i = 0; i < f->n; i++) {
        const crok_found *d = &f->disc[i];
        if (d->chance >= CROK_DISC_MAYBE && to->side[i] >= 0)
            add_disc(f, disc_of(f, basis, to, i), out);
    }
    for (int i = 0; i < f->n; i++)
        if (to->side[i] < 0)
            add_without_side(f, basis, to, options, i, out);
    if (crok_hole_disc_find(f, to, options, out, &hole) &&
        (hole.state != CROK_DISC_LEANING ||
         is_no_other(&hole, f->shape.radius_mm, out)))
        add_disc(f, hole, out);
    qsort(out->discs, (size_t)out->n_discs, sizeof out->discs[0],
          by_reading_order);
    for (int i = 0; i < out->n_discs; i++)
        out->discs[i].id = i + 1;
    out->n_dropped += f->n_dropped;
}

crok_status crok_scan_discs(const crok_image *img, double scale,
                            const crok_scan_options *options,
                            const crok_board_pose *pose, crok_observation *out,
                            crok_err *err)
{
    CROK_SCRATCH(crok_finds, f, 1);
    CROK_SCRATCH(crok_observation, seen, 1);
    CROK_SCRATCH(crok_assignment, to, 1);
    crok_status st = crok_finds_make(img, scale, options, pose, f, err);
    memset(seen, 0, sizeof *seen);
    if (st == CROK_OK)
        st = assign_sides(f, options, to, err);
    if (st != CROK_OK)
        return st;
    crok_adjust_sides(f, to->side, to->n_sides);
    crok_settle_discs(f, to->side);
    fill_observation(f, to, options, seen);
    *out = *seen;
    return CROK_OK;
}
