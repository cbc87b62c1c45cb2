/* SPDX-License-Identifier: Apache-2.0
 *
 * HEIC and AVIF through libheif. The file itself says how it is turned and
 * cropped, and libheif does so: EXIF's orientation would turn it again. */
#include <stdlib.h>
#include <string.h>

#include <libheif/heif.h>

#include "capture/photo_format.h"
#include "cv/cv.h"

static crok_status failed(const crok_photo *photo, struct heif_error e,
                          crok_err *err)
{
    if (e.code == heif_error_Memory_allocation_error &&
        e.subcode == heif_suberror_Security_limit_exceeded)
        return crok_fail(err, CROK_ETOOLARGE,
                         "%s: the %s picture is too large (%s); save it "
                         "smaller",
                         photo->name, photo->format, e.message);
    if (e.code == heif_error_Memory_allocation_error)
        return crok_fail(err, CROK_ENOMEM, "%s: no memory to decode it",
                         photo->name);
    if (e.code == heif_error_Unsupported_filetype ||
        e.code == heif_error_Unsupported_feature ||
        e.code == heif_error_Plugin_loading_error)
        return crok_fail(err, CROK_EUNSUPPORTED,
                         "%s: this kind of %s is not read (%s); save it as "
                         "JPEG",
                         photo->name, photo->format, e.message);
    return crok_fail(err, CROK_EFORMAT,
                     "%s: the %s data is damaged (%s); copy the file again",
                     photo->name, photo->format, e.message);
}

/* The file's first picture; both are the caller's to free. */
static struct heif_error open_first(const crok_photo *photo,
                                    struct heif_context **ctx,
                                    struct heif_image_handle **handle)
{
    struct heif_error e = {heif_error_Memory_allocation_error,
                           heif_suberror_Unspecified, "no memory"};
    *ctx = heif_context_alloc();
    if (*ctx == NULL)
        return e;
    heif_context_set_maximum_image_size_limit(*ctx, CROK_PHOTO_MAX_SIDE_PX);
    heif_context_set_max_decoding_threads(*ctx, 0); /* a worker a picture */
    e = heif_context_read_from_memory_without_copy(*ctx, photo->bytes,
                                                   photo->n_bytes, NULL);
    if (e.code == heif_error_Ok)
        e = heif_context_get_primary_image_handle(*ctx, handle);
    return e;
}

static void close_first(struct heif_context *ctx,
                        struct heif_image_handle *handle)
{
    if (handle != NULL)
        heif_image_handle_release(handle);
    if (ctx != NULL)
        heif_context_free(ctx);
}

/* The block begins with the offset of its TIFF header, of four bytes. */
static void take_exif(crok_photo *photo, const struct heif_image_handle *handle)
{
    heif_item_id id = 0;
    size_t n = 0, skip = 0;
    uint8_t *block = NULL;
    if (heif_image_handle_get_list_of_metadata_block_IDs(handle, "Exif", &id,
                                                         1) != 1)
        return;
    n = heif_image_handle_get_metadata_size(handle, id);
    if (n >= 4U && n < photo->n_bytes)
        block = malloc(n);
    if (block != NULL &&
        heif_image_handle_get_metadata(handle, id, block).code == heif_error_Ok)
        skip = 4U + ((size_t)block[0] << 24 | (size_t)block[1] << 16 |
                     (size_t)block[2] << 8 | block[3]);
    if (skip > 0U && skip < n)
        crok_exif_apply(photo, block + skip, n - skip);
    else
        crok_photo_warn(photo, "the EXIF data is damaged; ignored");
    photo->orientation = 1;
    free(block);
}

crok_status crok_heif_head(crok_photo *photo, crok_err *err)
{
    struct heif_context *ctx = NULL;
    struct heif_image_handle *handle = NULL;
    struct heif_error e = open_first(photo, &ctx, &handle);
    crok_status st = CROK_OK;
    if (e.code == heif_error_Ok) {
        photo->stored_w_px = heif_image_handle_get_width(handle);
        photo->stored_h_px = heif_image_handle_get_height(handle);
        take_exif(photo, handle);
    } else {
        st = failed(photo, e, err);
    }
    close_first(ctx, handle);
    return st;
}

static struct heif_error decode_rgb(const struct heif_image_handle *handle,
                                    bool alpha, struct heif_image **out)
{
    struct heif_error e = {heif_error_Memory_allocation_error,
                           heif_suberror_Unspecified, "no memory"};
    struct heif_decoding_options *how = heif_decoding_options_alloc();
    if (how == NULL)
        return e;
    how->convert_hdr_to_8bit = 1;
    e = heif_decode_image(handle, out, heif_colorspace_RGB,
                          alpha ? heif_chroma_interleaved_RGBA
                                : heif_chroma_interleaved_RGB,
                          how);
    heif_decoding_options_free(how);
    return e;
}

static crok_status copy_or_reduce(const crok_image *from, int w, int h,
                                  crok_image *out, crok_err *err)
{
    crok_status st = CROK_OK;
    if (w != from->w_px || h != from->h_px)
        return crok_cv_resize(from, w, h, out, err);
    st = crok_image_new(w, h, CROK_RGB8, out, err);
    for (int y = 0; st == CROK_OK && y < h; y++)
        memcpy(crok_image_row(out, y), crok_image_row(from, y), (size_t)w * 3U);
    return st;
}

/* What libheif could live with, the first of it. */
static void take_warning(crok_photo *photo, struct heif_image *img)
{
    struct heif_error e = {heif_error_Ok, heif_suberror_Unspecified, NULL};
    if (heif_image_get_decoding_warnings(img, 0, &e, 1) == 1)
        crok_photo_warn(photo, "damaged: %s", e.message);
}

/* libheif's pixels to ours. */
static crok_status take_pixels(crok_photo *photo, struct heif_image *img,
                               bool alpha, int min_long_side_px,
                               crok_image *out, crok_err *err)
{
    int stride = 0, w = 0, h = 0;
    crok_image view = {
        .data = heif_image_get_plane(img, heif_channel_interleaved, &stride),
        .w_px = heif_image_get_width(img, heif_channel_interleaved),
        .h_px = heif_image_get_height(img, heif_channel_interleaved),
        .stride_bytes = (size_t)stride,
        .format = CROK_RGB8};
    if (view.data == NULL || view.w_px != photo->stored_w_px ||
        view.h_px != photo->stored_h_px)
        return crok_fail(err, CROK_EFORMAT,
                         "%s: the %s picture has another size than its header "
                         "says; copy the file again",
                         photo->name, photo->format);
    take_warning(photo, img);
    for (int y = 0; alpha && y < view.h_px; y++)
        crok_photo_pack_rgb(crok_image_row(&view, y), (size_t)view.w_px,
                            crok_photo_over_white);
    crok_photo_reduced(photo, min_long_side_px, &w, &h);
    return copy_or_reduce(&view, w, h, out, err);
}

crok_status crok_heif_decode(crok_photo *photo, int min_long_side_px,
                             crok_image *image, crok_photo_scale *scale,
                             crok_err *err)
{
    struct heif_context *ctx = NULL;
    struct heif_image_handle *handle = NULL;
    struct heif_image *img = NULL;
    bool alpha = false;
    crok_status st = CROK_OK;
    struct heif_error e = open_first(photo, &ctx, &handle);
    if (e.code == heif_error_Ok) {
        alpha = heif_image_handle_has_alpha_channel(handle) != 0;
        e = decode_rgb(handle, alpha, &img);
    }
    if (e.code == heif_error_Ok)
        st = take_pixels(photo, img, alpha, min_long_side_px, image, err);
    else
        st = failed(photo, e, err);
    if (img != NULL)
        heif_image_release(img);
    close_first(ctx, handle);
    if (st == CROK_OK) {
        scale->x = (double)photo->stored_w_px / image->w_px;
        scale->y = (double)photo->stored_h_px / image->h_px;
    }
    return st;
}
