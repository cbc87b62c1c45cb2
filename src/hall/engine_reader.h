/* SPDX-License-Identifier: Apache-2.0
 *
 * hall/engine_reader.h: read what the tables of a hall publish, from the
 * broker, and give it to a sink: the rows of their records from the first one
 * that is kept, then those that come (stream EVENT); and each table's present
 * state, then the new ones (STATE).
 *
 * A broker that cannot be reached is tried again for ever, and what was missed
 * is read then. A broker that lost its last messages in a power cut gives their
 * numbers again to other messages: so after each loss of the connection the
 * last messages are read once more and compared with those that were read; if
 * one differs, and where a row is missing, everything is read anew. The sink
 * takes a row that it knows as often as it comes.
 *
 * Room     hall: uses core.
 * Threads  it has one thread for each stream; open and close are called by one
 *          thread.
 * Source   rows: hall/row.h; failures of the broker: hall/broker/broker.h. */
#ifndef CROK_HALL_ENGINE_READER_H
#define CROK_HALL_ENGINE_READER_H

#include "hall/link.h"
#include "hall/sink.h"

typedef struct crok_engine_reader crok_engine_reader;

/* All borrowed. */
typedef struct crok_engine_reader_config {
    crok_engine_options engine; /* kept, with what it points to */
    const char *hall;           /* its name in the subjects */
    crok_hall_sink to;
} crok_engine_reader_config;

/* Begin to read. That the broker cannot be reached is no error: the sink is
 * told, and it is tried again.
 *
 *   out  written only on CROK_OK; close with crok_engine_reader_close
 *
 * CROK_EARG          the hall's name is empty or too long
 * CROK_EUNSUPPORTED  the broker's library is not there
 * CROK_ENOMEM */
CROK_MUST_USE crok_status
crok_engine_reader_open(const crok_engine_reader_config *config,
                        crok_engine_reader **out, crok_err *err);

/* End the threads. *r is set to NULL; NULL is fine. */
void crok_engine_reader_close(crok_engine_reader **r);

#endif
