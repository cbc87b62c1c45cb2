/* SPDX-License-Identifier: Apache-2.0 */
#include "rules/organise.h"

#include <stdio.h>
#include <string.h>

#include "rules/before_end.h"
#include "rules/counted.h"
#include "rules/finish.h"
#include "rules/handicap.h"

static crok_status side_of(const crok_match *m, const char *name, int *out,
                           crok_err *err)
{
    *out = crok_match_side_of(m, name);
    return *out >= 0 ? CROK_OK
                     : crok_fail(err, CROK_ECONFLICT,
                                 "side: \"%s\" does not play", name);
}

/* ---- names ---- */

static crok_status rename_sides(crok_match *m, const crok_match_info *info,
                                crok_err *err)
{
    for (int i = 0; i < info->n_sides; i++) {
        const crok_side_info *new = &info->sides[i];
        int side = 0;
        crok_status st = side_of(m, new->side, &side, err);
        if (st != CROK_OK)
            return st;
        memcpy(m->info.sides[side].name, new->name, sizeof new->name);
        if (!new->has_rgb)
            continue;
        m->info.sides[side].has_rgb = true;
        memcpy(m->info.sides[side].rgb, new->rgb, sizeof new->rgb);
    }
    return CROK_OK;
}

static crok_status rename_player(crok_match *m, int seat, const char *player,
                                 crok_err *err)
{
    for (int i = 0; i < m->info.seats.n; i++)
        if (m->info.seats.seat[i] == seat) {
            (void)snprintf(m->info.player[i], sizeof m->info.player[i], "%s",
                           player);
            return CROK_OK;
        }
    return crok_fail(err, CROK_ECONFLICT, "seat: nobody sits in seat %d", seat);
}

static crok_status apply_info(crok_match *m, const crok_match_info *info,
                              crok_err *err)
{
    crok_status st = rename_sides(m, info, err);
    for (int i = 0; st == CROK_OK && i < info->n_seats; i++)
        st = rename_player(m, info->seat[i], info->player[i], err);
    if (st != CROK_OK)
        return st;
    if (info->has_title)
        memcpy(m->info.title, info->title, sizeof info->title);
    if (info->has_stage)
        memcpy(m->info.stage, info->stage, sizeof info->stage);
    if (info->has_table)
        memcpy(m->info.table, info->table, sizeof info->table);
    if (info->has_board) {
        m->info.lines = info->lines;
        m->info.disc_mm = info->disc_mm;
    }
    return CROK_OK;
}

/* ---- the organiser ---- */

static crok_status apply_concede(crok_match *m, const crok_concede *c,
                                 crok_err *err)
{
    int side = 0;
    crok_status st = side_of(m, c->side, &side, err);
    if (st != CROK_OK)
        return st;
    if ((m->gave_up & 1U << side) != 0)
        return crok_fail(err, CROK_ECONFLICT,
                         "side: \"%s\" has given up already", c->side);
    memcpy(m->won_reason, c->reason, sizeof c->reason);
    crok_match_give_up(m, side, c->only_game);
    return CROK_OK;
}

/* Check that the present game is one that a penalty can change. */
static crok_status check_penalty(const crok_match *m, crok_err *err)
{
    bool is_decided =
        m->state == CROK_STATE_OVER || (m->level != 0 && m->is_tie_of_match);
    if (!is_decided || m->gave_up != 0 || crok_match_is_broken_off(m) ||
        m->counted_game.game == m->game)
        return CROK_OK;
    return crok_fail(err, CROK_ECONFLICT,
                     "game %d was not played, time was up before: \"after\" "
                     "names a moment of the game that the penalty is for",
                     m->game);
}

static crok_status apply_penalty(crok_match *m, const crok_penalty *p,
                                 crok_err *err)
{
    int side = 0;
    crok_tally add = {0};
    crok_status st = side_of(m, p->side, &side, err);
    if (st != CROK_OK)
        return st;
    st = check_penalty(m, err);
    if (st != CROK_OK)
        return st;
    add = crok_match_points(m, p->points);
    crok_match_side_add(&m->sides[side], &add);
    if (m->before_end.game == m->game) /* also if that round is replayed */
        crok_match_side_add(&m->before_end.sides[side], &add);
    crok_match_decide_again(m);
    return CROK_OK;
}

/* The round that ended last is played again: now, if the match is over. */
static crok_status replay_ended(crok_match *m, long by, crok_err *err)
{
    crok_status st = crok_match_check_replay(m, err);
    if (st != CROK_OK)
        return st;
    if (m->state == CROK_STATE_OVER)
        crok_match_replay_ended(m);
    else
        crok_match_owe_ended(m, by);
    return CROK_OK;
}

static crok_status apply_replay(crok_match *m, const crok_event *e,
                                crok_err *err)
{
    if (crok_match_replays_ended(m, e))
        return replay_ended(m, e->seq, err);
    if (m->ask == CROK_ASK_STARTER || m->ask == CROK_ASK_SHOOT_OUT)
        return crok_match_check_answered(m, err);
    crok_match_begin_again(m);
    return CROK_OK;
}

static crok_status apply_forfeit(crok_match *m, const crok_against *a,
                                 crok_err *err)
{
    int side = 0;
    crok_forfeit worth = {0};
    crok_status st = side_of(m, a->side, &side, err);
    if (st == CROK_OK && m->ask == CROK_ASK_SHOOT_OUT)
        st = crok_match_check_answered(m, err);
    if (st != CROK_OK)
        return st;
    if (m->info.n_sides > 2)
        return crok_fail(err, CROK_ECONFLICT,
                         "of %d sides the others play the round: count it "
                         "(round_count) with no disc of \"%s\"",
                         m->info.n_sides, a->side);
    if (!crok_match_forfeit_value(&m->info, &worth))
        return crok_fail(err, CROK_ECONFLICT,
                         "the book does not say what a forfeited round is "
                         "worth: name it in the match's start as \"forfeit\": "
                         "{\"points\": 40, \"20\": 0}");
    crok_match_forfeit_round(m, side, &worth);
    return CROK_OK;
}

static crok_status apply_disqualify(crok_match *m, const crok_against *a,
                                    crok_err *err)
{
    int side = 0;
    crok_status st = side_of(m, a->side, &side, err);
    if (st != CROK_OK)
        return st;
    if ((m->disqualified & 1U << side) != 0)
        return crok_fail(err, CROK_ECONFLICT,
                         "side: \"%s\" is disqualified already", a->side);
    memcpy(m->won_reason, a->reason, sizeof a->reason);
    crok_match_disqualify(m, side);
    return CROK_OK;
}

/* Get how many discs each side has shot in this round. Returns false if its
 * count does not say it. */
static bool find_shots(const crok_match *m, int shot[CROK_MAX_SIDES])
{
    if (m->is_counted)
        return crok_counted_shots(m, shot);
    for (int i = 0; i < m->info.n_sides; i++)
        shot[i] = crok_match_shot_discs(m, i);
    return true;
}

/* NCA rule 8: a side that has shot fewer discs than another shoots once more;
 * all other discs are not played any more. */
static void stop_shooting(crok_match *m)
{
    int shot[CROK_MAX_SIDES] = {0};
    int most = 0;
    bool any = false;
    if (!find_shots(m, shot))
        return;
    for (int i = 0; i < m->info.n_sides; i++)
        most = shot[i] > most ? shot[i] : most;
    for (int i = 0; i < m->info.n_sides; i++) {
        int once = shot[i] < most && crok_counted_left(m, i) > 0 ? 1 : 0;
        m->turns.unplayed[i] = crok_match_dealt(m, i) - shot[i] - once;
        any = any || once > 0;
    }
    if (!any && m->ask != CROK_ASK_VALIDITY)
        m->state = CROK_STATE_ROUND_OVER;
}

crok_status crok_match_check_time_up(const crok_match *m, const crok_time_up *t,
                                     crok_err *err)
{
    bool was_up = m->ends_with_round || (m->is_time_up && !t->whole_match);
    if (!was_up || m->state == CROK_STATE_OVER)
        return CROK_OK;
    return crok_fail(err, CROK_ECONFLICT,
                     "time was up already for the %s: end the round "
                     "(round_end, or a final count)",
                     m->ends_with_round ? "match" : "round");
}

static crok_status apply_time_up(crok_match *m, const crok_time_up *t,
                                 crok_err *err)
{
    crok_status st = CROK_OK;
    if (t->whole_match && m->ask == CROK_ASK_STARTER)
        m->ask = CROK_ASK_NOTHING; /* nobody begins the round any more */
    st = crok_match_check_answered(m, err);
    if (st != CROK_OK)
        return st;
    m->is_time_up = true;
    m->ends_with_round = m->ends_with_round || t->whole_match;
    stop_shooting(m);
    return CROK_OK;
}

static crok_status apply_shoot_out(crok_match *m, const crok_shoot_out *s,
                                   crok_err *err)
{
    int count[CROK_MAX_SIDES] = {0};
    unsigned given = 0;
    if (m->ask != CROK_ASK_SHOOT_OUT)
        return crok_fail(err, CROK_ECONFLICT,
                         "nobody was asked for a shoot-out");
    for (int i = 0; i < s->n; i++) {
        int side = 0;
        crok_status st = side_of(m, s->side[i], &side, err);
        if (st == CROK_OK && (m->level & 1U << side) == 0)
            st =
                crok_fail(err, CROK_ECONFLICT,
                          "side: \"%s\" is not level with the others, and does "
                          "not shoot",
                          s->side[i]);
        if (st != CROK_OK)
            return st;
        count[side] = s->count[i];
        given |= 1U << side;
    }
    if ((m->level & ~given) != 0)
        return crok_fail(err, CROK_ECONFLICT,
                         "sides: every side that is level must be counted");
    crok_match_end_shoot_out(m, crok_match_best(m, count, m->level));
    return CROK_OK;
}

bool crok_organises(crok_event_type type)
{
    return type >= CROK_EVENT_ROUND_COUNT && type <= CROK_EVENT_DISQUALIFY;
}

crok_status crok_match_organise(crok_match *m, const crok_event *e,
                                crok_err *err)
{
    switch ((int)e->type) {
    case CROK_EVENT_ROUND_COUNT:
        return crok_match_count(m, &e->u.count, err);
    case CROK_EVENT_MATCH_INFO:
        return apply_info(m, &e->u.info, err);
    case CROK_EVENT_CONCEDE:
        return apply_concede(m, &e->u.concede, err);
    case CROK_EVENT_PENALTY:
        return apply_penalty(m, &e->u.penalty, err);
    case CROK_EVENT_REPLAY_ROUND:
        return apply_replay(m, e, err);
    case CROK_EVENT_SUBSTITUTE:
        return rename_player(m, e->u.substitute.seat, e->u.substitute.player,
                             err);
    case CROK_EVENT_TIME_UP:
        return apply_time_up(m, &e->u.time_up, err);
    case CROK_EVENT_SHOOT_OUT:
        return apply_shoot_out(m, &e->u.shoot_out, err);
    case CROK_EVENT_FORFEIT_ROUND:
        return apply_forfeit(m, &e->u.against, err);
    case CROK_EVENT_DISQUALIFY:
        return apply_disqualify(m, &e->u.against, err);
    default:
        return crok_fail(err, CROK_EARG, "not an event of the organiser");
    }
}
