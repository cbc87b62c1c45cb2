/* SPDX-License-Identifier: Apache-2.0 */
#include "hall/day.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hall/day/day_inner.h"

crok_day *crok_day_new(const crok_day_settings *settings)
{
    crok_day *day = calloc(1, sizeof *day);
    if (day != NULL)
        day->settings = *settings;
    return day;
}

void crok_day_forget(crok_day *day)
{
    for (int i = 0; i < day->n; i++)
        crok_day_record_free(day->records[i]);
    free(day->records);
    day->records = NULL;
    day->n = day->cap = 0;
    crok_corrections_free(&day->corrections);
}

void crok_day_free(crok_day **day)
{
    if (*day == NULL)
        return;
    crok_day_forget(*day);
    crok_pairings_free(&(*day)->pairings);
    free(*day);
    *day = NULL;
}

void crok_day_set(crok_day *day, const crok_day_settings *settings)
{
    day->settings = *settings;
}

void crok_day_set_pairings(crok_day *day, crok_pairings *pairings)
{
    crok_pairings_free(&day->pairings);
    day->pairings = *pairings;
    day->pairings_trouble[0] = '\0';
    *pairings = (crok_pairings){0};
}

void crok_day_miss_pairings(crok_day *day, const char *why)
{
    (void)snprintf(day->pairings_trouble, sizeof day->pairings_trouble,
                   "%.255s. %s.", why,
                   day->pairings.n > 0
                       ? "Until it can be read, the pairings are those that "
                         "were read before"
                       : "Until it can be read, no match counts");
}

const crok_day_settings *crok_day_settings_of(const crok_day *day)
{
    return &day->settings;
}

const crok_correction *crok_day_corrections(const crok_day *day, int *n)
{
    *n = day->corrections.n;
    return day->corrections.list;
}

/* ---- rows ---- */

static crok_day_record *find_record(const crok_day *day, const char *table,
                                    const char *record)
{
    for (int i = 0; i < day->n; i++)
        if (strcmp(day->records[i]->id, record) == 0 &&
            strcmp(day->records[i]->table, table) == 0)
            return day->records[i];
    return NULL;
}

long crok_day_last(const crok_day *day, const char *table, const char *record)
{
    const crok_day_record *r = find_record(day, table, record);
    return r == NULL ? 0 : crok_day_record_last(r);
}

static crok_status add_record(crok_day *day, const crok_day_row *row,
                              crok_day_record **out, crok_err *err)
{
    int cap = day->cap == 0 ? 16 : 2 * day->cap;
    if (day->n >= CROK_MAX_DAY_RECORDS)
        return crok_fail(err, CROK_ETOOLARGE,
                         "a day has at most %d records at all tables",
                         CROK_MAX_DAY_RECORDS);
    if (day->n == day->cap) {
        crok_day_record **more =
            realloc((void *)day->records, (size_t)cap * sizeof *more);
        if (more == NULL)
            return crok_fail(err, CROK_ENOMEM, "no memory for a record");
        day->records = more;
        day->cap = cap;
    }
    *out = crok_day_record_new(row->table, row->record);
    if (*out == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory for a record");
    day->records[day->n++] = *out;
    return CROK_OK;
}

static crok_status check_row(const crok_day_row *row, crok_err *err)
{
    size_t id = strlen(row->record);
    if (id == 0 || id >= CROK_RECORD_ID || strlen(row->table) >= CROK_NAME_MAX)
        return crok_fail(err, CROK_EARG,
                         "a row needs the id of its record and a table's name "
                         "of at most %d bytes",
                         CROK_NAME_MAX - 1);
    if (row->seq <= 0 || row->prev < 0 || row->prev >= row->seq)
        return crok_fail(err, CROK_EARG,
                         "table %s: a row has seq %ld after %ld", row->table,
                         row->seq, row->prev);
    return CROK_OK;
}

/* Add a row that was read, and note what it corrects. */
static crok_status add_row(crok_day *day, crok_day_record *r,
                           const crok_day_row *row, const crok_event *e,
                           crok_day_took *took, crok_err *err)
{
    crok_results_before before = {0};
    bool may = crok_may_correct(r, e);
    crok_status st = CROK_OK;
    if (may && !crok_results_note(r, e, &before))
        st = crok_fail(err, CROK_ENOMEM, "no memory for a row");
    if (st == CROK_OK)
        st = crok_day_record_add(r, row, e, took, err);
    if (st == CROK_OK && *took == CROK_DAY_NEW && may &&
        !crok_corrections_add(&day->corrections, r, &before, e, row))
        st = crok_fail(err, CROK_ENOMEM, "no memory for a correction");
    crok_results_forget(&before);
    return st;
}

static crok_status take(crok_day *day, crok_day_record *r,
                        const crok_day_row *row, crok_day_took *took,
                        crok_err *err)
{
    crok_event *e = malloc(sizeof *e);
    crok_status st = e == NULL
                         ? crok_fail(err, CROK_ENOMEM, "no memory for a row")
                         : crok_day_record_read(r, row, took, e, err);
    if (st == CROK_OK && *took == CROK_DAY_NEW)
        st = add_row(day, r, row, e, took, err);
    free(e);
    return st;
}

crok_status crok_day_take(crok_day *day, const crok_day_row *row,
                          crok_day_took *took, crok_err *err)
{
    crok_day_record *r = NULL;
    crok_status st = check_row(row, err);
    if (st != CROK_OK)
        return st;
    r = find_record(day, row->table, row->record);
    if (r == NULL)
        st = add_record(day, row, &r, err);
    return st == CROK_OK ? take(day, r, row, took, err) : st;
}

crok_status crok_day_take_journal(crok_day *day, const char *table,
                                  crok_journal *journal, crok_err *err)
{
    crok_journal_health health;
    crok_journal_line line = {0};
    crok_day_row row = {.table = table};
    crok_day_took took = CROK_DAY_NEW;
    crok_status st = crok_journal_refresh(journal, err);
    health = crok_journal_health_of(journal);
    row.record = health.id;
    row.seq = crok_day_last(day, table, health.id);
    while (st == CROK_OK) {
        st = crok_journal_next(journal, row.seq, &line, err);
        if (st != CROK_OK || line.text == NULL)
            break;
        row.prev = row.seq;
        row.seq = line.seq;
        row.line = line.text;
        row.len = line.len;
        st = crok_day_take(day, &row, &took, err);
        if (st == CROK_OK && took != CROK_DAY_NEW && took != CROK_DAY_KNOWN)
            st = CROK_EFORMAT;
    }
    return st;
}
