/* SPDX-License-Identifier: Apache-2.0
 *
 * table/compare.h: how the board differs from what the match says of it.
 *
 * Room     table.
 * Threads  as table.h. */
#ifndef CROK_TABLE_COMPARE_H
#define CROK_TABLE_COMPARE_H

#include "table/table.h"

/* Set the table's words on the board: a disc in play that does not lie there,
 * or one that lies there and is not in play; "" where they agree.
 *
 *   seen  borrowed; by the match's ids */
void crok_table_compare(crok_table *t, const crok_board_seen *seen);

/* The name of a seen disc's side; "" where it is not known. */
const char *crok_table_side_name(const crok_table *t, const crok_disc *d);

#endif
