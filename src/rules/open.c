/* SPDX-License-Identifier: Apache-2.0 */
#include "rules/open.h"

#include <stdio.h>
#include <string.h>

#include "rules/judge_work.h"

/* ---- the two outcomes ---- */

void crok_outcomes_of(const crok_book *book, const crok_shot *shot,
                      crok_outcomes *out)
{
    for (int valid = 0; valid < 2; valid++)
        crok_judge_as(book, shot, valid == 1, &out->as[valid]);
}

static bool same_removals(const crok_decision *a, const crok_decision *b)
{
    for (int i = 0; i < a->n_remove; i++) {
        int at = crok_removal_find(b->remove, b->n_remove, a->remove[i].id);
        if (at < 0 || a->remove[i].to != b->remove[at].to)
            return false;
    }
    return a->n_remove == b->n_remove;
}

static bool same_in_play(const crok_decision *a, const crok_decision *b)
{
    return a->n_in_play == b->n_in_play &&
           memcmp(a->in_play, b->in_play,
                  (size_t)a->n_in_play * sizeof a->in_play[0]) == 0;
}

bool crok_outcomes_are_alike(const crok_outcomes *o, const crok_decision *made)
{
    for (int valid = 0; valid < 2; valid++) {
        const crok_decision *d = &o->as[valid];
        if (d->reshoot || d->n_unsure > 0 || d->n_restore > 0 ||
            !same_removals(d, made) || !same_in_play(d, made))
            return false;
    }
    return true;
}

static void add_unsure(crok_decision *d, int id)
{
    crok_removal *r = &d->unsure[d->n_unsure];
    if (d->n_unsure == CROK_MAX_DISCS ||
        crok_removal_find(d->unsure, d->n_unsure, id) >= 0)
        return;
    *r = (crok_removal){.id = id, .to = CROK_TO_DITCH};
    (void)snprintf(r->rule, sizeof r->rule, "V10");
    d->n_unsure++;
}

static void add_in_play(crok_decision *d, int id)
{
    int at = d->n_in_play++;
    for (; at > 0 && d->in_play[at - 1] > id; at--)
        d->in_play[at] = d->in_play[at - 1];
    d->in_play[at] = id;
}

/* Keep what one outcome keeps, if a board has room for it. */
static void keep_of(const crok_decision *one, crok_decision *d)
{
    for (int i = 0; i < one->n_in_play; i++)
        if (!crok_decision_keeps(d, one->in_play[i]) &&
            crok_removal_find(d->remove, d->n_remove, one->in_play[i]) < 0 &&
            d->n_in_play < CROK_MAX_DISCS)
            add_in_play(d, one->in_play[i]);
}

void crok_open_either(const crok_outcomes *o, crok_decision *d)
{
    for (int valid = 0; valid < 2; valid++)
        keep_of(&o->as[valid], d);
    for (int valid = 0; valid < 2; valid++) {
        const crok_decision *one = &o->as[valid];
        for (int i = 0; i < d->n_in_play; i++)
            if (!crok_decision_keeps(one, d->in_play[i]))
                add_unsure(d, d->in_play[i]);
        for (int i = 0; i < one->n_unsure; i++)
            if (one->unsure[i].to == CROK_TO_DITCH)
                add_unsure(d, one->unsure[i].id);
    }
}

/* ---- a shot that was not seen ---- */

static bool lies_after(const crok_shot *s, int id)
{
    return crok_disc_find(s->after, s->n_after, id) >= 0;
}

static bool is_board_known(const crok_shot *s)
{
    return (s->missing & CROK_MISS_AFTER) == 0;
}

void crok_open_unseen(const crok_shot *shot, crok_decision *out)
{
    crok_decision_begin(out, CROK_UNKNOWN, CROK_UNKNOWN);
    out->missing = shot->missing;
    for (int i = 0; i < shot->n_after; i++) {
        const crok_disc *d = &shot->after[i];
        if (d->state == CROK_DISC_HOLE) {
            crok_removal *r = &out->remove[out->n_remove++];
            *r = (crok_removal){.id = d->id, .to = CROK_TO_BOWL};
            (void)snprintf(r->rule, sizeof r->rule, "G6");
            out->twenties[d->side]++;
            continue;
        }
        add_in_play(out, d->id);
    }
}

void crok_open_doubt_board(crok_decision *d)
{
    for (int i = 0; i < d->n_in_play; i++)
        add_unsure(d, d->in_play[i]);
}

void crok_open_unseen_as(const crok_shot *shot, bool valid, crok_decision *out)
{
    int at = 0;
    crok_removal *r = NULL;
    crok_open_unseen(shot, out);
    out->valid = valid ? CROK_YES : CROK_NO;
    while (at < out->n_in_play && out->in_play[at] != shot->shot_disc)
        at++;
    if (valid || at == out->n_in_play)
        return;
    out->n_in_play--;
    memmove(&out->in_play[at], &out->in_play[at + 1],
            (size_t)(out->n_in_play - at) * sizeof out->in_play[0]);
    r = &out->remove[out->n_remove++];
    *r = (crok_removal){.id = shot->shot_disc, .to = CROK_TO_DITCH};
    (void)snprintf(r->rule, sizeof r->rule, "V10");
}

/* ---- questions ---- */

static void ask(crok_match *m, crok_asked q)
{
    if (m->n_asked == CROK_MAX_ASKED || (q.sides == 0 && !q.board))
        return;
    q.game = m->game;
    q.round = m->round;
    m->asked[m->n_asked++] = q;
}

/* Is the question about the round that is played? A round that was broken off
 * is none. */
static bool is_of_round(const crok_match *m, const crok_asked *q)
{
    return q->what != CROK_ASKED_REPLAY && q->game == m->game &&
           q->round == m->round;
}

/* Answer a part of the questions of the present round. A question of which
 * nothing is left is dropped. */
static void answer(crok_match *m, unsigned sides, bool board)
{
    int n = 0;
    for (int i = 0; i < m->n_asked; i++) {
        crok_asked *q = &m->asked[i];
        if (is_of_round(m, q)) {
            q->sides &= ~sides;
            q->board = q->board && !board;
        }
        if (q->sides != 0 || q->board)
            m->asked[n++] = *q;
    }
    m->n_asked = n;
}

/* ---- 20s ---- */

/* Number of the decision's 20s of a side that may be none (B3). */
static int n_doubted(const crok_decision *d, const crok_shot *shot, int side)
{
    int n = 0;
    for (int i = 0; i < shot->n_after; i++) {
        int id = shot->after[i].id;
        int at = crok_removal_find(d->remove, d->n_remove, id);
        int doubt = crok_removal_find(d->unsure, d->n_unsure, id);
        n += shot->after[i].side == side && at >= 0 && doubt >= 0 &&
             d->remove[at].to == CROK_TO_BOWL &&
             d->unsure[doubt].to == CROK_TO_DITCH;
    }
    return n;
}

static int least(int a, int b)
{
    return a < b ? a : b;
}

static int most(int a, int b)
{
    return a > b ? a : b;
}

/* The match counts the smaller number of 20s of the two outcomes. Note how many
 * fewer and more there may be. Returns whether the number is open. */
static bool add_twenties(crok_match_side *s, const crok_outcomes *o,
                         const crok_shot *shot, int side)
{
    const crok_decision *a = &o->as[0];
    const crok_decision *b = &o->as[1];
    int counted = least(a->twenties[side], b->twenties[side]);
    int lo = least(a->twenties[side] - n_doubted(a, shot, side),
                   b->twenties[side] - n_doubted(b, shot, side));
    int hi = most(a->twenties[side], b->twenties[side]);
    s->twenties_fewer += counted - lo;
    s->twenties_more += hi - counted;
    return lo < hi;
}

/* V11: an outcome puts discs back that lie elsewhere now. Note by how much that
 * changes the board. */
static bool add_put_back(crok_match *m, const crok_decision *d,
                         const crok_shot *shot, const int *side)
{
    crok_value_rules rules = crok_book_value_rules(&m->info.book);
    bool any = false;
    for (int i = 0; i < d->n_restore; i++) {
        int id = d->restore[i].id;
        int was = crok_disc_find(shot->before, shot->n_before, id);
        int is = crok_disc_find(shot->after, shot->n_after, id);
        crok_rest a;
        crok_rest b;
        crok_value from;
        crok_value to;
        crok_match_side *s = NULL;
        if (was < 0 || is < 0)
            continue;
        a = crok_disc_rest(&shot->after[is], m->info.disc_mm);
        b = crok_disc_rest(&shot->before[was], m->info.disc_mm);
        from = crok_value_of(&m->info.lines, &rules, &a);
        to = crok_value_of(&m->info.lines, &rules, &b);
        s = &m->sides[side[shot->after[is].side]];
        s->board_fewer += most(0, from.lo - to.lo);
        s->board_more += most(0, to.hi - from.hi);
        any = any || from.lo != to.lo || from.hi != to.hi;
    }
    return any;
}

void crok_open_add_validity(crok_match *m, long seq, const crok_outcomes *o,
                            const crok_shot *shot, const int *side)
{
    crok_asked q = {.of = seq, .what = CROK_ASKED_VALIDITY};
    for (int i = 0; i < shot->n_sides; i++)
        if (add_twenties(&m->sides[side[i]], o, shot, i))
            q.sides |= 1U << side[i];
    q.board = m->n_unsure > 0;
    for (int valid = 0; valid < 2; valid++)
        if (add_put_back(m, &o->as[valid], shot, side))
            q.board = true;
    ask(m, q);
}

/* Has a disc of this side left the board in the shot, as far as is known? The
 * shooting disc has if it does not lie there. */
static bool may_be_twenty(const crok_shot *s, int side)
{
    bool is_open = !is_board_known(s);
    if (side == s->shooter && (is_open || !lies_after(s, s->shot_disc)))
        return true;
    for (int i = 0; i < s->n_before; i++)
        if (s->before[i].side == side &&
            (is_open || !lies_after(s, s->before[i].id)))
            return true;
    return false;
}

/* After a shot of which the board is not known every disc may lie in the
 * central circle. */
static void add_unknown_board(crok_match *m, const crok_shot *shot,
                              const int *side)
{
    crok_value_rules rules = crok_book_value_rules(&m->info.book);
    int in_ring = m->info.book.value_inner;
    if (m->is_board_unknown)
        return;
    m->is_board_unknown = true;
    for (int i = 0; i < shot->n_after; i++) {
        crok_rest rest = crok_disc_rest(&shot->after[i], m->info.disc_mm);
        crok_value v = crok_value_of(&m->info.lines, &rules, &rest);
        if (shot->after[i].state != CROK_DISC_HOLE)
            m->sides[side[shot->after[i].side]].board_more +=
                most(0, in_ring - v.hi);
    }
}

/* One disc of this side may have been sunk. If the board after the shot is not
 * known, the disc is one that lies on the board otherwise: the shooting disc is
 * worth up to a 20 more, any other one the difference to the central circle. */
static void add_unseen_twenty(crok_match *m, const crok_shot *shot,
                              bool is_shooter, int side)
{
    crok_match_side *s = &m->sides[side];
    const crok_book *book = &m->info.book;
    s->twenties_more++;
    if (is_board_known(shot))
        return;
    s->twenties_on_board++;
    s->board_more += is_shooter ? book->value_hole
                                : most(0, book->value_hole - book->value_inner);
}

void crok_open_add_unseen(crok_match *m, const crok_unseen_shot *what,
                          const crok_shot *shot, const int *side)
{
    crok_asked q = {.of = what->seq, .what = CROK_ASKED_UNSEEN};
    bool is_sunk = what->is_decided;
    q.board = !is_board_known(shot);
    for (int i = 0; i < shot->n_after; i++)
        is_sunk = is_sunk || shot->after[i].state == CROK_DISC_HOLE;
    for (int i = 0; i < shot->n_sides && !is_sunk; i++) {
        if (i == shot->shooter && what->valid == CROK_NO)
            continue;
        if (may_be_twenty(shot, i) || (q.board && m->is_board_unknown)) {
            add_unseen_twenty(m, shot, i == shot->shooter, side[i]);
            q.sides |= 1U << side[i];
        }
    }
    if (q.board)
        add_unknown_board(m, shot, side);
    if (q.board && what->is_decided && !what->is_off)
        m->sides[side[shot->shooter]].board_more += m->info.book.value_inner;
    ask(m, q);
}

void crok_open_add_disc(crok_match *m, long seq, unsigned sides, bool board)
{
    ask(m, (crok_asked){.of = seq,
                        .what = CROK_ASKED_DISC,
                        .sides = sides,
                        .board = board});
}

/* If the round was played to its end, any disc that was left may have been a 20
 * and any total is possible from none to all of that. If not it adds nothing.
 */
void crok_open_add_replay(crok_match *m, long seq)
{
    const crok_book *book = &m->info.book;
    int n = m->info.n_sides;
    crok_points total[CROK_MAX_SIDES];
    crok_asked q = {.of = seq, .what = CROK_ASKED_REPLAY, .board = true};
    for (int i = 0; i < n; i++) {
        int lo = 0;
        int hi = 0;
        total[i] = crok_match_closed_total(m, i);
        total[i].lo = 0;
        total[i].hi += crok_match_left(m, i) * book->value_hole;
        crok_match_twenties(m, i, false, &lo, &hi);
        m->sides[i].total_more +=
            hi + crok_match_unwatched(m, i) + crok_match_left(m, i);
        q.sides |= 1U << i;
    }
    for (int i = 0; i < n; i++) {
        crok_open_result open = crok_round_result_open(book, total, n, i);
        crok_tally_add(&m->sides[i].game_hi, &open.hi);
    }
    ask(m, q);
}

/* ---- the next board ---- */

static void add_loose(crok_match *m, int id, int side)
{
    if (crok_open_loose_side(m, id) < 0 && m->n_loose < 2 * CROK_MAX_DISCS)
        m->loose[m->n_loose++] = (crok_loose){id, side};
}

/* The side of a disc of the shot; -1: it is not in it. */
static int shot_side(const crok_shot *s, int id)
{
    int after = crok_disc_find(s->after, s->n_after, id);
    int before = crok_disc_find(s->before, s->n_before, id);
    if (id == s->shot_disc)
        return s->shooter;
    return after >= 0    ? s->after[after].side
           : before >= 0 ? s->before[before].side
                         : -1;
}

static bool goes_to_bowl(const crok_decision *d, int id)
{
    int at = crok_removal_find(d->remove, d->n_remove, id);
    return at >= 0 && d->remove[at].to == CROK_TO_BOWL;
}

static void loosen(crok_match *m, const crok_shot *shot,
                   const crok_decision *made, const int *side, int id)
{
    int s = shot_side(shot, id);
    if (s >= 0 && !goes_to_bowl(made, id))
        add_loose(m, id, side[s]);
}

void crok_open_set_loose(crok_match *m, const crok_outcomes *o,
                         const crok_shot *shot, const crok_decision *made,
                         const int *side)
{
    if (o == NULL) {
        loosen(m, shot, made, side, shot->shot_disc);
        for (int i = 0; i < shot->n_before; i++)
            loosen(m, shot, made, side, shot->before[i].id);
        return;
    }
    for (int valid = 0; valid < 2; valid++)
        for (int i = 0; i < o->as[valid].n_in_play; i++) {
            int id = o->as[valid].in_play[i];
            if (!crok_decision_keeps(&o->as[1 - valid], id) ||
                !crok_decision_keeps(made, id))
                loosen(m, shot, made, side, id);
        }
}

int crok_open_loose_side(const crok_match *m, int id)
{
    for (int i = 0; i < m->n_loose; i++)
        if (m->loose[i].id == id)
            return m->loose[i].side;
    return -1;
}

void crok_open_know_board(crok_match *m)
{
    m->n_loose = 0;
    for (int i = 0; i < m->info.n_sides; i++)
        m->sides[i].board_fewer = m->sides[i].board_more =
            m->sides[i].twenties_on_board = 0;
    m->is_board_unknown = false;
    answer(m, 0, true);
}

void crok_open_know_twenties(crok_match *m, int side)
{
    crok_match_side *s = &m->sides[side];
    s->twenties_unsure = s->twenties_lean = 0;
    s->twenties_fewer = s->twenties_more = s->twenties_on_board = 0;
    s->before_watch = 0;
    answer(m, 1U << side, false);
}

/* ---- rounds ---- */

void crok_open_drop_round(crok_match *m)
{
    answer(m, ~0U, true);
    crok_open_begin_round(m);
}

void crok_open_begin_round(crok_match *m)
{
    m->n_loose = 0;
    m->is_board_unknown = false;
    for (int i = 0; i < m->info.n_sides; i++) {
        crok_match_side *s = &m->sides[i];
        s->twenties_on_board = 0;
        s->twenties_unsure = s->twenties_lean = s->before_watch = 0;
        s->twenties_fewer = s->twenties_more = 0;
        s->board_fewer = s->board_more = 0;
    }
}

void crok_open_end_round(crok_match *m)
{
    bool has_range = false;
    bool is_asked = false;
    for (int i = 0; i < m->info.n_sides; i++) {
        crok_match_side *s = &m->sides[i];
        crok_points p = crok_match_closed_total(m, i);
        int lo = 0;
        int hi = 0;
        crok_match_twenties(m, i, false, &lo, &hi);
        has_range = has_range || p.lo != p.hi;
        s->total_fewer += s->twenties - lo;
        s->total_more += hi - s->twenties;
        if (!m->is_counted)
            s->total_more += crok_match_unwatched(m, i);
    }
    for (int i = 0; i < m->n_asked; i++)
        is_asked = is_asked || is_of_round(m, &m->asked[i]);
    if (has_range && !is_asked)
        ask(m, (crok_asked){
                   .of = m->last.seq, .what = CROK_ASKED_CALLS, .board = true});
}
