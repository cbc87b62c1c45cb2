/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include "random.h"
#include "see/plain.h"

#define SIDE 256
#define RADIUS_PX 106.7

/* A surface with an outline and `letters` bars on it. Its light falls off by
 * `light` grey levels from side to side, and each pixel deviates by `noise`. */
static double frac_of(double light, double noise, int letters)
{
    crok_image img = {0};
    crok_err err = {0};
    rnd g = {7};
    double frac = 0.0;
    CHECK_STATUS(crok_image_new(SIDE, SIDE, CROK_RGB8, &img, &err), CROK_OK,
                 &err);
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++) {
            bool is_letter = y / 12 < letters && x > 40 && x < 216;
            double v = (is_letter ? 60.0 : 180.0) + light * x / SIDE;
            for (int k = 0; k < 3; k++)
                crok_image_row(&img, y)[3 * x + k] = (unsigned char)lround(
                    v - 20.0 * k + noise * rnd_normal(&g));
        }
    frac = crok_plain_frac(&img, RADIUS_PX);
    crok_image_free(&img);
    return frac;
}

static void a_drawing_is_of_one_colour(void **state)
{
    (void)state;
    assert_true(frac_of(0.0, 0.0, 0) > 0.99);
    assert_true(frac_of(0.0, 0.8, 0) > CROK_PLAIN_DRAWN); /* JPEG */
    assert_in_range(100.0 * frac_of(0.0, 0.0, 8), 55, 80);
}

/* Light that falls off by a sixth is enough. */
static void a_lit_board_is_not(void **state)
{
    (void)state;
    assert_true(frac_of(30.0, 0.0, 0) < 0.5 * CROK_PLAIN_DRAWN);
    assert_true(frac_of(30.0, 3.0, 0) < 0.5 * CROK_PLAIN_DRAWN);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_drawing_is_of_one_colour),
        cmocka_unit_test(a_lit_board_is_not),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
