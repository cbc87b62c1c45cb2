/* SPDX-License-Identifier: Apache-2.0 */
#include "shots/compare.h"

#include <math.h>
#include <string.h>

/* Thresholds, mm: a disc that is read within SAME_MM of its old position has
 * not moved. Readings of one rest differ by a few tenths of a millimetre, and
 * no disc was seen to stop within 2 mm of where another had left. In the
 * ditch, where positions are less accurate, SAME_OFF_MM, chosen by hand.
 * Lower: discs at rest count as moved; higher: small moves are missed. */
#define SAME_MM 2.0
#define SAME_OFF_MM 9.0
/* The same for a candidate below the verification threshold (seen->maybe), and
 * the most for a disc that a hand hides in part. In a simulated round a disc
 * half under a hand was read 2.4 mm off. */
#define SAME_MAYBE_MM 4.0
/* Two centres nearer than this, in disc radii, are of one disc; touching discs
 * are 2 radii apart. Chosen by hand: in a real film a disc was read 5 mm off.
 */
#define OVERLAP_RADII 1.6
/* The centre of a leaning disc is at least this far from the hole's centre.
 * Chosen by hand. */
#define LEANS_OUT_MM 3.0
/* A disc whose centre is within this of the outer line may be placed to be
 * shot. Chosen by hand. */
#define PLACED_MM 8.0
/* Added to the distance of a pair if the disc would have left the surface: a
 * disc of its side on the surface is preferred as its new position. Chosen by
 * hand. */
#define OFF_COST_MM 150.0
#define FAR_MM 1e9

typedef struct matching {
    const crok_rest_sight *before;
    const crok_observation *seen;
    const crok_changed_at *changed; /* NULL: unknown */
    int seen_of[CROK_MAX_DISCS];    /* index in seen->discs; -1: none */
    int before_of[CROK_MAX_DISCS];  /* index in before->disc; -1: none */
    bool kept[CROK_MAX_DISCS]; /* old disc: still there, though the reading does
                                  not have it */
    bool overlooked[CROK_MAX_DISCS]; /* seen disc: it was there before,
                                        overlooked */
    bool misplaced[CROK_MAX_DISCS];  /* seen disc: an old one at its old
                                        position, inaccurately read */
} matching;

static double distance_mm(const crok_sight_disc *a, const crok_seen_disc *b)
{
    return hypot(a->at.x - b->at.x, a->at.y - b->at.y);
}

/* Are they of one side? A disc with an ambiguous colour may be of either side.
 */
static bool same_side(const crok_sight_disc *a, const crok_seen_disc *b)
{
    return a->side == b->side || a->side == b->other_side;
}

/* Was the disc in the hole before, and is it still? */
static bool stays_in_hole(const matching *p, int old)
{
    int new = p->seen_of[old];
    return new >= 0 && !p->misplaced[new] &&
           crok_disc_in_hole(p->before->disc[old].state) &&
           crok_disc_in_hole(p->seen->discs[new].state);
}

/* Was a disc that surely leaned struck into the hole? True if it no longer
 * covers the hole's edge and a disc stopped so near to the hole that it must
 * have touched it. */
static bool is_struck_in(const matching *p, int old)
{
    const crok_sight_disc *was = &p->before->disc[old];
    const crok_seen_disc *is = &p->seen->discs[p->seen_of[old]];
    double near_mm = 2.0 * p->seen->pose.board.disc_mm + LEANS_OUT_MM;
    if (was->state != CROK_DISC_LEANING || was->state_unsure ||
        is->state != CROK_DISC_HOLE || is->over_frac > CROK_LEANS_OVER)
        return false;
    for (int k = 0; k < p->seen->n_discs; k++) {
        const crok_seen_disc *d = &p->seen->discs[k];
        if (d->state == CROK_DISC_FLAT && hypot(d->at.x, d->at.y) < near_mm)
            return true;
    }
    return false;
}

/* Has a disc in the hole changed from leaning to flat or from flat to leaning?
 * Then it has moved, though its position hardly changes. Without the picture
 * only a sure reading decides. */
static bool has_tipped(const matching *p, int old)
{
    const crok_seen_disc *d = NULL;
    if (!stays_in_hole(p, old))
        return false;
    if (p->changed != NULL)
        return p->changed->ask_hole(p->changed->context) ||
               is_struck_in(p, old);
    d = &p->seen->discs[p->seen_of[old]];
    return !d->state_unsure && d->state != p->before->disc[old].state;
}

static void pair_up(matching *p, int old, int new)
{
    p->seen_of[old] = new;
    p->before_of[new] = old;
}

/* Is a disc of its side seen that is not paired? It may have moved there. */
static bool may_have_gone(const matching *p, int old)
{
    for (int k = 0; k < p->seen->n_discs; k++)
        if (p->before_of[k] < 0 &&
            same_side(&p->before->disc[old], &p->seen->discs[k]))
            return true;
    return false;
}

/* The radius of the same place, mm, for a disc that a hand hides in part and
 * whose colour was read as another side's: two sigma of the reading, within
 * limits. */
static double misread_mm(const crok_seen_disc *d)
{
    return fmin(fmax(SAME_MM, 2.0 * d->sigma_mm), SAME_MAYBE_MM);
}

/* The radius of the same place, mm; negative: this is no pair. With any_side a
 * disc that is seen where one of the other side was is the same disc, if that
 * one is seen nowhere else: a disc hardly stops so exactly where another has
 * left, but a hand that holds a disc shows its own colour or shades it. Not in
 * the hole, where one disc often follows another. */
static double same_mm(const matching *p, int old, int new, bool any_side)
{
    const crok_sight_disc *a = &p->before->disc[old];
    const crok_seen_disc *b = &p->seen->discs[new];
    bool alike = a->state == b->state && !crok_disc_in_hole(a->state);
    if (!same_side(a, b))
        return any_side && alike && !may_have_gone(p, old) ? misread_mm(b)
                                                           : -1.0;
    return a->state == CROK_DISC_OUT ? SAME_OFF_MM : SAME_MM;
}

/* The cost of a pair, mm; FAR_MM: it is no pair. */
typedef double pair_cost(const matching *p, int old, int new);

static double cost_if_same(const matching *p, int old, int new, bool any_side)
{
    double d = distance_mm(&p->before->disc[old], &p->seen->discs[new]);
    return d > same_mm(p, old, new, any_side) ? FAR_MM : d;
}

static double same_place_cost(const matching *p, int old, int new)
{
    return cost_if_same(p, old, new, false);
}

static double same_place_any_side_cost(const matching *p, int old, int new)
{
    return cost_if_same(p, old, new, true);
}

/* Find the cheapest pair of two discs that are not paired yet; false: none. */
static bool find_cheapest(const matching *p, pair_cost *cost, int *old,
                          int *new)
{
    double least = FAR_MM;
    for (int i = 0; i < p->before->n; i++)
        for (int k = 0; k < p->seen->n_discs; k++) {
            double c = p->seen_of[i] < 0 && p->before_of[k] < 0 ? cost(p, i, k)
                                                                : FAR_MM;
            if (c >= least)
                continue;
            least = c;
            *old = i;
            *new = k;
        }
    return least < FAR_MM;
}

/* Pair discs, the cheapest pair first (greedy). */
static void pair_cheapest(matching *p, pair_cost *cost)
{
    int old = -1;
    int new = -1;
    while (find_cheapest(p, cost, &old, &new))
        pair_up(p, old, new);
}

/* Do the old and the seen disc overlap, so that both cannot be there? */
static bool overlap(const matching *p, int old, int new)
{
    return distance_mm(&p->before->disc[old], &p->seen->discs[new]) <
           OVERLAP_RADII * p->seen->pose.board.disc_mm;
}

/* Would the disc have climbed out of the ditch? No disc does. */
static bool would_leave_ditch(const crok_sight_disc *a, const crok_seen_disc *b)
{
    return a->state == CROK_DISC_OUT && b->state != CROK_DISC_OUT;
}

/* The unpaired seen disc that overlaps an old one: it is the same disc, its
 * position was read inaccurately. -1: none. A disc on the rim may overlap one
 * in the ditch, which it is not. */
static int seen_over(const matching *p, int old)
{
    for (int k = 0; k < p->seen->n_discs; k++)
        if (p->before_of[k] < 0 && overlap(p, old, k) &&
            !would_leave_ditch(&p->before->disc[old], &p->seen->discs[k]))
            return k;
    return -1;
}

/* Does the seen disc overlap the place of an old disc that has changed? Then
 * it was not overlooked before. */
static bool is_over_changed(const matching *p, int new)
{
    for (int i = 0; i < p->before->n; i++)
        if (p->seen_of[i] < 0 && !p->kept[i] && overlap(p, i, new))
            return true;
    return false;
}

/* Where the picture has not changed, the discs are as before. */
static void keep_unchanged(matching *p)
{
    const crok_changed_at *changed = p->changed;
    for (int i = 0; i < p->before->n && changed != NULL; i++) {
        int over = -1;
        if (p->seen_of[i] >= 0 ||
            changed->ask(changed->context, p->before->disc[i].at))
            continue;
        over = seen_over(p, i);
        p->kept[i] = over < 0;
        if (over < 0)
            continue;
        pair_up(p, i, over);
        p->misplaced[over] = true;
    }
    for (int k = 0; k < p->seen->n_discs && changed != NULL; k++)
        p->overlooked[k] =
            p->before_of[k] < 0 && !is_over_changed(p, k) &&
            !changed->ask(changed->context, p->seen->discs[k].at);
}

/* A disc of the rest before that is only a candidate now is still there. */
static void keep_uncertain(matching *p)
{
    for (int i = 0; i < p->before->n; i++)
        for (int k = 0; k < p->seen->n_maybe && p->seen_of[i] < 0; k++)
            if (distance_mm(&p->before->disc[i], &p->seen->maybe[k]) <
                SAME_MAYBE_MM)
                p->kept[i] = true;
}

/* The cost of a move from an old position to a seen one. */
static double move_cost(const matching *p, int old, int new)
{
    const crok_sight_disc *a = &p->before->disc[old];
    const crok_seen_disc *b = &p->seen->discs[new];
    bool goes_off = b->state == CROK_DISC_OUT && a->state != CROK_DISC_OUT;
    if (p->kept[old] || p->overlooked[new] || a->side != b->side ||
        would_leave_ditch(a, b))
        return FAR_MM;
    return distance_mm(a, b) + (goes_off ? OFF_COST_MM : 0.0);
}

/* One shot adds one disc only. If two are new and exactly one old disc is
 * missing, the new disc in the hole is that one: in the hole's shade its side
 * is often misread. */
static void pair_missing_in_hole(matching *p)
{
    int n_new = 0;
    int n_old = 0;
    int hole = -1;
    int old = -1;
    for (int k = 0; k < p->seen->n_discs; k++) {
        crok_disc_state state = p->seen->discs[k].state;
        if (p->before_of[k] >= 0 || p->overlooked[k] || state == CROK_DISC_OUT)
            continue;
        n_new++;
        hole = state == CROK_DISC_FLAT ? hole : k;
    }
    for (int i = 0; i < p->before->n; i++) {
        if (p->seen_of[i] >= 0 || p->kept[i] ||
            p->before->disc[i].state != CROK_DISC_FLAT)
            continue;
        n_old++;
        old = i;
    }
    if (n_new == 2 && n_old == 1 && hole >= 0)
        pair_up(p, old, hole);
}

static crok_sight_disc sight_of(const crok_seen_disc *d, int id)
{
    return (crok_sight_disc){.id = id,
                             .side = d->side,
                             .state = d->state,
                             .state_unsure = d->state_unsure,
                             .at = d->at,
                             .sigma_mm = d->sigma_mm,
                             .confidence = d->confidence};
}

/* Numbers of discs that are new in the rest after the shot, on the surface and
 * off it. */
typedef struct new_counts {
    int n_on, n_off;
} new_counts;

/* Count a disc that is new in the rest after the shot. The first new disc is
 * taken as the shooter. A new disc on the surface replaces one in the ditch,
 * because a disc in the ditch may have been there and not been detected
 * before. */
static void count_new(const crok_sight_disc *d, new_counts *n,
                      crok_shot_sight *out)
{
    bool is_off = d->state == CROK_DISC_OUT;
    if (n->n_on + n->n_off == 0 || (!is_off && n->n_on == 0)) {
        out->shooter = d->id;
        out->side = d->side;
    }
    n->n_off += is_off;
    n->n_on += !is_off;
}

/* A disc that stays in the hole keeps its state unless it was struck; then it
 * is flat, unless the reading is sure of another state. */
static void set_state_in_hole(const matching *p, int old, crok_sight_disc *d)
{
    if (!stays_in_hole(p, old))
        return;
    if (!has_tipped(p, old)) {
        d->state = p->before->disc[old].state;
        d->state_unsure = p->before->disc[old].state_unsure;
    } else if (d->state_unsure) {
        d->state = CROK_DISC_HOLE;
        d->state_unsure = !is_struck_in(p, old);
    }
}

/* Fill out->after and out->gone, and count the new discs. */
static new_counts fill_after(const matching *p, int *next_id,
                             crok_shot_sight *out)
{
    new_counts n = {0, 0};
    for (int k = 0; k < p->seen->n_discs; k++) {
        int old = p->before_of[k];
        int id = old < 0 ? (*next_id)++ : p->before->disc[old].id;
        crok_sight_disc s = sight_of(&p->seen->discs[k], id);
        if (p->misplaced[k]) {
            s = p->before->disc[old];
        } else if (old >= 0) {
            s.side = p->before->disc[old].side;
            set_state_in_hole(p, old, &s);
        } else if (!p->overlooked[k]) {
            count_new(&s, &n, out);
        }
        out->after.disc[out->after.n++] = s;
    }
    for (int i = 0; i < p->before->n; i++) {
        if (p->kept[i] && out->after.n < CROK_MAX_DISCS)
            out->after.disc[out->after.n++] = p->before->disc[i];
        else if (p->seen_of[i] < 0 && !p->kept[i])
            out->gone[out->n_gone++] = p->before->disc[i].id;
    }
    return n;
}

/* List the discs that moved: the shooter, then those of the rest before. The
 * list holds CROK_MAX_DISCS; with the shooter there may be one more, which is
 * left out. */
static void list_moved(const matching *p, const bool *same,
                       crok_shot_sight *out)
{
    if (out->shooter >= 0)
        out->moved[out->n_moved++] = out->shooter;
    for (int i = 0; i < p->before->n && out->n_moved < CROK_MAX_DISCS; i++)
        if (!same[i] && !p->kept[i] &&
            p->before->disc[i].state != CROK_DISC_OUT)
            out->moved[out->n_moved++] = p->before->disc[i].id;
}

/* Without a new disc, are the only moved discs those that left the surface?
 * Then they were taken, as hands put discs into the ditch too: list them as
 * gone. */
static bool only_left(const matching *p, const bool *same, crok_shot_sight *out)
{
    int n_gone = out->n_gone;
    for (int i = 0; i < p->before->n; i++) {
        const crok_sight_disc *d = &p->before->disc[i];
        if (same[i] || p->seen_of[i] < 0 || d->state == CROK_DISC_OUT)
            continue;
        if (p->seen->discs[p->seen_of[i]].state != CROK_DISC_OUT)
            return false;
        out->gone[n_gone++] = d->id;
    }
    out->n_gone = n_gone;
    return n_gone > 0;
}

/* No disc tips without another change: the disc was only read differently.
 * Restore its state. */
static void undo_tipping(const matching *p, crok_shot_sight *out)
{
    out->n_moved = 0;
    for (int i = 0; i < p->before->n; i++)
        if (has_tipped(p, i)) {
            crok_sight_disc *d = &out->after.disc[p->seen_of[i]];
            d->state = p->before->disc[i].state;
            d->state_unsure = p->before->disc[i].state_unsure;
        }
}

bool crok_is_in_hand(const crok_shot_sight *shot, double disc_mm)
{
    const crok_sight_disc *d = crok_sight_lying(&shot->after, shot->shooter);
    for (int i = 0; d != NULL && i < shot->n_gone; i++) {
        const crok_sight_disc *was =
            crok_sight_lying(&shot->before, shot->gone[i]);
        if (was != NULL && was->side != d->side &&
            crok_mm_apart(was->at, d->at) < disc_mm)
            return true;
    }
    return false;
}

bool crok_is_placed(crok_mm at, double outer_mm)
{
    return fabs(hypot(at.x, at.y) - outer_mm) < PLACED_MM;
}

static bool is_placed(const matching *p, const crok_shot_sight *out)
{
    double outer = p->seen->pose.board.line_mm[CROK_LINE_OUTER];
    int at = crok_sight_find(&out->after, out->shooter);
    return at >= 0 && crok_is_placed(out->after.disc[at].at, outer);
}

crok_change crok_compare_rests(const crok_rest_sight *before,
                               const crok_observation *seen, int64_t t_ns,
                               const crok_changed_at *changed, int *next_id,
                               crok_shot_sight *out)
{
    matching p = {.before = before, .seen = seen, .changed = changed};
    bool same[CROK_MAX_DISCS] = {false};
    int n_moved_old = 0;
    int n_tipped = 0;
    new_counts n_new;
    memset(out, 0, sizeof *out);
    out->before = *before;
    out->after.t_ns = t_ns;
    out->shooter = -1;
    out->side = -1;
    for (int i = 0; i < CROK_MAX_DISCS; i++)
        p.seen_of[i] = p.before_of[i] = -1;
    pair_cheapest(&p, same_place_cost);
    pair_cheapest(&p, same_place_any_side_cost);
    keep_unchanged(&p);
    keep_uncertain(&p);
    for (int i = 0; i < before->n; i++) {
        n_tipped += has_tipped(&p, i);
        same[i] = p.seen_of[i] >= 0 && !has_tipped(&p, i);
    }
    pair_cheapest(&p, move_cost);
    pair_missing_in_hole(&p);
    n_new = fill_after(&p, next_id, out);
    list_moved(&p, same, out);
    for (int i = 0; i < before->n; i++)
        n_moved_old += !same[i] && p.seen_of[i] >= 0 &&
                       before->disc[i].state != CROK_DISC_OUT;
    if (n_new.n_on > 1)
        return CROK_CHANGE_OTHER;
    if (n_new.n_on + n_new.n_off == 0 && n_moved_old == n_tipped) {
        undo_tipping(&p, out);
        n_moved_old = 0;
    }
    if (n_new.n_on + n_new.n_off == 0 && n_moved_old == 0)
        return out->n_gone > 0 ? CROK_CHANGE_TAKEN : CROK_CHANGE_NONE;
    if (n_new.n_on + n_new.n_off == 0 && only_left(&p, same, out))
        return CROK_CHANGE_TAKEN;
    if (n_new.n_on == 1 && n_moved_old == 0 && is_placed(&p, out))
        return CROK_CHANGE_PLACED;
    return CROK_CHANGE_SHOT;
}
