/* SPDX-License-Identifier: Apache-2.0 */
#include "capture/picture.h"

#include <stdlib.h>
#include <string.h>

#include <turbojpeg.h>

enum {
    ORIENTATION = 0x0112,
    FOCAL_LENGTH = 0x920A,
    PIXEL_X = 0xA002,
    PIXEL_Y = 0xA003,
    PLANE_X_RESOLUTION = 0xA20E,
    PLANE_UNIT = 0xA210,
    DIGITAL_ZOOM = 0xA404,
    FOCAL_35MM = 0xA405
};

/* Make a photo of w x h pixels with that EXIF data; free it with drop. */
static crok_photo *photo_of(int w, int h, blob exif, blob *bytes)
{
    crok_image img = quarters(w, h, 1);
    *bytes = jpeg_with_exif(jpeg_of(&img, TJSAMP_420, 0), exif);
    crok_image_free(&img);
    return open_blob(*bytes, CROK_OK);
}

static crok_photo *photo_with(blob exif, blob *bytes)
{
    return photo_of(400, 300, exif, bytes);
}

static void drop(crok_photo *photo, blob bytes)
{
    crok_photo_close(&photo);
    free(bytes.p);
}

/* want is the expected focal length over the longer side; 0: no prior. */
static void check_focal(const char *make, const exif_num *nums, int n,
                        double want, double sigma)
{
    blob bytes = {0};
    crok_photo *photo = photo_with(exif_block(nums, n, make), &bytes);
    assert_int_equal(photo->has_focal, want > 0.0);
    CHECK_NEAR(photo->focal_frac, want, 1e-4);
    CHECK_NEAR(photo->focal_sigma_frac, sigma, 1e-4);
    assert_string_equal(photo->warning, "");
    drop(photo, bytes);
}

/* For 400 x 300 the diagonal is 1.25 times the longer side; the 35 mm frame's
 * diagonal is 43.2666 mm. */
static void the_35_mm_equivalent_is_by_the_diagonal(void **state)
{
    static const exif_num nums[] = {{FOCAL_LENGTH, 425, 100},
                                    {FOCAL_35MM, 26, 0}};
    static const exif_num portrait[] = {{ORIENTATION, 6, 0},
                                        {FOCAL_35MM, 26, 0}};
    (void)state;
    check_focal("Apple", nums, 2, 26.0 / 43.2666 * 1.25, 0.05);
    check_focal("Apple", portrait, 2, 26.0 / 43.2666 * 1.25, 0.05);
}

/* A 20:9 photo uses the full width of a 4:3 sensor; a square one may be cropped
 * from any sensor. */
static void the_aspect_ratio_gives_the_sensors_diagonal(void **state)
{
    static const struct {
        int w, h;
        double diagonal; /* over the longer side; 0: no prior */
    } sides[] = {
        {300, 400, 1.25}, {450, 300, 1.20185}, {640, 360, 1.25},
        {400, 180, 1.25}, {400, 400, 0.0},     {400, 280, 0.0},
    };
    static const exif_num nums[] = {{FOCAL_35MM, 24, 0}};
    (void)state;
    for (size_t i = 0; i < sizeof sides / sizeof sides[0]; i++) {
        blob bytes = {0};
        crok_photo *photo =
            photo_of(sides[i].w, sides[i].h, exif_block(nums, 1, NULL), &bytes);
        assert_int_equal(photo->has_focal, sides[i].diagonal > 0.0);
        CHECK_NEAR(photo->focal_frac, 24.0 / 43.2666 * sides[i].diagonal, 1e-4);
        drop(photo, bytes);
    }
}

static void
digital_zoom_is_in_apples_equivalent_and_doubtful_in_others(void **state)
{
    static const exif_num nums[] = {{DIGITAL_ZOOM, 144, 100},
                                    {FOCAL_35MM, 36, 0}};
    static const exif_num much[] = {{DIGITAL_ZOOM, 4, 1}, {FOCAL_35MM, 36, 0}};
    double frac = 36.0 / 43.2666 * 1.25;
    (void)state;
    check_focal("Apple", nums, 2, frac, 0.05);
    check_focal("ACME", nums, 2, frac * 1.2, 0.05 + 0.2);
    check_focal("ACME", much, 2, 0.0, 0.0);
}

/* 50 mm at 40 pixels per mm gives 2000 px, for a picture that was 4000 px wide
 * when it was taken. */
static void the_sensors_resolution_gives_it_too(void **state)
{
    static const exif_num cm[] = {{FOCAL_LENGTH, 50, 1},
                                  {PIXEL_X, 4000, 0},
                                  {PIXEL_Y, 3000, 0},
                                  {PLANE_X_RESOLUTION, 400, 1},
                                  {PLANE_UNIT, 3, 0}};
    static const exif_num inch[] = {{FOCAL_LENGTH, 50, 1},
                                    {PIXEL_X, 4000, 0},
                                    {PIXEL_Y, 3000, 0},
                                    {PLANE_X_RESOLUTION, 1016, 1}};
    (void)state;
    check_focal(NULL, cm, 5, 0.5, 0.05);
    check_focal(NULL, inch, 4, 0.5, 0.05);
}

static void a_cropped_or_absurd_focal_length_is_no_prior(void **state)
{
    static const exif_num cropped[] = {
        {PIXEL_X, 4000, 0}, {PIXEL_Y, 2250, 0}, {FOCAL_35MM, 26, 0}};
    static const exif_num absurd[] = {{FOCAL_35MM, 48388, 0}};
    static const exif_num zero[] = {{FOCAL_LENGTH, 0, 0},
                                    {PLANE_X_RESOLUTION, 1, 1}};
    (void)state;
    check_focal(NULL, cropped, 3, 0.0, 0.0);
    check_focal(NULL, absurd, 1, 0.0, 0.0);
    check_focal(NULL, zero, 2, 0.0, 0.0);
}

/* The picture is still read; only the prior is lost. */
static void broken_exif_is_a_warning(void **state)
{
    static const exif_num turn[] = {{ORIENTATION, 9, 0}};
    blob bytes = {0}, exif = exif_block(turn, 1, NULL);
    crok_photo *photo = photo_with(exif, &bytes);
    (void)state;
    assert_int_equal(photo->orientation, 1);
    assert_non_null(strstr(photo->warning, "orientation 9 does not exist"));
    drop(photo, bytes);
    exif = exif_block(turn, 1, NULL);
    memset(exif.p, 'z', exif.n);
    photo = photo_with(exif, &bytes);
    assert_non_null(strstr(photo->warning, "EXIF data is damaged; ignored"));
    drop(photo, bytes);
    photo = photo_with(blob_of("MM", 2), &bytes);
    assert_non_null(strstr(photo->warning, "EXIF data is damaged; ignored"));
    drop(photo, bytes);
}

static void an_unknown_orientation_is_upright(void **state)
{
    static const exif_num turn[] = {{ORIENTATION, 0, 0}};
    blob bytes = {0};
    crok_photo *photo = photo_with(exif_block(turn, 1, NULL), &bytes);
    (void)state;
    assert_int_equal(photo->orientation, 1);
    assert_string_equal(photo->warning, "");
    drop(photo, bytes);
}

static void the_cameras_name_is_printable(void **state)
{
    blob bytes = {0};
    crok_photo *photo = photo_with(exif_block(NULL, 0,
                                              "A\nB\xFF"
                                              "C   "),
                                   &bytes);
    (void)state;
    assert_string_equal(photo->make, "A?B?C");
    drop(photo, bytes);
}

/* Set every byte of the block to 0, to 255 and to its value plus 1: none of
 * these may crash. */
static void any_byte_of_exif_may_be_wrong(void **state)
{
    static const exif_num nums[] = {{ORIENTATION, 6, 0},
                                    {FOCAL_LENGTH, 425, 100},
                                    {PIXEL_X, 400, 0},
                                    {DIGITAL_ZOOM, 1, 1},
                                    {FOCAL_35MM, 26, 0}};
    blob exif = exif_block(nums, 5, "Apple"), b = {0};
    crok_image img = quarters(16, 16, 1);
    (void)state;
    exif.n = 300;
    b = jpeg_with_exif(jpeg_of(&img, TJSAMP_420, 0), exif);
    crok_image_free(&img);
    for (size_t i = 12; i < 312; i++) {
        uint8_t was = b.p[i];
        uint8_t wrong[3] = {0, 255, (uint8_t)(was + 1U)};
        for (int k = 0; k < 3; k++) {
            crok_photo *photo = NULL;
            b.p[i] = wrong[k];
            photo = open_blob(b, CROK_OK);
            assert_in_range(photo->orientation, 1, 8);
            crok_photo_close(&photo);
        }
        b.p[i] = was;
    }
    free(b.p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_35_mm_equivalent_is_by_the_diagonal),
        cmocka_unit_test(the_aspect_ratio_gives_the_sensors_diagonal),
        cmocka_unit_test(
            digital_zoom_is_in_apples_equivalent_and_doubtful_in_others),
        cmocka_unit_test(the_sensors_resolution_gives_it_too),
        cmocka_unit_test(a_cropped_or_absurd_focal_length_is_no_prior),
        cmocka_unit_test(broken_exif_is_a_warning),
        cmocka_unit_test(an_unknown_orientation_is_upright),
        cmocka_unit_test(the_cameras_name_is_printable),
        cmocka_unit_test(any_byte_of_exif_may_be_wrong),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
