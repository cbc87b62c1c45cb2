/* SPDX-License-Identifier: Apache-2.0 */
#include "serve/bare_jpeg.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Markers. APPn are 0xE0 to 0xEF, restart markers 0xD0 to 0xD7. */
enum {
    SOF0 = 0xC0, /* baseline */
    SOF2 = 0xC2, /* progressive; 0xC1: extended */
    DHT = 0xC4,
    RST0 = 0xD0,
    RST7 = 0xD7,
    SOI = 0xD8,
    EOI = 0xD9,
    SOS = 0xDA,
    DQT = 0xDB,
    DRI = 0xDD,
    APP0 = 0xE0,
    APP15 = 0xEF,
    COM = 0xFE
};

/* The longest segments: four quantization tables of 16 bits, eight Huffman
 * tables, a restart interval. Others say nothing of the picture. */
#define DQT_MOST (2 + 4 * (1 + 2 * 64))
#define DHT_MOST (2 + 8 * (1 + 16 + 256))
#define DRI_BYTES 4

/* As of photos (capture/photo.h): who reads kept pictures needs no more
 * memory. */
#define MOST_PX 100000000L

/* A picture that is being walked. */
typedef struct walk {
    const unsigned char *in;
    size_t len, at;
    unsigned char *out; /* room for all of `in` */
    size_t n_out;
    int w_px, h_px; /* 0: no frame header yet */
    bool has_scan;
    crok_err *err;
} walk;

static crok_status refuse(const walk *w, const char *why)
{
    return crok_fail(w->err, CROK_EFORMAT, "this picture is not kept: %s", why);
}

static unsigned two_bytes(const unsigned char *at)
{
    return (unsigned)at[0] << 8 | at[1];
}

/* Copy the next n bytes. */
static void copy(walk *w, size_t n)
{
    memcpy(w->out + w->n_out, w->in + w->at, n);
    w->n_out += n;
    w->at += n;
}

/* Read a frame header of n bytes: length, precision, height, width, number of
 * components, three bytes for each of them. */
static crok_status read_frame(walk *w, const unsigned char *head, size_t n)
{
    if (w->w_px > 0 || n < 8 || n != 8 + 3 * (size_t)head[7])
        return refuse(w, "its frame header is damaged");
    w->h_px = (int)two_bytes(head + 3);
    w->w_px = (int)two_bytes(head + 5);
    if (w->w_px == 0 || w->h_px == 0)
        return refuse(w, "its size is missing");
    if ((long)w->w_px * w->h_px > MOST_PX)
        return crok_fail(w->err, CROK_ETOOLARGE,
                         "this picture is not kept: it has more than 100 "
                         "megapixels");
    return CROK_OK;
}

/* Copy the coded data of a scan, up to the next marker that is no restart. A
 * 0xFF in the data is followed by 0. */
static void copy_scan(walk *w)
{
    size_t n = 0;
    while (w->at + n + 1 < w->len) {
        const unsigned char *p = w->in + w->at + n;
        if (p[0] == 0xFF && p[1] != 0 && (p[1] < RST0 || p[1] > RST7))
            break;
        n++;
    }
    copy(w, n);
}

/* May a segment of n bytes with this marker be in a picture? */
static crok_status check_segment(walk *w, unsigned marker, size_t n)
{
    const unsigned char *head = w->in + w->at + 2;
    if (marker >= SOF0 && marker <= SOF2)
        return read_frame(w, head, n);
    if (marker == SOS &&
        (w->w_px == 0 || n < 6 || n != 6 + 2 * (size_t)head[2]))
        return refuse(w, "its scan header is damaged");
    if ((marker == DQT && n <= DQT_MOST) || (marker == DHT && n <= DHT_MOST) ||
        (marker == DRI && n == DRI_BYTES) || marker == SOS)
        return CROK_OK;
    return refuse(w, "it is not a JPEG as browsers write them");
}

/* Take the segment at the walk's place. */
static crok_status take_segment(walk *w, unsigned marker)
{
    const size_t left = w->len - w->at;
    size_t n = left < 4 ? 0 : two_bytes(w->in + w->at + 2);
    crok_status st = CROK_OK;
    if (n < 2 || 2 + n > left)
        return refuse(w, "it is cut off or damaged");
    if ((marker >= APP0 && marker <= APP15) || marker == COM) {
        w->at += 2 + n;
        return CROK_OK;
    }
    st = check_segment(w, marker, n);
    if (st != CROK_OK)
        return st;
    copy(w, 2 + n);
    if (marker == SOS) {
        copy_scan(w);
        w->has_scan = true;
    }
    return CROK_OK;
}

/* Take all segments, up to the picture's end. Each step goes on by at least
 * four bytes. */
static crok_status take_all(walk *w)
{
    if (w->len < 2 || w->in[0] != 0xFF || w->in[1] != SOI)
        return refuse(w, "it is not a JPEG");
    copy(w, 2);
    while (w->at + 1 < w->len && w->in[w->at] == 0xFF) {
        const unsigned marker = w->in[w->at + 1];
        crok_status st = CROK_OK;
        if (marker == EOI && !w->has_scan)
            return refuse(w, "it has no picture");
        if (marker == EOI) {
            copy(w, 2);
            return CROK_OK;
        }
        st = take_segment(w, marker);
        if (st != CROK_OK)
            return st;
    }
    return refuse(w, "it is cut off or damaged");
}

crok_status crok_bare_jpeg_make(const void *bytes, size_t len,
                                crok_bare_jpeg *out, crok_err *err)
{
    walk w = {.in = bytes, .len = len, .out = malloc(len + 1), .err = err};
    crok_status st = w.out == NULL
                         ? crok_fail(err, CROK_ENOMEM, "no memory to keep it")
                         : take_all(&w);
    if (st != CROK_OK) {
        free(w.out);
        return st;
    }
    *out = (crok_bare_jpeg){.bytes = w.out,
                            .len = w.n_out,
                            .n_read = w.at,
                            .w_px = w.w_px,
                            .h_px = w.h_px};
    return CROK_OK;
}
