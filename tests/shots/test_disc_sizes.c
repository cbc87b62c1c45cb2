/* SPDX-License-Identifier: Apache-2.0
 *
 * The discs' size from many readings. */
#include "check.h"

#include "shots/disc_sizes.h"

static void add(crok_disc_sizes *sizes, double radius, int n_discs)
{
    crok_board_pose seen = {
        .scale_evidence = {.disc = radius, .n_discs = n_discs}};
    crok_disc_sizes_add(sizes, &seen);
}

static crok_board_pose unknown(void)
{
    return (crok_board_pose){.board = *crok_board_tournament()};
}

static void a_few_discs_are_not_enough(void **state)
{
    crok_disc_sizes sizes = {0};
    crok_board_pose pose = unknown();
    (void)state;
    add(&sizes, 0.06, 2);
    add(&sizes, 0.06, 0);
    assert_false(crok_disc_sizes_apply(&sizes, &pose));
    assert_true(pose.board.disc_mm == unknown().board.disc_mm);
    assert_true(pose.disc_known_sigma_mm <= 0.0);
}

static void more_discs_make_it_more_certain(void **state)
{
    crok_disc_sizes sizes = {0};
    crok_board_pose few = unknown();
    crok_board_pose many = unknown();
    (void)state;
    add(&sizes, 0.06, 2);
    add(&sizes, 0.06, 1);
    assert_true(crok_disc_sizes_apply(&sizes, &few));
    for (int i = 0; i < 5; i++)
        add(&sizes, 0.06, 3);
    assert_true(crok_disc_sizes_apply(&sizes, &many));
    assert_true(fabs(few.board.disc_mm - many.board.disc_mm) < 1e-9);
    assert_true(few.disc_known_sigma_mm > 1.5 * many.disc_known_sigma_mm);
}

/* Readings of single things that are no discs do not outweigh those of many
 * discs, and the newest readings count. */
static void the_weighted_median_is_the_size(void **state)
{
    crok_disc_sizes sizes = {0};
    crok_board_pose pose = unknown();
    double line_mm = pose.board.line_mm[CROK_LINE_OUTER];
    (void)state;
    for (int i = 0; i < 4; i++)
        add(&sizes, 0.038, 1);
    for (int i = 0; i < 3; i++)
        add(&sizes, 0.060 + 0.001 * i, 4);
    add(&sizes, 0.09, 1);
    assert_true(crok_disc_sizes_apply(&sizes, &pose));
    assert_true(fabs(pose.board.disc_mm - 0.061 * line_mm) < 1e-9);
    assert_true(pose.disc_known_sigma_mm > 0.0 &&
                pose.disc_known_sigma_mm < 0.05 * pose.board.disc_mm);
    for (int i = 0; i < CROK_SIZE_READINGS; i++)
        add(&sizes, 0.052, 1);
    assert_true(crok_disc_sizes_apply(&sizes, &pose));
    assert_true(fabs(pose.board.disc_mm - 0.052 * line_mm) < 1e-9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_few_discs_are_not_enough),
        cmocka_unit_test(more_discs_make_it_more_certain),
        cmocka_unit_test(the_weighted_median_is_the_size),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
