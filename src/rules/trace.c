/* SPDX-License-Identifier: Apache-2.0 */
#include "rules/trace.h"

#include <stdlib.h>

/* What shows whether an event has ended a game or the match. */
typedef struct stand {
    bool is_over;
    int game, games_played;
    unsigned winners;        /* of the match, if it is over */
    int won[CROK_MAX_SIDES]; /* games */
} stand;

static stand stand_of(const crok_match *m)
{
    stand s = {
        m->state == CROK_STATE_OVER, m->game, m->games_played, m->winners, {0}};
    for (int i = 0; i < CROK_MAX_SIDES; i++)
        s.won[i] = m->sides[i].games;
    return s;
}

static crok_trace_step step_in(const crok_match *m, int match)
{
    return (crok_trace_step){.is_played = true,
                             .match = match,
                             .game = m->game,
                             .round = m->round,
                             .first_seat = m->info.seats.seat[m->turns.first]};
}

/* Take back the last result if it is this one of the match. */
static void drop_result(crok_trace *t, int match, bool is_of_match)
{
    const crok_trace_result *last = &t->result[t->n_results - 1];
    if (t->n_results > 0 && last->match == match &&
        (last->game == CROK_TRACE_MATCH) == is_of_match)
        t->n_results--;
}

/* A ruling after the end has opened the match again, or decided it anew: take
 * back what does not hold any more. */
static void withdraw_results(crok_trace *t, const stand *was,
                             const crok_match *m, int match)
{
    drop_result(t, match, true);
    if (m->games_played < was->games_played)
        drop_result(t, match, false);
    for (int i = 0; t->n_results > 0 && i < m->info.n_sides; i++) {
        crok_trace_result *r = &t->result[t->n_results - 1];
        unsigned bit = 1U << i;
        if (r->match != match || m->sides[i].games == was->won[i])
            continue;
        r->winners = m->sides[i].games > was->won[i] ? r->winners | bit
                                                     : r->winners & ~bit;
    }
}

/* Add what the last event has decided. An event decides at most a game and the
 * match; there is room for two results an event. */
static void add_results(crok_trace *t, const stand *was, const crok_match *m,
                        int at)
{
    int match = t->step[at].match;
    bool is_over = m->state == CROK_STATE_OVER;
    bool is_anew = was->is_over && (!is_over || m->winners != was->winners ||
                                    m->games_played != was->games_played);
    crok_trace_result *r = NULL;
    if (is_anew)
        withdraw_results(t, was, m, match);
    r = &t->result[t->n_results];
    if (m->games_played > was->games_played) {
        *r = (crok_trace_result){match, was->game, 0, at};
        for (int i = 0; i < m->info.n_sides; i++)
            r->winners |= m->sides[i].games > was->won[i] ? 1U << i : 0U;
        t->n_results++;
        r++;
    }
    if (is_over && (!was->is_over || is_anew)) {
        *r = (crok_trace_result){match, CROK_TRACE_MATCH, m->winners, at};
        t->n_results++;
    }
}

static crok_status follow(const crok_log *log, crok_trace *t, crok_err *err)
{
    crok_log_walk w;
    int match = 0;
    crok_status st = crok_log_walk_begin(log, &w, err);
    while (st == CROK_OK && w.event != NULL) {
        int at = w.at;
        bool is_start = w.event->type == CROK_EVENT_MATCH_START;
        stand was = stand_of(&w.match);
        match = is_start ? at : match;
        t->step[at] = step_in(&w.match, match);
        t->step[at].ends_round = crok_log_walk_ends_round(&w);
        st = crok_log_walk_step(&w, err);
        if (is_start)
            t->step[at] = step_in(&w.match, match);
        else if (st == CROK_OK)
            add_results(t, &was, &w.match, at);
    }
    for (int i = 0; st == CROK_OK && i < t->n; i++)
        t->step[i].left_out = w.left_out[i];
    if (st == CROK_OK && w.match.state != CROK_STATE_OVER &&
        w.match.state != CROK_STATE_WAITING)
        t->open = step_in(&w.match, match);
    crok_log_walk_end(&w);
    return st;
}

crok_status crok_trace_of(const crok_log *log, crok_trace *out, crok_err *err)
{
    size_t n = (size_t)log->n + 1; /* at least one element */
    crok_trace t = {.n = log->n};
    crok_status st = CROK_OK;
    t.step = calloc(n, sizeof *t.step);
    t.result = calloc(2 * n, sizeof *t.result);
    if (t.step == NULL || t.result == NULL)
        st = crok_fail(err, CROK_ENOMEM, "no memory for %d events", log->n);
    if (st == CROK_OK)
        st = follow(log, &t, err);
    if (st == CROK_OK)
        *out = t;
    else
        crok_trace_free(&t);
    return st;
}

void crok_trace_free(crok_trace *t)
{
    free(t->step);
    free(t->result);
    *t = (crok_trace){0};
}

int crok_trace_round_end(const crok_trace *t, int at)
{
    while (at < t->n && !t->step[at].ends_round)
        at++;
    return at;
}
