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

/* The largest whole number by which a long side can be divided while at least
 * min_long_side_px is left; 1 when min_long_side_px is 0. */
int crok_photo_divisor(const crok_photo *photo, int min_long_side_px);

/* Replaces n pixels of four bytes by n of three in the same memory. `join`
 * makes one pixel; it may read and write the same place. */
void crok_photo_pack_rgb(uint8_t *px, size_t n,
                         void (*join)(const uint8_t *four, uint8_t *rgb));

/* RGBA, not premultiplied, laid over white; for crok_photo_pack_rgb. */
void crok_photo_over_white(const uint8_t *rgba, uint8_t *rgb);

/* Status of a picture of which only the first n_rows stored rows of h could be
 * read: CROK_OK and a warning, or CROK_EFORMAT when they are less than half. */
CROK_MUST_USE crok_status crok_photo_damaged(crok_photo *photo, int n_rows,
                                             int h, const char *why,
                                             crok_err *err);

crok_status crok_jpeg_head(crok_photo *photo, crok_err *err);
crok_status crok_jpeg_decode(crok_photo *photo, int min_long_side_px,
                             crok_image *image, crok_photo_scale *scale,
                             crok_err *err);

#endif
