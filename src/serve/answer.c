/* SPDX-License-Identifier: Apache-2.0 */
#include "serve/answer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/json.h"

static const char *const COMMON[][2] = {
    {"Cache-Control", "no-store"},
    {"X-Content-Type-Options", "nosniff"},
    {"Referrer-Policy", "no-referrer"},
    {"Cross-Origin-Resource-Policy", "same-origin"},
    {"X-Frame-Options", "SAMEORIGIN"},
};

/* The mark of a request whose answer any page may read. libmicrohttpd keeps it
 * with the request; of this kind a client can send none, because no body is
 * parsed as a form. */
#define MARK_KIND MHD_POSTDATA_KIND
#define MARK "any page"

void crok_answer_to_any_page(struct MHD_Connection *c)
{
    /* without memory for it, other sites cannot read the answer */
    (void)MHD_set_connection_value(c, MARK_KIND, MARK, MARK);
}

static enum MHD_Result send_response(struct MHD_Connection *c, unsigned status,
                                     struct MHD_Response *r, const char *policy)
{
    enum MHD_Result done = MHD_NO;
    if (r == NULL)
        return MHD_NO;
    (void)MHD_add_response_header(r, "Content-Security-Policy", policy);
    for (size_t i = 0; i < sizeof COMMON / sizeof *COMMON; i++)
        (void)MHD_add_response_header(r, COMMON[i][0], COMMON[i][1]);
    if (MHD_lookup_connection_value(c, MARK_KIND, MARK) != NULL)
        (void)MHD_add_response_header(r, "Access-Control-Allow-Origin", "*");
    done = MHD_queue_response(c, status, r);
    MHD_destroy_response(r);
    return done;
}

enum MHD_Result crok_answer_response(struct MHD_Connection *c, unsigned status,
                                     struct MHD_Response *r)
{
    return send_response(c, status, r, CROK_POLICY);
}

/* Make a response with a copy of the bytes. libmicrohttpd takes a pointer to
 * non-const bytes although it only reads them, so the union removes the
 * const. */
static struct MHD_Response *copy_of(const void *bytes, size_t len)
{
    union {
        const void *in;
        void *out;
    } borrowed = {.in = bytes};
    return MHD_create_response_from_buffer(len, borrowed.out,
                                           MHD_RESPMEM_MUST_COPY);
}

enum MHD_Result crok_answer_send(struct MHD_Connection *c, const crok_answer *a)
{
    struct MHD_Response *r = copy_of(a->bytes, a->len);
    if (r == NULL)
        return MHD_NO;
    if (a->type != NULL)
        (void)MHD_add_response_header(r, "Content-Type", a->type);
    if (a->header != NULL)
        (void)MHD_add_response_header(r, a->header, a->value);
    return send_response(c, a->status, r,
                         a->policy == NULL ? CROK_POLICY : a->policy);
}

enum MHD_Result crok_answer_svg(struct MHD_Connection *c, char *svg)
{
    crok_answer a = {
        .status = MHD_HTTP_OK, .type = "image/svg+xml", .bytes = svg};
    enum MHD_Result done = MHD_NO;
    if (svg == NULL)
        return MHD_NO;
    a.len = strlen(svg);
    done = crok_answer_send(c, &a);
    free(svg);
    return done;
}

static char *problem_text(const crok_problem *p)
{
    cJSON *doc = cJSON_CreateObject();
    cJSON *error = cJSON_AddObjectToObject(doc, "error");
    char *text = NULL;
    cJSON_AddStringToObject(error, "code", p->code);
    crok_json_add_text(error, "message", p->message);
    if (p->seq > 0)
        cJSON_AddNumberToObject(doc, "seq", (double)p->seq);
    if (p->changes != NULL)
        cJSON_AddItemToObject(doc, "changes", cJSON_Duplicate(p->changes, 1));
    text = crok_json_text(doc, false);
    cJSON_Delete(doc);
    return text;
}

enum MHD_Result crok_answer_problem(struct MHD_Connection *c,
                                    const crok_problem *p)
{
    char *text = problem_text(p);
    crok_answer a = {
        .status = p->status, .type = CROK_TYPE_JSON, .bytes = text};
    enum MHD_Result done = MHD_NO;
    char retry[16];
    if (text == NULL)
        return MHD_NO;
    a.len = strlen(text);
    (void)snprintf(retry, sizeof retry, "%d", p->retry_s);
    if (p->status == MHD_HTTP_UNAUTHORIZED) {
        a.header = "WWW-Authenticate";
        a.value = "Bearer";
    }
    if (p->status == MHD_HTTP_TOO_MANY_REQUESTS) {
        a.header = "Retry-After";
        a.value = retry;
    }
    if (p->allow != NULL) {
        a.header = "Allow";
        a.value = p->allow;
    }
    if (p->ends) {
        a.header = "Connection";
        a.value = "close";
    }
    done = crok_answer_send(c, &a);
    cJSON_free(text);
    return done;
}

static unsigned status_of(crok_status st)
{
    switch ((int)st) {
    case CROK_EARG:
    case CROK_EFORMAT:
        return MHD_HTTP_BAD_REQUEST;
    case CROK_ECONFLICT:
        return MHD_HTTP_CONFLICT;
    case CROK_ETOOLARGE:
        return MHD_HTTP_CONTENT_TOO_LARGE;
    default: /* the disk or the memory is full, or the disk has failed */
        return MHD_HTTP_SERVICE_UNAVAILABLE;
    }
}

enum MHD_Result crok_answer_failure(struct MHD_Connection *c,
                                    const crok_err *err, long seq)
{
    crok_problem p = {.status = status_of(err->status),
                      .code = crok_status_code(err->status),
                      .message = err->msg,
                      .seq = seq};
    return crok_answer_problem(c, &p);
}

enum MHD_Result crok_answer_not_found(struct MHD_Connection *c)
{
    crok_problem p = {.status = MHD_HTTP_NOT_FOUND,
                      .code = "not_found",
                      .message = "There is nothing at this address."};
    return crok_answer_problem(c, &p);
}

enum MHD_Result crok_answer_json(struct MHD_Connection *c, char *text)
{
    return crok_answer_json_as(c, MHD_HTTP_OK, text);
}

enum MHD_Result crok_answer_json_as(struct MHD_Connection *c, unsigned status,
                                    char *text)
{
    crok_answer a = {.status = status, .type = CROK_TYPE_JSON, .bytes = text};
    enum MHD_Result done = MHD_NO;
    if (text == NULL)
        return MHD_NO;
    a.len = strlen(text);
    done = crok_answer_send(c, &a);
    cJSON_free(text);
    return done;
}

void crok_answer_add_reason(cJSON *reasons, const char *code, const char *words)
{
    cJSON *item = cJSON_CreateObject();
    cJSON_AddStringToObject(item, "code", code);
    crok_json_add_text(item, "words", words);
    cJSON_AddItemToArray(reasons, item);
}
