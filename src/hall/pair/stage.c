/* SPDX-License-Identifier: Apache-2.0 */
#include "hall/pair_stage.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hall/day/stages.h"
#include "hall/pair/entrants.h"
#include "report/csv.h"

/* A stage that is being paired. */
typedef struct pairing {
    const crok_day_results *r;
    const crok_pair_wish *wish;
    crok_pair_place place;
    const char *stage; /* of the lines that are written */
    crok_columns columns;
    char separator;
    crok_str text;
    int n_lines, n_matches, repetitions;
} pairing;

static const crok_pairing_side bye = {.n = 1, .player = {"bye"}};

/* ---- lines ---- */

static void begin_text(pairing *p)
{
    static const crok_columns usual = {.n = 7,
                                       .game = 0,
                                       .table = 1,
                                       .player = {2, 3, -1, -1},
                                       .players = -1,
                                       .stage = 4,
                                       .pool = 5,
                                       .time = 6,
                                       .colour = {-1, -1, -1, -1}};
    const crok_pairings *have = &p->r->view.day->pairings;
    p->columns = have->columns;
    p->separator = have->separator;
    if (have->columns.n > 0) {
        crok_str_add(&p->text, have->ends_open ? "\n" : "");
        return;
    }
    p->columns = usual;
    p->separator = ',';
    crok_str_add(&p->text, "Game,Table,Player 1,Player 2,Stage,Pool,Time\n");
}

/* What a line has in a column. */
static void put_field(pairing *p, int column, const crok_pairing_side *a,
                      const crok_pairing_side *b, int game)
{
    const crok_columns *c = &p->columns;
    const crok_pair_wish *w = p->wish;
    char one[CROK_SIDE_NAME_MAX];
    char other[CROK_SIDE_NAME_MAX];
    char both[2 * CROK_SIDE_NAME_MAX + 4] = "";
    crok_name_join(a, one);
    crok_name_join(b, other);
    if (column == c->player[0])
        crok_csv_add(&p->text, one);
    else if (column == c->player[1])
        crok_csv_add(&p->text, other);
    else if (column == c->players) {
        (void)snprintf(both, sizeof both, "%s - %s", one, other);
        crok_csv_add(&p->text, both);
    } else if (column == c->stage)
        crok_csv_add(&p->text, p->stage);
    else if (column == c->pool)
        crok_csv_add(&p->text, p->place.pool);
    else if (column == c->time && w->time != NULL)
        crok_csv_add(&p->text, w->time);
    else if (column == c->game && game > 0)
        crok_str_addf(&p->text, "%d", game);
    else if (column == c->table && w->n_tables > 0 && b != &bye)
        crok_csv_add(&p->text, w->tables[p->n_matches % w->n_tables]);
}

/* Add a match, or a bye.
 *
 *   b     NULL: a has a bye
 *   game  0: none is named */
static void put_line(pairing *p, const crok_pairing_side *a,
                     const crok_pairing_side *b, int game)
{
    const char between[] = {p->separator, '\0'};
    for (int i = 0; i < p->columns.n; i++) {
        crok_str_add(&p->text, i == 0 ? "" : between);
        put_field(p, i, a, b == NULL ? &bye : b, game);
    }
    crok_str_add(&p->text, "\n");
    p->n_lines++;
    p->n_matches += b != NULL;
}

/* Can the file say which stage and pool these lines are of? Without a column
 * they are those of the day's settings. */
static crok_status check_columns(const pairing *p, crok_err *err)
{
    const crok_pair_wish nothing = {.take = 0};
    crok_pair_place usual = crok_pair_place_of(p->r->view.day, &nothing);
    const char *missing = NULL;
    if (p->columns.stage < 0 && !crok_name_same(usual.stage, p->stage))
        missing = "Stage";
    else if (p->columns.pool < 0 && !crok_name_same(usual.pool, p->place.pool))
        missing = "Pool";
    if (missing == NULL)
        return CROK_OK;
    return crok_fail(err, CROK_ECONFLICT,
                     "the file of pairings has no column \"%s\": add it to its "
                     "first line",
                     missing);
}

/* ---- Swiss and partners ---- */

/* Name a match of the stage that is not over. */
static crok_status check_over(const pairing *p, crok_err *err)
{
    const crok_day_view *v = &p->r->view;
    for (int i = 0; i < v->day->pairings.n && !p->wish->anyway; i++) {
        const crok_day_match *match = crok_day_match_of(v, i);
        if (!crok_pair_is_of(v->day, &v->day->pairings.list[i], &p->place) ||
            (match != NULL && match->is_over))
            continue;
        return crok_fail(err, CROK_ECONFLICT,
                         "%.80s - %.80s (line %d of the pairings) is not "
                         "played: wait for it, or give --anyway",
                         v->entries.list[v->pairings[i].entry[0]].name,
                         v->entries.list[v->pairings[i].entry[1]].name,
                         v->day->pairings.list[i].line);
    }
    return CROK_OK;
}

static crok_status swiss(pairing *p, const crok_entrants *e, crok_err *err)
{
    int *opponent = calloc((size_t)e->n + 1, sizeof *opponent);
    crok_status st =
        opponent == NULL
            ? crok_fail(err, CROK_ENOMEM, "no memory to pair %d entrants", e->n)
            : crok_pair_swiss(&e->past, opponent, err);
    for (int i = 0; st == CROK_OK && i < e->n; i++) {
        int k = opponent[i];
        if (k < 0)
            p->repetitions += e->past.byes[i] > 0;
        else if (k > i)
            p->repetitions += e->past.met[i * e->n + k] > 0;
        if (k < 0 || k > i)
            put_line(p, &e->list[i], k < 0 ? NULL : &e->list[k], e->games + 1);
    }
    free(opponent);
    return st;
}

static crok_pairing_side team_of(const crok_entrants *e, int a, int b)
{
    crok_pairing_side team = e->list[a];
    memcpy(team.player[1], e->list[b].player[0], sizeof team.player[1]);
    team.n = 2;
    return team;
}

/* Write the matches of seats that are drawn.
 *
 *   at  who sits in each seat, n_seats of them */
static void put_teams(pairing *p, const crok_entrants *e, const int *at,
                      int n_seats)
{
    for (int i = 0; i < n_seats; i += 4) {
        crok_pairing_side one = team_of(e, at[i], at[i + 1]);
        crok_pairing_side other = team_of(e, at[i + 2], at[i + 3]);
        p->repetitions += e->past.with[at[i] * e->n + at[i + 1]] > 0;
        p->repetitions += e->past.with[at[i + 2] * e->n + at[i + 3]] > 0;
        put_line(p, &one, &other, e->games + 1);
    }
}

static void draw_all(const crok_entrants *e, uint64_t number, int *draw)
{
    uint64_t seed = crok_pair_seed(number);
    for (int i = 0; i < e->n && seed != 0; i++)
        for (int k = 0; k < i; k++)
            draw[i * e->n + k] = draw[k * e->n + i] = crok_pair_random(&seed);
}

static crok_status partners(pairing *p, const crok_entrants *e, crok_err *err)
{
    size_t n = (size_t)e->n;
    int *seat = calloc(n + 1, sizeof *seat);
    int *at = calloc(n + 1, sizeof *at);
    int *draw = calloc(n * n + 1, sizeof *draw);
    int n_seats = 0;
    crok_status st = CROK_OK;
    if (seat == NULL || at == NULL || draw == NULL) {
        st = crok_fail(err, CROK_ENOMEM, "no memory to draw partners");
    } else {
        draw_all(e, p->wish->draw, draw);
        st = crok_pair_partners(&e->past, draw, seat, err);
    }
    for (int i = 0; st == CROK_OK && i < e->n; i++) {
        if (seat[i] < 0)
            continue;
        at[seat[i]] = i;
        n_seats++;
    }
    if (st == CROK_OK)
        put_teams(p, e, at, n_seats);
    for (int i = 0; st == CROK_OK && i < e->n; i++)
        if (seat[i] < 0)
            put_line(p, &e->list[i], NULL, e->games + 1);
    free(seat);
    free(at);
    free(draw);
    return st;
}

/* ---- round robin ---- */

static crok_status round_robin(pairing *p, const crok_entrants *e,
                               crok_err *err)
{
    if (e->is_paired)
        return crok_fail(err, CROK_ECONFLICT,
                         "stage %s, pool %s has pairings already: a round "
                         "robin is made at once, name another pool",
                         p->place.stage, p->place.pool);
    for (int round = 0; round < crok_round_robin_rounds(e->n); round++)
        for (int i = 0; i < e->n; i++) {
            int k = crok_round_robin(e->n, round, i);
            if (k < 0 || k > i)
                put_line(p, &e->list[i], k < 0 ? NULL : &e->list[k], round + 1);
        }
    return CROK_OK;
}

/* ---- brackets ---- */

/* The stages of a bracket, by their number of matches: 1, 2, 4, ... */
static const char *const bracket[] = {"Final", "Semi", "Quarter", "R8", "R16"};
enum { N_STAGES = sizeof bracket / sizeof *bracket, MOST_TAKEN = 32 };

static const char third_place[] = "Third place";

/* Who comes out of a line of a bracket. */
typedef struct outcome {
    int line;
    const crok_pairing_side *winner, *loser; /* loser NULL: a bye */
} outcome;

static int by_line(const void *a, const void *b)
{
    return ((const outcome *)a)->line - ((const outcome *)b)->line;
}

/* Get who has won and lost a match of the bracket. */
static crok_status result_of(const pairing *p, int at, outcome *out,
                             crok_err *err)
{
    const crok_day_view *v = &p->r->view;
    const crok_day_match *match = crok_day_match_of(v, at);
    const crok_pairing *line = &v->day->pairings.list[at];
    unsigned won = match == NULL || !match->is_over ? 0 : match->m->end.winners;
    if (won != 1 && won != 2)
        return crok_fail(err, CROK_ECONFLICT,
                         "%.80s - %.80s (line %d of the pairings) has no "
                         "winner yet",
                         v->entries.list[v->pairings[at].entry[0]].name,
                         v->entries.list[v->pairings[at].entry[1]].name,
                         line->line);
    out->line = line->line;
    out->winner = &v->entries.list[match->entry[won - 1]].side;
    out->loser = &v->entries.list[match->entry[2 - won]].side;
    return CROK_OK;
}

/* List the lines of a stage of the bracket, in the order of the file.
 *
 *   out  room for all lines of the file; NULL: only count them */
static crok_status list_outcomes(const pairing *p, const char *stage,
                                 outcome *out, int *n, crok_err *err)
{
    const crok_day *day = p->r->view.day;
    const crok_pairings *all = &day->pairings;
    crok_pair_place place = {stage, p->place.pool};
    crok_status st = CROK_OK;
    *n = 0;
    for (int i = 0; st == CROK_OK && i < all->n; i++) {
        if (!crok_pair_is_of(day, &all->list[i], &place))
            continue;
        if (out != NULL)
            st = result_of(p, i, &out[*n], err);
        (*n)++;
    }
    for (int i = 0; i < all->n_byes; i++) {
        if (!crok_pair_is_of(day, &all->byes[i], &place))
            continue;
        if (out != NULL)
            out[*n] =
                (outcome){all->byes[i].line, crok_bye_of(&all->byes[i]), NULL};
        (*n)++;
    }
    if (st == CROK_OK && out != NULL)
        qsort(out, (size_t)*n, sizeof *out, by_line);
    return st;
}

static crok_status put_next(pairing *p, int stage, const outcome *list, int n,
                            crok_err *err)
{
    if (n != 1 << (stage + 1))
        return crok_fail(err, CROK_ECONFLICT,
                         "%s has %d lines in the pairings, a bracket has %d",
                         bracket[stage + 1], n, 1 << (stage + 1));
    p->stage = bracket[stage];
    for (int i = 0; i < n; i += 2)
        put_line(p, list[i].winner, list[i + 1].winner, 0);
    if (stage > 0 || !p->wish->third_place || list[0].loser == NULL ||
        list[1].loser == NULL)
        return CROK_OK;
    p->stage = third_place;
    put_line(p, list[0].loser, list[1].loser, 0);
    return CROK_OK;
}

/* Pair the winners of the last stage that is in the pairings. */
static crok_status next_of_bracket(pairing *p, int last, crok_err *err)
{
    const crok_pairings *all = &p->r->view.day->pairings;
    int n = 0;
    outcome *list = calloc((size_t)(all->n + all->n_byes) + 1, sizeof *list);
    crok_status st = CROK_OK;
    if (last == 0)
        st = crok_fail(err, CROK_ECONFLICT,
                       "the final is paired already: the bracket has no "
                       "further round");
    else if (list == NULL)
        st = crok_fail(err, CROK_ENOMEM, "no memory for the bracket");
    else
        st = list_outcomes(p, bracket[last], list, &n, err);
    if (st == CROK_OK)
        st = put_next(p, last - 1, list, n, err);
    free(list);
    return st;
}

static const crok_stage_standings *seeds_of(const pairing *p)
{
    const crok_standings *s = &p->r->standings;
    for (int i = 0; i < s->n && p->wish->from != NULL; i++)
        if (crok_name_same(s->stages[i].stage, p->wish->from) &&
            crok_name_same(s->stages[i].pool, p->place.pool))
            return &s->stages[i];
    return NULL;
}

/* The players of a row of the standings. */
static const crok_pairing_side *side_of_row(const pairing *p,
                                            const crok_standing *row)
{
    const crok_entries *e = &p->r->view.entries;
    int i = 0;
    while (strcmp(e->list[i].name, row->name) != 0)
        i++;
    return &e->list[i].side;
}

/* The row of a seed, from 0: who was disqualified is none. NULL: there are
 * fewer. */
static const crok_standing *row_of_seed(const crok_stage_standings *s, int seed)
{
    for (int i = 0; s != NULL && i < s->n; i++)
        if (!s->rows[i].disqualified && seed-- == 0)
            return &s->rows[i];
    return NULL;
}

static const crok_pairing_side *seed_at(const pairing *p, int seed)
{
    const crok_standing *row = row_of_seed(seeds_of(p), seed);
    return seed < p->wish->take ? side_of_row(p, row) : NULL;
}

/* Check that the standings have enough rows, and that no tie leaves open who
 * is the last to qualify. */
static crok_status check_seeds(const pairing *p, crok_err *err)
{
    const crok_stage_standings *s = seeds_of(p);
    int take = p->wish->take;
    const crok_standing *last = NULL;
    const crok_standing *next = NULL;
    if (take < 2 || take > MOST_TAKEN)
        return crok_fail(err, CROK_EARG,
                         "--take must say how many of a stage's standings "
                         "come into the bracket: 2 to %d",
                         MOST_TAKEN);
    last = row_of_seed(s, take - 1);
    next = row_of_seed(s, take);
    if (last == NULL)
        return crok_fail(err, CROK_ECONFLICT,
                         "the standings of stage %s, pool %s have fewer than "
                         "%d rows: --from names the stage before the bracket",
                         p->wish->from == NULL ? "?" : p->wish->from,
                         p->place.pool, take);
    if (next == NULL || next->rank != last->rank)
        return CROK_OK;
    return crok_fail(err, CROK_ECONFLICT,
                     "%.80s and %.80s are level at the rank %d: settle who "
                     "comes into the bracket (--settled NAME)",
                     last->name, next->name, last->rank);
}

static crok_status first_of_bracket(pairing *p, crok_err *err)
{
    int size = 2;
    int stage = 0;
    crok_status st = check_seeds(p, err);
    if (st != CROK_OK)
        return st;
    for (; size < p->wish->take; size *= 2)
        stage++;
    p->stage = bracket[stage];
    for (int i = 0; i < size; i += 2) {
        int a = crok_bracket_seed(size, i);
        int b = crok_bracket_seed(size, i + 1);
        put_line(p, seed_at(p, a < b ? a : b), seed_at(p, a < b ? b : a), 0);
    }
    return CROK_OK;
}

static crok_status pair_bracket(pairing *p, crok_err *err)
{
    for (int i = 0; i < N_STAGES; i++) {
        int n = 0;
        crok_status st = list_outcomes(p, bracket[i], NULL, &n, err);
        if (st != CROK_OK || n > 0)
            return st == CROK_OK ? next_of_bracket(p, i, err) : st;
    }
    return first_of_bracket(p, err);
}

/* ---- all methods ---- */

static crok_status pair_entrants(pairing *p, crok_err *err)
{
    int least = p->wish->method == CROK_PAIR_PARTNERS ? 4 : 2;
    crok_entrants e = {0};
    crok_status st = crok_entrants_make(p->r, p->wish, &p->place, &e, err);
    if (st != CROK_OK)
        return st;
    p->stage = p->place.stage;
    if (e.n < least)
        st = crok_fail(err, CROK_EARG,
                       "stage %s, pool %s has %d entrants, at least %d are "
                       "needed: name them with --players",
                       p->place.stage, p->place.pool, e.n, least);
    else if (p->wish->method == CROK_PAIR_ROUND_ROBIN)
        st = round_robin(p, &e, err);
    else
        st = check_over(p, err);
    if (st == CROK_OK && p->wish->method == CROK_PAIR_SWISS)
        st = swiss(p, &e, err);
    if (st == CROK_OK && p->wish->method == CROK_PAIR_PARTNERS)
        st = partners(p, &e, err);
    crok_entrants_free(&e);
    return st;
}

static crok_status pair(pairing *p, crok_paired *out, crok_err *err)
{
    crok_status st = CROK_OK;
    begin_text(p);
    st = p->wish->method == CROK_PAIR_BRACKET ? pair_bracket(p, err)
                                              : pair_entrants(p, err);
    if (st == CROK_OK)
        st = check_columns(p, err);
    out->n_matches = p->n_matches;
    out->repetitions = p->repetitions;
    out->text = crok_str_take(&p->text);
    if (st == CROK_OK && out->text == NULL)
        st = crok_fail(err, CROK_ENOMEM, "no memory for the pairings");
    if (st != CROK_OK)
        free(out->text);
    return st;
}

crok_status crok_pair_stage(const crok_day *day, const crok_pair_wish *wish,
                            crok_paired *out, crok_err *err)
{
    crok_day_results r;
    crok_paired paired = {0};
    crok_status st = crok_day_results_make(day, &r, err);
    if (st == CROK_OK) {
        pairing p = {
            .r = &r, .wish = wish, .place = crok_pair_place_of(day, wish)};
        st = pair(&p, &paired, err);
    }
    crok_day_results_free(&r);
    if (st == CROK_OK)
        *out = paired;
    return st;
}
