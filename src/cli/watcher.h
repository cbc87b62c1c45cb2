/* SPDX-License-Identifier: Apache-2.0
 *
 * cli/watcher.h: a camera, a film, a folder or a stream, watched: its frames go
 * through the engine (shots/engine.h) into a match (watch_match.h), one frame a
 * step.
 *
 * A camera that goes away is waited for; a frame that is damaged is left out.
 *
 * Room     cli: uses capture, shots, rules, journal, serve.
 * Threads  a watcher has one owner; its callbacks run inside its calls. With a
 *          server's table the match is the table's: a step looks at a frame
 * without it, then holds it from reckoning with what others have written to the
 * end of its own events, callbacks included. So what a person posts is one
 * order with the shots, and is known before the next one is judged. */
#ifndef CROK_CLI_WATCHER_H
#define CROK_CLI_WATCHER_H

#include "capture/source.h"
#include "cli/watch_match.h"
#include "cli/watch_state.h"

typedef struct crok_watcher crok_watcher;

typedef struct crok_watcher_options {
    const char *source;                 /* borrowed for the call */
    const crok_source_options *capture; /* kept; may be NULL */
    const crok_board_pose *pose;        /* borrowed; NULL: found by itself */
    const char *record;                 /* borrowed; NULL: in memory */
    crok_table *table;                  /* kept; its record instead, or NULL */
    const crok_watch_want *want;        /* borrowed */
    /* The match, its state, the words or the source's health have changed; may
     * be NULL. */
    void (*changed)(void *context, const crok_watcher *w);
    /* Something that a person should read once. */
    void (*told)(void *context, const char *what);
    void *context; /* kept */
} crok_watcher_options;

/* Errors as crok_source_open, crok_watch_match_open, crok_engine_new; where the
 * record or what was said is wrong the source is not opened. */
CROK_MUST_USE crok_status crok_watcher_open(const crok_watcher_options *options,
                                            crok_watcher **out, crok_err *err);

/* Look at the next frame, or wait for one a fifth of a second.
 *
 *   more  false: the source has ended
 *
 * CROK_EARG    sides, players and seats do not go together
 * CROK_EIO, CROK_EFORMAT, CROK_ENOMEM, ...  the source or the record cannot go
 *              on; everything that was confirmed is safe */
CROK_MUST_USE crok_status crok_watcher_step(crok_watcher *w, bool *more,
                                            crok_err *err);

/* What there is to tell; borrowed, till the next call; with a table its match
 * only while that is held. */
crok_watch_view crok_watcher_view(const crok_watcher *w);

/* All events; borrowed likewise. */
const crok_log *crok_watcher_log(const crok_watcher *w);

/* What lies there, as it was seen last, its sides as in crok_watcher_sides.
 * Borrowed, till the next call. */
const crok_rest_sight *crok_watcher_rest(const crok_watcher *w);
const crok_watch_sides *crok_watcher_sides(const crok_watcher *w);

/* What the engine does. */
crok_engine_state crok_watcher_state(const crok_watcher *w);

/* The last step has read the board: its picture (RGB) and the camera in it,
 * borrowed till the next call; false where it has not. */
CROK_MUST_USE bool crok_watcher_reading(const crok_watcher *w,
                                        const crok_image **picture,
                                        const crok_board_pose **pose);

/* The board has been seen. */
bool crok_watcher_has_board(const crok_watcher *w);

/* Accepts NULL and a pointer to NULL. Nothing is lost where this never
 * happens. */
void crok_watcher_close(crok_watcher **w);

#endif
