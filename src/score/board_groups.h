/* SPDX-License-Identifier: Apache-2.0
 *
 * score/board_groups.h: photos that show the same board answer each other's
 * questions about the hole. What each photo shows of its board is kept; those
 * whose patterns and ratios of lines agree form a group. Only two things pass
 * from one photo to another: the names of the sides, and what the empty hole
 * looks like, from photos that leave no doubt that it is empty there.
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

/* A photo as the others of its board see it. */
typedef struct crok_board_photo {
    int number; /* of the photo among all */
    crok_known_board seen;
    bool shows_floor; /* no disc is in its hole, and nothing leaves a doubt */
    int n_discs;      /* outside the hole */
    crok_mm disc[CROK_MAX_DISCS];
} crok_board_photo;

/* Write what the others may know of photo number `number`.
 *
 *   seen, score  borrowed: what it shows of its board, and its score from
 *                itself alone */
void crok_board_photo_make(int number, const crok_known_board *seen,
                           const crok_score *score, crok_board_photo *out);

typedef struct crok_board_group {
    int n; /* photos kept */
    crok_board_photo photo[CROK_GROUP_PHOTOS];
} crok_board_group;

typedef struct crok_board_groups {
    int n;
    crok_board_group *group[CROK_MAX_GROUPS]; /* owned */
} crok_board_groups;

/* Add a photo, which is copied.
 *
 *   groups  all zero before the first call
 *
 * Returns the index of its group; -1 if there is no room, or no memory. */
int crok_board_groups_add(crok_board_groups *groups,
                          const crok_board_photo *photo);

/* What the other photos of a photo's board show. */
typedef struct crok_board_lesson {
    int n_bare; /* photos that show it with other discs; 0: bare is not written
                 */
    crok_known_board bare; /* a board of which the bare surface counts, and the
                              empty hole's floor if one of them shows it */
    int n_names; /* photos that have names of sides; 0: names is not written */
    crok_known_board names; /* a board of which only the sides count: all photos
                               of a group use the same names */
} crok_board_lesson;

/* Learn what the other photos of a group tell a photo. A copy of it tells
 * nothing of the bare board, or its errors would confirm themselves: that is a
 * photo with the same discs at the same places, whatever its light, size or
 * angle. */
void crok_board_groups_learn(const crok_board_groups *groups, int group,
                             const crok_board_photo *photo,
                             crok_board_lesson *out);

/* May `again`, a photo's result with the bare board known, replace the result
 * `first`? It may if all counted discs outside the hole are the same, if what
 * may be one there was counted or possible before, and if the same sides have
 * ranges within their first ones: what other photos say answers questions and
 * contradicts no answer. A side that only one of the results has counts as a
 * range of 0, or up to absent_hi. */
bool crok_board_groups_agrees(const crok_score *first, const crok_score *again);

void crok_board_groups_free(crok_board_groups *groups);

#endif
