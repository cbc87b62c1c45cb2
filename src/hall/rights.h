/* SPDX-License-Identifier: Apache-2.0
 *
 * hall/rights.h: what the broker lets each user of a hall publish. Everything
 * else is refused. Requests to JetStream are published, too, below $JS.
 *
 * Room     hall, internal: uses core.
 * Threads  values only; any thread.
 * Source   "JetStream API Reference" of NATS; the requests of libnats 3.4.1,
 *          found by refusing all and looking at the broker's log. */
#ifndef CROK_HALL_RIGHTS_H
#define CROK_HALL_RIGHTS_H

#include "hall/keys.h"
#include "report/str.h"

/* Append the value of the setting "publish" of a user: the subjects that it may
 * publish.
 *
 *   hall, table  names; table only for CROK_ROLE_TABLE
 *
 * CROK_EARG  a name is empty or too long */
CROK_MUST_USE crok_status crok_rights_publish(crok_hall_role role,
                                              const char *hall,
                                              const char *table, crok_str *t,
                                              crok_err *err);

/* Append the subjects that a user may read, each in quotation marks.
 *
 *   inbox  prefix of the subjects of its answers; "" if it asks nothing */
CROK_MUST_USE crok_status crok_rights_read(crok_hall_role role,
                                           const char *hall, const char *inbox,
                                           crok_str *t, crok_err *err);

#endif
