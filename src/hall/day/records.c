/* SPDX-License-Identifier: Apache-2.0 */
#include "hall/day/records.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/json.h"
#include "rules/rules_json.h"

crok_day_record *crok_day_record_new(const char *table, const char *id)
{
    crok_day_record *r = calloc(1, sizeof *r);
    if (r == NULL)
        return NULL;
    (void)snprintf(r->table, sizeof r->table, "%s", table);
    (void)snprintf(r->id, sizeof r->id, "%s", id);
    r->log = crok_log_empty();
    return r;
}

void crok_day_record_free(crok_day_record *r)
{
    if (r == NULL)
        return;
    crok_log_close(&r->log);
    crok_history_free(&r->history);
    free(r->rows);
    free(r->starts);
    free(r->replaced);
    free(r);
}

long crok_day_record_last(const crok_day_record *r)
{
    return r->n_rows == 0 ? 0 : r->rows[r->n_rows - 1].seq;
}

/* ---- one row ---- */

static const crok_known_row *find_row(const crok_day_record *r, long seq)
{
    int lo = 0;
    int hi = r->n_rows - 1;
    while (lo <= hi) {
        int mid = lo + (hi - lo) / 2;
        if (r->rows[mid].seq == seq)
            return &r->rows[mid];
        if (r->rows[mid].seq < seq)
            lo = mid + 1;
        else
            hi = mid - 1;
    }
    return NULL;
}

static crok_status make_room(crok_day_record *r, crok_err *err)
{
    int cap = r->cap == 0 ? 64 : 2 * r->cap;
    crok_known_row *more = NULL;
    if (r->n_rows < r->cap)
        return CROK_OK;
    more = realloc(r->rows, (size_t)cap * sizeof *more);
    if (more == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory for %d rows", cap);
    r->rows = more;
    r->cap = cap;
    return CROK_OK;
}

static crok_status read_event(const crok_day_row *row, crok_event *e,
                              crok_err *err)
{
    cJSON *doc = NULL;
    char where[64];
    crok_status st = CROK_OK;
    (void)snprintf(where, sizeof where, "event %ld", row->seq);
    st = crok_json_parse(row->line, row->len, where, &doc, err);
    if (st == CROK_OK)
        st = crok_event_from_json(doc, where, NULL, e, err);
    if (st == CROK_OK && e->seq != row->seq)
        st = crok_fail(err, CROK_EFORMAT, "%s: its line has the seq %ld", where,
                       e->seq);
    cJSON_Delete(doc);
    return st;
}

/* Remember who sat where a player is replaced. */
static crok_status note_replaced(crok_day_record *r, const crok_event *e,
                                 crok_err *err)
{
    const crok_match *m = &r->log.match;
    crok_replaced *more = NULL;
    for (int i = 0; i < m->info.seats.n; i++) {
        if (e->type != CROK_EVENT_SUBSTITUTE ||
            m->info.seats.seat[i] != e->u.substitute.seat)
            continue;
        more = realloc(r->replaced,
                       ((size_t)r->n_replaced + 1) * sizeof *r->replaced);
        if (more == NULL)
            return crok_fail(err, CROK_ENOMEM, "no memory for a row");
        r->replaced = more;
        more += r->n_replaced++;
        more->match = m->number;
        more->seat = e->u.substitute.seat;
        memcpy(more->player, m->info.player[i], sizeof more->player);
    }
    return CROK_OK;
}

static bool is_same(const crok_known_row *known, const crok_day_row *row)
{
    const crok_sha256_part part = {row->line, row->len};
    uint8_t hash[CROK_SHA256_BYTES];
    crok_sha256_parts(&part, 1, hash);
    return memcmp(hash, known->hash, sizeof hash) == 0;
}

/* A row was read or added with this status. If that failed for another reason
 * than memory, the record takes no more rows. */
static crok_status spoil(crok_day_record *r, crok_status st,
                         const crok_err *why, crok_day_took *took,
                         crok_err *err)
{
    if (st == CROK_OK)
        return CROK_OK;
    if (st == CROK_ENOMEM)
        return crok_fail(err, st, "%s", why->msg);
    *took = CROK_DAY_SPOILT;
    (void)snprintf(r->trouble, sizeof r->trouble, "table %s: record %s: %.150s",
                   r->table, r->id, why->msg);
    (void)crok_fail(err, CROK_EFORMAT, "%s", r->trouble);
    return CROK_OK;
}

crok_status crok_day_record_read(crok_day_record *r, const crok_day_row *row,
                                 crok_day_took *took, crok_event *event,
                                 crok_err *err)
{
    const crok_known_row *known = find_row(r, row->seq);
    crok_err why = {0};
    *took = CROK_DAY_KNOWN;
    if (known != NULL && is_same(known, row))
        return CROK_OK;
    if (known != NULL) {
        *took = CROK_DAY_DIFFERS;
        (void)crok_fail(err, CROK_ECONFLICT,
                        "table %s: event %ld of record %s is there twice, with "
                        "different lines: two programs have gone on with "
                        "copies of one record",
                        r->table, row->seq, r->id);
        return CROK_OK;
    }
    if (r->trouble[0] != '\0') {
        *took = CROK_DAY_SPOILT;
        (void)crok_fail(err, CROK_EFORMAT, "%s", r->trouble);
        return CROK_OK;
    }
    if (row->prev != crok_day_record_last(r)) {
        *took = CROK_DAY_GAP;
        (void)crok_fail(err, CROK_ECONFLICT,
                        "table %s: event %ld of record %s follows event %ld, "
                        "but the last one here is %ld",
                        r->table, row->seq, r->id, row->prev,
                        crok_day_record_last(r));
        return CROK_OK;
    }
    *took = CROK_DAY_NEW;
    return spoil(r, read_event(row, event, &why), &why, took, err);
}

crok_status crok_day_record_add(crok_day_record *r, const crok_day_row *row,
                                const crok_event *event, crok_day_took *took,
                                crok_err *err)
{
    const crok_sha256_part part = {row->line, row->len};
    crok_err why = {0};
    crok_status st = make_room(r, &why);
    if (st == CROK_OK)
        st = note_replaced(r, event, &why);
    if (st == CROK_OK)
        st = crok_log_add(&r->log, event, &why);
    if (st != CROK_OK)
        return spoil(r, st, &why, took, err);
    r->rows[r->n_rows].seq = row->seq;
    crok_sha256_parts(&part, 1, r->rows[r->n_rows].hash);
    r->n_rows++;
    /* a shot changes neither a round that has ended nor how a match stands */
    r->is_stale = r->is_stale || event->type != CROK_EVENT_SHOT;
    return CROK_OK;
}

/* ---- the history ---- */

/* Find when each match that stands began.
 *
 *   stands  room for each event; work memory */
static bool find_starts(crok_day_record *r, bool *stands, crok_event *e)
{
    int n = 0;
    free(r->starts);
    r->n_starts = 0;
    r->starts = calloc((size_t)r->history.n_matches + 1, sizeof *r->starts);
    if (r->starts == NULL ||
        crok_log_standing(&r->log, stands, NULL) != CROK_OK)
        return false;
    for (int i = 0; i < r->log.n && n < r->history.n_matches; i++) {
        if (!stands[i] || r->log.events[i]->type != CROK_EVENT_MATCH_START)
            continue;
        crok_kept_event(r->log.events[i], e);
        r->starts[n].seq = e->seq;
        memcpy(r->starts[n++].time, e->time, sizeof e->time);
    }
    r->n_starts = n;
    return true;
}

bool crok_day_record_refresh(crok_day_record *r)
{
    crok_history h = {0};
    bool *stands = NULL;
    crok_event *e = NULL;
    bool done = false;
    if (!r->is_stale)
        return true;
    stands = calloc((size_t)r->log.n + 1, sizeof *stands);
    e = malloc(sizeof *e);
    if (stands != NULL && e != NULL &&
        crok_history_of(&r->log, &h, NULL) == CROK_OK) {
        crok_history_free(&r->history);
        r->history = h;
        done = find_starts(r, stands, e);
    }
    free(stands);
    free(e);
    r->is_stale = !done;
    return done;
}
