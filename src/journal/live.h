/* SPDX-License-Identifier: Apache-2.0
 *
 * journal/live.h: the live record: the record of a match while it is played,
 * with one writer and many readers.
 *
 * The live record has a journal on the disk (journal/journal.h) or a log in
 * memory only, the present state of the source, and the present top view of the
 * board. crok_live_append adds the events of persons and of the judge at the
 * table, one after the other. An event is on the disk before a reader can see
 * it. journal/document.h makes crokeye.match/1 from all of this.
 *
 * Frames   mm: board.
 * Room     journal: uses core and rules. Reads the clock: an event's time is
 *          when it was appended.
 * Threads  any, while it is open: each call locks the record for its duration.
 *          To make several calls without an interruption, lock it with
 *          crok_live_hold; the lock is recursive, so the thread that holds it
 *          may make every call. */
#ifndef CROK_JOURNAL_LIVE_H
#define CROK_JOURNAL_LIVE_H

#include "journal/journal.h"
#include "journal/live_source.h"
#include "journal/replay.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct crok_live crok_live;

/* A function that is called after each change of the record, with the record
 * locked.
 *
 *   context  as given to crok_live_observe; borrowed
 *
 * The call that made the change returns the observer's status. The change stays
 * if that is an error. */
typedef crok_status crok_live_observer(void *context, crok_live *live,
                                       crok_err *err);

/* Open the record at `path`, or create it if there is no such file. If path is
 * NULL, the record is in memory only.
 *
 *   out  written only on CROK_OK; close with crok_live_close
 *
 * Errors are those of crok_journal_open in mode CROK_JOURNAL_WRITE. */
CROK_MUST_USE crok_status crok_live_open(const char *path, crok_live **out,
                                         crok_err *err);

/* Close *live and set it to NULL. If `live` or *live is NULL it does nothing.
 * If the program ends without this call, no event of a record on the disk is
 * lost, because each was written when it was appended. */
void crok_live_close(crok_live **live);

/* Set the only observer. Call this before another thread uses the record.
 *
 *   context  borrowed until crok_live_close; passed to each call */
void crok_live_observe(crok_live *live, crok_live_observer *observer,
                       void *context);

/* Lock the record, and unlock it. While it is locked, calls of other threads
 * wait, so hold it for a short time only. The lock is recursive. */
void crok_live_hold(crok_live *live);
void crok_live_release(crok_live *live);

/* Returns the log of all events, with the match that results from them. The
 * record owns it, and it is valid while the record is locked. */
const crok_log *crok_live_log(const crok_live *live);

/* Returns the seq of the last event, or 0 if there is none. */
long crok_live_seq(const crok_live *live);

/* Append one event. If the record has a file, the event is on the disk when
 * this returns.
 *
 *   e             borrowed; its seq and time are ignored
 *   expected_seq  the seq that the caller last saw, or CROK_SEQ_ANY
 *
 * Errors are those of crok_journal_append, and then nothing has changed; or the
 * observer's error, and then the event stays in the record. */
CROK_MUST_USE crok_status crok_live_append(crok_live *live, const crok_event *e,
                                           long expected_seq, crok_err *err);

/* Append one event as crok_live_append, but if the disk does not take it, keep
 * it in memory and try again (crok_journal_keep): for events that nobody can
 * enter once more. */
CROK_MUST_USE crok_status crok_live_keep(crok_live *live, const crok_event *e,
                                         long expected_seq, crok_err *err);

/* Write what is only in memory, if something is and the last try was a while
 * ago. Call this often, from any thread.
 *
 *   at_once  do not wait for the time of the next try
 *
 * Only an error of the observer is returned; crok_live_health has what is wrong
 * with the record. */
CROK_MUST_USE crok_status crok_live_retry(crok_live *live, bool at_once,
                                          crok_err *err);

/* Before the program ends, try a last time to write what is only in memory.
 *
 * CROK_EIO  the disk does not take all of it; msg says what is lost */
CROK_MUST_USE crok_status crok_live_save_rest(crok_live *live, crok_err *err);

/* Returns how the record on the disk is. Of a record in memory only, everything
 * is empty. */
crok_journal_health crok_live_health(crok_live *live);

/* ---- pictures of events ---- */

/* Does the record store pictures of events? False if it is in memory only. */
bool crok_live_keeps_pictures(const crok_live *live);

/* Store a picture of an event, with the parameters and errors of
 * crok_journal_put_picture. For a record in memory it does nothing. If the
 * picture is the close-up of a call, the observer is called, because the
 * document has its address. */
CROK_MUST_USE crok_status crok_live_put_picture(crok_live *live,
                                                const crok_picture_key *key,
                                                const void *bytes, size_t len,
                                                crok_err *err);

/* Read a picture of an event, with the parameters and errors of
 * crok_journal_picture. A record in memory has no pictures. */
CROK_MUST_USE crok_status crok_live_picture(crok_live *live,
                                            const crok_picture_key *key,
                                            unsigned char **bytes, size_t *len,
                                            crok_err *err);

/* ---- replays of shots ---- */

/* Write the replay of a shot, with the parameters and errors of
 * crok_replays_put. For a record in memory it does nothing. The observer is
 * called, because the document has its address. When the match is over, those
 * that need not stay are removed; also when a record is opened. */
CROK_MUST_USE crok_status crok_live_put_replay(crok_live *live, long seq,
                                               const crok_replay *film,
                                               const uint8_t *const *jpeg,
                                               crok_err *err);

/* Open the replay of a shot, with the parameters and errors of
 * crok_replays_read. */
CROK_MUST_USE crok_status crok_live_read_replay(crok_live *live, long seq,
                                                crok_replay *out, FILE **file,
                                                crok_err *err);

/* Ask for the replay of a shot on air: it is in the document from now on.
 *
 * CROK_ENODEV  the shot has none
 *
 * An error of the observer is returned too. */
CROK_MUST_USE crok_status crok_live_air_replay(crok_live *live, long seq,
                                               bool with_ways, crok_err *err);

/* ---- the present state ---- */

/* Set the state of the source.
 *
 *   source   borrowed, copied
 *   is_news  true: the observer is called; pass false if only counters have
 *            changed
 *
 * The state is set in any case. An error of the observer is returned. */
CROK_MUST_USE crok_status crok_live_set_source(crok_live *live,
                                               const crok_live_source *source,
                                               bool is_news, crok_err *err);

/* Returns the last state of the source. The record owns it, and it is valid
 * while the record is locked. */
const crok_live_source *crok_live_source_of(const crok_live *live);

/* The top view of the board at the latest rest. */
typedef struct crok_top_view {
    long n;               /* number of top views so far; 0: there is none */
    unsigned char *bytes; /* JPEG, owned */
    size_t len;
    double half_mm; /* the picture shows a square with the hole in its middle;
                       this is half the side of the square */
} crok_top_view;

/* Set the top view.
 *
 *   jpeg  borrowed, copied; 0 < len <= CROK_PICTURE_MAX_BYTES
 *
 * CROK_ENOMEM  the previous top view stays
 *
 * An error of the observer is returned too; then the new top view is set. */
CROK_MUST_USE crok_status crok_live_set_top_view(crok_live *live,
                                                 const void *jpeg, size_t len,
                                                 double half_mm, crok_err *err);

/* Returns the top view. The record owns it, and it is valid while the record is
 * locked. */
const crok_top_view *crok_live_top_view(const crok_live *live);

/* Write the document crokeye.match/1 of the present state.
 *
 *   place  index of the table among those of a server, from 0
 *
 * Returns a text that the caller frees with cJSON_free, or NULL if there is no
 * memory. */
char *crok_live_document(crok_live *live, int place);

#ifdef __cplusplus
}
#endif
#endif
