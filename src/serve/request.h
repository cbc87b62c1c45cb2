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
    char host[64]; /* host name or address without brackets */
    int port;      /* 0: any free port */
    bool is_ipv6;
    bool is_loopback;
} crok_address;

/* Parse an address to listen on: a numeric IP address, or "localhost" for
 * 127.0.0.1, with a port.
 * CROK_EARG  anything else */
CROK_MUST_USE crok_status crok_address_parse(const char *text,
                                             crok_address *out, crok_err *err);

/* Return the length of the host in "host:port" or "[host]:port", with its
 * brackets; the port may be missing. 0 if the text has another form. */
size_t crok_host_len(const char *text);

/* Is this text an IP address of the loopback interface? */
bool crok_is_loopback_ip(const char *text);

/* Does a Host header ("localhost:8080") name the loopback interface of this
 * machine? */
bool crok_host_is_loopback(const char *host);

/* Does a Host header name a machine in a way that no other site can: by an IP
 * address, as localhost, by the machine's own name or by this name in the local
 * network's domain (box.local, RFC 6762)?
 *
 *   machine  as gethostname gives it */
bool crok_host_is_own(const char *host, const char *machine);

/* Does an Origin header name the host and port of the Host header `host`? True
 * if the request comes from a page of this server. */
bool crok_origin_is_host(const char *origin, const char *host);

/* Are the strings equal? The time taken does not depend on where they differ. a
 * and b may be NULL; NULL is equal to no string. */
bool crok_secret_equal(const char *a, const char *b);

/* Return the token in "Bearer TOKEN", a pointer into `header`; NULL if the
 * header has another form. */
const char *crok_bearer(const char *header);

/* Copy the value of the next cookie `name` from a Cookie header. There may be
 * several: another host of the domain can set one, too.
 *
 *   at   the header, or where the last call left it; moved behind the value.
 *        *at may be NULL
 *   out  a buffer of `size` bytes; a longer value is "", which is none of ours
 *
 * Returns false if there is no more. */
CROK_MUST_USE bool crok_cookie_next(const char **at, const char *name,
                                    char *out, size_t size);

/* The header with the key of a write (journal/write_key.h). */
#define CROK_HEADER_WRITE_KEY "Idempotency-Key"

/* Read the seq from an If-Match header: 41 with or without quotes. *out is
 * CROK_SEQ_ANY for "*" and if header is NULL. Returns false for any other
 * text. */
CROK_MUST_USE bool crok_if_match(const char *header, long *out);

/* Read a whole number from 0 to `max` that consists of digits only. Returns
 * false for any other text. */
CROK_MUST_USE bool crok_number(const char *text, long max, long *out);

/* Is the Content-Type header "application/json", with or without
 * "charset=utf-8"? */
bool crok_is_json_type(const char *header);

/* Read the key of a close-up (seq 41, disc 6) from the path "/calls/41-6.png".
 * False if the path has another form. */
CROK_MUST_USE bool crok_call_key(const char *path, crok_picture_key *out);

/* Read the key of a rest's picture (seq 41) from the path "/rests/41.jpg".
 * False if the path has another form. */
CROK_MUST_USE bool crok_rest_key(const char *path, crok_picture_key *out);

#endif
