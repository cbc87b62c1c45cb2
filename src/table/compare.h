/* SPDX-License-Identifier: Apache-2.0
 *
 * table/compare.h: find differences between the board and the match, and report
 * them in the table's message.
 *
 * Room     table.
 * Threads  as table.h. */
#ifndef CROK_TABLE_COMPARE_H
#define CROK_TABLE_COMPARE_H

#include "table/table.h"

/* Set the table's message about differences between board and match. It names a
 * disc that the match has in play and that is not on the board, or a disc that
 * is on the board and not in play. It is "" if board and match agree.
 *
 *   seen  the detected discs, borrowed; their ids are the match's */
void crok_table_compare(crok_table *t, const crok_board_seen *seen);

/* Return the name of a detected disc's side; "" if the side is not known. */
const char *crok_table_side_name(const crok_table *t, const crok_disc *d);

#endif
