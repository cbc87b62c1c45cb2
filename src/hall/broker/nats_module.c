/* SPDX-License-Identifier: Apache-2.0
 *
 * The shared library crokeye_nats.so: hall/broker/broker.h by libnats. */
#include <limits.h>
#include <nats/nats.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hall/broker/broker.h"

/* How often the client asks whether the broker is there, and how soon it
 * connects again, ms: a table that comes back must have caught up within
 * seconds. */
#define PING_MS 5000
#define RECONNECT_MS 500
/* How long the end of a program waits for the library's threads, ms. */
#define CLOSE_MS 10000
/* A reader hears of a dead stream after two heartbeats without a word. */
#define HEARTBEAT_NS (INT64_C(1000) * 1000 * 1000)
#define NS_PER_MS (INT64_C(1000) * 1000)
#define NS_PER_S (INT64_C(1000) * 1000 * 1000)
/* What the protocol and our own headers add to a message at most, bytes. */
#define HEADERS_MOST 4096

struct crok_broker {
    natsConnection *connection;
    jsCtx *js;
    int64_t wait_ms;
    atomic_long n_disconnects;
    pthread_mutex_t lock; /* of the following */
    long n_reasons;
    char reason[160];   /* the last error that the broker told of by itself */
    crok_broker *older; /* another one that was closed */
};

struct crok_broker_reader {
    crok_broker *broker;
    natsSubscription *sub;
    long n_disconnects; /* of the broker when the reader was made */
    long n_reasons;
    uint64_t least; /* the next message has this number or a larger one */
};

struct crok_broker_queue {
    crok_broker *broker;
    natsSubscription *sub;
};

/* ---- what the library tells by itself ---- */

static void on_disconnect(natsConnection *nc, void *context)
{
    crok_broker *b = context;
    (void)nc;
    (void)atomic_fetch_add(&b->n_disconnects, 1);
}

static void on_error(natsConnection *nc, natsSubscription *sub, natsStatus s,
                     void *context)
{
    crok_broker *b = context;
    const char *text = NULL;
    (void)sub;
    if (nc != NULL)
        (void)natsConnection_GetLastError(nc, &text);
    (void)pthread_mutex_lock(&b->lock);
    b->n_reasons++;
    (void)snprintf(b->reason, sizeof b->reason, "%s",
                   text != NULL && *text != '\0' ? text
                                                 : natsStatus_GetText(s));
    (void)pthread_mutex_unlock(&b->lock);
}

static long reasons(crok_broker *b)
{
    long n = 0;
    (void)pthread_mutex_lock(&b->lock);
    n = b->n_reasons;
    (void)pthread_mutex_unlock(&b->lock);
    return n;
}

/* Write ": REASON" if the broker gave one after the first `since`, else "". */
static void reason_since(crok_broker *b, long since, char out[192])
{
    out[0] = '\0';
    (void)pthread_mutex_lock(&b->lock);
    if (b->n_reasons > since)
        (void)snprintf(out, 192, ": %s", b->reason);
    (void)pthread_mutex_unlock(&b->lock);
}

/* ---- errors ---- */

/* The broker has one code for all that keeps a message from being stored, such
 * as a full disk. Its text has the reason: "maximum bytes exceeded", or
 * "maximum messages per subject exceeded". */
static bool is_full(jsErrCode code, const char *word)
{
    const char *text = nats_GetLastError(NULL);
    return code == JSStreamStoreFailedErr && text != NULL &&
           strstr(text, word) != NULL;
}

static crok_status status_of(natsStatus s, jsErrCode code)
{
    if (s == NATS_NO_MEMORY)
        return CROK_ENOMEM;
    if (s == NATS_MAX_PAYLOAD || code == JSStreamMessageExceedsMaximumErr ||
        is_full(code, "maximum"))
        return CROK_ETOOLARGE;
    if (code == JSStreamNotFoundErr || code == JSStreamNotMatchErr)
        return CROK_EARG;
    if (code == JSStreamWrongLastSequenceErr)
        return CROK_ECONFLICT;
    return CROK_EIO;
}

/* Fill err for a call that failed. `what` begins the message; `since` is the
 * number of reasons before the call. */
static crok_status failed(crok_broker *b, const char *what, long since,
                          natsStatus s, jsErrCode code, crok_err *err)
{
    char reason[192];
    reason_since(b, since, reason);
    return crok_fail(
        err, status_of(s, code), "broker: %.60s: %.90s%.90s", what,
        code == 0 ? natsStatus_GetText(s) : nats_GetLastError(NULL), reason);
}

/* ---- connection ---- */

static natsStatus set_servers(natsOptions *o, const char *urls)
{
    const char *servers[16];
    char copy[1024];
    char *save = NULL;
    int n = 0;
    if (snprintf(copy, sizeof copy, "%s", urls) >= (int)sizeof copy)
        return NATS_INVALID_ARG;
    for (char *u = strtok_r(copy, ",", &save); u != NULL && n < 16;
         u = strtok_r(NULL, ",", &save))
        servers[n++] = u;
    return n == 0 ? NATS_INVALID_ARG : natsOptions_SetServers(o, servers, n);
}

static natsStatus set_login(natsOptions *o, const crok_broker_login *login)
{
    natsStatus s = set_servers(o, login->url);
    if (s == NATS_OK && login->user != NULL)
        s = natsOptions_SetUserInfo(o, login->user, login->password);
    if (s == NATS_OK && login->authority != NULL)
        s = natsOptions_LoadCATrustedCertificates(o, login->authority);
    if (s == NATS_OK &&
        (login->authority != NULL || strstr(login->url, "tls://") != NULL))
        s = natsOptions_SetSecure(o, true);
    if (s == NATS_OK && login->inbox != NULL)
        s = natsOptions_SetCustomInboxPrefix(o, login->inbox);
    if (s == NATS_OK)
        s = natsOptions_SetName(o, login->name);
    return s;
}

static natsStatus set_behaviour(natsOptions *o, crok_broker *b)
{
    natsStatus s = natsOptions_SetMaxReconnect(o, -1);
    if (s == NATS_OK)
        s = natsOptions_SetReconnectWait(o, RECONNECT_MS);
    if (s == NATS_OK)
        s = natsOptions_SetReconnectJitter(o, RECONNECT_MS / 2,
                                           RECONNECT_MS / 2);
    if (s == NATS_OK)
        s = natsOptions_SetFailRequestsOnDisconnect(o, true);
    if (s == NATS_OK)
        s = natsOptions_SetPingInterval(o, PING_MS);
    if (s == NATS_OK)
        s = natsOptions_SetTimeout(o, b->wait_ms);
    if (s == NATS_OK)
        s = natsOptions_SetErrorHandler(o, on_error, b);
    if (s == NATS_OK)
        s = natsOptions_SetDisconnectedCB(o, on_disconnect, b);
    return s;
}

static natsStatus connect_with(crok_broker *b, natsOptions *o)
{
    jsOptions jo;
    natsStatus s = jsOptions_Init(&jo);
    jo.Wait = b->wait_ms;
    if (s == NATS_OK)
        s = natsConnection_Connect(&b->connection, o);
    if (s == NATS_OK)
        s = natsConnection_JetStream(&b->js, b->connection, &jo);
    return s;
}

/* The library's own memory and threads are given back with the last connection.
 * Its threads may still call on_error of one that was closed and destroyed, so
 * memory that they use is freed only after they have ended. */
static pthread_mutex_t count_lock = PTHREAD_MUTEX_INITIALIZER;
static int n_open;
static crok_broker *closed; /* owned */

static void count_open(void)
{
    (void)pthread_mutex_lock(&count_lock);
    n_open++;
    (void)pthread_mutex_unlock(&count_lock);
}

static void free_closed(void)
{
    while (closed != NULL) {
        crok_broker *b = closed;
        closed = b->older;
        (void)pthread_mutex_destroy(&b->lock);
        free(b);
    }
}

static void count_closed(crok_broker *b)
{
    (void)pthread_mutex_lock(&count_lock);
    b->older = closed;
    closed = b;
    if (--n_open == 0 && nats_CloseAndWait(CLOSE_MS) == NATS_OK)
        free_closed();
    (void)pthread_mutex_unlock(&count_lock);
}

static void broker_close(crok_broker **b)
{
    if (b == NULL || *b == NULL)
        return;
    jsCtx_Destroy((*b)->js);
    natsConnection_Close((*b)->connection);
    natsConnection_Destroy((*b)->connection);
    count_closed(*b);
    *b = NULL;
}

/* What a person can do about a connection that could not be made. */
static const char *advice_of(natsStatus s, const crok_broker_login *login)
{
    if (s != NATS_SSL_ERROR)
        return "is it running?";
    return login->authority == NULL
               ? "name a key file: --key FILE, or engine.keys of the day's file"
               : "does the key file belong to this broker?";
}

static crok_status broker_open(const crok_broker_login *login,
                               crok_broker **out, crok_err *err)
{
    natsOptions *o = NULL;
    natsStatus s = NATS_OK;
    crok_broker *b = calloc(1, sizeof *b);
    if (b == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory for a connection");
    (void)pthread_mutex_init(&b->lock, NULL);
    count_open();
    b->wait_ms = login->wait_ms;
    s = natsOptions_Create(&o);
    if (s == NATS_OK)
        s = set_login(o, login);
    if (s != NATS_OK) {
        (void)crok_fail(err, s == NATS_NO_MEMORY ? CROK_ENOMEM : CROK_EARG,
                        "broker: %.80s%s%.100s: %.60s", login->url,
                        login->authority == NULL ? "" : ", authority ",
                        login->authority == NULL ? "" : login->authority,
                        natsStatus_GetText(s));
    } else {
        s = set_behaviour(o, b);
        if (s == NATS_OK)
            s = connect_with(b, o);
        if (s != NATS_OK)
            (void)crok_fail(err, s == NATS_NO_MEMORY ? CROK_ENOMEM : CROK_EIO,
                            "broker: %.80s cannot be reached: %.120s; %s",
                            login->url, nats_GetLastError(NULL),
                            advice_of(s, login));
    }
    natsOptions_Destroy(o);
    if (s != NATS_OK) {
        crok_status st = err == NULL ? CROK_EIO : err->status;
        broker_close(&b);
        return st;
    }
    *out = b;
    return CROK_OK;
}

static bool broker_is_connected(const crok_broker *b)
{
    return natsConnection_Status(b->connection) == NATS_CONN_STATUS_CONNECTED;
}

static long broker_losses(const crok_broker *b)
{
    return atomic_load(&b->n_disconnects);
}

static int64_t broker_largest(const crok_broker *b)
{
    return natsConnection_GetMaxPayload(b->connection);
}

/* ---- streams ---- */

static void config_of(const crok_stream_plan *plan, const char **subject,
                      jsStreamConfig *c)
{
    *subject = plan->subjects;
    c->Name = plan->name;
    c->Subjects = subject;
    c->SubjectsLen = 1;
    c->Retention = plan->is_queue ? js_WorkQueuePolicy : js_LimitsPolicy;
    c->Storage = js_FileStorage;
    c->Discard = plan->refuses_more ? js_DiscardNew : js_DiscardOld;
    c->DiscardNewPerSubject = plan->refuses_more;
    c->MaxMsgsPerSubject = plan->per_subject;
    c->MaxBytes = plan->max_bytes == 0 ? -1 : plan->max_bytes;
    c->MaxMsgSize = plan->max_message == 0 ? -1 : plan->max_message;
    c->MaxAge = plan->max_age_s * NS_PER_S;
    c->Duplicates = plan->window_ms * NS_PER_MS;
    c->DenyDelete = plan->forbids_deletion;
    c->DenyPurge = plan->forbids_deletion;
    c->AllowDirect = true;
    c->Replicas = plan->copies;
}

/* Why were the settings of a stream refused? */
static crok_status refusal_of(jsErrCode code)
{
    return code == JSStorageResourcesExceededErr ||
                   code == JSAccountResourcesExceededErr ||
                   code == JSInsufficientResourcesErr
               ? CROK_ETOOLARGE
               : CROK_ECONFLICT;
}

static crok_status
broker_make_stream(crok_broker *b, const crok_stream_plan *plan, crok_err *err)
{
    const char *subject = NULL;
    jsStreamConfig c;
    jsErrCode code = 0;
    long since = reasons(b);
    natsStatus s = jsStreamConfig_Init(&c);
    if (s == NATS_OK) {
        config_of(plan, &subject, &c);
        s = js_UpdateStream(NULL, b->js, &c, NULL, &code);
    }
    /* in this order: to add a stream that is there is refused where there is no
     * room for two of it */
    if (code == JSStreamNotFoundErr) {
        code = 0;
        s = js_AddStream(NULL, b->js, &c, NULL, &code);
    }
    if (s == NATS_OK)
        return CROK_OK;
    (void)failed(b, plan->name, since, s, code, err);
    if (code == 0)
        return status_of(s, code);
    if (err != NULL)
        err->status = refusal_of(code);
    return refusal_of(code);
}

static crok_status broker_remove_stream(crok_broker *b, const char *stream,
                                        crok_err *err)
{
    jsErrCode code = 0;
    long since = reasons(b);
    natsStatus s = js_DeleteStream(b->js, stream, NULL, &code);
    return s == NATS_OK ? CROK_OK : failed(b, stream, since, s, code, err);
}

/* To the broker 0 or less means that there is no limit. */
static int64_t limit_of(int64_t n)
{
    return n < 0 ? 0 : n;
}

static crok_stream_figures figures_from(const jsStreamInfo *si)
{
    const jsStreamStateSubjects *subjects = si->State.Subjects;
    crok_stream_figures f = {
        .messages = si->State.Msgs,
        .bytes = si->State.Bytes,
        .first = si->State.FirstSeq,
        .last = si->State.LastSeq,
        .made_ns = si->Created,
        .refuses_more = si->Config->Discard == js_DiscardNew,
        .max_message = (int)limit_of(si->Config->MaxMsgSize),
        .max_messages = limit_of(si->Config->MaxMsgs),
        .copies = (int)si->Config->Replicas};
    for (int i = 0; subjects != NULL && i < subjects->Count; i++)
        f.of_subject += subjects->List[i].Msgs;
    return f;
}

static crok_status broker_figures_of(crok_broker *b, const char *stream,
                                     const char *subject,
                                     crok_stream_figures *out, crok_err *err)
{
    jsStreamInfo *si = NULL;
    jsOptions o;
    jsErrCode code = 0;
    long since = reasons(b);
    natsStatus s = jsOptions_Init(&o);
    o.Stream.Info.SubjectsFilter = subject;
    if (s == NATS_OK)
        s = js_GetStreamInfo(&si, b->js, stream, &o, &code);
    if (s != NATS_OK)
        return failed(b, stream, since, s, code, err);
    *out = figures_from(si);
    jsStreamInfo_Destroy(si);
    return CROK_OK;
}

static crok_status broker_figures(crok_broker *b, const char *stream,
                                  crok_stream_figures *out, crok_err *err)
{
    return broker_figures_of(b, stream, NULL, out, err);
}

/* ---- writing ---- */

static natsStatus message_of(const crok_post *p, natsMsg **out)
{
    natsStatus s = natsMsg_Create(out, p->subject, NULL, p->data, (int)p->len);
    for (const char *const *h = p->headers;
         s == NATS_OK && h != NULL && h[0] != NULL; h += 2)
        s = natsMsgHeader_Set(*out, h[0], h[1]);
    return s;
}

static crok_status broker_publish(crok_broker *b, const crok_post *post,
                                  uint64_t *number, crok_err *err)
{
    natsMsg *m = NULL;
    jsPubAck *ack = NULL;
    jsPubOptions o;
    jsErrCode code = 0;
    bool is_known = false;
    long since = reasons(b);
    natsStatus s = jsPubOptions_Init(&o);
    if ((int64_t)post->len + HEADERS_MOST > broker_largest(b))
        return crok_fail(err, CROK_ETOOLARGE,
                         "broker: a message of %zu bytes is larger than the "
                         "server takes (max_payload %lld)",
                         post->len, (long long)broker_largest(b));
    o.MaxWait = b->wait_ms;
    o.MsgId = post->id;
    o.ExpectStream = post->stream;
    o.ExpectNoMessage = post->expected == 0;
    if (post->expected > 0)
        o.ExpectLastSubjectSeq = (uint64_t)post->expected;
    if (s == NATS_OK)
        s = message_of(post, &m);
    if (s == NATS_OK)
        s = js_PublishMsg(&ack, b->js, m, &o, &code);
    natsMsg_Destroy(m);
    if (post->expected == CROK_EXPECT_ANY && is_full(code, "per subject"))
        return crok_fail(err, CROK_ECONFLICT,
                         "broker: %.100s: the subject has its share already",
                         post->subject);
    if (s != NATS_OK)
        return failed(b, post->subject, since, s, code, err);
    is_known = ack->Duplicate;
    if (number != NULL)
        *number = ack->Sequence;
    jsPubAck_Destroy(ack);
    return is_known ? crok_fail(err, CROK_ECONFLICT,
                                "broker: %.100s: the message is known",
                                post->subject)
                    : CROK_OK;
}

/* ---- reading ---- */

/* Take over a message of the library. */
static crok_message message_from(natsMsg *m)
{
    return (crok_message){.subject = natsMsg_GetSubject(m),
                          .data = natsMsg_GetData(m),
                          .len = (size_t)natsMsg_GetDataLength(m),
                          .number = natsMsg_GetSequence(m),
                          .n_deliveries = 1,
                          .handle = m};
}

/* Take over a message that a reader or a queue got: the broker tells its number
 * and deliveries beside it. */
static crok_message delivered(natsMsg *m)
{
    crok_message out = message_from(m);
    jsMsgMetaData *meta = NULL;
    if (natsMsg_GetMetaData(&meta, m) == NATS_OK) {
        out.number = meta->Sequence.Stream;
        if (meta->NumDelivered < INT_MAX)
            out.n_deliveries = (int)meta->NumDelivered;
    }
    jsMsgMetaData_Destroy(meta);
    return out;
}

static void drop(crok_message *m)
{
    natsMsg_Destroy(m->handle);
    *m = (crok_message){0};
}

static const char *header(const crok_message *m, const char *name)
{
    const char *value = NULL;
    return natsMsgHeader_Get(m->handle, name, &value) == NATS_OK ? value : NULL;
}

static crok_status broker_last(crok_broker *b, const char *stream,
                               const char *subject, crok_message *out,
                               crok_err *err)
{
    natsMsg *m = NULL;
    jsDirectGetMsgOptions o;
    long since = reasons(b);
    natsStatus s = jsDirectGetMsgOptions_Init(&o);
    o.LastBySubject = subject;
    if (s == NATS_OK)
        s = js_DirectGetMsg(&m, b->js, stream, NULL, &o);
    *out = (crok_message){0};
    if (s == NATS_NOT_FOUND)
        return CROK_OK;
    if (s != NATS_OK)
        return failed(b, subject, since, s, 0, err);
    *out = message_from(m);
    return CROK_OK;
}

static crok_status broker_read(crok_broker *b, const crok_read_plan *plan,
                               crok_broker_reader **out, crok_err *err)
{
    static const jsDeliverPolicy policy[] = {
        [CROK_READ_ALL] = js_DeliverAll,
        [CROK_READ_LAST] = js_DeliverLastPerSubject,
        [CROK_READ_NUMBER] = js_DeliverByStartSequence,
    };
    jsSubOptions o;
    jsErrCode code = 0;
    natsStatus s = jsSubOptions_Init(&o);
    crok_broker_reader *r = NULL;
    /* otherwise the library would begin it when the connection is back, and
     * then at the first message */
    if (!broker_is_connected(b))
        return crok_fail(err, CROK_EIO, "broker: %.60s: there is no connection",
                         plan->stream);
    r = calloc(1, sizeof *r);
    if (r == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory to read a stream");
    r->broker = b;
    r->least = plan->from == CROK_READ_NUMBER ? plan->number : 0;
    r->n_disconnects = atomic_load(&b->n_disconnects);
    r->n_reasons = reasons(b);
    o.Stream = plan->stream;
    o.Ordered = true;
    o.Config.DeliverPolicy = policy[plan->from];
    if (plan->from == CROK_READ_NUMBER)
        o.Config.OptStartSeq = plan->number;
    o.Config.Heartbeat = HEARTBEAT_NS;
    if (s == NATS_OK)
        s = js_SubscribeSync(&r->sub, b->js, plan->subjects, NULL, &o, &code);
    /* a late page reads all at once, however slowly it takes them */
    if (s == NATS_OK)
        s = natsSubscription_SetPendingLimits(r->sub, -1, -1);
    if (s != NATS_OK) {
        crok_status st = failed(b, plan->stream, r->n_reasons, s, code, err);
        natsSubscription_Destroy(r->sub);
        free(r);
        return st;
    }
    *out = r;
    return CROK_OK;
}

static void end_reading(crok_broker_reader **r)
{
    if (r == NULL || *r == NULL)
        return;
    natsSubscription_Destroy((*r)->sub);
    free(*r);
    *r = NULL;
}

/* After a lost connection the broker may have forgotten the reader, or have
 * forgotten how far it was and send all messages again. */
static bool was_disconnected(const crok_broker_reader *r)
{
    return atomic_load(&r->broker->n_disconnects) != r->n_disconnects;
}

/* An error of the library may mean that a message was missed. */
static bool is_broken(crok_broker_reader *r)
{
    return was_disconnected(r) || reasons(r->broker) != r->n_reasons;
}

/* Wait for the next message of the library. */
static natsStatus next_of(crok_broker_reader *r, int64_t wait_ms,
                          crok_message *out)
{
    natsMsg *m = NULL;
    natsStatus s = NATS_CONNECTION_DISCONNECTED;
    if (!was_disconnected(r))
        s = natsSubscription_NextMsg(&m, r->sub, wait_ms);
    if (s == NATS_OK && was_disconnected(r)) {
        natsMsg_Destroy(m);
        return NATS_CONNECTION_DISCONNECTED;
    }
    if (s == NATS_OK)
        *out = delivered(m);
    return s;
}

static crok_status reader_next(crok_broker_reader *r, int64_t wait_ms,
                               crok_message *out, crok_err *err)
{
    natsStatus s = NATS_OK;
    *out = (crok_message){0};
    do {
        drop(out);
        s = next_of(r, wait_ms, out);
        /* a reader that has had no message is begun anew by the library at the
         * stream's first message, wherever it was to begin */
    } while (s == NATS_OK && out->number < r->least);
    if (s == NATS_OK)
        r->least = out->number + 1;
    if (s == NATS_OK || (s == NATS_TIMEOUT && !is_broken(r)))
        return CROK_OK;
    return failed(r->broker, "reading", r->n_reasons, s, 0, err);
}

/* ---- queues ---- */

static crok_status join_queue(crok_broker *b, const crok_queue_plan *plan,
                              crok_broker_queue **out, crok_err *err)
{
    jsSubOptions o;
    jsErrCode code = 0;
    long since = reasons(b);
    natsStatus s = jsSubOptions_Init(&o);
    crok_broker_queue *q = calloc(1, sizeof *q);
    if (q == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory for a queue");
    q->broker = b;
    o.Stream = plan->stream;
    o.Config.AckPolicy = js_AckExplicit;
    o.Config.AckWait = plan->ack_wait_ms * NS_PER_MS;
    o.Config.MaxDeliver = plan->max_deliveries;
    if (s == NATS_OK)
        s = js_PullSubscribe(&q->sub, b->js, plan->subjects, plan->name, NULL,
                             &o, &code);
    if (s != NATS_OK) {
        crok_status st = failed(b, plan->name, since, s, code, err);
        free(q);
        if (code == 0 || st == CROK_EARG)
            return st;
        if (err != NULL)
            err->status = CROK_ECONFLICT;
        return CROK_ECONFLICT;
    }
    *out = q;
    return CROK_OK;
}

static void leave_queue(crok_broker_queue **q)
{
    if (q == NULL || *q == NULL)
        return;
    if (broker_is_connected((*q)->broker))
        (void)natsConnection_FlushTimeout((*q)->broker->connection,
                                          (*q)->broker->wait_ms);
    natsSubscription_Destroy((*q)->sub);
    free(*q);
    *q = NULL;
}

static crok_status queue_take(crok_broker_queue *q, int64_t wait_ms,
                              crok_message *out, crok_err *err)
{
    natsMsgList list = {0};
    jsErrCode code = 0;
    long since = reasons(q->broker);
    natsStatus s = natsSubscription_Fetch(&list, q->sub, 1, wait_ms, &code);
    *out = (crok_message){0};
    if (s == NATS_TIMEOUT)
        return CROK_OK;
    if (s != NATS_OK)
        return failed(q->broker, "queue", since, s, code, err);
    *out = delivered(list.Msgs[0]);
    list.Msgs[0] = NULL;
    natsMsgList_Destroy(&list);
    return CROK_OK;
}

static crok_status message_done(crok_broker *b, crok_message *m, crok_err *err)
{
    jsErrCode code = 0;
    long since = reasons(b);
    natsStatus s = natsMsg_AckSync(m->handle, NULL, &code);
    return s == NATS_OK ? CROK_OK
                        : failed(b, "acknowledging", since, s, code, err);
}

static crok_status message_prolong(crok_message *m, crok_err *err)
{
    natsStatus s = natsMsg_InProgress(m->handle, NULL);
    return s == NATS_OK ? CROK_OK
                        : crok_fail(err, CROK_EIO, "broker: prolonging: %s",
                                    natsStatus_GetText(s));
}

static crok_status message_give_back(crok_message *m, crok_err *err)
{
    natsStatus s = natsMsg_Nak(m->handle, NULL);
    return s == NATS_OK ? CROK_OK
                        : crok_fail(err, CROK_EIO, "broker: giving back: %s",
                                    natsStatus_GetText(s));
}

static crok_status message_set_aside(crok_message *m, crok_err *err)
{
    natsStatus s = natsMsg_Term(m->handle, NULL);
    return s == NATS_OK ? CROK_OK
                        : crok_fail(err, CROK_EIO, "broker: setting aside: %s",
                                    natsStatus_GetText(s));
}

const crok_broker_calls *crok_broker_module(void);

__attribute__((visibility("default"))) const crok_broker_calls *
crok_broker_module(void)
{
    static const crok_broker_calls calls = {
        .version = CROK_BROKER_VERSION,
        .open = broker_open,
        .close = broker_close,
        .is_connected = broker_is_connected,
        .losses = broker_losses,
        .largest = broker_largest,
        .make_stream = broker_make_stream,
        .remove_stream = broker_remove_stream,
        .figures = broker_figures,
        .figures_of = broker_figures_of,
        .publish = broker_publish,
        .last = broker_last,
        .read = broker_read,
        .end_reading = end_reading,
        .next = reader_next,
        .join_queue = join_queue,
        .leave_queue = leave_queue,
        .take = queue_take,
        .done = message_done,
        .prolong = message_prolong,
        .give_back = message_give_back,
        .set_aside = message_set_aside,
        .header = header,
        .drop = drop,
    };
    return &calls;
}
