/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "board/draw_board.h"
#include "jpeg_file.h"
#include "score/score_photo.h"

/* A photo of a board of no model's ratios, which takes so much of the picture's
 * shorter side. */
static void write_photo(const char *path, double part)
{
    crok_camera cam = draw_camera(2400, 1800, 0.2, 0.5);
    draw_board b;
    crok_image img;
    crok_err err = {.status = CROK_OK};
    cam.t_mm.z /= part; /* farther away */
    b = draw_tournament(&cam);
    b.dimmer_frac = 0.15;
    b.ring_mm[CROK_LINE_MIDDLE] = 190.0;
    draw_add_disc(&b, 120.0, 40.0, (draw_rgb){30.0, 30.0, 30.0});
    draw_add_disc(&b, -60.0, 150.0, (draw_rgb){160.0, 40.0, 40.0});
    img = draw_picture(&b);
    assert_int_equal(jpeg_file(&img, path, 92, &err), CROK_OK);
    crok_image_free(&img);
}

/* The model that a person names tells the size of the board, also of one so
 * small in the photo that this is decoded again, larger. */
static void a_named_model_tells_the_size(void **state)
{
    static const double part[] = {0.95, 0.55};
    (void)state;
    for (int i = 0; i < 2; i++) {
        char path[] = "/tmp/crokeye-score-XXXXXX";
        crok_score_photo_options options = crok_score_photo_usual();
        crok_result r;
        int fd = mkstemp(path);
        assert_true(fd >= 0);
        (void)close(fd);
        write_photo(path, part[i]);
        crok_score_photo(path, &options, NULL, &r);
        CHECK_STATUS(r.status, CROK_OK, &r.err);
        assert_int_equal(r.score.seen.pose.scale, CROK_SCALE_HOLE);
        options.model = crok_board_tournament();
        crok_score_photo(path, &options, NULL, &r);
        assert_int_equal(r.status, CROK_OK);
        assert_int_equal(r.score.seen.pose.scale, CROK_SCALE_MODEL);
        CHECK_NEAR(r.score.seen.pose.board.line_mm[CROK_LINE_OUTER],
                   options.model->line_mm[CROK_LINE_OUTER], 1e-6);
        CHECK_NEAR(r.score.seen.pose.board.line_mm[CROK_LINE_MIDDLE], 190.0,
                   0.5);
        assert_non_null(strstr(r.score.warnings[0], "have other ratios"));
        (void)unlink(path);
    }
}

/* A calibration that does not know the lines' width well is helped by the
 * photo, and one that knows it exactly is not changed. */
static void a_photo_measures_the_width_of_a_calibrated_board(void **state)
{
    static const double sigma[] = {0.6, 0.0};
    char path[] = "/tmp/crokeye-score-XXXXXX";
    crok_score_photo_options options = crok_score_photo_usual();
    crok_board_pose calibrated;
    crok_result r;
    int fd = mkstemp(path);
    (void)state;
    assert_true(fd >= 0);
    (void)close(fd);
    write_photo(path, 0.95);
    crok_score_photo(path, &options, NULL, &r);
    CHECK_STATUS(r.status, CROK_OK, &r.err);
    calibrated = r.score.seen.pose;
    memset(calibrated.section, 0, sizeof calibrated.section);
    calibrated.scale = CROK_SCALE_CALIB;
    calibrated.board.line_width_mm = 2.6;
    options.fixed_pose = &calibrated;
    for (int i = 0; i < 2; i++) {
        double width_mm = 0.0;
        calibrated.line_width_sigma_mm = sigma[i];
        crok_score_photo(path, &options, NULL, &r);
        CHECK_STATUS(r.status, CROK_OK, &r.err);
        width_mm = r.score.seen.pose.board.line_width_mm;
        if (i == 0)
            CHECK_NEAR(width_mm,
                       draw_tournament(&calibrated.camera).line_width_mm, 0.3);
        else
            CHECK_NEAR(width_mm, 2.6, 1e-9);
        assert_true(r.score.seen.pose.line_width_sigma_mm <= sigma[i]);
    }
    (void)unlink(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_named_model_tells_the_size),
        cmocka_unit_test(a_photo_measures_the_width_of_a_calibrated_board),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
