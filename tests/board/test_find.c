/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include <string.h>

#include "board/draw_board.h"
#include "board/find.h"

static crok_view view_of(const crok_image *img)
{
    return (crok_view){.img = img,
                       .scale = 1.0,
                       .full_w_px = img->w_px,
                       .full_h_px = img->h_px};
}

/* Draw a board and find it; the test fails if it is not found. */
static crok_board_pose found(const draw_board *b)
{
    crok_image img = draw_picture(b);
    crok_view view = view_of(&img);
    crok_board_pose pose;
    crok_err err = {0};
    CHECK_STATUS(crok_board_find(&view, &pose, &err), CROK_OK, &err);
    crok_image_free(&img);
    return pose;
}

/* Check that positions and lengths of the pose are right within these
 * tolerances. */
static void check_pose(const crok_board_pose *p, const draw_board *b,
                       double place_mm)
{
    double apart = cameras_apart_mm(&b->cam, &p->camera, b->ring_mm[0]);
    print_message("%dx%d, tilt %.0f: %.2f mm off, lines %+.2f %+.2f %+.2f, "
                  "width %+.2f (sigma %.2f), rms %.2f px\n",
                  b->cam.w_px, b->cam.h_px,
                  crok_camera_tilt_rad(&b->cam) * 180.0 / CROK_PI, apart,
                  p->board.line_mm[0] - b->ring_mm[0],
                  p->board.line_mm[1] - b->ring_mm[1],
                  p->board.line_mm[2] - b->ring_mm[2],
                  p->board.line_width_mm - b->line_width_mm,
                  p->line_width_sigma_mm, p->rms_px);
    CHECK_NEAR(apart, 0.0, place_mm);
    for (int k = 0; k < CROK_N_LINES; k++)
        CHECK_NEAR(p->board.line_mm[k], b->ring_mm[k], 0.2);
    CHECK_NEAR(p->board.line_width_mm, b->line_width_mm,
               fmin(0.6, 2.0 * p->line_width_sigma_mm));
    CHECK_NEAR(p->board.hole_mm, b->hole_mm, 0.3);
    CHECK_NEAR(p->rms_px, 0.0, 0.15);
    CHECK_NEAR(crok_board_pose_inside_frac(p), 1.0, 0.01);
    CHECK_NEAR(crok_camera_tilt_rad(&p->camera), crok_camera_tilt_rad(&b->cam),
               0.01);
}

/* Positions at many places of the board, in mm, for views from straight above
 * to 32 degrees of tilt, in several directions. (Beyond 36 degrees the search
 * finds wrong places: there the grid of candidate planes ends.) */
static void a_board_is_found_from_any_side(void **state)
{
    static const double tilt[] = {0.0, 10.0, 20.0, 30.0, 32.0};
    (void)state;
    for (size_t i = 0; i < sizeof tilt / sizeof tilt[0]; i++) {
        crok_camera cam =
            draw_camera(640, 480, tilt[i] * CROK_PI / 180.0, 1.3 * (double)i);
        draw_board b = draw_tournament(&cam);
        crok_board_pose p = found(&b);
        check_pose(&p, &b, 0.3);
        assert_int_equal(p.scale, CROK_SCALE_MODEL);
        assert_string_equal(p.board.model, "tournament");
    }
}

/* A board cut out of a larger picture: the principal point is not in the
 * middle, and the focal length is longer than the size of the cut-out suggests.
 */
static void a_board_cut_out_of_a_picture_is_found(void **state)
{
    static const double aside[][2] = {
        {0.0, 0.0}, {0.2, 0.0}, {-0.3, 0.1}, {0.0, 0.25}, {-0.15, -0.2}};
    (void)state;
    for (size_t i = 0; i < sizeof aside / sizeof aside[0]; i++) {
        crok_camera cam = draw_camera(640, 600, 0.32, 1.3 * (double)i);
        draw_board b;
        crok_board_pose p;
        cam.f_px *= 1.6;
        cam.t_mm = crok_vec3_scale(cam.t_mm, 1.6);
        cam.cx_px += aside[i][0] * 640;
        cam.cy_px += aside[i][1] * 640;
        cam.t_mm.x -= aside[i][0] * 640 * cam.t_mm.z / cam.f_px;
        cam.t_mm.y -= aside[i][1] * 640 * cam.t_mm.z / cam.f_px;
        b = draw_tournament(&cam);
        p = found(&b);
        print_message("cut out aside by %.2f %.2f: %.2f mm off\n", aside[i][0],
                      aside[i][1],
                      cameras_apart_mm(&b.cam, &p.camera, b.ring_mm[0]));
        CHECK_NEAR(cameras_apart_mm(&b.cam, &p.camera, b.ring_mm[0]), 0.0, 0.8);
    }
}

/* A board with discs on three of its quadrant lines, at these radii, is found.
 */
static void check_found_under(draw_board *b, const double r_mm[3], draw_rgb rgb)
{
    crok_board_pose p;
    for (int i = 0; i < 3; i++) {
        double a = 0.25 * CROK_PI + 0.5 * CROK_PI * i;
        draw_add_disc(b, r_mm[i] * cos(a), r_mm[i] * sin(a), rgb);
    }
    p = found(b);
    check_pose(&p, b, 0.3);
}

/* Discs cover three of the four outer ends of the quadrant lines. */
static void a_board_with_discs_on_quadrant_line_ends_is_found(void **state)
{
    static const draw_rgb rgb[] = {{60, 45, 40}, {235, 225, 205}};
    (void)state;
    for (int k = 0; k < 2; k++) {
        crok_camera cam = draw_camera(640, 480, 0.4 * k, 1.0 + k);
        draw_board b = draw_tournament(&cam);
        double end = b.ring_mm[0];
        check_found_under(&b, (double[]){end - 10.0, end - 4.0, end + 2.0},
                          rgb[k]);
    }
}

/* One disc covers a quadrant line half-way along it, where the search for its
 * ends starts; others cover two of the inner ends. */
static void a_board_with_a_disc_on_a_quadrant_line_is_found(void **state)
{
    (void)state;
    for (int k = 0; k < 2; k++) {
        crok_camera cam = draw_camera(800, 600, 0.2 * k, 1.0 + k);
        draw_board b = draw_tournament(&cam);
        double end = b.ring_mm[0];
        check_found_under(&b, (double[]){0.79 * end, 0.71 * end, 0.72 * end},
                          (draw_rgb){200, 120, 80});
    }
}

/* In views steeper than the search is made for, a board that is reported must
 * still be right. */
static void a_board_found_in_a_steep_view_is_right(void **state)
{
    int n_found = 0;
    (void)state;
    for (int i = 27; i < 67; i += 2) {
        crok_camera cam = draw_camera(
            640, 560, (32.0 + 0.12 * i) * CROK_PI / 180.0, 0.37 * i);
        draw_board b = draw_tournament(&cam);
        crok_image img = draw_picture(&b);
        crok_view view = view_of(&img);
        crok_board_pose p;
        crok_err err = {0};
        if (crok_board_find(&view, &p, &err) == CROK_OK) {
            n_found++;
            CHECK_NEAR(cameras_apart_mm(&b.cam, &p.camera, b.ring_mm[0]), 0.0,
                       1.5);
        }
        crok_image_free(&img);
    }
    print_message("%d of 20 steep views found\n", n_found);
    assert_true(n_found >= 10);
}

/* A board whose ratios are nearly the model's is not the model: with lens
 * distortion the model's outer and middle line could be made to fit, and the
 * inner one would be 3 mm off. */
static void ratios_near_the_model_are_not_the_model(void **state)
{
    static const double ring_mm[] = {286.8, 191.9, 98.8};
    (void)state;
    for (int i = 0; i < 3; i++) {
        crok_camera cam = draw_camera(960, 720, 0.06 * i, 1.0 + i);
        draw_board b = draw_tournament(&cam);
        crok_board_pose p;
        for (int k = 0; k < CROK_N_LINES; k++)
            b.ring_mm[k] = ring_mm[k];
        p = found(&b);
        assert_string_equal(p.board.model, "measured");
        CHECK_NEAR(p.board.line_mm[CROK_LINE_INNER] /
                       p.board.line_mm[CROK_LINE_OUTER],
                   ring_mm[CROK_LINE_INNER] / ring_mm[CROK_LINE_OUTER], 0.001);
    }
}

/* A board that is not the model: the hole gives the scale, the ratios are
 * measured. The lines are lighter than the wood, and the lens has distortion.
 */
static void a_board_that_is_no_model_is_measured(void **state)
{
    crok_camera cam = draw_camera(720, 640, 0.35, 2.0);
    draw_board b;
    crok_board_pose p;
    (void)state;
    cam.k1 = 0.04;
    b = draw_tournament(&cam);
    b.wood = (draw_rgb){60, 45, 40};
    b.line = (draw_rgb){225, 220, 210};
    b.floor = (draw_rgb){170, 140, 110};
    b.ring_mm[1] = 190.0;
    b.ring_mm[2] = 88.0;
    p = found(&b);
    assert_int_equal(p.scale, CROK_SCALE_HOLE);
    assert_string_equal(p.board.model, "measured");
    CHECK_NEAR(p.board.hole_mm, b.hole_mm, 0.01 * b.hole_mm);
    /* the hole's edge is known to a quarter of a pixel: 1.5 % of the scale */
    CHECK_NEAR(p.board.line_mm[0], 304.8, 0.02 * 304.8);
    for (int k = 1; k < CROK_N_LINES; k++)
        CHECK_NEAR(p.board.line_mm[k] / p.board.line_mm[0],
                   b.ring_mm[k] / b.ring_mm[0], 0.003);
}

static void a_board_with_some_discs_is_found(void **state)
{
    crok_camera cam = draw_camera(720, 540, 0.3, 4.0);
    draw_board b = draw_tournament(&cam);
    crok_board_pose p;
    (void)state;
    for (int i = 0; i < 12; i++)
        draw_add_disc(&b, b.ring_mm[i % 3] * cos(2.1 * i),
                      b.ring_mm[i % 3] * sin(2.1 * i),
                      i % 2 ? (draw_rgb){25, 25, 25} : (draw_rgb){170, 40, 40});
    p = found(&b);
    check_pose(&p, &b, 0.3);
}

/* A board is found in a reduction and refined in a larger one: positions are
 * those of the full picture, and become more accurate. */
static void a_larger_picture_refines_the_pose(void **state)
{
    crok_camera cam = draw_camera(1200, 900, 0.4, 1.0);
    crok_camera half = crok_camera_rescaled(&cam, 2.0, 600, 450);
    draw_board large = draw_tournament(&cam);
    draw_board small = draw_tournament(&half);
    crok_image a = draw_picture(&large);
    crok_image b = draw_picture(&small);
    crok_view view_a = view_of(&a);
    crok_view view_b = {.img = &b,
                        .scale = 2.0,
                        .full_w_px = 1200,
                        .full_h_px = 900,
                        .focal_px = cam.f_px};
    crok_board_pose p;
    crok_err err = {0};
    (void)state;
    CHECK_STATUS(crok_board_find(&view_b, &p, &err), CROK_OK, &err);
    check_pose(&p, &large, 0.3);
    assert_int_equal(p.camera.w_px, 1200);
    /* EXIF's focal length is believed to 4 % */
    CHECK_NEAR(p.camera.f_px, cam.f_px, 0.08 * cam.f_px);
    CHECK_STATUS(crok_board_refine(&view_a, &p, &err), CROK_OK, &err);
    check_pose(&p, &large, 0.2);
    crok_image_free(&a);
    crok_image_free(&b);
}

/* A board in one half of a picture 1280 px wide, seen from straight above; it
 * has k times the tournament board's size. */
static draw_board board_in_half(int half, double k, double line_width_mm,
                                draw_rgb line)
{
    crok_camera cam = draw_camera(1280, 560, 0.0, 0.0);
    draw_board b;
    cam.t_mm.x += (half - 0.5) * 640.0 / crok_camera_px_per_mm(&cam);
    b = draw_tournament(&cam);
    for (int i = 0; i < b.n_rings; i++)
        b.ring_mm[i] *= k;
    b.surface_mm *= k;
    b.rail_mm *= k;
    b.hole_mm *= k;
    b.line_width_mm = line_width_mm;
    b.line = line;
    return b;
}

/* The board with bolder lines is found first; the larger one is reported. */
static void of_two_boards_the_larger_is_found(void **state)
{
    (void)state;
    for (int half = 0; half < 2; half++) {
        draw_board small = board_in_half(half, 0.8, 3.2, (draw_rgb){0, 0, 0});
        draw_board large =
            board_in_half(1 - half, 1.0, 1.6, (draw_rgb){170, 130, 90});
        crok_image img = draw_picture(&large);
        crok_image other = draw_picture(&small);
        crok_view view = view_of(&img);
        crok_board_pose p;
        crok_err err = {0};
        for (int y = 0; y < img.h_px; y++)
            memcpy(crok_image_row(&img, y) + 1920 * half,
                   crok_image_row(&other, y) + 1920 * half, 1920);
        CHECK_STATUS(crok_board_find(&view, &p, &err), CROK_OK, &err);
        check_pose(&p, &large, 0.3);
        assert_true(p.has_another_beside);
        CHECK_STATUS(crok_board_refine(&view, &p, &err), CROK_OK, &err);
        assert_true(p.has_another_beside);
        crok_image_free(&img);
        crok_image_free(&other);
    }
}

/* With room for another board in the picture, but none there, none is reported.
 */
static void a_single_board_has_none_beside(void **state)
{
    draw_board b = board_in_half(0, 1.0, 1.6, (draw_rgb){60, 40, 30});
    (void)state;
    assert_false(found(&b).has_another_beside);
}

/* Paint a round spot of the board, of this radius, in the colour of the wood.
 */
static void wear(crok_image *img, const draw_board *b, crok_mm at,
                 double radius_mm, double cover)
{
    double r_px = radius_mm * crok_camera_px_per_mm(&b->cam);
    draw_patch spot = {.rgb = b->wood, .cover = cover};
    spot.at = crok_camera_project(&b->cam, (crok_vec3){at.x, at.y, 0.0});
    spot.rx_px = spot.ry_px = r_px;
    draw_cover(img, &spot);
}

/* A point of quadrant line k. */
static crok_mm on_quadrant_line(int k, double r_mm)
{
    double a = 0.25 * CROK_PI + 0.5 * CROK_PI * k;
    return (crok_mm){r_mm * cos(a), r_mm * sin(a)};
}

/* All quadrant lines but one are covered. */
static crok_image with_one_quadrant_line(const draw_board *b)
{
    crok_image img = draw_picture(b);
    for (int k = 0; k < 3; k++)
        wear(&img, b, on_quadrant_line(k, 254.0), 49.0, 1.0);
    return img;
}

/* Of each quadrant line a third of its contrast is left, and its ends are worn
 * away. */
static crok_image with_worn_quadrant_lines(const draw_board *b)
{
    static const double bare_mm[] = {212.0, 296.0};
    crok_image img = draw_picture(b);
    for (int k = 0; k < 4; k++) {
        wear(&img, b, on_quadrant_line(k, 254.0), 48.0, 0.65);
        for (size_t i = 0; i < sizeof bare_mm / sizeof bare_mm[0]; i++)
            wear(&img, b, on_quadrant_line(k, bare_mm[i]), 11.0, 1.0);
    }
    return img;
}

static crok_status status_of(crok_image img, const draw_board *b)
{
    crok_view view = view_of(&img);
    crok_board_pose pose;
    crok_err err = {0};
    crok_status st = crok_board_find(&view, &pose, &err);
    crok_image_free(&img);
    if (st == CROK_OK) {
        CHECK_NEAR(cameras_apart_mm(&b->cam, &pose.camera, b->ring_mm[0]), 0.0,
                   0.5);
        CHECK_NEAR(pose.board.line_mm[0], b->ring_mm[0], 0.5);
    }
    return st;
}

/* Pegs prove a board whose quadrant lines do not. Without pegs, or with another
 * ring that may be the outer line, it is refused. */
static void pegs_stand_in_for_quadrant_lines(void **state)
{
    static const draw_rgb steel = {172, 172, 176};
    crok_image (*const draw[])(const draw_board *) = {with_one_quadrant_line,
                                                      with_worn_quadrant_lines};
    (void)state;
    for (size_t i = 0; i < sizeof draw / sizeof draw[0]; i++) {
        crok_camera cam = draw_camera(640, 560, 0.2, 1.0);
        draw_board b = draw_tournament(&cam);
        assert_int_equal(status_of(draw[i](&b), &b), CROK_ENOBOARD);
        draw_add_pegs(&b, steel);
        assert_int_equal(status_of(draw[i](&b), &b), CROK_OK);
        b.ring_mm[b.n_rings++] = 285.0;
        assert_int_equal(status_of(draw[i](&b), &b), CROK_ENOBOARD);
    }
}

/* A board whose lines differ from it by less than the noise of a pixel is found
 * by its strong rings and their means all round. Without lines it is refused,
 * although surface, hole and pegs are there. */
static void lines_fainter_than_the_noise_are_found(void **state)
{
    static const draw_rgb steel = {92, 92, 96};
    static const double tilt[] = {0.02, 0.10, 0.18};
    (void)state;
    for (size_t i = 0; i < sizeof tilt / sizeof tilt[0]; i++) {
        crok_camera cam = draw_camera(800, 600, tilt[i], 1.0 + (double)i);
        draw_board b = draw_tournament(&cam);
        crok_board_pose p;
        b.noise = 5.0;
        b.line = (draw_rgb){b.wood.r - 12, b.wood.g - 12, b.wood.b - 12};
        draw_add_pegs(&b, steel);
        p = found(&b);
        CHECK_NEAR(cameras_apart_mm(&b.cam, &p.camera, b.ring_mm[0]), 0.0, 1.0);
        for (int k = 0; k < CROK_N_LINES; k++)
            CHECK_NEAR(p.board.line_mm[k], b.ring_mm[k], 1.0);
        b.line = b.wood;
        assert_int_equal(status_of(draw_picture(&b), &b), CROK_ENOBOARD);
    }
}

/* A picture smaller than that in which the search looks is enlarged. */
static void a_small_board_is_found(void **state)
{
    crok_camera cam = draw_camera(300, 280, 0.35, 0.5);
    draw_board b = draw_tournament(&cam);
    (void)state;
    assert_int_equal(status_of(draw_picture(&b), &b), CROK_OK);
}

/* A picture without a board is refused, and the pose is left unchanged. */
static void refused(crok_image *img, const char *what, crok_status want)
{
    crok_view view = view_of(img);
    static crok_board_pose pose;
    static crok_board_pose before;
    crok_err err = {0};
    crok_status st = CROK_OK;
    memset(&pose, 0x5A, sizeof pose);
    memcpy(&before, &pose, sizeof pose);
    st = crok_board_find(&view, &pose, &err);
    if (st != want)
        fail_msg("%s: status %d %s", what, (int)st, err.msg);
    assert_int_equal(err.status, st);
    assert_true(strlen(err.msg) > 10);
    if (memcmp(&pose, &before, sizeof pose) != 0)
        fail_msg("%s: the pose was changed", what);
    crok_image_free(img);
}

static const draw_rgb GREY = {128, 130, 126};

static void pictures_without_a_board_are_refused(void **state)
{
    static const int side[][2] = {{1, 1},   {2, 1},   {1, 2},   {3, 3},
                                  {16, 16}, {640, 1}, {1, 640}, {320, 240}};
    crok_image img;
    (void)state;
    for (size_t i = 0; i < sizeof side / sizeof side[0]; i++) {
        for (int k = 0; k < 3; k++) {
            char what[64];
            (void)snprintf(what, sizeof what, "noise %d on %dx%d", 40 * k,
                           side[i][0], side[i][1]);
            img = draw_plain(side[i][0], side[i][1], GREY);
            draw_noise(&img, 40.0 * k, 7 * (uint64_t)k);
            refused(&img, what, CROK_ENOBOARD);
        }
    }
}

static void stripes_are_refused(void **state)
{
    (void)state;
    for (int k = 0; k < 3; k++) {
        crok_image img = draw_plain(320, 240, GREY);
        for (int y = 0; y < img.h_px; y++)
            for (int x = 0; x < img.w_px; x++)
                if ((k == 0 ? x : k == 1 ? y : x + 2 * y) % 24 < 9)
                    memset(crok_image_row(&img, y) + 3 * x, 40, 3);
        draw_noise(&img, 2.0, 3);
        refused(&img, "stripes", CROK_ENOBOARD);
    }
}

/* Rings with radii that no board has are refused. */
static void refuse_rings(const double *ring_mm, int n, const char *what)
{
    crok_camera cam = draw_camera(480, 360, 0.2, 1.0);
    draw_board b = draw_tournament(&cam);
    crok_image img;
    b.n_rings = n;
    b.has_quadrants = false;
    b.hole_mm = 0.0;
    b.surface_mm = 1e4;
    for (int k = 0; k < n; k++)
        b.ring_mm[k] = ring_mm[k];
    img = draw_picture(&b);
    refused(&img, what, CROK_ENOBOARD);
}

static void rings_of_something_else_are_refused(void **state)
{
    static const double one[] = {250};
    static const double two[] = {300, 100};
    static const double to_the_bull[] = {300, 250, 200, 150, 100, 50};
    static const double with_a_disc[] = {310, 250, 190, 130, 70};
    (void)state;
    refuse_rings(one, 1, "a circle");
    refuse_rings(two, 2, "two circles");
    /* a target has a board's rings, but no lines between quadrants */
    refuse_rings(to_the_bull, 6, "a target of six rings");
    refuse_rings(with_a_disc, 5, "a target of five rings");
}

/* A target: a cross, and three steps of colour where a board has its lines. */
static void a_painted_target_with_a_cross_is_refused(void **state)
{
    (void)state;
    for (int k = 0; k < 4; k++) {
        crok_camera cam = draw_camera(640, 480, 0.1 * k, 1.0 + k);
        draw_board b = draw_tournament(&cam);
        crok_image img;
        b.n_rings = 0;
        b.ring_mm[CROK_LINE_MIDDLE] = k % 2 ? 0.0 : 203.2; /* the cross' */
        b.hole_mm = 0.0;
        b.surface_mm = 304.8;
        b.rail_mm = 0.0;
        b.wood = (draw_rgb){200, 40, 40};
        b.decor[b.n_decor++] = (draw_decor){50.8, 101.6, {235, 200, 60}};
        b.decor[b.n_decor++] = (draw_decor){152.4, 101.6, {60, 90, 200}};
        img = draw_picture(&b);
        refused(&img, "a target with a cross", CROK_ENOBOARD);
    }
}

/* A middle painted in nearly the line's colour: only the edge of the paint is
 * visible, and the inner line gets the model's radius. */
static void a_painted_middle_keeps_the_model_s_inner_line(void **state)
{
    (void)state;
    for (int k = 0; k < 4; k++) {
        crok_camera cam = draw_camera(1200, 900, 0.1 + 0.1 * k, 1.0 + k);
        draw_board b = draw_tournament(&cam);
        crok_view view = {.full_w_px = 1200, .full_h_px = 900, .scale = 1.0};
        crok_image img;
        crok_board_pose pose;
        crok_err err = {0};
        b.decor[b.n_decor++] = (draw_decor){50.8, 101.6, {64, 32, 26}};
        b.line = (draw_rgb){58, 28, 22};
        draw_add_pegs(&b, (draw_rgb){205, 172, 120});
        img = draw_picture(&b);
        view.img = &img;
        CHECK_STATUS(crok_board_find(&view, &pose, &err), CROK_OK, &err);
        assert_int_equal(pose.scale, CROK_SCALE_MODEL);
        CHECK_NEAR(pose.board.line_mm[CROK_LINE_INNER], 101.6, 0.3);
        CHECK_NEAR(pose.line_sigma_mm[CROK_LINE_INNER], 0.25, 0.15);
        crok_image_free(&img);
    }
}

/* The camera is turned aside until this part of the board is outside the
 * picture. */
static void check_cut(double part, crok_status want)
{
    crok_camera cam = draw_camera(480, 360, 0.15, 1.0);
    draw_board b;
    crok_image img;
    cam.cx_px += part * 2.0 * 304.8 * crok_camera_px_per_mm(&cam) + 84.0;
    b = draw_tournament(&cam);
    img = draw_picture(&b);
    refused(&img, "a board cut off", want);
}

static void a_board_cut_off_is_refused(void **state)
{
    (void)state;
    check_cut(0.30, CROK_ECUTOFF);
    check_cut(0.40, CROK_ECUTOFF);
    check_cut(0.60, CROK_ENOBOARD); /* no three rings to be seen */
    check_cut(1.10, CROK_ENOBOARD);
}

/* Boards that the camera sees from the side, with and without EXIF, of short
 * and long focal lengths. */
static void a_board_seen_from_the_side_is_found(void **state)
{
    (void)state;
    for (int k = 0; k < 6; k++) {
        double tilt_rad = (38.0 + 4.0 * (k % 3)) * CROK_PI / 180.0;
        crok_camera cam = draw_camera(1600, 1200, tilt_rad, 0.9 * k);
        crok_view view = {.full_w_px = 1600, .full_h_px = 1200, .scale = 1.0};
        draw_board b;
        crok_image img;
        crok_board_pose pose;
        crok_err err = {0};
        cam.f_px *= k % 2 == 0 ? 1.0 : 1.6;
        cam.t_mm.z *= k % 2 == 0 ? 1.0 : 1.6;
        view.focal_px = k < 3 ? 0.0 : cam.f_px;
        b = draw_tournament(&cam);
        draw_add_pegs(&b, (draw_rgb){58, 28, 22});
        img = draw_picture(&b);
        view.img = &img;
        CHECK_STATUS(crok_board_find(&view, &pose, &err), CROK_OK, &err);
        CHECK_NEAR(crok_camera_view_rad(&pose.camera),
                   crok_camera_view_rad(&cam), 0.01);
        CHECK_NEAR(pose.board.line_mm[CROK_LINE_MIDDLE], 203.2, 0.5);
        crok_image_free(&img);
    }
}

static void check_view(double deg, const char *words)
{
    crok_camera cam = draw_camera(1200, 900, deg * CROK_PI / 180.0, 1.0);
    crok_err err = {0};
    cam.t_mm.x = cam.t_mm.y = 0.0; /* the axis meets the board's centre */
    CHECK_NEAR(crok_camera_view_rad(&cam), deg * CROK_PI / 180.0, 1e-9);
    assert_int_equal(crok_board_check_view(&cam, &err),
                     words == NULL ? CROK_OK : CROK_ENOBOARD);
    if (words != NULL)
        assert_non_null(strstr(err.msg, words));
}

static void beyond_the_limit_the_angle_is_the_reason(void **state)
{
    (void)state;
    check_view(0.0, NULL);
    check_view(CROK_MAX_VIEW_DEG, NULL);
    check_view(57.0, "at 57 degrees from straight above, at most 50");
    check_view(75.0, "at 75 degrees");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_board_is_found_from_any_side),
        cmocka_unit_test(a_board_cut_out_of_a_picture_is_found),
        cmocka_unit_test(a_board_with_discs_on_quadrant_line_ends_is_found),
        cmocka_unit_test(a_board_with_a_disc_on_a_quadrant_line_is_found),
        cmocka_unit_test(a_board_found_in_a_steep_view_is_right),
        cmocka_unit_test(ratios_near_the_model_are_not_the_model),
        cmocka_unit_test(a_board_that_is_no_model_is_measured),
        cmocka_unit_test(a_board_with_some_discs_is_found),
        cmocka_unit_test(a_larger_picture_refines_the_pose),
        cmocka_unit_test(of_two_boards_the_larger_is_found),
        cmocka_unit_test(a_single_board_has_none_beside),
        cmocka_unit_test(pegs_stand_in_for_quadrant_lines),
        cmocka_unit_test(lines_fainter_than_the_noise_are_found),
        cmocka_unit_test(a_small_board_is_found),
        cmocka_unit_test(pictures_without_a_board_are_refused),
        cmocka_unit_test(stripes_are_refused),
        cmocka_unit_test(rings_of_something_else_are_refused),
        cmocka_unit_test(a_painted_target_with_a_cross_is_refused),
        cmocka_unit_test(a_painted_middle_keeps_the_model_s_inner_line),
        cmocka_unit_test(a_board_cut_off_is_refused),
        cmocka_unit_test(a_board_seen_from_the_side_is_found),
        cmocka_unit_test(beyond_the_limit_the_angle_is_the_reason),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
