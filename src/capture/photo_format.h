/* SPDX-License-Identifier: Apache-2.0
 *
 * capture/photo_format.h: what photo.c and the readers of the formats share;
 * private to this room.
 *
 * A format has two functions. _head reads the header: it sets the stored size
 * and `format`, and hands the EXIF block to crok_exif_apply. _decode gives the
 * picture as it is stored, RGB, reduced as photo.h says; *scale comes in as
 * {1, 1, 0, 0}. photo.c checks the limits between the two, and turns the
 * result upright.
 *
 * Room     capture.
 * Threads  as photo.h. */
#ifndef CROK_CAPTURE_PHOTO_FORMAT_H
#define CROK_CAPTURE_PHOTO_FORMAT_H

#include "capture/photo.h"

/* The kind by the first n bytes of a file. *name is what a person calls it, or
 * NULL when it is unknown; static. */
crok_photo_kind crok_photo_sniff(const uint8_t *bytes, size_t n,
                                 const char **name);

/* Adds to photo->warning, after "; ", what it does not say yet (a photo may be
 * decoded twice); cut when full. */
void crok_photo_warn(crok_photo *photo, const char *fmt, ...) CROK_PRINTF(2, 3);

/* Takes orientation, focal length and camera from an EXIF block of n bytes
 * that begins with its TIFF header. Needs the stored size. A broken block
 * leaves a warning. */
void crok_exif_apply(crok_photo *photo, const uint8_t *tiff, size_t n);

/* Turns img, lying as EXIF's orientation (1..8) says, upright in its own
 * memory, which may move. Its stride must be 3 * w_px; afterwards it may be
 * larger. CROK_ENOMEM: img is as it was */
CROK_MUST_USE crok_status crok_photo_upright(crok_image *img, int orientation,
                                             crok_err *err);

/* The largest whole number, at most 256, by which the long side can be divided
 * while at least min_long_side_px is left; 1 when min_long_side_px is 0. */
int crok_photo_divisor(const crok_photo *photo, int min_long_side_px);

/* How four bytes become a pixel; may read and write the same place. */
typedef void crok_photo_join(const uint8_t *four, uint8_t *rgb);

/* RGBA, not premultiplied, laid over white. */
crok_photo_join crok_photo_over_white;

/* Replaces n pixels of four bytes by n of three in the same memory. */
void crok_photo_pack_rgb(uint8_t *px, size_t n, crok_photo_join *join);

/* A picture with memory for four bytes a pixel, its stride set for them, and
 * what makes it the RGB picture that its format says. CROK_ENOMEM */
CROK_MUST_USE crok_status crok_photo_new_four(int w_px, int h_px,
                                              crok_image *out, crok_err *err);
void crok_photo_four_to_rgb(crok_image *img, crok_photo_join *join);

/* Takes full rows one by one and makes the picture reduced by n, each pixel
 * the mean of n x n (fewer at the right and lower edge). */
typedef struct crok_photo_box {
    int w_px, h_px; /* full, as stored */
    int n;
    crok_image out;
    uint32_t *sums; /* of the decoded row in the making */
    int n_rows;     /* full rows that were added */
} crok_photo_box;

/* memory: NULL, or where the full rows will stand one behind another; the
 * result is then made in the same place. Taken, also on failure.
 * CROK_ENOMEM; crok_photo_box_end is needed all the same */
CROK_MUST_USE crok_status crok_photo_box_begin(crok_photo_box *b,
                                               const crok_photo *photo, int n,
                                               uint8_t *memory, crok_err *err);

/* The next full row, RGB. */
void crok_photo_box_add(crok_photo_box *b, const uint8_t *rgb);

/* Frees *b; when st is CROK_OK its picture and scale become the caller's.
 * Returns st. */
CROK_MUST_USE crok_status crok_photo_box_end(crok_photo_box *b, crok_status st,
                                             crok_image *image,
                                             crok_photo_scale *scale);

/* Status of a picture of which only the first n_rows stored rows of h could be
 * read: CROK_OK and a warning, or CROK_EFORMAT when they are less than half. */
CROK_MUST_USE crok_status crok_photo_damaged(crok_photo *photo, int n_rows,
                                             int h, const char *why,
                                             crok_err *err);

typedef crok_status crok_photo_head(crok_photo *photo, crok_err *err);
typedef crok_status crok_photo_decoder(crok_photo *photo, int min_long_side_px,
                                       crok_image *image,
                                       crok_photo_scale *scale, crok_err *err);

crok_photo_head crok_jpeg_head, crok_png_head, crok_webp_head, crok_heif_head;
crok_photo_decoder crok_jpeg_decode, crok_png_decode, crok_webp_decode,
    crok_heif_decode;

#endif
