/* SPDX-License-Identifier: Apache-2.0
 *
 * table/identify.h: associate detected discs with the discs of the match.
 *
 * Frames   mm: board.
 * Room     table.
 * Threads  as table.h. */
#ifndef CROK_TABLE_IDENTIFY_H
#define CROK_TABLE_IDENTIFY_H

#include "table/job.h"

/* If the match knows the disc's id, set the disc's side to the side that the
 * match has for it. */
void crok_identify_side(crok_job *j, crok_disc *d);

/* Call crok_identify_side for all discs of a rest. Discs that a hand put back
 * get their old ids.
 *
 *   rest  its ids and sides are set
 *   seen  the shot to which it belongs, where the ids are set too; may be
 * NULL */
void crok_identify(crok_job *j, crok_board_seen *rest, crok_shot_seen *seen);

#endif
