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
    r->knows_last = false;
    r->is_caught_up = false;
    r->had_conflict = false;
    r->number = 0;
    r->fits = 0;
    crok_attempt_hurry(&r->sending);
}

/* ---- what the broker has ---- */

/* Does the record go on from the last row? Not if it lacks an event that the
 * broker has, or has another one in its place.
 *
 *   m  the last row's message, if there is one */
static crok_status check_fits(crok_rows_out *r, const crok_outbox *o,
                              const crok_message *m, crok_err *err)
{
    const long seq = crok_row_seq_of(&r->last, o->record);
    const bool is_last = strcmp(r->last.at.record, o->record) == 0;
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

/* Can message `number`, which was confirmed, be gone? Yes if it has grown too
 * old, or if the stream was removed and made again. */
static bool may_be_gone(const crok_hall_link *link, uint64_t number)
{
    crok_stream_figures f = {0};
    return link->calls->figures(link->broker,
                                crok_hall_stream_name(CROK_HALL_EVENT), &f,
                                NULL) == CROK_OK &&
           (f.first > number || f.last < number);
}

/* Take over what the last message on the subject says. */
static crok_status take_last(crok_rows_out *r, const crok_hall_link *link,
                             const crok_outbox *o, const crok_message *m,
                             crok_err *err)
{
    crok_row row = {.n_before = 0};
    const uint64_t number = m->subject == NULL ? 0 : m->number;
    crok_status st = CROK_OK;
    if (m->subject != NULL)
        st = crok_row_read(link->calls, m, &row, err);
    if (st != CROK_OK)
        return st;
    /* nats-server 2.9.10 no longer finds a subject's last message when it has
     * refused one because its storage was full, but keeps them all */
    if (number < r->number && !may_be_gone(link, r->number))
        return crok_fail(err, CROK_EIO,
                         "broker: %.100s: it does not give message %llu any "
                         "more, which it has confirmed; is its disk full? Make "
                         "room and restart it",
                         r->subject, (unsigned long long)r->number);
    /* the row was refused although it follows the last one: then the broker
     * knows its id from another subject, as of a table that was renamed */
    r->drops_id = r->had_conflict && number == r->number;
    r->had_conflict = false;
    r->last = row;
    r->number = number;
    st = check_fits(r, o, m, err);
    r->is_refused = st == CROK_ECONFLICT;
    r->knows_last = st == CROK_OK;
    return st;
}

static crok_status read_last(crok_rows_out *r, const crok_hall_link *link,
                             const crok_outbox *o, crok_err *err)
{
    crok_message m = {0};
    crok_status st =
        link->calls->last(link->broker, crok_hall_stream_name(CROK_HALL_EVENT),
                          r->subject, &m, err);
    if (st != CROK_OK && crok_hall_stream_missing(link, CROK_HALL_EVENT, err)) {
        r->number = 0;
        st = CROK_OK;
    }
    if (st == CROK_OK)
        st = take_last(r, link, o, &m, err);
    link->calls->drop(&m);
    return st;
}

/* ---- sending ---- */

static crok_status send_row(crok_rows_out *r, const crok_hall_link *link,
                            const crok_row *row, const crok_journal_line *line,
                            crok_err *err)
{
    crok_row_headers headers;
    crok_post post = {.stream = crok_hall_stream_name(CROK_HALL_EVENT),
                      .subject = r->subject,
                      .data = line->text,
                      .len = line->len,
                      .expected = (int64_t)r->number};
    uint64_t number = 0;
    crok_status st = CROK_OK;
    crok_row_write(row, &headers);
    post.headers = headers.list;
    post.id = r->drops_id ? NULL : headers.id;
    st = link->calls->publish(link->broker, &post, &number, err);
    if (st != CROK_OK)
        return st;
    r->last = *row;
    r->number = number;
    r->drops_id = false;
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
        r->had_conflict = st == CROK_ECONFLICT && r->knows_last;
        r->knows_last = false;
        if (!r->had_conflict || ++n_conflicts > MAX_CONFLICTS)
            return st;
    }
    return CROK_OK;
}
