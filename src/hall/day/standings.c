/* SPDX-License-Identifier: Apache-2.0 */
#include "hall/day/results.h"

#include <stdlib.h>
#include <string.h>

#include "hall/day/rank.h"
#include "hall/day/stages.h"

/* What is ranked, and the ranking. */
typedef struct working {
    const crok_day_view *view;
    const crok_bouts *bouts;
    int n;
    crok_rank_group *groups; /* owned */
    crok_rank_group ranking;
} working;

static int by_play(const void *a, const void *b)
{
    const crok_rank_group *x = a;
    const crok_rank_group *y = b;
    int order = crok_stage_order(x->stage) - crok_stage_order(y->stage);
    if (order == 0)
        order = strcmp(x->stage, y->stage);
    return order != 0 ? order : strcmp(x->pool, y->pool);
}

static bool is_ranked(const working *w, const crok_bout *b)
{
    for (int i = 0; i < w->n; i++)
        if (strcmp(w->groups[i].stage, b->stage) == 0 &&
            strcmp(w->groups[i].pool, b->match->pool) == 0)
            return true;
    return false;
}

static bool rank_all(working *w)
{
    w->groups = calloc((size_t)w->bouts->n + 1, sizeof *w->groups);
    if (w->groups == NULL)
        return false;
    for (int i = 0; i < w->bouts->n; i++) {
        const crok_bout *b = &w->bouts->list[i];
        crok_rank_group group;
        if (is_ranked(w, b))
            continue;
        if (!crok_rank_stage(w->view, w->bouts, b->stage, b->match->pool,
                             &group))
            return false;
        w->groups[w->n++] = group;
    }
    qsort(w->groups, (size_t)w->n, sizeof *w->groups, by_play);
    return crok_rank_day(w->view, w->bouts, &w->ranking);
}

static void forget(working *w)
{
    for (int i = 0; i < w->n; i++)
        crok_rank_free(&w->groups[i]);
    free(w->groups);
    crok_rank_free(&w->ranking);
}

/* ---- copying ---- */

/* Copy a text to *at, and go on after it. */
static const char *put(char **at, const char *text)
{
    char *to = *at;
    size_t n = strlen(text) + 1;
    memcpy(to, text, n);
    *at += n;
    return to;
}

static size_t bytes_of(const working *w, const crok_rank_group *g)
{
    size_t n = g->stage == NULL ? 0 : strlen(g->stage) + strlen(g->pool) + 2;
    for (int i = 0; i < g->n; i++)
        n += strlen(w->view->entries.list[g->rows[i].entry].name) + 1;
    return n;
}

static crok_standing *copy_rows(const working *w, const crok_rank_group *g,
                                char **at)
{
    crok_standing *rows = calloc((size_t)g->n + 1, sizeof *rows);
    for (int i = 0; rows != NULL && i < g->n; i++) {
        const crok_rank_row *r = &g->rows[i];
        const crok_entry *e = &w->view->entries.list[r->entry];
        rows[i] = (crok_standing){.rank = r->rank,
                                  .name = put(at, e->name),
                                  .is_team = e->side.n > 1,
                                  .games = r->games,
                                  .won = r->won,
                                  .points = r->points,
                                  .twenties = r->twenties,
                                  .forfeited = r->forfeited,
                                  .disqualified = r->disqualified,
                                  .between = r->between};
    }
    return rows;
}

static bool copy_all(const working *w, crok_standings *s)
{
    size_t n = bytes_of(w, &w->ranking) + 1;
    char *at = NULL;
    for (int i = 0; i < w->n; i++)
        n += bytes_of(w, &w->groups[i]);
    s->names = malloc(n);
    s->stages = calloc((size_t)w->n + 1, sizeof *s->stages);
    if (s->names == NULL || s->stages == NULL)
        return false;
    at = s->names;
    for (int i = 0; i < w->n; i++) {
        crok_stage_standings *to = &s->stages[s->n++];
        to->stage = put(&at, w->groups[i].stage);
        to->pool = put(&at, w->groups[i].pool);
        to->n = w->groups[i].n;
        to->is_individual = crok_day_is_individual(w->view, to->stage);
        to->rows = copy_rows(w, &w->groups[i], &at);
        if (to->rows == NULL)
            return false;
    }
    s->n_ranking = w->ranking.n;
    s->ranking = copy_rows(w, &w->ranking, &at);
    s->is_over =
        w->view->day->settings.is_final || crok_day_view_is_over(w->view);
    return s->ranking != NULL;
}

bool crok_standings_make(const crok_day_view *v, const crok_bouts *b,
                         crok_standings *out)
{
    working w = {.view = v, .bouts = b};
    crok_standings s = {0};
    bool done = rank_all(&w) && copy_all(&w, &s);
    forget(&w);
    if (done)
        *out = s;
    else
        crok_standings_free(&s);
    return done;
}

void crok_standings_free(crok_standings *s)
{
    for (int i = 0; i < s->n; i++)
        free(s->stages[i].rows);
    free(s->stages);
    free(s->ranking);
    free(s->names);
    *s = (crok_standings){0};
}
