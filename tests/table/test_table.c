/* SPDX-License-Identifier: Apache-2.0
 *
 * From what a camera saw to the events of a match: with sights of simulated
 * matches, which must give the truth's events and no others, and with sights
 * made by hand. */
#include "check.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "capture/scratch.h"
#include "rules/book_json.h"
#include "rules/rules_json.h"
#include "table/perfect.h"
#include "table/pictures.h"
#include "table/settle_board.h"
#include "table/sights.h"
#include "table/table.h"

static crok_err err;
static crok_engine_report report; /* large */
static crok_table_effect effect;

static crok_table_setup want_of(const char *rules)
{
    crok_table_setup want = {.first_seat = -1, .rules_given = true};
    CHECK_STATUS(crok_book_preset(rules, &want.book, NULL, &err), CROK_OK,
                 &err);
    return want;
}

static crok_table_setup two_sides(void)
{
    crok_table_setup want = want_of("depot");
    want.sides = (crok_table_sides){.n = 2, .name = {"black", "red"}};
    return want;
}

/* The record is the table's here. */
static crok_status try_open(const char *path, const crok_table_setup *setup,
                            crok_table *out)
{
    crok_live *live = NULL;
    crok_status st = crok_live_open(path, &live, &err);
    if (st == CROK_OK)
        st = crok_table_open(live, path, setup, out, &err);
    if (st != CROK_OK)
        crok_live_close(&live);
    return st;
}

static void close_table(crok_table *w)
{
    crok_live_close(&w->live);
}

static crok_table open_match(const char *path, const crok_table_setup *want)
{
    crok_table w;
    CHECK_STATUS(try_open(path, want, &w), CROK_OK, &err);
    return w;
}

static void news(crok_table *w, const crok_engine_report *r)
{
    CHECK_STATUS(crok_table_judge(w, r, crok_board_tournament(), &effect, &err),
                 CROK_OK, &err);
}

/* What the match says lies there, as an engine sees it. */
static crok_rest_sight rest_now(const crok_table *w)
{
    crok_board_seen board = crok_table_rest(w);
    return crok_evidence_rest(&board);
}

/* The event that sets the board as a rest shows it. */
static crok_event board_event(const crok_table *w, const crok_rest_sight *rest)
{
    crok_board_seen board = crok_evidence_board(rest);
    return crok_settle_board_of(crok_table_match(w), &board, -1);
}

/* Valid till the same place is asked for again. */
static const crok_event *event_at(const crok_table *w, int i)
{
    static crok_event told[16];
    crok_event *e = &told[i % 16];
    crok_kept_event(crok_live_log(w->live)->events[i], e);
    return e;
}

static const crok_event *last_event(const crok_table *w)
{
    return event_at(w, crok_live_log(w->live)->n - 1);
}

/* ---- the truth's events, both ways ---- */

static int by_id(const void *a, const void *b)
{
    const int *x = a;
    const int *y = b;
    return (*x > *y) - (*x < *y);
}

static int by_disc(const void *a, const void *b)
{
    return by_id(&((const crok_disc *)a)->id, &((const crok_disc *)b)->id);
}

/* The event as text, without what only one of the two can know. */
static char *text_of(const crok_event *event)
{
    crok_event *e = malloc(sizeof *e);
    crok_shot *s = &e->u.shot.shot;
    cJSON *doc = NULL;
    char *text = NULL;
    assert_non_null(e);
    *e = *event;
    e->seq = 1;
    e->time[0] = '\0';
    if (e->type == CROK_EVENT_SHOT) {
        qsort(s->moved, (size_t)s->n_moved, sizeof s->moved[0], by_id);
        qsort(s->before, (size_t)s->n_before, sizeof s->before[0], by_disc);
        qsort(s->after, (size_t)s->n_after, sizeof s->after[0], by_disc);
        s->n_boundary = 0;
        s->n_contacts = 0;
        s->missing = 0;
        s->placed_flat = s->at_rest = CROK_UNKNOWN;
        s->place = CROK_PLACE_NOT_GIVEN;
        s->lines = crok_lines_tournament(); /* a model's hole is rounded */
        s->disc_mm = CROK_DISC_RADIUS_MM;
    }
    doc = crok_event_to_json(e);
    text = cJSON_PrintUnformatted(doc);
    cJSON_Delete(doc);
    free(e);
    return text;
}

static void check_same(const crok_event *got, const crok_event *truth)
{
    char *a = NULL;
    char *b = NULL;
    if (truth->type == CROK_EVENT_MATCH_START) {
        assert_int_equal(got->type, CROK_EVENT_MATCH_START);
        assert_int_equal(got->u.start.first, truth->u.start.first);
        return;
    }
    a = text_of(got);
    b = text_of(truth);
    assert_string_equal(a, b);
    cJSON_free(a);
    cJSON_free(b);
}

/* Plays a match; its events must be the truth's. How many shots it had. */
static int play(const crok_sim_options *o, int n_players)
{
    perfect *p = perfect_new(o);
    crok_table_setup want = want_of(o->rules);
    crok_table w;
    const crok_event *truth = NULL;
    crok_event *all[512];
    const crok_log *log = NULL;
    int n = 0;
    int n_shots = 0;
    want.sides.n = p->n_sides;
    perfect_sides(p, want.sides.name);
    want.n_players = n_players;
    w = open_match(NULL, &want);
    while (perfect_next(p, &report, &truth)) {
        news(&w, &report);
        assert_string_equal(effect.note, "");
        assert_string_equal(crok_table_words(&w), "");
        if (truth == NULL)
            continue;
        all[n] = malloc(sizeof *all[n]);
        assert_non_null(all[n]);
        *all[n++] = *truth;
        n_shots += truth->type == CROK_EVENT_SHOT;
    }
    CHECK_STATUS(crok_table_finish(&w, &effect, &err), CROK_OK, &err);
    log = crok_live_log(w.live);
    /* the simulator also ends a match that is not over */
    if (all[n - 1]->type == CROK_EVENT_MATCH_END &&
        log->match.state != CROK_STATE_OVER)
        free(all[--n]);
    assert_int_equal(log->n, n);
    for (int i = 0; i < n; i++) {
        check_same(event_at(&w, i), all[i]);
        free(all[i]);
    }
    close_table(&w);
    perfect_free(&p);
    return n_shots;
}

static void perfect_sights_give_the_truths_events(void **state)
{
    static const char *const rules[] = {"masters", "woodestic",  "cancellation",
                                        "depot",   "solo-teams", "tournament"};
    int n = 0;
    (void)state;
    for (int i = 0; i < 6; i++)
        for (uint64_t seed = 1; seed <= 2; seed++)
            n += play(&(crok_sim_options){.seed = seed,
                                          .rules = rules[i],
                                          .seating = CROK_SINGLES,
                                          .rounds = 3},
                      2);
    assert_true(n > 6 * 2 * 16);
}

static void doubles_and_more_sides_too(void **state)
{
    (void)state;
    (void)play(
        &(crok_sim_options){
            .seed = 5, .rules = "depot", .seating = CROK_DOUBLES, .rounds = 2},
        4);
    (void)play(&(crok_sim_options){.seed = 6,
                                   .rules = "woodestic",
                                   .seating = CROK_PAIR_AGAINST_ONE,
                                   .rounds = 2},
               3);
    (void)play(
        &(crok_sim_options){
            .seed = 7, .rules = "depot", .seating = CROK_FOUR, .rounds = 2},
        4);
}

/* ---- by hand ---- */

static const crok_rest_sight nothing;

static void make_shot(crok_rest_sight before, crok_rest_sight after)
{
    sight_shot(&report, before, after);
}

static void make_rest(crok_engine_news what, crok_rest_sight rest)
{
    sight_rest(&report, what, rest);
}

static const crok_shot *last_shot(const crok_table *w)
{
    assert_int_equal(last_event(w)->type, CROK_EVENT_SHOT);
    return &last_event(w)->u.shot.shot;
}

/* Black shot a 15, red struck it and lies in the 10s. */
static crok_table two_shots_by(const char *rules)
{
    crok_table_setup want = two_sides();
    crok_table w;
    CHECK_STATUS(crok_book_preset(rules, &want.book, NULL, &err), CROK_OK,
                 &err);
    w = open_match(NULL, &want);
    make_shot(nothing, REST({1, 0, 10.0, 60.0, CROK_DISC_FLAT}));
    news(&w, &report);
    make_shot(REST({1, 0, 10.0, 60.0, CROK_DISC_FLAT}),
              REST({1, 0, 60.0, 120.0, CROK_DISC_FLAT},
                   {2, 1, 20.0, 130.0, CROK_DISC_FLAT}));
    report.shot.n_moved = 2;
    report.shot.moved[1] = 1;
    report.shot.motion.n_contacts = 1;
    report.shot.motion.contact[0] = (crok_sight_contact){2, 1};
    news(&w, &report);
    assert_int_equal(crok_live_log(w.live)->n, 3);
    assert_int_equal(crok_table_match(&w)->n_discs, 2);
    return w;
}

static crok_table two_shots(void)
{
    return two_shots_by("depot");
}

/* A person's count of this round, as the console's taps send it. */
static void count_round(crok_table *w, bool is_final)
{
    static crok_event e;
    e = (crok_event){.type = CROK_EVENT_ROUND_COUNT,
                     .u.count = {.final = is_final, .n = 2}};
    for (int i = 0; i < 2; i++) {
        e.u.count.sides[i] = (crok_side_count){.total = 20, .twenties = 1};
        (void)strcpy(e.u.count.sides[i].side, i == 0 ? "black" : "red");
    }
    CHECK_STATUS(crok_live_append(w->live, &e, CROK_SEQ_ANY, &err), CROK_OK,
                 &err);
}

/* Nothing is said of what lies there, no shot is taken into the round or, as
 * one still rolls, into the next; from the next round's first shot on all is
 * followed. */
static void a_round_that_is_tapped_is_not_followed(void **state)
{
#define LIES {1, 0, 10.0, 60.0, CROK_DISC_FLAT}
#define RED                                                                    \
    {                                                                          \
        2, 1, 40.0, 130.0, CROK_DISC_FLAT                                      \
    }
    crok_table_setup want = two_sides();
    crok_table w = open_match(NULL, &want);
    int n = 0;
    (void)state;
    make_shot(nothing, REST(LIES));
    news(&w, &report);
    count_round(&w, false);
    n = crok_live_log(w.live)->n;
    make_rest(CROK_NEWS_CHANGED, REST(LIES, RED));
    news(&w, &report);
    make_shot(REST(LIES, RED),
              REST(LIES, RED, {3, 0, 90.0, 0.0, CROK_DISC_FLAT}));
    news(&w, &report);
    assert_string_equal(crok_table_words(&w), "");
    assert_non_null(strstr(effect.note, "counted by taps"));
    count_round(&w, true);
    make_shot(REST(LIES, RED),
              REST(LIES, RED, {4, 1, 0.0, 90.0, CROK_DISC_FLAT}));
    news(&w, &report);
    assert_string_equal(crok_table_words(&w), "");
    assert_int_equal(crok_live_log(w.live)->n, n + 1);
    make_rest(CROK_NEWS_TAKEN, nothing);
    news(&w, &report);
    make_shot(nothing, REST({5, 1, 10.0, 60.0, CROK_DISC_FLAT}));
    news(&w, &report);
    assert_int_equal(last_shot(&w)->n_after, 1);
    assert_int_equal(crok_table_match(&w)->round, 2);
    for (int i = n; i < crok_live_log(w.live)->n - 1; i++)
        assert_true(event_at(&w, i)->type != CROK_EVENT_SHOT);
    close_table(&w);
}

static void what_was_not_seen_is_missing_and_not_guessed(void **state)
{
    crok_table w = two_shots();
    const crok_shot *s = last_shot(&w);
    (void)state;
    assert_int_equal(s->missing, CROK_MISS_PLACED_AT);
    assert_int_equal(s->n_contacts, 1);
    assert_true(s->has_last_played && s->last_played == 1);
    assert_int_equal(last_event(&w)->u.shot.decision.valid, CROK_YES);
    make_shot(rest_now(&w), REST({1, 0, 60.0, 120.0, CROK_DISC_FLAT},
                                 {2, 1, 20.0, 190.0, CROK_DISC_FLAT},
                                 {3, 0, 0.0, 150.0, CROK_DISC_FLAT}));
    report.shot.motion.saw_contacts = false;
    report.shot.motion.saw_boundary = false;
    news(&w, &report);
    s = last_shot(&w);
    assert_int_equal(s->missing, CROK_MISS_PLACED_AT | CROK_MISS_CONTACTS |
                                     CROK_MISS_BOUNDARY);
    close_table(&w);
}

/* Under masters' rules black's disc 3 strikes disc 2, disc `pushed` moves too,
 * and red's disc 4 strikes disc `struck`: what red's shot lacks. */
static unsigned last_played_missing(bool may_be_other, int pushed, int struck)
{
    crok_table w = two_shots_by("masters");
    crok_rest_sight then = REST({1, 0, 65.0, 120.0, CROK_DISC_FLAT},
                                {2, 1, 25.0, 130.0, CROK_DISC_FLAT},
                                {3, 0, 0.0, 190.0, CROK_DISC_FLAT},
                                {4, 1, -90.0, -90.0, CROK_DISC_FLAT});
    unsigned missing = 0;
    then.n = 3;
    make_shot(rest_now(&w), then);
    report.shot.motion.may_be_other = may_be_other;
    report.shot.motion.n_contacts = 1;
    report.shot.motion.contact[0] = (crok_sight_contact){3, 2};
    report.shot.n_moved = 3;
    report.shot.moved[1] = 2;
    report.shot.moved[2] = pushed;
    news(&w, &report);
    then.n = 4;
    make_shot(rest_now(&w), then);
    report.shot.n_moved = 2;
    report.shot.moved[1] = struck;
    report.shot.motion.n_contacts = 1;
    report.shot.motion.contact[0] = (crok_sight_contact){4, struck};
    news(&w, &report);
    missing = last_shot(&w)->missing & CROK_MISS_LAST_PLAYED;
    assert_int_equal(last_shot(&w)->has_last_played, missing == 0);
    assert_true(missing != 0 || last_shot(&w)->last_played == 3);
    close_table(&w);
    return missing;
}

static void two_of_a_side_that_met_unseen_may_have_changed_places(void **state)
{
    (void)state;
    assert_int_equal(last_played_missing(false, 1, 1), 0);
    assert_int_equal(last_played_missing(true, 2, 1), 0);
    assert_int_equal(last_played_missing(true, 1, 1), CROK_MISS_LAST_PLAYED);
    assert_int_equal(last_played_missing(true, 1, 3), CROK_MISS_LAST_PLAYED);
    assert_int_equal(last_played_missing(true, 1, 2), 0);
}

static void a_disc_in_the_ditch_has_left_the_surface(void **state)
{
    crok_table w = two_shots();
    const crok_shot *s = NULL;
    (void)state;
    make_shot(rest_now(&w), REST({1, 0, 60.0, 120.0, CROK_DISC_FLAT},
                                 {2, 1, 20.0, 350.0, CROK_DISC_OUT},
                                 {3, 0, 30.0, 180.0, CROK_DISC_FLAT}));
    report.shot.n_moved = 2;
    report.shot.moved[1] = 2;
    news(&w, &report);
    s = last_shot(&w);
    assert_int_equal(s->n_before, 2);
    assert_int_equal(s->n_after, 2);
    assert_int_equal(crok_disc_find(s->after, s->n_after, 2), -1);
    assert_int_equal(s->n_moved, 2);
    assert_int_equal(s->n_boundary, 1);
    assert_int_equal(s->boundary[0].id, 2);
    assert_int_equal(s->boundary[0].what, CROK_LEFT_SURFACE);
    assert_false(s->boundary[0].returned);
    /* it is in nobody's way, and struck it is a matter of the boundary */
    make_shot(REST({1, 0, 60.0, 120.0, CROK_DISC_FLAT},
                   {2, 1, 20.0, 350.0, CROK_DISC_OUT},
                   {3, 0, 30.0, 180.0, CROK_DISC_FLAT}),
              REST({1, 0, 60.0, 120.0, CROK_DISC_FLAT},
                   {2, 1, 25.0, 350.0, CROK_DISC_OUT},
                   {3, 0, 30.0, 180.0, CROK_DISC_FLAT},
                   {4, 1, 30.0, 250.0, CROK_DISC_FLAT}));
    report.shot.motion.n_contacts = 1;
    report.shot.motion.contact[0] = (crok_sight_contact){4, 2};
    report.shot.motion.n_boundary = 1;
    report.shot.motion.boundary[0] =
        (crok_sight_boundary){4, CROK_SIGHT_LEFT_SURFACE, true};
    news(&w, &report);
    s = last_shot(&w);
    assert_int_equal(s->n_before, 2);
    assert_int_equal(s->n_contacts, 0);
    assert_int_equal(s->n_boundary, 2);
    assert_int_equal(s->boundary[0].id, 4);
    assert_int_equal(s->boundary[0].what, CROK_HIT_OUT_DISC);
    assert_true(s->boundary[0].returned);
    assert_int_equal(s->boundary[1].what, CROK_LEFT_SURFACE);
    close_table(&w);
}

/* A hand at the ditch moves what lies there: a disc that did not leave the
 * surface cannot have struck it. */
static void on_the_surface_nothing_in_the_ditch_is_struck(void **state)
{
    crok_table w = two_shots();
    const crok_shot *s = NULL;
    (void)state;
    make_shot(rest_now(&w), REST({1, 0, 60.0, 120.0, CROK_DISC_FLAT},
                                 {2, 1, 20.0, 350.0, CROK_DISC_OUT},
                                 {3, 0, 30.0, 180.0, CROK_DISC_FLAT}));
    news(&w, &report);
    make_shot(REST({1, 0, 60.0, 120.0, CROK_DISC_FLAT},
                   {2, 1, 20.0, 350.0, CROK_DISC_OUT},
                   {3, 0, 30.0, 180.0, CROK_DISC_FLAT}),
              REST({1, 0, 60.0, 120.0, CROK_DISC_FLAT},
                   {2, 1, 25.0, 350.0, CROK_DISC_OUT},
                   {3, 0, 30.0, 180.0, CROK_DISC_FLAT},
                   {4, 1, 0.5, 0.3, CROK_DISC_HOLE}));
    report.shot.motion.n_contacts = 1;
    report.shot.motion.contact[0] = (crok_sight_contact){4, 2};
    news(&w, &report);
    s = last_shot(&w);
    assert_int_equal(s->n_contacts, 0);
    assert_int_equal(s->n_boundary, 0);
    close_table(&w);
}

static void a_shooter_that_was_never_seen_has_an_id(void **state)
{
    crok_table w = two_shots();
    (void)state;
    make_shot(rest_now(&w), rest_now(&w));
    report.shot.shooter = report.shot.side = -1;
    report.shot.n_moved = 0;
    news(&w, &report);
    assert_int_equal(last_shot(&w)->shot_disc, 3);
    assert_int_equal(last_shot(&w)->shooter, 0);
    assert_int_equal(last_shot(&w)->n_after, 2);
    assert_false(effect.sets_rest);
    /* the engine does not know that 3 is taken */
    make_shot(rest_now(&w), REST({1, 0, 60.0, 120.0, CROK_DISC_FLAT},
                                 {2, 1, 20.0, 130.0, CROK_DISC_FLAT},
                                 {3, 1, 0.0, 230.0, CROK_DISC_FLAT}));
    news(&w, &report);
    assert_int_equal(last_shot(&w)->shot_disc, 4);
    assert_true(effect.sets_rest);
    assert_int_equal(effect.rest.disc[2].id, 4);
    close_table(&w);
}

/* A rest with the same discs, in which the discs' radius was measured.
 *
 *   sigma_mm  0: it is not known yet */
static void measure(crok_table *w, crok_scale scale, double disc_mm,
                    double sigma_mm)
{
    make_rest(CROK_NEWS_SAME, rest_now(w));
    report.seen.pose.board = *crok_board_tournament();
    report.seen.pose.board.disc_mm = disc_mm;
    report.seen.pose.disc_known_sigma_mm = sigma_mm;
    report.seen.pose.scale = scale;
    news(w, &report);
}

static void the_match_takes_the_discs_size_when_it_is_known(void **state)
{
    crok_table w = two_shots();
    const crok_match *m = crok_table_match(&w);
    long seq = crok_live_seq(w.live);
    double was = m->info.disc_mm;
    (void)state;
    measure(&w, CROK_SCALE_HOLE, 14.2, 0.0);   /* not known */
    measure(&w, CROK_SCALE_MODEL, 14.2, 0.15); /* the model has its discs */
    measure(&w, CROK_SCALE_HOLE, was + 0.2, 0.15);
    assert_int_equal(crok_live_seq(w.live), seq);
    measure(&w, CROK_SCALE_HOLE, 14.2, 0.15);
    assert_int_equal(last_event(&w)->type, CROK_EVENT_MATCH_INFO);
    m = crok_table_match(&w);
    assert_true(fabs(m->info.disc_mm - 14.2) < 1e-9);
    assert_int_equal(m->n_discs, 2);
    measure(&w, CROK_SCALE_HOLE, 14.3, 0.15);
    assert_int_equal(crok_live_seq(w.live), seq + 1);
    /* the next shot is judged by it */
    make_shot(rest_now(&w), REST({1, 0, 60.0, 120.0, CROK_DISC_FLAT},
                                 {2, 1, 20.0, 130.0, CROK_DISC_FLAT},
                                 {3, 0, 0.0, 230.0, CROK_DISC_FLAT}));
    news(&w, &report);
    assert_true(fabs(last_shot(&w)->disc_mm - 14.2) < 1e-9);
    close_table(&w);
}

static void a_shot_out_of_turn_follows_one_that_nobody_saw(void **state)
{
    crok_table w = two_shots();
    (void)state;
    make_shot(rest_now(&w), REST({1, 0, 60.0, 120.0, CROK_DISC_FLAT},
                                 {2, 1, 20.0, 130.0, CROK_DISC_FLAT},
                                 {3, 1, 0.0, 230.0, CROK_DISC_FLAT}));
    news(&w, &report);
    assert_int_equal(effect.n_events, 2);
    assert_string_equal(effect.note,
                        "a shot before this one was not seen: it is event 4, "
                        "what it scored is open");
    assert_true(event_at(&w, 3)->u.shot.is_unseen);
    assert_int_equal(event_at(&w, 3)->u.shot.shot.shooter, 0);
    assert_int_equal(event_at(&w, 3)->u.shot.shot.n_after, 2);
    assert_false(last_event(&w)->u.shot.is_unseen);
    assert_int_equal(last_shot(&w)->shooter, 1);
    assert_int_equal(crok_table_match(&w)->n_asked, 1);
    assert_int_equal(crok_table_match(&w)->asked[0].of, 4);
    make_rest(CROK_NEWS_TAKEN, rest_now(&w));
    news(&w, &report);
    make_shot(rest_now(&w), REST({1, 0, 60.0, 120.0, CROK_DISC_FLAT},
                                 {2, 1, 20.0, 130.0, CROK_DISC_FLAT},
                                 {4, 0, 0.0, 230.0, CROK_DISC_FLAT}));
    news(&w, &report);
    assert_int_equal(effect.n_events, 1);
    assert_string_equal(crok_table_words(&w), "");
    close_table(&w);
}

/* What lies there has changed, with no shot: the last disc of `after` has come,
 * and so many of the first ones have moved. */
static void make_change(crok_rest_sight before, crok_rest_sight after,
                        int n_moved)
{
    make_shot(before, after);
    report.news = CROK_NEWS_CHANGED;
    report.shot.motion = (crok_motion_sight){0};
    for (int i = 0; i < n_moved; i++)
        report.shot.moved[report.shot.n_moved++] = after.disc[i].id;
}

/* Red shoots when it is black's turn, in a board where a black disc has come
 * and red's has moved: black's shot was missed. */
static void a_missed_shot_does_not_cost_the_next_one(void **state)
{
    const crok_rest_sight came = REST({2, 1, 20.0, 190.0, CROK_DISC_FLAT},
                                      {1, 0, 60.0, 120.0, CROK_DISC_FLAT},
                                      {3, 0, 0.0, 150.0, CROK_DISC_FLAT});
    crok_rest_sight then = came;
    (void)state;
    then.disc[then.n++] =
        (crok_sight_disc){.id = 4, .side = 1, .at = {0.0, -150.0}};
    for (int side = 0; side < 2; side++) {
        crok_table w = two_shots();
        const crok_shot *s = NULL;
        make_change(rest_now(&w), came, 1);
        report.rest.disc[2].side = report.shot.side = side;
        then.disc[2].side = side;
        report.shot.after = report.rest;
        news(&w, &report);
        assert_int_equal(effect.n_events, 0);
        make_shot(report.rest, then);
        news(&w, &report);
        /* two more red discs than were shot: red has missed one, too */
        assert_int_equal(effect.n_events, side == 0 ? 2 : 4);
        assert_int_equal(last_shot(&w)->shooter, 1);
        if (side == 0) {
            assert_string_equal(effect.note,
                                "shot 4 was not seen to happen: it is taken "
                                "from what lay there before and after");
            assert_string_equal(crok_table_words(&w), "");
            assert_int_equal(last_shot(&w)->shot_disc, 4);
            assert_int_equal(last_shot(&w)->n_before, 3);
            s = &event_at(&w, 3)->u.shot.shot;
            assert_int_equal(s->shot_disc, 3);
            assert_int_equal(s->shooter, 0);
            assert_int_equal(s->n_before, 2);
            assert_int_equal(s->n_after, 3);
            assert_int_equal(s->n_moved, 2);
            assert_int_equal(s->missing,
                             CROK_MISS_PLACED_AT | CROK_MISS_CONTACTS |
                                 CROK_MISS_BOUNDARY | CROK_MISS_SHOT_DISC);
            /* red touched nothing: its disc leaves */
            assert_int_equal(crok_table_match(&w)->n_discs, 3);
        }
        close_table(&w);
    }
}

/* Two black discs have come: two of black's shots are missing, and red's
 * between them. If a person has set the board since, the change before that is
 * none. */
static void as_many_shots_are_missing_as_discs_have_come(void **state)
{
    for (int by_person = 0; by_person < 2; by_person++) {
        crok_table w = two_shots();
        crok_rest_sight after = rest_now(&w);
        crok_event board = board_event(&w, &after);
        (void)state;
        after.disc[after.n++] =
            (crok_sight_disc){.id = 3, .side = 0, .at = {0.0, 150.0}};
        if (!by_person)
            after.disc[after.n++] =
                (crok_sight_disc){.id = 5, .side = 0, .at = {90.0, 150.0}};
        make_change(rest_now(&w), after, 0);
        news(&w, &report);
        if (by_person)
            CHECK_STATUS(crok_live_append(w.live, &board, CROK_SEQ_ANY, &err),
                         CROK_OK, &err);
        after.disc[after.n++] =
            (crok_sight_disc){.id = 6, .side = 1, .at = {0.0, -150.0}};
        make_shot(report.rest, after);
        news(&w, &report);
        assert_int_equal(effect.n_events, by_person ? 2 : 4);
        assert_true(event_at(&w, by_person ? 4 : 3)->u.shot.is_unseen);
        assert_int_equal(last_shot(&w)->n_before, by_person ? 3 : 4);
        close_table(&w);
    }
}

/* A red disc that leaves the board while one that looks black comes into the
 * ditch is that one, in a hand's shade: of black's shot nothing is known. Where
 * nothing leaves it is black's, which missed. */
static void a_disc_carried_off_is_not_the_missed_one(void **state)
{
    const crok_sight_disc off = {
        .id = 3, .side = 0, .at = {350.0, 40.0}, .state = CROK_DISC_OUT};
    (void)state;
    for (int is_carried = 0; is_carried < 2; is_carried++) {
        crok_table w = two_shots();
        crok_rest_sight after = rest_now(&w);
        if (is_carried)
            after.disc[0] = after.disc[--after.n];
        after.disc[after.n++] = off;
        make_change(rest_now(&w), after, 0);
        if (is_carried) {
            report.shot.n_gone = 1;
            report.shot.gone[0] = report.shot.before.disc[0].id;
        }
        news(&w, &report);
        after.disc[after.n++] =
            (crok_sight_disc){.id = 6, .side = 1, .at = {0.0, -150.0}};
        make_shot(report.rest, after);
        news(&w, &report);
        assert_int_equal(effect.n_events, 2);
        assert_int_equal(event_at(&w, 3)->u.shot.is_unseen, is_carried);
        close_table(&w);
    }
}

/* No shot follows the last one of a round: the cleared board tells. */
static void a_missed_last_shot_ends_the_round(void **state)
{
    crok_table w = two_shots();
    (void)state;
    for (int i = 2; i < 15; i++) { /* these leave unseen */
        make_shot(rest_now(&w), rest_now(&w));
        report.shot.shooter = report.shot.side = -1;
        report.shot.n_moved = 0;
        news(&w, &report);
        assert_int_equal(effect.n_events, 1);
    }
    make_change(rest_now(&w),
                REST({1, 0, 60.0, 190.0, CROK_DISC_FLAT},
                     {2, 1, 20.0, 130.0, CROK_DISC_FLAT},
                     {40, 1, 0.0, -50.0, CROK_DISC_FLAT}),
                1);
    news(&w, &report);
    assert_int_equal(effect.n_events, 0);
    make_rest(CROK_NEWS_TAKEN, REST({40, 1, 0.0, -50.0, CROK_DISC_FLAT}));
    news(&w, &report);
    assert_int_equal(effect.n_events, 0);
    make_rest(CROK_NEWS_TAKEN, nothing);
    news(&w, &report);
    assert_int_equal(effect.n_events, 2);
    assert_int_equal(last_event(&w)->type, CROK_EVENT_ROUND_END);
    close_table(&w);
}

static void
a_disc_taken_by_mistake_is_told_and_known_when_put_back(void **state)
{
    crok_table w = two_shots();
    (void)state;
    make_rest(CROK_NEWS_TAKEN, REST({2, 1, 20.0, 130.0, CROK_DISC_FLAT}));
    news(&w, &report);
    assert_int_equal(effect.n_events, 0);
    assert_string_equal(crok_table_words(&w),
                        "the black disc 1 is in play and does not lie on the "
                        "board: put it back, or correct the board");
    make_rest(CROK_NEWS_CHANGED, REST({2, 1, 20.0, 130.0, CROK_DISC_FLAT},
                                      {9, 1, 61.0, 125.0, CROK_DISC_FLAT}));
    news(&w, &report);
    assert_false(effect.sets_rest); /* another colour */
    assert_string_not_equal(crok_table_words(&w), "");
    make_rest(CROK_NEWS_CHANGED, REST({2, 1, 20.0, 130.0, CROK_DISC_FLAT},
                                      {9, 0, 61.0, 125.0, CROK_DISC_FLAT}));
    news(&w, &report);
    assert_true(effect.sets_rest);
    assert_int_equal(effect.rest.disc[1].id, 1);
    assert_string_equal(crok_table_words(&w), "");
    make_rest(CROK_NEWS_CHANGED, REST({1, 0, 61.0, 125.0, CROK_DISC_FLAT},
                                      {2, 1, 20.0, 130.0, CROK_DISC_FLAT},
                                      {10, 0, 0.0, 0.0, CROK_DISC_HOLE}));
    news(&w, &report);
    assert_string_equal(crok_table_words(&w),
                        "the black disc 10 lies on the board and is not in "
                        "play: take it off, or correct the board");
    assert_int_equal(crok_live_log(w.live)->n, 3);
    close_table(&w);
}

static void more_discs_than_were_dealt_are_told(void **state)
{
    crok_table w = two_shots();
    crok_rest_sight rest = rest_now(&w);
    int dealt = crok_match_dealt(crok_table_match(&w), 0);
    char words[64];
    (void)state;
    for (int i = 1; i <= dealt; i++) /* one black disc lies there already */
        rest.disc[rest.n++] =
            (crok_sight_disc){.id = 20 + i,
                              .side = 0,
                              .at = {-200.0 + 25.0 * i, -150.0},
                              .state = CROK_DISC_FLAT};
    make_rest(CROK_NEWS_CHANGED, rest);
    news(&w, &report);
    (void)snprintf(words, sizeof words,
                   "%d black discs lie on the board, and only %d", dealt + 1,
                   dealt);
    assert_non_null(strstr(crok_table_words(&w), words));
    report.rest.n--;
    news(&w, &report);
    assert_null(strstr(crok_table_words(&w), "and only"));
    close_table(&w);
}

/* Red's shot moved an own disc and black's; which it met is not known, and only
 * a direct hit counts. */
static crok_table undetermined_with(crok_rest_sight after)
{
    crok_table_setup want = two_sides();
    crok_table w;
    CHECK_STATUS(crok_book_set(&want.book, "direct_hit", "needed", &err),
                 CROK_OK, &err);
    w = open_match(NULL, &want);
    make_shot(nothing, REST({1, 1, 10.0, 60.0, CROK_DISC_FLAT}));
    news(&w, &report);
    make_shot(REST({1, 1, 10.0, 60.0, CROK_DISC_FLAT}),
              REST({1, 1, 20.0, 60.0, CROK_DISC_FLAT},
                   {2, 0, 60.0, 60.0, CROK_DISC_FLAT}));
    report.shot.n_moved = 2;
    report.shot.moved[1] = 1;
    report.shot.motion.n_contacts = 1;
    report.shot.motion.contact[0] = (crok_sight_contact){2, 1};
    news(&w, &report);
    make_shot(rest_now(&w), after);
    report.shot.n_moved = 3;
    report.shot.moved[1] = 1;
    report.shot.moved[2] = 2;
    report.shot.motion.saw_contacts = false;
    news(&w, &report);
    assert_int_equal(crok_table_match(&w)->ask, CROK_ASK_VALIDITY);
    return w;
}

static crok_table undetermined(double x, double y, crok_disc_state state)
{
    return undetermined_with(REST({1, 1, 20.0, 60.0, CROK_DISC_FLAT},
                                  {2, 0, 60.0, 60.0, CROK_DISC_FLAT},
                                  {3, 1, x, y, state}));
}

static void what_players_take_off_answers_an_undetermined_shot(void **state)
{
    crok_table w = undetermined(-60.0, 60.0, CROK_DISC_FLAT);
    (void)state;
    make_rest(CROK_NEWS_SAME, report.rest);
    news(&w, &report);
    assert_int_equal(effect.n_events, 0); /* they may still take some off */
    make_rest(CROK_NEWS_TAKEN, REST({2, 0, 60.0, 60.0, CROK_DISC_FLAT}));
    news(&w, &report);
    assert_int_equal(effect.n_events, 1);
    assert_int_equal(last_event(&w)->type, CROK_EVENT_RULING);
    assert_false(last_event(&w)->u.ruling.valid);
    assert_int_equal(crok_table_match(&w)->state, CROK_STATE_PLAYING);
    close_table(&w);
}

/* A 20 is taken off whether the shot was valid or not. */
static void a_hand_that_may_take_more_answers_nothing(void **state)
{
    crok_table w = undetermined(0.0, 0.0, CROK_DISC_HOLE);
    (void)state;
    make_rest(CROK_NEWS_TAKEN, REST({1, 1, 20.0, 60.0, CROK_DISC_FLAT},
                                    {2, 0, 60.0, 60.0, CROK_DISC_FLAT}));
    news(&w, &report);
    assert_int_equal(effect.n_events, 0);
    make_shot(report.rest, REST({1, 1, 20.0, 60.0, CROK_DISC_FLAT},
                                {2, 0, 60.0, 60.0, CROK_DISC_FLAT},
                                {4, 0, 0.0, -230.0, CROK_DISC_FLAT}));
    news(&w, &report);
    assert_int_equal(effect.n_events, 2);
    assert_int_equal(crok_table_match(&w)->sides[1].twenties, 1);
    close_table(&w);
}

static void the_next_shot_answers_an_undetermined_one(void **state)
{
    crok_table w = undetermined(-60.0, 60.0, CROK_DISC_FLAT);
    crok_rest_sight all = report.rest;
    crok_rest_sight more = all;
    (void)state;
    more.disc[more.n++] =
        (crok_sight_disc){.id = 4, .side = 0, .at = {0.0, -230.0}};
    make_shot(all, more);
    news(&w, &report);
    assert_int_equal(effect.n_events, 2);
    assert_int_equal(last_event(&w)->type, CROK_EVENT_SHOT);
    assert_int_equal(event_at(&w, 4)->type, CROK_EVENT_RULING);
    assert_true(event_at(&w, 4)->u.ruling.valid);
    close_table(&w);
}

/* Black opens, red touches nothing: surely not valid. Red's disc is left there,
 * and black shoots again. */
static crok_table went_on(crok_table w)
{
    make_shot(rest_now(&w), REST({1, 0, 10.0, 60.0, CROK_DISC_FLAT},
                                 {2, 1, 20.0, 130.0, CROK_DISC_FLAT}));
    news(&w, &report);
    assert_int_equal(last_event(&w)->u.shot.decision.valid, CROK_NO);
    return w;
}

static void black_shoots_again(crok_table *w)
{
    make_shot(report.rest, REST({1, 0, 10.0, 60.0, CROK_DISC_FLAT},
                                {2, 1, 20.0, 130.0, CROK_DISC_FLAT},
                                {3, 0, 0.0, -230.0, CROK_DISC_FLAT}));
    news(w, &report);
}

static crok_table one_shot(void)
{
    crok_table_setup want = two_sides();
    crok_table w = open_match(NULL, &want);
    make_shot(nothing, REST({1, 0, 10.0, 60.0, CROK_DISC_FLAT}));
    news(&w, &report);
    return w;
}

static void who_plays_on_has_seen_the_shot_otherwise(void **state)
{
    crok_table w = went_on(one_shot());
    (void)state;
    black_shoots_again(&w);
    assert_int_equal(effect.n_events, 2);
    assert_string_equal(effect.note,
                        "shot 3 is taken as valid: so the board was left");
    assert_int_equal(event_at(&w, 3)->type, CROK_EVENT_RULING);
    assert_true(event_at(&w, 3)->u.ruling.valid);
    assert_true(event_at(&w, 3)->u.ruling.by_board);
    close_table(&w);
}

static void a_persons_ruling_outweighs_the_board(void **state)
{
    crok_table w = went_on(one_shot());
    crok_event ruling = {.type = CROK_EVENT_RULING,
                         .u.ruling = {.of = 3, .valid = false}};
    (void)state;
    CHECK_STATUS(crok_live_append(w.live, &ruling, CROK_SEQ_ANY, &err), CROK_OK,
                 &err);
    black_shoots_again(&w);
    assert_int_equal(effect.n_events, 1);
    assert_int_equal(last_event(&w)->type, CROK_EVENT_SHOT);
    close_table(&w);
}

/* ---- the players play on with the board as it lies ---- */

/* Of two discs in play one was taken off, nobody knows why, and black shoots.
 */
static void a_disc_that_play_goes_on_without_is_off(void **state)
{
    crok_table w = two_shots();
    (void)state;
    make_shot(REST({2, 1, 20.0, 130.0, CROK_DISC_FLAT}),
              REST({2, 1, 20.0, 130.0, CROK_DISC_FLAT},
                   {3, 0, 0.0, -150.0, CROK_DISC_FLAT}));
    news(&w, &report);
    assert_int_equal(effect.n_events, 2);
    assert_string_equal(effect.note, "the board is taken as play goes on with "
                                     "it: disc 1 is off");
    assert_int_equal(last_shot(&w)->n_before, 1);
    assert_int_equal(last_shot(&w)->missing & CROK_MISS_BEFORE, 0);
    assert_int_equal(crok_disc_find(crok_table_match(&w)->discs,
                                    crok_table_match(&w)->n_discs, 1),
                     -1);
    close_table(&w);
}

/* If nobody saw the shot happen, it may be what has driven that disc off. */
static void a_disc_that_is_gone_may_be_what_an_unseen_shot_struck(void **state)
{
    crok_table w = two_shots();
    (void)state;
    make_shot(REST({2, 1, 20.0, 130.0, CROK_DISC_FLAT}),
              REST({2, 1, 20.0, 130.0, CROK_DISC_FLAT},
                   {3, 0, 0.0, -150.0, CROK_DISC_FLAT}));
    report.shot.motion.saw_contacts = false;
    news(&w, &report);
    assert_int_equal(effect.n_events, 1);
    assert_int_equal(last_event(&w)->type, CROK_EVENT_SHOT);
    assert_true((last_shot(&w)->missing & CROK_MISS_BEFORE) != 0);
    close_table(&w);
}

/* Hand the shot of make_shot over: disc 3 struck disc 2, which moved. */
static void disc_3_strikes_2(crok_table *w)
{
    report.shot.n_moved = 2;
    report.shot.moved[1] = 2;
    report.shot.motion.n_contacts = 1;
    report.shot.motion.contact[0] = (crok_sight_contact){3, 2};
    news(w, &report);
}

/* Red's disc was told to lie on the line, and is left there. */
static crok_table left_on_the_line(void)
{
    crok_table w = two_shots();
    make_shot(rest_now(&w), REST({1, 0, 60.0, 120.0, CROK_DISC_FLAT},
                                 {2, 1, 20.0, 300.0, CROK_DISC_FLAT},
                                 {3, 0, 20.0, 150.0, CROK_DISC_FLAT}));
    disc_3_strikes_2(&w);
    assert_int_equal(crok_table_match(&w)->n_discs, 2);
    return w;
}

static void red_shoots_on(crok_table *w)
{
    crok_rest_sight lies = report.rest;
    crok_rest_sight then = lies;
    then.disc[then.n++] =
        (crok_sight_disc){.id = 4, .side = 1, .at = {0.0, 230.0}};
    make_shot(lies, then);
    news(w, &report);
}

static void a_disc_that_play_goes_on_with_is_in_play(void **state)
{
    crok_table w = left_on_the_line();
    const crok_match *m = crok_table_match(&w);
    (void)state;
    red_shoots_on(&w);
    assert_int_equal(effect.n_events, 2);
    assert_string_equal(effect.note, "the board is taken as play goes on with "
                                     "it: disc 2 is in play");
    assert_int_equal(last_shot(&w)->n_before, 3);
    assert_true(crok_disc_find(m->discs, m->n_discs, 1) >= 0);
    close_table(&w);
}

static void what_a_person_ruled_is_not_undone_by_it(void **state)
{
    crok_table w = left_on_the_line();
    crok_event ruling = {.type = CROK_EVENT_RULING,
                         .u.ruling = {.of = 4, .valid = true}};
    (void)state;
    CHECK_STATUS(crok_live_append(w.live, &ruling, CROK_SEQ_ANY, &err), CROK_OK,
                 &err);
    red_shoots_on(&w);
    assert_int_equal(effect.n_events, 1);
    assert_int_equal(last_event(&w)->type, CROK_EVENT_SHOT);
    close_table(&w);
}

/* Whether a 20 lies flat can be in doubt; who takes it out has seen it. */
static void a_20_in_doubt_opens_the_range_till_play_goes_on(void **state)
{
    crok_table_setup want = two_sides();
    crok_table w = open_match(NULL, &want);
    const crok_match *m = crok_table_match(&w);
    crok_rest_sight after = REST({1, 0, 1.0, 2.0, CROK_DISC_HOLE});
    int black = 0;
    (void)state;
    after.disc[0].state_unsure = true;
    make_shot(nothing, after);
    news(&w, &report);
    black = crok_match_side_of(m, "black");
    assert_true(last_shot(&w)->after[0].state_unsure);
    assert_int_equal(crok_match_total(m, black).points, 20);
    assert_int_equal(crok_match_total(m, black).lo, 15);
    assert_true(crok_table_resume_rest(&w).disc[0].state_unsure);
    make_shot(nothing, REST({2, 1, 0.0, 230.0, CROK_DISC_FLAT}));
    news(&w, &report);
    assert_int_equal(crok_match_total(m, black).lo, 20);
    close_table(&w);
}

/* Black opens into the hole, which is sure or not; red shoots while the board
 * is `before`. */
static crok_table hole_then(crok_disc_state state, bool is_sure,
                            crok_rest_sight before)
{
    crok_table_setup want = two_sides();
    crok_table w = open_match(NULL, &want);
    crok_rest_sight after = before;
    make_shot(nothing, REST({1, 0, 1.0, 2.0, state}));
    report.shot.after.disc[0].state_unsure = !is_sure;
    news(&w, &report);
    after.disc[after.n++] = (crok_sight_disc){
        .id = 2, .side = 1, .at = {0.0, 230.0}, .sigma_mm = 0.1};
    make_shot(before, after);
    news(&w, &report);
    return w;
}

static void a_20_that_is_left_in_the_hole_leans(void **state)
{
    crok_table w = hole_then(CROK_DISC_HOLE, false,
                             REST({1, 0, 1.0, 2.0, CROK_DISC_HOLE}));
    const crok_match *m = crok_table_match(&w);
    (void)state;
    assert_int_equal(effect.n_events, 3);
    assert_string_equal(effect.note, "the black disc 1 was left in the hole: "
                                     "it leans, and is no 20");
    assert_int_equal(m->sides[crok_match_side_of(m, "black")].twenties, 0);
    assert_int_equal(last_shot(&w)->n_before, 1);
    assert_int_equal(m->discs[0].id, 1);
    assert_int_equal(m->discs[0].state, CROK_DISC_LEANING);
    /* the camera took it for flat, so it does not know whether red struck it */
    assert_int_not_equal(last_shot(&w)->missing & CROK_MISS_MOVED, 0);
    assert_int_equal(m->last.valid, CROK_UNKNOWN);
    close_table(&w);
    w = hole_then(CROK_DISC_LEANING, true,
                  REST({1, 0, 1.0, 2.0, CROK_DISC_LEANING}));
    m = crok_table_match(&w);
    assert_int_equal(last_shot(&w)->missing & CROK_MISS_MOVED, 0);
    assert_int_equal(m->last.valid, CROK_NO);
    close_table(&w);
    /* a 20 that is surely flat was forgotten there */
    w = hole_then(CROK_DISC_HOLE, true, REST({1, 0, 1.0, 2.0, CROK_DISC_HOLE}));
    m = crok_table_match(&w);
    assert_int_equal(m->sides[crok_match_side_of(m, "black")].twenties, 1);
    assert_int_equal(effect.n_events, 1);
    close_table(&w);
}

static void a_leaning_disc_that_is_taken_out_is_a_20(void **state)
{
    crok_table w = hole_then(CROK_DISC_LEANING, true, nothing);
    const crok_match *m = crok_table_match(&w);
    (void)state;
    assert_int_equal(effect.n_events, 3);
    assert_int_equal(m->sides[crok_match_side_of(m, "black")].twenties, 1);
    assert_int_equal(last_shot(&w)->missing & CROK_MISS_BEFORE, 0);
    assert_int_equal(last_shot(&w)->n_before, 0);
    close_table(&w);
}

/* Also where a person has said that the shot was valid; not where it was not:
 * then the disc was taken off for that. */
static void a_leaning_disc_is_a_20_after_a_valid_shot(void **state)
{
    (void)state;
    for (int valid = 0; valid < 2; valid++) {
        crok_table_setup want = two_sides();
        crok_table w = open_match(NULL, &want);
        const crok_match *m = crok_table_match(&w);
        crok_event ruling = {.type = CROK_EVENT_RULING,
                             .u.ruling = {.valid = valid == 1}};
        make_shot(nothing, REST({1, 0, 1.0, 2.0, CROK_DISC_LEANING}));
        news(&w, &report);
        ruling.u.ruling.of = m->last.seq;
        CHECK_STATUS(crok_live_append(w.live, &ruling, CROK_SEQ_ANY, &err),
                     CROK_OK, &err);
        make_shot(nothing, REST({2, 1, 0.0, 230.0, CROK_DISC_FLAT}));
        news(&w, &report);
        assert_int_equal(m->sides[crok_match_side_of(m, "black")].twenties,
                         valid);
        close_table(&w);
    }
}

static void a_hole_as_it_was_told_needs_no_answer(void **state)
{
    crok_table w = hole_then(CROK_DISC_HOLE, true, nothing);
    (void)state;
    assert_int_equal(effect.n_events, 1);
    close_table(&w);
    w = hole_then(CROK_DISC_LEANING, true,
                  REST({1, 0, 1.0, 2.0, CROK_DISC_HOLE}));
    assert_int_equal(effect.n_events, 1);
    close_table(&w);
}

/* Valid, the shot leaves all three discs; if it was not, black's alone. Others
 * lie there when black shoots on: the board counts as it lies, nobody has
 * ruled, and a person may do so later. */
static void play_goes_on_where_nobody_answers(void **state)
{
    const crok_rest_sight lies[] = {REST({1, 1, 20.0, 60.0, CROK_DISC_FLAT},
                                         {3, 1, -60.0, 60.0, CROK_DISC_FLAT}),
                                    REST({9, 0, 61.0, -90.0, CROK_DISC_FLAT})};
    (void)state;
    for (int i = 0; i < 4; i++) {
        crok_table w = undetermined(-60.0, 60.0, CROK_DISC_FLAT);
        const crok_match *m = crok_table_match(&w);
        crok_rest_sight then = lies[i % 2];
        crok_event ruling = {.type = CROK_EVENT_RULING,
                             .u.ruling = {.of = 4, .valid = i / 2 == 1}};
        int n = 0;
        then.disc[then.n++] =
            (crok_sight_disc){.id = 14, .side = 0, .at = {0.0, -230.0}};
        make_shot(lies[i % 2], then);
        news(&w, &report);
        n = effect.n_events;
        assert_int_equal(event_at(&w, 4)->type, CROK_EVENT_BOARD);
        assert_int_equal(last_event(&w)->type, CROK_EVENT_SHOT);
        assert_int_equal(n, 2);
        assert_int_equal(last_shot(&w)->n_before, i % 2 == 0 ? 2 : 1);
        assert_int_equal(last_shot(&w)->missing & CROK_MISS_BEFORE, 0);
        n = m->n_discs;
        CHECK_STATUS(crok_live_append(w.live, &ruling, CROK_SEQ_ANY, &err),
                     CROK_OK, &err);
        assert_int_equal(m->n_discs, n);
        close_table(&w);
    }
}

/* The board is the same either way, but for a 20: that may be none. */
static void a_20_that_hangs_on_the_answer_is_in_doubt(void **state)
{
    crok_table w = undetermined_with(REST({2, 0, 60.0, 60.0, CROK_DISC_FLAT},
                                          {3, 1, 0.0, 0.0, CROK_DISC_HOLE}));
    const crok_match *m = crok_table_match(&w);
    crok_event end = {.type = CROK_EVENT_BOARD};
    int red = crok_match_side_of(m, "red");
    (void)state;
    make_rest(CROK_NEWS_TAKEN, REST({2, 0, 60.0, 60.0, CROK_DISC_FLAT}));
    news(&w, &report);
    assert_int_equal(effect.n_events, 0);
    make_shot(report.rest, REST({2, 0, 60.0, 60.0, CROK_DISC_FLAT},
                                {4, 0, 0.0, -230.0, CROK_DISC_FLAT}));
    news(&w, &report);
    assert_int_equal(effect.n_events, 1);
    assert_int_equal(m->sides[red].twenties, 0);
    assert_int_equal(crok_match_total(m, red).lo, 0);
    assert_int_equal(crok_match_total(m, red).hi, 20);
    /* nor is the round closed without a word of it */
    end.u.board = board_event(&w, &nothing).u.board;
    end.u.board.n = 0;
    for (int i = 0; i < end.u.board.n_sides; i++)
        end.u.board.sets_left[i] = true;
    CHECK_STATUS(crok_live_append(w.live, &end, CROK_SEQ_ANY, &err), CROK_OK,
                 &err);
    make_rest(CROK_NEWS_TAKEN, nothing);
    news(&w, &report);
    assert_int_equal(last_event(&w)->type, CROK_EVENT_ROUND_END);
    assert_non_null(strstr(effect.note, "round 1 is closed with red"));
    assert_non_null(strstr(effect.note, "(0 to 20): this hangs on shots 4,"));
    assert_int_equal(last_event(&w)->u.end.n_sides, 1);
    assert_int_equal(last_event(&w)->u.end.hi[0], 20);
    assert_string_equal(crok_table_words(&w), effect.note);
    close_table(&w);
}

/* What the round comes to hangs on its last shot: it is closed with a range,
 * and a person may answer later, also when the next round has begun. */
static void a_round_is_closed_over_its_last_shot(void **state)
{
    crok_table w = undetermined(-60.0, 60.0, CROK_DISC_FLAT);
    const crok_match *m = crok_table_match(&w);
    int red = crok_match_side_of(m, "red");
    crok_event left = {.type = CROK_EVENT_BOARD};
    crok_event ruling = {.type = CROK_EVENT_RULING,
                         .u.ruling = {.of = 4, .valid = true}};
    (void)state;
    /* what is left to shoot is set before that shot, so that it is the last */
    left.after = 3;
    left.u.board = board_event(&w, &nothing).u.board;
    left.u.board.n = 0;
    left.u.board.discs[left.u.board.n++] =
        (crok_disc){.id = 1, .side = red, .x_mm = 20.0, .y_mm = 60.0};
    left.u.board.discs[left.u.board.n++] =
        (crok_disc){.id = 2, .side = 1 - red, .x_mm = 60.0, .y_mm = 60.0};
    for (int i = 0; i < left.u.board.n_sides; i++) {
        left.u.board.sets_left[i] = true;
        left.u.board.left[i] = i == red ? 1 : 0;
    }
    CHECK_STATUS(crok_live_append(w.live, &left, CROK_SEQ_ANY, &err), CROK_OK,
                 &err);
    assert_int_equal(m->ask, CROK_ASK_VALIDITY);
    make_rest(CROK_NEWS_TAKEN, nothing);
    news(&w, &report);
    assert_int_equal(last_event(&w)->type, CROK_EVENT_ROUND_END);
    assert_string_equal(effect.note,
                        "round 1 is closed with black 15 (10 to 15), red 30 (0 "
                        "to 30): this hangs on shots 4, correct or rule on "
                        "them");
    make_shot(nothing, REST({8, 0, 0.0, -30.0, CROK_DISC_FLAT}));
    news(&w, &report);
    assert_int_equal(last_event(&w)->type, CROK_EVENT_SHOT);
    assert_int_equal(m->round, 2);
    assert_int_equal(m->n_asked, 1);
    CHECK_STATUS(crok_live_append(w.live, &ruling, CROK_SEQ_ANY, &err), CROK_OK,
                 &err);
    assert_int_equal(m->n_asked, 1); /* black's disc is near a line */
    assert_int_equal(m->asked[0].what, CROK_ASKED_CALLS);
    assert_int_equal(m->sides[red].game_lo.points, 2);
    assert_int_equal(m->sides[red].game_hi.points, 2);
    close_table(&w);
}

/* Each side has n discs left to shoot. */
static void leave(crok_table *w, int n)
{
    const crok_match *m = crok_table_match(w);
    crok_event event = {.type = CROK_EVENT_BOARD};
    event.u.board = board_event(w, &nothing).u.board;
    event.u.board.n = m->n_discs;
    for (int i = 0; i < m->n_discs; i++)
        event.u.board.discs[i] = m->discs[i];
    for (int i = 0; i < event.u.board.n_sides; i++) {
        event.u.board.sets_left[i] = true;
        event.u.board.left[i] = n;
    }
    CHECK_STATUS(crok_live_append(w->live, &event, CROK_SEQ_ANY, &err), CROK_OK,
                 &err);
}

/* Three discs lie there when hands clear the board, and each side has n left to
 * shoot; 0: all but those three. */
static crok_table cleared_with(int n)
{
    crok_table w = two_shots();
    crok_rest_sight then = rest_now(&w);
    then.disc[then.n++] = (crok_sight_disc){.id = 3, .at = {90.0, 130.0}};
    then.disc[1].at.x = 25.0;
    make_shot(rest_now(&w), then);
    disc_3_strikes_2(&w);
    assert_int_equal(crok_table_match(&w)->n_discs, 3);
    if (n > 0)
        leave(&w, n);
    make_rest(CROK_NEWS_TAKEN, nothing);
    news(&w, &report);
    return w;
}

/* Long before the round's end. */
static crok_table cleared_early(void)
{
    crok_table w = cleared_with(0);
    assert_int_equal(effect.n_events, 0);
    assert_string_equal(effect.note,
                        "the board was cleared with 13 discs still to shoot: "
                        "the next shot shows whether round 1 is over");
    return w;
}

/* Black began the round, and begins again: whether that was one is asked. */
static void a_round_that_is_begun_again_is_asked_for(void **state)
{
    crok_table w = cleared_early();
    const crok_match *m = crok_table_match(&w);
    crok_event ruling = {.type = CROK_EVENT_RULING,
                         .u.ruling = {.of = 5, .valid = true}};
    (void)state;
    make_shot(nothing, REST({8, 0, 0.0, 60.0, CROK_DISC_FLAT}));
    news(&w, &report);
    assert_int_equal(effect.n_events, 2);
    assert_int_equal(event_at(&w, 4)->type, CROK_EVENT_REPLAY_ROUND);
    assert_true(event_at(&w, 4)->is_open);
    assert_int_equal(m->round, 1);
    assert_int_equal(m->n_asked, 1);
    assert_int_equal(m->asked[0].what, CROK_ASKED_REPLAY);
    assert_int_equal(m->sides[0].game_lo.points, 0);
    assert_int_equal(m->sides[0].game_hi.points, 2);
    CHECK_STATUS(crok_live_append(w.live, &ruling, CROK_SEQ_ANY, &err), CROK_OK,
                 &err);
    assert_int_equal(m->n_asked, 0);
    assert_int_equal(m->sides[0].game_hi.points, 0);
    close_table(&w);
}

/* With four shots left too, but not with two: then it is more probable that the
 * last ones were missed. */
static void a_round_may_be_begun_again_late(void **state)
{
    (void)state;
    for (int n = 1; n <= 3; n++) {
        crok_table w = cleared_with(n);
        make_shot(nothing, REST({8, 0, 0.0, 60.0, CROK_DISC_FLAT}));
        news(&w, &report);
        assert_int_equal(crok_table_match(&w)->round, n == 1 ? 2 : 1);
        assert_int_equal(
            crok_table_match(&w)->asked[0].what == CROK_ASKED_REPLAY, n > 1);
        close_table(&w);
    }
}

/* Red shoots first, as in the next round: the round was played to its end, and
 * most of its shots were not seen. */
static void a_round_that_was_not_seen_is_closed_with_its_range(void **state)
{
    crok_table w = cleared_early();
    const crok_match *m = crok_table_match(&w);
    (void)state;
    make_shot(nothing, REST({8, 1, 0.0, 60.0, CROK_DISC_FLAT}));
    news(&w, &report);
    /* who began was not certain: red is asked for, and has chosen */
    assert_int_equal(effect.n_events, 13 + 3);
    assert_int_equal(event_at(&w, 17)->type, CROK_EVENT_ROUND_END);
    assert_true(event_at(&w, 17)->u.end.asks_starter);
    assert_int_equal(event_at(&w, 18)->type, CROK_EVENT_NEXT_STARTER);
    assert_int_equal(m->round, 2);
    assert_int_equal(m->n_asked, 13);
    assert_int_equal(m->sides[0].game_lo.points, 0);
    assert_int_equal(m->sides[0].game_hi.points, 2);
    close_table(&w);
}

/* ---- the beginning ---- */

/* Begun in the middle of a round with more discs on the board than the rules
 * deal: that is told, and the watch goes on. */
static void more_discs_than_dealt_do_not_end_the_watch(void **state)
{
    crok_table_setup want = two_sides();
    crok_table w = open_match(NULL, &want);
    crok_rest_sight lying = {.n = 13};
    crok_rest_sight then;
    (void)state;
    for (int i = 0; i < lying.n; i++)
        lying.disc[i] = (crok_sight_disc){
            .id = i + 1,
            .side = 1,
            .state = CROK_DISC_FLAT,
            .at = {150.0 * cos(0.45 * i), 150.0 * sin(0.45 * i)}};
    then = lying;
    then.disc[then.n++] = (crok_sight_disc){
        .id = 20, .side = 0, .state = CROK_DISC_FLAT, .at = {0.0, 60.0}};
    make_shot(lying, then);
    news(&w, &report);
    assert_non_null(
        strstr(effect.note, "could not be recorded: red: 13 discs"));
    assert_string_not_equal(crok_table_words(&w), "");
    make_shot(lying, then);
    news(&w, &report);
    close_table(&w);
}

static void the_first_shot_tells_who_begins_and_where_they_sit(void **state)
{
    crok_table_setup want = two_sides();
    crok_table w = open_match(NULL, &want);
    const crok_match *m = NULL;
    (void)state;
    make_rest(CROK_NEWS_CHANGED, nothing);
    news(&w, &report);
    assert_int_equal(effect.n_events, 0);
    make_shot(nothing, REST({1, 1, 10.0, 60.0, CROK_DISC_FLAT}));
    report.shot.motion.has_placed_at = true;
    report.shot.motion.placed_at = (crok_mm){304.8, 20.0};
    news(&w, &report);
    assert_int_equal(effect.n_events, 2);
    m = crok_table_match(&w);
    assert_int_equal(last_shot(&w)->seat, 3);
    assert_int_equal(m->info.seats.seat[0], 1);
    assert_string_equal(m->info.player[0], "black");
    assert_int_equal(m->last.valid, CROK_YES);
    close_table(&w);
}

/* A shot into the ditch, placed there. */
static void shoot_from(crok_table *w, int id, int side, double x, double y)
{
    make_shot(nothing, REST({id, side, 10.0, 330.0, CROK_DISC_OUT}));
    report.shot.motion.has_placed_at = true;
    report.shot.motion.placed_at = (crok_mm){x, y};
    report.shot.motion.placed_sigma_mm = 0.5;
    news(w, &report);
}

static bool is_misplaced(const crok_table *w)
{
    const crok_decision *d = &last_event(w)->u.shot.decision;
    for (int i = 0; i < d->n_why; i++)
        if (strcmp(d->why[i].rule, "L2") == 0)
            return true;
    return false;
}

/* The next n discs go into the ditch from the places of both players in turn,
 * past the disc that lies there. */
static void shoot_past(crok_table *w, int *id, int n)
{
    for (int i = 0; i < n; i++, ++*id) {
        int side = *id % 2;
        make_shot(REST({7, 1, 10.0, 60.0, CROK_DISC_FLAT}),
                  REST({7, 1, 10.0, 60.0, CROK_DISC_FLAT},
                       {*id, side, 10.0, 330.0, CROK_DISC_OUT}));
        report.shot.motion.has_placed_at = true;
        report.shot.motion.placed_at =
            (crok_mm){20.0, side == 0 ? 304.8 : -304.8};
        report.shot.motion.placed_sigma_mm = 0.5;
        news(w, &report);
    }
}

/* Six discs are shot, the board is cleared, and sixteen are shot. The first of
 * them can be the seventh of the same round, so that the round seems to be over
 * after ten of them. When the eleventh is shot it is clear that it was begun
 * again. */
static void more_shots_than_are_dealt_show_a_round_begun_again(void **state)
{
    crok_table_setup want = two_sides();
    crok_table w = open_match(NULL, &want);
    const crok_match *m = crok_table_match(&w);
    long last = 0;
    int id = 8;
    (void)state;
    for (int i = 1; i <= 6; i++)
        shoot_from(&w, i, i % 2, 20.0, i % 2 == 0 ? 304.8 : -304.8);
    last = m->last.seq;
    w.cleared_after = last;
    make_shot(nothing, REST({7, 1, 10.0, 60.0, CROK_DISC_FLAT}));
    news(&w, &report);
    shoot_past(&w, &id, 9);
    assert_int_equal(
        crok_turns_player(&m->info.book, &m->info.seats, &m->turns), -1);
    shoot_past(&w, &id, 1);
    assert_int_equal(effect.n_events, 2);
    assert_int_equal(event_at(&w, (int)last + 10)->type,
                     CROK_EVENT_REPLAY_ROUND);
    assert_true(event_at(&w, (int)last + 10)->after == last);
    assert_int_equal(m->round, 1);
    assert_int_equal(m->asked[0].what, CROK_ASKED_REPLAY);
    assert_non_null(strstr(effect.note, "more discs were shot than are dealt"));
    shoot_past(&w, &id, 5);
    assert_int_equal(effect.n_events, 1);
    last = crok_live_seq(w.live);
    /* once is enough: the next disc is none of this round */
    shoot_past(&w, &id, 1);
    assert_true(crok_live_seq(w.live) == last);
    close_table(&w);
}

/* The first place is one that the camera did not see right. */
static void one_wrong_place_does_not_decide_where_they_sit(void **state)
{
    crok_table_setup want = two_sides();
    crok_table w = open_match(NULL, &want);
    (void)state;
    shoot_from(&w, 1, 1, 304.8, 20.0);
    for (int i = 2; i < 5; i++) {
        shoot_from(&w, i, i % 2, 20.0, i % 2 == 0 ? 304.8 : -304.8);
        assert_false(is_misplaced(&w));
        assert_int_equal(last_shot(&w)->place,
                         i % 2 == 0 ? CROK_NORTH : CROK_SOUTH);
    }
    /* now it is known: from beside the quadrant it is not valid, and from
     * another player's place nobody shoots */
    shoot_from(&w, 5, 1, 230.0, -200.0);
    assert_true(is_misplaced(&w));
    shoot_from(&w, 6, 0, 304.8, 20.0);
    assert_false(is_misplaced(&w));
    assert_false(last_shot(&w)->has_placed_at);
    assert_int_equal(last_shot(&w)->place, CROK_NORTH);
    close_table(&w);
}

static void with_first_the_match_begins_on_an_empty_board(void **state)
{
    crok_table_setup want = two_sides();
    crok_table w;
    (void)state;
    want.first_seat = 2;
    w = open_match(NULL, &want);
    make_rest(CROK_NEWS_CHANGED, nothing);
    news(&w, &report);
    assert_int_equal(effect.n_events, 1);
    assert_int_equal(crok_table_match(&w)->turns.first, 1);
    make_shot(nothing, REST({1, 0, 10.0, 60.0, CROK_DISC_FLAT}));
    news(&w, &report);
    assert_int_equal(effect.n_events, 2); /* red's was not seen */
    assert_true(event_at(&w, 1)->u.shot.is_unseen);
    assert_string_not_equal(effect.note, "");
    close_table(&w);
}

static void a_round_that_goes_on_is_taken_up(void **state)
{
    crok_table_setup want = two_sides();
    crok_table w = open_match(NULL, &want);
    const crok_match *m = NULL;
    (void)state;
    make_shot(REST({1, 0, 10.0, 60.0, CROK_DISC_FLAT}),
              REST({1, 0, 60.0, 120.0, CROK_DISC_FLAT},
                   {2, 1, 0.0, 0.0, CROK_DISC_HOLE}));
    report.shot.n_moved = 2;
    report.shot.moved[1] = 1;
    report.shot.motion.n_contacts = 1;
    report.shot.motion.contact[0] = (crok_sight_contact){2, 1};
    news(&w, &report);
    assert_int_equal(effect.n_events, 3);
    m = crok_table_match(&w);
    assert_int_equal(m->last.valid, CROK_YES);
    assert_int_equal(m->sides[1].twenties, 1);
    assert_int_equal(m->n_discs, 1);
    assert_string_not_equal(effect.note, "");
    close_table(&w);
}

static void without_colours_words_ask_for_them(void **state)
{
    crok_table_setup want = want_of("depot");
    crok_table w = open_match(NULL, &want);
    (void)state;
    make_rest(CROK_NEWS_CHANGED, nothing);
    news(&w, &report);
    assert_non_null(
        strstr(crok_table_words(&w), "name the sides, e.g. red,black"));
    report.seen.n_sides = 2;
    report.seen.n_discs = 2;
    report.seen.discs[1].side = 1;
    /* the array still has the end of a longer name */
    memcpy(report.seen.sides[0].name, "brown\0al", 8);
    memcpy(report.seen.sides[1].name, "red", 4);
    news(&w, &report);
    assert_string_equal(crok_table_words(&w), "");
    make_shot(nothing, REST({1, 1, 10.0, 60.0, CROK_DISC_FLAT}));
    news(&w, &report);
    assert_string_equal(crok_table_match(&w)->info.sides[0].side, "brown");
    make_rest(CROK_NEWS_SAME, rest_now(&w));
    news(&w, &report);
    assert_string_equal(crok_table_words(&w), "");
    close_table(&w);
}

static void a_bumped_camera_is_told_till_the_board_is_found(void **state)
{
    crok_table w = two_shots();
    (void)state;
    memset(&report, 0, sizeof report);
    report.news = CROK_NEWS_BUMPED;
    memcpy(report.words, "the camera has moved", 21);
    news(&w, &report);
    assert_string_equal(crok_table_words(&w), "the camera has moved");
    report.news = CROK_NEWS_BOARD;
    news(&w, &report);
    assert_string_equal(crok_table_words(&w), "");
    close_table(&w);
}

/* ---- the record ---- */

static void remove_record(const char *name)
{
    static const char *const end[] = {"", "-wal", "-shm", "-journal"};
    char path[512];
    for (int i = 0; i < 4; i++) {
        (void)snprintf(path, sizeof path, "%s%s", scratch_file(name), end[i]);
        (void)unlink(path);
    }
}

/* All events, a line each; free with free(). */
static char *events_text(const crok_table *w)
{
    const crok_log *log = crok_live_log(w->live);
    char *all = calloc(1, (size_t)log->n * 8192U);
    size_t at = 0;
    assert_non_null(all);
    for (int i = 0; i < log->n; i++) {
        char *line = text_of(event_at(w, i));
        size_t len = strlen(line);
        assert_true(len < 8191U);
        memcpy(all + at, line, len);
        all[at + len] = '\n';
        at += len + 1;
        cJSON_free(line);
    }
    return all;
}

/* Closed and opened again after every `every` news; 0: never. Under a book that
 * asks for the disc that was played last. */
static char *watched(int every)
{
    static const crok_sim_options o = {
        .seed = 3, .rules = "masters", .seating = CROK_SINGLES, .rounds = 2};
    perfect *p = perfect_new(&o);
    crok_table_setup want = want_of(o.rules);
    crok_table w;
    char *text = NULL;
    int n = 0;
    want.sides.n = 2;
    perfect_sides(p, want.sides.name);
    w = open_match(scratch_file("m.db"), &want);
    while (perfect_news(p, &report)) {
        news(&w, &report);
        assert_string_equal(crok_table_words(&w), "");
        if (every == 0 || ++n % every != 0)
            continue;
        close_table(&w);
        w = open_match(scratch_file("m.db"), &want);
    }
    text = events_text(&w);
    close_table(&w);
    perfect_free(&p);
    remove_record("m.db");
    return text;
}

static void a_match_goes_on_from_its_record(void **state)
{
    char *whole = watched(0);
    (void)state;
    for (int every = 1; every <= 5; every += 2) {
        char *parts = watched(every);
        assert_string_equal(parts, whole);
        free(parts);
    }
    free(whole);
}

/* Who goes on with a film begins at the rest that the record's last shot left,
 * and knows what is still to be taken off; a round's end is one too, but not
 * while the shot behind it is still to come. */
static void a_record_tells_where_in_its_film_it_stopped(void **state)
{
    crok_table_setup want = two_sides();
    crok_table w = open_match(NULL, &want);
    (void)state;
    w.is_recorded = true;
    assert_int_equal(crok_table_film_ns(&w), 0);
    make_shot(nothing, REST({1, 1, 0.0, 0.0, CROK_DISC_HOLE}));
    report.rest.t_ns = INT64_C(4000000000);
    news(&w, &report);
    assert_int_equal(effect.n_events, 2);
    assert_int_equal(last_event(&w)->film_ms, 4000);
    assert_int_equal(event_at(&w, 0)->film_ms, 0);
    assert_int_equal(crok_table_film_ns(&w), INT64_C(3780000000));
    assert_int_equal(rest_now(&w).n, 0);
    assert_int_equal(crok_table_resume_rest(&w).n, 1);
    assert_int_equal(crok_table_resume_rest(&w).disc[0].id, 1);
    assert_int_equal(crok_table_resume_rest(&w).disc[0].state, CROK_DISC_HOLE);
    make_rest(CROK_NEWS_TAKEN, nothing);
    report.rest.t_ns = INT64_C(5000000000);
    news(&w, &report);
    assert_int_equal(crok_table_film_ns(&w), INT64_C(3780000000));
    w.is_recorded = false; /* a camera's frames do not come again */
    make_shot(nothing, REST({2, 0, 10.0, 60.0, CROK_DISC_FLAT}));
    report.rest.t_ns = INT64_C(6000000000);
    news(&w, &report);
    assert_int_equal(last_event(&w)->type, CROK_EVENT_SHOT);
    assert_int_equal(last_event(&w)->film_ms, 0);
    close_table(&w);
}

/* Killed between the last round's end and the match's. */
static void a_match_that_is_over_gets_its_end(void **state)
{
    static const crok_sim_options o = {
        .seed = 3, .rules = "depot", .seating = CROK_SINGLES, .rounds = 4};
    perfect *p = perfect_new(&o);
    crok_table_setup want = want_of(o.rules);
    crok_table whole;
    crok_table w;
    const crok_log *log = NULL;
    (void)state;
    want.sides.n = 2;
    perfect_sides(p, want.sides.name);
    whole = open_match(NULL, &want);
    while (perfect_news(p, &report))
        news(&whole, &report);
    log = crok_live_log(whole.live);
    assert_int_equal(last_event(&whole)->type, CROK_EVENT_MATCH_END);
    w = open_match(scratch_file("m.db"), &want);
    for (int i = 0; i + 1 < log->n; i++)
        CHECK_STATUS(
            crok_live_append(w.live, event_at(&whole, i), CROK_SEQ_ANY, &err),
            CROK_OK, &err);
    assert_int_equal(last_event(&w)->type, CROK_EVENT_ROUND_END);
    for (int again = 0; again < 2; again++) { /* once is enough */
        close_table(&w);
        w = open_match(scratch_file("m.db"), &want);
        assert_int_equal(last_event(&w)->type, CROK_EVENT_MATCH_END);
        assert_int_equal(crok_live_log(w.live)->n, log->n);
    }
    close_table(&w);
    close_table(&whole);
    perfect_free(&p);
    remove_record("m.db");
}

static void a_rest_is_kept_beside_its_event(void **state)
{
    crok_table_setup want = two_sides();
    crok_table w = open_match(scratch_file("m.db"), &want);
    crok_picture_key key = {.seq = 2};
    crok_image img = {0};
    unsigned char *bytes = NULL;
    size_t len = 0;
    (void)state;
    make_shot(nothing, REST({1, 1, 10.0, 60.0, CROK_DISC_FLAT}));
    news(&w, &report);
    CHECK_STATUS(crok_image_new(1920, 1080, CROK_RGB8, &img, &err), CROK_OK,
                 &err);
    memset(img.data, 90, img.stride_bytes * 1080U);
    CHECK_STATUS(crok_table_keep_pictures(&w, &report.seen, &img, &err),
                 CROK_OK, &err);
    CHECK_STATUS(crok_live_picture(w.live, &key, &bytes, &len, &err), CROK_OK,
                 &err);
    assert_non_null(bytes);
    assert_true(len > 100 && bytes[0] == 0xff && bytes[1] == 0xd8);
    free(bytes);
    crok_image_free(&img);
    close_table(&w);
    remove_record("m.db");
}

/* What the reading showed of the rest, from 1.2 m above. */
static void put_observation(crok_engine_report *r)
{
    crok_observation *o = &r->seen;
    o->pose.board = *crok_board_tournament();
    o->pose.camera =
        (crok_camera){.w_px = 1280,
                      .h_px = 720,
                      .f_px = 1000.0,
                      .cx_px = 639.5,
                      .cy_px = 359.5,
                      .rot = {{1.0, 0.0, 0.0, 0.0, -1.0, 0.0, 0.0, 0.0, -1.0}},
                      .t_mm = {0.0, 0.0, 1200.0}};
    o->n_discs = r->rest.n;
    o->n_sides = 2;
    memcpy(o->sides[0].name, "black", 6);
    memcpy(o->sides[1].name, "red", 4);
    for (int i = 0; i < r->rest.n; i++)
        o->discs[i] = (crok_seen_disc){.id = i + 1,
                                       .side = r->rest.disc[i].side,
                                       .other_side = -1,
                                       .state = r->rest.disc[i].state,
                                       .at = r->rest.disc[i].at,
                                       .sigma_mm = r->rest.disc[i].sigma_mm,
                                       .line_sigma_mm = 0.1,
                                       .confidence = 1.0};
}

static size_t call_bytes(const crok_table *w, long seq, int disc)
{
    crok_picture_key key = {.seq = seq, .is_call = true, .disc = disc};
    unsigned char *bytes = NULL;
    size_t len = 0;
    CHECK_STATUS(crok_live_picture(w->live, &key, &bytes, &len, &err), CROK_OK,
                 &err);
    if (bytes != NULL)
        assert_memory_equal(bytes, "\x89PNG", 4);
    free(bytes);
    return len;
}

/* Kept under the shot and the disc's id of the match, for discs that are a
 * close call and for no others. */
static void a_close_call_is_kept_beside_its_shot(void **state)
{
    crok_table_setup want = two_sides();
    crok_table w = open_match(scratch_file("m.db"), &want);
    crok_image img = {0};
    double touches = crok_board_tournament()->line_mm[CROK_LINE_MIDDLE] -
                     crok_board_tournament()->line_width_mm / 2.0 -
                     crok_board_tournament()->disc_mm;
    (void)state;
    make_shot(REST({1, 1, 10.0, 60.0, CROK_DISC_FLAT}),
              REST({1, 1, 20.0, 60.0, CROK_DISC_FLAT},
                   {2, 0, touches + 0.02, 0.0, CROK_DISC_FLAT}));
    report.shot.moved[report.shot.n_moved++] = 1;
    report.shot.motion.n_contacts = 1;
    report.shot.motion.contact[0] = (crok_sight_contact){2, 1};
    for (int i = 0; i < 2; i++) {
        report.rest.disc[i].sigma_mm = 0.1;
        report.shot.after.disc[i].sigma_mm = 0.1;
    }
    put_observation(&report);
    news(&w, &report);
    assert_int_equal(last_event(&w)->type, CROK_EVENT_SHOT);
    CHECK_STATUS(crok_image_new(1280, 720, CROK_RGB8, &img, &err), CROK_OK,
                 &err);
    memset(img.data, 90, img.stride_bytes * 720U);
    CHECK_STATUS(crok_table_keep_pictures(&w, &report.seen, &img, &err),
                 CROK_OK, &err);
    assert_true(call_bytes(&w, last_event(&w)->seq, 2) > 1000);
    assert_int_equal(call_bytes(&w, last_event(&w)->seq, 1), 0);
    assert_int_equal(call_bytes(&w, last_event(&w)->seq - 1, 2), 0);
    crok_image_free(&img);
    close_table(&w);
    remove_record("m.db");
}

static void the_record_of_another_match_is_refused(void **state)
{
    crok_table_setup want = two_sides();
    crok_table_setup other = two_sides();
    crok_table w = open_match(scratch_file("m.db"), &want);
    (void)state;
    make_shot(nothing, REST({1, 1, 10.0, 60.0, CROK_DISC_FLAT}));
    news(&w, &report);
    close_table(&w);
    memcpy(other.sides.name[0], "blue", 5);
    CHECK_STATUS(try_open(scratch_file("m.db"), &other, &w), CROK_EARG, &err);
    assert_non_null(strstr(err.msg, "its sides are not those that were given"));
    other = want_of("masters");
    CHECK_STATUS(try_open(scratch_file("m.db"), &other, &w), CROK_EARG, &err);
    assert_non_null(strstr(err.msg, "its rules"));
    other.rules_given = false; /* the record's count */
    w = open_match(scratch_file("m.db"), &other);
    assert_int_equal(w.setup.sides.n, 2);
    assert_int_equal(rest_now(&w).n, 1);
    assert_int_equal(rest_now(&w).disc[0].side, 1);
    close_table(&w);
    remove_record("m.db");
}

static void players_and_seats_must_go_together(void **state)
{
    crok_table_setup want = two_sides();
    crok_table w;
    (void)state;
    want.n_players = 3;
    want.n_seats = 2;
    CHECK_STATUS(try_open(NULL, &want, &w), CROK_EARG, &err);
    assert_non_null(strstr(err.msg, "3 names for 2 seats"));
    want.n_players = 0;
    memcpy(want.seat_side[0], "blue", 5);
    CHECK_STATUS(try_open(NULL, &want, &w), CROK_EARG, &err);
    assert_non_null(strstr(err.msg, "\"blue\" is none of the colours"));
    want.n_seats = 0;
    want.first_seat = 1;
    CHECK_STATUS(try_open(NULL, &want, &w), CROK_EARG, &err);
    assert_non_null(strstr(err.msg, "nobody in seat 1"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(perfect_sights_give_the_truths_events),
        cmocka_unit_test(doubles_and_more_sides_too),
        cmocka_unit_test(a_round_that_is_tapped_is_not_followed),
        cmocka_unit_test(what_was_not_seen_is_missing_and_not_guessed),
        cmocka_unit_test(two_of_a_side_that_met_unseen_may_have_changed_places),
        cmocka_unit_test(a_disc_in_the_ditch_has_left_the_surface),
        cmocka_unit_test(on_the_surface_nothing_in_the_ditch_is_struck),
        cmocka_unit_test(a_shooter_that_was_never_seen_has_an_id),
        cmocka_unit_test(the_match_takes_the_discs_size_when_it_is_known),
        cmocka_unit_test(a_shot_out_of_turn_follows_one_that_nobody_saw),
        cmocka_unit_test(a_missed_shot_does_not_cost_the_next_one),
        cmocka_unit_test(as_many_shots_are_missing_as_discs_have_come),
        cmocka_unit_test(a_disc_carried_off_is_not_the_missed_one),
        cmocka_unit_test(a_missed_last_shot_ends_the_round),
        cmocka_unit_test(
            a_disc_taken_by_mistake_is_told_and_known_when_put_back),
        cmocka_unit_test(what_players_take_off_answers_an_undetermined_shot),
        cmocka_unit_test(a_hand_that_may_take_more_answers_nothing),
        cmocka_unit_test(the_next_shot_answers_an_undetermined_one),
        cmocka_unit_test(who_plays_on_has_seen_the_shot_otherwise),
        cmocka_unit_test(a_persons_ruling_outweighs_the_board),
        cmocka_unit_test(a_disc_that_play_goes_on_without_is_off),
        cmocka_unit_test(a_disc_that_is_gone_may_be_what_an_unseen_shot_struck),
        cmocka_unit_test(a_disc_that_play_goes_on_with_is_in_play),
        cmocka_unit_test(what_a_person_ruled_is_not_undone_by_it),
        cmocka_unit_test(a_20_in_doubt_opens_the_range_till_play_goes_on),
        cmocka_unit_test(a_20_that_is_left_in_the_hole_leans),
        cmocka_unit_test(a_leaning_disc_is_a_20_after_a_valid_shot),
        cmocka_unit_test(a_leaning_disc_that_is_taken_out_is_a_20),
        cmocka_unit_test(a_hole_as_it_was_told_needs_no_answer),
        cmocka_unit_test(play_goes_on_where_nobody_answers),
        cmocka_unit_test(a_20_that_hangs_on_the_answer_is_in_doubt),
        cmocka_unit_test(a_round_is_closed_over_its_last_shot),
        cmocka_unit_test(a_round_that_is_begun_again_is_asked_for),
        cmocka_unit_test(a_round_may_be_begun_again_late),
        cmocka_unit_test(a_round_that_was_not_seen_is_closed_with_its_range),
        cmocka_unit_test(more_discs_than_dealt_do_not_end_the_watch),
        cmocka_unit_test(the_first_shot_tells_who_begins_and_where_they_sit),
        cmocka_unit_test(more_discs_than_were_dealt_are_told),
        cmocka_unit_test(more_shots_than_are_dealt_show_a_round_begun_again),
        cmocka_unit_test(one_wrong_place_does_not_decide_where_they_sit),
        cmocka_unit_test(with_first_the_match_begins_on_an_empty_board),
        cmocka_unit_test(a_round_that_goes_on_is_taken_up),
        cmocka_unit_test(without_colours_words_ask_for_them),
        cmocka_unit_test(a_bumped_camera_is_told_till_the_board_is_found),
        cmocka_unit_test(a_match_goes_on_from_its_record),
        cmocka_unit_test(a_record_tells_where_in_its_film_it_stopped),
        cmocka_unit_test(a_match_that_is_over_gets_its_end),
        cmocka_unit_test(a_rest_is_kept_beside_its_event),
        cmocka_unit_test(a_close_call_is_kept_beside_its_shot),
        cmocka_unit_test(the_record_of_another_match_is_refused),
        cmocka_unit_test(players_and_seats_must_go_together),
    };
    return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
