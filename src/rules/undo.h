/* SPDX-License-Identifier: Apache-2.0
 *
 * rules/undo.h: what a person who undoes step by step takes back next, and what
 * can be restored after it.
 *
 * Room     rules: allocates while it searches; no I/O, no globals, no clock.
 * Threads  one log, one thread at a time. */
#ifndef CROK_RULES_UNDO_H
#define CROK_RULES_UNDO_H

#include "rules/log.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Numbers of events; 0: there is none. */
typedef struct crok_undoable {
    long undo;  /* the newest event in force that is not an undo. The start of
                   the match is not taken back step by step */
    long redo;  /* the newest undo in force, if nothing but undos followed it;
                   to undo it restores what it took back */
    long back;  /* the event that `redo` would restore */
    long start; /* the start of the present match */
} crok_undoable;

/* Find them.
 *
 *   out  written only on CROK_OK
 *
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_log_undoable(const crok_log *log,
                                            crok_undoable *out, crok_err *err);

#ifdef __cplusplus
}
#endif
#endif
