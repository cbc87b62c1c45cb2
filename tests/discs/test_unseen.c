/* SPDX-License-Identifier: Apache-2.0
 *
 * A drawn tournament board, of which parts are painted over. */
#include "check.h"

#include <math.h>

#include "board/draw_board.h"
#include "discs/unseen.h"

/* Area of the circle's segment beyond a chord at distance d of the centre, as a
 * part of the circle of radius r. */
static double segment_frac(double d, double r)
{
    return (acos(d / r) - d / r * sqrt(1.0 - d * d / (r * r))) / CROK_PI;
}

typedef struct scene {
    draw_board board;
    crok_image img;
    crok_observation seen;
} scene;

static scene scene_of(const crok_camera *cam)
{
    scene s = {.board = draw_tournament(cam)};
    s.seen.pose.board = *crok_board_tournament();
    s.seen.pose.camera = *cam;
    return s;
}

static scene usual_scene(void)
{
    crok_camera cam = draw_camera(1000, 800, 0.15, 0.5);
    scene s = scene_of(&cam);
    s.img = draw_picture(&s.board);
    return s;
}

/* What lies over a board point: opacity 0..1, and the colour. */
typedef double (*cover_fn)(crok_mm p);

/* Paints over the picture: each channel is mixed with `rgb` by the cover's
 * opacity there; with `light` it is multiplied by rgb / 255 instead. */
static void cover(scene *s, cover_fn at, draw_rgb rgb, bool is_light)
{
    const double to[3] = {rgb.r, rgb.g, rgb.b};
    for (int y = 0; y < s->img.h_px; y++) {
        uint8_t *row = crok_image_row(&s->img, y);
        for (int x = 0; x < s->img.w_px; x++) {
            crok_mm p = crok_camera_unproject(&s->seen.pose.camera,
                                              (crok_px){x, y}, 0.0);
            double a = at(p);
            for (int c = 0; c < 3 && a > 0.0; c++) {
                double old = row[3 * x + c];
                double new = is_light ? old *to[c] / 255.0 : to[c];
                row[3 * x + c] = (uint8_t)lround(old + a * (new - old));
            }
        }
    }
}

static const crok_unseen *measure(scene *s)
{
    crok_err err = {0};
    CHECK_STATUS(
        crok_unseen_measure(&s->img, &s->seen.pose.camera, &s->seen, &err),
        CROK_OK, &err);
    return &s->seen.unseen;
}

static double beyond_200(crok_mm p)
{
    return p.x > 200.0 ? 1.0 : 0.0;
}

static double beyond_200_both(crok_mm p)
{
    return beyond_200((crok_mm){fabs(p.x), p.y});
}

static double beyond_100(crok_mm p)
{
    return p.x > 100.0 ? 1.0 : 0.0;
}

/* A telephone of 72 mm x 147 mm between the outer and the middle line. */
static double phone(crok_mm p)
{
    return fabs(p.x - 250.0) < 36.0 && fabs(p.y) < 73.5 ? 1.0 : 0.0;
}

/* Print 14 mm high that crosses a line. */
static double letters(crok_mm p)
{
    return fabs(p.y - 40.0) < 7.0 && fabs(p.x - 200.0) < 60.0 &&
                   fmod(fabs(p.x), 20.0) < 12.0
               ? 1.0
               : 0.0;
}

/* Light that shines in the board, and fades over 150 mm. */
static double reflection(crok_mm p)
{
    double r = hypot(p.x - 150.0, p.y - 60.0) / 150.0;
    return r < 1.0 ? 0.7 * (1.0 - r) : 0.0;
}

/* Wear of the outer line: stretches of 44 mm keep more or less of the ink. */
static double worn(crok_mm p)
{
    static const double wear[] = {0.0,  0.6,  0.1,  0.6, 0.0,
                                  0.55, 0.97, 0.05, 0.6};
    double angle = atan2(p.y, p.x) + CROK_PI;
    size_t n = sizeof wear / sizeof *wear;
    return fabs(hypot(p.x, p.y) - 304.8) < 5.0
               ? wear[(size_t)(angle * 304.8 / 44.0) % n]
               : 0.0;
}

/* A plank that is a little darker than the others. */
static double plank(crok_mm p)
{
    return fabs(p.y - 15.0) < 100.0 ? 1.0 : 0.0;
}

/* A strip of inlay that crosses the lines, and a plate between them. */
static double strip(crok_mm p)
{
    return fabs(p.x - 60.0) < 20.0 ? 1.0 : 0.0;
}

static double plate(crok_mm p)
{
    return fabs(p.x - 250.0) < 25.0 && fabs(p.y) < 40.0 ? 1.0 : 0.0;
}

/* A card of 60 mm x 90 mm between the middle and the inner line, turned by half
 * a right angle. */
static double card(crok_mm p)
{
    double x = sqrt(0.5) * (p.x + p.y) - 150.0;
    double y = sqrt(0.5) * (p.y - p.x);
    return fabs(x) < 30.0 && fabs(y) < 45.0 ? 1.0 : 0.0;
}

/* Another that touches the outer line. */
static double card_at_the_rim(crok_mm p)
{
    return fabs(p.x + 265.0) < 38.0 && fabs(p.y) < 38.0 ? 1.0 : 0.0;
}

/* A stripe across the whole board, and all but that. */
static double stripe(crok_mm p)
{
    return fabs(p.x + 0.4 * p.y - 120.0) < 40.0 ? 1.0 : 0.0;
}

static double beside_stripe(crok_mm p)
{
    return 1.0 - stripe(p);
}

static void a_board_in_full_view_has_nothing_unseen(void **state)
{
    scene s = usual_scene();
    const crok_unseen *u = measure(&s);
    (void)state;
    assert_int_equal(u->n, 0);
    assert_int_equal(u->n_places, 0);
    CHECK_NEAR(u->covered_frac + u->outside_frac, 0.0, 0.0);
    crok_image_free(&s.img);
}

/* Every place lies where the cover is, on the surface, clear of the others. */
static void check_places(const crok_observation *seen, cover_fn at)
{
    const crok_unseen *u = &seen->unseen;
    double r = seen->pose.board.disc_mm;
    for (int i = 0; i < u->n_places; i++) {
        double d = hypot(u->place[i].x, u->place[i].y);
        assert_true(at(u->place[i]) > 0.0);
        assert_true(d + r <= seen->pose.board.line_mm[CROK_LINE_OUTER]);
        for (int k = 0; k < i; k++)
            assert_true(crok_mm_apart(u->place[i], u->place[k]) >= 1.9 * r);
        assert_true(i == 0 ||
                    d + 1e-9 >= hypot(u->place[i - 1].x, u->place[i - 1].y));
    }
}

static void a_cloth_hides_its_part_of_the_surface(void **state)
{
    static const draw_rgb cloth[] = {
        {120, 30, 30}, {30, 30, 32}, {235, 235, 230}};
    (void)state;
    for (size_t i = 0; i < sizeof cloth / sizeof *cloth; i++) {
        scene s = usual_scene();
        const crok_unseen *u = NULL;
        cover(&s, beyond_200, cloth[i], false);
        u = measure(&s);
        assert_int_equal(u->n, 1);
        assert_int_equal(u->region[0].why, CROK_UNSEEN_COVERED);
        CHECK_NEAR(u->covered_frac, segment_frac(200.0, 304.8), 0.03);
        assert_int_equal(u->region[0].zones & (1U << CROK_LINE_OUTER),
                         1U << CROK_LINE_OUTER);
        assert_true(u->n_places >= 8);
        check_places(&s.seen, beyond_200);
        crok_image_free(&s.img);
    }
}

/* Each of two cloths has a centre on its side and the places under it. */
static void each_unseen_part_has_its_own_places(void **state)
{
    scene s = usual_scene();
    const crok_unseen *u = NULL;
    (void)state;
    cover(&s, beyond_200_both, (draw_rgb){120, 30, 30}, false);
    u = measure(&s);
    assert_int_equal(u->n, 2);
    assert_true(u->region[0].at.x * u->region[1].at.x < 0.0);
    for (int i = 0; i < 2; i++) {
        assert_true(beyond_200_both(u->region[i].at) > 0.0);
        CHECK_NEAR(u->region[i].at.y, 0.0, 10.0);
    }
    check_places(&s.seen, beyond_200_both);
    for (int k = 0; k < u->n_places; k++) {
        int of = u->place[k].x * u->region[0].at.x > 0.0 ? 0 : 1;
        assert_int_equal(u->place_part[k], u->region[of].part);
    }
    crok_image_free(&s.img);
}

static void a_cover_of_nearly_the_board_s_colour_hides_the_lines(void **state)
{
    scene s = usual_scene();
    draw_rgb wood = s.board.wood;
    const crok_unseen *u = NULL;
    (void)state;
    wood.r = (uint8_t)(wood.r * 0.85);
    wood.g = (uint8_t)(wood.g * 0.85);
    wood.b = (uint8_t)(wood.b * 0.85);
    cover(&s, beyond_200, wood, false);
    u = measure(&s);
    assert_true(u->covered_frac > 0.5 * segment_frac(200.0, 304.8));
    assert_true(u->n_places >= 4);
    crok_image_free(&s.img);
}

static void a_phone_between_the_lines_hides_what_is_under_it(void **state)
{
    scene s = usual_scene();
    const crok_unseen *u = NULL;
    (void)state;
    cover(&s, phone, (draw_rgb){20, 20, 24}, false);
    u = measure(&s);
    assert_int_equal(u->n, 1);
    CHECK_NEAR(u->covered_frac, 72.0 * 147.0 / (CROK_PI * 304.8 * 304.8), 0.01);
    check_places(&s.seen, phone);
    assert_true(u->n_places >= 6 && u->n_places <= 10);
    crok_image_free(&s.img);
}

/* Of cards of nearly the board's colour the edge is known, and not the colour.
 */
static void a_card_is_known_by_its_edge(void **state)
{
    static const cover_fn at[] = {card, card_at_the_rim};
    static const draw_rgb paper[] = {
        {245, 215, 165}, {240, 225, 150}, {180, 190, 160}};
    (void)state;
    for (size_t i = 0; i < sizeof at / sizeof *at; i++)
        for (size_t k = 0; k < sizeof paper / sizeof *paper; k++) {
            scene s = usual_scene();
            const crok_unseen *u = NULL;
            cover(&s, at[i], paper[k], false);
            u = measure(&s);
            assert_int_equal(u->n, 1);
            assert_true(at[i](u->region[0].at) > 0.0);
            CHECK_NEAR(u->covered_frac, 0.0185, 0.005);
            check_places(&s.seen, at[i]);
            crok_image_free(&s.img);
        }
}

static void a_stripe_of_light_or_shade_hides_nothing(void **state)
{
    static const cover_fn shade[] = {stripe, beside_stripe};
    (void)state;
    for (size_t k = 0; k < sizeof shade / sizeof *shade; k++) {
        scene s = usual_scene();
        cover(&s, shade[k], (draw_rgb){150, 152, 156}, true);
        assert_int_equal(measure(&s)->n, 0);
        crok_image_free(&s.img);
    }
}

static void shade_print_and_reflections_hide_nothing(void **state)
{
    scene shade = usual_scene();
    scene print = usual_scene();
    scene shine = usual_scene();
    (void)state;
    cover(&shade, beyond_100, (draw_rgb){110, 115, 125}, true);
    assert_int_equal(measure(&shade)->n, 0);
    cover(&print, letters, (draw_rgb){40, 20, 20}, false);
    assert_int_equal(measure(&print)->n, 0);
    cover(&shine, reflection, (draw_rgb){255, 255, 255}, false);
    assert_int_equal(measure(&shine)->n, 0);
    crok_image_free(&shade.img);
    crok_image_free(&print.img);
    crok_image_free(&shine.img);
}

static void a_worn_line_is_not_covered(void **state)
{
    scene s = usual_scene();
    (void)state;
    cover(&s, worn, s.board.wood, false);
    cover(&s, plank, (draw_rgb){210, 210, 210}, true);
    assert_int_equal(measure(&s)->n, 0);
    crok_image_free(&s.img);
}

/* The plate could be a cover, unless the board has more of its colour. */
static void inlay_is_seen_if_lines_cross_more_of_it(void **state)
{
    const draw_rgb red = {200, 100, 70};
    scene one = usual_scene();
    scene both = usual_scene();
    (void)state;
    cover(&one, plate, red, true);
    assert_int_equal(measure(&one)->n, 1);
    cover(&both, plate, red, true);
    cover(&both, strip, red, true);
    assert_int_equal(measure(&both)->n, 0);
    crok_image_free(&one.img);
    crok_image_free(&both.img);
}

static void a_board_of_two_colours_is_seen(void **state)
{
    crok_camera cam = draw_camera(1000, 800, 0.15, 0.5);
    scene s = scene_of(&cam);
    (void)state;
    s.board.n_decor = 1;
    s.board.decor[0] =
        (draw_decor){.radius_mm = 60.0, .width_mm = 80.0, .rgb = {130, 30, 40}};
    s.img = draw_picture(&s.board);
    assert_int_equal(measure(&s)->n, 0);
    crok_image_free(&s.img);
}

static void discs_that_were_seen_are_not_unseen(void **state)
{
    crok_camera cam = draw_camera(1000, 800, 0.15, 0.5);
    scene s = scene_of(&cam);
    (void)state;
    for (int i = 0; i < 12; i++) {
        crok_mm at = {252.0 * cos(i * 0.5), 252.0 * sin(i * 0.5)};
        draw_add_disc(&s.board, at.x, at.y,
                      i % 2 ? (draw_rgb){25, 25, 28} : (draw_rgb){200, 30, 30});
        s.seen.discs[s.seen.n_discs++].at = at;
    }
    s.img = draw_picture(&s.board);
    assert_int_equal(measure(&s)->n, 0);
    cover(&s, beyond_200, (draw_rgb){120, 30, 30}, false);
    (void)measure(&s);
    assert_true(s.seen.unseen.n_places > 0);
    for (int i = 0; i < s.seen.unseen.n_places; i++)
        for (int k = 0; k < s.seen.n_discs; k++)
            assert_true(crok_mm_apart(s.seen.unseen.place[i],
                                      s.seen.discs[k].at) > 30.0);
    crok_image_free(&s.img);
}

/* What lies on the cloth is no disc of the board; what lies beside it is. */
static void a_disc_on_a_cover_is_reported(void **state)
{
    static const crok_mm at[] = {{250.0, 40.0}, {175.0, -60.0}, {-120.0, 80.0}};
    scene s = usual_scene();
    const crok_unseen *u = NULL;
    crok_px px = crok_camera_project(&s.seen.pose.camera,
                                     (crok_vec3){at[0].x, at[0].y, 0.0});
    (void)state;
    cover(&s, beyond_200, (draw_rgb){120, 30, 30}, false);
    for (int i = 0; i < 3; i++) {
        crok_seen_disc *d = &s.seen.discs[s.seen.n_discs++];
        d->at = at[i];
        d->at_px = crok_camera_project(&s.seen.pose.camera,
                                       (crok_vec3){at[i].x, at[i].y, 0.0});
    }
    u = measure(&s);
    assert_int_equal(u->n_on_cover, 1);
    CHECK_NEAR(u->on_cover[0].x, px.x, 1e-9);
    CHECK_NEAR(u->on_cover[0].y, px.y, 1e-9);
    crok_image_free(&s.img);
}

static void too_much_unseen_is_refused(void **state)
{
    scene covered = usual_scene();
    crok_camera aside = draw_camera(1000, 800, 0.15, 0.5);
    scene cut = {.board = {.n_rings = 0}};
    crok_err err = {0};
    (void)state;
    cover(&covered, beyond_100, (draw_rgb){120, 30, 30}, false);
    CHECK_STATUS(crok_unseen_measure(&covered.img, &covered.seen.pose.camera,
                                     &covered.seen, &err),
                 CROK_ECOVERED, &err);
    aside.cx_px += 420.0;
    cut = scene_of(&aside);
    cut.img = draw_picture(&cut.board);
    CHECK_STATUS(crok_unseen_measure(&cut.img, &aside, &cut.seen, &err),
                 CROK_ECUTOFF, &err);
    crok_image_free(&covered.img);
    crok_image_free(&cut.img);
}

static void what_is_outside_the_picture_is_unseen(void **state)
{
    crok_camera aside = draw_camera(1000, 800, 0.0, 0.0);
    scene s = {.board = {.n_rings = 0}};
    const crok_unseen *u = NULL;
    (void)state;
    aside.cx_px += 250.0;
    s = scene_of(&aside);
    s.img = draw_picture(&s.board);
    u = measure(&s);
    assert_int_equal(u->n, 1);
    assert_int_equal(u->region[0].why, CROK_UNSEEN_OUTSIDE);
    assert_true(u->outside_frac > 0.01 && u->n_places > 0);
    CHECK_NEAR(u->covered_frac, 0.0, 0.0);
    crok_image_free(&s.img);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_board_in_full_view_has_nothing_unseen),
        cmocka_unit_test(a_cloth_hides_its_part_of_the_surface),
        cmocka_unit_test(each_unseen_part_has_its_own_places),
        cmocka_unit_test(a_cover_of_nearly_the_board_s_colour_hides_the_lines),
        cmocka_unit_test(a_phone_between_the_lines_hides_what_is_under_it),
        cmocka_unit_test(a_card_is_known_by_its_edge),
        cmocka_unit_test(a_stripe_of_light_or_shade_hides_nothing),
        cmocka_unit_test(shade_print_and_reflections_hide_nothing),
        cmocka_unit_test(a_worn_line_is_not_covered),
        cmocka_unit_test(inlay_is_seen_if_lines_cross_more_of_it),
        cmocka_unit_test(a_board_of_two_colours_is_seen),
        cmocka_unit_test(discs_that_were_seen_are_not_unseen),
        cmocka_unit_test(a_disc_on_a_cover_is_reported),
        cmocka_unit_test(too_much_unseen_is_refused),
        cmocka_unit_test(what_is_outside_the_picture_is_unseen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
