/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/fixture.h"
#include "report/question_line.h"
#include "report/questions.h"

/* The disc's edge 0.05 mm inside the inner line: 15, perhaps 10. */
#define CLOSE_TO_INNER_MM (101.6 - 0.8 - 15.875 - 0.05)

/* An observation with one question of each kind. Ids: 1 black at the line, 2
 * white and sure, 3 perhaps in the hole, 4 perhaps none, 5 black or white, 6
 * maybe, 7 unseen part. */
static crok_observation everything(void)
{
    crok_observation o = fixture_board();
    crok_unseen *u = &o.unseen;
    fixture_add_at(&o, 0, CLOSE_TO_INNER_MM, 0.0, CROK_DISC_FLAT);
    fixture_add_at(&o, 1, -150.0, 0.0, CROK_DISC_FLAT);
    fixture_add_at(&o, 0, 0.0, 0.0, CROK_DISC_HOLE);
    o.discs[2].state_unsure = true;
    fixture_add_at(&o, 1, 0.0, 150.0, CROK_DISC_FLAT);
    o.discs[3].confidence = 0.6;
    fixture_add_at(&o, 0, 0.0, -150.0, CROK_DISC_FLAT);
    o.discs[4].other_side = 1;
    fixture_add_at(&o, 1, 250.0, 100.0, CROK_DISC_FLAT);
    o.maybe[o.n_maybe++] = o.discs[--o.n_discs];
    o.maybe[0].confidence = 0.2;
    u->n = 1;
    u->region[0] = (crok_unseen_region){.why = CROK_UNSEEN_COVERED,
                                        .frac = 0.05,
                                        .missed_frac = 0.05,
                                        .zones = 1U << CROK_LINE_MIDDLE,
                                        .at = {-100.0, 150.0},
                                        .part = 3};
    u->n_places = 1;
    u->place[0] = (crok_mm){-100.0, 125.0};
    u->place_part[0] = 3;
    return o;
}

static crok_answers answers_of(int id, const char *value)
{
    crok_answers a = {.n = 1};
    a.answer[0].id = id;
    a.answer[0].is_given = true;
    (void)snprintf(a.answer[0].value, sizeof a.answer[0].value, "%s", value);
    return a;
}

static void also(crok_answers *a, int id, const char *value)
{
    a->answer[a->n] = answers_of(id, value).answer[0];
    a->n++;
}

static crok_score answered(const crok_observation *o, const crok_answers *a)
{
    crok_score_options options = fixture_options();
    options.answers = a;
    return fixture_count(o, &options);
}

static crok_score answered_one(const crok_observation *o, int id,
                               const char *value)
{
    crok_answers a = answers_of(id, value);
    return answered(o, &a);
}

static bool is_warned(const crok_score *s, const char *text)
{
    for (int i = 0; i < s->n_warnings; i++)
        if (strstr(s->warnings[i], text) != NULL)
            return true;
    return false;
}

/* The open questions as "1=10|15 3=15|20 ". */
static void words_of(const crok_score *s, char out[1024])
{
    crok_open_question q[CROK_MAX_ANSWERS];
    int n = crok_questions_open(s, q);
    out[0] = '\0';
    for (int i = 0; i < n; i++) {
        char words[CROK_QUESTION_TEXT];
        size_t at = strlen(out);
        crok_questions_words(s, &q[i], words);
        (void)snprintf(out + at, 1024 - at, "%s ", words);
    }
}

static void check_side(const crok_score *s, int side, int lo, int total, int hi)
{
    assert_int_equal(s->side[side].lo, lo);
    assert_int_equal(s->side[side].total, total);
    assert_int_equal(s->side[side].hi, hi);
}

static void every_question_lists_its_answers(void **state)
{
    crok_observation o = everything();
    crok_score s = answered(&o, NULL);
    char words[1024];
    (void)state;
    words_of(&s, words);
    assert_string_equal(words,
                        "1=10|15 3=15|20 4=none|10 5=black|white 6=none|5 "
                        "7=empty|black:5|black:10|white:5|white:10 ");
}

static void an_answer_settles_a_line(void **state)
{
    crok_observation o = fixture_board();
    crok_score s;
    (void)state;
    fixture_add(&o, 0, CLOSE_TO_INNER_MM, CROK_DISC_FLAT);
    fixture_add(&o, 1, 150.0, CROK_DISC_FLAT);
    s = answered(&o, NULL);
    check_side(&s, 0, 10, 15, 15);
    assert_true(s.is_open);
    s = answered_one(&o, 1, "10");
    check_side(&s, 0, 10, 10, 10);
    assert_false(s.value[0].close);
    assert_int_equal(s.value[0].touching, CROK_LINE_INNER);
    assert_false(s.is_open);
    assert_int_equal(s.winner, -1);
    assert_int_equal(s.n_close, 0);
    assert_true(is_warned(&s, "a person answered 1=10"));
    s = answered_one(&o, 1, "15");
    check_side(&s, 0, 15, 15, 15);
    assert_int_equal(s.value[0].touching, CROK_LINE_NONE);
    assert_int_equal(s.winner, 0);
}

static void a_disc_that_a_person_says_is_on_the_outer_line_is_out(void **state)
{
    crok_observation o = fixture_board();
    crok_score s;
    (void)state;
    fixture_add(&o, 0, 304.8 - 0.8 - 15.875 - 0.05, CROK_DISC_FLAT);
    s = answered_one(&o, 1, "0");
    check_side(&s, 0, 0, 0, 0);
    assert_int_equal(s.seen.discs[0].state, CROK_DISC_OUT);
    s = answered_one(&o, 1, "5");
    check_side(&s, 0, 5, 5, 5);
    assert_int_equal(s.seen.discs[0].state, CROK_DISC_FLAT);
}

static void an_answer_settles_the_hole(void **state)
{
    crok_observation o = fixture_board();
    crok_score s;
    (void)state;
    fixture_add(&o, 0, 3.0, CROK_DISC_HOLE);
    o.discs[0].state_unsure = true;
    o.discs[0].confidence = 0.6;
    s = answered_one(&o, 1, "20");
    check_side(&s, 0, 20, 20, 20);
    assert_int_equal(s.side[0].twenties, 1);
    s = answered_one(&o, 1, "15");
    check_side(&s, 0, 15, 15, 15);
    assert_int_equal(s.side[0].twenties, 0);
    assert_int_equal(s.seen.discs[0].state, CROK_DISC_LEANING);
    s = answered_one(&o, 1, "none");
    check_side(&s, 0, 0, 0, 0);
    assert_int_equal(s.seen.n_discs, 0);
}

static void what_may_be_a_disc_becomes_one_or_none(void **state)
{
    crok_observation o = everything();
    crok_score s = answered(&o, NULL);
    int white = s.side[1].total;
    (void)state;
    s = answered_one(&o, 6, "5");
    assert_int_equal(s.seen.n_maybe, 0);
    assert_int_equal(s.seen.n_discs, 6);
    assert_int_equal(s.seen.discs[5].id, 6);
    assert_int_equal(s.side[1].total, white + 5);
    s = answered_one(&o, 6, "none");
    assert_int_equal(s.seen.n_maybe, 0);
    assert_int_equal(s.seen.n_discs, 5);
    assert_int_equal(s.side[1].total, white);
}

static void
an_unseen_part_is_seen_when_a_person_says_what_is_there(void **state)
{
    crok_observation o = fixture_board();
    crok_score s;
    (void)state;
    o.unseen = everything().unseen;
    fixture_add(&o, 0, 150.0, CROK_DISC_FLAT);
    fixture_add(&o, 1, -150.0, CROK_DISC_FLAT);
    s = answered(&o, NULL);
    check_side(&s, 0, 10, 10, 20);
    s = answered_one(&o, 3, "empty");
    check_side(&s, 0, 10, 10, 10);
    check_side(&s, 1, 10, 10, 10);
    assert_int_equal(s.seen.unseen.n, 0);
    assert_false(is_warned(&s, "are not counted"));
    s = answered_one(&o, 3, "black:10, white:5,White:5");
    check_side(&s, 0, 20, 20, 20);
    check_side(&s, 1, 20, 20, 20);
    s = answered_one(&o, 3, "black:20");
    check_side(&s, 0, 10, 10, 20);
    assert_true(is_warned(&s, "answer 3=black:20 is not used; possible: "
                              "3=empty|black:5"));
}

static void a_part_that_was_not_answered_stays_open(void **state)
{
    crok_observation o = fixture_board();
    crok_unseen *u = &o.unseen;
    crok_score s;
    (void)state;
    *u = everything().unseen;
    u->region[u->n] = u->region[0];
    u->region[u->n].at.x = 100.0;
    u->region[u->n++].part = 4;
    u->place[u->n_places] = (crok_mm){100.0, 125.0};
    u->place_part[u->n_places++] = 4;
    s = answered_one(&o, 1, "empty");
    assert_int_equal(s.seen.unseen.n, 1);
    assert_int_equal(s.seen.unseen.region[0].id, 2);
    assert_int_equal(s.seen.unseen.n_places, 1);
    CHECK_NEAR(s.seen.unseen.place[0].x, 100.0, 0.0);
}

/* Where one colour was seen, something may be of the other side. */
static void a_person_names_the_side_that_was_not_seen(void **state)
{
    crok_observation o = fixture_board();
    crok_score s;
    char words[1024];
    (void)state;
    o.n_sides = 1; /* black */
    fixture_add(&o, 0, 150.0, CROK_DISC_FLAT);
    fixture_add(&o, 0, -150.0, CROK_DISC_FLAT);
    o.discs[1].confidence = 0.6;
    s = answered(&o, NULL);
    words_of(&s, words);
    assert_string_equal(words, "2=none|black|OTHER ");
    s = answered_one(&o, 2, "blue");
    assert_int_equal(s.seen.n_sides, 2);
    assert_string_equal(s.seen.sides[1].name, "blue");
    check_side(&s, 0, 10, 10, 10);
    check_side(&s, 1, 10, 10, 10);
    assert_int_equal(s.seen.discs[0].side, 0);
    s = answered_one(&o, 2, "light brown");
    assert_string_equal(s.seen.sides[1].name, "light brown");
    s = answered_one(&o, 2, "10"); /* of which side? */
    assert_int_equal(s.n_wrong, 1);
    o.unseen = everything().unseen;
    s = answered_one(&o, 3, "blue:5,white:5"); /* two sides play, not three */
    assert_int_equal(s.n_wrong, 1);
    assert_true(is_warned(&s, "only 2 sides play"));
    assert_int_equal(s.seen.n_sides, 1);
    s = answered_one(&o, 3, "blue:5,blue:10");
    assert_string_equal(s.seen.sides[1].name, "blue");
    check_side(&s, 1, 15, 15, 25);
    words_of(&s, words); /* what is not sure may be of this side, too */
    assert_string_equal(words, "2=none|black|blue ");
}

/* A side that was not seen has a colour's name: a slip of the pen is none. */
static void a_side_that_is_no_colour_is_refused(void **state)
{
    static const char *const wrong[] = {"natrual", "yes",   "disc",
                                        "empty",   "other", "dark"};
    crok_observation o = fixture_board();
    (void)state;
    o.n_sides = 1; /* black */
    fixture_add(&o, 0, 150.0, CROK_DISC_FLAT);
    o.discs[0].confidence = 0.6;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        crok_answers a = answers_of(1, wrong[i]);
        crok_score s = answered(&o, &a);
        char text[CROK_UNUSED_TEXT];
        assert_int_equal(s.n_wrong, 1);
        assert_int_equal(s.seen.n_sides, 1);
        assert_int_equal(s.n_unused, 1);
        assert_int_equal(s.unused[0].index, 0);
        crok_questions_unused_words(&s, &a.answer[0], s.unused[0].why, text);
        assert_non_null(strstr(text, "is none of the sides; possible: "
                                     "1=none|black|OTHER; OTHER stands for "
                                     "black, white"));
    }
}

/* A hidden part holds no more discs than have room there, and a side has no
 * more than it was dealt. */
static void an_answer_names_no_more_discs_than_there_may_be(void **state)
{
    crok_observation o = fixture_board();
    crok_score s;
    (void)state;
    o.unseen = everything().unseen;
    o.unseen.region[0].frac = 0.006; /* two discs: (304.8 / 15.9) squared */
    s = answered_one(&o, 1, "black:5,black:10");
    assert_int_equal(s.n_wrong, 0);
    s = answered_one(&o, 1, "black:5,black:10,white:5");
    assert_int_equal(s.n_wrong, 1);
    assert_true(is_warned(&s, "at most 2 discs fit there"));
    assert_int_equal(s.side[0].total, 0);
    o.unseen.region[0].frac = 0.001; /* a disc's edge is seen */
    s = answered_one(&o, 1, "black:5");
    assert_int_equal(s.n_wrong, 0);
    o.unseen.region[0].frac = 0.05;
    for (int i = 0; i < 11; i++)
        fixture_add_at(&o, 0, -250.0 + 40.0 * i, -100.0, CROK_DISC_FLAT);
    s = answered_one(&o, 12, "black:5,white:5");
    assert_int_equal(s.n_wrong, 0);
    s = answered_one(&o, 12, "black:5,white:5,black:5");
    assert_int_equal(s.n_wrong, 1);
    assert_true(is_warned(&s, "black has 1 disc left"));
}

static void side_and_points_are_said_where_both_are_open(void **state)
{
    crok_observation o = fixture_board();
    crok_score s;
    char words[1024];
    (void)state;
    fixture_add(&o, 0, CLOSE_TO_INNER_MM, CROK_DISC_FLAT);
    o.discs[0].other_side = 1;
    s = answered(&o, NULL);
    words_of(&s, words);
    assert_string_equal(words, "1=black:10|black:15|white:10|white:15 ");
    s = answered_one(&o, 1, "white:10");
    check_side(&s, 0, 0, 0, 0);
    check_side(&s, 1, 10, 10, 10);
    assert_int_equal(answered_one(&o, 1, "15").n_wrong, 1);
    assert_int_equal(answered_one(&o, 1, "white").n_wrong, 1);
}

static bool is_open(const crok_score *s, int id)
{
    crok_open_question q[CROK_MAX_ANSWERS];
    int n = crok_questions_open(s, q);
    for (int i = 0; i < n; i++)
        if (q[i].id == id)
            return true;
    return false;
}

/* Each possible answer closes its question and no other, within the ranges. */
static void every_possible_answer_is_within_the_range(void **state)
{
    crok_observation o = everything();
    crok_score before = answered(&o, NULL);
    crok_open_question q[CROK_MAX_ANSWERS];
    int n = crok_questions_open(&before, q);
    (void)state;
    assert_int_equal(n, 6);
    for (int i = 0; i < n; i++) {
        crok_choices c;
        crok_questions_choices(&before, &q[i], &c);
        for (int k = 0; k < c.n; k++) {
            crok_score s = answered_one(&o, q[i].id, c.text[k]);
            assert_int_equal(s.n_wrong, 0);
            assert_int_equal(s.n_answered, 1);
            for (int j = 0; j < n; j++)
                assert_int_equal(is_open(&s, q[j].id), j != i);
            for (int side = 0; side < 2; side++) {
                assert_true(s.side[side].lo >= before.side[side].lo);
                assert_true(s.side[side].hi <= before.side[side].hi);
            }
        }
    }
}

static void all_answers_leave_nothing_open(void **state)
{
    crok_observation o = everything();
    crok_answers a = answers_of(1, "10");
    crok_score s;
    (void)state;
    also(&a, 3, "20");
    also(&a, 4, "none");
    also(&a, 5, "white");
    also(&a, 6, "5");
    also(&a, 7, "black:10");
    s = answered(&o, &a);
    check_side(&s, 0, 40, 40, 40);
    check_side(&s, 1, 25, 25, 25);
    assert_int_equal(s.n_close, 0);
    assert_int_equal(s.absent_hi, 0);
    assert_false(s.is_open);
    assert_int_equal(s.lead, 15);
}

static void an_unknown_question_is_named_and_changes_nothing(void **state)
{
    crok_observation o = everything();
    crok_score before = answered(&o, NULL);
    crok_score s = answered_one(&o, 99, "10");
    (void)state;
    assert_true(is_warned(&s, "answer 99=10 is not used: there is no such "
                              "question"));
    assert_int_equal(s.n_wrong, 0);
    assert_int_equal(s.n_answered, 0);
    assert_memory_equal(s.side, before.side, sizeof s.side);
}

static void an_impossible_answer_is_refused(void **state)
{
    static const char *const wrong[] = {"12",       "none",  "",       "20",
                                        "black:20", "15,15", "white",  "1e1",
                                        "-10",      ":10",   "black:", "empty"};
    crok_observation o = everything();
    crok_score before = answered(&o, NULL);
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        crok_answers a = answers_of(1, wrong[i]);
        crok_score s = answered(&o, &a);
        assert_int_equal(s.n_wrong, 1);
        assert_true(is_warned(&s, "possible: 1=10|15"));
        assert_memory_equal(s.side, before.side, sizeof s.side);
        a.answer[0].is_given = false; /* a kept one is no wrong usage */
        s = answered(&o, &a);
        assert_int_equal(s.n_wrong, 0);
        assert_true(is_warned(&s, "is not used"));
    }
}

static void a_long_warning_is_cut_and_says_so(void **state)
{
    crok_observation o = everything();
    char value[CROK_ANSWER_TEXT];
    crok_score s;
    (void)state;
    memset(value, 'x', 20);
    value[20] = '\0';
    s = answered_one(&o, 7, value);
    assert_int_equal(strlen(s.warnings[0]), sizeof s.warnings[0] - 1);
    assert_string_equal(s.warnings[0] + sizeof s.warnings[0] - 4, "...");
}

/* A sure disc has one possible value; a kept answer that it agrees with is no
 * fault. */
static void an_answer_that_says_what_is_seen_is_taken(void **state)
{
    crok_observation o = everything();
    crok_score s = answered_one(&o, 2, "10");
    (void)state;
    assert_int_equal(s.n_wrong, 0);
    assert_int_equal(s.n_answered, 1);
    assert_int_equal(answered_one(&o, 2, "15").n_wrong, 1);
}

static crok_answers kept_at(crok_px at, double frac, const char *value)
{
    crok_answers a = answers_of(0, value);
    a.answer[0].at_px = at;
    a.answer[0].frac = frac;
    a.answer[0].is_given = false;
    return a;
}

static void a_kept_answer_is_found_by_its_place(void **state)
{
    crok_observation o = everything();
    crok_px at = o.discs[0].at_px;
    crok_answers a = kept_at(at, 0.0, "10");
    crok_score s;
    (void)state;
    a.answer[0].at_px.x += 5.0; /* a disc is 20 px wide */
    o.discs[0].id = 40;         /* it has another id now */
    s = answered(&o, &a);
    assert_int_equal(s.n_answered, 1);
    assert_int_equal(s.answered[0].id, 40);
    CHECK_NEAR(s.answered[0].at_px.x, at.x, 1e-9);
    a.answer[0].at_px.x += 20.0;
    s = answered(&o, &a);
    assert_int_equal(s.n_answered, 0);
    assert_true(is_warned(&s, "kept answer 10 at "));
}

static void a_kept_answer_is_not_of_a_larger_part(void **state)
{
    crok_observation o = everything();
    crok_answer to = {.id = 0};
    crok_score s = answered(&o, NULL);
    crok_answers a;
    (void)state;
    assert_true(crok_questions_place(&s, 7, &to));
    CHECK_NEAR(to.frac, 0.05, 0.0);
    assert_false(crok_questions_place(&s, 8, &to));
    a = kept_at(to.at_px, to.frac, "empty");
    assert_int_equal(answered(&o, &a).n_answered, 1);
    o.unseen.region[0].frac = 0.1;
    assert_int_equal(answered(&o, &a).n_answered, 0);
    o.unseen.region[0].frac = 0.04;
    assert_int_equal(answered(&o, &a).n_answered, 1);
}

static void a_given_answer_replaces_a_kept_one(void **state)
{
    crok_observation o = everything();
    crok_answers a = kept_at(o.discs[0].at_px, 0.0, "10");
    crok_score s;
    (void)state;
    also(&a, 1, "15");
    s = answered(&o, &a);
    assert_int_equal(s.n_answered, 1);
    assert_string_equal(s.answered[0].value, "15");
    (void)snprintf(a.answer[1].value, sizeof a.answer[1].value, "ask");
    s = answered(&o, &a);
    assert_int_equal(s.n_answered, 0);
    assert_true(is_open(&s, 1));
}

static void two_kept_answers_that_differ_are_not_used(void **state)
{
    crok_observation o = everything();
    crok_answers a = kept_at(o.discs[0].at_px, 0.0, "10");
    crok_score s;
    (void)state;
    also(&a, 1, "15");
    a.answer[1].is_given = false;
    s = answered(&o, &a);
    assert_int_equal(s.n_answered, 0);
    assert_true(is_warned(&s, "another one is kept for the same"));
    (void)snprintf(a.answer[1].value, sizeof a.answer[1].value, "10");
    assert_int_equal(answered(&o, &a).n_answered, 1);
}

static void many_unused_answers_do_not_hide_other_warnings(void **state)
{
    crok_observation o = everything();
    crok_answers a = {.n = 0};
    crok_score s;
    (void)state;
    for (int i = 0; i < 30; i++)
        also(&a, 100 + i, "10");
    s = answered(&o, &a);
    assert_true(is_warned(&s, "26 more answers are not used"));
    assert_true(is_warned(&s, "may be a disc of white"));
}

static void answers_to_another_picture_of_the_name_are_told(void **state)
{
    crok_observation o = everything();
    crok_answers a = {.has_other_version = true};
    crok_score s = answered(&o, &a);
    (void)state;
    assert_true(is_warned(&s, "another picture of this name"));
    assert_int_equal(s.n_answered, 0);
}

/* Another scan finds no disc in the hole and one more elsewhere. */
static void ids_are_those_of_another_score(void **state)
{
    crok_observation o = everything();
    crok_score_options options = fixture_options();
    crok_score first = fixture_count(&o, &options);
    crok_score s;
    char words[1024];
    (void)state;
    o.discs[2] = o.discs[3];
    o.discs[3] = o.discs[4];
    o.n_discs--;
    for (int i = 0; i < o.n_discs; i++)
        o.discs[i].id = i + 1;
    fixture_add_at(&o, 0, 150.0, 80.0, CROK_DISC_FLAT);
    options.numbered = &first;
    s = fixture_count(&o, &options);
    words_of(&s, words);
    assert_string_equal(words, "1=10|15 4=none|10 5=black|white 6=none|5 "
                               "7=empty|black:5|black:10|white:5|white:10 ");
    assert_int_equal(s.seen.discs[4].id, 8);
}

/* One line for each kind of question, in plain words. */
static void each_question_is_a_line(void **state)
{
    static const char *const line[] = {
        "does the black disc 1 touch the inner line? black 40 or 45 "
        "(--answer 1=10|15)",
        "does the black disc lie flat in the hole, as a 20? black 40 or 45 "
        "(--answer 3=15|20)",
        "is number 4 a white disc? white 10 or 20 (--answer 4=none|10)",
        "is disc 5 black or white? black 45 or 35, white 20 or 30 "
        "(--answer 5=black|white)",
        "is there a white disc at number 6? white 20 or 25 "
        "(--answer 6=none|5)",
        "do discs lie where 5 % of the board is covered, at number 7? "
        "(--answer 7=empty|black:5|black:10|white:5|...)"};
    crok_observation o = everything();
    crok_score_options options = fixture_options();
    crok_score s = fixture_count(&o, &options);
    crok_open_question q[CROK_MAX_ANSWERS];
    (void)state;
    assert_int_equal(crok_questions_open(&s, q), 6);
    for (int i = 0; i < 6; i++) {
        crok_str t = {0};
        char *text = NULL;
        crok_question_line(&t, &s, &q[i]);
        text = crok_str_take(&t);
        assert_string_equal(text, line[i]);
        free(text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_question_is_a_line),
        cmocka_unit_test(every_question_lists_its_answers),
        cmocka_unit_test(an_answer_settles_a_line),
        cmocka_unit_test(a_disc_that_a_person_says_is_on_the_outer_line_is_out),
        cmocka_unit_test(an_answer_settles_the_hole),
        cmocka_unit_test(what_may_be_a_disc_becomes_one_or_none),
        cmocka_unit_test(
            an_unseen_part_is_seen_when_a_person_says_what_is_there),
        cmocka_unit_test(a_part_that_was_not_answered_stays_open),
        cmocka_unit_test(a_person_names_the_side_that_was_not_seen),
        cmocka_unit_test(a_side_that_is_no_colour_is_refused),
        cmocka_unit_test(an_answer_names_no_more_discs_than_there_may_be),
        cmocka_unit_test(side_and_points_are_said_where_both_are_open),
        cmocka_unit_test(every_possible_answer_is_within_the_range),
        cmocka_unit_test(all_answers_leave_nothing_open),
        cmocka_unit_test(an_unknown_question_is_named_and_changes_nothing),
        cmocka_unit_test(an_impossible_answer_is_refused),
        cmocka_unit_test(a_long_warning_is_cut_and_says_so),
        cmocka_unit_test(an_answer_that_says_what_is_seen_is_taken),
        cmocka_unit_test(a_kept_answer_is_found_by_its_place),
        cmocka_unit_test(a_kept_answer_is_not_of_a_larger_part),
        cmocka_unit_test(a_given_answer_replaces_a_kept_one),
        cmocka_unit_test(two_kept_answers_that_differ_are_not_used),
        cmocka_unit_test(many_unused_answers_do_not_hide_other_warnings),
        cmocka_unit_test(answers_to_another_picture_of_the_name_are_told),
        cmocka_unit_test(ids_are_those_of_another_score),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
