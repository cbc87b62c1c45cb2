/* SPDX-License-Identifier: Apache-2.0
 *
 * hall/next_out.h: send what is next at each table, crokeye.next/1, to the
 * table: by the stream NEXT of the broker, from which its publisher fetches it,
 * or on one machine into the file that its program reads. What cannot be sent
 * is tried again until it is, or until there is a newer list.
 *
 * Room     hall: uses core.
 * Threads  any thread may make any call between open and close. It has a thread
 *          of its own, which sends. */
#ifndef CROK_HALL_NEXT_OUT_H
#define CROK_HALL_NEXT_OUT_H

#include "hall/link.h"

typedef struct crok_next_out crok_next_out;

/* All borrowed. */
typedef struct crok_next_out_config {
    const crok_engine_options *engine; /* kept, with what it points to; NULL:
                                        * there is no broker */
    const char *hall;                  /* kept: its name in the subjects */
    /* Returns the file of a table on this machine, owned by the caller and
     * valid until close; NULL: it has none. */
    const char *(*file_of)(void *context, const char *table);
    /* Told what a person should know. */
    void (*say)(void *context, const char *what);
    void *context; /* passed to both */
} crok_next_out_config;

/* Begin to send.
 *
 *   out  written only on CROK_OK; close with crok_next_out_close
 *
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_next_out_open(const crok_next_out_config *config,
                                             crok_next_out **out,
                                             crok_err *err);

/* End the thread; what was not sent yet is not. *n is set to NULL; NULL is
 * fine. */
void crok_next_out_close(crok_next_out **n);

/* Send the list of a table. Without memory for it nothing is sent.
 *
 *   json  borrowed: crokeye.next/1 */
void crok_next_out_set(crok_next_out *n, const char *table, const char *json);

#endif
