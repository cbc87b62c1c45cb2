/* SPDX-License-Identifier: Apache-2.0
 *
 * table/compare.h: the differences between the board and the match.
 *
 * Room     table.
 * Threads  as table.h. */
#ifndef CROK_TABLE_COMPARE_H
#define CROK_TABLE_COMPARE_H

#include "table/table.h"

/* Set the table's message about the board: a disc in play that is not on the
 * board, or one on the board that is not in play; "" if they agree.
 *
 *   seen  borrowed; with the match's ids */
void crok_table_compare(crok_table *t, const crok_board_seen *seen);

/* Name of the side of a detected disc; "" if it is not known. */
const char *crok_table_side_name(const crok_table *t, const crok_disc *d);

#endif
