/* SPDX-License-Identifier: Apache-2.0
 *
 * hall/local_reader.h: read what the tables on this machine play straight from
 * their records, and their present states from the files that `crokeye serve
 * --state` writes: a hall on one machine needs no broker.
 *
 * A record that is not there yet is waited for, and one that another has
 * replaced is taken up, as hall/outbox.h does.
 *
 * Room     hall: uses core and journal.
 * Threads  it has one thread; open and close are called by one thread. */
#ifndef CROK_HALL_LOCAL_READER_H
#define CROK_HALL_LOCAL_READER_H

#include "hall/sink.h"

/* A table on this machine; all borrowed. */
typedef struct crok_local_table {
    const char *name;
    const char *match; /* path of its record */
    const char *state; /* file with its newest document; NULL: none, it is made
                        * from the record */
} crok_local_table;

typedef struct crok_local_reader crok_local_reader;

/* Begin to read.
 *
 *   tables  n of them; kept, with what they point to
 *   out     written only on CROK_OK; close with crok_local_reader_close
 *
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_local_reader_open(const crok_local_table *tables,
                                                 int n,
                                                 const crok_hall_sink *to,
                                                 crok_local_reader **out,
                                                 crok_err *err);

/* End the thread. *r is set to NULL; NULL is fine. */
void crok_local_reader_close(crok_local_reader **r);

#endif
