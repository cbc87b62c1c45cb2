/* SPDX-License-Identifier: Apache-2.0
 *
 * table/record_unseen.h: record shots that nobody saw, and end rounds of which
 * some were not seen. What such shots scored is open: the match has ranges
 * (rules/open.h), and a message says once what they hang on.
 *
 * Frames   mm: board.
 * Room     table.
 * Threads  as table.h. */
#ifndef CROK_TABLE_RECORD_UNSEEN_H
#define CROK_TABLE_RECORD_UNSEEN_H

#include "table/job.h"

/* Record the next n shots as not seen, each of the player whose turn it is.
 *
 *   then      borrowed: the board after them, with the match's ids
 *   is_known  it is the board after the last of them; false: they may have
 *             changed it since
 *
 * Errors as crok_job_append */
CROK_MUST_USE crok_status crok_record_unseen(crok_job *j, int n,
                                             const crok_board_seen *then,
                                             bool is_known);

/* End the round. Shots that are left to take are recorded as not seen: what lay
 * on the board in the end is known only if a disc has appeared for each of
 * them. If all totals are certain nothing is reported.
 *
 * Errors as crok_job_append */
CROK_MUST_USE crok_status crok_close_round(crok_job *j);

/* Begin the round again. Whether anything of it counts is open.
 *
 * Errors as crok_job_append */
CROK_MUST_USE crok_status crok_begin_again(crok_job *j);

/* Number of discs of all sides that are still to be shot in this round. */
int crok_shots_left(const crok_match *m);

#endif
