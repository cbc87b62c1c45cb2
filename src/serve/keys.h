/* SPDX-License-Identifier: Apache-2.0
 *
 * serve/keys.h: the tokens of single tables. Whoever has one of them writes to
 * that table's match and to nothing else: a code on the table gives it to the
 * players' phones.
 *
 * A table's token is made of a random key, the id of its record and the number
 * of times that it was withdrawn. So it is the same after a restart with the
 * same key, stays with the record if the tables are reordered, and reveals
 * nothing of another table's token nor of the server's. Withdrawing counts one
 * on: the old token and all sign-ins with it end. The counts are lines of the
 * file that keeps the server's token, "withdrawn ID COUNT"; a file without them
 * means none.
 *
 * Room     serve, internal: uses core. Nothing here reads a request.
 * Threads  one owner. */
#ifndef CROK_SERVE_KEYS_H
#define CROK_SERVE_KEYS_H

#include <stdbool.h>

#include "core/sha256.h"
#include "core/status.h"

/* Bit set of tables: bit k is table k. */
#define CROK_NO_TABLE 0U
#define CROK_EVERY_TABLE (~0U)

#define CROK_KEY_TABLES 16
/* Lower-case hexadecimal digits of a table's token: 128 bits. */
#define CROK_KEY_DIGITS 32
/* Text of a record's id, with its end. */
#define CROK_KEY_ID 40

typedef struct crok_key {
    char id[CROK_KEY_ID]; /* of the record; of one in memory its place */
    long withdrawn;       /* times */
    char token[CROK_KEY_DIGITS + 1];
    char session[CROK_SHA256_HEX]; /* value of the cookie of a sign-in */
} crok_key;

typedef struct crok_keys {
    char secret[CROK_SHA256_HEX]; /* of which the tokens are made */
    const char *path; /* borrowed: the file with the counts, or NULL: they are
                       * forgotten at the end */
    int n;
    crok_key of[CROK_KEY_TABLES];
} crok_keys;

/* Make the keys of tables whose `id`s, `n`, secret and path are set. Reads the
 * counts.
 *
 * CROK_EIO      the file cannot be read
 * CROK_EFORMAT  a line of it is none
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_keys_open(crok_keys *k, crok_err *err);

/* Withdraw the token of table i and make the next one. Also if the count cannot
 * be kept, the old token has ended until the program does.
 *
 * CROK_EIO, CROK_EARG, CROK_ENOMEM  the count could not be kept */
CROK_MUST_USE crok_status crok_keys_withdraw(crok_keys *k, int i,
                                             crok_err *err);

#endif
