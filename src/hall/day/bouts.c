/* SPDX-License-Identifier: Apache-2.0 */
#include "hall/day/bouts.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hall/day/forfeits.h"
#include "hall/day/stages.h"
#include "rules/handicap.h"

static bool is_one(unsigned bits)
{
    return bits != 0 && (bits & (bits - 1)) == 0;
}

/* What the handicaps of a side give in a bout: in each of its games that has a
 * round. */
static crok_handicap given(const crok_bout *b, int side)
{
    crok_handicap h = crok_match_handicap(&b->match->m->end, side);
    int games = b->n == 0 ? 0 : b->game > 0 ? 1 : b->match->m->games;
    return (crok_handicap){.points = games * h.points,
                           .twenties = games * h.twenties};
}

/* Points of a side in a match that are in no round, and of no handicap. */
static int penalties(const crok_day_match *match, int side)
{
    crok_handicap h = crok_match_handicap(&match->m->end, side);
    return match->m->penalty[side] - match->m->games * h.points;
}

/* Add what is in no round: of a match of several games with the last one. */
static void add_extra(const crok_day_view *v, crok_bout *b)
{
    const crok_day_match *match = b->match;
    bool is_forfeited = crok_day_is_forfeited(match);
    if (is_forfeited)
        b->n = 0;
    for (int i = 0; i < match->m->end.info.n_sides; i++) {
        crok_forfeit worth = {0};
        crok_handicap h = given(b, i);
        int n = b->is_last ? crok_day_forfeited_to(match, i, &worth) : 0;
        b->extra[i] = h.points;
        b->extra_twenties[i] = h.twenties;
        if (b->is_last && !is_forfeited)
            b->extra[i] += penalties(match, i);
        if (n == 0 || (!is_forfeited && v->day->settings.unplayed_to_nobody))
            continue;
        b->extra[i] += n * worth.points;
        b->extra_twenties[i] += n * worth.twenties;
    }
}

static void sum_up(crok_bout *b)
{
    for (int i = 0; i < b->match->m->end.info.n_sides; i++) {
        b->points[i] = b->extra[i];
        b->twenties[i] = b->extra_twenties[i];
        for (int k = 0; k < b->n; k++) {
            b->points[i] += b->rounds[k].result[i];
            b->twenties[i] += b->rounds[k].twenties[i];
        }
    }
}

/* Who has won one game of a match of several: who has more points in it. */
static unsigned winner_of_game(const crok_bout *b)
{
    unsigned best = 1;
    int most = b->points[0];
    for (int i = 1; i < b->match->m->end.info.n_sides; i++) {
        if (b->points[i] > most)
            best = 0;
        if (b->points[i] >= most)
            best |= 1U << i;
        most = b->points[i] > most ? b->points[i] : most;
    }
    return is_one(best) ? best : 0;
}

static int last_game(const crok_day_match *match)
{
    return match->n_rounds == 0 ? 1 : match->rounds[match->n_rounds - 1].game;
}

static bool has_game_stages(const crok_day_match *match)
{
    const crok_match_start *info = &match->m->end.info;
    return crok_stage_has_games(match->stage) &&
           (info->best_of > 1 || info->book.games > 1 || last_game(match) > 1);
}

static void add_bout(const crok_day_view *v, const crok_day_match *match,
                     int game, crok_bouts *out)
{
    crok_bout *b = &out->list[out->n++];
    int from = 0;
    *b = (crok_bout){.match = match,
                     .game = game,
                     .is_last = game == 0 || game == last_game(match)};
    while (game > 0 && from < match->n_rounds &&
           match->rounds[from].game < game)
        from++;
    b->rounds = match->rounds + from;
    while (from + b->n < match->n_rounds &&
           (game == 0 || b->rounds[b->n].game == game))
        b->n++;
    add_extra(v, b);
    sum_up(b);
    (void)snprintf(b->stage, sizeof b->stage, game == 0 ? "%s" : "%s G%d",
                   match->stage, game);
    b->won = game > 0                        ? winner_of_game(b)
             : is_one(match->m->end.winners) ? match->m->end.winners
                                             : 0;
}

static bool is_in_stage(const crok_bout *a, const crok_bout *b)
{
    return strcmp(a->stage, b->stage) == 0 &&
           strcmp(a->match->pool, b->match->pool) == 0;
}

static bool plays_in(const crok_day_match *match, int entry)
{
    for (int i = 0; i < match->m->end.info.n_sides; i++)
        for (int k = 0; k < match->credit[i].n; k++)
            if (match->credit[i].entry[k] == entry)
                return true;
    return false;
}

static bool share_a_player(const crok_day_match *a, const crok_day_match *b)
{
    for (int i = 0; i < a->m->end.info.n_sides; i++)
        for (int k = 0; k < a->credit[i].n; k++)
            if (plays_in(b, a->credit[i].entry[k]))
                return true;
    return false;
}

/* Number the games of each stage: as the pairing or the match says; else by the
 * matches of the stage that these players have played before. */
static void number_games(crok_bouts *b)
{
    for (int i = 0; i < b->n; i++) {
        crok_bout *one = &b->list[i];
        const long said = strtol(one->match->game, NULL, 10);
        if (said > 0 && said < INT_MAX) {
            one->number = (int)said;
            continue;
        }
        one->number = 1;
        for (int k = 0; k < i; k++)
            if (is_in_stage(one, &b->list[k]) &&
                share_a_player(one->match, b->list[k].match) &&
                b->list[k].number >= one->number)
                one->number = b->list[k].number + 1;
    }
}

static bool counts(const crok_day_match *match)
{
    return match->is_over && match->left_out == NULL;
}

crok_status crok_bouts_make(const crok_day_view *v, crok_bouts *out,
                            crok_err *err)
{
    crok_bouts b = {0};
    size_t n = 1;
    for (int i = 0; i < v->n_matches; i++)
        n += (size_t)last_game(&v->matches[i]);
    b.list = calloc(n, sizeof *b.list);
    if (b.list == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory for the results");
    for (int i = 0; i < v->n_matches; i++) {
        const crok_day_match *match = &v->matches[i];
        bool by_game = has_game_stages(match);
        int last = by_game ? last_game(match) : 1;
        for (int game = 1; counts(match) && game <= last; game++)
            add_bout(v, match, by_game ? game : 0, &b);
    }
    number_games(&b);
    *out = b;
    return CROK_OK;
}

void crok_bouts_free(crok_bouts *b)
{
    free(b->list);
    *b = (crok_bouts){0};
}
