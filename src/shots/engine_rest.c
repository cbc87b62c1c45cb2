/* SPDX-License-Identifier: Apache-2.0
 *
 * Processes a reading: corrects it by what is remembered of the hole
 * (hole_memory.h), compares it with the rest before, and checks the difference
 * against the motion between the two. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/scratch.h"
#include "shots/common_shift.h"
#include "shots/compare.h"
#include "shots/engine_inner.h"
#include "shots/explain.h"

/* After an object has covered the board without motion for this time in total,
 * ns, readings are used again. Without this limit, if a hand had been stored in
 * a reference picture, its absence would be reported as a covered board for
 * ever. Chosen by hand. If it is shorter, a resting hand is read as board; if
 * longer, shots are lost meanwhile. */
#define COVERED_MOST_NS INT64_C(8000000000)
/* Threshold on crok_foreign_discs: the board is covered if foreign objects are
 * larger than this multiple of a disc's area. Chosen by hand. If it is lower, a
 * shadow counts as a hand; if higher, a fingertip is missed. */
#define FOREIGN_MOST 0.6
/* Threshold on the fraction of a disc's face whose grey values have changed
 * since the last rest. Up to this fraction the grey values show no disc that
 * has come or gone there. Chosen by hand. If it is lower, shade counts as a
 * change; if higher, a change to a similar grey is missed, unless the tracker
 * detects it by colour. */
#define CHANGED_MOST 0.12
/* Threshold on the same fraction for a disc in the hole. In simulated rounds
 * 6.9 to 25 % changed when a leaning disc was struck into the hole, and at most
 * 3 % when it was not touched. */
#define HOLE_CHANGED_MOST 0.05
/* Distances from the board's centre, in radii of the outer line, chosen by
 * hand. Discs beyond DITCH_RADII are spare discs and 20s beside the board; they
 * are ignored. If all discs that moved are at rest within WELL_INSIDE_RADII,
 * the shot is over although a hand is at the rim. */
#define DITCH_RADII 1.27
#define WELL_INSIDE_RADII 0.8
/* The wooden rim beyond the outer line is 1 in (25.4 mm) wide on a tournament
 * board, and the centre of a disc on it is at most 1.6 disc radii outside the
 * line. A disc in the ditch is farther out, but lies deeper: seen from aside it
 * seemed to be as near as 1.5 radii on a photo taken from 0.74 m. So a disc
 * nearer than RIM_DISCS lies on the rim; up to EDGE_DISCS it does if it stopped
 * there without having been farther out; otherwise it is in the ditch. */
#define RIM_DISCS 1.15
#define EDGE_DISCS 1.75
/* Two readings of a disc on the rim differ by less than this, mm. */
#define SAME_RIM_MM 4.0

static crok_status sample_reference(const crok_engine *e, const crok_image *img,
                                    uint8_t **out, crok_err *err)
{
    uint8_t *made = realloc(*out, (size_t)e->motion.n_cells + 1);
    if (made == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory to watch the board");
    *out = made;
    for (int i = 0; i < e->motion.n_cells; i++)
        made[i] = crok_motion_value(&e->motion, img, i);
    return CROK_OK;
}

crok_status crok_engine_sample_references(crok_engine *e, crok_err *err)
{
    crok_status st = sample_reference(e, &e->rest_luma, &e->reference, err);
    return st == CROK_OK
               ? sample_reference(e, &e->first_luma, &e->first_reference, err)
               : st;
}

/* The camera of a picture that is reduced by `reduce`. */
static crok_camera reduced_camera(const crok_engine *e, int reduce,
                                  const crok_image *img)
{
    return crok_camera_rescaled(&e->pose.camera, reduce, img->w_px, img->h_px);
}

/* The small picture of a rest after the first: where the first rest hid the
 * board and still does, keep what is expected there. */
static crok_status keep_hidden(crok_engine *e, const crok_image *was,
                               crok_image *luma, crok_err *err)
{
    crok_camera cam = reduced_camera(e, CROK_ENGINE_LUMA, luma);
    crok_status st = CROK_OK;
    crok_hidden_reveal(&e->hidden, &cam, was, luma);
    if (e->motion.fresh_ns >= CROK_HIDDEN_STILL_NS) {
        st = crok_hidden_reveal_still(&e->hidden, &cam, &e->first_luma, luma,
                                      crok_motion_limit(&e->motion), err);
        e->motion.fresh_ns = 0;
        e->has_tried_still = !crok_hidden_is_by_thing(&e->hidden);
    }
    crok_hidden_copy(&e->hidden, &cam, was, luma);
    return st;
}

crok_status crok_engine_keep_first(crok_engine *e, const crok_image *luma,
                                   crok_err *err)
{
    e->motion.fresh_ns = 0;
    e->has_tried_still = false;
    return crok_image_copy(luma, &e->first_luma, err);
}

/* The small picture of the first rest, with what is expected where it hides the
 * board. */
static void fill_hidden(const crok_engine *e, const crok_rest_sight *rest,
                        int reduce, crok_image *img)
{
    crok_camera cam = reduced_camera(e, reduce, img);
    crok_hidden_view view = {&cam, &e->pose.board, rest};
    crok_hidden_fill(&e->hidden, &view, img);
}

/* Store the small picture as the reference. While a hand rests at the rim keep
 * the old reference there; otherwise its departure reads as a change. */
static crok_status store_reference(crok_engine *e, const crok_image *luma,
                                   const crok_rest_sight *rest, bool hand_waits,
                                   crok_err *err)
{
    bool is_first = e->rest_luma.data == NULL;
    crok_image now = {0};
    crok_status st = crok_image_copy(luma, &now, err);
    if (is_first && st == CROK_OK)
        st = crok_engine_keep_first(e, luma, err);
    if (is_first && st == CROK_OK)
        fill_hidden(e, rest, CROK_ENGINE_LUMA, &now);
    else if (st == CROK_OK)
        st = keep_hidden(e, &e->rest_luma, &now, err);
    if (st != CROK_OK) {
        crok_image_free(&now);
        return st;
    }
    for (int i = e->motion.n_inner;
         i < e->motion.n_cells && hand_waits && !is_first; i++) {
        const crok_motion_cell *c = &e->motion.cell[i];
        crok_image_row(&now, c->y)[c->x] =
            crok_image_row(&e->rest_luma, c->y)[c->x];
    }
    crok_image_free(&e->rest_luma);
    e->rest_luma = now;
    return crok_engine_sample_references(e, err);
}

/* Store the reduced picture as the tracker's background, likewise. */
static crok_status store_background(crok_engine *e, const crok_engine_frame *f,
                                    const crok_rest_sight *rest, crok_err *err)
{
    bool is_first = e->rest_rgb.data == NULL;
    crok_status st = f->colour(f->context, e->reduce, &e->reduced, err);
    if (st != CROK_OK)
        return st;
    if (is_first) {
        fill_hidden(e, rest, e->reduce, &e->reduced);
    } else {
        crok_camera cam = reduced_camera(e, e->reduce, &e->reduced);
        crok_hidden_copy(&e->hidden, &cam, &e->rest_rgb, &e->reduced);
    }
    st = crok_image_copy(&e->reduced, &e->rest_rgb, err);
    return st == CROK_OK
               ? crok_tracker_set_background(e->track, &e->rest_rgb, rest, err)
               : st;
}

/* Learn the names of the sides' colours from the first reading that shows discs
 * of all sides. */
static void learn_sides(crok_engine *e, const crok_observation *seen)
{
    if (e->knows_sides || !crok_observation_shows_sides(seen, e->scan.n_sides))
        return;
    for (int i = 0; i < seen->n_sides; i++)
        memcpy(e->scan.side_names[i], seen->sides[i].name,
               sizeof e->scan.side_names[i]);
    e->knows_sides = true;
    e->colours = crok_side_colours_of(e->scan.side_names, e->scan.n_sides);
}

static bool has_disc_of(const crok_observation *seen, int side)
{
    for (int i = 0; i < seen->n_discs; i++)
        if (seen->discs[i].side == side)
            return true;
    return false;
}

/* Give the tracker the mean colour of each side's discs, if the reading has
 * discs of all sides. */
static void set_colours(crok_engine *e, const crok_observation *seen)
{
    if (seen->n_sides != crok_scan_sides(&e->scan))
        return;
    for (int i = 0; i < seen->n_sides; i++)
        if (!has_disc_of(seen, i))
            return;
    for (int i = 0; i < seen->n_sides; i++)
        memcpy(e->side_rgb[i], seen->sides[i].rgb, sizeof e->side_rgb[i]);
    e->n_side_rgb = seen->n_sides;
    crok_tracker_set_colours(e->track, e->side_rgb, e->n_side_rgb);
}

/* Learn the sides' colours in the present light from the discs that are flat on
 * the surface. */
static void learn_colours(crok_engine *e, const crok_rest_sight *rest)
{
    for (int i = 0; i < rest->n; i++) {
        uint8_t rgb[3];
        if (rest->disc[i].state != CROK_DISC_FLAT)
            continue;
        crok_tracker_colour(e->track, rest->disc[i].at, rgb);
        crok_side_colours_learn(&e->colours, rest->disc[i].side, rgb);
    }
}

/* Make this picture the anchor of the stabiliser if the present one shows too
 * much that is not there any more, such as a hand or discs that lay in the
 * ditch. Each time the error of the registration becomes one of the pose, so a
 * camera that sways keeps its anchor for longer. Chosen by hand. */
#define ANCHOR_VISIBLE 0.97
#define ANCHOR_TURN_VISIBLE 0.85
#define SWAYING_VISIBLE 0.85
#define SWAYING_TURN_VISIBLE 0.6
static crok_status renew_anchor(crok_engine *e, const crok_image *luma,
                                const crok_rest_sight *rest, crok_err *err)
{
    const crok_aligned *last = crok_stabiliser_last(&e->stable);
    bool sways = crok_stabiliser_has_moved(&e->stable);
    if (last == NULL ||
        (last->visible_frac > (sways ? SWAYING_VISIBLE : ANCHOR_VISIBLE) &&
         last->turn_visible_frac >
             (sways ? SWAYING_TURN_VISIBLE : ANCHOR_TURN_VISIBLE)))
        return CROK_OK;
    return crok_stabiliser_set(&e->stable, &e->pose, luma, rest, err);
}

/* Store *rest as the last rest: its discs, the hole's colour, the reference
 * grey values and the tracker's background. The next reading is compared with
 * them. */
static crok_status adopt_rest(crok_engine *e, const crok_engine_frame *f,
                              const crok_rest_sight *rest, bool hand_waits,
                              crok_err *err)
{
    crok_status st = CROK_OK;
    e->rest = *rest;
    e->has_rest = true;
    e->reference_rest = *rest;
    crok_hole_remember(&e->hole, &e->mean.image, &e->pose, rest);
    if (crok_disc_sizes_apply(&e->sizes, &e->pose))
        crok_tracker_set_disc(e->track, e->pose.board.disc_mm);
    st = store_reference(e, f->luma, rest, hand_waits, err);
    if (st == CROK_OK)
        st = store_background(e, f, rest, err);
    if (st == CROK_OK && !hand_waits)
        st = renew_anchor(e, f->luma, rest, err);
    e->tracks = st == CROK_OK;
    if (e->tracks)
        learn_colours(e, rest);
    return st;
}

/* Remove the disc that is placed to be shot from the result of the comparison,
 * because it is not in play yet. Returns CROK_CHANGE_TAKEN if other discs are
 * gone, otherwise CROK_CHANGE_PLACED. */
static crok_change without_placed(crok_shot_sight *shot)
{
    int at = crok_sight_find(&shot->after, shot->shooter);
    if (at >= 0)
        shot->after.disc[at] = shot->after.disc[--shot->after.n];
    shot->shooter = shot->side = -1;
    shot->n_moved = 0;
    memset(&shot->motion, 0, sizeof shot->motion);
    return shot->n_gone > 0 ? CROK_CHANGE_TAKEN : CROK_CHANGE_PLACED;
}

static crok_engine_news news_of(crok_change what)
{
    switch (what) {
    case CROK_CHANGE_NONE:
        return CROK_NEWS_SAME;
    case CROK_CHANGE_SHOT:
        return CROK_NEWS_SHOT;
    case CROK_CHANGE_TAKEN:
        return CROK_NEWS_TAKEN;
    case CROK_CHANGE_PLACED:
        return CROK_NEWS_NONE;
    case CROK_CHANGE_OTHER:
    default:
        return CROK_NEWS_CHANGED;
    }
}

/* Is the shot over even if a hand waits at the rim? It is if there is a shooter
 * and all discs that moved are at rest well inside the board
 * (WELL_INSIDE_RADII). Without a shooter the answer is no, because a hand may
 * hold the disc that seems to have moved. */
static bool is_over_inside(const crok_engine *e, const crok_shot_sight *shot)
{
    double most = WELL_INSIDE_RADII * e->pose.board.line_mm[CROK_LINE_OUTER];
    if (shot->shooter < 0)
        return false;
    for (int k = 0; k < shot->n_moved; k++) {
        int at = crok_sight_find(&shot->after, shot->moved[k]);
        if (at >= 0 &&
            hypot(shot->after.disc[at].at.x, shot->after.disc[at].at.y) >= most)
            return false;
    }
    return true;
}

/* How much of the board is foreign within within_mm of its centre, in discs.
 *
 *   expected  as in crok_cell_references */
static double foreign_discs(const crok_engine *e, const crok_engine_frame *f,
                            const crok_shot_sight *shot, double within_mm,
                            const uint8_t *expected)
{
    crok_cell_references reference = {e->reference, e->first_reference,
                                      expected};
    return crok_foreign_discs(&e->motion, reference, f->luma,
                              &e->reference_rest, &shot->after, within_mm);
}

/* Write the values that the cells have in this picture if they show the board.
 *
 *   rest  the discs in the picture */
static void expect_cells(const crok_engine *e, const crok_image *luma,
                         const crok_rest_sight *rest, uint8_t *out)
{
    crok_camera cam = reduced_camera(e, CROK_ENGINE_LUMA, luma);
    crok_hidden_view view = {&cam, &e->pose.board, rest};
    for (int i = 0; i < e->motion.n_cells; i++) {
        const crok_motion_cell *c = &e->motion.cell[i];
        out[i] = crok_hidden_expected_grey(
            &view, luma, (crok_mm){(double)c->x_mm, (double)c->y_mm},
            e->reference[i]);
    }
}

/* Is a foreign object over the board (FOREIGN_MOST)? Only the area within
 * `radii` of the board's centre counts, in radii of the outer line. The values
 * that the board's symmetry predicts are computed only if the board differs
 * from both rests, because that takes time.
 *
 *   out  CROK_OK: written
 *
 * CROK_ENOMEM */
static crok_status is_foreign(const crok_engine *e, const crok_engine_frame *f,
                              const crok_shot_sight *shot, double radii,
                              bool *out, crok_err *err)
{
    double within_mm = radii * e->pose.board.line_mm[CROK_LINE_OUTER];
    uint8_t *expected = NULL;
    *out = e->reference != NULL &&
           foreign_discs(e, f, shot, within_mm, NULL) > FOREIGN_MOST;
    if (!*out)
        return CROK_OK;
    expected = malloc((size_t)e->motion.n_cells + 1);
    if (expected == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory to watch the board");
    expect_cells(e, f->luma, &shot->after, expected);
    *out = foreign_discs(e, f, shot, within_mm, expected) > FOREIGN_MOST;
    free(expected);
    return CROK_OK;
}

/* Is the board covered, so that this reading must not be used? It is if is_hand
 * is true and the board has been covered for less than COVERED_MOST_NS since
 * the last reading that was used. If is_hand is true this also adds to the
 * covered time (covered_ns) and sets the engine's state to COVERED.
 *
 *   was_covered  the engine's state before this reading was COVERED
 *   is_hand      a foreign object is over the board, or the change may have
 *                been made by a hand */
static bool is_covered(crok_engine *e, const crok_engine_frame *f,
                       bool was_covered, bool is_hand)
{
    if (!is_hand)
        return false;
    if (was_covered)
        e->covered_ns += f->t_ns - e->covered_at_ns;
    e->covered_at_ns = f->t_ns;
    e->state = CROK_ENGINE_COVERED;
    return e->covered_ns < COVERED_MOST_NS;
}

/* May a change that looks like a shot have been made by a hand? It may if no
 * flick was detected, and a hand is at the rim or the new disc seems to be in a
 * hand (crok_is_in_hand). Such a change is not reported as a shot. */
static bool is_made_by_hand(const crok_engine *e, const crok_shot_sight *shot,
                            bool hand_waits)
{
    if (e->tracks && crok_tracker_shooter(e->track, shot) != CROK_SHOOTER_NONE)
        return false;
    return hand_waits || crok_is_in_hand(shot, e->pose.board.disc_mm);
}

/* Context of the callbacks of a comparison. */
typedef struct comparison {
    const crok_engine *engine;
    const crok_engine_frame *frame;
    double light;
} comparison;

/* The context of a comparison of this frame with the last rest. */
static comparison comparison_with(const crok_engine *e,
                                  const crok_engine_frame *f)
{
    return (comparison){
        e, f,
        e->reference == NULL
            ? 1.0
            : crok_light_since(&e->motion, e->reference, f->luma)};
}

/* The fraction of a disc's face at `at` that has changed since the last rest,
 * 0..1. */
static double changed_part(const comparison *l, crok_mm at)
{
    const crok_engine *e = l->engine;
    return e->reference == NULL
               ? 1.0
               : crok_changed_part(&e->motion, e->reference, l->frame->luma,
                                   l->light, at, e->pose.board.disc_mm);
}

/* Threshold on crok_chroma_change, levels: noise and compression change the
 * mean colour of a face by less than 3, another side's disc by 15 and more. */
#define CHANGED_CHROMA 8.0

/* Has the colour at `at` changed since the last rest? */
static bool has_other_colour(const crok_engine *e, crok_mm at)
{
    crok_camera cam;
    crok_colour_view was = {&e->rest_rgb, &cam};
    crok_colour_view now = {&e->mean.image, &e->pose.camera};
    if (e->rest_rgb.data == NULL)
        return false;
    cam = reduced_camera(e, e->reduce, &e->rest_rgb);
    return crok_chroma_change(&was, &now, at, e->pose.board.disc_height_mm,
                              e->pose.board.disc_mm) > CHANGED_CHROMA;
}

/* Has anything changed at `at`? In the hole the answer is always yes, because
 * crok_hole_correct has already compared the hole's colour. Elsewhere the place
 * has changed if its grey values have, or if the tracker detects a change in
 * colour: a disc with the board's grey value changes only the colour. */
static bool has_changed(const void *context, crok_mm at)
{
    const comparison *l = context;
    const crok_engine *e = l->engine;
    return hypot(at.x, at.y) < e->pose.board.hole_mm ||
           changed_part(l, at) > CHANGED_MOST || has_other_colour(e, at) ||
           (e->tracks &&
            crok_tracker_has_changed(e->track, at, l->frame->t_ns));
}

static bool has_hole_changed(const void *context)
{
    return changed_part(context, (crok_mm){0.0, 0.0}) > HOLE_CHANGED_MOST;
}

/* Move the discs on the outer line from `rest` to `placed`: they are about to
 * be shot. */
static void split_placed(const crok_engine *e, crok_rest_sight *rest,
                         crok_rest_sight *placed)
{
    double outer = e->pose.board.line_mm[CROK_LINE_OUTER];
    int n = 0;
    placed->n = 0;
    for (int i = 0; i < rest->n; i++) {
        const crok_sight_disc *d = &rest->disc[i];
        if (crok_is_placed(d->at, outer))
            placed->disc[placed->n++] = *d;
        else
            rest->disc[n++] = *d;
    }
    rest->n = n;
}

/* A disc outside the line is in a hand if more than this part of its
 * surroundings, up to two radii from its centre, is hidden. */
#define IN_HAND_PART 0.1

/* Take the discs that a hand holds outside the line out of `rest`, and hide
 * their places. */
static void take_off_held(crok_engine *e, crok_rest_sight *rest)
{
    double disc_mm = e->pose.board.disc_mm;
    int n = 0;
    for (int i = 0; i < rest->n; i++) {
        const crok_sight_disc *d = &rest->disc[i];
        if (d->state == CROK_DISC_OUT &&
            crok_hidden_part(&e->hidden, d->at, 2.0 * disc_mm) > IN_HAND_PART)
            crok_hidden_add_disc(&e->hidden, d->at, disc_mm);
        else
            rest->disc[n++] = *d;
    }
    rest->n = n;
}

/* Before the first rest the tracker had no background, so it has not seen the
 * shooter that waits in a hand. Nothing has moved since motion.still_ns, so the
 * first frame that it gets stands for all of that time. */
static crok_status track_first_rest(crok_engine *e, const crok_engine_frame *f,
                                    crok_err *err)
{
    crok_status st = f->colour(f->context, e->reduce, &e->reduced, err);
    if (st == CROK_OK)
        st = crok_tracker_frame(e->track, &e->reduced, e->motion.still_ns, err);
    if (st == CROK_OK)
        crok_tracker_repeat(e->track, f->t_ns);
    return st;
}

/* Find what the picture of the first rest hides. The places of discs on the
 * outer line are hidden too, and those of discs outside it that a hand holds;
 * they are taken out of `rest`. */
static crok_status find_hidden(crok_engine *e, const crok_engine_frame *f,
                               crok_rest_sight *rest, crok_err *err)
{
    CROK_SCRATCH(crok_rest_sight, placed, 1);
    const crok_board *b = &e->pose.board;
    crok_status st = f->colour(f->context, e->reduce, &e->reduced, err);
    crok_camera cam;
    crok_hidden_view view = {&cam, b, rest};
    if (st != CROK_OK)
        return st;
    cam = reduced_camera(e, e->reduce, &e->reduced);
    split_placed(e, rest, placed);
    st = crok_hidden_find(&e->reduced, &view, &e->hidden, err);
    if (st != CROK_OK)
        return st;
    take_off_held(e, rest);
    for (int i = 0; i < placed->n; i++)
        crok_hidden_add_disc(&e->hidden, placed->disc[i].at, b->disc_mm);
    return CROK_OK;
}

static crok_status first_rest(crok_engine *e, const crok_engine_frame *f,
                              crok_engine_report *out, crok_err *err)
{
    crok_status st = CROK_OK;
    (void)crok_compare_rests(&e->rest, &out->seen, f->t_ns, NULL, &e->next_id,
                             &out->shot);
    crok_print_begin(&e->print, &out->shot.after,
                     e->pose.board.line_mm[CROK_LINE_OUTER]);
    st = find_hidden(e, f, &out->shot.after, err);
    if (st != CROK_OK)
        return st;
    e->state = CROK_ENGINE_QUIET;
    if (!e->is_tentative) {
        out->rest = out->shot.after;
        out->news = CROK_NEWS_CHANGED;
    }
    st = adopt_rest(e, f, &out->shot.after, false, err);
    return st == CROK_OK ? track_first_rest(e, f, err) : st;
}

/* A reading after the tentative one shows no shot. If it shows the same discs,
 * the first rest is confirmed, and the tracker keeps what it has seen since.
 * Otherwise something moved in the first frame, and the first rest is read
 * again.
 *
 *   what  the difference between the two readings */
static crok_status confirm_first_rest(crok_engine *e,
                                      const crok_engine_frame *f,
                                      crok_change what, crok_engine_report *out,
                                      crok_err *err)
{
    e->is_tentative = false;
    if (what == CROK_CHANGE_NONE || what == CROK_CHANGE_PLACED) {
        e->state = CROK_ENGINE_QUIET;
        out->rest = e->rest;
        out->rest.t_ns = f->t_ns;
        out->news = CROK_NEWS_CHANGED;
        return CROK_OK;
    }
    crok_image_free(&e->rest_luma);
    crok_image_free(&e->rest_rgb);
    crok_image_free(&e->first_luma);
    return first_rest(e, f, out, err);
}

/* The disc has not left the surface. */
static void drop_left_surface(crok_motion_sight *motion, int id)
{
    int n = 0;
    for (int i = 0; i < motion->n_boundary; i++)
        if (motion->boundary[i].id != id ||
            motion->boundary[i].what != CROK_SIGHT_LEFT_SURFACE)
            motion->boundary[n++] = motion->boundary[i];
    motion->n_boundary = n;
}

/* A disc that was read in the ditch lies on the rim if it stopped there and was
 * never farther out (EDGE_DISCS). */
static void find_on_rim(const crok_engine *e, crok_shot_sight *shot)
{
    const crok_board *b = &e->pose.board;
    double edge = b->line_mm[CROK_LINE_OUTER] + EDGE_DISCS * b->disc_mm;
    for (int i = 0; i < shot->after.n; i++) {
        crok_sight_disc *d = &shot->after.disc[i];
        crok_mm end;
        if (d->state != CROK_DISC_OUT || hypot(d->at.x, d->at.y) > edge ||
            !crok_sight_has_moved(shot, d->id) ||
            !crok_tracker_end_of(e->track, d->id, &end) ||
            crok_mm_apart(end, d->at) > SAME_RIM_MM ||
            crok_tracker_farthest_mm(e->track, d->id) > edge)
            continue;
        d->state = CROK_DISC_FLAT;
        drop_left_surface(&shot->motion, d->id);
    }
}

/* Update the print memory after a shot, and remove from the rest the discs that
 * are print. */
static void take_off_print(crok_engine *e, crok_shot_sight *shot)
{
    crok_rest_sight *after = &shot->after;
    int n = 0;
    crok_print_note(&e->print, shot);
    for (int i = 0; i < after->n; i++)
        if (crok_sight_has_moved(shot, after->disc[i].id) ||
            !crok_print_has(&e->print, after->disc[i].at))
            after->disc[n++] = after->disc[i];
    after->n = n;
}

/* Has the tracker seen the flick of this shot? */
static bool is_flicked(const crok_explanation *w, crok_change what,
                       const crok_shot_sight *shot)
{
    CROK_SCRATCH(crok_shot_sight, copy, 1);
    *copy = *shot;
    return crok_explain_change(w, what, copy) == CROK_CHANGE_SHOT &&
           crok_tracker_shooter(w->track, copy) != CROK_SHOOTER_NONE;
}

static crok_status compare(crok_engine *e, const crok_engine_frame *f,
                           crok_engine_report *out, crok_err *err)
{
    int next_id = e->next_id;
    crok_explanation w = {e->track,      &e->pose.board, &e->colours,
                          &next_id,      &e->hole_ends,  &e->hole,
                          &e->mean.image};
    bool is_bare = true; /* the picture shows no disc that is being placed */
    comparison here = comparison_with(e, f);
    crok_changed_at changed = {has_changed, has_hole_changed, &here};
    crok_change what = crok_compare_rests(&e->rest, &out->seen, f->t_ns,
                                          &changed, &next_id, &out->shot);
    bool is_over = what == CROK_CHANGE_SHOT && is_over_inside(e, &out->shot);
    bool was_covered = e->state == CROK_ENGINE_COVERED;
    bool rim_moves = f->t_ns - e->rim_ns < CROK_ENGINE_QUIET_NS;
    bool foreign = false;
    bool hand_waits = false;
    crok_status st = CROK_OK;
    if (e->is_tentative && !is_flicked(&w, what, &out->shot))
        return confirm_first_rest(e, f, what, out, err);
    if ((e->tracks && crok_explain_is_moving(&w, &out->shot, f->t_ns)) ||
        crok_explain_rolls_back(&w, &out->shot, rim_moves))
        return CROK_OK;
    st = is_foreign(e, f, &out->shot, is_over ? CROK_MOTION_INNER : DITCH_RADII,
                    &foreign, err);
    if (st != CROK_OK || is_covered(e, f, was_covered, foreign))
        return st;
    if (is_over)
        st = is_foreign(e, f, &out->shot, DITCH_RADII, &hand_waits, err);
    if (st != CROK_OK)
        return st;
    if (e->tracks)
        what = crok_explain_change(&w, what, &out->shot);
    if (what == CROK_CHANGE_SHOT &&
        is_covered(e, f, was_covered,
                   is_made_by_hand(e, &out->shot, hand_waits)))
        return CROK_OK;
    e->state = CROK_ENGINE_QUIET;
    e->is_tentative = false;
    e->covered_ns = 0;
    if (e->tracks && what == CROK_CHANGE_SHOT) {
        crok_explain_settle(&w, &out->seen, &out->shot);
        find_on_rim(e, &out->shot);
    }
    if (what == CROK_CHANGE_SHOT)
        take_off_print(e, &out->shot);
    if (what == CROK_CHANGE_PLACED) {
        is_bare = false;
        what = without_placed(&out->shot);
    }
    out->rest = out->shot.after;
    out->news = news_of(what);
    if (out->news == CROK_NEWS_NONE)
        return CROK_OK;
    e->next_id = next_id;
    e->rest = out->rest;
    return is_bare ? adopt_rest(e, f, &out->rest, hand_waits, err) : CROK_OK;
}

/* Drop the discs that are print from the seen ones, except where something
 * covers it: a disc may be placed on a mark. */
static void drop_print(const crok_engine *e, const crok_engine_frame *f,
                       crok_observation *o)
{
    comparison here;
    int n = 0;
    if (e->print.n == 0 || e->reference == NULL)
        return;
    here = comparison_with(e, f);
    for (int i = 0; i < o->n_discs; i++)
        if (!crok_print_has(&e->print, o->discs[i].at) ||
            has_changed(&here, o->discs[i].at))
            o->discs[n++] = o->discs[i];
    o->n_discs = n;
}

/* Did a disc lie here on the rim at the rest before? */
static bool was_on_rim(const crok_engine *e, crok_mm at)
{
    for (int i = 0; i < e->rest.n; i++)
        if (e->rest.disc[i].state == CROK_DISC_FLAT &&
            crok_mm_apart(e->rest.disc[i].at, at) < SAME_RIM_MM)
            return true;
    return false;
}

/* Drop the discs beyond the ditch. If a disc was read as OUT but is on the
 * wooden rim, it is not in the ditch, and its state becomes FLAT. */
static void classify_beyond_line(const crok_engine *e, crok_observation *o)
{
    double outer = o->pose.board.line_mm[CROK_LINE_OUTER];
    double rim = outer + RIM_DISCS * o->pose.board.disc_mm;
    int n = 0;
    for (int i = 0; i < o->n_discs; i++) {
        crok_seen_disc *d = &o->discs[i];
        double r = hypot(d->at.x, d->at.y);
        if (d->state == CROK_DISC_OUT && (r < rim || was_on_rim(e, d->at)))
            d->state = CROK_DISC_FLAT;
        if (r < DITCH_RADII * outer)
            o->discs[n++] = *d;
    }
    o->n_discs = n;
}

crok_status crok_engine_take_reading(crok_engine *e, const crok_engine_frame *f,
                                     crok_engine_report *out, crok_err *err)
{
    if (e->has_given_rest && !e->has_rest)
        crok_hole_restore(&e->hole, &e->mean.image, &e->pose, &e->rest);
    crok_hole_correct(&e->hole, &e->mean.image, &e->rest, &out->seen);
    classify_beyond_line(e, &out->seen);
    drop_print(e, f, &out->seen);
    learn_sides(e, &out->seen);
    set_colours(e, &out->seen);
    if (e->has_rest)
        crok_take_off_shift(&e->rest, &out->seen);
    return e->has_rest ? compare(e, f, out, err) : first_rest(e, f, out, err);
}
