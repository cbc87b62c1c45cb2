/* SPDX-License-Identifier: Apache-2.0
 *
 * hall/key_check.h: look at the key files of a day before it begins: a key that
 * is missing, another table's, or open to everybody, and a certificate that the
 * broker's clients would refuse.
 *
 * Room     hall: uses core, the program openssl.
 * Threads  any thread. */
#ifndef CROK_HALL_KEY_CHECK_H
#define CROK_HALL_KEY_CHECK_H

#include "hall/day_file.h"

/* Where findings go. */
typedef struct crok_key_found {
    void *context;
    /* What would not work, and what works but should not stay so; the text says
     * what to do, and is valid for the call. */
    void (*error)(void *context, const char *what);
    void (*warning)(void *context, const char *what);
} crok_key_found;

/* Look at the key of a table, or with NULL at that of the hall's pages. Without
 * an engine there is none.
 *
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_key_check(const crok_day_file *d,
                                         const crok_conf_settings *table,
                                         const crok_key_found *to,
                                         crok_err *err);

/* Look whether the broker's certificate, where it is in the folder of the keys,
 * names the host of engine.url.
 *
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_key_check_host(const crok_day_file *d,
                                              const crok_key_found *to,
                                              crok_err *err);

#endif
