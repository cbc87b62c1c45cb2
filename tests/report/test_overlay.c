/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/fixture.h"
#include "report/overlay.h"
#include "report/sheet.h"

static crok_image grey_photo(int w_px, int h_px)
{
    crok_image img = {0};
    crok_err err = {0};
    CHECK_STATUS(crok_image_new(w_px, h_px, CROK_RGB8, &img, &err), CROK_OK,
                 &err);
    for (int y = 0; y < h_px; y++)
        memset(crok_image_row(&img, y), 120, (size_t)w_px * 3);
    return img;
}

enum { WHOLE_SHEET = -1 };

static crok_image drawn_of(const crok_result *r, int call,
                           const crok_image *img, double scale)
{
    crok_overlay_view view = {.img = img, .scale = scale};
    crok_image out = {0};
    crok_err err = {0};
    crok_status st = call == WHOLE_SHEET
                         ? crok_overlay_draw(r, &view, &out, &err)
                         : crok_overlay_draw_call(r, call, &view, &out, &err);
    CHECK_STATUS(st, CROK_OK, &err);
    return out;
}

static crok_image drawn(const crok_result *r, const crok_image *img,
                        double scale)
{
    return drawn_of(r, WHOLE_SHEET, img, scale);
}

/* Pixels of a colour, within `tol` levels. */
static int n_like(const crok_image *img, int red, int green, int blue, int tol)
{
    int n = 0;
    for (int y = 0; y < img->h_px; y++) {
        const uint8_t *p = crok_image_row(img, y);
        for (int x = 0; x < img->w_px; x++, p += 3)
            n += abs(p[0] - red) < tol && abs(p[1] - green) < tol &&
                 abs(p[2] - blue) < tol;
    }
    return n;
}

static void lines_discs_and_close_calls_are_drawn(void **state)
{
    crok_observation o = fixture_board();
    crok_image img = grey_photo(800, 600);
    crok_image plain;
    crok_image close;
    crok_result r;
    (void)state;
    fixture_add(&o, 1, 50.0, CROK_DISC_FLAT);
    r = fixture_result("p.jpg", &o);
    plain = drawn(&r, &img, 2.0);
    assert_true(n_like(&plain, 0, 200, 255, 60) > 500); /* lines */
    assert_int_equal(n_like(&plain, 255, 176, 32, 12), 0);
    fixture_add(&o, 0, 101.6 - 0.8 - 15.875 - 0.05, CROK_DISC_FLAT);
    r = fixture_result("p.jpg", &o);
    close = drawn(&r, &img, 2.0);
    assert_true(n_like(&close, 255, 176, 32, 12) > 2000);
    crok_image_free(&plain);
    crok_image_free(&close);
    crok_image_free(&img);
}

static void check_inside(crok_box from, double x, double y)
{
    static crok_sheet s = {.photo = {0.0, 50.0, 400.0, 300.0}};
    crok_box at = crok_sheet_inside(&s, from);
    CHECK_NEAR(at.x, x, 0.0);
    CHECK_NEAR(at.y, y, 0.0);
    CHECK_NEAR(at.w, from.w, 0.0);
    CHECK_NEAR(at.h, from.h, 0.0);
}

static void a_label_lies_within_the_photo(void **state)
{
    (void)state;
    check_inside((crok_box){10.0, 60.0, 40.0, 20.0}, 10.0, 60.0);
    check_inside((crok_box){-15.0, 40.0, 40.0, 20.0}, 0.0, 50.0);
    check_inside((crok_box){390.0, 345.0, 40.0, 20.0}, 360.0, 330.0);
    check_inside((crok_box){90.0, 60.0, 500.0, 20.0}, 0.0, 60.0);
}

/* The photo's board is grey: a close-up shows it, the line, and the edge. */
static void a_call_is_drawn_alone(void **state)
{
    crok_observation o = fixture_board();
    crok_image img = grey_photo(800, 600);
    crok_image inside;
    crok_image outside;
    crok_result r;
    double line = 101.6 - 0.8 - 15.875;
    int above = 0;
    int below = 0;
    (void)state;
    fixture_add(&o, 1, 50.0, CROK_DISC_FLAT);
    fixture_add(&o, 0, line - 1.0, CROK_DISC_FLAT);  /* clear of the line */
    fixture_add(&o, 0, -line - 1.0, CROK_DISC_FLAT); /* over it */
    r = fixture_result("p.jpg", &o);
    inside = drawn_of(&r, 1, &img, 2.0);
    outside = drawn_of(&r, 2, &img, 2.0);
    assert_int_equal(inside.w_px, CROK_CLOSE_UP_PX);
    assert_int_equal(inside.h_px, CROK_CLOSE_UP_PX);
    assert_true(n_like(&inside, 120, 120, 120, 4) > 60000);
    assert_true(n_like(&inside, 0, 200, 255, 60) > 500);
    assert_true(n_like(&inside, 255, 176, 32, 12) > 3000);
    /* outward is up, the edge in the middle: the line lies above it, clear,
     * and across it where they touch */
    for (int y = 0; y < CROK_CLOSE_UP_PX; y++) {
        const uint8_t *in = crok_image_row(&inside, y) + 3 * 60;
        const uint8_t *out = crok_image_row(&outside, y) + 3 * 60;
        above += in[2] > in[0] + 30 && y < CROK_CLOSE_UP_PX / 2 - 40;
        below += out[2] > out[0] + 30 && y < CROK_CLOSE_UP_PX / 2 - 60;
    }
    assert_true(above > 30);
    assert_int_equal(below, 0);
    crok_image_free(&inside);
    crok_image_free(&outside);
    crok_image_free(&img);
}

static void a_calibration_has_lines_and_a_title(void **state)
{
    crok_observation o = fixture_board();
    crok_image img = grey_photo(800, 600);
    crok_overlay_view view = {.img = &img, .scale = 2.0};
    crok_image with = {0};
    crok_image without = {0};
    crok_err err = {0};
    (void)state;
    CHECK_STATUS(crok_overlay_draw_board(&o.pose, "p.jpg", "focal length 1 px",
                                         &view, &with, &err),
                 CROK_OK, &err);
    CHECK_STATUS(
        crok_overlay_draw_board(&o.pose, "p.jpg", "", &view, &without, &err),
        CROK_OK, &err);
    assert_true(n_like(&with, 0, 200, 255, 60) > 500); /* lines */
    assert_true(n_like(&with, 242, 241, 236, 12) >
                n_like(&without, 242, 241, 236, 12) + 100); /* letters */
    crok_image_free(&with);
    crok_image_free(&without);
    crok_image_free(&img);
}

/* The columns between the first and the last in which two pictures differ. */
static int differing_px(const crok_image *a, const crok_image *b)
{
    int first = a->w_px;
    int last = 0;
    for (int y = 0; y < a->h_px; y++)
        for (int x = 0; x < a->w_px; x++) {
            if (memcmp(crok_image_row(a, y) + (size_t)x * 3,
                       crok_image_row(b, y) + (size_t)x * 3, 3) == 0)
                continue;
            first = x < first ? x : first;
            last = x > last ? x : last;
        }
    return last - first;
}

/* A book has 30 points for the hole: the side's total is another, and so is
 * the "1 x 30" beside it. */
static void twenties_have_the_value_of_the_book(void **state)
{
    crok_observation o = fixture_board();
    crok_image img = grey_photo(800, 600);
    crok_image at_20;
    crok_image at_30;
    crok_result r;
    (void)state;
    fixture_add(&o, 0, 0.0, CROK_DISC_HOLE);
    r = fixture_result("p.jpg", &o);
    assert_int_equal(r.score.side[0].total, 20);
    at_20 = drawn(&r, &img, 2.0);
    r.score.side[0].total = 30;
    r.score.side[0].lo = 30;
    r.score.side[0].hi = 30;
    at_30 = drawn(&r, &img, 2.0);
    assert_int_equal(at_20.w_px, at_30.w_px);
    /* The total alone, a digit of it, is 36 px. */
    assert_true(differing_px(&at_20, &at_30) > 100);
    crok_image_free(&at_20);
    crok_image_free(&at_30);
    crok_image_free(&img);
}

static void more_close_calls_than_corners_get_a_strip(void **state)
{
    crok_observation o = fixture_board();
    crok_image img = grey_photo(800, 600);
    crok_image four;
    crok_image nine;
    crok_result r;
    double d = 203.2 - 0.8 - 15.875 - 0.05;
    (void)state;
    for (int i = 0; i < 9; i++) {
        double a = 0.7 * i;
        fixture_add_at(&o, i % 2, d * cos(a), d * sin(a), CROK_DISC_FLAT);
        if (i != 3)
            continue;
        r = fixture_result("p.jpg", &o);
        four = drawn(&r, &img, 2.0);
    }
    r = fixture_result("p.jpg", &o);
    nine = drawn(&r, &img, 2.0);
    assert_int_equal(nine.w_px, four.w_px);
    assert_true(nine.h_px > four.h_px + 100);
    crok_image_free(&four);
    crok_image_free(&nine);
    crok_image_free(&img);
}

static void the_photo_itself_is_left_alone(void **state)
{
    crok_observation o = fixture_board();
    crok_image img = grey_photo(400, 300);
    crok_image out;
    crok_result r;
    (void)state;
    fixture_add(&o, 0, 0.0, CROK_DISC_HOLE);
    o.discs[0].state_unsure = true; /* a close-up of the hole */
    r = fixture_result("p.jpg", &o);
    out = drawn(&r, &img, 4.0);
    assert_int_equal(n_like(&img, 120, 120, 120, 1), 400 * 300);
    crok_image_free(&out);
    crok_image_free(&img);
}

/* Discs and boards that lie anywhere, also outside the picture. */
static void nothing_drawn_outside_does_harm(void **state)
{
    static const double far_mm[] = {0.0, 500.0, 5000.0, -20000.0};
    crok_image img = grey_photo(320, 240);
    (void)state;
    for (size_t i = 0; i < sizeof far_mm / sizeof *far_mm; i++) {
        crok_observation o = fixture_board();
        crok_image out;
        crok_result r;
        o.pose.camera.t_mm.x = far_mm[i];
        fixture_add(&o, 0, 304.8 - 0.8 - 15.875 - 0.05, CROK_DISC_FLAT);
        fixture_add(&o, 1, -400.0, CROK_DISC_OUT);
        r = fixture_result("p.jpg", &o);
        out = drawn(&r, &img, 5.0);
        crok_image_free(&out);
    }
    crok_image_free(&img);
}

/* The board's lines as pixels of the header: rows above the photo. */
static int n_lines_in_header(const crok_image *sheet)
{
    crok_image header = *sheet;
    header.h_px = 90;
    return n_like(&header, 0, 180, 230, 60);
}

static void lines_of_a_board_that_is_cut_off_stay_on_the_photo(void **state)
{
    crok_observation o = fixture_board();
    crok_image img = grey_photo(800, 600);
    crok_image out;
    crok_result r;
    (void)state;
    o.pose.camera.t_mm.y = -260.0; /* its upper part is above the picture */
    r = fixture_result("p.jpg", &o);
    out = drawn(&r, &img, 2.0);
    assert_true(n_like(&out, 0, 180, 230, 60) > 300);
    assert_int_equal(n_lines_in_header(&out), 0);
    crok_image_free(&out);
    crok_image_free(&img);
}

/* The last columns of the header that hold no text. */
static int n_free_columns(const crok_image *img, int header_h_px)
{
    for (int x = img->w_px - 1; x >= 0; x--)
        for (int y = 0; y < header_h_px; y++)
            if (crok_image_row(img, y)[3 * x] > 60)
                return img->w_px - 1 - x;
    return img->w_px;
}

/* Free columns of the header of a photo so wide, with four sides that have long
 * names. */
static int n_free_beside_four(int w_px)
{
    static const char *const name[CROK_MAX_SIDES] = {
        "light natural", "dark natural", "light brown", "dark brown"};
    crok_observation o = fixture_board();
    crok_image img = grey_photo(w_px, 600);
    crok_image out;
    crok_result r;
    int n = 0;
    o.pose.camera.cx_px = w_px;
    o.n_sides = CROK_MAX_SIDES;
    for (int i = 0; i < CROK_MAX_SIDES; i++) {
        (void)snprintf(o.sides[i].name, sizeof o.sides[i].name, "%s", name[i]);
        fixture_add_at(&o, i, 50.0 + 40.0 * i, 0.0, CROK_DISC_FLAT);
    }
    r = fixture_result("p.jpg", &o);
    out = drawn(&r, &img, 2.0);
    n = n_free_columns(&out, out.h_px / 24);
    crok_image_free(&out);
    crok_image_free(&img);
    return n;
}

/* At some of these widths a letter would be cut in two. */
static void the_header_is_as_narrow_as_the_photo(void **state)
{
    (void)state;
    for (int w_px = 300; w_px <= 420; w_px += 20)
        assert_in_range(n_free_beside_four(w_px), 8, 30);
}

static void an_error_is_drawn_too(void **state)
{
    crok_result r = {.image = "\xFF\n.jpg", .status = CROK_ENOBOARD};
    crok_image img = grey_photo(1, 1);
    crok_image out;
    (void)state;
    (void)crok_fail(&r.err, r.status, "no board here");
    out = drawn(&r, &img, 1.0);
    crok_image_free(&out);
    crok_image_free(&img);
}

/* Do the pictures of two results differ? */
static bool differ(const crok_result *a, const crok_result *b)
{
    crok_image img = grey_photo(800, 600);
    crok_image one = drawn(a, &img, 2.0);
    crok_image other = drawn(b, &img, 2.0);
    bool is_same = one.w_px == other.w_px && one.h_px == other.h_px;
    for (int y = 0; is_same && y < one.h_px; y++)
        is_same = memcmp(crok_image_row(&one, y), crok_image_row(&other, y),
                         3 * (size_t)one.w_px) == 0;
    crok_image_free(&one);
    crok_image_free(&other);
    crok_image_free(&img);
    return !is_same;
}

/* Polish, plus-minus, Thai, Arabic and Devanagari: each is drawn with letters
 * of its own, not with one sign for all that is not known. */
static void names_of_any_script_are_drawn(void **state)
{
    static const char *const name[] = {
        "\u0141ukasz \u00b1", "Lukasz ?",           "\u0e2d\u0e31\u0e19",
        "\u0e19\u0e34\u0e14", "\u0645\u062d\u0645", "\u0623\u062d\u0645",
        "\u0939\u0930\u093f", "\u092a\u094d\u0930"};
    enum { N_NAMES = sizeof name / sizeof *name };
    crok_observation o = fixture_board();
    crok_result r[2];
    crok_players players[2] = {{.n = 1, .side = {"black"}},
                               {.n = 1, .side = {"black"}}};
    (void)state;
    fixture_add_at(&o, 0, 50.0, 0.0, CROK_DISC_FLAT);
    for (int k = 0; k < 2; k++) {
        r[k] = fixture_result("p.jpg", &o);
        r[k].players = &players[k];
        (void)strcpy(players[k].side[0], r[k].score.seen.sides[0].name);
    }
    for (int i = 0; i < N_NAMES; i++)
        for (int k = 0; k <= i; k++) {
            (void)strcpy(players[0].name[0], name[i]);
            (void)strcpy(players[1].name[0], name[k]);
            assert_true(differ(&r[0], &r[1]) == (i != k));
        }
}

static void how_it_was_measured_is_said_if_wanted(void **state)
{
    crok_observation o = fixture_board();
    crok_result plain;
    crok_result finer;
    (void)state;
    plain = fixture_result("p.jpg", &o);
    o.pose.rms_px += 1.0;
    finer = fixture_result("p.jpg", &o);
    assert_false(differ(&plain, &finer));
    plain.wants_details = finer.wants_details = true;
    assert_true(differ(&plain, &finer));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_discs_and_close_calls_are_drawn),
        cmocka_unit_test(a_label_lies_within_the_photo),
        cmocka_unit_test(a_call_is_drawn_alone),
        cmocka_unit_test(a_calibration_has_lines_and_a_title),
        cmocka_unit_test(twenties_have_the_value_of_the_book),
        cmocka_unit_test(more_close_calls_than_corners_get_a_strip),
        cmocka_unit_test(the_photo_itself_is_left_alone),
        cmocka_unit_test(nothing_drawn_outside_does_harm),
        cmocka_unit_test(lines_of_a_board_that_is_cut_off_stay_on_the_photo),
        cmocka_unit_test(the_header_is_as_narrow_as_the_photo),
        cmocka_unit_test(an_error_is_drawn_too),
        cmocka_unit_test(names_of_any_script_are_drawn),
        cmocka_unit_test(how_it_was_measured_is_said_if_wanted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
