/* SPDX-License-Identifier: Apache-2.0 */
#include "rules/match_shot.h"

#include <stdio.h>
#include <string.h>

#include "rules/finish.h"
#include "rules/open.h"

static int gone_at(const crok_match *m, int id)
{
    for (int i = 0; i < m->n_gone; i++)
        if (m->gone[i] == id)
            return i;
    return -1;
}

void crok_match_put_disc(crok_match *m, const crok_disc *disc)
{
    int at = gone_at(m, disc->id);
    int i = m->n_discs++;
    if (at >= 0)
        m->gone[at] = m->gone[--m->n_gone];
    for (; i > 0 && m->discs[i - 1].id > disc->id; i--)
        m->discs[i] = m->discs[i - 1];
    m->discs[i] = *disc;
}

static void add_gone(crok_match *m, int id)
{
    if (gone_at(m, id) < 0 && m->n_gone < CROK_MAX_GONE)
        m->gone[m->n_gone++] = id;
}

/* ---- does the evidence fit the match? ---- */

/* The seat whose turn it is, or -1 if all discs are shot. */
static int seat_to_shoot(const crok_match *m)
{
    int player = crok_turns_player(&m->info.book, &m->info.seats, &m->turns);
    return player < 0 ? -1 : m->info.seats.seat[player];
}

/* Check that it is the shooter's turn. If the players choose who starts the
 * round, the shooter has been chosen. */
static crok_status check_turn(crok_match *m, const crok_shot *shot, int *player,
                              crok_err *err)
{
    int side = crok_match_side_of(m, shot->side[shot->shooter]);
    *player = -1;
    for (int i = 0; i < m->info.seats.n; i++)
        if (m->info.seats.seat[i] == shot->seat)
            *player = i;
    if (*player < 0 || m->info.seats.side[*player] != side)
        return crok_fail(err, CROK_ECONFLICT,
                         "shooter: seat %d does not play for \"%s\"",
                         shot->seat, shot->side[shot->shooter]);
    if (m->ask == CROK_ASK_STARTER &&
        crok_may_start(&m->info.book, &m->info.seats, *player))
        crok_match_start_round(m, *player);
    if (seat_to_shoot(m) < 0)
        return crok_fail(err, CROK_ECONFLICT,
                         "shooter: seat %d shot, but %s: end the round "
                         "(round_end) first",
                         shot->seat,
                         m->is_time_up ? "time is up for this round"
                                       : "every disc of this round was shot");
    if (!crok_turns_may_shoot(&m->info.book, &m->info.seats, &m->turns,
                              *player))
        return crok_fail(err, CROK_ECONFLICT,
                         "shooter: seat %d shot, it was the turn of seat %d",
                         shot->seat, seat_to_shoot(m));
    return CROK_OK;
}

/* Is this a disc that has left play, and was forgotten in the hole? */
static bool is_forgotten(const crok_match *m, const crok_disc *d)
{
    return d->state == CROK_DISC_HOLE && gone_at(m, d->id) >= 0;
}

/* Check that `before` has the same discs as the match. A disc in m->unsure or
 * m->loose may be absent from `before`; if `before` was not wholly observed,
 * any disc may. A disc in m->loose may also be there although it has left play,
 * and a 20 that was counted may still lie in the hole.
 */
static crok_status check_before(const crok_match *m, const crok_shot *shot,
                                const int *side, crok_err *err)
{
    for (int i = 0; i < shot->n_before; i++) {
        const crok_disc *d = &shot->before[i];
        int at = crok_disc_find(m->discs, m->n_discs, d->id);
        int loose = crok_open_loose_side(m, d->id);
        if (at < 0 && (is_forgotten(m, d) || loose == side[d->side]))
            continue;
        if (at < 0)
            return crok_fail(
                err, CROK_ECONFLICT, "before[%d]: disc %d %s", i, d->id,
                gone_at(m, d->id) >= 0 ? "has left play this round (B5)"
                                       : "is not on the board");
        if (m->discs[at].side != side[d->side])
            return crok_fail(err, CROK_ECONFLICT,
                             "before[%d]: side of disc %d has changed", i,
                             d->id);
    }
    for (int i = 0; i < m->n_discs && (shot->missing & CROK_MISS_BEFORE) == 0;
         i++)
        if (crok_disc_find(shot->before, shot->n_before, m->discs[i].id) < 0 &&
            !crok_match_is_unsure(m, m->discs[i].id) &&
            crok_open_loose_side(m, m->discs[i].id) < 0)
            return crok_fail(err, CROK_ECONFLICT,
                             "before: disc %d lies on the board and is not "
                             "there",
                             m->discs[i].id);
    return CROK_OK;
}

static crok_status check_fits(crok_match *m, const crok_shot *shot, int *side,
                              int *player, crok_err *err)
{
    crok_status st = m->ask == CROK_ASK_SHOOT_OUT
                         ? crok_match_check_answered(m, err)
                         : CROK_OK;
    if (st != CROK_OK)
        return st;
    for (int i = 0; i < shot->n_sides; i++) {
        side[i] = crok_match_side_of(m, shot->side[i]);
        if (side[i] < 0)
            return crok_fail(err, CROK_ECONFLICT, "side: \"%s\" does not play",
                             shot->side[i]);
    }
    st = check_turn(m, shot, player, err);
    if (st == CROK_OK)
        st = check_before(m, shot, side, err);
    if (st == CROK_OK && gone_at(m, shot->shot_disc) >= 0)
        st = crok_fail(err, CROK_ECONFLICT,
                       "shot_disc: disc %d has left play this round (B5)",
                       shot->shot_disc);
    return st;
}

crok_status crok_match_check_last_played(const crok_match *m,
                                         const crok_shot *shot, crok_err *err)
{
    if ((shot->missing & CROK_MISS_LAST_PLAYED) != 0 ||
        m->was_played == CROK_UNKNOWN)
        return CROK_OK;
    if (m->was_played == CROK_NO && shot->has_last_played)
        return crok_fail(err, CROK_ECONFLICT,
                         "last_played: is disc %d, but no disc was shot yet in "
                         "this round",
                         shot->last_played);
    if (m->was_played == CROK_YES && !shot->has_last_played)
        return crok_fail(err, CROK_ECONFLICT,
                         "last_played: is null, but disc %d was shot last",
                         m->last_played);
    if (m->was_played == CROK_YES && shot->last_played != m->last_played)
        return crok_fail(err, CROK_ECONFLICT,
                         "last_played: is disc %d, but disc %d was shot last",
                         shot->last_played, m->last_played);
    return CROK_OK;
}

/* ---- does a decision fit its shot? ---- */

static int removal_of(const crok_decision *d, int id)
{
    return crok_removal_find(d->remove, d->n_remove, id);
}

static bool is_restored(const crok_decision *d, int id)
{
    for (int i = 0; i < d->n_restore; i++)
        if (d->restore[i].id == id)
            return true;
    return false;
}

/* The side of a disc that is removed: one in `after`, or a 20 that was
 * forgotten in the hole and is not there any more. Of a shot that was not seen
 * any disc that is not there any more may have been a 20. -1 if it is none of
 * these. */
static int removed_side(const crok_shot *shot, bool is_unseen,
                        const crok_removal *r)
{
    int at = crok_disc_find(shot->after, shot->n_after, r->id);
    int was = crok_disc_find(shot->before, shot->n_before, r->id);
    if (at >= 0)
        return shot->after[at].side;
    if (r->to != CROK_TO_BOWL)
        return -1;
    if (was >= 0 && (is_unseen || shot->before[was].state == CROK_DISC_HOLE))
        return shot->before[was].side;
    return is_unseen && r->id == shot->shot_disc ? shot->shooter : -1;
}

static crok_status check_removals(const crok_shot *shot, bool is_unseen,
                                  const crok_decision *d, crok_err *err)
{
    int bowl[CROK_MAX_SIDES] = {0};
    for (int i = 0; i < d->n_remove; i++) {
        int id = d->remove[i].id;
        int side = removed_side(shot, is_unseen, &d->remove[i]);
        if (side < 0)
            return crok_fail(err, CROK_EFORMAT,
                             "remove[%d]: disc %d is not on the board", i, id);
        if (removal_of(d, id) != i || crok_decision_keeps(d, id))
            return crok_fail(err, CROK_EFORMAT,
                             "remove[%d]: disc %d stands twice", i, id);
        if (d->remove[i].to == CROK_TO_BOWL)
            bowl[side]++;
    }
    for (int s = 0; s < shot->n_sides; s++)
        if (d->valid != CROK_UNKNOWN && bowl[s] != d->twenties[s])
            return crok_fail(err, CROK_EFORMAT,
                             "twenties: %d of \"%s\", %d go to the bowl",
                             d->twenties[s], shot->side[s], bowl[s]);
    return CROK_OK;
}

static crok_status check_decision(const crok_shot *shot, bool is_unseen,
                                  const crok_decision *d, crok_err *err)
{
    crok_status st = check_removals(shot, is_unseen, d, err);
    if (st != CROK_OK)
        return st;
    for (int i = 0; i < d->n_restore; i++)
        if (crok_disc_find(shot->before, shot->n_before, d->restore[i].id) < 0)
            return crok_fail(err, CROK_EFORMAT,
                             "restore[%d]: disc %d was not there before", i,
                             d->restore[i].id);
    for (int i = 0; i < d->n_in_play; i++) {
        int id = d->in_play[i];
        if (crok_disc_find(shot->after, shot->n_after, id) < 0 &&
            !is_restored(d, id))
            return crok_fail(err, CROK_EFORMAT,
                             "in_play[%d]: disc %d is not on the board", i, id);
        for (int k = 0; k < i; k++)
            if (d->in_play[k] == id)
                return crok_fail(err, CROK_EFORMAT,
                                 "in_play[%d]: id %d stands twice", i, id);
    }
    for (int i = 0; i < shot->n_after && d->valid != CROK_UNKNOWN; i++)
        if (!crok_decision_keeps(d, shot->after[i].id) &&
            removal_of(d, shot->after[i].id) < 0 &&
            !(d->reshoot && shot->after[i].id == shot->shot_disc))
            return crok_fail(err, CROK_EFORMAT,
                             "in_play: nothing is said of disc %d",
                             shot->after[i].id);
    return CROK_OK;
}

crok_status crok_decision_check(const crok_shot *shot, const crok_decision *d,
                                crok_err *err)
{
    return check_decision(shot, false, d, err);
}

/* ---- applying ---- */

/* Copy the decision of a ruling to *out. The ruling counts 20s in the order of
 * its own list of sides; they are put into the order of the shot's sides. */
static crok_status ruled(const crok_ruling *r, const crok_shot *shot,
                         crok_decision *out, crok_err *err)
{
    *out = r->decision;
    memset(out->twenties, 0, sizeof out->twenties);
    for (int i = 0; i < r->n_sides; i++) {
        int at = 0;
        while (at < shot->n_sides && strcmp(shot->side[at], r->side[i]) != 0)
            at++;
        if (at < shot->n_sides)
            out->twenties[at] = r->decision.twenties[i];
        else if (r->decision.twenties[i] != 0)
            return crok_fail(err, CROK_ECONFLICT,
                             "twenties: \"%s\" has no disc in the shot",
                             r->side[i]);
    }
    return CROK_OK;
}

/* Get the decision on a shot: the person's decision if there is a ruling, else
 * the decision in the record if it has one, else the judge's. If a ruling says
 * only whether the shot was valid, the judge decides what follows from it. */
static crok_status decide(const crok_match *m, const crok_shot_event *e,
                          const crok_ruling *ruling, const crok_shot *shot,
                          crok_decision *out, crok_err *err)
{
    crok_status st = CROK_OK;
    crok_judgement j;
    if (ruling != NULL && ruling->has_decision) {
        st = ruled(ruling, shot, out, err);
    } else if (ruling != NULL && e->is_unseen) {
        crok_open_unseen_as(shot, ruling->valid, out);
    } else if (ruling != NULL) {
        crok_judge_as(&m->info.book, shot, ruling->valid, out);
    } else if (e->has_decision) {
        *out = e->decision;
    } else if (e->is_unseen) {
        crok_open_unseen(shot, out);
    } else {
        crok_judge(&m->info.book, shot, &j);
        *out = j.decision;
    }
    return st == CROK_OK ? check_decision(shot, e->is_unseen, out, err) : st;
}

/* Add the sides of the match that the evidence does not name: a decision then
 * counts the 20s of each. */
static void add_sides(const crok_match *m, crok_shot *shot)
{
    for (int i = 0; i < m->info.n_sides; i++) {
        const char *name = m->info.sides[i].side;
        int at = 0;
        while (at < shot->n_sides && strcmp(shot->side[at], name) != 0)
            at++;
        if (at == shot->n_sides && at < CROK_MAX_SIDES)
            memcpy(shot->side[shot->n_sides++], name, strlen(name) + 1);
    }
}

crok_shot crok_match_shot_of(const crok_match *m, const crok_shot *given)
{
    crok_shot shot = *given;
    add_sides(m, &shot);
    shot.lines = m->info.lines;
    shot.disc_mm = m->info.disc_mm;
    shot.attempt = m->attempt;
    if (shot.place == CROK_PLACE_NOT_GIVEN &&
        m->info.seats.seating != CROK_SINGLES)
        shot.place = (crok_place)shot.seat;
    return shot;
}

static void set_discs(crok_match *m, const crok_shot *shot,
                      const crok_decision *d, const int *side)
{
    int old[CROK_MAX_DISCS];
    int n_old = m->n_discs;
    for (int i = 0; i < n_old; i++)
        old[i] = m->discs[i].id;
    m->n_discs = 0;
    for (int i = 0; i < d->n_in_play; i++) {
        int id = d->in_play[i];
        int at = crok_disc_find(shot->after, shot->n_after, id);
        crok_disc disc = {0};
        if (at < 0 || is_restored(d, id)) { /* not in `after`: only one of two
                                             * outcomes puts it back */
            at = crok_disc_find(shot->before, shot->n_before, id);
            disc = shot->before[at];
        } else {
            disc = shot->after[at];
        }
        disc.side = side[disc.side];
        crok_match_put_disc(m, &disc);
    }
    for (int i = 0; i < n_old; i++)
        if (!crok_decision_keeps(d, old[i]))
            add_gone(m, old[i]);
    if (!crok_decision_keeps(d, shot->shot_disc) && !d->reshoot)
        add_gone(m, shot->shot_disc);
}

/* The shot that is applied to a match. */
typedef struct applied {
    const crok_shot_event *event;
    const crok_shot *shot;
    long seq;
    const crok_ruling *ruling; /* NULL: none */
    const int *side;           /* for each side of the shot its index in the
                                * match */
} applied;

static const char *verdict_of(const applied *a, const crok_decision *d)
{
    if (d->valid == CROK_UNKNOWN)
        return a->event->is_unseen ? "The shot was not seen" : "Undetermined";
    return d->valid == CROK_YES ? "Valid" : "Not valid";
}

/* How far the disc of `before` lies from where the match has it, mm; 0 if that
 * is not far, or if the match does not know for certain where it lies. */
static double displaced_mm(const crok_match *m, const crok_disc *d)
{
    int at = crok_disc_find(m->discs, m->n_discs, d->id);
    if (at < 0 || m->is_board_unknown || crok_match_is_unsure(m, d->id) ||
        crok_open_loose_side(m, d->id) >= 0)
        return 0.0;
    return crok_disc_shift_mm(&m->discs[at], d, m->info.disc_mm);
}

/* Write a sentence about the disc of `before` that lies farthest from where the
 * match has it, if one lies far from there. Returns the length of the sentence.
 */
static size_t say_displaced(const crok_match *m, const crok_shot *shot,
                            char *buf, size_t size)
{
    double most_mm = 0.0;
    int id = 0;
    for (int i = 0; i < shot->n_before; i++) {
        double d_mm = displaced_mm(m, &shot->before[i]);
        id = d_mm > most_mm ? shot->before[i].id : id;
        most_mm = d_mm > most_mm ? d_mm : most_mm;
    }
    if (most_mm <= 0.0)
        return 0;
    return (size_t)snprintf(buf, size,
                            " Before it disc %d lay %.0f mm from where the "
                            "match has it.",
                            id, most_mm);
}

static void set_last(crok_match *m, const applied *a, const crok_decision *d)
{
    crok_last *last = &m->last;
    size_t at = 0;
    *last =
        (crok_last){.seq = a->seq, .valid = d->valid, .n_remove = d->n_remove};
    memcpy(last->remove, d->remove, sizeof last->remove);
    at = (size_t)snprintf(last->text, sizeof last->text, "%s%s.",
                          verdict_of(a, d),
                          a->ruling == NULL     ? ""
                          : a->ruling->by_board ? ", as the board was left"
                                                : ", says a person");
    at += say_displaced(m, a->shot, last->text + at, sizeof last->text - at);
    for (int i = 0; i < d->n_why && at < sizeof last->text; i++)
        at += (size_t)snprintf(last->text + at, sizeof last->text - at,
                               " %s (%s)", d->why[i].text, d->why[i].rule);
}

/* Set twenties_lean of each side: the number of discs that this decision takes
 * off as 20s, that may have leaned, and that are not in m->unsure. */
static void set_leaning(crok_match *m, const crok_shot *shot,
                        const crok_decision *d, const int *side)
{
    for (int i = 0; i < m->info.n_sides; i++)
        m->sides[i].twenties_lean = 0;
    for (int i = 0; i < shot->n_after; i++) {
        const crok_disc *disc = &shot->after[i];
        int at = removal_of(d, disc->id);
        if (at >= 0 && d->remove[at].to == CROK_TO_BOWL && disc->state_unsure &&
            !crok_match_is_unsure(m, disc->id))
            m->sides[side[disc->side]].twenties_lean++;
    }
}

/* Did the evidence leave open whether the shot was valid, and does it matter?
 * A ruling may have answered since, perhaps after the next shots.
 *
 *   o  written if it did */
static bool is_undetermined(const crok_match *m, const applied *a,
                            const crok_decision *d, crok_outcomes *o)
{
    const crok_decision *made = d;
    crok_judgement j;
    if (a->event->is_unseen)
        return false;
    if (a->ruling != NULL && d->valid != CROK_UNKNOWN) {
        made = &a->event->decision;
        if (!a->event->has_decision) {
            crok_judge(&m->info.book, a->shot, &j);
            made = &j.decision;
        }
    }
    if (made->valid != CROK_UNKNOWN)
        return false;
    crok_outcomes_of(&m->info.book, a->shot, o);
    return !crok_outcomes_are_alike(o, made);
}

/* Count the 20s of the decision. Those that had left play before, and were only
 * forgotten in the hole, were counted then. */
static void count_twenties(crok_match *m, const crok_shot *shot,
                           const crok_decision *d, const int *side)
{
    int count[CROK_MAX_SIDES];
    memcpy(count, d->twenties, sizeof count);
    for (int i = 0; i < shot->n_before; i++) {
        int at = removal_of(d, shot->before[i].id);
        if (at >= 0 && d->remove[at].to == CROK_TO_BOWL &&
            is_forgotten(m, &shot->before[i]))
            count[shot->before[i].side]--;
    }
    for (int i = 0; i < shot->n_sides; i++) {
        m->sides[side[i]].twenties += count[i];
        m->sides[side[i]].twenties_total += count[i];
    }
}

static void set_unsure(crok_match *m, const applied *a, const crok_decision *d)
{
    unsigned sides = 0;
    bool board = false;
    m->n_unsure = 0;
    for (int i = 0; i < d->n_unsure; i++) {
        int id = d->unsure[i].id;
        int at = crok_disc_find(a->shot->after, a->shot->n_after, id);
        if (d->unsure[i].to == CROK_TO_BOWL) /* G4: its value has a range */
            continue;
        m->unsure[m->n_unsure++] = id;
        if (at >= 0 && removal_of(d, id) >= 0) {
            int side = a->side[a->shot->after[at].side];
            m->sides[side].twenties_unsure++;
            sides |= 1U << side;
        } else {
            board = true;
        }
    }
    if (m->ask == CROK_ASK_DISC)
        crok_open_add_disc(m, a->seq, sides, board);
}

/* Record the questions that the shot leaves open, except those about single
 * discs.
 *
 *   o  the outcomes of a shot that was undetermined; otherwise NULL */
static void set_open(crok_match *m, const applied *a, const crok_outcomes *o,
                     const crok_decision *d)
{
    crok_unseen_shot unseen = {a->seq, d->valid,
                               d->valid == CROK_NO ||
                                   removal_of(d, a->shot->shot_disc) >= 0,
                               a->ruling != NULL && a->ruling->has_decision};
    if (m->ask == CROK_ASK_VALIDITY)
        crok_open_add_validity(m, a->seq, o, a->shot, a->side);
    if (a->event->is_unseen)
        crok_open_add_unseen(m, &unseen, a->shot, a->side);
    if (a->event->is_unseen || o != NULL)
        crok_open_set_loose(m, o, a->shot, d, a->side);
}

static crok_status apply_decision(crok_match *m, const applied *a,
                                  crok_decision *d, crok_err *err)
{
    crok_outcomes o;
    bool is_open = is_undetermined(m, a, d, &o);
    if (d->n_in_play > CROK_MAX_DISCS)
        return crok_fail(err, CROK_ECONFLICT, "in_play: more than %d discs",
                         CROK_MAX_DISCS);
    m->ask = CROK_ASK_NOTHING;
    if (d->valid == CROK_UNKNOWN && is_open)
        m->ask = CROK_ASK_VALIDITY;
    else if (d->valid != CROK_UNKNOWN && crok_decision_is_open(d) &&
             !a->event->is_unseen)
        m->ask = CROK_ASK_DISC;
    if (m->ask == CROK_ASK_VALIDITY)
        crok_open_either(&o, d);
    if (a->event->is_unseen && (a->shot->missing & CROK_MISS_AFTER) != 0)
        crok_open_doubt_board(d);
    count_twenties(m, a->shot, d, a->side);
    set_discs(m, a->shot, d, a->side);
    set_unsure(m, a, d);
    set_leaning(m, a->shot, d, a->side);
    set_open(m, a, is_open ? &o : NULL, d);
    return crok_match_check_count(m, err);
}

crok_status crok_match_shot(crok_match *m, const crok_event *e,
                            const crok_ruling *ruling, crok_err *err)
{
    crok_shot shot = crok_match_shot_of(m, &e->u.shot.shot);
    crok_decision d;
    int side[CROK_MAX_SIDES] = {0};
    applied a = {&e->u.shot, &shot, e->seq, ruling, side};
    int player = -1;
    crok_status st = crok_shot_check(&shot, err);
    if (st == CROK_OK)
        st = check_fits(m, &shot, side, &player, err);
    if (st == CROK_OK)
        st = decide(m, &e->u.shot, ruling, &shot, &d, err);
    if (st != CROK_OK)
        return st;
    if (d.reshoot) {
        m->attempt++;
    } else {
        crok_turns_shot(&m->info.book, &m->info.seats, &m->turns, player);
        m->attempt = 1;
        m->was_played = CROK_YES;
        m->last_played = shot.shot_disc;
    }
    set_last(m, &a, &d);
    if (!e->u.shot.is_unseen || (shot.missing & CROK_MISS_AFTER) == 0 ||
        !m->is_board_unknown)
        crok_open_know_board(m);
    return apply_decision(m, &a, &d, err);
}
