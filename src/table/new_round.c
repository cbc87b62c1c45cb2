/* SPDX-License-Identifier: Apache-2.0 */
#include "table/new_round.h"

#include "table/gap.h"
#include "table/record_unseen.h"

/* A board is cleared if so many discs of the match are taken off together. One
 * or two may be taken off because the players judged a shot otherwise. */
enum { CLEARED_DISCS = 3 };

static int n_dealt(const crok_match *m)
{
    int n = 0;
    for (int i = 0; i < m->info.n_sides; i++)
        n += crok_match_dealt(m, i);
    return n;
}

/* Number of discs that surely lie on the board. */
static int n_sure(const crok_match *m)
{
    int n = 0;
    for (int i = 0; i < m->n_discs; i++)
        n += !crok_match_is_unsure(m, m->discs[i].id);
    return n;
}

/* A round is near its end if at most this many shots are left. One in thirty of
 * the simulated shots is missed, so three in a row hardly ever are. With more
 * shots left, it is likelier that the players cleared the board to begin the
 * round again; the player who shoots next shows which it was. */
enum { NEAR_END = 2 };

static bool is_near_end(const crok_match *m)
{
    return crok_shots_left(m) <= NEAR_END;
}

/* Is the match in a round that is played shot by shot? */
static bool is_in_round(const crok_match *m)
{
    return !m->is_counted &&
           (m->state == CROK_STATE_PLAYING ||
            m->state == CROK_STATE_ROUND_OVER ||
            (m->state == CROK_STATE_CHECK && m->ask != CROK_ASK_STARTER &&
             m->ask != CROK_ASK_SHOOT_OUT));
}

/* Number of discs that hands have taken off the board and out of the ditch
 * since the rest after the last shot: at most those that were shot. Spare discs
 * beside the board are seen at one rest and not at the next. */
static int n_taken(const crok_table *t, const crok_board_seen *rest)
{
    const crok_match *m = crok_table_match(t);
    int n_out = t->full_of == m->last.seq ? crok_board_seen_n_out(&t->full) -
                                                crok_board_seen_n_out(rest)
                                          : 0;
    int n_shot = n_dealt(m) - crok_shots_left(m);
    int n = n_sure(m) + (n_out > 0 ? n_out : 0);
    return n < n_shot ? n : n_shot;
}

static bool lies_any(const crok_match *m, const crok_board_seen *rest)
{
    for (int i = 0; i < m->n_discs; i++)
        if (crok_board_seen_lying(rest, m->discs[i].id) != NULL)
            return true;
    return false;
}

/* The player who starts the next round if this one ends now; -1: the loser
 * chooses. */
static int next_starter(const crok_match *m)
{
    int total[CROK_MAX_SIDES] = {0};
    crok_round_order order = {.is_open = false};
    for (int i = 0; i < m->info.n_sides; i++)
        total[i] = crok_match_total(m, i).points;
    order.winner = crok_round_winner(total, m->info.n_sides);
    order.loser = crok_round_loser(total, m->info.n_sides);
    return crok_next_starter(&m->info.book, &m->info.seats, m->turns.first,
                             &order);
}

/* Number of shots that are missing before this one if it is of a new round; -1:
 * no number explains it. */
static int missing_in_new_round(const crok_table *t, const crok_shot_seen *next,
                                int first)
{
    crok_gap gap = crok_gap_in_new_round(crok_table_match(t), &t->setup.sides,
                                         next, first);
    return gap.player < 0 ? -1 : gap.n;
}

/* Is the shot the next one of this round, and none of a new one, although the
 * board is empty? If it can be both, it is of this round if most shots of it
 * are still to come. */
static bool goes_on(const crok_table *t, const crok_shot_seen *next)
{
    const crok_match *m = crok_table_match(t);
    crok_gap gap = crok_gap_before(m, &t->setup.sides, next);
    int first = t->is_first_sure ? next_starter(m) : -1;
    return n_sure(m) < CLEARED_DISCS && !m->is_first_unknown &&
           gap.player >= 0 && gap.n == 0 &&
           (2 * crok_shots_left(m) > n_dealt(m) ||
            (first >= 0 && missing_in_new_round(t, next, first) != 0));
}

bool crok_new_round_begins(const crok_table *t, const crok_shot_seen *next)
{
    const crok_match *m = crok_table_match(t);
    if (!is_in_round(m) || lies_any(m, &next->before))
        return false;
    if (crok_shots_left(m) == 0)
        return true;
    return t->n_cleared > 0 ? !goes_on(t, next) : n_sure(m) >= CLEARED_DISCS;
}

/* Was the round broken off and is begun again? It was not near its end, and the
 * first shot after the board was cleared is of the player who began it, who
 * does not begin the next round. Otherwise all shots that were left would have
 * been missed, and the first of the next round too. */
static bool is_begun_again(const crok_table *t, const crok_shot_seen *next)
{
    const crok_match *m = crok_table_match(t);
    int first = next_starter(m);
    if (m->is_first_unknown || is_near_end(m) || first < 0 ||
        !crok_board_seen_is_empty(&next->before))
        return false;
    return missing_in_new_round(t, next, first) != 0 &&
           missing_in_new_round(t, next, m->turns.first) == 0;
}

crok_status crok_new_round(crok_job *j, const crok_shot_seen *next)
{
    crok_job more = {j->table, j->out, j->err, 0}; /* film_ms 0: the shot of
                                                    * this rest follows */
    bool is_new = crok_new_round_begins(j->table, next);
    bool is_again = is_new && is_begun_again(j->table, next);
    j->table->n_cleared = 0;
    if (!is_new)
        return CROK_OK;
    if (is_again)
        return crok_begin_again(&more);
    return crok_close_round(&more);
}

crok_status crok_board_cleared(crok_job *j)
{
    crok_table *t = j->table;
    const crok_match *m = crok_table_match(t);
    int left = crok_shots_left(m);
    int n = n_taken(t, &j->out->rest);
    if (!is_in_round(m))
        return CROK_OK;
    if (left == 0 || (is_near_end(m) && n > 1))
        return crok_close_round(j);
    if (n <= t->n_cleared || left == n_dealt(m)) /* nobody has shot yet */
        return CROK_OK;
    /* one or two discs may be taken off because the players judged a shot
     * otherwise, but not where it is not known how many shots are left */
    if (n < CLEARED_DISCS && !is_near_end(m) && !m->is_first_unknown)
        return CROK_OK;
    if (t->n_cleared == 0)
        crok_job_note(j,
                      "the board was cleared with %d discs still to shoot: the "
                      "next shot shows whether round %d is over",
                      left, m->round);
    t->n_cleared = n;
    t->cleared_after = m->last.seq;
    return CROK_OK;
}

crok_status crok_film_ended(crok_job *j)
{
    const crok_table *t = j->table;
    const crok_match *m = crok_table_match(t);
    int left = crok_shots_left(m);
    bool is_over =
        t->n_cleared > 0 && (m->is_first_unknown || 2 * left <= n_dealt(m));
    return is_in_round(m) && (left == 0 || is_over) ? crok_close_round(j)
                                                    : CROK_OK;
}
