/* SPDX-License-Identifier: Apache-2.0
 *
 * hall/authority.h: a hall's own certificate authority, and the broker's
 * certificate, made by the program openssl.
 *
 * Room     hall, internal: uses core, the program openssl (3.0).
 * Threads  any thread.
 * Source   openssl-req(1), openssl-x509(1); RFC 5280. */
#ifndef CROK_HALL_AUTHORITY_H
#define CROK_HALL_AUTHORITY_H

#include "core/status.h"

#define CROK_CA_PEM "ca.pem"
#define CROK_CA_KEY "ca.key"
#define CROK_SERVER_PEM "server.pem"
#define CROK_SERVER_KEY "server.key"

/* Make ca.key, ca.pem, server.key and server.pem in a folder, those that are
 * not there. The certificate is for one host.
 *
 *   host  a name or an address
 *   say   told of each file; may be NULL
 *
 * CROK_EARG  a certificate is there without its key, or the broker's is of
 *            another host
 * CROK_EIO   openssl failed, or a file cannot be written
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_authority_make(
    const char *folder, const char *host,
    void (*say)(void *context, const char *what), void *context, crok_err *err);

/* Does the broker's certificate in a folder, if there is one, name a host?
 *
 * CROK_EARG  it does not; the message says what to do
 * CROK_EIO   openssl cannot read it
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_authority_check(const char *folder,
                                               const char *host, crok_err *err);

#endif
