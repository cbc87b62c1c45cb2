/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include "board/draw_board.h"
#include "discs/twenty.h"

static crok_hole_view measure_with(const draw_board *b,
                                   const crok_hole_neighbours *beside)
{
    crok_image img = draw_picture(b);
    crok_board board = draw_lengths(b);
    crok_hole_view v = crok_hole_measure(&img, &b->cam, &board, beside);
    crok_image_free(&img);
    return v;
}

static crok_hole_view measure(const draw_board *b)
{
    return measure_with(b, NULL);
}

static const double TILT[] = {0.0, 0.2, 0.4};

/* Classify the hole, with this colour distance to the nearest side. */
static crok_hole_verdict classify(const crok_hole_view *v, const draw_board *b,
                                  double from_sides)
{
    return crok_hole_classify(v, from_sides, b->hole_mm, b->disc_mm);
}

#define ALIKE 2.0
#define OTHER 25.0

static void a_disc_flat_in_the_hole_is_a_twenty(void **state)
{
    static const draw_rgb colour[] = {
        {180, 40, 40}, {235, 230, 220}, {70, 110, 190}};
    (void)state;
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++) {
            crok_camera cam = draw_close_up(TILT[i], 1.0 + k);
            draw_board b = draw_tournament(&cam);
            crok_hole_view v;
            draw_add_twenty(&b, colour[k]);
            v = measure(&b);
            if (classify(&v, &b, ALIKE).content != CROK_HOLE_FLAT)
                fail_msg("tilt %g colour %d: dark %.2f over %.2f radius %.1f",
                         TILT[i], k, v.gap_frac, v.over_frac, v.radius_mm);
            CHECK_NEAR(v.rgb.r, colour[k].r, 8.0);
            CHECK_NEAR(v.rgb.g, colour[k].g, 8.0);
            CHECK_NEAR(v.rgb.b, colour[k].b, 8.0);
            CHECK_NEAR(v.over_frac, 0.0, 0.1);
            CHECK_NEAR(v.covered_frac, 0.0, 0.05);
            CHECK_NEAR(v.hidden_frac, 0.0, 0.0);
            CHECK_NEAR(v.centre.x, 0.0, 1.5);
            CHECK_NEAR(v.centre.y, 0.0, 1.5);
        }
    }
}

static void an_empty_hole_has_no_disc(void **state)
{
    static const draw_rgb floor[] = {
        {150, 115, 80}, {60, 50, 45}, {200, 60, 60}};
    (void)state;
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++) {
            crok_camera cam = draw_close_up(TILT[i], 1.0 + k);
            draw_board b = draw_tournament(&cam);
            crok_hole_view v;
            b.floor = floor[k];
            v = measure(&b);
            if (classify(&v, &b, OTHER).content != CROK_HOLE_EMPTY)
                fail_msg("tilt %g floor %d: dark %.2f over %.2f radius %.1f",
                         TILT[i], k, v.gap_frac, v.over_frac, v.radius_mm);
        }
    }
}

/* A disc that covers the hole's edge is not flat in the hole. */
static void a_disc_over_the_edge_is_no_twenty(void **state)
{
    crok_camera cam = draw_close_up(0.2, 1.0);
    (void)state;
    for (int k = 0; k < 4; k++) {
        draw_board b = draw_tournament(&cam);
        crok_hole_view v;
        draw_add_disc(&b, 9.0 * cos(k), 9.0 * sin(k), (draw_rgb){180, 40, 40});
        v = measure(&b);
        if (classify(&v, &b, ALIKE).content == CROK_HOLE_FLAT)
            fail_msg("%d: dark %.2f over %.2f", k, v.gap_frac, v.over_frac);
        assert_true(v.over_frac > 0.1);
    }
}

/* The disc reaches over the edge by a millimetre or two on one side: a circle
 * with a free centre would move with it. */
static void a_disc_slightly_over_the_edge_covers_it(void **state)
{
    (void)state;
    for (int i = 0; i < 3; i++) {
        crok_camera cam = draw_close_up(0.1 * i, 0.6);
        for (int k = 0; k < 4; k++) {
            draw_board b = draw_tournament(&cam);
            crok_hole_view v;
            b.disc_height_mm = 1.0;
            b.floor = (draw_rgb){30, 60, 150};
            draw_add_disc(&b, 2.6 * cos(k), 2.6 * sin(k), b.floor);
            v = measure(&b);
            if (v.covered_frac < 0.1)
                fail_msg("tilt %g, %d: %.2f", 0.1 * i, k, v.covered_frac);
        }
    }
}

/* Features of a typical twenty: a round face of its side's colour, a gap all
 * round. */
static const crok_hole_view twenty = {.from_board = 30.0,
                                      .from_shade = 90.0,
                                      .light = -0.6,
                                      .gap_visible = true,
                                      .gap_frac = 1.0,
                                      .seen_frac = 0.97,
                                      .radius_mm = 15.6,
                                      .oval_mm = 0.05,
                                      .centre = {0.3, -0.2},
                                      .disc_fit = 0.97,
                                      .floor_fit = 0.15};

static void typical_holes_are_sure(void **state)
{
    crok_hole_view v = twenty;
    crok_hole_verdict is = crok_hole_classify(&v, ALIKE, 17.5, 15.9);
    (void)state;
    assert_int_equal(is.content, CROK_HOLE_FLAT);
    assert_true(is.is_sure && !is.may_be_empty && is.disc > 0.95);
    v.radius_mm = 13.9; /* tilted, and over the edge */
    v.disc_fit = 0.4;
    v.oval_mm = 1.6;
    v.over_frac = v.covered_frac = 0.3;
    v.centre = (crok_mm){3.0, 2.0};
    is = crok_hole_classify(&v, ALIKE, 17.5, 15.9);
    assert_int_equal(is.content, CROK_HOLE_LEANING);
    assert_true(is.is_sure && !is.may_be_empty && is.leans);
    v = twenty; /* the floor as far as the hole's edge, half of it in shadow */
    v.gap_frac = 0.35;
    v.radius_mm = 17.2;
    v.disc_fit = v.contact_frac = 0.4;
    v.floor_fit = 0.6;
    is = crok_hole_classify(&v, OTHER, 17.5, 15.9);
    assert_int_equal(is.content, CROK_HOLE_EMPTY);
    assert_true(is.is_sure && is.may_be_empty);
}

/* On a black board no gap is visible; this is no evidence against a disc. */
static void a_black_board_shows_no_gap(void **state)
{
    crok_hole_view v = twenty;
    double with = 0.0;
    (void)state;
    v.gap_frac = 0.0;
    v.gap_visible = false;
    with = crok_hole_classify(&v, 8.0, 17.5, 15.9).disc;
    v.gap_frac = 0.5;
    CHECK_NEAR(crok_hole_classify(&v, 8.0, 17.5, 15.9).disc, with, 1e-12);
    v.gap_visible = true;
    v.gap_frac = 0.9;
    assert_true(crok_hole_classify(&v, 8.0, 17.5, 15.9).disc > with);
}

static void an_unseen_hole_is_not_sure(void **state)
{
    crok_hole_view v = {.is_seen = false};
    crok_hole_verdict is = crok_hole_classify(&v, ALIKE, 17.5, 15.9);
    (void)state;
    assert_int_equal(is.content, CROK_HOLE_EMPTY);
    assert_true(!is.is_sure && is.may_be_empty);
}

static void a_disc_too_large_is_not_in_the_hole(void **state)
{
    crok_hole_verdict is = crok_hole_classify(&twenty, ALIKE, 17.5, 18.0);
    (void)state;
    assert_int_equal(is.content, CROK_HOLE_EMPTY);
    assert_true(is.is_sure);
}

/* Half a gap, a face that is not quite round, a colour that is hardly a side's.
 */
static void weak_features_are_not_sure(void **state)
{
    crok_hole_view v = twenty;
    crok_hole_verdict is;
    (void)state;
    v.gap_frac = 0.65;
    v.oval_mm = 0.5;
    v.seen_frac = 0.8;
    is = crok_hole_classify(&v, 8.0, 17.5, 15.9);
    assert_false(is.is_sure);
    assert_true(is.may_be_empty);
    is = crok_hole_classify(&v, CROK_NO_SIDE_COLOUR, 17.5, 15.9);
    assert_false(is.is_sure);
}

/* Each feature changes the chance in the right direction. */
static void each_feature_changes_the_chance(void **state)
{
    crok_hole_view v = twenty;
    double middle = 0.0;
    (void)state;
    v.gap_frac = 0.65;
    v.oval_mm = 0.5;
    middle = crok_hole_classify(&v, 8.0, 17.5, 15.9).disc;
    assert_true(crok_hole_classify(&v, 4.0, 17.5, 15.9).disc > middle);
    assert_true(crok_hole_classify(&v, 16.0, 17.5, 15.9).disc < middle);
    v.gap_frac = 0.8;
    assert_true(crok_hole_classify(&v, 8.0, 17.5, 15.9).disc > middle);
    v.gap_frac = 0.65;
    v.radius_mm = 17.3; /* the hole's radius, not a disc's */
    assert_true(crok_hole_classify(&v, 8.0, 17.5, 15.9).disc < middle);
    v.radius_mm = twenty.radius_mm;
    v.contact_frac = 0.3; /* no rounded edge */
    assert_true(crok_hole_classify(&v, 8.0, 17.5, 15.9).disc < middle);
    v.contact_frac = 0.0;
    v.floor_fit = 0.6;
    assert_true(crok_hole_classify(&v, 8.0, 17.5, 15.9).disc < middle);
}

/* A disc's face is a circle of its radius somewhere in the hole. The floor
 * reaches the hole's edge, or is hidden by it and shows the wall. */
static void the_end_of_the_face_tells_a_disc_from_the_floor(void **state)
{
    (void)state;
    for (int i = 0; i < 3; i++) {
        crok_camera cam = draw_close_up(TILT[i], 1.0 + i);
        draw_board b = draw_tournament(&cam);
        crok_hole_view v;
        b.floor = (draw_rgb){180, 40, 40};
        v = measure(&b);
        print_message("floor: disc %.2f, floor %.2f, contact %.2f\n",
                      v.disc_fit, v.floor_fit, v.contact_frac);
        assert_true(v.disc_fit < 0.75 || v.contact_frac > 0.15);
        assert_true(v.floor_fit > 0.5);
        draw_add_twenty(&b, b.floor);
        v = measure(&b);
        print_message("disc: disc %.2f, floor %.2f, contact %.2f\n", v.disc_fit,
                      v.floor_fit, v.contact_frac);
        assert_true(v.disc_fit > 0.9);
        assert_true(v.floor_fit < 0.4);
        CHECK_NEAR(v.contact_frac, 0.0, 0.05);
    }
}

/* Leaning or flat is estimated even if an empty hole is likelier. */
static void leaning_is_estimated_for_unlikely_discs(void **state)
{
    crok_hole_view v = twenty;
    crok_hole_verdict is;
    (void)state;
    v.gap_frac = 0.5;
    v.disc_fit = 0.7;
    is = crok_hole_classify(&v, OTHER, 17.5, 15.9);
    assert_int_equal(is.content, CROK_HOLE_EMPTY);
    assert_false(is.leans);
    v.covered_frac = v.over_frac = 0.3;
    v.oval_mm = 1.0;
    v.seen_frac = 0.5;
    is = crok_hole_classify(&v, OTHER, 17.5, 15.9);
    assert_int_equal(is.content, CROK_HOLE_EMPTY);
    assert_true(is.leans);
}

/* A shaded empty hole may look like a dark disc, but not like a red one. */
static void a_colour_of_shade_is_less_evidence(void **state)
{
    crok_hole_view red = twenty;
    crok_hole_view black = twenty;
    double gain = 0.0;
    (void)state;
    red.gap_frac = black.gap_frac = 0.65;
    red.disc_fit = black.disc_fit = 0.7;
    black.from_shade = 3.0;
    gain = crok_hole_classify(&red, 2.0, 17.5, 15.9).disc -
           crok_hole_classify(&red, CROK_NO_SIDE_COLOUR, 17.5, 15.9).disc;
    assert_true(gain > 0.1);
    assert_true(crok_hole_classify(&black, 2.0, 17.5, 15.9).disc <
                crok_hole_classify(&red, 2.0, 17.5, 15.9).disc);
}

static void a_hole_outside_the_picture_is_not_seen(void **state)
{
    crok_camera cam = draw_camera(640, 480, 0.0, 0.0);
    crok_image img = draw_plain(640, 480, (draw_rgb){200, 170, 120});
    crok_hole_view v;
    (void)state;
    cam.cx_px = 3.0;
    v = crok_hole_measure(&img, &cam, crok_board_tournament(), NULL);
    CHECK_NEAR(v.gap_frac, 0.0, 0.0);
    CHECK_NEAR(v.radius_mm, 0.0, 0.0);
    CHECK_NEAR(v.rgb.r, 0.0, 0.0);
    assert_int_equal(
        crok_hole_classify(&v, CROK_NO_SIDE_COLOUR, 17.5, 15.9).content,
        CROK_HOLE_EMPTY);
    crok_image_free(&img);
}

/* A twenty and a red disc on the surface at `at`, which is given as a
 * neighbour. */
static crok_hole_view measure_beside(double tilt, crok_mm at, draw_rgb in_hole,
                                     draw_board *b)
{
    crok_camera cam = draw_close_up(tilt, 1.0);
    crok_hole_neighbours beside;
    *b = draw_tournament(&cam);
    beside = (crok_hole_neighbours){.radius_mm = b->disc_mm,
                                    .height_mm = b->disc_height_mm};
    draw_add_twenty(b, in_hole);
    draw_add_disc(b, at.x, at.y, (draw_rgb){190, 40, 40});
    crok_hole_add_neighbour(&beside, at, b->hole_mm);
    crok_hole_add_neighbour(&beside, (crok_mm){0.5, 0.0}, b->hole_mm);
    crok_hole_add_neighbour(&beside, (crok_mm){0.0, 90.0}, b->hole_mm);
    assert_int_equal(beside.n, 1);
    return measure_with(b, &beside);
}

static crok_mm turned(double far_mm, int k)
{
    return (crok_mm){far_mm * cos(k + 0.3), far_mm * sin(k + 0.3)};
}

/* A disc in contact with a twenty covers a part of the hole's edge. If it is
 * known, the twenty is flat all the same. */
static void a_neighbour_hides_a_part(void **state)
{
    (void)state;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 6; k++) {
            draw_board b;
            crok_hole_view v = measure_beside(TILT[i], turned(28.0, k),
                                              (draw_rgb){30, 105, 62}, &b);
            if (classify(&v, &b, ALIKE).content != CROK_HOLE_FLAT)
                fail_msg("tilt %g place %d: dark %.2f over %.2f seen %.2f",
                         TILT[i], k, v.gap_frac, v.over_frac, v.seen_frac);
        }
}

/* A disc lies over the hole. The visible part of the twenty is classified, but
 * its centre is held near the board's centre. */
static void a_covered_twenty_is_near_the_centre(void **state)
{
    int n_seen = 0;
    (void)state;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 6; k++) {
            draw_board b;
            crok_hole_view v = measure_beside(TILT[i], turned(15.0, k),
                                              (draw_rgb){190, 40, 40}, &b);
            n_seen += v.is_seen;
            if (v.is_seen &&
                hypot(v.centre.x, v.centre.y) > b.hole_mm - b.disc_mm)
                fail_msg("tilt %g place %d: %.1f, %.1f", TILT[i], k, v.centre.x,
                         v.centre.y);
        }
    assert_true(n_seen > 12);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_disc_flat_in_the_hole_is_a_twenty),
        cmocka_unit_test(an_empty_hole_has_no_disc),
        cmocka_unit_test(a_disc_over_the_edge_is_no_twenty),
        cmocka_unit_test(a_disc_slightly_over_the_edge_covers_it),
        cmocka_unit_test(a_neighbour_hides_a_part),
        cmocka_unit_test(a_covered_twenty_is_near_the_centre),
        cmocka_unit_test(typical_holes_are_sure),
        cmocka_unit_test(weak_features_are_not_sure),
        cmocka_unit_test(each_feature_changes_the_chance),
        cmocka_unit_test(the_end_of_the_face_tells_a_disc_from_the_floor),
        cmocka_unit_test(a_black_board_shows_no_gap),
        cmocka_unit_test(an_unseen_hole_is_not_sure),
        cmocka_unit_test(a_disc_too_large_is_not_in_the_hole),
        cmocka_unit_test(leaning_is_estimated_for_unlikely_discs),
        cmocka_unit_test(a_colour_of_shade_is_less_evidence),
        cmocka_unit_test(a_hole_outside_the_picture_is_not_seen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
