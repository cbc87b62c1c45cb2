/* SPDX-License-Identifier: Apache-2.0
 *
 * capture/photo.h: read a picture file (JPEG, PNG, WebP, HEIC, AVIF).
 *
 * Opening reads the headers and the EXIF data only: enough to refuse a
 * picture that is too large before memory is taken for it, and to know the
 * camera. Decoding gives an upright RGB picture, reduced where full size is
 * not wanted. The content of the file decides its kind, never its name.
 *
 * Frames   full: px of the whole picture, upright; decoded: px of the picture
 *          that crok_photo_decode gave. crok_photo_scale leads from one to the
 *          other.
 * Room     capture: uses core and the picture libraries.
 * Threads  a photo has one owner; different photos in different threads. */
#ifndef CROK_CAPTURE_PHOTO_H
#define CROK_CAPTURE_PHOTO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/image.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Larger pictures are refused by their header. */
#define CROK_PHOTO_MAX_PX INT64_C(100000000)
#define CROK_PHOTO_MAX_SIDE_PX 30000 /* a side of this length is refused */
#define CROK_PHOTO_MAX_BYTES ((int64_t)256 << 20)

typedef enum crok_photo_kind {
    CROK_PHOTO_OTHER, /* not read */
    CROK_PHOTO_JPEG,
    CROK_PHOTO_PNG,
    CROK_PHOTO_WEBP,
    CROK_PHOTO_HEIF /* HEIC and AVIF */
} crok_photo_kind;

/* An open photo. Read the fields, change none. */
typedef struct crok_photo {
    crok_photo_kind kind;
    const char *format; /* "JPEG", "PNG", "WebP", "HEIC", "AVIF", or "HEIF"
                         * when it does not say which; static */
    int w_px, h_px;     /* full size, upright */
    int orientation;    /* 1..8 as EXIF counts: how the stored picture lies.
                         * HEIC and AVIF turn themselves: always 1 */

    /* The focal length as EXIF gives it, over the longer side of the full
     * picture: f_px = focal_frac * max(w, h) in the full picture, and the same
     * with the decoded one's sides. A prior, not a measurement:
     * focal_sigma_frac is its relative standard uncertainty (0.05 = 5 %), if
     * nobody has cropped the picture to the proportions of another camera. A
     * picture in no camera's proportions has none. */
    bool has_focal;
    double focal_frac, focal_sigma_frac;
    char make[48], model[48]; /* the camera's; "" when unknown */

    char warning[256]; /* what was wrong and could be lived with; "" when
                        * nothing; crok_photo_decode may add to it */

    /* for the files of this room only */
    char name[96];        /* for messages: the path, printable, shortened */
    const uint8_t *bytes; /* the file */
    size_t n_bytes;
    uint8_t *own;                 /* bytes, when they are ours to free */
    int stored_w_px, stored_h_px; /* before the picture is turned upright */
} crok_photo;

/* Leads from decoded to full pixels:
 *   x_full = (x + 0.5) * scale.x - 0.5 + scale.x0_px, y likewise.
 * x0_px, y0_px are 0, except that a mirrored or turned picture whose side does
 * not divide by the scale begins with an incomplete pixel: then -scale < x0 <
 * 0. */
typedef struct crok_photo_scale {
    double x, y;         /* full pixels a decoded pixel; >= 1 */
    double x0_px, y0_px; /* full pixels */
} crok_photo_scale;

/* Open a file.
 *
 *   path  borrowed
 *   out   written only on CROK_OK; returned: free with crok_photo_close
 *   err   may be NULL
 *
 * CROK_EIO           missing, not permitted, a directory, not a regular file
 * CROK_EFORMAT       empty, cut off within its header, or not what it promises
 * CROK_EUNSUPPORTED  a kind that is not read; msg names it where it is known
 * CROK_ETOOLARGE     over one of the limits above
 * CROK_ENOMEM        no memory for the file's bytes */
CROK_MUST_USE crok_status crok_photo_open(const char *path, crok_photo **out,
                                          crok_err *err);

/* The same from n_bytes in memory.
 *
 *   bytes  kept until crok_photo_close
 *   name   borrowed; stands for the path in messages */
CROK_MUST_USE crok_status crok_photo_open_memory(const void *bytes,
                                                 size_t n_bytes,
                                                 const char *name,
                                                 crok_photo **out,
                                                 crok_err *err);

/* Decode to CROK_RGB8, upright. Grey and palette become RGB, 16 bits become
 * 8, transparent pixels are laid over white; colour profiles are not applied.
 *
 * The picture is reduced as far as its decoder does so cheaply while its
 * longer side stays >= min_long_side_px (0: full size; a smaller photo keeps
 * its size): JPEG by 1, 2, 4 or 8; PNG, HEIC and AVIF by a whole number up to
 * 256; WebP to min_long_side_px.
 *
 * A damaged end of a JPEG or PNG is lived with when at least half of the
 * picture is there: the rest is mid-grey, and photo->warning says so.
 *
 * Memory at the peak, beside the file: 3 bytes a decoded pixel, and what the
 * decoder needs, in bytes a full pixel: progressive JPEG 3, interlaced PNG 4,
 * lossless WebP 4, HEIC 4 (6 with more than 8 bits, transparency or rare
 * colours), AVIF 7. The rows of a turned picture have up to 189 bytes more than
 * they need (stride_bytes).
 *
 *   image  written only on CROK_OK; returned: free with crok_image_free
 *   scale  written only on CROK_OK; may be NULL
 *   err    may be NULL
 *
 * CROK_EARG          min_long_side_px < 0
 * CROK_EFORMAT       damaged, less than half of it can be read
 * CROK_EUNSUPPORTED  a variant of the format that is not read
 * CROK_ETOOLARGE     a part of a HEIC is larger than its header says
 * CROK_ENOMEM        no memory */
CROK_MUST_USE crok_status crok_photo_decode(crok_photo *photo,
                                            int min_long_side_px,
                                            crok_image *image,
                                            crok_photo_scale *scale,
                                            crok_err *err);

/* Frees *photo and sets it to NULL; NULL and a pointer to NULL are fine. */
void crok_photo_close(crok_photo **photo);

#ifdef __cplusplus
}
#endif
#endif
