/* SPDX-License-Identifier: Apache-2.0 */
#include "rules/undo.h"

#include <stdlib.h>

static bool is_undo(const crok_kept *e)
{
    return e->type == CROK_EVENT_UNDO;
}

/* Find the newest undo in force of an event that is not itself an undo, among
 * the undos at the end of the log. */
static void find_redo(const crok_log *log, const bool *stands,
                      crok_undoable *out)
{
    for (int i = log->n - 1; i >= 0 && is_undo(log->events[i]); i--) {
        long of = crok_kept_of(log->events[i]);
        const crok_kept *taken = crok_log_find(log, of);
        if (!stands[i] || taken == NULL || is_undo(taken))
            continue;
        out->redo = log->events[i]->seq;
        out->back = of;
        return;
    }
}

static void find_undo(const crok_log *log, const bool *stands,
                      crok_undoable *out)
{
    for (int i = log->n - 1; i >= 0 && out->start == 0; i--) {
        const crok_kept *e = log->events[i];
        if (!stands[i] || is_undo(e))
            continue;
        if (e->type == CROK_EVENT_MATCH_START)
            out->start = e->seq;
        else if (out->undo == 0)
            out->undo = e->seq;
    }
}

crok_status crok_log_undoable(const crok_log *log, crok_undoable *out,
                              crok_err *err)
{
    bool *stands = calloc((size_t)log->n + 1, sizeof *stands);
    crok_undoable found = {0};
    crok_status st = CROK_OK;
    if (stands == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory for %d events", log->n);
    st = crok_log_standing(log, stands, err);
    if (st == CROK_OK) {
        find_undo(log, stands, &found);
        find_redo(log, stands, &found);
        *out = found;
    }
    free(stands);
    return st;
}
