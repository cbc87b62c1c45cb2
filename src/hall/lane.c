/* SPDX-License-Identifier: Apache-2.0 */
#include "hall/lane.h"

#include <stdio.h>

#include "core/clock.h"
#include "hall/subjects.h"

/* So often the rest of a record whose place another one has taken is tried: for
 * about a minute of a connection. */
#define MAX_LAST_TRIES 10
/* Rows that a table sends before the next table's turn: some tens of ms. */
#define ROWS_AT_ONCE 32
/* So often it is asked whether the broker still has all rows, ms. */
#define DOUBT_MS 5000

crok_status crok_lane_open(const crok_publisher_options *o,
                           const crok_publish_table *table, crok_lane *out,
                           crok_err *err)
{
    crok_lane *l = out;
    crok_status st = CROK_OK;
    *l = (crok_lane){.o = o, .table = table};
    st =
        crok_hall_subject(CROK_HALL_EVENT, o->hall, table->name, l->event, err);
    if (st == CROK_OK)
        st = crok_hall_subject(CROK_HALL_STATE, o->hall, table->name, l->state,
                               err);
    if (st == CROK_OK)
        st = crok_hall_subject(CROK_HALL_NEXT, o->hall, table->name, l->next,
                               err);
    l->outbox = crok_outbox_of(table->match);
    l->rows = crok_rows_out_to(l->event);
    l->now = crok_state_out_to(l->state, table->state_path);
    l->list = crok_next_in_to(l->next, table->next_path);
    return st;
}

void crok_lane_close(crok_lane *l)
{
    crok_outbox_close(&l->outbox);
    crok_state_out_close(&l->now);
}

void crok_lane_connected(crok_lane *l)
{
    crok_rows_out_forget(&l->rows);
    crok_attempt_hurry(&l->now.sending);
    crok_attempt_hurry(&l->list.asking);
    l->now.is_news = true;
    l->now.is_sent = false;
    l->list.number = 0;
    l->list.due_ms = 0;
}

/* ---- what is said ---- */

/* Tell a person of a failure, or of its end, if that is due.
 *
 *   what  "events": what does not work
 *   st    of the last try; err has its message */
static void settle(const crok_lane *l, crok_attempt *a, const char *what,
                   crok_status st, const crok_err *err)
{
    const int64_t now_ms = crok_clock_monotonic_ms();
    char text[480];
    if (st == CROK_OK && crok_attempt_worked(a)) {
        (void)snprintf(text, sizeof text, "table %.60s: %s: it works again",
                       l->table->name, what);
        l->o->say(l->o->context, text);
    } else if (st != CROK_OK && crok_attempt_tells(a, err, now_ms)) {
        (void)snprintf(text, sizeof text,
                       "table %.60s: %s: %s; it is tried again", l->table->name,
                       what, err->msg);
        l->o->say(l->o->context, text);
    }
}

/* The same, where the next try must wait. */
static void pause_after(const crok_lane *l, crok_attempt *a, const char *what,
                        crok_status st, const crok_err *err)
{
    if (st != CROK_OK)
        crok_attempt_failed(a, crok_clock_monotonic_ms());
    settle(l, a, what, st, err);
    l->o->beats(l->o->context);
}

/* ---- reading ---- */

void crok_lane_look(crok_lane *l, bool record_changed, bool state_changed)
{
    crok_err err = {0};
    bool is_read = false;
    const bool is_sent =
        l->rows.is_caught_up || l->rows.sending.n_failed >= MAX_LAST_TRIES;
    crok_status st =
        crok_outbox_look(&l->outbox, record_changed, is_sent, &is_read, &err);
    if (is_read) {
        settle(l, &l->outbox.reading, "the record", st, &err);
        l->rows.is_caught_up = false;
    }
    if (is_read || state_changed)
        l->now.is_news = true;
}

/* ---- sending ---- */

static void send_rows(crok_lane *l, const crok_hall_link *link, long *n_sent)
{
    crok_err err = {0};
    char text[200];
    crok_status st = crok_rows_out_step(&l->rows, link, &l->outbox,
                                        ROWS_AT_ONCE, n_sent, &err);
    if (l->rows.n_healed != l->n_healed) {
        (void)snprintf(text, sizeof text,
                       "table %.60s: events: the hall has lost some, so the "
                       "record is sent again from its beginning",
                       l->table->name);
        l->o->say(l->o->context, text);
    }
    l->n_healed = l->rows.n_healed;
    pause_after(l, &l->rows.sending, "events", st, &err);
}

/* When the state must be sent. That of an older copy would show an older match
 * as the present one: it is not sent either, so that the hall sees that the
 * table is not heard of. */
static int64_t state_due(const crok_lane *l, int64_t now_ms)
{
    return l->rows.is_refused ? INT64_MAX : crok_state_out_due(&l->now, now_ms);
}

void crok_lane_send(crok_lane *l, const crok_hall_link *link, long *n_sent)
{
    crok_err err = {0};
    int64_t now_ms = crok_clock_monotonic_ms();
    crok_status st = CROK_OK;
    if (now_ms >= l->doubt_ms) {
        crok_rows_out_doubt(&l->rows);
        l->doubt_ms = now_ms + DOUBT_MS;
    }
    if (!l->rows.is_caught_up && now_ms >= l->rows.sending.due_ms)
        send_rows(l, link, n_sent);
    now_ms = crok_clock_monotonic_ms();
    if (now_ms >= state_due(l, now_ms)) {
        st = crok_state_out_step(&l->now, link, &l->outbox, now_ms, &err);
        pause_after(l, &l->now.sending, "state", st, &err);
    }
    now_ms = crok_clock_monotonic_ms();
    if (now_ms >= crok_next_in_due(&l->list, now_ms)) {
        st = crok_next_in_step(&l->list, link, now_ms, &err);
        pause_after(l, &l->list.asking, "next matches", st, &err);
    }
}

int64_t crok_lane_due(const crok_lane *l)
{
    const int64_t now_ms = crok_clock_monotonic_ms();
    const int64_t state_ms = state_due(l, now_ms);
    const int64_t next_ms = crok_next_in_due(&l->list, now_ms);
    int64_t due_ms = state_ms < next_ms ? state_ms : next_ms;
    if (!l->rows.is_caught_up && l->rows.sending.due_ms < due_ms)
        due_ms = l->rows.sending.due_ms;
    return l->doubt_ms < due_ms ? l->doubt_ms : due_ms;
}
