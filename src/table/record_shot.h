/* SPDX-License-Identifier: Apache-2.0
 *
 * table/record_shot.h: turn a measured shot into an event of the match.
 *
 * Frames   mm: board.
 * Room     table.
 * Threads  as table.h. */
#ifndef CROK_TABLE_RECORD_SHOT_H
#define CROK_TABLE_RECORD_SHOT_H

#include "table/job.h"

/* May the shot be recorded as a shot of this player? If not, the table's
 * message gives the reason.
 *
 *   seen    the shot; its side is named in the message
 *   player  the player who shot; -1: no player of that side may shoot now, also
 *           if shots before this one were not seen */
CROK_MUST_USE bool
crok_record_may_be_shot(crok_job *j, const crok_shot_seen *seen, int player);

/* Judge a shot by the match's rule book, and append the shot to the record.
 *
 *   seen  the shooter gets a new id if it has none
 *
 * CROK_EFORMAT  the evidence contradicts itself
 * Others as crok_job_append */
CROK_MUST_USE crok_status crok_record_shot(crok_job *j, crok_shot_seen *seen,
                                           int player);

#endif
