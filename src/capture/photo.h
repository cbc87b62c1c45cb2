/* SPDX-License-Identifier: Apache-2.0
 *
 * capture/photo.h: read a picture file (JPEG, PNG, WebP, HEIC, AVIF).
 *
 * Opening parses only the headers and the EXIF data. So a picture that is too
 * large is refused before memory for its pixels is allocated, and the focal
 * length is known before decoding. Decoding gives an upright RGB picture,
 * reduced if the full size is not wanted. The kind of a file is decided by its
 * content, never by its name.
 *
 * Frames   full: px of the whole upright picture; decoded: px of the picture
 *          from crok_photo_decode. crok_photo_scale converts decoded to full
 *          coordinates.
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

/* Limits on pixels, side (px) and file size. A picture above a limit is refused
 * before it is decoded. */
#define CROK_PHOTO_MAX_PX INT64_C(100000000)
#define CROK_PHOTO_MAX_SIDE_PX 30000 /* a side must be shorter than this */
#define CROK_PHOTO_MAX_BYTES ((int64_t)256 << 20)

typedef enum crok_photo_kind {
    CROK_PHOTO_OTHER, /* not supported */
    CROK_PHOTO_JPEG,
    CROK_PHOTO_PNG,
    CROK_PHOTO_WEBP,
    CROK_PHOTO_HEIF, /* HEIC and AVIF */
    CROK_PHOTO_GIVEN /* pixels that the caller has */
} crok_photo_kind;

/* An open photo. The fields are read-only for the caller. */
typedef struct crok_photo {
    crok_photo_kind kind;
    const char *format; /* "JPEG", "PNG", "WebP", "HEIC", "AVIF", or "HEIF" if
                         * the brand leaves it open, "pixels"; static */
    int w_px, h_px;     /* full size, upright */
    int orientation;    /* EXIF orientation 1..8 of the stored picture. libheif
                         * applies the rotation of HEIC and AVIF itself, so it
                         * is always 1 for them */

    /* focal_frac is the focal length from EXIF divided by the longer side: f_px
     * = focal_frac * max(w, h). This holds for the full and the decoded
     * picture, each with its own w and h. It is a prior, not a measurement.
     * focal_sigma_frac is its relative standard uncertainty (0.05 = 5 %); it
     * assumes that nobody has cropped the picture to another sensor's aspect
     * ratio. If no sensor has the picture's aspect ratio, has_focal is
     * false. */
    bool has_focal;
    double focal_frac, focal_sigma_frac;
    char make[48], model[48]; /* the camera's maker and model; "" if unknown */

    char warning[256]; /* defects that did not prevent reading, separated by ";
                        * "; "" if none; crok_photo_decode may append to it */
    bool is_damaged;   /* a part of the picture is missing or wrong; set by
                        * crok_photo_decode, which says it in `warning` */

    /* private to this room */
    char name[96];        /* path for messages: printable, shortened */
    const uint8_t *bytes; /* the file */
    size_t n_bytes;
    crok_image given;             /* a view of the caller's pixels */
    uint8_t *own;                 /* the bytes if the photo must free them, else
                                   * NULL */
    int stored_w_px, stored_h_px; /* size before the picture is turned
                                   * upright */
    bool is_costly; /* what decoding costs is not known from the size: it is
                     * done by capture/confined.h */
} crok_photo;

/* The map from decoded to full pixel coordinates:
 *   x_full = (x + 0.5) * scale.x - 0.5 + scale.x0_px, y likewise.
 * x0_px and y0_px are 0 with one exception. If the picture is mirrored or
 * rotated and a side is not a multiple of the scale, the first decoded pixel
 * covers fewer full pixels than the others; then -scale < x0_px < 0 (y0_px
 * likewise for y). */
typedef struct crok_photo_scale {
    double x, y;         /* full pixels per decoded pixel; >= 1 */
    double x0_px, y0_px; /* full pixels */
} crok_photo_scale;

/* Open a picture file.
 *
 *   path  borrowed
 *   out   written only on CROK_OK; returned: free with crok_photo_close
 *   err   may be NULL
 *
 * CROK_EIO           the file is missing, is a directory or no regular file, or
 *                    may not be read
 * CROK_EFORMAT       the file is empty, or its header is truncated or damaged
 * CROK_EUNSUPPORTED  a kind or variant that is not supported; msg names it if
 *                    it is known. HEIC and AVIF also if libheif is missing
 * CROK_ETOOLARGE     the picture exceeds one of the limits above, or is a
 *                    progressive JPEG whose scans would take too much time or
 *                    memory
 * CROK_ENOMEM        no memory for the file's bytes */
CROK_MUST_USE crok_status crok_photo_open(const char *path, crok_photo **out,
                                          crok_err *err);

/* Open a picture from n_bytes in memory. Errors as crok_photo_open, without
 * CROK_EIO.
 *
 *   bytes  kept: must stay valid until crok_photo_close
 *   name   borrowed; used in messages in place of a path */
CROK_MUST_USE crok_status crok_photo_open_memory(const void *bytes,
                                                 size_t n_bytes,
                                                 const char *name,
                                                 crok_photo **out,
                                                 crok_err *err);

/* Open a picture whose pixels the caller has: upright, without EXIF data.
 * Decoding it gives what a PNG file of these pixels gives.
 *
 *   pixels  CROK_RGB8; its data are kept: they must stay valid until
 *           crok_photo_close
 *   name    borrowed; used in messages in place of a path
 *
 * CROK_EFORMAT, CROK_ETOOLARGE  an impossible size, or above the limits
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_photo_open_pixels(const crok_image *pixels,
                                                 const char *name,
                                                 crok_photo **out,
                                                 crok_err *err);

/* Decode to CROK_RGB8, upright. Grey and palette pictures become RGB, 16 bits
 * become 8, transparent pixels are blended with white; colour profiles are not
 * applied.
 *
 * If a smaller picture is enough, it is reduced in the decoder: as far as that
 * is cheap and the longer side stays >= min_long_side_px (0: full size; a
 * smaller photo is not enlarged). JPEG is reduced by 1, 2, 4 or 8; PNG, HEIC
 * and AVIF by a whole number up to 256, and so are a caller's pixels; WebP to
 * min_long_side_px.
 *
 * If the end of a JPEG or PNG is damaged and at least half of the picture can
 * be read, the rest is mid-grey and photo->warning reports it.
 *
 * Peak memory in addition to the file: 3 bytes per decoded pixel, and the
 * decoder's own, in bytes per full pixel: progressive JPEG 3 (if its colours
 * have more than half the resolution each way, 1 to 3.3 by their detail),
 * interlaced PNG 4, lossless WebP 4, HEIC 4 (6 with more than 8 bits,
 * transparency or unusual colours), AVIF 7. A picture that was rotated by a
 * quarter has rows that are up to 189 bytes longer than their pixels
 * (stride_bytes).
 *
 *   image  written only on CROK_OK; returned: free with crok_image_free
 *   scale  written only on CROK_OK; may be NULL
 *   err    may be NULL
 *
 * CROK_EARG          min_long_side_px < 0
 * CROK_EFORMAT       the picture is damaged and less than half of it can be
 *                    read
 * CROK_EUNSUPPORTED  a variant of the format that is not supported
 * CROK_ETOOLARGE     a HEIC or AVIF takes more than 10 s of CPU time or 400 MB
 *                    (capture/confined.h)
 * CROK_ENOMEM        no memory */
CROK_MUST_USE crok_status crok_photo_decode(crok_photo *photo,
                                            int min_long_side_px,
                                            crok_image *image,
                                            crok_photo_scale *scale,
                                            crok_err *err);

/* Free *photo and set it to NULL; NULL and a pointer to NULL are fine. */
void crok_photo_close(crok_photo **photo);

#ifdef __cplusplus
}
#endif
#endif
