/* SPDX-License-Identifier: Apache-2.0
 *
 * table/answers.h: questions of the rules that the players' hands answer: what
 * they take off the board or leave there shows what they saw.
 *
 * Room     table.
 * Threads  as table.h. */
#ifndef CROK_TABLE_ANSWERS_H
#define CROK_TABLE_ANSWERS_H

#include "table/job.h"

/* Errors of all of these as crok_job_append. */

/* Rule the last shot as the players did: a shot that is asked about, or one
 * that was judged and that they saw otherwise, unless a person has ruled it.
 *
 *   is_final  the next disc was shot: nothing more is taken off */
CROK_MUST_USE crok_status crok_answer_validity(crok_job *j,
                                               const crok_board_seen *rest,
                                               bool is_final);

/* Take all answers that the board gives when the next disc is shot. A disc that
 * leaned and was taken out was rather a 20 than a part of a shot that was not
 * valid. */
CROK_MUST_USE crok_status crok_answer_all(crok_job *j,
                                          const crok_board_seen *rest);

/* Nobody has answered, and the board does not either: play goes on with the
 * likelier outcome, or everything that follows would be lost.
 *
 *   goes_on  set: was that so? */
CROK_MUST_USE crok_status crok_answer_go_on(crok_job *j,
                                            const crok_board_seen *rest,
                                            bool *goes_on);

/* Resolve the remaining differences in favour of the board, unless a ruling was
 * made since the last shot.
 *
 *   goes_on  that ruling is crok_answer_go_on's: it says nothing */
CROK_MUST_USE crok_status crok_answer_board(crok_job *j,
                                            const crok_board_seen *rest,
                                            bool goes_on);

/* Who begins a round where the loser chooses: the one who shoots. */
CROK_MUST_USE crok_status crok_answer_starter(crok_job *j,
                                              const crok_shot_seen *seen);

#endif
