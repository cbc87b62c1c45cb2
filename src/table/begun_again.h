/* SPDX-License-Identifier: Apache-2.0
 *
 * table/begun_again.h: find out late that a round was broken off. The board was
 * cleared, and the next shot was one that could also go on with the round. When
 * more discs are shot than the rules deal, the round was begun again then.
 *
 * Room     table.
 * Threads  as table.h. */
#ifndef CROK_TABLE_BEGUN_AGAIN_H
#define CROK_TABLE_BEGUN_AGAIN_H

#include "table/fit_shot.h"
#include "table/job.h"

/* If all discs of the round are shot, and with a replay_round where its board
 * was cleared the next shot fits the order of turns, append that event; a note
 * says so. It is open: a person is asked whether it was so.
 *
 *   next  the shot that was seen, with the match's ids; borrowed
 *
 * Errors as crok_job_append */
CROK_MUST_USE crok_status crok_find_begun_again(crok_job *j,
                                                const crok_shot_seen *next);

#endif
