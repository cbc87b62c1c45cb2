/* SPDX-License-Identifier: Apache-2.0 */
#include "hall/outbox.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "core/clock.h"

#define PATH_BYTES 4096

crok_outbox crok_outbox_of(const char *path)
{
    return (crok_outbox){.path = path};
}

void crok_outbox_close(crok_outbox *o)
{
    crok_journal_close(&o->journal);
    o->record[0] = '\0';
    o->is_leaving = false;
}

/* Does the journal of an unfinished transaction lie beside the record? */
static bool is_unfinished(const char *path)
{
    char name[PATH_BYTES];
    int n = snprintf(name, sizeof name, "%s-journal", path);
    return n > 0 && n < PATH_BYTES && access(name, F_OK) == 0;
}

static crok_status open_record(crok_outbox *o, crok_err *err)
{
    bool was_unfinished = is_unfinished(o->path);
    crok_status st =
        crok_journal_open(o->path, CROK_JOURNAL_READ, &o->journal, err);
    if (st != CROK_OK)
        return st;
    o->n_opened++;
    o->may_be_copy = was_unfinished || is_unfinished(o->path);
    memcpy(o->record, crok_journal_health_of(o->journal).id, sizeof o->record);
    if (o->record[0] != '\0')
        return CROK_OK;
    crok_outbox_close(o);
    return crok_fail(err, CROK_EUNSUPPORTED,
                     "%.150s: an older crokeye made this record, without an "
                     "id; it gets one when it is opened to play",
                     o->path);
}

static crok_status read_new(crok_outbox *o, crok_err *err)
{
    crok_status st = CROK_OK;
    if (o->journal == NULL)
        return open_record(o, err);
    st = crok_journal_refresh(o->journal, err);
    /* what does not follow may be another record, written over this one */
    if (st == CROK_EFORMAT || st == CROK_ECONFLICT) {
        crok_outbox_close(o);
        st = open_record(o, err);
    }
    return st;
}

/* A file that is being made is empty at first. Where there was a record, nobody
 * expects that. */
static crok_status meet_empty(crok_outbox *o, crok_err *err)
{
    crok_outbox_close(o);
    if (o->n_opened == 0)
        return CROK_OK;
    return crok_fail(err, CROK_EFORMAT,
                     "%.120s: the record that was here is gone, and the file "
                     "in its place is empty; put the record back, or begin a "
                     "match there",
                     o->path);
}

/* There is another file at the path. May the open record be closed, because it
 * has been sent completely? Before this is decided, its last events are read.
 */
static bool may_leave(crok_outbox *o, bool is_sent, bool *out)
{
    if (o->journal == NULL || (o->is_leaving && is_sent))
        return true;
    if (!o->is_leaving)
        *out = crok_journal_refresh(o->journal, NULL) == CROK_OK;
    o->is_leaving = true;
    return false;
}

crok_status crok_outbox_look(crok_outbox *o, bool may_differ, bool is_sent,
                             bool *out, crok_err *err)
{
    const int64_t now_ms = crok_clock_monotonic_ms();
    crok_file_mark mark = {.exists = false};
    bool is_other = false;
    crok_status st = CROK_OK;
    *out = false;
    if (!may_differ && !o->is_leaving &&
        (o->reading.n_failed == 0 || now_ms < o->reading.due_ms))
        return CROK_OK;
    mark = crok_file_mark_of(o->path);
    is_other = !crok_file_mark_same_file(&mark, &o->mark);
    if (is_other && !may_leave(o, is_sent, out))
        return CROK_OK;
    if (is_other || o->may_be_copy)
        crok_outbox_close(o);
    o->mark = mark;
    *out = true;
    if (mark.exists && mark.n_bytes > 0)
        st = read_new(o, err);
    else if (mark.exists)
        st = meet_empty(o, err);
    if (st != CROK_OK)
        crok_attempt_failed(&o->reading, now_ms);
    return st;
}
