/* SPDX-License-Identifier: Apache-2.0 */
#include "rules/match_state.h"

#include <string.h>

const char *crok_event_name(crok_event_type type)
{
    static const char *const name[CROK_N_EVENTS] = {
        "match_start", "shot",          "ruling",       "twenties",
        "board",       "round_end",     "next_starter", "undo",
        "match_end",   "round_count",   "match_info",   "concede",
        "penalty",     "replay_round",  "substitute",   "time_up",
        "shoot_out",   "forfeit_round", "disqualify"};
    return name[type];
}

bool crok_may_be_after(crok_event_type type)
{
    return type == CROK_EVENT_TWENTIES || type == CROK_EVENT_BOARD ||
           type == CROK_EVENT_MATCH_INFO || type == CROK_EVENT_REPLAY_ROUND ||
           type == CROK_EVENT_PENALTY || type == CROK_EVENT_DISQUALIFY;
}

bool crok_event_corrects(const crok_event *e)
{
    return e->after != 0 || e->type == CROK_EVENT_UNDO ||
           e->type == CROK_EVENT_RULING ||
           (e->type == CROK_EVENT_ROUND_COUNT && e->u.count.of != 0);
}

const char *crok_state_name(crok_state state)
{
    static const char *const name[CROK_N_STATES] = {
        "waiting", "playing", "check", "round_over", "over"};
    return name[state];
}

const char *crok_won_by_name(crok_won_by how)
{
    static const char *const name[CROK_N_WON_BY] = {
        NULL,          "games",     "points",     "twenties",
        "extra_round", "shoot_out", "concession", "disqualification"};
    return name[how];
}

const char *crok_asked_name(crok_asked_what what)
{
    static const char *const name[CROK_N_ASKED] = {"validity", "disc", "unseen",
                                                   "replay", "calls"};
    return name[what];
}

crok_match crok_match_waiting(void)
{
    return (crok_match){.state = CROK_STATE_WAITING, .last_round_first = -1};
}

int crok_match_side_of(const crok_match *m, const char *name)
{
    for (int i = 0; i < m->info.n_sides; i++)
        if (strcmp(m->info.sides[i].side, name) == 0)
            return i;
    return -1;
}

int crok_match_left(const crok_match *m, int side)
{
    return crok_turns_left(&m->info.seats, &m->turns, side);
}

int crok_match_dealt(const crok_match *m, int side)
{
    int n = 0;
    for (int i = 0; i < m->info.seats.n; i++)
        if (m->info.seats.side[i] == side)
            n += crok_discs_dealt(&m->info.book, &m->info.seats, i);
    return n;
}

bool crok_match_forfeit_value(const crok_match_start *info, crok_forfeit *out)
{
    int total[CROK_MAX_SIDES] = {1};
    crok_tally won[CROK_MAX_SIDES];
    if (info->n_sides != 2)
        return false;
    *out = info->forfeit;
    if (info->has_forfeit)
        return true;
    crok_round_result(&info->book, total, info->n_sides, won);
    *out = (crok_forfeit){.points = won[0].points};
    return info->book.round_score == CROK_SCORE_POINTS;
}

bool crok_match_is_broken_off(const crok_match *m)
{
    return m->state == CROK_STATE_OVER && m->winners == 0 && !m->tied &&
           m->won_by == CROK_WON_BY_NOTHING;
}

bool crok_match_is_unsure(const crok_match *m, int id)
{
    for (int i = 0; i < m->n_unsure; i++)
        if (m->unsure[i] == id)
            return true;
    return false;
}

bool crok_match_is_gone(const crok_match *m, int id)
{
    for (int i = 0; i < m->n_gone; i++)
        if (m->gone[i] == id)
            return true;
    return false;
}

int crok_match_shot_discs(const crok_match *m, int side)
{
    return crok_match_dealt(m, side) - crok_match_left(m, side) -
           m->turns.unplayed[side];
}

/* Number of 20s that a side may have beside those that are counted. It has no
 * more than discs that were shot and do not surely lie on the board.
 *
 *   less  how many of them are not asked for */
static int more_twenties(const crok_match *m, int side, int less)
{
    const crok_match_side *s = &m->sides[side];
    int gone = crok_match_shot_discs(m, side) - s->twenties;
    int more = s->twenties_more - less;
    for (int i = 0; i < m->n_discs; i++)
        gone -= m->discs[i].side == side &&
                !crok_match_is_unsure(m, m->discs[i].id);
    more = more < gone ? more : gone;
    return more < 0 ? 0 : more;
}

int crok_match_unwatched(const crok_match *m, int side)
{
    int before = m->sides[side].before_watch;
    int left = crok_match_left(m, side);
    return before < left ? before : left;
}

crok_points crok_match_closed_total(const crok_match *m, int side)
{
    crok_value_rules rules = crok_book_value_rules(&m->info.book);
    crok_points total = crok_match_total(m, side);
    if (!m->is_counted)
        total.hi += crok_match_unwatched(m, side) * rules.hole;
    return total;
}

crok_points crok_match_total(const crok_match *m, int side)
{
    crok_value_rules rules = crok_book_value_rules(&m->info.book);
    const crok_match_side *s = &m->sides[side];
    crok_rest sure[CROK_MAX_DISCS];
    crok_rest all[CROK_MAX_DISCS];
    crok_points least;
    crok_points total;
    int n_sure = 0;
    if (m->is_counted)
        return (crok_points){s->counted, s->counted, s->counted};
    for (int i = 0; i < m->n_discs; i++) {
        all[i] = crok_disc_rest(&m->discs[i], m->info.disc_mm);
        if (!crok_match_is_unsure(m, m->discs[i].id))
            sure[n_sure++] = all[i];
    }
    least = crok_value_total(&m->info.lines, &rules, sure, n_sure, side,
                             s->twenties - s->twenties_unsure);
    total = crok_value_total(&m->info.lines, &rules, all, m->n_discs, side,
                             s->twenties);
    total.lo = least.lo - s->twenties_lean * (rules.hole - rules.leaning) -
               s->twenties_fewer * rules.hole - s->board_fewer;
    total.lo = total.lo < 0 ? 0 : total.lo;
    total.hi += more_twenties(m, side, s->twenties_on_board) * rules.hole +
                s->board_more;
    return total;
}

void crok_match_twenties(const crok_match *m, int side, bool of_match, int *lo,
                         int *hi)
{
    const crok_match_side *s = &m->sides[side];
    int n = of_match ? s->twenties_total : s->twenties;
    *lo = *hi = n;
    if (!m->is_counted) {
        *lo -= s->twenties_unsure + s->twenties_lean + s->twenties_fewer;
        *hi += more_twenties(m, side, 0);
    }
    for (int i = 0; i < m->n_discs && !m->is_counted; i++)
        *hi += m->discs[i].side == side && m->discs[i].state_unsure &&
               m->discs[i].state == CROK_DISC_LEANING;
    if (of_match) {
        *lo -= s->total_fewer;
        *hi += s->total_more;
    }
    *lo = *lo < 0 ? 0 : *lo;
}

bool crok_match_has_begun(const crok_match *m)
{
    int shot = 0;
    for (int i = 0; i < m->info.n_sides; i++)
        shot += crok_match_shot_discs(m, i);
    return m->is_counted || shot > 0 || m->n_discs > 0;
}

bool crok_match_counts_round(const crok_match *m)
{
    return !m->ends_with_round || crok_match_has_begun(m);
}

crok_status crok_match_check_count(const crok_match *m, crok_err *err)
{
    for (int s = 0; s < m->info.n_sides; s++) {
        int shot = crok_match_shot_discs(m, s);
        int seen = m->sides[s].twenties;
        for (int i = 0; i < m->n_discs; i++)
            seen += m->discs[i].side == s;
        if (seen > shot)
            return crok_fail(err, CROK_ECONFLICT,
                             "%s: %d discs on the board and in the bowl, but "
                             "only %d were shot",
                             m->info.sides[s].side, seen, shot);
    }
    return CROK_OK;
}

crok_status crok_match_check_answered(const crok_match *m, crok_err *err)
{
    switch ((int)m->ask) {
    case CROK_ASK_STARTER:
        return crok_fail(err, CROK_ECONFLICT,
                         "it is asked who starts the round: a next_starter "
                         "answers it");
    case CROK_ASK_SHOOT_OUT:
        return crok_fail(err, CROK_ECONFLICT,
                         "the 20s of a shoot-out are asked for: a shoot_out "
                         "answers it");
    default:
        return CROK_OK;
    }
}
