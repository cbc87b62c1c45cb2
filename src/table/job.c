/* SPDX-License-Identifier: Apache-2.0 */
#include "table/job.h"

#include <stdarg.h>
#include <stdio.h>

crok_status crok_job_append(crok_job *j, const crok_event *e)
{
    crok_status st = crok_live_keep(j->table->live, e, CROK_SEQ_ANY, j->err);
    if (st != CROK_OK)
        return st;
    crok_table_note(j->table);
    j->out->n_events++;
    return CROK_OK;
}

void crok_job_note(crok_job *j, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    (void)vsnprintf(j->out->note, sizeof j->out->note, fmt, args);
    va_end(args);
}

void crok_job_refuse(crok_job *j, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    (void)vsnprintf(j->table->refused, sizeof j->table->refused, fmt, args);
    va_end(args);
    crok_job_note(j, "%s", j->table->refused);
}
