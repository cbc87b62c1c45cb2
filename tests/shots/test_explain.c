/* SPDX-License-Identifier: Apache-2.0
 *
 * What a change between two rests is where no motion was seen, and how a disc
 * in the hole lies. */
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

/* Disc 9 has come to `at`, 4 has moved to (50, 50) or is gone. */
static crok_change weighed(crok_mm at, crok_disc_state state, bool is_gone)
{
    crok_board_pose pose = pose_above();
    crok_side_colours colours = {0};
    crok_explanation w = {NULL, &pose.board, &colours, NULL};
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

static void what_nobody_flicked_is_a_shot_on_the_board_only(void **state)
{
    const crok_mm inside = {100.0, 20.0};
    const crok_mm rim = {280.9, 139.9};
    const crok_mm ditch = {310.0, 160.0};
    (void)state;
    for (int gone = 0; gone < 2; gone++)
        assert_int_equal(weighed(inside, CROK_DISC_FLAT, gone),
                         CROK_CHANGE_SHOT);
    assert_int_equal(weighed(rim, CROK_DISC_FLAT, true), CROK_CHANGE_PLACED);
    assert_int_equal(weighed(rim, CROK_DISC_FLAT, false), CROK_CHANGE_OTHER);
    assert_int_equal(weighed(ditch, CROK_DISC_OUT, true), CROK_CHANGE_TAKEN);
    assert_int_equal(weighed(ditch, CROK_DISC_OUT, false), CROK_CHANGE_OTHER);
}

static void a_disc_on_the_rim_waits_for_the_edge_to_be_still(void **state)
{
    crok_explanation w = {.board = crok_board_tournament()};
    (void)state;
    memset(&shot, 0, sizeof shot);
    shot.moved[shot.n_moved++] = 4;
    shot.after.disc[shot.after.n++] =
        (crok_sight_disc){.id = 3, .at = {0.0, 310.0}}; /* it lay there */
    shot.after.disc[shot.after.n++] =
        (crok_sight_disc){.id = 4, .at = {0.0, 250.0}};
    assert_false(crok_explain_rolls_back(&w, &shot, true));
    shot.after.disc[1].at.y = 321.0;
    assert_true(crok_explain_rolls_back(&w, &shot, true));
    assert_false(crok_explain_rolls_back(&w, &shot, false));
    shot.after.disc[1].state = CROK_DISC_OUT;
    assert_false(crok_explain_rolls_back(&w, &shot, true));
}

static void where_a_disc_ended_in_the_hole_tells_how_it_lies(void **state)
{
    static const struct {
        crok_disc_state read;
        bool unsure;
        double off_mm, over_frac, hidden_frac;
        crok_disc_state state;
        bool still_unsure;
    } all[] = {
        /* covers nothing */
        {CROK_DISC_HOLE, true, 1.0, 0.0, 0.0, CROK_DISC_HOLE, false},
        {CROK_DISC_HOLE, true, 1.7, 0.0, 0.0, CROK_DISC_HOLE, false},
        {CROK_DISC_HOLE, true, 1.9, 0.0, 0.0, CROK_DISC_HOLE, true},
        {CROK_DISC_HOLE, false, 1.7, 0.0, 0.0, CROK_DISC_HOLE, false},
        {CROK_DISC_HOLE, false, 2.4, 0.0, 0.0, CROK_DISC_HOLE, true},
        {CROK_DISC_LEANING, true, 1.0, 0.06, 0.0, CROK_DISC_HOLE, false},
        {CROK_DISC_LEANING, false, 1.0, 0.0, 0.0, CROK_DISC_HOLE, true},
        /* covers much */
        {CROK_DISC_HOLE, true, 1.8, 0.15, 0.0, CROK_DISC_LEANING, false},
        {CROK_DISC_HOLE, true, 1.2, 0.15, 0.0, CROK_DISC_LEANING, true},
        {CROK_DISC_HOLE, false, 1.8, 0.15, 0.0, CROK_DISC_LEANING, false},
        {CROK_DISC_HOLE, false, 1.2, 0.15, 0.0, CROK_DISC_LEANING, true},
        {CROK_DISC_LEANING, true, 1.2, 0.15, 0.0, CROK_DISC_LEANING, true},
        {CROK_DISC_LEANING, false, 1.2, 0.15, 0.3, CROK_DISC_LEANING, false},
        /* may cover what is hidden */
        {CROK_DISC_HOLE, true, 0.8, 0.0, 0.2, CROK_DISC_HOLE, false},
        {CROK_DISC_HOLE, true, 1.2, 0.0, 0.2, CROK_DISC_HOLE, true},
        {CROK_DISC_HOLE, false, 1.2, 0.0, 0.2, CROK_DISC_HOLE, true},
        {CROK_DISC_LEANING, true, 0.8, 0.0, 0.2, CROK_DISC_HOLE, false},
        {CROK_DISC_LEANING, false, 0.8, 0.0, 0.2, CROK_DISC_HOLE, true},
        {CROK_DISC_LEANING, false, 1.8, 0.0, 0.2, CROK_DISC_HOLE, true},
    };
    (void)state;
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        crok_sight_disc d = {.state = all[i].read,
                             .state_unsure = all[i].unsure};
        crok_seen_disc seen = {.over_frac = all[i].over_frac,
                               .over_most =
                                   all[i].over_frac + all[i].hidden_frac};
        crok_explain_hole(all[i].off_mm, &seen, &d);
        assert_int_equal(d.state, all[i].state);
        assert_int_equal(d.state_unsure, all[i].still_unsure);
    }
}

/* Disc 4 leaned, and is read as if it did still. If it was struck, how much of
 * the hole's edge it lies over tells. */
static void
a_leaning_disc_that_was_struck_lies_as_it_covers_the_edge(void **state)
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
    crok_explanation w = {NULL, &seen.pose.board, &colours, NULL};
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
        cmocka_unit_test(what_nobody_flicked_is_a_shot_on_the_board_only),
        cmocka_unit_test(a_disc_on_the_rim_waits_for_the_edge_to_be_still),
        cmocka_unit_test(where_a_disc_ended_in_the_hole_tells_how_it_lies),
        cmocka_unit_test(
            a_leaning_disc_that_was_struck_lies_as_it_covers_the_edge),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
