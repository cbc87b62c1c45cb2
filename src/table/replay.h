/* SPDX-License-Identifier: Apache-2.0
 *
 * table/replay.h: keep the last seconds of a source, and of each shot those in
 * which it was played (journal/replay.h).
 *
 * JPEGs of a camera are kept as they came. Of other sources a reduced picture
 * is encoded. That costs time, so fewer pictures are taken than a camera sends.
 *
 * Frames   px: of the full frame with square pixels; mm: board.
 * Room     table: uses capture, shots, journal.
 * Threads  one owner. */
#ifndef CROK_TABLE_REPLAY_H
#define CROK_TABLE_REPLAY_H

#include "capture/frame.h"
#include "journal/live.h"
#include "shots/engine.h"
#include "table/replay_ring.h"

/* Zero it before the first use; free with crok_replayer_free. */
typedef struct crok_replayer {
    crok_replay_ring ring;
    double full_w_px; /* width of the full frame that the pictures show */
    crok_image rgb;   /* its memory is reused */
} crok_replayer;

void crok_replayer_free(crok_replayer *r);

/* Take a frame, unless one was taken shortly before.
 *
 *   frame  borrowed: as the source gave it
 *   seen   borrowed: the same as the engine takes it
 *   moves  something moves: then more frames are taken
 *
 * Errors as frame->colour and crok_encode_jpeg_bytes; then the frame is not
 * kept */
CROK_MUST_USE crok_status crok_replayer_take(crok_replayer *r,
                                             const crok_frame *frame,
                                             const crok_engine_frame *seen,
                                             bool moves, crok_err *err);

/* Write the replay of a shot that was recorded: from a second before the flick,
 * in which the hand came, until the discs lay.
 *
 *   live  the record
 *   seq   of the shot's event
 *   shot  borrowed: the engine's report of it
 *   pose  borrowed: of the board in the newest frame
 *
 * Where no frame of the shot was kept, nothing is written. Errors as
 * crok_live_put_replay */
CROK_MUST_USE crok_status crok_replayer_keep(const crok_replayer *r,
                                             crok_live *live, long seq,
                                             const crok_shot_sight *shot,
                                             const crok_board_pose *pose,
                                             crok_err *err);

#endif
