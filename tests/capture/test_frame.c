/* SPDX-License-Identifier: Apache-2.0
 *
 * Conversion of frames to grey and colour, compared with a plain reference
 * pixel by pixel, for all formats, odd sizes and every reduction. */
#include "check.h"

#include <stdlib.h>
#include <string.h>

#include <turbojpeg.h>

#include "capture/frame.h"
#include "capture/picture.h"
#include "random.h"

static const int reductions[] = {1, 2, 4, 8};
#define N_REDUCTIONS 4

/* A frame of noise whose rows are longer than necessary; free it with
 * release. */
static crok_frame noise(crok_pixels kind, int w, int h, rnd *rng)
{
    static const int per_px[] = {2, 1, 1, 3, 3};
    size_t stride = (size_t)(per_px[kind] * (w + (w & 1)) + 6);
    size_t rows =
        (size_t)h + (kind == CROK_PIXELS_NV12 ? (size_t)(h + 1) / 2U : 0U);
    uint8_t *p = malloc(stride * rows);
    assert_non_null(p);
    for (size_t i = 0; i < stride * rows; i++)
        p[i] = (uint8_t)rnd_next(rng);
    return (crok_frame){.data = p,
                        .n_bytes = stride * rows,
                        .w_px = w,
                        .h_px = h,
                        .stride_bytes = stride,
                        .pixels = kind};
}

static void release(crok_frame *f)
{
    free((void *)(uintptr_t)f->data);
    f->data = NULL;
}

/* ---- the reference ---- */

/* In a reduced pixel's mean each chroma sample counts once, not once for each
 * pixel that uses it. */
static bool is_counted(const crok_frame *f, int c, int n, int x, int y)
{
    bool twin_row = f->pixels == CROK_PIXELS_NV12 && y % 2 == 1;
    bool is_rgb =
        f->pixels == CROK_PIXELS_RGB24 || f->pixels == CROK_PIXELS_BGR24;
    return c == 0 || n == 1 || is_rgb || (x % 2 == 0 && !twin_row);
}

/* Channel c of the pixel (x, y) as transmitted: R, G, B or Y, U, V. */
static int sample(const crok_frame *f, int c, int x, int y)
{
    const uint8_t *row = f->data + (size_t)y * f->stride_bytes;
    const uint8_t *uv =
        f->data + ((size_t)f->h_px + (size_t)y / 2U) * f->stride_bytes;
    switch (f->pixels) {
    case CROK_PIXELS_YUYV:
        return c == 0 ? row[2 * x] : row[x / 2 * 4 + (c == 1 ? 1 : 3)];
    case CROK_PIXELS_NV12:
        return c == 0 ? row[x] : uv[x / 2 * 2 + c - 1];
    case CROK_PIXELS_RGB24:
        return row[3 * x + c];
    case CROK_PIXELS_BGR24:
        return row[3 * x + 2 - c];
    case CROK_PIXELS_GREY:
    case CROK_PIXELS_MJPEG:
    case CROK_N_PIXELS:
    default:
        return c == 0 ? row[x] : 128;
    }
}

static double mean(const crok_frame *f, int c, int n, int u, int v)
{
    double sum = 0.0;
    int count = 0;
    for (int y = v * n; y < (v + 1) * n && y < f->h_px; y++)
        for (int x = u * n; x < (u + 1) * n && x < f->w_px; x++)
            if (is_counted(f, c, n, x, y)) {
                sum += sample(f, c, x, y);
                count++;
            }
    return sum / count;
}

static double clamped(double v)
{
    return v < 0.0 ? 0.0 : v > 255.0 ? 255.0 : v;
}

static bool is_rgb(const crok_frame *f)
{
    return f->pixels == CROK_PIXELS_RGB24 || f->pixels == CROK_PIXELS_BGR24;
}

static void reference_rgb(const crok_frame *f, int n, int u, int v,
                          double rgb[3])
{
    double kr = f->is_bt709 ? 0.2126 : 0.299, kb = f->is_bt709 ? 0.0722 : 0.114;
    double y = mean(f, 0, n, u, v), cb = mean(f, 1, n, u, v),
           cr = mean(f, 2, n, u, v);
    if (is_rgb(f)) {
        rgb[0] = y;
        rgb[1] = cb;
        rgb[2] = cr;
        return;
    }
    y = f->is_full_range ? y / 255.0 : (y - 16.0) / 219.0;
    cb = (cb - 128.0) / (f->is_full_range ? 255.0 : 224.0);
    cr = (cr - 128.0) / (f->is_full_range ? 255.0 : 224.0);
    rgb[0] = clamped(255.0 * (y + 2.0 * (1.0 - kr) * cr));
    rgb[2] = clamped(255.0 * (y + 2.0 * (1.0 - kb) * cb));
    rgb[1] = clamped(
        255.0 * (y - (kr * 2.0 * (1.0 - kr) * cr + kb * 2.0 * (1.0 - kb) * cb) /
                         (1.0 - kr - kb)));
}

/* ---- grey ---- */

static void check_luma(const crok_frame *f, int n)
{
    crok_err err = {0};
    crok_image out = {0};
    CHECK_STATUS(crok_frame_luma(f, n, &out, &err), CROK_OK, &err);
    assert_int_equal(out.w_px, (f->w_px + n - 1) / n);
    assert_int_equal(out.h_px, (f->h_px + n - 1) / n);
    assert_int_equal(out.format, CROK_GRAY8);
    for (int v = 0; v < out.h_px; v++)
        for (int u = 0; u < out.w_px; u++) {
            double want = mean(f, 0, n, u, v);
            if (is_rgb(f))
                want = 0.299 * want + 0.587 * mean(f, 1, n, u, v) +
                       0.114 * mean(f, 2, n, u, v);
            /* RGB is rounded twice, so 1 more is allowed */
            CHECK_NEAR(crok_image_row(&out, v)[u], want,
                       is_rgb(f) ? 1.01 : 0.5001);
        }
    crok_image_free(&out);
}

static void every_kind(void (*check)(const crok_frame *f, int n))
{
    static const int size[][2] = {{64, 32}, {37, 21}, {1, 1},
                                  {9, 2},   {2, 9},   {2600, 9}};
    rnd rng = {5};
    for (int k = 0; k < CROK_PIXELS_MJPEG; k++)
        for (size_t s = 0; s < sizeof size / sizeof *size; s++) {
            crok_frame f = noise((crok_pixels)k, size[s][0], size[s][1], &rng);
            for (int r = 0; r < N_REDUCTIONS; r++)
                check(&f, reductions[r]);
            release(&f);
        }
}

static void grey_is_the_mean_of_the_luma(void **state)
{
    (void)state;
    every_kind(check_luma);
}

/* ---- colour ---- */

static void check_part(const crok_frame *f, int n, const crok_part *part)
{
    crok_err err = {0};
    crok_image out = {0};
    int x0 = part == NULL ? 0 : part->x, y0 = part == NULL ? 0 : part->y;
    CHECK_STATUS(crok_frame_rgb(f, n, part, &out, &err), CROK_OK, &err);
    for (int v = 0; v < out.h_px; v++)
        for (int u = 0; u < out.w_px; u++) {
            const uint8_t *got = crok_image_row(&out, v) + 3 * u;
            double want[3];
            reference_rgb(f, n, x0 + u, y0 + v, want);
            /* Y, U and V are rounded before the conversion: up to 2.1 * 0.5
             * each */
            for (int c = 0; c < 3; c++)
                CHECK_NEAR(got[c], want[c], is_rgb(f) ? 0.51 : 2.6);
        }
    crok_image_free(&out);
}

static void check_rgb(const crok_frame *f, int n)
{
    crok_frame g = *f;
    int w = (f->w_px + n - 1) / n, h = (f->h_px + n - 1) / n;
    crok_part part = {w / 3, h / 3, w - w / 3 - w / 5, h - h / 3 - h / 5};
    check_part(f, n, NULL);
    check_part(f, n, &part);
    g.is_full_range = true;
    g.is_bt709 = true;
    check_part(&g, n, &part);
}

static void colour_is_the_mean_of_the_colours(void **state)
{
    (void)state;
    every_kind(check_rgb);
}

static void known_colours_come_out_right(void **state)
{
    /* from the tables of BT.601 and BT.709: black, white, red, blue */
    static const struct {
        uint8_t yuv[3];
        bool bt709;
        int rgb[3];
    } known[] = {
        {{16, 128, 128}, false, {0, 0, 0}},
        {{235, 128, 128}, false, {255, 255, 255}},
        {{81, 90, 240}, false, {255, 0, 0}},
        {{41, 240, 110}, false, {0, 0, 255}},
        {{63, 102, 240}, true, {255, 0, 0}},
        {{32, 240, 118}, true, {0, 0, 255}},
    };
    (void)state;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        const uint8_t *p = known[i].yuv;
        uint8_t yuyv[4] = {p[0], p[1], p[0], p[2]};
        crok_image out = {0};
        crok_err err = {0};
        crok_frame f = {.data = yuyv,
                        .n_bytes = 4,
                        .w_px = 2,
                        .h_px = 1,
                        .stride_bytes = 4,
                        .pixels = CROK_PIXELS_YUYV,
                        .is_bt709 = known[i].bt709};
        CHECK_STATUS(crok_frame_rgb(&f, 1, NULL, &out, &err), CROK_OK, &err);
        check_px(&out, 1, 0, known[i].rgb, 2);
        crok_image_free(&out);
    }
}

/* ---- MJPEG ---- */

static crok_codec *codec;

static crok_frame mjpeg_frame(blob b, int w, int h)
{
    crok_err err = {0};
    if (codec == NULL)
        CHECK_STATUS(crok_codec_new(&codec, &err), CROK_OK, &err);
    return (crok_frame){.data = b.p,
                        .n_bytes = b.n,
                        .w_px = w,
                        .h_px = h,
                        .pixels = CROK_PIXELS_MJPEG,
                        .codec = codec};
}

/* Check that both conversions return this status. */
static void check_both(blob b, int w, int h, crok_status want)
{
    crok_frame f = mjpeg_frame(b, w, h);
    crok_image out = {0};
    for (int r = 0; r < N_REDUCTIONS; r++) {
        crok_err err = {0};
        CHECK_STATUS(crok_frame_luma(&f, reductions[r], &out, &err), want,
                     &err);
        CHECK_STATUS(crok_frame_rgb(&f, reductions[r], NULL, &out, &err), want,
                     &err);
    }
    crok_image_free(&out);
}

static blob picture(int w, int h)
{
    crok_image img = noisy_quarters(w, h);
    blob b = jpeg_of(&img, TJSAMP_422, 0);
    crok_image_free(&img);
    return b;
}

static void mjpeg_shows_its_picture_at_every_size(void **state)
{
    crok_image img = quarters(160, 96, 1);
    blob b = jpeg_of(&img, TJSAMP_444, 0);
    crok_frame f = mjpeg_frame(b, 160, 96);
    crok_image out = {0};
    crok_err err = {0};
    static const int green[] = {30, 200, 50};
    (void)state;
    for (int r = 0; r < N_REDUCTIONS; r++) {
        int n = reductions[r];
        crok_part part = {(160 / n) / 2 + 2, 1, 3, 2};
        CHECK_STATUS(crok_frame_rgb(&f, n, NULL, &out, &err), CROK_OK, &err);
        assert_int_equal(out.w_px, (160 + n - 1) / n);
        assert_int_equal(out.h_px, (96 + n - 1) / n);
        check_quarters(&out, 40);
        CHECK_STATUS(crok_frame_rgb(&f, n, &part, &out, &err), CROK_OK, &err);
        assert_int_equal(out.w_px, 3);
        check_px(&out, 1, 1, green, 40);
        CHECK_STATUS(crok_frame_luma(&f, n, &out, &err), CROK_OK, &err);
        assert_int_equal(out.w_px, (160 + n - 1) / n);
        CHECK_NEAR(crok_image_row(&out, 1)[1], 88, 12); /* red */
        CHECK_NEAR(crok_image_row(&out, out.h_px - 2)[out.w_px - 2], 250, 12);
    }
    crok_image_free(&out);
    crok_image_free(&img);
    free(b.p);
}

/* Remove the Huffman tables (marker 0xC4): many cameras send no tables. */
static void cut_tables_out(blob *b)
{
    for (size_t i = 2; i + 4U < b->n && b->p[i + 1U] != 0xDAU;) {
        size_t len = 2U + ((size_t)b->p[i + 2U] << 8 | b->p[i + 3U]);
        if (b->p[i + 1U] != 0xC4U) {
            i += len;
            continue;
        }
        memmove(b->p + i, b->p + i + len, b->n - i - len);
        b->n -= len;
    }
}

static void mjpeg_may_lack_its_huffman_tables(void **state)
{
    blob b = picture(160, 120);
    size_t whole = b.n;
    (void)state;
    crok_codec_free(&codec); /* a new decoder has no tables */
    cut_tables_out(&b);
    assert_true(b.n < whole - 300U);
    check_both(b, 160, 120, CROK_OK);
    free(b.p);
}

static void mjpeg_of_an_odd_size_has_incomplete_blocks(void **state)
{
    blob b = picture(163, 99);
    crok_frame f = mjpeg_frame(b, 163, 99);
    crok_image out = {0};
    crok_err err = {0};
    (void)state;
    for (int r = 0; r < N_REDUCTIONS; r++) {
        int n = reductions[r];
        CHECK_STATUS(crok_frame_luma(&f, n, &out, &err), CROK_OK, &err);
        assert_int_equal(out.w_px, (163 + n - 1) / n);
        assert_int_equal(out.h_px, (99 + n - 1) / n);
    }
    crok_image_free(&out);
    free(b.p);
}

static void padding_does_no_harm(void **state)
{
    blob b = picture(160, 120);
    blob padded = {calloc(1, b.n + 100U), b.n + 100U};
    (void)state;
    memcpy(padded.p, b.p, b.n); /* after the end marker */
    check_both(padded, 160, 120, CROK_OK);
    memset(padded.p + b.n - 2, 0, 2); /* before the end marker */
    memcpy(padded.p + padded.n - 2, b.p + b.n - 2, 2);
    check_both(padded, 160, 120, CROK_OK);
    free(padded.p);
    free(b.p);
}

static void a_cut_or_damaged_mjpeg_is_rejected(void **state)
{
    blob b = picture(160, 120);
    blob bad = {malloc(b.n), b.n};
    (void)state;
    for (size_t n = 0; n < b.n; n += 97) {
        check_both((blob){b.p, n}, 160, 120, CROK_EFORMAT);
        memcpy(bad.p, b.p, b.n); /* its end lost, then an end marker */
        if (n > 4) {
            memcpy(bad.p + n - 2, b.p + b.n - 2, 2);
            check_both((blob){bad.p, n}, 160, 120, CROK_EFORMAT);
        }
    }
    memcpy(bad.p, b.p, b.n);
    memset(bad.p + b.n / 2, 0xFE, 400); /* not a code of the Huffman tables */
    check_both(bad, 160, 120, CROK_EFORMAT);
    check_both(b, 160, 128, CROK_EFORMAT);
    check_both((blob){b.p, 0}, 160, 120, CROK_EFORMAT);
    check_both(b, 160, 120, CROK_OK);
    free(bad.p);
    free(b.p);
}

/* ---- contract ---- */

static void a_short_frame_is_rejected(void **state)
{
    rnd rng = {3};
    (void)state;
    for (int k = 0; k < CROK_PIXELS_MJPEG; k++) {
        crok_frame f = noise((crok_pixels)k, 37, 21, &rng);
        crok_image out = {0};
        crok_err err = {0};
        f.n_bytes -= 12;
        CHECK_STATUS(crok_frame_luma(&f, 1, &out, &err), CROK_EFORMAT, &err);
        CHECK_STATUS(crok_frame_rgb(&f, 1, NULL, &out, &err), CROK_EFORMAT,
                     &err);
        assert_non_null(strstr(err.msg, "cut short"));
        f.n_bytes += 12;
        const size_t bad[] = {20, SIZE_MAX, SIZE_MAX / 20 + 2, SIZE_MAX / 2};
        for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
            f.stride_bytes = bad[i]; /* too short, or rows that wrap around */
            CHECK_STATUS(crok_frame_luma(&f, 1, &out, &err), CROK_EFORMAT,
                         &err);
        }
        crok_image_free(&out);
        release(&f);
    }
}

static void a_broken_contract_is_an_argument_error(void **state)
{
    static const crok_part bad[] = {{-1, 0, 2, 2}, {0, 0, 0, 2},
                                    {18, 0, 2, 2}, {0, 10, 2, 2},
                                    {0, 0, 20, 1}, {1, 0, INT32_MAX, 1}};
    rnd rng = {3};
    crok_frame f = noise(CROK_PIXELS_YUYV, 37, 21, &rng);
    crok_image out = {0};
    crok_err err = {0};
    (void)state;
    CHECK_STATUS(crok_frame_luma(&f, 3, &out, &err), CROK_EARG, &err);
    CHECK_STATUS(crok_frame_luma(&f, 0, &out, &err), CROK_EARG, &err);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        CHECK_STATUS(crok_frame_rgb(&f, 2, &bad[i], &out, &err), CROK_EARG,
                     &err);
    f.pixels = CROK_PIXELS_MJPEG;
    CHECK_STATUS(crok_frame_luma(&f, 2, &out, &err), CROK_EARG, &err);
    f.pixels = CROK_PIXELS_YUYV;
    f.w_px = 0;
    CHECK_STATUS(crok_frame_luma(&f, 2, &out, &err), CROK_EARG, &err);
    assert_null(out.data);
    release(&f);
}

static void the_pictures_memory_is_used_again(void **state)
{
    rnd rng = {3};
    crok_frame f = noise(CROK_PIXELS_YUYV, 64, 32, &rng);
    crok_image out = {0};
    crok_err err = {0};
    const uint8_t *first = NULL;
    (void)state;
    CHECK_STATUS(crok_frame_luma(&f, 2, &out, &err), CROK_OK, &err);
    first = out.data;
    CHECK_STATUS(crok_frame_luma(&f, 2, &out, &err), CROK_OK, &err);
    assert_ptr_equal(first, out.data);
    CHECK_STATUS(crok_frame_rgb(&f, 1, NULL, &out, &err), CROK_OK, &err);
    assert_int_equal(out.w_px, 64);
    crok_image_free(&out);
    release(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(grey_is_the_mean_of_the_luma),
        cmocka_unit_test(colour_is_the_mean_of_the_colours),
        cmocka_unit_test(known_colours_come_out_right),
        cmocka_unit_test(mjpeg_shows_its_picture_at_every_size),
        cmocka_unit_test(mjpeg_may_lack_its_huffman_tables),
        cmocka_unit_test(mjpeg_of_an_odd_size_has_incomplete_blocks),
        cmocka_unit_test(padding_does_no_harm),
        cmocka_unit_test(a_cut_or_damaged_mjpeg_is_rejected),
        cmocka_unit_test(a_short_frame_is_rejected),
        cmocka_unit_test(a_broken_contract_is_an_argument_error),
        cmocka_unit_test(the_pictures_memory_is_used_again),
    };
    int status = cmocka_run_group_tests(tests, NULL, NULL);
    crok_codec_free(&codec);
    return status;
}
