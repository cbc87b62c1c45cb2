/* SPDX-License-Identifier: Apache-2.0
 *
 * serve/secret.h: the token, the cookie of a console that is signed in, and
 * the comparison of what a request carries with them.
 *
 * A token that the program made has 128 random bits, and nobody guesses it.
 * Whoever sends it is let in, however many wrong ones came from the same
 * address; and the cookie is made of it, so that a sign-in lasts over a restart
 * with the same token. A token that a person chose may be guessed: of an
 * address that sends wrong ones, only a few are looked at; and the cookie is
 * random, so that it can be compared with no guess, here or elsewhere.
 *
 * Room     serve, internal: uses libmicrohttpd.
 * Threads  that of libmicrohttpd, which is one. */
#ifndef CROK_SERVE_SECRET_H
#define CROK_SERVE_SECRET_H

#include "serve/answer.h"
#include "serve/serve_inner.h"

/* Set the server's token and its cookie's value.
 *
 * CROK_EARG  the token is not as serve/serve.h requires
 * CROK_EIO   the system gives no random numbers */
CROK_MUST_USE crok_status crok_secret_set(crok_serve *s, const char *token,
                                          crok_err *err);

/* Return NULL if this is the server's token. Otherwise the problem to answer
 * with: a wrong token, which is counted and told, or too many of them from this
 * address; then the token was not looked at. */
const crok_problem *crok_secret_refuse(crok_serve *s, struct MHD_Connection *c,
                                       const char *token);

/* Return NULL if the request has the right cookie. Otherwise the problem to
 * answer with; a wrong value is counted and told as a wrong token is. */
const crok_problem *crok_secret_refuse_cookie(crok_serve *s,
                                              struct MHD_Connection *c);

/* Has a request the right cookie? Nothing is counted or told. */
bool crok_secret_is_signed_in(const crok_serve *s, struct MHD_Connection *c);

#endif
