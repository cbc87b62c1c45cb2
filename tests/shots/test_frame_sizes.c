/* SPDX-License-Identifier: Apache-2.0
 *
 * Frames of any size, a change of their size, and a camera out of focus: drawn
 * boards, a hand in motion, and a pause that is too short to be read at once.
 */
#include "check.h"

#include "board/draw_board.h"
#include "cv/cv.h"
#include "grey.h"
#include "shots/engine.h"

#define FRAME_NS INT64_C(33333333)

typedef struct table {
    crok_engine *engine;
    int64_t t_ns;
    int n_read; /* reports of a board at rest */
    int n_shots;
    crok_engine_trouble trouble; /* of the last frame */
} table;

static void resized(const crok_image *img, int reduce, crok_image *out)
{
    crok_err err = {0};
    CHECK_STATUS(crok_cv_resize(img, (img->w_px + reduce - 1) / reduce,
                                (img->h_px + reduce - 1) / reduce, out, &err),
                 CROK_OK, &err);
}

static crok_status colour(void *context, int reduce, crok_image *out,
                          crok_err *err)
{
    (void)err;
    crok_image_free(out);
    resized(context, reduce, out);
    return CROK_OK;
}

static void show(table *t, crok_image *img, int n)
{
    for (int i = 0; i < n; i++) {
        static crok_engine_report report;
        crok_image small = {0};
        crok_image luma = {0};
        crok_err err = {0};
        crok_engine_frame f = {.luma = &luma,
                               .t_ns = t->t_ns,
                               .w_px = img->w_px,
                               .h_px = img->h_px,
                               .colour = colour,
                               .context = img};
        resized(img, CROK_ENGINE_LUMA, &small);
        luma = grey_of(&small);
        CHECK_STATUS(crok_engine_feed(t->engine, &f, &report, &err), CROK_OK,
                     &err);
        t->n_read += report.news == CROK_NEWS_SAME ||
                     report.news == CROK_NEWS_CHANGED ||
                     report.news == CROK_NEWS_SHOT;
        t->n_shots += report.news == CROK_NEWS_SHOT;
        t->trouble = report.trouble;
        t->t_ns += FRAME_NS;
        crok_image_free(&small);
        crok_image_free(&luma);
    }
}

static crok_image blurred_board(int w_px, int h_px, double x_mm, double blur_px)
{
    crok_camera cam = draw_camera(w_px, h_px, 0.1, 1.0);
    draw_board b = draw_tournament(&cam);
    b.blur_px = blur_px;
    draw_add_disc(&b, x_mm, 60.0, (draw_rgb){30.0, 30.0, 33.0});
    draw_add_disc(&b, -120.0, -90.0, (draw_rgb){185.0, 40.0, 42.0});
    return draw_picture(&b);
}

static crok_image board_with_disc_at(int w_px, int h_px, double x_mm)
{
    return blurred_board(w_px, h_px, x_mm, 0.7);
}

/* Move a large object to and fro over the board. */
static void move_over(table *t, crok_image *img, int n)
{
    for (int i = 0; i < n; i++) {
        crok_image covered = {0};
        resized(img, 1, &covered);
        draw_cover(&covered,
                   &(draw_patch){.at = {img->w_px * (0.4 + 0.05 * (i % 4)),
                                        0.5 * img->h_px},
                                 .rx_px = 0.15 * img->w_px,
                                 .ry_px = 0.15 * img->h_px,
                                 .rgb = {60.0, 50.0, 45.0},
                                 .cover = 1.0});
        show(t, &covered, 1);
        crok_image_free(&covered);
    }
}

static table begin(void)
{
    const crok_engine_options options = {.n_sides = 2,
                                         .side_names = {"black", "red"}};
    table t = {.t_ns = 0};
    crok_err err = {0};
    CHECK_STATUS(crok_engine_new(&options, &t.engine, &err), CROK_OK, &err);
    return t;
}

/* A rest, a hand, a pause of 130 ms with a disc at another place, the hand
 * again. */
static void rest_and_short_pause(table *t, crok_image *rest, crok_image *moved)
{
    show(t, rest, 45);
    move_over(t, rest, 6);
    show(t, moved, 4);
    move_over(t, moved, 6);
}

static void frames_may_have_any_size(void **state)
{
    static const int size[][2] = {{1040, 585}, {1039, 584}, {1041, 587}};
    (void)state;
    for (int i = 0; i < 3; i++) {
        table t = begin();
        crok_image rest = board_with_disc_at(size[i][0], size[i][1], 40.0);
        crok_image moved = board_with_disc_at(size[i][0], size[i][1], 150.0);
        rest_and_short_pause(&t, &rest, &moved);
        show(&t, &moved, 20);
        assert_true(t.n_read >= 2);
        crok_engine_free(&t.engine);
        crok_image_free(&rest);
        crok_image_free(&moved);
    }
}

/* A source that comes back in another mode. */
static void the_size_may_change(void **state)
{
    static const int to[][2] = {{1040, 780}, {1040, 400}, {800, 585}};
    (void)state;
    for (int i = 0; i < 3; i++) {
        table t = begin();
        crok_image rest = board_with_disc_at(1040, 585, 40.0);
        crok_image moved = board_with_disc_at(1040, 585, 150.0);
        crok_image other = board_with_disc_at(to[i][0], to[i][1], 40.0);
        crok_image other_moved = board_with_disc_at(to[i][0], to[i][1], 150.0);
        int n_read = 0;
        rest_and_short_pause(&t, &rest, &moved);
        show(&t, &moved, 4); /* a pause that is kept when the size changes */
        n_read = t.n_read;
        rest_and_short_pause(&t, &other, &other_moved);
        show(&t, &other_moved, 60);
        assert_true(t.n_read > n_read);
        crok_engine_free(&t.engine);
        crok_image_free(&rest);
        crok_image_free(&moved);
        crok_image_free(&other);
        crok_image_free(&other_moved);
    }
}

/* While the camera is out of focus nothing is read, and it is said; discs that
 * are not seen meanwhile have not gone. */
static void a_blurred_board_is_not_read(void **state)
{
    static const double blur_px[] = {4.0, 7.0, 14.0};
    (void)state;
    for (int i = 0; i < 3; i++) {
        table t = begin();
        crok_image sharp = board_with_disc_at(1040, 585, 40.0);
        crok_image blurred = blurred_board(1040, 585, 40.0, blur_px[i]);
        int n_read = 0;
        show(&t, &sharp, 45);
        assert_int_equal(t.trouble, CROK_TROUBLE_NONE);
        n_read = t.n_read;
        assert_true(n_read > 0);
        show(&t, &blurred, 90);
        assert_int_equal(t.trouble, CROK_TROUBLE_BLURRED);
        assert_int_equal(t.n_read, n_read);
        show(&t, &sharp, 45);
        assert_int_equal(t.trouble, CROK_TROUBLE_NONE);
        assert_int_equal(t.n_shots, 0);
        crok_engine_free(&t.engine);
        crok_image_free(&sharp);
        crok_image_free(&blurred);
    }
}

/* The millimetre of a match that is resumed, also after the board was moved. */
static void a_resumed_match_keeps_its_millimetre(void **state)
{
    crok_image img = board_with_disc_at(960, 720, 60.0);
    table t = begin();
    (void)state;
    crok_engine_set_outer(t.engine, 290.0);
    show(&t, &img, 45);
    assert_true(t.n_read > 0);
    CHECK_NEAR(crok_engine_pose(t.engine)->board.line_mm[CROK_LINE_OUTER],
               290.0, 1e-6);
    crok_engine_free(&t.engine);
    crok_image_free(&img);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_resumed_match_keeps_its_millimetre),
        cmocka_unit_test(frames_may_have_any_size),
        cmocka_unit_test(the_size_may_change),
        cmocka_unit_test(a_blurred_board_is_not_read),
    };
    crok_cv_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
