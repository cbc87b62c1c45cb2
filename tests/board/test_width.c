/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include "board/draw_board.h"
#include "board/model/width.h"
#include "board/search/hole.h"

#define OUTER_MM 304.8

/* The cross-section of a line of this width under a Gaussian blur: the
 * difference of two error functions. */
static crok_section section_of(double width_mm, double px_per_mm,
                               double blur_px)
{
    crok_section s = {.seen = true, .px_per_unit = px_per_mm};
    double half = 0.5 * width_mm * px_per_mm;
    for (int i = 0; i < CROK_SECTION_BINS; i++) {
        double d = (i - CROK_SECTION_HALF) * CROK_SECTION_BIN_PX;
        double k = blur_px * sqrt(2.0);
        s.mean[i] = (float)(0.2 + 0.001 * d +
                            0.15 * (erf((d + half) / k) - erf((d - half) / k)));
    }
    return s;
}

static crok_edge_spread edge_of(double blur_px)
{
    crok_edge_spread e = {.weight = 100.0};
    for (int i = 0; i < CROK_SECTION_BINS; i++) {
        double d = (i - CROK_SECTION_HALF) * CROK_SECTION_BIN_PX;
        e.mean[i] = (float)(0.5 * erfc(d / (blur_px * sqrt(2.0))));
    }
    return e;
}

/* For widths, blurs and scales of photos, and with a measured edge, the error
 * is at most 0.12 mm or 2.5 sigma. */
static void a_width_is_measured_through_the_blur(void **state)
{
    static const double width[] = {0.9, 1.6, 2.4, 3.5};
    static const double blur[] = {0.5, 0.9, 1.4};
    static const double scale[] = {1.0, 2.0, 3.0};
    (void)state;
    for (int i = 0; i < 4; i++) {
        for (int j = 0; j < 3; j++) {
            for (int k = 0; k < 3; k++) {
                crok_section s[3] = {section_of(width[i], scale[k], blur[j]),
                                     section_of(width[i], scale[k], blur[j]),
                                     section_of(width[i], scale[k], blur[j])};
                crok_edge_spread e = edge_of(blur[j]);
                crok_line_width w =
                    crok_line_width_estimate(s, 3, &e, OUTER_MM);
                double off = fabs(w.width - width[i]);
                if (off > fmax(0.12, 2.5 * w.width_sigma) || off > 0.6)
                    fail_msg("%g mm at %g px/mm, blur %g: %.3f +- %.3f",
                             width[i], scale[k], blur[j], w.width,
                             w.width_sigma);
            }
        }
    }
}

static void a_sharper_or_larger_picture_has_a_smaller_sigma(void **state)
{
    crok_section far_off = section_of(1.6, 0.8, 1.0);
    crok_section near_by = section_of(1.6, 3.0, 0.6);
    crok_edge_spread soft = edge_of(1.0);
    crok_edge_spread sharp = edge_of(0.6);
    crok_line_width a = crok_line_width_estimate(&far_off, 1, &soft, OUTER_MM);
    crok_line_width b = crok_line_width_estimate(&near_by, 1, &sharp, OUTER_MM);
    crok_line_width c = crok_line_width_estimate(&near_by, 1, NULL, OUTER_MM);
    (void)state;
    assert_true(b.width_sigma < a.width_sigma);
    assert_true(b.width_sigma < c.width_sigma);
    CHECK_NEAR(b.width, 1.6, 0.1);
    /* the assumed edge differs from the picture's: still within 2 sigma */
    CHECK_NEAR(c.width, 1.6, fmin(0.5, 2.0 * c.width_sigma));
}

/* A cross-section with its luminance scaled and shifted. */
static crok_section lit(crok_section s, double factor, double offset)
{
    for (int i = 0; i < CROK_SECTION_BINS; i++)
        s.mean[i] = (float)(factor * (double)s.mean[i] + offset);
    return s;
}

/* A tone curve may flatten the crest of a bright line on a bright board, so the
 * measured edge is ignored there; on a dark board it is used. */
static void a_flattened_line_ignores_the_measured_edge(void **state)
{
    crok_section on_bright = lit(section_of(1.6, 2.0, 0.7), 2.0, 0.0);
    crok_section on_dark = lit(on_bright, 1.0, -0.22);
    crok_edge_spread e = edge_of(0.7);
    crok_line_width bright =
        crok_line_width_estimate(&on_bright, 1, &e, OUTER_MM);
    crok_line_width unaided =
        crok_line_width_estimate(&on_bright, 1, NULL, OUTER_MM);
    crok_line_width dark = crok_line_width_estimate(&on_dark, 1, &e, OUTER_MM);
    (void)state;
    CHECK_NEAR(bright.width, unaided.width, 1e-12);
    CHECK_NEAR(bright.width_sigma, unaided.width_sigma, 1e-12);
    assert_true(dark.width_sigma < 0.8 * unaided.width_sigma);
}

static void without_a_line_the_width_is_typical(void **state)
{
    crok_section none[3] = {{.seen = false}, {.seen = false}, {.seen = false}};
    crok_line_width w = crok_line_width_estimate(none, 3, NULL, OUTER_MM);
    (void)state;
    CHECK_NEAR(w.width, 1.7, 0.2);
    assert_true(w.width_sigma > 0.4);
}

static void a_width_has_the_unit_of_the_radius(void **state)
{
    crok_section s = section_of(1.6, 2.0, 0.7);
    crok_edge_spread e = edge_of(0.7);
    crok_line_width mm = crok_line_width_estimate(&s, 1, &e, OUTER_MM);
    crok_line_width one;
    (void)state;
    s.px_per_unit *= OUTER_MM;
    one = crok_line_width_estimate(&s, 1, &e, 1.0);
    CHECK_NEAR(one.width * OUTER_MM, mm.width, 1e-9);
    CHECK_NEAR(one.width_sigma * OUTER_MM, mm.width_sigma, 1e-9);
}

/* ---- the hole ---- */

static double hole_of(draw_board *b)
{
    crok_image img = draw_picture(b);
    crok_camera unit = b->cam;
    crok_scale_evidence seen = {0};
    crok_hole_edge first = {17.4625 / OUTER_MM, 0.0};
    unit.t_mm = crok_vec3_scale(unit.t_mm, 1.0 / OUTER_MM);
    seen.n_edges = crok_hole_edges(&img, &unit, seen.edge);
    for (int i = 0; i < seen.n_edges; i++)
        if (seen.edge[i].chance > first.chance)
            first = seen.edge[i];
    crok_image_free(&img);
    return first.radius * OUTER_MM;
}

static void a_hole_is_measured(void **state)
{
    static const double radius[] = {15.5, 17.46, 20.0, 22.5};
    (void)state;
    for (int i = 0; i < 4; i++) {
        crok_camera cam = draw_camera(640, 480, 0.15 * i, 1.0 * i);
        draw_board b = draw_tournament(&cam);
        double r = 0.0;
        b.hole_mm = radius[i];
        r = hole_of(&b);
        print_message("hole of %.2f: %.2f mm\n", radius[i], r);
        CHECK_NEAR(r, radius[i], 0.5);
    }
}

/* A pale disc in the hole has more contrast to the dark gap around it than the
 * board has. The edge of the hole is the outer one of the two. */
static void a_disc_in_the_hole_is_not_measured(void **state)
{
    (void)state;
    for (int i = 0; i < 3; i++) {
        crok_camera cam = draw_camera(1600, 1200, 0.1 * i, 1.0 * i);
        draw_board b = draw_tournament(&cam);
        b.wood = (draw_rgb){205, 170, 125};
        b.hole_mm = 19.5;
        draw_add_twenty(&b, (draw_rgb){235, 205, 160});
        CHECK_NEAR(hole_of(&b), 19.5, 0.6);
    }
}

static void without_a_hole_its_radius_is_typical(void **state)
{
    crok_camera cam = draw_camera(640, 480, 0.2, 1.0);
    draw_board b = draw_tournament(&cam);
    (void)state;
    b.hole_mm = 0.0;
    CHECK_NEAR(hole_of(&b), 17.46, 0.1);
    b.cam.cx_px = -2.0; /* and where it is outside the picture */
    b.hole_mm = 20.0;
    CHECK_NEAR(hole_of(&b), 17.46, 0.1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_width_is_measured_through_the_blur),
        cmocka_unit_test(a_sharper_or_larger_picture_has_a_smaller_sigma),
        cmocka_unit_test(a_flattened_line_ignores_the_measured_edge),
        cmocka_unit_test(without_a_line_the_width_is_typical),
        cmocka_unit_test(a_width_has_the_unit_of_the_radius),
        cmocka_unit_test(a_hole_is_measured),
        cmocka_unit_test(a_disc_in_the_hole_is_not_measured),
        cmocka_unit_test(without_a_hole_its_radius_is_typical),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
