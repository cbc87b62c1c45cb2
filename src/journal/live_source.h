/* SPDX-License-Identifier: Apache-2.0
 *
 * journal/live_source.h: what the source at a table sees between two events:
 * the camera's health, and the discs as they are measured now.
 *
 * Frames   mm: board.
 * Room     journal: plain values.
 * Threads  values only; any thread.
 * Source   `source` of crokeye.match/1 (docs/FORMATS.md). */
#ifndef CROK_JOURNAL_LIVE_SOURCE_H
#define CROK_JOURNAL_LIVE_SOURCE_H

#include <stdbool.h>
#include <stdint.h>

#include "rules/shot.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The state of a source. Documents, pages and logs all use these names. */
typedef enum crok_live_state {
    CROK_LIVE_NONE,     /* there is no source: a person enters all events */
    CROK_LIVE_STARTING, /* it is open; the board has not been found yet */
    CROK_LIVE_STILL,    /* the board is seen, and nothing moves */
    CROK_LIVE_MOVING,   /* a shot is under way, or a hand is over the board */
    CROK_LIVE_COVERED,  /* something has lain or moved over the board for some
                           time (CROK_ENGINE_TROUBLE_NS) */
    CROK_LIVE_LOST,     /* pictures come, but the board is not found in them, or
                           it is too dark */
    CROK_LIVE_DOWN,     /* no pictures come, or the same one is repeated */
    CROK_LIVE_ENDED,    /* the end of a video or of a folder was reached */
    CROK_N_LIVE
} crok_live_state;

#define CROK_LIVE_WORDS 256

typedef struct crok_live_source {
    crok_live_state state;
    char words[CROK_LIVE_WORDS]; /* message: what is wrong with the source and
                                    what to do; "" if nothing is wrong */
    char check[CROK_LIVE_WORDS]; /* message: what a person should put right at
                                    the board; "" if nothing is wrong */
    int64_t seen_at_ms;          /* when the last picture came, in ms since 1970
                                    (UTC); 0: none has come */
    double rate_hz;              /* pictures a second; 0: not known */
    bool has_stopped; /* an error ended the watching, although the match goes
                         on; `words` says which */
    bool is_frozen;   /* the camera repeats one picture */
    char device[64];  /* path of the camera's device file; "" for
                         other sources */
    int64_t n_frames, n_lost, n_damaged; /* pictures that came, that did not
                                            come, that came damaged */
    int n_reopened, n_controls_reset;    /* times that the camera was opened
                                            again; controls set again */
    int n_seen;
    crok_disc seen[CROK_MAX_DISCS]; /* the discs that are seen now; a side is an
                                       index in the match's sides */
} crok_live_source;

/* "none", "starting", "still", "moving", "covered", "lost", "down", "ended". */
const char *crok_live_name(crok_live_state state);

/* Does the source see the board? Yes in the states STILL, MOVING and COVERED.
 */
bool crok_live_sees_board(crok_live_state state);

#ifdef __cplusplus
}
#endif
#endif
