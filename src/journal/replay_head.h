/* SPDX-License-Identifier: Apache-2.0
 *
 * journal/replay_head.h: the first line of a replay's file, which says all of
 * it but its pictures (journal/replay.h).
 *
 * Frames   as replay.h.
 * Room     journal, internal: no I/O.
 * Threads  values only; any thread.
 * Source   crokeye.replay/1 in docs/FORMATS.md. */
#ifndef CROK_JOURNAL_REPLAY_HEAD_H
#define CROK_JOURNAL_REPLAY_HEAD_H

#include "journal/replay.h"

/* The line is shorter: 200 pictures and 480 places take 12 KB. */
#define CROK_REPLAY_HEAD_MAX ((size_t)32 << 10)

/* With this text every file of a record begins. */
#define CROK_REPLAY_MARK_MAX (CROK_RECORD_ID + 48)
void crok_replay_mark(const char *record, char out[CROK_REPLAY_MARK_MAX]);

/* Returns the line without its line feed, which the caller frees with
 * cJSON_free; NULL: no memory. */
char *crok_replay_head_text(const char *record, long seq,
                            const crok_replay *film);

/* Read the line.
 *
 *   out  written only on CROK_OK: as crok_replay says
 *
 * CROK_EFORMAT  it is no such line, or not of this shot
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_replay_head_read(const char *text, size_t len,
                                                long seq, crok_replay *out,
                                                crok_err *err);

#endif
