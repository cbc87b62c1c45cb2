/* SPDX-License-Identifier: Apache-2.0 */
#include "rules/shot.h"

#include <math.h>
#include <string.h>
#include <strings.h>

crok_shot crok_shot_empty(void)
{
    return (crok_shot){.n_sides = 1,
                       .place = CROK_PLACE_NOT_GIVEN,
                       .attempt = 1,
                       .placed_flat = CROK_UNKNOWN,
                       .at_rest = CROK_UNKNOWN,
                       .lines = crok_lines_tournament(),
                       .disc_mm = CROK_DISC_RADIUS_MM};
}

int crok_disc_find(const crok_disc *discs, int n, int id)
{
    for (int i = 0; i < n; i++)
        if (discs[i].id == id)
            return i;
    return -1;
}

crok_rest crok_disc_rest(const crok_disc *disc, double r_mm)
{
    return (crok_rest){.d_mm = hypot(disc->x_mm, disc->y_mm),
                       .r_mm = r_mm,
                       .sigma_mm = disc->sigma_mm,
                       .state = disc->state,
                       .state_unsure = disc->state_unsure,
                       .side = disc->side};
}

const char *crok_miss_name(unsigned bit)
{
    static const char *const name[CROK_N_MISS] = {
        "before",      "after",     "moved", "contacts", "boundary",
        "last_played", "placed_at", "fouls", "shot_disc"};
    for (int i = 0; i < CROK_N_MISS; i++)
        if (bit == 1U << i)
            return name[i];
    return NULL;
}

static bool is_place(double x)
{
    return isfinite(x) && fabs(x) <= CROK_MAX_PLACE_MM;
}

/* Check one list of discs. `field` is its name, "before" or "after". */
static crok_status check_discs(const crok_shot *shot, const crok_disc *discs,
                               int n, const char *field, crok_err *err)
{
    if (n < 0 || n > CROK_MAX_DISCS)
        return crok_fail(err, CROK_EFORMAT, "%s: %d discs, at most %d", field,
                         n, CROK_MAX_DISCS);
    for (int i = 0; i < n; i++) {
        const crok_disc *d = &discs[i];
        crok_rest rest = crok_disc_rest(d, shot->disc_mm);
        if (!is_place(d->x_mm) || !is_place(d->y_mm))
            return crok_fail(err, CROK_EFORMAT,
                             "%s[%d]: x_mm or y_mm is off "
                             "the table",
                             field, i);
        if (d->side < 0 || d->side >= shot->n_sides)
            return crok_fail(err, CROK_EFORMAT, "%s[%d]: side", field, i);
        if (!crok_value_is_sane(&shot->lines, &rest) ||
            d->state == CROK_DISC_OUT)
            return crok_fail(err, CROK_EFORMAT, "%s[%d]: sigma_mm or state",
                             field, i);
        if (crok_disc_find(discs, i, d->id) >= 0)
            return crok_fail(err, CROK_EFORMAT, "%s[%d]: id %d stands twice",
                             field, i, d->id);
        if (d->state == CROK_DISC_HOLE && rest.d_mm > shot->lines.hole_mm)
            return crok_fail(err, CROK_EFORMAT,
                             "%s[%d]: state is hole, %.1f mm from the centre",
                             field, i, rest.d_mm);
    }
    return CROK_OK;
}

static crok_status check_pairs_of_discs(const crok_shot *shot, crok_err *err)
{
    if (crok_disc_find(shot->before, shot->n_before, shot->shot_disc) >= 0)
        return crok_fail(err, CROK_EFORMAT,
                         "shot_disc: %d lies on the board in before",
                         shot->shot_disc);
    for (int i = 0; i < shot->n_after; i++) {
        const crok_disc *d = &shot->after[i];
        int was = crok_disc_find(shot->before, shot->n_before, d->id);
        int side = d->id == shot->shot_disc ? shot->shooter
                   : was >= 0               ? shot->before[was].side
                                            : -1;
        if (side < 0 && (shot->missing & CROK_MISS_BEFORE) == 0)
            return crok_fail(err, CROK_EFORMAT,
                             "after[%d]: disc %d was neither in before nor "
                             "shot",
                             i, d->id);
        if (side >= 0 && side != d->side)
            return crok_fail(err, CROK_EFORMAT,
                             "after[%d]: side of disc %d has changed: \"%s\", "
                             "but %s \"%s\"",
                             i, d->id, shot->side[d->side],
                             d->id == shot->shot_disc ? "the shooter's is"
                                                      : "before it was",
                             shot->side[side]);
    }
    return CROK_OK;
}

/* Is `id` the shooting disc or a disc in `before` or `after`? */
static bool is_known(const crok_shot *shot, int id)
{
    return id == shot->shot_disc ||
           crok_disc_find(shot->before, shot->n_before, id) >= 0 ||
           crok_disc_find(shot->after, shot->n_after, id) >= 0;
}

static crok_status check_moves(const crok_shot *shot, crok_err *err)
{
    if (shot->n_moved < 0 || shot->n_moved > CROK_MAX_DISCS)
        return crok_fail(err, CROK_EFORMAT, "moved: too many");
    for (int i = 0; i < shot->n_moved; i++) {
        if (!is_known(shot, shot->moved[i]))
            return crok_fail(err, CROK_EFORMAT,
                             "moved[%d]: there is no disc "
                             "%d",
                             i, shot->moved[i]);
        for (int k = 0; k < i; k++)
            if (shot->moved[k] == shot->moved[i])
                return crok_fail(err, CROK_EFORMAT,
                                 "moved[%d]: id %d stands twice", i,
                                 shot->moved[i]);
    }
    if (shot->n_contacts < 0 || shot->n_contacts > CROK_MAX_CONTACTS)
        return crok_fail(err, CROK_EFORMAT, "contacts: too many");
    for (int i = 0; i < shot->n_contacts; i++) {
        const crok_contact *c = &shot->contacts[i];
        if (!is_known(shot, c->a) || !is_known(shot, c->b) || c->a == c->b)
            return crok_fail(err, CROK_EFORMAT,
                             "contacts[%d]: [%d, %d] are not two discs of the "
                             "shot",
                             i, c->a, c->b);
    }
    return CROK_OK;
}

static crok_status check_boundary(const crok_shot *shot, crok_err *err)
{
    if (shot->n_boundary < 0 || shot->n_boundary > CROK_MAX_BOUNDARY)
        return crok_fail(err, CROK_EFORMAT, "boundary: too many");
    for (int i = 0; i < shot->n_boundary; i++) {
        const crok_boundary *b = &shot->boundary[i];
        int at = crok_disc_find(shot->after, shot->n_after, b->id);
        if (!is_known(shot, b->id))
            return crok_fail(err, CROK_EFORMAT,
                             "boundary[%d]: there is no "
                             "disc %d",
                             i, b->id);
        if ((int)b->what < 0 || b->what >= CROK_N_BOUNDARY)
            return crok_fail(err, CROK_EFORMAT, "boundary[%d]: what", i);
        if (at >= 0 && !b->returned) {
            crok_rest rest = crok_disc_rest(&shot->after[at], shot->disc_mm);
            if (rest.d_mm + rest.r_mm <
                shot->lines.outer_mm - shot->lines.width_mm)
                return crok_fail(err, CROK_EFORMAT,
                                 "boundary[%d]: returned is false, but disc "
                                 "%d lies inside in after",
                                 i, b->id);
        }
    }
    return CROK_OK;
}

static crok_status check_head(const crok_shot *shot, crok_err *err)
{
    if (!crok_value_is_sane(&shot->lines, NULL) || !isfinite(shot->disc_mm) ||
        shot->disc_mm <= 0.0)
        return crok_fail(err, CROK_EFORMAT, "board: lines, hole or disc");
    if (shot->n_sides < 1 || shot->n_sides > CROK_MAX_SIDES ||
        shot->shooter < 0 || shot->shooter >= shot->n_sides)
        return crok_fail(err, CROK_EFORMAT, "shooter: side");
    if (shot->seat < 0 || shot->seat >= CROK_MAX_SEATS)
        return crok_fail(err, CROK_EFORMAT,
                         "shooter: seat is %d, allowed is "
                         "0 to %d",
                         shot->seat, CROK_MAX_SEATS - 1);
    if (shot->has_placed_at &&
        (!is_place(shot->placed_at.x) || !is_place(shot->placed_at.y)))
        return crok_fail(err, CROK_EFORMAT, "placed_at: off the table");
    if (shot->has_last_played && shot->last_played == shot->shot_disc)
        return crok_fail(err, CROK_EFORMAT, "last_played: is the shot disc");
    if (shot->attempt < 1)
        return crok_fail(err, CROK_EFORMAT, "attempt: must be 1 or more");
    return CROK_OK;
}

crok_status crok_shot_check(const crok_shot *shot, crok_err *err)
{
    crok_status st = check_head(shot, err);
    if (st == CROK_OK)
        st = check_discs(shot, shot->before, shot->n_before, "before", err);
    if (st == CROK_OK)
        st = check_discs(shot, shot->after, shot->n_after, "after", err);
    if (st == CROK_OK)
        st = check_pairs_of_discs(shot, err);
    if (st == CROK_OK)
        st = check_moves(shot, err);
    if (st == CROK_OK)
        st = check_boundary(shot, err);
    return st;
}

/* ---- evidence that is new ---- */

double crok_disc_shift_mm(const crok_disc *before, const crok_disc *after,
                          double disc_mm)
{
    double shift_mm =
        hypot(after->x_mm - before->x_mm, after->y_mm - before->y_mm);
    double most_mm =
        disc_mm + CROK_CLOSE_K * (before->sigma_mm + after->sigma_mm);
    return shift_mm > most_mm ? shift_mm : 0.0;
}

static bool is_in_moved(const crok_shot *shot, int id)
{
    for (int i = 0; i < shot->n_moved; i++)
        if (shot->moved[i] == id)
            return true;
    return false;
}

static crok_status check_unmoved(const crok_shot *shot, crok_err *err)
{
    if ((shot->missing &
         (CROK_MISS_BEFORE | CROK_MISS_AFTER | CROK_MISS_MOVED)) != 0)
        return CROK_OK;
    for (int i = 0; i < shot->n_after; i++) {
        const crok_disc *d = &shot->after[i];
        int was = crok_disc_find(shot->before, shot->n_before, d->id);
        double shift_mm = 0.0;
        if (was < 0 || is_in_moved(shot, d->id))
            continue;
        shift_mm = crok_disc_shift_mm(&shot->before[was], d, shot->disc_mm);
        if (shift_mm > 0.0)
            return crok_fail(err, CROK_EFORMAT,
                             "moved: disc %d is not in it, but lies %.0f mm "
                             "from where it lay before",
                             d->id, shift_mm);
    }
    return CROK_OK;
}

/* Check that at most one disc lies flat in the hole, of those that are certain.
 * `field` is "before" or "after". */
static crok_status check_hole(const crok_disc *discs, int n, const char *field,
                              crok_err *err)
{
    const crok_disc *first = NULL;
    for (int i = 0; i < n; i++) {
        if (discs[i].state != CROK_DISC_HOLE || discs[i].state_unsure)
            continue;
        if (first != NULL)
            return crok_fail(err, CROK_EFORMAT,
                             "%s[%d]: state is hole, but disc %d lies flat in "
                             "the hole already",
                             field, i, first->id);
        first = &discs[i];
    }
    return CROK_OK;
}

/* Check that a disc which leans does so at the hole, and that one which lies
 * flat on the board does not lie over the hole's middle, where it would fall
 * in: nearer to the centre than to the edge. */
static crok_status check_over_hole(const crok_disc *d, double hole_mm,
                                   const char *field, int i, crok_err *err)
{
    double d_mm = hypot(d->x_mm, d->y_mm);
    double slack_mm = CROK_CLOSE_K * d->sigma_mm;
    if (d->state == CROK_DISC_LEANING && d_mm - slack_mm > hole_mm)
        return crok_fail(err, CROK_EFORMAT,
                         "%s[%d]: state is leaning, %.1f mm from the centre: a "
                         "disc leans only on the edge of the hole",
                         field, i, d_mm);
    if (d->state == CROK_DISC_FLAT && d_mm + slack_mm < hole_mm / 2.0)
        return crok_fail(err, CROK_EFORMAT,
                         "%s[%d]: state is flat, %.1f mm from the centre of "
                         "the hole: must be hole or leaning",
                         field, i, d_mm);
    return CROK_OK;
}

/* Check how the discs lie. In `before` a disc without a state is flat, wherever
 * it lies, since the match knows better. */
static crok_status check_states(const crok_shot *shot, crok_err *err)
{
    crok_status st = CROK_OK;
    for (int i = 0; st == CROK_OK && i < shot->n_before; i++)
        if (shot->before[i].state != CROK_DISC_FLAT)
            st = check_over_hole(&shot->before[i], shot->lines.hole_mm,
                                 "before", i, err);
    for (int i = 0; st == CROK_OK && i < shot->n_after; i++)
        st = check_over_hole(&shot->after[i], shot->lines.hole_mm, "after", i,
                             err);
    return st;
}

/* Check that no two sides have names that differ in capitals only. */
static crok_status check_names(const crok_shot *shot, crok_err *err)
{
    for (int i = 0; i < shot->n_sides; i++)
        for (int k = 0; k < i; k++) {
            bool is_shooter = k == shot->shooter;
            if (strcasecmp(shot->side[i], shot->side[k]) != 0)
                continue;
            return crok_fail(err, CROK_EFORMAT,
                             "side: \"%s\" and \"%s\" differ in capitals "
                             "only: write the side's name alike everywhere",
                             shot->side[is_shooter ? k : i],
                             shot->side[is_shooter ? i : k]);
        }
    return CROK_OK;
}

crok_status crok_shot_check_new(const crok_shot *shot, crok_err *err)
{
    crok_status st = check_names(shot, err);
    if (st == CROK_OK)
        st = check_hole(shot->before, shot->n_before, "before", err);
    if (st == CROK_OK)
        st = check_hole(shot->after, shot->n_after, "after", err);
    if (st == CROK_OK)
        st = check_states(shot, err);
    return st == CROK_OK ? check_unmoved(shot, err) : st;
}
