/* SPDX-License-Identifier: Apache-2.0 */
#include "board/board.h"

const char *crok_scale_name(crok_scale scale)
{
    static const char *const name[] = {"model", "hole", "disc", "calib"};
    CROK_ASSERT((int)scale >= 0 && scale <= CROK_SCALE_CALIB);
    return name[scale];
}

/* Rings of 8, 16 and 24 in, hole 1 3/8 in, disc 1 1/4 by 3/8 in. */
const crok_board *crok_board_tournament(void)
{
    static const crok_board board = {
        .model = "tournament",
        .line_mm = {304.8, 203.2, 101.6},
        .line_width_mm = 1.6,
        .hole_mm = 17.4625,
        .hole_depth_mm = 9.525,
        .disc_mm = 15.875,
        .disc_height_mm = 9.525,
    };
    return &board;
}
