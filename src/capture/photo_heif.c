/* SPDX-License-Identifier: Apache-2.0
 *
 * Read HEIC and AVIF with libheif. Rotation and cropping are properties of the
 * file itself, and libheif applies them; applying the EXIF orientation too
 * would rotate the picture twice. */
#include <stdlib.h>
#include <string.h>

#include "capture/confined.h"
#include "capture/heif_calls.h"
#include "capture/photo_format.h"

/* The functions of libheif. load() sets this pointer before each use. */
static _Thread_local const crok_heif_calls *heif;

static crok_status load(const crok_photo *photo, crok_err *err)
{
    const char *why = NULL;
    heif = crok_heif_load(&why);
    return heif != NULL
               ? CROK_OK
               : crok_fail(err, CROK_EUNSUPPORTED,
                           "%s: to read %s libheif is needed (%s): install "
                           "libheif1, or save it as JPEG",
                           photo->name, photo->format, why);
}

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
                     "%s: the %s data is damaged (%.*s); copy the file again",
                     photo->name, photo->format, /* of several lines, some */
                     (int)strcspn(e.message, "\n"), e.message);
}

/* Open the file's primary picture. The caller frees both *ctx and *handle with
 * close_first, also on failure. */
static struct heif_error open_first(const crok_photo *photo,
                                    struct heif_context **ctx,
                                    struct heif_image_handle **handle)
{
    struct heif_error e = {heif_error_Memory_allocation_error,
                           heif_suberror_Unspecified, "no memory"};
    *ctx = heif->context_alloc();
    if (*ctx == NULL)
        return e;
    heif->context_set_maximum_image_size_limit(*ctx, CROK_PHOTO_MAX_SIDE_PX);
    heif->context_set_max_decoding_threads(*ctx, 0); /* decode in this thread:
                                                      * photos are already
                                                      * spread over worker
                                                      * threads */
    e = heif->context_read_from_memory_without_copy(*ctx, photo->bytes,
                                                    photo->n_bytes, NULL);
    if (e.code == heif_error_Ok)
        e = heif->context_get_primary_image_handle(*ctx, handle);
    return e;
}

static void close_first(struct heif_context *ctx,
                        struct heif_image_handle *handle)
{
    if (handle != NULL)
        heif->image_handle_release(handle);
    if (ctx != NULL)
        heif->context_free(ctx);
}

/* Read the EXIF block. It begins with the offset of its TIFF header, a
 * big-endian number of four bytes. Its orientation is ignored, because libheif
 * has already applied the file's rotation. */
static void take_exif(crok_photo *photo, const struct heif_image_handle *handle)
{
    heif_item_id id = 0;
    size_t n = 0, skip = 0;
    uint8_t *block = NULL;
    if (heif->image_handle_get_list_of_metadata_block_IDs(handle, "Exif", &id,
                                                          1) != 1)
        return;
    n = heif->image_handle_get_metadata_size(handle, id);
    if (n >= 4U && n < photo->n_bytes)
        block = malloc(n);
    if (block != NULL &&
        heif->image_handle_get_metadata(handle, id, block).code ==
            heif_error_Ok)
        skip = 4U + ((size_t)block[0] << 24 | (size_t)block[1] << 16 |
                     (size_t)block[2] << 8 | block[3]);
    if (skip > 0U && skip < n)
        crok_exif_apply(photo, block + skip, n - skip);
    else
        crok_photo_warn(photo, "the EXIF data is damaged; ignored");
    photo->orientation = 1;
    free(block);
}

static crok_status read_head(crok_photo *photo, crok_err *err)
{
    struct heif_context *ctx = NULL;
    struct heif_image_handle *handle = NULL;
    struct heif_error e = {heif_error_Ok, heif_suberror_Unspecified, ""};
    crok_status st = CROK_OK;
    e = open_first(photo, &ctx, &handle);
    if (e.code == heif_error_Ok) {
        photo->stored_w_px = heif->image_handle_get_width(handle);
        photo->stored_h_px = heif->image_handle_get_height(handle);
        take_exif(photo, handle);
    } else {
        st = failed(photo, e, err);
    }
    close_first(ctx, handle);
    return st;
}

crok_status crok_heif_head(crok_photo *photo, crok_err *err)
{
    const crok_confinement c = crok_confinement_of(read_head, NULL);
    crok_status st = load(photo, err); /* in this process, once */
    photo->is_costly = true;
    return st == CROK_OK ? crok_confined_head(&c, photo, err) : st;
}

static struct heif_error decode_as(const struct heif_image_handle *handle,
                                   enum heif_colorspace space,
                                   enum heif_chroma chroma,
                                   struct heif_image **out)
{
    struct heif_error e = {heif_error_Memory_allocation_error,
                           heif_suberror_Unspecified, "no memory"};
    struct heif_decoding_options *how = heif->decoding_options_alloc();
    if (how == NULL)
        return e;
    how->convert_hdr_to_8bit = 1;
    e = heif->decode_image(handle, out, space, chroma, how);
    heif->decoding_options_free(how);
    return e;
}

/* The decoded picture. Its planes are usually luma and chroma 4:2:0, which this
 * file converts to RGB row by row. If libheif converted them, it would keep the
 * decoder's frame, the planes and the RGB picture in memory at once: the peak
 * for a 4032 x 3024 HEIC is then 85 MB instead of 62 MB. */
typedef struct planes {
    const uint8_t *px[3]; /* {Y, Cb, Cr}, or {RGB or RGBA, NULL, NULL} */
    int stride[3];        /* bytes */
    bool alpha;
} planes;

/* Get the planes of luma and chroma; false if libheif must convert to RGB. Most
 * files use BT.601 coefficients in full range. If luma and chroma are
 * requested, libheif converts other files to this form. A picture that still
 * has a colour profile (nclx) was not converted, so its planes are not used. */
static bool find_planes(struct heif_image *img, planes *p)
{
    static const enum heif_channel channels[3] = {
        heif_channel_Y, heif_channel_Cb, heif_channel_Cr};
    struct heif_color_profile_nclx *nclx = NULL;
    int w = heif->image_get_primary_width(img);
    int h = heif->image_get_primary_height(img);
    for (int i = 0; i < 3; i++) {
        p->px[i] = heif->image_get_plane(img, channels[i], &p->stride[i]);
        if (p->px[i] == NULL ||
            heif->image_get_bits_per_pixel_range(img, channels[i]) != 8 ||
            heif->image_get_width(img, channels[i]) < (i ? (w + 1) / 2 : w) ||
            heif->image_get_height(img, channels[i]) < (i ? (h + 1) / 2 : h))
            return false;
    }
    (void)heif->image_get_nclx_color_profile(img, &nclx);
    if (nclx == NULL)
        return true;
    heif->nclx_color_profile_free(nclx);
    return false;
}

/* Decode to *img and set *p. The caller releases *img if it is not NULL. */
static struct heif_error decode_planes(const struct heif_image_handle *handle,
                                       struct heif_image **img, planes *p)
{
    struct heif_error e = {heif_error_Ok, heif_suberror_Unspecified, ""};
    bool alpha = heif->image_handle_has_alpha_channel(handle) != 0;
    *p = (planes){0};
    if (!alpha && heif->image_handle_get_luma_bits_per_pixel(handle) == 8) {
        e = decode_as(handle, heif_colorspace_YCbCr, heif_chroma_420, img);
        if (e.code == heif_error_Ok && find_planes(*img, p))
            return e;
        if (e.code != heif_error_Ok && e.code != heif_error_Unsupported_feature)
            return e;
        if (*img != NULL)
            heif->image_release(*img);
        *img = NULL;
    }
    *p = (planes){.alpha = alpha};
    e = decode_as(handle, heif_colorspace_RGB,
                  alpha ? heif_chroma_interleaved_RGBA
                        : heif_chroma_interleaved_RGB,
                  img);
    if (e.code == heif_error_Ok)
        p->px[0] =
            heif->image_get_plane(*img, heif_channel_interleaved, p->stride);
    return e;
}

static uint8_t clip(int v)
{
    v = (v + 32768) >> 16;
    return (uint8_t)(v < 0 ? 0 : v > 255 ? 255 : v);
}

/* Convert a row from YCbCr, BT.601, full range, in fixed point with 16
 * fractional bits (ITU-T T.871):
 *   R = Y + 1.402 Cr
 *   G = Y - 0.344136 Cb - 0.714136 Cr
 *   B = Y + 1.772 Cb */
static void yuv_row(const planes *p, int y, int w, uint8_t *rgb)
{
    const uint8_t *luma = p->px[0] + (ptrdiff_t)y * p->stride[0];
    const uint8_t *b = p->px[1] + (ptrdiff_t)(y / 2) * p->stride[1];
    const uint8_t *r = p->px[2] + (ptrdiff_t)(y / 2) * p->stride[2];
    for (int x = 0; x < w; x++, rgb += 3) {
        int l = luma[x] * 65536, cb = b[x / 2] - 128, cr = r[x / 2] - 128;
        rgb[0] = clip(l + 91881 * cr);
        rgb[1] = clip(l - 22553 * cb - 46802 * cr);
        rgb[2] = clip(l + 116130 * cb);
    }
}

static void rgb_row(const planes *p, int y, int w, uint8_t *rgb)
{
    const uint8_t *from = p->px[0] + (ptrdiff_t)y * p->stride[0];
    memcpy(rgb, from, (size_t)w * (p->alpha ? 4U : 3U));
    if (p->alpha)
        crok_photo_pack_rgb(rgb, (size_t)w, crok_photo_over_white);
}

/* Pass libheif's first decoding warning on to the photo. */
static void take_warning(crok_photo *photo, struct heif_image *img)
{
    struct heif_error e = {heif_error_Ok, heif_suberror_Unspecified, NULL};
    if (heif->image_get_decoding_warnings(img, 0, &e, 1) == 1)
        crok_photo_warn_damaged(photo, e.message);
}

static crok_status take_pixels(crok_photo *photo, const planes *p,
                               crok_photo_box *box, crok_err *err)
{
    int w = photo->stored_w_px, h = photo->stored_h_px;
    uint8_t *row = malloc((size_t)w * 4U);
    if (row == NULL)
        return crok_fail(err, CROK_ENOMEM, "%s: no memory to decode it",
                         photo->name);
    for (int y = 0; y < h; y++) {
        if (p->px[1] != NULL)
            yuv_row(p, y, w, row);
        else
            rgb_row(p, y, w, row);
        crok_photo_box_add(box, row);
    }
    free(row);
    return CROK_OK;
}

static bool same_size(const crok_photo *photo, const struct heif_image *img)
{
    return heif->image_get_primary_width(img) == photo->stored_w_px &&
           heif->image_get_primary_height(img) == photo->stored_h_px;
}

crok_status crok_heif_decode(crok_photo *photo, int min_long_side_px,
                             crok_image *image, crok_photo_scale *scale,
                             crok_err *err)
{
    struct heif_context *ctx = NULL;
    struct heif_image_handle *handle = NULL;
    struct heif_image *img = NULL;
    planes p = {0};
    crok_photo_box box = {0};
    int n = crok_photo_divisor(photo, min_long_side_px);
    struct heif_error e = {heif_error_Ok, heif_suberror_Unspecified, ""};
    crok_status st = load(photo, err);
    if (st != CROK_OK)
        return st;
    e = open_first(photo, &ctx, &handle);
    if (e.code == heif_error_Ok)
        e = decode_planes(handle, &img, &p);
    if (e.code != heif_error_Ok)
        st = failed(photo, e, err); /* e.message belongs to the context, so it
                                     * is used before close_first */
    else if (p.px[0] == NULL || !same_size(photo, img))
        st = crok_fail(err, CROK_EFORMAT,
                       "%s: the %s picture has another size than its header "
                       "says; copy the file again",
                       photo->name, photo->format);
    else
        st = crok_photo_box_begin(&box, photo, n, NULL, err);
    if (st == CROK_OK)
        st = take_pixels(photo, &p, &box, err);
    if (st == CROK_OK)
        take_warning(photo, img);
    if (img != NULL)
        heif->image_release(img);
    close_first(ctx, handle);
    return crok_photo_box_end(&box, st, image, scale);
}
