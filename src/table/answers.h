/* SPDX-License-Identifier: Apache-2.0
 *
 * table/answers.h: answer open questions of the rules from what the players do:
 * the discs that they take off the board or leave on it show how they decided.
 *
 * Room     table.
 * Threads  as table.h. */
#ifndef CROK_TABLE_ANSWERS_H
#define CROK_TABLE_ANSWERS_H

#include "table/job.h"

/* All functions of this file fail with the errors of crok_job_append. */

/* Append a ruling on the last shot if the board shows how the players decided
 * it. If the shot's validity is open, the players' decision settles it. If the
 * rule book has already judged the shot, a ruling is appended only if all of
 * these hold: the players treated the shot otherwise; is_final is set; and
 * since the shot no person has ruled on it or corrected the board or the 20s.
 *
 *   is_final  the next disc was shot, so no more discs will be taken off */
CROK_MUST_USE crok_status crok_answer_validity(crok_job *j,
                                               const crok_board_seen *rest,
                                               bool is_final);

/* Append all rulings and corrections that the board shows at the moment when
 * the next disc is shot. If a disc that leaned in the hole was taken out, that
 * is read as a 20 rather than as a sign that the shot was not valid. */
CROK_MUST_USE crok_status crok_answer_all(crok_job *j,
                                          const crok_shot_seen *next);

/* Resolve the remaining differences between match and board in favour of the
 * board, unless a ruling was made since the last shot. If it is still open
 * whether that shot was valid, it stays open, and play goes on with the board
 * as it lies. */
CROK_MUST_USE crok_status crok_answer_board(crok_job *j,
                                            const crok_board_seen *rest);

/* If the rules let the loser choose who begins the round, append that the
 * player who shoots first begins. If it was not seen who that is, the likeliest
 * player is taken, and a note says so. */
CROK_MUST_USE crok_status crok_answer_starter(crok_job *j,
                                              const crok_shot_seen *seen);

#endif
