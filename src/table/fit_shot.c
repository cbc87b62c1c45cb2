/* SPDX-License-Identifier: Apache-2.0 */
#include "table/fit_shot.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- who shot ---- */

int crok_shot_seat_at(crok_mm at)
{
    if (fabs(at.x) > fabs(at.y))
        return at.x < 0.0 ? CROK_WEST : CROK_EAST;
    return at.y < 0.0 ? CROK_SOUTH : CROK_NORTH;
}

typedef bool may_fn(const crok_match *m, int player);

static bool may_shoot(const crok_match *m, int player)
{
    return crok_turns_may_shoot(&m->info.book, &m->info.seats, &m->turns,
                                player);
}

static bool may_start(const crok_match *m, int player)
{
    return crok_may_start(&m->info.book, &m->info.seats, player);
}

/* Return the player of this side for whom may() is true. If there are several,
 * return the one in whose quadrant the disc was placed. If no such quadrant
 * decides, return `usual`. */
static int player_of(const crok_match *m, int side, const crok_shot_seen *seen,
                     may_fn *may, int usual)
{
    const crok_seats *seats = &m->info.seats;
    int n = 0;
    int one = -1;
    int there = -1;
    for (int i = 0; i < seats->n; i++) {
        if (seats->side[i] != side || !may(m, i))
            continue;
        n++;
        one = i;
        if (seen->has_placed_at &&
            crok_shot_seat_at(seen->placed_at) == seats->seat[i])
            there = i;
    }
    if (n < 2)
        return one;
    return there >= 0 ? there : usual;
}

int crok_shot_player(const crok_match *m, const crok_table_sides *sides,
                     const crok_shot_seen *seen)
{
    int turn = crok_turns_player(&m->info.book, &m->info.seats, &m->turns);
    if (turn < 0 || seen->side < 0)
        return turn;
    return player_of(m, crok_table_match_side(m, sides, seen->side), seen,
                     may_shoot, turn);
}

int crok_shot_starter(const crok_match *m, const crok_table_sides *sides,
                      const crok_shot_seen *seen)
{
    if (seen->side < 0)
        return -1;
    return player_of(m, crok_table_match_side(m, sides, seen->side), seen,
                     may_start, -1);
}

/* ---- ids ---- */

static bool has_id(const int *ids, int n, int id)
{
    for (int i = 0; i < n; i++)
        if (ids[i] == id)
            return true;
    return false;
}

int crok_table_match_side(const crok_match *m, const crok_table_sides *sides,
                          int side)
{
    return side < 0 || side >= sides->n
               ? -1
               : crok_match_side_of(m, sides->name[side]);
}

int crok_shot_candidates(const crok_shot *shot, int *ids)
{
    int n = 0;
    ids[n++] = shot->shot_disc;
    if ((shot->missing & CROK_MISS_SHOT_DISC) == 0)
        return n;
    for (int i = 0; i < shot->n_before && n < CROK_MAX_DISCS; i++)
        if (shot->before[i].side == shot->shooter &&
            has_id(shot->moved, shot->n_moved, shot->before[i].id))
            ids[n++] = shot->before[i].id;
    return n;
}

/* ---- the evidence ---- */

/* For a disc in the hole, replace the measured state (flat or leaning) by the
 * match's: a person or the players may have decided it. */
static void keep_state(const crok_match *m, crok_disc *d)
{
    int at = crok_disc_find(m->discs, m->n_discs, d->id);
    if (at < 0 || !crok_disc_in_hole(d->state) ||
        !crok_disc_in_hole(m->discs[at].state))
        return;
    d->state = m->discs[at].state;
    d->state_unsure = false;
}

/* Does the disc lean on the hole, as the players decided, although the camera
 * was sure that it lies flat? Then the camera did not look whether it was
 * struck into the hole. */
static bool leans_unseen(const crok_match *m, const crok_disc *d)
{
    int at = crok_disc_find(m->discs, m->n_discs, d->id);
    return at >= 0 && m->discs[at].state == CROK_DISC_LEANING &&
           d->state == CROK_DISC_HOLE && !d->state_unsure;
}

/* Fill out->before with the discs of the match, at their measured positions. A
 * disc that is out of play and was not taken off is not part of the shot. A
 * disc that the match does not know, or a disc of the match that was not
 * detected, makes `before` uncertain. */
static void put_before(const crok_match *m, const crok_shot_seen *seen,
                       crok_shot *out)
{
    for (int i = 0; i < seen->before.n; i++) {
        const crok_disc *d = &seen->before.disc[i];
        if (d->state == CROK_DISC_OUT || crok_match_is_gone(m, d->id))
            continue;
        if (crok_disc_find(m->discs, m->n_discs, d->id) < 0) {
            out->missing |= CROK_MISS_BEFORE;
            continue;
        }
        out->before[out->n_before] = *d;
        if (leans_unseen(m, d) && !crok_shot_seen_has_moved(seen, d->id))
            out->missing |= CROK_MISS_MOVED | CROK_MISS_CONTACTS;
        keep_state(m, &out->before[out->n_before++]);
    }
    for (int i = 0; i < m->n_discs; i++)
        if (crok_disc_find(out->before, out->n_before, m->discs[i].id) < 0 &&
            !crok_match_is_unsure(m, m->discs[i].id))
            out->missing |= CROK_MISS_BEFORE;
}

/* Is the disc part of the evidence: the shooter or in `before`? */
static bool is_in_shot(const crok_shot *s, int id)
{
    return id == s->shot_disc ||
           crok_disc_find(s->before, s->n_before, id) >= 0;
}

static void put_after(const crok_match *m, const crok_shot_seen *seen,
                      crok_shot *out)
{
    for (int i = 0; i < seen->after.n; i++) {
        const crok_disc *d = &seen->after.disc[i];
        if (d->state == CROK_DISC_OUT || !is_in_shot(out, d->id))
            continue;
        out->after[out->n_after] = *d;
        if (!crok_shot_seen_has_moved(seen, d->id))
            keep_state(m, &out->after[out->n_after]);
        out->n_after++;
    }
}

static void add_moved(crok_shot *out, int id)
{
    if (is_in_shot(out, id) && !has_id(out->moved, out->n_moved, id))
        out->moved[out->n_moved++] = id;
}

/* Fill out->moved. The shooting disc comes first. A disc that is in `before`
 * and not in `after` has moved too. */
static void put_moved(const crok_shot_seen *seen, crok_shot *out)
{
    add_moved(out, out->shot_disc);
    for (int i = 0; i < seen->n_moved; i++)
        add_moved(out, seen->moved[i]);
    for (int i = 0; i < out->n_before; i++)
        if (crok_disc_find(out->after, out->n_after, out->before[i].id) < 0)
            add_moved(out, out->before[i].id);
}

static void add_boundary(crok_shot *out, int id, crok_boundary_what what,
                         bool returned)
{
    for (int i = 0; i < out->n_boundary; i++)
        if (out->boundary[i].id == id && out->boundary[i].what == what)
            return;
    if (out->n_boundary < CROK_MAX_BOUNDARY)
        out->boundary[out->n_boundary++] =
            (crok_boundary){.id = id, .what = what, .returned = returned};
}

static bool lies_after(const crok_shot *s, int id)
{
    return crok_disc_find(s->after, s->n_after, id) >= 0;
}

static bool has_left_surface(const crok_shot_seen *seen, int id)
{
    for (int i = 0; i < seen->n_boundary; i++)
        if (seen->boundary[i].id == id &&
            seen->boundary[i].what == CROK_LEFT_SURFACE)
            return true;
    return false;
}

/* Can the two discs have touched? A disc in the ditch can only be touched by
 * one that leaves the surface. Any other contact with it came from a hand, or
 * is a wrong association. */
static bool can_meet(const crok_shot_seen *seen, int id, int other)
{
    int at = crok_board_seen_find(&seen->before, other);
    return at < 0 || seen->before.disc[at].state != CROK_DISC_OUT ||
           has_left_surface(seen, id);
}

/* Fill out->contacts. A contact with a disc out of play is put into
 * out->boundary instead, because it counts as a boundary crossing (rule B3). */
/* Does a disc lie on the surface that the match does not know? It may have been
 * shot without being seen, and be in play. */
static bool is_unknown(const crok_match *m, const crok_shot_seen *seen, int id)
{
    return crok_board_seen_lying(&seen->before, id) != NULL &&
           !crok_match_is_gone(m, id);
}

static void put_contacts(const crok_match *m, const crok_shot_seen *seen,
                         crok_shot *out)
{
    for (int i = 0; i < seen->n_contacts; i++) {
        crok_contact c = seen->contact[i];
        bool has_a = is_in_shot(out, c.a);
        bool has_b = is_in_shot(out, c.b);
        int hit = has_a ? c.a : c.b;
        int other = has_a ? c.b : c.a;
        if (has_a && has_b)
            out->contacts[out->n_contacts++] = c;
        else if ((has_a || has_b) && is_unknown(m, seen, other))
            out->missing |= CROK_MISS_CONTACTS;
        else if ((has_a || has_b) && can_meet(seen, hit, other))
            add_boundary(out, hit, CROK_HIT_OUT_DISC, lies_after(out, hit));
    }
}

/* Was a disc moved that is out of play but still on the surface? Then a disc in
 * play may have touched it, which counts as a boundary crossing (rule B3). If
 * contacts were not observed, it is unknown which disc touched it. */
static bool pushed_one_out_of_play(const crok_match *m,
                                   const crok_shot_seen *seen)
{
    for (int i = 0; i < seen->before.n; i++) {
        const crok_disc *d = &seen->before.disc[i];
        if (d->state != CROK_DISC_OUT && crok_match_is_gone(m, d->id) &&
            crok_shot_seen_has_moved(seen, d->id))
            return true;
    }
    return false;
}

static bool lies_inside(const crok_shot *s, int id)
{
    int at = crok_disc_find(s->after, s->n_after, id);
    return at >= 0 && hypot(s->after[at].x_mm, s->after[at].y_mm) + s->disc_mm <
                          s->lines.outer_mm - s->lines.width_mm;
}

static void put_boundary(const crok_match *m, const crok_shot_seen *seen,
                         crok_shot *out)
{
    for (int i = 0; i < seen->n_boundary; i++) {
        const crok_boundary *b = &seen->boundary[i];
        if (is_in_shot(out, b->id)) /* a disc that lies inside the outer line at
                                     * the rest after the shot has come back */
            add_boundary(out, b->id, b->what,
                         b->returned || lies_inside(out, b->id));
    }
    for (int i = 0; i < seen->after.n; i++) {
        const crok_disc *d = &seen->after.disc[i];
        if (d->state == CROK_DISC_OUT && is_in_shot(out, d->id))
            add_boundary(out, d->id, CROK_LEFT_SURFACE, false);
    }
    if ((seen->missing & CROK_MISS_CONTACTS) != 0 &&
        pushed_one_out_of_play(m, seen))
        out->missing |= CROK_MISS_BOUNDARY;
}

/* The index of a side among those of the evidence, which has all that play. */
static int side_in(const crok_shot *s, const char *name)
{
    int at = 0;
    for (int i = 0; i < s->n_sides; i++)
        if (strcmp(s->side[i], name) == 0)
            at = i;
    return at;
}

static void put_head(const crok_shot_context *context, crok_shot *out)
{
    const crok_match *m = context->match;
    const crok_seats *seats = &m->info.seats;
    *out = crok_shot_empty();
    out->n_sides = context->sides->n;
    for (int i = 0; i < out->n_sides; i++)
        (void)snprintf(out->side[i], sizeof out->side[i], "%s",
                       context->sides->name[i]);
    out->seat = seats->seat[context->player];
    out->shooter =
        side_in(out, m->info.sides[seats->side[context->player]].side);
    if (seats->seating != CROK_SINGLES)
        out->place = (crok_place)out->seat;
    out->shot_disc = context->shot_disc;
    out->attempt = m->attempt;
    out->lines = m->info.lines;
    out->disc_mm = m->info.disc_mm;
}

static void put_last_played(const crok_shot_context *context, crok_shot *out)
{
    out->has_last_played = context->has_last_played;
    out->last_played = context->last_played;
    if (!context->has_last_played && out->n_before > 0)
        out->missing |= CROK_MISS_LAST_PLAYED;
}

/* Add a disc that lies on the board after the shot. Its side is the one that it
 * had before. */
static void add_after(const crok_match *m, const crok_disc *d, crok_shot *out)
{
    crok_disc *to = &out->after[out->n_after++];
    int at = crok_disc_find(out->before, out->n_before, d->id);
    *to = *d;
    to->side = at >= 0 ? out->before[at].side : out->shooter;
    keep_state(m, to);
}

void crok_shot_fit_unseen(const crok_shot_context *context,
                          const crok_disc *disc, const crok_board_seen *then,
                          crok_shot *out)
{
    const crok_match *m = context->match;
    put_head(context, out);
    out->missing = CROK_MISS_MOVED | CROK_MISS_CONTACTS | CROK_MISS_BOUNDARY |
                   CROK_MISS_PLACED_AT;
    for (int i = 0; i < m->n_discs; i++) {
        crok_disc *to = &out->before[out->n_before++];
        *to = m->discs[i];
        to->side = side_in(out, m->info.sides[m->discs[i].side].side);
    }
    put_last_played(context, out);
    if (then == NULL)
        out->missing |= CROK_MISS_AFTER;
    for (int i = 0; then == NULL && i < out->n_before; i++)
        add_after(m, &out->before[i], out);
    for (int i = 0; then != NULL && i < then->n; i++)
        if (then->disc[i].state != CROK_DISC_OUT &&
            crok_disc_find(out->before, out->n_before, then->disc[i].id) >= 0)
            add_after(m, &then->disc[i], out);
    if (disc != NULL)
        add_after(m, disc, out);
}

void crok_shot_fit(const crok_shot_context *context, const crok_shot_seen *seen,
                   crok_shot *out)
{
    put_head(context, out);
    out->missing |= seen->missing;
    put_before(context->match, seen, out);
    put_after(context->match, seen, out);
    put_moved(seen, out);
    put_contacts(context->match, seen, out);
    put_boundary(context->match, seen, out);
    put_last_played(context, out);
    out->has_placed_at = seen->has_placed_at;
    out->placed_at = seen->placed_at;
    out->placed_sigma_mm = seen->placed_sigma_mm;
}
