/* SPDX-License-Identifier: Apache-2.0
 *
 * Which address and method does what. A request passes the same gates in the
 * same order, whatever it asks: is the host ours, is there such an address,
 * does it know the method; and before a write: does it come from our own page
 * or a program, with the token, as JSON, not too large. Only then is a byte of
 * its body kept. */
#include <cjson/cJSON.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "core/json.h"
#include "rules/book_json.h"
#include "serve/answer.h"
#include "serve/body.h"
#include "serve/log_json.h"
#include "serve/page.h"
#include "serve/serve_inner.h"
#include "serve/state_json.h"

/* Bodies that are refused are read to their end, so that the answer arrives,
 * but not without end. */
#define DRAIN_MAX_BYTES ((size_t)4 << 20)
/* Rows of one answer of the event list. */
#define LOG_ROWS 100

typedef struct request request;
typedef enum MHD_Result (*serve_fn)(crok_serve *s, struct MHD_Connection *c,
                                    const request *r);

typedef struct route {
    const char *path; /* a '/' at its end: all below it */
    const char *method;
    serve_fn serve;
    crok_event_type event; /* that a POST appends */
    bool needs_token;
} route;

struct request {
    const route *route;
    const char *url;  /* libmicrohttpd's, within one call */
    unsigned refused; /* HTTP status; 0: not */
    const char *code;
    char why[256];
    char allow[32]; /* methods, with 405 */
    size_t len;     /* of the body so far, kept or not */
    char *body;     /* owned */
};

static const char *header(struct MHD_Connection *c, const char *name)
{
    return MHD_lookup_connection_value(c, MHD_HEADER_KIND, name);
}

static const char *argument(struct MHD_Connection *c, const char *name)
{
    return MHD_lookup_connection_value(c, MHD_GET_ARGUMENT_KIND, name);
}

/* ---- reading ---- */

static enum MHD_Result send_text(struct MHD_Connection *c, char *text)
{
    enum MHD_Result done = MHD_NO;
    crok_answer a = {
        .status = MHD_HTTP_OK, .type = CROK_TYPE_JSON, .bytes = text};
    if (text == NULL)
        return MHD_NO;
    a.len = strlen(text);
    done = crok_answer_send(c, &a);
    cJSON_free(text);
    return done;
}

static enum MHD_Result fail(struct MHD_Connection *c, const crok_err *err)
{
    return crok_answer_error(c, crok_answer_status(err->status),
                             crok_status_code(err->status), err->msg, -1);
}

/* The match as it stood after ?at=SEQ. */
static enum MHD_Result get_match_at(crok_serve *s, struct MHD_Connection *c,
                                    const char *at)
{
    crok_match *m = malloc(sizeof *m);
    crok_err err = {0};
    char *text = NULL;
    long seq = 0;
    crok_status st = CROK_OK;
    if (m == NULL)
        return MHD_NO;
    if (!crok_number(at, LONG_MAX, &seq))
        st = crok_fail(&err, CROK_EARG, "at: must be the seq of an event");
    (void)pthread_mutex_lock(&s->truth);
    if (st == CROK_OK)
        st = crok_log_match_at(crok_journal_log(s->journal), seq, m, &err);
    if (st == CROK_OK)
        text = crok_state_text_of(m, crok_journal_log(s->journal),
                                  crok_journal_seq(s->journal));
    (void)pthread_mutex_unlock(&s->truth);
    free(m);
    return st == CROK_OK ? send_text(c, text) : fail(c, &err);
}

static enum MHD_Result get_match(crok_serve *s, struct MHD_Connection *c,
                                 const request *r)
{
    const char *at = argument(c, "at");
    crok_frame *frame = NULL;
    crok_answer a = {.status = MHD_HTTP_OK, .type = CROK_TYPE_JSON};
    enum MHD_Result done = MHD_NO;
    (void)r;
    if (at != NULL)
        return get_match_at(s, c, at);
    frame = crok_feed_take(&s->feed);
    a.bytes = frame->text + frame->json_at;
    a.len = frame->json_len;
    done = crok_answer_send(c, &a);
    crok_feed_drop(&s->feed, frame);
    return done;
}

static enum MHD_Result get_events(crok_serve *s, struct MHD_Connection *c,
                                  const request *r)
{
    struct MHD_Response *stream = crok_feed_stream(&s->feed, c);
    (void)r;
    if (stream == NULL)
        return MHD_NO;
    (void)MHD_add_response_header(stream, "Content-Type", "text/event-stream");
    return crok_answer_response(c, MHD_HTTP_OK, stream);
}

static enum MHD_Result get_log(crok_serve *s, struct MHD_Connection *c,
                               const request *r)
{
    const char *before = argument(c, "before");
    crok_err err = {0};
    char *text = NULL;
    long seq = LONG_MAX;
    crok_status st = CROK_OK;
    (void)r;
    if (before != NULL && !crok_number(before, LONG_MAX, &seq))
        st = crok_fail(&err, CROK_EARG, "before: must be a seq");
    (void)pthread_mutex_lock(&s->truth);
    if (st == CROK_OK)
        st = crok_log_text(crok_journal_log(s->journal), seq, LOG_ROWS, &text,
                           &err);
    (void)pthread_mutex_unlock(&s->truth);
    return st == CROK_OK ? send_text(c, text) : fail(c, &err);
}

/* The rule books that a match may be started with. */
static enum MHD_Result get_rules(crok_serve *s, struct MHD_Connection *c,
                                 const request *r)
{
    cJSON *list = cJSON_CreateArray();
    char *text = NULL;
    (void)s;
    (void)r;
    for (int i = 0; crok_preset_name(i) != NULL; i++) {
        crok_book book;
        crok_book_notes notes;
        cJSON *item = NULL;
        if (crok_book_preset(crok_preset_name(i), &book, &notes, NULL) !=
            CROK_OK)
            continue;
        item = cJSON_CreateObject();
        cJSON_AddStringToObject(item, "name", crok_preset_name(i));
        cJSON_AddStringToObject(item, "title", notes.title);
        cJSON_AddItemToArray(list, item);
    }
    text = cJSON_PrintUnformatted(list);
    cJSON_Delete(list);
    return send_text(c, text);
}

static enum MHD_Result get_health(crok_serve *s, struct MHD_Connection *c,
                                  const request *r)
{
    cJSON *doc = cJSON_CreateObject();
    char *text = NULL;
    (void)r;
    (void)pthread_mutex_lock(&s->truth);
    cJSON_AddBoolToObject(doc, "ok", true);
    cJSON_AddNumberToObject(doc, "seq", (double)crok_journal_seq(s->journal));
    cJSON_AddStringToObject(doc, "source", crok_source_name(s->source.state));
    (void)pthread_mutex_unlock(&s->truth);
    cJSON_AddNumberToObject(doc, "viewers", crok_feed_viewers(&s->feed));
    text = cJSON_PrintUnformatted(doc);
    cJSON_Delete(doc);
    return send_text(c, text);
}

static enum MHD_Result not_found(struct MHD_Connection *c)
{
    return crok_answer_error(c, MHD_HTTP_NOT_FOUND, "not_found",
                             "There is nothing at this address.", -1);
}

static enum MHD_Result get_call(crok_serve *s, struct MHD_Connection *c,
                                const request *r)
{
    crok_picture_key key;
    unsigned char *bytes = NULL;
    crok_err err = {0};
    crok_status st = CROK_OK;
    crok_answer a = {.status = MHD_HTTP_OK, .type = "image/png"};
    enum MHD_Result done = MHD_NO;
    if (!crok_call_key(r->url, &key))
        return not_found(c);
    (void)pthread_mutex_lock(&s->truth);
    st = crok_journal_picture(s->journal, &key, &bytes, &a.len, &err);
    (void)pthread_mutex_unlock(&s->truth);
    if (st != CROK_OK)
        return fail(c, &err);
    if (bytes == NULL)
        return not_found(c);
    a.bytes = bytes;
    done = crok_answer_send(c, &a);
    free(bytes);
    return done;
}

/* ---- pages ---- */

static enum MHD_Result send_page(crok_serve *s, struct MHD_Connection *c,
                                 const char *name)
{
    const crok_page *page = crok_page_find(name);
    crok_answer a = {.status = MHD_HTTP_OK};
    if (page == NULL)
        return not_found(c);
    a.type = crok_page_type(name);
    a.bytes = page->text;
    a.len = page->len;
    if (s->theme != NULL && strcmp(name, "theme.css") == 0) {
        a.bytes = s->theme;
        a.len = strlen(s->theme);
    }
    return crok_answer_send(c, &a);
}

static enum MHD_Result get_page(crok_serve *s, struct MHD_Connection *c,
                                const request *r)
{
    return send_page(s, c, r->url + strlen(r->route->path));
}

static enum MHD_Result get_overlay(crok_serve *s, struct MHD_Connection *c,
                                   const request *r)
{
    (void)r;
    return send_page(s, c, "overlay.html");
}

static enum MHD_Result get_console(crok_serve *s, struct MHD_Connection *c,
                                   const request *r)
{
    (void)r;
    return send_page(s, c, "console.html");
}

static enum MHD_Result get_root(crok_serve *s, struct MHD_Connection *c,
                                const request *r)
{
    crok_answer a = {.status = MHD_HTTP_FOUND,
                     .bytes = "",
                     .header = "Location",
                     .value = "/console"};
    (void)s;
    (void)r;
    return crok_answer_send(c, &a);
}

/* Browsers ask for it unasked. */
static enum MHD_Result get_icon(crok_serve *s, struct MHD_Connection *c,
                                const request *r)
{
    crok_answer a = {.status = MHD_HTTP_NO_CONTENT, .bytes = ""};
    (void)s;
    (void)r;
    return crok_answer_send(c, &a);
}

/* ---- writing ---- */

static enum MHD_Result refuse_write(struct MHD_Connection *c,
                                    const crok_written *w, const crok_err *err)
{
    if (w->refusal == CROK_REFUSED_STALE)
        return crok_answer_error(c, MHD_HTTP_PRECONDITION_FAILED, "stale",
                                 err->msg, w->seq);
    return crok_answer_error(c, crok_answer_status(err->status),
                             crok_status_code(err->status), err->msg, w->seq);
}

static enum MHD_Result post_event(crok_serve *s, struct MHD_Connection *c,
                                  const request *r)
{
    crok_event *e = malloc(sizeof *e);
    crok_written w = {0};
    crok_err err = {0};
    long expected = CROK_SEQ_ANY;
    enum MHD_Result done = MHD_NO;
    crok_status st = CROK_OK;
    if (e == NULL)
        return MHD_NO;
    if (!crok_if_match(header(c, "If-Match"), &expected))
        st = crok_fail(&err, CROK_EARG,
                       "If-Match: must be the seq that you saw, like \"41\"");
    if (st == CROK_OK)
        st = crok_body_event(r->route->event, r->body == NULL ? "" : r->body,
                             r->len, e, &err);
    if (st != CROK_OK)
        done = fail(c, &err);
    else if (crok_serve_write(s, e, expected, &w, &err) == CROK_OK)
        done = send_text(c, w.json);
    else
        done = refuse_write(c, &w, &err);
    free(e);
    return done;
}

/* The token becomes the console's cookie: pages cannot read it, and it is sent
 * along with nothing that another site asks for. */
static enum MHD_Result post_login(crok_serve *s, struct MHD_Connection *c,
                                  const request *r)
{
    static const char tail[] = "; Path=/; Max-Age=2592000; HttpOnly; "
                               "SameSite=Strict";
    char token[CROK_TOKEN_MAX + 1];
    char cookie[sizeof CROK_COOKIE_NAME + CROK_TOKEN_MAX + sizeof tail + 1];
    crok_err err = {0};
    crok_answer a = {.status = MHD_HTTP_NO_CONTENT,
                     .bytes = "",
                     .header = "Set-Cookie",
                     .value = cookie};
    if (crok_body_token(r->body == NULL ? "" : r->body, r->len, token,
                        sizeof token, &err) != CROK_OK)
        return fail(c, &err);
    if (!crok_secret_equal(token, s->token))
        return crok_answer_error(c, MHD_HTTP_UNAUTHORIZED, "token",
                                 "This is not the token that was printed when "
                                 "the program started.",
                                 -1);
    (void)strcpy(cookie, CROK_COOKIE_NAME "=");
    (void)strcat(cookie, token);
    (void)strcat(cookie, tail);
    return crok_answer_send(c, &a);
}

/* ---- the table ---- */

static const route ROUTES[] = {
    {"/", "GET", get_root, CROK_N_EVENTS, false},
    {"/overlay", "GET", get_overlay, CROK_N_EVENTS, false},
    {"/console", "GET", get_console, CROK_N_EVENTS, false},
    {"/favicon.ico", "GET", get_icon, CROK_N_EVENTS, false},
    {"/pages/", "GET", get_page, CROK_N_EVENTS, false},
    {"/calls/", "GET", get_call, CROK_N_EVENTS, false},
    {"/healthz", "GET", get_health, CROK_N_EVENTS, false},
    {"/api/match", "GET", get_match, CROK_N_EVENTS, false},
    {"/api/events", "GET", get_events, CROK_N_EVENTS, false},
    {"/api/log", "GET", get_log, CROK_N_EVENTS, false},
    {"/api/rules", "GET", get_rules, CROK_N_EVENTS, false},
    {"/api/login", "POST", post_login, CROK_N_EVENTS, false},
    {"/api/match", "POST", post_event, CROK_EVENT_MATCH_START, true},
    {"/api/ruling", "POST", post_event, CROK_EVENT_RULING, true},
    {"/api/twenties", "POST", post_event, CROK_EVENT_TWENTIES, true},
    {"/api/board", "POST", post_event, CROK_EVENT_BOARD, true},
    {"/api/undo", "POST", post_event, CROK_EVENT_UNDO, true},
    {"/api/round-end", "POST", post_event, CROK_EVENT_ROUND_END, true},
    {"/api/starter", "POST", post_event, CROK_EVENT_NEXT_STARTER, true},
};

static bool is_at(const route *t, const char *url)
{
    size_t n = strlen(t->path);
    bool below = n > 1 && t->path[n - 1] == '/';
    return below ? strncmp(url, t->path, n) == 0 : strcmp(url, t->path) == 0;
}

static void refuse(request *r, unsigned status, const char *code,
                   const char *why)
{
    r->refused = status;
    r->code = code;
    (void)strncat(r->why, why, sizeof r->why - 1);
}

static void find_route(request *r, const char *url, const char *method)
{
    /* HEAD is GET whose body libmicrohttpd leaves out. */
    const char *as = strcmp(method, "HEAD") == 0 ? "GET" : method;
    for (size_t i = 0; i < sizeof ROUTES / sizeof *ROUTES; i++) {
        const route *t = &ROUTES[i];
        if (!is_at(t, url))
            continue;
        if (strcmp(t->method, as) == 0) {
            r->route = t;
            return;
        }
        (void)strcat(r->allow, r->allow[0] == '\0' ? "" : ", ");
        (void)strcat(r->allow,
                     strcmp(t->method, "GET") == 0 ? "GET, HEAD" : t->method);
    }
    if (r->allow[0] == '\0')
        refuse(r, MHD_HTTP_NOT_FOUND, "not_found",
               "There is nothing at this address.");
    else
        refuse(r, MHD_HTTP_METHOD_NOT_ALLOWED, "method",
               "This address does not know that method.");
}

/* ---- the gates ---- */

/* A page of a stranger may point a name of its own at this machine; what asks
 * a server of loopback for another name is such a page. */
static void check_host(const crok_serve *s, struct MHD_Connection *c,
                       request *r)
{
    if (s->address.is_loopback && !crok_host_is_loopback(header(c, "Host")))
        refuse(r, MHD_HTTP_MISDIRECTED_REQUEST, "host",
               "This server answers to 127.0.0.1, [::1] and localhost only.");
}

static void check_token(const crok_serve *s, struct MHD_Connection *c,
                        request *r)
{
    const char *origin = header(c, "Origin");
    const char *bearer = crok_bearer(header(c, "Authorization"));
    char cookie[CROK_TOKEN_MAX + 1];
    bool has_cookie =
        crok_cookie_token(header(c, "Cookie"), cookie, sizeof cookie) &&
        crok_secret_equal(cookie, s->token);
    if (crok_secret_equal(bearer, s->token))
        return;
    if (!has_cookie) {
        refuse(r, MHD_HTTP_UNAUTHORIZED, "token",
               "Writing needs the token that was printed when the program "
               "started.");
        return;
    }
    /* A browser says where a write comes from; a cookie alone is not enough. */
    if (origin == NULL)
        refuse(r, MHD_HTTP_FORBIDDEN, "origin",
               "A write with a cookie must say its Origin.");
}

static void check_origin(struct MHD_Connection *c, request *r)
{
    const char *origin = header(c, "Origin");
    if (origin != NULL && !crok_origin_is_host(origin, header(c, "Host")))
        refuse(r, MHD_HTTP_FORBIDDEN, "origin",
               "Writes come from this server's own pages or from programs, "
               "not from other sites.");
}

static void check_body(struct MHD_Connection *c, request *r)
{
    const char *length = header(c, "Content-Length");
    long n = 0;
    if (!crok_is_json_type(header(c, "Content-Type")))
        refuse(r, MHD_HTTP_UNSUPPORTED_MEDIA_TYPE, "content_type",
               "The body must be application/json.");
    else if (length != NULL && crok_number(length, LONG_MAX, &n) &&
             (size_t)n > CROK_BODY_MAX_BYTES)
        refuse(r, MHD_HTTP_CONTENT_TOO_LARGE, "too_large",
               "A body has at most 64 KB.");
}

static request *begin(crok_serve *s, struct MHD_Connection *c, const char *url,
                      const char *method)
{
    request *r = calloc(1, sizeof *r);
    if (r == NULL)
        return NULL;
    check_host(s, c, r);
    if (r->refused == 0)
        find_route(r, url, method);
    if (r->refused != 0 || strcmp(r->route->method, "POST") != 0)
        return r;
    check_origin(c, r);
    if (r->refused == 0 && r->route->needs_token)
        check_token(s, c, r);
    if (r->refused == 0)
        check_body(c, r);
    return r;
}

/* ---- bodies ---- */

static enum MHD_Result keep_body(request *r, const char *upload, size_t n)
{
    bool wanted = r->refused == 0 && strcmp(r->route->method, "POST") == 0;
    if (wanted && r->len + n > CROK_BODY_MAX_BYTES)
        refuse(r, MHD_HTTP_CONTENT_TOO_LARGE, "too_large",
               "A body has at most 64 KB.");
    if (wanted && r->refused == 0) {
        char *more = realloc(r->body, r->len + n);
        if (more == NULL)
            return MHD_NO;
        memcpy(more + r->len, upload, n);
        r->body = more;
    }
    r->len += n;
    return r->len > DRAIN_MAX_BYTES ? MHD_NO : MHD_YES;
}

static enum MHD_Result answer_refusal(struct MHD_Connection *c,
                                      const request *r)
{
    crok_answer a = {.status = r->refused,
                     .type = CROK_TYPE_JSON,
                     .header = "Allow",
                     .value = r->allow};
    static const char text[] = "{\"error\":{\"code\":\"method\",\"message\":"
                               "\"This address does not know that method.\"}}";
    if (r->refused != MHD_HTTP_METHOD_NOT_ALLOWED)
        return crok_answer_error(c, r->refused, r->code, r->why, -1);
    a.bytes = text;
    a.len = sizeof text - 1;
    return crok_answer_send(c, &a);
}

enum MHD_Result crok_route(void *cls, struct MHD_Connection *c, const char *url,
                           const char *method, const char *version,
                           const char *upload, size_t *upload_len,
                           void **request_at)
{
    crok_serve *s = cls;
    request *r = *request_at;
    (void)version;
    if (r == NULL) {
        *request_at = begin(s, c, url, method);
        return *request_at == NULL ? MHD_NO : MHD_YES;
    }
    if (*upload_len > 0) {
        enum MHD_Result goes_on = keep_body(r, upload, *upload_len);
        *upload_len = 0;
        return goes_on;
    }
    r->url = url;
    return r->refused != 0 ? answer_refusal(c, r) : r->route->serve(s, c, r);
}

void crok_route_done(void *cls, struct MHD_Connection *c, void **request_at,
                     enum MHD_RequestTerminationCode how)
{
    request *r = *request_at;
    (void)cls;
    (void)c;
    (void)how;
    if (r != NULL)
        free(r->body);
    free(r);
    *request_at = NULL;
}
