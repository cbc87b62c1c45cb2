/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include "board/draw_board.h"
#include "board/search/painted.h"

#define OUTER_MM 304.8
#define INNER_MM 101.6
#define WIDTH_MM 2.0

/* Lines fitted to the board as it was drawn, the inner one taken so far off. */
static crok_board_lines lines_of(const draw_board *b, double off_mm)
{
    crok_board_lines l = {.fit = {.cam = b->cam, .n_rings = CROK_N_LINES}};
    l.fit.cam.t_mm = crok_vec3_scale(b->cam.t_mm, 1.0 / OUTER_MM);
    for (int k = 0; k < CROK_N_LINES; k++)
        l.fit.radius[k] = b->ring_mm[k] / OUTER_MM;
    l.fit.radius[CROK_LINE_INNER] += off_mm / OUTER_MM;
    return l;
}

/* A board whose middle is of that colour up to so far from its centre. */
static draw_board painted_board(const crok_camera *cam, draw_rgb wood,
                                draw_rgb line, draw_rgb middle, double to_mm)
{
    draw_board b = draw_tournament(cam);
    b.wood = wood;
    b.line = line;
    b.line_width_mm = WIDTH_MM;
    b.decor[b.n_decor++] = (draw_decor){0.5 * to_mm, to_mm, middle};
    draw_add_pegs(&b, (draw_rgb){205, 172, 120});
    return b;
}

static crok_painted measure_in(crok_image img, const draw_board *b,
                               double off_mm, bool is_step)
{
    static crok_board_lines l;
    crok_painted p;
    l = lines_of(b, off_mm);
    l.inner_is_step = is_step;
    p = crok_painted_measure(&img, &l, WIDTH_MM / OUTER_MM);
    crok_image_free(&img);
    return p;
}

static crok_painted measure(const draw_board *b, double off_mm, bool is_step)
{
    return measure_in(draw_picture(b), b, off_mm, is_step);
}

/* Whatever the colours are: ink darker than both, lighter than both, between
 * them, and about the middle's own. */
static void the_line_is_found_between_two_colours(void **state)
{
    static const struct {
        draw_rgb wood, line, middle;
    } of[] = {
        {{205, 170, 120}, {50, 30, 22}, {120, 40, 36}},
        {{60, 80, 130}, {235, 235, 225}, {120, 40, 36}},
        {{60, 80, 130}, {222, 96, 66}, {214, 188, 140}},
        {{205, 170, 120}, {110, 28, 24}, {50, 80, 56}},
        {{205, 170, 120}, {58, 28, 22}, {64, 32, 26}},
    };
    (void)state;
    for (size_t k = 0; k < sizeof of / sizeof of[0]; k++) {
        crok_camera cam = draw_camera(1000, 750, 0.1 + 0.08 * (double)k, 1.0);
        draw_board b =
            painted_board(&cam, of[k].wood, of[k].line, of[k].middle, INNER_MM);
        for (int off = -2; off <= 2; off += 2) {
            crok_painted p = measure(&b, off, true);
            double error = p.radius * OUTER_MM - INNER_MM;
            print_message("colours %zu, off %+d: %+.2f +- %.2f mm\n", k, off,
                          error, p.sigma * OUTER_MM);
            assert_true(p.is_painted);
            CHECK_NEAR(error, 0.0, fmin(0.35, 2.5 * p.sigma * OUTER_MM));
        }
    }
}

/* A lamp shines in the board's middle, where ink and board are paler than about
 * the other lines; the ink is much like the middle's paint. */
static void the_line_is_found_in_glare(void **state)
{
    (void)state;
    for (int k = 0; k < 3; k++) {
        crok_camera cam = draw_camera(1000, 750, 0.1 + 0.08 * k, 1.0);
        draw_board b = painted_board(
            &cam, (draw_rgb){130, 35, 38}, (draw_rgb){190, 150, 60},
            (draw_rgb){180, 155, 115}, INNER_MM + 0.5 * WIDTH_MM);
        crok_image img = draw_picture(&b);
        crok_px at = crok_camera_project(&cam, (crok_vec3){0.0, 0.0, 0.0});
        double reach = 1.5 * INNER_MM * crok_camera_px_per_mm(&cam);
        crok_painted p;
        double error = 0.0;
        draw_cover(&img, &(draw_patch){.at = at,
                                       .rx_px = reach,
                                       .ry_px = reach,
                                       .rgb = {255, 255, 255},
                                       .cover = 0.3});
        p = measure_in(img, &b, 0.0, true);
        error = p.radius * OUTER_MM - INNER_MM;
        print_message("in glare %d: %+.2f +- %.2f mm\n", k, error,
                      p.sigma * OUTER_MM);
        CHECK_NEAR(error, 0.0, fmin(0.6, 2.5 * p.sigma * OUTER_MM));
    }
}

/* Without inner_is_step a painted middle is detected by its cross-section; the
 * edge of a shadow beside the line is not taken for one. */
static void a_painted_middle_is_distinguished_from_a_shadow(void **state)
{
    crok_camera cam = draw_camera(1000, 750, 0.2, 1.0);
    draw_rgb wood = {205, 170, 120};
    draw_rgb line = {50, 30, 22};
    draw_rgb dim = {130, 108, 76};
    draw_board plain = painted_board(&cam, wood, line, wood, INNER_MM);
    draw_board step = painted_board(&cam, wood, line, dim, INNER_MM);
    draw_board shadow = painted_board(&cam, wood, line, dim, INNER_MM - 5.0);
    (void)state;
    assert_false(measure(&plain, 0.0, false).is_painted);
    assert_true(measure(&step, 0.0, false).is_painted);
    assert_false(measure(&shadow, 0.0, false).is_painted);
}

static void a_line_outside_the_picture_is_not_found(void **state)
{
    crok_camera cam = draw_camera(1000, 750, 0.2, 1.0);
    draw_board b =
        painted_board(&cam, (draw_rgb){205, 170, 120}, (draw_rgb){50, 30, 22},
                      (draw_rgb){50, 80, 56}, INNER_MM);
    (void)state;
    b.cam.cx_px = 5000.0;
    assert_false(measure(&b, 0.0, true).is_painted);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_line_is_found_between_two_colours),
        cmocka_unit_test(the_line_is_found_in_glare),
        cmocka_unit_test(a_painted_middle_is_distinguished_from_a_shadow),
        cmocka_unit_test(a_line_outside_the_picture_is_not_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
