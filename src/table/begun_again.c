/* SPDX-License-Identifier: Apache-2.0 */
#include "table/begun_again.h"

#include "table/append_if_fits.h"
#include "table/record_unseen.h"

crok_status crok_find_begun_again(crok_job *j, const crok_shot_seen *next)
{
    crok_table *t = j->table;
    crok_event e = {.type = CROK_EVENT_REPLAY_ROUND,
                    .is_open = true,
                    .after = t->cleared_after,
                    .u.reason = "more discs were shot than are dealt"};
    bool done = false;
    crok_status st = CROK_OK;
    if (t->cleared_after == 0 || crok_shots_left(crok_table_match(t)) > 0)
        return CROK_OK;
    st = crok_append_if_fits(j, &e, next, &done);
    if (st != CROK_OK || !done)
        return st;
    crok_job_note(j,
                  "more discs were shot than are dealt: round %d is taken as "
                  "begun again when the board was cleared; a ruling on event "
                  "%ld confirms it",
                  crok_table_match(t)->round, e.seq);
    t->cleared_after = 0;
    return CROK_OK;
}
