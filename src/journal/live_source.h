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

/* One vocabulary for every document, page and log. */
typedef enum crok_live_state {
    CROK_LIVE_NONE,     /* no source: a person enters everything */
    CROK_LIVE_STARTING, /* opened; the board has not been found yet */
    CROK_LIVE_STILL,    /* the board is seen, and nothing moves */
    CROK_LIVE_MOVING,   /* a shot is under way, or a hand is over the board */
    CROK_LIVE_COVERED,  /* something has covered the board for long */
    CROK_LIVE_LOST,     /* pictures come, but the board is not found in them */
    CROK_LIVE_DOWN,     /* no pictures come, or the same one again and again */
    CROK_LIVE_ENDED,    /* a film or a folder is over */
    CROK_N_LIVE
} crok_live_state;

#define CROK_LIVE_WORDS 256

typedef struct crok_live_source {
    crok_live_state state;
    char words[CROK_LIVE_WORDS]; /* what is wrong with the source and what to
                                    do; "" where nothing is */
    char check[CROK_LIVE_WORDS]; /* what a person should see to at the board;
                                    "" where nothing is */
    int64_t seen_at_ms;          /* when the last picture came, in ms since 1970
                                    (UTC); 0: none has come */
    double rate_hz;              /* pictures a second; 0: not known */
    bool is_frozen;              /* the camera repeats one picture */
    char device[64];             /* the camera's node; "" for other sources */
    int64_t n_frames, n_lost, n_damaged;
    int n_reopened, n_controls_reset;
    int n_seen;
    crok_disc seen[CROK_MAX_DISCS]; /* now; sides as in the match */
} crok_live_source;

/* "none", "starting", "still", "moving", "covered", "lost", "down", "ended". */
const char *crok_live_name(crok_live_state state);

/* Is the board seen: still, moving or covered? */
bool crok_live_sees_board(crok_live_state state);

#ifdef __cplusplus
}
#endif
#endif
