/* SPDX-License-Identifier: Apache-2.0
 *
 * table/identify.h: which disc of the match a seen disc is.
 *
 * Frames   mm: board.
 * Room     table.
 * Threads  as table.h. */
#ifndef CROK_TABLE_IDENTIFY_H
#define CROK_TABLE_IDENTIFY_H

#include "table/job.h"

/* Give a disc of the match the side that the match says it has. */
void crok_identify_side(crok_job *j, crok_disc *d);

/* Do so for all discs of a rest, and give those that were put back by hand
 * their ids again.
 *
 *   rest  its ids and sides are set
 *   seen  the shot that it is of, where the ids are set too; may be NULL */
void crok_identify(crok_job *j, crok_board_seen *rest, crok_shot_seen *seen);

#endif
