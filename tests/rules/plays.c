/* SPDX-License-Identifier: Apache-2.0 */
#include "rules/plays.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules/book_json.h"

static const int sides_of[CROK_N_SEATINGS][4] = {
    {0, 1}, {0, 1, 0, 1}, {0, 1, 0}, {0, 1, 2}, {0, 1, 2, 3}};
static const int seats_of[CROK_N_SEATINGS][4] = {
    {0, 2}, {0, 1, 2, 3}, {0, 1, 2}, {0, 1, 2}, {0, 1, 2, 3}};
static const int n_players[CROK_N_SEATINGS] = {2, 4, 3, 3, 4};
static const int n_sides[CROK_N_SEATINGS] = {2, 2, 2, 3, 4};
static const char *const name[4] = {"black", "green", "red", "white"};

static bool start_of(const char *preset, crok_seating seating, crok_event *e)
{
    crok_match_start *s = &e->u.start;
    crok_err err = {0};
    *e = (crok_event){.type = CROK_EVENT_MATCH_START};
    CROK_ASSERT(crok_book_preset(preset, &s->book, NULL, &err) == CROK_OK);
    s->lines = crok_lines_tournament();
    s->disc_mm = CROK_DISC_RADIUS_MM;
    s->n_sides = n_sides[seating];
    s->seats.n = n_players[seating];
    for (int i = 0; i < s->n_sides; i++)
        (void)snprintf(s->sides[i].side, sizeof s->sides[i].side, "%s",
                       name[i]);
    for (int i = 0; i < s->seats.n; i++) {
        s->seats.seat[i] = seats_of[seating][i];
        s->seats.side[i] = sides_of[seating][i];
    }
    return crok_seats_settle(&s->book, &s->seats, NULL) == CROK_OK;
}

/* Somewhere on the board or beyond it, not over the hole. */
static void place(gen *g, crok_disc *d)
{
    double r = gen_between(g, 40.0, 330.0);
    double a = gen_between(g, 0.0, 6.28);
    d->x_mm = r * cos(a);
    d->y_mm = r * sin(a);
    d->state = CROK_DISC_FLAT;
}

/* A disc that has moved: it is sunk if the hole is free, lies somewhere, or is
 * off the surface. */
static void land(gen *g, crok_shot *s, crok_disc d, bool *is_hole_free)
{
    s->moved[s->n_moved++] = d.id;
    place(g, &d);
    if (*is_hole_free && gen_below(g, 5) == 0) {
        d.x_mm = d.y_mm = 0.0;
        d.state = CROK_DISC_HOLE;
        *is_hole_free = false;
    } else if (hypot(d.x_mm, d.y_mm) > 300.0) {
        s->boundary[s->n_boundary++] =
            (crok_boundary){d.id, CROK_LEFT_SURFACE, false};
        return;
    }
    s->after[s->n_after++] = d;
}

static void draw_shot(gen *g, const crok_match *m, int id, crok_shot *s)
{
    int player = crok_turns_player(&m->info.book, &m->info.seats, &m->turns);
    int hit = m->n_discs > 0 ? gen_below(g, m->n_discs + 1) : 0;
    bool is_hole_free = true;
    *s = crok_shot_empty();
    s->n_sides = m->info.n_sides;
    for (int i = 0; i < s->n_sides; i++)
        memcpy(s->side[i], m->info.sides[i].side, sizeof s->side[i]);
    s->seat = m->info.seats.seat[player];
    s->shooter = m->info.seats.side[player];
    s->shot_disc = id;
    s->has_last_played = m->was_played == CROK_YES;
    s->last_played = m->last_played;
    s->missing = CROK_MISS_PLACED_AT;
    s->n_before = m->n_discs;
    memcpy(s->before, m->discs, sizeof s->before);
    for (int i = 0; i < m->n_discs; i++)
        if (i != hit)
            s->after[s->n_after++] = m->discs[i];
    land(g, s, (crok_disc){.id = id, .side = s->shooter}, &is_hole_free);
    if (hit == m->n_discs)
        return;
    s->contacts[s->n_contacts++] = (crok_contact){id, m->discs[hit].id};
    land(g, s, m->discs[hit], &is_hole_free);
}

static void draw_event(gen *g, const crok_match *m, int id, crok_event *e)
{
    *e = (crok_event){.type = CROK_EVENT_SHOT};
    if (m->state == CROK_STATE_ROUND_OVER)
        e->type = CROK_EVENT_ROUND_END;
    else
        draw_shot(g, m, id, &e->u.shot.shot);
}

static void add(plays *p)
{
    plays_step *s = &p->step[p->n];
    crok_err err = {0};
    s->event.seq = 10L * ++p->n;
    s->before = p->log.match;
    if (crok_log_add(&p->log, &s->event, &err) != CROK_OK) {
        (void)fprintf(stderr, "a match was drawn badly: %s\n", err.msg);
        abort();
    }
    s->after = p->log.match;
}

plays *plays_new(uint64_t seed, const char *preset, crok_seating seating,
                 int rounds)
{
    gen g = {seed};
    plays *p = calloc(1, sizeof *p);
    int ended = 0;
    CROK_ASSERT(p != NULL);
    p->step = calloc(PLAYS_MAX_STEPS, sizeof *p->step);
    CROK_ASSERT(p->step != NULL);
    p->log = crok_log_empty();
    if (!start_of(preset, seating, &p->step[0].event)) {
        plays_free(&p);
        return NULL;
    }
    add(p);
    while (p->log.match.state != CROK_STATE_OVER && ended < rounds) {
        CROK_ASSERT(p->n < PLAYS_MAX_STEPS);
        draw_event(&g, &p->log.match, p->n, &p->step[p->n].event);
        ended += p->step[p->n].event.type == CROK_EVENT_ROUND_END;
        add(p);
    }
    return p;
}

void plays_free(plays **p)
{
    crok_log_close(&(*p)->log);
    free((*p)->step);
    free(*p);
    *p = NULL;
}

crok_decision plays_decision(const plays_step *s)
{
    crok_judgement j;
    crok_judge(&s->before.info.book, &s->event.u.shot.shot, &j);
    return j.decision;
}
