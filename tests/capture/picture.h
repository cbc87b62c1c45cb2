/* SPDX-License-Identifier: Apache-2.0
 *
 * tests/capture/picture.h: pictures and files that the tests generate.
 *
 * The picture has four coloured quarters, so that every rotation and mirroring
 * of it can be detected: red top left, green top right, blue bottom left, white
 * bottom right in the upright picture. */
#ifndef CROK_TESTS_CAPTURE_PICTURE_H
#define CROK_TESTS_CAPTURE_PICTURE_H

#include "check.h"

#include "capture/photo.h"

/* Bytes allocated by a test; free with free(p). */
typedef struct blob {
    uint8_t *p;
    size_t n;
} blob;

/* One EXIF number: a tag of IFD 0 (0x01xx) or of the EXIF directory. If den is
 * 0 it is written as an unsigned short, else as a rational. */
typedef struct exif_num {
    unsigned tag, num, den;
} exif_num;

/* The picture as stored under an EXIF orientation; upright it shows the
 * quarters. w and h are the stored sides. */
crok_image quarters(int w, int h, int orientation);

/* A picture in which every pixel differs, sides up to 256: the upright pixel
 * (x, y) has the colour x, y, 7. check_numbered checks all pixels. */
crok_image numbered(int w, int h, int orientation);
void check_numbered(const crok_image *img);

/* Upright quarters with noise added, so that the compressed data are spread
 * evenly over the rows. */
crok_image noisy_quarters(int w, int h);

/* Fail the test unless img shows the quarters, each value within tol. */
void check_quarters(const crok_image *img, int tol);

/* Fail the test unless the pixel is r, g, b within tol. */
void check_px(const crok_image *img, int x, int y, const int rgb[3], int tol);

/* Make a TIFF structure (the format of EXIF) with n numbers and the camera's
 * make, which may be NULL. */
blob exif_block(const exif_num *nums, int n, const char *make);

/* A copy of n bytes. */
blob blob_of(const void *p, size_t n);

blob jpeg_of(const crok_image *img, int subsamp, int flags);

/* The start-of-frame marker of a JPEG without segments like EXIF before it. */
uint8_t *jpeg_frame(blob b);

/* Append the last scan of a JPEG n more times, each after the bytes `before`.
 * The argument is freed. */
blob repeat_last_scan(blob jpeg, int n, const char *before);

/* Insert an APP1 segment into a JPEG: "Exif", two zero bytes and the block.
 * Both arguments are freed. */
blob jpeg_with_exif(blob jpeg, blob exif);

/* Open the blob as a photo; fail the test unless the status is want. */
crok_photo *open_blob(blob b, crok_status want);

/* Open and decode; fail the test unless both succeed. */
crok_image decode_blob(blob b, int min_long_side_px, crok_photo_scale *scale);

/* Open and decode prefixes of the file, for every step-th length. Each prefix
 * is copied to memory of exactly its size, so that the address sanitizer
 * detects a read beyond its end. Fail the test if a call succeeds with a wrong
 * size. */
void decode_every_prefix(blob b, size_t step);

#endif
