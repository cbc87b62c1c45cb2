/* SPDX-License-Identifier: Apache-2.0 */
#include "hall/row.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/random.h"

/* ---- reading ---- */

/* Read the whole number >= least at the beginning of the text, and give where
 * it ends. */
static bool read_seq(const char *text, long least, long *out, const char **end)
{
    char *after = NULL;
    if (!isdigit((unsigned char)text[0]))
        return false;
    errno = 0;
    *out = strtol(text, &after, 10);
    *end = after;
    return errno == 0 && *out >= least;
}

/* Read the id of a record, n bytes. */
static bool read_id(const char *text, size_t n, char out[CROK_RECORD_ID])
{
    if (n == 0 || n >= CROK_RECORD_ID)
        return false;
    for (size_t i = 0; i < n; i++)
        if (!isalnum((unsigned char)text[i]) && text[i] != '-')
            return false;
    memcpy(out, text, n);
    out[n] = '\0';
    return true;
}

/* Read "ID=SEQ;ID=SEQ". Further ones than we have room for are left out. */
static bool read_before(const char *text, crok_row *row)
{
    while (row->n_before < CROK_ROW_BEFORE_MAX) {
        crok_row_place *p = &row->before[row->n_before];
        const char *equals = strchr(text, '=');
        if (equals == NULL ||
            !read_id(text, (size_t)(equals - text), p->record) ||
            !read_seq(equals + 1, 1, &p->seq, &text))
            return false;
        row->n_before++;
        if (*text == '\0')
            return true;
        if (*text++ != ';')
            return false;
    }
    return true;
}

/* Read a header that is one number. */
static bool read_number(const char *text, long least, long *out)
{
    const char *end = NULL;
    return text != NULL && read_seq(text, least, out, &end) && *end == '\0';
}

/* Read "ID=N"; a row of an older version has none. */
static bool read_run(const char *text, crok_row *row)
{
    const size_t n = sizeof row->run - 1;
    if (text == NULL)
        return true;
    if (strlen(text) <= n || strspn(text, "0123456789abcdef") != n ||
        text[n] != '=' || !read_number(text + n + 1, 1, &row->n_run))
        return false;
    memcpy(row->run, text, n);
    return true;
}

crok_status crok_row_read(const crok_broker_calls *calls, const crok_message *m,
                          crok_row *out, crok_err *err)
{
    crok_row row = {.n_before = 0};
    const char *id = calls->header(m, "Crok-Record");
    const char *before = calls->header(m, "Crok-Before");
    if (id == NULL || !read_id(id, strlen(id), row.at.record) ||
        !read_number(calls->header(m, "Crok-Seq"), 1, &row.at.seq) ||
        !read_number(calls->header(m, "Crok-Prev"), 0, &row.prev) ||
        row.prev >= row.at.seq ||
        !read_run(calls->header(m, "Crok-Run"), &row) ||
        (before != NULL && !read_before(before, &row)))
        return crok_fail(err, CROK_EFORMAT,
                         "%.100s: message %llu is no row of a record: its "
                         "headers Crok-Record, -Seq, -Prev, -Run, -Before are "
                         "not those that `crokeye publish` writes",
                         m->subject, (unsigned long long)m->number);
    *out = row;
    return CROK_OK;
}

/* ---- writing ---- */

static bool is_of(const crok_row_place *p, const char *record)
{
    return strcmp(p->record, record) == 0;
}

long crok_row_seq_of(const crok_row *last, const char *record)
{
    if (is_of(&last->at, record))
        return last->at.seq;
    for (int i = 0; i < last->n_before; i++)
        if (is_of(&last->before[i], record))
            return last->before[i].seq;
    return 0;
}

/* Add a record to those before, if it is not the row's own. */
static void add_before(crok_row *row, const crok_row_place *p)
{
    if (p->record[0] != '\0' && !is_of(p, row->at.record) &&
        row->n_before < CROK_ROW_BEFORE_MAX)
        row->before[row->n_before++] = *p;
}

crok_status crok_row_begin(crok_row *out, crok_err *err)
{
    crok_row row = {.n_run = 0};
    crok_status st = crok_random_hex(row.run, CROK_RUN_BYTES, err);
    if (st == CROK_OK)
        *out = row;
    return st;
}

bool crok_row_is_whole(const crok_row *last, uint64_t n)
{
    return last->run[0] != '\0' && (uint64_t)last->n_run <= n;
}

crok_row crok_row_after(const crok_row *last, const char *record, long seq)
{
    crok_row row = {.at.seq = seq,
                    .prev = crok_row_seq_of(last, record),
                    .n_run = last->n_run + 1};
    memcpy(row.run, last->run, sizeof row.run);
    (void)snprintf(row.at.record, sizeof row.at.record, "%s", record);
    add_before(&row, &last->at);
    for (int i = 0; i < last->n_before; i++)
        add_before(&row, &last->before[i]);
    return row;
}

void crok_row_write(const crok_row *row, crok_row_headers *out)
{
    size_t used = 0;
    int n = 0;
    (void)snprintf(out->seq, sizeof out->seq, "%ld", row->at.seq);
    (void)snprintf(out->prev, sizeof out->prev, "%ld", row->prev);
    (void)snprintf(out->run, sizeof out->run, "%s=%ld", row->run, row->n_run);
    out->before[0] = '\0';
    for (int i = 0; i < row->n_before; i++)
        used += (size_t)snprintf(out->before + used, sizeof out->before - used,
                                 "%s%s=%ld", i == 0 ? "" : ";",
                                 row->before[i].record, row->before[i].seq);
    out->list[n++] = "Crok-Record";
    out->list[n++] = row->at.record;
    out->list[n++] = "Crok-Seq";
    out->list[n++] = out->seq;
    out->list[n++] = "Crok-Prev";
    out->list[n++] = out->prev;
    if (row->run[0] != '\0') {
        out->list[n++] = "Crok-Run";
        out->list[n++] = out->run;
    }
    if (row->n_before > 0) {
        out->list[n++] = "Crok-Before";
        out->list[n++] = out->before;
    }
    out->list[n] = NULL;
}
