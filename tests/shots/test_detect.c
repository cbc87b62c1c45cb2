/* SPDX-License-Identifier: Apache-2.0
 *
 * What a frame shows, from a segmentation made by hand. */
#include "check.h"

#include <string.h>

#include "shots/played.h"

enum { SIDE = 200 };

static played p; /* for its segmentation */
static uint8_t pixels[3 * SIDE * SIDE];
static const crok_camera above = {.w_px = SIDE,
                                  .h_px = SIDE,
                                  .f_px = 250.0,
                                  .cx_px = SIDE / 2,
                                  .cy_px = SIDE / 2,
                                  .rot = {{1, 0, 0, 0, -1, 0, 0, 0, -1}},
                                  .t_mm = {0.0, 0.0, 1000.0}};

static crok_image painted(const uint8_t rgb[3])
{
    for (size_t i = 0; i < sizeof pixels; i++)
        pixels[i] = rgb[i % 3];
    return (crok_image){pixels, SIDE, SIDE, (size_t)3 * SIDE, CROK_RGB8};
}

/* Does a hole that has this colour hold a disc, where its floor is light? */
static bool is_in_hole(const uint8_t rgb[3])
{
    static const uint8_t light[3] = {200, 180, 140};
    crok_detections found = {.n = 0};
    crok_image img = painted(rgb);
    crok_detect_in_hole(&p.segments, &img, &above, crok_board_tournament(),
                        light, &found);
    if (found.n == 1)
        assert_true(hypot(found.disc[0].at.x, found.disc[0].at.y) < 1e-9);
    return found.n == 1;
}

static void a_disc_in_the_hole_is_told_by_its_colour(void **state)
{
    static const uint8_t same[3] = {190, 175, 140};
    static const uint8_t shade[3] = {130, 117, 91};
    static const uint8_t black[3] = {40, 36, 28};
    crok_rest_sight rest = {.n = 0};
    (void)state;
    played_begin(&p, &rest);
    assert_false(is_in_hole(same));
    assert_false(is_in_hole(shade));
    assert_true(is_in_hole(black));
    assert_true(is_in_hole(played_red));
    /* a dark disc in it looks like a cover, but is no larger than the hole */
    played_show(&p, CROK_SHOWN_COVER, (crok_mm){4.0, 0.0}, 16.0);
    assert_false(crok_is_hole_hidden(&p.segments, crok_board_tournament()));
    assert_true(crok_is_hole_covered(&p.segments, crok_board_tournament()));
    /* a hand hides it */
    played_show(&p, CROK_SHOWN_COVER, (crok_mm){20.0, 0.0}, 25.0);
    assert_false(is_in_hole(played_red));
    assert_true(crok_is_hole_hidden(&p.segments, crok_board_tournament()));
}

static void parts_of_places_are_counted(void **state)
{
    const crok_mm at = {100.0, -50.0};
    crok_rest_sight rest = {.n = 0};
    (void)state;
    played_begin(&p, &rest);
    CHECK_NEAR(crok_bare_part(&p.segments, at, 16.0), 1.0, 1e-9);
    CHECK_NEAR(crok_covered_part(&p.segments, at, 16.0), 0.0, 1e-9);
    played_show(&p, CROK_SHOWN_COVER, (crok_mm){140.0, -50.0}, 40.0);
    assert_true(crok_covered_part(&p.segments, at, 16.0) > 0.3);
    assert_true(crok_covered_part(&p.segments, at, 16.0) < 0.7);
    /* beyond the view nothing is known */
    CHECK_NEAR(crok_covered_part(&p.segments, (crok_mm){900.0, 0.0}, 16.0), 1.0,
               1e-9);
    CHECK_NEAR(crok_bare_part(&p.segments, (crok_mm){900.0, 0.0}, 16.0), 0.0,
               1e-9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_disc_in_the_hole_is_told_by_its_colour),
        cmocka_unit_test(parts_of_places_are_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
