/* SPDX-License-Identifier: Apache-2.0 */
#include "hall/engine_reader.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/clock.h"
#include "hall/row.h"
#include "hall/streams.h"
#include "hall/subjects.h"
#include "rules/match.h"

/* How long one wait for a message takes at most, ms: after so long a thread
 * sees that it shall end. */
#define WAIT_MS 200
/* Pauses between two tries to reach the broker, ms; they double. */
#define PAUSE_LEAST_MS 100
#define PAUSE_MOST_MS 2000
/* Messages that are compared after a loss. A broker that does not sync loses
 * what came in two minutes at most (nats-server's default), which are 100
 * tables with a row every 12 s. */
#define COMPARED 1024
/* Streams that are read: EVENT and STATE. */
enum { N_STREAMS = CROK_HALL_STATE + 1 };

/* What a message was: the record and seq of a row. */
typedef struct known {
    uint64_t number; /* 0: none */
    char record[CROK_RECORD_ID];
    long seq;
} known;

typedef struct stream {
    crok_engine_reader *reader;
    crok_hall_stream which;
    char subjects[CROK_SUBJECT_MAX];
    crok_hall_link link; /* link.broker is NULL: none */
    crok_broker_reader *source;
    uint64_t last;     /* number of the last message that was taken */
    uint64_t retained; /* messages up to this one were kept by the broker when
                        * the reading began */
    bool is_whole;     /* the reading began with the oldest message */
    bool has_gap;      /* told that it has a gap all the same */
    known *known;      /* of EVENT, owned: COMPARED, by number */
    int64_t made_ns;   /* when the stream was made; 0: not known */
    bool is_told;      /* that its limits are not ours */
    bool is_lost;      /* told that the broker cannot be reached */
    int64_t lost_ms;   /* since when; 0: it is read */
    int64_t read_ms;   /* when it was read last; 0: never */
    int64_t pause_ms;
    pthread_t thread;
} stream;

struct crok_engine_reader {
    const crok_broker_calls *calls;
    crok_engine_options engine;
    crok_hall_sink to;
    atomic_bool closing;
    pthread_mutex_t lock; /* of the following, and of the calls that tell it */
    crok_hall_contact contact[N_STREAMS], told;
    stream event, state;
};

static void say(const stream *s, const char *what)
{
    s->reader->to.say(s->reader->to.context, what);
}

/* ---- the connection ---- */

static void rest(const stream *s, int64_t ms)
{
    for (; ms > 0 && !atomic_load(&s->reader->closing); ms -= WAIT_MS) {
        int64_t now = ms < WAIT_MS ? ms : WAIT_MS;
        struct timespec t = {.tv_sec = (time_t)(now / 1000),
                             .tv_nsec = (long)(now % 1000) * 1000000L};
        (void)nanosleep(&t, NULL);
    }
}

/* Tell the hall how it is with a stream, if that is news. Both streams are
 * needed: the broker is away as long as one of them is. */
static void note_contact(const stream *s)
{
    crok_engine_reader *r = s->reader;
    crok_hall_contact all = {0};
    (void)pthread_mutex_lock(&r->lock);
    r->contact[s->which] = (crok_hall_contact){s->lost_ms, s->read_ms};
    for (int i = 0; i < N_STREAMS; i++) {
        const crok_hall_contact *one = &r->contact[i];
        if (one->away_ms > 0 &&
            (all.away_ms == 0 || one->away_ms < all.away_ms))
            all = *one;
    }
    if (all.away_ms != r->told.away_ms || all.read_ms != r->told.read_ms)
        r->to.contact(r->to.context, &all);
    r->told = all;
    (void)pthread_mutex_unlock(&r->lock);
}

/* A failure: tell it once, end the reading, and wait before the next try. One
 * failure often passes by itself; with the second one the broker is away. */
static void lose(stream *s, const crok_err *why)
{
    char text[400];
    if (s->lost_ms == 0)
        s->lost_ms = crok_clock_ms();
    else
        note_contact(s);
    if (!s->is_lost) {
        (void)snprintf(text, sizeof text, "%s: %s; trying again",
                       crok_hall_stream_name(s->which), why->msg);
        say(s, text);
    }
    s->is_lost = true;
    if (s->source != NULL)
        s->reader->calls->end_reading(&s->source);
    s->pause_ms = s->pause_ms == 0                  ? PAUSE_LEAST_MS
                  : s->pause_ms * 2 < PAUSE_MOST_MS ? s->pause_ms * 2
                                                    : PAUSE_MOST_MS;
    rest(s, s->pause_ms);
}

static void find(stream *s)
{
    char text[80];
    s->pause_ms = 0;
    s->lost_ms = 0;
    if (!s->is_lost)
        return;
    s->is_lost = false;
    note_contact(s);
    (void)snprintf(text, sizeof text, "%s: the broker is read again",
                   crok_hall_stream_name(s->which));
    say(s, text);
}

/* Where the reading goes on. */
static crok_read_plan plan_of(const stream *s)
{
    crok_read_plan plan = {.stream = crok_hall_stream_name(s->which),
                           .subjects = s->subjects,
                           .from = CROK_READ_LAST};
    if (s->which == CROK_HALL_STATE)
        return plan;
    plan.from = s->last == 0 ? CROK_READ_ALL : CROK_READ_NUMBER;
    plan.number = s->last < COMPARED ? 1 : s->last - COMPARED + 1;
    return plan;
}

/* Forget what was read: the stream is another one now. */
static void forget(stream *s)
{
    s->last = 0;
    s->has_gap = false;
    memset(s->known, 0, COMPARED * sizeof *s->known);
}

/* A stream that was made anew, or restored from a backup, gives the numbers
 * again to other messages. A stream without our limits is reported once. */
static void meet_stream(stream *s, const crok_stream_figures *f)
{
    char text[300];
    if (f->made_ns != s->made_ns || f->last + 1 < plan_of(s).number)
        forget(s);
    s->made_ns = f->made_ns;
    if (s->is_told || crok_hall_stream_is_ours(s->which, f))
        return;
    s->is_told = true;
    (void)snprintf(text, sizeof text,
                   "%s: the stream has not the limits by which no table can "
                   "push out the rows of others, or has narrower ones: call "
                   "`crokeye hall keys`, let the broker read its settings "
                   "again, and call `crokeye hall streams`",
                   crok_hall_stream_name(s->which));
    say(s, text);
}

/* Begin to read. */
static crok_status begin(stream *s, crok_err *err)
{
    crok_read_plan plan;
    crok_stream_figures figures = {0};
    crok_status st = CROK_OK;
    if (s->link.broker == NULL)
        st = crok_hall_link_open(&s->reader->engine, &s->link, err);
    if (st == CROK_OK)
        st = crok_hall_stream_need(&s->link, s->which, &figures, err);
    if (st != CROK_OK)
        return st;
    meet_stream(s, &figures);
    plan = plan_of(s);
    st = s->reader->calls->read(s->link.broker, &plan, &s->source, err);
    if (st != CROK_OK)
        return st;
    s->retained = figures.last;
    s->is_whole = plan.from == CROK_READ_ALL;
    find(s);
    return CROK_OK;
}

/* End the reading, and read everything anew. */
static void read_anew(stream *s)
{
    s->reader->calls->end_reading(&s->source);
    forget(s);
}

/* ---- rows ---- */

/* A row does not follow what was read of its record. Where only the end of the
 * stream was read, the rest may have it; otherwise the broker has lost it, and
 * its publisher will send it again or cannot. */
static void meet_gap(stream *s, const crok_row *row)
{
    char text[200];
    if (!s->is_whole) {
        read_anew(s);
        return;
    }
    if (s->has_gap)
        return;
    s->has_gap = true;
    (void)snprintf(text, sizeof text,
                   "record %s: the broker has event %ld and not event %ld "
                   "before it; the record is shown as far as it is whole",
                   row->at.record, row->at.seq, row->prev);
    say(s, text);
}

/* Is the message another one than that which had its number before? */
static bool differs(const stream *s, uint64_t number, const crok_row *row)
{
    const known *k = &s->known[number % COMPARED];
    return number <= s->last && (k->number != number || k->seq != row->at.seq ||
                                 strcmp(k->record, row->at.record) != 0);
}

static void remember(stream *s, uint64_t number, const crok_row *row)
{
    known *k = &s->known[number % COMPARED];
    k->number = number;
    k->seq = row->at.seq;
    (void)snprintf(k->record, sizeof k->record, "%s", row->at.record);
    if (number > s->last)
        s->last = number;
}

static crok_status take_row(stream *s, const crok_message *m, const char *table,
                            crok_err *err)
{
    crok_row row;
    crok_hall_row taken;
    bool is_gap = false;
    crok_status st = crok_row_read(s->reader->calls, m, &row, err);
    if (st != CROK_OK)
        return st;
    if (differs(s, m->number, &row)) {
        read_anew(s);
        return CROK_OK;
    }
    taken = (crok_hall_row){.table = table,
                            .record = row.at.record,
                            .seq = row.at.seq,
                            .prev = row.prev,
                            .line = m->data,
                            .len = m->len};
    st = s->reader->to.row(s->reader->to.context, &taken, &is_gap, err);
    if (st != CROK_OK)
        return st;
    remember(s, m->number, &row);
    if (is_gap)
        meet_gap(s, &row);
    return CROK_OK;
}

/* ---- states ---- */

/* When the table sent the message, by our clock. One that comes as it is sent
 * was sent now, whatever the table's clock says. One that the broker has kept
 * may be old. */
static int64_t heard_ms(const stream *s, const crok_message *m)
{
    const char *text = s->reader->calls->header(m, "Crok-Sent");
    int64_t now = crok_clock_ms();
    int64_t sent = text == NULL ? now : strtoll(text, NULL, 10);
    return m->number <= s->retained && sent < now ? sent : now;
}

static crok_status take_state(stream *s, const crok_message *m,
                              const char *table, crok_err *err)
{
    const crok_hall_state state = {.table = table,
                                   .json = m->data,
                                   .len = m->len,
                                   .heard_ms = heard_ms(s, m)};
    return s->reader->to.state(s->reader->to.context, &state, err);
}

/* ---- the loop ---- */

/* Take one message. A message that cannot be used is reported and skipped. */
static void take(stream *s, const crok_message *m)
{
    char name[CROK_NAME_MAX];
    crok_err err = {0};
    crok_status st = CROK_OK;
    if (!crok_hall_table_of(m->subject, name, sizeof name))
        st = crok_fail(&err, CROK_EFORMAT, "%.100s: no table has this subject",
                       m->subject);
    else
        st = s->which == CROK_HALL_EVENT ? take_row(s, m, name, &err)
                                         : take_state(s, m, name, &err);
    if (st != CROK_OK)
        say(s, err.msg);
}

static void *follow(void *cls)
{
    stream *s = cls;
    while (!atomic_load(&s->reader->closing)) {
        crok_err err = {0};
        crok_message m = {0};
        crok_status st = s->source == NULL ? begin(s, &err) : CROK_OK;
        if (st == CROK_OK)
            st = s->reader->calls->next(s->source, WAIT_MS, &m, &err);
        if (st != CROK_OK)
            lose(s, &err);
        else
            s->read_ms = crok_clock_ms();
        if (m.subject != NULL)
            take(s, &m);
        s->reader->calls->drop(&m);
    }
    if (s->source != NULL)
        s->reader->calls->end_reading(&s->source);
    if (s->link.broker != NULL)
        crok_hall_link_close(&s->link);
    return NULL;
}

/* ---- open and close ---- */

static crok_status start(crok_engine_reader *r, stream *s,
                         crok_hall_stream which, const char *hall,
                         crok_err *err)
{
    crok_status st = CROK_OK;
    s->reader = r;
    s->which = which;
    st = crok_hall_subject(which, hall, NULL, s->subjects, err);
    if (st != CROK_OK)
        return st;
    s->known = calloc(COMPARED, sizeof *s->known);
    if (s->known == NULL || pthread_create(&s->thread, NULL, follow, s) != 0) {
        free(s->known);
        return crok_fail(err, CROK_ENOMEM, "no memory to read the broker");
    }
    return CROK_OK;
}

static void stop(stream *s)
{
    (void)pthread_join(s->thread, NULL);
    free(s->known);
}

static void free_reader(crok_engine_reader *r)
{
    (void)pthread_mutex_destroy(&r->lock);
    free(r);
}

crok_status crok_engine_reader_open(const crok_engine_reader_config *config,
                                    crok_engine_reader **out, crok_err *err)
{
    crok_engine_reader *r = calloc(1, sizeof *r);
    crok_status st = CROK_OK;
    if (r == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory to read the broker");
    st = crok_broker_load(&r->calls, err);
    if (st != CROK_OK) {
        free(r);
        return st;
    }
    r->engine = config->engine;
    r->to = config->to;
    atomic_init(&r->closing, false);
    (void)pthread_mutex_init(&r->lock, NULL);
    st = start(r, &r->event, CROK_HALL_EVENT, config->hall, err);
    if (st == CROK_OK) {
        st = start(r, &r->state, CROK_HALL_STATE, config->hall, err);
        if (st != CROK_OK) {
            atomic_store(&r->closing, true);
            stop(&r->event);
        }
    }
    if (st != CROK_OK) {
        free_reader(r);
        return st;
    }
    *out = r;
    return CROK_OK;
}

void crok_engine_reader_close(crok_engine_reader **r)
{
    if (r == NULL || *r == NULL)
        return;
    atomic_store(&(*r)->closing, true);
    stop(&(*r)->event);
    stop(&(*r)->state);
    free_reader(*r);
    *r = NULL;
}
