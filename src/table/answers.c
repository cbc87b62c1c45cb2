/* SPDX-License-Identifier: Apache-2.0 */
#include "table/answers.h"

#include "table/fit_shot.h"
#include "table/settle_board.h"
#include "table/settle_hole.h"
#include "table/settle_validity.h"

/* Find the last event after shot `seq` that decides its outcome: a ruling on
 * this shot, or an event that sets the board or the 20s. Returns false if there
 * is none. */
static bool last_word_on(const crok_log *log, long seq, crok_event *out)
{
    for (int i = log->n - 1; i >= 0 && log->events[i]->seq > seq; i--) {
        crok_kept_event(log->events[i], out);
        if (out->type == CROK_EVENT_BOARD || out->type == CROK_EVENT_TWENTIES ||
            (out->type == CROK_EVENT_RULING && out->u.ruling.of == seq))
            return true;
    }
    return false;
}

static bool is_ruled(const crok_log *log, long seq)
{
    crok_event word;
    return last_word_on(log, seq, &word);
}

/* Has an event decided whether the disc in the hole leans or is a 20? A ruling
 * that says only "valid" leaves this open; every other decision settles it. */
static bool is_hole_ruled(const crok_log *log, long seq)
{
    crok_event word;
    return last_word_on(log, seq, &word) &&
           (word.type != CROK_EVENT_RULING || word.u.ruling.has_decision ||
            !word.u.ruling.valid);
}

static crok_status rule(crok_job *j, long shot, bool valid)
{
    crok_event e = {.type = CROK_EVENT_RULING};
    e.u.ruling.of = shot;
    e.u.ruling.valid = valid;
    e.u.ruling.by_board = true;
    crok_job_note(j, "shot %ld is taken as %s: so the board was left", shot,
                  valid ? "valid" : "not valid");
    return crok_job_append(j, &e);
}

static bool last_shot(const crok_job *j, crok_event *out)
{
    return crok_log_shot(crok_live_log(j->table->live),
                         crok_table_match(j->table)->last.seq, out);
}

crok_status crok_answer_validity(crok_job *j, const crok_board_seen *rest,
                                 bool is_final)
{
    const crok_match *m = crok_table_match(j->table);
    bool asks = m->ask == CROK_ASK_VALIDITY;
    bool valid = false;
    crok_event shot;
    if (!last_shot(j, &shot) ||
        (!asks &&
         (!is_final || is_ruled(crok_live_log(j->table->live), shot.seq))) ||
        !crok_settle_validity(&m->info.book, &shot.u.shot.shot, rest, is_final,
                              &valid))
        return CROK_OK;
    return asks || m->last.valid != (valid ? CROK_YES : CROK_NO)
               ? rule(j, shot.seq, valid)
               : CROK_OK;
}

static crok_status answer_hole(crok_job *j, const crok_shot_seen *next)
{
    crok_event events[2];
    char note[128];
    int n = crok_settle_hole(crok_table_match(j->table), &j->table->setup.sides,
                             &next->before, &next->after, events, note);
    crok_status st = CROK_OK;
    for (int i = 0; i < n && st == CROK_OK; i++)
        st = crok_job_append(j, &events[i]);
    if (n > 0 && st == CROK_OK)
        crok_job_note(j, "%s", note);
    return st;
}

crok_status crok_answer_all(crok_job *j, const crok_shot_seen *next)
{
    const crok_match *m = crok_table_match(j->table);
    int n_before = j->out->n_events;
    crok_status st = CROK_OK;
    if (m->ask != CROK_ASK_VALIDITY &&
        !is_hole_ruled(crok_live_log(j->table->live), m->last.seq))
        st = answer_hole(j, next);
    if (st == CROK_OK && j->out->n_events == n_before)
        st = crok_answer_validity(j, &next->before, true);
    return st;
}

crok_status crok_answer_board(crok_job *j, const crok_board_seen *rest)
{
    const crok_match *m = crok_table_match(j->table);
    crok_event e;
    char note[128];
    crok_status st = CROK_OK;
    if (is_ruled(crok_live_log(j->table->live), m->last.seq) ||
        !crok_settle_board(m, &j->table->setup.sides, rest, &e, note))
        return CROK_OK;
    st = crok_job_append(j, &e);
    if (st == CROK_OK)
        crok_job_note(j, "%s", note);
    return st == CROK_ECONFLICT ? CROK_OK : st; /* CROK_ECONFLICT: the board has
                                                 * more discs than were dealt,
                                                 * so the correction is not
                                                 * made */
}

/* The first player of the side that shot, or if that was not seen either, the
 * next one clockwise, who may begin. */
static int likely_starter(const crok_match *m, const crok_table_sides *sides,
                          const crok_shot_seen *seen)
{
    const crok_seats *seats = &m->info.seats;
    int side = crok_table_match_side(m, sides, seen->side);
    int next = m->turns.first;
    do
        next = (next + 1) % seats->n;
    while (!crok_may_start(&m->info.book, seats, next));
    for (int i = seats->n - 1; i >= 0; i--)
        if (seats->side[i] == side && crok_may_start(&m->info.book, seats, i))
            next = i;
    return next;
}

crok_status crok_answer_starter(crok_job *j, const crok_shot_seen *seen)
{
    const crok_match *m = crok_table_match(j->table);
    crok_event e = {.type = CROK_EVENT_NEXT_STARTER};
    int player = -1;
    if (m->ask != CROK_ASK_STARTER)
        return CROK_OK;
    player = crok_shot_starter(m, &j->table->setup.sides, seen);
    if (player < 0) {
        player = likely_starter(m, &j->table->setup.sides, seen);
        crok_job_note(j, "who begins round %d was not seen: %s is taken",
                      m->round, m->info.player[player]);
    }
    e.u.seat = m->info.seats.seat[player];
    return crok_job_append(j, &e);
}
