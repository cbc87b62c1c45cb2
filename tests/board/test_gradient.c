/* SPDX-License-Identifier: Apache-2.0
 *
 * The gradient against Sobel's kernel applied pixel by pixel, on noise. The
 * sizes cover the borders, and widths below and above a vector's length. */
#include "check.h"

#include <math.h>

#include "board/search/gradient.h"

static int mirrored(int i, int n)
{
    if (n == 1)
        return 0;
    return i < 0 ? -i : i >= n ? 2 * n - 2 - i : i;
}

static int value(const crok_image *img, int x, int y, int c)
{
    const uint8_t *row = crok_image_row(img, mirrored(y, img->h_px));
    return row[mirrored(x, img->w_px) * (int)img->format + c];
}

/* Sobel's weighted sum: the derivative along x (dir 0) or y (dir 1). */
static int sobel(const crok_image *img, int x, int y, int c, int dir)
{
    static const int smooth[3] = {1, 2, 1};
    int sum = 0;
    for (int k = -1; k <= 1; k++)
        for (int s = -1; s <= 1; s += 2)
            sum += s * smooth[k + 1] *
                   (dir == 0 ? value(img, x + s, y + k, c)
                             : value(img, x + k, y + s, c));
    return sum;
}

static void check_pixel(const crok_image *img, const crok_gradient *s, int x,
                        int y)
{
    size_t i = (size_t)y * (size_t)img->w_px + (size_t)x;
    int best = 0;
    int gx = 0;
    int gy = 0;
    for (int c = 0; c < (int)img->format; c++) {
        int dx = sobel(img, x, y, c, 0);
        int dy = sobel(img, x, y, c, 1);
        if (dx * dx + dy * dy <= best)
            continue;
        best = dx * dx + dy * dy;
        gx = dx;
        gy = dy;
    }
    assert_int_equal(s->gx[i], gx);
    assert_int_equal(s->gy[i], gy);
    assert_float_equal((double)s->mag[i], sqrt(best) / CROK_SOBEL_GAIN, 1e-4);
}

static void check_size(int w, int h, crok_format format)
{
    crok_image img = {0};
    crok_gradient s = {0};
    crok_err err;
    uint32_t seed = 12345U;
    CHECK_STATUS(crok_image_new(w, h, format, &img, &err), CROK_OK, &err);
    for (size_t i = 0; i < img.stride_bytes * (size_t)h; i++) {
        seed = seed * 1664525U + 1013904223U;
        img.data[i] = (uint8_t)(seed >> 24);
    }
    CHECK_STATUS(crok_gradient_of(&img, &s, &err), CROK_OK, &err);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            check_pixel(&img, &s, x, y);
    crok_gradient_free(&s);
    crok_image_free(&img);
}

static void equals_sobel_in_the_steepest_channel(void **state)
{
    static const int sides[] = {1, 2, 3, 16, 37};
    (void)state;
    for (size_t i = 0; i < sizeof sides / sizeof sides[0]; i++) {
        for (size_t k = 0; k < sizeof sides / sizeof sides[0]; k++) {
            check_size(sides[i], sides[k], CROK_RGB8);
            check_size(sides[i], sides[k], CROK_GRAY8);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equals_sobel_in_the_steepest_channel)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
