/* SPDX-License-Identifier: Apache-2.0
 *
 * tests/hall/listed.h: a message of no broker: its handle is the list of its
 * headers' names and values, ended by NULL. */
#ifndef CROK_TESTS_HALL_LISTED_H
#define CROK_TESTS_HALL_LISTED_H

#include <string.h>

#include "hall/broker/broker.h"

/* As crok_broker_calls.header. */
static inline const char *listed_header(const crok_message *m, const char *name)
{
    const char *const *list = m->handle;
    for (; list[0] != NULL; list += 2)
        if (strcmp(list[0], name) == 0)
            return list[1];
    return NULL;
}

#endif
