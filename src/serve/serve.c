/* SPDX-License-Identifier: Apache-2.0 */
#include "serve/serve_inner.h"

#include <arpa/inet.h>
#include <cjson/cJSON.h>
#include <errno.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/clock.h"
#include "serve/state_file.h"
#include "serve/state_json.h"

#define BEAT_MS 5000
/* A connection that takes or sends nothing for so long is closed. */
#define IDLE_S 15
/* A hundred viewers, each with a page's few files, twice over. */
#define MAX_CONNECTIONS 512
/* The headers of one request, and one block of the feed. */
#define CONNECTION_BYTES ((size_t)64 << 10)

const char *crok_live_name(crok_live_state state)
{
    static const char *const name[CROK_N_LIVE] = {"none", "down", "moving",
                                                  "still"};
    return name[state];
}

/* ---- the truth and its readers ---- */

static char *state_text(const crok_serve *s)
{
    crok_state_now now = {.source = &s->source,
                          .view = s->view.n,
                          .view_half_mm = s->view.half_mm};
    return crok_state_text(s->journal, &now);
}

/* Under the lock: what has changed goes to everybody. */
static crok_status show(crok_serve *s, char **json, crok_err *err)
{
    char *text = state_text(s);
    crok_status st = CROK_OK;
    if (text == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory for the match");
    st = crok_feed_set(&s->feed, text, err);
    if (st == CROK_OK && json != NULL)
        *json = text;
    else
        cJSON_free(text);
    return st;
}

/* The last event that stands and can be taken back; 0: none. An undo is
 * passed over: its event is found instead, and so on. */
static crok_status find_last(const crok_log *log, long *out, crok_err *err)
{
    bool *stands = calloc((size_t)log->n + 1, sizeof *stands);
    crok_status st = CROK_OK;
    if (stands == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory for %d events", log->n);
    st = crok_log_standing(log, stands, err);
    *out = 0;
    for (int i = log->n - 1; st == CROK_OK && i >= 0 && *out == 0; i--)
        if (stands[i] && log->events[i]->type != CROK_EVENT_UNDO)
            *out = log->events[i]->seq;
    free(stands);
    if (st == CROK_OK && *out == 0)
        st = crok_fail(err, CROK_ECONFLICT, "there is nothing to take back");
    return st;
}

static crok_status check_seq(crok_serve *s, long expected_seq,
                             crok_written *out, crok_err *err)
{
    long now = crok_journal_seq(s->journal);
    if (expected_seq == CROK_SEQ_ANY || expected_seq == now)
        return CROK_OK;
    out->refusal = CROK_REFUSED_STALE;
    return crok_fail(err, CROK_ECONFLICT,
                     "The match has moved on: it is at event %ld, and you "
                     "decided on what stood at event %ld. Look at it again, "
                     "then decide.",
                     now, expected_seq);
}

static crok_status write_locked(crok_serve *s, crok_event *e, long expected_seq,
                                crok_written *out, crok_err *err)
{
    crok_status st = check_seq(s, expected_seq, out, err);
    if (st == CROK_OK && e->type == CROK_EVENT_UNDO && e->u.of == 0)
        st = find_last(crok_journal_log(s->journal), &e->u.of, err);
    if (st == CROK_OK)
        st = crok_journal_append(s->journal, e, CROK_SEQ_ANY, err);
    if (st == CROK_OK)
        st = show(s, &out->json, err);
    out->seq = crok_journal_seq(s->journal);
    return st;
}

crok_status crok_serve_write(crok_serve *s, crok_event *e, long expected_seq,
                             crok_written *out, crok_err *err)
{
    crok_status st = CROK_OK;
    char now[CROK_CLOCK_TEXT_MAX];
    *out = (crok_written){.refusal = CROK_REFUSED_BY_RULES};
    crok_clock_text(crok_clock_ms(), now);
    (void)snprintf(e->time, sizeof e->time, "%s", now);
    (void)pthread_mutex_lock(&s->truth);
    st = write_locked(s, e, expected_seq, out, err);
    (void)pthread_mutex_unlock(&s->truth);
    return st;
}

crok_status crok_serve_append(crok_serve *s, const crok_event *e,
                              long expected_seq, crok_err *err)
{
    crok_written written;
    crok_event *copy = malloc(sizeof *copy);
    crok_status st = CROK_OK;
    if (copy == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory for an event");
    *copy = *e;
    st = crok_serve_write(s, copy, expected_seq, &written, err);
    cJSON_free(written.json);
    free(copy);
    return st;
}

crok_status crok_serve_put_picture(crok_serve *s, const crok_picture_key *key,
                                   const void *bytes, size_t len, crok_err *err)
{
    crok_status st = CROK_OK;
    (void)pthread_mutex_lock(&s->truth);
    st = crok_journal_put_picture(s->journal, key, bytes, len, err);
    if (st == CROK_OK && key->is_call)
        st = show(s, NULL, err);
    (void)pthread_mutex_unlock(&s->truth);
    return st;
}

void crok_serve_publish(crok_serve *s, const crok_live *source)
{
    (void)pthread_mutex_lock(&s->truth);
    s->source = *source;
    /* Without memory viewers keep what they have; the next one may fit. */
    (void)!show(s, NULL, NULL);
    (void)pthread_mutex_unlock(&s->truth);
}

crok_status crok_serve_show(crok_serve *s, const void *jpeg, size_t len,
                            double half_mm, crok_err *err)
{
    crok_view view = {.bytes = malloc(len), .len = len, .half_mm = half_mm};
    crok_status st = CROK_OK;
    if (view.bytes == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory for a picture");
    memcpy(view.bytes, jpeg, len);
    (void)pthread_mutex_lock(&s->truth);
    view.n = s->view.n + 1;
    free(s->view.bytes);
    s->view = view;
    st = show(s, NULL, err);
    (void)pthread_mutex_unlock(&s->truth);
    return st;
}

void crok_serve_hold(crok_serve *s)
{
    (void)pthread_mutex_lock(&s->truth);
}

void crok_serve_release(crok_serve *s)
{
    (void)pthread_mutex_unlock(&s->truth);
}

const crok_log *crok_serve_log(const crok_serve *s)
{
    return crok_journal_log(s->journal);
}

/* ---- house-keeping ---- */

static void *keep(void *cls)
{
    crok_serve *s = cls;
    int64_t written = 0;
    int64_t beat = crok_clock_monotonic_ms() + BEAT_MS;
    while (crok_feed_wait(&s->feed, written, beat)) {
        crok_frame *frame = crok_feed_take(&s->feed);
        /* Tried again with the next change; a full disk passes. */
        if (frame->id != written && s->state_path != NULL)
            (void)!crok_state_file_write(s->state_path,
                                         frame->text + frame->json_at,
                                         frame->json_len, NULL);
        written = frame->id;
        crok_feed_drop(&s->feed, frame);
        if (crok_clock_monotonic_ms() >= beat) {
            crok_feed_beat(&s->feed);
            beat = crok_clock_monotonic_ms() + BEAT_MS;
        }
    }
    return NULL;
}

/* ---- opening ---- */

static crok_status check_token(const char *token, crok_err *err)
{
    size_t n = strlen(token);
    for (const char *p = token; *p != '\0'; p++)
        if (*p <= ' ' || *p > '~' || *p == ';' || *p == ',' || *p == '"')
            n = 0;
    if (n < CROK_TOKEN_MIN || n > CROK_TOKEN_MAX)
        return crok_fail(err, CROK_EARG,
                         "the token must be %d to %d letters, digits or - _ .",
                         CROK_TOKEN_MIN, CROK_TOKEN_MAX);
    return CROK_OK;
}

/* A copy, or NULL for NULL; false without memory. */
static bool copy_text(const char *text, char **out)
{
    *out = NULL;
    if (text == NULL)
        return true;
    *out = malloc(strlen(text) + 1);
    if (*out != NULL)
        memcpy(*out, text, strlen(text) + 1);
    return *out != NULL;
}

static crok_status take_config(crok_serve *s, const crok_serve_config *config,
                               crok_err *err)
{
    crok_status st = crok_address_parse(config->listen, &s->address, err);
    if (st == CROK_OK)
        st = check_token(config->token, err);
    if (st == CROK_OK && config->theme != NULL &&
        strlen(config->theme) > CROK_THEME_MAX_BYTES)
        st = crok_fail(err, CROK_EARG, "the theme is larger than %zu bytes",
                       CROK_THEME_MAX_BYTES);
    if (st != CROK_OK)
        return st;
    (void)snprintf(s->token, sizeof s->token, "%s", config->token);
    if (!copy_text(config->state, &s->state_path) ||
        !copy_text(config->theme, &s->theme))
        return crok_fail(err, CROK_ENOMEM, "no memory to serve");
    return CROK_OK;
}

static crok_status open_feed(crok_serve *s, crok_err *err)
{
    char *json = state_text(s);
    crok_status st = CROK_OK;
    if (json == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory for the match");
    if (s->state_path != NULL)
        st = crok_state_file_write(s->state_path, json, strlen(json), err);
    if (st == CROK_OK)
        st = crok_feed_open(&s->feed, crok_clock_ms(), json, err);
    cJSON_free(json);
    return st;
}

static struct MHD_Daemon *start(crok_serve *s, const struct sockaddr *address)
{
    unsigned flags = MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME;
    if (s->address.is_ipv6)
        flags |= MHD_USE_IPv6;
    errno = 0;
    return MHD_start_daemon(
        flags, (uint16_t)s->address.port, NULL, NULL, crok_route, s,
        MHD_OPTION_SOCK_ADDR, address, MHD_OPTION_NOTIFY_COMPLETED,
        crok_route_done, s, MHD_OPTION_CONNECTION_LIMIT, MAX_CONNECTIONS,
        MHD_OPTION_CONNECTION_TIMEOUT, IDLE_S,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, CONNECTION_BYTES, MHD_OPTION_END);
}

static crok_status listen_there(crok_serve *s, crok_err *err)
{
    const crok_address *a = &s->address;
    struct sockaddr_in v4 = {.sin_family = AF_INET,
                             .sin_port = htons((uint16_t)a->port)};
    struct sockaddr_in6 v6 = {.sin6_family = AF_INET6,
                              .sin6_port = htons((uint16_t)a->port)};
    const union MHD_DaemonInfo *info = NULL;
    if (a->is_ipv6)
        (void)inet_pton(AF_INET6, a->host, &v6.sin6_addr);
    else
        (void)inet_pton(AF_INET, a->host, &v4.sin_addr);
    s->daemon = start(s, a->is_ipv6 ? (const struct sockaddr *)&v6
                                    : (const struct sockaddr *)&v4);
    if (s->daemon == NULL)
        return crok_fail(err, CROK_EIO,
                         "cannot listen on %s port %d: %s; is another program "
                         "there? --listen gives another address",
                         a->host, a->port,
                         errno == 0 ? "refused" : strerror(errno));
    info = MHD_get_daemon_info(s->daemon, MHD_DAEMON_INFO_BIND_PORT);
    s->address.port = info == NULL ? a->port : (int)info->port;
    (void)snprintf(s->url, sizeof s->url,
                   a->is_ipv6 ? "http://[%s]:%d" : "http://%s:%d", a->host,
                   a->port);
    (void)snprintf(s->cookie, sizeof s->cookie, "crokeye%d", a->port);
    return CROK_OK;
}

static crok_status open_parts(crok_serve *s, const crok_serve_config *config,
                              crok_err *err)
{
    crok_status st = take_config(s, config, err);
    if (st == CROK_OK)
        st = crok_journal_open(config->match, CROK_JOURNAL_WRITE, &s->journal,
                               err);
    if (st == CROK_OK)
        st = open_feed(s, err);
    if (st != CROK_OK)
        return st;
    st = listen_there(s, err);
    if (st == CROK_OK && pthread_create(&s->keeper, NULL, keep, s) != 0) {
        MHD_stop_daemon(s->daemon);
        st = crok_fail(err, CROK_ENOMEM, "cannot start a thread");
    }
    if (st != CROK_OK)
        crok_feed_free(&s->feed);
    return st;
}

static void free_parts(crok_serve *s)
{
    crok_journal_close(&s->journal);
    (void)pthread_mutex_destroy(&s->truth);
    free(s->state_path);
    free(s->theme);
    free(s->view.bytes);
    free(s);
}

static void init_truth(crok_serve *s)
{
    pthread_mutexattr_t attr;
    (void)pthread_mutexattr_init(&attr);
    (void)pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_RECURSIVE);
    (void)pthread_mutex_init(&s->truth, &attr);
    (void)pthread_mutexattr_destroy(&attr);
}

crok_status crok_serve_open(const crok_serve_config *config, crok_serve **out,
                            crok_err *err)
{
    crok_serve *s = calloc(1, sizeof *s);
    crok_status st = CROK_OK;
    if (s == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory to serve");
    init_truth(s);
    st = open_parts(s, config, err);
    if (st != CROK_OK) {
        free_parts(s);
        return st;
    }
    *out = s;
    return CROK_OK;
}

void crok_serve_close(crok_serve **s)
{
    if (*s == NULL)
        return;
    crok_feed_close(&(*s)->feed);
    (void)pthread_join((*s)->keeper, NULL);
    MHD_stop_daemon((*s)->daemon);
    crok_feed_free(&(*s)->feed);
    free_parts(*s);
    *s = NULL;
}

const char *crok_serve_url(const crok_serve *s)
{
    return s->url;
}

bool crok_serve_is_public(const crok_serve *s)
{
    return !s->address.is_loopback;
}
