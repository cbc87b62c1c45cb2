/* SPDX-License-Identifier: Apache-2.0
 *
 * bench_frame: what a grey and a colour picture of a 1080p frame cost, as a
 * share of TurboJPEG's full decode of the same picture as JPEG.
 *
 *   bench_frame PHOTO
 *
 * The photo is brought to 1920 x 1080 and sent as a camera would: YUYV, and
 * MJPEG 4:2:2 of quality 85. A line a conversion: CPU time, the least of some
 * runs, and the share. Exit status 1 if the photo cannot be used, 2 on wrong
 * usage. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <turbojpeg.h>

#include "capture/frame.h"
#include "capture/photo.h"
#include "cv/cv.h"

enum { W = 1920, H = 1080, QUALITY = 85, N_RUNS = 40 };

static double cpu_ms(void)
{
    struct timespec t = {0};
    (void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

static crok_status read_scene(const char *path, crok_image *scene,
                              crok_err *err)
{
    crok_photo *photo = NULL;
    crok_image img = {0};
    crok_status st = crok_photo_open(path, &photo, err);
    if (st == CROK_OK)
        st = crok_photo_decode(photo, 0, &img, NULL, err);
    if (st == CROK_OK)
        st = crok_cv_resize(&img, W, H, scene, err);
    crok_image_free(&img);
    crok_photo_close(&photo);
    return st;
}

/* YUYV from the planes that TurboJPEG makes. NULL: no memory. */
static uint8_t *yuyv_of(const crok_image *scene)
{
    const size_t n = (size_t)W * H;
    tjhandle tj = tjInitCompress();
    uint8_t *planes = malloc(2U * n), *out = malloc(2U * n);
    bool ok = tj != NULL && planes != NULL && out != NULL &&
              tjEncodeYUV3(tj, scene->data, W, (int)scene->stride_bytes, H,
                           TJPF_RGB, planes, 1, TJSAMP_422, 0) == 0;
    for (size_t i = 0; ok && i < n / 2U; i++) {
        out[4U * i] = planes[2U * i];
        out[4U * i + 1U] = planes[n + i];
        out[4U * i + 2U] = planes[2U * i + 1U];
        out[4U * i + 3U] = planes[n + n / 2U + i];
    }
    free(planes);
    if (tj != NULL)
        (void)tjDestroy(tj);
    if (ok)
        return out;
    free(out);
    return NULL;
}

static bool jpeg_of(const crok_image *scene, uint8_t **out, unsigned long *n)
{
    tjhandle tj = tjInitCompress();
    bool ok = tj != NULL &&
              tjCompress2(tj, scene->data, W, (int)scene->stride_bytes, H,
                          TJPF_RGB, out, n, TJSAMP_422, QUALITY, 0) == 0;
    if (tj != NULL)
        (void)tjDestroy(tj);
    return ok;
}

/* The least time of TurboJPEG's full decode. */
static double full_decode_ms(const uint8_t *jpeg, unsigned long n)
{
    double least = 1e9;
    tjhandle tj = tjInitDecompress();
    uint8_t *px = malloc((size_t)W * H * 3U);
    for (int i = 0; tj != NULL && px != NULL && i < N_RUNS; i++) {
        double t = cpu_ms();
        if (tjDecompress2(tj, jpeg, n, px, W, 0, H, TJPF_RGB, 0) != 0)
            break;
        t = cpu_ms() - t;
        least = t < least ? t : least;
    }
    free(px);
    if (tj != NULL)
        (void)tjDestroy(tj);
    return least;
}

static void bench(const char *what, const crok_frame *f, bool is_grey,
                  double full_ms)
{
    for (int reduce = 1; reduce <= 8; reduce *= 2) {
        crok_image out = {0};
        crok_err err = {0};
        double least = 1e9;
        for (int i = 0; i < N_RUNS; i++) {
            double t = cpu_ms();
            crok_status st = is_grey
                                 ? crok_frame_luma(f, reduce, &out, &err)
                                 : crok_frame_rgb(f, reduce, NULL, &out, &err);
            t = cpu_ms() - t;
            if (st != CROK_OK)
                (void)fprintf(stderr, "%s\n", err.msg);
            else
                least = t < least ? t : least;
        }
        (void)printf("%-5s to %s, reduced by %d: %6.3f ms, %5.1f %%\n", what,
                     is_grey ? "grey  " : "colour", reduce, least,
                     100.0 * least / full_ms);
        crok_image_free(&out);
    }
}

int main(int argc, char **argv)
{
    crok_image scene = {0};
    crok_err err = {0};
    crok_codec *codec = NULL;
    uint8_t *jpeg = NULL, *yuyv = NULL;
    unsigned long n = 0;
    int status = 1;
    if (argc != 2) {
        (void)fprintf(stderr, "usage: bench_frame PHOTO\n");
        return 2;
    }
    if (read_scene(argv[1], &scene, &err) == CROK_OK &&
        crok_codec_new(&codec, &err) == CROK_OK) {
        yuyv = yuyv_of(&scene);
        if (yuyv != NULL && jpeg_of(&scene, &jpeg, &n)) {
            double full_ms = full_decode_ms(jpeg, n);
            crok_frame raw = {.data = yuyv,
                              .n_bytes = (size_t)W * H * 2U,
                              .w_px = W,
                              .h_px = H,
                              .stride_bytes = (size_t)W * 2U};
            crok_frame mjpeg = {.data = jpeg,
                                .n_bytes = n,
                                .w_px = W,
                                .h_px = H,
                                .pixels = CROK_PIXELS_MJPEG,
                                .codec = codec};
            (void)printf("%d x %d, JPEG of %lu bytes: full decode %.3f ms\n", W,
                         H, n, full_ms);
            bench("YUYV", &raw, true, full_ms);
            bench("YUYV", &raw, false, full_ms);
            bench("MJPEG", &mjpeg, true, full_ms);
            bench("MJPEG", &mjpeg, false, full_ms);
            status = 0;
        }
    }
    if (status != 0)
        (void)fprintf(stderr, "bench_frame: %s\n", err.msg);
    tjFree(jpeg);
    free(yuyv);
    crok_codec_free(&codec);
    crok_image_free(&scene);
    return status;
}
