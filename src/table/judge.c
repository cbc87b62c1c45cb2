/* SPDX-License-Identifier: Apache-2.0 */
#include "table/table.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "report/calls.h"
#include "table/answers.h"
#include "table/begun_again.h"
#include "table/catch_up.h"
#include "table/compare.h"
#include "table/gap.h"
#include "table/identify.h"
#include "table/missed_shot.h"
#include "table/new_round.h"
#include "table/record_shot.h"
#include "table/record_unseen.h"
#include "table/take_back.h"

/* The board is another one than the match has if its discs or its outer line
 * differ by this part: twice the error of a disc's radius that is known from
 * many readings (shots/disc_sizes.c), and that of a line. */
#define OTHER_DISC 0.02
#define OTHER_LINE 0.005

/* ---- the match's start ---- */

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

/* Start the match with its first shot. If discs lie on the board already it
 * begins in the middle of a round. */
static crok_status start_with(crok_job *j, const crok_board *board,
                              const crok_shot_seen *seen)
{
    crok_event e;
    crok_status st = start(j, board, seen);
    if (st != CROK_OK || crok_board_seen_is_empty(&seen->before))
        return st;
    crok_start_discs(crok_table_match(j->table), &j->table->setup.sides,
                     &seen->before, &e);
    crok_job_note(j,
                  "the match begins in the middle of a round: %d discs lie "
                  "there, how many were shot and which were 20s is not known",
                  e.u.board.n);
    return crok_job_append(j, &e);
}

/* If the order of turns contradicts a side that is not certain, the shot is of
 * the side whose turn it is: a disc in the hole's shade is misread more often
 * than a shot is missed. */
static void doubt_side(crok_job *j, crok_shot_seen *seen)
{
    const crok_match *m = crok_table_match(j->table);
    const crok_table_sides *sides = &j->table->setup.sides;
    int turn = crok_turns_player(&m->info.book, &m->info.seats, &m->turns);
    int at = crok_board_seen_find(&seen->after, seen->shooter);
    if (!seen->side_unsure || turn < 0 || crok_gap_is_none(m, sides, seen))
        return;
    seen->side =
        crok_table_side(sides, m->info.sides[m->info.seats.side[turn]].side);
    if (at >= 0)
        seen->after.disc[at].side = seen->side;
    j->out->sets_rest = j->out->sets_rest || at >= 0;
}

static crok_status before_shot_of_round(crok_job *j, crok_shot_seen *seen)
{
    crok_status st = CROK_OK;
    doubt_side(j, seen);
    st = crok_take_back(j, seen);
    if (st == CROK_OK)
        st = crok_find_begun_again(j, seen);
    /* the board since the last shot answers nothing if a shot that was not seen
     * has changed it: one before this one, or this one itself */
    if (st == CROK_OK && !crok_flick_is_missing(seen->missing) &&
        crok_gap_before(crok_table_match(j->table), &j->table->setup.sides,
                        seen)
                .n == 0)
        st = crok_answer_all(j, seen);
    return st;
}

/* Bring the match to a state in which a disc may be shot: the match started,
 * questions answered from the board, the previous round ended. */
static crok_status before_shot(crok_job *j, const crok_board *board,
                               crok_shot_seen *seen)
{
    crok_status st = CROK_OK;
    if (crok_table_match(j->table)->state == CROK_STATE_WAITING)
        return start_with(j, board, seen);
    crok_identify(j, &seen->before, seen);
    if (!crok_new_round_begins(j->table, seen))
        st = before_shot_of_round(j, seen);
    if (st == CROK_OK)
        st = crok_new_round(j, seen);
    return st == CROK_OK ? crok_answer_starter(j, seen) : st;
}

/* Say once which shots are missing. */
static void note_unseen(crok_job *j, int n)
{
    long last = crok_table_match(j->table)->last.seq;
    if (n == 1)
        crok_job_note(j,
                      "a shot before this one was not seen: it is event %ld, "
                      "what it scored is open",
                      last);
    else if (n > 1)
        crok_job_note(j,
                      "%d shots before this one were not seen: they are events "
                      "%ld to %ld, what they scored is open",
                      n, last - n + 1, last);
}

/* Were neither the placing of a disc nor its contacts seen, and did no disc
 * come to lie on the board? */
static bool is_hardly_a_shot(const crok_shot_seen *seen)
{
    return crok_flick_is_missing(seen->missing) &&
           crok_board_seen_lying(&seen->after, seen->shooter) == NULL;
}

/* Answer open questions, then record the shot if the match allows a shot now,
 * after those before it that were not seen. */
static crok_status try_shot(crok_job *j, const crok_board *board,
                            crok_shot_seen *seen)
{
    crok_status st = before_shot(j, board, seen);
    const crok_match *m = NULL;
    crok_gap gap;
    if (st != CROK_OK)
        return st;
    crok_identify(j, &seen->before, seen);
    for (int i = 0; i < seen->after.n; i++)
        crok_identify_side(j, &seen->after.disc[i]);
    m = crok_table_match(j->table);
    gap = crok_gap_before(m, &j->table->setup.sides, seen);
    if (gap.n > 0 && is_hardly_a_shot(seen)) {
        crok_job_note(j, "something moved like a shot out of turn, but no disc "
                         "was seen to be placed: it is not recorded");
        return CROK_OK;
    }
    if (!crok_record_may_be_shot(j, seen, gap.player))
        return CROK_OK;
    j->table->refused[0] = '\0';
    st = crok_record_unseen(j, gap.n, &seen->before, true);
    if (st != CROK_OK)
        return st;
    note_unseen(j, gap.n);
    /* a disc that is gone may have been struck by a shot that was not seen to
     * happen: it is not taken off before it, and leaves its validity open */
    if (!crok_flick_is_missing(seen->missing))
        st = crok_answer_board(j, &seen->before);
    return st == CROK_OK ? crok_record_shot(j, seen, gap.player) : st;
}

/* Record a shot. A shot that the match does not accept is reported and does not
 * end the watch. */
static crok_status take_shot(crok_job *j, const crok_board *board,
                             crok_shot_seen *seen)
{
    crok_err why = {0};
    crok_job trial = {j->table, j->out, &why, j->film_ms};
    crok_status st = CROK_OK;
    j->out->shot_seq = 0;
    st = try_shot(&trial, board, seen);
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

/* Keep a rest at which all discs of the match lie: before hands clear the board
 * it is the last one. */
static void note_full(crok_table *t, const crok_board_seen *rest)
{
    const crok_match *m = crok_table_match(t);
    for (int i = 0; i < m->n_discs; i++)
        if (crok_board_seen_lying(rest, m->discs[i].id) == NULL)
            return;
    if (t->full_of == m->last.seq &&
        crok_board_seen_n_out(rest) < crok_board_seen_n_out(&t->full))
        return; /* the ditch is being cleared */
    t->full = *rest;
    t->full_of = m->last.seq;
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
    note_full(j->table, &seen->after);
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
    /* after the last shot of a round hands clear the board: it answers nothing
     */
    if (st == CROK_OK && change != NULL &&
        crok_shots_left(crok_table_match(t)) > 0)
        st = crok_answer_validity(j, &j->out->rest, false);
    if (st == CROK_OK && crok_board_seen_is_empty(&j->out->rest))
        st = crok_board_cleared(j);
    else if (st == CROK_OK)
        note_full(t, &j->out->rest);
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

/* Was the board measured otherwise than the match has it, by more than the
 * errors of both? */
static bool is_measured_otherwise(const crok_match_start *info,
                                  const crok_board_pose *pose)
{
    double outer_mm = pose->board.line_mm[CROK_LINE_OUTER];
    return pose->disc_known_sigma_mm > 0.0 &&
           (pose->scale == CROK_SCALE_HOLE || pose->scale == CROK_SCALE_DISC) &&
           (fabs(pose->board.disc_mm - info->disc_mm) >
                OTHER_DISC * info->disc_mm ||
            fabs(outer_mm - info->lines.outer_mm) >
                OTHER_LINE * info->lines.outer_mm);
}

/* A match begins before many discs have been seen, and then their size may be
 * wrong by a tenth. When it is known, the match takes it. */
static crok_status learn_board(crok_job *j, const crok_board_pose *pose)
{
    const crok_match *m = crok_table_match(j->table);
    crok_event e = {.type = CROK_EVENT_MATCH_INFO};
    if ((m->state != CROK_STATE_PLAYING && m->state != CROK_STATE_CHECK) ||
        !is_measured_otherwise(&m->info, pose))
        return CROK_OK;
    e.u.info.has_board = true;
    e.u.info.lines = crok_score_lines(&pose->board);
    e.u.info.disc_mm = pose->board.disc_mm;
    return crok_job_append(j, &e);
}

/* A round that a person counts without positions is not followed, and neither
 * is what still rolls when the count ends it: shots are followed again when the
 * board was empty. Returns true, and keeps the rest, as long as they are not.
 *
 *   shot  borrowed; NULL: none was seen */
static bool is_left_to_taps(crok_job *j, const crok_board_seen *rest,
                            const crok_shot_seen *shot)
{
    crok_table *t = j->table;
    const bool was_empty =
        crok_board_seen_is_empty(shot == NULL ? rest : &shot->before);
    t->is_by_taps =
        crok_table_match(t)->is_counted || (t->is_by_taps && !was_empty);
    if (!t->is_by_taps)
        return false;
    j->out->rest = t->seen = *rest;
    t->has_change = false;
    t->board[0] = '\0';
    t->refused[0] = '\0';
    if (shot != NULL)
        crok_job_note(j, "this round is counted by taps: shots are followed "
                         "again when the board is empty");
    return true;
}

/* Convert the reading to the rules' types and process it. All functions that it
 * calls use these types only. */
static crok_status on_reading(crok_job *j, const crok_engine_report *report,
                              const crok_board *board)
{
    crok_table *t = j->table;
    crok_board_seen rest = crok_evidence_board(&report->rest);
    crok_shot_seen shot;
    crok_status st = CROK_OK;
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
                   "the board: name the sides, e.g. red,black");
        return CROK_OK;
    }
    if (report->news != CROK_NEWS_SAME)
        crok_evidence_shot(&report->shot, &shot);
    if (is_left_to_taps(j, &rest,
                        report->news == CROK_NEWS_SHOT ? &shot : NULL))
        return CROK_OK;
    st = learn_board(j, &report->seen.pose);
    if (st != CROK_OK)
        return st;
    if (report->news == CROK_NEWS_SAME)
        return on_rest(j, &rest, NULL, board);
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
    return crok_film_ended(&j);
}
