/* SPDX-License-Identifier: Apache-2.0
 *
 * hall/link.h: a connection to a hall's broker, as the options --engine and
 * --key of a command give it.
 *
 * The key file says who the command is (hall/key_file.h).
 *
 * Room     hall: uses core.
 * Threads  a link is closed by the thread that opened it; otherwise as
 *          hall/broker/broker.h. */
#ifndef CROK_HALL_LINK_H
#define CROK_HALL_LINK_H

#include "hall/broker/broker.h"

#define CROK_ENGINE_DEFAULT "nats://127.0.0.1:4222"

/* All borrowed. */
typedef struct crok_engine_options {
    const char *url;      /* nats:// or tls://, without a user */
    const char *key_path; /* a key file, or NULL */
    const char *name;     /* of the client, in the broker's log */
    int64_t wait_ms;      /* how long a call waits for its answer, > 0 */
} crok_engine_options;

typedef struct crok_hall_link {
    const crok_broker_calls *calls;
    crok_broker *broker; /* owned */
} crok_hall_link;

/* Load the broker's library, read the key and connect.
 *
 *   out  written only on CROK_OK; close with crok_hall_link_close
 *
 * CROK_EFORMAT  the key file is none; the message has its line
 * CROK_EIO      the key file cannot be read, or the broker not be reached
 * Others as crok_broker_load and crok_broker_calls.open */
CROK_MUST_USE crok_status crok_hall_link_open(const crok_engine_options *o,
                                              crok_hall_link *out,
                                              crok_err *err);
void crok_hall_link_close(crok_hall_link *link);

#endif
