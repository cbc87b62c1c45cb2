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
#include <stddef.h>

/* Write the address of a connection's other end as text. Of an IPv6 address it
 * is the network of 64 bits: one machine has all its addresses.
 *
 *   is_behind_proxy  the server has a public address: if the other end is this
 *                    machine, it is the proxy, and the address is the last one
 *                    of X-Forwarded-For, if that is an address
 *   out              a buffer of `size` bytes, at least CROK_GUESSER of
 *                    serve/guesses.h; "unknown" if there is no address */
void crok_peer_text(struct MHD_Connection *c, bool is_behind_proxy, char *out,
                    size_t size);

#endif
