/* SPDX-License-Identifier: Apache-2.0 */
#include "v4l2/uvc.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <turbojpeg.h>

/* Number of generated pictures before they repeat; and the most pictures read
 * from a file. */
enum { N_OWN = 16, N_PLAYED = 65536 };

static struct {
    uint8_t *file;
    uvc_picture picture[N_PLAYED];
    unsigned n;
} played;

static uint8_t *read_file(const char *path, size_t *n)
{
    uint8_t *p = NULL;
    long size = 0;
    FILE *f = fopen(path, "rb");
    if (f != NULL && fseek(f, 0, SEEK_END) == 0 && (size = ftell(f)) > 0) {
        rewind(f);
        p = malloc((size_t)size);
        if (p != NULL && fread(p, 1, (size_t)size, f) != (size_t)size) {
            free(p);
            p = NULL;
        }
    }
    if (f != NULL)
        (void)fclose(f);
    *n = (size_t)size;
    return p;
}

bool uvc_play(const char *path)
{
    size_t n = 0;
    played.file = read_file(path, &n);
    if (played.file == NULL)
        return false;
    for (size_t i = 0; i + 2U < n && played.n < N_PLAYED; i++) {
        const uint8_t *p = played.file + i;
        if (p[0] != 0xFFU || p[1] != 0xD8U || p[2] != 0xFFU)
            continue;
        if (played.n > 0)
            played.picture[played.n - 1].n =
                (size_t)(p - played.picture[played.n - 1].at);
        played.picture[played.n++] = (uvc_picture){p, n - i};
    }
    return played.n > 0;
}

/* A grey ramp with a bright square that moves from left to right, and a number
 * in the corner, so that consecutive pictures differ. */
static void paint(uint8_t *yuyv, uvc_size s, unsigned k)
{
    size_t row = (size_t)s.w * 2U;
    unsigned x0 = k % N_OWN * s.w / N_OWN, y0 = s.h / 3U;
    for (size_t y = 0; y < s.h; y++)
        for (size_t x = 0; x < s.w; x++) {
            yuyv[y * row + 2U * x] = (uint8_t)(16U + x * 219U / s.w);
            yuyv[y * row + 2U * x + 1U] = 128;
        }
    for (size_t y = y0; y < y0 + 48U; y++)
        for (size_t x = x0; x < x0 + 40U && x < s.w; x++)
            yuyv[y * row + 2U * x] = 235;
    for (size_t y = 0; y < 8U; y++)
        for (size_t x = 0; x < 8U; x++)
            yuyv[y * row + 2U * x] = (uint8_t)(16U + k % N_OWN * 13U);
}

static uvc_picture compressed(const uint8_t *yuyv, uvc_size s)
{
    uvc_picture p = {NULL, 0};
    uint8_t *grey = malloc((size_t)s.w * s.h), *out = NULL;
    unsigned long n = 0;
    tjhandle tj = tjInitCompress();
    for (size_t i = 0; grey != NULL && i < (size_t)s.w * s.h; i++)
        grey[i] = yuyv[2U * i];
    if (tj != NULL && grey != NULL &&
        tjCompress2(tj, grey, s.w, 0, s.h, TJPF_GRAY, &out, &n, TJSAMP_GRAY, 80,
                    0) == 0)
        p = (uvc_picture){out, n};
    if (tj != NULL)
        (void)tjDestroy(tj);
    free(grey);
    return p;
}

/* A generated picture of a format and size; made at its first use and kept. */
static uvc_picture own_picture(int format, uvc_size s, unsigned k)
{
    static uvc_picture made[UVC_N_FORMATS][UVC_N_SIZES][N_OWN];
    uvc_picture *p =
        &made[format - 1][s.w == uvc_sizes[0].w ? 0 : 1][k % N_OWN];
    uint8_t *yuyv = NULL;
    size_t n = (size_t)s.w * s.h * 2U;
    if (p->at != NULL)
        return *p;
    yuyv = malloc(n);
    if (yuyv == NULL)
        abort();
    paint(yuyv, s, k);
    *p = (uvc_picture){yuyv, n};
    if (format == UVC_MJPEG) {
        *p = compressed(yuyv, s);
        free(yuyv);
    }
    return *p;
}

uvc_picture uvc_picture_at(const uvc_device *d, unsigned k)
{
    if (uvc_format(d) == UVC_MJPEG && played.n > 0)
        return played.picture[k % played.n];
    return own_picture(uvc_format(d), uvc_committed_size(d), k);
}
