/* SPDX-License-Identifier: Apache-2.0
 *
 * The match and its record: opened, taken up again, and brought up to what
 * others have written to it. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/watch_match_inner.h"
#include "discs/colour.h"

const crok_match *crok_watch_match_now(const crok_watch_match *w)
{
    return &crok_record_log(&w->record)->match;
}

/* ---- opening ---- */

void crok_watch_played(crok_watch_match *w, const crok_shot *shot)
{
    w->n_played = crok_watch_shot_discs(shot, w->played);
    if (shot->shot_disc >= w->next_id)
        w->next_id = shot->shot_disc + 1;
}

/* The disc that was played last in this round, and the highest id. */
static crok_status learn_history(crok_watch_match *w, crok_err *err)
{
    crok_log_walk walk;
    crok_status st =
        crok_log_walk_begin(crok_record_log(&w->record), &walk, err);
    if (st != CROK_OK)
        return st;
    w->n_played = 0;
    while (st == CROK_OK && walk.event != NULL) {
        const crok_event *e = walk.event;
        if (e->type == CROK_EVENT_SHOT)
            crok_watch_played(w, &e->u.shot.shot);
        else if (e->type == CROK_EVENT_ROUND_END)
            w->n_played = 0;
        st = crok_log_walk_step(&walk, err);
    }
    crok_log_walk_end(&walk);
    return st;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(a, b);
}

static void sides_of(const crok_match *m, crok_watch_sides *out)
{
    out->n = m->info.n_sides;
    for (int i = 0; i < out->n; i++)
        (void)snprintf(out->name[i], sizeof out->name[i], "%.23s",
                       m->info.sides[i].side);
    qsort(out->name, (size_t)out->n, sizeof out->name[0], by_name);
}

static bool same_book(const crok_book *a, const crok_book *b)
{
    int n = 0;
    const crok_setting *s = crok_settings(&n);
    for (int i = 0; i < n; i++)
        if (crok_setting_value(&s[i], a) != crok_setting_value(&s[i], b))
            return false;
    return true;
}

/* Is it the match that was meant? */
static crok_status check_record(crok_watch_match *w, const char *path,
                                crok_err *err)
{
    const crok_match *m = crok_watch_match_now(w);
    crok_watch_sides sides = {0};
    const char *what = NULL;
    if (m->state == CROK_STATE_WAITING)
        return CROK_OK;
    sides_of(m, &sides);
    if (w->want.rules_given && !same_book(&w->want.book, &m->info.book))
        what = "rules";
    else if (w->want.sides.n > 0 &&
             (w->want.sides.n != sides.n ||
              memcmp(w->want.sides.name, sides.name, sizeof sides.name) != 0))
        what = "sides";
    else if (w->want.title[0] != '\0' &&
             strcmp(w->want.title, m->info.title) != 0)
        what = "title";
    w->want.sides = sides;
    if (what == NULL)
        return CROK_OK;
    return crok_fail(err, CROK_EARG,
                     "%s: the record of another match, its %s are not those "
                     "of --%s: name another file, or leave --%s out",
                     path, what, what, what);
}

/* The engine tells the sides by their colours. */
static crok_status check_colours(const crok_watch_sides *sides, crok_err *err)
{
    crok_lab lab;
    for (int i = 0; i < sides->n; i++)
        if (!crok_colour_of_word(sides->name[i], &lab))
            return crok_fail(err, CROK_EARG,
                             "--sides: \"%s\" is no colour that is known: use "
                             "black, white, grey, red, maroon, orange, brown, "
                             "natural, yellow, green, blue, purple or pink",
                             sides->name[i]);
    return CROK_OK;
}

/* What a person said, before there is a record. */
static crok_status take_want(const crok_watch_want *want, crok_watch_match *w,
                             crok_err *err)
{
    crok_match_start start;
    crok_status st = CROK_OK;
    *w = (crok_watch_match){.want = *want, .next_id = 1};
    qsort(w->want.sides.name, (size_t)w->want.sides.n,
          sizeof w->want.sides.name[0], by_name);
    st = check_colours(&w->want.sides, err);
    return st == CROK_OK && w->want.sides.n > 0
               ? crok_watch_start(&w->want, &start, err)
               : st;
}

/* The match as it is now is reckoned with. */
void crok_watch_note(crok_watch_match *w)
{
    const crok_match *m = crok_watch_match_now(w);
    w->seq = crok_record_seq(&w->record);
    w->n_known = m->n_discs;
    memcpy(w->known, m->discs, sizeof w->known);
}

/* A record that stopped between its last round's end and its own gets it. */
static crok_status end_match(crok_watch_match *w, crok_err *err)
{
    const crok_log *log = crok_record_log(&w->record);
    crok_event e = {.type = CROK_EVENT_MATCH_END};
    if (log->match.state != CROK_STATE_OVER ||
        log->events[log->n - 1]->type != CROK_EVENT_ROUND_END)
        return CROK_OK;
    return crok_record_append(&w->record, &e, err);
}

static crok_status take_record(crok_watch_match *w, const char *name,
                               crok_err *err)
{
    crok_status st = check_record(w, name, err);
    if (st == CROK_OK)
        st = check_colours(&w->want.sides, err);
    if (st == CROK_OK)
        st = end_match(w, err);
    if (st == CROK_OK)
        st = learn_history(w, err);
    if (st != CROK_OK)
        return st;
    crok_watch_note(w);
    w->lie = crok_watch_match_lying(w); /* till the board is read */
    return CROK_OK;
}

crok_status crok_watch_match_open(const char *path, const crok_watch_want *want,
                                  crok_watch_match *out, crok_err *err)
{
    crok_watch_match w;
    crok_status st = take_want(want, &w, err);
    if (st == CROK_OK)
        st = crok_record_open(path, &w.record, err);
    if (st != CROK_OK)
        return st;
    st = take_record(&w, path, err);
    if (st == CROK_OK)
        *out = w;
    else
        crok_record_close(&w.record);
    return st;
}

crok_status crok_watch_match_on(const crok_record *record, const char *name,
                                const crok_watch_want *want,
                                crok_watch_match *out, crok_err *err)
{
    crok_watch_match w;
    crok_status st = take_want(want, &w, err);
    if (st != CROK_OK)
        return st;
    w.record = *record;
    crok_record_hold(record);
    st = take_record(&w, name, err);
    crok_record_release(record);
    if (st == CROK_OK)
        *out = w;
    return st;
}

void crok_watch_match_close(crok_watch_match *w)
{
    crok_record_close(&w->record);
}

int crok_watch_side(const crok_watch_sides *sides, const char *name)
{
    int i = 0;
    while (i < sides->n && strcmp(sides->name[i], name) != 0)
        i++;
    return i;
}

static crok_sight_disc sight_of(const crok_watch_match *w, const crok_disc *d,
                                const char *side)
{
    return (crok_sight_disc){.id = d->id,
                             .side = crok_watch_side(&w->want.sides, side),
                             .state = d->state,
                             .state_unsure = d->state_unsure,
                             .at = {d->x_mm, d->y_mm},
                             .sigma_mm = d->sigma_mm,
                             .chance = 1.0};
}

crok_rest_sight crok_watch_match_rest(const crok_watch_match *w)
{
    const crok_match *m = crok_watch_match_now(w);
    crok_rest_sight rest = {.n = m->n_discs};
    for (int i = 0; i < m->n_discs; i++)
        rest.disc[i] =
            sight_of(w, &m->discs[i], m->info.sides[m->discs[i].side].side);
    return rest;
}

crok_rest_sight crok_watch_match_lying(const crok_watch_match *w)
{
    const crok_match *m = crok_watch_match_now(w);
    crok_event e;
    crok_rest_sight rest = crok_watch_match_rest(w);
    const crok_shot *s = &e.u.shot.shot;
    if (!crok_log_shot(crok_record_log(&w->record), m->last.seq, &e))
        return rest;
    for (int i = 0; i < s->n_after && rest.n < CROK_MAX_DISCS; i++) {
        const crok_disc *d = &s->after[i];
        if (crok_watch_knows_id(m, d->id) && /* of this round */
            crok_disc_find(m->discs, m->n_discs, d->id) < 0)
            rest.disc[rest.n++] = sight_of(w, d, s->side[d->side]);
    }
    return rest;
}

int64_t crok_watch_match_film_ns(const crok_watch_match *w)
{
    const crok_log *log = crok_record_log(&w->record);
    int64_t at_ns = 0;
    for (int i = log->n - 1; i >= 0 && at_ns == 0; i--)
        at_ns = log->events[i]->film_ms * INT64_C(1000000);
    /* a rest is read after this long a quiet: who begins there sees it */
    at_ns -= CROK_ENGINE_QUIET_NS;
    return at_ns > 0 ? at_ns : 0;
}

crok_status crok_watch_match_append(crok_watch_match *w, const crok_event *e,
                                    crok_err *err)
{
    crok_status st = crok_record_append(&w->record, e, err);
    if (st == CROK_OK)
        w->refused[0] = '\0';
    return st;
}

/* ---- what others have written ---- */

static bool same_sides(const crok_watch_match *w)
{
    crok_watch_sides sides = {0};
    sides_of(crok_watch_match_now(w), &sides);
    return w->want.sides.n == sides.n &&
           memcmp(w->want.sides.name, sides.name, sizeof sides.name) == 0;
}

/* The engine knows the sides of the match, if there is one. */
bool crok_watch_tells_sides(const crok_watch_match *w)
{
    return crok_watch_match_now(w)->state == CROK_STATE_WAITING ||
           same_sides(w);
}

/* A match that a person has started may be of other sides. */
static void take_sides(crok_watch_match *w, crok_watch_effect *out)
{
    crok_watch_sides sides = {0};
    if (crok_watch_tells_sides(w))
        return;
    sides_of(crok_watch_match_now(w), &sides);
    if (check_colours(&sides, NULL) != CROK_OK)
        return;
    w->want.sides = sides;
    w->want.has_rgb = true;
    w->lie = (crok_rest_sight){0};
    out->sets_sides = true;
}

/* Did a person say since what lies on the board, or take that back? */
static bool says_what_lies(const crok_log *log, long since)
{
    for (int i = log->n - 1; i >= 0 && log->events[i]->seq > since; i--) {
        const crok_kept *e = log->events[i];
        const crok_kept *of = e->type == CROK_EVENT_UNDO
                                  ? crok_log_find(log, crok_kept_of(e))
                                  : e;
        if (of != NULL && of->type == CROK_EVENT_BOARD)
            return true;
    }
    return false;
}

static bool is_as_known(const crok_watch_match *w, const crok_disc *d)
{
    int at = crok_disc_find(w->known, w->n_known, d->id);
    const crok_disc *k = &w->known[at < 0 ? 0 : at];
    return at >= 0 && k->side == d->side && k->state == d->state &&
           hypot(k->x_mm - d->x_mm, k->y_mm - d->y_mm) < 0.01;
}

/* The disc that was seen which a person means with `d`: the one of its id, or
 * an unknown one where it lies; `lie->n` where none was seen. */
static int meant(const crok_watch_match *w, const crok_disc *d)
{
    const crok_match *m = crok_watch_match_now(w);
    int best = w->lie.n;
    double nearest = CROK_PUT_BACK_MM;
    for (int i = 0; i < w->lie.n; i++) {
        const crok_sight_disc *s = &w->lie.disc[i];
        double apart = hypot(s->at.x - d->x_mm, s->at.y - d->y_mm);
        if (s->id == d->id)
            return i;
        if (crok_disc_find(m->discs, m->n_discs, s->id) >= 0 ||
            apart >= nearest)
            continue;
        nearest = apart;
        best = i;
    }
    return best;
}

/* A person's word on a disc takes the place of what was seen of it. */
static void lay_over(crok_watch_match *w, crok_watch_effect *out)
{
    const crok_match *m = crok_watch_match_now(w);
    crok_rest_sight said = crok_watch_match_rest(w);
    for (int i = 0; i < m->n_discs; i++) {
        int at = meant(w, &m->discs[i]);
        if (is_as_known(w, &m->discs[i]) || at == CROK_MAX_DISCS)
            continue;
        w->lie.disc[at] = said.disc[i];
        if (at == w->lie.n)
            w->lie.n++;
        out->sets_rest = true;
    }
    out->rest = w->lie;
}

crok_status crok_watch_catch_up(crok_watch_match *w, crok_watch_effect *out,
                                crok_err *err)
{
    const crok_log *log = crok_record_log(&w->record);
    crok_status st = CROK_OK;
    if (crok_record_seq(&w->record) == w->seq)
        return CROK_OK;
    out->has_caught_up = true;
    w->has_change = w->has_change && !says_what_lies(log, w->seq);
    w->refused[0] = '\0';
    st = learn_history(w, err);
    if (st != CROK_OK)
        return st;
    take_sides(w, out);
    if (says_what_lies(log, w->seq))
        lay_over(w, out);
    crok_watch_compare(w, &w->lie);
    crok_watch_note(w);
    return CROK_OK;
}
