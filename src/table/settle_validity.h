/* SPDX-License-Identifier: Apache-2.0
 *
 * table/settle_validity.h: was a shot valid? The players saw it, and the discs
 * that they take off or leave show what they decided.
 *
 * Room     table: no I/O, no allocation.
 * Threads  values only; any thread.
 * Source   docs/RULES.md V10 to V12. */
#ifndef CROK_TABLE_SETTLE_VALIDITY_H
#define CROK_TABLE_SETTLE_VALIDITY_H

#include "rules/book.h"
#include "rules/event.h"
#include "table/evidence.h"

/* Is the board as one of the two outcomes (valid, not valid) leaves it, and can
 * it not be or become the other?
 *
 *   shot      borrowed: the last one
 *   rest      borrowed: the board since
 *   is_final  the next disc was shot: nothing more is taken off
 *   valid     out: that outcome
 *
 * False otherwise; *valid is not written then. */
bool crok_settle_validity(const crok_book *book, const crok_shot *shot,
                          const crok_board_seen *rest, bool is_final,
                          bool *valid);

/* The next disc was shot, and the board is as neither outcome leaves it, or as
 * both do. The ruling is for the outcome that fewer discs contradict; if both
 * are equally near, that the shot was valid, but then 20s that only a valid
 * shot scores are marked as unsure.
 *
 *   out  written whole, but for `of` */
void crok_settle_likely(const crok_book *book, const crok_shot *shot,
                        const crok_board_seen *rest, crok_ruling *out);

#endif
