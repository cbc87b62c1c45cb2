/* SPDX-License-Identifier: Apache-2.0 */
#include "hall/hall.h"

#include <cjson/cJSON.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/clock.h"
#include "hall/bell.h"
#include "rules/match.h"

struct crok_hall {
    crok_serve *server;
    void (*message)(void *context, const char *what);
    void (*next)(void *context, const char *table, const char *json);
    void *context;
    crok_day_keeper *day; /* has a lock of its own, which is taken before this
                           * one */
    crok_bell bell;       /* of what follows */
    crok_wall *wall;
    int n;
    char name[CROK_HALL_TABLES][CROK_NAME_MAX];
    bool is_listed;
    int n_left_out; /* names that were said; more of them are not */
    char left_out[CROK_HALL_TABLES][CROK_NAME_MAX];
    bool is_news; /* the document of all tables is older than what is known */
    bool closing;
    pthread_t painter;
};

/* Something has changed. The caller holds the lock. */
static void note_news(crok_hall *h)
{
    h->is_news = true;
    crok_bell_ring(&h->bell);
}

/* ---- the document of all tables ---- */

/* Show the document of all tables. The caller holds the lock, which is released
 * meanwhile. Without memory the old one stays. */
static void paint(crok_hall *h)
{
    char *text = crok_wall_text(h->wall, crok_clock_ms());
    h->is_news = false;
    crok_bell_release(&h->bell);
    if (text != NULL)
        (void)!crok_serve_put_hall(h->server, CROK_HALL_WALL, text, NULL);
    cJSON_free(text);
    crok_bell_hold(&h->bell);
}

static void *keep_painting(void *cls)
{
    crok_hall *h = cls;
    int64_t painted_ms = crok_clock_monotonic_ms();
    crok_bell_hold(&h->bell);
    while (!h->closing) {
        int64_t due_ms =
            painted_ms + (h->is_news ? CROK_HALL_PACE_MS : CROK_HALL_REST_MS);
        if (crok_clock_monotonic_ms() >= due_ms) {
            painted_ms = crok_clock_monotonic_ms();
            paint(h);
        } else {
            crok_bell_wait(&h->bell, due_ms);
        }
    }
    crok_bell_release(&h->bell);
    return NULL;
}

/* ---- the day ---- */

/* What is next at a table has changed. Called by the day's thread. */
static void on_next(void *context, const char *table, const char *json)
{
    crok_hall *h = context;
    /* without memory the old one stays */
    (void)!crok_hall_set_next(h, table, json, NULL);
    if (h->next != NULL)
        h->next(h->context, table, json);
}

/* The pairings have changed. Called by the day's thread. Without memory the
 * names are shown as they were typed. */
static void on_pairings(void *context, const crok_pairings *pairings)
{
    crok_hall *h = context;
    crok_bell_hold(&h->bell);
    (void)!crok_wall_set_pairings(h->wall, pairings, NULL);
    note_news(h);
    crok_bell_release(&h->bell);
}

static void say(void *context, const char *what)
{
    const crok_hall *h = context;
    if (h->message != NULL)
        h->message(h->context, what);
}

static crok_status open_day(crok_hall *h, const crok_hall_about *about,
                            crok_err *err)
{
    const crok_day_keeper_to to = {.server = h->server,
                                   .context = h,
                                   .next = on_next,
                                   .pairings = on_pairings,
                                   .say = say};
    return crok_day_keeper_open(about, &to, &h->day, err);
}

/* ---- open and close ---- */

static void free_hall(crok_hall *h)
{
    crok_day_keeper_close(&h->day);
    crok_wall_free(&h->wall);
    crok_bell_close(&h->bell);
    free(h);
}

crok_status crok_hall_open(const crok_hall_config *config, crok_hall **out,
                           crok_err *err)
{
    crok_hall *h = calloc(1, sizeof *h);
    crok_status st = CROK_OK;
    if (h == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory for the hall");
    h->server = config->server;
    h->message = config->message;
    h->next = config->next;
    h->is_listed = config->is_listed;
    h->context = config->context;
    crok_bell_open(&h->bell);
    st = crok_wall_new(config->title, config->day, &h->wall, err);
    if (st == CROK_OK)
        st = open_day(h, &config->about, err);
    if (st == CROK_OK) {
        crok_bell_hold(&h->bell);
        paint(h);
        crok_bell_release(&h->bell);
        if (pthread_create(&h->painter, NULL, keep_painting, h) != 0)
            st = crok_fail(err, CROK_ENOMEM, "cannot start a thread");
    }
    if (st != CROK_OK) {
        free_hall(h);
        return st;
    }
    *out = h;
    return CROK_OK;
}

void crok_hall_close(crok_hall **h)
{
    if (h == NULL || *h == NULL)
        return;
    crok_bell_hold(&(*h)->bell);
    (*h)->closing = true;
    crok_bell_ring(&(*h)->bell);
    crok_bell_release(&(*h)->bell);
    (void)pthread_join((*h)->painter, NULL);
    free_hall(*h);
    *h = NULL;
}

/* ---- tables ---- */

/* The index of a name among n, -1 if it is not there. */
static int index_of(char (*names)[CROK_NAME_MAX], int n, const char *name)
{
    for (int i = 0; i < n; i++)
        if (strcmp(names[i], name) == 0)
            return i;
    return -1;
}

static crok_status add_held(crok_hall *h, const char *name, crok_wall_kind kind,
                            int *place, crok_err *err)
{
    crok_status st = crok_serve_add_table(h->server, name, place, err);
    if (st != CROK_OK)
        return st;
    st = crok_wall_add(h->wall, name, kind, err);
    if (st != CROK_OK)
        return st;
    (void)snprintf(h->name[h->n++], CROK_NAME_MAX, "%s", name);
    note_news(h);
    return CROK_OK;
}

/* Find or add a table. */
static crok_status find(crok_hall *h, const char *name, crok_wall_kind kind,
                        int *place, crok_err *err)
{
    crok_status st = CROK_OK;
    bool is_new = false;
    crok_bell_hold(&h->bell);
    *place = index_of(h->name, h->n, name);
    is_new = *place < 0;
    if (is_new)
        st = add_held(h, name, kind, place, err);
    crok_bell_release(&h->bell);
    return st == CROK_OK && is_new
               ? crok_day_keeper_add_table(h->day, name, err)
               : st;
}

crok_status crok_hall_add_table(crok_hall *h, const char *name,
                                crok_wall_kind kind, crok_err *err)
{
    int place = 0;
    return find(h, name, kind, &place, err);
}

crok_status crok_hall_set_next(crok_hall *h, const char *table,
                               const char *json, crok_err *err)
{
    crok_status st = CROK_OK;
    int place = 0;
    crok_bell_hold(&h->bell);
    place = index_of(h->name, h->n, table);
    if (place < 0)
        st = crok_fail(err, CROK_EARG, "there is no table \"%s\"", table);
    else
        st = crok_wall_set_next(h->wall, place, json, err);
    if (st == CROK_OK)
        note_news(h);
    crok_bell_release(&h->bell);
    return st;
}

/* ---- what is read ---- */

/* Note that something came of a table that is not listed. Returns whether that
 * is to be said. The caller holds the lock. */
static bool note_left_out(crok_hall *h, const char *name)
{
    if (h->n_left_out == CROK_HALL_TABLES ||
        index_of(h->left_out, h->n_left_out, name) >= 0)
        return false;
    (void)snprintf(h->left_out[h->n_left_out++], CROK_NAME_MAX, "%s", name);
    return true;
}

/* Is what comes of this table left out? The broker keeps the events and the
 * last state of tables that were renamed or removed. */
static bool is_left_out(crok_hall *h, const char *name)
{
    bool is_out = false;
    bool is_news = false;
    char text[CROK_NAME_MAX + 100];
    crok_bell_hold(&h->bell);
    is_out = h->is_listed && index_of(h->name, h->n, name) < 0;
    is_news = is_out && note_left_out(h, name);
    crok_bell_release(&h->bell);
    if (is_news) {
        (void)snprintf(text, sizeof text,
                       "the broker has a table \"%s\" that the day's file does "
                       "not name: it is left out",
                       name);
        say(h, text);
    }
    return is_out;
}

static crok_status take_row(void *context, const crok_hall_row *row,
                            bool *is_gap, crok_err *err)
{
    crok_hall *h = context;
    int place = 0;
    crok_status st = CROK_OK;
    *is_gap = false;
    if (is_left_out(h, row->table))
        return CROK_OK;
    st = find(h, row->table, CROK_WALL_REPORTS, &place, err);
    if (st != CROK_OK)
        return st;
    crok_bell_hold(&h->bell);
    crok_wall_note(h->wall, place, row->record, row->line, row->len);
    crok_bell_release(&h->bell);
    return crok_day_keeper_take(h->day, row, is_gap, err);
}

/* Take a document for the wall. The caller holds the lock. */
static crok_status take_held(crok_hall *h, const crok_hall_state *state,
                             int place, crok_wall_shown *shown, crok_err *err)
{
    const crok_wall_state taken = {.json = state->json,
                                   .len = state->len,
                                   .now_ms = crok_clock_ms(),
                                   .heard_ms = state->heard_ms};
    crok_status st = crok_wall_take(h->wall, place, &taken, shown, err);
    if (st == CROK_OK)
        note_news(h);
    return st;
}

static crok_status take_state(void *context, const crok_hall_state *state,
                              crok_err *err)
{
    crok_hall *h = context;
    crok_wall_shown shown;
    int place = 0;
    crok_status st = CROK_OK;
    if (is_left_out(h, state->table))
        return CROK_OK;
    st = find(h, state->table, CROK_WALL_REPORTS, &place, err);
    if (st != CROK_OK)
        return st;
    crok_bell_hold(&h->bell);
    st = take_held(h, state, place, &shown, err);
    crok_bell_release(&h->bell);
    if (st != CROK_OK)
        return st;
    st = crok_serve_put(h->server, place, shown.record, shown.json, err);
    cJSON_free(shown.json);
    return st;
}

/* The broker cannot be reached any more, or is read again. */
static void take_contact(void *context, const crok_hall_contact *contact)
{
    crok_hall *h = context;
    crok_serve_set_away(h->server, contact->away_ms > 0);
    crok_bell_hold(&h->bell);
    crok_wall_set_contact(h->wall, contact, crok_clock_ms());
    note_news(h);
    crok_bell_release(&h->bell);
    crok_day_keeper_set_contact(h->day, contact);
}

crok_hall_sink crok_hall_sink_of(crok_hall *h)
{
    return (crok_hall_sink){.context = h,
                            .row = take_row,
                            .state = take_state,
                            .contact = take_contact,
                            .say = say};
}
