/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include "board/draw_board.h"
#include "discs/place.h"

static crok_board_pose pose_of(double info)
{
    crok_board_pose pose = {.board = *crok_board_tournament(),
                            .camera = draw_camera(1600, 1200, 0.2, 1.0)};
    for (int i = 0; i < CROK_POSE_UNKNOWNS; i++)
        pose.info[i * CROK_POSE_UNKNOWNS + i] = info;
    return pose;
}

static crok_place_sigma sigma_of(const crok_board_pose *pose,
                                 const crok_adjusted *disc)
{
    static crok_place_basis basis;
    basis = crok_place_basis_of(pose, 9.5, 1.2);
    return crok_place_sigma_of(&basis, disc);
}

/* What the edges do not know, the sigma has; along the radius only. */
static void edges_count_along_the_radius(void **state)
{
    crok_board_pose pose = pose_of(1e12); /* a pose that is known */
    crok_adjusted along = {
        .fit = 1.0, .at = {150.0, 0.0}, .cov = {0.25, 0.0, 0.0}};
    crok_adjusted across = {
        .fit = 1.0, .at = {150.0, 0.0}, .cov = {0.0, 0.0, 0.25}};
    crok_adjusted none = {.fit = 1.0, .at = {150.0, 0.0}};
    double floor_mm = sigma_of(&pose, &none).centre_mm;
    (void)state;
    CHECK_NEAR(sigma_of(&pose, &along).centre_mm, hypot(0.5, floor_mm), 1e-6);
    CHECK_NEAR(sigma_of(&pose, &across).centre_mm, floor_mm, 1e-6);
    assert_true(floor_mm > 0.05 && floor_mm < 0.5);
}

/* An outline that was seen in part, or as two, tells less of the place. */
static void what_fits_badly_is_less_sure(void **state)
{
    crok_board_pose pose = pose_of(1e12);
    double last = 0.0;
    (void)state;
    for (int k = 10; k >= 0; k--) {
        crok_adjusted a = {.fit = 0.1 * k, .at = {150.0, 0.0}};
        double sigma = sigma_of(&pose, &a).centre_mm;
        assert_true(sigma > last);
        last = sigma;
        /* one that profiles have placed was not placed by its edges */
        a.is_settled = true;
        assert_true(sigma_of(&pose, &a).centre_mm < 0.2);
    }
    assert_true(last > 1.0);
}

/* Where the profiles leave much unexplained, something else may have been taken
 * for the disc's edge. */
static void what_profiles_leave_unexplained_is_less_sure(void **state)
{
    crok_board_pose pose = pose_of(1e12);
    double last = 0.0;
    double least = 0.0;
    (void)state;
    for (int k = 0; k <= 7; k++) {
        crok_adjusted a = {
            .is_settled = true, .against = 0.1 * k, .at = {150.0, 0.0}};
        double sigma = sigma_of(&pose, &a).centre_mm;
        assert_true(sigma >= last);
        last = sigma;
        if (k == 0)
            least = sigma;
        if (k == 3)
            CHECK_NEAR(sigma, least, 0.02);
    }
    assert_true(last > 1.0);
}

/* The disc's size matters to the line, not to its place; and an error of size
 * that moves the centre outwards counts twice where the line lies outside. */
static void the_size_counts_towards_the_line(void **state)
{
    crok_board_pose pose = pose_of(1e12);
    crok_adjusted a = {.fit = 1.0, .at = {190.0, 0.0}, .radius_var = 0.09};
    crok_adjusted exact = {.fit = 1.0, .at = {190.0, 0.0}};
    double inside = 0.0;
    (void)state;
    CHECK_NEAR(sigma_of(&pose, &a).centre_mm, sigma_of(&pose, &exact).centre_mm,
               1e-9);
    CHECK_NEAR(sigma_of(&pose, &a).line_mm,
               hypot(0.3, sigma_of(&pose, &exact).line_mm), 1e-6);
    a.radius_cov[0] = 0.04;
    inside = sigma_of(&pose, &a).line_mm;
    a.at.x = 216.0; /* as far from the middle line, outside it */
    assert_true(inside > sigma_of(&pose, &a).line_mm);
}

/* A pose that is hardly known makes places uncertain; one that says nothing of
 * it (from a file) is taken at its word. */
static void the_pose_counts(void **state)
{
    crok_board_pose known = pose_of(1e12);
    crok_board_pose vague = pose_of(25.0);
    crok_board_pose silent = pose_of(0.0);
    crok_adjusted a = {.fit = 1.0, .at = {100.0, 150.0}};
    (void)state;
    assert_true(sigma_of(&vague, &a).centre_mm >
                2.0 * sigma_of(&known, &a).centre_mm);
    CHECK_NEAR(sigma_of(&silent, &a).centre_mm, sigma_of(&known, &a).centre_mm,
               1e-3);
}

/* A line's radius is one of the pose's unknowns: of its own sigma only what is
 * beyond the pose's counts. */
static void a_line_counts_once(void **state)
{
    crok_board_pose pose = pose_of(25.0);
    crok_board_pose silent = pose_of(0.0);
    crok_adjusted a = {.fit = 1.0,
                       .at = {190.0, 0.0}}; /* near the middle line */
    double with_pose = sigma_of(&pose, &a).line_mm;
    double without = sigma_of(&silent, &a).line_mm;
    (void)state;
    pose.line_sigma_mm[CROK_LINE_MIDDLE] = 1.0 / sqrt(25.0);
    CHECK_NEAR(sigma_of(&pose, &a).line_mm, with_pose, 1e-9);
    pose.line_sigma_mm[CROK_LINE_MIDDLE] = hypot(1.6, 1.0 / sqrt(25.0));
    CHECK_NEAR(sigma_of(&pose, &a).line_mm, hypot(with_pose, 1.6), 1e-9);
    silent.line_sigma_mm[CROK_LINE_MIDDLE] = 0.5;
    CHECK_NEAR(sigma_of(&silent, &a).line_mm, hypot(without, 0.5), 1e-9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(edges_count_along_the_radius),
        cmocka_unit_test(what_fits_badly_is_less_sure),
        cmocka_unit_test(what_profiles_leave_unexplained_is_less_sure),
        cmocka_unit_test(the_size_counts_towards_the_line),
        cmocka_unit_test(the_pose_counts),
        cmocka_unit_test(a_line_counts_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
