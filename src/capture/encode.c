/* SPDX-License-Identifier: Apache-2.0 */
#include "capture/encode.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <png.h>
#include <turbojpeg.h>

enum { JPEG_MAX_SIDE_PX = 65535 };

/* Compress to JPEG in memory that TurboJPEG allocates: *bytes must be freed
 * with tjFree, also on failure. */
static crok_status compress(const crok_image *img, int quality,
                            unsigned char **bytes, unsigned long *n,
                            crok_err *err)
{
    bool gray = img->format == CROK_GRAY8;
    tjhandle tj = NULL;
    crok_status st = CROK_OK;
    if (quality < 1 || quality > 100 || img->w_px > JPEG_MAX_SIDE_PX ||
        img->h_px > JPEG_MAX_SIDE_PX)
        return crok_fail(err, CROK_EARG, "JPEG of %d x %d pixels in quality %d",
                         img->w_px, img->h_px, quality);
    tj = tjInitCompress();
    if (tj == NULL ||
        tjCompress2(tj, img->data, img->w_px, (int)img->stride_bytes, img->h_px,
                    gray ? TJPF_GRAY : TJPF_RGB, bytes, n,
                    gray            ? TJSAMP_GRAY
                    : quality >= 90 ? TJSAMP_444
                                    : TJSAMP_420,
                    quality, 0) != 0)
        st = crok_fail(err, CROK_ENOMEM, "cannot be encoded: %s",
                       tjGetErrorStr2(tj));
    if (tj != NULL)
        (void)tjDestroy(tj);
    return st;
}

crok_status crok_encode_jpeg_bytes(const crok_image *img, int quality,
                                   unsigned char **bytes, size_t *len,
                                   crok_err *err)
{
    unsigned char *made = NULL;
    unsigned char *copy = NULL;
    unsigned long n = 0;
    crok_status st = compress(img, quality, &made, &n, err);
    if (st == CROK_OK) {
        copy = malloc(n);
        if (copy == NULL)
            st = crok_fail(err, CROK_ENOMEM, "no memory for a JPEG");
    }
    if (st == CROK_OK) {
        memcpy(copy, made, n);
        *bytes = copy;
        *len = n;
    }
    tjFree(made);
    return st;
}

/* ---- annotated pictures ---- */

/* Markers of a JPEG file: T.81, table B.1. */
enum { MARKER = 0xFF, SOI = 0xD8, APP0 = 0xE0, SOS = 0xDA, COM = 0xFE };

/* Length of a marker, and of the length that follows it. */
enum { MARKER_BYTES = 2, LENGTH_BYTES = 2 };

static const char MARK[] = "crokeye: annotated picture";

/* Length of the segment at p, with its marker; 0: there is none that has a
 * length and is followed by others. n bytes are left. */
static size_t segment_length(const unsigned char *p, size_t n)
{
    size_t len = 0;
    if (n < MARKER_BYTES + LENGTH_BYTES || p[0] != MARKER || p[1] == SOS)
        return 0;
    len = MARKER_BYTES + ((size_t)p[2] << 8 | p[3]);
    return len <= n ? len : 0;
}

/* Does the JPEG have the comment, before its first scan? */
static bool has_comment(const char *text, const char *bytes, size_t n)
{
    const unsigned char *p = (const unsigned char *)bytes;
    size_t at = MARKER_BYTES;
    size_t head = MARKER_BYTES + LENGTH_BYTES;
    size_t len = 0;
    if (n < MARKER_BYTES || p[0] != MARKER || p[1] != SOI)
        return false;
    while ((len = segment_length(p + at, n - at)) >= head) {
        if (p[at + 1] == COM && len - head == strlen(text) &&
            memcmp(p + at + head, text, len - head) == 0)
            return true;
        at += len;
    }
    return false;
}

/* The comment follows the JFIF header, so it is in the first 64 KiB. */
const crok_save_kind crok_save_annotated = {"an annotated picture of crokeye's",
                                            MARK, has_comment, (size_t)1 << 16};

crok_status crok_encode_annotated(const crok_image *img, const crok_save_to *to,
                                  int quality, crok_err *err)
{
    const size_t n_mark = sizeof MARK - 1;
    const unsigned char head[] = {MARKER, COM, 0,
                                  (unsigned char)(LENGTH_BYTES + n_mark)};
    unsigned char *bytes = NULL;
    unsigned char *file = NULL;
    size_t n = 0;
    size_t before = MARKER_BYTES;
    crok_err why = {0};
    crok_status st = crok_encode_jpeg_bytes(img, quality, &bytes, &n, &why);
    if (st != CROK_OK)
        return crok_fail(err, st, "%s: %.160s", to->path, why.msg);
    if (bytes[before + 1] == APP0)
        before += segment_length(bytes + before, n - before);
    file = malloc(n + sizeof head + n_mark);
    if (file != NULL) {
        memcpy(file, bytes, before);
        memcpy(file + before, head, sizeof head);
        memcpy(file + before + sizeof head, MARK, n_mark);
        memcpy(file + before + sizeof head + n_mark, bytes + before,
               n - before);
        st = crok_save(to, file, n + sizeof head + n_mark, err);
    } else {
        st = crok_fail(err, CROK_ENOMEM, "%s: no memory", to->path);
    }
    free(file);
    free(bytes);
    return st;
}

/* ---- PNG ---- */

static png_image png_of(const crok_image *img)
{
    return (png_image){.version = PNG_IMAGE_VERSION,
                       .width = (png_uint_32)img->w_px,
                       .height = (png_uint_32)img->h_px,
                       .format = img->format == CROK_GRAY8 ? PNG_FORMAT_GRAY
                                                           : PNG_FORMAT_RGB};
}

crok_status crok_encode_png_bytes(const crok_image *img, unsigned char **bytes,
                                  size_t *len, crok_err *err)
{
    png_image png = png_of(img);
    png_alloc_size_t n = PNG_IMAGE_PNG_SIZE_MAX(png);
    unsigned char *made = malloc(n);
    if (made == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory for a PNG");
    if (!png_image_write_to_memory(&png, made, &n, 0, img->data,
                                   (png_int_32)img->stride_bytes, NULL)) {
        free(made);
        return crok_fail(err, CROK_ENOMEM, "cannot be encoded: %s",
                         png.message);
    }
    *bytes = made;
    *len = n;
    return CROK_OK;
}
