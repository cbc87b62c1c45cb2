/* SPDX-License-Identifier: Apache-2.0 */
#include "rules/history.h"
#include "rules/handicap.h"

#include <stdlib.h>
#include <string.h>

#include "rules/before_end.h"

/* Is the record of a round that stands after the present one? The present one
 * may be played again. */
static bool is_later(const crok_round_record *r, const crok_match *m)
{
    return r->game > m->game || (r->game == m->game && r->round > m->round);
}

/* Add a record of the present round, without its result, in the order of the
 * rounds. */
static crok_round_record *new_round(crok_history *h, const crok_match *m)
{
    const crok_book *book = &m->info.book;
    crok_round_record *r = &h->rounds[h->n_rounds++];
    crok_turns begun = crok_turns_start(book, &m->info.seats, m->turns.first);
    int from = h->n_matches > 0 ? h->matches[h->n_matches - 1].first_round : 0;
    for (; r > h->rounds + from && is_later(r - 1, m); r--)
        *r = *(r - 1);
    *r = (crok_round_record){
        .game = m->game,
        .round = m->round,
        .first = m->turns.first,
        .hammer = crok_turns_hammer(book, &m->info.seats, &begun)};
    return r;
}

/* Add the present round of the match to the history.
 *
 *   m  the match just before the round_end event */
static void add_round(crok_history *h, const crok_match *m)
{
    const crok_book *book = &m->info.book;
    crok_round_record *r = new_round(h, m);
    crok_tally add[CROK_MAX_SIDES];
    int n = m->info.n_sides;
    for (int i = 0; i < n; i++) {
        r->total[i] = crok_match_total(m, i).points;
        r->twenties[i] = m->sides[i].twenties;
    }
    crok_round_result(book, r->total, n, add);
    for (int i = 0; i < n; i++)
        r->result[i] = crok_tally_measure(book, &add[i], n);
}

/* The present round is forfeited by a side. */
static void add_forfeited(crok_history *h, const crok_match *m,
                          const crok_against *by)
{
    crok_forfeit worth = {0};
    int side = crok_match_side_of(m, by->side);
    crok_round_record *r = NULL;
    if (side < 0 || !crok_match_forfeit_value(&m->info, &worth))
        return;
    r = new_round(h, m);
    r->forfeited_by = 1U << side;
    r->result[1 - side] = worth.points;
    r->twenties[1 - side] = worth.twenties;
}

/* The round that ended last is played again: it is no round that has ended. */
static void drop_round(crok_history *h)
{
    if (h->n_matches > 0 &&
        h->n_rounds > h->matches[h->n_matches - 1].first_round)
        h->n_rounds--;
}

static int player_in(const crok_match *m, int seat)
{
    int i = 0;
    while (i < m->info.seats.n - 1 && m->info.seats.seat[i] != seat)
        i++;
    return i;
}

static void add_shot(crok_history *h, const crok_log_walk *w)
{
    const crok_match *m = &w->match;
    const crok_shot_record *last =
        h->n_shots == 0 ? NULL : &h->shots[h->n_shots - 1];
    bool same_round =
        last != NULL && last->game == m->game && last->round == m->round;
    crok_shot_record *s = &h->shots[h->n_shots++];
    *s = (crok_shot_record){.seq = w->event->seq,
                            .disc = w->event->u.shot.shot.shot_disc,
                            .game = m->game,
                            .round = m->round,
                            .shot = same_round ? last->shot + 1 : 1,
                            .ruled = w->ruling != NULL};
    memcpy(s->time, w->event->time, sizeof s->time);
    s->player = player_in(m, w->event->u.shot.shot.seat);
    s->side = m->info.seats.side[s->player];
    for (int i = 0; i < m->info.n_sides; i++)
        s->twenties[i] = -m->sides[i].twenties;
}

/* Complete the record of the shot that was added last.
 *
 *   m  the match after that shot */
static void finish_shot(crok_history *h, const crok_match *m)
{
    crok_shot_record *s = &h->shots[h->n_shots - 1];
    s->valid = m->last.valid;
    s->n_removed = m->last.n_remove;
    memcpy(s->text, m->last.text, sizeof s->text);
    for (int i = 0; i < m->info.n_sides; i++) {
        s->twenties[i] += m->sides[i].twenties;
        s->total[i] = crok_match_total(m, i).points;
    }
}

/* The event ends a round, perhaps by its count: add the round as it is then. */
static crok_status add_ended(crok_history *h, const crok_log_walk *w,
                             crok_err *err)
{
    crok_event *e = NULL;
    crok_match counted = w->match;
    crok_status st = CROK_OK;
    if (w->event->type == CROK_EVENT_ROUND_END) {
        add_round(h, &w->match);
        return CROK_OK;
    }
    e = malloc(sizeof *e);
    if (e == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory for an event");
    *e = *w->event;
    e->u.count.final = false;
    st = crok_match_apply(&counted, e, NULL, err);
    if (st == CROK_OK)
        add_round(h, &counted);
    free(e);
    return st;
}

/* The last match of the history is as it was at its end. */
static void end_match(crok_history *h, const crok_match *end)
{
    crok_match_record *to = &h->matches[h->n_matches - 1];
    to->end = *end;
    for (int i = to->first_round; i < h->n_rounds; i++)
        to->games +=
            i == to->first_round || h->rounds[i].game != h->rounds[i - 1].game;
    for (int i = 0; i < end->info.n_sides; i++) {
        crok_handicap add = crok_match_handicap(end, i);
        to->penalty[i] += to->games * add.points;
        to->twenties[i] += to->games * add.twenties;
    }
}

/* A match begins: what is added from now on is of it. */
static void add_match(crok_history *h, const crok_match *before)
{
    if (h->n_matches > 0)
        end_match(h, before);
    h->matches[h->n_matches++] = (crok_match_record){.first_round = h->n_rounds,
                                                     .first_shot = h->n_shots};
}

static void add_penalty(crok_history *h, const crok_match *m,
                        const crok_penalty *p)
{
    int side = crok_match_side_of(m, p->side);
    if (side >= 0 && h->n_matches > 0)
        h->matches[h->n_matches - 1].penalty[side] += p->points;
}

static crok_status follow(const crok_log *log, crok_history *h, crok_err *err)
{
    crok_log_walk w;
    crok_status st = crok_log_walk_begin(log, &w, err);
    while (st == CROK_OK && w.event != NULL) {
        bool is_shot = w.event->type == CROK_EVENT_SHOT;
        if (w.event->type == CROK_EVENT_MATCH_START)
            add_match(h, &w.match);
        if (crok_match_replays_ended(&w.match, w.event))
            drop_round(h);
        if (w.event->type == CROK_EVENT_PENALTY)
            add_penalty(h, &w.match, &w.event->u.penalty);
        if (w.event->type == CROK_EVENT_FORFEIT_ROUND)
            add_forfeited(h, &w.match, &w.event->u.against);
        else if (crok_log_walk_ends_round(&w))
            st = add_ended(h, &w, err);
        if (st != CROK_OK)
            break;
        if (is_shot)
            add_shot(h, &w);
        st = crok_log_walk_step(&w, err);
        if (st == CROK_OK && is_shot)
            finish_shot(h, &w.match);
    }
    if (st == CROK_OK && h->n_matches > 0)
        end_match(h, &w.match);
    crok_log_walk_end(&w);
    return st;
}

static int n_starts(const crok_log *log)
{
    int n = 0;
    for (int i = 0; i < log->n; i++)
        n += log->events[i]->type == CROK_EVENT_MATCH_START;
    return n;
}

crok_status crok_history_of(const crok_log *log, crok_history *out,
                            crok_err *err)
{
    size_t n = (size_t)log->n + 1; /* at least one element */
    crok_status st = CROK_OK;
    crok_history h = {0};
    h.rounds = calloc(n, sizeof *h.rounds);
    h.shots = calloc(n, sizeof *h.shots);
    h.matches = calloc((size_t)n_starts(log) + 1, sizeof *h.matches);
    if (h.rounds == NULL || h.shots == NULL || h.matches == NULL)
        st = crok_fail(err, CROK_ENOMEM, "no memory for %d events", log->n);
    if (st == CROK_OK)
        st = follow(log, &h, err);
    if (st == CROK_OK)
        *out = h;
    else
        crok_history_free(&h);
    return st;
}

void crok_history_free(crok_history *h)
{
    free(h->rounds);
    free(h->shots);
    free(h->matches);
    *h = (crok_history){0};
}

/* ---- the match at one event ---- */

/* Begin a walk and go to event `seq`. The caller ends the walk with
 * crok_log_walk_end, also on failure. */
static crok_status walk_to(const crok_log *log, long seq, crok_log_walk *w,
                           crok_err *err)
{
    crok_status st = crok_log_walk_begin(log, w, err);
    while (st == CROK_OK && w->event != NULL && w->event->seq != seq)
        st = crok_log_walk_step(w, err);
    if (st == CROK_OK && w->event == NULL)
        st = crok_fail(err, CROK_EARG,
                       "event %ld is no step of the match that stands", seq);
    return st;
}

crok_status crok_log_match_before(const crok_log *log, long seq,
                                  crok_match *out, crok_err *err)
{
    crok_log_walk w;
    crok_status st = walk_to(log, seq, &w, err);
    if (st == CROK_OK)
        *out = w.match;
    crok_log_walk_end(&w);
    return st;
}

crok_status crok_log_match_at(const crok_log *log, long seq, crok_match *out,
                              crok_err *err)
{
    crok_log_walk w;
    crok_status st = walk_to(log, seq, &w, err);
    if (st == CROK_OK)
        st = crok_log_walk_step(&w, err);
    while (st == CROK_OK && w.event != NULL && w.event->after != 0)
        st = crok_log_walk_step(&w, err);
    if (st == CROK_OK)
        *out = w.match;
    crok_log_walk_end(&w);
    return st;
}
