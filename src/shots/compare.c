/* SPDX-License-Identifier: Apache-2.0 */
#include "shots/compare.h"

#include <math.h>
#include <string.h>

/* A disc that is read within SAME_MM of its old position has not moved, mm.
 * Readings of one rest differ by a few tenths of a millimetre, and no disc was
 * seen to stop within 2 mm of a place that another disc had left. In the ditch
 * positions are less accurate, and the threshold there is SAME_OFF_MM, chosen
 * by hand. If the thresholds are lower, discs at rest count as moved; if
 * higher, small moves are missed. */
#define SAME_MM 2.0
#define SAME_OFF_MM 9.0
/* In a small picture the threshold is this many px: a disc whose picture is
 * blurred or doubled by a camera that sways is read a pixel off. */
#define SAME_PX 1.2
/* The threshold for a candidate that was not verified as a disc (seen->maybe),
 * and the upper limit of the threshold for a disc that a hand hides in part
 * (misread_mm). In a simulated round a disc half under a hand was read 2.4 mm
 * off. */
#define SAME_MAYBE_MM 4.0
/* A disc that lies over its old place was read this far off at most, mm: 5 mm
 * in a real film. If it is farther off it has moved. */
#define MISREAD_MM 6.0
/* The centre of a leaning disc is at least this far from the hole's centre.
 * Chosen by hand. */
#define LEANS_OUT_MM 3.0
/* A disc may be placed to be shot if the distance of its centre from the outer
 * line is below this, mm. Chosen by hand. */
#define PLACED_MM 8.0
/* Added to the cost of a move, mm, if the disc would have left the surface, so
 * that a new position on the surface is preferred. Chosen by hand. */
#define OFF_COST_MM 150.0
#define FAR_MM 1e9

typedef struct matching {
    const crok_rest_sight *before;
    const crok_observation *seen;
    const crok_links *links;       /* NULL: nothing was tracked */
    int seen_of[CROK_MAX_DISCS];   /* index in seen->discs; -1: none */
    int before_of[CROK_MAX_DISCS]; /* index in before->disc; -1: none */
    /* By index in before->disc: the disc is still there, although the reading
     * does not have it. */
    bool kept[CROK_MAX_DISCS];
    /* By index in seen->discs: the disc was there at the rest before, but that
     * reading overlooked it. */
    bool overlooked[CROK_MAX_DISCS];
    /* By index in seen->discs: the disc has not moved, but its position was
     * read inaccurately. */
    bool misplaced[CROK_MAX_DISCS];
    /* By index in seen->discs: it is not in play, a hand holds it or it waits.
     */
    bool in_hand[CROK_MAX_DISCS];
} matching;

/* The threshold of "not moved" for a disc on the surface, mm. */
static double still_mm(const matching *p)
{
    return fmax(SAME_MM,
                SAME_PX / crok_camera_px_per_mm(&p->seen->pose.camera));
}

static double distance_mm(const crok_sight_disc *a, const crok_seen_disc *b)
{
    return hypot(a->at.x - b->at.x, a->at.y - b->at.y);
}

/* May both be discs of one side? A disc with an ambiguous colour may be of
 * either side. */
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

/* Was a disc that surely leaned struck into the hole? It was if it no longer
 * covers the hole's edge and another disc is at rest so near to the hole that
 * it would touch a leaning disc. */
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

/* Has a disc in the hole tipped, that is, changed from leaning to flat or from
 * flat to leaning? A disc that tipped counts as moved, although its position
 * hardly changes. It has tipped if the reading is sure of another state and, as
 * far as the motion was tracked, a disc came near to the hole; or if it was
 * struck in. */
static bool has_tipped(const matching *p, int old)
{
    const crok_seen_disc *d = NULL;
    if (!stays_in_hole(p, old))
        return false;
    if (p->links != NULL && is_struck_in(p, old))
        return true;
    d = &p->seen->discs[p->seen_of[old]];
    return (p->links == NULL || p->links->hole_was_near) && !d->state_unsure &&
           d->state != p->before->disc[old].state;
}

static void pair_up(matching *p, int old, int new)
{
    p->seen_of[old] = new;
    p->before_of[new] = old;
}

/* Does the reading have a disc of the same side that is not paired yet? Then
 * the old disc may have moved there. */
static bool may_have_gone(const matching *p, int old)
{
    for (int k = 0; k < p->seen->n_discs; k++)
        if (p->before_of[k] < 0 &&
            same_side(&p->before->disc[old], &p->seen->discs[k]))
            return true;
    return false;
}

/* The threshold of "not moved", mm, for a disc that a hand hides in part, so
 * that its colour was read as another side's: 2 sigma of the reading, but at
 * least SAME_MM and at most SAME_MAYBE_MM. */
static double misread_mm(const crok_seen_disc *d)
{
    return fmin(fmax(SAME_MM, 2.0 * d->sigma_mm), SAME_MAYBE_MM);
}

/* The largest distance at which the old and the seen disc are the same disc
 * that has not moved, mm; negative: they are not the same disc.
 *
 * A disc that stays in the hole is the same one wherever in the hole it is
 * read: the position of a leaning disc is read up to 6 mm off. Whether it was
 * struck is decided by its look (has_tipped).
 *
 * If any_side is true, discs of different sides can be the same disc too. A
 * hand over a disc changes the colour that is read, whereas a disc hardly ever
 * stops exactly where another one has left. Discs of different sides are not
 * paired in the hole, where one disc often replaces another, nor if the reading
 * has another disc that the old one may have become. */
static double same_mm(const matching *p, int old, int new, bool any_side)
{
    const crok_sight_disc *a = &p->before->disc[old];
    const crok_seen_disc *b = &p->seen->discs[new];
    bool alike = a->state == b->state && !crok_disc_in_hole(a->state);
    if (p->links != NULL && p->links->has_left[old] &&
        p->links->from[new] != old && p->links->from[new] != CROK_FROM_UNKNOWN)
        return -1.0;
    if (!same_side(a, b))
        return any_side && alike && !may_have_gone(p, old) ? misread_mm(b)
                                                           : -1.0;
    if (crok_disc_in_hole(a->state) && crok_disc_in_hole(b->state))
        return p->seen->pose.board.hole_mm;
    return a->state == CROK_DISC_OUT ? SAME_OFF_MM : still_mm(p);
}

/* Returns the cost of a pair, mm; FAR_MM: the two cannot be paired. */
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

/* Do the old and the seen position overlap, so that they cannot be of two
 * discs? */
static bool overlap(const matching *p, int old, int new)
{
    return distance_mm(&p->before->disc[old], &p->seen->discs[new]) <
           CROK_OVERLAP_RADII * p->seen->pose.board.disc_mm;
}

/* Would the disc have come out of the ditch? No disc does that in a shot. */
static bool would_leave_ditch(const crok_sight_disc *a, const crok_seen_disc *b)
{
    return a->state == CROK_DISC_OUT && b->state != CROK_DISC_OUT;
}

/* Returns the index of an unpaired seen disc that overlaps the old one; -1:
 * none. It is the same disc, and its position was read inaccurately, or it has
 * moved by a little. A disc seen on the rim is not paired with an old disc in
 * the ditch, even if their positions overlap. */
static int seen_over(const matching *p, int old)
{
    for (int k = 0; k < p->seen->n_discs; k++)
        if (p->before_of[k] < 0 && overlap(p, old, k) &&
            !would_leave_ditch(&p->before->disc[old], &p->seen->discs[k]))
            return k;
    return -1;
}

/* Keep old discs that the reading lacks and that are still there. */
static void keep_those_there(matching *p)
{
    for (int i = 0; i < p->before->n && p->links != NULL; i++) {
        int over = -1;
        if (p->seen_of[i] >= 0 || !p->links->stays[i])
            continue;
        over = seen_over(p, i);
        p->kept[i] = over < 0;
        if (over < 0 || distance_mm(&p->before->disc[i],
                                    &p->seen->discs[over]) > MISREAD_MM)
            continue; /* it is kept, or it has moved by a little */
        pair_up(p, i, over);
        p->misplaced[over] = true;
    }
}

/* Take from the tracks where the other discs come from. */
static void take_links(matching *p)
{
    for (int k = 0; k < p->seen->n_discs && p->links != NULL; k++) {
        int from = p->links->from[k];
        if (p->before_of[k] >= 0)
            continue;
        if (from >= 0 && p->seen_of[from] < 0 && !p->kept[from])
            pair_up(p, from, k);
        p->overlooked[k] = from == CROK_FROM_BEFORE;
        p->in_hand[k] = from == CROK_FROM_HAND;
    }
}

/* Keep an old disc if the reading has an unverified candidate (seen->maybe) at
 * its position. */
static void keep_uncertain(matching *p)
{
    for (int i = 0; i < p->before->n; i++)
        for (int k = 0; k < p->seen->n_maybe && p->seen_of[i] < 0 &&
                        (p->links == NULL || !p->links->has_left[i]);
             k++)
            if (distance_mm(&p->before->disc[i], &p->seen->maybe[k]) <
                SAME_MAYBE_MM)
                p->kept[i] = true;
}

/* The cost of a move from an old position to a seen one, mm: their distance,
 * plus OFF_COST_MM if the disc leaves the surface. */
static double move_cost(const matching *p, int old, int new)
{
    const crok_sight_disc *a = &p->before->disc[old];
    const crok_seen_disc *b = &p->seen->discs[new];
    bool goes_off = b->state == CROK_DISC_OUT && a->state != CROK_DISC_OUT;
    bool is_tracked =
        p->links != NULL && p->links->from[new] != CROK_FROM_UNKNOWN;
    if (p->kept[old] || is_tracked || a->side != b->side ||
        would_leave_ditch(a, b))
        return FAR_MM;
    return distance_mm(a, b) + (goes_off ? OFF_COST_MM : 0.0);
}

/* A shot adds only one disc. If two discs on the board are new and exactly one
 * old disc is missing, the new disc in the hole is the missing one, whose side
 * was misread in the hole's shade. */
static void pair_missing_in_hole(matching *p)
{
    int n_new = 0;
    int n_old = 0;
    int hole = -1;
    int old = -1;
    for (int k = 0; k < p->seen->n_discs; k++) {
        crok_disc_state state = p->seen->discs[k].state;
        if (p->before_of[k] >= 0 || p->overlooked[k] || p->in_hand[k] ||
            state == CROK_DISC_OUT)
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
 * taken as the shooter. But if that one is in the ditch, the first new disc on
 * the surface replaces it, because a disc in the ditch may have been there
 * before without being detected. */
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

/* A disc that stays in the hole keeps its state unless it has tipped
 * (has_tipped). A disc that has tipped gets the state of the reading if that is
 * sure, and is flat otherwise. */
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
        if (old < 0 && p->in_hand[k])
            continue;
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

/* List the discs that moved: the shooter, then the discs of the rest before.
 * The list has room for CROK_MAX_DISCS ids. If the shooter and CROK_MAX_DISCS
 * other discs moved, the last disc is left out. */
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

/* Did all discs that moved leave the surface? The caller has checked that no
 * disc is new. If so, a hand took them (hands also put discs into the ditch),
 * and they are added to out->gone. */
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

/* The only change is that discs in the hole have tipped. A disc does not tip
 * without a shot, so it was only read differently: restore its state. */
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

static bool is_placed(const matching *p, const crok_shot_sight *out)
{
    double outer = p->seen->pose.board.line_mm[CROK_LINE_OUTER];
    int at = crok_sight_find(&out->after, out->shooter);
    return at >= 0 &&
           fabs(hypot(out->after.disc[at].at.x, out->after.disc[at].at.y) -
                outer) < PLACED_MM;
}

crok_change crok_compare_rests(const crok_rest_sight *before,
                               const crok_observation *seen, int64_t t_ns,
                               const crok_links *links, int *next_id,
                               crok_shot_sight *out)
{
    matching p = {.before = before, .seen = seen, .links = links};
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
    keep_those_there(&p);
    keep_uncertain(&p);
    for (int i = 0; i < before->n; i++) {
        n_tipped += has_tipped(&p, i);
        same[i] = p.seen_of[i] >= 0 && !has_tipped(&p, i);
    }
    take_links(&p);
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
