/* SPDX-License-Identifier: Apache-2.0
 *
 * The figures of a single picture against the board that was drawn, the number
 * of open calls against its formula, and which defect is named. */
#include "check.h"

#include <cjson/cJSON.h>
#include <string.h>

#include "board/draw_board.h"
#include "board/find.h"
#include "board/sharpness.h"
#include "setup/calls.h"
#include "setup/figures.h"
#include "setup/record.h"
#include "setup/steadiness.h"

#define OUTER_MM 304.8

/* A pose without errors: the camera and the board that were drawn. */
static crok_board_pose exact_pose(const crok_camera *cam)
{
    return (crok_board_pose){.board = *crok_board_tournament(), .camera = *cam};
}

static draw_board small_board(crok_camera *cam)
{
    *cam = draw_camera(640, 480, 0.1, 1.0);
    return draw_tournament(cam);
}

/* ---- sharpness ---- */

static double blur_of(const draw_board *b)
{
    crok_section section[CROK_N_LINES];
    crok_image img = draw_picture(b);
    crok_board_sections(&img, &b->cam, crok_board_tournament(), section);
    crok_image_free(&img);
    return crok_blur_px(section, OUTER_MM);
}

static void the_blur_is_that_of_the_lens(void **unused)
{
    static const double blur_px[] = {1.0, 1.5, 2.0, 3.0};
    (void)unused;
    for (int i = 0; i < 5; i++) {
        crok_camera cam = i < 4 ? draw_camera(640, 480, 0.1, 1.0)
                                : draw_camera(1200, 900, 0.2, 0.4);
        draw_board b = draw_tournament(&cam);
        b.blur_px = blur_px[i % 4];
        CHECK_NEAR(blur_of(&b), b.blur_px, 0.2);
    }
}

static void without_lines_there_is_no_blur(void **unused)
{
    static const crok_section none[CROK_N_LINES];
    (void)unused;
    assert_true(isnan(crok_blur_px(none, OUTER_MM)));
}

/* ---- glare ---- */

/* The board point at an hour of the clock on the picture. */
static crok_px at_clock(const crok_camera *cam, double r_mm, double hour)
{
    double a = CROK_PI * (0.5 - hour / 6.0);
    return crok_camera_project(cam,
                               (crok_vec3){r_mm * cos(a), r_mm * sin(a), 0.0});
}

static crok_glare glare_of(const draw_board *b, const draw_patch *patch)
{
    crok_board_pose pose = exact_pose(&b->cam);
    crok_image img = draw_picture(b);
    crok_glare g;
    if (patch != NULL)
        draw_cover(&img, patch);
    g = crok_glare_measure(&img, &pose, b->blur_px);
    crok_image_free(&img);
    return g;
}

static void a_clear_board_has_no_glare(void **unused)
{
    crok_camera cam;
    draw_board b = small_board(&cam);
    crok_glare g = glare_of(&b, NULL);
    (void)unused;
    assert_int_equal(g.longest.line, CROK_LINE_NONE);
    for (int k = 0; k < CROK_N_LINES; k++) {
        CHECK_NEAR(g.glare_frac[k], 0.0, 1e-9);
        CHECK_NEAR(g.hidden_frac[k], 0.0, 0.02);
    }
    CHECK_NEAR(g.burnt_frac, 0.0, 1e-9);
}

/* A burnt-out patch over one line at one hour: the line, the hour and the part
 * of the line are found. */
static void a_lamp_is_found_on_its_line_at_its_hour(void **unused)
{
    static const double hour[CROK_N_LINES] = {2.0, 8.0, 11.0};
    (void)unused;
    for (int k = 0; k < CROK_N_LINES; k++) {
        crok_camera cam = draw_camera(640, 480, 0.0, 0.0);
        draw_board b = draw_tournament(&cam);
        double r_mm = crok_board_tournament()->line_mm[k];
        double radius_mm = 0.3 * r_mm;
        double radius_px = radius_mm * crok_camera_px_per_mm(&cam);
        /* the chord of the patch on the line, as a part of the line */
        double part = 4.0 * asin(0.5 * radius_mm / r_mm) / (2.0 * CROK_PI);
        draw_patch lamp = {.at = at_clock(&cam, r_mm, hour[k]),
                           .rx_px = radius_px,
                           .ry_px = radius_px,
                           .rgb = {255, 255, 255},
                           .cover = 1.0};
        crok_glare g = glare_of(&b, &lamp);
        assert_int_equal(g.longest.line, k);
        assert_int_equal(g.longest.clock, (int)hour[k]);
        CHECK_NEAR(g.glare_frac[k], part, 2.0 / CROK_GLARE_ANGLES);
        for (int j = 0; j < CROK_N_LINES; j++)
            if (j != k)
                CHECK_NEAR(g.glare_frac[j], 0.0, 1e-9);
    }
}

static void a_dark_sleeve_hides_a_line_and_is_no_glare(void **unused)
{
    crok_camera cam;
    draw_board b = small_board(&cam);
    draw_patch sleeve = {.at = at_clock(&cam, OUTER_MM, 4.0),
                         .rx_px = 45.0,
                         .ry_px = 45.0,
                         .rgb = {40, 42, 60},
                         .cover = 1.0};
    crok_glare g = glare_of(&b, &sleeve);
    (void)unused;
    CHECK_NEAR(g.glare_frac[CROK_LINE_OUTER], 0.0, 1e-9);
    assert_true(g.hidden_frac[CROK_LINE_OUTER] > 0.03);
}

static void a_pale_disc_on_a_line_is_no_glare(void **unused)
{
    crok_camera cam;
    draw_board b = small_board(&cam);
    crok_glare g;
    (void)unused;
    draw_add_disc(&b, 203.2, 0.0, (draw_rgb){235, 230, 220});
    draw_add_disc(&b, 0.0, -304.8, (draw_rgb){235, 230, 220});
    g = glare_of(&b, NULL);
    for (int k = 0; k < CROK_N_LINES; k++)
        CHECK_NEAR(g.glare_frac[k], 0.0, 1e-9);
}

/* ---- noise ---- */

static void the_noise_is_that_of_the_sensor(void **unused)
{
    static const double noise[] = {1.0, 3.0, 8.0};
    crok_camera cam;
    draw_board b = small_board(&cam);
    (void)unused;
    b.noise = 0.0;
    for (int i = 0; i < 3; i++) {
        crok_image a = draw_picture(&b);
        crok_image c = draw_picture(&b);
        double luma =
            noise[i] * sqrt(0.299 * 0.299 + 0.587 * 0.587 + 0.114 * 0.114);
        draw_noise(&a, noise[i], 1);
        draw_noise(&c, noise[i], 2);
        CHECK_NEAR(crok_picture_noise(&a, &c, &cam, OUTER_MM), luma,
                   0.1 * luma + 0.1);
        crok_image_free(&a);
        crok_image_free(&c);
    }
}

/* ---- open calls ---- */

static const crok_edge_conditions sharp = {.blur_px = 0.8, .scale = 1.0};

/* With one standard deviation everywhere, the open calls are
 *
 *     4 k sigma sum(d) / R^2,   d = R_i -+ (r + w/2)
 *
 * for the five distances d at which a margin is 0, and those that another disc
 * hides. */
static void open_calls_follow_their_formula(void **unused)
{
    crok_camera cam = draw_camera(1920, 1080, 0.0, 0.0);
    crok_board_pose pose = exact_pose(&cam);
    const crok_board *b = &pose.board;
    crok_place_basis basis = crok_place_basis_of(&pose, b->disc_height_mm,
                                                 crok_camera_px_per_mm(&cam));
    double reach = b->disc_mm + 0.5 * b->line_width_mm;
    double sum = 2.0 * b->line_mm[CROK_LINE_INNER] +
                 2.0 * b->line_mm[CROK_LINE_MIDDLE] +
                 b->line_mm[CROK_LINE_OUTER] - reach;
    double sigma =
        crok_expected_margin_sigma_mm(&basis, &sharp, (crok_mm){186.5, 0.0});
    double close = 4.0 * CROK_CLOSE_K * sigma * sum / (OUTER_MM * OUTER_MM);
    /* 12 discs, each before a strip of 4 r x h rho / z; the mean distance of a
     * place from the centre is 2/3 R */
    double hidden = 12.0 * 4.0 * b->disc_mm * b->disc_height_mm *
                    (2.0 / 3.0 * OUTER_MM) / crok_camera_centre(&cam).z /
                    (CROK_PI * OUTER_MM * OUTER_MM);
    double want = 100.0 * (1.0 - (1.0 - close) * (1.0 - hidden));
    (void)unused;
    CHECK_NEAR(crok_open_calls_pct(&pose, &sharp, NULL), want, 0.03 * want);
    assert_true(want > 1.0 && want < 5.0);
}

static void fewer_pixels_blur_noise_and_tilt_open_more_calls(void **unused)
{
    crok_camera cam = draw_camera(1920, 1080, 0.0, 0.0);
    crok_camera tilted = draw_camera(1920, 1080, 0.8, 0.0);
    crok_board_pose pose = exact_pose(&cam);
    crok_board_pose aslant = exact_pose(&tilted);
    crok_edge_conditions other = sharp;
    crok_edge_conditions above = sharp;
    double best = crok_open_calls_pct(&pose, &sharp, NULL);
    (void)unused;
    other.scale = 0.5;
    assert_true(crok_open_calls_pct(&pose, &other, NULL) > 1.3 * best);
    other = sharp;
    other.blur_px = 3.0;
    assert_true(crok_open_calls_pct(&pose, &other, NULL) > 2.0 * best);
    other = sharp;
    other.noise = 30.0;
    assert_true(crok_open_calls_pct(&pose, &other, NULL) > 1.2 * best);
    above.from_above = true;
    assert_true(crok_open_calls_pct(&aslant, &sharp, NULL) >
                crok_open_calls_pct(&aslant, &above, NULL) + 0.05);
}

/* A line of which a quarter is in glare: every disc that touches it there is
 * lost. */
static void glare_costs_the_discs_that_touch_the_line_there(void **unused)
{
    crok_camera cam = draw_camera(1920, 1080, 0.0, 0.0);
    crok_board_pose pose = exact_pose(&cam);
    static crok_glare glare;
    double reach = pose.board.disc_mm + 0.5 * pose.board.line_width_mm;
    double clear = crok_open_calls_pct(&pose, &sharp, NULL);
    double band = 4.0 * reach * pose.board.line_mm[CROK_LINE_MIDDLE] /
                  (OUTER_MM * OUTER_MM);
    (void)unused;
    memset(glare.line[CROK_LINE_MIDDLE], CROK_GLARE_BURNT,
           CROK_GLARE_ANGLES / 4);
    CHECK_NEAR(crok_open_calls_pct(&pose, &sharp, &glare) - clear,
               100.0 * 0.25 * band, 1.0);
}

/* ---- which defect is named ---- */

/* A good place. */
static crok_setup good_place(void)
{
    crok_camera cam = draw_camera(1920, 1080, 0.05, 0.0);
    crok_setup s = {.at_s = 1.0,
                    .w_px = 1920,
                    .h_px = 1080,
                    .n_frames = 30,
                    .fps = 30.0,
                    .level = 140.0,
                    .noise = 1.0,
                    .has_board = true,
                    .pose = exact_pose(&cam),
                    .fill_scale = 1.0,
                    .blur_px = 0.8,
                    .glare = {.longest = {.line = CROK_LINE_NONE}}};
    s.px_per_mm = crok_camera_px_per_mm(&cam);
    s.least_px_per_mm = s.px_per_mm;
    s.tilt_rad = 0.05;
    return s;
}

/* Judge it; the defect named must be this one, with these words. */
static void check_first(crok_setup *s, crok_defect want, const char *words)
{
    crok_setup_judge(s);
    if (s->first != want || strstr(s->first_words, words) == NULL)
        fail_msg("%s: \"%s\", wanted %s: \"%s\"", crok_defect_name(s->first),
                 s->first_words, crok_defect_name(want), words);
}

static void a_good_place_needs_no_change(void **unused)
{
    crok_setup s = good_place();
    (void)unused;
    check_first(&s, CROK_N_DEFECTS, "nothing: ready to play");
    assert_true(s.open_calls_pct > 0.5 && s.open_calls_pct < 5.0);
}

static void what_prevents_watching_comes_first(void **unused)
{
    crok_setup s = good_place();
    (void)unused;
    s.n_frames = 0;
    (void)strcpy(s.source_words, "unplugged");
    check_first(&s, CROK_DEFECT_NO_PICTURES, "no pictures: unplugged");
    s = good_place();
    s.is_frozen = true;
    check_first(&s, CROK_DEFECT_FROZEN, "frozen");
    s = good_place();
    s.level = 10.0;
    check_first(&s, CROK_DEFECT_DARK, "turn on the light");
    s = good_place();
    s.has_board = false;
    check_first(&s, CROK_DEFECT_NO_BOARD, "no board");
    s.is_cut_off = true;
    check_first(&s, CROK_DEFECT_CUT_OFF, "outside the picture");
}

static void the_most_expensive_defect_is_named(void **unused)
{
    crok_setup s = good_place();
    (void)unused;
    s.blur_px = 3.0;
    check_first(&s, CROK_DEFECT_BLUR, "edges are 7.7 px wide");
    s.fps = 8.0;
    s.blur_px = 0.8;
    check_first(&s, CROK_DEFECT_RATE, "8 pictures a second");
    s = good_place();
    s.jumped_frac = 0.2;
    s.flicker_frac = 0.15;
    check_first(&s, CROK_DEFECT_FLICKER, "flickers by 15 %");
    s = good_place();
    s.sway_px = 30.0;
    s.unfollowed_frac = 0.3;
    check_first(&s, CROK_DEFECT_SWAY, "sways by 30.0 px");
    s = good_place();
    s.noise = 40.0;
    check_first(&s, CROK_DEFECT_NOISE, "more light");
    memset(s.glare.line[CROK_LINE_OUTER], CROK_GLARE_BURNT, 30);
    s.glare.longest =
        (crok_glare_arc){.line = CROK_LINE_OUTER, .n = 30, .clock = 2};
    check_first(&s, CROK_DEFECT_GLARE, "outer line at 2 o'clock");
}

/* A board that is small in the picture: nearer; if it fills it: more pixels; a
 * camera far to the side: above it. */
static void the_cameras_place_is_named(void **unused)
{
    crok_setup s = good_place();
    crok_camera small = draw_camera(480, 270, 0.05, 0.0);
    crok_camera tilted = draw_camera(2560, 1440, 1.15, 0.0);
    (void)unused;
    s.pose = exact_pose(&small);
    s.px_per_mm = crok_camera_px_per_mm(&small);
    s.fill_scale = 3.0;
    check_first(&s, CROK_DEFECT_DISTANCE, "nearer");
    s.fill_scale = 1.0;
    check_first(&s, CROK_DEFECT_PIXELS, "larger pictures");
    s = good_place();
    s.pose = exact_pose(&tilted);
    s.px_per_mm = crok_camera_px_per_mm(&tilted);
    s.tilt_rad = 1.15;
    check_first(&s, CROK_DEFECT_TILT, "tilted by 66 degrees");
}

/* ---- the record ---- */

static void what_was_not_measured_is_null(void **unused)
{
    crok_setup s = {.px_per_mm = NAN,
                    .least_px_per_mm = NAN,
                    .noise = NAN,
                    .blur_px = NAN,
                    .tilt_rad = NAN,
                    .glare = {.longest = {.line = CROK_LINE_NONE}}};
    char line[CROK_SETUP_LINE];
    char *json = NULL;
    (void)unused;
    crok_setup_judge(&s);
    json = crok_setup_json(&s);
    assert_non_null(json);
    assert_non_null(strstr(json, "\"schema\":\"crokeye.setup/1\""));
    assert_non_null(strstr(json, "\"px_per_mm\":null"));
    assert_non_null(strstr(json, "\"first\":{\"what\":\"no_pictures\""));
    assert_null(strstr(json, "nan"));
    cJSON_free(json);
    crok_setup_line(&s, line);
    assert_non_null(strstr(line, " - "));
    assert_non_null(strstr(line, "no pictures"));
}

static void the_columns_stand_under_their_heading(void **unused)
{
    crok_setup s = good_place();
    char line[CROK_SETUP_LINE];
    const char *heading = crok_setup_heading();
    (void)unused;
    crok_setup_judge(&s);
    crok_setup_line(&s, line);
    assert_int_equal(strstr(heading, "change first") - heading,
                     strstr(line, "nothing") - line);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_blur_is_that_of_the_lens),
        cmocka_unit_test(without_lines_there_is_no_blur),
        cmocka_unit_test(a_clear_board_has_no_glare),
        cmocka_unit_test(a_lamp_is_found_on_its_line_at_its_hour),
        cmocka_unit_test(a_dark_sleeve_hides_a_line_and_is_no_glare),
        cmocka_unit_test(a_pale_disc_on_a_line_is_no_glare),
        cmocka_unit_test(the_noise_is_that_of_the_sensor),
        cmocka_unit_test(open_calls_follow_their_formula),
        cmocka_unit_test(fewer_pixels_blur_noise_and_tilt_open_more_calls),
        cmocka_unit_test(glare_costs_the_discs_that_touch_the_line_there),
        cmocka_unit_test(a_good_place_needs_no_change),
        cmocka_unit_test(what_prevents_watching_comes_first),
        cmocka_unit_test(the_most_expensive_defect_is_named),
        cmocka_unit_test(the_cameras_place_is_named),
        cmocka_unit_test(what_was_not_measured_is_null),
        cmocka_unit_test(the_columns_stand_under_their_heading),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
