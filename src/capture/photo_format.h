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

/* Adds to photo->warning, after "; "; cut when full. */
void crok_photo_warn(crok_photo *photo, const char *fmt, ...) CROK_PRINTF(2, 3);

/* Takes orientation, focal length and camera from an EXIF block of n bytes
 * that begins with its TIFF header. Needs the stored size. A broken block
 * leaves a warning. */
void crok_exif_apply(crok_photo *photo, const uint8_t *tiff, size_t n);

/* Turns img, lying as EXIF's orientation (1..8) says, upright; in place where
 * the sides stay, else through a second picture. CROK_ENOMEM */
CROK_MUST_USE crok_status crok_photo_upright(crok_image *img, int orientation,
                                             crok_err *err);

/* The largest whole number, at most 256, by which the long side can be divided
 * while at least min_long_side_px is left; 1 when min_long_side_px is 0. */
int crok_photo_divisor(const crok_photo *photo, int min_long_side_px);

/* The stored size reduced to a long side of min_long_side_px (0: not), in
 * proportion; never enlarged, no side below 1. */
void crok_photo_reduced(const crok_photo *photo, int min_long_side_px,
                        int *w_px, int *h_px);

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
