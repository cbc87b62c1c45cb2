/* SPDX-License-Identifier: Apache-2.0
 *
 * Enlarged pictures against cubic convolution as it is defined. */
#include "check.h"

#include <math.h>

#include "core/enlarge.h"

/* Keys's kernel with a = -0.75. */
static double kernel(double x)
{
    const double a = -0.75;
    x = fabs(x);
    if (x < 1.0)
        return ((a + 2.0) * x - (a + 3.0)) * x * x + 1.0;
    return x < 2.0 ? a * (((x - 5.0) * x + 8.0) * x - 4.0) : 0.0;
}

static int inside(int i, int n)
{
    if (i < 0)
        return 0;
    return i < n ? i : n - 1;
}

/* The level of channel c at (x, y): the sum of all pixels that its kernel
 * reaches, those of the border repeated. */
static double expected(const crok_image *img, double x, double y, int c)
{
    double sum = 0.0;
    for (int v = (int)floor(y) - 1; v <= (int)floor(y) + 2; v++)
        for (int u = (int)floor(x) - 1; u <= (int)floor(x) + 2; u++) {
            const uint8_t *row = crok_image_row(img, inside(v, img->h_px));
            sum += kernel(x - u) * kernel(y - v) *
                   row[3 * inside(u, img->w_px) + c];
        }
    return fmin(fmax(sum, 0.0), 255.0);
}

static crok_image noise(int w_px, int h_px)
{
    crok_image img = {0};
    unsigned seed = 7;
    assert_int_equal(crok_image_new(w_px, h_px, CROK_RGB8, &img, NULL),
                     CROK_OK);
    for (int y = 0; y < h_px; y++)
        for (int x = 0; x < 3 * w_px; x++) {
            seed = seed * 1664525U + 1013904223U;
            crok_image_row(&img, y)[x] = (uint8_t)(seed >> 24);
        }
    return img;
}

/* Weights are rounded to 1/2048 along each axis, and levels to integers. */
static void compare(int from_w, int from_h, int to_w, int to_h)
{
    crok_image img = noise(from_w, from_h);
    crok_image out = {0};
    assert_int_equal(crok_image_new(to_w, to_h, CROK_RGB8, &out, NULL),
                     CROK_OK);
    assert_int_equal(crok_image_enlarge(&img, &out, NULL), CROK_OK);
    for (int y = 0; y < to_h; y++)
        for (int x = 0; x < 3 * to_w; x++)
            CHECK_NEAR((double)crok_image_row(&out, y)[x],
                       expected(&img, (x / 3 + 0.5) * from_w / to_w - 0.5,
                                (y + 0.5) * from_h / to_h - 0.5, x % 3),
                       1.5);
    crok_image_free(&img);
    crok_image_free(&out);
}

static void samples_are_those_of_the_definition(void **state)
{
    (void)state;
    compare(64, 48, 80, 60);
    compare(37, 23, 101, 67);
    compare(5, 4, 33, 29);
    compare(1, 1, 3, 3);
    compare(30, 40, 33, 20); /* larger along one axis only */
}

static void the_same_size_is_a_copy(void **state)
{
    crok_image img = noise(21, 17);
    crok_image out = noise(21, 17);
    (void)state;
    crok_image_row(&out, 3)[5] ^= 1U;
    assert_int_equal(crok_image_enlarge(&img, &out, NULL), CROK_OK);
    for (int y = 0; y < img.h_px; y++)
        assert_memory_equal(crok_image_row(&img, y), crok_image_row(&out, y),
                            3U * (size_t)img.w_px);
    crok_image_free(&img);
    crok_image_free(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(samples_are_those_of_the_definition),
        cmocka_unit_test(the_same_size_is_a_copy),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
