/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include <math.h>

#include "capture/screen.h"
#include "core/linalg.h"
#include "cv/cv.h"
#include "random.h"

#define W 400
#define H 300

/* A picture of slow waves and noise, like wood. */
static crok_image wood(uint64_t seed)
{
    rnd noise = {.state = seed};
    crok_image img;
    crok_err err = {0};
    CHECK_STATUS(crok_image_new(W, H, CROK_RGB8, &img, &err), CROK_OK, &err);
    for (int y = 0; y < H; y++)
        for (int x = 0; x < 3 * W; x++) {
            double v = 150.0 + 25.0 * sin(0.07 * y + 0.01 * x) +
                       4.0 * rnd_normal(&noise);
            crok_image_row(&img, y)[x] = (uint8_t)lround(v);
        }
    return img;
}

/* Lay the grid of a screen over it: stripes of red, green and blue across, and
 * dark rows, of this period in px, turned by turn_rad. */
static void lay_grid(crok_image *img, double period_px, double turn_rad)
{
    for (int y = 0; y < H; y++) {
        for (int x = 0; x < W; x++) {
            double u = (x * cos(turn_rad) + y * sin(turn_rad)) / period_px;
            double v = (y * cos(turn_rad) - x * sin(turn_rad)) / period_px;
            for (int c = 0; c < 3; c++) {
                uint8_t *p = crok_image_row(img, y) + 3 * x + c;
                double light = 0.8 + 0.2 * cos(2.0 * CROK_PI * (u - c / 3.0)) +
                               0.15 * cos(2.0 * CROK_PI * v);
                *p = (uint8_t)lround(fmin(255.0, *p * light));
            }
        }
    }
}

static double period_of(const crok_image *img)
{
    double period_px = -1.0;
    crok_err err = {0};
    CHECK_STATUS(crok_screen_find(img, &period_px, &err), CROK_OK, &err);
    return period_px;
}

static void the_grid_of_a_screen_is_found_and_removed(void **state)
{
    (void)state;
    for (int k = 0; k < 8; k++) {
        double period = 2.3 + 0.37 * k;
        crok_image bare = wood(7);
        crok_image img = wood(7);
        double sum = 0.0;
        crok_err err = {0};
        lay_grid(&img, period, 0.03 * k - 0.1);
        CHECK_NEAR(period_of(&img), period, 0.05 * period);
        CHECK_STATUS(crok_cv_smooth(&img, period_of(&img), &err), CROK_OK,
                     &err);
        CHECK_NEAR(period_of(&img), 0.0, 0.0);
        for (int y = 10; y < H - 10; y++)
            for (int x = 30; x < 3 * W - 30; x++) {
                double off = 0.8 * crok_image_row(&bare, y)[x] -
                             crok_image_row(&img, y)[x];
                sum += off * off;
            }
        CHECK_NEAR(sqrt(sum / (H - 20) / (3 * W - 60)), 0.0, 5.0);
        crok_image_free(&bare);
        crok_image_free(&img);
    }
}

/* Noise, coarse stripes, one striped corner, and a small picture. */
static void what_is_no_screen_has_no_grid(void **state)
{
    (void)state;
    for (int k = 0; k < 4; k++) {
        crok_image img = wood(3);
        if (k == 1)
            lay_grid(&img, 9.0, 0.2);
        for (int y = 0; y < 100 && k == 2; y++)
            for (int x = 0; x < 300; x += 6)
                crok_image_row(&img, y)[x] = 40;
        if (k == 3) {
            lay_grid(&img, 3.0, 0.0);
            img.w_px = 50;
        }
        CHECK_NEAR(period_of(&img), 0.0, 0.0);
        crok_image_free(&img);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_grid_of_a_screen_is_found_and_removed),
        cmocka_unit_test(what_is_no_screen_has_no_grid),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
