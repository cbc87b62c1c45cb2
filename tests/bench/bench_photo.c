/* SPDX-License-Identifier: Apache-2.0
 *
 * bench_photo: what opening and decoding a photo costs, beside TurboJPEG's
 * full decode of the same file.
 *
 *   bench_photo [-s SIDE] PHOTO...
 *
 * SIDE is the least long side in px (default 1200; 0: full size). A line a
 * photo: CPU time, the least of some runs, and for a JPEG the ratio; at the
 * end the median ratio. Exit status 1 if a photo cannot be read, 2 on wrong
 * usage. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <turbojpeg.h>

#include "capture/photo.h"

enum { N_RUNS = 7, SIDE_PX = 1200 };

static double cpu_ms(void)
{
    struct timespec t = {0};
    (void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

/* Opens and decodes; *w, *h: what came out. */
static crok_status ours(const char *path, int side_px, int *w, int *h,
                        crok_err *err)
{
    crok_photo *photo = NULL;
    crok_image img = {0};
    crok_status st = crok_photo_open(path, &photo, err);
    if (st == CROK_OK)
        st = crok_photo_decode(photo, side_px, &img, NULL, err);
    *w = img.w_px;
    *h = img.h_px;
    crok_image_free(&img);
    crok_photo_close(&photo);
    return st;
}

/* TurboJPEG's full decode of the bytes; false when it cannot. */
static bool theirs(const crok_photo *photo)
{
    int w = 0, h = 0, sub = 0, space = 0;
    unsigned long n = (unsigned long)photo->n_bytes;
    uint8_t *px = NULL;
    tjhandle tj = tjInitDecompress();
    bool ok = tj != NULL && tjDecompressHeader3(tj, photo->bytes, n, &w, &h,
                                                &sub, &space) == 0;
    if (ok)
        px = malloc((size_t)w * (size_t)h * 3U);
    ok = px != NULL &&
         tjDecompress2(tj, photo->bytes, n, px, w, 0, h, TJPF_RGB, 0) == 0;
    free(px);
    if (tj != NULL)
        (void)tjDestroy(tj);
    return ok;
}

static double least(double a, double b)
{
    return a < b ? a : b;
}

/* Prints the photo's line. Returns the ratio, 0 when it is no JPEG, < 0 when
 * it cannot be read. The two take turns, so that both meet the same machine. */
static double bench(const char *path, int side_px)
{
    crok_photo *photo = NULL;
    crok_err err = {0};
    double our_ms = 1e9, their_ms = 1e9, ratio = 0.0;
    int w = 0, h = 0;
    bool jpeg = true;
    crok_status st = crok_photo_open(path, &photo, &err);
    for (int i = 0; st == CROK_OK && i < N_RUNS; i++) {
        double t0 = cpu_ms(), t1 = 0.0;
        st = ours(path, side_px, &w, &h, &err);
        t1 = cpu_ms();
        jpeg = jpeg && photo->kind == CROK_PHOTO_JPEG && theirs(photo);
        our_ms = least(our_ms, t1 - t0);
        their_ms = least(their_ms, cpu_ms() - t1);
    }
    if (st != CROK_OK) {
        (void)fprintf(stderr, "%s\n", err.msg);
        crok_photo_close(&photo);
        return -1.0;
    }
    (void)printf("%s: %s %d x %d to %d x %d: %.2f ms", photo->name,
                 photo->format, photo->w_px, photo->h_px, w, h, our_ms);
    if (jpeg) {
        ratio = our_ms / their_ms;
        (void)printf(", full decode %.2f ms, ratio %.2f", their_ms, ratio);
    }
    (void)printf("\n");
    crok_photo_close(&photo);
    return ratio;
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

int main(int argc, char **argv)
{
    double *ratio = calloc((size_t)argc, sizeof *ratio);
    int n = 0, status = 0, side_px = SIDE_PX, c = 0;
    while ((c = getopt(argc, argv, "s:")) == 's')
        side_px = (int)strtol(optarg, NULL, 10);
    if (c != -1 || optind >= argc || side_px < 0 || ratio == NULL) {
        (void)fprintf(stderr, "usage: bench_photo [-s SIDE] PHOTO...\n");
        free(ratio);
        return 2;
    }
    for (int i = optind; i < argc; i++) {
        double r = bench(argv[i], side_px);
        if (r < 0.0)
            status = 1;
        else if (r > 0.0)
            ratio[n++] = r;
    }
    if (n > 0) {
        qsort(ratio, (size_t)n, sizeof *ratio, by_size);
        (void)printf("median ratio %.2f of %d JPEGs\n",
                     (ratio[n / 2] + ratio[(n - 1) / 2]) / 2.0, n);
    }
    free(ratio);
    return status;
}
