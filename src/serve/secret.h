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
 * The tokens of single tables (serve/keys.h) are random always. What a request
 * carries says to which tables it may write: all, one, or of several cookies
 * those of each.
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

/* Make the keys of the tables, when they are open.
 *
 * Errors as crok_keys_open */
CROK_MUST_USE crok_status crok_secret_set_tables(crok_serve *s, crok_err *err);

/* Return NULL if this is the server's token or a table's. Otherwise the problem
 * to answer with: a wrong token, which is counted and told, or too many of them
 * from this address; then the token was not looked at.
 *
 *   tables  to which it may write; written only if NULL is returned */
const crok_problem *crok_secret_refuse(crok_serve *s, struct MHD_Connection *c,
                                       const char *token, unsigned *tables);

/* Return NULL if the request has a right cookie. Otherwise the problem to
 * answer with; a wrong value is counted and told as a wrong token is.
 *
 *   tables  as above */
const crok_problem *crok_secret_refuse_cookie(crok_serve *s,
                                              struct MHD_Connection *c,
                                              unsigned *tables);

/* To which tables may the request write? Nothing is counted or told. */
unsigned crok_secret_may_write(const crok_serve *s, struct MHD_Connection *c);

/* Write "NAME=VALUE", the cookie of a sign-in to all tables or to one. */
#define CROK_COOKIE_TEXT 160
void crok_secret_cookie(const crok_serve *s, unsigned tables,
                        char out[CROK_COOKIE_TEXT]);

/* Has a request the right cookie? Nothing is counted or told. */
bool crok_secret_is_signed_in(const crok_serve *s, struct MHD_Connection *c);

#endif
