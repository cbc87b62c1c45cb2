/* SPDX-License-Identifier: Apache-2.0 */
#include "hall/publisher.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/clock.h"
#include "hall/lane.h"
#include "hall/notice.h"

/* How soon a connection that was lost or is back is noticed, ms. */
#define NOTICE_MS 200
/* A broker that is not there is looked for this often, ms: when a table's
 * network comes back, it has caught up within seconds. */
#define LOOK_MS 1000
/* How long the publisher rests at most, ms. */
#define REST_MS 1000
/* How long what is not yet sent keeps the publisher from its end, ms. */
#define END_MS 3000

/* Files of a table that are watched: its record, its state. */
enum { N_WATCHED = 2 };

typedef struct publisher {
    const crok_publisher_options *o;
    crok_lane *lane; /* o->n_tables */
    const char **paths;
    bool *changed; /* N_WATCHED for each table */
    crok_notice *notice;
    crok_hall_link link; /* broker NULL: not open */
    bool is_connected;
    long n_losses; /* of the link's connection, when it was looked at */
    int64_t lost_at_ms;
    bool is_behind; /* not all tables have caught up since the connection */
    long n_sent;    /* rows since the connection */
    crok_attempt opening;
} publisher;

static void say(const publisher *p, const char *what)
{
    p->o->say(p->o->context, what);
}

/* ---- the connection ---- */

static bool is_for_ever(crok_status st)
{
    return st == CROK_EUNSUPPORTED || st == CROK_EFORMAT || st == CROK_EARG;
}

/* Try to connect. An error that may pass by itself is reported, and the
 * connection is tried again later. */
static crok_status open_link(publisher *p, int64_t now_ms, crok_err *err)
{
    crok_err why = {0};
    crok_status st = CROK_OK;
    if (now_ms < p->opening.due_ms)
        return CROK_OK;
    st = crok_hall_link_open(&p->o->engine, &p->link, &why);
    if (st == CROK_OK) {
        (void)crok_attempt_worked(&p->opening);
        return CROK_OK;
    }
    if (is_for_ever(st))
        return crok_fail(err, st, "%s", why.msg);
    crok_attempt_failed(&p->opening, now_ms);
    if (p->opening.due_ms > now_ms + LOOK_MS)
        p->opening.due_ms = now_ms + LOOK_MS;
    if (crok_attempt_tells(&p->opening, &why, now_ms)) {
        char text[320];
        (void)snprintf(text, sizeof text, "%s; it is tried again", why.msg);
        say(p, text);
    }
    return CROK_OK;
}

static void on_connected(publisher *p)
{
    char text[320];
    (void)snprintf(text, sizeof text, "connected to %.200s", p->o->engine.url);
    say(p, text);
    p->n_sent = 0;
    p->is_behind = true;
    for (int i = 0; i < p->o->n_tables; i++)
        crok_lane_connected(&p->lane[i]);
}

/* Returns true if the connection has been lost since the last look, also if it
 * is back. */
static bool look_at_link(publisher *p)
{
    long n = 0;
    bool is_new = false;
    p->is_connected =
        p->link.broker != NULL && p->link.calls->is_connected(p->link.broker);
    if (p->link.broker == NULL)
        return false;
    n = p->link.calls->losses(p->link.broker);
    is_new = n != p->n_losses;
    p->n_losses = n;
    return is_new;
}

/* Open the connection if there is none, and tell of its changes. One that has
 * been away for long is made anew: the library may hang in it, or have given it
 * up. */
static crok_status tend_link(publisher *p, crok_err *err)
{
    const int64_t now_ms = crok_clock_monotonic_ms();
    const bool was_connected = p->is_connected;
    bool is_new = false;
    crok_status st = CROK_OK;
    if (p->link.broker == NULL)
        st = open_link(p, now_ms, err);
    is_new = look_at_link(p);
    if (was_connected && (is_new || !p->is_connected)) {
        p->lost_at_ms = now_ms;
        say(p, "the connection is lost; the records wait until it is back");
    }
    if (p->is_connected && (is_new || !was_connected))
        on_connected(p);
    if (!p->is_connected && p->link.broker != NULL &&
        now_ms - p->lost_at_ms > p->o->patience_ms) {
        crok_hall_link_close(&p->link);
        p->n_losses = 0;
        p->opening.due_ms = 0;
    }
    return st;
}

/* ---- the tables ---- */

static void look(publisher *p)
{
    for (int i = 0; i < p->o->n_tables; i++) {
        bool *changed = &p->changed[(size_t)N_WATCHED * (size_t)i];
        crok_lane_look(&p->lane[i], changed[0], changed[1]);
        memset(changed, 0, N_WATCHED * sizeof *changed);
    }
}

/* All tables have sent what they have. */
static void say_caught_up(publisher *p)
{
    char text[160];
    p->is_behind = false;
    (void)snprintf(text, sizeof text,
                   "%s caught up: %ld events were sent since the connection",
                   p->o->n_tables == 1 ? "the table has" : "all tables have",
                   p->n_sent);
    say(p, text);
}

/* Let each table send a little, so that none waits for another's day. Returns
 * when they want to send next. */
static int64_t send(publisher *p)
{
    int64_t due_ms = crok_clock_monotonic_ms() + REST_MS;
    bool is_behind = false;
    for (int i = 0; p->is_connected && i < p->o->n_tables; i++) {
        crok_lane *lane = &p->lane[i];
        int64_t next_ms = 0;
        crok_lane_send(lane, &p->link, &p->n_sent);
        next_ms = crok_lane_due(lane);
        due_ms = next_ms < due_ms ? next_ms : due_ms;
        is_behind = is_behind || !lane->rows.is_caught_up;
    }
    if (p->is_connected && p->is_behind && !is_behind)
        say_caught_up(p);
    return due_ms;
}

static crok_status run(publisher *p, crok_err *err)
{
    int64_t due_ms = 0;
    crok_status st = CROK_OK;
    while (st == CROK_OK && !p->o->ends(p->o->context)) {
        int64_t wait_ms = due_ms - crok_clock_monotonic_ms();
        if (!p->is_connected && wait_ms > NOTICE_MS)
            wait_ms = NOTICE_MS;
        crok_notice_wait(p->notice, wait_ms, p->changed);
        p->o->beats(p->o->context);
        st = tend_link(p, err);
        p->o->beats(p->o->context);
        look(p);
        due_ms = send(p);
    }
    return st;
}

/* Have all tables sent what was recorded? */
static bool is_all_sent(const publisher *p)
{
    for (int i = 0; i < p->o->n_tables; i++)
        if (!p->lane[i].rows.is_caught_up)
            return false;
    return true;
}

/* Send what was recorded until now, if the broker is there. */
static void send_rest(publisher *p)
{
    const int64_t until_ms = crok_clock_monotonic_ms() + END_MS;
    int64_t now_ms = 0;
    for (int i = 0; i < N_WATCHED * p->o->n_tables; i++)
        p->changed[i] = true;
    while (p->is_connected && now_ms < until_ms) {
        int64_t due_ms = 0;
        look(p);
        due_ms = send(p);
        if (is_all_sent(p))
            return;
        now_ms = crok_clock_monotonic_ms();
        crok_notice_wait(p->notice,
                         (due_ms < until_ms ? due_ms : until_ms) - now_ms,
                         p->changed);
        (void)look_at_link(p);
    }
}

/* ---- begin and end ---- */

static crok_status check_tables(const crok_publisher_options *o, crok_err *err)
{
    for (int i = 0; i < o->n_tables; i++)
        for (int k = 0; k < i; k++) {
            const crok_publish_table *a = &o->tables[k];
            const crok_publish_table *b = &o->tables[i];
            if (strcmp(a->name, b->name) == 0 ||
                strcmp(a->match, b->match) == 0)
                return crok_fail(err, CROK_EARG,
                                 "table \"%.40s\", %.80s, and table \"%.40s\", "
                                 "%.80s: each needs a name and a record of its "
                                 "own",
                                 a->name, a->match, b->name, b->match);
        }
    return CROK_OK;
}

static crok_status make_lanes(publisher *p, crok_err *err)
{
    crok_status st = CROK_OK;
    for (int i = 0; i < p->o->n_tables && st == CROK_OK; i++) {
        const crok_publish_table *t = &p->o->tables[i];
        p->paths[N_WATCHED * i] = t->match;
        p->paths[N_WATCHED * i + 1] = t->state_path;
        st = crok_lane_open(p->o, t, &p->lane[i], err);
    }
    for (int i = 0; i < N_WATCHED * p->o->n_tables; i++)
        p->changed[i] = true;
    return st == CROK_OK
               ? crok_notice_open(p->paths, N_WATCHED * p->o->n_tables,
                                  &p->notice, err)
               : st;
}

static void close_all(publisher *p)
{
    crok_hall_link_close(&p->link);
    crok_notice_close(&p->notice);
    for (int i = 0; p->lane != NULL && i < p->o->n_tables; i++)
        crok_lane_close(&p->lane[i]);
    free(p->lane);
    free(p->paths);
    free(p->changed);
}

crok_status crok_publisher_run(const crok_publisher_options *o, crok_err *err)
{
    const size_t n = (size_t)o->n_tables;
    publisher p = {.o = o};
    crok_status st = check_tables(o, err);
    if (st != CROK_OK)
        return st;
    p.lane = calloc(n, sizeof *p.lane);
    p.paths = calloc(n * N_WATCHED, sizeof *p.paths);
    p.changed = calloc(n * N_WATCHED, sizeof *p.changed);
    if (p.lane == NULL || p.paths == NULL || p.changed == NULL)
        st =
            crok_fail(err, CROK_ENOMEM, "no memory for %d tables", o->n_tables);
    else
        st = make_lanes(&p, err);
    if (st == CROK_OK)
        st = run(&p, err);
    if (st == CROK_OK)
        send_rest(&p);
    close_all(&p);
    return st;
}
