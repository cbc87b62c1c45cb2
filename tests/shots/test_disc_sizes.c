/* SPDX-License-Identifier: Apache-2.0
 *
 * The discs' size from many readings. */
#include "check.h"

#include "shots/disc_sizes.h"

/* A reading of n discs of this radius, which lie in a row from `first` on, 60
 * mm apart. */
static void add(crok_disc_sizes *sizes, double radius, int first, int n)
{
    static crok_observation seen;
    double line_mm = crok_board_tournament()->line_mm[CROK_LINE_OUTER];
    seen = (crok_observation){.n_discs = n};
    seen.pose.board = *crok_board_tournament();
    for (int i = 0; i < n; i++) {
        seen.discs[i].at.x = 60.0 * (first + i);
        seen.discs[i].own_radius_mm = radius * line_mm;
    }
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
    add(&sizes, 0.06, 0, 1);
    add(&sizes, 0.0, 2, 4);   /* not measured */
    add(&sizes, 0.035, 6, 4); /* smaller than a disc that fits the hole */
    assert_false(crok_disc_sizes_apply(&sizes, &pose));
    add(&sizes, 0.053, 1, 1);
    assert_false(crok_disc_sizes_apply(&sizes, &pose));
    assert_true(pose.board.disc_mm == unknown().board.disc_mm);
    assert_true(pose.disc_known_sigma_mm <= 0.0);
    add(&sizes, 0.058, 1, 1); /* it is measured again */
    assert_true(crok_disc_sizes_apply(&sizes, &pose));
}

static void a_disc_at_rest_counts_once(void **state)
{
    crok_disc_sizes sizes = {0};
    crok_board_pose pose = unknown();
    double line_mm = pose.board.line_mm[CROK_LINE_OUTER];
    (void)state;
    for (int i = 0; i < 2 * CROK_SIZES; i++)
        add(&sizes, 0.044, 0, 1);
    assert_false(crok_disc_sizes_apply(&sizes, &pose));
    add(&sizes, 0.052, 1, 2);
    assert_true(crok_disc_sizes_apply(&sizes, &pose));
    assert_true(fabs(pose.board.disc_mm - 0.052 * line_mm) < 1e-9);
}

static void more_discs_make_it_more_certain(void **state)
{
    crok_disc_sizes sizes = {0};
    crok_board_pose few = unknown();
    crok_board_pose many = unknown();
    (void)state;
    add(&sizes, 0.06, 0, 3);
    assert_true(crok_disc_sizes_apply(&sizes, &few));
    add(&sizes, 0.06, 3, 6);
    assert_true(crok_disc_sizes_apply(&sizes, &many));
    assert_true(fabs(few.board.disc_mm - many.board.disc_mm) < 1e-9);
    assert_true(few.disc_known_sigma_mm > 1.5 * many.disc_known_sigma_mm);
}

/* Some things that are no discs do not outweigh the discs, and the newest
 * readings count. */
static void the_median_is_the_size(void **state)
{
    crok_disc_sizes sizes = {0};
    crok_board_pose pose = unknown();
    double line_mm = pose.board.line_mm[CROK_LINE_OUTER];
    (void)state;
    add(&sizes, 0.042, 0, 4);
    for (int i = 0; i < 3; i++)
        add(&sizes, 0.060 + 0.001 * i, 4 + 4 * i, 4);
    add(&sizes, 0.09, 16, 1);
    assert_true(crok_disc_sizes_apply(&sizes, &pose));
    assert_true(fabs(pose.board.disc_mm - 0.061 * line_mm) < 1e-9);
    assert_true(pose.disc_known_sigma_mm > 0.0 &&
                pose.disc_known_sigma_mm < 0.05 * pose.board.disc_mm);
    for (int i = 0; i < CROK_SIZES; i++)
        add(&sizes, 0.052, 17 + i, 1);
    assert_true(crok_disc_sizes_apply(&sizes, &pose));
    assert_true(fabs(pose.board.disc_mm - 0.052 * line_mm) < 1e-9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_few_discs_are_not_enough),
        cmocka_unit_test(a_disc_at_rest_counts_once),
        cmocka_unit_test(more_discs_make_it_more_certain),
        cmocka_unit_test(the_median_is_the_size),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
