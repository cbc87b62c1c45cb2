/* SPDX-License-Identifier: Apache-2.0
 *
 * table/pictures.h: the pictures that a watched match keeps beside its
 * events: the rest that each event left, and after each shot a close-up of
 * every close call on the board, under the shot's seq and the disc's id.
 *
 * Room     table.
 * Threads  as table.h. */
#ifndef CROK_TABLE_PICTURES_H
#define CROK_TABLE_PICTURES_H

#include "table/table.h"

/* Keep the pictures of the last event; nothing in memory.
 *
 *   seen  borrowed: the reading that led to the event
 *   img   borrowed: the reading's picture (RGB, full size)
 *
 * Errors as crok_live_put_picture, and CROK_EVISION; what can be kept is kept
 */
CROK_MUST_USE crok_status crok_table_keep_pictures(crok_table *t,
                                                   const crok_observation *seen,
                                                   const crok_image *img,
                                                   crok_err *err);

#endif
