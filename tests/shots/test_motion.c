/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include <stdlib.h>
#include <string.h>

#include "random.h"
#include "shots/motion.h"

#define W 320
#define H 180
#define STEP_NS INT64_C(16666667)

/* A board 700 mm across a picture 720 px high, reduced by 4. */
static crok_board_pose pose_over(void)
{
    crok_board_pose pose = {.board = *crok_board_tournament()};
    pose.camera = (crok_camera){.w_px = 4 * W,
                                .h_px = 4 * H,
                                .f_px = 1000.0,
                                .cx_px = 2.0 * W,
                                .cy_px = 2.0 * H,
                                .rot = {{1, 0, 0, 0, -1, 0, 0, 0, -1}},
                                .t_mm = {0, 0, 1100}};
    return pose;
}

static crok_motion_detector detector_over(const crok_board_pose *pose)
{
    crok_motion_detector g;
    crok_err err = {0};
    CHECK_STATUS(crok_motion_new(W, H, pose, 4.0, &g, &err), CROK_OK, &err);
    return g;
}

/* Draw wood with noise, and a dark disc at a position on the board. */
static void draw(crok_image *img, rnd *g, double noise, crok_mm disc)
{
    crok_board_pose pose = pose_over();
    crok_camera cam = crok_camera_rescaled(&pose.camera, 4.0, W, H);
    crok_px c = crok_camera_project(&cam, (crok_vec3){disc.x, disc.y, 0.0});
    double r = 15.9 * crok_camera_px_per_mm(&cam);
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            double v = hypot(x - c.x, y - c.y) < r ? 60.0 : 170.0;
            crok_image_row(img, y)[x] = (uint8_t)(v + noise * rnd_normal(g));
        }
}

static crok_image picture(void)
{
    crok_image img;
    crok_err err = {0};
    CHECK_STATUS(crok_image_new(W, H, CROK_GRAY8, &img, &err), CROK_OK, &err);
    return img;
}

static void noise_is_no_motion(void **state)
{
    crok_board_pose pose = pose_over();
    crok_motion_detector g = detector_over(&pose);
    crok_image img = picture();
    rnd r = {3};
    int64_t still = 0;
    (void)state;
    for (int i = 0; i < 90; i++) {
        draw(&img, &r, 1.2, (crok_mm){60, 40});
        still = crok_motion_feed(&g, &img, i * STEP_NS);
    }
    assert_true(still == 89 * STEP_NS);
    crok_motion_free(&g);
    assert_null(g.cell);
    crok_image_free(&img);
}

/* A sliding disc is motion all the time, fast or as slow as 15 mm/s; and when
 * it stops, rest is detected. */
static void a_sliding_disc_is_motion(void **state)
{
    static const double mm_s[] = {900.0, 100.0, 15.0};
    (void)state;
    for (int k = 0; k < 3; k++) {
        crok_board_pose pose = pose_over();
        crok_motion_detector g = detector_over(&pose);
        crok_image img = picture();
        rnd r = {4};
        int64_t still = 0;
        int64_t longest = 0;
        for (int i = 0; i < 60; i++) {
            double x = -230.0 + mm_s[k] * i / 60.0;
            draw(&img, &r, 0.8, (crok_mm){x, 20});
            still = crok_motion_feed(&g, &img, i * STEP_NS);
            longest = still > longest && x < 230.0 ? still : longest;
        }
        if (longest > INT64_C(420000000))
            fail_msg("%g mm/s: still for %g s", mm_s[k],
                     1e-9 * (double)longest);
        for (int i = 60; i < 90; i++) {
            draw(&img, &r, 0.8, (crok_mm){0, 20});
            still = crok_motion_feed(&g, &img, i * STEP_NS);
        }
        assert_true(still >= INT64_C(400000000));
        crok_motion_free(&g);
        crok_image_free(&img);
    }
}

/* Motion beside the board does not count. */
static void motion_beside_the_board_does_not_count(void **state)
{
    crok_board_pose pose = pose_over();
    crok_motion_detector g = detector_over(&pose);
    crok_image img = picture();
    rnd r = {5};
    int64_t still = 0;
    (void)state;
    for (int i = 0; i < 30; i++) {
        draw(&img, &r, 0.8, (crok_mm){0, 20});
        for (int y = 0; y < H; y++)
            memset(crok_image_row(&img, y), i % 2 ? 250 : 5, 20);
        still = crok_motion_feed(&g, &img, i * STEP_NS);
    }
    assert_true(still == 29 * STEP_NS);
    crok_motion_free(&g);
    crok_image_free(&img);
}

/* A change that is too small for motion is detected against the kept picture;
 * noise is not. */
static void a_small_change_against_the_kept_picture_is_detected(void **state)
{
    crok_board_pose pose = pose_over();
    crok_motion_detector g = detector_over(&pose);
    crok_image img = picture();
    rnd r = {9};
    (void)state;
    for (int i = 0; i < 30; i++) {
        draw(&img, &r, 1.0, (crok_mm){60, 40});
        (void)crok_motion_feed(&g, &img, i * STEP_NS);
        assert_true(crok_motion_is_as_kept(&g, &img) == (i > 9));
        if (i == 9)
            crok_motion_keep(&g, &img);
    }
    for (int x = 0; x < 6; x++) /* a seventh part of a disc */
        crok_image_row(&img, H / 2)[W / 2 + x] = 90;
    assert_true(crok_motion_feed(&g, &img, 30 * STEP_NS) == 30 * STEP_NS);
    assert_false(crok_motion_is_as_kept(&g, &img));
    crok_motion_free(&g);
    crok_image_free(&img);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(noise_is_no_motion),
        cmocka_unit_test(a_sliding_disc_is_motion),
        cmocka_unit_test(motion_beside_the_board_does_not_count),
        cmocka_unit_test(a_small_change_against_the_kept_picture_is_detected),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
