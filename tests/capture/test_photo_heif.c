/* SPDX-License-Identifier: Apache-2.0 */
#include "capture/picture.h"

#include <stdlib.h>
#include <string.h>

#include <libheif/heif.h>

/* The encoder x265 3.5, used by these tests only, leaks memory. The leak
 * sanitizer calls this function by its name to get the suppressions. */
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void)
{
    return "leak:libx265";
}

static struct heif_error on_write(struct heif_context *ctx, const void *data,
                                  size_t n, void *to)
{
    struct heif_error ok = {heif_error_Ok, heif_suberror_Unspecified, ""};
    (void)ctx;
    *(blob *)to = blob_of(data, n);
    return ok;
}

static void check_heif(struct heif_error e)
{
    if (e.code != heif_error_Ok)
        fail_msg("libheif: %s", e.message);
}

/* Convert our picture to libheif's. With alpha: 255 in the left half, 0 in the
 * right. */
static struct heif_image *to_heif(const crok_image *img, bool alpha)
{
    struct heif_image *out = NULL;
    int stride = 0, n = alpha ? 4 : 3;
    uint8_t *px = NULL;
    check_heif(heif_image_create(img->w_px, img->h_px, heif_colorspace_RGB,
                                 alpha ? heif_chroma_interleaved_RGBA
                                       : heif_chroma_interleaved_RGB,
                                 &out));
    check_heif(heif_image_add_plane(out, heif_channel_interleaved, img->w_px,
                                    img->h_px, 8));
    px = heif_image_get_plane(out, heif_channel_interleaved, &stride);
    for (int y = 0; y < img->h_px; y++) {
        for (int x = 0; x < img->w_px; x++) {
            uint8_t *p = px + (ptrdiff_t)y * stride + x * n;
            memcpy(p, crok_image_row(img, y) + (size_t)x * 3U, 3);
            if (alpha)
                p[3] = x < img->w_px / 2 ? 255 : 0;
        }
    }
    return out;
}

/* Parameters of the encoder; 0 and NULL: its defaults. */
typedef struct recipe {
    bool alpha;
    const char *chroma; /* "420", "422" or "444" */
} recipe;

/* Encode img as HEIC or AVIF, with transformations in the file that turn it as
 * the orientation requires; exif may be NULL. */
static blob heif_of(const crok_image *img, enum heif_compression_format kind,
                    int orientation, recipe r, const blob *exif)
{
    blob b = {0};
    struct heif_writer writer = {1, on_write};
    struct heif_context *ctx = heif_context_alloc();
    struct heif_encoder *enc = NULL;
    struct heif_encoding_options *how = heif_encoding_options_alloc();
    struct heif_image *pixels = to_heif(img, r.alpha);
    struct heif_image_handle *handle = NULL;
    check_heif(heif_context_get_encoder_for_format(ctx, kind, &enc));
    check_heif(heif_encoder_set_lossy_quality(enc, 95));
    if (r.chroma != NULL)
        check_heif(heif_encoder_set_parameter_string(enc, "chroma", r.chroma));
    how->macOS_compatibility_workaround_no_nclx_profile = 0;
    how->image_orientation = (enum heif_orientation)orientation;
    check_heif(heif_context_encode_image(ctx, pixels, enc, how, &handle));
    if (exif != NULL)
        check_heif(
            heif_context_add_exif_metadata(ctx, handle, exif->p, (int)exif->n));
    check_heif(heif_context_write(ctx, &writer, &b));
    heif_image_handle_release(handle);
    heif_image_release(pixels);
    heif_encoding_options_free(how);
    heif_encoder_release(enc);
    heif_context_free(ctx);
    return b;
}

static void check_kind(enum heif_compression_format kind, const char *name)
{
    crok_image img = quarters(192, 128, 1), got = {0};
    blob b = heif_of(&img, kind, 1, (recipe){0}, NULL);
    crok_photo *photo = open_blob(b, CROK_OK);
    crok_photo_scale s = {0};
    assert_string_equal(photo->format, name);
    assert_int_equal(photo->w_px, 192);
    assert_int_equal(photo->h_px, 128);
    assert_string_equal(photo->warning, "");
    crok_photo_close(&photo);
    got = decode_blob(b, 0, &s);
    assert_int_equal(got.w_px, 192);
    CHECK_NEAR(s.x, 1.0, 0.0);
    check_quarters(&got, 6);
    crok_image_free(&got);
    got = decode_blob(b, 50, &s);
    assert_int_equal(got.w_px, 64);
    assert_int_equal(got.h_px, 43);
    CHECK_NEAR(s.x, 3.0, 0.0);
    CHECK_NEAR(s.y, 3.0, 0.0);
    check_quarters(&got, 6);
    crok_image_free(&got);
    crok_image_free(&img);
    free(b.p);
}

static void heic_and_avif_come_out_right(void **state)
{
    (void)state;
    check_kind(heif_compression_HEVC, "HEIC");
    check_kind(heif_compression_AV1, "AVIF");
}

static void every_chroma_gives_the_same_colours(void **state)
{
    static const char *const chroma[] = {"420", "422", "444"};
    crok_image img = quarters(126, 62, 1);
    (void)state;
    for (int i = 0; i < 6; i++) {
        blob b =
            heif_of(&img, i < 3 ? heif_compression_AV1 : heif_compression_HEVC,
                    1, (recipe){.chroma = chroma[i % 3]}, NULL);
        crok_image got = decode_blob(b, 0, NULL);
        assert_int_equal(got.w_px, 126);
        check_quarters(&got, 6);
        crok_image_free(&got);
        free(b.p);
    }
    crok_image_free(&img);
}

/* The file declares BT.709, limited range, but libheif stored the pixels as
 * BT.601, full range. So red, stored as Y 88, Cb 101, Cr 222, must become R =
 * 1.164 (Y - 16) + 1.793 (Cr - 128) and so on. */
static void the_matrix_and_range_of_the_file_count(void **state)
{
    static const uint8_t bt709_limited[7] = {0, 1, 0, 13, 0, 1, 0};
    static const int want[3] = {252, 40, 27};
    crok_image img = quarters(128, 64, 1), got = {0};
    blob b = heif_of(&img, heif_compression_HEVC, 1, (recipe){0}, NULL);
    bool found = false;
    (void)state;
    for (size_t i = 0; i + 15U < b.n; i++) {
        if (memcmp(b.p + i, "colrnclx", 8) == 0) {
            memcpy(b.p + i + 8, bt709_limited, 7);
            found = true;
        }
    }
    assert_true(found);
    got = decode_blob(b, 0, NULL);
    check_px(&got, 32, 16, want, 4);
    crok_image_free(&got);
    crok_image_free(&img);
    free(b.p);
}

/* The EXIF orientation repeats the file's own transformation; it must not be
 * applied twice. */
static void a_turned_heic_is_turned_once(void **state)
{
    (void)state;
    for (int o = 1; o <= 8; o++) {
        exif_num num[] = {{0x0112, (unsigned)o, 0}, {0xA405, 26, 0}};
        blob exif = exif_block(num, 2, "Apple");
        crok_image img = quarters(128, 64, o), got = {0};
        blob b = heif_of(&img, heif_compression_HEVC, o, (recipe){0}, &exif);
        crok_photo *photo = open_blob(b, CROK_OK);
        assert_int_equal(photo->orientation, 1);
        assert_int_equal(photo->w_px, o >= 5 ? 64 : 128);
        assert_int_equal(photo->h_px, o >= 5 ? 128 : 64);
        assert_string_equal(photo->make, "Apple");
        assert_true(photo->has_focal);
        crok_photo_close(&photo);
        got = decode_blob(b, 0, NULL);
        assert_int_equal(got.w_px, o >= 5 ? 64 : 128);
        check_quarters(&got, 6);
        crok_image_free(&got);
        crok_image_free(&img);
        free(b.p);
        free(exif.p);
    }
}

static void transparent_pixels_lie_over_white(void **state)
{
    static const int red[3] = {220, 30, 40}, white[3] = {255, 255, 255};
    crok_image img = quarters(128, 64, 1), got = {0};
    blob b =
        heif_of(&img, heif_compression_AV1, 1, (recipe){.alpha = true}, NULL);
    (void)state;
    got = decode_blob(b, 0, NULL);
    check_px(&got, 30, 16, red, 8);
    check_px(&got, 100, 16, white, 2);
    crok_image_free(&got);
    crok_image_free(&img);
    free(b.p);
}

static void a_heif_cut_anywhere_does_no_harm(void **state)
{
    exif_num o = {0x0112, 6, 0};
    blob exif = exif_block(&o, 1, NULL);
    crok_image img = quarters(64, 64, 1);
    blob b = heif_of(&img, heif_compression_HEVC, 6, (recipe){0}, &exif);
    (void)state;
    decode_every_prefix(b, 11);
    free(b.p);
    b = heif_of(&img, heif_compression_AV1, 6, (recipe){0}, &exif);
    decode_every_prefix(b, 11);
    free(b.p);
    crok_image_free(&img);
    free(exif.p);
}

/* The size is in the "ispe" box. Beyond our limit or libheif's, the file is
 * refused by this header and never decoded. */
static void a_huge_heic_is_refused_by_its_header(void **state)
{
    static const uint8_t sides[2][4] = {{0, 0, 0x2E, 0xE0},  /* 12000 */
                                        {0, 1, 0x2E, 0xE0}}; /* 77536 */
    crok_image img = quarters(64, 64, 1);
    blob b = heif_of(&img, heif_compression_HEVC, 1, (recipe){0}, NULL);
    (void)state;
    for (int k = 0; k < 2; k++) {
        for (size_t i = 0; i + 16U <= b.n; i++) {
            if (memcmp(b.p + i, "ispe", 4) == 0) {
                memcpy(b.p + i + 8, sides[k], 4);
                memcpy(b.p + i + 12, sides[k], 4);
            }
        }
        assert_null(open_blob(b, CROK_ETOOLARGE));
    }
    crok_image_free(&img);
    free(b.p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(heic_and_avif_come_out_right),
        cmocka_unit_test(every_chroma_gives_the_same_colours),
        cmocka_unit_test(the_matrix_and_range_of_the_file_count),
        cmocka_unit_test(a_turned_heic_is_turned_once),
        cmocka_unit_test(transparent_pixels_lie_over_white),
        cmocka_unit_test(a_heif_cut_anywhere_does_no_harm),
        cmocka_unit_test(a_huge_heic_is_refused_by_its_header),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
