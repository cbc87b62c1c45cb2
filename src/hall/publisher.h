/* SPDX-License-Identifier: Apache-2.0
 *
 * hall/publisher.h: the publisher of one or several tables: it sends what their
 * records have to the hall's broker, and fetches their lists of next matches.
 * It is a process of its own beside the tables' own, and reads what these have
 * written: so nothing that happens here or at the broker touches a match.
 *
 * Without a connection it waits, for ever: the records grow meanwhile, and when
 * the broker is there again, it goes on behind the last row that the broker
 * has.
 *
 * Room     hall: uses core and journal.
 * Threads  one publisher, one thread. */
#ifndef CROK_HALL_PUBLISHER_H
#define CROK_HALL_PUBLISHER_H

#include "hall/link.h"

typedef struct crok_publish_table {
    const char *match;      /* path of the record; it need not exist */
    const char *name;       /* of the table, in subjects */
    const char *state_path; /* the document of its program, or NULL */
    const char *next_path;  /* where its list of next matches goes, or NULL */
} crok_publish_table;

/* All borrowed during the call. */
typedef struct crok_publisher_options {
    crok_engine_options engine;
    const char *hall;
    const crok_publish_table *tables;
    int n_tables;
    int64_t patience_ms; /* a connection that is lost for so long is closed and
                          * made anew */
    void *context;       /* of the following */
    void (*say)(void *context, const char *what); /* one line for a person */
    bool (*ends)(void *context);  /* asked often: should it end? */
    void (*beats)(void *context); /* called at least every 2 seconds and after
                                   * each call of the broker */
} crok_publisher_options;

/* Publish until `ends` says so, and then for a few seconds at most what is not
 * yet sent, if the broker can be reached.
 *
 * CROK_EARG          two tables have one name or one record; or a name is empty
 *                    or too long
 * CROK_EUNSUPPORTED  the broker's library is not installed (crok_broker_load)
 * CROK_EFORMAT       the key file is none
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_publisher_run(const crok_publisher_options *o,
                                             crok_err *err);

#endif
