/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include "core/image.h"

/* A picture whose pixels are 10 x, 20 y and 7. */
static crok_image slope(void)
{
    crok_image img;
    crok_err err = {0};
    CHECK_STATUS(crok_image_new(5, 4, CROK_RGB8, &img, &err), CROK_OK, &err);
    for (int y = 0; y < 4; y++) {
        for (int x = 0; x < 5; x++) {
            uint8_t *p = crok_image_row(&img, y) + 3 * x;
            p[0] = (uint8_t)(10 * x);
            p[1] = (uint8_t)(20 * y);
            p[2] = 7;
        }
    }
    return img;
}

static void between_pixels_it_is_linear(void **state)
{
    crok_image img = slope();
    (void)state;
    for (double y = 0.0; y < 3.0; y += 0.25) {
        for (double x = 0.0; x < 4.0; x += 0.25) {
            float v[3] = {0};
            assert_true(crok_image_sample(&img, x, y, v));
            CHECK_NEAR((double)v[0], 10.0 * x, 1e-4);
            CHECK_NEAR((double)v[1], 20.0 * y, 1e-4);
            CHECK_NEAR((double)v[2], 7.0, 1e-4);
        }
    }
    crok_image_free(&img);
}

/* Each channel by itself, as the formula has it, to the last bit; up to the
 * last pixel, behind which nothing may be read. */
static void a_sample_is_that_of_each_channel(void **state)
{
    crok_image img = slope();
    (void)state;
    for (int i = 0; i < 5 * 4 * 3; i++)
        img.data[i] = (uint8_t)(i * 151 + i * i * 7);
    for (int k = 0; k < 4 * 3 * 49; k++) {
        int x = k / 49 % 4;
        int y = k / 49 / 4;
        float a = (float)(k % 7) / 6.5F;
        float b = (float)(k / 7 % 7) / 6.5F;
        const uint8_t *p = crok_image_row(&img, y) + 3 * x;
        const uint8_t *q = p + img.stride_bytes;
        float v[3] = {0};
        assert_true(crok_image_sample(&img, x + (double)a, y + (double)b, v));
        for (int c = 0; c < 3; c++) {
            float top = (float)p[c] + a * (float)(p[c + 3] - p[c]);
            float low = (float)q[c] + a * (float)(q[c + 3] - q[c]);
            CHECK_NEAR((double)v[c], (double)(top + b * (low - top)), 0.0);
        }
    }
    crok_image_free(&img);
}

/* However far outside: a point beside the camera is projected to 1e12 px, and
 * that is no int. */
static void outside_there_is_nothing(void **state)
{
    static const double far_off[] = {
        -1e-9,        -0.5,         -1e9,         -1e300,       4.0,  4.5,  1e5,
        2147483646.0, 2147483647.0, 2147483648.0, 4294967297.0, 1e12, 1e300};
    const double odd[] = {(double)NAN, (double)INFINITY, -(double)INFINITY};
    crok_image img = slope();
    float v[3] = {1.5F, 2.5F, 3.5F};
    (void)state;
    for (size_t i = 0; i < sizeof far_off / sizeof far_off[0]; i++) {
        assert_false(crok_image_sample(&img, far_off[i], 1.0, v));
        assert_false(crok_image_sample(&img, 1.0, far_off[i], v));
        assert_false(crok_image_sample(&img, far_off[i], far_off[i], v));
    }
    for (size_t i = 0; i < 3; i++) {
        assert_false(crok_image_sample(&img, odd[i], 1.0, v));
        assert_false(crok_image_sample(&img, 1.0, odd[i], v));
    }
    assert_false(crok_image_sample(&img, 1.0, 3.0, v)); /* the last row */
    CHECK_NEAR((double)v[1], 2.5, 0.0);
    crok_image_free(&img);
}

static void a_picture_needs_both_sides(void **state)
{
    crok_image img = {.w_px = 77};
    crok_err err = {0};
    (void)state;
    CHECK_STATUS(crok_image_new(0, 4, CROK_GRAY8, &img, &err), CROK_EARG, &err);
    CHECK_STATUS(crok_image_new(4, -1, CROK_GRAY8, &img, &err), CROK_EARG,
                 &err);
    assert_int_equal(img.w_px, 77);
}

static void a_picture_may_be_freed_twice(void **state)
{
    crok_image img = slope();
    (void)state;
    crok_image_free(&img);
    assert_null(img.data);
    crok_image_free(&img);
    crok_image_free(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(between_pixels_it_is_linear),
        cmocka_unit_test(a_sample_is_that_of_each_channel),
        cmocka_unit_test(outside_there_is_nothing),
        cmocka_unit_test(a_picture_needs_both_sides),
        cmocka_unit_test(a_picture_may_be_freed_twice),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
