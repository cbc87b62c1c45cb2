/* SPDX-License-Identifier: Apache-2.0
 *
 * table/watcher.h: a camera, a film, a folder or a stream, watched: its frames
 * go through the engine (shots/engine.h) to the judge (table/table.h), one
 * frame a step, and what the source sees goes into the live record.
 *
 * A camera that goes away is waited for; a frame that is damaged is left out.
 *
 * Room     table: uses capture, shots, journal. Reads the clock.
 * Threads  a watcher has one owner; its callbacks run inside its calls. A frame
 *          is processed without the record; the record is held from catching up
 *          with other writers to the end of our own events, callbacks included.
 *          So what a person posts is in one order with the shots, and is known
 *          before the next shot is judged. */
#ifndef CROK_TABLE_WATCHER_H
#define CROK_TABLE_WATCHER_H

#include "capture/source.h"
#include "table/table.h"

typedef struct crok_watcher crok_watcher;

typedef struct crok_watcher_options {
    const char *source;                 /* borrowed for the call */
    const crok_source_options *capture; /* kept; may be NULL */
    const crok_board_pose *pose;        /* borrowed; NULL: found by itself */
    crok_live *live;                    /* kept: the record */
    const char *name;              /* borrowed: the record's, for messages */
    const crok_table_setup *setup; /* borrowed */
    bool shows_board;              /* the record gets a top view */
    /* The match, the words or what the source sees have changed; the record is
     * held. May be NULL. */
    void (*changed)(void *context);
    /* Something that a person should read once. */
    void (*message)(void *context, const char *what);
    void *context; /* kept */
} crok_watcher_options;

/* Errors as crok_source_open, crok_table_open, crok_engine_new; where the
 * record or what was said is wrong the source is not opened. */
CROK_MUST_USE crok_status crok_watcher_open(const crok_watcher_options *options,
                                            crok_watcher **out, crok_err *err);

/* Look at the next frame, or wait for one a fifth of a second.
 *
 *   more  false: the source has ended or failed; the match goes on without it
 *
 * CROK_EARG    sides, players and seats do not go together
 * CROK_EIO, CROK_EFORMAT, CROK_ENOMEM, ...  the source or the record cannot go
 *              on; everything that was confirmed is safe, and the live record
 *              says that the source is down */
CROK_MUST_USE crok_status crok_watcher_step(crok_watcher *w, bool *more,
                                            crok_err *err);

/* How long until the next step is due, in ms, where a film or a folder is to be
 * shown at its own speed; a camera's frame is taken when it comes: 0. */
int64_t crok_watcher_due_ms(const crok_watcher *w);

/* Has the board been seen? */
bool crok_watcher_has_board(const crok_watcher *w);

/* Accepts NULL and a pointer to NULL. Nothing is lost where this never
 * happens. */
void crok_watcher_close(crok_watcher **w);

#endif
