/* SPDX-License-Identifier: Apache-2.0 */
#include "table/settle_validity.h"

/* Return the number of discs that the decision keeps and that are not on the
 * board. */
static int n_gone(const crok_decision *d, const crok_board_seen *rest)
{
    int n = 0;
    for (int i = 0; i < d->n_in_play; i++)
        n += crok_board_seen_lying(rest, d->in_play[i]) == NULL;
    return n;
}

/* Return the number of discs on the board that the decision does not keep. */
static int n_left(const crok_decision *d, const crok_board_seen *rest)
{
    int n = 0;
    for (int i = 0; i < rest->n; i++)
        n += rest->disc[i].state != CROK_DISC_OUT &&
             !crok_decision_keeps(d, rest->disc[i].id);
    return n;
}

static bool is_as(const crok_decision *d, const crok_board_seen *rest)
{
    return n_gone(d, rest) + n_left(d, rest) == 0;
}

static void judge_both(const crok_book *book, const crok_shot *shot,
                       crok_decision as[2])
{
    for (int valid = 0; valid < 2; valid++)
        crok_judge_as(book, shot, valid == 1, &as[valid]);
}

bool crok_settle_validity(const crok_book *book, const crok_shot *shot,
                          const crok_board_seen *rest, bool is_final,
                          bool *valid)
{
    crok_decision as[2];
    judge_both(book, shot, as);
    for (int i = 0; i < 2; i++) {
        const crok_decision *other = &as[1 - i];
        bool other_may_be =
            is_final ? is_as(other, rest) : n_gone(other, rest) == 0;
        if (!is_as(&as[i], rest) || other_may_be)
            continue;
        *valid = i == 1;
        return true;
    }
    return false;
}
