/* SPDX-License-Identifier: Apache-2.0
 *
 * serve/answer.h: send responses with the common headers. These forbid caching
 * and guessing of content types, and they allow a page to load from and connect
 * to this server only.
 *
 * Room     serve, internal: uses libmicrohttpd.
 * Threads  those of libmicrohttpd. */
#ifndef CROK_SERVE_ANSWER_H
#define CROK_SERVE_ANSWER_H

#include <cjson/cJSON.h>
#include <microhttpd.h>
#include <stdbool.h>
#include <stddef.h>

#include "core/status.h"

#define CROK_TYPE_JSON "application/json"
#define CROK_TYPE_CSV "text/csv; charset=utf-8"

/* A response; its bytes are borrowed and copied. */
typedef struct crok_answer {
    unsigned status; /* HTTP's */
    const char *type;
    const void *bytes;
    size_t len;
    const char *header, *value; /* one more header, or NULL */
    const char *policy;         /* CROK_POLICY_STYLED, or NULL: CROK_POLICY */
} crok_answer;

/* The Content-Security-Policy of answers, and of a page that may have inline
 * styles: the parts of a page come from this server only. */
#define CROK_POLICY_OF(style)                                                  \
    "default-src 'none'; script-src 'self'; style-src 'self'" style            \
    "; img-src 'self'; connect-src 'self'; base-uri 'none'; "                  \
    "form-action 'none'; frame-ancestors 'self'"
#define CROK_POLICY CROK_POLICY_OF("")
#define CROK_POLICY_STYLED CROK_POLICY_OF(" 'unsafe-inline'")

/* Let pages of other sites read the answer to this request, an error too
 * (Access-Control-Allow-Origin: *). Call it before the request is answered.
 * Such a page sends neither cookie nor token, so it learns what anybody may
 * read. */
void crok_answer_to_any_page(struct MHD_Connection *c);

/* Answer with an SVG drawing, and free it.
 *
 *   svg  made with malloc; NULL: there was no memory for it, and the connection
 *        is closed */
enum MHD_Result crok_answer_svg(struct MHD_Connection *c, char *svg);

enum MHD_Result crok_answer_send(struct MHD_Connection *c,
                                 const crok_answer *a);

/* Add the common headers to a response that the caller made, and send it. The
 * response is released here, also on failure. NULL is allowed: MHD_NO. */
enum MHD_Result crok_answer_response(struct MHD_Connection *c, unsigned status,
                                     struct MHD_Response *r);

/* An error answer: {"error": {"code", "message"}, "seq", "changes"}. Programs
 * use the code, people read the message. */
typedef struct crok_problem {
    unsigned status;     /* HTTP's */
    const char *code;    /* a word for programs */
    const char *message; /* a sentence */
    const char *allow;   /* the allowed methods if the status is 405 (method not
                          * allowed); otherwise NULL */
    long seq;            /* seq of the match; 0: it is omitted */
    const cJSON *changes; /* borrowed: what a correction changes that is not
                           * confirmed; NULL: it is omitted */
    bool ends;            /* the connection is closed after the answer */
    int retry_s; /* if the status is 429: the client may ask again after
                  * as many seconds */
} crok_problem;

enum MHD_Result crok_answer_problem(struct MHD_Connection *c,
                                    const crok_problem *p);

/* Answer with the error of one of the program's functions; the HTTP status
 * follows from err->status. */
enum MHD_Result crok_answer_failure(struct MHD_Connection *c,
                                    const crok_err *err, long seq);

enum MHD_Result crok_answer_not_found(struct MHD_Connection *c);

/* Answer 200 with a JSON text that cJSON allocated; the text is freed here. If
 * text is NULL, cJSON had no memory; then MHD_NO is returned, which closes the
 * connection. */
enum MHD_Result crok_answer_json(struct MHD_Connection *c, char *text);

/* The same with another status than 200. */
enum MHD_Result crok_answer_json_as(struct MHD_Connection *c, unsigned status,
                                    char *text);

/* Append to the "reasons" of /healthz: a code for programs, words for a
 * person. */
void crok_answer_add_reason(cJSON *reasons, const char *code,
                            const char *words);

#endif
