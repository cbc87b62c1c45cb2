/* SPDX-License-Identifier: Apache-2.0
 *
 * table/watcher.h: watch a camera, a video, a folder or a stream: one frame per
 * step goes through the engine (shots/engine.h) to the judge (table/table.h),
 * and the state of the source goes into the live record.
 *
 * If a camera is disconnected, the watcher waits for it. A damaged frame is
 * skipped.
 *
 * Room     table: uses capture, shots, journal. Reads the clock.
 * Threads  a watcher has one owner; its callbacks run inside its calls. A frame
 *          is processed without the lock of the record; the lock covers
 *          catching up with other writers, our own events and the callbacks.
 *          So events that a person posts and shots have one order in the
 *          record, and a posted event is processed before the next shot is
 *          judged. */
#ifndef CROK_TABLE_WATCHER_H
#define CROK_TABLE_WATCHER_H

#include "capture/source.h"
#include "table/table.h"

typedef struct crok_watcher crok_watcher;

typedef struct crok_watcher_options {
    const char *source;                 /* borrowed for the call */
    const crok_source_options *capture; /* kept; may be NULL */
    const crok_board_pose *pose;        /* camera pose, borrowed; NULL: it is
                                         * estimated from the frames */
    const crok_known_board *board;      /* kept: the board; NULL: it is not
                                         * known */
    crok_live *live;                    /* kept: the record */
    const char *name;              /* borrowed: the record's, for messages */
    const crok_table_setup *setup; /* borrowed */
    bool shows_board;              /* store a top view of the board in the
                                    * record */
    bool keeps_replays;            /* keep each shot's seconds beside the record
                                    * (table/replay.h) */
    bool awaits_source;     /* a camera or a stream need not be there yet:
                             * it is taken when it comes */
    const char *drawn_path; /* kept: a film to write, with what the engine
                             * believes drawn on each frame; NULL: none */
    /* Called when the match, the messages or the state of the source have
     * changed; the record is locked. May be NULL. */
    void (*changed)(void *context);
    /* Called with a message for a person; each is given once. */
    void (*message)(void *context, const char *what);
    void *context; /* kept */
} crok_watcher_options;

/* Open the source and the match. Errors as crok_source_open, crok_table_open,
 * crok_engine_new. The source is not opened if the record or the setup is
 * wrong. */
CROK_MUST_USE crok_status crok_watcher_open(const crok_watcher_options *options,
                                            crok_watcher **out, crok_err *err);

/* Process the next frame. Wait for it for at most 0.2 s.
 *
 *   more  false: the source has ended or failed; the match continues without
 *         it
 *
 * CROK_EARG    sides, players and seats do not fit together
 * CROK_EIO, CROK_EFORMAT, CROK_ENOMEM, ... the source cannot be read or the
 * record cannot be written. All events that were appended are stored, and the
 * live record shows the source as "down" */
CROK_MUST_USE crok_status crok_watcher_step(crok_watcher *w, bool *more,
                                            crok_err *err);

/* Time until the next step is due, in ms, if a video or a folder is played at
 * its own speed; 0 for a camera, whose frames are taken as they arrive. */
int64_t crok_watcher_due_ms(const crok_watcher *w);

/* Has the board been found? */
bool crok_watcher_has_board(const crok_watcher *w);

/* Free *w and set it to NULL; NULL and a pointer to NULL are fine. No event is
 * lost if this is never called. */
void crok_watcher_close(crok_watcher **w);

#endif
