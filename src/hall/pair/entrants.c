/* SPDX-License-Identifier: Apache-2.0 */
#include "hall/pair/entrants.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* An entrant as he is sorted. */
typedef struct rated {
    int entry;
    int rank; /* in the standings; INT_MAX: he has none */
    int drawn;
} rated;

/* What the list is made from. */
typedef struct making {
    const crok_day_results *r;
    const crok_pair_wish *wish;
    const crok_pair_place *place;
    crok_entries entries; /* of those who take part */
    bool no_memory;
} making;

uint64_t crok_pair_seed(uint64_t number)
{
    return number * UINT64_C(0x9E3779B97F4A7C15);
}

int crok_pair_random(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return (int)(*state % 1000);
}

/* ---- the stage ---- */

static const char *first_of(const char *a, const char *b, const char *c)
{
    return a != NULL && a[0] != '\0' ? a : b[0] != '\0' ? b : c;
}

crok_pair_place crok_pair_place_of(const crok_day *day, const crok_pair_wish *w)
{
    const crok_day_settings *s = crok_day_settings_of(day);
    return (crok_pair_place){.stage = first_of(w->stage, s->stage, "Prelim"),
                             .pool = first_of(w->pool, s->pool, "A")};
}

bool crok_pair_is_of(const crok_day *day, const crok_pairing *p,
                     const crok_pair_place *place)
{
    const crok_day_settings *s = crok_day_settings_of(day);
    return crok_name_same(first_of(p->stage, s->stage, "Prelim"),
                          place->stage) &&
           crok_name_same(first_of(p->pool, s->pool, "A"), place->pool);
}

const crok_pairing_side *crok_bye_of(const crok_pairing *p)
{
    return crok_name_same(p->sides[0].player[0], "bye") ? &p->sides[1]
                                                        : &p->sides[0];
}

/* ---- who takes part ---- */

static void enter(making *m, const crok_pairing_side *side)
{
    m->no_memory = m->no_memory || crok_entries_add(&m->entries, side) < 0;
}

/* Enter a side; where players enter alone, each of its players. */
static void enter_all(making *m, const crok_pairing_side *side)
{
    if (m->wish->method != CROK_PAIR_PARTNERS) {
        enter(m, side);
        return;
    }
    for (int i = 0; i < side->n; i++) {
        crok_pairing_side one = {.n = 1};
        memcpy(one.player[0], side->player[i], sizeof one.player[0]);
        enter(m, &one);
    }
}

static void enter_paired(making *m)
{
    const crok_day *day = m->r->view.day;
    const crok_pairings *p = &day->pairings;
    for (int i = 0; i < p->n; i++)
        for (int k = 0; k < p->list[i].n_sides; k++)
            if (crok_pair_is_of(day, &p->list[i], m->place))
                enter_all(m, &p->list[i].sides[k]);
    for (int i = 0; i < p->n_byes; i++)
        if (crok_pair_is_of(day, &p->byes[i], m->place))
            enter_all(m, crok_bye_of(&p->byes[i]));
}

/* ---- their order ---- */

static const crok_stage_standings *standings_of(const making *m)
{
    const crok_standings *s = &m->r->standings;
    for (int i = 0; i < s->n; i++)
        if (crok_name_same(s->stages[i].stage, m->place->stage) &&
            crok_name_same(s->stages[i].pool, m->place->pool))
            return &s->stages[i];
    return NULL;
}

static int by_rank(const void *a, const void *b)
{
    const rated *x = a;
    const rated *y = b;
    if (x->rank != y->rank)
        return x->rank < y->rank ? -1 : 1;
    return x->drawn != y->drawn ? x->drawn - y->drawn : x->entry - y->entry;
}

/* Who is level stays in the order of the list, or is drawn. Who was
 * disqualified in the stage is left out, unless a list of players names him. */
static rated *rate(making *m, int *n)
{
    const crok_stage_standings *s = standings_of(m);
    uint64_t state = crok_pair_seed(m->wish->draw);
    rated *list = calloc((size_t)m->entries.n + 1, sizeof *list);
    *n = 0;
    for (int i = 0; list != NULL && i < m->entries.n; i++) {
        rated one = {.entry = i, .rank = INT_MAX};
        bool is_out = false;
        if (state != 0)
            one.drawn = crok_pair_random(&state);
        for (int k = 0; s != NULL && k < s->n; k++) {
            if (strcmp(s->rows[k].name, m->entries.list[i].name) != 0)
                continue;
            one.rank = s->rows[k].rank;
            is_out = s->rows[k].disqualified && m->wish->n_players == 0;
        }
        if (!is_out)
            list[(*n)++] = one;
    }
    if (list != NULL)
        qsort(list, (size_t)*n, sizeof *list, by_rank);
    return list;
}

/* ---- what they have played ---- */

/* The place of a player, or of a side, in the list; -1: it is not in it. */
static int place_of(const making *m, const int *at, const crok_pairing_side *s)
{
    int entry = crok_entries_find(&m->entries, s);
    return entry < 0 ? -1 : at[entry];
}

static int place_of_player(const making *m, const int *at,
                           const crok_pairing_side *side, int player)
{
    crok_pairing_side one = {.n = 1};
    memcpy(one.player[0], side->player[player], sizeof one.player[0]);
    return place_of(m, at, &one);
}

static void note(int *counts, int n, int a, int b)
{
    if (a >= 0 && b >= 0 && a != b)
        crok_pair_note(counts, n, a, b);
}

/* Note who met in a pairing of players who have partners. */
static void note_players(const making *m, const int *at, const crok_pairing *p,
                         crok_pair_past *past)
{
    const crok_pairing_side *s = p->sides;
    for (int i = 0; i < p->n_sides; i++)
        for (int k = 0; k < s[i].n; k++) {
            int one = place_of_player(m, at, &s[i], k);
            for (int j = 0; j < k; j++)
                note(past->with, past->n, one,
                     place_of_player(m, at, &s[i], j));
            for (int j = 0; i > 0 && j < s[0].n; j++)
                note(past->met, past->n, one, place_of_player(m, at, &s[0], j));
        }
}

static void note_sides(const making *m, const int *at, const crok_pairing *p,
                       crok_pair_past *past)
{
    for (int i = 0; i < p->n_sides; i++)
        for (int k = 0; k < i; k++)
            note(past->met, past->n, place_of(m, at, &p->sides[i]),
                 place_of(m, at, &p->sides[k]));
}

static void note_past(const making *m, const int *at, crok_pair_past *past)
{
    const crok_day *day = m->r->view.day;
    const crok_pairings *p = &day->pairings;
    for (int i = 0; i < p->n; i++) {
        if (!crok_pair_is_of(day, &p->list[i], m->place))
            continue;
        if (m->wish->method == CROK_PAIR_PARTNERS)
            note_players(m, at, &p->list[i], past);
        else
            note_sides(m, at, &p->list[i], past);
    }
    for (int i = 0; i < p->n_byes; i++) {
        int one = place_of(m, at, crok_bye_of(&p->byes[i]));
        if (one >= 0 && crok_pair_is_of(day, &p->byes[i], m->place))
            past->byes[one]++;
    }
}

/* Find the highest number of a game of the stage, and whether it has any. */
static void count_games(const making *m, crok_entrants *out)
{
    const crok_day *day = m->r->view.day;
    for (int i = 0; i < day->pairings.n; i++) {
        const crok_pairing *p = &day->pairings.list[i];
        long game = strtol(p->game, NULL, 10);
        if (!crok_pair_is_of(day, p, m->place))
            continue;
        out->is_paired = true;
        out->games = game > out->games ? (int)game : out->games;
    }
}

/* ---- the list ---- */

static crok_status list_rated(making *m, const rated *list, int n,
                              crok_entrants *out, crok_err *err)
{
    int *at = calloc((size_t)m->entries.n + 1, sizeof *at);
    crok_entrants e = {.n = n};
    crok_status st = crok_pair_past_make(n, &e.past, err);
    count_games(m, &e);
    e.list = calloc((size_t)n + 1, sizeof *e.list);
    if (st == CROK_OK && (at == NULL || e.list == NULL))
        st = crok_fail(err, CROK_ENOMEM, "no memory for the entrants");
    for (int i = 0; st == CROK_OK && i < m->entries.n; i++)
        at[i] = -1;
    for (int i = 0; st == CROK_OK && i < n; i++) {
        at[list[i].entry] = i;
        e.list[i] = m->entries.list[list[i].entry].side;
    }
    if (st == CROK_OK) {
        note_past(m, at, &e.past);
        *out = e;
    } else {
        crok_entrants_free(&e);
    }
    free(at);
    return st;
}

crok_status crok_entrants_make(const crok_day_results *r,
                               const crok_pair_wish *w,
                               const crok_pair_place *place, crok_entrants *out,
                               crok_err *err)
{
    making m = {.r = r, .wish = w, .place = place};
    rated *list = NULL;
    int n = 0;
    crok_status st = CROK_OK;
    for (int i = 0; i < w->n_players; i++)
        enter_all(&m, &w->players[i]);
    if (w->n_players == 0)
        enter_paired(&m);
    list = rate(&m, &n);
    st = m.no_memory || list == NULL
             ? crok_fail(err, CROK_ENOMEM, "no memory for the entrants")
             : list_rated(&m, list, n, out, err);
    free(list);
    crok_entries_free(&m.entries);
    return st;
}

void crok_entrants_free(crok_entrants *e)
{
    free(e->list);
    crok_pair_past_free(&e->past);
    *e = (crok_entrants){0};
}
