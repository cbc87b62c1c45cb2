/* SPDX-License-Identifier: Apache-2.0 */
#include "capture/picture.h"
#include "capture/scratch.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <turbojpeg.h>

static void write_file(const char *path, const void *bytes, size_t n)
{
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(bytes, 1, n, f), n);
    assert_int_equal(fclose(f), 0);
}

static blob small_jpeg(void)
{
    crok_image img = quarters(32, 32, 1);
    blob b = jpeg_of(&img, TJSAMP_420, 0);
    crok_image_free(&img);
    return b;
}

static void opening_fails(const char *path, crok_status want, const char *says)
{
    crok_photo *photo = NULL;
    crok_err err = {0};
    CHECK_STATUS(crok_photo_open(path, &photo, &err), want, &err);
    assert_null(photo);
    if (strstr(err.msg, says) == NULL)
        fail_msg("\"%s\" does not say \"%s\"", err.msg, says);
}

static void a_file_is_read_whatever_its_name(void **state)
{
    static const char *const names[] = {"a b.png", "new\nline.jpg",
                                        "bad\xFF\xC3utf8", "\xC3\xA9t\xC3\xA9"};
    blob b = small_jpeg();
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const char *path = scratch_file(names[i]);
        crok_photo *photo = NULL;
        crok_image img = {0};
        crok_err err = {0};
        write_file(path, b.p, b.n);
        CHECK_STATUS(crok_photo_open(path, &photo, &err), CROK_OK, &err);
        assert_string_equal(photo->format, "JPEG");
        assert_null(strchr(photo->name, '\n'));
        CHECK_STATUS(crok_photo_decode(photo, 0, &img, NULL, &err), CROK_OK,
                     &err);
        check_quarters(&img, 6);
        CHECK_STATUS(crok_photo_decode(photo, -1, &img, NULL, &err), CROK_EARG,
                     &err);
        crok_image_free(&img);
        crok_photo_close(&photo);
        assert_int_equal(unlink(path), 0);
    }
    free(b.p);
}

static void what_is_no_file_is_an_io_error(void **state)
{
    const char *path = scratch_file("no.jpg");
    (void)state;
    opening_fails(path, CROK_EIO, "no.jpg: cannot be opened: No such file");
    opening_fails(scratch_dir(), CROK_EIO, "a directory, not a photo");
    assert_int_equal(mkfifo(path, 0600), 0);
    opening_fails(path, CROK_EIO, "not a regular file");
    assert_int_equal(unlink(path), 0);
}

/* Root may read every file, so the test drops to another user for a moment. */
static void an_unreadable_file_is_an_io_error(void **state)
{
    const char *path = scratch_file("secret.jpg");
    bool root = geteuid() == 0;
    (void)state;
    write_file(path, "secret", 6);
    assert_int_equal(chmod(path, 0), 0);
    if (root)
        assert_int_equal(seteuid(65534), 0);
    opening_fails(path, CROK_EIO, "Permission denied");
    if (root)
        assert_int_equal(seteuid(0), 0);
    assert_int_equal(unlink(path), 0);
}

static void a_long_name_keeps_its_end(void **state)
{
    char path[1023];
    (void)state;
    memset(path, 'x', sizeof path);
    for (size_t i = 0; i + 2U < sizeof path; i += 2U)
        memcpy(path + i, "\xC3\xA9", 2);
    memcpy(path + sizeof path - 9, "/end.jpg", 9);
    for (int i = 0; i < 2;
         i++) /* the cut falls within a UTF-8 character or not */
        opening_fails(path + i, CROK_EIO, "\xC3\xA9/end.jpg: cannot");
}

static void an_empty_or_tiny_file_is_damaged(void **state)
{
    const char *path = scratch_file("e.jpg");
    (void)state;
    write_file(path, "", 0);
    opening_fails(path, CROK_EFORMAT, "e.jpg: the file is empty");
    write_file(path, "\xFF\xD8\xFF", 3);
    opening_fails(path, CROK_EFORMAT, "only 3 bytes");
    write_file(path, "\x89PNG\r\n\x1A\n\0\0\0\x0DIHDR", 16);
    opening_fails(path, CROK_EFORMAT, "the PNG header is cut short");
    write_file(path, "\xFF\xD8\xFF\xE0\0\x10JFIF\0\1\1\0", 14);
    opening_fails(path, CROK_EFORMAT, "the JPEG header is cut short");
    write_file(path, "RIFF\0\0\0\0WEBPVP8 ", 16);
    opening_fails(path, CROK_EFORMAT, "WebP data is damaged");
    write_file(path,
               "\0\0\0\x18"
               "ftypheic\0\0\0\0",
               16);
    opening_fails(path, CROK_EFORMAT, "HEIC data is damaged");
    assert_int_equal(unlink(path), 0);
}

static void kinds_that_are_not_read_are_named(void **state)
{
    static const struct {
        const char *bytes, *says;
    } kinds[] = {
        {"GIF89a..........", "a GIF picture is not read; save it as JPEG"},
        {"II*\0\x08\0\0\0\0\0......", "a TIFF picture or a raw photo"},
        {"II*\0\x10\0\0\0CR\x02.....", "CR2"},
        {"MM\0*\0\0\0\x08........", "a TIFF picture or a raw photo"},
        {"BM..............", "a BMP picture"},
        {"%PDF-1.7........", "a PDF document"},
        {"\0\0\0\x20"
         "ftypisom....",
         "a video"},
        {"\0\0\0\x14"
         "ftypqt  ....",
         "QuickTime"},
        {"\0\0\0\x18"
         "ftypcrx ....",
         "CR3"},
        {"\0\0\0\x18"
         "ftypavis....",
         "AVIF sequence"},
        {"RIFF....AVI ....", "a video (AVI)"},
        {"\x1A\x45\xDF\xA3............", "Matroska"},
        {"just some words.", "a file of an unknown kind is not read"},
    };
    const char *path = scratch_file("k.jpg");
    (void)state;
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        write_file(path, kinds[i].bytes, 16);
        opening_fails(path, CROK_EUNSUPPORTED, kinds[i].says);
    }
    assert_int_equal(unlink(path), 0);
}

/* A sparse file of 257 MB that begins as a JPEG or as a video. Neither is read,
 * and the video is reported as a video. */
static void a_huge_file_is_refused_before_it_is_read(void **state)
{
    const char *path = scratch_file("huge.jpg");
    (void)state;
    write_file(path, "\xFF\xD8\xFF\xE0............", 16);
    assert_int_equal(truncate(path, (off_t)257 << 20), 0);
    opening_fails(path, CROK_ETOOLARGE, "257 MB; the limit is 256 MB");
    write_file(path,
               "\0\0\0\x20"
               "ftypisom....",
               16);
    assert_int_equal(truncate(path, (off_t)257 << 20), 0);
    opening_fails(path, CROK_EUNSUPPORTED, "a video");
    assert_int_equal(unlink(path), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_is_read_whatever_its_name),
        cmocka_unit_test(what_is_no_file_is_an_io_error),
        cmocka_unit_test(an_unreadable_file_is_an_io_error),
        cmocka_unit_test(a_long_name_keeps_its_end),
        cmocka_unit_test(an_empty_or_tiny_file_is_damaged),
        cmocka_unit_test(kinds_that_are_not_read_are_named),
        cmocka_unit_test(a_huge_file_is_refused_before_it_is_read),
    };
    return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
