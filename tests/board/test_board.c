/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include <string.h>

#include "board/board.h"
#include "board/cameras.h"

/* A pose in which every field that has a unit is set. */
static crok_board_pose some_pose(uint64_t seed)
{
    rnd g = {seed};
    crok_board_pose p = {.board = *crok_board_tournament(),
                         .camera = random_camera(&g),
                         .rms_px = 0.3,
                         .line_width_sigma_mm = 0.2,
                         .height_rel_sigma = 0.01};
    for (int k = 0; k < CROK_N_LINES; k++) {
        p.line_sigma_mm[k] = 0.1 * (k + 1);
        p.section[k].px_per_unit = 2.0 + k;
    }
    for (int i = 0; i < CROK_POSE_UNKNOWNS; i++)
        for (int j = 0; j <= i; j++)
            p.info[i * CROK_POSE_UNKNOWNS + j] =
                p.info[j * CROK_POSE_UNKNOWNS + i] =
                    rnd_between(&g, i == j ? 50.0 : -1.0, i == j ? 90.0 : 1.0);
    return p;
}

static void covariance(const crok_board_pose *p, double *cov)
{
    static crok_lsq q;
    crok_lsq_reset(&q, CROK_POSE_UNKNOWNS);
    for (int i = 0; i < CROK_POSE_UNKNOWNS; i++)
        for (int j = 0; j <= i; j++)
            q.a[i][j] = p->info[i * CROK_POSE_UNKNOWNS + j];
    assert_true(crok_lsq_covariance(&q, cov));
}

/* Measured lengths are multiplied by k; the lines' places in the picture stay.
 */
static void rescaling_changes_lengths_not_the_picture(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 200; seed++) {
        crok_board_pose p = some_pose(seed);
        crok_board_pose q = p;
        double k = 0.5 + 0.01 * (double)seed;
        crok_board_pose_rescale(&q, k);
        for (int i = 0; i < CROK_N_LINES; i++) {
            CHECK_NEAR(q.board.line_mm[i], k * p.board.line_mm[i], 1e-9);
            CHECK_NEAR(q.line_sigma_mm[i], k * p.line_sigma_mm[i], 1e-12);
            /* the width of a cross-section in px stays */
            CHECK_NEAR(q.section[i].px_per_unit * q.board.line_width_mm,
                       p.section[i].px_per_unit * p.board.line_width_mm, 1e-9);
        }
        CHECK_NEAR(q.board.line_width_mm, k * p.board.line_width_mm, 1e-12);
        CHECK_NEAR(q.line_width_sigma_mm, k * p.line_width_sigma_mm, 1e-12);
        CHECK_NEAR(q.board.hole_mm, k * p.board.hole_mm, 1e-9);
        CHECK_NEAR(q.rms_px, p.rms_px, 0.0);
        CHECK_NEAR(q.height_rel_sigma, p.height_rel_sigma, 0.0);
        for (int i = 0; i < 24; i++) {
            double r = p.board.line_mm[i % 3];
            crok_vec3 x = {r * cos(i), r * sin(i), 0};
            crok_px a = crok_camera_project(&p.camera, x);
            crok_px b = crok_camera_project(&q.camera, crok_vec3_scale(x, k));
            CHECK_NEAR(b.x, a.x, 1e-8);
            CHECK_NEAR(b.y, a.y, 1e-8);
        }
    }
}

/* The sigma of a length is multiplied by k, that of an angle or in px stays. */
static void sigmas_of_lengths_are_rescaled(void **state)
{
    static double before[CROK_POSE_UNKNOWNS * CROK_POSE_UNKNOWNS];
    static double after[CROK_POSE_UNKNOWNS * CROK_POSE_UNKNOWNS];
    crok_board_pose p = some_pose(3);
    const double k = 1.7;
    (void)state;
    covariance(&p, before);
    crok_board_pose_rescale(&p, k);
    covariance(&p, after);
    for (int i = 0; i < CROK_POSE_UNKNOWNS; i++) {
        for (int j = 0; j < CROK_POSE_UNKNOWNS; j++) {
            bool len_i = (i >= 3 && i < 6) || i >= CROK_N_CAM;
            bool len_j = (j >= 3 && j < 6) || j >= CROK_N_CAM;
            int at = i * CROK_POSE_UNKNOWNS + j;
            CHECK_NEAR(after[at],
                       before[at] * (len_i ? k : 1.0) * (len_j ? k : 1.0),
                       1e-12);
        }
    }
}

/* The discs' size and the hole's depth are standards, not measurements. */
static void standard_sizes_are_not_rescaled(void **state)
{
    crok_board_pose p = some_pose(5);
    const crok_board *t = crok_board_tournament();
    (void)state;
    crok_board_pose_rescale(&p, 1.3);
    CHECK_NEAR(p.board.disc_mm, t->disc_mm, 0.0);
    CHECK_NEAR(p.board.disc_height_mm, t->disc_height_mm, 0.0);
    CHECK_NEAR(p.board.hole_depth_mm, t->hole_depth_mm, 0.0);
    CHECK_NEAR(p.board.hole_mm, 1.3 * t->hole_mm, 1e-12);
}

static void rescaling_back_restores_the_pose(void **state)
{
    crok_board_pose p = some_pose(4);
    crok_board_pose q = p;
    (void)state;
    crok_board_pose_rescale(&q, 1.25);
    crok_board_pose_rescale(&q, 0.8);
    for (int i = 0; i < CROK_POSE_UNKNOWNS * CROK_POSE_UNKNOWNS; i++)
        CHECK_NEAR(q.info[i], p.info[i], 1e-9);
    CHECK_NEAR(q.board.line_mm[2], p.board.line_mm[2], 1e-9);
    CHECK_NEAR(q.camera.t_mm.z, p.camera.t_mm.z, 1e-9);
}

static void every_scale_has_a_name(void **state)
{
    (void)state;
    assert_string_equal(crok_scale_name(CROK_SCALE_MODEL), "model");
    assert_string_equal(crok_scale_name(CROK_SCALE_HOLE), "hole");
    assert_string_equal(crok_scale_name(CROK_SCALE_DISC), "disc");
    assert_string_equal(crok_scale_name(CROK_SCALE_CALIB), "calib");
}

/* At half the size, lengths in px are halved and their variances quartered. */
static void a_smaller_picture_has_the_same_sigma_in_its_own_pixels(void **state)
{
    crok_board_pose p = {.board = *crok_board_tournament(), .rms_px = 0.4};
    crok_board_pose q;
    double a[CROK_POSE_UNKNOWNS * CROK_POSE_UNKNOWNS];
    double b[CROK_POSE_UNKNOWNS * CROK_POSE_UNKNOWNS];
    (void)state;
    p.camera.f_px = 1000.0;
    for (int i = 0; i < CROK_POSE_UNKNOWNS; i++)
        p.info[i * (CROK_POSE_UNKNOWNS + 1)] = 0.5 + i;
    q = p;
    crok_board_pose_resize(&q, 2.0, 640, 360);
    assert_true(crok_board_pose_covariance(&p, a));
    assert_true(crok_board_pose_covariance(&q, b));
    assert_int_equal(q.camera.w_px, 640);
    CHECK_NEAR(q.camera.f_px, 500.0, 1e-9);
    CHECK_NEAR(q.rms_px, 0.2, 1e-9);
    for (int i = 0; i < CROK_POSE_UNKNOWNS; i++) {
        int at = i * (CROK_POSE_UNKNOWNS + 1);
        bool is_px = i == CROK_CAM_F || i == CROK_CAM_CX || i == CROK_CAM_CY;
        CHECK_NEAR(b[at] / a[at], is_px ? 0.25 : 1.0, 1e-12);
    }
}

/* Seen from above, with the picture's right border at x mm: the fraction of the
 * circle left of it. */
static void the_fraction_inside_the_picture_is_measured(void **state)
{
    const double mm_px = 1200.0 / 1500.0;
    crok_board_pose p = {
        .board = *crok_board_tournament(),
        .camera = {.h_px = 1200,
                   .f_px = 1500.0,
                   .cx_px = 799.5,
                   .cy_px = 599.5,
                   .rot = {{1.0, 0.0, 0.0, 0.0, -1.0, 0.0, 0.0, 0.0, -1.0}},
                   .t_mm = {0.0, 0.0, 1200.0}}};
    const double radius_mm = p.board.line_mm[CROK_LINE_OUTER];
    (void)state;
    p.camera.w_px = 1600;
    CHECK_NEAR(crok_board_pose_inside_frac(&p), 1.0, 0.0);
    for (double x = -250.0; x < 300.0; x += 50.0) {
        p.camera.w_px = 800 + (int)lround(x / mm_px);
        CHECK_NEAR(crok_board_pose_inside_frac(&p),
                   1.0 - acos(x / radius_mm) / CROK_PI, 2.5 / 360.0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_fraction_inside_the_picture_is_measured),
        cmocka_unit_test(rescaling_changes_lengths_not_the_picture),
        cmocka_unit_test(sigmas_of_lengths_are_rescaled),
        cmocka_unit_test(standard_sizes_are_not_rescaled),
        cmocka_unit_test(rescaling_back_restores_the_pose),
        cmocka_unit_test(every_scale_has_a_name),
        cmocka_unit_test(
            a_smaller_picture_has_the_same_sigma_in_its_own_pixels),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
