/* SPDX-License-Identifier: Apache-2.0
 *
 * hall/key_file.h: a key file says who a command is to the broker: a libconfig
 * file with the settings
 *
 *   user = "table-1"; password = "...";   both, or neither
 *   authority = "ca.pem";    whose certificate signed the broker's; a relative
 *                            path is relative to the key file
 *   inbox = "_INBOX_table-1";
 *
 * all of which are optional, and others are refused. `crokeye hall keys` writes
 * them.
 *
 * Room     hall, internal: uses core and libconfig (LGPL 2.1, dynamically
 *          linked).
 * Threads  values only; any thread. */
#ifndef CROK_HALL_KEY_FILE_H
#define CROK_HALL_KEY_FILE_H

#include "core/save.h"
#include "core/status.h"

#define CROK_KEY_PATH 4096

/* "" is a setting that is not there. */
typedef struct crok_hall_key {
    char user[384], password[256];
    char authority[CROK_KEY_PATH]; /* as a path of the program's */
    char inbox[400];
} crok_hall_key;

/* Read a key file.
 *
 *   out  written only on CROK_OK
 *
 * CROK_EFORMAT  it is none; the message has its line
 * CROK_EIO      it cannot be read
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_hall_key_read(const char *path,
                                             crok_hall_key *out, crok_err *err);

/* Write a new key file, for its owner only. A file that is there is never
 * replaced.
 *
 *   key  its authority is written as it is
 *
 * Errors as crok_save */
CROK_MUST_USE crok_status crok_hall_key_write(const char *path,
                                              const crok_hall_key *key,
                                              crok_err *err);

/* A kind of file that is never replaced. */
extern const crok_save_kind crok_save_secret;

#endif
