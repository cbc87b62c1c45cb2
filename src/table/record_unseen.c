/* SPDX-License-Identifier: Apache-2.0 */
#include "table/record_unseen.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules/open.h"
#include "table/fit_shot.h"

/* ---- shots ---- */

/* Is the disc on the surface, and not known to the match in this round? */
static bool has_appeared(const crok_match *m, const crok_disc *d)
{
    return d->state != CROK_DISC_OUT && !crok_match_is_gone(m, d->id) &&
           crok_disc_find(m->discs, m->n_discs, d->id) < 0;
}

/* Find the disc that appeared with a shot of this side; NULL: none did. */
static const crok_disc *find_appeared(const crok_job *j, int side,
                                      const crok_board_seen *then)
{
    const crok_match *m = crok_table_match(j->table);
    for (int i = 0; i < then->n; i++)
        if (has_appeared(m, &then->disc[i]) &&
            crok_table_match_side(m, &j->table->setup.sides,
                                  then->disc[i].side) == side)
            return &then->disc[i];
    return NULL;
}

/* The id of a disc that nobody saw: greater than all so far. */
static int fresh_id(crok_table *t, const crok_board_seen *then)
{
    for (int i = 0; i < then->n; i++)
        if (then->disc[i].id >= t->next_id)
            t->next_id = then->disc[i].id + 1;
    return t->next_id;
}

static crok_status record_one(crok_job *j, const crok_board_seen *then,
                              bool is_known)
{
    crok_table *t = j->table;
    const crok_match *m = crok_table_match(t);
    int player = crok_turns_player(&m->info.book, &m->info.seats, &m->turns);
    const crok_disc *disc = find_appeared(j, m->info.seats.side[player], then);
    crok_shot_context context = {.match = m,
                                 .sides = &t->setup.sides,
                                 .player = player,
                                 .shot_disc = disc == NULL ? fresh_id(t, then)
                                                           : disc->id,
                                 .has_last_played = t->n_played > 0,
                                 .last_played = t->played[0]};
    crok_event *e = calloc(1, sizeof *e);
    crok_shot *shot = NULL;
    crok_status st = CROK_OK;
    if (e == NULL)
        return crok_fail(j->err, CROK_ENOMEM, "no memory for a shot");
    shot = &e->u.shot.shot;
    e->type = CROK_EVENT_SHOT;
    e->u.shot.is_unseen = true;
    crok_shot_fit_unseen(&context, disc, is_known ? then : NULL, shot);
    st = crok_shot_check(shot, j->err);
    if (st == CROK_OK) {
        crok_open_unseen(shot, &e->u.shot.decision);
        e->u.shot.has_decision = true;
        st = crok_job_append(j, e);
    }
    if (st == CROK_OK)
        crok_table_played(t, shot);
    free(e);
    return st;
}

crok_status crok_record_unseen(crok_job *j, int n, const crok_board_seen *then,
                               bool is_known)
{
    crok_status st = CROK_OK;
    crok_job more = {j->table, j->out, j->err, 0}; /* film_ms 0: more events of
                                                    * this rest follow */
    for (int i = 0; i < n && st == CROK_OK; i++)
        st = record_one(&more, then, is_known && i == n - 1);
    return st;
}

/* ---- the end of a round ---- */

int crok_shots_left(const crok_match *m)
{
    int n = 0;
    for (int i = 0; i < m->info.n_sides; i++)
        n += crok_match_left(m, i);
    return n;
}

/* The board before hands took the discs off: the last rest after the last shot
 * at which all discs of the match lay there, or what the match knows. */
static crok_board_seen last_board(const crok_table *t)
{
    return t->full_of == crok_table_match(t)->last.seq ? t->full
                                                       : crok_table_rest(t);
}

/* Has a disc appeared for each shot that is left? Then the board is the one
 * after the last shot. */
static bool shows_all(const crok_job *j, const crok_board_seen *board)
{
    const crok_match *m = crok_table_match(j->table);
    int n[CROK_MAX_SIDES] = {0};
    for (int i = 0; i < board->n; i++) {
        int side = crok_table_match_side(m, &j->table->setup.sides,
                                         board->disc[i].side);
        if (side >= 0 && has_appeared(m, &board->disc[i]))
            n[side]++;
    }
    for (int i = 0; i < m->info.n_sides; i++)
        if (n[i] != crok_match_left(m, i))
            return false;
    return true;
}

static crok_status record_rest(crok_job *j)
{
    const crok_match *m = crok_table_match(j->table);
    crok_board_seen board = last_board(j->table);
    int left = crok_shots_left(m);
    if (left == 0)
        return CROK_OK;
    /* watching began in the middle of the round: how many shots are left is
     * not known, and one may have been missed */
    if (m->is_first_unknown)
        return crok_record_unseen(j, 1, &board, false);
    return crok_record_unseen(j, left, &board, shows_all(j, &board));
}

/* Put the ranges of the totals into the event, and say them. */
static int put_ranges(const crok_match *m, crok_round_end *to, char *say,
                      size_t size)
{
    int n = 0;
    for (int i = 0; i < m->info.n_sides; i++) {
        crok_points p = crok_match_closed_total(m, i);
        int at = to->n_sides;
        int k = 0;
        if (p.lo == p.hi)
            continue;
        memcpy(to->side[at], m->info.sides[i].side, sizeof to->side[at]);
        to->lo[at] = p.lo;
        to->hi[at] = p.hi;
        to->n_sides++;
        k = snprintf(say + n, size - (size_t)n, "%s%s %d (%d to %d)",
                     n == 0 ? "" : ", ", m->info.sides[i].side, p.points, p.lo,
                     p.hi);
        n = n + k < (int)size ? n + k : (int)size - 1;
    }
    return to->n_sides;
}

/* Name the shots on which the totals of a round hang, after its end. */
static void say_asked(const crok_match *m, int game, int round, char *say,
                      size_t size)
{
    int n = 0;
    for (int i = 0; i < m->n_asked; i++) {
        const crok_asked *q = &m->asked[i];
        int k = 0;
        if (q->game != game || q->round != round)
            continue;
        k = snprintf(say + n, size - (size_t)n, "%s%ld", n == 0 ? "" : ", ",
                     q->of);
        n = n + k < (int)size ? n + k : (int)size - 1;
    }
}

static void report_open(crok_job *j, const crok_match *before,
                        const char *ranges)
{
    char shots[CROK_TABLE_WORDS / 3] = "";
    say_asked(crok_table_match(j->table), before->game, before->round, shots,
              sizeof shots);
    crok_job_refuse(j,
                    "round %d is closed with %s: this hangs on shots %s, "
                    "correct or rule on them",
                    before->round, ranges, shots);
}

crok_status crok_begin_again(crok_job *j)
{
    const crok_match *m = crok_table_match(j->table);
    crok_event e = {.type = CROK_EVENT_REPLAY_ROUND, .is_open = true};
    int left = crok_shots_left(m);
    crok_status st = CROK_OK;
    (void)snprintf(e.u.reason, sizeof e.u.reason,
                   "cleared with %d discs left, and begun by the same player",
                   left);
    st = crok_job_append(j, &e);
    if (st == CROK_OK)
        crok_job_refuse(j,
                        "round %d was cleared with %d discs left, and the same "
                        "player begins: it is taken as begun again; a ruling "
                        "on event %ld confirms it",
                        m->round, left, crok_live_seq(j->table->live));
    j->table->n_played = 0;
    j->table->has_change = false;
    j->table->n_cleared = 0;
    j->table->cleared_after = 0;
    return st;
}

crok_status crok_close_round(crok_job *j)
{
    crok_event e = {.type = CROK_EVENT_ROUND_END, .film_ms = j->film_ms};
    char ranges[CROK_TABLE_WORDS / 2] = "";
    int n_open = 0;
    crok_match before;
    bool has_all = crok_shots_left(crok_table_match(j->table)) == 0;
    crok_status st = record_rest(j);
    if (st != CROK_OK)
        return st;
    j->table->is_first_sure = j->table->is_first_sure || has_all;
    e.u.end.asks_starter = !j->table->is_first_sure;
    before = *crok_table_match(j->table);
    e.u.end.early = crok_shots_left(&before) > 0;
    n_open = put_ranges(&before, &e.u.end, ranges, sizeof ranges);
    st = crok_job_append(j, &e);
    if (st == CROK_OK && n_open > 0)
        report_open(j, &before, ranges);
    j->table->n_played = 0;
    j->table->has_change = false;
    j->table->n_cleared = 0;
    j->table->cleared_after = 0;
    if (st == CROK_OK && crok_table_match(j->table)->state == CROK_STATE_OVER)
        st = crok_job_append(j, &(crok_event){.type = CROK_EVENT_MATCH_END});
    return st;
}
