/* SPDX-License-Identifier: Apache-2.0 */
#include "capture/picture.h"

#include <stdlib.h>
#include <string.h>

#include <webp/encode.h>

static blob webp_of(const crok_image *img, bool lossless)
{
    uint8_t *mem = NULL;
    int stride = (int)img->stride_bytes;
    size_t n = lossless ? WebPEncodeLosslessRGB(img->data, img->w_px, img->h_px,
                                                stride, &mem)
                        : WebPEncodeRGB(img->data, img->w_px, img->h_px, stride,
                                        95.0F, &mem);
    blob b = blob_of(mem, n);
    assert_true(n > 0U);
    WebPFree(mem);
    return b;
}

static void put_le(uint8_t *p, size_t value, int n_bytes)
{
    for (int i = 0; i < n_bytes; i++)
        p[i] = (uint8_t)(value >> (8 * i));
}

/* Make the extended format: a VP8X chunk with these flags, the picture's own
 * chunk, and another one. b and content are freed. */
static blob extended(blob b, int w, int h, uint8_t flags, const char *type,
                     blob content)
{
    size_t n = b.n + 18U + 8U + content.n;
    blob to = {calloc(1, n), n};
    assert_non_null(to.p);
    assert_true(content.n % 2U == 0U);
    memcpy(to.p, "RIFF....WEBPVP8X", 16);
    put_le(to.p + 4, n - 8U, 4);
    put_le(to.p + 16, 10, 4);
    to.p[20] = flags;
    put_le(to.p + 24, (size_t)w - 1U, 3);
    put_le(to.p + 27, (size_t)h - 1U, 3);
    memcpy(to.p + 30, b.p + 12, b.n - 12U);
    memcpy(to.p + 18 + b.n, type, 4);
    put_le(to.p + 22 + b.n, content.n, 4);
    memcpy(to.p + 26 + b.n, content.p, content.n);
    free(b.p);
    free(content.p);
    return to;
}

static void lossy_and_lossless_come_out_right(void **state)
{
    crok_image img = quarters(99, 64, 1);
    (void)state;
    for (int lossless = 0; lossless < 2; lossless++) {
        blob b = webp_of(&img, lossless != 0);
        crok_photo_scale s = {0};
        crok_image got = decode_blob(b, 0, &s);
        assert_int_equal(got.w_px, 99);
        CHECK_NEAR(s.x, 1.0, 0.0);
        check_quarters(&got, lossless ? 0 : 8);
        crok_image_free(&got);
        got = decode_blob(b, 33, &s);
        assert_int_equal(got.w_px, 33);
        assert_int_equal(got.h_px, 21);
        CHECK_NEAR(s.x, 3.0, 0.0);
        CHECK_NEAR(s.y, 64.0 / 21.0, 1e-12);
        check_quarters(&got, 8);
        crok_image_free(&got);
        free(b.p);
    }
    crok_image_free(&img);
}

static void transparent_pixels_lie_over_white(void **state)
{
    static const int solid[3] = {10, 20, 30}, white[3] = {255, 255, 255};
    static const int half[3] = {133, 138, 143};
    uint8_t px[3 * 8 * 4];
    uint8_t *mem = NULL;
    size_t n = 0;
    blob b = {0};
    crok_image got = {0};
    (void)state;
    for (int i = 0; i < 3 * 8; i++) {
        static const uint8_t alpha[3] = {255, 127, 0};
        memcpy(px + i * 4, (const uint8_t[]){10, 20, 30, alpha[i / 8]}, 4);
    }
    n = WebPEncodeLosslessRGBA(px, 8, 3, 32, &mem);
    b = blob_of(mem, n);
    WebPFree(mem);
    got = decode_blob(b, 0, NULL);
    assert_int_equal(got.stride_bytes, 24);
    check_px(&got, 7, 0, solid, 0);
    check_px(&got, 3, 1, half, 1);
    check_px(&got, 7, 2, white, 0);
    crok_image_free(&got);
    free(b.p);
}

static void exif_in_a_webp_turns_it(void **state)
{
    (void)state;
    for (int o = 1; o <= 8; o++) {
        exif_num num = {0x0112, (unsigned)o, 0};
        crok_image img = quarters(64, 40, o);
        blob b = extended(webp_of(&img, true), 64, 40, 8, "EXIF",
                          exif_block(&num, 1, "ACME"));
        crok_photo *photo = open_blob(b, CROK_OK);
        crok_image got = decode_blob(b, 0, NULL);
        assert_int_equal(photo->orientation, o);
        assert_string_equal(photo->make, "ACME");
        check_quarters(&got, 0);
        crok_photo_close(&photo);
        crok_image_free(&got);
        crok_image_free(&img);
        free(b.p);
    }
}

static void a_moving_webp_is_named(void **state)
{
    crok_image img = quarters(16, 16, 1);
    blob b = extended(webp_of(&img, true), 16, 16, 2, "ANIM",
                      blob_of("\0\0\0\0\0\0", 6));
    crok_photo *photo = NULL;
    crok_err err = {0};
    (void)state;
    CHECK_STATUS(crok_photo_open_memory(b.p, b.n, "a.webp", &photo, &err),
                 CROK_EUNSUPPORTED, &err);
    assert_non_null(strstr(err.msg, "moving picture"));
    crok_image_free(&img);
    free(b.p);
}

static void a_cut_off_webp_is_an_error(void **state)
{
    crok_image img = quarters(64, 64, 1), got = {0};
    blob b = webp_of(&img, false);
    blob part = {b.p, b.n * 3U / 4U};
    crok_photo *photo = open_blob(part, CROK_OK);
    crok_err err = {0};
    (void)state;
    CHECK_STATUS(crok_photo_decode(photo, 0, &got, NULL, &err), CROK_EFORMAT,
                 &err);
    assert_non_null(strstr(err.msg, "ends too early"));
    crok_photo_close(&photo);
    crok_image_free(&img);
    decode_every_prefix(b, 1);
    free(b.p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lossy_and_lossless_come_out_right),
        cmocka_unit_test(transparent_pixels_lie_over_white),
        cmocka_unit_test(exif_in_a_webp_turns_it),
        cmocka_unit_test(a_moving_webp_is_named),
        cmocka_unit_test(a_cut_off_webp_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
