/* SPDX-License-Identifier: Apache-2.0
 *
 * serve/request.h: parse the address and headers of a request. Pure functions
 * of untrusted text.
 *
 * Room     serve, internal: no I/O, no allocation.
 * Threads  values only; any thread.
 * Source   RFC 9110 (If-Match, Authorization), RFC 6265 (Cookie), RFC 6454
 *          (Origin). */
#ifndef CROK_SERVE_REQUEST_H
#define CROK_SERVE_REQUEST_H

#include <stdbool.h>
#include <stddef.h>

#include "core/status.h"
#include "journal/journal.h"

/* A parsed address: "127.0.0.1:8080" or "[::1]:8080". */
typedef struct crok_address {
    char host[64]; /* without brackets */
    int port;      /* 0: any */
    bool is_ipv6;
    bool is_loopback;
} crok_address;

/* Numeric addresses only, and "localhost".
 * CROK_EARG  anything else */
CROK_MUST_USE crok_status crok_address_parse(const char *text,
                                             crok_address *out, crok_err *err);

/* Is the host of a Host header ("localhost:8080") this machine itself? */
bool crok_host_is_loopback(const char *host);

/* Does an Origin header name the page that this host serves? */
bool crok_origin_is_host(const char *origin, const char *host);

/* Are the strings equal? The time does not depend on where they differ. a and b
 * may be NULL, which equals nothing. */
bool crok_secret_equal(const char *a, const char *b);

/* The token of "Bearer TOKEN", or NULL; within `header`. */
const char *crok_bearer(const char *header);

/* The value of the cookie `name` in a Cookie header.
 *
 *   out  written only on true, `size` bytes
 *
 * False where there is none or it does not fit. */
CROK_MUST_USE bool crok_cookie_value(const char *header, const char *name,
                                     char *out, size_t size);

/* The seq of If-Match: "41" in quotes or bare; CROK_SEQ_ANY for "*" and where
 * header is NULL. False: none of these. */
CROK_MUST_USE bool crok_if_match(const char *header, long *out);

/* A whole number of digits only, 0 to `max`. */
CROK_MUST_USE bool crok_number(const char *text, long max, long *out);

/* "application/json", perhaps with charset=utf-8. */
bool crok_is_json_type(const char *header);

/* The picture of "/calls/41-6.png". False: no such name. */
CROK_MUST_USE bool crok_call_key(const char *path, crok_picture_key *out);

/* The picture of "/rests/41.jpg". False: no such name. */
CROK_MUST_USE bool crok_rest_key(const char *path, crok_picture_key *out);

#endif
