/* SPDX-License-Identifier: Apache-2.0 */
#include "table/take_back.h"

#include <stdlib.h>

#include "table/append_if_fits.h"
#include "table/gap.h"

/* Was the shooting disc on the board or in the hole after the shot? */
static bool came_to_lie(const crok_shot *shot)
{
    int at = crok_disc_find(shot->after, shot->n_after, shot->shot_disc);
    return at >= 0 && shot->after[at].state != CROK_DISC_OUT;
}

/* May this shot have been none? `is_last`: no shot was recorded after it. */
static bool is_doubtful(const crok_shot_event *e, bool is_last)
{
    return e->is_unseen || (is_last && crok_flick_is_missing(e->shot.missing) &&
                            !came_to_lie(&e->shot));
}

static bool has_ruling(const crok_log *log, long seq)
{
    for (int i = 0; i < log->n; i++)
        if (log->events[i]->type == CROK_EVENT_RULING &&
            crok_kept_of(log->events[i]) == seq)
            return true;
    return false;
}

/* Append the undo of this shot if the next one fits then. */
static crok_status try_undo(crok_job *j, long seq, const crok_shot_seen *next,
                            bool *done)
{
    crok_event undo = {.type = CROK_EVENT_UNDO, .u.of = seq};
    return crok_append_if_fits(j, &undo, next, done);
}

crok_status crok_take_back(crok_job *j, const crok_shot_seen *next)
{
    const crok_log *log = crok_live_log(j->table->live);
    crok_event *e = NULL;
    long last = crok_table_match(j->table)->last.seq;
    bool done = false;
    crok_status st = CROK_OK;
    if (next->side < 0 || crok_gap_is_none(crok_table_match(j->table),
                                           &j->table->setup.sides, next))
        return CROK_OK;
    e = malloc(sizeof *e);
    if (e == NULL)
        return crok_fail(j->err, CROK_ENOMEM, "no memory for a shot");
    for (int i = log->n - 1; i >= 0 && !done && st == CROK_OK; i--) {
        long seq = log->events[i]->seq;
        if (log->events[i]->type == CROK_EVENT_ROUND_END ||
            log->events[i]->type == CROK_EVENT_REPLAY_ROUND ||
            log->events[i]->type == CROK_EVENT_MATCH_START)
            break;
        if (!crok_log_shot(log, seq, e))
            continue;
        if (is_doubtful(&e->u.shot, seq == last) && !has_ruling(log, seq))
            st = try_undo(j, seq, next, &done);
        if (done && st == CROK_OK)
            crok_job_note(j, "event %ld was no shot: it is undone", seq);
    }
    free(e);
    return st;
}
