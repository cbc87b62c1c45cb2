/* SPDX-License-Identifier: Apache-2.0
 *
 * The counters of printed letters, and discs that have some of their features.
 */
#include "check.h"

#include <math.h>

#include "discs/find/counter.h"

/* Two pixels per mm, straight from above; the candidate is in the middle. */
enum { SIDE = 400 };
#define MID (0.5 * (SIDE - 1))
#define PX_PER_MM 2.0
#define RADIUS_MM 16.0

typedef struct colour {
    uint8_t rgb[3];
} colour;

static const colour wood = {{230, 190, 130}};
static const colour ink = {{40, 30, 30}};
static const colour blue = {{60, 80, 140}};

/* The colour of a scene at a point, mm from the middle. */
typedef colour scene(double x, double y);

/* A letter O, 9 mm wide. */
static colour letter_o(double x, double y)
{
    double r = hypot(x, y);
    return r > RADIUS_MM && r < RADIUS_MM + 9.0 ? ink : wood;
}

/* A letter C: the O is open to the right over a fifth of its length. */
static colour letter_c(double x, double y)
{
    return fabs(atan2(y, x)) < 0.2 * CROK_PI ? wood : letter_o(x, y);
}

/* The second letter of a word: others stand to its left and right. */
static colour letter_in_a_word(double x, double y)
{
    double aside = fabs(x) - 58.0;
    return aside > -RADIUS_MM - 9.0 ? letter_o(aside, y) : letter_o(x, y);
}

static colour plain_disc(double x, double y)
{
    return hypot(x, y) < RADIUS_MM ? ink : wood;
}

/* A disc of the wood's colour in a painted zone, near the zone's edge: the wood
 * goes on beyond the paint. */
static colour disc_in_painted_zone(double x, double y)
{
    if (hypot(x, y) < RADIUS_MM)
        return wood;
    return hypot(x, y - 70.0) < 98.0 ? blue : wood;
}

/* A dark disc between two lines of its colour. */
static colour disc_between_lines(double x, double y)
{
    return fabs(fabs(x) - 35.0) < 2.0 ? ink : plain_disc(x, y);
}

/* A disc of the wood's colour that others touch on two sides. */
static colour disc_among_others(double x, double y)
{
    bool touches = hypot(x - 2.0 * RADIUS_MM, y) < RADIUS_MM ||
                   hypot(x, y - 2.0 * RADIUS_MM) < RADIUS_MM;
    return touches ? blue : wood;
}

/* Straight from above, 10 m high, so that the height of the face does not
 * matter. */
static bool is_counter(scene *at, crok_px middle)
{
    crok_camera cam = {.w_px = SIDE,
                       .h_px = SIDE,
                       .f_px = PX_PER_MM * 1e4,
                       .cx_px = middle.x,
                       .cy_px = middle.y,
                       .rot = {{1, 0, 0, 0, -1, 0, 0, 0, -1}},
                       .t_mm = {0.0, 0.0, 1e4}};
    crok_disc_shape shape = crok_disc_shape_typical(RADIUS_MM, 0.0);
    colour face = at(0.0, 0.0);
    crok_image img = {0};
    crok_err err = {0};
    bool is = false;
    CHECK_STATUS(crok_image_new(SIDE, SIDE, CROK_RGB8, &img, &err), CROK_OK,
                 &err);
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++) {
            colour c =
                at((x - middle.x) / PX_PER_MM, (middle.y - y) / PX_PER_MM);
            for (int k = 0; k < 3; k++)
                crok_image_row(&img, y)[3 * x + k] = c.rgb[k];
        }
    is = crok_is_counter(&img, &cam, &shape, (crok_mm){0.0, 0.0},
                         (crok_rgb){face.rgb[0], face.rgb[1], face.rgb[2]});
    crok_image_free(&img);
    return is;
}

static void the_space_in_a_letter_is_a_counter(void **state)
{
    (void)state;
    assert_true(is_counter(letter_o, (crok_px){MID, MID}));
    assert_true(is_counter(letter_c, (crok_px){MID, MID}));
    assert_true(is_counter(letter_in_a_word, (crok_px){MID, MID}));
}

static void a_disc_is_no_counter(void **state)
{
    (void)state;
    assert_false(is_counter(plain_disc, (crok_px){MID, MID}));
    assert_false(is_counter(disc_in_painted_zone, (crok_px){MID, MID}));
    assert_false(is_counter(disc_between_lines, (crok_px){MID, MID}));
    assert_false(is_counter(disc_among_others, (crok_px){MID, MID}));
}

/* At the edge of the picture the rays inside it decide; in its corner too few
 * of them are left. */
static void the_edge_of_the_picture_is_left_out(void **state)
{
    (void)state;
    assert_true(is_counter(letter_o, (crok_px){MID, 60.0}));
    assert_false(is_counter(letter_o, (crok_px){20.0, 20.0}));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_space_in_a_letter_is_a_counter),
        cmocka_unit_test(a_disc_is_no_counter),
        cmocka_unit_test(the_edge_of_the_picture_is_left_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
