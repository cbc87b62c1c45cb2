/* SPDX-License-Identifier: Apache-2.0
 *
 * tests/capture/picture.h: pictures and files that the tests make themselves.
 *
 * The picture is four coloured quarters, so that every turn and mirror of it
 * can be told: red top left, green top right, blue bottom left, white bottom
 * right, as upright pictures have them. */
#ifndef CROK_TESTS_CAPTURE_PICTURE_H
#define CROK_TESTS_CAPTURE_PICTURE_H

#include "check.h"

#include "capture/photo.h"

/* Bytes that a test made; free with free(p). */
typedef struct blob {
    uint8_t *p;
    size_t n;
} blob;

/* One EXIF number: a tag of IFD 0 (0x01xx) or of the EXIF directory; as
 * unsigned short when den is 0, else as a rational. */
typedef struct exif_num {
    unsigned tag, num, den;
} exif_num;

/* The picture of w x h as it is stored under an EXIF orientation; upright it
 * shows the quarters. w, h are the stored sides. */
crok_image quarters(int w, int h, int orientation);

/* The same with every pixel different, sides up to 256: upright, the pixel
 * (x, y) is x, y, 7. And the check for it, of all pixels. */
crok_image numbered(int w, int h, int orientation);
void check_numbered(const crok_image *img);

/* Upright quarters with noise over them, which spreads the data of a file
 * evenly over its rows. */
crok_image noisy_quarters(int w, int h);

/* Fails the test unless img shows the quarters, each value within tol. */
void check_quarters(const crok_image *img, int tol);

/* Fails the test unless the pixel is r, g, b within tol. */
void check_px(const crok_image *img, int x, int y, const int rgb[3], int tol);

/* A TIFF structure (what EXIF is) with these n numbers and make, which may be
 * NULL. */
blob exif_block(const exif_num *nums, int n, const char *make);

/* A copy of n bytes. */
blob blob_of(const void *p, size_t n);

blob jpeg_of(const crok_image *img, int subsamp, int flags);

/* The JPEG with an APP1 segment: "Exif", two zero bytes and the block. Both
 * are freed. */
blob jpeg_with_exif(blob jpeg, blob exif);

/* Opens the blob as a photo; fails the test unless that has status want. */
crok_photo *open_blob(blob b, crok_status want);

/* Opens and decodes, fails the test unless both are well. */
crok_image decode_blob(blob b, int min_long_side_px, crok_photo_scale *scale);

/* Opens and decodes the first bytes only, for every step-th length, each from
 * memory of just that size, so that the address sanitizer sees one byte too
 * far. Fails the test when a call succeeds with a wrong size. */
void decode_every_prefix(blob b, size_t step);

#endif
