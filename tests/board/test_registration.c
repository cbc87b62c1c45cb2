/* SPDX-License-Identifier: Apache-2.0
 *
 * Registration of drawn boards that are displaced by known amounts, rotated,
 * covered, and have discs on their lines. tests/sim does it with whole games.
 */
#include "check.h"

#include <string.h>

#include <time.h>

#include "board/draw_board.h"
#include "board/registration.h"
#include "grey.h"
#include "random.h"

static crok_board_pose pose_of(const crok_camera *cam)
{
    return (crok_board_pose){.camera = *cam, .board = *crok_board_tournament()};
}

/* A board with 14 discs, half of them on the middle line. */
static draw_board played(const crok_camera *cam)
{
    draw_board b = draw_tournament(cam);
    rnd g = {77};
    for (int i = 0; i < 14; i++) {
        double a = rnd_between(&g, 0.0, 2.0 * CROK_PI);
        double r = i % 2 == 0 ? 203.2 : rnd_between(&g, 40.0, 280.0);
        draw_add_disc(&b, r * cos(a), r * sin(a),
                      i % 3 == 0 ? (draw_rgb){20, 20, 20}
                                 : (draw_rgb){190, 40, 30});
    }
    return b;
}

/* Register a picture drawn with the camera `seen` to a pose with the camera
 * `as`. */
static crok_registration measured(const crok_camera *seen,
                                  const crok_camera *as)
{
    draw_board b = played(seen);
    crok_image img = draw_picture(&b);
    crok_board_pose pose = pose_of(as);
    crok_registration s = crok_registration_measure(&img, &pose);
    crok_image_free(&img);
    return s;
}

static void a_board_at_rest_is_not_displaced(void **state)
{
    static const double tilt[] = {0.0, 0.15, 0.35};
    (void)state;
    for (int i = 0; i < 3; i++) {
        crok_camera cam = draw_camera(1280, 720, tilt[i], 0.7 * i);
        crok_registration s = measured(&cam, &cam);
        assert_false(s.is_displaced);
        assert_true(s.visible_frac > 0.7);
        assert_true(s.all.max_shift_px < 0.12);
        CHECK_NEAR(s.rotation_rad, 0.0, 0.002);
        assert_int_equal(s.n_quadrants, 4);
        for (int k = 0; k < CROK_N_LINES; k++) {
            assert_true(s.line[k].max_shift_px < 0.25);
            assert_true(s.line[k].n_inliers > s.line[k].n_sampled / 2);
        }
    }
}

static void a_shift_is_measured(void **state)
{
    crok_camera cam = draw_camera(1280, 720, 0.1, 0.3);
    (void)state;
    for (int i = 0; i < 4; i++) {
        crok_camera seen = cam;
        double dx = 1.3 * i * cos(1.6 * i);
        double dy = 1.3 * i * sin(1.6 * i);
        crok_registration s;
        seen.cx_px += dx;
        seen.cy_px += dy;
        s = measured(&seen, &cam);
        CHECK_NEAR(s.all.shift_px.x, dx, 0.12);
        CHECK_NEAR(s.all.shift_px.y, dy, 0.12);
        CHECK_NEAR(s.all.max_shift_px, hypot(dx, dy), 0.2);
        CHECK_NEAR(s.line[CROK_LINE_OUTER].shift_px.x, dx, 0.2);
        assert_int_equal(s.is_displaced, i >= 1);
    }
}

static void a_camera_that_sank_is_detected(void **state)
{
    crok_camera cam = draw_camera(1280, 720, 0.1, 0.3);
    crok_camera seen = cam;
    crok_registration s;
    (void)state;
    seen.t_mm.z *= 0.994;
    s = measured(&seen, &cam);
    CHECK_NEAR(s.all.scale_change, 0.006, 0.0008);
    assert_true(s.is_displaced);
}

static void a_rotation_is_detected(void **state)
{
    crok_camera cam = draw_camera(1280, 720, 0.1, 0.3);
    (void)state;
    for (int i = -1; i <= 1; i += 2) {
        crok_camera seen = cam;
        crok_mat3 spin = crok_mat3_rotation((crok_vec3){0.0, 0.0, 0.02 * i});
        crok_registration s;
        seen.rot = crok_mat3_mul(&cam.rot, &spin);
        s = measured(&seen, &cam);
        CHECK_NEAR(s.rotation_rad, 0.02 * i, 0.003);
        assert_true(s.all.max_shift_px < 0.15);
        assert_true(s.is_displaced);
    }
}

/* A dark stripe beside a quadrant line, like the edge of an arm. */
static void draw_stripe(crok_image *img, const crok_camera *cam, double angle)
{
    for (double r = 205.0; r < 303.0; r += 0.2)
        for (double across = -1.5; across < 1.5; across += 0.2) {
            crok_px p = crok_camera_project(
                cam, (crok_vec3){r * cos(angle) - across * sin(angle),
                                 r * sin(angle) + across * cos(angle), 0.0});
            memset(crok_image_row(img, (int)p.y) + 3 * (int)p.x, 0, 3);
        }
}

static void an_arm_beside_one_line_is_no_rotation(void **state)
{
    crok_camera cam = draw_camera(1280, 720, 0.1, 0.3);
    draw_board b = played(&cam);
    crok_image img = draw_picture(&b);
    crok_board_pose pose = pose_of(&cam);
    crok_registration s;
    (void)state;
    draw_stripe(&img, &cam, 0.25 * CROK_PI + 0.035);
    draw_stripe(&img, &cam, 0.25 * CROK_PI + 0.040);
    s = crok_registration_measure(&img, &pose);
    assert_int_equal(s.n_quadrants, 4);
    CHECK_NEAR(s.rotation_rad, 0.0, 0.002);
    assert_false(s.is_displaced);
    crok_image_free(&img);
}

/* Register a picture of which a sheet covers the left part, as a fraction of
 * the width; the board is shifted by shift_px. */
static crok_registration covered(double part, double shift_px)
{
    crok_camera cam = draw_camera(1280, 720, 0.1, 0.3);
    crok_camera seen = cam;
    draw_board b;
    crok_image img;
    crok_board_pose pose = pose_of(&cam);
    crok_registration s;
    seen.cx_px += shift_px;
    b = played(&seen);
    img = draw_picture(&b);
    draw_cover(&img, &(draw_patch){.at = {1280.0 * (part - 0.5), 360.0},
                                   .rx_px = 640.0,
                                   .ry_px = 2000.0,
                                   .rgb = {150, 110, 90},
                                   .cover = 1.0});
    draw_noise(&img, 2.0, 9);
    s = crok_registration_measure(&img, &pose);
    crok_image_free(&img);
    return s;
}

static void covered_lines_are_no_displacement(void **state)
{
    double last = 1.0;
    (void)state;
    for (int i = 3; i <= 12; i += 3) {
        crok_registration s = covered(0.1 * i, 0.0);
        assert_false(s.is_displaced);
        assert_true(s.visible_frac <= last + 0.02);
        last = s.visible_frac;
    }
    assert_true(last < CROK_REGISTRATION_MIN_VISIBLE);
}

static void a_shift_under_a_sleeve_is_detected(void **state)
{
    crok_registration s = covered(0.5, 2.0);
    (void)state;
    assert_true(s.visible_frac < 0.75);
    CHECK_NEAR(s.all.shift_px.x, 2.0, 0.2);
    assert_true(s.is_displaced);
}

/* A board shifted beyond the search range: too little is visible to decide. */
static void a_board_out_of_reach_is_not_visible(void **state)
{
    crok_camera cam = draw_camera(1280, 720, 0.1, 0.3);
    crok_camera seen = cam;
    crok_registration s;
    (void)state;
    seen.cx_px += 60.0;
    seen.cy_px += 40.0;
    s = measured(&seen, &cam);
    assert_true(s.visible_frac < CROK_REGISTRATION_MIN_VISIBLE);
    assert_false(s.is_displaced);
}

static double seconds(void)
{
    struct timespec t = {0};
    (void)clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void grey_pictures_give_the_same(void **state)
{
    crok_camera cam = draw_camera(1280, 720, 0.1, 0.3);
    crok_camera seen = cam;
    crok_board_pose pose = pose_of(&cam);
    draw_board b;
    crok_image img;
    crok_image grey = {0};
    crok_registration s;
    crok_registration t;
    double start = 0.0;
    (void)state;
    seen.cx_px += 1.5;
    b = played(&seen);
    img = draw_picture(&b);
    grey = grey_of(&img);
    s = crok_registration_measure(&img, &pose);
    t = crok_registration_measure(&grey, &pose);
    CHECK_NEAR(t.all.shift_px.x, s.all.shift_px.x, 0.1);
    CHECK_NEAR(t.visible_frac, s.visible_frac, 0.1);
    assert_true(t.is_displaced);
    start = seconds();
    for (int i = 0; i < 20; i++)
        (void)crok_registration_measure(i < 10 ? &img : &grey, &pose);
    print_message("%.2f ms\n", (seconds() - start) * 1000.0 / 20.0);
    crok_image_free(&img);
    crok_image_free(&grey);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_board_at_rest_is_not_displaced),
        cmocka_unit_test(a_shift_is_measured),
        cmocka_unit_test(a_camera_that_sank_is_detected),
        cmocka_unit_test(a_rotation_is_detected),
        cmocka_unit_test(an_arm_beside_one_line_is_no_rotation),
        cmocka_unit_test(covered_lines_are_no_displacement),
        cmocka_unit_test(a_shift_under_a_sleeve_is_detected),
        cmocka_unit_test(a_board_out_of_reach_is_not_visible),
        cmocka_unit_test(grey_pictures_give_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
