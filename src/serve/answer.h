/* SPDX-License-Identifier: Apache-2.0
 *
 * serve/answer.h: responses with the headers that all of them have: no caching,
 * no guessing of content types, and a page may load from and connect to this
 * server only.
 *
 * Room     serve, internal: uses libmicrohttpd.
 * Threads  those of libmicrohttpd. */
#ifndef CROK_SERVE_ANSWER_H
#define CROK_SERVE_ANSWER_H

#include <microhttpd.h>
#include <stddef.h>

#include "core/status.h"

#define CROK_TYPE_JSON "application/json"

/* A response; its bytes are borrowed and copied. */
typedef struct crok_answer {
    unsigned status; /* HTTP's */
    const char *type;
    const void *bytes;
    size_t len;
    const char *header, *value; /* one more header, or NULL */
} crok_answer;

enum MHD_Result crok_answer_send(struct MHD_Connection *c,
                                 const crok_answer *a);

/* Send a response made by the caller with the common headers; takes it. */
enum MHD_Result crok_answer_response(struct MHD_Connection *c, unsigned status,
                                     struct MHD_Response *r);

/* A refusal for programs and people: {"error": {"code", "message"}, "seq"}. */
typedef struct crok_problem {
    unsigned status;     /* HTTP's */
    const char *code;    /* a word for programs */
    const char *message; /* a sentence */
    const char *allow;   /* the allowed methods, for 405; else NULL */
    long seq;            /* seq of the match; 0: left out */
} crok_problem;

enum MHD_Result crok_answer_problem(struct MHD_Connection *c,
                                    const crok_problem *p);

/* Answer with a failure of one of our own functions. */
enum MHD_Result crok_answer_failure(struct MHD_Connection *c,
                                    const crok_err *err, long seq);

enum MHD_Result crok_answer_not_found(struct MHD_Connection *c);

/* 200 with a JSON text that cJSON made; takes it. NULL: no memory. */
enum MHD_Result crok_answer_json(struct MHD_Connection *c, char *text);

#endif
