/* SPDX-License-Identifier: Apache-2.0
 *
 * A tournament board whose segments is made by hand: bare surface, and parts of
 * it that are covered, burnt out or outside the picture. */
#include "check.h"

#include <math.h>
#include <string.h>

#include "discs/look.h"
#include "discs/unseen.h"

typedef struct scene {
    crok_segmentation segments;
    crok_observation seen;
} scene;

static scene board;

/* Area of the circle's segment beyond a chord at distance d of the centre, as a
 * part of the circle of radius r. */
static double segment_frac(double d, double r)
{
    return (acos(d / r) - d / r * sqrt(1.0 - d * d / (r * r))) / CROK_PI;
}

static int start(void **state)
{
    (void)state;
    memset(&board, 0, sizeof board);
    board.seen.pose.board = *crok_board_tournament();
    crok_look_rescale(&board.segments, &board.seen.pose.board);
    for (int i = 0; i < CROK_SEGMENTATION_SIZE; i++)
        board.segments.chance[CROK_SHOWN_SURFACE][i] = 1.0F;
    return 0;
}

/* What hides a board point: the chance. */
typedef double (*hides_fn)(crok_mm p);

static void hide(hides_fn hides, crok_shown what)
{
    for (int i = 0; i < CROK_SEGMENTATION_SIZE; i++) {
        float chance = (float)hides(crok_segmentation_mm(&board.segments, i));
        board.segments.chance[what][i] += chance;
        board.segments.chance[CROK_SHOWN_SURFACE][i] -= chance;
    }
}

static void cut(hides_fn hides)
{
    for (int i = 0; i < CROK_SEGMENTATION_SIZE; i++)
        if (hides(crok_segmentation_mm(&board.segments, i)) > 0.0)
            crok_segmentation_forget(&board.segments, i);
}

static const crok_unseen *measure(void)
{
    crok_err err = {0};
    CHECK_STATUS(crok_unseen_measure(&board.segments, &board.seen, &err),
                 CROK_OK, &err);
    return &board.seen.unseen;
}

static double beyond_200(crok_mm p)
{
    return p.x > 200.0 ? 1.0 : 0.0;
}

static double beyond_100(crok_mm p)
{
    return p.x > 100.0 ? 1.0 : 0.0;
}

/* A stripe as wide as a finger, from the middle to the edge. */
static double finger(crok_mm p)
{
    return p.x > 0.0 && fabs(p.y) < 5.0 ? 1.0 : 0.0;
}

static double palm(crok_mm p)
{
    return hypot(p.x - 120.0, p.y - 60.0) < 30.0 ? 1.0 : 0.0;
}

static double faint_palm(crok_mm p)
{
    return 0.3 * palm(p);
}

static double over_hole(crok_mm p)
{
    return hypot(p.x, p.y) < 40.0 ? 1.0 : 0.0;
}

static void bare_board(void **state)
{
    (void)state;
    assert_int_equal(measure()->n, 0);
    assert_int_equal(measure()->n_places, 0);
}

static void chance_of_missing(void **state)
{
    (void)state;
    assert_true(crok_unseen_miss_chance(0.0) < 1e-4);
    assert_true(crok_unseen_miss_chance(1.0) > 0.99);
    for (double h = 0.0; h < 0.99; h += 0.1)
        assert_true(crok_unseen_miss_chance(h + 0.1) >
                    crok_unseen_miss_chance(h));
}

static void large_cover(void **state)
{
    const crok_board *b = &board.seen.pose.board;
    double frac = segment_frac(200.0, b->line_mm[CROK_LINE_OUTER]);
    const crok_unseen *u = NULL;
    (void)state;
    hide(beyond_200, CROK_SHOWN_COVER);
    u = measure();
    assert_int_equal(u->n, 1);
    assert_int_equal(u->region[0].why, CROK_UNSEEN_COVERED);
    CHECK_NEAR(u->region[0].frac, frac, 0.01);
    CHECK_NEAR(u->covered_frac, frac, 0.01);
    /* a disc's centre may lie there or just beside it */
    assert_true(u->region[0].missed_frac > 0.03 &&
                u->region[0].missed_frac < frac);
    assert_int_equal(u->region[0].zones,
                     1U << CROK_LINE_OUTER | 1U << CROK_LINE_MIDDLE);
    assert_true(u->n_places > 4);
    for (int i = 0; i < u->n_places; i++) {
        assert_true(u->place[i].x > 190.0);
        assert_int_equal(u->place_part[i], u->region[0].part);
        for (int k = 0; k < i; k++)
            assert_true(crok_mm_apart(u->place[i], u->place[k]) >
                        1.9 * b->disc_mm);
    }
}

static void narrow_cover_hides_no_disc(void **state)
{
    (void)state;
    hide(finger, CROK_SHOWN_COVER);
    assert_true(measure()->covered_frac > 0.01);
    for (int i = 0; i < measure()->n; i++)
        assert_true(measure()->region[i].missed_frac < 5e-4);
}

/* Where a thing lies with a chance of 0.3, a disc is missed 0.3 times as often:
 * the cells of a thing are covered together or not at all. */
static void doubtful_cover_hides_as_often_as_it_is_one(void **state)
{
    double sure = 0.0;
    (void)state;
    hide(palm, CROK_SHOWN_COVER);
    assert_int_equal(measure()->n, 1);
    sure = measure()->region[0].missed_frac;
    start(state);
    hide(faint_palm, CROK_SHOWN_COVER);
    assert_int_equal(measure()->n, 1);
    CHECK_NEAR(measure()->region[0].missed_frac, 0.3 * sure, 0.03 * sure);
}

static void why_it_is_unseen(void **state)
{
    (void)state;
    hide(palm, CROK_SHOWN_BURNT);
    assert_int_equal(measure()->region[0].why, CROK_UNSEEN_GLARE);
    start(state);
    cut(beyond_200);
    assert_int_equal(measure()->region[0].why, CROK_UNSEEN_OUTSIDE);
    CHECK_NEAR(measure()->covered_frac, 0.0, 0.0);
    assert_true(measure()->outside_frac > 0.05);
}

static void disc_that_was_found_is_seen(void **state)
{
    (void)state;
    hide(palm, CROK_SHOWN_COVER);
    board.seen.n_discs = 1;
    board.seen.discs[0].at = (crok_mm){120.0, 60.0};
    /* no other disc has room beside it under the palm */
    assert_int_equal(measure()->n, 0);
}

static void covered_hole(void **state)
{
    (void)state;
    hide(over_hole, CROK_SHOWN_COVER);
    assert_int_equal(measure()->n, 1);
    assert_true((measure()->region[0].zones & 1U << CROK_N_LINES) != 0);
}

static void too_much_is_refused(void **state)
{
    crok_err err = {0};
    (void)state;
    hide(beyond_100, CROK_SHOWN_COVER);
    CHECK_STATUS(crok_unseen_measure(&board.segments, &board.seen, &err),
                 CROK_ECOVERED, &err);
    start(state);
    cut(beyond_100);
    CHECK_STATUS(crok_unseen_measure(&board.segments, &board.seen, &err),
                 CROK_ECUTOFF, &err);
}

/* The segments was made before the board's scale was corrected. */
static void rescaled_board(void **state)
{
    double frac = 0.0;
    (void)state;
    hide(beyond_200, CROK_SHOWN_COVER);
    frac = measure()->region[0].frac;
    for (int k = 0; k < CROK_N_LINES; k++)
        board.seen.pose.board.line_mm[k] *= 0.9;
    CHECK_NEAR(measure()->region[0].frac, frac, 0.002);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(bare_board, start),
        cmocka_unit_test_setup(chance_of_missing, start),
        cmocka_unit_test_setup(large_cover, start),
        cmocka_unit_test_setup(narrow_cover_hides_no_disc, start),
        cmocka_unit_test_setup(doubtful_cover_hides_as_often_as_it_is_one,
                               start),
        cmocka_unit_test_setup(why_it_is_unseen, start),
        cmocka_unit_test_setup(disc_that_was_found_is_seen, start),
        cmocka_unit_test_setup(covered_hole, start),
        cmocka_unit_test_setup(too_much_is_refused, start),
        cmocka_unit_test_setup(rescaled_board, start)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
