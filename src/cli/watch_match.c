/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/watch_match_inner.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/watch_board.h"
#include "cli/watch_hole.h"
#include "cli/watch_missed.h"
#include "cli/watch_verdict.h"

/* One call: the match, and what it leads to. */
typedef struct job {
    crok_watch_match *w;
    crok_watch_effect *out;
    crok_err *err;
    long film_ms; /* of the rest that is looked at; 0: no film's */
} job;

const char *crok_watch_match_words(const crok_watch_match *w)
{
    return w->trouble[0] != '\0'   ? w->trouble
           : w->refused[0] != '\0' ? w->refused
                                   : w->board;
}

static void say(char *to, const char *fmt, ...) CROK_PRINTF(2, 3);
static void say(char *to, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    (void)vsnprintf(to, CROK_WATCH_WORDS, fmt, args);
    va_end(args);
}

/* ---- events ---- */

static crok_status append(job *j, const crok_event *e)
{
    crok_status st = crok_record_append(&j->w->record, e, j->err);
    if (st != CROK_OK)
        return st;
    crok_watch_note(j->w);
    j->out->n_events++;
    return CROK_OK;
}

/* What is open of a round that is closed now is told: the likeliest counts. */
static void tell_open(job *j, const crok_match *m)
{
    char sides[CROK_WATCH_WORDS / 2] = "";
    size_t n = 0;
    for (int i = 0; i < m->info.n_sides && n < sizeof sides; i++) {
        crok_points p = crok_match_total(m, i);
        int k = 0;
        if (p.lo == p.hi)
            continue;
        k = snprintf(sides + n, sizeof sides - n, "%s%s %d (%d to %d)",
                     n == 0 ? "" : ", ", m->info.sides[i].side, p.points, p.lo,
                     p.hi);
        n += k > 0 ? (size_t)k : 0;
    }
    if (sides[0] == '\0')
        return;
    say(j->w->refused,
        "round %d is closed with %s: what was open counts as is "
        "likeliest",
        m->round, sides);
    say(j->out->note, "%s", j->w->refused);
}

/* film_ms: where the film shows it; 0 where more of the same rest follows,
 * which would be lost if all ended here. */
static crok_status end_round(job *j, long film_ms)
{
    crok_event e = {.type = CROK_EVENT_ROUND_END, .film_ms = film_ms};
    const crok_match before = *crok_watch_match_now(j->w);
    crok_status st = append(j, &e);
    if (st == CROK_OK)
        tell_open(j, &before);
    j->w->n_played = 0;
    j->w->has_change = false;
    if (st == CROK_OK && crok_watch_match_now(j->w)->state == CROK_STATE_OVER)
        st = append(j, &(crok_event){.type = CROK_EVENT_MATCH_END});
    return st;
}

static crok_status start(job *j, const crok_board *board,
                         const crok_shot_sight *sight)
{
    crok_event e = {.type = CROK_EVENT_MATCH_START};
    crok_status st = crok_watch_start(&j->w->want, &e.u.start, j->err);
    if (st != CROK_OK)
        return st;
    if (board != NULL)
        crok_watch_start_board(&e.u.start, board);
    if (sight != NULL)
        crok_watch_start_shot(&e.u.start, &j->w->want, sight);
    return append(j, &e);
}

/* ---- what lies there ---- */

static bool is_empty(const crok_rest_sight *rest)
{
    for (int i = 0; i < rest->n; i++)
        if (rest->disc[i].state != CROK_DISC_OUT)
            return false;
    return true;
}

static const char *side_of(const crok_watch_match *w, const crok_sight_disc *d)
{
    return d->side >= 0 && d->side < w->want.sides.n
               ? w->want.sides.name[d->side]
               : "";
}

/* The disc of the match that is not seen by its id and lies nearest to where
 * this one was put; -1: none. */
static int put_back_as(const crok_watch_match *w, const crok_rest_sight *rest,
                       const crok_sight_disc *d)
{
    const crok_match *m = crok_watch_match_now(w);
    double best = CROK_PUT_BACK_MM;
    int id = -1;
    for (int i = 0; i < m->n_discs; i++) {
        const crok_disc *old = &m->discs[i];
        double apart = hypot(old->x_mm - d->at.x, old->y_mm - d->at.y);
        if (apart > best || crok_sight_lying(rest, old->id) != NULL ||
            strcmp(m->info.sides[old->side].side, side_of(w, d)) != 0)
            continue;
        best = apart;
        id = old->id;
    }
    return id;
}

/* A disc of the match is of the side that the match says. */
static void settle_side(job *j, crok_sight_disc *d)
{
    const crok_match *m = crok_watch_match_now(j->w);
    int at = crok_disc_find(m->discs, m->n_discs, d->id);
    int side = d->side;
    if (at >= 0)
        side = crok_watch_side(&j->w->want.sides,
                               m->info.sides[m->discs[at].side].side);
    j->out->sets_rest = j->out->sets_rest || side != d->side;
    d->side = side;
}

/* Gives discs that were put back their ids again, in `sight` too. */
static void identify(job *j, crok_rest_sight *rest, crok_shot_sight *sight)
{
    const crok_match *m = crok_watch_match_now(j->w);
    for (int i = 0; i < rest->n; i++) {
        crok_sight_disc *d = &rest->disc[i];
        int from = d->id;
        int to = -1;
        settle_side(j, d);
        if (d->state == CROK_DISC_OUT || crok_watch_knows_id(m, d->id))
            continue;
        to = put_back_as(j->w, rest, d);
        if (to < 0)
            continue;
        d->id = to;
        if (sight != NULL)
            crok_watch_rename(sight, from, to);
        j->out->sets_rest = true;
    }
}

static bool is_to_be_taken(const crok_match *m, int id)
{
    return crok_removal_find(m->last.remove, m->last.n_remove, id) >= 0;
}

/* Words where the board is not what the match says, both ways. */
void crok_watch_compare(crok_watch_match *w, const crok_rest_sight *rest)
{
    const crok_match *m = crok_watch_match_now(w);
    w->board[0] = '\0';
    if (m->state == CROK_STATE_ROUND_OVER || m->state == CROK_STATE_OVER ||
        m->ask == CROK_ASK_VALIDITY)
        return;
    for (int i = 0; i < m->n_discs; i++)
        if (crok_sight_lying(rest, m->discs[i].id) == NULL &&
            !crok_match_is_unsure(m, m->discs[i].id)) {
            say(w->board,
                "the %s disc %d is in play and does not lie on the board: put "
                "it back, or correct the board",
                m->info.sides[m->discs[i].side].side, m->discs[i].id);
            return;
        }
    for (int i = 0; i < rest->n; i++) {
        const crok_sight_disc *d = &rest->disc[i];
        if (d->state == CROK_DISC_OUT || is_to_be_taken(m, d->id) ||
            crok_disc_find(m->discs, m->n_discs, d->id) >= 0)
            continue;
        say(w->board,
            "the %s disc %d lies on the board and is not in play: take it "
            "off, or correct the board",
            side_of(w, d), d->id);
        return;
    }
}

/* ---- questions that the players' hands answer ---- */

/* What a person said last of what the shot left: a ruling of it, or the board
 * or 20s set since; false: nothing. */
static bool word_on(const crok_log *log, long seq, crok_event *out)
{
    for (int i = log->n - 1; i >= 0 && log->events[i]->seq > seq; i--) {
        crok_kept_event(log->events[i], out);
        if (out->type == CROK_EVENT_BOARD || out->type == CROK_EVENT_TWENTIES ||
            (out->type == CROK_EVENT_RULING && out->u.ruling.of == seq))
            return true;
    }
    return false;
}

static bool is_ruled(const crok_log *log, long seq)
{
    crok_event word;
    return word_on(log, seq, &word);
}

/* That a shot was valid says nothing of how a disc lies in the hole. */
static bool is_hole_ruled(const crok_log *log, long seq)
{
    crok_event word;
    return word_on(log, seq, &word) &&
           (word.type != CROK_EVENT_RULING || word.u.ruling.has_decision ||
            !word.u.ruling.valid);
}

static crok_status rule(job *j, long shot, bool valid)
{
    crok_event e = {.type = CROK_EVENT_RULING};
    e.u.ruling.of = shot;
    e.u.ruling.valid = valid;
    say(j->out->note, "shot %ld is taken as %s: so the board was left", shot,
        valid ? "valid" : "not valid");
    return append(j, &e);
}

static bool last_shot(const job *j, crok_event *out)
{
    return crok_log_shot(crok_record_log(&j->w->record),
                         crok_watch_match_now(j->w)->last.seq, out);
}

/* Rules the last shot as the players did: a shot that is asked about, and one
 * that was judged and that they saw otherwise, unless a person has ruled it.
 *
 *   is_final  the next disc was shot: nothing more is taken off */
static crok_status answer_validity(job *j, const crok_rest_sight *rest,
                                   bool is_final)
{
    const crok_match *m = crok_watch_match_now(j->w);
    bool asks = m->ask == CROK_ASK_VALIDITY;
    bool valid = false;
    crok_event shot;
    if (!last_shot(j, &shot) ||
        (!asks &&
         (!is_final || is_ruled(crok_record_log(&j->w->record), shot.seq))) ||
        !crok_watch_verdict_seen(&m->info.book, &shot.u.shot.shot, rest,
                                 is_final, &valid))
        return CROK_OK;
    return asks || m->last.valid != (valid ? CROK_YES : CROK_NO)
               ? rule(j, shot.seq, valid)
               : CROK_OK;
}

/* Nobody has answered, and the board does not: play goes on all the same, or
 * all that follows would be lost. */
static crok_status go_on(job *j, const crok_rest_sight *rest, bool *goes_on)
{
    const crok_match *m = crok_watch_match_now(j->w);
    crok_event shot;
    crok_event e = {.type = CROK_EVENT_RULING};
    *goes_on = m->ask == CROK_ASK_VALIDITY && last_shot(j, &shot);
    if (!*goes_on)
        return CROK_OK;
    crok_watch_verdict_likely(&m->info.book, &shot.u.shot.shot, rest,
                              &e.u.ruling);
    e.u.ruling.of = shot.seq;
    say(j->out->note,
        "nobody has said whether shot %ld was valid: play goes on as if it "
        "%s, which is nearest to how the board was left",
        shot.seq, e.u.ruling.valid ? "was" : "was not");
    return append(j, &e);
}

static crok_status answer_hole(job *j, const crok_rest_sight *rest)
{
    crok_event events[2];
    char note[128];
    int n = crok_watch_hole_answer(crok_watch_match_now(j->w),
                                   &j->w->want.sides, rest, events, note);
    crok_status st = CROK_OK;
    for (int i = 0; i < n && st == CROK_OK; i++)
        st = append(j, &events[i]);
    if (n > 0 && st == CROK_OK)
        say(j->out->note, "%s", note);
    return st;
}

/* All that the board tells when the next disc is shot. A disc that leaned and
 * was taken out was rather a 20 than a part of a shot that was not valid. */
static crok_status answer(job *j, const crok_rest_sight *rest)
{
    const crok_match *m = crok_watch_match_now(j->w);
    int n_before = j->out->n_events;
    crok_status st = CROK_OK;
    if (m->ask != CROK_ASK_VALIDITY &&
        !is_hole_ruled(crok_record_log(&j->w->record), m->last.seq))
        st = answer_hole(j, rest);
    if (st == CROK_OK && j->out->n_events == n_before)
        st = answer_validity(j, rest, true);
    return st;
}

/* What the answers have not explained is as it lies, unless a person or an
 * answer has just said how it is; that play just goes on says nothing. */
static crok_status follow_board(job *j, const crok_rest_sight *rest,
                                bool goes_on)
{
    const crok_match *m = crok_watch_match_now(j->w);
    crok_event e;
    char note[128];
    crok_status st = CROK_OK;
    if ((!goes_on && is_ruled(crok_record_log(&j->w->record), m->last.seq)) ||
        !crok_watch_board_answer(m, &j->w->want.sides, rest, &e, note))
        return CROK_OK;
    st = append(j, &e);
    if (st == CROK_OK)
        say(j->out->note, "%s", note);
    return st == CROK_ECONFLICT ? CROK_OK : st; /* more discs than there are */
}

static crok_status answer_starter(job *j, const crok_shot_sight *sight)
{
    const crok_match *m = crok_watch_match_now(j->w);
    crok_event e = {.type = CROK_EVENT_NEXT_STARTER};
    int player = -1;
    if (m->ask != CROK_ASK_STARTER)
        return CROK_OK;
    player = crok_watch_starter(m, &j->w->want.sides, sight);
    if (player < 0)
        return CROK_OK;
    e.u.seat = m->info.seats.seat[player];
    return append(j, &e);
}

/* ---- a shot ---- */

static void refuse(job *j, const char *fmt, ...) CROK_PRINTF(2, 3);
static void refuse(job *j, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    (void)vsnprintf(j->w->refused, sizeof j->w->refused, fmt, args);
    va_end(args);
    (void)snprintf(j->out->note, sizeof j->out->note, "%s", j->w->refused);
}

/* The match is brought to where a disc may be shot. */
static crok_status before_shot(job *j, const crok_board *board,
                               const crok_shot_sight *sight)
{
    const crok_match *m = crok_watch_match_now(j->w);
    crok_status st = CROK_OK;
    crok_event e;
    if (m->state == CROK_STATE_WAITING) {
        st = start(j, board, sight);
        if (st != CROK_OK || is_empty(&sight->before))
            return st;
        crok_watch_start_discs(crok_watch_match_now(j->w), &j->w->want.sides,
                               &sight->before, &e);
        say(j->out->note,
            "the match begins in the middle of a round: %d discs lie there, "
            "how many were shot is not known",
            e.u.board.n);
        return append(j, &e);
    }
    st = answer(j, &sight->before);
    if (st == CROK_OK &&
        crok_watch_match_now(j->w)->state == CROK_STATE_ROUND_OVER &&
        is_empty(&sight->before))
        st = end_round(j, 0);
    return st == CROK_OK ? answer_starter(j, sight) : st;
}

static bool may_be_shot(job *j, const crok_shot_sight *sight, int player)
{
    const crok_match *m = crok_watch_match_now(j->w);
    const crok_seats *seats = &m->info.seats;
    int turn = crok_turns_player(&m->info.book, seats, &m->turns);
    if (m->state == CROK_STATE_OVER)
        refuse(j, "a disc was shot, but the match is over");
    else if (m->ask == CROK_ASK_VALIDITY)
        refuse(j,
               "a disc was shot and is not recorded: a person must first say "
               "whether shot %ld was valid",
               m->last.seq);
    else if (m->ask == CROK_ASK_STARTER)
        refuse(j, "a disc was shot and is not recorded: a person must first "
                  "say who begins the round");
    else if (turn < 0)
        refuse(j, "a disc was shot, but all discs of this round are shot");
    else if (player < 0)
        refuse(j, "shot out of turn: %s shot, but it was the turn of %s (%s)",
               j->w->want.sides.name[sight->side], m->info.player[turn],
               m->info.sides[seats->side[turn]].side);
    else
        return true;
    return false;
}

/* The shooter's id: its own, or a new one where it was not seen at rest or its
 * number was used before, in this round or by who watched before. */
static int shooter_id(job *j, crok_shot_sight *sight)
{
    crok_watch_match *w = j->w;
    int id = sight->shooter;
    for (int i = 0; i < sight->before.n; i++)
        if (sight->before.disc[i].id >= w->next_id)
            w->next_id = sight->before.disc[i].id + 1;
    if (id < w->next_id) {
        int fresh = w->next_id;
        for (int i = 0; i < sight->after.n; i++)
            if (sight->after.disc[i].id >= fresh)
                fresh = sight->after.disc[i].id + 1;
        crok_watch_rename(sight, id, fresh); /* -1: not seen at rest */
        j->out->sets_rest = j->out->sets_rest || id >= 0;
        id = fresh;
    }
    w->next_id = id + 1;
    return id;
}

/* More than one disc may be the one that was played last: does the verdict
 * hang on which of them it was? */
static bool hangs_on_last_played(const crok_watch_match *w,
                                 const crok_shot *shot, crok_judgement *made)
{
    const crok_book *book = &crok_watch_match_now(w)->info.book;
    crok_shot as = *shot;
    crok_tri valid = CROK_UNKNOWN;
    crok_tri open = CROK_UNKNOWN;
    for (int i = 0; i < w->n_played && w->n_played > 1; i++) {
        as.last_played = w->played[i];
        crok_judge(book, &as, made);
        if (i > 0 && (made->decision.valid != valid ||
                      made->decision.open_board != open))
            return true;
        valid = made->decision.valid;
        open = made->decision.open_board;
    }
    return false;
}

/* Decides a shot. */
static void judge(const crok_watch_match *w, crok_shot *shot,
                  crok_judgement *made)
{
    if (hangs_on_last_played(w, shot, made)) {
        shot->has_last_played = false;
        shot->missing |= CROK_MISS_LAST_PLAYED;
    }
    crok_judge(&crok_watch_match_now(w)->info.book, shot, made);
}

static crok_status record_shot(job *j, crok_shot_sight *sight, int player)
{
    crok_watch_match *w = j->w;
    crok_watch_turn turn = {.match = crok_watch_match_now(w),
                            .sides = &w->want.sides,
                            .player = player,
                            .shot_disc = shooter_id(j, sight),
                            .has_last_played = w->n_played > 0,
                            .last_played = w->played[0]};
    crok_event *e = calloc(1, sizeof *e);
    crok_judgement *made = malloc(sizeof *made);
    crok_status st = CROK_OK;
    if (e == NULL || made == NULL) {
        st = crok_fail(j->err, CROK_ENOMEM, "no memory for a shot");
    } else {
        e->type = CROK_EVENT_SHOT;
        e->film_ms = j->film_ms;
        crok_watch_shot(&turn, sight, &e->u.shot.shot);
        st = crok_shot_check(&e->u.shot.shot, j->err);
    }
    if (st == CROK_OK) {
        judge(w, &e->u.shot.shot, made);
        e->u.shot.has_decision = true;
        e->u.shot.decision = made->decision;
        st = append(j, e);
    }
    if (st == CROK_OK)
        crok_watch_played(w, &e->u.shot.shot);
    free(e);
    free(made);
    return st;
}

/* Records a shot where it may be one. */
static crok_status try_shot(job *j, const crok_board *board,
                            crok_shot_sight *sight)
{
    crok_status st = before_shot(j, board, sight);
    bool goes_on = false;
    int player = -1;
    if (st != CROK_OK)
        return st;
    identify(j, &sight->before, sight);
    for (int i = 0; i < sight->after.n; i++)
        settle_side(j, &sight->after.disc[i]);
    player =
        crok_watch_player(crok_watch_match_now(j->w), &j->w->want.sides, sight);
    if (player >= 0) /* not into the next round: this one's total hangs on it */
        st = go_on(j, &sight->before, &goes_on);
    if (st != CROK_OK || !may_be_shot(j, sight, player))
        return st;
    j->w->refused[0] = '\0';
    st = follow_board(j, &sight->before, goes_on);
    return st == CROK_OK ? record_shot(j, sight, player) : st;
}

/* The same; what the match does not take is told, and no end of the watch. */
static crok_status take_shot(job *j, const crok_board *board,
                             crok_shot_sight *sight)
{
    crok_err why = {0};
    job trial = {j->w, j->out, &why, j->film_ms};
    crok_status st = try_shot(&trial, board, sight);
    if (st == CROK_ECONFLICT || st == CROK_EFORMAT)
        refuse(j, "a shot could not be recorded: %.200s", why.msg);
    else if (st != CROK_OK)
        return crok_fail(j->err, st, "%s", why.msg);
    return CROK_OK;
}

/* Before what comes next: a shot that was told to be none is recorded by the
 * rests before and after it, if it was one. What moved on its way is not known.
 *
 *   next  NULL: the board was cleared */
static crok_status take_missed(job *j, const crok_board *board,
                               const crok_shot_sight *next)
{
    crok_watch_match *w = j->w;
    crok_shot_sight *missed = &w->change;
    job late = {w, j->out, j->err, 0}; /* more of this rest follows */
    crok_status st = CROK_OK;
    if (!w->has_change || missed->shooter < w->next_id ||
        !crok_watch_was_missed(crok_watch_match_now(w), &w->want.sides, missed,
                               next))
        return CROK_OK;
    w->has_change = false;
    memset(&missed->motion, 0, sizeof missed->motion);
    missed->motion.may_be_other = true;
    st = take_shot(&late, board, missed);
    if (st == CROK_OK && w->refused[0] == '\0')
        say(j->out->note,
            "shot %ld was not seen to happen: it is taken from what lay there "
            "before and after",
            crok_watch_match_now(w)->last.seq);
    return st;
}

static crok_status on_shot(job *j, const crok_engine_report *report,
                           const crok_board *board)
{
    crok_shot_sight sight = report->shot;
    crok_status st = take_missed(j, board, &sight);
    crok_watch_effect missed = *j->out;
    if (st == CROK_OK)
        st = take_shot(j, board, &sight);
    if (st != CROK_OK)
        return st;
    if (missed.note[0] != '\0' && j->w->refused[0] == '\0')
        say(j->out->note, "%s", missed.note);
    j->w->has_change = false;
    j->out->rest = j->w->lie = sight.after;
    crok_watch_compare(j->w, &sight.after);
    return CROK_OK;
}

/* ---- a rest without a shot ---- */

/* What has come without a shot may turn out to be one. */
static void keep_change(crok_watch_match *w, const crok_engine_report *report)
{
    if ((report->news != CROK_NEWS_CHANGED &&
         report->news != CROK_NEWS_TAKEN) ||
        !crok_watch_one_came(&report->shot))
        return;
    w->has_change = true;
    w->change = report->shot;
}

static crok_status on_rest(job *j, const crok_engine_report *report,
                           const crok_board *board)
{
    const crok_match *m = crok_watch_match_now(j->w);
    crok_status st = CROK_OK;
    j->out->rest = j->w->lie = report->rest;
    if (m->state == CROK_STATE_WAITING) {
        if (j->w->want.first_seat < 0 || !is_empty(&report->rest))
            return CROK_OK; /* the first shot tells the rest */
        return start(j, board, NULL);
    }
    identify(j, &j->out->rest, NULL);
    keep_change(j->w, report);
    if (is_empty(&j->out->rest))
        st = take_missed(j, board, NULL);
    if (st == CROK_OK && report->news != CROK_NEWS_SAME)
        st = answer_validity(j, &j->out->rest, false);
    if (st == CROK_OK &&
        crok_watch_match_now(j->w)->state == CROK_STATE_ROUND_OVER &&
        is_empty(&j->out->rest))
        st = end_round(j, j->film_ms);
    j->w->lie = j->out->rest;
    crok_watch_compare(j->w, &j->w->lie);
    return st;
}

/* ---- news ---- */

/* The sides that a reading shows, where nobody has named them, and their
 * colours. */
static void learn_sides(crok_watch_match *w, const crok_observation *seen)
{
    crok_watch_want *want = &w->want;
    int n = want->sides.n > 0 ? want->sides.n : 2;
    if (want->has_rgb || !crok_observation_shows_sides(seen, n))
        return;
    for (int i = 0; i < n; i++) {
        if (want->sides.n == 0)
            memcpy(want->sides.name[i], seen->sides[i].name,
                   sizeof want->sides.name[i]);
        for (int c = 0; c < 3; c++)
            want->rgb[i][c] = seen->sides[i].rgb[c];
    }
    want->sides.n = n;
    want->has_rgb = true;
}

static crok_status on_reading(job *j, const crok_engine_report *report,
                              const crok_board *board)
{
    crok_watch_match *w = j->w;
    w->trouble[0] = '\0';
    if (!crok_watch_tells_sides(w)) {
        say(w->trouble, "the match's sides are not named by colours that a "
                        "camera can tell, like red and black: enter the shots "
                        "by hand");
        return CROK_OK;
    }
    learn_sides(w, &report->seen);
    if (w->want.sides.n == 0) {
        say(w->trouble,
            "the colours that play are not known, no two of them lie on the "
            "board: name them, as in --sides red,black");
        return CROK_OK;
    }
    return report->news == CROK_NEWS_SHOT ? on_shot(j, report, board)
                                          : on_rest(j, report, board);
}

crok_status crok_watch_match_news(crok_watch_match *w,
                                  const crok_engine_report *report,
                                  const crok_board *board,
                                  crok_watch_effect *out, crok_err *err)
{
    job j = {.w = w, .out = out, .err = err};
    crok_status st = CROK_OK;
    if (w->is_film)
        j.film_ms = (long)(report->rest.t_ns / 1000000);
    *out = (crok_watch_effect){0};
    st = crok_watch_catch_up(w, out, err);
    if (st != CROK_OK)
        return st;
    switch (report->news) {
    case CROK_NEWS_NO_BOARD:
    case CROK_NEWS_BUMPED:
        say(w->trouble, "%s", report->words);
        break;
    case CROK_NEWS_BOARD:
        w->trouble[0] = '\0';
        break;
    case CROK_NEWS_SAME:
    case CROK_NEWS_SHOT:
    case CROK_NEWS_TAKEN:
    case CROK_NEWS_CHANGED:
        return on_reading(&j, report, board);
    case CROK_NEWS_NONE:
    case CROK_NEWS_MOVING:
    case CROK_N_NEWS:
        break;
    }
    return CROK_OK;
}

crok_status crok_watch_match_finish(crok_watch_match *w, crok_watch_effect *out,
                                    crok_err *err)
{
    job j = {.w = w, .out = out, .err = err};
    crok_status st = CROK_OK;
    *out = (crok_watch_effect){0};
    st = crok_watch_catch_up(w, out, err);
    if (st != CROK_OK)
        return st;
    if (crok_watch_match_now(w)->state != CROK_STATE_ROUND_OVER)
        return CROK_OK;
    return end_round(&j, 0);
}
