/* SPDX-License-Identifier: Apache-2.0
 *
 * Nothing of a picture's file is kept but the picture, and what is no picture
 * is refused. */
#include "check.h"

#include <stdlib.h>
#include <string.h>

#include "capture/encode.h"
#include "capture/photo.h"
#include "serve/bare_jpeg.h"
#include "serve/made_jpeg.h"

static void check_same(const made_jpeg *given, const made_jpeg *want)
{
    crok_bare_jpeg got = {.bytes = NULL};
    crok_err err = {0};
    CHECK_STATUS(crok_bare_jpeg_make(given->bytes, given->n, &got, &err),
                 CROK_OK, &err);
    assert_int_equal(got.len, want->n);
    assert_memory_equal(got.bytes, want->bytes, want->n);
    assert_int_equal(got.w_px, MADE_W_PX);
    assert_int_equal(got.h_px, MADE_H_PX);
    free(got.bytes);
}

static void check_refused(const made_jpeg *given, const char *why)
{
    crok_bare_jpeg got = {.bytes = NULL};
    crok_err err = {0};
    CHECK_STATUS(crok_bare_jpeg_make(given->bytes, given->n, &got, &err),
                 CROK_EFORMAT, &err);
    if (strstr(err.msg, why) == NULL)
        fail_msg("\"%s\" does not say \"%s\"", err.msg, why);
    assert_null(got.bytes);
}

static void only_the_picture_is_left(void **state)
{
    const made_jpeg told = made_picture(1);
    const made_jpeg bare = made_picture(0);
    (void)state;
    assert_true(told.n > bare.n);
    check_same(&told, &bare);
    check_same(&bare, &bare);
}

/* What is behind the end is told, and is none of the picture. */
static void the_end_is_found(void **state)
{
    const made_jpeg bare = made_picture(0);
    made_jpeg more = bare;
    crok_bare_jpeg got = {.bytes = NULL};
    crok_err err = {0};
    (void)state;
    made_bytes(&more, "{}\xFF\xE1", 4);
    check_same(&more, &bare);
    CHECK_STATUS(crok_bare_jpeg_make(more.bytes, more.n, &got, &err), CROK_OK,
                 &err);
    assert_int_equal(got.n_read, bare.n);
    free(got.bytes);
}

/* Whatever part of a picture is missing at its end, it is refused. */
static void a_picture_that_is_cut_off_is_refused(void **state)
{
    (void)state;
    for (size_t n = 0; n < made_picture(1).n; n++) {
        made_jpeg cut = made_picture(1);
        cut.n = n;
        check_refused(&cut, "this picture is not kept: ");
    }
}

/* A byte that is changed does no harm: the picture is refused, or what is left
 * of it is not longer. */
static void a_damaged_picture_is_walked_to_its_end(void **state)
{
    const size_t n = made_picture(1).n;
    (void)state;
    for (size_t i = 0; i < n; i++)
        for (unsigned to = 0; to < 256; to++) {
            made_jpeg bad = made_picture(1);
            crok_bare_jpeg got = {.bytes = NULL};
            bad.bytes[i] = (unsigned char)to;
            if (crok_bare_jpeg_make(bad.bytes, n, &got, NULL) == CROK_OK)
                assert_true(got.len <= n && got.n_read <= n);
            free(got.bytes);
        }
}

static void what_is_no_picture_is_refused(void **state)
{
    static const char *const texts[] = {
        "", "\xFF", "GIF89a", "\x89PNG\r\n", "\xFF\xD8", "\xFF\xD8text"};
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        made_jpeg j = {.n = 0};
        made_bytes(&j, texts[i], strlen(texts[i]));
        check_refused(&j, "it is ");
    }
}

/* Segments that no picture of a browser has, and lengths that cannot be. */
static void a_strange_segment_is_refused(void **state)
{
    static const unsigned strange[] = {0x00, 0x01, 0xC3, 0xC5, 0xC8, 0xC9, 0xCC,
                                       0xD0, 0xD8, 0xDC, 0xDE, 0xF0, 0xFF};
    static const unsigned char long_one[2400];
    const unsigned char zero_length[] = {0, 0};
    const unsigned char one_length[] = {0, 1};
    made_jpeg j;
    (void)state;
    for (size_t i = 0; i < sizeof strange / sizeof *strange; i++) {
        j = made_begin(0);
        made_segment(&j, strange[i], "abcdef", 6);
        check_refused(&j, "not a JPEG as browsers write them");
    }
    for (int i = 0; i < 3; i++) {
        static const unsigned table[] = {0xDB, 0xC4, 0xDD};
        j = made_begin(0);
        made_segment(&j, table[i], long_one, sizeof long_one);
        check_refused(&j, "not a JPEG as browsers write them");
    }
    j = made_begin(0);
    made_marker(&j, 0xE1);
    made_bytes(&j, zero_length, 2); /* it would lead back to itself */
    check_refused(&j, "cut off or damaged");
    j = made_begin(0);
    made_marker(&j, 0xE1);
    made_bytes(&j, one_length, 2);
    check_refused(&j, "cut off or damaged");
}

static void a_frame_and_a_scan_are_needed_in_this_order(void **state)
{
    made_jpeg j = made_begin(0);
    (void)state;
    made_scan(&j);
    check_refused(&j, "its scan header is damaged");
    j = made_begin(0);
    made_frame(&j, 0xC0);
    made_frame(&j, 0xC0);
    check_refused(&j, "its frame header is damaged");
    j = made_begin(0);
    made_frame(&j, 0xC0);
    made_marker(&j, 0xD9);
    check_refused(&j, "it has no picture");
}

static void the_size_must_be_that_of_a_photo(void **state)
{
    unsigned char head[] = {8, 0xFF, 0xFF, 0xFF, 0xFF, 1, 1, 0x11, 0};
    made_jpeg j = made_begin(0);
    crok_bare_jpeg got = {.bytes = NULL};
    crok_err err = {0};
    (void)state;
    made_segment(&j, 0xC0, head, sizeof head);
    CHECK_STATUS(crok_bare_jpeg_make(j.bytes, j.n, &got, &err), CROK_ETOOLARGE,
                 &err);
    j = made_begin(0);
    head[1] = head[2] = 0;
    made_segment(&j, 0xC0, head, sizeof head);
    check_refused(&j, "its size is missing");
    j = made_begin(0);
    head[5] = 2; /* components, of which one is described */
    made_segment(&j, 0xC0, head, sizeof head);
    check_refused(&j, "its frame header is damaged");
}

/* ---- a real picture ---- */

/* A picture with EXIF data behind its first marker. */
static unsigned char *encoded(size_t *n)
{
    made_jpeg told = {.n = 0};
    crok_image img = {0};
    crok_err err = {0};
    unsigned char *bytes = NULL;
    unsigned char *out = NULL;
    made_segment(&told, 0xE1, MADE_SECRET, sizeof MADE_SECRET);
    CHECK_STATUS(crok_image_new(61, 43, CROK_RGB8, &img, &err), CROK_OK, &err);
    for (int y = 0; y < 43; y++)
        for (int x = 0; x < 3 * 61; x++)
            crok_image_row(&img, y)[x] = (uint8_t)(x * y);
    CHECK_STATUS(crok_encode_jpeg_bytes(&img, 92, &bytes, n, &err), CROK_OK,
                 &err);
    out = malloc(*n + told.n);
    assert_non_null(out);
    memcpy(out, bytes, 2);
    memcpy(out + 2, told.bytes, told.n);
    memcpy(out + 2 + told.n, bytes + 2, *n - 2);
    *n += told.n;
    free(bytes);
    crok_image_free(&img);
    return out;
}

static crok_image decoded(const void *bytes, size_t n)
{
    crok_photo *photo = NULL;
    crok_image img = {0};
    crok_err err = {0};
    CHECK_STATUS(crok_photo_open_memory(bytes, n, "it", &photo, &err), CROK_OK,
                 &err);
    CHECK_STATUS(crok_photo_decode(photo, 0, &img, NULL, &err), CROK_OK, &err);
    crok_photo_close(&photo);
    return img;
}

static void the_pixels_stay_as_they_are(void **state)
{
    size_t n = 0;
    unsigned char *told = encoded(&n);
    crok_bare_jpeg bare = {.bytes = NULL};
    crok_err err = {0};
    crok_image was = decoded(told, n);
    crok_image is = {0};
    (void)state;
    CHECK_STATUS(crok_bare_jpeg_make(told, n, &bare, &err), CROK_OK, &err);
    assert_true(bare.len < n - sizeof MADE_SECRET);
    assert_int_equal(bare.w_px, 61);
    assert_int_equal(bare.h_px, 43);
    is = decoded(bare.bytes, bare.len);
    assert_int_equal(is.w_px, was.w_px);
    assert_int_equal(is.h_px, was.h_px);
    for (int y = 0; y < is.h_px; y++)
        assert_memory_equal(crok_image_row(&is, y), crok_image_row(&was, y),
                            (size_t)is.w_px * (size_t)is.format);
    crok_image_free(&was);
    crok_image_free(&is);
    free(bare.bytes);
    free(told);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_the_picture_is_left),
        cmocka_unit_test(the_end_is_found),
        cmocka_unit_test(a_picture_that_is_cut_off_is_refused),
        cmocka_unit_test(a_damaged_picture_is_walked_to_its_end),
        cmocka_unit_test(what_is_no_picture_is_refused),
        cmocka_unit_test(a_strange_segment_is_refused),
        cmocka_unit_test(a_frame_and_a_scan_are_needed_in_this_order),
        cmocka_unit_test(the_size_must_be_that_of_a_photo),
        cmocka_unit_test(the_pixels_stay_as_they_are),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
