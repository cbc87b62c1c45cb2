/* SPDX-License-Identifier: Apache-2.0 */
#include "capture/picture.h"

#include <stdlib.h>
#include <string.h>

#include <turbojpeg.h>

static blob turned_jpeg(int w, int h, int orientation)
{
    exif_num o = {0x0112, (unsigned)orientation, 0};
    crok_image img = quarters(w, h, orientation);
    blob b = jpeg_with_exif(jpeg_of(&img, TJSAMP_420, 0),
                            exif_block(&o, 1, "ACME  "));
    crok_image_free(&img);
    return b;
}

static void every_orientation_comes_out_upright(void **state)
{
    (void)state;
    for (int o = 1; o <= 8; o++) {
        blob b = turned_jpeg(96, 64, o);
        crok_photo *photo = open_blob(b, CROK_OK);
        crok_image img = decode_blob(b, 0, NULL);
        assert_int_equal(photo->orientation, o);
        assert_int_equal(photo->w_px, o >= 5 ? 64 : 96);
        assert_int_equal(img.w_px, photo->w_px);
        assert_int_equal(img.h_px, photo->h_px);
        assert_string_equal(photo->make, "ACME");
        assert_string_equal(photo->warning, "");
        check_quarters(&img, 6);
        crok_image_free(&img);
        crok_photo_close(&photo);
        free(b.p);
    }
}

enum { DOT_W = 205, DOT_H = 147 }; /* not divisible by 8 */

/* A white picture with a black square centred on the stored pixel (71.5,
 * 47.5). */
static blob dot_jpeg(int orientation)
{
    exif_num o = {0x0112, (unsigned)orientation, 0};
    crok_image img = quarters(DOT_W, DOT_H, 1);
    blob b = {0};
    memset(img.data, 255, img.stride_bytes * DOT_H);
    for (int i = 40; i < 56; i++)
        memset(crok_image_row(&img, i) + 64 * 3, 0, 16 * 3);
    b = jpeg_with_exif(jpeg_of(&img, TJSAMP_444, 0), exif_block(&o, 1, NULL));
    crok_image_free(&img);
    return b;
}

/* Centroid of the dark pixels, in full pixels. */
static void dark_centre(const crok_image *img, const crok_photo_scale *s,
                        double *x, double *y)
{
    double n = 0.0;
    *x = *y = 0.0;
    for (int v = 0; v < img->h_px; v++) {
        for (int u = 0; u < img->w_px; u++) {
            double dark = 255.0 - crok_image_row(img, v)[u * 3];
            dark = dark < 16.0 ? 0.0 : dark; /* ignore JPEG ringing */
            n += dark;
            *x += dark * ((u + 0.5) * s->x - 0.5 + s->x0_px);
            *y += dark * ((v + 0.5) * s->y - 0.5 + s->y0_px);
        }
    }
    *x /= n;
    *y /= n;
}

/* The scale maps the dot back to its place within 0.1 full pixels. */
static void check_dot(int o, int min_long)
{
    int w = o >= 5 ? DOT_H : DOT_W, h = o >= 5 ? DOT_W : DOT_H;
    double want_x = o >= 5 ? 47.5 : 71.5, want_y = o >= 5 ? 71.5 : 47.5;
    double x = 0.0, y = 0.0;
    crok_photo_scale s = {0};
    blob b = dot_jpeg(o);
    crok_image img = decode_blob(b, min_long, &s);
    assert_true(min_long == 0 || img.w_px <= w * 5 / 8);
    dark_centre(&img, &s, &x, &y);
    CHECK_NEAR(
        x, o == 2 || o == 3 || o == 6 || o == 7 ? w - 1 - want_x : want_x, 0.1);
    CHECK_NEAR(y, o == 3 || o == 4 || o >= 7 ? h - 1 - want_y : want_y, 0.1);
    crok_image_free(&img);
    free(b.p);
}

static void the_scale_leads_back_to_full_pixels(void **state)
{
    (void)state;
    for (int o = 1; o <= 8; o++) {
        check_dot(o, 0);
        check_dot(o, 100);
        check_dot(o, 50);
    }
}

static void no_more_is_decoded_than_asked_for(void **state)
{
    static const int want[][3] = {
        /* requested long side, resulting size, scale */
        {0, 1000, 1},   {1200, 1000, 1}, {1000, 1000, 1},
        {501, 1000, 1}, {500, 500, 2},   {250, 250, 4},
        {126, 250, 4},  {125, 125, 8},   {1, 125, 8}};
    crok_image full = quarters(1000, 600, 1);
    blob b = jpeg_of(&full, TJSAMP_420, 0);
    (void)state;
    for (size_t i = 0; i < sizeof want / sizeof want[0]; i++) {
        crok_photo_scale s = {0};
        crok_image img = decode_blob(b, want[i][0], &s);
        assert_int_equal(img.w_px, want[i][1]);
        CHECK_NEAR(s.x, want[i][2], 0.0);
        CHECK_NEAR(s.y, want[i][2], 0.0);
        check_quarters(&img, 6);
        crok_image_free(&img);
    }
    crok_image_free(&full);
    free(b.p);
}

static void one_pixel_is_a_picture(void **state)
{
    crok_image img = quarters(1, 1, 1), got = {0};
    blob b = jpeg_of(&img, TJSAMP_420, 0);
    crok_photo_scale s = {0};
    (void)state;
    got = decode_blob(b, 1, &s);
    assert_int_equal(got.w_px * got.h_px, 1);
    CHECK_NEAR(s.x, 1.0, 0.0);
    crok_image_free(&got);
    crok_image_free(&img);
    free(b.p);
}

static void grey_and_progressive_become_rgb(void **state)
{
    static const int gray_of_red[3] = {88, 88, 88}; /* 0.299 R + ... */
    crok_image img = quarters(64, 64, 1), got = {0};
    blob b = jpeg_of(&img, TJSAMP_GRAY, 0);
    (void)state;
    got = decode_blob(b, 0, NULL);
    check_px(&got, 16, 16, gray_of_red, 3);
    crok_image_free(&got);
    free(b.p);
    b = jpeg_of(&img, TJSAMP_422, TJFLAG_PROGRESSIVE);
    got = decode_blob(b, 32, NULL);
    assert_int_equal(got.w_px, 32);
    check_quarters(&got, 6);
    crok_image_free(&got);
    crok_image_free(&img);
    free(b.p);
}

/* A CMYK picture of one colour. */
static blob cmyk_jpeg(const uint8_t ink[4])
{
    uint8_t px[32 * 32 * 4];
    unsigned char *mem = NULL;
    unsigned long n = 0;
    blob b = {0};
    tjhandle tj = tjInitCompress();
    for (size_t i = 0; i < sizeof px; i++)
        px[i] = ink[i % 4U];
    assert_int_equal(
        tjCompress2(tj, px, 32, 0, 32, TJPF_CMYK, &mem, &n, TJSAMP_444, 98, 0),
        0);
    (void)tjDestroy(tj);
    b = blob_of(mem, n);
    tjFree(mem);
    return b;
}

static void cmyk_is_inverted_when_adobe_wrote_it(void **state)
{
    static const uint8_t ink[4] = {250, 120, 60, 200};
    static const int want[3] = {196, 94, 47}; /* ink * 200 / 255 */
    blob b = cmyk_jpeg(ink);
    crok_image img = decode_blob(b, 0, NULL);
    (void)state;
    check_px(&img, 5, 30, want, 3);
    check_px(&img, 31, 31, want, 3);
    crok_image_free(&img);
    free(b.p);
}

static void cmyk_of_others_is_ink(void **state)
{
    static const uint8_t ink[4] = {200, 200, 200, 55};
    /* without Adobe's mark the YCCK values 55, 128, 128 are inks */
    static const int want[3] = {157, 100, 100}; /* (255 - x) * 200 / 255 */
    blob b = cmyk_jpeg(ink);
    crok_image img = {0};
    (void)state;
    for (size_t i = 0; i + 5U < b.n; i++)
        if (memcmp(b.p + i, "Adobe", 5) == 0)
            b.p[i] = 'a';
    img = decode_blob(b, 0, NULL);
    check_px(&img, 5, 30, want, 3);
    crok_image_free(&img);
    free(b.p);
}

static blob noisy_jpeg(int flags)
{
    crok_image img = noisy_quarters(400, 300);
    blob b = jpeg_of(&img, TJSAMP_420, flags);
    crok_image_free(&img);
    return b;
}

/* Decode the first `percent` % of a JPEG. */
static crok_status decode_part(blob b, size_t percent, char *warning)
{
    blob part = {b.p, b.n * percent / 100U};
    crok_photo *photo = open_blob(part, CROK_OK);
    crok_image img = {0};
    crok_err err = {0};
    crok_status st = crok_photo_decode(photo, 0, &img, NULL, &err);
    if (st == CROK_OK && photo->warning[0] != '\0') {
        size_t n = strlen(photo->warning); /* a second decoding must not repeat
                                            * the warning */
        crok_image_free(&img);
        st = crok_photo_decode(photo, 0, &img, NULL, &err);
        assert_int_equal(strlen(photo->warning), n);
    }
    (void)snprintf(warning, 256, "%s", photo->warning);
    if (st != CROK_OK)
        assert_non_null(strstr(err.msg, "test: the JPEG data is damaged"));
    crok_image_free(&img);
    crok_photo_close(&photo);
    return st;
}

static void a_cut_off_end_is_a_warning(void **state)
{
    char warning[256] = "";
    blob b = noisy_jpeg(0);
    (void)state;
    assert_int_equal(decode_part(b, 100, warning), CROK_OK);
    assert_string_equal(warning, "");
    assert_int_equal(decode_part(b, 75, warning), CROK_OK);
    assert_non_null(strstr(warning, "damaged: 2")); /* 2x % missing */
    assert_int_equal(decode_part(b, 30, warning), CROK_EFORMAT);
    free(b.p);
}

static void a_cut_off_progressive_end_is_judged_by_its_detail(void **state)
{
    char warning[256] = "";
    blob b = noisy_jpeg(TJFLAG_PROGRESSIVE);
    (void)state;
    assert_int_equal(decode_part(b, 100, warning), CROK_OK);
    assert_string_equal(warning, "");
    assert_int_equal(decode_part(b, 90, warning), CROK_OK);
    assert_non_null(strstr(warning, "damaged: "));
    assert_int_equal(decode_part(b, 20, warning), CROK_EFORMAT);
    free(b.p);
}

/* The last marker of this kind before the byte `end`. */
static uint8_t *last_marker(blob b, size_t end, uint8_t mark)
{
    while (end >= 2U && (b.p[end - 2U] != 0xFF || b.p[end - 1U] != mark))
        end--;
    assert_true(end >= 2U);
    return b.p + end - 2U;
}

/* Damage in the first scan, and an error before the last one: no row was made,
 * although most of the detail is there. */
static void memory_that_was_never_written_is_no_picture(void **state)
{
    blob b = noisy_jpeg(TJFLAG_PROGRESSIVE);
    crok_photo *photo = NULL;
    crok_image img = {0};
    crok_err err = {0};
    size_t first_scan = 2;
    (void)state;
    while (b.p[first_scan] != 0xFF || b.p[first_scan + 1U] != 0xDA)
        first_scan++;
    memcpy(b.p + first_scan + 100, "\xFF\xD0", 2);
    memset(last_marker(b, b.n, 0xC4) + 5, 0xFF, 16); /* code lengths */
    photo = open_blob(b, CROK_OK);
    CHECK_STATUS(crok_photo_decode(photo, 0, &img, NULL, &err), CROK_EFORMAT,
                 &err);
    assert_non_null(strstr(err.msg, "Bogus Huffman table"));
    crok_photo_close(&photo);
    free(b.p);
}

static void a_jpeg_cut_anywhere_does_no_harm(void **state)
{
    blob b = turned_jpeg(96, 64, 6);
    (void)state;
    decode_every_prefix(b, 1);
    free(b.p);
}

/* Without a scan there is no picture, although the header gives its size. */
static void a_header_alone_is_no_picture(void **state)
{
    crok_image img = quarters(64, 64, 4);
    blob b = jpeg_of(&img, TJSAMP_420, 0);
    size_t scan = 2;
    (void)state;
    while (!(b.p[scan] == 0xFF && b.p[scan + 1U] == 0xDA))
        scan++;
    for (size_t n = 0; n < scan + 2U; n++) {
        crok_photo *photo = NULL;
        crok_err err = {0};
        if (crok_photo_open_memory(b.p, n, "a.jpg", &photo, &err) == CROK_OK)
            fail_msg("%zu of %zu bytes before the scan are a picture", n, scan);
        assert_int_not_equal(err.msg[0], '\0');
    }
    crok_image_free(&img);
    free(b.p);
}

static void variants_that_are_not_read_are_named(void **state)
{
    crok_photo *photo = NULL;
    crok_err err = {0};
    crok_image img = quarters(16, 16, 1);
    blob b = jpeg_of(&img, TJSAMP_420, 0);
    (void)state;
    jpeg_frame(b)[4] = 12;
    CHECK_STATUS(crok_photo_open_memory(b.p, b.n, "a.jpg", &photo, &err),
                 CROK_EUNSUPPORTED, &err);
    assert_non_null(strstr(err.msg, "a.jpg: JPEG of more than 8 bits"));
    jpeg_frame(b)[1] = 0xC3;
    CHECK_STATUS(crok_photo_open_memory(b.p, b.n, "a.jpg", &photo, &err),
                 CROK_EUNSUPPORTED, &err);
    assert_non_null(strstr(err.msg, "lossless"));
    crok_image_free(&img);
    free(b.p);
}

static void a_header_too_large_is_refused(void **state)
{
    static const uint8_t side[][4] = {
        {0x75, 0x30, 0, 1},       /* 1 x 30000 */
        {0, 1, 0x75, 0x30},       /* 30000 x 1 */
        {0x27, 0x11, 0x27, 0x10}, /* 10000 x 10001 */
        {0x27, 0x10, 0x27, 0x10}, /* 10000 x 10000 is accepted */
    };
    crok_image img = quarters(16, 16, 1);
    blob b = jpeg_of(&img, TJSAMP_420, 0);
    (void)state;
    for (int i = 0; i < 4; i++) {
        crok_photo *photo = NULL;
        memcpy(jpeg_frame(b) + 5, side[i], 4);
        photo = open_blob(b, i < 3 ? CROK_ETOOLARGE : CROK_OK);
        crok_photo_close(&photo);
    }
    crok_image_free(&img);
    free(b.p);
}

/* A progressive JPEG of the size w x h by its header, with n more scans, each
 * after the bytes `before`. */
static blob with_scans(int w, int h, int subsamp, int n, const char *before)
{
    crok_image img = quarters(16, 16, 1);
    blob b = jpeg_of(&img, subsamp, TJFLAG_PROGRESSIVE);
    crok_image_free(&img);
    jpeg_frame(b)[5] = (uint8_t)(h >> 8);
    jpeg_frame(b)[6] = (uint8_t)h;
    jpeg_frame(b)[7] = (uint8_t)(w >> 8);
    jpeg_frame(b)[8] = (uint8_t)w;
    return repeat_last_scan(b, n, before);
}

/* What decoding costs is known from the scans: those that are there count, not
 * the length of the file. */
static void a_jpeg_of_too_many_scans_is_refused(void **state)
{
    static const struct {
        int w, h, subsamp, n;
        const char *before;
        crok_status want;
    } jpeg[] = {
        {9000, 4000, TJSAMP_420, 0, "", CROK_OK},
        {9000, 4000, TJSAMP_420, 150, "", CROK_OK},
        {9000, 4000, TJSAMP_420, 190, "", CROK_ETOOLARGE},
        /* a marker without a length, which no scan is part of */
        {9000, 4000, TJSAMP_420, 190, "\xFF\x01", CROK_ETOOLARGE},
        {900, 400, TJSAMP_420, 480, "", CROK_OK},
        {10000, 10000, TJSAMP_420, 0, "", CROK_OK},
        {10000, 10000, TJSAMP_444, 0, "", CROK_ETOOLARGE}, /* 600 MB */
    };
    (void)state;
    for (size_t i = 0; i < sizeof jpeg / sizeof *jpeg; i++) {
        blob b = with_scans(jpeg[i].w, jpeg[i].h, jpeg[i].subsamp, jpeg[i].n,
                            jpeg[i].before);
        crok_photo *photo = open_blob(b, jpeg[i].want);
        crok_photo_close(&photo);
        free(b.p);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_orientation_comes_out_upright),
        cmocka_unit_test(the_scale_leads_back_to_full_pixels),
        cmocka_unit_test(no_more_is_decoded_than_asked_for),
        cmocka_unit_test(one_pixel_is_a_picture),
        cmocka_unit_test(grey_and_progressive_become_rgb),
        cmocka_unit_test(cmyk_is_inverted_when_adobe_wrote_it),
        cmocka_unit_test(cmyk_of_others_is_ink),
        cmocka_unit_test(a_cut_off_end_is_a_warning),
        cmocka_unit_test(a_cut_off_progressive_end_is_judged_by_its_detail),
        cmocka_unit_test(memory_that_was_never_written_is_no_picture),
        cmocka_unit_test(a_jpeg_cut_anywhere_does_no_harm),
        cmocka_unit_test(a_header_alone_is_no_picture),
        cmocka_unit_test(variants_that_are_not_read_are_named),
        cmocka_unit_test(a_header_too_large_is_refused),
        cmocka_unit_test(a_jpeg_of_too_many_scans_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
