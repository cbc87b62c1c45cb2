/* SPDX-License-Identifier: Apache-2.0
 *
 * serve/table.h: one table of a server: its match, and what a camera sees
 * there.
 *
 * The table owns the match's record and is its one writer: what a person posts
 * and what a watching engine in the same process appends go the same way, one
 * after the other, on the disk before anybody sees them. The match belongs to
 * nobody's thread but to who holds it: a request for its own while, the
 * engine's thread from reading what stands to its last event.
 *
 * Frames   mm: board.
 * Room     serve: uses core, rules, journal.
 * Threads  any, while the server is open. */
#ifndef CROK_SERVE_TABLE_H
#define CROK_SERVE_TABLE_H

#include <stddef.h>

#include "core/status.h"
#include "journal/journal.h"
#include "rules/event.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct crok_table crok_table;

/* Append an event; every viewer gets the new match. As crok_journal_append,
 * which also says what expected_seq is. The event's time is set here. */
CROK_MUST_USE crok_status crok_table_append(crok_table *t, const crok_event *e,
                                            long expected_seq, crok_err *err);

/* Have the match for oneself: what is posted meanwhile waits and comes after,
 * what was posted before is in the log. The holder may make every call of this
 * header. Short: no picture is read meanwhile, only kept. */
void crok_table_hold(crok_table *t);
void crok_table_release(crok_table *t);

/* All events, folded; the table's own, while it is held. */
const crok_log *crok_table_log(const crok_table *t);

/* Keep a picture of an event; a call's is shown from then on. As
 * crok_journal_put_picture. */
CROK_MUST_USE crok_status crok_table_put_picture(crok_table *t,
                                                 const crok_picture_key *key,
                                                 const void *bytes, size_t len,
                                                 crok_err *err);

/* ---- what a watching engine sees between events ---- */

typedef enum crok_live_state {
    CROK_LIVE_NONE,   /* nobody watches: the operator enters all */
    CROK_LIVE_DOWN,   /* the camera is gone, or sees no board */
    CROK_LIVE_MOVING, /* a shot is under way, or a hand is over the board */
    CROK_LIVE_STILL,
    CROK_N_LIVE
} crok_live_state;

#define CROK_LIVE_WORDS 256

typedef struct crok_live {
    crok_live_state state;
    char words[CROK_LIVE_WORDS]; /* of the camera: what is wrong, what to do */
    char check[CROK_LIVE_WORDS]; /* of the board: what a person should see to */
    double rate_hz;              /* frames looked at; 0: not told */
    int n_seen;
    crok_disc seen[CROK_MAX_DISCS]; /* now; sides as in the match */
} crok_live;

/* Say what the source sees now: at any rate, viewers get the latest.
 *
 *   source  borrowed, copied; discs of sides that do not play are left out */
void crok_table_publish(crok_table *t, const crok_live *source);

/* Show the board's picture of the latest rest, seen straight from above: the
 * console lays lines and discs over it. Viewers get its address.
 *
 *   jpeg     borrowed, copied; 0 < len <= CROK_PICTURE_MAX_BYTES
 *   half_mm  half the side of the square that it shows, about the hole
 *
 * CROK_ENOMEM  the one before stays */
CROK_MUST_USE crok_status crok_table_show(crok_table *t, const void *jpeg,
                                          size_t len, double half_mm,
                                          crok_err *err);

/* "none", "down", "moving", "still". */
const char *crok_live_name(crok_live_state state);

#ifdef __cplusplus
}
#endif
#endif
