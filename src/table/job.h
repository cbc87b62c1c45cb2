/* SPDX-License-Identifier: Apache-2.0
 *
 * table/job.h: the context in which one report of the engine is judged: the
 * table, and the effects of the report.
 *
 * Room     table.
 * Threads  as table.h. */
#ifndef CROK_TABLE_JOB_H
#define CROK_TABLE_JOB_H

#include "table/table.h"

typedef struct crok_job {
    crok_table *table;      /* borrowed */
    crok_table_effect *out; /* borrowed */
    crok_err *err;
    long film_ms; /* time of the rest in the video, ms; 0: the source is not a
                   * recording */
} crok_job;

/* Append an event to the record and update the table. If the disk does not take
 * it, it counts and waits in memory. Errors as crok_live_keep. */
CROK_MUST_USE crok_status crok_job_append(crok_job *j, const crok_event *e);

/* Set the note for the person at the terminal. */
void crok_job_note(crok_job *j, const char *fmt, ...) CROK_PRINTF(2, 3);

/* Report that a shot is not recorded: set the table's message about it, and the
 * note. */
void crok_job_refuse(crok_job *j, const char *fmt, ...) CROK_PRINTF(2, 3);

#endif
