/* SPDX-License-Identifier: Apache-2.0 */
#include "capture/picture.h"

#include <stdlib.h>
#include <string.h>

#include <turbojpeg.h>

static const int colour[4][3] = {
    {220, 30, 40}, {30, 200, 50}, {40, 50, 210}, {250, 250, 250}};

/* Stored position of the upright pixel (x, y) of a w x h picture, from the
 * definition in EXIF: "row 0 is the visual ..., column 0 the visual ...". */
static void stored_at(int o, int w, int h, int x, int y, int *sx, int *sy)
{
    bool row0_side = o >= 5; /* row 0 is the visual left or right side */
    bool from_right = o == 2 || o == 3 || o == 6 || o == 7;
    bool from_bottom = o == 3 || o == 4 || o == 7 || o == 8;
    int a = from_right ? w - 1 - x : x;
    int b = from_bottom ? h - 1 - y : y;
    *sx = row0_side ? b : a;
    *sy = row0_side ? a : b;
}

/* Call paint for each upright pixel with the address where it is stored. */
static crok_image stored(int w, int h, int orientation,
                         void (*paint)(uint8_t *px, int x, int y, int w, int h))
{
    crok_image img = {0};
    crok_err err = {0};
    int up_w = orientation >= 5 ? h : w, up_h = orientation >= 5 ? w : h;
    CHECK_STATUS(crok_image_new(w, h, CROK_RGB8, &img, &err), CROK_OK, &err);
    for (int y = 0; y < up_h; y++) {
        for (int x = 0; x < up_w; x++) {
            int sx = 0, sy = 0;
            stored_at(orientation, up_w, up_h, x, y, &sx, &sy);
            paint(crok_image_row(&img, sy) + (size_t)sx * 3U, x, y, up_w, up_h);
        }
    }
    return img;
}

static void paint_quarter(uint8_t *px, int x, int y, int w, int h)
{
    for (int i = 0; i < 3; i++)
        px[i] = (uint8_t)colour[(y >= h / 2) * 2 + (x >= w / 2)][i];
}

crok_image quarters(int w, int h, int orientation)
{
    return stored(w, h, orientation, paint_quarter);
}

static void paint_number(uint8_t *px, int x, int y, int w, int h)
{
    (void)w;
    (void)h;
    px[0] = (uint8_t)x;
    px[1] = (uint8_t)y;
    px[2] = 7;
}

crok_image numbered(int w, int h, int orientation)
{
    return stored(w, h, orientation, paint_number);
}

void check_numbered(const crok_image *img)
{
    for (int y = 0; y < img->h_px; y++) {
        for (int x = 0; x < img->w_px; x++) {
            const uint8_t *p = crok_image_row(img, y) + (size_t)x * 3U;
            if (p[0] != x || p[1] != y || p[2] != 7)
                fail_msg("(%d, %d) of %d x %d is %d, %d, %d", x, y, img->w_px,
                         img->h_px, p[0], p[1], p[2]);
        }
    }
}

crok_image noisy_quarters(int w, int h)
{
    unsigned seed = 1;
    crok_image img = quarters(w, h, 1);
    for (size_t i = 0; i < img.stride_bytes * (size_t)h; i++) {
        seed = seed * 1664525U + 1013904223U; /* linear congruential generator
                                               * of Numerical Recipes */
        img.data[i] = (uint8_t)(img.data[i] / 2U + (seed >> 24) / 2U);
    }
    return img;
}

void check_px(const crok_image *img, int x, int y, const int rgb[3], int tol)
{
    const uint8_t *p = crok_image_row(img, y) + (size_t)x * 3U;
    for (int i = 0; i < 3; i++)
        CHECK_NEAR(p[i], rgb[i], tol);
}

void check_quarters(const crok_image *img, int tol)
{
    assert_int_equal(img->format, CROK_RGB8);
    for (int q = 0; q < 4; q++)
        check_px(img, img->w_px * (1 + q % 2 * 2) / 4,
                 img->h_px * (1 + q / 2 * 2) / 4, colour[q], tol);
}

static void put(uint8_t **p, unsigned long value, int n_bytes)
{
    for (int i = n_bytes - 1; i >= 0; i--)
        *(*p)++ = (uint8_t)(value >> (8 * i));
}

/* Write a directory entry; a rational's value is written to *far_at. */
static void put_entry(uint8_t **p, uint8_t *start, uint8_t **far_at,
                      const exif_num *e)
{
    put(p, e->tag, 2);
    put(p, e->den != 0U ? 5 : 3, 2);
    put(p, 1, 4);
    if (e->den == 0U) {
        put(p, e->num, 2);
        put(p, 0, 2);
        return;
    }
    put(p, (unsigned long)(*far_at - start), 4);
    put(far_at, e->num, 4);
    put(far_at, e->den, 4);
}

static int count(const exif_num *nums, int n, bool first)
{
    int k = 0;
    for (int i = 0; i < n; i++)
        k += (nums[i].tag < 0x200U) == first;
    return k;
}

static void put_numbers(uint8_t **p, uint8_t *start, uint8_t **far_at,
                        const exif_num *nums, int n, bool first)
{
    for (int i = 0; i < n; i++)
        if ((nums[i].tag < 0x200U) == first)
            put_entry(p, start, far_at, &nums[i]);
}

blob exif_block(const exif_num *nums, int n, const char *make)
{
    blob b = {calloc(1, 1024), 1024};
    uint8_t *p = b.p, *far_at = NULL;
    int n0 = count(nums, n, true), n1 = n - n0;
    size_t sub = 8U + 2U + (size_t)(n0 + 2) * 12U + 4U;
    assert_non_null(b.p);
    far_at = b.p + sub + 2U + (size_t)n1 * 12U + 4U;
    put(&p, 0x4D4D002A, 4);
    put(&p, 8, 4);
    put(&p, (unsigned)n0 + 2U, 2);
    put(&p, 0x010F0002, 4);
    put(&p, make != NULL ? strlen(make) + 1U : 8U, 4);
    put(&p, (unsigned long)(far_at - b.p), 4);
    if (make != NULL)
        memcpy(far_at, make, strlen(make));
    far_at += 64;
    put_numbers(&p, b.p, &far_at, nums, n, true);
    put(&p, 0x87690004, 4);
    put(&p, 1, 4);
    put(&p, sub, 4);
    put(&p, 0, 4);
    put(&p, (unsigned)n1, 2);
    put_numbers(&p, b.p, &far_at, nums, n, false);
    return b;
}

blob blob_of(const void *p, size_t n)
{
    blob b = {malloc(n > 0U ? n : 1U), n};
    assert_non_null(b.p);
    memcpy(b.p, p, n);
    return b;
}

blob jpeg_of(const crok_image *img, int subsamp, int flags)
{
    blob b = {0};
    unsigned char *mem = NULL;
    unsigned long n = 0;
    tjhandle tj = tjInitCompress();
    assert_non_null(tj);
    assert_int_equal(tjCompress2(tj, img->data, img->w_px,
                                 (int)img->stride_bytes, img->h_px, TJPF_RGB,
                                 &mem, &n, subsamp, 95, flags),
                     0);
    (void)tjDestroy(tj);
    b = blob_of(mem, n);
    tjFree(mem);
    return b;
}

uint8_t *jpeg_frame(blob b)
{
    for (size_t i = 0; i + 9U < b.n; i++)
        if (b.p[i] == 0xFF && (b.p[i + 1U] & 0xFDU) == 0xC0U) /* SOF0, SOF2 */
            return b.p + i;
    fail();
    return NULL;
}

blob repeat_last_scan(blob jpeg, int n, const char *before)
{
    const size_t n_before = strlen(before);
    blob to = {NULL, jpeg.n - 2U};
    size_t scan = jpeg.n - 2U;
    size_t n_scan = 0;
    while (jpeg.p[scan] != 0xFF || jpeg.p[scan + 1U] != 0xDA)
        scan--;
    n_scan = jpeg.n - 2U - scan;
    to.p = malloc(jpeg.n + (size_t)n * (n_before + n_scan));
    assert_non_null(to.p);
    memcpy(to.p, jpeg.p, to.n);
    for (int i = 0; i < n; i++) {
        memcpy(to.p + to.n, before, n_before);
        memcpy(to.p + to.n + n_before, jpeg.p + scan, n_scan);
        to.n += n_before + n_scan;
    }
    memcpy(to.p + to.n, "\xFF\xD9", 2);
    to.n += 2U;
    free(jpeg.p);
    return to;
}

blob jpeg_with_exif(blob jpeg, blob exif)
{
    blob b = {malloc(jpeg.n + exif.n + 10U), jpeg.n + exif.n + 10U};
    uint8_t *p = b.p;
    assert_non_null(b.p);
    put(&p, 0xFFD8FFE1, 4);
    put(&p, exif.n + 8U, 2);
    memcpy(p, "Exif\0\0", 6);
    memcpy(p + 6, exif.p, exif.n);
    memcpy(p + 6 + exif.n, jpeg.p + 2, jpeg.n - 2U);
    free(jpeg.p);
    free(exif.p);
    return b;
}

crok_photo *open_blob(blob b, crok_status want)
{
    crok_photo *photo = NULL;
    crok_err err = {0};
    CHECK_STATUS(crok_photo_open_memory(b.p, b.n, "test", &photo, &err), want,
                 &err);
    return photo;
}

crok_image decode_blob(blob b, int min_long_side_px, crok_photo_scale *scale)
{
    crok_image img = {0};
    crok_err err = {0};
    crok_photo *photo = open_blob(b, CROK_OK);
    CHECK_STATUS(crok_photo_decode(photo, min_long_side_px, &img, scale, &err),
                 CROK_OK, &err);
    crok_photo_close(&photo);
    assert_null(photo);
    return img;
}

void decode_every_prefix(blob b, size_t step)
{
    for (size_t n = 0; n < b.n; n += step) {
        blob part = blob_of(b.p, n);
        crok_photo *photo = NULL;
        crok_image img = {0};
        if (crok_photo_open_memory(part.p, n, "cut", &photo, NULL) == CROK_OK &&
            crok_photo_decode(photo, 0, &img, NULL, NULL) == CROK_OK) {
            assert_int_equal(img.w_px, photo->w_px);
            assert_int_equal(img.h_px, photo->h_px);
        }
        crok_image_free(&img);
        crok_photo_close(&photo);
        free(part.p);
    }
}
