/* SPDX-License-Identifier: Apache-2.0 */
#include "table/table.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "discs/colour.h"
#include "table/fit_shot.h"

const crok_match *crok_table_match(const crok_table *t)
{
    return &crok_live_log(t->live)->match;
}

const char *crok_table_words(const crok_table *t)
{
    return t->trouble[0] != '\0'   ? t->trouble
           : t->refused[0] != '\0' ? t->refused
                                   : t->board;
}

/* ---- opening ---- */

void crok_table_played(crok_table *t, const crok_shot *shot)
{
    t->n_played = crok_shot_candidates(shot, t->played);
    if (shot->shot_disc >= t->next_id)
        t->next_id = shot->shot_disc + 1;
}

crok_status crok_table_learn_history(crok_table *t, crok_err *err)
{
    crok_log_walk walk;
    crok_status st = crok_log_walk_begin(crok_live_log(t->live), &walk, err);
    if (st == CROK_OK)
        t->n_played = 0;
    while (st == CROK_OK && walk.event != NULL) {
        const crok_event *e = walk.event;
        if (e->type == CROK_EVENT_SHOT)
            crok_table_played(t, &e->u.shot.shot);
        else if (e->type == CROK_EVENT_ROUND_END)
            t->n_played = 0;
        st = crok_log_walk_step(&walk, err);
    }
    crok_log_walk_end(&walk);
    return st;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(a, b);
}

static void sort_sides(crok_table_sides *sides)
{
    qsort(sides->name, (size_t)sides->n, sizeof sides->name[0], by_name);
}

crok_table_sides crok_table_sides_of(const crok_match *m)
{
    crok_table_sides sides = {.n = m->info.n_sides};
    for (int i = 0; i < sides.n; i++)
        (void)snprintf(sides.name[i], sizeof sides.name[i], "%.23s",
                       m->info.sides[i].side);
    sort_sides(&sides);
    return sides;
}

/* Compare the names as text: what follows a name in its array is not defined.
 */
static bool same_sides(const crok_table_sides *a, const crok_table_sides *b)
{
    for (int i = 0; i < a->n && i < b->n; i++)
        if (strcmp(a->name[i], b->name[i]) != 0)
            return false;
    return a->n == b->n;
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

/* Is the match in the record the one that the setup describes? */
static crok_status check_record(crok_table *t, const char *path, crok_err *err)
{
    const crok_match *m = crok_table_match(t);
    crok_table_sides sides = crok_table_sides_of(m);
    const char *what = NULL;
    if (m->state == CROK_STATE_WAITING)
        return CROK_OK;
    if (t->setup.rules_given && !same_book(&t->setup.book, &m->info.book))
        what = "rules";
    else if (t->setup.sides.n > 0 && !same_sides(&t->setup.sides, &sides))
        what = "sides";
    else if (t->setup.title[0] != '\0' &&
             strcmp(t->setup.title, m->info.title) != 0)
        what = "title";
    t->setup.sides = sides;
    if (what == NULL)
        return CROK_OK;
    return crok_fail(err, CROK_EARG,
                     "%s: the record of another match, its %s are not those "
                     "that were given: name another file, or leave them out",
                     path, what);
}

crok_status crok_table_check_colours(const crok_table_sides *sides,
                                     crok_err *err)
{
    crok_lab lab;
    for (int i = 0; i < sides->n; i++)
        if (!crok_colour_of_word(sides->name[i], &lab))
            return crok_fail(err, CROK_EARG,
                             "sides: \"%s\" is no colour that is known: use "
                             "black, white, grey, red, maroon, orange, brown, "
                             "natural, yellow, green, blue, purple or pink",
                             sides->name[i]);
    return CROK_OK;
}

crok_status crok_table_check_setup(const crok_table_setup *setup, crok_err *err)
{
    crok_table_setup sorted = *setup;
    crok_match_start start;
    crok_status st = CROK_OK;
    sort_sides(&sorted.sides);
    st = crok_table_check_colours(&sorted.sides, err);
    return st == CROK_OK && sorted.sides.n > 0
               ? crok_start_of(&sorted, &start, err)
               : st;
}

void crok_table_note(crok_table *t)
{
    const crok_match *m = crok_table_match(t);
    t->seq = crok_live_seq(t->live);
    t->n_known = m->n_discs;
    memcpy(t->known, m->discs, sizeof t->known);
}

/* Append the match's end to a record that stopped just before it. */
static crok_status end_match(crok_table *t, crok_err *err)
{
    const crok_log *log = crok_live_log(t->live);
    crok_event e = {.type = CROK_EVENT_MATCH_END};
    if (log->match.state != CROK_STATE_OVER ||
        log->events[log->n - 1]->type != CROK_EVENT_ROUND_END)
        return CROK_OK;
    return crok_live_append(t->live, &e, CROK_SEQ_ANY, err);
}

static crok_status take_record(crok_table *t, const char *name, crok_err *err)
{
    crok_status st = check_record(t, name, err);
    if (st == CROK_OK)
        st = crok_table_check_colours(&t->setup.sides, err);
    if (st == CROK_OK)
        st = end_match(t, err);
    if (st == CROK_OK)
        st = crok_table_learn_history(t, err);
    if (st != CROK_OK)
        return st;
    crok_table_note(t);
    t->seen = crok_table_resume_rest(t); /* used until the board is read for the
                                          * first time */
    return CROK_OK;
}

crok_status crok_table_open(crok_live *live, const char *name,
                            const crok_table_setup *setup, crok_table *out,
                            crok_err *err)
{
    crok_table t = {.live = live,
                    .setup = *setup,
                    .next_id = 1,
                    .is_first_sure = setup->first_seat >= 0};
    crok_status st = crok_table_check_setup(setup, err);
    if (st != CROK_OK)
        return st;
    sort_sides(&t.setup.sides);
    crok_live_hold(live);
    st = take_record(&t, name, err);
    crok_live_release(live);
    if (st == CROK_OK)
        *out = t;
    return st;
}

int crok_table_side(const crok_table_sides *sides, const char *name)
{
    int i = 0;
    while (i < sides->n && strcmp(sides->name[i], name) != 0)
        i++;
    return i;
}

/* Return a copy of a disc of the match with its side in the camera's
 * numbering. */
static crok_disc seen_of(const crok_table *t, const crok_disc *d,
                         const char *side)
{
    crok_disc disc = *d;
    disc.side = crok_table_side(&t->setup.sides, side);
    return disc;
}

crok_board_seen crok_table_rest(const crok_table *t)
{
    const crok_match *m = crok_table_match(t);
    crok_board_seen rest = {.n = m->n_discs};
    for (int i = 0; i < m->n_discs; i++)
        rest.disc[i] =
            seen_of(t, &m->discs[i], m->info.sides[m->discs[i].side].side);
    return rest;
}

crok_board_seen crok_table_resume_rest(const crok_table *t)
{
    const crok_match *m = crok_table_match(t);
    crok_event e;
    crok_board_seen rest = crok_table_rest(t);
    const crok_shot *s = &e.u.shot.shot;
    if (!crok_log_shot(crok_live_log(t->live), m->last.seq, &e))
        return rest;
    for (int i = 0; i < s->n_after && rest.n < CROK_MAX_DISCS; i++) {
        const crok_disc *d = &s->after[i];
        if (crok_match_is_gone(m, d->id))
            rest.disc[rest.n++] = seen_of(t, d, s->side[d->side]);
    }
    return rest;
}

int64_t crok_table_film_ns(const crok_table *t)
{
    const crok_log *log = crok_live_log(t->live);
    int64_t at_ns = 0;
    for (int i = log->n - 1; i >= 0 && at_ns == 0; i--)
        at_ns = log->events[i]->film_ms * INT64_C(1000000);
    /* the engine reads a rest after this time without motion, so start that
     * much earlier to see the rest again */
    at_ns -= CROK_ENGINE_QUIET_NS;
    return at_ns > 0 ? at_ns : 0;
}

/* ---- sides ---- */

bool crok_table_knows_sides(const crok_table *t)
{
    crok_table_sides sides = crok_table_sides_of(crok_table_match(t));
    return crok_table_match(t)->state == CROK_STATE_WAITING ||
           same_sides(&t->setup.sides, &sides);
}
