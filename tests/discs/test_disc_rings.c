/* SPDX-License-Identifier: Apache-2.0
 *
 * The colours on rings about a disc, and about shapes that only have its
 * outline in part. */
#include "check.h"

#include <math.h>

#include "discs/find/rings.h"

/* Two pixels per mm, straight from above; the shape is in the middle. */
enum { SIDE = 200 };
#define MID (0.5 * (SIDE - 1))
#define PX_PER_MM 2.0
#define RADIUS_MM 16.0

static const uint8_t disc_rgb[3] = {200, 60, 40};
static const uint8_t board_rgb[3] = {120, 130, 100};

/* Is the point, mm from the middle, on the shape? */
typedef bool shape_at(double x, double y);

static bool on_disc(double x, double y)
{
    return hypot(x, y) < RADIUS_MM;
}

/* A letter C: a ring that is open to the right. */
static bool on_letter(double x, double y)
{
    double r = hypot(x, y);
    return r < RADIUS_MM && r > 0.6 * RADIUS_MM && !(x > 0.0 && fabs(y) < 9.0);
}

static bool on_half_a_disc(double x, double y)
{
    return on_disc(x, y) && x < 0.0;
}

static crok_image picture(shape_at *is_on)
{
    crok_image img = {0};
    crok_err err = {0};
    CHECK_STATUS(crok_image_new(SIDE, SIDE, CROK_RGB8, &img, &err), CROK_OK,
                 &err);
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++) {
            bool on = is_on((x - MID) / PX_PER_MM, (y - MID) / PX_PER_MM);
            for (int c = 0; c < 3; c++)
                crok_image_row(&img, y)[3 * x + c] =
                    on ? disc_rgb[c] : board_rgb[c];
        }
    return img;
}

/* A camera 10 m above the surface, so that the height of the face does not
 * matter. */
static const crok_camera above = {.w_px = SIDE,
                                  .h_px = SIDE,
                                  .f_px = PX_PER_MM * 1e4,
                                  .cx_px = MID,
                                  .cy_px = MID,
                                  .rot = {{1, 0, 0, 0, -1, 0, 0, 0, -1}},
                                  .t_mm = {0.0, 0.0, 1e4}};

static bool read(shape_at *is_on, crok_mm at, crok_rings *out)
{
    crok_disc_shape shape = crok_disc_shape_typical(RADIUS_MM, 0.0);
    crok_image img = picture(is_on);
    bool ok = crok_rings_read(&img, &above, &shape, at, out);
    crok_image_free(&img);
    return ok;
}

static void a_disc_is_even_and_its_edge_closed(void **state)
{
    const double step = sqrt(80.0 * 80.0 + 70.0 * 70.0 + 60.0 * 60.0);
    crok_rings r;
    (void)state;
    assert_true(read(on_disc, (crok_mm){0.0, 0.0}, &r));
    for (int k = 0; k < CROK_RINGS; k++)
        CHECK_NEAR(r.spread[k], 0.0, 0.01);
    for (int k = 0; k < CROK_OUTER_RINGS; k++)
        CHECK_NEAR(r.from_face[k],
                   k + CROK_INNER_RINGS < CROK_FACE_RINGS ? 0.0 : step, 0.01);
    CHECK_NEAR(r.weakest, 1.0, 1e-6);
}

static void a_letter_is_uneven_and_open(void **state)
{
    crok_rings r;
    (void)state;
    assert_true(read(on_letter, (crok_mm){0.0, 0.0}, &r));
    assert_true(r.spread[4] > 20.0);
    assert_true(r.from_face[0] > 50.0); /* the ring is no part of the face */
    CHECK_NEAR(r.weakest, 0.0, 0.05);
}

static void half_a_disc_is_open(void **state)
{
    crok_rings r;
    (void)state;
    assert_true(read(on_half_a_disc, (crok_mm){0.0, 0.0}, &r));
    CHECK_NEAR(r.weakest, 0.0, 0.05);
    assert_true(r.spread[1] > 50.0);
}

static void what_is_mostly_outside_the_picture_is_not_read(void **state)
{
    crok_rings r;
    (void)state;
    assert_false(read(on_disc, (crok_mm){-60.0, 0.0}, &r));
    assert_true(read(on_disc, (crok_mm){-40.0, 0.0}, &r));
    CHECK_NEAR(r.from_face[0], 0.0, 0.01); /* there is nothing but board */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_disc_is_even_and_its_edge_closed),
        cmocka_unit_test(a_letter_is_uneven_and_open),
        cmocka_unit_test(half_a_disc_is_open),
        cmocka_unit_test(what_is_mostly_outside_the_picture_is_not_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
