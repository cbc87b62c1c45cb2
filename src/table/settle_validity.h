/* SPDX-License-Identifier: Apache-2.0
 *
 * table/settle_validity.h: decide from the board whether a shot was valid. The
 * players saw it, and the discs that they take off or leave show how they
 * decided.
 *
 * Room     table: no I/O, no allocation.
 * Threads  values only; any thread.
 * Source   docs/RULES.md V10 to V12. */
#ifndef CROK_TABLE_SETTLE_VALIDITY_H
#define CROK_TABLE_SETTLE_VALIDITY_H

#include "rules/book.h"
#include "rules/event.h"
#include "table/evidence.h"

/* Does the board agree with exactly one of the two outcomes (valid, not valid)?
 * An outcome agrees if the discs on the board are those that it keeps. Until
 * the next disc is shot, hands may still take discs off; so the other outcome
 * must also be impossible: a disc that it keeps must be missing from the board.
 *
 *   shot      borrowed: the last one
 *   rest      borrowed: the board at the latest rest after it
 *   is_final  the next disc was shot, so no more discs will be taken off
 *   valid     out: true if the board agrees with "valid", false with "not
 *             valid"
 *
 * Returns false if the board does not determine the outcome; then *valid is not
 * written. */
bool crok_settle_validity(const crok_book *book, const crok_shot *shot,
                          const crok_board_seen *rest, bool is_final,
                          bool *valid);

#endif
