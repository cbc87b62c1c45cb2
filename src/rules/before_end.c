/* SPDX-License-Identifier: Apache-2.0 */
#include "rules/before_end.h"

#include <string.h>

void crok_before_count_keep(crok_match *m)
{
    crok_game_count *c = &m->counted_game;
    *c = (crok_game_count){.game = m->game,
                           .games_played = m->games_played,
                           .gave_up = m->gave_up};
    for (int i = 0; i < m->info.n_sides; i++) {
        const crok_match_side *s = &m->sides[i];
        c->side[i].games = s->games;
        c->side[i].match_points = s->match_points;
        c->side[i].match_points_lo = s->match_points_lo;
        c->side[i].match_points_hi = s->match_points_hi;
        c->side[i].twenties_before = s->twenties_before;
    }
}

void crok_before_count_restore(crok_match *m)
{
    const crok_game_count *c = &m->counted_game;
    m->games_played = c->games_played;
    m->gave_up = c->gave_up;
    m->level = 0;
    for (int i = 0; i < m->info.n_sides; i++) {
        crok_match_side *s = &m->sides[i];
        s->games = c->side[i].games;
        s->match_points = c->side[i].match_points;
        s->match_points_lo = c->side[i].match_points_lo;
        s->match_points_hi = c->side[i].match_points_hi;
        s->twenties_before = c->side[i].twenties_before;
    }
}

void crok_before_end_keep(crok_match *m)
{
    crok_round_kept *k = &m->before_end;
    *k = (crok_round_kept){.round = m->round,
                           .game = m->game,
                           .games_played = m->games_played,
                           .turns = m->turns,
                           .ended = m->ended,
                           .n_asked = m->n_asked,
                           .is_first_unknown = m->is_first_unknown,
                           .is_loser_open = m->is_loser_open,
                           .level = m->level,
                           .tie_among = m->tie_among,
                           .tie_at = m->tie_at,
                           .is_tie_of_match = m->is_tie_of_match,
                           .gave_up = m->gave_up,
                           .counted_game = m->counted_game,
                           .broken = m->broken,
                           .owed = m->owed};
    memcpy(k->sides, m->sides, sizeof k->sides);
    memcpy(k->asked, m->asked, sizeof k->asked);
}

void crok_before_end_restore(crok_match *m)
{
    const crok_round_kept *k = &m->before_end;
    m->round = k->round;
    m->game = k->game;
    m->games_played = k->games_played;
    m->turns = k->turns;
    m->ended = k->ended;
    m->n_asked = k->n_asked;
    m->is_first_unknown = k->is_first_unknown;
    m->is_loser_open = k->is_loser_open;
    m->level = k->level;
    m->tie_among = k->tie_among;
    m->tie_at = k->tie_at;
    m->is_tie_of_match = k->is_tie_of_match;
    m->gave_up = k->gave_up;
    m->counted_game = k->counted_game;
    m->broken = k->broken;
    m->owed = k->owed;
    memcpy(m->sides, k->sides, sizeof m->sides);
    memcpy(m->asked, k->asked, sizeof m->asked);
}

bool crok_match_replays_ended(const crok_match *m, const crok_event *e)
{
    if (e->type != CROK_EVENT_REPLAY_ROUND)
        return false;
    return m->state == CROK_STATE_OVER ||
           (e->after != 0 && !e->is_open && m->ended.round > 0 &&
            m->ask != CROK_ASK_SHOOT_OUT && !crok_match_has_begun(m));
}

crok_status crok_match_check_replay(const crok_match *m, crok_err *err)
{
    if (crok_match_is_broken_off(m))
        return crok_fail(err, CROK_ECONFLICT,
                         "the match was broken off: undo the match_end first");
    if (m->gave_up != 0 || m->counted_game.gave_up != 0)
        return crok_fail(err, CROK_ECONFLICT,
                         "a side has given up or was disqualified: undo that "
                         "first");
    if (m->before_end.round == 0)
        return crok_fail(err, CROK_ECONFLICT,
                         "no round of this match has ended");
    if (m->state == CROK_STATE_OVER)
        return CROK_OK;
    if (m->before_end.game != m->game || m->level != 0)
        return crok_fail(err, CROK_ECONFLICT,
                         "round %d ended game %d, and what followed hangs on "
                         "it: undo that first, or correct the round's count",
                         m->before_end.round, m->before_end.game);
    if (m->owed.n == CROK_MAX_OWED)
        return crok_fail(err, CROK_ECONFLICT,
                         "at most %d rounds of a game are played again",
                         CROK_MAX_OWED);
    return CROK_OK;
}
