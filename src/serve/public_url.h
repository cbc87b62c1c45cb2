/* SPDX-License-Identifier: Apache-2.0
 *
 * serve/public_url.h: the address under which a proxy shows the server, such as
 * "https://crokinole.example". Pure functions of untrusted text.
 *
 * Room     serve, internal: no I/O, no allocation.
 * Threads  values only; any thread.
 * Source   RFC 3986 (the parts of an address), RFC 6454 (how a browser writes
 * an origin). */
#ifndef CROK_SERVE_PUBLIC_URL_H
#define CROK_SERVE_PUBLIC_URL_H

#include <stdbool.h>

#include "core/status.h"

/* Longest public address in characters. A name of DNS has at most 253. */
#define CROK_PUBLIC_URL_MAX 280

typedef struct crok_public_url {
    /* scheme, host and port as a browser writes them in Origin: in lower case,
     * without the port that the scheme implies; empty: there is none */
    char origin[CROK_PUBLIC_URL_MAX + 1];
    char host[CROK_PUBLIC_URL_MAX + 1]; /* without port; IPv6 in brackets */
    bool is_https;
} crok_public_url;

/* Parse "http://HOST[:PORT]" or "https://HOST[:PORT]", also with "/" at the
 * end.
 *
 *   out  written only on CROK_OK
 *
 * CROK_EARG  anything else, also an address below a path, where the pages would
 *            not find their files */
CROK_MUST_USE crok_status crok_public_url_parse(const char *text,
                                                crok_public_url *out,
                                                crok_err *err);

/* Does an Origin header (may be NULL) name this address? */
bool crok_public_url_is_origin(const crok_public_url *url, const char *origin);

/* Does a Host header (may be NULL) name this address's host? Its port is not
 * compared: some proxies pass the name only. */
bool crok_public_url_is_host(const crok_public_url *url, const char *host);

#endif
