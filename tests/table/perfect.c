/* SPDX-License-Identifier: Apache-2.0 */
#include "table/perfect.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void must(crok_status st, const crok_err *err)
{
    if (st == CROK_OK)
        return;
    (void)fprintf(stderr, "the simulator: %s\n", err->msg);
    abort();
}

static int n_sides_of(crok_seating seating)
{
    return seating == CROK_THREE ? 3 : seating == CROK_FOUR ? 4 : 2;
}

perfect *perfect_new(const crok_sim_options *options)
{
    perfect *p = calloc(1, sizeof *p);
    crok_err err = {0};
    CROK_ASSERT(p != NULL);
    must(crok_sim_game_new(options, &p->game, &err), &err);
    p->n_sides = n_sides_of(options->seating);
    p->colours = crok_sim_colours_of(options->seed, p->n_sides);
    return p;
}

void perfect_free(perfect **p)
{
    crok_sim_play_free(&(*p)->play);
    crok_sim_game_free(&(*p)->game);
    free(*p);
    *p = NULL;
}

void perfect_sides(const perfect *p, char names[][24])
{
    for (int i = 0; i < p->n_sides; i++)
        (void)snprintf(names[i], 24, "%s", p->colours.side[i].name);
}

/* ---- what is seen ---- */

static void add_disc(crok_rest_sight *rest, const crok_sim_disc *d)
{
    static const crok_disc_state state[] = {[CROK_SIM_SURFACE] = CROK_DISC_FLAT,
                                            [CROK_SIM_HOLE] = CROK_DISC_HOLE,
                                            [CROK_SIM_LEANING] =
                                                CROK_DISC_LEANING,
                                            [CROK_SIM_DITCH] = CROK_DISC_OUT};
    if (d->place == CROK_SIM_AWAY)
        return;
    rest->disc[rest->n++] = (crok_sight_disc){.id = d->id,
                                              .side = d->side,
                                              .state = state[d->place],
                                              .at = {d->at_mm.x, d->at_mm.y},
                                              .confidence = 1.0};
}

static crok_rest_sight rest_of(const crok_sim_disc *discs, int n)
{
    crok_rest_sight rest = {0};
    for (int i = 0; i < n; i++)
        add_disc(&rest, &discs[i]);
    return rest;
}

static void put_seen(const perfect *p, crok_engine_report *out)
{
    crok_observation *seen = &out->seen;
    seen->n_sides = p->n_sides;
    for (int i = 0; i < p->n_sides; i++) {
        (void)snprintf(seen->sides[i].name, sizeof seen->sides[i].name, "%s",
                       p->colours.side[i].name);
        memcpy(seen->sides[i].rgb, p->colours.side[i].rgb,
               sizeof seen->sides[i].rgb);
    }
    seen->n_discs = out->rest.n;
    for (int i = 0; i < out->rest.n; i++)
        seen->discs[i].side = out->rest.disc[i].side;
}

/* The way of the disc that was shot, as the crow flies; none where it went off
 * the board. */
static void put_way(const crok_shot *s, crok_motion_sight *m)
{
    const int at = crok_disc_find(s->after, s->n_after, s->shot_disc);
    crok_sight_way *way = &m->way[0];
    if (at < 0)
        return;
    way->id = s->shot_disc;
    way->x_mm[0] = (float)s->placed_at.x;
    way->y_mm[0] = (float)s->placed_at.y;
    way->x_mm[1] = (float)s->after[at].x_mm;
    way->y_mm[1] = (float)s->after[at].y_mm;
    way->n = 2;
    m->n_ways = 1;
}

static void put_motion(const crok_shot *s, crok_motion_sight *m)
{
    put_way(s, m);
    m->has_placed_at = true;
    m->placed_at = s->placed_at;
    m->saw_contacts = s->n_contacts <= CROK_SIGHT_MAX_CONTACTS;
    for (int i = 0; i < s->n_contacts && m->saw_contacts; i++)
        m->contact[m->n_contacts++] =
            (crok_sight_contact){s->contacts[i].a, s->contacts[i].b};
    m->saw_boundary = true;
    for (int i = 0; i < s->n_boundary; i++)
        if (s->boundary[i].what != CROK_HIT_OUT_DISC &&
            m->n_boundary < CROK_SIGHT_MAX_BOUNDARY)
            m->boundary[m->n_boundary++] = (crok_sight_boundary){
                s->boundary[i].id, (crok_sight_crossing)s->boundary[i].what,
                s->boundary[i].returned};
}

static void report_shot(perfect *p, crok_engine_report *out)
{
    const crok_sim_motion *m = &p->play.motion;
    const crok_shot *s = &p->play.event.u.shot.shot;
    crok_shot_sight *shot = &out->shot;
    out->news = CROK_NEWS_SHOT;
    shot->before = rest_of(m->start, m->n_discs - 1);
    shot->after = rest_of(m->end, m->n_discs);
    shot->shooter = s->shot_disc;
    shot->side = s->shooter;
    shot->n_moved = s->n_moved;
    memcpy(shot->moved, s->moved, sizeof shot->moved);
    put_motion(s, &shot->motion);
    out->rest = p->rest = shot->after;
    put_seen(p, out);
}

/* Hands have taken discs away and put some back. */
static void report_hands(perfect *p, crok_engine_report *out)
{
    out->news = CROK_NEWS_TAKEN;
    for (int i = 0; i < p->play.n_jobs; i++) {
        const crok_sim_job *job = &p->play.jobs[i];
        int at = 0;
        while (at < p->rest.n && p->rest.disc[at].id != job->id)
            at++;
        if (at < p->rest.n)
            p->rest.disc[at] = p->rest.disc[--p->rest.n];
        add_disc(&p->rest, &job->to);
        if (job->to.place == CROK_SIM_SURFACE)
            out->news = CROK_NEWS_CHANGED;
    }
    out->rest = p->rest;
    put_seen(p, out);
}

bool perfect_next(perfect *p, crok_engine_report *out, const crok_event **event)
{
    crok_err err = {0};
    bool more = true;
    memset(out, 0, sizeof *out);
    out->state = CROK_ENGINE_QUIET;
    *event = NULL;
    if (p->has_jobs) {
        p->has_jobs = false;
        report_hands(p, out);
        return true;
    }
    must(crok_sim_game_next(p->game, &p->play, &more, &err), &err);
    if (!more)
        return false;
    *event = &p->play.event;
    p->has_jobs = p->play.n_jobs > 0;
    if (p->play.event.type == CROK_EVENT_SHOT)
        report_shot(p, out);
    return true;
}

bool perfect_news(perfect *p, crok_engine_report *out)
{
    const crok_event *event = NULL;
    while (perfect_next(p, out, &event))
        if (out->news != CROK_NEWS_NONE)
            return true;
    return false;
}
