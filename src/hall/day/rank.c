/* SPDX-License-Identifier: Apache-2.0 */
#include "hall/day/rank.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "hall/day/stages.h"

/* ---- adding up ---- */

/* Get the row of an entry, or add one. */
static crok_rank_row *row_of(const crok_day_view *v, crok_rank_group *g,
                             int entry)
{
    const crok_day_settings *s = &v->day->settings;
    crok_rank_row *row = NULL;
    for (int i = 0; i < g->n; i++)
        if (g->rows[i].entry == entry)
            return &g->rows[i];
    row = &g->rows[g->n++];
    *row = (crok_rank_row){.entry = entry, .settled = INT_MAX};
    for (int i = 0; i < s->n_settled; i++)
        if (crok_name_same(s->settled[i], v->entries.list[entry].name))
            row->settled = i;
    return row;
}

/* Add what a side has done to the row of one for whom it counts. */
static void add_side(crok_rank_row *row, const crok_bout *b, int side)
{
    unsigned bit = 1U << side;
    row->games++;
    row->won += b->won == bit;
    row->points += b->points[side];
    row->twenties += b->twenties[side];
    row->disqualified =
        row->disqualified || (b->match->m->end.disqualified & bit) != 0;
    for (int i = 0; i < b->n; i++)
        row->forfeited += (b->rounds[i].forfeited_by & bit) != 0;
}

static void add_bout(const crok_day_view *v, crok_rank_group *g,
                     const crok_bout *b)
{
    for (int i = 0; i < b->match->m->end.info.n_sides; i++)
        for (int k = 0; k < b->match->credit[i].n; k++)
            add_side(row_of(v, g, b->match->credit[i].entry[k]), b, i);
}

static bool begin(const crok_day_view *v, crok_rank_group *g)
{
    g->rows = calloc((size_t)v->entries.n + 1, sizeof *g->rows);
    return g->rows != NULL;
}

/* ---- ranking ---- */

/* How much better a is than b; 0: they share the rank. */
static int better(const crok_rank_row *a, const crok_rank_row *b,
                  const crok_rank_order *order)
{
    int won = order->by_won ? a->won - b->won : 0;
    int settled = (a->settled < b->settled) - (a->settled > b->settled);
    if (won != 0 || order->only_won)
        return won != 0 ? won : settled;
    if (a->points != b->points)
        return a->points - b->points;
    if (order->head_to_head && a->between != b->between)
        return a->between - b->between;
    return a->twenties != b->twenties ? a->twenties - b->twenties : settled;
}

/* Who are level stand in the order of their names. */
static bool stands_before(const crok_day_view *v, const crok_rank_row *a,
                          const crok_rank_row *b, const crok_rank_order *order)
{
    int more = better(a, b, order);
    return more != 0 ? more > 0
                     : strcmp(v->entries.list[a->entry].key,
                              v->entries.list[b->entry].key) < 0;
}

/* Sort rows (by insertion: a stage has some hundred players at the most) and
 * number the ranks, which begin after `before` others. */
static void rank_rows(const crok_day_view *v, crok_rank_row *rows, int n,
                      const crok_rank_order *order, int before)
{
    for (int i = 1; i < n; i++) {
        crok_rank_row row = rows[i];
        int k = i;
        for (; k > 0 && stands_before(v, &row, &rows[k - 1], order); k--)
            rows[k] = rows[k - 1];
        rows[k] = row;
    }
    for (int i = 0; i < n; i++)
        rows[i].rank = i > 0 && better(&rows[i], &rows[i - 1], order) == 0
                           ? rows[i - 1].rank
                           : before + i + 1;
}

static crok_rank_row *find_row(const crok_rank_group *g, int entry)
{
    int i = 0;
    while (g->rows[i].entry != entry)
        i++;
    return &g->rows[i];
}

/* Does this side meet an entry that has exactly this number of points? */
static bool meets_level(const crok_rank_group *g, const crok_day_match *match,
                        int side, int points)
{
    for (int i = 0; i < match->m->end.info.n_sides; i++)
        for (int k = 0; i != side && k < match->credit[i].n; k++)
            if (find_row(g, match->credit[i].entry[k])->points == points)
                return true;
    return false;
}

/* Add the points of a bout to `between` of those who play in it against one
 * that is level with them on points. Its players have rows. */
static void add_between(const crok_rank_group *g, const crok_bout *b)
{
    for (int i = 0; i < b->match->m->end.info.n_sides; i++)
        for (int k = 0; k < b->match->credit[i].n; k++) {
            crok_rank_row *row = find_row(g, b->match->credit[i].entry[k]);
            if (meets_level(g, b->match, i, row->points))
                row->between += b->points[i];
        }
}

static bool is_in(const crok_bout *b, const char *stage, const char *pool)
{
    return strcmp(b->stage, stage) == 0 && strcmp(b->match->pool, pool) == 0;
}

bool crok_rank_stage(const crok_day_view *v, const crok_bouts *b,
                     const char *stage, const char *pool, crok_rank_group *out)
{
    const crok_rank_order order = {.by_won = crok_stage_is_knockout(stage),
                                   .head_to_head =
                                       v->day->settings.head_to_head};
    crok_rank_group g = {.stage = stage, .pool = pool};
    if (!begin(v, &g))
        return false;
    for (int i = 0; i < b->n; i++)
        if (is_in(&b->list[i], stage, pool))
            add_bout(v, &g, &b->list[i]);
    for (int i = 0; order.head_to_head && i < b->n; i++)
        if (is_in(&b->list[i], stage, pool))
            add_between(&g, &b->list[i]);
    rank_rows(v, g.rows, g.n, &order, 0);
    *out = g;
    return true;
}

/* ---- the day ---- */

static void note_stage(const crok_credit *credit, int order, int *last)
{
    for (int i = 0; i < credit->n; i++)
        if (order > last[credit->entry[i]])
            last[credit->entry[i]] = order;
}

/* For each entry the place of the last stage in which it played, -1: none. */
static int *last_stages(const crok_day_view *v, const crok_bouts *b)
{
    int *last = malloc(((size_t)v->entries.n + 1) * sizeof *last);
    for (int i = 0; last != NULL && i < v->entries.n; i++)
        last[i] = -1;
    for (int i = 0; last != NULL && i < b->n; i++) {
        const crok_day_match *m = b->list[i].match;
        int order = crok_stage_order(m->stage);
        for (int k = 0; k < m->m->end.info.n_sides; k++)
            note_stage(&m->credit[k], order, last);
    }
    return last;
}

/* A match as one bout, although its games are several: who won it. */
static crok_bout whole_match(const crok_bout *b)
{
    unsigned winners = b->match->m->end.winners;
    crok_bout all = *b;
    if (b->game > 0)
        all.won = !b->is_last || (winners & (winners - 1)) != 0 ? 0 : winners;
    return all;
}

/* Rank those who came as far as the stage of this place and no further, after
 * those who are in *g already. */
static bool rank_level(const crok_day_view *v, const crok_bouts *b,
                       const int *last, int level, crok_rank_group *g)
{
    crok_rank_group here = {0};
    crok_rank_order order = {0};
    int before = g->n;
    const char *pool = NULL;
    if (!begin(v, &here))
        return false;
    for (int i = 0; i < b->n; i++) {
        const crok_day_match *m = b->list[i].match;
        crok_bout one = whole_match(&b->list[i]);
        if (crok_stage_order(m->stage) != level)
            continue;
        order.by_won = order.only_won = crok_stage_is_knockout(m->stage);
        order.head_to_head = (pool == NULL || strcmp(pool, m->pool) == 0) &&
                             v->day->settings.head_to_head;
        pool = m->pool;
        add_bout(v, &here, &one);
    }
    for (int i = 0; order.head_to_head && i < b->n; i++)
        if (crok_stage_order(b->list[i].match->stage) == level)
            add_between(&here, &b->list[i]);
    for (int i = 0; i < here.n; i++)
        if (last[here.rows[i].entry] == level)
            g->rows[g->n++] = here.rows[i];
    rank_rows(v, g->rows + before, g->n - before, &order, before);
    crok_rank_free(&here);
    return true;
}

bool crok_rank_day(const crok_day_view *v, const crok_bouts *b,
                   crok_rank_group *out)
{
    crok_rank_group g = {0};
    int *last = last_stages(v, b);
    int top = -1;
    bool done = last != NULL && begin(v, &g);
    for (int i = 0; done && i < v->entries.n; i++)
        top = last[i] > top ? last[i] : top;
    for (int level = top; done && level >= 0; level--)
        done = rank_level(v, b, last, level, &g);
    free(last);
    if (done)
        *out = g;
    else
        crok_rank_free(&g);
    return done;
}

void crok_rank_free(crok_rank_group *g)
{
    free(g->rows);
    *g = (crok_rank_group){0};
}
