/* SPDX-License-Identifier: Apache-2.0
 *
 * How a change between two rests is classified if no motion was detected, and
 * the state of a disc in the hole. */
#include "check.h"

#include <string.h>

#include "shots/explain.h"

static crok_err err;
static crok_shot_sight shot;

static crok_board_pose pose_above(void)
{
    return (crok_board_pose){.board = *crok_board_tournament(),
                             .camera = {.w_px = 640,
                                        .h_px = 360,
                                        .f_px = 1000.0,
                                        .cx_px = 319.5,
                                        .cy_px = 179.5,
                                        .rot = {{1, 0, 0, 0, -1, 0, 0, 0, -1}},
                                        .t_mm = {0.0, 0.0, 1200.0}}};
}

/* Classify a change: disc 9 is new at `at`; disc 4 has moved to (50, 50) or is
 * gone. */
static crok_change explained(crok_mm at, crok_disc_state state, bool is_gone)
{
    crok_board_pose pose = pose_above();
    crok_side_colours colours = {0};
    crok_explanation w = {NULL, &pose.board, &colours, NULL, NULL, NULL, NULL};
    crok_change what = CROK_CHANGE_NONE;
    CHECK_STATUS(crok_tracker_new(&pose, 1.0, &w.track, &err), CROK_OK, &err);
    memset(&shot, 0, sizeof shot);
    shot.shooter = 9;
    shot.moved[shot.n_moved++] = 9;
    shot.moved[shot.n_moved++] = 4;
    shot.after.disc[shot.after.n++] =
        (crok_sight_disc){.id = 9, .at = at, .state = state};
    if (is_gone)
        shot.gone[shot.n_gone++] = 4;
    else
        shot.after.disc[shot.after.n++] =
            (crok_sight_disc){.id = 4, .at = {50.0, 50.0}};
    what = crok_explain_change(&w, CROK_CHANGE_SHOT, &shot);
    assert_false(crok_explain_is_moving(&w, &shot, 0));
    crok_tracker_free(&w.track);
    return what;
}

static void
a_change_without_a_flick_is_a_shot_inside_the_line_only(void **state)
{
    const crok_mm inside = {100.0, 20.0};
    const crok_mm rim = {280.9, 139.9};
    const crok_mm line = {266.0, 133.0}; /* 7 mm inside it */
    const crok_mm ditch = {310.0, 160.0};
    (void)state;
    for (int gone = 0; gone < 2; gone++)
        assert_int_equal(explained(inside, CROK_DISC_FLAT, gone),
                         CROK_CHANGE_SHOT);
    assert_int_equal(explained(rim, CROK_DISC_FLAT, true), CROK_CHANGE_PLACED);
    assert_int_equal(explained(line, CROK_DISC_FLAT, true), CROK_CHANGE_PLACED);
    assert_int_equal(explained(rim, CROK_DISC_FLAT, false), CROK_CHANGE_OTHER);
    assert_int_equal(explained(ditch, CROK_DISC_OUT, true), CROK_CHANGE_TAKEN);
    assert_int_equal(explained(ditch, CROK_DISC_OUT, false), CROK_CHANGE_OTHER);
}

/* No disc is new and no flick was seen: a disc that moved far was struck, one
 * that moved by less than one and a half of its radius was nudged. */
static void a_nudged_disc_is_no_shot(void **state)
{
    static const struct {
        double by_mm;
        crok_change what;
    } table[] = {{3.5, CROK_CHANGE_OTHER},
                 {7.0, CROK_CHANGE_OTHER},
                 {20.0, CROK_CHANGE_OTHER},
                 {26.0, CROK_CHANGE_SHOT},
                 {60.0, CROK_CHANGE_SHOT}};
    crok_board_pose pose = pose_above();
    crok_side_colours colours = {0};
    crok_explanation w = {NULL, &pose.board, &colours, NULL, NULL, NULL, NULL};
    (void)state;
    CHECK_STATUS(crok_tracker_new(&pose, 1.0, &w.track, &err), CROK_OK, &err);
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        memset(&shot, 0, sizeof shot);
        shot.shooter = shot.side = -1;
        shot.moved[shot.n_moved++] = 4;
        shot.before.disc[shot.before.n++] =
            (crok_sight_disc){.id = 4, .at = {50.0, 50.0}};
        shot.after.disc[shot.after.n++] =
            (crok_sight_disc){.id = 4, .at = {50.0 + table[i].by_mm, 50.0}};
        assert_int_equal(crok_explain_change(&w, CROK_CHANGE_SHOT, &shot),
                         table[i].what);
    }
    crok_tracker_free(&w.track);
}

static void a_disc_on_the_rim_waits_until_the_rim_is_still(void **state)
{
    crok_explanation w = {.board = crok_board_tournament()};
    (void)state;
    memset(&shot, 0, sizeof shot);
    shot.moved[shot.n_moved++] = 4;
    shot.after.disc[shot.after.n++] =
        (crok_sight_disc){.id = 3, .at = {0.0, 310.0}}; /* it has not moved */
    shot.after.disc[shot.after.n++] =
        (crok_sight_disc){.id = 4, .at = {0.0, 250.0}};
    assert_false(crok_explain_rolls_back(&w, &shot, true));
    shot.after.disc[1].at.y = 321.0;
    assert_true(crok_explain_rolls_back(&w, &shot, true));
    assert_false(crok_explain_rolls_back(&w, &shot, false));
    shot.after.disc[1].state = CROK_DISC_OUT;
    assert_false(crok_explain_rolls_back(&w, &shot, true));
}

static void the_end_of_a_trajectory_in_the_hole_decides_the_state(void **state)
{
    static const struct {
        crok_disc_state read;
        bool unsure;
        double off_mm, over_frac, hidden_frac;
        crok_disc_state state;
        bool still_unsure;
    } all[] = {
        /* covers nothing */
        {CROK_DISC_HOLE, true, 0.9, 0.0, 0.0, CROK_DISC_HOLE, false},
        {CROK_DISC_HOLE, true, 1.7, 0.0, 0.0, CROK_DISC_HOLE, false},
        {CROK_DISC_HOLE, true, 1.9, 0.0, 0.0, CROK_DISC_HOLE, true},
        {CROK_DISC_HOLE, false, 1.7, 0.0, 0.0, CROK_DISC_HOLE, false},
        {CROK_DISC_HOLE, false, 2.4, 0.0, 0.0, CROK_DISC_HOLE, false},
        {CROK_DISC_LEANING, true, 0.9, 0.06, 0.0, CROK_DISC_HOLE, false},
        {CROK_DISC_LEANING, false, 0.9, 0.0, 0.0, CROK_DISC_HOLE, true},
        {CROK_DISC_LEANING, false, 1.9, 0.0, 0.0, CROK_DISC_LEANING, false},
        /* covers much of the edge, or lies beside it */
        {CROK_DISC_HOLE, true, 1.9, 0.15, 0.0, CROK_DISC_LEANING, true},
        {CROK_DISC_HOLE, true, 0.9, 0.15, 0.0, CROK_DISC_HOLE, false},
        {CROK_DISC_HOLE, false, 1.9, 0.15, 0.0, CROK_DISC_HOLE, true},
        {CROK_DISC_HOLE, false, 1.2, 0.15, 0.0, CROK_DISC_HOLE, false},
        {CROK_DISC_LEANING, true, 1.9, 0.15, 0.0, CROK_DISC_LEANING, false},
        {CROK_DISC_LEANING, true, 0.9, 0.15, 0.0, CROK_DISC_HOLE, true},
        {CROK_DISC_LEANING, false, 1.2, 0.15, 0.3, CROK_DISC_LEANING, false},
        {CROK_DISC_LEANING, false, 0.9, 0.15, 0.0, CROK_DISC_LEANING, true},
        /* may cover the part that is hidden */
        {CROK_DISC_HOLE, true, 0.8, 0.0, 0.2, CROK_DISC_HOLE, false},
        {CROK_DISC_HOLE, true, 1.2, 0.0, 0.2, CROK_DISC_HOLE, true},
        {CROK_DISC_HOLE, false, 1.2, 0.0, 0.2, CROK_DISC_HOLE, false},
        {CROK_DISC_LEANING, true, 0.8, 0.0, 0.2, CROK_DISC_HOLE, true},
        {CROK_DISC_LEANING, false, 0.8, 0.0, 0.2, CROK_DISC_HOLE, true},
        {CROK_DISC_LEANING, false, 1.9, 0.0, 0.2, CROK_DISC_LEANING, false},
    };
    const crok_hole_offset not_measured = {.is_set = false};
    (void)state;
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        crok_sight_disc d = {.state = all[i].read,
                             .state_unsure = all[i].unsure};
        crok_seen_disc seen = {.over_frac = all[i].over_frac,
                               .over_max_frac =
                                   all[i].over_frac + all[i].hidden_frac};
        crok_hole_end end = {.off_plays = all[i].off_mm / 1.5875};
        crok_explain_hole(&end, &not_measured, &seen, &d);
        assert_int_equal(d.state, all[i].state);
        assert_int_equal(d.state_unsure, all[i].still_unsure);
    }
}

static void the_offset_in_the_hole_weighs_more_than_the_reading(void **state)
{
    static const struct {
        crok_disc_state read;
        bool unsure;
        double offset_mm, error_mm, off_plays;
        crok_disc_state state;
        bool still_unsure;
    } all[] = {
        {CROK_DISC_HOLE, true, 0.5, 0.3, 0.9, CROK_DISC_HOLE, false},
        {CROK_DISC_HOLE, true, 1.5, 0.3, 0.9, CROK_DISC_HOLE, false},
        {CROK_DISC_HOLE, false, 2.2, 0.3, 0.9, CROK_DISC_HOLE, true},
        {CROK_DISC_LEANING, true, 0.5, 0.3, 0.9, CROK_DISC_HOLE, false},
        {CROK_DISC_LEANING, false, 1.2, 0.3, 1.8, CROK_DISC_HOLE, true},
        {CROK_DISC_HOLE, false, 3.5, 0.3, 1.2, CROK_DISC_LEANING, false},
        {CROK_DISC_LEANING, true, 2.8, 0.3, 0.5, CROK_DISC_LEANING, false},
        /* the same extents fit worse */
        {CROK_DISC_LEANING, true, 2.8, 2.0, 0.5, CROK_DISC_HOLE, true},
    };
    (void)state;
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        crok_sight_disc d = {.state = all[i].read,
                             .state_unsure = all[i].unsure};
        crok_seen_disc seen = {.over_frac = 0.15, .over_max_frac = 0.15};
        crok_hole_offset offset = {.is_set = true,
                                   .off_mm = all[i].offset_mm,
                                   .error_mm = all[i].error_mm};
        crok_hole_end end = {all[i].off_plays, 4};
        crok_explain_hole(&end, &offset, &seen, &d);
        assert_int_equal(d.state, all[i].state);
        assert_int_equal(d.state_unsure, all[i].still_unsure);
    }
}

/* Disc 4 leaned, and is read as leaning. If it was struck, the part of the
 * hole's edge that it covers decides. */
static void
a_struck_leaning_disc_is_classified_by_the_edge_it_covers(void **state)
{
    static const struct {
        bool is_struck;
        double over_frac;
        crok_disc_state state;
        bool unsure;
    } all[] = {{true, 0.0, CROK_DISC_HOLE, false},
               {true, 0.2, CROK_DISC_LEANING, true},
               {false, 0.0, CROK_DISC_LEANING, false}};
    crok_observation seen = {.pose = pose_above(), .n_discs = 1};
    crok_side_colours colours = {0};
    crok_explanation w = {NULL, &seen.pose.board, &colours, NULL, NULL, NULL,
                          NULL};
    (void)state;
    CHECK_STATUS(crok_tracker_new(&seen.pose, 1.0, &w.track, &err), CROK_OK,
                 &err);
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        memset(&shot, 0, sizeof shot);
        shot.shooter = 9;
        shot.moved[shot.n_moved++] = 9;
        if (all[i].is_struck)
            shot.moved[shot.n_moved++] = 4;
        shot.before.disc[shot.before.n++] =
            (crok_sight_disc){.id = 4, .state = CROK_DISC_LEANING};
        shot.after = shot.before;
        seen.discs[0].over_frac = all[i].over_frac;
        crok_explain_settle(&w, &seen, &shot);
        assert_int_equal(shot.after.disc[0].state, all[i].state);
        assert_int_equal(shot.after.disc[0].state_unsure, all[i].unsure);
    }
    crok_tracker_free(&w.track);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(
            a_change_without_a_flick_is_a_shot_inside_the_line_only),
        cmocka_unit_test(a_nudged_disc_is_no_shot),
        cmocka_unit_test(a_disc_on_the_rim_waits_until_the_rim_is_still),
        cmocka_unit_test(the_end_of_a_trajectory_in_the_hole_decides_the_state),
        cmocka_unit_test(the_offset_in_the_hole_weighs_more_than_the_reading),
        cmocka_unit_test(
            a_struck_leaning_disc_is_classified_by_the_edge_it_covers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
