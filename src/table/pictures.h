/* SPDX-License-Identifier: Apache-2.0
 *
 * table/pictures.h: store pictures beside the events of a watched match: a
 * picture of the rest after each event, and after each shot a close-up of every
 * close call on the board. A close-up is stored under the shot's seq and the
 * disc's id.
 *
 * Room     table.
 * Threads  as table.h. */
#ifndef CROK_TABLE_PICTURES_H
#define CROK_TABLE_PICTURES_H

#include "table/table.h"

/* Store the pictures of the last event. Does nothing if the record is in memory
 * only.
 *
 *   seen  borrowed: the discs detected at the rest that led to the event
 *   img   borrowed: the reading's picture (RGB, full size)
 *
 * Errors as crok_live_put_picture, and CROK_EVISION; pictures that were stored
 * before the error remain */
CROK_MUST_USE crok_status crok_table_keep_pictures(crok_table *t,
                                                   const crok_observation *seen,
                                                   const crok_image *img,
                                                   crok_err *err);

#endif
