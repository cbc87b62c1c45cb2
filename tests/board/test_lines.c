/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include <string.h>

#include "board/draw_board.h"
#include "board/search/lines.h"

#define OUTER_MM 304.8

static crok_fit_prior prior_of(const crok_camera *cam)
{
    return (crok_fit_prior){.f_px = cam->f_px,
                            .f_rel_sigma = 0.25,
                            .cx_px = cam->cx_px,
                            .cy_px = cam->cy_px,
                            .c_sigma_px = 2.5,
                            .k1_sigma = 0.07};
}

/* A ring fit as the search gives it: these radii, and a camera that is slightly
 * off. */
static crok_ring_fit rings_of(const crok_camera *cam, const double *radius,
                              int n)
{
    double off[CROK_N_CAM] = {0.006, -0.005, 0.0, 1.0, -1.0, 5.0};
    crok_ring_fit fit = {.cam = crok_camera_moved(cam, off), .n_rings = n};
    for (int k = 0; k < n; k++)
        fit.radius[k] = radius[k];
    return fit;
}

/* The best choice of the rings, fitted. */
static crok_status choose_and_fit(const crok_image *img,
                                  const crok_ring_fit *rings,
                                  const crok_fit_prior *prior,
                                  crok_board_lines *out, crok_err *err)
{
    crok_line_choice choice[CROK_MAX_CHOICES];
    int n = crok_board_lines_choose(img, rings, false, choice);
    for (int i = 1; i < n; i++)
        assert_true(choice[i].quality <= choice[i - 1].quality);
    return n == 0
               ? crok_fail(err, CROK_ENOBOARD, "no choice")
               : crok_board_lines_fit(img, rings, &choice[0], prior, out, err);
}

/* Among all circles on a board the three lines are chosen. */
static void the_lines_are_chosen_among_other_rings(void **state)
{
    /* the rail, the surface's edge, a decor ring, the lines, the hole */
    static const double radius[] = {390.0, 330.0, 304.8, 250.0,
                                    203.2, 101.6, 17.46};
    static crok_board_lines l;
    crok_camera cam = draw_camera(640, 480, 0.35, 0.7);
    draw_board b = draw_tournament(&cam);
    crok_fit_prior prior = prior_of(&cam);
    crok_ring_fit rings = rings_of(&cam, radius, 7);
    crok_image img = draw_picture(&b);
    crok_err err = {0};
    (void)state;
    CHECK_STATUS(choose_and_fit(&img, &rings, &prior, &l, &err), CROK_OK, &err);
    assert_int_equal(l.fit.n_rings, CROK_N_LINES);
    assert_false(l.inner_is_step);
    assert_true(l.quality > 0.5 && l.quality <= 1.0);
    CHECK_NEAR(l.fit.radius[0], 1.0, 0.0);
    CHECK_NEAR(l.fit.radius[1] * OUTER_MM, 203.2, 0.2);
    CHECK_NEAR(l.fit.radius[2] * OUTER_MM, 101.6, 0.2);
    CHECK_NEAR(l.fit.rms_px, 0.0, 0.12);
    l.fit.cam.t_mm = crok_vec3_scale(l.fit.cam.t_mm, OUTER_MM);
    CHECK_NEAR(cameras_apart_mm(&cam, &l.fit.cam, OUTER_MM), 0.0, 0.3);
    crok_image_free(&img);
}

/* Each section is a ridge of the width drawn. */
static void sections_show_the_width(void **state)
{
    static const double radius[] = {304.8, 203.2, 101.6};
    static crok_board_lines l;
    (void)state;
    for (int light = 0; light < 2; light++) {
        crok_section s[CROK_N_LINES];
        crok_camera cam = draw_camera(1000, 750, 0.2, 0.7);
        draw_board b = draw_tournament(&cam);
        crok_fit_prior prior = prior_of(&cam);
        crok_ring_fit rings = rings_of(&cam, radius, 3);
        crok_line_width w;
        crok_image img;
        crok_err err = {0};
        b.line_width_mm = 2.6;
        if (light) {
            b.wood = (draw_rgb){60, 45, 40};
            b.line = (draw_rgb){200, 195, 180};
        }
        img = draw_picture(&b);
        CHECK_STATUS(choose_and_fit(&img, &rings, &prior, &l, &err), CROK_OK,
                     &err);
        crok_board_lines_sections(&img, &l, s);
        for (int k = 0; k < CROK_N_LINES; k++) {
            assert_true(s[k].seen);
            CHECK_NEAR(s[k].px_per_unit / OUTER_MM, crok_camera_px_per_mm(&cam),
                       0.05 * crok_camera_px_per_mm(&cam));
            assert_true((s[k].mean[CROK_SECTION_HALF] > s[k].mean[2]) == light);
        }
        w = crok_line_width_estimate(s, CROK_N_LINES, NULL, 0, 1.0);
        print_message("width %.2f +- %.2f mm\n", w.width * OUTER_MM,
                      w.width_sigma * OUTER_MM);
        CHECK_NEAR(w.width * OUTER_MM, 2.6,
                   fmin(0.6, 2.5 * w.width_sigma * OUTER_MM));
        crok_image_free(&img);
    }
}

static void refit_and_retrace_keep_the_lines(void **state)
{
    static const double radius[] = {304.8, 203.2, 101.6};
    static crok_board_lines l;
    crok_camera cam = draw_camera(640, 480, 0.3, 2.0);
    draw_board b = draw_tournament(&cam);
    crok_fit_prior prior = prior_of(&cam);
    crok_ring_fit rings = rings_of(&cam, radius, 3);
    crok_image img = draw_picture(&b);
    crok_camera mm;
    crok_err err = {0};
    (void)state;
    CHECK_STATUS(choose_and_fit(&img, &rings, &prior, &l, &err), CROK_OK, &err);
    prior.radius_rel_sigma = 1e-5;
    for (int k = 0; k < CROK_N_LINES; k++)
        prior.radius[k] = radius[k] / OUTER_MM;
    assert_true(crok_board_lines_refit(&prior, &l));
    CHECK_NEAR(l.fit.radius[2], 101.6 / OUTER_MM, 1e-4);
    assert_true(crok_board_lines_retrace(&img, &prior, &l));
    mm = l.fit.cam;
    mm.t_mm = crok_vec3_scale(mm.t_mm, OUTER_MM);
    CHECK_NEAR(cameras_apart_mm(&cam, &mm, OUTER_MM), 0.0, 0.2);
    crok_image_free(&img);
}

/* A board whose middle is painted up to the inner line. */
static void the_edge_of_a_painted_middle_is_the_inner_line(void **state)
{
    static const double radius[] = {304.8, 203.2, 101.6};
    static crok_board_lines l;
    crok_camera cam = draw_camera(640, 480, 0.2, 2.0);
    draw_board b = draw_tournament(&cam);
    crok_fit_prior prior = prior_of(&cam);
    crok_ring_fit rings = rings_of(&cam, radius, 3);
    crok_image img;
    crok_err err = {0};
    (void)state;
    b.n_rings = 2;
    b.hole_mm = 101.6; /* a wide hole without depth looks like paint */
    b.hole_depth_mm = 0.001;
    b.floor = (draw_rgb){110, 40, 35};
    img = draw_picture(&b);
    CHECK_STATUS(choose_and_fit(&img, &rings, &prior, &l, &err), CROK_OK, &err);
    assert_true(l.inner_is_step);
    /* the ridge filter answers beside a step, by 2.3 mm here */
    CHECK_NEAR(l.fit.radius[1] * OUTER_MM, 203.2, 1.5);
    CHECK_NEAR(l.fit.radius[2] * OUTER_MM, 101.6, 3.0);
    crok_image_free(&img);
}

static void must_refuse(const draw_board *b, const double *radius, int n)
{
    static crok_board_lines l;
    static crok_board_lines before;
    crok_fit_prior prior = prior_of(&b->cam);
    crok_ring_fit rings = rings_of(&b->cam, radius, n);
    crok_image img = draw_picture(b);
    crok_err err = {0};
    memset(&l, 0x33, sizeof l);
    memcpy(&before, &l, sizeof l);
    CHECK_STATUS(choose_and_fit(&img, &rings, &prior, &l, &err), CROK_ENOBOARD,
                 &err);
    assert_memory_equal(&l, &before, sizeof l);
    crok_image_free(&img);
}

/* A ring drawn like the lines is similar to them; wood is not. */
static void a_ring_of_the_same_pen_is_similar_to_the_lines(void **state)
{
    static const double radius[] = {304.8, 203.2, 101.6};
    static crok_board_lines l;
    crok_camera cam = draw_camera(640, 480, 0.2, 2.0);
    draw_board b = draw_tournament(&cam);
    crok_fit_prior prior = prior_of(&cam);
    crok_ring_fit rings = rings_of(&cam, radius, 3);
    crok_image img;
    crok_ring_look pen, wood;
    crok_err err = {0};
    (void)state;
    b.ring_mm[b.n_rings++] = 120.0;
    img = draw_picture(&b);
    CHECK_STATUS(choose_and_fit(&img, &rings, &prior, &l, &err), CROK_OK, &err);
    pen = crok_board_lines_look(&img, &l, 122.0 / OUTER_MM);
    wood = crok_board_lines_look(&img, &l, 0.55);
    assert_true(pen.similarity > 0.7 && pen.round_frac > 0.9);
    CHECK_NEAR(pen.radius * OUTER_MM, 120.0, 0.5);
    assert_true(wood.similarity < 0.3 && wood.round_frac < 0.5);
    assert_true(crok_board_lines_is_inner(101.6 / OUTER_MM));
    assert_false(crok_board_lines_is_inner(203.2 / OUTER_MM));
    assert_true(crok_board_lines_is_middle(203.2 / OUTER_MM));
    assert_false(crok_board_lines_is_middle(101.6 / OUTER_MM));
    crok_image_free(&img);
}

static void rings_that_are_no_lines_are_refused(void **state)
{
    static const double lines[] = {304.8, 203.2, 101.6};
    static const double close[] = {304.8, 280.0, 250.0};
    crok_camera cam = draw_camera(640, 480, 0.2, 2.0);
    draw_board b = draw_tournament(&cam);
    (void)state;

    must_refuse(&b, lines, 2);
    must_refuse(&b, close, 3);
    b.ring_mm[1] = 280.0;
    b.ring_mm[2] = 250.0;

    /* rings predicted where nothing is drawn */
    b.n_rings = 0;
    b.has_quadrants = false;
    must_refuse(&b, lines, 3);
}

/* Lines 300 px in radius, with residuals as a part of that. */
static crok_board_lines seen_lines(double residual, int outer, int middle)
{
    static crok_board_lines l;
    memset(&l, 0, sizeof l);
    l.fit.cam.f_px = 300.0;
    l.fit.cam.t_mm.z = 1.0;
    l.fit.rms_px = 300.0 * residual;
    l.trace[CROK_LINE_OUTER].n_inside = 200;
    l.trace[CROK_LINE_OUTER].n_seen = outer;
    l.trace[CROK_LINE_MIDDLE].n_inside = 240;
    l.trace[CROK_LINE_MIDDLE].n_seen = middle;
    return l;
}

static void half_a_line_is_not_fully_traced(void **state)
{
    static const struct {
        double residual;
        int outer, middle; /* seen, of 200 and 240 */
        bool caught;
    } cases[] = {
        {0.0005, 120, 140, true},  /* hidden by discs, but it fits */
        {0.0016, 190, 230, true},  /* a crooked board's */
        {0.0016, 122, 158, false}, /* a side of them only */
        {0.0016, 190, 158, false}, {0.0016, 122, 230, false},
        {0.0016, 0, 0, false},     {0.0009, 0, 0, true},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        crok_board_lines l =
            seen_lines(cases[i].residual, cases[i].outer, cases[i].middle);
        if (crok_board_lines_are_traced(&l) != cases[i].caught)
            fail_msg("case %zu", i);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_lines_are_chosen_among_other_rings),
        cmocka_unit_test(sections_show_the_width),
        cmocka_unit_test(refit_and_retrace_keep_the_lines),
        cmocka_unit_test(the_edge_of_a_painted_middle_is_the_inner_line),
        cmocka_unit_test(a_ring_of_the_same_pen_is_similar_to_the_lines),
        cmocka_unit_test(rings_that_are_no_lines_are_refused),
        cmocka_unit_test(half_a_line_is_not_fully_traced),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
