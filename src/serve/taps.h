/* SPDX-License-Identifier: Apache-2.0
 *
 * serve/taps.h: how many events a token may write to a table, as much as
 * persons tap. A record has room for a day of them (rules/room.h); without a
 * limit, a script with the token of a scanned code spends it in a minute.
 *
 * Room     serve, internal.
 * Threads  values only; any thread. */
#ifndef CROK_SERVE_TAPS_H
#define CROK_SERVE_TAPS_H

#include "serve/bucket.h"

/* A table's token is in the hands of the persons at one board. A round is
 * counted in fewer than 60 taps, also one 20 at a time and with mistakes; and
 * a round takes five minutes, so that nobody taps every 3 s for long. */
#define CROK_TAPS_OF_PERSONS ((crok_bucket_size){60, 3000})

/* The server's token is the operator's and that of his programs, which may
 * bring a table up to date: five matches of 201 events at once. */
#define CROK_TAPS_OF_HOST ((crok_bucket_size){1000, 3000})

/* Events written to one table. All zero: none yet. */
typedef struct crok_taps {
    crok_bucket persons, host;
} crok_taps;

#endif
