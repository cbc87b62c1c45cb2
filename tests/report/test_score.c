/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include <string.h>

#include "report/fixture.h"

/* The disc's edge 0.05 mm inside the inner line: 15, perhaps 10. */
#define CLOSE_TO_INNER_MM (101.6 - 0.8 - 15.875 - 0.05)

static crok_score count(const crok_observation *o)
{
    crok_score_options options = fixture_options();
    return fixture_count(o, &options);
}

static void sides_get_the_values_of_their_discs(void **state)
{
    crok_observation o = fixture_board();
    crok_score s;
    (void)state;
    fixture_add(&o, 0, 50.0, CROK_DISC_FLAT);
    fixture_add(&o, 0, 150.0, CROK_DISC_FLAT);
    fixture_add(&o, 0, 0.0, CROK_DISC_HOLE);
    fixture_add(&o, 1, -250.0, CROK_DISC_FLAT);
    s = count(&o);
    assert_int_equal(s.side[0].on_board, 25);
    assert_int_equal(s.side[0].twenties, 1);
    assert_int_equal(s.side[0].total, 45);
    assert_int_equal(s.side[0].lo, 45);
    assert_int_equal(s.side[0].hi, 45);
    assert_int_equal(s.side[1].total, 5);
    assert_int_equal(s.winner, 0);
    assert_int_equal(s.lead, 40);
    assert_false(s.is_open);
    CHECK_NEAR(s.side[0].points, 2.0, 0.0);
    CHECK_NEAR(s.side[1].points, 0.0, 0.0);
}

static void a_close_call_opens_the_range_of_its_side_only(void **state)
{
    crok_observation o = fixture_board();
    crok_score s;
    (void)state;
    fixture_add(&o, 0, CLOSE_TO_INNER_MM, CROK_DISC_FLAT);
    fixture_add(&o, 1, 150.0, CROK_DISC_FLAT);
    s = count(&o);
    assert_true(s.value[0].close);
    assert_int_equal(s.side[0].total, 15);
    assert_int_equal(s.side[0].lo, 10);
    assert_int_equal(s.side[0].hi, 15);
    assert_int_equal(s.side[1].lo, s.side[1].hi);
    /* black leads by 5, but at 10 it would be a tie */
    assert_int_equal(s.winner, 0);
    assert_true(s.is_open);
}

static void a_close_call_that_cannot_turn_the_round_leaves_it_sure(void **state)
{
    crok_observation o = fixture_board();
    crok_score s;
    (void)state;
    fixture_add(&o, 0, CLOSE_TO_INNER_MM, CROK_DISC_FLAT);
    fixture_add(&o, 1, 250.0, CROK_DISC_FLAT);
    s = count(&o);
    assert_int_equal(s.side[0].lo, 10);
    assert_false(s.is_open);
}

/* The words, and both ends of the lead. */
static void check_round(const crok_score *s, int lo, int hi, const char *words)
{
    char text[CROK_ROUND_WORDS];
    crok_score_round_words(s, text);
    assert_string_equal(text, words);
    assert_int_equal(s->lead_lo, lo);
    assert_int_equal(s->lead_hi, hi);
}

static void what_is_open_of_the_lead_is_said(void **state)
{
    crok_observation o = fixture_board();
    crok_score s;
    (void)state;
    s = count(&o);
    check_round(&s, 0, 0, "tie");
    fixture_add(&o, 0, 150.0, CROK_DISC_FLAT);
    s = count(&o);
    check_round(&s, 10, 10, "black by 10");
    fixture_add(&o, 0, CLOSE_TO_INNER_MM, CROK_DISC_FLAT);
    s = count(&o);
    check_round(&s, 20, 25, "black by 20 to 25");
    fixture_add(&o, 1, -CLOSE_TO_INNER_MM, CROK_DISC_FLAT);
    s = count(&o);
    check_round(&s, 5, 15, "black by 5 to 15");
    fixture_add(&o, 1, 150.0, CROK_DISC_FLAT);
    s = count(&o);
    check_round(&s, 0, 0, "too close to call");
}

static void a_tie_has_no_winner_and_a_point_each(void **state)
{
    crok_observation o = fixture_board();
    crok_score s;
    (void)state;
    fixture_add(&o, 0, 150.0, CROK_DISC_FLAT);
    fixture_add(&o, 1, -150.0, CROK_DISC_FLAT);
    s = count(&o);
    assert_int_equal(s.winner, -1);
    assert_int_equal(s.lead, 0);
    assert_false(s.is_open);
    CHECK_NEAR(s.side[0].points, 1.0, 0.0);
    CHECK_NEAR(s.side[1].points, 1.0, 0.0);
    fixture_add(&o, 0, 320.0, CROK_DISC_FLAT); /* worth nothing */
    assert_int_equal(count(&o).winner, -1);
}

static void a_disc_worth_nothing_is_out(void **state)
{
    crok_observation o = fixture_board();
    crok_score s;
    (void)state;
    fixture_add(&o, 0, 300.0, CROK_DISC_FLAT); /* on the outer line */
    fixture_add(&o, 0, 380.0, CROK_DISC_OUT);  /* in the ditch */
    s = count(&o);
    assert_int_equal(s.seen.discs[0].state, CROK_DISC_OUT);
    assert_int_equal(s.value[0].touching, CROK_LINE_OUTER);
    assert_int_equal(s.value[0].value, 0);
    assert_int_equal(s.seen.discs[1].state, CROK_DISC_OUT);
    assert_int_equal(s.value[1].touching, CROK_LINE_NONE);
    assert_int_equal(s.side[0].n_out, 2);
    assert_int_equal(s.side[0].total, 0);
    CHECK_NEAR(crok_score_margin_mm(&s, 1), 380.0 - 304.8 - 0.8 - 15.875, 1e-9);
}

static void a_disc_called_out_near_the_line_is_judged_there(void **state)
{
    crok_observation o = fixture_board();
    double inside_by = 0.05;
    crok_score s;
    (void)state;
    fixture_add(&o, 0, 304.8 - 0.8 - 15.875 - inside_by, CROK_DISC_OUT);
    s = count(&o);
    assert_int_equal(s.seen.discs[0].state, CROK_DISC_FLAT);
    assert_true(s.value[0].close);
    assert_int_equal(s.side[0].lo, 0);
    assert_int_equal(s.side[0].hi, 5);
}

static void the_line_s_uncertainty_widens_a_call(void **state)
{
    crok_observation o = fixture_board();
    (void)state;
    fixture_add(&o, 0, 101.6 - 0.8 - 15.875 - 0.5, CROK_DISC_FLAT);
    assert_false(count(&o).value[0].close);
    o.discs[0].line_sigma_mm = 0.2;
    assert_true(count(&o).value[0].close);
    o.discs[0].line_sigma_mm = 0.1;
    o.pose.line_width_sigma_mm = 0.4;
    assert_true(count(&o).value[0].close);
    CHECK_NEAR(count(&o).margin_sigma_mm[0], sqrt(0.01 + 0.04), 1e-12);
}

static void an_unsure_hole_opens_the_range(void **state)
{
    crok_observation o = fixture_board();
    crok_score s;
    (void)state;
    fixture_add(&o, 0, 0.0, CROK_DISC_HOLE);
    o.discs[0].state_unsure = true;
    s = count(&o);
    assert_true(s.value[0].close);
    assert_int_equal(crok_score_question(&s, 0), CROK_ASKS_HOLE);
    assert_int_equal(s.side[0].total, 20);
    assert_int_equal(s.side[0].lo, 15);
    o.discs[0].confidence = 0.5; /* perhaps there is none */
    s = count(&o);
    assert_int_equal(s.side[0].lo, 0);
    assert_true(s.is_open);
    o.discs[0].state = CROK_DISC_LEANING;
    s = count(&o);
    assert_int_equal(s.side[0].total, 15);
    assert_int_equal(s.side[0].hi, 20);
}

/* What is hardly seen counts, and its side may have that much less. */
static void a_disc_that_may_be_none_opens_the_range(void **state)
{
    crok_observation o = fixture_board();
    crok_score s;
    (void)state;
    fixture_add(&o, 0, 150.0, CROK_DISC_FLAT);
    fixture_add(&o, 1, -250.0, CROK_DISC_FLAT);
    o.discs[0].confidence = 0.7;
    s = count(&o);
    assert_true(s.value[0].close);
    assert_int_equal(crok_score_question(&s, 0), CROK_ASKS_DISC);
    assert_int_equal(s.side[0].total, 10);
    assert_int_equal(s.side[0].lo, 0);
    assert_int_equal(s.side[0].hi, 10);
    assert_true(s.is_open);
    o.discs[0].confidence = 0.9995;
    assert_false(count(&o).value[0].close);
}

/* What is more likely no disc does not count; its side may have that much more.
 */
static void what_may_be_a_disc_opens_the_range(void **state)
{
    crok_observation o = fixture_board();
    crok_score s;
    (void)state;
    fixture_add(&o, 0, 150.0, CROK_DISC_FLAT);
    fixture_add(&o, 1, -250.0, CROK_DISC_FLAT);
    o.maybe[o.n_maybe++] = o.discs[--o.n_discs];
    o.maybe[0].confidence = 0.3;
    s = count(&o);
    assert_int_equal(s.side[1].total, 0);
    assert_int_equal(s.side[1].lo, 0);
    assert_int_equal(s.side[1].hi, 5);
    assert_int_equal(s.maybe_value[0], 5);
    assert_int_equal(s.n_warnings, 1);
    assert_non_null(strstr(s.warnings[0], "may be a disc of white worth 5"));
    o.maybe[0].other_side = 0; /* or of the other */
    s = count(&o);
    assert_int_equal(s.side[0].hi, 15);
    assert_int_equal(s.side[1].hi, 5);
    assert_non_null(strstr(s.warnings[0], "of white or black worth 5"));
    o.maybe[0].other_side = -1;
    o.maybe[0].state = CROK_DISC_OUT; /* worth nothing: no word of it */
    o.maybe[0].at.x = -400.0;
    s = count(&o);
    assert_int_equal(s.side[0].total, 10);
    assert_int_equal(s.seen.n_maybe, 0);
}

/* The sides with these options, of a board that may have a disc of white at x,
 * and has a disc of black if so said. */
static int n_sides_with_maybe(double x, bool has_black, bool are_given)
{
    crok_score_options options = fixture_options();
    crok_observation o = fixture_board();
    fixture_add(&o, 1, x, CROK_DISC_OUT);
    o.maybe[o.n_maybe++] = o.discs[--o.n_discs];
    o.maybe[0].confidence = 0.1;
    if (has_black)
        fixture_add(&o, 0, 50.0, CROK_DISC_FLAT);
    else
        crok_observation_drop_side(&o, 0);
    options.are_sides_given = are_given;
    return fixture_count(&o, &options).seen.n_sides;
}

/* What may be no disc, and would be worth nothing, does not show a side. */
static void a_possible_disc_worth_nothing_makes_no_side(void **state)
{
    (void)state;
    assert_int_equal(n_sides_with_maybe(-400.0, false, false), 0);
    assert_int_equal(n_sides_with_maybe(-400.0, true, false), 1);
    /* it may be worth 5 */
    assert_int_equal(n_sides_with_maybe(-275.0, false, false), 1);
    assert_int_equal(n_sides_with_maybe(-275.0, true, false), 2);
    /* a person named the sides */
    assert_int_equal(n_sides_with_maybe(-400.0, true, true), 2);
}

/* The sides and discs behind a side that goes keep belonging together. */
static void a_side_that_is_dropped_moves_the_others(void **state)
{
    crok_observation o = fixture_board();
    (void)state;
    fixture_add(&o, 1, 50.0, CROK_DISC_FLAT);
    fixture_add(&o, 0, -400.0, CROK_DISC_OUT);
    fixture_add(&o, 1, -250.0, CROK_DISC_FLAT);
    o.maybe[o.n_maybe++] = o.discs[--o.n_discs];
    o.maybe[o.n_maybe++] = o.discs[--o.n_discs];
    crok_observation_drop_side(&o, 0);
    assert_int_equal(o.n_sides, 1);
    assert_string_equal(o.sides[0].name, "white");
    assert_int_equal(o.n_maybe, 1);
    assert_int_equal(o.maybe[0].side, 0);
    assert_int_equal(o.maybe[0].other_side, -1);
    assert_int_equal(o.discs[0].side, 0);
}

/* Two places in the ring of 10 and one in that of 5 are unseen. A side may have
 * discs there that it has not shown, on the places worth most. */
static void unseen_places_open_the_ranges(void **state)
{
    crok_observation o = fixture_board();
    crok_score s;
    (void)state;
    fixture_add(&o, 0, 50.0, CROK_DISC_FLAT);
    fixture_add(&o, 1, -250.0, CROK_DISC_FLAT);
    o.unseen =
        (crok_unseen){.n = 2,
                      .region = {{.why = CROK_UNSEEN_COVERED,
                                  .frac = 0.05,
                                  .missed_frac = 0.01,
                                  .zones = 1U << CROK_LINE_OUTER},
                                 {.why = CROK_UNSEEN_COVERED,
                                  .frac = 0.03,
                                  .missed_frac = 0.01,
                                  .zones = 1U << CROK_LINE_MIDDLE}},
                      .covered_frac = 0.08,
                      .n_places = 3,
                      .place = {{0.0, 150.0}, {40.0, 150.0}, {0.0, 250.0}}};
    s = count(&o);
    assert_int_equal(s.side[0].total, 15);
    assert_int_equal(s.side[0].lo, 15);
    assert_int_equal(s.side[0].hi, 15 + 10);
    assert_int_equal(s.side[1].lo, 5);
    assert_int_equal(s.side[1].hi, 5 + 10);
    assert_int_equal(s.absent_hi, 0);
    assert_true(s.is_open);
    assert_int_equal(s.n_warnings, 1);
    assert_non_null(strstr(s.warnings[0], "8 % of the board is covered"));
    assert_non_null(strstr(s.warnings[0], "worth 5 and 10"));
    o.unseen.region[0].missed_frac =
        0.06; /* and there may be more discs in more */
    s = count(&o);
    assert_int_equal(s.side[0].hi, 15 + 20);
    assert_int_equal(s.side[1].hi, 5 + 20);
    for (int i = 0; i < 11; i++) /* as many as may be of another side */
        fixture_add_at(&o, 0, 340.0, -20.0 * i, CROK_DISC_OUT);
    s = count(&o);
    assert_int_equal(s.side[0].hi, 15 + 20);
    assert_int_equal(s.side[1].hi, 5 + 20);
    for (int i = 0; i < 10; i++) /* eleven of twelve are on the board */
        fixture_add_at(&o, 0, 260.0, -36.0 + 8.0 * i, CROK_DISC_FLAT);
    s = count(&o);
    assert_int_equal(s.side[0].hi, s.side[0].total + 10);
    assert_int_equal(s.side[1].hi, 5 + 20);
}

/* None of one side's discs was seen: all of them may lie there. */
static void a_side_that_was_not_seen_may_lie_in_unseen_places(void **state)
{
    crok_observation o = fixture_board();
    crok_score s;
    (void)state;
    fixture_add(&o, 0, 250.0, CROK_DISC_FLAT);
    o.n_sides = 1;
    o.unseen.n = 1;
    o.unseen.region[0].missed_frac = 0.02;
    o.unseen.n_places = 2;
    o.unseen.place[0] = (crok_mm){0.0, 0.0};
    o.unseen.place[1] = (crok_mm){0.0, 150.0};
    s = count(&o);
    assert_int_equal(s.side[0].hi, 5 + 20);
    assert_int_equal(s.absent_hi, 20);
    assert_true(s.is_open);
}

/* Without any disc the round is open if parts were not seen, and only then. */
static void a_board_without_discs_was_seen_whole(void **state)
{
    crok_observation o = fixture_board();
    crok_score s;
    char words[CROK_ROUND_WORDS];
    (void)state;
    o.n_sides = 0;
    s = count(&o);
    assert_false(s.is_open);
    assert_string_equal(crok_score_no_sides_words(&s), "a board without discs");
    crok_score_round_words(&s, words);
    assert_string_equal(words, "");
    o.unseen.n = 1;
    o.unseen.region[0].missed_frac = 0.02;
    o.unseen.n_places = 1;
    o.unseen.place[0] = (crok_mm){0.0, 150.0};
    s = count(&o);
    assert_int_equal(s.absent_hi, 10);
    assert_true(s.is_open);
    assert_string_equal(crok_score_no_sides_words(&s), "no disc found");
    crok_score_round_words(&s, words);
    assert_string_equal(words, "too close to call");
    assert_string_equal(s.warnings[s.n_warnings - 1],
                        "no disc was found: each side may have 0 to 10");
}

/* What may be a disc may be one of the side that was not seen. */
static void
a_possible_disc_may_belong_to_the_side_that_was_not_seen(void **state)
{
    crok_observation o = fixture_board();
    crok_score s;
    (void)state;
    fixture_add(&o, 0, 250.0, CROK_DISC_FLAT);
    fixture_add(&o, 0, -150.0, CROK_DISC_FLAT);
    o.discs[1].confidence = 0.6;
    o.maybe[0] = o.discs[0];
    o.maybe[0].at.x = 50.0;
    o.maybe[0].confidence = 0.3;
    o.n_maybe = 1;
    o.n_sides = 1;
    s = count(&o);
    assert_int_equal(s.side[0].lo, 5);
    assert_int_equal(s.side[0].hi, 5 + 10 + 15);
    assert_int_equal(s.absent_hi, 10 + 15);
    o.n_sides = 2;
    s = count(&o);
    assert_int_equal(s.absent_hi, 0);
}

/* A disc between two colours may be taken from one side and given to the
 * other. */
static void a_disc_of_either_side_opens_both_ranges(void **state)
{
    crok_observation o = fixture_board();
    crok_score s;
    (void)state;
    fixture_add(&o, 0, 150.0, CROK_DISC_FLAT);
    fixture_add(&o, 1, -250.0, CROK_DISC_FLAT);
    o.discs[0].other_side = 1;
    s = count(&o);
    assert_int_equal(crok_score_question(&s, 0), CROK_ASKS_SIDE);
    assert_int_equal(s.side[0].lo, 0);
    assert_int_equal(s.side[0].hi, 10);
    assert_int_equal(s.side[1].lo, 5);
    assert_int_equal(s.side[1].hi, 15);
    assert_int_equal(s.n_close, 1);
    assert_true(s.is_open);
}

/* One that leans may lie flat, or be no disc. */
static void every_other_value_is_named(void **state)
{
    crok_observation o = fixture_board();
    char words[CROK_VALUES_WORDS];
    crok_score s;
    (void)state;
    fixture_add(&o, 0, 2.0, CROK_DISC_LEANING);
    fixture_add(&o, 1, CLOSE_TO_INNER_MM, CROK_DISC_FLAT);
    fixture_add(&o, 1, 150.0, CROK_DISC_FLAT);
    o.discs[0].state_unsure = true;
    o.discs[0].confidence = 0.6;
    s = count(&o);
    assert_int_equal(s.value[0].value, 15);
    crok_score_other_values(&s, 0, words);
    assert_string_equal(words, "20 or none");
    crok_score_other_values(&s, 1, words);
    assert_string_equal(words, "10");
    crok_score_other_values(&s, 2, words);
    assert_string_equal(words, "");
    assert_true(crok_score_is_asked(&s, 0) && crok_score_is_asked(&s, 1));
    assert_false(crok_score_is_asked(&s, 2));
    assert_int_equal(s.n_close, 2);
}

/* Nothing against nothing is a tie, as it is where both sides are named. */
static void a_side_alone_with_nothing_has_not_won(void **state)
{
    crok_observation o = fixture_board();
    crok_score s;
    (void)state;
    o.n_sides = 1;
    fixture_add(&o, 0, 380.0, CROK_DISC_OUT);
    s = count(&o);
    assert_int_equal(s.winner, -1);
    CHECK_NEAR(s.side[0].points, 1.0, 0.0);
    fixture_add(&o, 0, 150.0, CROK_DISC_FLAT);
    CHECK_NEAR(count(&o).side[0].points, 2.0, 0.0);
}

static void twenties_from_the_bowl_are_added(void **state)
{
    crok_observation o = fixture_board();
    crok_score_options options = fixture_options();
    crok_score s;
    (void)state;
    options.bowl = (crok_bowl){1, {"White"}, {2}};
    fixture_add(&o, 1, 0.0, CROK_DISC_HOLE);
    s = fixture_count(&o, &options);
    assert_int_equal(s.side[1].twenties, 3);
    assert_int_equal(s.side[1].on_board, 0);
    assert_int_equal(s.side[1].total, 60);
    assert_int_equal(s.side[1].lo, 60);
}

static void a_side_all_of_whose_discs_are_in_the_bowl_appears(void **state)
{
    crok_observation o = fixture_board();
    crok_score_options options = fixture_options();
    crok_score s;
    (void)state;
    o.n_sides = 1;
    o.sides[0] = (crok_side){"white", {240, 240, 235}};
    fixture_add(&o, 0, 50.0, CROK_DISC_FLAT);
    options.bowl = (crok_bowl){1, {"black"}, {1}};
    s = fixture_count(&o, &options);
    assert_int_equal(s.seen.n_sides, 2);
    assert_string_equal(s.seen.sides[0].name, "black");
    assert_string_equal(s.seen.sides[1].name, "white");
    assert_int_equal(s.seen.discs[0].side, 1);
    assert_int_equal(s.side[0].total, 20);
    assert_int_equal(s.side[1].total, 15);
}

static void one_colour_where_two_play_is_told(void **state)
{
    crok_observation o = fixture_board();
    crok_score_options options = fixture_options();
    crok_score s;
    (void)state;
    fixture_add(&o, 0, 50.0, CROK_DISC_FLAT);
    s = fixture_count(&o, &options);
    assert_int_equal(s.n_warnings, 0);
    o.n_sides = 1;
    s = fixture_count(&o, &options);
    assert_int_equal(s.n_warnings, 1);
    assert_non_null(strstr(s.warnings[0], "1 colour seen, 2 sides play"));
    /* the bowl has named the other */
    options.bowl = (crok_bowl){1, {"white"}, {1}};
    s = fixture_count(&o, &options);
    assert_int_equal(s.n_warnings, 0);
    /* no disc at all: nothing is missing */
    o = fixture_board();
    o.n_sides = 0;
    options.bowl.n = 0;
    s = fixture_count(&o, &options);
    assert_int_equal(s.n_warnings, 0);
}

/* Two black discs in play of the only side that was seen; two sides play. */
static crok_score count_alike(uint8_t red, int n_more, bool are_given)
{
    crok_observation o = fixture_board();
    crok_score_options options = fixture_options();
    options.are_sides_given = are_given;
    o.n_sides = 1;
    for (int i = 0; i < 2 + n_more; i++) {
        fixture_add_at(&o, 0, 50.0, 6.0 * i - 20.0, CROK_DISC_FLAT);
        o.discs[i].rgb[0] = red;
        o.discs[i].rgb[1] = o.discs[i].rgb[2] = 40;
    }
    return fixture_count(&o, &options);
}

/* A grey picture does not show whose discs they are, nor does one of more discs
 * than a side has. */
static void sides_that_look_alike_are_open(void **state)
{
    crok_score s = count_alike(41, 0, false);
    (void)state;
    assert_int_equal(s.side[0].total, 30);
    assert_int_equal(s.side[0].lo, 0);
    assert_int_equal(s.side[0].hi, 30);
    assert_int_equal(s.absent_hi, 30);
    assert_true(s.is_open);
    assert_non_null(strstr(s.warnings[0], "cannot be told apart"));
    s = count_alike(44, 0, false); /* the picture has colours */
    assert_int_equal(s.side[0].lo, 30);
    assert_int_equal(s.absent_hi, 0);
    assert_false(s.is_open);
    s = count_alike(41, 0, true); /* it is told that this side plays */
    assert_int_equal(s.side[0].lo, 30);
    s = count_alike(44, CROK_DEALT_MOST - 1, false);
    assert_int_equal(s.side[0].lo, 0);
    assert_int_equal(s.absent_hi, s.side[0].hi);
}

static void another_board_in_the_picture_is_told(void **state)
{
    crok_observation o = fixture_board();
    crok_score_options options = fixture_options();
    crok_score s;
    (void)state;
    fixture_add(&o, 0, 50.0, CROK_DISC_FLAT);
    o.pose.has_another_beside = true;
    s = fixture_count(&o, &options);
    assert_int_equal(s.n_warnings, 1);
    assert_non_null(strstr(s.warnings[0], "another board"));
}

/* Discs that the picture does not show may lie there. */
static void a_board_that_is_cut_off_is_told(void **state)
{
    crok_observation o = fixture_board();
    crok_score_options options = fixture_options();
    crok_score s;
    (void)state;
    fixture_add(&o, 0, 50.0, CROK_DISC_FLAT);
    fixture_add(&o, 1, 80.0, CROK_DISC_FLAT);
    o.pose.camera.w_px = 800 + 380; /* 304 mm */
    assert_int_equal(fixture_count(&o, &options).n_warnings, 0);
    o.pose.camera.w_px -= 38; /* 30 mm less */
    s = fixture_count(&o, &options);
    assert_int_equal(s.n_warnings, 1);
    assert_non_null(strstr(s.warnings[0], "outside the picture"));
}

static void twenties_of_a_side_that_does_not_play_are_refused(void **state)
{
    crok_observation o = fixture_board();
    crok_score_options options = fixture_options();
    crok_score s;
    crok_err err = {0};
    (void)state;
    options.bowl = (crok_bowl){1, {"red"}, {2}};
    CHECK_STATUS(crok_score_count(&o, &options, &s, &err), CROK_ESIDES, &err);
    assert_non_null(strstr(err.msg, "red"));
    assert_non_null(strstr(err.msg, "white"));
}

/* n discs of a side on the surface, in a row of 10s. */
static void add_row(crok_observation *o, int side, int n)
{
    for (int i = 0; i < n; i++)
        fixture_add_at(o, side, 130.0, 40.0 * side + i, CROK_DISC_FLAT);
}

static void a_missing_disc_is_told_where_the_ditch_is_in_view(void **state)
{
    crok_observation o = fixture_board();
    crok_score s;
    (void)state;
    add_row(&o, 0, 11);
    add_row(&o, 1, 11);
    assert_int_equal(count(&o).n_warnings, 0); /* no ditch in view */
    fixture_add(&o, 1, 380.0, CROK_DISC_OUT);
    s = count(&o);
    assert_int_equal(s.n_warnings, 1);
    assert_string_equal(s.warnings[0], "black: 1 of 12 not seen, perhaps a 20");
}

static void told_twenties_explain_missing_discs(void **state)
{
    crok_observation o = fixture_board();
    crok_score_options options = fixture_options();
    (void)state;
    add_row(&o, 0, 11);
    add_row(&o, 1, 11);
    fixture_add(&o, 1, 380.0, CROK_DISC_OUT);
    options.bowl = (crok_bowl){1, {"black"}, {1}};
    assert_int_equal(fixture_count(&o, &options).n_warnings, 0);
}

static void half_played_rounds_give_no_warning(void **state)
{
    crok_observation o = fixture_board();
    (void)state;
    add_row(&o, 0, 4);
    add_row(&o, 1, 3);
    fixture_add(&o, 1, 380.0, CROK_DISC_OUT);
    fixture_add(&o, 1, -380.0, CROK_DISC_OUT);
    assert_int_equal(count(&o).n_warnings, 0);
}

static void more_discs_than_dealt_are_told(void **state)
{
    crok_observation o = fixture_board();
    (void)state;
    add_row(&o, 0, 13);
    assert_int_equal(count(&o).n_warnings, 1);
}

static void let_three_play(crok_observation *o, crok_score_options *options)
{
    options->n_sides = 3;
    o->n_sides = 3;
    (void)snprintf(o->sides[2].name, sizeof o->sides[2].name, "yellow");
}

static void three_sides_share_points_by_place(void **state)
{
    crok_observation o = fixture_board();
    crok_score_options options = fixture_options();
    crok_score s;
    (void)state;
    let_three_play(&o, &options);
    fixture_add(&o, 0, 50.0, CROK_DISC_FLAT);
    fixture_add(&o, 1, 150.0, CROK_DISC_FLAT);
    fixture_add(&o, 2, -150.0, CROK_DISC_FLAT);
    s = fixture_count(&o, &options);
    CHECK_NEAR(s.side[0].points, 8.0, 0.0);
    CHECK_NEAR(s.side[1].points, 5.0, 0.0); /* two tied second: 5 each */
    CHECK_NEAR(s.side[2].points, 5.0, 0.0);
    assert_int_equal(s.lead, 5);
}

/* Of three sides the places count: open is what may change one, though the
 * winner is clear, and nothing else. */
static void places_may_be_open_below_a_clear_winner(void **state)
{
    crok_observation o = fixture_board();
    crok_score_options options = fixture_options();
    (void)state;
    let_three_play(&o, &options);
    fixture_add(&o, 0, 0.0, CROK_DISC_HOLE);
    fixture_add(&o, 1, CLOSE_TO_INNER_MM, CROK_DISC_FLAT); /* 10 or 15 */
    fixture_add(&o, 2, -250.0, CROK_DISC_FLAT);            /* 5 */
    assert_false(fixture_count(&o, &options).is_open);
    fixture_add(&o, 2, 250.0, CROK_DISC_FLAT); /* 10 */
    assert_true(fixture_count(&o, &options).is_open);
}

/* Two that are level ahead stay so, whatever the third comes to. */
static void a_third_far_behind_leaves_a_tie_sure(void **state)
{
    crok_observation o = fixture_board();
    crok_score_options options = fixture_options();
    crok_score s;
    (void)state;
    let_three_play(&o, &options);
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < 2; i++)
            fixture_add(&o, side, 130.0 + 30.0 * i, CROK_DISC_FLAT);
    fixture_add(&o, 2, CLOSE_TO_INNER_MM, CROK_DISC_FLAT);
    s = fixture_count(&o, &options);
    assert_int_equal(s.winner, -1);
    assert_true(s.side[2].lo < s.side[2].hi);
    assert_false(s.is_open);
}

static void an_observation_that_cannot_be_is_refused(void **state)
{
    crok_observation o = fixture_board();
    crok_score_options options = fixture_options();
    crok_score s;
    crok_err err = {0};
    (void)state;
    fixture_add(&o, 0, 50.0, CROK_DISC_FLAT);
    o.discs[0].side = 2;
    CHECK_STATUS(crok_score_count(&o, &options, &s, &err), CROK_EFORMAT, &err);
    o.discs[0].side = 0;
    o.discs[0].at.x = (double)NAN;
    CHECK_STATUS(crok_score_count(&o, &options, &s, &err), CROK_EFORMAT, &err);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sides_get_the_values_of_their_discs),
        cmocka_unit_test(a_close_call_opens_the_range_of_its_side_only),
        cmocka_unit_test(
            a_close_call_that_cannot_turn_the_round_leaves_it_sure),
        cmocka_unit_test(what_is_open_of_the_lead_is_said),
        cmocka_unit_test(a_tie_has_no_winner_and_a_point_each),
        cmocka_unit_test(a_disc_worth_nothing_is_out),
        cmocka_unit_test(a_disc_called_out_near_the_line_is_judged_there),
        cmocka_unit_test(the_line_s_uncertainty_widens_a_call),
        cmocka_unit_test(an_unsure_hole_opens_the_range),
        cmocka_unit_test(a_disc_that_may_be_none_opens_the_range),
        cmocka_unit_test(what_may_be_a_disc_opens_the_range),
        cmocka_unit_test(a_possible_disc_worth_nothing_makes_no_side),
        cmocka_unit_test(a_side_that_is_dropped_moves_the_others),
        cmocka_unit_test(unseen_places_open_the_ranges),
        cmocka_unit_test(a_side_that_was_not_seen_may_lie_in_unseen_places),
        cmocka_unit_test(a_board_without_discs_was_seen_whole),
        cmocka_unit_test(
            a_possible_disc_may_belong_to_the_side_that_was_not_seen),
        cmocka_unit_test(a_disc_of_either_side_opens_both_ranges),
        cmocka_unit_test(every_other_value_is_named),
        cmocka_unit_test(a_side_alone_with_nothing_has_not_won),
        cmocka_unit_test(twenties_from_the_bowl_are_added),
        cmocka_unit_test(a_side_all_of_whose_discs_are_in_the_bowl_appears),
        cmocka_unit_test(one_colour_where_two_play_is_told),
        cmocka_unit_test(sides_that_look_alike_are_open),
        cmocka_unit_test(another_board_in_the_picture_is_told),
        cmocka_unit_test(a_board_that_is_cut_off_is_told),
        cmocka_unit_test(twenties_of_a_side_that_does_not_play_are_refused),
        cmocka_unit_test(a_missing_disc_is_told_where_the_ditch_is_in_view),
        cmocka_unit_test(told_twenties_explain_missing_discs),
        cmocka_unit_test(half_played_rounds_give_no_warning),
        cmocka_unit_test(more_discs_than_dealt_are_told),
        cmocka_unit_test(three_sides_share_points_by_place),
        cmocka_unit_test(places_may_be_open_below_a_clear_winner),
        cmocka_unit_test(a_third_far_behind_leaves_a_tie_sure),
        cmocka_unit_test(an_observation_that_cannot_be_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
