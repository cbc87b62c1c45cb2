/* SPDX-License-Identifier: Apache-2.0 */
#include "table/table.h"

#include <stdio.h>
#include <string.h>

#include "table/answers.h"
#include "table/catch_up.h"
#include "table/compare.h"
#include "table/fit_shot.h"
#include "table/identify.h"
#include "table/missed_shot.h"
#include "table/record_shot.h"

/* ---- rounds ---- */

/* Report the close calls that are undecided when a round ends. The round is
 * scored with the likeliest result. */
static void report_open(crok_job *j, const crok_match *m)
{
    char sides[CROK_TABLE_WORDS / 2] = "";
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
    crok_job_refuse(j,
                    "round %d is closed with %s: what was open counts as is "
                    "likeliest",
                    m->round, sides);
}

/* End the round. film_ms is the time of its end in the video, in ms. It is 0 if
 * more events of the same rest follow: with a time the program, if it stopped
 * after this event, would resume at this time and lose those events. */
static crok_status end_round(crok_job *j, long film_ms)
{
    crok_event e = {.type = CROK_EVENT_ROUND_END, .film_ms = film_ms};
    const crok_match before = *crok_table_match(j->table);
    crok_status st = crok_job_append(j, &e);
    if (st == CROK_OK)
        report_open(j, &before);
    j->table->n_played = 0;
    j->table->has_change = false;
    if (st == CROK_OK && crok_table_match(j->table)->state == CROK_STATE_OVER)
        st = crok_job_append(j, &(crok_event){.type = CROK_EVENT_MATCH_END});
    return st;
}

static crok_status start(crok_job *j, const crok_board *board,
                         const crok_shot_seen *seen)
{
    crok_event e = {.type = CROK_EVENT_MATCH_START};
    crok_status st = crok_start_of(&j->table->setup, &e.u.start, j->err);
    if (st != CROK_OK)
        return st;
    if (board != NULL)
        crok_start_add_board(&e.u.start, board);
    if (seen != NULL)
        crok_start_add_shot(&e.u.start, &j->table->setup, seen);
    return crok_job_append(j, &e);
}

/* ---- a shot ---- */

/* Bring the match to a state in which a disc may be shot: the match started,
 * questions answered, the previous round ended. */
static crok_status before_shot(crok_job *j, const crok_board *board,
                               const crok_shot_seen *seen)
{
    const crok_match *m = crok_table_match(j->table);
    crok_status st = CROK_OK;
    crok_event e;
    if (m->state == CROK_STATE_WAITING) {
        st = start(j, board, seen);
        if (st != CROK_OK || crok_board_seen_is_empty(&seen->before))
            return st;
        crok_start_discs(crok_table_match(j->table), &j->table->setup.sides,
                         &seen->before, &e);
        crok_job_note(
            j,
            "the match begins in the middle of a round: %d discs lie there, "
            "how many were shot is not known",
            e.u.board.n);
        return crok_job_append(j, &e);
    }
    st = crok_answer_all(j, &seen->before);
    if (st == CROK_OK &&
        crok_table_match(j->table)->state == CROK_STATE_ROUND_OVER &&
        crok_board_seen_is_empty(&seen->before))
        st = end_round(j, 0);
    return st == CROK_OK ? crok_answer_starter(j, seen) : st;
}

/* Answer open questions, then record the shot if the match allows a shot
 * now. */
static crok_status try_shot(crok_job *j, const crok_board *board,
                            crok_shot_seen *seen)
{
    crok_status st = before_shot(j, board, seen);
    bool goes_on = false;
    int player = -1;
    if (st != CROK_OK)
        return st;
    crok_identify(j, &seen->before, seen);
    for (int i = 0; i < seen->after.n; i++)
        crok_identify_side(j, &seen->after.disc[i]);
    player = crok_shot_player(crok_table_match(j->table),
                              &j->table->setup.sides, seen);
    if (player >= 0) /* with -1 the shot may belong to the next round; the total
                      * of this round depends on the answer, so it is not
                      * guessed */
        st = crok_answer_go_on(j, &seen->before, &goes_on);
    if (st != CROK_OK || !crok_record_may_be_shot(j, seen, player))
        return st;
    j->table->refused[0] = '\0';
    st = crok_answer_board(j, &seen->before, goes_on);
    return st == CROK_OK ? crok_record_shot(j, seen, player) : st;
}

/* Record a shot. A shot that the match does not accept is reported and does not
 * end the watch. */
static crok_status take_shot(crok_job *j, const crok_board *board,
                             crok_shot_seen *seen)
{
    crok_err why = {0};
    crok_job trial = {j->table, j->out, &why, j->film_ms};
    crok_status st = try_shot(&trial, board, seen);
    if (st == CROK_ECONFLICT || st == CROK_EFORMAT)
        crok_job_refuse(j, "a shot could not be recorded: %.200s", why.msg);
    else if (st != CROK_OK)
        return crok_fail(j->err, st, "%s", why.msg);
    return CROK_OK;
}

/* Called before the next shot is recorded. If the last change was a shot that
 * the engine did not report, record it from the rests before and after it. Its
 * motion is unknown.
 *
 *   next  the next shot; NULL: the board was cleared */
static crok_status take_missed(crok_job *j, const crok_board *board,
                               const crok_shot_seen *next)
{
    crok_table *t = j->table;
    crok_shot_seen *missed = &t->change;
    crok_job late = {t, j->out, j->err, 0}; /* film_ms 0: more events of this
                                             * rest follow */
    crok_status st = CROK_OK;
    if (!t->has_change || missed->shooter < t->next_id ||
        !crok_missed_shot(crok_table_match(t), &t->setup.sides, missed, next))
        return CROK_OK;
    t->has_change = false;
    crok_shot_seen_forget_motion(missed);
    st = take_shot(&late, board, missed);
    if (st == CROK_OK && t->refused[0] == '\0')
        crok_job_note(
            j,
            "shot %ld was not seen to happen: it is taken from what lay there "
            "before and after",
            crok_table_match(t)->last.seq);
    return st;
}

static crok_status on_shot(crok_job *j, crok_shot_seen *seen,
                           const crok_board *board)
{
    crok_status st = take_missed(j, board, seen);
    crok_table_effect missed = *j->out;
    if (st == CROK_OK)
        st = take_shot(j, board, seen);
    if (st != CROK_OK)
        return st;
    if (missed.note[0] != '\0' && j->table->refused[0] == '\0')
        crok_job_note(j, "%s", missed.note);
    j->table->has_change = false;
    j->out->rest = j->table->seen = seen->after;
    crok_table_compare(j->table, &seen->after);
    return CROK_OK;
}

/* ---- a rest without a shot ---- */

/* Store a change between two rests that the engine did not report as a shot;
 * the next shot may show that it was one. */
static void keep_change(crok_table *t, const crok_shot_seen *change)
{
    if (change == NULL || !crok_missed_one_came(change))
        return;
    t->has_change = true;
    t->change = *change;
}

/* Judge a rest that did not follow a shot. Before the match it may start it.
 * During the match the discs get the match's ids, the change is kept as a part
 * of a shot that was missed, an empty board settles missed shots and may end
 * the round, and what the players changed answers an open validity.
 *
 *   change  borrowed: from the previous rest to this one; NULL: no change */
static crok_status on_rest(crok_job *j, const crok_board_seen *rest,
                           const crok_shot_seen *change,
                           const crok_board *board)
{
    crok_table *t = j->table;
    crok_status st = CROK_OK;
    j->out->rest = t->seen = *rest;
    if (crok_table_match(t)->state == CROK_STATE_WAITING) {
        if (t->setup.first_seat < 0 || !crok_board_seen_is_empty(rest))
            return CROK_OK; /* the match can be started only when the first shot
                             * is known */
        return start(j, board, NULL);
    }
    crok_identify(j, &j->out->rest, NULL);
    keep_change(t, change);
    if (crok_board_seen_is_empty(&j->out->rest))
        st = take_missed(j, board, NULL);
    if (st == CROK_OK && change != NULL)
        st = crok_answer_validity(j, &j->out->rest, false);
    if (st == CROK_OK && crok_table_match(t)->state == CROK_STATE_ROUND_OVER &&
        crok_board_seen_is_empty(&j->out->rest))
        st = end_round(j, j->film_ms);
    t->seen = j->out->rest;
    crok_table_compare(t, &t->seen);
    return st;
}

/* ---- news ---- */

static void trouble(crok_table *t, const char *words)
{
    (void)snprintf(t->trouble, sizeof t->trouble, "%s", words);
}

/* Set the sides and their colours from a reading, if no person has specified
 * them. */
static void learn_sides(crok_table *t, const crok_observation *seen)
{
    crok_table_setup *setup = &t->setup;
    int n = setup->sides.n > 0 ? setup->sides.n : 2;
    if (setup->has_rgb || !crok_observation_shows_sides(seen, n))
        return;
    for (int i = 0; i < n; i++) {
        if (setup->sides.n == 0)
            memcpy(setup->sides.name[i], seen->sides[i].name,
                   sizeof setup->sides.name[i]);
        for (int c = 0; c < 3; c++)
            setup->rgb[i][c] = seen->sides[i].rgb[c];
    }
    setup->sides.n = n;
    setup->has_rgb = true;
}

/* Convert the reading to the rules' types and process it. All functions that it
 * calls use these types only. */
static crok_status on_reading(crok_job *j, const crok_engine_report *report,
                              const crok_board *board)
{
    crok_table *t = j->table;
    crok_board_seen rest = crok_evidence_board(&report->rest);
    crok_shot_seen shot;
    t->trouble[0] = '\0';
    if (!crok_table_knows_sides(t)) {
        trouble(t,
                "the match's sides are not named by colours that a camera "
                "can distinguish, like red and black: enter the shots by hand");
        return CROK_OK;
    }
    learn_sides(t, &report->seen);
    if (t->setup.sides.n == 0) {
        trouble(t, "the colours that play are not known, no two of them lie on "
                   "the board: name them, as in --sides red,black");
        return CROK_OK;
    }
    if (report->news == CROK_NEWS_SAME)
        return on_rest(j, &rest, NULL, board);
    crok_evidence_shot(&report->shot, &shot);
    return report->news == CROK_NEWS_SHOT ? on_shot(j, &shot, board)
                                          : on_rest(j, &rest, &shot, board);
}

crok_status crok_table_judge(crok_table *t, const crok_engine_report *report,
                             const crok_board *board, crok_table_effect *out,
                             crok_err *err)
{
    crok_job j = {.table = t, .out = out, .err = err};
    crok_status st = CROK_OK;
    if (t->is_recorded)
        j.film_ms = (long)(report->rest.t_ns / 1000000);
    *out = (crok_table_effect){0};
    st = crok_table_catch_up(t, out, err);
    if (st != CROK_OK)
        return st;
    switch (report->news) {
    case CROK_NEWS_NO_BOARD:
    case CROK_NEWS_BUMPED:
        trouble(t, report->words);
        break;
    case CROK_NEWS_BOARD:
        t->trouble[0] = '\0';
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

crok_status crok_table_finish(crok_table *t, crok_table_effect *out,
                              crok_err *err)
{
    crok_job j = {.table = t, .out = out, .err = err};
    crok_status st = CROK_OK;
    *out = (crok_table_effect){0};
    st = crok_table_catch_up(t, out, err);
    if (st != CROK_OK)
        return st;
    if (crok_table_match(t)->state != CROK_STATE_ROUND_OVER)
        return CROK_OK;
    return end_round(&j, 0);
}
