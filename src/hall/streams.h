/* SPDX-License-Identifier: Apache-2.0
 *
 * hall/streams.h: who makes a stream that is not there.
 *
 * With users at the broker, as `crokeye hall keys` makes them, `crokeye hall
 * streams` alone may. A broker without users is a trial's: there each program
 * makes what it needs.
 *
 * Room     hall: uses core.
 * Threads  as hall/broker/broker.h. */
#ifndef CROK_HALL_STREAMS_H
#define CROK_HALL_STREAMS_H

#include <stdbool.h>

#include "hall/link.h"
#include "hall/subjects.h"

/* A call about a stream has failed. If that is because there is no such stream,
 * make it, with one copy. A stream that is there is not changed: a person may
 * have given it other settings.
 *
 *   err  if there is none and it may not be made, it says so; otherwise it
 *        stays
 *
 * Returns true if the stream was made, so that the call can be made again. */
bool crok_hall_stream_missing(const crok_hall_link *link,
                              crok_hall_stream stream, crok_err *err);

/* Make sure that a stream is there, and get its figures.
 *
 *   out  may be written on failure, too
 *
 * CROK_EIO  there is none and it may not be made
 * Others as crok_broker_calls.figures */
CROK_MUST_USE crok_status crok_hall_stream_need(const crok_hall_link *link,
                                                crok_hall_stream stream,
                                                crok_stream_figures *out,
                                                crok_err *err);

#endif
