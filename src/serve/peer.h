/* SPDX-License-Identifier: Apache-2.0
 *
 * serve/peer.h: the address from which a request comes.
 *
 * Room     serve, internal: uses libmicrohttpd.
 * Threads  those of libmicrohttpd. */
#ifndef CROK_SERVE_PEER_H
#define CROK_SERVE_PEER_H

#include <microhttpd.h>
#include <stdbool.h>

/* Bytes of an address as text, with the closing zero. */
#define CROK_PEER_MAX 48

typedef struct crok_peer {
    char address[CROK_PEER_MAX]; /* "unknown" if there is none */
    char network[CROK_PEER_MAX]; /* of IPv6 the network of 64 bits, because one
                                  * machine has all its addresses; otherwise the
                                  * address */
} crok_peer;

/* Get the address of a connection's other end. Before the connection has sent
 * its headers it is that of the socket.
 *
 *   is_behind_proxy  the server has a public address: if the other end is this
 *                    machine, it is the proxy, and the address is the last one
 *                    of the last X-Forwarded-For, if that is an address */
crok_peer crok_peer_of(struct MHD_Connection *c, bool is_behind_proxy);

#endif
