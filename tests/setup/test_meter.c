/* SPDX-License-Identifier: Apache-2.0
 *
 * The figures of a second of drawn pictures against what was drawn: image
 * scale, tilt, rate, repeated pictures, flicker, sway. */
#include "check.h"

#include <math.h>
#include <string.h>

#include "board/draw_board.h"
#include "setup/meter.h"

enum { W = 960, H = 720, LONG = W + 64, HIGH = H + 64 };

/* A film: one drawn picture, larger than the frames, which show a part of it
 * that moves, in a light that changes. */
typedef struct film {
    crok_image whole;  /* owned: LONG x HIGH */
    crok_image frame;  /* owned: W x H */
    crok_image luma;   /* owned: reduced */
    crok_meter *meter; /* owned */
    double px_per_mm, tilt_rad;
    uint64_t seed;
} film;

static film film_of(double tilt_rad)
{
    crok_camera cam = draw_camera(LONG, HIGH, tilt_rad, 0.7);
    draw_board b = draw_tournament(&cam);
    film f = {.px_per_mm = crok_camera_px_per_mm(&cam),
              .tilt_rad = crok_camera_tilt_rad(&cam)};
    crok_err err = {0};
    b.noise = 0.0;
    f.whole = draw_picture(&b);
    CHECK_STATUS(crok_image_new(W, H, CROK_RGB8, &f.frame, &err), CROK_OK,
                 &err);
    CHECK_STATUS(crok_image_new(W / CROK_ENGINE_LUMA, H / CROK_ENGINE_LUMA,
                                CROK_GRAY8, &f.luma, &err),
                 CROK_OK, &err);
    CHECK_STATUS(crok_meter_new(&f.meter, &err), CROK_OK, &err);
    return f;
}

static void film_free(film *f)
{
    crok_image_free(&f->whole);
    crok_image_free(&f->frame);
    crok_image_free(&f->luma);
    crok_meter_free(&f->meter);
}

static crok_status colour(void *context, int reduce, crok_image *out,
                          crok_err *err)
{
    const film *f = context;
    assert_int_equal(reduce, 1);
    return crok_image_copy(&f->frame, out, err);
}

/* Copy the part of the whole picture whose top left corner is (x, y), in this
 * light. */
static void set_frame(film *f, int x, int y, double light)
{
    for (int v = 0; v < H; v++) {
        const uint8_t *from = crok_image_row(&f->whole, v + y) + 3 * (size_t)x;
        uint8_t *to = crok_image_row(&f->frame, v);
        for (int i = 0; i < 3 * W; i++)
            to[i] = (uint8_t)fmin(light * from[i] + 0.5, 255.0);
    }
}

static void set_luma(film *f)
{
    const int n = CROK_ENGINE_LUMA;
    for (int v = 0; v < f->luma.h_px; v++)
        for (int u = 0; u < f->luma.w_px; u++) {
            float sum = 0.0F;
            for (int i = 0; i < n * n; i++) {
                const uint8_t *p = crok_image_row(&f->frame, n * v + i / n) +
                                   3 * (size_t)(n * u + i % n);
                float rgb[3] = {p[0], p[1], p[2]};
                sum += crok_luma(rgb) / (float)(n * n);
            }
            crok_image_row(&f->luma, v)[u] = (uint8_t)(sum + 0.5F);
        }
}

/* Give the meter a picture. */
static void feed(film *f, double t_s, int x, int y, double light, double noise)
{
    crok_engine_frame frame = {.luma = &f->luma,
                               .t_ns = (int64_t)(t_s * 1e9),
                               .w_px = W,
                               .h_px = H,
                               .colour = colour,
                               .context = f};
    crok_err err = {0};
    set_frame(f, x, y, light);
    if (noise > 0.0)
        draw_noise(&f->frame, noise, ++f->seed);
    set_luma(f);
    CHECK_STATUS(crok_meter_feed(f->meter, &frame, 0, &err), CROK_OK, &err);
}

static crok_setup report(film *f, bool is_recorded)
{
    static crok_setup s;
    crok_meter_source source = {.words = "", .is_recorded = is_recorded};
    crok_err err = {0};
    CHECK_STATUS(crok_meter_report(f->meter, &source, &s, &err), CROK_OK, &err);
    return s;
}

static void scale_tilt_and_noise_are_those_drawn(void **unused)
{
    film f = film_of(0.35);
    crok_setup s;
    (void)unused;
    for (int i = 0; i <= 10; i++)
        feed(&f, 0.1 * i, 32, 32, 1.0, 3.0);
    assert_true(crok_meter_is_due(f.meter));
    s = report(&f, false);
    assert_false(crok_meter_is_due(f.meter));
    assert_true(s.has_board);
    CHECK_NEAR(s.px_per_mm, f.px_per_mm, 0.02 * f.px_per_mm);
    CHECK_NEAR(s.tilt_rad, f.tilt_rad, 0.06);
    assert_true(s.least_px_per_mm < 0.95 * s.px_per_mm);
    CHECK_NEAR(s.noise, 3.0 * 0.668, 0.4);
    CHECK_NEAR(s.fps, 10.0, 1e-6);
    CHECK_NEAR(s.repeated_frac, 0.0, 1e-9);
    film_free(&f);
}

static void repeated_pictures_do_not_count_for_the_rate(void **unused)
{
    film f = film_of(0.1);
    crok_setup s;
    (void)unused;
    for (int i = 0; i <= 20; i++)
        feed(&f, 0.05 * i, 32, 32, i / 2 % 2 == 0 ? 1.0 : 0.97, 0.0);
    s = report(&f, false);
    CHECK_NEAR(s.repeated_frac, 0.5, 0.03);
    CHECK_NEAR(s.fps, 10.0, 0.6);
    for (int i = 21; i <= 40; i++)
        feed(&f, 0.05 * i, 32, 32, i / 2 % 2 == 0 ? 1.0 : 0.97, 0.0);
    s = report(&f, true);
    CHECK_NEAR(s.fps, 20.0, 1e-6);
    film_free(&f);
}

static void the_flicker_is_that_of_the_lamp(void **unused)
{
    static const double range[] = {0.02, 0.04, 0.2};
    film f = film_of(0.1);
    double t_s = 0.0;
    (void)unused;
    for (int k = 0; k < 3; k++) {
        crok_setup s;
        for (int i = 0; i < 20; i++, t_s += 0.05)
            feed(&f, t_s, 32, 32,
                 0.8 * (1.0 + 0.5 * range[k] * (i % 2 == 0 ? -1.0 : 1.0)), 1.0);
        s = report(&f, false);
        CHECK_NEAR(s.flicker_frac, range[k], 0.1 * range[k] + 0.005);
        assert_true(k == 2 ? s.jumped_frac > 0.3 : s.jumped_frac < 0.01);
    }
    film_free(&f);
}

/* The camera swings by 6 px to and fro; a still one does not. */
static void the_sway_is_that_of_the_camera(void **unused)
{
    film f = film_of(0.1);
    double t_s = 0.0;
    crok_setup s;
    (void)unused;
    for (int i = 0; i <= 10; i++, t_s += 0.1)
        feed(&f, t_s, 32, 32, 1.0, 1.0);
    s = report(&f, false); /* finds the board */
    for (int i = 0; i < 10; i++, t_s += 0.1)
        feed(&f, t_s, 32, 32, 1.0, 1.0);
    s = report(&f, false);
    CHECK_NEAR(s.sway_px, 0.0, 0.3);
    for (int i = 0; i < 10; i++, t_s += 0.1)
        feed(&f, t_s, 32 + (i % 2 == 0 ? 3 : -3), 32, 1.0, 1.0);
    s = report(&f, false);
    CHECK_NEAR(s.sway_px, 6.0, 0.5);
    CHECK_NEAR(s.unfollowed_frac, 0.0, 1e-9);
    film_free(&f);
}

/* The board is found where the camera was moved to. */
static void a_camera_that_was_moved_is_measured_where_it_is(void **unused)
{
    film f = film_of(0.1);
    double t_s = 0.0;
    crok_px centre;
    crok_px moved;
    crok_setup s;
    (void)unused;
    for (int i = 0; i <= 10; i++, t_s += 0.1)
        feed(&f, t_s, 0, 0, 1.0, 1.0);
    s = report(&f, false);
    centre = crok_camera_project(&s.pose.camera, (crok_vec3){0.0, 0.0, 0.0});
    for (int i = 0; i < 10; i++, t_s += 0.1)
        feed(&f, t_s, 60, 40, 1.0, 1.0);
    s = report(&f, false);
    assert_true(s.has_board);
    moved = crok_camera_project(&s.pose.camera, (crok_vec3){0.0, 0.0, 0.0});
    CHECK_NEAR(moved.x - centre.x, -60.0, 1.0);
    CHECK_NEAR(moved.y - centre.y, -40.0, 1.0);
    film_free(&f);
}

static void a_dark_picture_and_an_empty_second_are_said(void **unused)
{
    film f = film_of(0.1);
    crok_setup s = report(&f, false);
    (void)unused;
    assert_int_equal(s.first, CROK_DEFECT_NO_PICTURES);
    for (int i = 0; i <= 10; i++)
        feed(&f, 0.1 * i, 32, 32, 0.05, 0.5);
    s = report(&f, false);
    assert_int_equal(s.first, CROK_DEFECT_DARK);
    film_free(&f);
}

static void a_picture_without_a_board_is_said(void **unused)
{
    film f = film_of(0.1);
    crok_setup s;
    (void)unused;
    memset(f.whole.data, 120, f.whole.stride_bytes * HIGH);
    for (int i = 0; i <= 10; i++)
        feed(&f, 0.1 * i, 32, 32, 1.0, 2.0);
    s = report(&f, false);
    assert_false(s.has_board);
    assert_int_equal(s.first, CROK_DEFECT_NO_BOARD);
    assert_true(s.board_words[0] != '\0');
    assert_true(isnan(s.px_per_mm));
    film_free(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scale_tilt_and_noise_are_those_drawn),
        cmocka_unit_test(repeated_pictures_do_not_count_for_the_rate),
        cmocka_unit_test(the_flicker_is_that_of_the_lamp),
        cmocka_unit_test(the_sway_is_that_of_the_camera),
        cmocka_unit_test(a_camera_that_was_moved_is_measured_where_it_is),
        cmocka_unit_test(a_dark_picture_and_an_empty_second_are_said),
        cmocka_unit_test(a_picture_without_a_board_is_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
