/* SPDX-License-Identifier: Apache-2.0 */
#include "capture/picture.h"
#include "capture/scratch.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "capture/encode.h"
#include "grey.h"
#include "jpeg_file.h"

static crok_status annotate(const crok_image *img, const char *path,
                            int quality, crok_err *err)
{
    crok_save_to to = {.path = path, .kind = &crok_save_annotated};
    return crok_encode_annotated(img, &to, quality, err);
}

static void encode(const crok_image *img, const char *path, bool png)
{
    unsigned char *bytes = NULL;
    size_t len = 0;
    crok_err err = {0};
    FILE *f = NULL;
    if (!png) {
        CHECK_STATUS(annotate(img, path, 95, &err), CROK_OK, &err);
        return;
    }
    CHECK_STATUS(crok_encode_png_bytes(img, &bytes, &len, &err), CROK_OK, &err);
    f = fopen(path, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(bytes, 1, len, f), len);
    assert_int_equal(fclose(f), 0);
    free(bytes);
}

static crok_image read_back(const char *path, const char *format)
{
    crok_photo *photo = NULL;
    crok_image img = {0};
    crok_err err = {0};
    CHECK_STATUS(crok_photo_open(path, &photo, &err), CROK_OK, &err);
    assert_string_equal(photo->format, format);
    CHECK_STATUS(crok_photo_decode(photo, 0, &img, NULL, &err), CROK_OK, &err);
    crok_photo_close(&photo);
    return img;
}

static void what_was_written_is_read_back(void **state)
{
    const char *path = scratch_file("a.out");
    crok_image img = quarters(65, 33, 1), got = {0};
    (void)state;
    for (int png = 0; png < 2; png++) {
        struct stat info;
        encode(&img, path, png != 0);
        got = read_back(path, png ? "PNG" : "JPEG");
        assert_int_equal(got.w_px, 65);
        check_quarters(&got, png ? 0 : 6);
        crok_image_free(&got);
        assert_int_equal(scratch_count(), 1);
        assert_int_equal(stat(path, &info), 0);
        assert_true((info.st_mode & S_IRUSR) != 0);
    }
    assert_int_equal(unlink(path), 0);
    crok_image_free(&img);
}

/* A view of a part of a larger picture: its stride differs from its width. */
static void a_view_and_a_grey_picture_are_written(void **state)
{
    static const int white[3] = {250, 250, 250}, gray[3] = {88, 88, 88};
    const char *path = scratch_file("v.png");
    crok_image img = quarters(64, 64, 1), view = img, got = {0};
    (void)state;
    view.data = crok_image_row(&img, 32) + 32 * 3;
    view.w_px = view.h_px = 32;
    encode(&view, path, true);
    got = read_back(path, "PNG");
    check_px(&got, 31, 31, white, 0);
    crok_image_free(&got);
    view = grey_of(&img);
    for (int png = 0; png < 2; png++) {
        assert_int_equal(unlink(path), 0);
        encode(&view, path, png != 0);
        got = read_back(path, png ? "PNG" : "JPEG");
        check_px(&got, 16, 16, gray, 3);
        crok_image_free(&got);
    }
    assert_int_equal(unlink(path), 0);
    crok_image_free(&view);
    crok_image_free(&img);
}

static void a_place_that_cannot_be_written_is_an_io_error(void **state)
{
    crok_image img = quarters(16, 16, 1);
    crok_err err = {0};
    bool root = geteuid() == 0;
    (void)state;
    CHECK_STATUS(annotate(&img, scratch_file("no/a.jpg"), 90, &err), CROK_EIO,
                 &err);
    assert_non_null(strstr(err.msg, "No such file or directory"));
    assert_int_equal(chmod(scratch_dir(), 0500), 0);
    if (root)
        assert_int_equal(seteuid(65534), 0);
    CHECK_STATUS(annotate(&img, scratch_file("a.jpg"), 90, &err), CROK_EIO,
                 &err);
    assert_non_null(strstr(err.msg, "Permission denied"));
    if (root)
        assert_int_equal(seteuid(0), 0);
    assert_int_equal(chmod(scratch_dir(), 0700), 0);
    assert_int_equal(mkdir(scratch_file("d.jpg"), 0700), 0);
    CHECK_STATUS(annotate(&img, scratch_file("d.jpg"), 90, &err), CROK_EARG,
                 &err);
    assert_int_equal(scratch_count(), 1);
    assert_int_equal(rmdir(scratch_file("d.jpg")), 0);
    crok_image_free(&img);
}

/* A limit on the file size simulates a full disk. */
static void what_does_not_fit_leaves_the_old_file(void **state)
{
    const char *path = scratch_file("old.jpg");
    crok_image img = quarters(300, 300, 1), got = {0};
    crok_err err = {0};
    struct rlimit was, little;
    (void)state;
    encode(&img, path, false);
    for (size_t i = 0; i < img.stride_bytes * 300U; i++)
        img.data[i] = (uint8_t)(i * i * 7U >> 3);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &was), 0);
    little = was;
    little.rlim_cur = 2000;
    (void)signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &little), 0);
    CHECK_STATUS(annotate(&img, path, 95, &err), CROK_EIO, &err);
    assert_non_null(strstr(err.msg, "cannot be written: File too large"));
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &was), 0);
    assert_int_equal(scratch_count(), 1);
    got = read_back(path, "JPEG");
    check_quarters(&got, 6);
    assert_int_equal(unlink(path), 0);
    crok_image_free(&got);
    crok_image_free(&img);
}

static void a_wrong_quality_is_the_callers_error(void **state)
{
    crok_image img = quarters(16, 16, 1);
    crok_err err = {0};
    (void)state;
    CHECK_STATUS(annotate(&img, scratch_file("q.jpg"), 0, &err), CROK_EARG,
                 &err);
    CHECK_STATUS(annotate(&img, scratch_file("q.jpg"), 101, &err), CROK_EARG,
                 &err);
    assert_int_equal(scratch_count(), 0);
    crok_image_free(&img);
}

/* An annotated picture is known by its comment. Any other picture stays: a
 * photo, one in another format, one with another comment, and a damaged one. */
static void only_an_annotated_picture_is_replaced(void **state)
{
    const char *path = scratch_file("p.jpg");
    crok_image img = quarters(64, 64, 1), got = {0};
    crok_err err = {0};
    char bytes[4096];
    size_t n = 0;
    FILE *f = NULL;
    (void)state;
    CHECK_STATUS(jpeg_file(&img, path, 90, &err), CROK_OK, &err);
    CHECK_STATUS(annotate(&img, path, 90, &err), CROK_EARG, &err);
    assert_non_null(strstr(err.msg, "is not an annotated picture"));
    encode(&img, path, true);
    CHECK_STATUS(annotate(&img, path, 90, &err), CROK_EARG, &err);
    assert_int_equal(unlink(path), 0);
    CHECK_STATUS(annotate(&img, path, 90, &err), CROK_OK, &err);
    CHECK_STATUS(annotate(&img, path, 80, &err), CROK_OK, &err);
    got = read_back(path, "JPEG");
    check_quarters(&got, 12);
    f = fopen(path, "rb");
    assert_non_null(f);
    n = fread(bytes, 1, sizeof bytes, f);
    assert_int_equal(fclose(f), 0);
    for (size_t cut = 1; cut < 64; cut++) { /* the comment ends with byte 50 */
        f = fopen(path, "wb");
        assert_non_null(f);
        assert_int_equal(fwrite(bytes, 1, cut, f), cut);
        assert_int_equal(fclose(f), 0);
        CHECK_STATUS(annotate(&img, path, 90, &err),
                     cut < 50 ? CROK_EARG : CROK_OK, &err);
    }
    assert_true(n > 64);
    bytes[40] ^= 1;
    f = fopen(path, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(bytes, 1, n, f), n);
    assert_int_equal(fclose(f), 0);
    CHECK_STATUS(annotate(&img, path, 90, &err), CROK_EARG, &err);
    assert_int_equal(unlink(path), 0);
    crok_image_free(&got);
    crok_image_free(&img);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_was_written_is_read_back),
        cmocka_unit_test(a_view_and_a_grey_picture_are_written),
        cmocka_unit_test(a_place_that_cannot_be_written_is_an_io_error),
        cmocka_unit_test(what_does_not_fit_leaves_the_old_file),
        cmocka_unit_test(a_wrong_quality_is_the_callers_error),
        cmocka_unit_test(only_an_annotated_picture_is_replaced),
    };
    return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
