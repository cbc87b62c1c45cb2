/* SPDX-License-Identifier: Apache-2.0
 *
 * Read WebP with libwebp, which reduces the picture while decoding. */
#include <stdlib.h>
#include <string.h>

#include <webp/decode.h>

#include "capture/photo_format.h"

/* The file header is "RIFF", length, "WEBP". Then come chunks: type (4 bytes),
 * length (4 bytes), content, padded to an even length. */
enum { RIFF_BYTES = 12, CHUNK_BYTES = 8 };

/* The only kind of WebPBitstreamFeatures.format that is decoded row by row; the
 * others are lossless, and mixed or not known. */
enum { LOSSY = 1 };

static uint32_t le32(const uint8_t *p)
{
    return (uint32_t)p[3] << 24 | (uint32_t)p[2] << 16 | (uint32_t)p[1] << 8 |
           p[0];
}

static void take_exif(crok_photo *photo)
{
    size_t at = RIFF_BYTES;
    while (photo->n_bytes - at >= CHUNK_BYTES) {
        const uint8_t *chunk = photo->bytes + at;
        const uint8_t *tiff = chunk + CHUNK_BYTES;
        size_t n = le32(chunk + 4);
        if (n > photo->n_bytes - at - CHUNK_BYTES)
            return;
        if (memcmp(chunk, "EXIF", 4) == 0) {
            /* some programs write the prefix of JPEG's EXIF segment before the
             * TIFF header */
            bool intro = n >= 6U && memcmp(tiff, "Exif\0\0", 6) == 0;
            crok_exif_apply(photo, tiff + (intro ? 6 : 0), n - (intro ? 6 : 0));
            return;
        }
        at += CHUNK_BYTES + n;
        if (n % 2U != 0U && at < photo->n_bytes)
            at++;
    }
}

static const char *status_text(VP8StatusCode code)
{
    switch (code) {
    case VP8_STATUS_SUSPENDED:
    case VP8_STATUS_NOT_ENOUGH_DATA:
        return "the file ends too early";
    case VP8_STATUS_UNSUPPORTED_FEATURE:
        return "it uses something unknown";
    case VP8_STATUS_OK:
    case VP8_STATUS_OUT_OF_MEMORY:
    case VP8_STATUS_INVALID_PARAM:
    case VP8_STATUS_BITSTREAM_ERROR:
    case VP8_STATUS_USER_ABORT:
        break;
    }
    return "its data makes no sense";
}

static crok_status failed(const crok_photo *photo, VP8StatusCode code,
                          crok_err *err)
{
    if (code == VP8_STATUS_OUT_OF_MEMORY)
        return crok_fail(err, CROK_ENOMEM, "%s: no memory to decode it",
                         photo->name);
    return crok_fail(err, CROK_EFORMAT,
                     "%s: the WebP data is damaged (%s); copy the file again",
                     photo->name, status_text(code));
}

crok_status crok_webp_head(crok_photo *photo, crok_err *err)
{
    WebPBitstreamFeatures f;
    VP8StatusCode code = WebPGetFeatures(photo->bytes, photo->n_bytes, &f);
    if (code != VP8_STATUS_OK)
        return failed(photo, code, err);
    if (f.has_animation)
        return crok_fail(err, CROK_EUNSUPPORTED,
                         "%s: a moving picture (WebP) is not read; save one "
                         "frame of it",
                         photo->name);
    photo->stored_w_px = f.width;
    photo->stored_h_px = f.height;
    photo->is_costly = f.format != LOSSY;
    take_exif(photo);
    return CROK_OK;
}

/* Compute the size of the decoded picture: the longer side becomes
 * min_long_side_px, and the aspect ratio is kept. If min_long_side_px is 0 or
 * the picture is smaller, the size is that of the stored picture. No side is
 * below 1 px. */
static void reduced(const crok_photo *photo, int min_long_side_px, int *w_px,
                    int *h_px)
{
    int w = photo->stored_w_px, h = photo->stored_h_px;
    int64_t side = w > h ? w : h;
    int64_t want = min_long_side_px > 0 && min_long_side_px < side
                       ? min_long_side_px
                       : side;
    *w_px = (int)((w * want + side / 2) / side);
    *h_px = (int)((h * want + side / 2) / side);
    *w_px = *w_px > 0 ? *w_px : 1;
    *h_px = *h_px > 0 ? *h_px : 1;
}

/* Decode into img's memory. bytes is the size of a pixel in img: 3 (RGB) or 4
 * (RGBA). */
static VP8StatusCode decode_into(const crok_photo *photo,
                                 WebPDecoderConfig *config,
                                 const crok_image *img, size_t bytes)
{
    WebPRGBABuffer *to = &config->output.u.RGBA;
    config->output.colorspace = bytes == 4U ? MODE_RGBA : MODE_RGB;
    config->output.is_external_memory = 1;
    to->rgba = img->data;
    to->stride = (int)((size_t)img->w_px * bytes);
    to->size = (size_t)to->stride * (size_t)img->h_px;
    if (img->w_px != photo->stored_w_px || img->h_px != photo->stored_h_px) {
        config->options.use_scaling = 1;
        config->options.scaled_width = img->w_px;
        config->options.scaled_height = img->h_px;
    }
    return WebPDecode(photo->bytes, photo->n_bytes, config);
}

crok_status crok_webp_decode(crok_photo *photo, int min_long_side_px,
                             crok_image *image, crok_photo_scale *scale,
                             crok_err *err)
{
    WebPDecoderConfig config;
    VP8StatusCode code = VP8_STATUS_OK;
    crok_image img = {0};
    crok_status st = CROK_OK;
    int w = 0, h = 0;
    reduced(photo, min_long_side_px, &w, &h);
    if (!WebPInitDecoderConfig(&config))
        return crok_fail(err, CROK_EUNSUPPORTED,
                         "libwebp is not the one this was built for");
    code = WebPGetFeatures(photo->bytes, photo->n_bytes, &config.input);
    if (code != VP8_STATUS_OK)
        return failed(photo, code, err);
    st = config.input.has_alpha ? crok_photo_new_four(w, h, &img, err)
                                : crok_image_new(w, h, CROK_RGB8, &img, err);
    if (st != CROK_OK)
        return st;
    code = decode_into(photo, &config, &img, config.input.has_alpha ? 4U : 3U);
    WebPFreeDecBuffer(&config.output);
    if (code != VP8_STATUS_OK) {
        crok_image_free(&img);
        return failed(photo, code, err);
    }
    if (config.input.has_alpha)
        crok_photo_four_to_rgb(&img, crok_photo_over_white);
    scale->x = (double)photo->stored_w_px / w;
    scale->y = (double)photo->stored_h_px / h;
    *image = img;
    return CROK_OK;
}
