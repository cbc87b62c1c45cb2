/* SPDX-License-Identifier: Apache-2.0
 *
 * hall/keys.h: the settings of the broker (nats-server 2.9) for a hall, with
 * TLS and a user a table, in a folder:
 *
 *   ca.pem, ca.key          the hall's own authority
 *   server.pem, server.key  the broker's certificate, for the host of
 *                           engine.url
 *   nats-server.conf        the broker's settings; passwords as bcrypt hashes
 *   setup.key               key files (hall/key_file.h): of `hall streams`,
 *   hall.key                of the hall's pages,
 *   archive.key             of `enqueue` and `work`,
 *   table-NAME.key          and of each table
 *   screen.key              with engine.mqtt: a user that only reads states
 *
 * What is secret is for its owner only (mode 0600). Keys that are there are
 * kept: after a table is added, another run makes its key only, and writes the
 * settings anew.
 *
 * A user may publish only the subjects that crok_hall_rights lists, and read
 * only its own inbox.
 *
 * Room     hall: uses core, the program openssl, libxcrypt.
 * Threads  any thread.
 * Source   documentation of NATS: "Authorization", "TLS", "MQTT"; crypt(5) of
 *          libxcrypt. */
#ifndef CROK_HALL_KEYS_H
#define CROK_HALL_KEYS_H

#include "core/save.h"
#include "hall/day_file.h"

/* Who a user is. */
typedef enum crok_hall_role {
    CROK_ROLE_TABLE,
    CROK_ROLE_SETUP,   /* makes the streams, and nobody else does */
    CROK_ROLE_HALL,    /* the hall's pages and results */
    CROK_ROLE_ARCHIVE, /* photos to be scored, and their results */
    CROK_ROLE_SCREEN   /* reads the tables' states by MQTT */
} crok_hall_role;

/* The settings of nats-server, known by their first line. */
extern const crok_save_kind crok_save_broker;

/* Make what is missing in a folder that exists.
 *
 *   folder  absolute: the broker's settings name files in it
 *   say     told of each file that was made or kept; may be NULL
 *
 * CROK_EARG  the file has no engine, or its address is not one of a local
 *            network, or it has no TLS; or one of a pair of files is missing
 * CROK_EIO   openssl failed, or a file cannot be written
 * CROK_EFORMAT  a key file is none
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_hall_keys_make(
    const crok_day_file *d, const char *folder,
    void (*say)(void *context, const char *what), void *context, crok_err *err);

#endif
