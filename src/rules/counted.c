/* SPDX-License-Identifier: Apache-2.0 */
#include "rules/counted.h"

#include <string.h>

#include "rules/finish.h"
#include "rules/open.h"

void crok_ring_values(const crok_book *b, int value[CROK_N_RINGS])
{
    value[0] = b->value_hole;
    value[1] = b->value_inner;
    value[2] = b->value_middle;
    value[3] = b->value_outer;
}

/* ---- whose turn it is ---- */

/* Number of discs that a side has shot by its count. Returns false if the count
 * does not say. */
static bool count_shots(const crok_match_side *s, int *out)
{
    *out = 0;
    if (!s->has_count)
        return true;
    *out = s->count.out;
    for (int i = 0; i < CROK_N_RINGS; i++)
        *out += s->count.ring[i];
    return s->count.has_out;
}

int crok_counted_left(const crok_match *m, int side)
{
    int shots = 0;
    if (!m->is_counted || !m->sides[side].has_count ||
        !count_shots(&m->sides[side], &shots))
        return crok_match_left(m, side);
    return crok_match_dealt(m, side) - shots - m->turns.unplayed[side];
}

bool crok_counted_shots(const crok_match *m, int shots[CROK_MAX_SIDES])
{
    for (int i = 0; i < m->info.n_sides; i++)
        if (!count_shots(&m->sides[i], &shots[i]))
            return false;
    return true;
}

bool crok_counted_turns(const crok_match *m, crok_turns *out)
{
    const crok_book *book = &m->info.book;
    const crok_seats *seats = &m->info.seats;
    int rest[CROK_MAX_SIDES] = {0};
    *out = crok_turns_start(book, seats, m->turns.first);
    memcpy(out->unplayed, m->turns.unplayed, sizeof out->unplayed);
    if (!crok_counted_shots(m, rest))
        return false;
    for (int p = crok_turns_player(book, seats, out);
         p >= 0 && rest[seats->side[p]] > 0;
         p = crok_turns_player(book, seats, out)) {
        rest[seats->side[p]]--;
        crok_turns_shot(book, seats, out, p);
    }
    return true;
}

/* ---- the count ---- */

static crok_status count_rings(const crok_match *m, const crok_side_count *c,
                               int side, int *total, crok_err *err)
{
    int value[CROK_N_RINGS];
    int n = c->out;
    crok_ring_values(&m->info.book, value);
    *total = 0;
    for (int i = 0; i < CROK_N_RINGS; i++) {
        n += c->ring[i];
        *total += c->ring[i] * value[i];
    }
    if (n <= crok_match_dealt(m, side))
        return CROK_OK;
    return crok_fail(err, CROK_ECONFLICT,
                     "%s: %d discs are counted, but only %d were dealt",
                     c->side, n, crok_match_dealt(m, side));
}

/* Can at most n discs outside the hole make this total? */
static bool can_make(const crok_book *b, int n, int total)
{
    for (int inner = 0; inner <= n; inner++)
        for (int middle = 0; inner + middle <= n; middle++)
            for (int outer = 0; inner + middle + outer <= n; outer++)
                if (inner * b->value_inner + middle * b->value_middle +
                        outer * b->value_outer ==
                    total)
                    return true;
    return false;
}

/* Check that the discs can make this total, with these 20s in it. */
static crok_status check_total(const crok_match *m, const crok_side_count *c,
                               int side, crok_err *err)
{
    int hole = m->info.book.value_hole;
    int dealt = crok_match_dealt(m, side);
    if (c->total > dealt * hole)
        return crok_fail(err, CROK_ECONFLICT,
                         "%s: a total of %d, but %d discs make at most %d",
                         c->side, c->total, dealt, dealt * hole);
    if (c->twenties > dealt || c->twenties * hole > c->total)
        return crok_fail(err, CROK_ECONFLICT,
                         "%s: %d 20s do not fit into a total of %d", c->side,
                         c->twenties, c->total);
    if (!can_make(&m->info.book, dealt - c->twenties,
                  c->total - c->twenties * hole))
        return crok_fail(err, CROK_ECONFLICT,
                         "%s: %d discs, %d of them 20s, cannot make a total of "
                         "%d",
                         c->side, dealt, c->twenties, c->total);
    return CROK_OK;
}

/* If more was shot since time was up than was to be shot, less is unplayed. */
static void count_unplayed(crok_match *m, int side)
{
    int shots = 0;
    int rest = 0;
    if (!count_shots(&m->sides[side], &shots))
        return;
    rest = crok_match_dealt(m, side) - shots;
    if (m->turns.unplayed[side] > rest)
        m->turns.unplayed[side] = rest;
}

static crok_status count_side(crok_match *m, const crok_side_count *c,
                              unsigned *counted, crok_err *err)
{
    int side = crok_match_side_of(m, c->side);
    int total = c->total;
    int twenties = c->by_ring ? c->ring[0] : c->twenties;
    crok_status st = CROK_OK;
    if (side < 0)
        return crok_fail(err, CROK_ECONFLICT, "side: \"%s\" does not play",
                         c->side);
    if ((*counted & 1U << side) != 0)
        st = crok_fail(err, CROK_ECONFLICT, "side: \"%s\" stands twice",
                       c->side);
    if (st == CROK_OK)
        st = c->by_ring ? count_rings(m, c, side, &total, err)
                        : check_total(m, c, side, err);
    if (st != CROK_OK)
        return st;
    *counted |= 1U << side;
    m->sides[side].counted = total;
    m->sides[side].has_count = true;
    m->sides[side].count = *c;
    m->sides[side].twenties_total += twenties - m->sides[side].twenties;
    m->sides[side].twenties = twenties;
    count_unplayed(m, side);
    return CROK_OK;
}

static bool is_all_shot(const crok_match *m)
{
    for (int i = 0; i < m->info.n_sides; i++)
        if (crok_counted_left(m, i) > 0)
            return false;
    return true;
}

crok_status crok_match_count(crok_match *m, const crok_round_count *c,
                             crok_err *err)
{
    unsigned counted = 0;
    crok_status st = crok_match_check_answered(m, err);
    for (int i = 0; st == CROK_OK && i < c->n; i++)
        st = count_side(m, &c->sides[i], &counted, err);
    if (st != CROK_OK)
        return st;
    if (c->final && c->n < m->info.n_sides)
        return crok_fail(err, CROK_ECONFLICT,
                         "sides: a final count has every side");
    m->is_counted = true;
    crok_open_drop_round(m);
    m->n_discs = 0;
    m->n_unsure = 0;
    m->ask = CROK_ASK_NOTHING;
    m->state = is_all_shot(m) ? CROK_STATE_ROUND_OVER : CROK_STATE_PLAYING;
    if (c->final)
        crok_match_end_round(m);
    return CROK_OK;
}
