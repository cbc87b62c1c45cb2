/* SPDX-License-Identifier: Apache-2.0 */
#include "capture/encode.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <png.h>
#include <turbojpeg.h>

#include "core/draft.h"

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

crok_status crok_encode_jpeg(const crok_image *img, const char *path,
                             int quality, crok_err *err)
{
    unsigned char *bytes = NULL;
    unsigned long n = 0;
    crok_draft d = {0};
    crok_err why = {0};
    crok_status st = compress(img, quality, &bytes, &n, &why);
    if (st != CROK_OK)
        (void)crok_fail(err, st, "%s: %.160s", path, why.msg);
    else
        st = crok_draft_open(&d, path, err);
    if (st == CROK_OK) {
        if (fwrite(bytes, 1, n, d.file) != n)
            st = crok_draft_failed(path, errno, err);
        st = crok_draft_close(&d, st, err);
    }
    tjFree(bytes);
    return st;
}

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
