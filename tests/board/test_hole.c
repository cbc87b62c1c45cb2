/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include "board/draw_board.h"
#include "board/search/hole.h"

/* The outer line's radius is the unit that a hole is measured in. */
static crok_camera in_outer_radii(const crok_camera *cam)
{
    crok_camera c = *cam;
    double outer_mm = crok_board_tournament()->line_mm[CROK_LINE_OUTER];
    c.t_mm = crok_vec3_scale(c.t_mm, 1.0 / outer_mm);
    return c;
}

/* What the hole of a picture of this board is measured to be, less what it is,
 * as a part of it. */
static double error_of(const draw_board *b)
{
    crok_camera cam = in_outer_radii(&b->cam);
    const crok_board *model = crok_board_tournament();
    crok_image img = draw_picture(b);
    crok_scale_evidence seen = {.model_mm = model->line_mm[CROK_LINE_OUTER]};
    double r = 0.0;
    seen.n_edges = crok_hole_edges(&img, &cam, seen.edge);
    r = crok_scale_of(&seen).hole;
    crok_image_free(&img);
    return r * model->line_mm[CROK_LINE_OUTER] / model->hole_mm - 1.0;
}

/* Felt, bare wood in the shade, steel; from above and from beside. A lens adds
 * up light, not grey levels: a dark hole looks smaller by a third of a pixel.
 */
static void a_hole_is_measured_to_a_third_of_a_millimetre(void **state)
{
    static const draw_rgb floor[] = {
        {120, 24, 32}, {90, 66, 40}, {40, 40, 44}, {200, 170, 120}};
    static const double tilt[] = {0.0, 0.2, 0.4};
    (void)state;
    for (size_t i = 0; i < sizeof floor / sizeof floor[0]; i++)
        for (size_t k = 0; k < sizeof tilt / sizeof tilt[0]; k++) {
            crok_camera cam = draw_camera(1200, 900, tilt[k], 0.7);
            draw_board b = draw_tournament(&cam);
            double e = 0.0;
            b.floor = floor[i];
            e = error_of(&b);
            print_message("floor %zu, tilt %.1f: %+.2f %%\n", i, tilt[k],
                          100.0 * e);
            CHECK_NEAR(e, 0.0, 0.02);
        }
}

/* What covers a part of the edge, or lies beside it, does not count. */
static void discs_about_a_hole_do_not_count(void **state)
{
    static const draw_rgb white = {236, 232, 224};
    crok_camera cam = draw_camera(1200, 900, 0.2, 0.7);
    draw_board b = draw_tournament(&cam);
    (void)state;
    draw_add_disc(&b, 35.0, 0.0, white);
    draw_add_disc(&b, -20.0, -30.0, white);
    CHECK_NEAR(error_of(&b), 0.0, 0.02);
}

/* Where nothing shows, a typical one. */
static void a_board_without_a_hole_has_a_typical_one(void **state)
{
    crok_camera cam = draw_camera(1200, 900, 0.0, 0.7);
    draw_board b = draw_tournament(&cam);
    (void)state;
    b.hole_mm = 0.0;
    CHECK_NEAR(error_of(&b), 0.0, 0.001);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_hole_is_measured_to_a_third_of_a_millimetre),
        cmocka_unit_test(discs_about_a_hole_do_not_count),
        cmocka_unit_test(a_board_without_a_hole_has_a_typical_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
