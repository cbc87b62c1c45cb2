/* SPDX-License-Identifier: Apache-2.0 */
#include "lib/picture.h"

static const crok_pixels pixels_of[] = {
    [CROKEYE_RGB] = CROK_PIXELS_RGB24, [CROKEYE_BGR] = CROK_PIXELS_BGR24,
    [CROKEYE_GREY] = CROK_PIXELS_GREY, [CROKEYE_YUYV] = CROK_PIXELS_YUYV,
    [CROKEYE_NV12] = CROK_PIXELS_NV12, [CROKEYE_MJPEG] = CROK_PIXELS_MJPEG,
};

const char *crok_picture_name(const crokeye_picture *p)
{
    return p == NULL || p->name == NULL ? "picture" : p->name;
}

void crok_picture_room_free(crok_picture_room *room)
{
    crok_codec_free(&room->codec);
    crok_image_free(&room->image);
}

static crok_status check(const crokeye_picture *p, crok_err *err)
{
    if (p == NULL || (p->bytes == NULL && p->n_bytes > 0U))
        return crok_fail(err, CROK_EARG, "%.100s: there are no bytes",
                         crok_picture_name(p));
    if ((unsigned)p->format > CROKEYE_MJPEG)
        return crok_fail(err, CROK_EARG, "%.100s: there is no format %u",
                         crok_picture_name(p), (unsigned)p->format);
    if (p->format == CROKEYE_FILE)
        return CROK_OK;
    if (p->width < 1 || p->height < 1 || p->width > CROK_FRAME_MAX_SIDE_PX ||
        p->height > CROK_FRAME_MAX_SIDE_PX)
        return crok_fail(
            err, CROK_EARG, "%.100s: %d x %d pixels: sides are from 1 to %d",
            crok_picture_name(p), p->width, p->height, CROK_FRAME_MAX_SIDE_PX);
    return CROK_OK;
}

/* Make the frame of a picture that is no file. */
static crok_status frame_of(const crokeye_picture *p, crok_picture_room *room,
                            crok_frame *out, crok_err *err)
{
    crok_frame f = {.data = p->bytes,
                    .n_bytes = p->n_bytes,
                    .w_px = p->width,
                    .h_px = p->height,
                    .stride_bytes = p->format == CROKEYE_MJPEG ? 0 : p->stride,
                    .pixels = pixels_of[p->format],
                    .is_full_range = (p->flags & CROKEYE_FULL_RANGE) != 0,
                    .is_bt709 = (p->flags & CROKEYE_BT709) != 0,
                    .pixel_aspect = 1.0};
    crok_status st = CROK_OK;
    if (p->format == CROKEYE_MJPEG && room->codec == NULL)
        st = crok_codec_new(&room->codec, err);
    f.codec = room->codec;
    if (st == CROK_OK && !crok_frame_is_whole(&f))
        st = crok_fail(err, CROK_EFORMAT,
                       "%.100s: %zu bytes are not the whole picture of %d x %d "
                       "pixels",
                       crok_picture_name(p), p->n_bytes, p->width, p->height);
    if (st == CROK_OK)
        *out = f;
    return st;
}

crok_status crok_picture_photo(const crokeye_picture *p,
                               crok_picture_room *room, crok_photo **out,
                               crok_err *err)
{
    crok_frame f = {0};
    crok_status st = check(p, err);
    if (st == CROK_OK && p->format == CROKEYE_FILE)
        return crok_photo_open_memory(p->bytes, p->n_bytes,
                                      crok_picture_name(p), out, err);
    if (st == CROK_OK)
        st = frame_of(p, room, &f, err);
    if (st == CROK_OK)
        st = crok_frame_rgb(&f, 1, NULL, &room->image, err);
    return st == CROK_OK ? crok_photo_open_pixels(
                               &room->image, crok_picture_name(p), out, err)
                         : st;
}

/* Decode a file's picture as a folder of pictures does. */
static crok_status decode(const crokeye_picture *p, crok_picture_room *room,
                          crok_err *err)
{
    crok_photo *photo = NULL;
    crok_status st = crok_photo_open_memory(p->bytes, p->n_bytes,
                                            crok_picture_name(p), &photo, err);
    crok_image_free(&room->image);
    if (st == CROK_OK)
        st = crok_photo_decode(photo, 0, &room->image, NULL, err);
    crok_photo_close(&photo);
    return st;
}

crok_status crok_picture_frame(const crokeye_picture *p, int64_t t_ns,
                               crok_picture_room *room, crok_frame *out,
                               crok_err *err)
{
    crok_frame f = {0};
    crok_status st = check(p, err);
    if (st == CROK_OK && p->format != CROKEYE_FILE) {
        st = frame_of(p, room, &f, err);
    } else if (st == CROK_OK) {
        st = decode(p, room, err);
        f = (crok_frame){.data = room->image.data,
                         .n_bytes = room->image.stride_bytes *
                                    (size_t)room->image.h_px,
                         .w_px = room->image.w_px,
                         .h_px = room->image.h_px,
                         .stride_bytes = room->image.stride_bytes,
                         .pixels = CROK_PIXELS_RGB24,
                         .pixel_aspect = 1.0};
    }
    if (st != CROK_OK)
        return st;
    f.t_ns = t_ns;
    *out = f;
    return CROK_OK;
}
