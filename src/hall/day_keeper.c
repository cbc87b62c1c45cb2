/* SPDX-License-Identifier: Apache-2.0 */
#include "hall/day_keeper.h"

#include <cjson/cJSON.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/clock.h"
#include "core/file_mark.h"
#include "hall/bell.h"
#include "hall/day.h"
#include "hall/day_document.h"
#include "hall/pairings_file.h"
#include "hall/sheets.h"

/* So often the file of pairings is looked at, ms. */
#define LOOK_MS 500

typedef struct table {
    char name[CROK_NAME_MAX];
    char *next; /* owned: what was said of it last; NULL: nothing */
} table;

struct crok_day_keeper {
    crok_day_keeper_to to;
    const char *pairings;
    const crok_day_file *file;
    bool singles;
    crok_file_mark mark; /* of the file of pairings, as it was read last */
    bool has_read;       /* it was read, and has this mark */
    char trouble[256];   /* why it could not be read, or "" */
    crok_bell bell;      /* of what follows */
    crok_day *day;
    crok_hall_contact contact;
    int n;
    table table[CROK_HALL_TABLES];
    bool is_news;
    bool closing;
    pthread_t thread;
};

static void note_news(crok_day_keeper *k)
{
    k->is_news = true;
    crok_bell_ring(&k->bell);
}

/* ---- pairings ---- */

/* The file cannot be read. Say so, once. */
static void miss_pairings(crok_day_keeper *k, const char *why)
{
    if (strcmp(k->trouble, why) == 0)
        return;
    (void)snprintf(k->trouble, sizeof k->trouble, "%s", why);
    k->to.say(k->to.context, why);
    crok_bell_hold(&k->bell);
    crok_day_miss_pairings(k->day, why);
    k->is_news = true;
    crok_bell_release(&k->bell);
}

/* Read the file of pairings, if it has changed or could not be read. One that
 * cannot be read leaves the pairings as they were. */
static void renew_pairings(crok_day_keeper *k)
{
    crok_pairings pairings = {0};
    crok_err err = {0};
    crok_file_mark mark;
    if (k->pairings == NULL)
        return;
    mark = crok_file_mark_of(k->pairings);
    if (k->has_read && crok_file_mark_same(&mark, &k->mark))
        return;
    k->has_read = false;
    if (crok_pairings_load(k->pairings, k->file, k->singles, &pairings, &err) !=
        CROK_OK) {
        miss_pairings(k, err.msg);
        return;
    }
    k->has_read = true;
    k->mark = mark;
    k->trouble[0] = '\0';
    k->to.pairings(k->to.context, &pairings);
    crok_bell_hold(&k->bell);
    crok_day_set_pairings(k->day, &pairings);
    k->is_news = true;
    crok_bell_release(&k->bell);
}

/* ---- showing ---- */

/* What is shown of the day. */
typedef struct shown {
    char *day;               /* owned; NULL: no memory, as for the others */
    char *matches, *results; /* owned */
} shown;

static void show_sheet(crok_day_keeper *k, crok_shown_part part,
                       const char *text)
{
    /* without memory the old one stays */
    if (text != NULL)
        (void)!crok_serve_show(k->to.server, part, text, strlen(text), NULL);
}

/* Say what is next at a table, if it is another than before. The caller holds
 * the lock. */
static void show_next(crok_day_keeper *k, table *t)
{
    char *next = crok_day_next_document(k->day, t->name);
    if (next == NULL || (t->next != NULL && strcmp(next, t->next) == 0)) {
        cJSON_free(next);
        return;
    }
    cJSON_free(t->next);
    t->next = next;
    k->to.next(k->to.context, t->name, next);
}

/* Show the day. The caller holds the lock, which is released meanwhile. */
static void show(crok_day_keeper *k)
{
    shown s = {.day = crok_day_document(k->day, &k->contact)};
    k->is_news = false;
    (void)!crok_sheet_matches(k->day, &s.matches, NULL);
    (void)!crok_sheet_results(k->day, &s.results, NULL);
    for (int i = 0; k->pairings != NULL && i < k->n; i++)
        show_next(k, &k->table[i]);
    crok_bell_release(&k->bell);
    if (s.day != NULL)
        (void)!crok_serve_put_hall(k->to.server, CROK_HALL_DAY, s.day, NULL);
    show_sheet(k, CROK_SHOWN_MATCHES, s.matches);
    show_sheet(k, CROK_SHOWN_RESULTS, s.results);
    cJSON_free(s.day);
    free(s.matches);
    free(s.results);
    crok_bell_hold(&k->bell);
}

static void *keep(void *cls)
{
    crok_day_keeper *k = cls;
    int64_t shown_ms = crok_clock_monotonic_ms() - CROK_DAY_PACE_MS;
    crok_bell_hold(&k->bell);
    while (!k->closing) {
        int64_t now_ms = crok_clock_monotonic_ms();
        crok_bell_release(&k->bell);
        renew_pairings(k);
        crok_bell_hold(&k->bell);
        if (k->is_news && now_ms >= shown_ms + CROK_DAY_PACE_MS) {
            show(k);
            shown_ms = crok_clock_monotonic_ms();
        }
        if (!k->closing)
            crok_bell_wait(&k->bell, k->is_news ? shown_ms + CROK_DAY_PACE_MS
                                                : now_ms + LOOK_MS);
    }
    crok_bell_release(&k->bell);
    return NULL;
}

/* ---- open and close ---- */

static void free_keeper(crok_day_keeper *k)
{
    for (int i = 0; i < k->n; i++)
        cJSON_free(k->table[i].next);
    crok_day_free(&k->day);
    crok_bell_close(&k->bell);
    free(k);
}

static crok_status open_day(crok_day_keeper *k, const crok_hall_about *about,
                            crok_err *err)
{
    crok_day_settings *settings = calloc(1, sizeof *settings);
    crok_status st = settings == NULL
                         ? crok_fail(err, CROK_ENOMEM, "no memory for the day")
                         : crok_hall_about_settings(about, settings, err);
    if (st == CROK_OK) {
        k->day = crok_day_new(settings);
        if (k->day == NULL)
            st = crok_fail(err, CROK_ENOMEM, "no memory for the day");
    }
    free(settings);
    return st;
}

crok_status crok_day_keeper_open(const crok_hall_about *about,
                                 const crok_day_keeper_to *to,
                                 crok_day_keeper **out, crok_err *err)
{
    crok_day_keeper *k = calloc(1, sizeof *k);
    crok_status st = CROK_OK;
    if (k == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory for the day");
    k->to = *to;
    k->pairings = about->pairings;
    k->file = about->file;
    k->singles = crok_is_singles(about->category);
    k->is_news = true;
    crok_bell_open(&k->bell);
    st = open_day(k, about, err);
    if (st == CROK_OK && pthread_create(&k->thread, NULL, keep, k) != 0)
        st = crok_fail(err, CROK_ENOMEM, "cannot start a thread");
    if (st != CROK_OK) {
        free_keeper(k);
        return st;
    }
    *out = k;
    return CROK_OK;
}

void crok_day_keeper_close(crok_day_keeper **k)
{
    if (k == NULL || *k == NULL)
        return;
    crok_bell_hold(&(*k)->bell);
    (*k)->closing = true;
    crok_bell_ring(&(*k)->bell);
    crok_bell_release(&(*k)->bell);
    (void)pthread_join((*k)->thread, NULL);
    free_keeper(*k);
    *k = NULL;
}

/* ---- what is read ---- */

crok_status crok_day_keeper_add_table(crok_day_keeper *k, const char *name,
                                      crok_err *err)
{
    crok_status st = CROK_OK;
    crok_bell_hold(&k->bell);
    if (k->n == CROK_HALL_TABLES)
        st = crok_fail(err, CROK_ECONFLICT, "a hall has at most %d tables",
                       CROK_HALL_TABLES);
    else
        (void)snprintf(k->table[k->n++].name, CROK_NAME_MAX, "%s", name);
    if (k->pairings != NULL)
        note_news(k);
    crok_bell_release(&k->bell);
    return st;
}

void crok_day_keeper_set_contact(crok_day_keeper *k,
                                 const crok_hall_contact *contact)
{
    crok_bell_hold(&k->bell);
    k->contact = *contact;
    note_news(k);
    crok_bell_release(&k->bell);
}

crok_status crok_day_keeper_take(crok_day_keeper *k, const crok_hall_row *row,
                                 bool *is_gap, crok_err *err)
{
    const crok_day_row taken = {.table = row->table,
                                .record = row->record,
                                .seq = row->seq,
                                .prev = row->prev,
                                .line = row->line,
                                .len = row->len};
    crok_day_took took = CROK_DAY_KNOWN;
    crok_err why = {0};
    crok_status st = CROK_OK;
    crok_bell_hold(&k->bell);
    st = crok_day_take(k->day, &taken, &took, &why);
    if (st == CROK_OK && took != CROK_DAY_KNOWN)
        note_news(k);
    crok_bell_release(&k->bell);
    *is_gap = st == CROK_OK && took == CROK_DAY_GAP;
    if (st != CROK_OK)
        return crok_fail(err, st, "%s", why.msg);
    if (took == CROK_DAY_DIFFERS || took == CROK_DAY_SPOILT)
        k->to.say(k->to.context, why.msg);
    return CROK_OK;
}
