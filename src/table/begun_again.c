/* SPDX-License-Identifier: Apache-2.0 */
#include "table/begun_again.h"

#include "table/gap.h"
#include "table/record_unseen.h"

crok_status crok_find_begun_again(crok_job *j, const crok_shot_seen *next)
{
    crok_table *t = j->table;
    crok_event e = {.seq = crok_live_seq(t->live) + 1,
                    .type = CROK_EVENT_REPLAY_ROUND,
                    .is_open = true,
                    .after = t->cleared_after,
                    .u.reason = "more discs were shot than are dealt"};
    crok_match with;
    crok_err why;
    crok_status st = CROK_OK;
    if (t->cleared_after == 0 || crok_shots_left(crok_table_match(t)) > 0 ||
        crok_log_with(crok_live_log(t->live), &e, &with, &why) != CROK_OK ||
        !crok_gap_is_none(&with, &t->setup.sides, next))
        return CROK_OK;
    st = crok_job_append(j, &e);
    if (st == CROK_OK)
        st = crok_table_learn_history(t, j->err);
    if (st == CROK_OK)
        crok_job_note(j,
                      "more discs were shot than are dealt: round %d is taken "
                      "as begun again when the board was cleared; a ruling on "
                      "event %ld confirms it",
                      with.round, e.seq);
    t->cleared_after = 0;
    return st;
}
