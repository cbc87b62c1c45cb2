/* SPDX-License-Identifier: Apache-2.0 */
#include "table/evidence.h"

#include <string.h>

/* ---- from sights to the rules' types ---- */

static crok_disc disc_of(const crok_sight_disc *d)
{
    return (crok_disc){.id = d->id,
                       .side = d->side,
                       .x_mm = d->at.x,
                       .y_mm = d->at.y,
                       .sigma_mm = d->sigma_mm,
                       .state = d->state,
                       .state_unsure = d->state_unsure};
}

crok_board_seen crok_evidence_board(const crok_rest_sight *rest)
{
    crok_board_seen board = {.t_ns = rest->t_ns, .n = rest->n};
    for (int i = 0; i < rest->n; i++)
        board.disc[i] = disc_of(&rest->disc[i]);
    return board;
}

static void put_contacts(const crok_motion_sight *m, crok_shot_seen *out)
{
    if (!m->saw_contacts) {
        out->missing |= CROK_MISS_CONTACTS;
        return;
    }
    for (int i = 0; i < m->n_contacts; i++)
        out->contact[out->n_contacts++] =
            (crok_contact){.a = m->contact[i].a, .b = m->contact[i].b};
}

static void put_boundary(const crok_motion_sight *m, crok_shot_seen *out)
{
    static const crok_boundary_what what[CROK_N_SIGHT_CROSSINGS] = {
        [CROK_SIGHT_TOUCHED_LINE] = CROK_TOUCHED_LINE,
        [CROK_SIGHT_LEFT_SURFACE] = CROK_LEFT_SURFACE,
        [CROK_SIGHT_HIT_RAIL] = CROK_HIT_RAIL};
    for (int i = 0; i < m->n_boundary; i++) {
        const crok_sight_boundary *b = &m->boundary[i];
        out->boundary[out->n_boundary++] = (crok_boundary){
            .id = b->id, .what = what[b->what], .returned = b->returned};
    }
    if (!m->saw_boundary)
        out->missing |= CROK_MISS_BOUNDARY;
    if (m->may_lie_unseen)
        out->missing |= CROK_MISS_AFTER | CROK_MISS_BOUNDARY;
}

static void put_motion(const crok_motion_sight *m, crok_shot_seen *out)
{
    put_contacts(m, out);
    put_boundary(m, out);
    out->has_placed_at = m->has_placed_at;
    out->placed_at = m->placed_at;
    out->placed_sigma_mm = m->placed_sigma_mm;
    if (!m->has_placed_at)
        out->missing |= CROK_MISS_PLACED_AT;
    if (m->may_have_moved)
        out->missing |= CROK_MISS_MOVED;
    if (m->may_be_other)
        out->missing |= CROK_MISS_SHOT_DISC;
}

void crok_evidence_shot(const crok_shot_sight *sight, crok_shot_seen *out)
{
    memset(out, 0, sizeof *out);
    out->before = crok_evidence_board(&sight->before);
    out->after = crok_evidence_board(&sight->after);
    out->shooter = sight->shooter;
    out->side = sight->side;
    out->side_unsure = sight->side_unsure;
    out->n_moved = sight->n_moved;
    memcpy(out->moved, sight->moved, sizeof out->moved);
    out->n_gone = sight->n_gone;
    memcpy(out->gone, sight->gone, sizeof out->gone);
    put_motion(&sight->motion, out);
}

crok_disc crok_disc_settled(const crok_disc *d, int side)
{
    crok_disc disc = *d;
    disc.side = side;
    disc.state_unsure = false;
    return disc;
}

/* ---- and back ---- */

crok_rest_sight crok_evidence_rest(const crok_board_seen *board)
{
    crok_rest_sight rest = {.t_ns = board->t_ns, .n = board->n};
    for (int i = 0; i < board->n; i++) {
        const crok_disc *d = &board->disc[i];
        rest.disc[i] = (crok_sight_disc){.id = d->id,
                                         .side = d->side,
                                         .state = d->state,
                                         .state_unsure = d->state_unsure,
                                         .at = {d->x_mm, d->y_mm},
                                         .sigma_mm = d->sigma_mm};
    }
    return rest;
}

/* ---- what was seen ---- */

int crok_board_seen_find(const crok_board_seen *board, int id)
{
    return crok_disc_find(board->disc, board->n, id);
}

const crok_disc *crok_board_seen_lying(const crok_board_seen *board, int id)
{
    int at = crok_board_seen_find(board, id);
    return at >= 0 && board->disc[at].state != CROK_DISC_OUT ? &board->disc[at]
                                                             : NULL;
}

int crok_board_seen_n_out(const crok_board_seen *board)
{
    int n = 0;
    for (int i = 0; i < board->n; i++)
        n += board->disc[i].state == CROK_DISC_OUT;
    return n;
}

bool crok_board_seen_is_empty(const crok_board_seen *board)
{
    for (int i = 0; i < board->n; i++)
        if (board->disc[i].state != CROK_DISC_OUT)
            return false;
    return true;
}

bool crok_shot_seen_has_moved(const crok_shot_seen *shot, int id)
{
    for (int i = 0; i < shot->n_moved; i++)
        if (shot->moved[i] == id)
            return true;
    return false;
}

static void rename_one(int *id, int from, int to)
{
    if (*id == from)
        *id = to;
}

static void rename_on_board(crok_board_seen *board, int from, int to)
{
    for (int i = 0; i < board->n; i++)
        rename_one(&board->disc[i].id, from, to);
}

void crok_shot_seen_rename(crok_shot_seen *s, int from, int to)
{
    rename_one(&s->shooter, from, to);
    rename_on_board(&s->before, from, to);
    rename_on_board(&s->after, from, to);
    for (int i = 0; i < s->n_moved; i++)
        rename_one(&s->moved[i], from, to);
    for (int i = 0; i < s->n_gone; i++)
        rename_one(&s->gone[i], from, to);
    for (int i = 0; i < s->n_contacts; i++) {
        rename_one(&s->contact[i].a, from, to);
        rename_one(&s->contact[i].b, from, to);
    }
    for (int i = 0; i < s->n_boundary; i++)
        rename_one(&s->boundary[i].id, from, to);
}

void crok_shot_seen_forget_motion(crok_shot_seen *shot)
{
    shot->n_contacts = shot->n_boundary = 0;
    shot->has_placed_at = false;
    shot->placed_at = (crok_mm){0.0, 0.0};
    shot->placed_sigma_mm = 0.0;
    shot->missing = CROK_MISS_CONTACTS | CROK_MISS_BOUNDARY |
                    CROK_MISS_PLACED_AT | CROK_MISS_SHOT_DISC;
}
