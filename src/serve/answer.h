/* SPDX-License-Identifier: Apache-2.0
 *
 * serve/answer.h: responses, with the headers that every one has: nothing is
 * kept by caches, nothing is guessed about types, and a page may load and
 * reach nothing but this server.
 *
 * Room     serve, internal: uses libmicrohttpd.
 * Threads  those of libmicrohttpd. */
#ifndef CROK_SERVE_ANSWER_H
#define CROK_SERVE_ANSWER_H

#include <microhttpd.h>
#include <stddef.h>

#include "core/status.h"

#define CROK_TYPE_JSON "application/json"

/* What is sent; bytes are borrowed and copied. */
typedef struct crok_answer {
    unsigned status; /* HTTP's */
    const char *type;
    const void *bytes;
    size_t len;
    const char *header, *value; /* one more header, or NULL */
} crok_answer;

enum MHD_Result crok_answer_send(struct MHD_Connection *c,
                                 const crok_answer *a);

/* Sends a response of one's own with the common headers; takes it. */
enum MHD_Result crok_answer_response(struct MHD_Connection *c, unsigned status,
                                     struct MHD_Response *r);

/* {"error": {"code", "message"}, "seq"}.
 *
 *   code  a word for programs
 *   seq   of the match; -1: leaves it out */
enum MHD_Result crok_answer_error(struct MHD_Connection *c, unsigned status,
                                  const char *code, const char *message,
                                  long seq);

/* The status that tells of this failure. */
unsigned crok_answer_status(crok_status st);

#endif
