/* SPDX-License-Identifier: Apache-2.0
 *
 * The table of addresses and methods. Every request passes the same checks in
 * the same order: its headers have one meaning, Host names this machine, the
 * address exists, and it allows the method. A POST must pass more checks: it
 * comes from a page of this server or from a program, it has a token if the
 * route needs one, its body is JSON, and the body is not too large. The body is
 * stored only if all these have passed. Last, where a token is needed, it must
 * be that of the table which the address names, or the server's. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "serve/answer.h"
#include "serve/body.h"
#include "serve/choose.h"
#include "serve/door.h"
#include "serve/handlers.h"
#include "serve/secret.h"
#include "serve/upload.h"

/* A refused body is read up to this many bytes, because the client reads the
 * answer only after it has sent the body. */
#define DRAIN_MAX_BYTES ((size_t)4 << 20)
/* The same of a picture. */
#define DRAIN_PHOTO_BYTES (4 * CROK_PHOTO_MAX_BYTES)

/* What an address is of; serve/choose.h says how it names a table. */
typedef enum of_what {
    NO_TABLE,
    ONE_TABLE,
    TABLES,    /* without a parameter the first one */
    ALL_TABLES /* without a parameter all of them */
} of_what;

/* For whom an answer is. */
typedef enum for_whom {
    OWN_PAGES, /* pages of this server and programs */
    ANY_PAGE,  /* also pages of other sites, which only read */
    SIGNED_IN, /* who has the token of its table, or the server's */
    HOST       /* who has the server's token */
} for_whom;

typedef struct route {
    const char *path; /* with a "/" at its end it stands for all addresses below
                       * it */
    const char *method;
    crok_handler *serve;
    crok_event_type event; /* the event that a POST appends */
    for_whom whom;
    of_what of;
} route;

typedef struct request {
    const route *route;
    bool is_head;
    crok_problem refused;  /* status 0: not refused */
    unsigned may_write;    /* bit set of the tables whose token it has */
    char allow[32];        /* the allowed methods, sent with status 405 */
    size_t len;            /* bytes of the body so far, stored or not */
    char *body;            /* owned */
    crok_photos *queue;    /* that the route puts an upload into, or NULL */
    crok_photo_job *photo; /* of an upload: its place in the queue */
} request;

static const char *header(struct MHD_Connection *c, const char *name)
{
    return MHD_lookup_connection_value(c, MHD_HEADER_KIND, name);
}

/* ---- the table ---- */

static const route ROUTES[] = {
    {"/", "GET", crok_get_root, CROK_N_EVENTS, OWN_PAGES, NO_TABLE},
    {"/overlay", "GET", crok_get_overlay, CROK_N_EVENTS, OWN_PAGES, NO_TABLE},
    {"/console", "GET", crok_get_console, CROK_N_EVENTS, OWN_PAGES, NO_TABLE},
    {"/favicon.ico", "GET", crok_get_icon, CROK_N_EVENTS, OWN_PAGES, NO_TABLE},
    {"/pages/theme.css", "GET", crok_get_theme, CROK_N_EVENTS, OWN_PAGES,
     ONE_TABLE},
    {"/pages/", "GET", crok_get_page, CROK_N_EVENTS, OWN_PAGES, NO_TABLE},
    {"/calls/", "GET", crok_get_call, CROK_N_EVENTS, ANY_PAGE, ONE_TABLE},
    {"/rests/", "GET", crok_get_rest, CROK_N_EVENTS, ANY_PAGE, ONE_TABLE},
    {"/replay/", "GET", crok_get_replay, CROK_N_EVENTS, ANY_PAGE, ONE_TABLE},
    {"/replay/", "POST", crok_post_replay, CROK_N_EVENTS, SIGNED_IN, ONE_TABLE},
    {"/picture.jpg", "GET", crok_get_view, CROK_N_EVENTS, ANY_PAGE, ONE_TABLE},
    {"/healthz", "GET", crok_get_health, CROK_N_EVENTS, ANY_PAGE, ONE_TABLE},
    {"/api/match", "GET", crok_get_match, CROK_N_EVENTS, ANY_PAGE, ONE_TABLE},
    {"/api/events", "GET", crok_get_events, CROK_N_EVENTS, ANY_PAGE, TABLES},
    {"/api/flat", "GET", crok_get_flat, CROK_N_EVENTS, ANY_PAGE, ALL_TABLES},
    {"/api/event", "GET", crok_get_event, CROK_N_EVENTS, ANY_PAGE, ONE_TABLE},
    {"/api/log", "GET", crok_get_log, CROK_N_EVENTS, ANY_PAGE, ONE_TABLE},
    {"/api/rules", "GET", crok_get_rules, CROK_N_EVENTS, ANY_PAGE, NO_TABLE},
    {"/photo", "GET", crok_get_photo, CROK_N_EVENTS, OWN_PAGES, NO_TABLE},
    {"/api/photo", "POST", crok_post_photo, CROK_N_EVENTS, SIGNED_IN,
     ONE_TABLE},
    {"/api/photo/kept", "GET", crok_get_photo_kept, CROK_N_EVENTS, ANY_PAGE,
     NO_TABLE},
    {"/api/photo/kept", "POST", crok_post_photo_kept, CROK_N_EVENTS, SIGNED_IN,
     ONE_TABLE},
    {"/api/host", "GET", crok_get_host, CROK_N_EVENTS, OWN_PAGES, NO_TABLE},
    {"/qr.svg", "GET", crok_get_qr, CROK_N_EVENTS, SIGNED_IN, ONE_TABLE},
    {"/api/withdraw", "POST", crok_post_withdraw, CROK_N_EVENTS, HOST,
     ONE_TABLE},
    {"/api/login", "POST", crok_post_login, CROK_N_EVENTS, OWN_PAGES, NO_TABLE},
    {"/api/match", "POST", crok_post_event, CROK_EVENT_MATCH_START, SIGNED_IN,
     ONE_TABLE},
    {"/api/ruling", "POST", crok_post_event, CROK_EVENT_RULING, SIGNED_IN,
     ONE_TABLE},
    {"/api/twenties", "POST", crok_post_event, CROK_EVENT_TWENTIES, SIGNED_IN,
     ONE_TABLE},
    {"/api/board", "POST", crok_post_event, CROK_EVENT_BOARD, SIGNED_IN,
     ONE_TABLE},
    {"/api/undo", "POST", crok_post_event, CROK_EVENT_UNDO, SIGNED_IN,
     ONE_TABLE},
    {"/api/round-end", "POST", crok_post_event, CROK_EVENT_ROUND_END, SIGNED_IN,
     ONE_TABLE},
    {"/api/starter", "POST", crok_post_event, CROK_EVENT_NEXT_STARTER,
     SIGNED_IN, ONE_TABLE},
    {"/api/event", "POST", crok_post_event, CROK_N_EVENTS, SIGNED_IN,
     ONE_TABLE},
    {"/api/try", "POST", crok_post_try, CROK_N_EVENTS, SIGNED_IN, ONE_TABLE},
    {"/api/pairings", "GET", crok_get_pairings, CROK_N_EVENTS, OWN_PAGES,
     ONE_TABLE},
    {"/api/pairings", "POST", crok_post_pairings, CROK_N_EVENTS, SIGNED_IN,
     ONE_TABLE},
    {"/api/here", "POST", crok_post_here, CROK_N_EVENTS, SIGNED_IN, ONE_TABLE},
};

/* The addresses of a server that shows a camera being set up. */
static const route SETUP_ROUTES[] = {
    {"/", "GET", crok_get_root, CROK_N_EVENTS, OWN_PAGES, NO_TABLE},
    {"/setup", "GET", crok_get_setup, CROK_N_EVENTS, OWN_PAGES, NO_TABLE},
    {"/favicon.ico", "GET", crok_get_icon, CROK_N_EVENTS, OWN_PAGES, NO_TABLE},
    {"/pages/", "GET", crok_get_page, CROK_N_EVENTS, OWN_PAGES, NO_TABLE},
    {"/setup.jpg", "GET", crok_get_setup_picture, CROK_N_EVENTS, OWN_PAGES,
     NO_TABLE},
    {"/api/setup", "GET", crok_get_setup_figures, CROK_N_EVENTS, ANY_PAGE,
     NO_TABLE},
};

/* The addresses of a hall's server. */
static const route HALL_ROUTES[] = {
    {"/", "GET", crok_get_root, CROK_N_EVENTS, OWN_PAGES, NO_TABLE},
    {"/tables", "GET", crok_get_root, CROK_N_EVENTS, OWN_PAGES, NO_TABLE},
    {"/table/", "GET", crok_get_screen, CROK_N_EVENTS, OWN_PAGES, NO_TABLE},
    {"/overlay", "GET", crok_get_overlay, CROK_N_EVENTS, OWN_PAGES, NO_TABLE},
    {"/day", "GET", crok_get_day, CROK_N_EVENTS, OWN_PAGES, NO_TABLE},
    {"/day/matches.csv", "GET", crok_get_matches_sheet, CROK_N_EVENTS, ANY_PAGE,
     NO_TABLE},
    {"/day/results.csv", "GET", crok_get_results_sheet, CROK_N_EVENTS, ANY_PAGE,
     NO_TABLE},
    {"/favicon.ico", "GET", crok_get_icon, CROK_N_EVENTS, OWN_PAGES, NO_TABLE},
    {"/pages/theme.css", "GET", crok_get_theme, CROK_N_EVENTS, OWN_PAGES,
     ONE_TABLE},
    {"/pages/", "GET", crok_get_page, CROK_N_EVENTS, OWN_PAGES, NO_TABLE},
    {"/healthz", "GET", crok_get_hall_health, CROK_N_EVENTS, ANY_PAGE,
     NO_TABLE},
    {"/api/match", "GET", crok_get_match, CROK_N_EVENTS, ANY_PAGE, ONE_TABLE},
    {"/api/events", "GET", crok_get_events, CROK_N_EVENTS, ANY_PAGE, TABLES},
    {"/api/flat", "GET", crok_get_flat, CROK_N_EVENTS, ANY_PAGE, ALL_TABLES},
    {"/api/tables", "GET", crok_get_wall_document, CROK_N_EVENTS, ANY_PAGE,
     NO_TABLE},
    {"/api/tables/events", "GET", crok_get_wall_events, CROK_N_EVENTS, ANY_PAGE,
     NO_TABLE},
    {"/api/day", "GET", crok_get_day_document, CROK_N_EVENTS, ANY_PAGE,
     NO_TABLE},
    {"/api/day/events", "GET", crok_get_day_events, CROK_N_EVENTS, ANY_PAGE,
     NO_TABLE},
};

#define N_OF(a) (sizeof(a) / sizeof *(a))

static bool is_at(const route *t, const char *url)
{
    size_t n = strlen(t->path);
    bool below = n > 1 && t->path[n - 1] == '/';
    return below ? strncmp(url, t->path, n) == 0 : strcmp(url, t->path) == 0;
}

static void refuse(request *r, unsigned status, const char *code,
                   const char *message)
{
    r->refused =
        (crok_problem){.status = status, .code = code, .message = message};
}

/* Returns the addresses of a server, *n of them. */
static const route *routes_of(const crok_serve *s, size_t *n)
{
    if (s->is_setup) {
        *n = N_OF(SETUP_ROUTES);
        return SETUP_ROUTES;
    }
    *n = s->is_hall ? N_OF(HALL_ROUTES) : N_OF(ROUTES);
    return s->is_hall ? HALL_ROUTES : ROUTES;
}

static void find_route(const crok_serve *s, request *r, const char *url,
                       const char *method)
{
    size_t n = 0;
    const route *routes = routes_of(s, &n);
    /* HEAD is treated as GET; libmicrohttpd omits the body of the answer */
    const char *as = NULL;
    r->is_head = strcmp(method, "HEAD") == 0;
    as = r->is_head ? "GET" : method;
    for (size_t i = 0; i < n; i++) {
        const route *t = &routes[i];
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
    if (r->allow[0] == '\0') {
        refuse(r, MHD_HTTP_NOT_FOUND, "not_found",
               "There is nothing at this address.");
        return;
    }
    refuse(r, MHD_HTTP_METHOD_NOT_ALLOWED, "method",
           "This address does not know that method.");
    r->refused.allow = r->allow;
}

/* ---- the gates ---- */

/* The headers of which one value is read. With two, the server and a proxy
 * before it could each read another one. */
static const char *const SINGLE[] = {
    "Host",         "Content-Length", "Transfer-Encoding",
    "Content-Type", "Authorization",  "Cookie",
    "Origin",       "If-Match",       CROK_HEADER_WRITE_KEY};

#define N_SINGLE (sizeof SINGLE / sizeof *SINGLE)

/* What the names of headers consist of (RFC 9110, section 5.6.2). */
static const char NAME[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                           "abcdefghijklmnopqrstuvwxyz0123456789"
                           "!#$%&'*+-.^_`|~";

typedef struct headers {
    int n[N_SINGLE]; /* how often each of SINGLE is there */
    bool is_odd;     /* a name has other characters, as a space before the
                      * colon */
} headers;

/* Count one header. MHD_KeyValueIterator of libmicrohttpd. */
static enum MHD_Result count_header(void *context, enum MHD_ValueKind kind,
                                    const char *name, const char *value)
{
    headers *h = context;
    (void)kind;
    (void)value;
    h->is_odd = h->is_odd || name[strspn(name, NAME)] != '\0';
    for (size_t i = 0; i < N_SINGLE; i++)
        h->n[i] += strcasecmp(name, SINGLE[i]) == 0;
    return MHD_YES;
}

/* Prevent request smuggling: refuse a request that a proxy may read in another
 * way, and end its connection (RFC 9112, sections 3.2, 5.1 and 6.3). */
static void check_headers(struct MHD_Connection *c, request *r)
{
    headers h = {.is_odd = false};
    const char *coding = header(c, "Transfer-Encoding");
    bool is_double = false;
    (void)MHD_get_connection_values(c, MHD_HEADER_KIND, count_header, &h);
    for (size_t i = 0; i < N_SINGLE; i++)
        is_double = is_double || h.n[i] > 1;
    if (h.is_odd || is_double ||
        (header(c, "Content-Length") != NULL && coding != NULL))
        refuse(r, MHD_HTTP_BAD_REQUEST, "bad_argument",
               "A proxy could read the headers in another way: one that may "
               "stand there once is there twice, the length is given in two "
               "ways, or the name of one has a character that names have not.");
    else if (coding != NULL && strcasecmp(coding, "chunked") != 0)
        refuse(r, MHD_HTTP_NOT_IMPLEMENTED, "transfer_coding",
               "A body comes as it is, or \"chunked\"; no other transfer "
               "coding is known.");
    r->refused.ends = r->refused.status != 0;
}

static bool is_own_host(const crok_serve *s, const char *host)
{
    return s->address.is_loopback ? crok_host_is_loopback(host)
                                  : crok_host_is_own(host, s->machine);
}

/* Prevent DNS rebinding: another site may let its own host name resolve to
 * this machine's address, so that its page can reach this server. Such a
 * request has that site's name in its Host header. It must be a name that only
 * this machine has or that --public-url gives. */
static void check_host(const crok_serve *s, struct MHD_Connection *c,
                       request *r)
{
    const char *host = header(c, "Host");
    if (is_own_host(s, host) || crok_public_url_is_host(&s->public_url, host))
        return;
    refuse(r, MHD_HTTP_MISDIRECTED_REQUEST, "host",
           s->address.is_loopback
               ? "This server answers to 127.0.0.1, [::1] and localhost, and "
                 "to another name that --public-url gives it."
               : "This server answers to its IP address and its machine's "
                 "name, and to another name that --public-url gives it.");
}

static void check_token(crok_serve *s, struct MHD_Connection *c, request *r)
{
    const char *bearer = crok_bearer(header(c, "Authorization"));
    const crok_problem *refused =
        bearer != NULL ? crok_secret_refuse(s, c, bearer, &r->may_write)
                       : crok_secret_refuse_cookie(s, c, &r->may_write);
    if (refused != NULL)
        r->refused = *refused;
    /* prevent cross-site request forgery: a browser may add the cookie to a
     * request that a page of another site makes, but it also sends Origin with
     * every POST, which check_origin compares; so a POST with a cookie and
     * without Origin is refused */
    else if (bearer == NULL && header(c, "Origin") == NULL &&
             strcmp(r->route->method, "POST") == 0)
        refuse(r, MHD_HTTP_FORBIDDEN, "origin",
               "A write with a cookie must say its Origin.");
}

/* Does a page of this server make the request? A proxy need not pass Host, so
 * the public address counts by itself. */
static bool is_own_page(const crok_serve *s, const char *origin,
                        const char *host)
{
    return crok_public_url_is_origin(&s->public_url, origin) ||
           (is_own_host(s, host) && crok_origin_is_host(origin, host));
}

static void check_origin(const crok_serve *s, struct MHD_Connection *c,
                         request *r)
{
    const char *origin = header(c, "Origin");
    if (origin != NULL && !is_own_page(s, origin, header(c, "Host")))
        refuse(r, MHD_HTTP_FORBIDDEN, "origin",
               "Writes come from this server's own pages or from programs, "
               "not from other sites. Behind a proxy, give --public-url.");
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

/* The queue that a route puts pictures into; NULL: it takes none. */
static crok_photos *queue_of(crok_serve *s, const route *r)
{
    if (r->serve == crok_post_photo_kept)
        return &s->kept;
    return r->serve == crok_post_photo ? &s->photos : NULL;
}

static request *begin(crok_serve *s, struct MHD_Connection *c, const char *url,
                      const char *method)
{
    request *r = calloc(1, sizeof *r);
    bool is_post = false;
    if (r == NULL)
        return NULL;
    crok_door_headers(s, c);
    check_headers(c, r);
    if (r->refused.status == 0)
        check_host(s, c, r);
    if (r->refused.status == 0)
        find_route(s, r, url, method);
    if (r->refused.status == 0 && r->route->whom == ANY_PAGE)
        crok_answer_to_any_page(c);
    if (r->refused.status != 0)
        return r;
    is_post = strcmp(r->route->method, "POST") == 0;
    if (is_post)
        check_origin(s, c, r);
    if (r->refused.status == 0 && r->route->whom >= SIGNED_IN)
        check_token(s, c, r);
    r->queue = queue_of(s, r->route);
    if (r->refused.status == 0 && r->queue != NULL)
        r->refused = crok_upload_begin(s, r->queue, c, &r->photo);
    else if (r->refused.status == 0 && is_post)
        check_body(c, r);
    return r;
}

/* ---- bodies ---- */

static enum MHD_Result keep_body(request *r, const char *upload, size_t n)
{
    const size_t most =
        r->photo == NULL ? CROK_BODY_MAX_BYTES : CROK_PHOTO_MAX_BYTES;
    const size_t drain = r->queue != NULL ? DRAIN_PHOTO_BYTES : DRAIN_MAX_BYTES;
    bool wanted = r->refused.status == 0 && r->route != NULL &&
                  strcmp(r->route->method, "POST") == 0;
    if (wanted && r->len + n > most)
        refuse(r, MHD_HTTP_CONTENT_TOO_LARGE, "too_large",
               r->photo == NULL ? "A body has at most 64 KB."
                                : "A picture has at most 16 MB.");
    if (wanted && r->refused.status == 0) {
        char *more = realloc(r->body, r->len + n);
        if (more == NULL)
            return MHD_NO;
        memcpy(more + r->len, upload, n);
        r->body = more;
    }
    r->len += n;
    return r->len > drain ? MHD_NO : MHD_YES;
}

/* Find the tables that the request is of. */
static crok_problem find_tables(crok_serve *s, struct MHD_Connection *c,
                                const route *of, crok_request *asked)
{
    const int n = crok_tables_count(s);
    crok_problem problem;
    if (n == 0)
        return (crok_problem){.status = MHD_HTTP_NOT_FOUND,
                              .code = "table",
                              .message = "The hall has no table yet."};
    for (int i = 0; i < (of->of == ALL_TABLES ? n : 1); i++)
        crok_set_add(&asked->tables, i);
    problem =
        crok_tables_choose(s, c, of->of >= TABLES,
                           strcmp(of->method, "POST") == 0, &asked->tables);
    for (int i = n - 1; problem.status == 0 && i >= 0; i--)
        if (crok_set_has(&asked->tables, i))
            asked->place = i;
    asked->table = s->is_hall ? NULL : &s->table[asked->place];
    return problem;
}

/* May the request write to each of these tables? */
static bool may_write(const request *r, const crok_set *tables)
{
    for (int i = 0; i < CROK_MAX_TABLES; i++)
        if (crok_set_has(tables, i) && (r->may_write >> i & 1U) == 0)
            return false;
    return true;
}

/* Has the request the token of every table that it is of? */
static crok_problem check_tables(const request *r, const crok_request *asked)
{
    if (r->route->whom < SIGNED_IN ||
        (r->route->whom == HOST ? r->may_write == CROK_EVERY_TABLE
                                : may_write(r, &asked->tables)))
        return (crok_problem){.status = 0};
    return (crok_problem){
        .status = MHD_HTTP_FORBIDDEN,
        .code = "other_table",
        .message = r->route->whom == HOST
                       ? "A table's token is for the match at this table. This "
                         "needs the token that was printed when the program "
                         "started."
                       : "This token is another table's. Sign in with the "
                         "code of this one."};
}

/* What let the request write: a token in a header, which programs send, or a
 * browser's cookie of the server's token or of a table's. */
static const char *via_of(const request *r, struct MHD_Connection *c)
{
    if (r->may_write == CROK_NO_TABLE)
        return "";
    if (crok_bearer(header(c, "Authorization")) != NULL)
        return "program";
    return r->may_write == CROK_EVERY_TABLE ? "host" : "table";
}

static enum MHD_Result answer(crok_serve *s, struct MHD_Connection *c,
                              const char *url, const request *r)
{
    crok_request asked = {.path = url};
    crok_problem no_table = {.status = 0};
    if (r->refused.status != 0)
        return crok_answer_problem(c, &r->refused);
    if (r->route->of != NO_TABLE)
        no_table = find_tables(s, c, r->route, &asked);
    if (no_table.status == 0)
        no_table = check_tables(r, &asked);
    if (no_table.status != 0)
        return crok_answer_problem(c, &no_table);
    asked.is_head = r->is_head;
    asked.below = url + strlen(r->route->path);
    asked.event = r->route->event;
    asked.body = r->body == NULL ? "" : r->body;
    asked.len = r->len;
    asked.photo = r->photo;
    asked.via = via_of(r, c);
    asked.is_host = r->may_write == CROK_EVERY_TABLE;
    return r->route->serve(s, c, &asked);
}

/* NOLINTNEXTLINE(readability-function-size): libmicrohttpd's signature */
enum MHD_Result crok_route(void *cls, struct MHD_Connection *c, const char *url,
                           const char *method, const char *version,
                           const char *upload, size_t *upload_len,
                           void **request_at)
{
    crok_serve *s = cls;
    request *r = *request_at;
    (void)version;
    if (r == NULL) {
        *request_at = r = begin(s, c, url, method);
        /* of a coding that is not known, nobody can tell where the body ends:
         * the answer does not wait for it */
        if (r != NULL && r->refused.status == MHD_HTTP_NOT_IMPLEMENTED)
            return crok_answer_problem(c, &r->refused);
        return r == NULL ? MHD_NO : MHD_YES;
    }
    if (*upload_len > 0) {
        enum MHD_Result goes_on = keep_body(r, upload, *upload_len);
        *upload_len = 0;
        return goes_on;
    }
    crok_door_serve(s, c);
    return answer(s, c, url, r);
}

void crok_route_done(void *cls, struct MHD_Connection *c, void **request_at,
                     enum MHD_RequestTerminationCode how)
{
    request *r = *request_at;
    (void)how;
    crok_door_wait(cls, c);
    if (r != NULL) {
        crok_photos_leave(r->queue, r->photo);
        free(r->body);
    }
    free(r);
    *request_at = NULL;
}
