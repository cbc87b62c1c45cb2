/* SPDX-License-Identifier: Apache-2.0
 *
 * A picture that costs too much, or whose decoder crashes, is refused
 * (capture/confined.h). */
#include "check.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "capture/confined.h"

enum { W_PX = 40, H_PX = 30 };

static crok_photo a_photo(void)
{
    return (crok_photo){.kind = CROK_PHOTO_HEIF,
                        .format = "HEIC",
                        .name = "p.heic",
                        .stored_w_px = W_PX,
                        .stored_h_px = H_PX};
}

static crok_status decode(crok_photo_decoder *how, crok_photo *photo,
                          crok_image *img, crok_err *err)
{
    const crok_confinement c = {
        .decode = how, .cpu_s = 1, .wait_s = 10, .bytes = (size_t)64 << 20};
    crok_photo_scale scale = {0};
    crok_status st = crok_confined_decode(&c, photo, 0, img, &scale, err);
    if (st == CROK_OK)
        CHECK_NEAR(scale.y, 3.0, 0.0);
    return st;
}

static crok_status picture(int w_px, int h_px, crok_photo *photo,
                           crok_image *image, crok_err *err)
{
    crok_status st = crok_image_new(w_px, h_px, CROK_RGB8, image, err);
    for (int y = 0; st == CROK_OK && y < h_px; y++)
        for (int x = 0; x < 3 * w_px; x++)
            crok_image_row(image, y)[x] = (uint8_t)(x + 7 * y);
    crok_photo_warn(photo, "a warning");
    return st;
}

static crok_status well(crok_photo *photo, int min_long_side_px,
                        crok_image *image, crok_photo_scale *scale,
                        crok_err *err)
{
    (void)min_long_side_px;
    scale->y = 3.0;
    return picture(W_PX, H_PX, photo, image, err);
}

static crok_status too_many_pixels(crok_photo *photo, int min_long_side_px,
                                   crok_image *image, crok_photo_scale *scale,
                                   crok_err *err)
{
    (void)min_long_side_px;
    (void)scale;
    return picture(W_PX, H_PX + 1, photo, image, err);
}

static crok_status damaged(crok_photo *photo, int min_long_side_px,
                           crok_image *image, crok_photo_scale *scale,
                           crok_err *err)
{
    (void)min_long_side_px;
    (void)image;
    (void)scale;
    return crok_fail(err, CROK_EFORMAT, "%s: damaged", photo->name);
}

static crok_status endless(crok_photo *photo, int min_long_side_px,
                           crok_image *image, crok_photo_scale *scale,
                           crok_err *err)
{
    volatile unsigned n = 0;
    for (;;)
        n = n + 1;
    return well(photo, min_long_side_px, image, scale, err);
}

static crok_status crashes(crok_photo *photo, int min_long_side_px,
                           crok_image *image, crok_photo_scale *scale,
                           crok_err *err)
{
    (void)raise(SIGKILL);
    return well(photo, min_long_side_px, image, scale, err);
}

/* Takes 256 MB, of 64 that it may; 32 are allowed. */
static crok_status greedy(crok_photo *photo, int min_long_side_px,
                          crok_image *image, crok_photo_scale *scale,
                          crok_err *err)
{
    size_t n = (size_t)256 << 20;
    char *some = malloc(n / 8);
    char *memory = malloc(n);
    crok_status st =
        some == NULL     ? crok_fail(err, CROK_EIO, "not even what is allowed")
        : memory == NULL ? crok_fail(err, CROK_ENOMEM, "no memory")
                         : well(photo, min_long_side_px, image, scale, err);
    free(some);
    free(memory);
    return st;
}

static void the_picture_and_the_warning_come_back(void **state)
{
    crok_photo photo = a_photo();
    crok_image got = {0}, want = {0};
    crok_err err = {0};
    (void)state;
    CHECK_STATUS(decode(well, &photo, &got, &err), CROK_OK, &err);
    assert_string_equal(photo.warning, "a warning");
    CHECK_STATUS(picture(W_PX, H_PX, &photo, &want, &err), CROK_OK, &err);
    assert_int_equal(got.w_px, W_PX);
    assert_int_equal(got.h_px, H_PX);
    for (int y = 0; y < H_PX; y++)
        assert_memory_equal(crok_image_row(&got, y), crok_image_row(&want, y),
                            3 * W_PX);
    crok_image_free(&got);
    crok_image_free(&want);
}

static void an_error_comes_back(void **state)
{
    crok_photo photo = a_photo();
    crok_image img = {0};
    crok_err err = {0};
    (void)state;
    CHECK_STATUS(decode(damaged, &photo, &img, &err), CROK_EFORMAT, &err);
    assert_string_equal(err.msg, "p.heic: damaged");
    assert_null(img.data);
}

static void what_takes_too_long_or_crashes_is_refused(void **state)
{
    crok_photo_decoder *const bad[] = {endless, crashes, too_many_pixels};
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        crok_photo photo = a_photo();
        crok_image img = {0};
        crok_err err = {0};
        CHECK_STATUS(decode(bad[i], &photo, &img, &err), CROK_ETOOLARGE, &err);
        assert_non_null(strstr(err.msg, "p.heic: the HEIC cannot be read"));
        assert_null(img.data);
    }
}

static crok_status sized(crok_photo *photo, crok_err *err)
{
    (void)err;
    photo->stored_w_px = 7;
    (void)snprintf(photo->model, sizeof photo->model, "a camera");
    return CROK_OK;
}

static crok_status endless_head(crok_photo *photo, crok_err *err)
{
    crok_image img = {0};
    return endless(photo, 0, &img, NULL, err);
}

static void a_header_is_read_likewise(void **state)
{
    crok_photo photo = a_photo();
    crok_confinement c = {
        .head = sized, .cpu_s = 1, .wait_s = 10, .bytes = (size_t)64 << 20};
    crok_err err = {0};
    (void)state;
    CHECK_STATUS(crok_confined_head(&c, &photo, &err), CROK_OK, &err);
    assert_int_equal(photo.stored_w_px, 7);
    assert_int_equal(photo.stored_h_px, H_PX);
    assert_string_equal(photo.model, "a camera");
    c.head = endless_head;
    CHECK_STATUS(crok_confined_head(&c, &photo, &err), CROK_ETOOLARGE, &err);
    assert_int_equal(photo.stored_w_px, 7);
}

static void what_takes_too_much_memory_gets_none(void **state)
{
    crok_photo photo = a_photo();
    crok_image img = {0};
    crok_err err = {0};
    (void)state;
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    print_message("the sanitizers' memory is not limited: not tested\n");
    skip();
#endif
    CHECK_STATUS(decode(greedy, &photo, &img, &err), CROK_ENOMEM, &err);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_picture_and_the_warning_come_back),
        cmocka_unit_test(an_error_comes_back),
        cmocka_unit_test(what_takes_too_long_or_crashes_is_refused),
        cmocka_unit_test(a_header_is_read_likewise),
        cmocka_unit_test(what_takes_too_much_memory_gets_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
