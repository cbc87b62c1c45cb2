/* SPDX-License-Identifier: Apache-2.0
 *
 * The decoder gives the same pictures and messages as TurboJPEG, which holds
 * all coefficients unpacked, and takes less memory. */
#include "capture/picture.h"

#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <jpeglib.h>
#include <turbojpeg.h>

#include "capture/jpeg_decoder.h"
#include "capture/photo_format.h"
#include "wrapped_malloc.h"

static const int all_eighths[] = {8, 4, 2, 1};

static crok_photo photo_of(blob b)
{
    crok_photo photo = {.bytes = b.p, .n_bytes = b.n};
    return photo;
}

/* A mid-grey picture at the scale eighths / 8. */
static crok_image grey(int w, int h, int eighths)
{
    crok_image img = {0};
    crok_err err = {0};
    CHECK_STATUS(crok_image_new(crok_jpeg_scaled_px(w, eighths),
                                crok_jpeg_scaled_px(h, eighths), CROK_RGB8,
                                &img, &err),
                 CROK_OK, &err);
    memset(img.data, 128, img.stride_bytes * (size_t)img.h_px);
    return img;
}

/* Decode by TurboJPEG. */
static crok_jpeg_outcome decode_by_tj(blob b, crok_image *img,
                                      char why[CROK_JPEG_WHY])
{
    tjhandle tj = tjInitDecompress();
    crok_jpeg_outcome outcome = CROK_JPEG_WHOLE;
    assert_non_null(tj);
    if (tjDecompress2(tj, b.p, (unsigned long)b.n, img->data, img->w_px,
                      (int)img->stride_bytes, img->h_px, TJPF_RGB,
                      TJFLAG_LIMITSCANS) != 0) {
        outcome = tjGetErrorCode(tj) == TJERR_WARNING ? CROK_JPEG_DAMAGED
                                                      : CROK_JPEG_USELESS;
        (void)snprintf(why, CROK_JPEG_WHY, "%s", tjGetErrorStr2(tj));
    }
    (void)tjDestroy(tj);
    return outcome;
}

/* Decode a JPEG of w x h pixels both ways, at one scale. */
static crok_jpeg_outcome check_scale(blob b, int w, int h, int eighths)
{
    crok_photo photo = photo_of(b);
    crok_image got = grey(w, h, eighths);
    crok_image want = grey(w, h, eighths);
    char why_got[CROK_JPEG_WHY] = "";
    char why_want[CROK_JPEG_WHY] = "";
    crok_jpeg_outcome outcome = decode_by_tj(b, &want, why_want);
    assert_int_equal(crok_jpeg_run(&photo, eighths, false, &got, why_got),
                     outcome);
    assert_string_equal(why_got, why_want);
    assert_memory_equal(got.data, want.data,
                        got.stride_bytes * (size_t)got.h_px);
    crok_image_free(&want);
    crok_image_free(&got);
    return outcome;
}

static void check_all_scales(blob b, int w, int h, crok_jpeg_outcome want)
{
    for (size_t i = 0; i < sizeof all_eighths / sizeof *all_eighths; i++)
        assert_int_equal(check_scale(b, w, h, all_eighths[i]), want);
}

/* Noise in black and white has the largest coefficients that there are. */
static crok_image black_and_white(int w, int h)
{
    crok_image img = noisy_quarters(w, h);
    for (size_t i = 0; i < img.stride_bytes * (size_t)h; i++)
        img.data[i] = img.data[i] % 2U == 0U ? 0U : 255U;
    return img;
}

static void check_pictures(crok_image (*draw)(int w, int h), int flags)
{
    static const int size[][2] = {{203, 147}, {64, 48}, {9, 1}, {1, 40}};
    static const int subsamp[] = {TJSAMP_444, TJSAMP_422,  TJSAMP_420,
                                  TJSAMP_440, TJSAMP_GRAY, TJSAMP_411};
    for (size_t i = 0; i < sizeof size / sizeof *size; i++) {
        crok_image img = draw(size[i][0], size[i][1]);
        for (size_t k = 0; k < sizeof subsamp / sizeof *subsamp; k++) {
            blob b = jpeg_of(&img, subsamp[k], flags);
            check_all_scales(b, img.w_px, img.h_px, CROK_JPEG_WHOLE);
            free(b.p);
        }
        crok_image_free(&img);
    }
}

static crok_image plain(int w, int h)
{
    return quarters(w, h, 1);
}

static void pictures_are_turbojpegs_byte_for_byte(void **state)
{
    static const int flags[] = {0, TJFLAG_PROGRESSIVE};
    (void)state;
    for (int i = 0; i < 2; i++) {
        check_pictures(plain, flags[i]);
        check_pictures(noisy_quarters, flags[i]);
        check_pictures(black_and_white, flags[i]);
    }
}

/* A JPEG that has a scan for each colour, and is not progressive. */
static blob colour_by_colour(const crok_image *img)
{
    static const jpeg_scan_info scans[] = {
        {1, {0}, 0, 63, 0, 0}, {1, {1}, 0, 63, 0, 0}, {1, {2}, 0, 63, 0, 0}};
    struct jpeg_error_mgr errors;
    struct jpeg_compress_struct jpeg = {.err = jpeg_std_error(&errors)};
    unsigned char *mem = NULL;
    unsigned long n = 0;
    blob b = {0};
    jpeg_create_compress(&jpeg);
    jpeg_mem_dest(&jpeg, &mem, &n);
    jpeg.image_width = (JDIMENSION)img->w_px;
    jpeg.image_height = (JDIMENSION)img->h_px;
    jpeg.input_components = 3;
    jpeg.in_color_space = JCS_RGB;
    jpeg_set_defaults(&jpeg);
    jpeg.comp_info[0].h_samp_factor = jpeg.comp_info[0].v_samp_factor = 1;
    jpeg.scan_info = scans;
    jpeg.num_scans = 3;
    jpeg_start_compress(&jpeg, TRUE);
    for (int y = 0; y < img->h_px; y++) {
        JSAMPROW row = img->data + (size_t)y * img->stride_bytes;
        (void)jpeg_write_scanlines(&jpeg, &row, 1);
    }
    jpeg_finish_compress(&jpeg);
    jpeg_destroy_compress(&jpeg);
    b = blob_of(mem, n);
    free(mem);
    return b;
}

static void scans_of_one_colour_each_are_put_together(void **state)
{
    crok_image img = black_and_white(203, 147);
    blob b = colour_by_colour(&img);
    (void)state;
    check_all_scales(b, img.w_px, img.h_px, CROK_JPEG_WHOLE);
    free(b.p);
    crok_image_free(&img);
}

/* A cut-off progressive JPEG is smoothed: blocks are read with their
 * neighbours. */
static void a_cut_off_picture_is_turbojpegs(void **state)
{
    static const int subsamp[] = {TJSAMP_444, TJSAMP_422, TJSAMP_440,
                                  TJSAMP_420};
    crok_image img = noisy_quarters(203, 147);
    (void)state;
    for (size_t i = 0; i < sizeof subsamp / sizeof *subsamp; i++) {
        blob b = jpeg_of(&img, subsamp[i], TJFLAG_PROGRESSIVE);
        for (size_t percent = 5; percent < 100; percent += 5) {
            blob part = {b.p, b.n * percent / 100U};
            check_all_scales(part, img.w_px, img.h_px, CROK_JPEG_DAMAGED);
        }
        free(b.p);
    }
    crok_image_free(&img);
}

/* Decode with one byte wrong at a time; counts the outcomes. */
static void damage(blob b, int w, int h, int n_of[CROK_JPEG_NO_MEMORY])
{
    const size_t size = (size_t)(jpeg_frame(b) - b.p) + 5U; /* h, w */
    for (size_t i = 2; i < b.n; i += i < 700U ? 3U : 97U) {
        if (i >= size && i < size + 4U)
            continue;
        b.p[i] ^= 0x15U;
        n_of[check_scale(b, w, h, 8)]++;
        b.p[i] ^= 0x15U;
    }
}

/* Wherever a byte is wrong, the outcome, the message and the picture are those
 * of TurboJPEG. */
static void damage_has_the_same_outcome(void **state)
{
    static const int flags[] = {0, TJFLAG_PROGRESSIVE};
    crok_image img = noisy_quarters(100, 60);
    int n_of[CROK_JPEG_NO_MEMORY] = {0};
    (void)state;
    for (int i = 0; i < 2; i++) {
        blob b = jpeg_of(&img, TJSAMP_444, flags[i]);
        damage(b, img.w_px, img.h_px, n_of);
        free(b.p);
    }
    print_message("%d whole, %d damaged, %d useless\n", n_of[CROK_JPEG_WHOLE],
                  n_of[CROK_JPEG_DAMAGED], n_of[CROK_JPEG_USELESS]);
    assert_true(n_of[CROK_JPEG_WHOLE] > 0);
    assert_true(n_of[CROK_JPEG_DAMAGED] > 0);
    assert_true(n_of[CROK_JPEG_USELESS] > 0);
    crok_image_free(&img);
}

static void more_scans_than_500_are_not_decoded(void **state)
{
    crok_image img = quarters(16, 16, 1);
    blob b = repeat_last_scan(jpeg_of(&img, TJSAMP_444, TJFLAG_PROGRESSIVE),
                              480, "");
    (void)state;
    check_all_scales(b, 16, 16, CROK_JPEG_DAMAGED); /* decoded already */
    b = repeat_last_scan(b, 30, "");
    check_all_scales(b, 16, 16, CROK_JPEG_USELESS);
    free(b.p);
    crok_image_free(&img);
}

/* Nothing is written beyond a picture of the wrong size. */
static void a_picture_of_another_size_is_not_decoded(void **state)
{
    crok_image img = quarters(64, 64, 1);
    crok_image small = grey(64, 63, 8);
    blob b = jpeg_of(&img, TJSAMP_444, 0);
    crok_photo photo = photo_of(b);
    char why[CROK_JPEG_WHY] = "";
    (void)state;
    assert_int_equal(crok_jpeg_run(&photo, 8, false, &small, why),
                     CROK_JPEG_USELESS);
    assert_string_equal(why, "its size is given twice");
    free(b.p);
    crok_image_free(&small);
    crok_image_free(&img);
}

/* ---- memory ---- */

/* Decode with the k-th allocation refused. */
static crok_status decode_without(crok_photo *photo, long k)
{
    crok_image img = {0};
    crok_photo_scale scale = {0};
    crok_err err = {0};
    crok_status st = CROK_OK;
    n_calls = 0;
    fail_at = k;
    st = crok_jpeg_decode(photo, 0, &img, &scale, &err);
    fail_at = -1;
    if (st != CROK_OK) {
        CHECK_STATUS(st, CROK_ENOMEM, &err);
        assert_null(img.data);
    }
    crok_image_free(&img);
    return st;
}

static void without_memory_the_photo_is_refused(void **state)
{
    crok_image img = noisy_quarters(203, 147);
    blob b = jpeg_of(&img, TJSAMP_444, TJFLAG_PROGRESSIVE);
    crok_photo *photo = open_blob(b, CROK_OK);
    long k = 1;
    (void)state;
    while (decode_without(photo, k) != CROK_OK)
        k++;
    assert_true(k > 20); /* the pieces of packed rows */
    assert_string_equal(photo->warning, "");
    crok_photo_close(&photo);
    free(b.p);
    crok_image_free(&img);
}

/* Peak memory in KiB of a process that decodes at an eighth of the size. */
static long peak_kib(blob b, int w, int h, bool by_tj)
{
    struct rusage use = {0};
    int status = 0;
    pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0) {
        crok_photo photo = photo_of(b);
        crok_image img = grey(w, h, 1);
        char why[CROK_JPEG_WHY] = "";
        _exit((by_tj ? decode_by_tj(b, &img, why)
                     : crok_jpeg_run(&photo, 1, false, &img, why)) !=
              CROK_JPEG_WHOLE);
    }
    assert_int_equal(wait4(pid, &status, 0, &use), pid);
    assert_int_equal(status, 0);
    return use.ru_maxrss;
}

/* The coefficients of a progressive 4:4:4 picture take 6 bytes a pixel, packed
 * less than 2. */
static void the_coefficients_take_a_third_of_the_memory(void **state)
{
    enum { W = 2000, H = 1500, COEFFICIENTS_KIB = 6 * W * H / 1024 };
    crok_image img = quarters(W, H, 1);
    blob b = jpeg_of(&img, TJSAMP_444, TJFLAG_PROGRESSIVE);
    long saved_kib = 0;
    (void)state;
    crok_image_free(&img);
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    free(b.p);
    print_message("sanitizers have memory of their own: not tested\n");
    skip();
#endif
    saved_kib = peak_kib(b, W, H, true) - peak_kib(b, W, H, false);
    print_message("%ld of %d KiB saved\n", saved_kib, COEFFICIENTS_KIB);
    assert_true(saved_kib > COEFFICIENTS_KIB * 2 / 3);
    free(b.p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pictures_are_turbojpegs_byte_for_byte),
        cmocka_unit_test(scans_of_one_colour_each_are_put_together),
        cmocka_unit_test(a_cut_off_picture_is_turbojpegs),
        cmocka_unit_test(damage_has_the_same_outcome),
        cmocka_unit_test(more_scans_than_500_are_not_decoded),
        cmocka_unit_test(a_picture_of_another_size_is_not_decoded),
        cmocka_unit_test(the_wrapper_sees_an_allocation),
        cmocka_unit_test(without_memory_the_photo_is_refused),
        cmocka_unit_test(the_coefficients_take_a_third_of_the_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
