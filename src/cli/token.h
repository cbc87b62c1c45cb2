/* SPDX-License-Identifier: Apache-2.0
 *
 * cli/token.h: the secret that lets a console write.
 *
 * Room     cli.
 * Threads  values only; any thread. */
#ifndef CROK_CLI_TOKEN_H
#define CROK_CLI_TOKEN_H

#include "core/status.h"
#include "serve/serve.h"

/* A new one: 128 bits from the kernel.
 *
 *   out  CROK_TOKEN_MAX + 1 bytes, written only on CROK_OK
 *
 * CROK_EIO  the kernel gives none */
CROK_MUST_USE crok_status crok_token_make(char *out, crok_err *err);

/* The one in a file, so that consoles stay signed in when the program starts
 * again; where there is no file, a new one, kept in it for its owner only.
 *
 * CROK_EIO      cannot be read or made
 * CROK_EFORMAT  the file's first line is too short or too long for a token */
CROK_MUST_USE crok_status crok_token_file(const char *path, char *out,
                                          crok_err *err);

#endif
