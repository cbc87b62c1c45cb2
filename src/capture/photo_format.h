/* SPDX-License-Identifier: Apache-2.0
 *
 * capture/photo_format.h: types and functions that photo.c and the readers of
 * the formats share; private to this room.
 *
 * A format has two functions. _head reads the header: it sets the stored size
 * and is_costly, and passes the EXIF block to crok_exif_apply. _decode gives
 * the picture as it is stored, in RGB, reduced as photo.h describes; the caller
 * initialises *scale to {1, 1, 0, 0}. photo.c checks the size limits between
 * the two calls, and turns the result upright.
 *
 * Room     capture.
 * Threads  as photo.h. */
#ifndef CROK_CAPTURE_PHOTO_FORMAT_H
#define CROK_CAPTURE_PHOTO_FORMAT_H

#include "capture/photo.h"

/* Determine the kind from the first n bytes of a file. *name is set to the
 * format's name for messages (a static string), or NULL if the kind is
 * unknown. */
crok_photo_kind crok_photo_sniff(const uint8_t *bytes, size_t n,
                                 const char **name);

/* Append a text to photo->warning after "; ", unless it is already there (a
 * photo may be decoded twice). The text is cut if there is no room. */
void crok_photo_warn(crok_photo *photo, const char *fmt, ...) CROK_PRINTF(2, 3);

/* Say that the picture is damaged, and why: the first line of `why`. */
void crok_photo_warn_damaged(crok_photo *photo, const char *why);

/* Read orientation, focal length and camera name from an EXIF block of n bytes,
 * which begins with its TIFF header. The stored size must be set. A damaged
 * block leaves a warning. */
void crok_exif_apply(crok_photo *photo, const uint8_t *tiff, size_t n);

/* Turn img, stored under the EXIF orientation 1..8, upright in place; its
 * memory may be reallocated. The stride must be 3 * w_px on entry and may be
 * larger afterwards. CROK_ENOMEM: img is unchanged */
CROK_MUST_USE crok_status crok_photo_upright(crok_image *img, int orientation,
                                             crok_err *err);

/* Return the largest whole number n <= 256 with (longer side) / n >=
 * min_long_side_px; 1 if min_long_side_px is 0. */
int crok_photo_divisor(const crok_photo *photo, int min_long_side_px);

/* Convert one pixel of four bytes to RGB; source and target may overlap. */
typedef void crok_photo_px_convert(const uint8_t *four, uint8_t *rgb);

/* Blend RGBA (alpha not premultiplied) with white. */
crok_photo_px_convert crok_photo_over_white;

/* Convert n pixels of four bytes to three bytes in the same memory. */
void crok_photo_pack_rgb(uint8_t *px, size_t n, crok_photo_px_convert *convert);

/* Allocate a picture with four bytes per pixel and the stride for them. Its
 * format field is CROK_RGB8 from the start, although this is true only after
 * crok_photo_four_to_rgb has converted the pixels. CROK_ENOMEM */
CROK_MUST_USE crok_status crok_photo_new_four(int w_px, int h_px,
                                              crok_image *out, crok_err *err);
void crok_photo_four_to_rgb(crok_image *img, crok_photo_px_convert *convert);

/* A box filter: it takes the full rows one by one and makes the picture reduced
 * by n. Each pixel is the mean of n x n full pixels (fewer at the right and
 * lower edge). */
typedef struct crok_photo_box {
    int w_px, h_px; /* full size, as stored */
    int n;
    crok_image out;
    uint32_t *sums; /* sums for the decoded row in progress */
    int n_rows;     /* number of full rows added so far */
} crok_photo_box;

/* Prepare the filter.
 *
 *   memory  NULL, or a buffer in which the full rows are stored one after
 *           another; then the result overwrites it. The filter takes ownership,
 *           also on failure
 *
 * CROK_ENOMEM; crok_photo_box_end must be called also on failure */
CROK_MUST_USE crok_status crok_photo_box_begin(crok_photo_box *b,
                                               const crok_photo *photo, int n,
                                               uint8_t *memory, crok_err *err);

/* Add the next full row, RGB. */
void crok_photo_box_add(crok_photo_box *b, const uint8_t *rgb);

/* End the filter and free its memory. If st is CROK_OK, the picture and scale
 * are passed to the caller. Returns st. */
CROK_MUST_USE crok_status crok_photo_box_end(crok_photo_box *b, crok_status st,
                                             crok_image *image,
                                             crok_photo_scale *scale);

/* Decide about a damaged picture of which only the first n_rows of h stored
 * rows could be read. If n_rows is at least h / 2, a warning is added and the
 * result is CROK_OK; otherwise it is CROK_EFORMAT. */
CROK_MUST_USE crok_status crok_photo_damaged(crok_photo *photo, int n_rows,
                                             int h, const char *why,
                                             crok_err *err);

typedef crok_status crok_photo_head(crok_photo *photo, crok_err *err);
typedef crok_status crok_photo_decoder(crok_photo *photo, int min_long_side_px,
                                       crok_image *image,
                                       crok_photo_scale *scale, crok_err *err);

crok_photo_head crok_jpeg_head, crok_png_head, crok_webp_head, crok_heif_head;
crok_photo_decoder crok_jpeg_decode, crok_png_decode, crok_webp_decode,
    crok_heif_decode, crok_given_decode;

#endif
