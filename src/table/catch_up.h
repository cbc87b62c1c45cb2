/* SPDX-License-Identifier: Apache-2.0
 *
 * table/catch_up.h: bring the table up to date with events that other writers
 * have appended to the record: a person at the console may have started another
 * match, ruled on a shot or set the board.
 *
 * Frames   mm: board.
 * Room     table.
 * Threads  as table.h. */
#ifndef CROK_TABLE_CATCH_UP_H
#define CROK_TABLE_CATCH_UP_H

#include "table/table.h"

/* Bring the table up to date with its record.
 *
 *   out  has_caught_up, sets_sides, sets_rest and rest are set if other writers
 *        have appended events
 *
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_table_catch_up(crok_table *t,
                                              crok_table_effect *out,
                                              crok_err *err);

#endif
