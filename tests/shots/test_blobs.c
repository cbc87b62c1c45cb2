/* SPDX-License-Identifier: Apache-2.0
 *
 * Blobs of foreground in a frame (shots/tracking/blobs.h), in pictures painted
 * here: a board of one colour, with discs as cylinders. */
#include "check.h"

#include <math.h>

#include "board/draw_board.h"
#include "shots/tracking/blobs.h"

typedef uint8_t colour[3];
static const colour WOOD = {220, 180, 130}, BLACK = {40, 40, 42};
static const colour RED = {200, 40, 30}, SKIN = {190, 120, 110};

static crok_board_pose pose;
static crok_image background, frame;
static crok_blob_detector *detector;
static crok_frame_blobs blobs;

static void fill(crok_image *img, const uint8_t *rgb)
{
    for (int y = 0; y < img->h_px; y++)
        for (int x = 0; x < img->w_px; x++)
            for (int c = 0; c < 3; c++)
                crok_image_row(img, y)[3 * x + c] = rgb[c];
}

/* Where a circle at height z is in the picture: the camera looks straight down,
 * so that it is a circle there too. */
static crok_px circle_px(crok_mm at, double z_mm, double r_mm, double *r_px)
{
    crok_px p =
        crok_camera_project(&pose.camera, (crok_vec3){at.x, at.y, z_mm});
    crok_px q =
        crok_camera_project(&pose.camera, (crok_vec3){at.x + r_mm, at.y, z_mm});
    *r_px = hypot(q.x - p.x, q.y - p.y);
    return p;
}

/* Paints a circle, or with `percent` shades what is there to so many percent.
 */
static void circle(crok_image *img, crok_mm at, double z_mm, double r_mm,
                   const uint8_t *rgb, int percent)
{
    double r = 0.0;
    crok_px p = circle_px(at, z_mm, r_mm, &r);
    for (int y = 0; y < img->h_px; y++)
        for (int x = 0; x < img->w_px; x++) {
            uint8_t *px = crok_image_row(img, y) + 3 * x;
            if (hypot(x - p.x, y - p.y) > r)
                continue;
            for (int c = 0; c < 3; c++) {
                int shaded = percent * px[c] / 100;
                px[c] = (uint8_t)(rgb != NULL ? rgb[c] : shaded);
            }
        }
}

/* A cylinder: circles from its foot to its upper face. */
static void disc(crok_image *img, crok_mm at, const uint8_t *rgb)
{
    for (int i = 0; i <= 8; i++)
        circle(img, at, pose.board.disc_height_mm * i / 8, pose.board.disc_mm,
               rgb, 0);
}

static void set_background(const crok_rest_sight *rest)
{
    crok_err err = {0};
    CHECK_STATUS(
        crok_blob_detector_set_background(detector, &background, rest, &err),
        CROK_OK, &err);
}

static void detect(void)
{
    crok_err err = {0};
    CHECK_STATUS(crok_blob_detector_detect(detector, &frame, &blobs, &err),
                 CROK_OK, &err);
}

/* The blob within tol_mm of a place; the test fails where there is none. */
static const crok_blob *blob_at(crok_mm at, double tol_mm)
{
    for (int i = 0; i < blobs.n; i++)
        if (crok_mm_apart(blobs.blob[i].at, at) <= tol_mm)
            return &blobs.blob[i];
    print_error("no blob within %g mm of %g, %g; %d blobs", tol_mm, at.x, at.y,
                blobs.n);
    for (int i = 0; i < blobs.n; i++)
        print_error(", %g %g", blobs.blob[i].at.x, blobs.blob[i].at.y);
    print_error("\n");
    fail();
    return NULL;
}

/* ---- where nothing is new ---- */

static void an_unchanged_board_has_no_blobs(void **state)
{
    crok_rest_sight rest = {.n = 1};
    (void)state;
    rest.disc[0].at = (crok_mm){120.0, -60.0};
    disc(&background, rest.disc[0].at, RED);
    disc(&frame, rest.disc[0].at, RED);
    set_background(&rest);
    detect();
    assert_int_equal(blobs.n, 0);
    assert_int_equal(blobs.changed[0], 0);
}

/* A camera's noise stays below the threshold, also on a disc. */
static void noise_is_not_foreground(void **state)
{
    crok_rest_sight rest = {.n = 1};
    (void)state;
    rest.disc[0].at = (crok_mm){120.0, -60.0};
    set_background(&rest);
    for (int y = 0; y < frame.h_px; y++)
        for (int x = 0; x < 3 * frame.w_px; x++)
            crok_image_row(&frame, y)[x] =
                (uint8_t)(WOOD[x % 3] + (x * 7 + y * 5) % 13);
    detect();
    assert_int_equal(blobs.n, 0);
    assert_int_equal(blobs.changed[0], 0);
}

/* All channels to 70 %: a shadow. To 40 %: that is no shadow's. */
static void a_shadow_is_not_foreground(void **state)
{
    const crok_mm at = {80.0, 40.0};
    (void)state;
    set_background(&(crok_rest_sight){0});
    circle(&frame, at, 0.0, pose.board.disc_mm, NULL, 70);
    detect();
    assert_int_equal(blobs.n, 0);
    fill(&frame, WOOD);
    circle(&frame, at, 0.0, pose.board.disc_mm, NULL, 40);
    detect();
    assert_int_equal(blobs.n, 1);
}

/* ---- discs ---- */

/* The wall that the camera sees belongs to the disc: the centre is that of the
 * bottom circle nevertheless. */
static void a_new_disc_is_where_its_foot_is(void **state)
{
    static const crok_mm places[] = {{0.0, 0.0},
                                     {150.0, 90.0},
                                     {-220.0, 40.0},
                                     {30.0, -280.0},
                                     {330.0, 0.0}};
    (void)state;
    set_background(&(crok_rest_sight){0});
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        const crok_blob *b = NULL;
        fill(&frame, WOOD);
        disc(&frame, places[i], BLACK);
        detect();
        assert_int_equal(blobs.n, 1);
        b = blob_at(places[i], 0.6);
        assert_true(b->foreground > 0.95F);
        assert_true(b->ring_foreground < 0.1F);
        for (int c = 0; c < 3; c++)
            assert_int_equal(b->rgb[c], BLACK[c]);
    }
}

/* A light disc on light wood is seen once the sides' colours are known; colours
 * that differ much from the board change nothing. */
static void a_disc_of_nearly_the_boards_colour_is_a_blob(void **state)
{
    const crok_rest_sight none = {.n = 0};
    const crok_mm at = {60.0, -40.0};
    const uint8_t light[3] = {240, 210, 145};
    uint8_t far[2][3] = {{40, 40, 42}, {200, 40, 30}};
    uint8_t near[2][3] = {{40, 40, 42}, {240, 210, 145}};
    (void)state;
    disc(&frame, at, light);
    set_background(&none);
    detect();
    assert_int_equal(blobs.n, 0);
    crok_blob_detector_set_colours(detector, far, 2);
    set_background(&none);
    detect();
    assert_int_equal(blobs.n, 0);
    crok_blob_detector_set_colours(detector, near, 2);
    set_background(&none);
    detect();
    assert_int_equal(blobs.n, 1);
    (void)blob_at(at, 3.0);
}

static void discs_that_touch_are_two_blobs(void **state)
{
    const crok_mm a = {100.0, 100.0};
    const crok_mm b = {100.0 + 2.0 * pose.board.disc_mm, 100.0};
    (void)state;
    set_background(&(crok_rest_sight){0});
    disc(&frame, a, BLACK);
    disc(&frame, b, RED);
    detect();
    assert_int_equal(blobs.n, 2);
    assert_int_equal(blob_at(a, 3.0)->rgb[0], BLACK[0]);
    assert_int_equal(blob_at(b, 3.0)->rgb[0], RED[0]);
}

/* Where the disc was the bare board appears, which nobody has seen: it is taken
 * to look as the wood about it. */
static void a_disc_that_left_its_place_leaves_no_blob(void **state)
{
    crok_rest_sight rest = {.n = 2};
    const crok_mm to = {-150.0, 100.0};
    (void)state;
    rest.disc[0].at = (crok_mm){60.0, 200.0};
    rest.disc[1].at = (crok_mm){200.0, -100.0};
    disc(&background, rest.disc[0].at, RED);
    disc(&background, rest.disc[1].at, BLACK);
    disc(&frame, to, RED);
    disc(&frame, rest.disc[1].at, BLACK);
    set_background(&rest);
    detect();
    assert_true(blobs.changed[0] >= 70);
    assert_true(blobs.changed[1] < CROK_BLOB_STILL);
    assert_int_equal(blobs.n, 1);
    (void)blob_at(to, 0.6);
}

/* ---- what is larger ---- */

static void a_hand_is_not_a_blob(void **state)
{
    (void)state;
    set_background(&(crok_rest_sight){0});
    circle(&frame, (crok_mm){50.0, -30.0}, 0.0, 6.0 * pose.board.disc_mm, SKIN,
           0);
    detect();
    assert_int_equal(blobs.n, 0);
}

/* ---- contract ---- */

static void the_background_has_the_discs_colours(void **state)
{
    const crok_mm at = {-90.0, 130.0};
    crok_rest_sight rest = {.n = 1};
    uint8_t rgb[3] = {0};
    (void)state;
    rest.disc[0].at = at;
    disc(&background, at, RED);
    set_background(&rest);
    crok_blob_detector_colour(detector, at, rgb);
    for (int c = 0; c < 3; c++)
        assert_int_equal(rgb[c], RED[c]);
}

static void frames_must_be_as_the_background(void **state)
{
    crok_image other = {0}, grey = {0};
    crok_err err = {0};
    (void)state;
    CHECK_STATUS(crok_blob_detector_detect(detector, &frame, &blobs, &err),
                 CROK_EARG, &err);
    set_background(&(crok_rest_sight){0});
    CHECK_STATUS(
        crok_image_new(frame.w_px, frame.h_px - 1, CROK_RGB8, &other, &err),
        CROK_OK, &err);
    CHECK_STATUS(crok_blob_detector_detect(detector, &other, &blobs, &err),
                 CROK_EARG, &err);
    CHECK_STATUS(
        crok_image_new(frame.w_px, frame.h_px, CROK_GRAY8, &grey, &err),
        CROK_OK, &err);
    CHECK_STATUS(crok_blob_detector_detect(detector, &grey, &blobs, &err),
                 CROK_EARG, &err);
    CHECK_STATUS(crok_blob_detector_set_background(detector, &grey,
                                                   &(crok_rest_sight){0}, &err),
                 CROK_EARG, &err);
    crok_image_free(&other);
    crok_image_free(&grey);
}

static int before_each(void **state)
{
    crok_err err = {0};
    (void)state;
    pose = (crok_board_pose){.board = *crok_board_tournament(),
                             .camera = draw_camera(640, 640, 0.0, 0.0)};
    CHECK_STATUS(crok_image_new(640, 640, CROK_RGB8, &background, &err),
                 CROK_OK, &err);
    CHECK_STATUS(crok_image_new(640, 640, CROK_RGB8, &frame, &err), CROK_OK,
                 &err);
    CHECK_STATUS(crok_blob_detector_new(&pose, 1.0, &detector, &err), CROK_OK,
                 &err);
    fill(&background, WOOD);
    fill(&frame, WOOD);
    return 0;
}

static int after_each(void **state)
{
    (void)state;
    crok_blob_detector_free(&detector);
    crok_image_free(&background);
    crok_image_free(&frame);
    return 0;
}

#define TEST(name)                                                             \
    cmocka_unit_test_setup_teardown(name, before_each, after_each)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(an_unchanged_board_has_no_blobs),
        TEST(noise_is_not_foreground),
        TEST(a_shadow_is_not_foreground),
        TEST(a_new_disc_is_where_its_foot_is),
        TEST(a_disc_of_nearly_the_boards_colour_is_a_blob),
        TEST(discs_that_touch_are_two_blobs),
        TEST(a_disc_that_left_its_place_leaves_no_blob),
        TEST(a_hand_is_not_a_blob),
        TEST(the_background_has_the_discs_colours),
        TEST(frames_must_be_as_the_background),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
