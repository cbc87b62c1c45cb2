/* SPDX-License-Identifier: Apache-2.0 */
#include "hall/local_reader.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/clock.h"
#include "hall/notice.h"
#include "hall/state_out.h"

/* How long the files are waited for at a time, ms: so long it takes at most to
 * see that the thread shall end, or that a state which was behind its record
 * has caught up. */
#define WAIT_MS 100
/* Files of a table: its record and its state. */
#define FILES 2

typedef struct lane {
    const crok_local_table *table;
    crok_outbox outbox;
    crok_state_out now;
    long n_opened; /* the outbox' when rows were given; 0: none were */
    long last;     /* seq of the last of them; 0: none */
    crok_attempt trouble;
} lane;

struct crok_local_reader {
    crok_hall_sink to;
    int n;
    lane *lane;         /* owned, n of them */
    const char **paths; /* owned: FILES of each table */
    bool *changed;      /* owned: likewise */
    crok_notice *notice;
    atomic_bool closing;
    pthread_t thread;
};

/* ---- one table ---- */

/* Give the rows that are new. */
static crok_status give_rows(const crok_local_reader *r, lane *l, crok_err *err)
{
    crok_journal_line line;
    crok_status st = CROK_OK;
    /* another record, or another copy: whoever has its rows knows them */
    if (l->n_opened != l->outbox.n_opened)
        l->last = 0;
    l->n_opened = l->outbox.n_opened;
    while ((st = crok_journal_next(l->outbox.journal, l->last, &line, err)) ==
               CROK_OK &&
           line.text != NULL) {
        const crok_hall_row row = {.table = l->table->name,
                                   .record = l->outbox.record,
                                   .seq = line.seq,
                                   .prev = l->last,
                                   .line = line.text,
                                   .len = line.len};
        bool is_gap = false;
        st = r->to.row(r->to.context, &row, &is_gap, err);
        if (st != CROK_OK)
            return st;
        l->last = line.seq;
    }
    return st;
}

static crok_status give_state(const crok_local_reader *r, lane *l,
                              crok_err *err)
{
    crok_status st = crok_state_out_renew(&l->now, &l->outbox,
                                          crok_clock_monotonic_ms(), err);
    const crok_hall_state state = {.table = l->table->name,
                                   .json = l->now.text,
                                   .len = l->now.len,
                                   .heard_ms = crok_clock_ms()};
    crok_err why = {0};
    if (state.json != NULL &&
        r->to.state(r->to.context, &state, &why) != CROK_OK)
        st = crok_fail(err, why.status, "%s", why.msg);
    return st;
}

/* Tell a person of a failure, or of its end. */
static void settle(const crok_local_reader *r, lane *l, crok_status st,
                   const crok_err *err)
{
    const int64_t now_ms = crok_clock_monotonic_ms();
    char text[400];
    if (st == CROK_OK) {
        if (!crok_attempt_worked(&l->trouble))
            return;
        (void)snprintf(text, sizeof text, "table %s: it can be read again",
                       l->table->name);
    } else {
        crok_attempt_failed(&l->trouble, now_ms);
        if (!crok_attempt_tells(&l->trouble, err, now_ms))
            return;
        (void)snprintf(text, sizeof text, "table %s: %s", l->table->name,
                       err->msg);
    }
    r->to.say(r->to.context, text);
}

static void look(const crok_local_reader *r, lane *l, bool record_changed,
                 bool state_changed)
{
    crok_err err = {0};
    bool is_news = false;
    crok_status st =
        crok_outbox_look(&l->outbox, record_changed, true, &is_news, &err);
    if (st == CROK_OK && is_news && l->outbox.journal != NULL)
        st = give_rows(r, l, &err);
    if (st == CROK_OK &&
        (is_news || state_changed || l->now.is_news || l->now.behind_ms > 0))
        st = give_state(r, l, &err);
    settle(r, l, st, &err);
}

static void *follow(void *cls)
{
    crok_local_reader *r = cls;
    while (!atomic_load(&r->closing)) {
        for (int i = 0; i < r->n; i++) {
            bool *changed = &r->changed[(size_t)FILES * (size_t)i];
            const bool record_changed = changed[0];
            const bool state_changed = changed[1];
            changed[0] = changed[1] = false;
            look(r, &r->lane[i], record_changed, state_changed);
        }
        crok_notice_wait(r->notice, WAIT_MS, r->changed);
    }
    return NULL;
}

/* ---- open and close ---- */

static void free_reader(crok_local_reader *r)
{
    for (int i = 0; r->lane != NULL && i < r->n; i++) {
        crok_outbox_close(&r->lane[i].outbox);
        crok_state_out_close(&r->lane[i].now);
    }
    crok_notice_close(&r->notice);
    free(r->lane);
    free(r->paths);
    free(r->changed);
    free(r);
}

static bool make_lanes(crok_local_reader *r, const crok_local_table *tables,
                       int n)
{
    const size_t n_files = (size_t)FILES * (size_t)n;
    r->lane = calloc((size_t)n, sizeof *r->lane);
    r->paths = calloc(n_files, sizeof *r->paths);
    r->changed = calloc(n_files, sizeof *r->changed);
    if (r->lane == NULL || r->paths == NULL || r->changed == NULL)
        return false;
    r->n = n;
    for (int i = 0; i < n; i++) {
        r->lane[i] = (lane){.table = &tables[i],
                            .outbox = crok_outbox_of(tables[i].match),
                            .now = crok_state_out_to(NULL, tables[i].state)};
        r->paths[FILES * i] = tables[i].match;
        r->paths[FILES * i + 1] = tables[i].state;
        r->changed[FILES * i] = r->changed[FILES * i + 1] = true;
    }
    return true;
}

crok_status crok_local_reader_open(const crok_local_table *tables, int n,
                                   const crok_hall_sink *to,
                                   crok_local_reader **out, crok_err *err)
{
    crok_local_reader *r = calloc(1, sizeof *r);
    crok_status st = CROK_OK;
    if (r == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory to read the tables");
    r->to = *to;
    atomic_init(&r->closing, false);
    if (!make_lanes(r, tables, n))
        st = crok_fail(err, CROK_ENOMEM, "no memory to read the tables");
    if (st == CROK_OK)
        st = crok_notice_open(r->paths, FILES * n, &r->notice, err);
    if (st == CROK_OK && pthread_create(&r->thread, NULL, follow, r) != 0)
        st = crok_fail(err, CROK_ENOMEM, "cannot start a thread");
    if (st != CROK_OK) {
        free_reader(r);
        return st;
    }
    *out = r;
    return CROK_OK;
}

void crok_local_reader_close(crok_local_reader **r)
{
    if (r == NULL || *r == NULL)
        return;
    atomic_store(&(*r)->closing, true);
    (void)pthread_join((*r)->thread, NULL);
    free_reader(*r);
    *r = NULL;
}
