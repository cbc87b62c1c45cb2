/* SPDX-License-Identifier: Apache-2.0
 *
 * core/random.h: random numbers that nobody can guess.
 *
 * Room     core.
 * Threads  any thread.
 * Source   getrandom(2). */
#ifndef CROK_CORE_RANDOM_H
#define CROK_CORE_RANDOM_H

#include <stddef.h>

#include "core/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Write n random bytes, at most 64, as hexadecimal digits of lower case.
 *
 *   out  2 n + 1 bytes, written only on CROK_OK
 *
 * CROK_EIO  the kernel's random generator cannot be read */
CROK_MUST_USE crok_status crok_random_hex(char *out, size_t n, crok_err *err);

#ifdef __cplusplus
}
#endif
#endif
