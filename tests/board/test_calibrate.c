/* SPDX-License-Identifier: Apache-2.0
 *
 * A camera from one or several drawn pictures of a board, some of which are
 * inconsistent with the others. */
#include "check.h"

#include <stdlib.h>
#include <string.h>

#include "board/calibrate.h"
#include "board/draw_board.h"
#include "cv/cv.h"

#define W_PX 1280
#define H_PX 720
#define F_PX 1250.0

static crok_camera camera_at(double tilt_rad, double tilt_to_rad, double f_px)
{
    stand s = {.w_px = W_PX,
               .h_px = H_PX,
               .f_px = f_px,
               .tilt_rad = tilt_rad,
               .tilt_to_rad = tilt_to_rad,
               .distance_mm = 1330.0 * f_px / F_PX,
               .x_mm = 12.0,
               .y_mm = -8.0,
               .k1 = -0.04};
    crok_camera c = stand_camera(&s);
    c.cx_px += 5.0;
    c.cy_px -= 4.0;
    return c;
}

static crok_status observe(const crok_camera *cam, uint64_t seed,
                           crok_calib_observation *obs, crok_err *err)
{
    draw_board b = draw_tournament(cam);
    crok_image img;
    crok_view view = {.scale = 1.0, .full_w_px = W_PX, .full_h_px = H_PX};
    crok_status st = CROK_OK;
    b.seed = seed;
    draw_add_disc(&b, 104.0, 30.0, (draw_rgb){200, 30, 30});
    draw_add_disc(&b, -150.0, 135.0, (draw_rgb){30, 30, 30});
    img = draw_picture(&b);
    view.img = &img;
    st = crok_calibrate_observe(&view, (crok_px){0.0, 0.0}, obs, err);
    crok_image_free(&img);
    return st;
}

static void observe_checked(const crok_camera *cam, uint64_t seed,
                            crok_calib_observation *obs)
{
    crok_err err = {0};
    CHECK_STATUS(observe(cam, seed, obs, &err), CROK_OK, &err);
}

static crok_calib_observation *observations_of(const crok_camera *cam, int n)
{
    crok_calib_observation *obs = calloc((size_t)n, sizeof *obs);
    assert_non_null(obs);
    for (int i = 0; i < n; i++)
        observe_checked(&cam[i], 50 + (uint64_t)i, &obs[i]);
    return obs;
}

static void views_from_all_sides_determine_the_camera(void **state)
{
    enum { N = 4 };
    crok_camera truth[N];
    crok_calib_observation *obs = NULL;
    crok_calibration c;
    crok_err err = {0};
    (void)state;
    for (int i = 0; i < N; i++)
        truth[i] = camera_at(i == 3 ? 0.05 : 0.45, 2.1 * i, F_PX);
    obs = observations_of(truth, N);
    CHECK_STATUS(crok_calibrate(obs, N, 3, NULL, &c, &err), CROK_OK, &err);
    print_message("f %.1f +- %.1f, k1 %.4f, rms %.3f px\n", c.pose.camera.f_px,
                  c.f_sigma_px, c.pose.camera.k1, c.pose.rms_px);
    CHECK_NEAR(c.pose.camera.f_px, F_PX, 3.0 * c.f_sigma_px);
    assert_true(c.f_sigma_px < 0.02 * F_PX);
    CHECK_NEAR(c.pose.camera.k1, -0.04, 0.01);
    CHECK_NEAR(c.pose.rms_px, 0.1, 0.1);
    assert_true(cameras_apart_mm(&truth[3], &c.pose.camera, 304.8) < 0.2);
    assert_int_equal(c.pose.scale, CROK_SCALE_CALIB);
    CHECK_NEAR(c.pose.board.line_mm[CROK_LINE_OUTER], 304.8, 1e-9);
    CHECK_NEAR(c.pose.height_rel_sigma, c.f_sigma_px / c.pose.camera.f_px,
               1e-12);
    for (int i = 0; i < N; i++) {
        assert_true(!c.is_inconsistent[i]);
        assert_true(c.n_points[i] > 500);
        assert_true(c.rms_px[i] > 0.0 && c.rms_px[i] < 0.3);
    }
    free(obs);
}

/* The view that shows the lines best decides their width. */
static void the_width_is_combined_by_the_sigmas(void **state)
{
    enum { N = 2 };
    crok_camera truth[N] = {camera_at(0.40, 0.5, F_PX),
                            camera_at(0.05, 2.0, F_PX)};
    crok_calib_observation *obs = observations_of(truth, N);
    crok_calibration c;
    crok_err err = {0};
    (void)state;
    obs[0].pose.board.line_width_mm = 3.0;
    obs[0].pose.line_width_sigma_mm = 0.8;
    obs[1].pose.board.line_width_mm = 1.5;
    obs[1].pose.line_width_sigma_mm = 0.1;
    CHECK_STATUS(crok_calibrate(obs, N, 1, NULL, &c, &err), CROK_OK, &err);
    CHECK_NEAR(c.pose.board.line_width_mm, 1.5, 0.1);
    CHECK_NEAR(c.pose.line_width_sigma_mm, 0.1, 0.01);
    free(obs);
}

static void one_view_from_above_is_reported_as_weak(void **state)
{
    crok_camera truth = camera_at(0.03, 0.5, F_PX);
    crok_calib_observation *obs = observations_of(&truth, 1);
    crok_calibration c;
    crok_err err = {0};
    (void)state;
    CHECK_STATUS(crok_calibrate(obs, 1, 0, NULL, &c, &err), CROK_OK, &err);
    assert_true(c.pose.height_rel_sigma > CROK_WEAK_FOCAL_REL_SIGMA);
    CHECK_NEAR(c.pose.camera.f_px, F_PX, 3.0 * c.f_sigma_px);
    /* in the board's plane it is right nevertheless */
    assert_true(cameras_apart_mm(&truth, &c.pose.camera, 304.8) < 0.4);
    free(obs);
}

static void a_view_through_another_lens_is_inconsistent(void **state)
{
    enum { N = 4 };
    crok_camera truth[N];
    crok_calib_observation *obs = NULL;
    crok_calibration c;
    crok_err err = {0};
    (void)state;
    for (int i = 0; i < N; i++)
        truth[i] = camera_at(0.5, 1.7 * i, i == 2 ? 0.8 * F_PX : F_PX);
    obs = observations_of(truth, N);
    CHECK_STATUS(crok_calibrate(obs, N, 0, NULL, &c, &err), CROK_OK, &err);
    for (int i = 0; i < N; i++)
        print_message("view %d: %.3f px, alone %.3f\n", i, c.rms_px[i],
                      obs[i].pose.rms_px);
    assert_true(c.is_inconsistent[2]);
    free(obs);
}

static void the_model_named_gives_the_size(void **state)
{
    crok_camera truth = camera_at(0.3, 0.5, F_PX);
    crok_calib_observation *obs = observations_of(&truth, 1);
    crok_board small = *crok_board_tournament();
    crok_calibration c;
    crok_err err = {0};
    (void)state;
    for (int i = 0; i < CROK_N_LINES; i++)
        small.line_mm[i] *= 0.9;
    obs[0].pose.scale = CROK_SCALE_HOLE;
    CHECK_STATUS(crok_calibrate(obs, 1, 0, &small, &c, &err), CROK_OK, &err);
    CHECK_NEAR(c.pose.board.line_mm[CROK_LINE_OUTER], 0.9 * 304.8, 1e-9);
    CHECK_NEAR(c.pose.board.line_mm[CROK_LINE_INNER], 0.9 * 101.6, 0.4);
    CHECK_NEAR(c.pose.camera.t_mm.z / obs[0].pose.camera.t_mm.z, 0.9, 0.05);
    CHECK_NEAR(c.pose.board.hole_mm / obs[0].pose.board.hole_mm, 0.9, 0.02);
    free(obs);
}

static void pictures_of_two_sizes_are_refused(void **state)
{
    crok_camera truth[2] = {camera_at(0.3, 0.5, F_PX),
                            camera_at(0.3, 1.5, F_PX)};
    crok_calib_observation *obs = observations_of(truth, 2);
    crok_calibration c = {.f_sigma_px = -1.0};
    crok_err err = {0};
    (void)state;
    obs[1].pose.camera.w_px = 1920;
    CHECK_STATUS(crok_calibrate(obs, 2, 0, NULL, &c, &err), CROK_EARG, &err);
    assert_non_null(strstr(err.msg, "picture 2"));
    CHECK_NEAR(c.f_sigma_px, -1.0, 0.0);
    free(obs);
}

static void the_origin_of_the_picture_is_added(void **state)
{
    crok_camera cam = camera_at(0.3, 0.5, F_PX);
    draw_board b = draw_tournament(&cam);
    crok_image img = draw_picture(&b);
    crok_view view = {
        .img = &img, .scale = 1.0, .full_w_px = W_PX, .full_h_px = H_PX};
    crok_calib_observation *obs = calloc(2, sizeof *obs);
    crok_err err = {0};
    (void)state;
    assert_non_null(obs);
    for (int i = 0; i < 2; i++)
        CHECK_STATUS(crok_calibrate_observe(
                         &view, (crok_px){-0.5 * i, 0.25 * i}, &obs[i], &err),
                     CROK_OK, &err);
    assert_int_equal(obs[0].lines.n, obs[1].lines.n);
    CHECK_NEAR(obs[1].lines.point[9].at.x - obs[0].lines.point[9].at.x, -0.5,
               1e-9);
    CHECK_NEAR(obs[1].lines.point[9].at.y - obs[0].lines.point[9].at.y, 0.25,
               1e-9);
    CHECK_NEAR(obs[1].pose.camera.cx_px - obs[0].pose.camera.cx_px, -0.5, 1e-9);
    free(obs);
    crok_image_free(&img);
}

/* Traces run beside the edge of a painted middle. The calibrated inner line has
 * the radius that the observation located by colours. */
static void the_line_of_a_painted_middle_keeps_its_radius(void **state)
{
    const double inner_mm = 92.0; /* not the tournament board's */
    crok_camera cam = camera_at(0.1, 0.5, F_PX);
    draw_board b = draw_tournament(&cam);
    crok_image img;
    crok_view view = {.scale = 1.0, .full_w_px = W_PX, .full_h_px = H_PX};
    crok_calib_observation obs;
    crok_calibration c;
    crok_err err = {0};
    double k = 0.0;
    (void)state;
    b.line = (draw_rgb){110, 28, 24};
    b.line_width_mm = 2.4;
    b.ring_mm[CROK_LINE_INNER] = inner_mm;
    b.decor[b.n_decor++] =
        (draw_decor){0.5 * inner_mm, inner_mm, (draw_rgb){50, 80, 56}};
    draw_add_pegs(&b, (draw_rgb){205, 172, 120});
    b.peg_ring_mm = inner_mm;
    img = draw_picture(&b);
    view.img = &img;
    CHECK_STATUS(crok_calibrate_observe(&view, (crok_px){0.0, 0.0}, &obs, &err),
                 CROK_OK, &err);
    assert_true(obs.pose.inner_is_placed);
    CHECK_STATUS(crok_calibrate(&obs, 1, 0, NULL, &c, &err), CROK_OK, &err);
    k = 304.8 / c.pose.board.line_mm[CROK_LINE_OUTER];
    print_message("inner %.2f +- %.2f mm\n",
                  k * c.pose.board.line_mm[CROK_LINE_INNER],
                  c.pose.line_sigma_mm[CROK_LINE_INNER]);
    CHECK_NEAR(k * c.pose.board.line_mm[CROK_LINE_INNER], inner_mm, 0.8);
    k = obs.pose.board.line_mm[CROK_LINE_OUTER] /
        c.pose.board.line_mm[CROK_LINE_OUTER];
    CHECK_NEAR(k * c.pose.board.line_mm[CROK_LINE_INNER],
               obs.pose.board.line_mm[CROK_LINE_INNER], 1e-9);
    CHECK_NEAR(c.pose.line_sigma_mm[CROK_LINE_INNER],
               obs.pose.line_sigma_mm[CROK_LINE_INNER], 1e-9);
    crok_image_free(&img);
}

static void no_board_is_reported(void **state)
{
    crok_image img = draw_plain(640, 480, (draw_rgb){120, 130, 140});
    crok_view view = {
        .img = &img, .scale = 1.0, .full_w_px = 640, .full_h_px = 480};
    crok_calib_observation *obs = calloc(1, sizeof *obs);
    crok_err err = {0};
    (void)state;
    assert_non_null(obs);
    CHECK_STATUS(crok_calibrate_observe(&view, (crok_px){0.0, 0.0}, obs, &err),
                 CROK_ENOBOARD, &err);
    assert_int_equal(obs->lines.n, 0);
    free(obs);
    crok_image_free(&img);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(views_from_all_sides_determine_the_camera),
        cmocka_unit_test(the_width_is_combined_by_the_sigmas),
        cmocka_unit_test(one_view_from_above_is_reported_as_weak),
        cmocka_unit_test(a_view_through_another_lens_is_inconsistent),
        cmocka_unit_test(the_model_named_gives_the_size),
        cmocka_unit_test(pictures_of_two_sizes_are_refused),
        cmocka_unit_test(the_origin_of_the_picture_is_added),
        cmocka_unit_test(the_line_of_a_painted_middle_keeps_its_radius),
        cmocka_unit_test(no_board_is_reported),
    };
    crok_cv_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
