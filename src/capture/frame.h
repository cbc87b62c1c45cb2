/* SPDX-License-Identifier: Apache-2.0
 *
 * capture/frame.h: one frame of a camera or video in its original format, and
 * its conversion to two pictures: a small grey one, cheap enough for every
 * frame, and a colour one.
 *
 * Frames   frame: px of the frame in its original size; reduced by n: the pixel
 *          (u, v) is the mean of the frame's pixels in columns n*u .. n*u+n-1
 *          and rows n*v .. n*v+n-1 (fewer at the right and lower edge), so that
 *          x_frame = (u + 0.5) * n - 0.5. A reduced picture has ceil(w / n) x
 *          ceil(h / n) pixels.
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

/* Frames with a longer side are refused; no camera has such frames. */
#define CROK_FRAME_MAX_SIDE_PX 16384

typedef enum crok_pixels {
    CROK_PIXELS_YUYV,  /* Y U Y V: two pixels in four bytes */
    CROK_PIXELS_NV12,  /* a plane of Y, then a plane of U V pairs of half its
                        * height */
    CROK_PIXELS_GREY,  /* Y */
    CROK_PIXELS_RGB24, /* R G B */
    CROK_PIXELS_BGR24, /* B G R */
    CROK_PIXELS_MJPEG, /* a JPEG file; its Huffman tables may be missing */
    CROK_N_PIXELS
} crok_pixels;

/* A JPEG decoder with the state that it keeps between frames. */
typedef struct crok_codec crok_codec;

/* A frame. Its data are borrowed from the source and valid until the source's
 * next call. */
typedef struct crok_frame {
    const uint8_t *data; /* NULL: no frame */
    size_t n_bytes;
    int w_px, h_px;
    size_t stride_bytes; /* bytes from one row to the next; 0 for MJPEG */
    crok_pixels pixels;
    bool is_full_range;  /* YUYV, NV12, GREY: luma 0 is black and 255 white;
                          * otherwise 16 and 235 */
    bool is_bt709;       /* YUYV, NV12: BT.709 coefficients; otherwise BT.601 */
    double pixel_aspect; /* width of a pixel over its height; 1 is square */
    int64_t t_ns;        /* time of capture, ns: of the monotonic clock for a
                          * camera or a stream, since the beginning for a video
                          * or folder; strictly increasing */
    int64_t number;      /* 0, 1, 2, ...; lost frames leave a gap */
    int n_lost;        /* frames between the previous one and this one that were
                        * lost, damaged, or skipped for a newer one */
    crok_codec *codec; /* borrowed; needed for MJPEG only */
} crok_frame;

/* A rectangle in a reduced picture, in pixels of that picture. */
typedef struct crok_part {
    int x, y, w, h;
} crok_part;

/* Make a decoder for MJPEG frames.
 *
 *   out  written only on CROK_OK; returned: free with crok_codec_free
 *   err  may be NULL
 *
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_codec_new(crok_codec **out, crok_err *err);

/* Free *codec and set it to NULL; NULL and a pointer to NULL are fine. */
void crok_codec_free(crok_codec **codec);

/* Does the frame have all its bytes? Raw formats: the full number of rows.
 * MJPEG: the start and end markers of a JPEG; zeros may follow the end. So a
 * truncated frame is detected without decoding. */
bool crok_frame_is_whole(const crok_frame *frame);

/* Convert to a grey picture, reduced by `reduce`: 1, 2, 4 or 8. YUYV, NV12 and
 * GREY give the luma as transmitted (black is 16 unless is_full_range).
 *
 *   out  zeroed, or the picture of an earlier call, whose memory is reused
 *        if size and format are the same; the caller's, free with
 *        crok_image_free. Its content is undefined on failure, but it must
 *        still be freed
 *
 * CROK_EARG      another `reduce`, an impossible size, or MJPEG without codec
 * CROK_EFORMAT   truncated, damaged, or not of the stated size
 * CROK_ENOMEM    no memory */
CROK_MUST_USE crok_status crok_frame_luma(const crok_frame *frame, int reduce,
                                          crok_image *out, crok_err *err);

/* Convert to a colour picture with 8 bits RGB, reduced by `reduce` as in
 * crok_frame_luma. The range of the values is expanded, so that black is 0 and
 * white is 255.
 *
 *   part  the part of the reduced picture to convert; NULL: all of it
 *   out   as in crok_frame_luma
 *
 * Errors as crok_frame_luma; also CROK_EARG if `part` is empty or not inside
 * the picture. */
CROK_MUST_USE crok_status crok_frame_rgb(const crok_frame *frame, int reduce,
                                         const crok_part *part, crok_image *out,
                                         crok_err *err);

#ifdef __cplusplus
}
#endif
#endif
