/* SPDX-License-Identifier: Apache-2.0 */
#include "score/board_groups.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A photo shows the empty hole if it is this sure that no disc is in it. */
#define MIN_FLOOR_CHANCE 0.9
/* Discs of two photos are at the same place if they are this near each other,
 * in disc radii: no other disc's centre can be as near. */
#define SAME_PLACE_RADII 0.5
/* A photo is a copy of another one, taken or made in whatever way, if this
 * part of the discs of the one with fewer are where the other's are. Two rounds
 * have a disc or two in common, if any. Chosen by hand. */
#define COPY_FRAC 0.5
/* Two detections of one photo are the same if they are this near each other,
 * in radii of a disc in the picture: two discs are two radii apart. */
#define SAME_RADII 0.25

/* ---- what a photo tells the others ---- */

static int n_things(const crok_observation *o)
{
    return o->n_discs + o->n_maybe;
}

static const crok_seen_disc *thing(const crok_observation *o, int i)
{
    return i < o->n_discs ? &o->discs[i] : &o->maybe[i - o->n_discs];
}

/* Does the photo leave no doubt that its hole is empty? */
static bool shows_floor(const crok_observation *o)
{
    for (int i = 0; i < n_things(o); i++)
        if (crok_disc_in_hole(thing(o, i)->state))
            return false;
    for (int i = 0; i < o->unseen.n; i++)
        if ((o->unseen.region[i].zones & (1U << CROK_N_LINES)) != 0)
            return false;
    return o->hole.is_seen && o->hole.empty_chance >= MIN_FLOOR_CHANCE;
}

void crok_board_photo_make(int number, const crok_known_board *seen,
                           const crok_score *score, crok_board_photo *out)
{
    const crok_observation *o = &score->seen;
    *out = (crok_board_photo){
        .number = number, .seen = *seen, .shows_floor = shows_floor(o)};
    for (int i = 0; i < o->n_discs; i++)
        if (!crok_disc_in_hole(o->discs[i].state))
            out->disc[out->n_discs++] = o->discs[i].at;
}

/* ---- groups ---- */

static crok_texture_match match_of(const crok_board_photo *a,
                                   const crok_board_photo *b)
{
    return crok_texture_register(&a->seen.texture, &b->seen.texture,
                                 &b->seen.board);
}

/* Does a photo show the board of a group, that is, of its first photo? */
static bool is_of_group(const crok_board_group *g, const crok_board_photo *p)
{
    const crok_board_photo *first = &g->photo[0];
    crok_texture_match m = match_of(first, p);
    return crok_known_compare(&first->seen.board, &p->seen.board, &m) ==
           CROK_BOARD_SAME;
}

static int find_group(const crok_board_groups *groups,
                      const crok_board_photo *p)
{
    for (int i = 0; i < groups->n; i++)
        if (crok_known_has_ratios(&groups->group[i]->photo[0].seen.board,
                                  &p->seen.board, CROK_SAME_BOARD_RATIO) &&
            is_of_group(groups->group[i], p))
            return i;
    return -1;
}

int crok_board_groups_add(crok_board_groups *groups, const crok_board_photo *p)
{
    int at = find_group(groups, p);
    crok_board_group *g = NULL;
    if (at < 0 && groups->n < CROK_MAX_GROUPS) {
        g = calloc(1, sizeof *g);
        if (g == NULL)
            return -1;
        at = groups->n;
        groups->group[groups->n++] = g;
    }
    g = at < 0 ? NULL : groups->group[at];
    if (g != NULL && g->n < CROK_GROUP_PHOTOS)
        g->photo[g->n++] = *p;
    return at;
}

/* ---- what the others tell a photo ---- */

static bool has_disc_at(const crok_board_photo *p, crok_mm at)
{
    const double reach_mm = SAME_PLACE_RADII * p->seen.board.disc_mm;
    for (int i = 0; i < p->n_discs; i++)
        if (hypot(p->disc[i].x - at.x, p->disc[i].y - at.y) < reach_mm)
            return true;
    return false;
}

/* Are the discs of both photos at the same places? If neither has a disc, they
 * are. */
static bool is_copy(const crok_board_photo *a, const crok_board_photo *b)
{
    const int fewer = a->n_discs < b->n_discs ? a->n_discs : b->n_discs;
    const int turn = match_of(a, b).turn;
    int n = 0;
    for (int i = 0; i < b->n_discs; i++)
        n += has_disc_at(a, crok_texture_turned(b->disc[i], turn));
    return fewer == 0 ? a->n_discs == b->n_discs : n >= COPY_FRAC * fewer;
}

/* Does another photo show the board with other discs? */
static bool tells_of_board(const crok_board_photo *other,
                           const crok_board_photo *p)
{
    return other->number != p->number && !is_copy(other, p);
}

/* The photo in whose frame the others are seen: that in which the hole is empty
 * with the highest chance, if one shows it. NULL: none tells of the board. */
static const crok_board_photo *best_of(const crok_board_group *g,
                                       const crok_board_photo *p)
{
    const crok_board_photo *best = NULL;
    for (int i = 0; i < g->n; i++) {
        const crok_board_photo *other = &g->photo[i];
        if (tells_of_board(other, p) &&
            (best == NULL || (other->shows_floor && !best->shows_floor) ||
             (other->shows_floor &&
              other->seen.floor.chance > best->seen.floor.chance)))
            best = other;
    }
    return best;
}

/* Put together what the other photos show of the bare board. A line's width is
 * each photo's own. */
static void learn_bare(const crok_board_group *g, const crok_board_photo *p,
                       crok_board_lesson *out)
{
    const crok_board_photo *best = best_of(g, p);
    if (best == NULL)
        return;
    out->bare = best->seen;
    out->bare.n_sides = 0;
    out->bare.line_width_sigma_mm = HUGE_VAL;
    if (!best->shows_floor)
        out->bare.floor.chance = 0.0;
    for (int i = 0; i < g->n; i++) {
        const crok_board_photo *other = &g->photo[i];
        if (!tells_of_board(other, p))
            continue;
        out->n_bare++;
        if (other != best)
            crok_bare_add(&out->bare.bare, &other->seen.bare,
                          match_of(best, other).turn);
    }
}

/* Merge the sides of the whole group. */
static void learn_names(const crok_board_group *g, crok_board_lesson *out)
{
    crok_board_view *view = calloc((size_t)g->n, sizeof *view);
    for (int i = 0; view != NULL && i < g->n; i++)
        view[i] = (crok_board_view){.source = "", .seen = g->photo[i].seen};
    if (view != NULL &&
        crok_known_merge(view, g->n, g->photo[0].seen.board.model, &out->names,
                         NULL) == CROK_OK)
        out->n_names = g->n - 1;
    free(view);
}

void crok_board_groups_learn(const crok_board_groups *groups, int group,
                             const crok_board_photo *photo,
                             crok_board_lesson *out)
{
    const crok_board_group *g = groups->group[group];
    out->n_bare = 0;
    out->n_names = 0;
    learn_bare(g, photo, out);
    if (g->n > 1)
        learn_names(g, out);
}

/* ---- may the second result replace the first? ---- */

/* The side of `s` that is not in `used` with the colour nearest to that of
 * `side`; -1: all are used. */
static int nearest_side(const crok_observation *s, unsigned used,
                        const crok_side *side)
{
    int best = -1;
    int least = 0;
    for (int i = 0; i < s->n_sides; i++) {
        int sum = 0;
        for (int c = 0; c < 3; c++)
            sum += abs(s->sides[i].rgb[c] - side->rgb[c]);
        if ((used & 1U << i) != 0 || (best >= 0 && sum >= least))
            continue;
        least = sum;
        best = i;
    }
    return best;
}

/* The values that detection i may have. */
static crok_value value_of(const crok_score *s, int i)
{
    const int maybe = i - s->seen.n_discs;
    return maybe < 0 ? s->value[i]
                     : (crok_value){.lo = 0, .hi = s->maybe_value[maybe]};
}

/* Are two places in a photo the same, as far as discs go? */
static bool is_at(const crok_score *s, crok_px p, crok_px q)
{
    const crok_board_pose *pose = &s->seen.pose;
    const double radius_px =
        crok_camera_px_per_mm(&pose->camera) * pose->board.disc_mm;
    return hypot(p.x - q.x, p.y - q.y) < SAME_RADII * radius_px;
}

/* Is it outside the hole, and may it count? */
static bool may_count(const crok_score *s, int i)
{
    return !crok_disc_in_hole(thing(&s->seen, i)->state) &&
           value_of(s, i).hi > 0;
}

/* Are these the same detection with the same question, or with none? */
static bool is_same_thing(const crok_score *a, int i, const crok_score *b,
                          int k)
{
    const crok_seen_disc *d = thing(&a->seen, i);
    const crok_seen_disc *e = thing(&b->seen, k);
    const crok_value v = value_of(a, i);
    const crok_value w = value_of(b, k);
    return is_at(a, d->at_px, e->at_px) &&
           (i < a->seen.n_discs) == (k < b->seen.n_discs) &&
           (d->other_side < 0) == (e->other_side < 0) && v.lo == w.lo &&
           v.value == w.value && v.hi == w.hi;
}

/* Has b the disc that a has, or for a possible one anything at its place? */
static bool has_thing(const crok_score *a, int i, const crok_score *b)
{
    const crok_px at = thing(&a->seen, i)->at_px;
    for (int k = 0; k < n_things(&b->seen); k++) {
        const crok_px there = thing(&b->seen, k)->at_px;
        const bool is_possible = k >= b->seen.n_discs && is_at(b, at, there);
        if (is_possible || is_same_thing(a, i, b, k))
            return true;
    }
    return false;
}

static bool has_disc(const crok_score *a, int i, const crok_score *b)
{
    for (int k = 0; k < b->seen.n_discs; k++)
        if (is_same_thing(a, i, b, k))
            return true;
    return false;
}

/* Of what may count outside the hole, has the second result all discs of the
 * first one, and nothing that the first one has not at least as a possible
 * disc? */
static bool has_same_discs(const crok_score *first, const crok_score *again)
{
    for (int i = 0; i < first->seen.n_discs; i++)
        if (may_count(first, i) && !has_disc(first, i, again))
            return false;
    for (int k = 0; k < n_things(&again->seen); k++)
        if (may_count(again, k) && !has_thing(again, k, first))
            return false;
    return true;
}

bool crok_board_groups_agrees(const crok_score *first, const crok_score *again)
{
    unsigned used = 0;
    if (!has_same_discs(first, again))
        return false;
    for (int i = 0; i < again->seen.n_sides; i++) {
        const crok_side_score *b = &again->side[i];
        int k = nearest_side(&first->seen, used, &again->seen.sides[i]);
        int lo = k < 0 ? 0 : first->side[k].lo;
        int hi = k < 0 ? first->absent_hi : first->side[k].hi;
        if (b->lo < lo || b->hi > hi)
            return false;
        used |= k < 0 ? 0U : 1U << k;
    }
    for (int k = 0; k < first->seen.n_sides; k++)
        if ((used & 1U << k) == 0 && first->side[k].lo > 0)
            return false;
    return true;
}

void crok_board_groups_free(crok_board_groups *groups)
{
    for (int i = 0; i < groups->n; i++)
        free(groups->group[i]);
    *groups = (crok_board_groups){.n = 0};
}
