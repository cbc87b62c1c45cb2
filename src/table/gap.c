/* SPDX-License-Identifier: Apache-2.0 */
#include "table/gap.h"

/* Missing shots that are looked for: at most two turns of each player. More
 * would explain anything. */
enum { MAX_ROUNDS_OF_TURNS = 2 };

/* What is known when a gap is looked for. */
typedef struct search {
    const crok_match *m;
    int side;                     /* who shot: a side of the match */
    int seat;                     /* where the disc was placed; -1: not seen */
    int appeared[CROK_MAX_SIDES]; /* discs on the board that the match does not
                                   * know */
    int surplus[CROK_MAX_SIDES];  /* discs on the board and in the bowl beyond
                                   * those that were shot: so many shots at the
                                   * least are missing */
} search;

/* The player of this side in whose quadrant the disc was placed; -1: not seen,
 * or nobody of the side sits there. */
static int player_there(const search *s)
{
    const crok_seats *seats = &s->m->info.seats;
    for (int i = 0; i < seats->n; i++)
        if (seats->seat[i] == s->seat && seats->side[i] == s->side)
            return i;
    return -1;
}

/* The player who shot if these are the turns; -1: nobody of the side may shoot
 * now, or only another player than the one who sits there. */
static int shooter_at(const search *s, const crok_turns *turns)
{
    const crok_book *book = &s->m->info.book;
    const crok_seats *seats = &s->m->info.seats;
    int there = player_there(s);
    int turn = crok_turns_player(book, seats, turns);
    if (there >= 0)
        return crok_turns_may_shoot(book, seats, turns, there) ? there : -1;
    return turn >= 0 && seats->side[turn] == s->side ? turn : -1;
}

/* Has a disc appeared for each of the missing shots? */
static bool is_visible(const search *s, const int *missing)
{
    for (int i = 0; i < s->m->info.n_sides; i++)
        if (missing[i] > s->appeared[i])
            return false;
    return true;
}

/* Are so many shots missing that the discs on the board can have been shot? */
static bool has_all(const search *s, const int *missing)
{
    for (int i = 0; i < s->m->info.n_sides; i++)
        if (missing[i] < s->surplus[i])
            return false;
    return true;
}

static crok_gap find(const search *s, crok_turns turns)
{
    const crok_book *book = &s->m->info.book;
    const crok_seats *seats = &s->m->info.seats;
    crok_gap gap = {.player = -1};
    int missing[CROK_MAX_SIDES] = {0};
    bool is_explained = false;
    for (int n = 0; n <= MAX_ROUNDS_OF_TURNS * seats->n; n++) {
        int who = shooter_at(s, &turns);
        int turn = crok_turns_player(book, seats, &turns);
        bool explains = has_all(s, missing);
        if (who >= 0 && (gap.player < 0 || is_visible(s, missing) ||
                         (explains && !is_explained)))
            gap = (crok_gap){who, n};
        is_explained = is_explained || (who >= 0 && explains);
        if (turn < 0)
            break;
        missing[seats->side[turn]]++;
        crok_turns_shot(book, seats, &turns, turn);
    }
    return gap;
}

static search search_of(const crok_match *m, const crok_table_sides *sides,
                        const crok_shot_seen *next)
{
    return (search){
        .m = m,
        .side = crok_table_match_side(m, sides, next->side),
        .seat = next->has_placed_at ? crok_shot_seat_at(next->placed_at) : -1};
}

static void count_discs(search *s, const crok_table_sides *sides,
                        const crok_board_seen *before, bool is_new_round)
{
    const crok_match *m = s->m;
    for (int i = 0; i < m->info.n_sides && !is_new_round; i++)
        s->surplus[i] = m->sides[i].twenties - crok_match_shot_discs(m, i);
    for (int i = 0; i < before->n; i++) {
        const crok_disc *d = &before->disc[i];
        int side = crok_table_match_side(m, sides, d->side);
        if (side < 0 || d->state == CROK_DISC_OUT ||
            (!is_new_round && crok_match_is_gone(m, d->id)))
            continue;
        s->surplus[side]++;
        s->appeared[side] +=
            is_new_round || crok_disc_find(m->discs, m->n_discs, d->id) < 0;
    }
}

crok_gap crok_gap_before(const crok_match *m, const crok_table_sides *sides,
                         const crok_shot_seen *next)
{
    search s = search_of(m, sides, next);
    if (next->side < 0)
        return (crok_gap){crok_shot_player(m, sides, next), 0};
    count_discs(&s, sides, &next->before, false);
    return find(&s, m->turns);
}

bool crok_gap_is_none(const crok_match *m, const crok_table_sides *sides,
                      const crok_shot_seen *next)
{
    crok_gap gap = crok_gap_before(m, sides, next);
    return gap.player >= 0 && gap.n == 0 &&
           crok_turns_player(&m->info.book, &m->info.seats, &m->turns) >= 0;
}

crok_gap crok_gap_in_new_round(const crok_match *m,
                               const crok_table_sides *sides,
                               const crok_shot_seen *next, int first)
{
    const crok_book *book = &m->info.book;
    search s = search_of(m, sides, next);
    if (next->side < 0)
        return (crok_gap){first, 0};
    count_discs(&s, sides, &next->before, true);
    return find(&s, crok_turns_start(book, &m->info.seats, first));
}
