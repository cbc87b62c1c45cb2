/* SPDX-License-Identifier: Apache-2.0 */
#include "hall/rows_out.h"

#include <stdio.h>
#include <string.h>

#include "hall/streams.h"
#include "hall/subjects.h"

/* How often a row that another one has overtaken is tried at once. */
#define MAX_CONFLICTS 3

crok_rows_out crok_rows_out_to(const char *subject)
{
    return (crok_rows_out){.subject = subject};
}

void crok_rows_out_forget(crok_rows_out *r)
{
    crok_rows_out_doubt(r);
    r->number = 0;
    r->fits = 0;
    crok_attempt_hurry(&r->sending);
}

void crok_rows_out_doubt(crok_rows_out *r)
{
    r->knows_last = false;
    r->is_caught_up = false;
}

/* ---- what the broker has ---- */

/* Does the record go on from the last row? Not if it lacks an event that the
 * broker has, or has another one in its place.
 *
 *   m  the row's message, if there is one */
static crok_status check_fits(crok_rows_out *r, const crok_outbox *o,
                              const crok_row *last, const crok_message *m,
                              crok_err *err)
{
    const long seq = crok_row_seq_of(last, o->record);
    const bool is_last = strcmp(last->at.record, o->record) == 0;
    crok_journal_line line = {0};
    crok_status st = CROK_OK;
    if (seq > 0)
        st = crok_journal_next(o->journal, seq - 1, &line, err);
    if (st != CROK_OK)
        return st;
    if (seq > 0 && (line.text == NULL || line.seq != seq))
        return crok_fail(err, CROK_ECONFLICT,
                         "%.100s: the hall has event %ld of this record, which "
                         "is not in it: it is an older copy; play on with the "
                         "newest one, or export and import it as a new record",
                         o->path, seq);
    if (is_last && seq > 0 &&
        (line.len != m->len || memcmp(line.text, m->data, m->len) != 0))
        return crok_fail(err, CROK_ECONFLICT,
                         "%.100s: the hall has another event %ld of this "
                         "record: two copies were played on; export and import "
                         "this one as a new record",
                         o->path, seq);
    r->fits = o->n_opened;
    return CROK_OK;
}

/* Can the last message, which was confirmed, be gone? Yes if it has grown too
 * old, or if the stream was cut, or removed and made again. */
static bool may_be_gone(const crok_rows_out *r, const crok_stream_figures *f)
{
    return f->made_ns != r->made_ns || f->first > r->number ||
           f->last < r->number;
}

/* Go on behind the last row, if the subject has the whole of its run; else
 * begin a new one. One that was begun and has no row yet stays: its first row
 * may be under way, and is known by its id. */
static crok_status go_on(crok_rows_out *r, const crok_row *last, uint64_t n,
                         crok_err *err)
{
    if (crok_row_is_whole(last, n)) {
        r->last = *last;
        return CROK_OK;
    }
    if (r->last.run[0] != '\0' && r->last.n_run == 0)
        return CROK_OK;
    r->n_healed += n > 0 || r->last.n_run > 0;
    return crok_row_begin(&r->last, err);
}

/* Take over what the last message on the subject says.
 *
 *   f  the stream's figures and the subject's, which were got later */
static crok_status take_last(crok_rows_out *r, const crok_hall_link *link,
                             const crok_outbox *o, const crok_message *m,
                             const crok_stream_figures *f, crok_err *err)
{
    crok_row row = {.n_before = 0};
    const uint64_t number = m->subject == NULL ? 0 : m->number;
    crok_status st = CROK_OK;
    /* the last message is no row of a publisher: assume nothing about it */
    if (m->subject != NULL &&
        crok_row_read(link->calls, m, &row, NULL) != CROK_OK)
        row = (crok_row){.n_before = 0};
    /* nats-server 2.9.10 no longer finds a subject's last message when it has
     * refused one because its storage was full, but keeps them all */
    if (number < r->number && !may_be_gone(r, f))
        return crok_fail(err, CROK_EIO,
                         "broker: %.100s: it does not give message %llu any "
                         "more, which it has confirmed; is its disk full? Make "
                         "room and restart it",
                         r->subject, (unsigned long long)r->number);
    st = check_fits(r, o, &row, m, err);
    r->is_refused = st == CROK_ECONFLICT;
    if (st == CROK_OK)
        st = go_on(r, &row, f->of_subject, err);
    r->knows_last = st == CROK_OK;
    if (!r->knows_last)
        return st;
    r->number = number;
    r->made_ns = f->made_ns;
    return CROK_OK;
}

static crok_status read_last(crok_rows_out *r, const crok_hall_link *link,
                             const crok_outbox *o, crok_err *err)
{
    const char *stream = crok_hall_stream_name(CROK_HALL_EVENT);
    crok_message m = {0};
    crok_stream_figures f = {0};
    crok_status st =
        link->calls->last(link->broker, stream, r->subject, &m, err);
    if (st != CROK_OK && crok_hall_stream_missing(link, CROK_HALL_EVENT, err))
        st = CROK_OK;
    if (st == CROK_OK)
        st = link->calls->figures_of(link->broker, stream, r->subject, &f, err);
    if (st == CROK_OK)
        st = take_last(r, link, o, &m, &f, err);
    link->calls->drop(&m);
    return st;
}

/* ---- sending ---- */

static crok_status send_row(crok_rows_out *r, const crok_hall_link *link,
                            const crok_row *row, const crok_journal_line *line,
                            crok_err *err)
{
    crok_row_headers headers;
    crok_err why = {0};
    crok_post post = {.stream = crok_hall_stream_name(CROK_HALL_EVENT),
                      .subject = r->subject,
                      .data = line->text,
                      .len = line->len,
                      .expected = (int64_t)r->number};
    uint64_t number = 0;
    crok_status st = CROK_OK;
    crok_row_write(row, &headers);
    post.headers = headers.list;
    post.id = headers.run;
    st = link->calls->publish(link->broker, &post, &number, &why);
    if (st == CROK_ETOOLARGE)
        return crok_fail(err, st,
                         "%.110s; the record keeps what the hall does not "
                         "take, and it is sent when there is room: `crokeye "
                         "hall streams --anew` makes room",
                         why.msg);
    if (st != CROK_OK)
        return crok_fail(err, st, "%s", why.msg);
    r->last = *row;
    r->number = number;
    return CROK_OK;
}

/* Make sure that the last row is known, and send the one behind it. */
static crok_status send_next(crok_rows_out *r, const crok_hall_link *link,
                             const crok_outbox *o, crok_err *err)
{
    crok_journal_line line = {0};
    crok_status st = CROK_OK;
    /* what was opened anew may be another copy: it is compared with the last
     * row itself */
    if (!r->knows_last || r->fits != o->n_opened)
        st = read_last(r, link, o, err);
    if (st == CROK_OK)
        st = crok_journal_next(o->journal, crok_row_seq_of(&r->last, o->record),
                               &line, err);
    if (st != CROK_OK)
        return st;
    r->is_caught_up = line.text == NULL;
    if (!r->is_caught_up) {
        crok_row row = crok_row_after(&r->last, o->record, line.seq);
        st = send_row(r, link, &row, &line, err);
    }
    return st;
}

crok_status crok_rows_out_step(crok_rows_out *r, const crok_hall_link *link,
                               const crok_outbox *outbox, int most,
                               long *n_sent, crok_err *err)
{
    int n_conflicts = 0;
    bool is_overtaken = false;
    r->is_caught_up = outbox->journal == NULL;
    r->is_refused = r->is_refused && !r->is_caught_up;
    while (!r->is_caught_up && most > 0) {
        crok_status st = send_next(r, link, outbox, err);
        if (st == CROK_OK && !r->is_caught_up) {
            ++*n_sent;
            --most;
        }
        if (st == CROK_OK)
            continue;
        is_overtaken = st == CROK_ECONFLICT && r->knows_last;
        r->knows_last = false;
        if (!is_overtaken || ++n_conflicts > MAX_CONFLICTS)
            return st;
    }
    return CROK_OK;
}
