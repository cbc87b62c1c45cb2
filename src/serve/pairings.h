/* SPDX-License-Identifier: Apache-2.0
 *
 * serve/pairings.h: the matches that are still to be played at a table, as an
 * operator has typed them, a line each. All consoles of the table share the
 * list. The server does not read the lines, and keeps them in memory only: the
 * consoles give the list back after a restart.
 *
 * Room     serve, internal: no I/O.
 * Threads  one at a time for each list. */
#ifndef CROK_SERVE_PAIRINGS_H
#define CROK_SERVE_PAIRINGS_H

#include <stdbool.h>

#include "core/status.h"

/* Bytes of a list, with its end: some 200 lines of two names. */
#define CROK_PAIRINGS_TEXT 16384

/* All zero: nobody has set the list since the server was started. */
typedef struct crok_pairings {
    char *text; /* owned; NULL: not set, read as "" */
} crok_pairings;

/* The list. It is valid until the next change. */
const char *crok_pairings_text(const crok_pairings *p);

/* Replace the list.
 *
 *   was   the list that the operator saw
 *   text  copied
 *
 * CROK_ECONFLICT  the list is another one than `was`: somebody has changed it
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_pairings_set(crok_pairings *p, const char *was,
                                            const char *text, crok_err *err);

void crok_pairings_close(crok_pairings *p);

#endif
