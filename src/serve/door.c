/* SPDX-License-Identifier: Apache-2.0 */
#include "serve/door.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "core/clock.h"
#include "serve/peer.h"
#include "serve/secret.h"

/* libmicrohttpd closes a connection when it finds its socket shut down. */
static void hang_up(const crok_visitor *v)
{
    (void)shutdown(v->fd, SHUT_RDWR);
}

/* The bonus of an address. Of the loopback addresses only the usual two have
 * one, because any user of this machine has all. */
static int bonus_of(const crok_serve *s, const char *address)
{
    bool is_known = strcmp(address, "127.0.0.1") == 0 ||
                    strcmp(address, "::1") == 0 ||
                    crok_guesses_knows(&s->guesses, address);
    return is_known ? CROK_BONUS : 0;
}

/* Add a connection. Returns NULL if there is no memory; then it does not
 * count. */
static crok_visitor *enter(crok_serve *s, struct MHD_Connection *c)
{
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(c, MHD_CONNECTION_INFO_CONNECTION_FD);
    crok_peer peer = crok_peer_of(c, false);
    crok_visitor *v = calloc(1, sizeof *v);
    crok_visitor *gives_way = NULL;
    if (v == NULL || info == NULL) {
        free(v);
        return NULL;
    }
    v->connection = c;
    v->fd = info->connect_fd;
    v->bonus = bonus_of(s, peer.address);
    memcpy(v->who, peer.network, sizeof v->who);
    gives_way = crok_visitors_enter(&s->visitors, v, crok_clock_monotonic_ms());
    if (gives_way != NULL) {
        hang_up(gives_way);
        crok_feed_end(&s->feed, gives_way->connection);
    }
    return v;
}

void crok_door_notify(void *cls, struct MHD_Connection *c, void **context,
                      enum MHD_ConnectionNotificationCode code)
{
    crok_serve *s = cls;
    if (code == MHD_CONNECTION_NOTIFY_STARTED) {
        *context = enter(s, c);
    } else if (*context != NULL) {
        crok_visitors_leave(&s->visitors, *context);
        free(*context);
        *context = NULL;
    }
}

static crok_visitor *visitor_of(struct MHD_Connection *c)
{
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(c, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info == NULL ? NULL : info->socket_context;
}

void crok_door_headers(crok_serve *s, struct MHD_Connection *c)
{
    crok_peer peer = crok_peer_of(c, s->public_url.origin[0] != '\0');
    crok_visitor *v = visitor_of(c);
    bool is_signed_in = crok_secret_is_signed_in(s, c);
    if (is_signed_in)
        crok_guesses_know(&s->guesses, peer.address);
    if (v != NULL)
        crok_visitors_rename(&s->visitors, v, peer.network,
                             is_signed_in ? CROK_BONUS_SIGNED_IN
                                          : bonus_of(s, peer.address));
}

void crok_door_serve(crok_serve *s, struct MHD_Connection *c)
{
    crok_visitor *v = visitor_of(c);
    if (v != NULL)
        crok_visitors_serve(&s->visitors, v);
}

void crok_door_wait(crok_serve *s, struct MHD_Connection *c)
{
    crok_visitor *v = visitor_of(c);
    if (v != NULL)
        crok_visitors_wait(&s->visitors, v, crok_clock_monotonic_ms());
}

void crok_door_sweep(crok_serve *s, int64_t now_ms)
{
    (void)crok_visitors_sweep(&s->visitors, now_ms, hang_up);
}
