/* SPDX-License-Identifier: Apache-2.0
 *
 * capture/frame.h: one picture of a camera or a film as it came, and the two
 * pictures that the others want of it: a small grey one, cheap enough for
 * every frame, and a colour one.
 *
 * Frames   frame: px of the picture as it came; reduced by n: the pixel (u, v)
 *          is the mean of the frame's pixels n*u .. n*u+n-1, n*v .. n*v+n-1
 *          (fewer at the right and lower edge), so that
 *          x_frame = (u + 0.5) * n - 0.5. A reduced picture has
 *          ceil(w / n) x ceil(h / n) pixels.
 * Room     capture: uses core and TurboJPEG.
 * Threads  frames that share a codec: one thread at a time.
 * Source   YUV: Rec. ITU-R BT.601-7 and BT.709-6; UVC 1.5, 3.9.2.6. */
#ifndef CROK_CAPTURE_FRAME_H
#define CROK_CAPTURE_FRAME_H

#include <stdbool.h>

#include "core/image.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A longer side is refused: no camera has it. */
#define CROK_FRAME_MAX_SIDE_PX 16384

typedef enum crok_pixels {
    CROK_PIXELS_YUYV,  /* Y U Y V: two pixels in four bytes */
    CROK_PIXELS_NV12,  /* a plane of Y, behind it one of U V, half as high */
    CROK_PIXELS_GREY,  /* Y */
    CROK_PIXELS_RGB24, /* R G B */
    CROK_PIXELS_BGR24, /* B G R */
    CROK_PIXELS_MJPEG, /* a JPEG file, its Huffman tables perhaps left out */
    CROK_N_PIXELS
} crok_pixels;

/* What a JPEG decoder keeps between frames. */
typedef struct crok_codec crok_codec;

/* Borrowed from its source: valid until the source's next call. */
typedef struct crok_frame {
    const uint8_t *data; /* NULL: no frame */
    size_t n_bytes;
    int w_px, h_px;
    size_t stride_bytes; /* from row to row; 0 for MJPEG */
    crok_pixels pixels;
    bool is_full_range;  /* YUYV, NV12, GREY: black is 0 and white 255, not 16
                          * and 235 */
    bool is_bt709;       /* YUYV, NV12: colours as BT.709 has them, not 601 */
    double pixel_aspect; /* width of a pixel over its height; 1: square */
    int64_t t_ns;      /* when it was taken: monotonic clock for a camera, since
                        * its beginning for a film or a folder; always rising */
    int64_t number;    /* 0, 1, 2, ... with a gap where frames were lost */
    int n_lost;        /* frames between the one before and this: never came,
                        * came damaged, or were passed over for a newer one */
    crok_codec *codec; /* borrowed; for MJPEG */
} crok_frame;

/* A part of a reduced picture, in its pixels. */
typedef struct crok_part {
    int x, y, w, h;
} crok_part;

/* A decoder for MJPEG frames.
 *
 *   out  written only on CROK_OK; returned: free with crok_codec_free
 *
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_codec_new(crok_codec **out, crok_err *err);

/* Frees *codec and sets it to NULL; NULL and a pointer to NULL are fine. */
void crok_codec_free(crok_codec **codec);

/* True where the frame has all its bytes: rows as many as it should have, a
 * JPEG's begin and end (zeros may stand behind it). It detects a cut frame
 * without decoding it. */
bool crok_frame_is_whole(const crok_frame *frame);

/* The grey picture reduced by `reduce`: 1, 2, 4 or 8. YUYV, NV12 and GREY give
 * the luma as it was sent (black is 16 unless is_full_range).
 *
 *   out  zeroed, or the picture of an earlier call, whose memory is used again
 *        where size and format are the same; the caller's, free with
 *        crok_image_free. Not valid on failure, but still to be freed
 *
 * CROK_EARG      another `reduce`, an impossible size, or MJPEG without codec
 * CROK_EFORMAT   short, damaged, or not of the size that it should have
 * CROK_ENOMEM    no memory */
CROK_MUST_USE crok_status crok_frame_luma(const crok_frame *frame, int reduce,
                                          crok_image *out, crok_err *err);

/* The colour picture, 8 bits RGB, reduced likewise; black 0, white 255.
 *
 *   part  the part of the reduced picture that is wanted; NULL: all of it
 *   out   as above
 *
 * Errors as above; CROK_EARG also for a part that is empty or not inside. */
CROK_MUST_USE crok_status crok_frame_rgb(const crok_frame *frame, int reduce,
                                         const crok_part *part, crok_image *out,
                                         crok_err *err);

#ifdef __cplusplus
}
#endif
#endif
