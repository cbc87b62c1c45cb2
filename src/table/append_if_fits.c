/* SPDX-License-Identifier: Apache-2.0 */
#include "table/append_if_fits.h"

#include "table/gap.h"

crok_status crok_append_if_fits(crok_job *j, crok_event *e,
                                const crok_shot_seen *next, bool *done)
{
    crok_table *t = j->table;
    crok_match with;
    crok_err why;
    crok_status st = CROK_OK;
    e->seq = crok_live_seq(t->live) + 1;
    *done = crok_log_with(crok_live_log(t->live), e, &with, &why) == CROK_OK &&
            crok_gap_is_none(&with, &t->setup.sides, next);
    if (!*done)
        return CROK_OK;
    st = crok_job_append(j, e);
    return st == CROK_OK ? crok_table_learn_history(t, j->err) : st;
}
