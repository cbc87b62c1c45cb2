/* SPDX-License-Identifier: Apache-2.0
 *
 * serve/door.h: tells serve/visitors.h who comes and goes, and ends the
 * connections that it names.
 *
 * Room     serve, internal: uses libmicrohttpd.
 * Threads  that of libmicrohttpd, except crok_door_sweep. */
#ifndef CROK_SERVE_DOOR_H
#define CROK_SERVE_DOOR_H

#include "serve/serve_inner.h"

/* A connection has been made or is about to be closed. MHD_NotifyConnection-
 * Callback of libmicrohttpd; cls is the server. */
void crok_door_notify(void *cls, struct MHD_Connection *c, void **context,
                      enum MHD_ConnectionNotificationCode code);

/* The headers of a request have come: they say behind which proxy the client
 * is, and whether it is signed in. */
void crok_door_headers(crok_serve *s, struct MHD_Connection *c);

/* The whole request has come; its answer has ended. */
void crok_door_serve(crok_serve *s, struct MHD_Connection *c);
void crok_door_wait(crok_serve *s, struct MHD_Connection *c);

/* End the connections of which no whole request has come in time. Any thread.
 */
void crok_door_sweep(crok_serve *s, int64_t now_ms);

#endif
