/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include "cv/cv.h"
#include "shots/watch_sim.h"
#include "sim/trouble.h"

/* The first shots of a simulated match, small and slow: all are reported, and
 * no others. tests/bench/bench_engine plays whole rounds. */
static void the_first_shots_are_reported(void **state)
{
    crok_sim_options o = {.seed = 12, .rules = "depot", .rounds = 1};
    crok_sim_camera cam = {960, 540, 30.0};
    crok_watched w;
    (void)state;
    crok_watch_sim(&o, &cam, 24.0, true, &w);
    print_message("%.0f s: %d shots, %d seen, %d invented, rest right %d\n",
                  w.seconds, w.n_shots, w.n_seen, w.n_invented, w.n_rest_right);
    assert_true(w.n_shots >= 3);
    /* The last shot may have ended just before the film did. */
    assert_true(w.n_seen >= w.n_shots - 1);
    assert_int_equal(w.n_invented, 0);
    assert_int_equal(w.n_rest_right, w.n_seen);
    assert_int_equal(w.n_side_right, w.n_seen);
}

/* Pointing, powder and a person who leans over the board are no shots. */
static void gestures_are_no_shots(void **state)
{
    crok_sim_options o = {
        .seed = 12,
        .rules = "depot",
        .rounds = 1,
        .n_wishes = 2,
        .wish = {{CROK_SIM_TRICK_POINT, 1}, {CROK_SIM_TRICK_LEAN_OVER, 2}}};
    crok_sim_camera cam = {960, 540, 30.0};
    crok_watched w;
    (void)state;
    crok_watch_sim(&o, &cam, 24.0, true, &w);
    print_message("%.0f s: %d shots, %d seen, %d invented\n", w.seconds,
                  w.n_shots, w.n_seen, w.n_invented);
    assert_int_equal(w.n_invented, 0);
    assert_true(w.n_shots >= 2 && w.n_seen >= w.n_shots - 1);
}

/* A knock against the camera costs no shot. */
static void a_bump_costs_no_shot(void **state)
{
    crok_sim_options o = {.seed = 12,
                          .rules = "depot",
                          .rounds = 1,
                          .n_wishes = 1,
                          .wish = {{CROK_SIM_TRICK_BUMP, 2}}};
    crok_sim_camera cam = {960, 540, 30.0};
    crok_watched w;
    (void)state;
    crok_watch_sim(&o, &cam, 30.0, true, &w);
    print_message("%.0f s: %d shots, %d seen, %d invented, %d bumps\n",
                  w.seconds, w.n_shots, w.n_seen, w.n_invented, w.n_bumps);
    assert_int_equal(w.n_invented, 0);
    assert_true(w.n_shots >= 2 && w.n_seen >= w.n_shots - 1);
    assert_int_equal(w.n_rest_right, w.n_seen);
}

/* The camera is knocked while a disc leans in the hole of an otherwise empty
 * board: the disc is not taken for the hole's floor afterwards. */
static void a_bump_does_not_forget_the_empty_hole(void **state)
{
    crok_sim_options o = {.seed = 207,
                          .rules = "cancellation",
                          .rounds = 1,
                          .n_wishes = 1,
                          .wish = {{CROK_SIM_TRICK_BUMP, 3}}};
    crok_sim_camera cam = {960, 540, 25.0};
    crok_watched w;
    (void)state;
    crok_watch_sim(&o, &cam, 45.0, true, &w);
    print_message("%.0f s: %d shots, %d seen, %d invented, rest right %d\n",
                  w.seconds, w.n_shots, w.n_seen, w.n_invented, w.n_rest_right);
    assert_int_equal(w.n_invented, 0);
    assert_true(w.n_shots >= 5 && w.n_seen >= w.n_shots - 1);
    assert_int_equal(w.n_rest_right, w.n_seen);
}

/* What moves the camera or the board for a while, or for good. */
static void check_moving(unsigned troubles, uint64_t seed)
{
    crok_sim_options o = {
        .seed = seed, .rules = "depot", .rounds = 1, .troubles = troubles};
    crok_sim_camera cam = {960, 540, 30.0};
    crok_watched w;
    crok_watch_sim(&o, &cam, 40.0, true, &w);
    print_message("%.0f s: %d shots, %d seen, %d invented, rest right %d, %d "
                  "bumps\n",
                  w.seconds, w.n_shots, w.n_seen, w.n_invented, w.n_rest_right,
                  w.n_bumps);
    assert_int_equal(w.n_invented, 0);
    assert_true(w.n_shots >= 4 && w.n_seen >= w.n_shots - 1);
    assert_int_equal(w.n_rest_right, w.n_seen);
}

static void sway_costs_no_shot(void **state)
{
    (void)state;
    check_moving(1U << CROK_SIM_SWAY, 11);
}

static void a_push_costs_no_shot(void **state)
{
    (void)state;
    check_moving(1U << CROK_SIM_PUSH, 12);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_shots_are_reported),
        cmocka_unit_test(gestures_are_no_shots),
        cmocka_unit_test(a_bump_costs_no_shot),
        cmocka_unit_test(a_bump_does_not_forget_the_empty_hole),
        cmocka_unit_test(sway_costs_no_shot),
        cmocka_unit_test(a_push_costs_no_shot),
    };
    crok_cv_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
