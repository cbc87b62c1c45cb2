/* SPDX-License-Identifier: Apache-2.0
 *
 * tests/bench/learnt.h: boards learnt from other pictures of them, in folders
 * whose truth files number their boards (make_samples.py --per-board).
 *
 * Room     tests. */
#ifndef CROK_TESTS_LEARNT_H
#define CROK_TESTS_LEARNT_H

#include "bench/folder.h"
#include "score/score_photo.h"

typedef struct learnt_boards {
    const truth_list *list; /* borrowed */
    crok_known_board *seen; /* of each picture; */
    bool *is_seen;          /* false: it was not scored */
    crok_known_board board; /* of the last call of learnt_board_for */
} learnt_boards;

/* Scores every picture and keeps what it shows of its board. False: no memory.
 *
 *   list  kept */
bool learnt_boards_read(const truth_list *list,
                        const crok_score_photo_options *options,
                        learnt_boards *out);

/* The board of picture i, learnt from another picture of the same board in the
 * same folder: one of the empty board, of which that is said (`crokeye board
 * --empty`), or else the next one (after the last comes the first). NULL where
 * there is none. Valid until the next call. */
const crok_known_board *learnt_board_for(learnt_boards *boards, int i);

void learnt_boards_free(learnt_boards *boards);

#endif
