/* SPDX-License-Identifier: Apache-2.0
 *
 * score/board_groups.h: photos that show the same board answer each other's
 * questions. What each photo shows of its board is kept; those whose patterns
 * and ratios of lines agree form a group.
 *
 * Room     score: uses board.
 * Threads  one owner. */
#ifndef CROK_SCORE_BOARD_GROUPS_H
#define CROK_SCORE_BOARD_GROUPS_H

#include "board/known.h"
#include "report/result.h"

/* Photos that are kept of each group, the first ones, and groups; more groups
 * are not made. They take 15 MB. Chosen by hand: more photos of one board add
 * little. */
#define CROK_GROUP_PHOTOS 12
#define CROK_MAX_GROUPS 32

typedef struct crok_board_group {
    int n; /* photos kept */
    int photo[CROK_GROUP_PHOTOS];
    crok_board_view view[CROK_GROUP_PHOTOS];
} crok_board_group;

typedef struct crok_board_groups {
    int n;
    crok_board_group *group[CROK_MAX_GROUPS]; /* owned */
} crok_board_groups;

/* Add what photo number `photo` shows of its board.
 *
 *   groups  all zero before the first call
 *   seen    borrowed
 *
 * Returns the index of its group; -1 if there is no room, or no memory. */
int crok_board_groups_add(crok_board_groups *groups, int photo,
                          const crok_known_board *seen);

/* Learn the board of a group from the photos in it, without photo number
 * `photo`, so that a photo's errors do not confirm themselves.
 *
 *   out  written if the result is not 0
 *
 * Returns the number of photos that it was learnt from. */
int crok_board_groups_learn(const crok_board_groups *groups, int group,
                            int photo, crok_known_board *out);

/* May `again`, a photo's result with its board known, replace the result
 * `first`? It may if the same sides have ranges within their first ones: what
 * other photos say answers questions and contradicts no answer. A side that
 * only one of the results has counts as a range of 0, or up to absent_hi. */
bool crok_board_groups_agrees(const crok_score *first, const crok_score *again);

void crok_board_groups_free(crok_board_groups *groups);

#endif
