/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include "board/draw_board.h"
#include "discs/hole/lean.h"

static const draw_rgb MAROON = {90, 25, 40};

static crok_lean detect(const draw_board *b)
{
    crok_board board = draw_lengths(b);
    crok_image img = draw_picture(b);
    crok_lean out = crok_lean_detect(&img, &b->cam, &board);
    crok_image_free(&img);
    return out;
}

static double fit(const draw_board *b)
{
    return detect(b).fit;
}

static void a_disc_far_over_the_edge_fits(void **state)
{
    (void)state;
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 5; k++) {
            crok_camera cam = draw_close_up(0.2 * i, 1.0 + k);
            draw_board b = draw_tournament(&cam);
            crok_lean l;
            b.floor = (draw_rgb){25, 22, 20};
            b.disc_height_mm = 5.0;
            draw_add_disc(&b, 8.0 * cos(k), 8.0 * sin(k), MAROON);
            l = detect(&b);
            if (l.fit < 0.45)
                fail_msg("tilt %g, %d: %.2f", 0.2 * i, k, l.fit);
            CHECK_NEAR(crok_mm_apart(l.at, b.disc[0].at), 0.0, 2.0);
        }
    }
}

static void a_disc_within_the_hole_does_not_fit(void **state)
{
    (void)state;
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++) {
            crok_camera cam = draw_close_up(0.2 * i, 1.0 + k);
            draw_board b = draw_tournament(&cam);
            b.floor = (draw_rgb){25, 22, 20};
            if (k > 0)
                draw_add_twenty(&b,
                                k == 1 ? MAROON : (draw_rgb){240, 238, 230});
            if (fit(&b) > CROK_LEAN_MIN_FIT)
                fail_msg("tilt %g, %d: %.2f", 0.2 * i, k, fit(&b));
        }
    }
}

/* No circle fits where the region leaves the picture, or for discs too large
 * for the region. */
static void nothing_fits_outside_the_picture(void **state)
{
    crok_camera cam = draw_close_up(0.0, 0.0);
    draw_board b = draw_tournament(&cam);
    (void)state;
    draw_add_disc(&b, 8.0, 0.0, MAROON);
    assert_true(fit(&b) > 0.45);
    b.disc_mm = 19.0;
    CHECK_NEAR(fit(&b), 0.0, 0.0);
    b = draw_tournament(&cam);
    b.cam.cx_px = 20.0;
    CHECK_NEAR(fit(&b), 0.0, 0.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_disc_far_over_the_edge_fits),
        cmocka_unit_test(a_disc_within_the_hole_does_not_fit),
        cmocka_unit_test(nothing_fits_outside_the_picture),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
