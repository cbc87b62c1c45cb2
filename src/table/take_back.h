/* SPDX-License-Identifier: Apache-2.0
 *
 * table/take_back.h: undo a recorded shot that was none. The next shot shows
 * it: with that shot the order of turns does not fit, or its side has no disc
 * left; without it everything fits.
 *
 * Only two kinds of shots are taken back: the last one, if its placing and its
 * contacts were not seen and its disc never came to lie on the board, for it
 * may have been a hand; and shots that nobody saw (record_unseen.h), for they
 * were inferred from the order of turns alone.
 *
 * Room     table.
 * Threads  as table.h.
 * Source   docs/RULES.md P2 to P8. */
#ifndef CROK_TABLE_TAKE_BACK_H
#define CROK_TABLE_TAKE_BACK_H

#include "table/fit_shot.h"
#include "table/job.h"

/* Undo such a shot of this round, if there is one; a note says so. A shot on
 * which a person has ruled is never undone.
 *
 *   next  the shot that was seen, with the match's ids; borrowed
 *
 * Errors as crok_job_append */
CROK_MUST_USE crok_status crok_take_back(crok_job *j,
                                         const crok_shot_seen *next);

#endif
