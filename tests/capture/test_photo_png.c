/* SPDX-License-Identifier: Apache-2.0 */
#include "capture/picture.h"

#include <stdlib.h>
#include <string.h>

#include <png.h>

/* Parameters of a PNG. For the quarters, alpha is 255 in the left half and 0 in
 * the right; grey is the red value. */
typedef struct recipe {
    int depth, colour, interlace;
    const blob *exif; /* NULL: none */
} recipe;

static void on_write(png_structp png, png_bytep from, size_t n)
{
    blob *b = png_get_io_ptr(png);
    b->p = realloc(b->p, b->n + n);
    assert_non_null(b->p);
    memcpy(b->p + b->n, from, n);
    b->n += n;
}

static void on_flush(png_structp png)
{
    (void)png;
}

static void fill_px(const recipe *r, const uint8_t *rgb, bool right,
                    bool bottom, uint8_t **p)
{
    uint8_t v[4];
    int n = 0;
    if (r->colour == PNG_COLOR_TYPE_PALETTE) {
        *(*p)++ = (uint8_t)((right ? 1 : 0) + (bottom ? 2 : 0));
        return;
    }
    for (int i = 0; i < ((r->colour & PNG_COLOR_MASK_COLOR) != 0 ? 3 : 1); i++)
        v[n++] = rgb[i];
    if ((r->colour & PNG_COLOR_MASK_ALPHA) != 0)
        v[n++] = right ? 0 : 255;
    for (int i = 0; i < n; i++) {
        *(*p)++ = (uint8_t)(r->depth < 8 ? v[i] >> (8 - r->depth) : v[i]);
        if (r->depth == 16)
            *(*p)++ = 77; /* the low byte, which is dropped */
    }
}

static void write_rows(png_structp png, const recipe *r, const crok_image *img)
{
    int n_passes = png_set_interlace_handling(png);
    uint8_t *row = calloc((size_t)img->w_px, 8);
    assert_non_null(row);
    png_set_packing(png);
    for (int pass = 0; pass < n_passes; pass++) {
        for (int y = 0; y < img->h_px; y++) {
            uint8_t *p = row;
            for (int x = 0; x < img->w_px; x++)
                fill_px(r, crok_image_row(img, y) + (size_t)x * 3U,
                        x >= img->w_px / 2, y >= img->h_px / 2, &p);
            png_write_row(png, row);
        }
    }
    free(row);
}

static blob png_of(const crok_image *img, recipe r)
{
    static const png_byte exif_type[5] = "eXIf";
    static const png_color colours[4] = {
        {220, 30, 40}, {30, 200, 50}, {40, 50, 210}, {250, 250, 250}};
    blob b = {0};
    png_structp png =
        png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
    png_infop info = png_create_info_struct(png);
    assert_non_null(info);
    png_set_write_fn(png, &b, on_write, on_flush);
    png_set_IHDR(png, info, (png_uint_32)img->w_px, (png_uint_32)img->h_px,
                 r.depth, r.colour, r.interlace, PNG_COMPRESSION_TYPE_DEFAULT,
                 PNG_FILTER_TYPE_DEFAULT);
    if (r.colour == PNG_COLOR_TYPE_PALETTE)
        png_set_PLTE(png, info, colours, 4);
    png_write_info(png, info);
    if (r.exif != NULL)
        png_write_chunk(png, exif_type, r.exif->p, r.exif->n);
    write_rows(png, &r, img);
    png_write_end(png, NULL);
    png_destroy_write_struct(&png, &info);
    return b;
}

static void check_recipe(recipe r, int min_long)
{
    static const int white[3] = {255, 255, 255};
    crok_image img = quarters(96, 64, 1);
    crok_photo_scale s = {0};
    blob b = png_of(&img, r);
    crok_image got = decode_blob(b, min_long, &s);
    int n = min_long > 0 ? 96 / min_long : 1;
    bool colour = (r.colour & PNG_COLOR_MASK_COLOR) != 0;
    int left[3] = {220, colour ? 30 : 220, colour ? 40 : 220};
    assert_int_equal(got.w_px, (96 + n - 1) / n);
    assert_int_equal(got.h_px, (64 + n - 1) / n);
    CHECK_NEAR(s.x, n, 0.0);
    check_px(&got, got.w_px / 4, got.h_px / 4, left, r.depth < 8 ? 16 : 1);
    if ((r.colour & PNG_COLOR_MASK_ALPHA) != 0)
        check_px(&got, got.w_px * 3 / 4, got.h_px / 4, white, 0);
    else if (colour)
        check_quarters(&got, 1);
    crok_image_free(&got);
    crok_image_free(&img);
    free(b.p);
}

static void every_kind_of_png_becomes_rgb(void **state)
{
    static const recipe kinds[] = {
        {8, PNG_COLOR_TYPE_RGB, 0, NULL},
        {16, PNG_COLOR_TYPE_RGB, 0, NULL},
        {8, PNG_COLOR_TYPE_RGB_ALPHA, 0, NULL},
        {16, PNG_COLOR_TYPE_RGB_ALPHA, 0, NULL},
        {4, PNG_COLOR_TYPE_GRAY, 0, NULL},
        {8, PNG_COLOR_TYPE_GRAY, 0, NULL},
        {16, PNG_COLOR_TYPE_GRAY, 0, NULL},
        {8, PNG_COLOR_TYPE_GRAY_ALPHA, 0, NULL},
        {16, PNG_COLOR_TYPE_GRAY_ALPHA, 0, NULL},
        {2, PNG_COLOR_TYPE_PALETTE, 0, NULL},
        {8, PNG_COLOR_TYPE_PALETTE, 0, NULL},
    };
    (void)state;
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        recipe r = kinds[i];
        check_recipe(r, 0);
        check_recipe(r, 32);
        check_recipe(r, 19); /* 96 = 5 * 19 + 1: reduced by 5, with an
                              * incomplete last block */
        r.interlace = PNG_INTERLACE_ADAM7;
        check_recipe(r, 0);
        check_recipe(r, 32);
    }
}

static void one_pixel_is_a_picture(void **state)
{
    crok_image img = quarters(1, 1, 1);
    blob b = png_of(&img, (recipe){1, PNG_COLOR_TYPE_GRAY, 0, NULL});
    crok_image got = decode_blob(b, 100, NULL);
    (void)state;
    assert_int_equal(got.w_px * got.h_px, 1);
    crok_image_free(&got);
    crok_image_free(&img);
    free(b.p);
}

static void reducing_takes_the_mean(void **state)
{
    static const int mean[3] = {100, 100, 100}, edge[3] = {200, 200, 200};
    crok_image img = quarters(5, 2, 1), got = {0};
    blob b = {0};
    (void)state;
    for (int y = 0; y < 2; y++) /* the columns are 0, 200, 0, 200, 200 */
        for (int i = 0; i < 15; i++)
            crok_image_row(&img, y)[i] = i / 3 == 0 || i / 3 == 2 ? 0 : 200;
    b = png_of(&img, (recipe){8, PNG_COLOR_TYPE_RGB, 0, NULL});
    got = decode_blob(b, 2, NULL);
    assert_int_equal(got.w_px, 3);
    assert_int_equal(got.h_px, 1);
    check_px(&got, 0, 0, mean, 0);
    check_px(&got, 1, 0, mean, 0);
    check_px(&got, 2, 0, edge, 0);
    crok_image_free(&got);
    crok_image_free(&img);
    free(b.p);
}

static void check_turn(int w, int h, int o)
{
    exif_num num = {0x0112, (unsigned)o, 0};
    blob exif = exif_block(&num, 1, NULL);
    crok_image img = numbered(w, h, o);
    blob b = png_of(&img, (recipe){8, PNG_COLOR_TYPE_RGB, 0, &exif});
    crok_image got = decode_blob(b, 0, NULL);
    assert_int_equal(got.w_px, o >= 5 ? h : w);
    assert_int_equal(got.h_px, o >= 5 ? w : h);
    check_numbered(&got);
    crok_image_free(&got);
    crok_image_free(&img);
    free(b.p);
    free(exif.p);
}

/* PNG is lossless, so every pixel can be checked. The sides are around 64, the
 * height of the bands in the rotation. */
static void exif_in_a_png_turns_it(void **state)
{
    static const int sides[] = {1, 2, 63, 64, 65, 200};
    (void)state;
    for (int o = 1; o <= 8; o++)
        for (int i = 0; i < 6; i++)
            for (int k = 0; k < 6; k++)
                check_turn(sides[i], sides[k], o);
}

/* A PNG of 30000 x 30000 grey pixels with nothing but its header is 100 bytes
 * long. */
static void a_huge_png_is_refused_by_its_header(void **state)
{
    static const uint8_t side[4] = {0, 0, 0x75, 0x30};
    crok_image img = quarters(4, 4, 1);
    blob b = png_of(&img, (recipe){8, PNG_COLOR_TYPE_GRAY, 0, NULL});
    crok_photo *photo = NULL;
    crok_err err = {0};
    (void)state;
    memcpy(b.p + 16, side, 4);
    memcpy(b.p + 20, side, 4);
    CHECK_STATUS(crok_photo_open_memory(b.p, b.n, "big.png", &photo, &err),
                 CROK_ETOOLARGE, &err);
    assert_non_null(strstr(err.msg, "big.png: 30000 x 30000 pixels"));
    assert_null(photo);
    memset(b.p + 16, 0, 4);
    CHECK_STATUS(crok_photo_open_memory(b.p, b.n, "no.png", &photo, &err),
                 CROK_EFORMAT, &err);
    memset(b.p + 16, 0xFF, 4);
    CHECK_STATUS(crok_photo_open_memory(b.p, b.n, "no.png", &photo, &err),
                 CROK_EFORMAT, &err);
    crok_image_free(&img);
    free(b.p);
}

static blob noisy_png(int interlace)
{
    crok_image img = noisy_quarters(200, 200);
    blob b = png_of(&img, (recipe){8, PNG_COLOR_TYPE_RGB, interlace, NULL});
    crok_image_free(&img);
    return b;
}

static void decode_part(blob b, size_t percent, crok_status want,
                        const char *warning)
{
    static const int gray[3] = {128, 128, 128};
    blob part = {b.p, b.n * percent / 100U};
    crok_photo *photo = open_blob(part, CROK_OK);
    crok_image img = {0};
    crok_err err = {0};
    CHECK_STATUS(crok_photo_decode(photo, 40, &img, NULL, &err), want, &err);
    assert_non_null(strstr(photo->warning, warning));
    if (want == CROK_OK && percent < 90U)
        check_px(&img, 5, img.h_px - 1, gray, 0);
    if (want != CROK_OK)
        assert_non_null(strstr(err.msg, "the file ends too early"));
    crok_image_free(&img);
    crok_photo_close(&photo);
}

static void a_cut_off_end_is_a_warning(void **state)
{
    blob b = noisy_png(PNG_INTERLACE_NONE);
    (void)state;
    decode_part(b, 100, CROK_OK, "");
    decode_part(b, 80, CROK_OK, "damaged: 2");
    decode_part(b, 40, CROK_EFORMAT, "");
    free(b.p);
    b = noisy_png(PNG_INTERLACE_ADAM7);
    decode_part(b, 80, CROK_EFORMAT, "");
    free(b.p);
}

static void a_png_cut_anywhere_does_no_harm(void **state)
{
    exif_num o = {0x0112, 6, 0};
    blob exif = exif_block(&o, 1, NULL);
    crok_image img = quarters(20, 16, 1);
    (void)state;
    for (int interlace = 0; interlace < 2; interlace++) {
        blob b = png_of(
            &img, (recipe){16, PNG_COLOR_TYPE_RGB_ALPHA, interlace, &exif});
        decode_every_prefix(b, 5);
        free(b.p);
    }
    crok_image_free(&img);
    free(exif.p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_of_png_becomes_rgb),
        cmocka_unit_test(one_pixel_is_a_picture),
        cmocka_unit_test(reducing_takes_the_mean),
        cmocka_unit_test(exif_in_a_png_turns_it),
        cmocka_unit_test(a_huge_png_is_refused_by_its_header),
        cmocka_unit_test(a_cut_off_end_is_a_warning),
        cmocka_unit_test(a_png_cut_anywhere_does_no_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
