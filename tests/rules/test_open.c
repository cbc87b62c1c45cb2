/* SPDX-License-Identifier: Apache-2.0
 *
 * What stays open in a match: shots that nobody saw, and questions that nobody
 * answers. A match is drawn at random, in which all is seen; the same match is
 * then told with less, and its totals must hold the truth's: a total without a
 * range is the truth. With all answers, in any order, it is the same match. */
#include "check.h"

#include <stdlib.h>
#include <string.h>

#include "rules/history.h"
#include "rules/match_shot.h"
#include "rules/plays.h"
#include "rules/rules_json.h"

/* What is told of a shot. */
typedef enum told {
    ALL,      /* as it was */
    UNSEEN,   /* nobody saw it; the board after it is known if the next one was
                 seen */
    NO_MOTION /* what met what and what moved was not seen */
} told;

typedef struct tally {
    int matches, unseen, undetermined, rounds, right, in_range;
} tally;

/* ---- telling less ---- */

/* The board that the next shot finds; of the last shot of a round, and where
 * the next shot is not seen either, it is not known. */
static bool knows_board(const plays *p, const told *as, int i)
{
    return i + 1 < p->n && p->step[i + 1].event.type == CROK_EVENT_SHOT &&
           as[i + 1] != UNSEEN;
}

static void unsee(const plays *p, const told *as, int i, crok_event *e)
{
    const plays_step *s = &p->step[i];
    crok_shot *shot = &e->u.shot.shot;
    const crok_match *then = knows_board(p, as, i) ? &s->after : &s->before;
    e->u.shot.is_unseen = true;
    shot->n_moved = shot->n_contacts = shot->n_boundary = 0;
    shot->n_after = then->n_discs;
    memcpy(shot->after, then->discs, sizeof shot->after);
    shot->missing |= CROK_MISS_MOVED | CROK_MISS_CONTACTS | CROK_MISS_BOUNDARY;
    if (!knows_board(p, as, i))
        shot->missing |= CROK_MISS_AFTER;
}

static void tell(const plays *p, const told *as, int i, crok_event *e)
{
    crok_shot *shot = &e->u.shot.shot;
    *e = p->step[i].event;
    if (e->type != CROK_EVENT_SHOT || as[i] == ALL)
        return;
    if (as[i] == UNSEEN) {
        unsee(p, as, i, e);
        return;
    }
    shot->n_moved = shot->n_contacts = 0;
    shot->missing |= CROK_MISS_MOVED | CROK_MISS_CONTACTS;
}

static void add(crok_log *log, const crok_event *e)
{
    crok_err err = {0};
    CHECK_STATUS(crok_log_add(log, e, &err), CROK_OK, &err);
}

/* ---- the truth is within what is told ---- */

static void check_within(int lo, int is, int hi, const char *what)
{
    if (lo <= is && is <= hi)
        return;
    print_error("%s: is %d, told %d to %d\n", what, is, lo, hi);
    fail();
}

static void check_side(const crok_match *m, const crok_match *truth, int i)
{
    const crok_match_side *s = &m->sides[i];
    const crok_match_side *t = &truth->sides[i];
    int lo = 0;
    int hi = 0;
    check_within(s->game_lo.score, t->game.score, s->game_hi.score, "score");
    check_within(s->game_lo.score, s->game.score, s->game_hi.score, "score");
    check_within(s->game_lo.points, t->game.points, s->game_hi.points,
                 "points");
    check_within(s->game_lo.rounds_won, t->game.rounds_won,
                 s->game_hi.rounds_won, "rounds won");
    crok_match_twenties(m, i, true, &lo, &hi);
    check_within(lo, t->twenties_total, hi, "20s of the match");
    check_within(lo, s->twenties_total, hi, "20s of the match");
}

/* The total of the round that is about to end. */
static void check_round(const crok_match *m, const crok_match *truth, tally *n)
{
    for (int i = 0; i < m->info.n_sides; i++) {
        crok_points is = crok_match_total(truth, i);
        crok_points p = crok_match_total(m, i);
        int lo = 0;
        int hi = 0;
        assert_int_equal(is.lo, is.hi);
        check_within(p.lo, is.points, p.hi, "total");
        check_within(p.lo, p.points, p.hi, "total");
        crok_match_twenties(m, i, false, &lo, &hi);
        check_within(lo, truth->sides[i].twenties, hi, "20s");
        assert_true(p.lo == p.hi || m->n_asked > 0);
        n->right += p.lo == p.hi;
        n->in_range += p.lo < p.hi;
    }
    n->rounds++;
}

/* The match as it is told. A game that ends at a target may end elsewhere: then
 * the rest is not told. */
static crok_log told_match(const plays *p, const told *as, tally *n)
{
    crok_log log = crok_log_empty();
    crok_event *e = malloc(sizeof *e);
    assert_non_null(e);
    for (int i = 0; i < p->n; i++) {
        const plays_step *s = &p->step[i];
        if (e->type == CROK_EVENT_ROUND_END)
            assert_int_equal(log.match.round, s->before.round);
        tell(p, as, i, e);
        if (e->type == CROK_EVENT_ROUND_END)
            check_round(&log.match, &s->before, n);
        add(&log, e);
        n->unseen += e->type == CROK_EVENT_SHOT && as[i] == UNSEEN;
        n->undetermined += log.match.ask == CROK_ASK_VALIDITY;
        for (int k = 0; k < log.match.info.n_sides; k++)
            check_side(&log.match, &s->after, k);
    }
    free(e);
    n->matches++;
    return log;
}

/* ---- answers ---- */

/* What a person who saw it says of shot i. */
static void ruling_of(const plays *p, int i, const crok_event *told_as,
                      crok_event *e)
{
    const crok_shot *shot = &told_as->u.shot.shot;
    crok_decision is = plays_decision(&p->step[i]);
    crok_ruling *r = &e->u.ruling;
    *e = (crok_event){.type = CROK_EVENT_RULING};
    r->of = p->step[i].event.seq;
    r->has_decision = true;
    r->n_sides = shot->n_sides;
    memcpy(r->side, shot->side, sizeof r->side);
    if (!told_as->u.shot.is_unseen) {
        r->decision = is;
        return;
    }
    r->decision.valid = is.valid;
    memcpy(r->decision.twenties, is.twenties, sizeof is.twenties);
    for (int k = 0; k < is.n_remove; k++)
        if (is.remove[k].to == CROK_TO_BOWL)
            r->decision.remove[r->decision.n_remove++] = is.remove[k];
    for (int k = 0; k < shot->n_after; k++)
        if (crok_removal_find(r->decision.remove, r->decision.n_remove,
                              shot->after[k].id) < 0)
            r->decision.in_play[r->decision.n_in_play++] = shot->after[k].id;
}

/* The board after shot i, put right. */
static void board_of(const plays *p, int i, crok_event *e)
{
    const crok_match *m = &p->step[i].after;
    crok_board_event *b = &e->u.board;
    *e = (crok_event){.type = CROK_EVENT_BOARD};
    e->after = p->step[i].event.seq;
    b->n = m->n_discs;
    memcpy(b->discs, m->discs, sizeof b->discs);
    b->n_sides = m->info.n_sides;
    for (int k = 0; k < b->n_sides; k++)
        memcpy(b->side[k], m->info.sides[k].side, sizeof b->side[k]);
}

/* The answers to what is told of a match, in no order. */
static int answers_of(const plays *p, const told *as, crok_event *out)
{
    crok_event *e = malloc(sizeof *e);
    int n = 0;
    assert_non_null(e);
    for (int i = 0; i < p->n; i++) {
        tell(p, as, i, e);
        if (e->type != CROK_EVENT_SHOT || as[i] == ALL)
            continue;
        ruling_of(p, i, e, &out[n++]);
        if (as[i] == UNSEEN && !knows_board(p, as, i))
            board_of(p, i, &out[n++]);
    }
    free(e);
    return n;
}

static char *text_of(const crok_match *m)
{
    cJSON *doc = crok_match_to_json(m);
    char *text = cJSON_PrintUnformatted(doc);
    cJSON_Delete(doc);
    return text;
}

/* The events explain the match: read again they give the same one. */
static void check_explained(const crok_log *log)
{
    crok_log again = crok_log_empty();
    crok_event *e = malloc(sizeof *e);
    char *a = NULL;
    char *b = NULL;
    assert_non_null(e);
    for (int i = 0; i < log->n; i++) {
        crok_kept_event(log->events[i], e);
        add(&again, e);
    }
    a = text_of(&log->match);
    b = text_of(&again.match);
    assert_string_equal(a, b);
    cJSON_free(a);
    cJSON_free(b);
    free(e);
    crok_log_close(&again);
}

static void check_sides(const crok_log *log, const plays *p)
{
    for (int k = 0; k < log->match.info.n_sides; k++)
        check_side(&log->match, &p->step[p->n - 1].after, k);
}

/* Take back every third of the events from `from` on; the truth stays within
 * what is told. Then bring them back. */
static void undo_and_redo(crok_log *log, const plays *p, int from)
{
    int n = log->n;
    crok_event e = {.type = CROK_EVENT_UNDO};
    for (int twice = 0; twice < 2; twice++) {
        int first = twice == 0 ? from : n;
        int last = log->n;
        for (int i = first; i < last; i += twice == 0 ? 3 : 1) {
            e.seq = log->events[log->n - 1]->seq + 1;
            e.u.of = log->events[i]->seq;
            add(log, &e);
            check_sides(log, p);
        }
        check_explained(log);
    }
}

static void answer_all(gen *g, const plays *p, const told *as, crok_log *log)
{
    crok_event *e = calloc(2 * PLAYS_MAX_STEPS, sizeof *e);
    int from = log->n;
    int n = 0;
    assert_non_null(e);
    n = answers_of(p, as, e);
    for (int i = n - 1; i >= 0; i--) {
        int k = gen_below(g, i + 1);
        e[k].seq = log->events[log->n - 1]->seq + 1;
        add(log, &e[k]);
        e[k] = e[i];
        check_sides(log, p);
    }
    free(e);
    undo_and_redo(log, p, from);
    assert_int_equal(log->match.n_asked, 0);
    for (int i = 0; i < log->match.info.n_sides; i++) {
        const crok_match_side *s = &log->match.sides[i];
        const crok_match_side *t = &p->step[p->n - 1].after.sides[i];
        assert_int_equal(s->game_lo.score, s->game_hi.score);
        assert_int_equal(s->game.score, t->game.score);
        assert_int_equal(s->game.points, t->game.points);
        assert_int_equal(s->twenties_total, t->twenties_total);
    }
}

/* ---- the cases ---- */

static const char *const presets[] = {"masters", "woodestic",  "cancellation",
                                      "depot",   "solo-teams", "tournament"};

/* Draws what is told of each step. */
typedef void draw_fn(gen *g, const plays *p, int k, told *as);

static void one_unseen(gen *g, const plays *p, int k, told *as)
{
    (void)g;
    as[1 + k % (p->n - 1)] = UNSEEN;
}

static void two_unseen(gen *g, const plays *p, int k, told *as)
{
    one_unseen(g, p, k, as);
    if (k % 2 == 0)
        one_unseen(g, p, k + 1, as);
    else
        as[1 + gen_below(g, p->n - 1)] = UNSEEN;
}

static void many_unseen(gen *g, const plays *p, int k, told *as)
{
    (void)k;
    for (int i = 1; i < p->n; i++)
        as[i] = gen_below(g, 5) == 0 ? UNSEEN : ALL;
}

static void no_motion(gen *g, const plays *p, int k, told *as)
{
    (void)k;
    for (int i = 1; i < p->n; i++)
        as[i] = gen_below(g, 3) == 0 ? NO_MOTION : ALL;
}

static void both(gen *g, const plays *p, int k, told *as)
{
    (void)k;
    for (int i = 1; i < p->n; i++)
        as[i] = (told)gen_below(g, 3);
}

/* A match whose game ends by a target may end elsewhere if its totals are told
 * with a range; two rounds do not reach one. */
static void run(draw_fn *draw, const char *what, int times, int rounds)
{
    tally n = {0};
    for (int i = 0; i < 6; i++)
        for (int seating = 0; seating < CROK_N_SEATINGS; seating++)
            for (int k = 0; k < times; k++) {
                gen g = {(uint64_t)(1000 * i + 100 * seating + k)};
                plays *p = plays_new(g.state, presets[i], (crok_seating)seating,
                                     rounds);
                told as[PLAYS_MAX_STEPS] = {ALL};
                crok_log log;
                if (p == NULL)
                    continue;
                draw(&g, p, k, as);
                log = told_match(p, as, &n);
                answer_all(&g, p, as, &log);
                crok_log_close(&log);
                plays_free(&p);
            }
    print_message(
        "%s: %d matches, %d shots unseen, %d undetermined, %d rounds: "
        "%d totals certain, %d with a range\n",
        what, n.matches, n.unseen, n.undetermined, n.rounds, n.right,
        n.in_range);
    assert_true(n.in_range > 0);
}

static void one_unseen_shot_at_any_place_leaves_a_range(void **state)
{
    (void)state;
    run(one_unseen, "one unseen", 25, 1);
}

static void two_unseen_shots_leave_a_range(void **state)
{
    (void)state;
    run(two_unseen, "two unseen", 25, 1);
}

static void many_unseen_shots_leave_a_range(void **state)
{
    (void)state;
    run(many_unseen, "one in five unseen", 4, 2);
}

static void play_goes_on_over_open_questions(void **state)
{
    (void)state;
    run(no_motion, "no motion", 4, 2);
}

static void all_of_it_together(void **state)
{
    (void)state;
    run(both, "both", 4, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_unseen_shot_at_any_place_leaves_a_range),
        cmocka_unit_test(two_unseen_shots_leave_a_range),
        cmocka_unit_test(many_unseen_shots_leave_a_range),
        cmocka_unit_test(play_goes_on_over_open_questions),
        cmocka_unit_test(all_of_it_together),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
