/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include "board/draw_board.h"
#include "board/texture.h"

static const crok_mm print_a[] = {
    {70, 150}, {-40, 260}, {-150, 20}, {250, -60}, {40, -140}};
static const crok_mm print_b[] = {
    {150, 150}, {-140, 160}, {-50, 60}, {50, -260}, {170, -140}};
static const draw_rgb ink = {60, 40, 35};
static const crok_texture_mask nothing = {.n = 0};

/* The pattern of a board with print, in the picture of a camera. */
static crok_texture texture_of(const crok_camera *cam, const crok_mm *print,
                               int n, uint64_t seed)
{
    draw_board b = draw_tournament(cam);
    crok_image img;
    crok_texture out;
    crok_err err = {0};
    b.seed = seed;
    img = draw_picture(&b);
    draw_spots(&img, cam, print, n, 10.0, ink);
    CHECK_STATUS(crok_texture_read(&img, cam, crok_board_tournament(), &nothing,
                                   &out, &err),
                 CROK_OK, &err);
    crok_image_free(&img);
    return out;
}

static void a_turned_board_is_registered(void **state)
{
    const crok_camera above = draw_camera(900, 900, 0.1, 0.3);
    crok_texture a = texture_of(&above, print_a, 5, 1);
    (void)state;
    for (int k = 0; k < 4; k++) {
        /* the same board, seen from elsewhere, in a frame turned by k quarters:
         * its print is at the points turned back */
        crok_camera tilted = draw_camera(1000, 800, 0.4, 2.0);
        crok_mm print[5];
        crok_texture b;
        crok_texture_match m;
        for (int i = 0; i < 5; i++)
            print[i] = crok_texture_turned(print_a[i], 4 - k);
        b = texture_of(&tilted, print, 5, 2);
        m = crok_texture_register(&a, &b, crok_board_tournament());
        assert_int_equal(m.turn, k);
        assert_true(m.correlation > 0.8);
        assert_true(m.pattern > 5.0);
    }
}

static void another_print_does_not_correlate(void **state)
{
    const crok_camera cam = draw_camera(900, 900, 0.1, 0.3);
    crok_texture a = texture_of(&cam, print_a, 5, 1);
    crok_texture b = texture_of(&cam, print_b, 5, 2);
    (void)state;
    assert_true(
        crok_texture_register(&a, &b, crok_board_tournament()).correlation <
        0.2);
}

static void what_a_disc_hides_is_unknown_and_then_added(void **state)
{
    const crok_camera cam = draw_camera(900, 900, 0.1, 0.3);
    const crok_mm at = {70, 150};
    const crok_texture_mask mask = {.n = 1, .at = &at, .reach_mm = 25.0};
    draw_board b = draw_tournament(&cam);
    crok_image img = draw_picture(&b);
    crok_texture hidden;
    crok_texture bare = texture_of(&cam, print_a, 5, 3);
    crok_err err = {0};
    int n_unknown = 0;
    int n_after = 0;
    (void)state;
    CHECK_STATUS(crok_texture_read(&img, &cam, crok_board_tournament(), &mask,
                                   &hidden, &err),
                 CROK_OK, &err);
    for (int i = 0; i < CROK_TEXTURE_SIZE; i++)
        n_unknown += hidden.cell[i] == 0 && bare.cell[i] != 0;
    /* a circle of 25 mm in cells of 3.2 mm */
    CHECK_NEAR(n_unknown, CROK_PI * 25.0 * 25.0 / (3.17 * 3.17), 15.0);
    crok_texture_add(&hidden, 1, &bare, 0);
    for (int i = 0; i < CROK_TEXTURE_SIZE; i++)
        n_after += hidden.cell[i] == 0 && bare.cell[i] != 0;
    assert_int_equal(n_after, 0);
    crok_image_free(&img);
}

/* The bare board looks like its print, and not like a disc on it. */
static void print_correlates_and_a_disc_does_not(void **state)
{
    const crok_camera cam = draw_camera(900, 900, 0.2, 1.0);
    const crok_board *board = crok_board_tournament();
    crok_texture a = texture_of(&cam, print_a, 5, 1);
    const crok_mm on_line = {-250.0, -160.0};
    draw_board b = draw_tournament(&cam);
    crok_image img;
    (void)state;
    b.seed = 9;
    /* discs on print, and on the outer line where no print is */
    draw_add_disc(&b, on_line.x, on_line.y, (draw_rgb){60, 90, 200});
    draw_add_disc(&b, print_a[1].x + 6.0, print_a[1].y,
                  (draw_rgb){60, 90, 200});
    img = draw_picture(&b);
    draw_spots(&img, &cam, print_a, 1, 10.0, ink);
    assert_true(crok_texture_correlation(
                    &a, 0, &img, &cam, board,
                    (crok_texture_circle){print_a[0], 21.0}) > 0.8);
    assert_true(crok_texture_correlation(
                    &a, 0, &img, &cam, board,
                    (crok_texture_circle){print_a[1], 21.0}) < 0.6);
    assert_true(crok_texture_correlation(&a, 0, &img, &cam, board,
                                         (crok_texture_circle){on_line, 21.0}) <
                0.3);
    /* no pattern there, and beyond the picture */
    CHECK_NEAR(crok_texture_correlation(
                   &a, 0, &img, &cam, board,
                   (crok_texture_circle){(crok_mm){4000.0, 0.0}, 21.0}),
               0.0, 0.0);
    crok_image_free(&img);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_turned_board_is_registered),
        cmocka_unit_test(another_print_does_not_correlate),
        cmocka_unit_test(what_a_disc_hides_is_unknown_and_then_added),
        cmocka_unit_test(print_correlates_and_a_disc_does_not),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
