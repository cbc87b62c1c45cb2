/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include "board/draw_board.h"
#include "board/model/width.h"
#include "board/search/hole.h"

#define OUTER_MM 304.8

/* ---- sections as a camera makes them ---- */

/* What a camera makes of a step between surfaces: a Gaussian blur, an S-shaped
 * tone curve of this contrast about 0.45. */
typedef struct camera_kind {
    double blur_px, contrast;
} camera_kind;

static double step_at(double d_px, double blur_px)
{
    return 0.5 * erfc(d_px / (blur_px * sqrt(2.0)));
}

/* The value of the picture of a mixture of light. */
static double tone(double light, double contrast)
{
    double u = pow(light, 1.0 / 1.8);
    double low = 1.0 / (1.0 + exp(0.45 * contrast));
    double high = 1.0 / (1.0 + exp(-0.55 * contrast));
    return (1.0 / (1.0 + exp(contrast * (0.45 - u))) - low) / (high - low);
}

/* The cross-section of a line of this width and light on a board. */
static crok_section section_of(double width_mm, double px_per_mm,
                               camera_kind kind, double board, double line)
{
    crok_section s = {.seen = true, .px_per_unit = px_per_mm};
    double half = 0.5 * width_mm * px_per_mm;
    for (int i = 0; i < CROK_SECTION_BINS; i++) {
        double d = (i - CROK_SECTION_HALF) * CROK_SECTION_BIN_PX;
        double in =
            step_at(d - half, kind.blur_px) - step_at(d + half, kind.blur_px);
        s.mean[i] = (float)tone(board + (line - board) * in, kind.contrast);
    }
    return s;
}

/* The edge of a disc of this light on a board. */
static crok_edge_section edge_of(camera_kind kind, double board, double disc)
{
    crok_edge_section e = {.weight = 100.0};
    for (int i = 0; i < CROK_SECTION_BINS; i++) {
        double d = (i - CROK_SECTION_HALF) * CROK_SECTION_BIN_PX;
        double in = step_at(d, kind.blur_px);
        e.mean[i] = (float)tone(board + (disc - board) * in, kind.contrast);
    }
    return e;
}

#define BOARD 0.30
#define DARK 0.03
#define BRIGHT 0.75

static crok_line_width measured(const crok_section *s,
                                const crok_edge_section *e)
{
    const crok_section three[3] = {*s, *s, *s};
    return crok_line_width_estimate(three, 3, e, e == NULL ? 0 : 1, OUTER_MM);
}

/* For widths, blurs and scales of photos and with a measured edge, the error is
 * at most 0.12 mm or 2 sigma. Lines of 2 px and more have no common error where
 * the blur is that of sharp photos. */
static void a_width_is_measured_through_the_blur(void **state)
{
    static const double width[] = {0.9, 1.6, 2.4, 3.5};
    static const double blur[] = {0.5, 0.9, 1.4};
    static const double scale[] = {1.0, 2.0, 3.0};
    double sum = 0.0;
    int n = 0;
    (void)state;
    for (int i = 0; i < 4 * 3 * 3; i++) {
        double w_mm = width[i / 9];
        double px_per_mm = scale[i % 3];
        camera_kind kind = {blur[i / 3 % 3], 2.2};
        crok_section s = section_of(w_mm, px_per_mm, kind, BOARD, DARK);
        crok_edge_section e = edge_of(kind, BOARD, BRIGHT);
        crok_line_width w = measured(&s, &e);
        double off = w.width - w_mm;
        if (w_mm * px_per_mm >= 2.0 && kind.blur_px < 1.0) {
            sum += off;
            n++;
        }
        if (fabs(off) > fmax(0.12, 2.0 * w.width_sigma))
            fail_msg("%g mm at %g px/mm, blur %g: %.3f +- %.3f", w_mm,
                     px_per_mm, kind.blur_px, w.width, w.width_sigma);
    }
    CHECK_NEAR(sum / n, 0.0, 0.05);
}

/* A tone curve of high contrast makes a dark line on a light board wider, and a
 * bright line on a dark one too. A line of 4 px shows its width by itself. */
static void the_tone_curve_does_not_change_a_width(void **state)
{
    static const double contrast[] = {0.5, 2.2, 4.0};
    static const double board[] = {BOARD, 0.10};
    static const double line[] = {DARK, BRIGHT};
    (void)state;
    for (int i = 0; i < 2 * 3; i++) {
        camera_kind kind = {0.8, contrast[i % 3]};
        crok_section s = section_of(2.0, 2.0, kind, board[i / 3], line[i / 3]);
        crok_line_width w = measured(&s, NULL);
        print_message("contrast %g: %.3f +- %.3f mm\n", kind.contrast, w.width,
                      w.width_sigma);
        CHECK_NEAR(w.width, 2.0, 0.10);
    }
}

/* The inner line may be the border of a painted middle: another colour lies on
 * either side of it. */
static void paint_on_one_side_does_not_change_a_width(void **state)
{
    camera_kind kind = {0.8, 2.2};
    crok_section s = section_of(2.0, 2.0, kind, BOARD, DARK);
    crok_line_width w;
    (void)state;
    for (int i = 0; i < CROK_SECTION_BINS; i++) {
        double d = (i - CROK_SECTION_HALF) * CROK_SECTION_BIN_PX;
        double inside = step_at(d + 2.0, kind.blur_px);
        double beyond = 1.0 - step_at(d - 2.0, kind.blur_px);
        s.mean[i] = (float)tone(0.5 * inside + 0.2 * beyond +
                                    DARK * (1.0 - inside - beyond),
                                kind.contrast);
    }
    w = measured(&s, NULL);
    CHECK_NEAR(w.width, 2.0, 0.08);
}

static void a_sharper_or_larger_picture_has_a_smaller_sigma(void **state)
{
    camera_kind blurred = {1.0, 2.2};
    camera_kind clear = {0.6, 2.2};
    crok_section far_off = section_of(1.6, 0.8, blurred, BOARD, DARK);
    crok_section near_by = section_of(1.6, 3.0, clear, BOARD, DARK);
    crok_edge_section soft = edge_of(blurred, BOARD, BRIGHT);
    crok_edge_section sharp = edge_of(clear, BOARD, BRIGHT);
    crok_line_width a = measured(&far_off, &soft);
    crok_line_width b = measured(&near_by, &sharp);
    crok_line_width c = measured(&far_off, NULL);
    (void)state;
    assert_true(b.width_sigma < a.width_sigma);
    assert_true(a.width_sigma < c.width_sigma);
    CHECK_NEAR(b.width, 1.6, 0.1);
    CHECK_NEAR(c.width, 1.6, 2.0 * c.width_sigma);
}

/* A saturated sensor may flatten the crest of a bright line on a bright board,
 * so its width is less certain than that of the same line on a dark one. */
static void a_flattened_line_is_less_certain(void **state)
{
    camera_kind kind = {0.7, 2.2};
    crok_section on_bright = section_of(1.6, 2.0, kind, 0.40, 0.95);
    crok_section on_dark = section_of(1.6, 2.0, kind, 0.10, 0.95);
    (void)state;
    assert_true(measured(&on_dark, NULL).width_sigma <
                0.8 * measured(&on_bright, NULL).width_sigma);
}

static void two_widths_are_combined_by_their_sigmas(void **state)
{
    crok_line_width a = {1.0, 0.1};
    crok_line_width b = {2.0, 0.2};
    crok_line_width exact = {3.0, 0.0};
    crok_line_width c = crok_line_width_combine(a, b);
    (void)state;
    CHECK_NEAR(c.width, 1.2, 1e-12);
    CHECK_NEAR(c.width_sigma, 0.1, 1e-12);
    CHECK_NEAR(crok_line_width_combine(a, exact).width, 3.0, 1e-12);
    CHECK_NEAR(crok_line_width_combine(exact, a).width, 3.0, 1e-12);
    CHECK_NEAR(crok_line_width_combine(exact, a).width_sigma, 0.0, 1e-12);
}

static void without_a_line_the_width_is_typical(void **state)
{
    crok_section none[3] = {{.seen = false}, {.seen = false}, {.seen = false}};
    crok_line_width w = crok_line_width_estimate(none, 3, NULL, 0, OUTER_MM);
    (void)state;
    CHECK_NEAR(w.width, 1.7, 0.2);
    assert_true(w.width_sigma > 0.4);
}

static void a_width_has_the_unit_of_the_radius(void **state)
{
    camera_kind kind = {0.7, 2.2};
    crok_section s = section_of(1.6, 2.0, kind, BOARD, DARK);
    crok_edge_section e = edge_of(kind, BOARD, BRIGHT);
    crok_line_width mm = crok_line_width_estimate(&s, 1, &e, 1, OUTER_MM);
    crok_line_width one;
    (void)state;
    s.px_per_unit *= OUTER_MM;
    one = crok_line_width_estimate(&s, 1, &e, 1, 1.0);
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
        cmocka_unit_test(the_tone_curve_does_not_change_a_width),
        cmocka_unit_test(paint_on_one_side_does_not_change_a_width),
        cmocka_unit_test(a_flattened_line_is_less_certain),
        cmocka_unit_test(two_widths_are_combined_by_their_sigmas),
        cmocka_unit_test(without_a_line_the_width_is_typical),
        cmocka_unit_test(a_width_has_the_unit_of_the_radius),
        cmocka_unit_test(a_hole_is_measured),
        cmocka_unit_test(a_disc_in_the_hole_is_not_measured),
        cmocka_unit_test(without_a_hole_its_radius_is_typical),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
