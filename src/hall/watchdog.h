/* SPDX-License-Identifier: Apache-2.0
 *
 * hall/watchdog.h: a thread that notices when another one hangs. libnats may
 * wait for ever in a TLS handshake whose other side is silent
 * (github.com/nats-io/nats.c/issues/906), and no time limit of a call ends
 * that.
 *
 * Room     hall: uses core.
 * Threads  crok_watchdog_beat may be called from any thread. */
#ifndef CROK_HALL_WATCHDOG_H
#define CROK_HALL_WATCHDOG_H

#include <stdint.h>

#include "core/status.h"

typedef struct crok_watchdog crok_watchdog;

/* Start to watch.
 *
 *   limit_ms  so long without a beat is a hang
 *   hangs     called once, in the thread of the watchdog, when that has
 *             happened; it may end the program
 *
 * CROK_ENOMEM  no memory, or no thread */
CROK_MUST_USE crok_status crok_watchdog_start(int64_t limit_ms,
                                              void (*hangs)(void),
                                              crok_watchdog **out,
                                              crok_err *err);

/* Say that work goes on. */
void crok_watchdog_beat(crok_watchdog *w);

/* End the thread, and free *w. NULL is fine. */
void crok_watchdog_stop(crok_watchdog **w);

#endif
