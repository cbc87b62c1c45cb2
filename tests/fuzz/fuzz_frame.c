/* SPDX-License-Identifier: Apache-2.0
 *
 * Any bytes as a camera's frame: both conversions must end in a picture of the
 * size that was promised, or in an error with a message; and what came before
 * must not change what a good frame shows.
 *
 * The first four bytes are the kind of pixels, the sides less one, and what
 * else there is to choose; the others are the frame's. An MJPEG frame has the
 * size of its own header. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <turbojpeg.h>

#include "capture/frame.h"

/* Larger pictures take the fuzzer's time and show nothing new. */
enum { MOST_PX = 1 << 18, HEAD = 4 };

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

static crok_frame frame_of(const uint8_t *bytes, size_t n, crok_codec *codec)
{
    static const int per_px[] = {2, 1, 1, 3, 3, 0};
    crok_pixels kind = (crok_pixels)(bytes[0] % CROK_N_PIXELS);
    crok_frame f = {.data = bytes + HEAD,
                    .n_bytes = n - HEAD,
                    .w_px = bytes[1] + 1,
                    .h_px = bytes[2] + 1,
                    .pixels = kind,
                    .is_full_range = (bytes[3] & 4U) != 0U,
                    .is_bt709 = (bytes[3] & 8U) != 0U,
                    .codec = codec};
    f.stride_bytes = (size_t)(f.w_px * per_px[kind]) + (bytes[3] >> 4);
    return f;
}

/* False where it is too large to be worth it. */
static bool take_jpeg_size(crok_frame *f)
{
    int w = 0, h = 0, subsamp = 0, space = 0;
    tjhandle tj = tjInitDecompress();
    CROK_ASSERT(tj != NULL);
    if (tjDecompressHeader3(tj, f->data, (unsigned long)f->n_bytes, &w, &h,
                            &subsamp, &space) == 0) {
        f->w_px = w;
        f->h_px = h;
    }
    (void)tjDestroy(tj);
    return (int64_t)f->w_px * f->h_px <= MOST_PX;
}

static void check(crok_status st, const crok_frame *f, int reduce,
                  crok_image *out, const crok_err *err)
{
    if (st != CROK_OK) {
        CROK_ASSERT(err->status == st && err->msg[0] != '\0');
        return;
    }
    CROK_ASSERT(out->w_px == (f->w_px + reduce - 1) / reduce);
    CROK_ASSERT(out->h_px == (f->h_px + reduce - 1) / reduce);
    memset(crok_image_row(out, out->h_px - 1), 0,
           (size_t)out->w_px * (size_t)out->format);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    crok_codec *codec = NULL;
    crok_frame f = {0};
    int reduce = 1;
    if (n < HEAD || crok_codec_new(&codec, NULL) != CROK_OK)
        return 0;
    f = frame_of(bytes, n, codec);
    reduce = 1 << (bytes[3] & 3U);
    if (f.pixels != CROK_PIXELS_MJPEG || take_jpeg_size(&f)) {
        crok_image grey = {0}, rgb = {0};
        crok_err err = {0};
        crok_status st = crok_frame_luma(&f, reduce, &grey, &err);
        check(st, &f, reduce, &grey, &err);
        /* what a frame is does not depend on what is asked of it */
        CROK_ASSERT(crok_frame_rgb(&f, reduce, NULL, &rgb, &err) == CROK_OK ||
                    st != CROK_OK || f.pixels == CROK_PIXELS_MJPEG);
        crok_image_free(&grey);
        crok_image_free(&rgb);
    }
    crok_codec_free(&codec);
    return 0;
}
