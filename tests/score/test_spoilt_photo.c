/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "board/draw_board.h"
#include "cv/cv.h"
#include "jpeg_file.h"
#include "score/score_photo.h"

/* A photo of a board with a disc of each side, in the middle and in the outer
 * zone. */
static crok_image photo(int w_px, int h_px, const draw_rgb *line, double noise)
{
    crok_camera cam = draw_camera(w_px, h_px, 0.2, 0.5);
    draw_board b = draw_tournament(&cam);
    b.dimmer_frac = 0.15;
    b.line = *line;
    b.noise = noise;
    draw_add_pegs(&b, (draw_rgb){172, 172, 176});
    draw_add_disc(&b, 100.0, 110.0, (draw_rgb){30, 30, 30});
    draw_add_disc(&b, -60.0, 245.0, (draw_rgb){160, 40, 40});
    return draw_picture(&b);
}

/* Lay the grid of a screen over a picture: stripes of red, green and blue
 * across, and dark rows, of this period in px. */
static void lay_grid(crok_image *img, double period_px)
{
    for (int y = 0; y < img->h_px; y++)
        for (int x = 0; x < img->w_px; x++)
            for (int c = 0; c < 3; c++) {
                double u = x / period_px - c / 3.0;
                double v = y / period_px;
                uint8_t *p = crok_image_row(img, y) + (ptrdiff_t)3 * x + c;
                *p = (uint8_t)lround(*p * (0.6 + 0.3 * cos(2.0 * CROK_PI * u) +
                                           0.1 * cos(2.0 * CROK_PI * v)));
            }
}

/* Sharpen a picture: add this many times what a blur takes away. */
static void sharpen(crok_image *img, double times)
{
    crok_image soft;
    crok_err err = {0};
    CHECK_STATUS(crok_image_new(img->w_px, img->h_px, CROK_RGB8, &soft, &err),
                 CROK_OK, &err);
    for (int y = 0; y < img->h_px; y++)
        memcpy(crok_image_row(&soft, y), crok_image_row(img, y),
               (size_t)img->w_px * 3U);
    CHECK_STATUS(crok_cv_smooth(&soft, 3.0, &err), CROK_OK, &err);
    for (int y = 0; y < img->h_px; y++)
        for (int x = 0; x < 3 * img->w_px; x++) {
            uint8_t *p = crok_image_row(img, y) + x;
            double v = *p + times * (*p - crok_image_row(&soft, y)[x]);
            *p = (uint8_t)lround(fmin(fmax(v, 0.0), 255.0));
        }
    crok_image_free(&soft);
}

/* Score the picture as a photo. The totals are 10 and 5. */
static void check_scored(crok_image *img, const char *what)
{
    char path[] = "/tmp/crokeye-score-XXXXXX";
    crok_score_photo_options options = crok_score_photo_usual();
    crok_result *r = calloc(1, sizeof *r);
    crok_err err = {0};
    int fd = mkstemp(path);
    assert_true(fd >= 0 && r != NULL);
    (void)close(fd);
    CHECK_STATUS(jpeg_file(img, path, 92, &err), CROK_OK, &err);
    crok_score_photo(path, &options, NULL, r);
    (void)unlink(path);
    if (r->status != CROK_OK)
        fail_msg("%s: %s", what, r->err.msg);
    print_message("%s: %d and %d\n", what, r->score.side[0].total,
                  r->score.side[1].total);
    assert_int_equal(r->score.side[0].total + r->score.side[1].total, 15);
    assert_int_equal(abs(r->score.side[0].total - r->score.side[1].total), 5);
    free(r);
    crok_image_free(img);
}

/* In the second and the third picture, which are decoded at half size, the grid
 * is an alias. */
static void a_picture_of_a_screen_is_read(void **state)
{
    static const double period_px[] = {3.1, 2.6, 3.4};
    (void)state;
    for (int i = 0; i < 3; i++) {
        crok_image img = photo(i == 0 ? 1000 : 2200, i == 0 ? 800 : 1700,
                               &(draw_rgb){60, 40, 30}, 2.0);
        lay_grid(&img, period_px[i]);
        check_scored(&img, "screen");
    }
}

static void an_over_sharpened_picture_is_read(void **state)
{
    (void)state;
    for (int i = 0; i < 3; i++) {
        crok_image img = photo(1200, 1000, &(draw_rgb){170, 140, 100}, 16.0);
        sharpen(&img, 2.0 + 2.0 * i);
        check_scored(&img, "sharpened");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_picture_of_a_screen_is_read),
        cmocka_unit_test(an_over_sharpened_picture_is_read),
    };
    crok_cv_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
