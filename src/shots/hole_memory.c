/* SPDX-License-Identifier: Apache-2.0 */
#include "shots/hole_memory.h"

#include <math.h>

#include "discs/observation.h"

/* Thresholds on the distance of two colours of the hole, in L*a*b* units. If
 * the distance is above OTHER_COLOUR, a disc has come or gone; if it is below
 * SAME_COLOUR, none has. In between the reading decides. Chosen by hand. */
#define OTHER_COLOUR 12.0
#define SAME_COLOUR 6.0
/* Largest colour distance (crok_hole_colour_distance) between a disc in the
 * hole and the other discs of its side. Chosen by hand. */
#define SIDE_COLOUR 20.0
/* Other light multiplies the channels R, G and B by nearly the same factor. A
 * colour can be the empty hole in other light if its three factors differ by
 * less than SHADE_ALIKE times the largest one, and all lie between SHADE_LEAST
 * and SHADE_MOST. Chosen by hand. If the limits are wider, a grey disc is taken
 * for the empty hole in shade; if narrower, shade is taken for a disc. */
#define SHADE_ALIKE 0.12
#define SHADE_LEAST 0.30
#define SHADE_MOST 2.50

/* The disc was taken out if the hole's picture differs from that of the empty
 * hole by less than EMPTY_PART of what it differs by from that with the disc,
 * which must be above noise, grey levels. Chosen by hand. */
#define EMPTY_PART 0.5
#define PATCH_NOISE 3.0

static bool in_hole(crok_mm at, const crok_board_pose *pose)
{
    return hypot(at.x, at.y) < CROK_IN_HOLE_FRAC * pose->board.hole_mm;
}

static crok_hole_neighbours beside_of(const crok_board *board)
{
    return (crok_hole_neighbours){.radius_mm = board->disc_mm,
                                  .height_mm = board->disc_height_mm};
}

/* The discs of a reading that are beside the hole. */
static crok_hole_neighbours seen_beside(const crok_observation *seen)
{
    crok_hole_neighbours beside = beside_of(&seen->pose.board);
    for (int i = 0; i < seen->n_discs; i++)
        crok_hole_add_neighbour(&beside, seen->discs[i].at,
                                seen->pose.board.hole_mm);
    return beside;
}

/* The index in seen->discs of the disc in the hole; -1: none. */
static int seen_in_hole(const crok_observation *seen)
{
    for (int i = 0; i < seen->n_discs; i++)
        if (in_hole(seen->discs[i].at, &seen->pose))
            return i;
    return -1;
}

/* The distance of a colour in the hole from that of a side's discs
 * (crok_hole_colour_distance). */
static double distance_to_side(const crok_observation *seen, int side,
                               crok_lab colour)
{
    const uint8_t *c = seen->sides[side].rgb;
    return crok_hole_colour_distance(crok_lab_of((crok_rgb){c[0], c[1], c[2]}),
                                     colour);
}

/* Returns the index of the side with the nearest colour; -1: no sides are
 * known. */
static int nearest_side(const crok_observation *seen, crok_lab colour)
{
    int best = -1;
    double least = HUGE_VAL;
    for (int i = 0; i < seen->n_sides; i++) {
        double d = distance_to_side(seen, i, colour);
        if (d >= least)
            continue;
        least = d;
        best = i;
    }
    return best;
}

/* Can the hole be empty, but in other light than when it had the colour
 * `empty`? It can if all channels have changed by nearly the same factor. The
 * light in the hole changes because its edge shades up to half of it, and
 * because people and objects around the board shade it too. */
static bool is_scaled(const crok_hole_view *v, crok_rgb empty)
{
    double r = v->rgb.r / fmax(empty.r, 1.0);
    double g = v->rgb.g / fmax(empty.g, 1.0);
    double b = v->rgb.b / fmax(empty.b, 1.0);
    double most = fmax(r, fmax(g, b));
    double least = fmin(r, fmin(g, b));
    return most - least < SHADE_ALIKE * most && least > SHADE_LEAST &&
           most < SHADE_MOST;
}

/* Returns the distance of a colour from the nearest colour of the empty hole,
 * in L*a*b* units; infinite if no colour of the empty hole is known. */
static double distance_to_empty(const crok_hole_memory *memory, crok_rgb rgb)
{
    double least = HUGE_VAL;
    for (int i = 0; i < memory->n_empty; i++)
        least =
            fmin(least, crok_lab_distance(crok_lab_of(rgb),
                                          crok_lab_of(memory->empty[i]), 1.0));
    return least;
}

/* Is the colour near that of a side's discs? Returns true if no sides are
 * known. */
static bool has_side_colour(const crok_observation *seen, crok_rgb rgb)
{
    crok_lab colour = crok_lab_of(rgb);
    int side = nearest_side(seen, colour);
    return side < 0 || distance_to_side(seen, side, colour) < SIDE_COLOUR;
}

/* Can the hole be empty, but in light in which it has not been seen yet? */
static bool may_be_empty(const crok_hole_memory *memory,
                         const crok_hole_view *v)
{
    for (int i = 0; i < memory->n_empty; i++)
        if (is_scaled(v, memory->empty[i]))
            return true;
    return false;
}

/* Does the hole's content look like a disc, by its size and its colour? The
 * floor of an empty hole mostly does not: it is larger than a disc, because it
 * reaches the hole's edge, or only a part of it is lit. */
static bool looks_like_disc(const crok_hole_view *v,
                            const crok_observation *seen)
{
    const crok_board *board = &seen->pose.board;
    crok_hole_verdict looks = crok_hole_classify(
        v, CROK_NO_SIDE_COLOUR, board->hole_mm, board->disc_mm);
    return v->radius_mm <= 0.5 * (board->hole_mm + board->disc_mm) &&
           looks.disc >= CROK_DISC_MAYBE && has_side_colour(seen, v->rgb);
}

/* Has a disc come into the hole? If a disc was in the hole at the last rest, a
 * new dark colour is more probably the hole's shaded floor than another disc.
 */
static bool disc_has_come(const crok_hole_memory *memory,
                          const crok_hole_view *v, const crok_observation *seen)
{
    bool may_come = !memory->has_disc && looks_like_disc(v, seen);
    return memory->n_empty > 0 &&
           distance_to_empty(memory, v->rgb) > OTHER_COLOUR &&
           (may_come || !may_be_empty(memory, v));
}

/* Insert a colour at the front of the list of the empty hole's colours, unless
 * a similar one is in the list. */
static void remember_empty(crok_hole_memory *memory, crok_rgb rgb)
{
    if (distance_to_empty(memory, rgb) < SAME_COLOUR)
        return;
    for (int i = CROK_HOLE_EMPTY_COLOURS - 1; i > 0; i--)
        memory->empty[i] = memory->empty[i - 1];
    memory->empty[0] = rgb;
    if (memory->n_empty < CROK_HOLE_EMPTY_COLOURS)
        memory->n_empty++;
}

static void remember_patch(crok_hole_memory *memory,
                           const crok_hole_patch *patch)
{
    int n = memory->n_patches < CROK_HOLE_EMPTY_COLOURS
                ? memory->n_patches
                : CROK_HOLE_EMPTY_COLOURS - 1;
    for (int i = 0; i < memory->n_patches; i++)
        if (crok_hole_patch_distance(patch, &memory->patch[i]) < PATCH_NOISE) {
            memory->patch[i] = *patch;
            return;
        }
    for (int i = n; i > 0; i--)
        memory->patch[i] = memory->patch[i - 1];
    memory->patch[0] = *patch;
    memory->n_patches = n + 1;
}

/* Does the hole look as if the disc in it was taken out? */
static bool was_taken_out(const crok_hole_memory *memory,
                          const crok_hole_patch *patch)
{
    double disc = crok_hole_patch_distance(patch, &memory->disc_patch);
    double empty = HUGE_VAL;
    for (int i = 0; i < memory->n_patches; i++)
        empty = fmin(empty, crok_hole_patch_distance(patch, &memory->patch[i]));
    return isfinite(disc) && disc > PATCH_NOISE && empty < EMPTY_PART * disc;
}

static void add_disc(const crok_hole_view *v, crok_disc_state state,
                     crok_observation *seen)
{
    crok_seen_disc d = {.side = nearest_side(seen, crok_lab_of(v->rgb)),
                        .other_side = -1,
                        .state = state,
                        .state_unsure = true,
                        .over_frac = v->covered_frac,
                        .over_max_frac = v->covered_frac + v->hidden_frac,
                        .at = v->centre,
                        .sigma_mm = 1.0,
                        .line_sigma_mm = 1.0,
                        .confidence = 1.0};
    if (d.side < 0 || seen->n_discs == CROK_MAX_DISCS)
        return;
    d.at_px = crok_camera_project(&seen->pose.camera,
                                  (crok_vec3){d.at.x, d.at.y, 0.0});
    seen->discs[seen->n_discs++] = d;
}

/* The disc that was in the hole at the rest before is still there: keep its
 * side, and add it if the reading lacks it. */
static void keep_disc(const crok_hole_view *v, const crok_rest_sight *before,
                      crok_observation *seen)
{
    for (int i = 0; i < before->n; i++) {
        const crok_sight_disc *d = &before->disc[i];
        if (!in_hole(d->at, &seen->pose))
            continue;
        if (seen_in_hole(seen) < 0)
            add_disc(v, d->state, seen);
        if (seen_in_hole(seen) >= 0)
            seen->discs[seen_in_hole(seen)].side = d->side;
    }
}

/* Drop the disc in the hole if the detector is not sure of it. At a first look
 * it is hardly ever there, because players take a 20 out of the hole at once,
 * and the floor of many holes is as dark as a dark disc. */
static void drop_doubtful(crok_observation *seen, int at)
{
    if (at >= 0 && seen->discs[at].confidence < CROK_DISC_SURE)
        seen->discs[at] = seen->discs[--seen->n_discs];
}

/* The hole is empty: drop the disc that was read in it, and what may be one.
 *
 *   at  index of the disc; -1: none was read */
static void drop_from_hole(crok_observation *seen, int at)
{
    int n = 0;
    if (at >= 0)
        seen->discs[at] = seen->discs[--seen->n_discs];
    for (int i = 0; i < seen->n_maybe; i++)
        if (!in_hole(seen->maybe[i].at, &seen->pose))
            seen->maybe[n++] = seen->maybe[i];
    seen->n_maybe = n;
}

void crok_hole_correct(const crok_hole_memory *memory, const crok_image *img,
                       const crok_rest_sight *before, crok_observation *seen)
{
    crok_hole_neighbours beside = seen_beside(seen);
    crok_hole_view v;
    bool is_out = false; /* the disc in the hole was taken out */
    bool is_empty = false;
    bool is_same = false; /* as at the last rest, which had a disc in it */
    int at = seen_in_hole(seen);
    v = crok_hole_measure(img, &seen->pose.camera, &seen->pose.board, &beside);
    if (!memory->is_known) {
        drop_doubtful(seen, at);
        return;
    }
    if (!v.is_seen) { /* discs cover the hole, so no disc has come or gone */
        if (memory->has_disc)
            keep_disc(&v, before, seen);
        return;
    }
    if (memory->has_disc) {
        crok_hole_patch patch = crok_hole_patch_of(img, &seen->pose, &beside);
        is_out = was_taken_out(memory, &patch);
    }
    is_empty = is_out || distance_to_empty(memory, v.rgb) < SAME_COLOUR;
    is_same = memory->has_disc && !is_out &&
              crok_lab_distance(crok_lab_of(v.rgb), memory->colour, 1.0) <
                  SAME_COLOUR;
    if (is_empty && (at >= 0 || !is_same)) {
        drop_from_hole(seen, at);
        return;
    }
    if (is_same) {
        keep_disc(&v, before, seen);
        return;
    }
    if (at < 0 && disc_has_come(memory, &v, seen))
        add_disc(&v, CROK_DISC_HOLE, seen);
}

void crok_hole_remember(crok_hole_memory *memory, const crok_image *img,
                        const crok_board_pose *pose,
                        const crok_rest_sight *rest)
{
    crok_hole_neighbours beside = beside_of(&pose->board);
    crok_hole_patch patch;
    crok_hole_view v;
    for (int i = 0; i < rest->n; i++)
        crok_hole_add_neighbour(&beside, rest->disc[i].at, pose->board.hole_mm);
    v = crok_hole_measure(img, &pose->camera, &pose->board, &beside);
    memory->has_disc = false;
    for (int i = 0; i < rest->n; i++)
        memory->has_disc = memory->has_disc || in_hole(rest->disc[i].at, pose);
    if (!v.is_seen)
        return;
    memory->is_known = true;
    memory->colour = crok_lab_of(v.rgb);
    patch = crok_hole_patch_of(img, pose, &beside);
    if (memory->has_disc) {
        memory->disc_patch = patch;
        return;
    }
    remember_empty(memory, v.rgb);
    remember_patch(memory, &patch);
}

crok_hole_offset crok_hole_memory_offset(const crok_hole_memory *memory,
                                         const crok_image *img,
                                         const crok_observation *seen)
{
    crok_hole_neighbours beside = seen_beside(seen);
    crok_hole_offset best = {.is_set = false};
    crok_hole_patch patch = crok_hole_patch_of(img, &seen->pose, &beside);
    for (int i = 0; i < memory->n_patches; i++) {
        crok_hole_offset o = crok_hole_offset_measure(&memory->patch[i], &patch,
                                                      &seen->pose.board);
        if (o.is_set && (!best.is_set || o.error_mm < best.error_mm))
            best = o;
    }
    return best;
}

void crok_hole_restore(crok_hole_memory *memory, const crok_image *img,
                       const crok_board_pose *pose, const crok_rest_sight *rest)
{
    crok_hole_memory fresh = {.is_known = false};
    crok_hole_remember(&fresh, img, pose, rest);
    if (fresh.has_disc)
        *memory = fresh;
}
