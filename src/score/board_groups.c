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
/* The same detection in two scans of one photo, px. */
#define SAME_PX 0.5

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

/* The floor of the photo in which the hole is empty with the highest chance.
 * Nothing else of that photo is to count: neither its lines' width, nor the
 * colours of its discs, which may be others, or in another light. */
static void learn_floor(const crok_board_group *g, const crok_board_photo *p,
                        crok_board_lesson *out)
{
    for (int i = 0; i < g->n; i++) {
        const crok_board_photo *other = &g->photo[i];
        if (other->number == p->number || !other->shows_floor ||
            is_copy(other, p))
            continue;
        if (out->n_floor == 0 ||
            other->seen.floor.chance > out->floor.floor.chance)
            out->floor = other->seen;
        out->n_floor++;
    }
    out->floor.n_sides = 0;
    out->floor.line_width_sigma_mm = HUGE_VAL;
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
    out->n_floor = 0;
    out->n_names = 0;
    learn_floor(g, photo, out);
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

/* Are these the same detection with the same question, or with none? */
static bool is_same_thing(const crok_score *a, int i, const crok_score *b,
                          int k)
{
    const crok_seen_disc *d = thing(&a->seen, i);
    const crok_seen_disc *e = thing(&b->seen, k);
    const crok_value v = value_of(a, i);
    const crok_value w = value_of(b, k);
    return hypot(d->at_px.x - e->at_px.x, d->at_px.y - e->at_px.y) < SAME_PX &&
           (i < a->seen.n_discs) == (k < b->seen.n_discs) &&
           (d->other_side < 0) == (e->other_side < 0) && v.lo == w.lo &&
           v.value == w.value && v.hi == w.hi;
}

/* Does b have everything that a has outside the hole? */
static bool has_all_of(const crok_score *a, const crok_score *b)
{
    for (int i = 0; i < n_things(&a->seen); i++) {
        bool has = crok_disc_in_hole(thing(&a->seen, i)->state);
        for (int k = 0; !has && k < n_things(&b->seen); k++)
            has = is_same_thing(a, i, b, k);
        if (!has)
            return false;
    }
    return true;
}

/* Are as many parts, with the same areas, not seen? */
static bool has_same_unseen(const crok_unseen *a, const crok_unseen *b)
{
    for (int i = 0; i < a->n && a->n == b->n; i++)
        if (a->region[i].zones != b->region[i].zones ||
            fabs(a->region[i].frac - b->region[i].frac) > 1e-9)
            return false;
    return a->n == b->n;
}

bool crok_board_groups_agrees(const crok_score *first, const crok_score *again)
{
    unsigned used = 0;
    if (!has_all_of(first, again) || !has_all_of(again, first) ||
        !has_same_unseen(&first->seen.unseen, &again->seen.unseen))
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
