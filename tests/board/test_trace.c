/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include "board/draw_board.h"
#include "board/fit/trace.h"

/* Distances in px of the traced points from the line that was drawn: largest
 * and root mean square. */
static void errors_of(const crok_trace *t, const crok_camera *cam,
                      double radius, double *worst, double *rms)
{
    double sum = 0.0;
    *worst = 0.0;
    for (int i = 0; i < CROK_TRACE_ANGLES; i++) {
        crok_mm m;
        double px = 0.0;
        if (!t->at[i].seen)
            continue;
        m = crok_camera_unproject(cam, t->at[i].at, 0.0);
        px = (hypot(m.x, m.y) - radius) * crok_camera_px_per_mm(cam);
        sum += px * px;
        *worst = fmax(*worst, fabs(px));
    }
    *rms = sqrt(sum / (t->n_seen > 0 ? t->n_seen : 1));
}

static void check_trace(const draw_board *b, double start_mm, double radius)
{
    static crok_trace t;
    crok_image img = draw_picture(b);
    double worst = 0.0;
    double rms = 0.0;
    crok_trace_ring(&img, &b->cam,
                    &(crok_trace_params){start_mm, 6.0, 1.5, 1, false}, &t);
    errors_of(&t, &b->cam, radius, &worst, &rms);
    print_message("line of %.0f from %.0f: %d of %d seen, rms %.3f px, worst "
                  "%.2f px, height %.0f, floor %.0f\n",
                  radius, start_mm, t.n_seen, t.n_inside, rms, worst,
                  (double)t.height, (double)t.noise_height);
    assert_int_equal(t.n_inside, CROK_TRACE_ANGLES);
    assert_true(t.n_seen > CROK_TRACE_ANGLES * 95 / 100);
    CHECK_NEAR(rms, 0.0, 0.10);
    /* the largest is where a quadrant line joins the ring */
    CHECK_NEAR(worst, 0.0, 1.0);
    assert_true(t.height > 1.65F * t.noise_height);
    crok_image_free(&img);
}

static void a_dark_line_is_traced(void **state)
{
    crok_camera cam = draw_camera(640, 480, 0.3, 0.5);
    draw_board b = draw_tournament(&cam);
    (void)state;
    for (int k = 0; k < CROK_N_LINES; k++)
        check_trace(&b, b.ring_mm[k], b.ring_mm[k]);
}

/* The predicted radius may be wrong by up to the search range: 4 mm is 2.7 px
 * here. */
static void the_start_may_be_off(void **state)
{
    crok_camera cam = draw_camera(640, 480, 0.2, 2.5);
    draw_board b = draw_tournament(&cam);
    (void)state;
    check_trace(&b, 203.2 + 4.0, 203.2);
    check_trace(&b, 203.2 - 4.0, 203.2);
}

/* Lines of 6 to 30 px: a large picture, or a board with broad lines. */
static void a_wide_line_is_traced(void **state)
{
    crok_camera cam = draw_camera(1280, 960, 0.3, 0.5);
    (void)state;
    for (double width_px = 6.0; width_px < 30.0; width_px *= 1.3) {
        static crok_trace t;
        draw_board b = draw_tournament(&cam);
        crok_image img;
        double rms = 0.0;
        double worst = 0.0;
        b.line_width_mm = width_px / crok_camera_px_per_mm(&cam);
        img = draw_picture(&b);
        crok_trace_ring(&img, &cam,
                        &(crok_trace_params){203.2, 9.0, width_px, 1, false},
                        &t);
        errors_of(&t, &cam, 203.2, &worst, &rms);
        print_message("%.1f px: %d seen, rms %.3f px\n", width_px, t.n_seen,
                      rms);
        assert_true(t.n_seen > CROK_TRACE_ANGLES * 95 / 100);
        assert_true(rms < 0.08 * width_px);
        crok_image_free(&img);
    }
}

static void a_light_line_is_traced(void **state)
{
    crok_camera cam = draw_camera(640, 480, 0.1, 3.5);
    draw_board b = draw_tournament(&cam);
    (void)state;
    b.wood = (draw_rgb){60, 45, 40};
    b.line = (draw_rgb){200, 195, 180};
    check_trace(&b, 203.2, 203.2);
}

/* A line of the same lightness but another hue. */
static void a_line_of_another_hue_is_traced(void **state)
{
    crok_camera cam = draw_camera(640, 480, 0.1, 3.5);
    draw_board b = draw_tournament(&cam);
    (void)state;
    b.wood = (draw_rgb){150, 130, 110};
    b.line = (draw_rgb){190, 100, 150};
    check_trace(&b, 203.2, 203.2);
}

/* The colour direction points from the board's colour to the line's. */
static void the_colour_points_from_wood_to_line(void **state)
{
    static crok_trace t;
    crok_camera cam = draw_camera(640, 480, 0.1, 0.0);
    draw_board b = draw_tournament(&cam);
    crok_image img;
    (void)state;
    b.wood = (draw_rgb){200, 190, 180};
    b.line = (draw_rgb){200, 40, 180};
    img = draw_picture(&b);
    crok_trace_ring(&img, &cam, &(crok_trace_params){203.2, 5.0, 1.5, 1, false},
                    &t);
    assert_true(t.colour[1] < -0.95F);
    CHECK_NEAR((double)t.colour[0], 0.0, 0.15);
    CHECK_NEAR((double)t.colour[2], 0.0, 0.15);
    crok_image_free(&img);
}

/* Without a line the height is that of noise. At a step, the ridges of both
 * colour signs are alike. */
static void a_ring_without_a_line_has_no_height(void **state)
{
    static crok_trace t;
    crok_camera cam = draw_camera(640, 480, 0.2, 1.0);
    draw_board b = draw_tournament(&cam);
    crok_image img = draw_picture(&b);
    (void)state;
    crok_trace_ring(&img, &cam, &(crok_trace_params){250.0, 5.0, 1.5, 1, false},
                    &t);
    assert_true(t.height < 8.0F);
    assert_true(t.height < 1.5F * t.noise_height);
    crok_trace_ring(&img, &cam,
                    &(crok_trace_params){b.surface_mm, 5.0, 1.5, 1, false}, &t);
    assert_true(t.height < 1.5F * t.noise_height);
    crok_image_free(&img);

    img = draw_plain(640, 480, (draw_rgb){90, 90, 90});
    crok_trace_ring(&img, &cam, &(crok_trace_params){203.2, 5.0, 1.5, 1, false},
                    &t);
    assert_int_equal(t.n_seen, 0);
    assert_int_equal(t.n_inside, CROK_TRACE_ANGLES);
    crok_image_free(&img);
}

static void angles_outside_the_picture_are_not_seen(void **state)
{
    static crok_trace t;
    crok_camera cam = draw_camera(640, 480, 0.0, 0.0);
    draw_board b;
    crok_image img;
    double worst = 0.0;
    double rms = 0.0;
    (void)state;
    cam.cx_px = 0.0; /* the middle at the picture's left edge: half is out */
    b = draw_tournament(&cam);
    img = draw_picture(&b);
    crok_trace_ring(&img, &cam, &(crok_trace_params){203.2, 5.0, 1.5, 1, false},
                    &t);
    errors_of(&t, &cam, 203.2, &worst, &rms);
    CHECK_NEAR(t.n_inside, 0.5 * CROK_TRACE_ANGLES, 8.0);
    assert_true(t.n_seen > t.n_inside * 9 / 10 && t.n_seen <= t.n_inside);
    CHECK_NEAR(rms, 0.0, 0.10);
    cam.cx_px = 5000.0;
    crok_trace_ring(&img, &cam, &(crok_trace_params){203.2, 5.0, 1.5, 1, false},
                    &t);
    assert_int_equal(t.n_inside, 0);
    assert_int_equal(t.n_seen, 0);
    crok_image_free(&img);
}

static void covered_angles_are_not_seen(void **state)
{
    static crok_trace t;
    crok_camera cam = draw_camera(640, 480, 0.2, 1.0);
    draw_board b = draw_tournament(&cam);
    crok_image img;
    int wrong = 0;
    (void)state;
    for (int i = 0; i < 6; i++)
        draw_add_disc(&b, 203.2 * cos(i), 203.2 * sin(i),
                      (draw_rgb){220, 190, 150});
    img = draw_picture(&b);
    crok_trace_ring(&img, &cam, &(crok_trace_params){203.2, 3.0, 1.5, 1, false},
                    &t);
    for (int i = 0; i < CROK_TRACE_ANGLES; i++)
        for (int k = 0; k < 6; k++)
            wrong +=
                t.at[i].seen &&
                fabs(remainder((double)t.at[i].angle_rad - k, 2.0 * CROK_PI)) *
                        203.2 <
                    8.0;
    /* of 6 x 3 angles that lie under a disc's middle */
    assert_true(wrong <= 2);
    crok_image_free(&img);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_dark_line_is_traced),
        cmocka_unit_test(the_start_may_be_off),
        cmocka_unit_test(a_wide_line_is_traced),
        cmocka_unit_test(a_light_line_is_traced),
        cmocka_unit_test(a_line_of_another_hue_is_traced),
        cmocka_unit_test(the_colour_points_from_wood_to_line),
        cmocka_unit_test(a_ring_without_a_line_has_no_height),
        cmocka_unit_test(angles_outside_the_picture_are_not_seen),
        cmocka_unit_test(covered_angles_are_not_seen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
