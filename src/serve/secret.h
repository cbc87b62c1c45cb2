/* SPDX-License-Identifier: Apache-2.0
 *
 * serve/secret.h: compare a token that a request carries with the server's.
 *
 * Room     serve, internal: uses libmicrohttpd.
 * Threads  that of libmicrohttpd, which is one. */
#ifndef CROK_SERVE_SECRET_H
#define CROK_SERVE_SECRET_H

#include "serve/answer.h"
#include "serve/serve_inner.h"

/* Return NULL if this is the server's token. Otherwise the problem to answer
 * with: a wrong token, which is counted and told, or too many of them from this
 * address; then the token was not looked at. */
const crok_problem *crok_secret_refuse(crok_serve *s, struct MHD_Connection *c,
                                       const char *token);

#endif
