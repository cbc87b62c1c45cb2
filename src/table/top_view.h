/* SPDX-License-Identifier: Apache-2.0
 *
 * table/top_view.h: make the top view of the board at the latest rest, for the
 * console, which draws lines and discs over it.
 *
 * Frames   px: the reading's picture; mm: board.
 * Room     table.
 * Threads  any, on images of its own. */
#ifndef CROK_TABLE_TOP_VIEW_H
#define CROK_TABLE_TOP_VIEW_H

#include "board/board.h"
#include "core/image.h"
#include "journal/live.h"

/* Rectify a reading's picture and set it as the record's top view.
 *
 *   picture  borrowed: RGB
 *   pose     borrowed: the camera's pose for this picture
 *
 * Errors as crok_topview_make, crok_encode_jpeg_bytes and
 * crok_live_set_top_view; on an error the previous top view stays */
CROK_MUST_USE crok_status crok_table_show_board(crok_live *live,
                                                const crok_image *picture,
                                                const crok_board_pose *pose,
                                                crok_err *err);

#endif
