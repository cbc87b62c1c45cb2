/* SPDX-License-Identifier: Apache-2.0
 *
 * A watched match on a server's record: what consoles say and what the camera
 * sees are one record in one order, and a person's word holds before the next
 * shot is judged. */
#include "serve/client.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "journal/game.h"
#include "rules/book_json.h"
#include "table/perfect.h"
#include "table/sights.h"
#include "table/table.h"

static crok_err err;
static crok_serve *server;
static crok_table w;
static crok_engine_report report; /* large */
static crok_table_effect effect;

static const crok_rest_sight nothing;

static crok_table_setup want_of(const char *rules)
{
    crok_table_setup want = {.first_seat = -1, .rules_given = true};
    CHECK_STATUS(crok_book_preset(rules, &want.book, NULL, &err), CROK_OK,
                 &err);
    want.sides = (crok_table_sides){.n = 2, .name = {"black", "red"}};
    return want;
}

static void watch(const crok_table_setup *want)
{
    CHECK_STATUS(
        crok_table_open(crok_serve_live(server, 0), "serve.db", want, &w, &err),
        CROK_OK, &err);
}

static int open_server(void **state)
{
    crok_table_setup want = want_of("depot");
    (void)state;
    server = client_serve("serve.db");
    watch(&want);
    return 0;
}

static int close_server(void **state)
{
    (void)state;
    crok_serve_close(&server);
    game_remove("serve.db");
    return 0;
}

static void news(void)
{
    crok_live_hold(w.live);
    CHECK_STATUS(
        crok_table_judge(&w, &report, crok_board_tournament(), &effect, &err),
        CROK_OK, &err);
    crok_live_release(w.live);
}

static void no_news(void)
{
    memset(&report, 0, sizeof report);
    news();
}

static void shoot(crok_rest_sight before, crok_rest_sight after)
{
    sight_shot(&report, before, after);
    news();
}

/* What a person posts. */
static void post(const char *path, const char *body)
{
    client_reply r = client_post(server, path, -1, body);
    if (r.status != 200)
        fail_msg("%s: %s", path, r.body);
    client_reply_free(&r);
}

/* Valid till the next call. */
static const crok_event *event_at(int i)
{
    static crok_event e;
    const crok_log *log = crok_live_log(crok_serve_live(server, 0));
    assert_true(i < log->n);
    crok_kept_event(log->events[i], &e);
    return &e;
}

/* ---- a word before a shot ---- */

/* Black and red have shot, and the camera took each for the other. */
static void a_side_that_a_person_corrected_holds_in_the_next_shot(void **state)
{
    const crok_shot *s = NULL;
    (void)state;
    shoot(nothing, REST({1, 0, 10.0, 60.0, CROK_DISC_FLAT}));
    shoot(REST({1, 0, 10.0, 60.0, CROK_DISC_FLAT}),
          REST({1, 0, 10.0, 60.0, CROK_DISC_FLAT},
               {2, 1, -30.0, 60.0, CROK_DISC_FLAT}));
    post("/api/board", "{\"discs\": [{\"id\": 1, \"side\": \"red\", "
                       "\"x_mm\": 10, \"y_mm\": 60}, {\"id\": 2, "
                       "\"side\": \"black\", \"x_mm\": -30, "
                       "\"y_mm\": 60}]}");
    no_news();
    assert_true(effect.has_caught_up && effect.sets_rest);
    assert_int_equal(effect.rest.n, 2);
    assert_int_equal(effect.rest.disc[0].side, 1);
    assert_int_equal(effect.rest.disc[1].side, 0);
    /* an engine that was in the middle of a shot still has them swapped */
    shoot(REST({1, 0, 10.0, 60.0, CROK_DISC_FLAT},
               {2, 1, -30.0, 60.0, CROK_DISC_FLAT}),
          REST({1, 0, 10.0, 60.0, CROK_DISC_FLAT},
               {2, 1, -30.0, 60.0, CROK_DISC_FLAT},
               {3, 0, 20.0, 130.0, CROK_DISC_FLAT}));
    assert_string_equal(effect.note, "");
    s = &event_at(4)->u.shot.shot;
    assert_string_equal(s->side[s->before[0].side], "red");
    assert_string_equal(s->side[s->after[0].side], "red");
    assert_string_equal(s->side[s->after[1].side], "black");
}

static void a_disc_that_a_person_added_is_in_play_in_the_next_shot(void **state)
{
    const crok_shot *s = NULL;
    (void)state;
    shoot(nothing, REST({1, 0, 10.0, 60.0, CROK_DISC_FLAT}));
    post("/api/board",
         "{\"discs\": [{\"id\": 1, \"side\": \"black\", \"x_mm\": 10, "
         "\"y_mm\": 60}, {\"id\": 100001, \"side\": \"black\", "
         "\"x_mm\": 0, \"y_mm\": -150}], \"discs_left\": {\"black\": 6}}");
    no_news();
    assert_true(effect.sets_rest);
    assert_int_equal(effect.rest.n, 2);
    assert_int_equal(effect.rest.disc[1].id, 100001);
    shoot(crok_evidence_rest(&effect.rest),
          REST({1, 0, 10.0, 60.0, CROK_DISC_FLAT},
               {100001, 0, 0.0, -150.0, CROK_DISC_FLAT},
               {100002, 1, 20.0, 130.0, CROK_DISC_FLAT}));
    s = &event_at(3)->u.shot.shot;
    assert_int_equal(s->n_before, 2);
    assert_int_equal(s->missing & CROK_MISS_BEFORE, 0);
}

/* A disc that hands have moved since is where it was seen last. */
static void
a_word_on_one_disc_leaves_the_others_where_they_were_seen(void **state)
{
    (void)state;
    shoot(nothing, REST({1, 0, 10.0, 60.0, CROK_DISC_FLAT}));
    sight_rest(&report, CROK_NEWS_CHANGED,
               REST({1, 0, 40.0, 60.0, CROK_DISC_FLAT}));
    news();
    post("/api/twenties", "{\"side\": \"red\", \"count\": 0}");
    no_news();
    assert_true(effect.has_caught_up);
    assert_false(effect.sets_rest);
    post("/api/board",
         "{\"discs\": [{\"id\": 1, \"side\": \"black\", \"x_mm\": 10, "
         "\"y_mm\": 60}, {\"id\": 100001, \"side\": \"red\", "
         "\"x_mm\": 0, \"y_mm\": -150}], \"discs_left\": {\"red\": 7}}");
    no_news();
    assert_int_equal(effect.rest.n, 2);
    assert_true(effect.rest.disc[0].x_mm > 39.0);
}

static void an_undo_is_known_before_the_next_shot(void **state)
{
    (void)state;
    shoot(nothing, REST({1, 0, 10.0, 60.0, CROK_DISC_FLAT}));
    post("/api/undo", "{}");
    /* the same shot once more: black's again, not red's */
    shoot(nothing, REST({1, 0, 10.0, 61.0, CROK_DISC_FLAT}));
    assert_string_equal(effect.note, "");
    assert_int_equal(crok_live_log(crok_serve_live(server, 0))->n, 4);
    assert_int_equal(event_at(3)->type, CROK_EVENT_SHOT);
    assert_int_equal(crok_table_match(&w)->n_discs, 1);
}

static void a_match_may_be_started_by_a_person_with_other_sides(void **state)
{
    (void)state;
    post("/api/match",
         "{\"rules\": \"depot\", \"sides\": [{\"side\": \"white\"}, "
         "{\"side\": \"blue\"}], \"seats\": [{\"seat\": 0, \"side\": "
         "\"blue\"}, {\"seat\": 2, \"side\": \"white\"}], "
         "\"first_seat\": 0}");
    no_news();
    assert_true(effect.sets_sides);
    assert_string_equal(w.setup.sides.name[0], "blue");
    assert_string_equal(w.setup.sides.name[1], "white");
    shoot(nothing, REST({1, 0, 10.0, 60.0, CROK_DISC_FLAT}));
    assert_string_equal(effect.note, "");
    assert_int_equal(event_at(1)->type, CROK_EVENT_SHOT);
}

static void sides_that_no_camera_can_tell_are_left_to_the_person(void **state)
{
    (void)state;
    post("/api/match",
         "{\"rules\": \"depot\", \"sides\": [{\"side\": \"home\"}, "
         "{\"side\": \"away\"}], \"seats\": [{\"seat\": 0, \"side\": "
         "\"home\"}, {\"seat\": 2, \"side\": \"away\"}], "
         "\"first_seat\": 0}");
    shoot(nothing, REST({1, 0, 10.0, 60.0, CROK_DISC_FLAT}));
    assert_int_equal(effect.n_events, 0);
    assert_non_null(strstr(crok_table_words(&w), "by hand"));
}

/* Without the word the players' hands would tell that the disc leans. */
static void the_20s_that_a_person_said_hold_when_play_goes_on(void **state)
{
    (void)state;
    shoot(nothing, REST({1, 0, 0.0, 0.0, CROK_DISC_HOLE}));
    assert_int_equal(crok_table_match(&w)->sides[0].twenties, 1);
    post("/api/twenties", "{\"side\": \"black\", \"count\": 1}");
    shoot(REST({1, 0, 0.0, 0.0, CROK_DISC_HOLE}),
          REST({1, 0, 0.0, 0.0, CROK_DISC_HOLE},
               {2, 1, 20.0, 60.0, CROK_DISC_FLAT}));
    assert_int_equal(effect.n_events, 1);
    assert_int_equal(crok_table_match(&w)->sides[0].twenties, 1);
}

/* Taken up again, and the board has not been read yet. */
static void a_word_before_the_first_reading_finds_no_disc_missing(void **state)
{
    crok_table_setup want = want_of("depot");
    (void)state;
    shoot(nothing, REST({1, 0, 10.0, 60.0, CROK_DISC_FLAT}));
    watch(&want);
    post("/api/twenties", "{\"side\": \"red\", \"count\": 0}");
    no_news();
    assert_true(effect.has_caught_up);
    assert_string_equal(crok_table_words(&w), "");
}

/* ---- both at once ---- */

/* So many words of a person, while the camera watches. */
#define MOST_WORDS 300

static atomic_bool is_over;

static void *talk(void *context)
{
    int n = 0;
    (void)context;
    while (!atomic_load(&is_over) && n < MOST_WORDS) {
        crok_event e = {.type = CROK_EVENT_TWENTIES,
                        .time = "2026-01-01T12:00:00Z",
                        .u.twenties = {.side = "black", .count = n % 3}};
        crok_err why;
        /* refused where the match waits or its round is over */
        n += crok_live_append(crok_serve_live(server, 0), &e, CROK_SEQ_ANY,
                              &why) == CROK_OK;
    }
    return NULL;
}

static void shots_and_words_are_one_record_in_one_order(void **state)
{
    crok_sim_options o = {.seed = 5, .rules = "depot", .rounds = 1};
    perfect *p = perfect_new(&o);
    const crok_log *log = NULL;
    pthread_t talker;
    int n_shots = 0;
    int n_words = 0;
    (void)state;
    perfect_sides(p, w.setup.sides.name);
    atomic_store(&is_over, false);
    assert_int_equal(pthread_create(&talker, NULL, talk, NULL), 0);
    while (perfect_news(p, &report)) {
        n_shots += report.news == CROK_NEWS_SHOT;
        news();
        assert_string_equal(effect.note, "");
    }
    atomic_store(&is_over, true);
    (void)pthread_join(talker, NULL);
    no_news();
    log = crok_live_log(crok_serve_live(server, 0));
    for (int i = 0; i < log->n; i++) {
        assert_int_equal(log->events[i]->seq, i + 1);
        n_words += log->events[i]->type == CROK_EVENT_TWENTIES;
        n_shots -= log->events[i]->type == CROK_EVENT_SHOT;
    }
    assert_int_equal(n_shots, 0);
    assert_true(n_words > 0);
    assert_int_equal(w.seq, log->n);
    perfect_free(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define TEST(f) cmocka_unit_test_setup_teardown(f, open_server, close_server)
        TEST(a_side_that_a_person_corrected_holds_in_the_next_shot),
        TEST(a_disc_that_a_person_added_is_in_play_in_the_next_shot),
        TEST(a_word_on_one_disc_leaves_the_others_where_they_were_seen),
        TEST(an_undo_is_known_before_the_next_shot),
        TEST(a_match_may_be_started_by_a_person_with_other_sides),
        TEST(sides_that_no_camera_can_tell_are_left_to_the_person),
        TEST(the_20s_that_a_person_said_hold_when_play_goes_on),
        TEST(a_word_before_the_first_reading_finds_no_disc_missing),
        TEST(shots_and_words_are_one_record_in_one_order),
    };
    return cmocka_run_group_tests(tests, game_set_up, game_tear_down);
}
