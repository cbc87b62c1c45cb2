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
                                          const crok_board_seen *rest);

/* Append a ruling for the likelier outcome if the shot's validity is still
 * open. Without a ruling the match would refuse all shots that follow.
 *
 *   goes_on  out: true if such a ruling was appended */
CROK_MUST_USE crok_status crok_answer_go_on(crok_job *j,
                                            const crok_board_seen *rest,
                                            bool *goes_on);

/* Resolve the remaining differences between match and board in favour of the
 * board, unless a ruling was made since the last shot.
 *
 *   goes_on  true: the last ruling came from crok_answer_go_on; it is a guess,
 *            so it does not prevent the correction */
CROK_MUST_USE crok_status crok_answer_board(crok_job *j,
                                            const crok_board_seen *rest,
                                            bool goes_on);

/* If the rules let the loser choose who begins the round, append that the
 * player who shoots first begins. */
CROK_MUST_USE crok_status crok_answer_starter(crok_job *j,
                                              const crok_shot_seen *seen);

#endif
