/* SPDX-License-Identifier: Apache-2.0
 *
 * core/clock.h: gives the time, for time stamps, for waiting and for timings.
 *
 * Room     core: reads the system's clock.
 * Threads  any thread. */
#ifndef CROK_CORE_CLOCK_H
#define CROK_CORE_CLOCK_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define CROK_CLOCK_TEXT_MAX 32

/* Milliseconds since 1970, UTC. */
int64_t crok_clock_ms(void);

/* Milliseconds since an arbitrary moment, from a clock that is never set back.
 * Used for waiting. */
int64_t crok_clock_monotonic_ms(void);

/* Nanoseconds of processor time that this thread has used. Used for timings. */
int64_t crok_clock_thread_cpu_ns(void);

/* Write a time of crok_clock_ms as text in UTC (RFC 3339), for example
 * "2026-05-02T10:00:20.125Z".
 *
 *   out  CROK_CLOCK_TEXT_MAX bytes, written */
void crok_clock_text(int64_t ms, char *out);

#ifdef __cplusplus
}
#endif
#endif
