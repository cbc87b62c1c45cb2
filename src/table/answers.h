/* SPDX-License-Identifier: Apache-2.0
 *
 * table/answers.h: questions of the rules that are answered by what the players
 * do: the discs that they take off the board or leave on it show how they
 * decided.
 *
 * Room     table.
 * Threads  as table.h. */
#ifndef CROK_TABLE_ANSWERS_H
#define CROK_TABLE_ANSWERS_H

#include "table/job.h"

/* Errors of all of these as crok_job_append. */

/* Append a ruling on the last shot if the board shows how the players decided
 * it. If the shot's validity is open, that decision settles it. If the shot
 * was judged, a ruling is appended only if the players treated it otherwise,
 * only when is_final, and not if a person has ruled on it or corrected the
 * board or the 20s since.
 *
 *   is_final  the next disc was shot, so no more discs will be taken off */
CROK_MUST_USE crok_status crok_answer_validity(crok_job *j,
                                               const crok_board_seen *rest,
                                               bool is_final);

/* Take all answers that the board gives when the next disc is shot. If a disc
 * that leaned in the hole was taken out, that is read as a 20 rather than as a
 * sign that the shot was not valid. */
CROK_MUST_USE crok_status crok_answer_all(crok_job *j,
                                          const crok_board_seen *rest);

/* If neither a person nor the board has answered, rule for the likelier
 * outcome: otherwise everything that follows would be lost.
 *
 *   goes_on  set: was there such a ruling? */
CROK_MUST_USE crok_status crok_answer_go_on(crok_job *j,
                                            const crok_board_seen *rest,
                                            bool *goes_on);

/* Resolve the remaining differences in favour of the board, unless a ruling was
 * made since the last shot.
 *
 *   goes_on  that ruling is crok_answer_go_on's, which is a guess and does
 *            not count */
CROK_MUST_USE crok_status crok_answer_board(crok_job *j,
                                            const crok_board_seen *rest,
                                            bool goes_on);

/* If the loser chooses who begins a round: the player who shoots first
 * begins. */
CROK_MUST_USE crok_status crok_answer_starter(crok_job *j,
                                              const crok_shot_seen *seen);

#endif
