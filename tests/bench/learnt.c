/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/learnt.h"

#include <stdlib.h>
#include <string.h>

/* Does a picture show the board without discs on it? */
static bool is_empty(const truth *t)
{
    for (int i = 0; i < t->n_discs; i++)
        if (t->discs[i].state != CROK_DISC_OUT)
            return false;
    return true;
}

bool learnt_boards_read(const truth_list *list,
                        const crok_score_photo_options *options,
                        learnt_boards *out)
{
    size_t n = (size_t)list->n;
    crok_result *r = calloc(1, sizeof *r);
    crok_score_photo_options usual = *options;
    *out = (learnt_boards){.list = list,
                           .seen = calloc(n, sizeof *out->seen),
                           .is_seen = calloc(n, sizeof *out->is_seen)};
    if (r == NULL || out->seen == NULL || out->is_seen == NULL) {
        free(r);
        learnt_boards_free(out);
        return false;
    }
    for (int i = 0; i < list->n; i++) {
        if (list->item[i].board_number < 0)
            continue;
        usual.is_empty = is_empty(&list->item[i]);
        crok_score_photo_of_board(list->item[i].picture, &usual, NULL, r,
                                  &out->seen[i]);
        out->is_seen[i] = r->status == CROK_OK;
    }
    free(r);
    return true;
}

static bool is_same_folder(const char *a, const char *b)
{
    size_t n = (size_t)(strrchr(a, '/') - a);
    return strncmp(a, b, n + 1) == 0 && strchr(b + n + 1, '/') == NULL;
}

static bool is_of_same_board(const truth *a, const truth *b)
{
    return a->board_number >= 0 && a->board_number == b->board_number &&
           is_same_folder(a->picture, b->picture);
}

/* Another picture of the board of picture i; -1: there is none. */
static int other_picture(const learnt_boards *boards, int i)
{
    const truth_list *list = boards->list;
    int best = -1;
    for (int k = 1; k < list->n; k++) {
        int other = (i + k) % list->n;
        bool is_better = best < 0 || (is_empty(&list->item[other]) &&
                                      !is_empty(&list->item[best]));
        if (is_better && boards->is_seen[other] &&
            is_of_same_board(&list->item[i], &list->item[other]))
            best = other;
    }
    return best;
}

const crok_known_board *learnt_board_for(learnt_boards *boards, int i)
{
    static crok_board_view view;
    int other = other_picture(boards, i);
    if (other < 0)
        return NULL;
    view = (crok_board_view){.source = boards->list->item[other].picture,
                             .seen = boards->seen[other]};
    return crok_known_merge(&view, 1, "learnt", &boards->board, NULL) == CROK_OK
               ? &boards->board
               : NULL;
}

void learnt_boards_free(learnt_boards *boards)
{
    free(boards->seen);
    free(boards->is_seen);
    *boards = (learnt_boards){.list = NULL};
}
