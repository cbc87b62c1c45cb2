/* SPDX-License-Identifier: Apache-2.0
 *
 * The colour of a face across which the edge of a shadow runs, and of faces
 * that only look so. */
#include "check.h"

#include <math.h>

#include "discs/outline/face.h"

/* Two pixels per mm, straight from above; the disc is in the middle. */
enum { SIDE = 200 };
#define MID (0.5 * (SIDE - 1))
#define PX_PER_MM 2.0
#define RADIUS_MM 16.0

static const crok_rgb disc_rgb = {200.0, 150.0, 90.0};
static const crok_rgb board_rgb = {120.0, 130.0, 100.0};

/* The place of the edge, mm from the disc's centre; to the right of it the
 * light is multiplied by `by`, and `plus` is added. On the face alone, or on
 * the board too. */
typedef struct edge {
    double at_mm;
    crok_rgb by, plus;
    bool on_board;
} edge;

static uint8_t level(double v)
{
    return (uint8_t)(v < 0.0 ? 0.0 : v > 255.0 ? 255.0 : v + 0.5);
}

static crok_image picture(const edge *e)
{
    crok_image img = {0};
    crok_err err = {0};
    CHECK_STATUS(crok_image_new(SIDE, SIDE, CROK_RGB8, &img, &err), CROK_OK,
                 &err);
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++) {
            double u = (x - MID) / PX_PER_MM, v = (y - MID) / PX_PER_MM;
            bool is_disc = hypot(u, v) < RADIUS_MM;
            bool is_right = u > e->at_mm && (is_disc || e->on_board);
            crok_rgb c = is_disc ? disc_rgb : board_rgb;
            uint8_t *p = crok_image_row(&img, y) + 3 * (ptrdiff_t)x;
            p[0] = level(is_right ? c.r * e->by.r + e->plus.r : c.r);
            p[1] = level(is_right ? c.g * e->by.g + e->plus.g : c.g);
            p[2] = level(is_right ? c.b * e->by.b + e->plus.b : c.b);
        }
    return img;
}

static const crok_disc_shape shape = {.radius_mm = RADIUS_MM};
static const crok_camera cam = {.w_px = SIDE,
                                .h_px = SIDE,
                                .f_px = 1000.0 * PX_PER_MM,
                                .cx_px = MID,
                                .cy_px = MID,
                                .rot = {{1, 0, 0, 0, -1, 0, 0, 0, -1}},
                                .t_mm = {0.0, 0.0, 1000.0}};

static crok_face face_of(const edge *e)
{
    crok_image img = picture(e);
    crok_face f = crok_face_read(&img, &cam, &shape, (crok_mm){0.0, 0.0}, true);
    crok_image_free(&img);
    return f;
}

#define CHECK_RGB(is, want, slack)                                             \
    do {                                                                       \
        CHECK_NEAR((is).r, (want).r, slack);                                   \
        CHECK_NEAR((is).g, (want).g, slack);                                   \
        CHECK_NEAR((is).b, (want).b, slack);                                   \
    } while (0)

/* From most of the face in the light to little of it; the sky's light is bluer.
 */
static void the_lit_part_of_a_face_is_read(void **state)
{
    static const double at_mm[] = {7.0, 2.0, -3.0, -6.0};
    (void)state;
    for (int i = 0; i < 4; i++) {
        edge e = {
            .at_mm = at_mm[i], .by = {0.42, 0.46, 0.50}, .on_board = true};
        crok_face f = face_of(&e);
        CHECK_RGB(f.rgb, disc_rgb, 6.0);
        CHECK_RGB(f.board, board_rgb, 6.0);
        assert_true(f.spread > 5.0);
    }
}

/* A face wholly in shade is read like one wholly lit. */
static void an_even_face_is_read_as_one(void **state)
{
    edge lit = {.at_mm = 100.0};
    edge shaded = {.at_mm = -100.0, .by = {0.5, 0.5, 0.5}, .on_board = true};
    crok_face f = face_of(&lit);
    (void)state;
    CHECK_RGB(f.rgb, disc_rgb, 0.5);
    CHECK_RGB(f.board, board_rgb, 0.5);
    f = face_of(&shaded);
    CHECK_RGB(f.rgb, ((crok_rgb){100.0, 75.0, 45.0}), 0.6);
    CHECK_RGB(f.board, ((crok_rgb){60.0, 65.0, 50.0}), 0.6);
}

/* Glare adds light, print has its own colour, wood varies little: in each case
 * the face's colour is its median. */
static void glare_print_and_grain_are_no_shadows(void **state)
{
    static const edge all[] = {
        {.at_mm = 4.0, .by = {0.5, 0.5, 0.5}, .plus = {120.0, 120.0, 120.0}},
        {.at_mm = 4.0, .by = {0.0, 0.0, 0.0}, .plus = {30.0, 30.0, 90.0}},
        {.at_mm = 4.0, .by = {0.85, 0.85, 0.85}}};
    (void)state;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        crok_face f = face_of(&all[i]);
        CHECK_RGB(f.rgb, disc_rgb, 0.5);
    }
}

/* The lit side is to the left of the edge. Without an edge, or where only print
 * ends, there is no lit side. */
static void the_direction_to_the_lit_part_is_found(void **state)
{
    static const struct {
        edge e;
        double x;
    } table[] = {{{.at_mm = 8.0, .by = {0.5, 0.5, 0.5}, .on_board = true}, -1},
                 {{.at_mm = -8.0, .by = {0.5, 0.5, 0.5}, .on_board = true}, -1},
                 {{.at_mm = 100.0}, 0},
                 {{.at_mm = -100.0, .by = {0.5, 0.5, 0.5}}, 0},
                 {{.at_mm = 4.0, .plus = {30.0, 30.0, 90.0}}, 0}};
    (void)state;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        crok_image img = picture(&table[i].e);
        crok_mm way = crok_face_to_lit(&img, &cam, &shape, (crok_mm){0.0, 0.0});
        crok_mm off =
            crok_face_to_lit(&img, &cam, &shape, (crok_mm){45.0, 0.0});
        crok_image_free(&img);
        CHECK_NEAR(way.x, table[i].x, 0.02);
        CHECK_NEAR(way.y, 0.0, 0.1);
        CHECK_NEAR(off.x, 0.0, 0.0); /* not all in the picture */
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_lit_part_of_a_face_is_read),
        cmocka_unit_test(the_direction_to_the_lit_part_is_found),
        cmocka_unit_test(an_even_face_is_read_as_one),
        cmocka_unit_test(glare_print_and_grain_are_no_shadows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
