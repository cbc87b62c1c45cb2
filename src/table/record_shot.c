/* SPDX-License-Identifier: Apache-2.0 */
#include "table/record_shot.h"

#include <stdlib.h>

#include "table/fit_shot.h"
#include "table/places.h"

bool crok_record_may_be_shot(crok_job *j, const crok_shot_seen *seen,
                             int player)
{
    const crok_match *m = crok_table_match(j->table);
    const crok_seats *seats = &m->info.seats;
    int turn = crok_turns_player(&m->info.book, seats, &m->turns);
    if (m->state == CROK_STATE_OVER)
        crok_job_refuse(j, "a disc was shot, but the match is over");
    else if (m->ask == CROK_ASK_SHOOT_OUT)
        crok_job_refuse(
            j, "a disc was shot and is not recorded: a person counts the "
               "20s of a shoot-out");
    else if (turn < 0)
        crok_job_refuse(
            j, "a disc was shot, but all discs of this round are shot");
    else if (player < 0)
        crok_job_refuse(
            j, "shot out of turn: %s shot, but it was the turn of %s (%s)",
            j->table->setup.sides.name[seen->side], m->info.player[turn],
            m->info.sides[seats->side[turn]].side);
    else
        return true;
    return false;
}

/* Return the id of the shooting disc. It keeps the id that the engine gave it.
 * It gets a new id if it was not detected at rest, or if its id was already in
 * use in this round or before the record was resumed. */
static int shooter_id(crok_job *j, crok_shot_seen *seen)
{
    crok_table *t = j->table;
    int id = seen->shooter;
    for (int i = 0; i < seen->before.n; i++)
        if (seen->before.disc[i].id >= t->next_id)
            t->next_id = seen->before.disc[i].id + 1;
    if (id < t->next_id) {
        int fresh = t->next_id;
        for (int i = 0; i < seen->after.n; i++)
            if (seen->after.disc[i].id >= fresh)
                fresh = seen->after.disc[i].id + 1;
        crok_shot_seen_rename(seen, id, fresh); /* id is -1 if the disc was not
                                                 * detected at rest */
        j->out->sets_rest = j->out->sets_rest || id >= 0;
        id = fresh;
    }
    t->next_id = id + 1;
    return id;
}

/* If several discs may be the one played last: does the decision depend on
 * which of them it was? */
static bool depends_on_last_played(const crok_table *t, const crok_shot *shot,
                                   crok_judgement *made)
{
    const crok_book *book = &crok_table_match(t)->info.book;
    crok_shot as = *shot;
    crok_tri valid = CROK_UNKNOWN;
    crok_tri open = CROK_UNKNOWN;
    for (int i = 0; i < t->n_played && t->n_played > 1; i++) {
        as.last_played = t->played[i];
        crok_judge(book, &as, made);
        if (i > 0 && (made->decision.valid != valid ||
                      made->decision.open_board != open))
            return true;
        valid = made->decision.valid;
        open = made->decision.open_board;
    }
    return false;
}

/* Judge a shot by the match's book. If the decision depends on an unknown
 * last-played disc, that disc is marked as missing. */
static void judge(const crok_table *t, crok_shot *shot, crok_judgement *made)
{
    if (depends_on_last_played(t, shot, made)) {
        shot->has_last_played = false;
        shot->missing |= CROK_MISS_LAST_PLAYED;
    }
    crok_judge(&crok_table_match(t)->info.book, shot, made);
}

crok_status crok_record_shot(crok_job *j, crok_shot_seen *seen, int player)
{
    crok_table *t = j->table;
    crok_shot_context context = {.match = crok_table_match(t),
                                 .sides = &t->setup.sides,
                                 .player = player,
                                 .shot_disc = shooter_id(j, seen),
                                 .has_last_played = t->n_played > 0,
                                 .last_played = t->played[0]};
    crok_places places = crok_places_of(&t->setup, crok_live_log(t->live));
    crok_event *e = calloc(1, sizeof *e);
    crok_judgement *made = malloc(sizeof *made);
    crok_status st = CROK_OK;
    if (e == NULL || made == NULL) {
        st = crok_fail(j->err, CROK_ENOMEM, "no memory for a shot");
    } else {
        e->type = CROK_EVENT_SHOT;
        e->film_ms = j->film_ms;
        crok_shot_fit(&context, seen, &e->u.shot.shot);
        crok_places_apply(&places, &e->u.shot.shot);
        st = crok_shot_check(&e->u.shot.shot, j->err);
    }
    if (st == CROK_OK) {
        judge(t, &e->u.shot.shot, made);
        e->u.shot.has_decision = true;
        e->u.shot.decision = made->decision;
        st = crok_job_append(j, e);
    }
    if (st == CROK_OK) {
        j->out->shot_seq = crok_live_seq(t->live);
        crok_table_played(t, &e->u.shot.shot);
    }
    free(e);
    free(made);
    return st;
}
