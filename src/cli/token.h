/* SPDX-License-Identifier: Apache-2.0
 *
 * cli/token.h: make or read the token: the secret that a console needs to
 * write.
 *
 * Room     cli.
 * Threads  values only; any thread. */
#ifndef CROK_CLI_TOKEN_H
#define CROK_CLI_TOKEN_H

#include <stdbool.h>

#include "core/status.h"
#include "serve/serve.h"

/* Make a new token: 128 bits from the kernel's random generator.
 *
 *   out  CROK_TOKEN_MAX + 1 bytes, written only on CROK_OK
 *
 * CROK_EIO  the random generator cannot be read */
CROK_MUST_USE crok_status crok_token_make(char *out, crok_err *err);

/* Read the token from a file, so that consoles stay signed in when the program
 * restarts. If there is no file, or an empty one, make a token and store it,
 * readable by its owner only.
 *
 * CROK_EIO      the file cannot be read or made
 * CROK_EFORMAT  the file's first line is too short or too long for a token, or
 *               others may write the file, and so choose the token */
CROK_MUST_USE crok_status crok_token_file(const char *path, char *out,
                                          crok_err *err);

/* The same, but where the file cannot be used, a token of this run is made, and
 * *is_kept is false.
 *
 *   is_kept  written only on CROK_OK: the file has the token
 *   why      written if *is_kept is false
 *
 * CROK_EIO  the random generator cannot be read */
CROK_MUST_USE crok_status crok_token_try_file(const char *path, char *out,
                                              bool *is_kept, crok_err *why);

#endif
