/* SPDX-License-Identifier: Apache-2.0 */
#include "serve/choose.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/clock.h"
#include "journal/state_file.h"
#include "serve/connections.h"
#include "serve/door.h"
#include "serve/flat.h"
#include "serve/keep.h"
#include "serve/scorer.h"
#include "serve/secret.h"
#include "serve/theme.h"

_Static_assert(CROK_MAX_TABLES <= CROK_HALL_TABLES, "a document a table");

#define BEAT_MS 5000
/* Idle time in seconds after which a connection is closed, also in the middle
 * of an answer. */
#define IDLE_S (CROK_REQUEST_MS / 1000)
/* Memory of a connection in bytes. It holds the headers of one request and one
 * block of the feed. */
#define CONNECTION_BYTES ((size_t)64 << 10)

/* ---- house-keeping ---- */

/* Write what the disks have not taken yet, also where nobody watches. */
static void retry_records(crok_serve *s)
{
    for (int i = 0; i < s->n_tables; i++)
        /* without memory for the new document the viewers keep the old one */
        (void)!crok_live_retry(s->table[i].live, false, NULL);
}

/* Write the texts of the tables whose documents are newer than `written`, and
 * those that could not be written before. */
static crok_status write_texts(crok_serve *s, int64_t written[CROK_MAX_TABLES],
                               crok_err *err)
{
    crok_status st = CROK_OK;
    for (int i = 0; s->texts != NULL && st == CROK_OK && i < s->n_tables; i++) {
        crok_frame *frame = crok_feed_take(&s->feed, i);
        cJSON *row = NULL;
        if (frame->id != written[i] || crok_texts_are_late(s->texts))
            row = crok_flat_row(frame->text + frame->json_at, frame->json_len);
        if (row != NULL)
            st = crok_texts_write(s->texts, i, row, err);
        written[i] = frame->id;
        cJSON_Delete(row);
        crok_feed_drop(&s->feed, frame);
    }
    return st;
}

/* Write the first table's document, if it is newer than `written`. If that
 * fails, the next change writes again: a full disk may have space by then. */
static void rewrite_state(crok_serve *s, int64_t *written)
{
    crok_frame *frame =
        s->state.path == NULL ? NULL : crok_feed_take(&s->feed, 0);
    if (frame == NULL)
        return;
    if (frame->id != *written)
        (void)!crok_state_file_write(&s->state, frame->text + frame->json_at,
                                     frame->json_len, NULL);
    *written = frame->id;
    crok_feed_drop(&s->feed, frame);
}

static void *keep(void *cls)
{
    crok_serve *s = cls;
    crok_err err = {0};
    int64_t seen = 0;
    int64_t written = 0;
    int64_t shown[CROK_MAX_TABLES] = {0};
    int64_t beat = crok_clock_monotonic_ms() + BEAT_MS;
    while (crok_feed_wait(&s->feed, &seen, beat)) {
        rewrite_state(s, &written);
        if (write_texts(s, shown, &err) != CROK_OK && s->message != NULL)
            s->message(s->context, err.msg);
        retry_records(s);
        crok_door_sweep(s, crok_clock_monotonic_ms());
        if (crok_clock_monotonic_ms() >= beat) {
            crok_feed_beat(&s->feed);
            crok_pairings_renew(s);
            if (s->beat != NULL)
                s->beat(s->context);
            beat = crok_clock_monotonic_ms() + BEAT_MS;
        }
    }
    return NULL;
}

/* ---- opening ---- */

/* Copy a text to *out; if text is NULL, *out is NULL. Returns false if there is
 * no memory. */
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

static crok_status take_theme(const char *theme, char **sheet, crok_err *err)
{
    if (theme != NULL && strlen(theme) > CROK_THEME_MAX_BYTES)
        return crok_fail(err, CROK_EARG, "the theme is larger than %zu bytes",
                         CROK_THEME_MAX_BYTES);
    *sheet = crok_theme_sheet(theme);
    return *sheet == NULL ? crok_fail(err, CROK_ENOMEM, "no memory to serve")
                          : CROK_OK;
}

static crok_status take_config(crok_serve *s, const crok_serve_config *config,
                               crok_err *err)
{
    crok_status st = crok_address_parse(config->listen, &s->address, err);
    if (st == CROK_OK)
        st = crok_secret_set(s, config->token, err);
    if (st == CROK_OK && config->public_url != NULL)
        st = crok_public_url_parse(config->public_url, &s->public_url, err);
    for (int i = 0; i < CROK_MAX_TABLES && st == CROK_OK; i++)
        st = take_theme(config->theme[i], &s->sheet[i], err);
    if (st != CROK_OK)
        return st;
    /* the buffer is longer than any name of a machine, so this cannot fail */
    (void)gethostname(s->machine, sizeof s->machine);
    s->message = config->message;
    s->beat = config->beat;
    s->context = config->context;
    s->is_setup = config->is_setup;
    s->is_hall = config->is_hall;
    if (!copy_text(config->state.path, &s->state_path) ||
        !copy_text(config->keep_dir, &s->keep_dir) ||
        !copy_text(config->token_path, &s->token_path))
        return crok_fail(err, CROK_ENOMEM, "no memory to serve");
    s->state = (crok_state_file){s->state_path, config->state.force};
    return CROK_OK;
}

/* Take the folder of the texts, and write them for the first time, as
 * write_state does. They are an extra: a disk that is full now does not keep
 * the match from being served. */
static crok_status open_texts(crok_serve *s, const crok_serve_config *config,
                              crok_err *err)
{
    crok_texts_config texts = {config->text_dir, config->n_more + 1,
                               config->text_force};
    int64_t written[CROK_MAX_TABLES] = {0};
    char text[300];
    crok_err why = {0};
    crok_status st = CROK_OK;
    if (config->text_dir == NULL)
        return CROK_OK;
    st = crok_texts_open(&texts, &s->texts, &why);
    if (st == CROK_OK)
        st = write_texts(s, written, &why);
    if (st != CROK_EIO)
        return st == CROK_OK ? st : crok_fail(err, st, "%s", why.msg);
    (void)snprintf(text, sizeof text,
                   "%.191s; the texts of --text are written when that works",
                   why.msg);
    if (s->message != NULL)
        s->message(s->context, text);
    return CROK_OK;
}

/* Write the state file for the first time, before the thread `keep` starts, so
 * that a path that cannot be written is reported by crok_serve_open. */
static crok_status write_state(crok_serve *s, crok_err *err)
{
    crok_frame *frame = NULL;
    crok_status st = CROK_OK;
    if (s->state.path == NULL)
        return CROK_OK;
    frame = crok_feed_take(&s->feed, 0);
    st = crok_state_file_write(&s->state, frame->text + frame->json_at,
                               frame->json_len, err);
    crok_feed_drop(&s->feed, frame);
    return st;
}

static crok_status open_tables(crok_serve *s, const crok_serve_config *config,
                               crok_err *err)
{
    crok_status st = CROK_OK;
    if (s->is_hall)
        return CROK_OK;
    if (config->n_more >= CROK_MAX_TABLES)
        return crok_fail(err, CROK_EARG, "more than %d tables",
                         CROK_MAX_TABLES);
    while (st == CROK_OK && s->n_tables <= config->n_more) {
        int i = s->n_tables++;
        st = crok_hosted_open(&s->table[i], i,
                              i == 0 ? config->match : config->more[i - 1],
                              &s->feed, err);
        if (config->table[i] != NULL)
            (void)snprintf(s->table[i].next_name, sizeof s->table[i].next_name,
                           "%s", config->table[i]);
        if (st == CROK_OK)
            st = crok_day_list_set(&s->day[i], config->next[i], err);
    }
    if (st == CROK_OK)
        st = crok_tables_check(s, config, err);
    if (st == CROK_OK)
        crok_pairings_renew(s);
    if (st == CROK_OK)
        st = crok_secret_set_tables(s, err);
    if (st == CROK_OK)
        st = write_state(s, err);
    return st == CROK_OK ? open_texts(s, config, err) : st;
}

/* Decode a part of an address, in place. One with a zero byte would end there
 * for us, and go on for others: it stays as it is, and means nothing. */
static size_t unescape(void *context, struct MHD_Connection *c, char *text)
{
    (void)context;
    (void)c;
    return strstr(text, "%00") == NULL ? MHD_http_unescape(text) : strlen(text);
}

static struct MHD_Daemon *start(crok_serve *s, const struct sockaddr *address,
                                const crok_connections *most)
{
    unsigned flags = MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME;
    if (s->address.is_ipv6)
        flags |= MHD_USE_IPv6;
    errno = 0;
    return MHD_start_daemon(
        flags, (uint16_t)s->address.port, NULL, NULL, crok_route, s,
        MHD_OPTION_SOCK_ADDR, address, MHD_OPTION_NOTIFY_COMPLETED,
        crok_route_done, s, MHD_OPTION_CONNECTION_LIMIT, most->total,
        MHD_OPTION_NOTIFY_CONNECTION, crok_door_notify, s,
        MHD_OPTION_CONNECTION_TIMEOUT, IDLE_S,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, CONNECTION_BYTES,
        MHD_OPTION_UNESCAPE_CALLBACK, unescape, NULL, MHD_OPTION_END);
}

static crok_status listen_there(crok_serve *s, const crok_connections *most,
                                crok_err *err)
{
    const crok_address *a = &s->address;
    struct sockaddr_in v4 = {.sin_family = AF_INET,
                             .sin_port = htons((uint16_t)a->port)};
    struct sockaddr_in6 v6 = {.sin6_family = AF_INET6,
                              .sin6_port = htons((uint16_t)a->port)};
    const union MHD_DaemonInfo *info = NULL;
    crok_addresses all;
    if (a->is_ipv6)
        (void)inet_pton(AF_INET6, a->host, &v6.sin6_addr);
    else
        (void)inet_pton(AF_INET, a->host, &v4.sin_addr);
    s->visitors.most = most->counted;
    s->daemon = start(s,
                      a->is_ipv6 ? (const struct sockaddr *)&v6
                                 : (const struct sockaddr *)&v4,
                      most);
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
    crok_serve_addresses(s, &all);
    (void)snprintf(s->link, sizeof s->link, "%s", all.url[0]);
    (void)snprintf(s->cookie, sizeof s->cookie, "crokeye%d", a->port);
    return CROK_OK;
}

static crok_status open_parts(crok_serve *s, const crok_serve_config *config,
                              crok_err *err)
{
    crok_connections most = {0, 0};
    crok_status st = take_config(s, config, err);
    if (st == CROK_OK)
        st = crok_connections_fit(config->n_more + 1, &most, err);
    if (st == CROK_OK)
        st = crok_feed_open(&s->feed, crok_clock_ms(), err);
    if (st != CROK_OK)
        return st;
    st = crok_player_open(&s->player, err);
    if (st == CROK_OK)
        st = open_tables(s, config, err);
    if (st == CROK_OK)
        st = crok_photos_open(&s->photos, crok_scorer_run, config->scorer, err);
    if (st == CROK_OK)
        st = crok_photos_open(&s->kept, crok_keep_run, s->keep_dir, err);
    if (st == CROK_OK)
        st = listen_there(s, &most, err);
    if (st == CROK_OK && pthread_create(&s->keeper, NULL, keep, s) != 0) {
        MHD_stop_daemon(s->daemon);
        st = crok_fail(err, CROK_ENOMEM, "cannot start a thread");
    }
    if (st != CROK_OK) {
        crok_photos_close(&s->photos);
        crok_photos_close(&s->kept);
        crok_player_close(&s->player);
        crok_player_free(&s->player);
        crok_feed_free(&s->feed);
    }
    return st;
}

static void free_parts(crok_serve *s)
{
    for (int i = 0; i < s->n_tables; i++)
        crok_hosted_close(&s->table[i]);
    crok_given_close(&s->given);
    crok_visitors_close(&s->visitors);
    crok_shown_close(&s->shown);
    crok_texts_close(&s->texts);
    free(s->state_path);
    free(s->keep_dir);
    free(s->token_path);
    for (int i = 0; i < CROK_MAX_TABLES; i++) {
        free(s->sheet[i]);
        crok_pairings_close(&s->pairings[i]);
        crok_day_list_close(&s->day[i]);
    }
    free(s);
}

crok_status crok_serve_open(const crok_serve_config *config, crok_serve **out,
                            crok_err *err)
{
    crok_serve *s = calloc(1, sizeof *s);
    crok_status st = CROK_OK;
    if (s == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory to serve");
    crok_visitors_open(&s->visitors, 0);
    crok_shown_open(&s->shown);
    crok_given_open(&s->given);
    for (int i = 0; i < CROK_MAX_TABLES; i++)
        crok_day_list_open(&s->day[i]);
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
    crok_player_close(&(*s)->player);
    crok_photos_close(&(*s)->photos);
    crok_photos_close(&(*s)->kept);
    (void)pthread_join((*s)->keeper, NULL);
    MHD_stop_daemon((*s)->daemon);
    crok_player_free(&(*s)->player);
    crok_feed_free(&(*s)->feed);
    free_parts(*s);
    *s = NULL;
}

crok_status crok_serve_show(crok_serve *s, crok_shown_part part,
                            const void *bytes, size_t len, crok_err *err)
{
    return crok_shown_set(&s->shown, part, bytes, len, err);
}

const char *crok_serve_url(const crok_serve *s)
{
    return s->url;
}

const char *crok_serve_link(const crok_serve *s)
{
    return s->link;
}

bool crok_serve_is_plain(const crok_serve *s)
{
    return crok_serve_is_public(s) && !s->public_url.is_https;
}

crok_live *crok_serve_live(crok_serve *s, int i)
{
    CROK_ASSERT(i >= 0 && i < s->n_tables);
    return s->table[i].live;
}
