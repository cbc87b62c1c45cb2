/* SPDX-License-Identifier: Apache-2.0
 *
 * board/model/board_json.h: a board's dimensions in a JSON object, as in a
 * calibration and in a board's file.
 *
 * Room     board: uses core. */
#ifndef CROK_BOARD_MODEL_BOARD_JSON_H
#define CROK_BOARD_MODEL_BOARD_JSON_H

#include "board/board.h"
#include "core/reader.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Read a board's dimensions. All are required but the model's name, which is
 * "measured" by default. */
void crok_board_read(crok_reader *r, const cJSON *obj, crok_board *out);

/* Add a board's dimensions and its model's name to obj. */
void crok_board_write(cJSON *obj, const crok_board *board);

#ifdef __cplusplus
}
#endif
#endif
