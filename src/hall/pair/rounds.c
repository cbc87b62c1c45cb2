/* SPDX-License-Identifier: Apache-2.0 */
#include "hall/pair/rounds.h"

#include <stdbool.h>
#include <stdlib.h>

/* More than all distances together: there are at most 512 pairs, each of at
 * most 1024 * 1024. */
#define DISTANCES (INT64_C(1) << 30)

/* One repetition costs more than the bye of any of 1024, and all distances. */
#define REPETITION (DISTANCES << 11)

/* More repetitions of one pairing than this cost no more. */
enum { MOST_TIMES = 1 << 8 };

crok_status crok_pair_past_make(int n, crok_pair_past *out, crok_err *err)
{
    size_t all = (size_t)n * (size_t)n + 1;
    crok_pair_past p = {.n = n};
    if (n > CROK_PAIR_MOST)
        return crok_fail(err, CROK_ETOOLARGE,
                         "%d entrants: at most %d can be paired", n,
                         CROK_PAIR_MOST);
    p.met = calloc(all, sizeof *p.met);
    p.with = calloc(all, sizeof *p.with);
    p.byes = calloc((size_t)n + 1, sizeof *p.byes);
    if (p.met != NULL && p.with != NULL && p.byes != NULL) {
        *out = p;
        return CROK_OK;
    }
    crok_pair_past_free(&p);
    return crok_fail(err, CROK_ENOMEM, "no memory to pair %d entrants", n);
}

void crok_pair_past_free(crok_pair_past *p)
{
    free(p->met);
    free(p->with);
    free(p->byes);
    *p = (crok_pair_past){0};
}

void crok_pair_note(int *counts, int n, int a, int b)
{
    counts[a * n + b]++;
    counts[b * n + a]++;
}

static int64_t repeated(int times)
{
    return (times < MOST_TIMES ? times : MOST_TIMES) * REPETITION;
}

static int64_t squared(int distance)
{
    return (int64_t)distance * distance;
}

/* Costs of n things, to be freed; NULL: no memory. */
static int64_t *new_costs(int n)
{
    return calloc((size_t)n * (size_t)n + 1, sizeof(int64_t));
}

static void set_cost(int64_t *cost, int n, int a, int b, int64_t value)
{
    cost[a * n + b] = cost[b * n + a] = value;
}

/* ---- Swiss ---- */

crok_status crok_pair_swiss(const crok_pair_past *past, int *opponent,
                            crok_err *err)
{
    int n = past->n;
    int even = n + n % 2; /* the last one is the bye */
    int64_t *cost = new_costs(even);
    int *mate = calloc((size_t)even + 1, sizeof *mate);
    crok_status st = CROK_OK;
    if (cost == NULL || mate == NULL)
        st = crok_fail(err, CROK_ENOMEM, "no memory to pair %d entrants", n);
    for (int i = 0; i < n && st == CROK_OK; i++) {
        for (int k = 0; k < i; k++)
            set_cost(cost, even, i, k,
                     repeated(past->met[i * n + k]) + squared(i - k));
        if (even > n)
            set_cost(cost, even, i, n,
                     repeated(past->byes[i]) + (n - i) * DISTANCES);
    }
    if (st == CROK_OK)
        st = crok_matching(even, cost, mate, err);
    for (int i = 0; i < n && st == CROK_OK; i++)
        opponent[i] = mate[i] == n ? -1 : mate[i];
    free(cost);
    free(mate);
    return st;
}

/* ---- drawn partners ---- */

/* A round that is being drawn. */
typedef struct drawing {
    const crok_pair_past *past;
    const int *draw;
    int n_in;      /* entrants who play, a multiple of four */
    int *in;       /* owned: they */
    int *mate;     /* owned: index in `in` of each one's partner; later of each
                    * team's opponent */
    int *team;     /* owned: two entrants a team */
    int64_t *cost; /* owned */
} drawing;

/* Leave out who does not play: the last among those with the fewest byes, one
 * after another. */
static void choose_players(drawing *d)
{
    int n = d->past->n;
    bool *out = calloc((size_t)n + 1, sizeof *out);
    d->n_in = 0;
    for (int k = 0; k < n % 4 && out != NULL; k++) {
        int last = -1;
        for (int i = n - 1; i >= 0; i--)
            if (!out[i] && (last < 0 || d->past->byes[i] < d->past->byes[last]))
                last = i;
        out[last] = true;
    }
    for (int i = 0; i < n && out != NULL; i++)
        if (!out[i])
            d->in[d->n_in++] = i;
    free(out);
}

static void cost_partners(drawing *d)
{
    int n = d->past->n;
    for (int i = 0; i < d->n_in; i++)
        for (int k = 0; k < i; k++) {
            int at = d->in[i] * n + d->in[k];
            set_cost(d->cost, d->n_in, i, k,
                     repeated(d->past->with[at]) + d->draw[at]);
        }
}

static void make_teams(drawing *d)
{
    int n = 0;
    for (int i = 0; i < d->n_in; i++)
        if (i < d->mate[i]) {
            d->team[n++] = d->in[i];
            d->team[n++] = d->in[d->mate[i]];
        }
}

static void cost_teams(drawing *d)
{
    int n = d->past->n;
    for (int i = 0; i < d->n_in / 2; i++)
        for (int k = 0; k < i; k++) {
            const int *a = &d->team[2 * i];
            const int *b = &d->team[2 * k];
            int times =
                d->past->met[a[0] * n + b[0]] + d->past->met[a[0] * n + b[1]] +
                d->past->met[a[1] * n + b[0]] + d->past->met[a[1] * n + b[1]];
            /* half the distance of the sums of places: a distance of places */
            int distance = (a[0] + a[1] - b[0] - b[1]) / 2;
            set_cost(d->cost, d->n_in / 2, i, k,
                     repeated(times) + squared(distance));
        }
}

static void seat_teams(const drawing *d, int *seat)
{
    int match = 0;
    for (int i = 0; i < d->past->n; i++)
        seat[i] = -1;
    for (int i = 0; i < d->n_in / 2; i++) {
        if (i > d->mate[i])
            continue;
        for (int k = 0; k < 4; k++)
            seat[d->team[2 * (k < 2 ? i : d->mate[i]) + k % 2]] = 4 * match + k;
        match++;
    }
}

crok_status crok_pair_partners(const crok_pair_past *past, const int *draw,
                               int *seat, crok_err *err)
{
    size_t room = (size_t)past->n + 1;
    drawing d = {.past = past,
                 .draw = draw,
                 .in = calloc(room, sizeof(int)),
                 .mate = calloc(room, sizeof(int)),
                 .team = calloc(room, sizeof(int)),
                 .cost = new_costs(past->n)};
    crok_status st = CROK_OK;
    if (d.in == NULL || d.mate == NULL || d.team == NULL || d.cost == NULL)
        st = crok_fail(err, CROK_ENOMEM, "no memory to draw partners");
    if (st == CROK_OK) {
        choose_players(&d);
        cost_partners(&d);
        st = crok_matching(d.n_in, d.cost, d.mate, err);
    }
    if (st == CROK_OK) {
        make_teams(&d);
        cost_teams(&d);
        st = crok_matching(d.n_in / 2, d.cost, d.mate, err);
    }
    if (st == CROK_OK)
        seat_teams(&d, seat);
    free(d.in);
    free(d.mate);
    free(d.team);
    free(d.cost);
    return st;
}

/* ---- round robin ---- */

int crok_round_robin_rounds(int n)
{
    return n < 2 ? 0 : n + n % 2 - 1;
}

int crok_round_robin(int n, int round, int i)
{
    int moving = crok_round_robin_rounds(n); /* and one that stays */
    int other = 0;
    CROK_ASSERT(n >= 2 && i < n && round < moving);
    if (i == moving) /* the one that stays meets who comes to its place */
        return round * (moving + 1) / 2 % moving;
    other = ((round - i) % moving + moving) % moving;
    if (other == i)
        other = moving;
    return other < n ? other : -1;
}

/* ---- brackets ---- */

int crok_bracket_seed(int n, int place)
{
    int seed = 0;
    /* Of two places the better seed is at the even one, and their seeds add up
     * to the number of those left, less one. */
    for (int left = 2, half = n / 2; left <= n; left *= 2, half /= 2) {
        int second = place / half % 2;
        if (second != 0)
            seed = left - 1 - seed;
    }
    return seed;
}
