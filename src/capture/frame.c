/* SPDX-License-Identifier: Apache-2.0 */
#include "capture/frame.h"

#include <string.h>

#include "capture/frame_parts.h"

static int reduced(int side_px, int n)
{
    return (side_px + n - 1) / n;
}

/* ---- completeness ---- */

/* Return the number of bytes that a frame must have if it is not MJPEG: (rows -
 * 1) * stride + the bytes of the last row. Chroma is shared by two pixels, so
 * an odd width is rounded up in YUYV and NV12. SIZE_MAX if the stride is too
 * small for a row, or so large that the sum is no size. */
static size_t bytes_wanted(const crok_frame *f)
{
    static const size_t per_px[CROK_N_PIXELS] = {[CROK_PIXELS_YUYV] = 2,
                                                 [CROK_PIXELS_NV12] = 1,
                                                 [CROK_PIXELS_GREY] = 1,
                                                 [CROK_PIXELS_RGB24] = 3,
                                                 [CROK_PIXELS_BGR24] = 3};
    size_t w = (size_t)f->w_px, rows = (size_t)f->h_px, row = 0;
    if (f->pixels == CROK_PIXELS_YUYV || f->pixels == CROK_PIXELS_NV12)
        w += w & 1U;
    if (f->pixels == CROK_PIXELS_NV12)
        rows += (rows + 1U) / 2U;
    row = w * per_px[f->pixels];
    if (f->stride_bytes < row ||
        (rows > 1U && f->stride_bytes > (SIZE_MAX - row) / (rows - 1U)))
        return SIZE_MAX;
    return (rows - 1U) * f->stride_bytes + row;
}

bool crok_frame_is_whole(const crok_frame *f)
{
    if (f->data == NULL)
        return false;
    return f->pixels == CROK_PIXELS_MJPEG
               ? crok_jpeg_is_whole(f->data, f->n_bytes)
               : f->n_bytes >= bytes_wanted(f);
}

static crok_status check(const crok_frame *f, int reduce, crok_err *err)
{
    const int most = CROK_FRAME_MAX_SIDE_PX;
    if (reduce != 1 && reduce != 2 && reduce != 4 && reduce != 8)
        return crok_fail(err, CROK_EARG, "a frame reduced by %d", reduce);
    if (f->w_px < 1 || f->h_px < 1 || f->w_px > most || f->h_px > most ||
        (unsigned)f->pixels >= CROK_N_PIXELS)
        return crok_fail(err, CROK_EARG, "a frame of %d x %d pixels, kind %d",
                         f->w_px, f->h_px, (int)f->pixels);
    if (f->pixels == CROK_PIXELS_MJPEG && f->codec == NULL)
        return crok_fail(err, CROK_EARG, "an MJPEG frame without a codec");
    if (!crok_frame_is_whole(f))
        return crok_fail(err, CROK_EFORMAT,
                         "frame %lld is cut short: %zu bytes of a picture of "
                         "%d x %d pixels",
                         (long long)f->number, f->n_bytes, f->w_px, f->h_px);
    return CROK_OK;
}

/* ---- channels ---- */

static crok_channel channel(const crok_frame *f, size_t first, int step)
{
    return (crok_channel){.at = f->data + first,
                          .stride_bytes = f->stride_bytes,
                          .step_bytes = step,
                          .w = f->w_px,
                          .h = f->h_px};
}

static crok_channel luma_of(const crok_frame *f)
{
    return channel(f, 0, f->pixels == CROK_PIXELS_YUYV ? 2 : 1);
}

static bool has_rgb(const crok_frame *f)
{
    return f->pixels == CROK_PIXELS_RGB24 || f->pixels == CROK_PIXELS_BGR24;
}

static crok_channel colour_of(const crok_frame *f, int c)
{
    return channel(f, (size_t)(f->pixels == CROK_PIXELS_BGR24 ? 2 - c : c), 3);
}

/* Return the channel of U (c = 0) or V (c = 1). Both formats have half as many
 * chroma samples in a row; NV12 also has half as many rows, in a plane after
 * the luma. */
static crok_channel chroma_of(const crok_frame *f, int c)
{
    crok_channel u = channel(f, 1U + 2U * (size_t)c, 4);
    u.w = (f->w_px + 1) / 2;
    if (f->pixels == CROK_PIXELS_NV12) {
        u.at = f->data + f->stride_bytes * (size_t)f->h_px + (size_t)c;
        u.step_bytes = 2;
        u.h = (f->h_px + 1) / 2;
    }
    return u;
}

/* ---- luma ---- */

/* Number of reduced pixels that are converted at a time (a run). The buffers of
 * a run are on the stack and fit into the first-level cache. */
enum { RUN = 512 };

/* Compute the BT.601 luma of n pixels, Y = 0.299 R + 0.587 G + 0.114 B, in
 * fixed point with 16 fractional bits. */
static void luma_run(uint8_t rgb[3][RUN], int n, uint8_t *out)
{
    for (int i = 0; i < n; i++)
        out[i] = (uint8_t)((19595U * rgb[0][i] + 38470U * rgb[1][i] +
                            7471U * rgb[2][i] + 32768U) >>
                           16);
}

static void luma_from_rgb(const crok_frame *f, crok_block b, int y,
                          uint8_t *out, int w)
{
    uint8_t rgb[3][RUN];
    for (int x = 0; x < w; x += RUN) {
        int n = w - x < RUN ? w - x : RUN;
        for (int c = 0; c < 3; c++) {
            crok_channel ch = colour_of(f, c);
            crok_channel_mean(&ch, b, x, y, n, rgb[c]);
        }
        luma_run(rgb, n, out + x);
    }
}

crok_status crok_frame_luma(const crok_frame *frame, int reduce,
                            crok_image *out, crok_err *err)
{
    crok_block b = {reduce, reduce};
    crok_channel luma = {0};
    crok_status st = check(frame, reduce, err);
    if (st == CROK_OK)
        st = crok_image_fit(reduced(frame->w_px, reduce),
                            reduced(frame->h_px, reduce), CROK_GRAY8, out, err);
    if (st != CROK_OK)
        return st;
    if (frame->pixels == CROK_PIXELS_MJPEG)
        return crok_mjpeg_decode(frame, out, err);
    luma = luma_of(frame);
    for (int y = 0; y < out->h_px; y++) {
        if (has_rgb(frame))
            luma_from_rgb(frame, b, y, crok_image_row(out, y), out->w_px);
        else
            crok_channel_mean(&luma, b, 0, y, out->w_px,
                              crok_image_row(out, y));
    }
    return CROK_OK;
}

/* ---- colour ---- */

/* Coefficients of the conversion from YUV to RGB, in fixed point: y in 1/16384,
 * the others in 1/8192. With these scales and the shifts in yuv_to_rgb, the
 * upper 16 bits of each product have the unit 1/32 of a grey level. */
typedef struct matrix {
    int16_t black; /* the value of Y for black */
    int16_t y, v_to_r, u_to_g, v_to_g, u_to_b;
} matrix;

/* Compute the coefficients. With the luma weights kr, kb of red and blue
 * (BT.601: 0.299, 0.114; BT.709: 0.2126, 0.0722) and kg = 1 - kr - kb:
 *   R = Y + 2 (1 - kr) V
 *   B = Y + 2 (1 - kb) U
 *   G = Y - 2 (1 - kb) (kb / kg) U - 2 (1 - kr) (kr / kg) V
 * In limited range Y is 16..235 and U, V are -112..112, so Y is scaled by 255 /
 * 219 and U, V by 255 / 224. */
static matrix matrix_of(const crok_frame *f)
{
    const double kr = f->is_bt709 ? 0.2126 : 0.299;
    const double kb = f->is_bt709 ? 0.0722 : 0.114;
    const double kg = 1.0 - kr - kb;
    const double y = f->is_full_range ? 1.0 : 255.0 / 219.0;
    const double c = 8192.0 * (f->is_full_range ? 1.0 : 255.0 / 224.0);
    return (matrix){
        .black = f->is_full_range ? 0 : 16,
        .y = (int16_t)(16384.0 * y + 0.5),
        .v_to_r = (int16_t)(c * 2.0 * (1.0 - kr) + 0.5),
        .u_to_g = (int16_t)(-c * 2.0 * (1.0 - kb) * kb / kg - 0.5),
        .v_to_g = (int16_t)(-c * 2.0 * (1.0 - kr) * kr / kg - 0.5),
        .u_to_b = (int16_t)(c * 2.0 * (1.0 - kb) + 0.5),
    };
}

/* Return the upper 16 bits of the 32-bit product a * b. Vector units have one
 * instruction for this (pmulhw on x86). */
static int16_t high(int16_t a, int16_t b)
{
    return (int16_t)((a * b) >> 16);
}

/* Round from 1/32 of a grey level to 0..255. */
static uint8_t rounded(int v)
{
    int16_t w = (int16_t)((v + 16) >> 5);
    return (uint8_t)(w < 0 ? 0 : w > 255 ? 255 : w);
}

/* Convert n pixels from YUV to RGB. Input and output are separate planes, so
 * that the compiler can vectorise the loop. */
static void yuv_to_rgb(const matrix *m, uint8_t yuv[3][RUN], int n,
                       uint8_t rgb[3][RUN])
{
    const matrix k = *m;
    for (int i = 0; i < n; i++) {
        int16_t y = high((int16_t)((yuv[0][i] - k.black) * 128), k.y);
        int16_t u = (int16_t)((yuv[1][i] - 128) * 256);
        int16_t v = (int16_t)((yuv[2][i] - 128) * 256);
        rgb[0][i] = rounded(y + high(v, k.v_to_r));
        rgb[1][i] = rounded(y + high(u, k.u_to_g) + high(v, k.v_to_g));
        rgb[2][i] = rounded(y + high(u, k.u_to_b));
    }
}

static void interleave(uint8_t rgb[3][RUN], int n, uint8_t *restrict out)
{
    for (int i = 0; i < n; i++) {
        out[3 * i] = rgb[0][i];
        out[3 * i + 1] = rgb[1][i];
        out[3 * i + 2] = rgb[2][i];
    }
}

/* Fill out with U (c = 0) or V (c = 1) of the pixels `at` of the reduced
 * picture. If the picture is not reduced, two neighbouring pixels share one
 * sample. */
static void chroma_run(const crok_frame *f, int c, int reduce,
                       const crok_part *at, uint8_t *out)
{
    crok_channel ch = chroma_of(f, c);
    bool half_rows = f->pixels == CROK_PIXELS_NV12;
    crok_block b = {reduce > 1 ? reduce / 2 : 1,
                    half_rows && reduce > 1 ? reduce / 2 : reduce};
    uint8_t half[RUN / 2 + 1];
    int first = at->x / 2, n = (at->x + at->w - 1) / 2 - first + 1;
    int y = half_rows && reduce == 1 ? at->y / 2 : at->y;
    if (f->pixels == CROK_PIXELS_GREY) {
        memset(out, 128, (size_t)at->w);
        return;
    }
    if (reduce > 1) {
        crok_channel_mean(&ch, b, at->x, y, at->w, out);
        return;
    }
    crok_channel_mean(&ch, b, first, y, n, half);
    for (int i = 0; i < at->w; i++)
        out[i] = half[(unsigned)(at->x + i) / 2U - (unsigned)first];
}

/* Convert at most RUN pixels of one row. */
static void rgb_run(const crok_frame *f, const matrix *m, int reduce,
                    const crok_part *at, uint8_t *out)
{
    uint8_t yuv[3][RUN], rgb[3][RUN];
    crok_block b = {reduce, reduce};
    for (int i = 0; has_rgb(f) && i < 3; i++) {
        crok_channel c = colour_of(f, i);
        crok_channel_mean(&c, b, at->x, at->y, at->w, rgb[i]);
    }
    if (!has_rgb(f)) {
        crok_channel luma = luma_of(f);
        crok_channel_mean(&luma, b, at->x, at->y, at->w, yuv[0]);
        chroma_run(f, 0, reduce, at, yuv[1]);
        chroma_run(f, 1, reduce, at, yuv[2]);
        yuv_to_rgb(m, yuv, at->w, rgb);
    }
    interleave(rgb, at->w, out);
}

static void raw_rgb(const crok_frame *f, int reduce, const crok_part *part,
                    crok_image *out)
{
    matrix m = matrix_of(f);
    for (int y = 0; y < part->h; y++)
        for (int x = 0; x < part->w; x += RUN) {
            crok_part at = {part->x + x, part->y + y,
                            part->w - x < RUN ? part->w - x : RUN, 1};
            rgb_run(f, &m, reduce, &at,
                    crok_image_row(out, y) + 3U * (size_t)x);
        }
}

/* Decode a part of an MJPEG frame. TurboJPEG decodes whole pictures only, so
 * the part is copied out of the decoded picture. */
static crok_status mjpeg_part(const crok_frame *f, int reduce,
                              const crok_part *part, crok_image *out,
                              crok_err *err)
{
    crok_image *all = crok_codec_scratch(f->codec);
    crok_status st =
        crok_image_fit(reduced(f->w_px, reduce), reduced(f->h_px, reduce),
                       CROK_RGB8, all, err);
    if (st == CROK_OK)
        st = crok_mjpeg_decode(f, all, err);
    for (int y = 0; st == CROK_OK && y < part->h; y++)
        memcpy(crok_image_row(out, y),
               crok_image_row(all, part->y + y) + 3U * (size_t)part->x,
               3U * (size_t)part->w);
    return st;
}

static crok_status check_part(const crok_part *p, int w, int h, crok_err *err)
{
    if (p->x >= 0 && p->y >= 0 && p->w > 0 && p->h > 0 && p->x < w &&
        p->y < h && p->w <= w - p->x && p->h <= h - p->y)
        return CROK_OK;
    return crok_fail(err, CROK_EARG,
                     "the part %d,%d %d x %d is not inside a picture of %d x "
                     "%d pixels",
                     p->x, p->y, p->w, p->h, w, h);
}

crok_status crok_frame_rgb(const crok_frame *frame, int reduce,
                           const crok_part *part, crok_image *out,
                           crok_err *err)
{
    crok_part all = {0};
    crok_status st = check(frame, reduce, err);
    if (st != CROK_OK)
        return st;
    all.w = reduced(frame->w_px, reduce);
    all.h = reduced(frame->h_px, reduce);
    if (part == NULL)
        part = &all;
    st = check_part(part, all.w, all.h, err);
    if (st == CROK_OK)
        st = crok_image_fit(part->w, part->h, CROK_RGB8, out, err);
    if (st != CROK_OK)
        return st;
    if (frame->pixels != CROK_PIXELS_MJPEG)
        raw_rgb(frame, reduce, part, out);
    else if (part->w == all.w && part->h == all.h)
        st = crok_mjpeg_decode(frame, out, err);
    else
        st = mjpeg_part(frame, reduce, part, out, err);
    return st;
}
