/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include "board/draw_board.h"
#include "discs/twenty.h"

/* The middle 200 px of a picture of 2000 x 1500. */
static crok_camera close_up(double tilt, double tilt_to)
{
    crok_camera cam = draw_camera(2000, 1500, tilt, tilt_to);
    crok_px p = crok_camera_project(&cam, (crok_vec3){0, 0, 0});
    cam.w_px = cam.h_px = 200;
    cam.cx_px += 100.0 - p.x;
    cam.cy_px += 100.0 - p.y;
    return cam;
}

static crok_hole_view look(const draw_board *b)
{
    crok_image img = draw_picture(b);
    crok_hole_view v = crok_hole_look(&img, &b->cam, b->hole_mm, NULL);
    crok_image_free(&img);
    return v;
}

static const double TILT[] = {0.0, 0.2, 0.4};

static void a_disc_flat_in_the_hole_is_a_twenty(void **state)
{
    static const draw_rgb colour[] = {
        {180, 40, 40}, {235, 230, 220}, {70, 110, 190}};
    (void)state;
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++) {
            crok_camera cam = close_up(TILT[i], 1.0 + k);
            draw_board b = draw_tournament(&cam);
            crok_hole_view v;
            draw_add_twenty(&b, colour[k]);
            v = look(&b);
            if (crok_hole_judge(&v, b.hole_mm, b.disc_mm).content !=
                CROK_HOLE_FLAT)
                fail_msg("tilt %g colour %d: dark %.2f over %.2f radius %.1f",
                         TILT[i], k, v.dark_frac, v.over_frac, v.radius_mm);
            CHECK_NEAR(v.rgb.r, colour[k].r, 8.0);
            CHECK_NEAR(v.rgb.g, colour[k].g, 8.0);
            CHECK_NEAR(v.rgb.b, colour[k].b, 8.0);
            CHECK_NEAR(v.over_frac, 0.0, 0.1);
            CHECK_NEAR(v.centre.x, 0.0, 1.5);
            CHECK_NEAR(v.centre.y, 0.0, 1.5);
        }
    }
}

static void an_empty_hole_is_none(void **state)
{
    static const draw_rgb floor[] = {
        {150, 115, 80}, {60, 50, 45}, {200, 60, 60}};
    (void)state;
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++) {
            crok_camera cam = close_up(TILT[i], 1.0 + k);
            draw_board b = draw_tournament(&cam);
            crok_hole_view v;
            b.floor = floor[k];
            v = look(&b);
            if (crok_hole_judge(&v, b.hole_mm, b.disc_mm).content !=
                CROK_HOLE_EMPTY)
                fail_msg("tilt %g floor %d: dark %.2f over %.2f radius %.1f",
                         TILT[i], k, v.dark_frac, v.over_frac, v.radius_mm);
        }
    }
}

/* What covers the hole's edge is no flat disc in it. */
static void a_disc_over_the_edge_is_no_twenty(void **state)
{
    crok_camera cam = close_up(0.2, 1.0);
    (void)state;
    for (int k = 0; k < 4; k++) {
        draw_board b = draw_tournament(&cam);
        crok_hole_view v;
        draw_add_disc(&b, 9.0 * cos(k), 9.0 * sin(k), (draw_rgb){180, 40, 40});
        v = look(&b);
        if (crok_hole_judge(&v, b.hole_mm, b.disc_mm).content == CROK_HOLE_FLAT)
            fail_msg("%d: dark %.2f over %.2f", k, v.dark_frac, v.over_frac);
        assert_true(v.over_frac > 0.1);
    }
}

static void what_does_not_fit_is_not_in_it(void **state)
{
    crok_hole_view v = {.dark_frac = 1.0, .radius_mm = 15.0, .seen_frac = 0.9};
    (void)state;
    assert_int_equal(crok_hole_judge(&v, 17.5, 15.9).content, CROK_HOLE_FLAT);
    assert_true(crok_hole_judge(&v, 17.5, 15.9).is_sure);
    assert_false(crok_hole_judge(&v, 17.5, 15.9).may_be_empty);
    assert_int_equal(crok_hole_judge(&v, 17.5, 18.0).content, CROK_HOLE_EMPTY);
    v.dark_frac = 0.68; /* a gap, not all round */
    assert_int_equal(crok_hole_judge(&v, 17.5, 15.9).content, CROK_HOLE_FLAT);
    assert_false(crok_hole_judge(&v, 17.5, 15.9).is_sure);
    assert_true(crok_hole_judge(&v, 17.5, 15.9).may_be_empty);
    v.centre.x = 3.5; /* where a flat disc cannot lie: light on the floor */
    assert_int_equal(crok_hole_judge(&v, 17.5, 15.9).content, CROK_HOLE_EMPTY);
    v.centre.x = 0.0;
    v.oval_mm = 0.7; /* what is no circle is not seen from above */
    assert_int_equal(crok_hole_judge(&v, 17.5, 15.9).content,
                     CROK_HOLE_LEANING);
    assert_false(crok_hole_judge(&v, 17.5, 15.9).is_sure);
    v.oval_mm = 0.0;
    v.over_frac = 0.4;
    assert_int_equal(crok_hole_judge(&v, 17.5, 15.9).content,
                     CROK_HOLE_LEANING);
    assert_true(crok_hole_judge(&v, 17.5, 15.9).is_sure);
    v.over_frac = 0.07; /* something over the edge, hardly, and hardly a gap */
    v.seen_frac = 0.5;
    assert_int_equal(crok_hole_judge(&v, 17.5, 15.9).content,
                     CROK_HOLE_LEANING);
    assert_false(crok_hole_judge(&v, 17.5, 15.9).is_sure);
    assert_true(crok_hole_judge(&v, 17.5, 15.9).may_be_empty);
}

static void a_hole_outside_the_picture_is_not_seen(void **state)
{
    crok_camera cam = draw_camera(640, 480, 0.0, 0.0);
    crok_image img = draw_plain(640, 480, (draw_rgb){200, 170, 120});
    crok_hole_view v;
    (void)state;
    cam.cx_px = 3.0;
    v = crok_hole_look(&img, &cam, 17.5, NULL);
    CHECK_NEAR(v.dark_frac, 0.0, 0.0);
    CHECK_NEAR(v.radius_mm, 0.0, 0.0);
    CHECK_NEAR(v.rgb.r, 0.0, 0.0);
    assert_int_equal(crok_hole_judge(&v, 17.5, 15.9).content, CROK_HOLE_EMPTY);
    crok_image_free(&img);
}

/* A disc that touches a twenty covers a part of the hole's edge: it does not
 * make the twenty lean, if it is known. */
static void a_disc_beside_hides_a_part(void **state)
{
    (void)state;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 6; k++) {
            crok_camera cam = close_up(TILT[i], 1.0);
            draw_board b = draw_tournament(&cam);
            crok_mm at = {28.0 * cos(k + 0.3), 28.0 * sin(k + 0.3)};
            crok_hole_beside beside = {.radius_mm = b.disc_mm,
                                       .height_mm = b.disc_height_mm};
            crok_image img;
            crok_hole_view v;
            draw_add_twenty(&b, (draw_rgb){30, 105, 62});
            draw_add_disc(&b, at.x, at.y, (draw_rgb){190, 40, 40});
            crok_hole_put_beside(&beside, at, b.hole_mm);
            crok_hole_put_beside(&beside, (crok_mm){0.5, 0.0}, b.hole_mm);
            crok_hole_put_beside(&beside, (crok_mm){0.0, 90.0}, b.hole_mm);
            assert_int_equal(beside.n, 1);
            img = draw_picture(&b);
            v = crok_hole_look(&img, &b.cam, b.hole_mm, &beside);
            crok_image_free(&img);
            if (crok_hole_judge(&v, b.hole_mm, b.disc_mm).content !=
                CROK_HOLE_FLAT)
                fail_msg("tilt %g place %d: dark %.2f over %.2f seen %.2f",
                         TILT[i], k, v.dark_frac, v.over_frac, v.seen_frac);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_disc_flat_in_the_hole_is_a_twenty),
        cmocka_unit_test(an_empty_hole_is_none),
        cmocka_unit_test(a_disc_over_the_edge_is_no_twenty),
        cmocka_unit_test(a_disc_beside_hides_a_part),
        cmocka_unit_test(what_does_not_fit_is_not_in_it),
        cmocka_unit_test(a_hole_outside_the_picture_is_not_seen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
