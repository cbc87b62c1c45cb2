/* SPDX-License-Identifier: Apache-2.0
 *
 * table/settle_validity.h: was a shot valid? The players have seen it, and the
 * discs that they take off or leave tell what they saw.
 *
 * Room     table. No I/O, no allocation.
 * Threads  values only; any thread. */
#ifndef CROK_TABLE_VERDICT_H
#define CROK_TABLE_VERDICT_H

#include "rules/book.h"
#include "rules/event.h"
#include "table/evidence.h"

/* Is the board as one verdict leaves it, and only as that one?
 *
 *   shot      borrowed: the last one
 *   rest      borrowed: the board since
 *   is_final  the next disc was shot: nothing more is taken off
 *   valid     out: that verdict
 *
 * False where it is not so; *valid is not written then. */
bool crok_settle_validity(const crok_book *book, const crok_shot *shot,
                          const crok_board_seen *rest, bool is_final,
                          bool *valid);

/* The next disc was shot and the board is as neither verdict leaves it, or as
 * either does: the one that it is nearer to, else that the shot was valid; but
 * then what only a valid shot would have brought into the hole may be a 20 or
 * none.
 *
 *   out  written whole, but for `of` */
void crok_settle_likely(const crok_book *book, const crok_shot *shot,
                        const crok_board_seen *rest, crok_ruling *out);

#endif
