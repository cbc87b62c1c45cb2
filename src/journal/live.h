/* SPDX-License-Identifier: Apache-2.0
 *
 * journal/live.h: the live record: a match while it is played, with one writer
 * and many who look on.
 *
 * It joins the record on the disk (journal/journal.h), or a log in memory only,
 * with what holds at this moment: what the source sees and the board from
 * above. What a person posts and what the judge at the table appends take the
 * same way, one after the other, and are on the disk before anybody sees them.
 * One composer (journal/document.h) makes crokeye.match/1 of all of it.
 *
 * Frames   mm: board.
 * Room     journal: uses core and rules. Reads the clock: an event's time is
 *          when it was appended.
 * Threads  any, while it is open: each call takes the record for its own while.
 *          Who needs several calls in one go holds the record; the holder may
 *          make every call. */
#ifndef CROK_JOURNAL_LIVE_H
#define CROK_JOURNAL_LIVE_H

#include "journal/journal.h"
#include "journal/live_source.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct crok_live crok_live;

/* The record has changed: called with the record held, after each change.
 *
 *   context  as it was given; borrowed
 *
 * What it returns is what the call returns that made the change; the change
 * itself stays. */
typedef crok_status crok_live_observer(void *context, crok_live *live,
                                       crok_err *err);

/* Open the record at `path`, made where there is none; NULL: in memory only.
 *
 *   out  written only on CROK_OK; close with crok_live_close
 *
 * Errors as crok_journal_open in CROK_JOURNAL_WRITE; CROK_ENOMEM */
CROK_MUST_USE crok_status crok_live_open(const char *path, crok_live **out,
                                         crok_err *err);

/* Close *live and set it to NULL; NULL and a pointer to NULL are fine. In a
 * record on the disk no event is lost if the program ends without this call,
 * because each was written when it was appended. */
void crok_live_close(crok_live **live);

/* Name the one observer, before others use the record.
 *
 *   context  kept */
void crok_live_observe(crok_live *live, crok_live_observer *observer,
                       void *context);

/* Lock the record: calls of other threads wait. The lock is recursive. Keep it
 * short: viewers and the console wait. */
void crok_live_hold(crok_live *live);
void crok_live_release(crok_live *live);

/* All events, folded; owned by the record, valid while it is locked. */
const crok_log *crok_live_log(const crok_live *live);

/* seq of the last event; 0 if there is none. */
long crok_live_seq(const crok_live *live);

/* Append one event: on the disk when this returns, where there is one.
 *
 *   e  borrowed; its seq and time are not looked at
 *
 * Errors as crok_journal_append, which also says what expected_seq is; nothing
 * has changed then. Errors of the observer: the event is kept. */
CROK_MUST_USE crok_status crok_live_append(crok_live *live, const crok_event *e,
                                           long expected_seq, crok_err *err);

/* ---- pictures of events ---- */

/* Are pictures kept? Not in memory. */
bool crok_live_keeps_pictures(const crok_live *live);

/* As crok_journal_put_picture; nothing in memory. Observed where the picture is
 * a call's, which the document shows. */
CROK_MUST_USE crok_status crok_live_put_picture(crok_live *live,
                                                const crok_picture_key *key,
                                                const void *bytes, size_t len,
                                                crok_err *err);

/* As crok_journal_picture; none in memory. */
CROK_MUST_USE crok_status crok_live_picture(crok_live *live,
                                            const crok_picture_key *key,
                                            unsigned char **bytes, size_t *len,
                                            crok_err *err);

/* ---- what holds now ---- */

/* Set the state of the source.
 *
 *   source   borrowed, copied
 *   is_news  call the observer; false if only counters have changed
 *
 * CROK_OK, or the observer's error; the state is set in either case */
CROK_MUST_USE crok_status crok_live_set_source(crok_live *live,
                                               const crok_live_source *source,
                                               bool is_news, crok_err *err);

/* The last state of the source; owned by the record, valid while it is
 * locked. */
const crok_live_source *crok_live_source_of(const crok_live *live);

/* The board from above at the latest rest. */
typedef struct crok_top_view {
    long n;               /* counts the pictures; 0: there is none yet */
    unsigned char *bytes; /* JPEG, owned */
    size_t len;
    double half_mm; /* half the side of the square about the hole */
} crok_top_view;

/* Set it.
 *
 *   jpeg  borrowed, copied; 0 < len <= CROK_PICTURE_MAX_BYTES
 *
 * CROK_ENOMEM  the one before stays */
CROK_MUST_USE crok_status crok_live_set_top_view(crok_live *live,
                                                 const void *jpeg, size_t len,
                                                 double half_mm, crok_err *err);

/* Owned by the record, valid while it is locked. */
const crok_top_view *crok_live_top_view(const crok_live *live);

/* crokeye.match/1 as it stands.
 *
 *   place  of the table among those of a server, from 0
 *
 * Returned: free with cJSON_free; NULL where memory ran out. */
char *crok_live_document(crok_live *live, int place);

#ifdef __cplusplus
}
#endif
#endif
