/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/still.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "capture/source.h"
#include "cv/cv.h"

/* Motion is detected in a picture that is reduced by this factor in both
 * directions. */
#define REDUCE 8
/* Motion is detected if more than MOVED_FRAC of the reduced picture's pixels
 * differ by more than MOVED_LEVELS grey levels. Chosen by hand: the noise of
 * the reduced picture stays below these thresholds. With lower thresholds,
 * noise in dim light would count as motion all the time. */
#define MOVED_LEVELS 8
#define MOVED_FRAC 0.002
/* Number of frames that are read at most: one minute at 30 Hz. Chosen by
 * hand. */
#define MOST_FRAMES 1800
#define WAIT_NS INT64_C(3000000000)

/* Sum of consecutive frames between which nothing moved. */
typedef struct rest {
    crok_image first; /* reduced luma of the first frame */
    uint32_t *sum;    /* RGB, row by row */
    int w_px, h_px, n;
    double aspect;
} rest;

static void rest_free(rest *r)
{
    crok_image_free(&r->first);
    free(r->sum);
    *r = (rest){.sum = NULL};
}

static bool has_moved(const crok_image *a, const crok_image *b)
{
    int n = 0;
    if (a->w_px != b->w_px || a->h_px != b->h_px)
        return true;
    for (int y = 0; y < a->h_px; y++) {
        const uint8_t *p = crok_image_row(a, y);
        const uint8_t *q = crok_image_row(b, y);
        for (int x = 0; x < a->w_px; x++)
            n += abs(p[x] - q[x]) > MOVED_LEVELS;
    }
    return n > MOVED_FRAC * a->w_px * a->h_px;
}

/* Start a new sum with the size of this frame. *luma, its reduced luma, is
 * moved into the sum. */
static crok_status restart(const crok_frame *frame, crok_image *luma, rest *r,
                           crok_err *err)
{
    size_t n = 3 * (size_t)frame->w_px * (size_t)frame->h_px;
    rest_free(r);
    r->sum = calloc(n, sizeof *r->sum);
    if (r->sum == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory");
    r->first = *luma;
    *luma = (crok_image){.data = NULL};
    r->w_px = frame->w_px;
    r->h_px = frame->h_px;
    r->aspect = frame->pixel_aspect > 0.0 ? frame->pixel_aspect : 1.0;
    return CROK_OK;
}

static crok_status add_frame(const crok_frame *frame, crok_image *rgb, rest *r,
                             crok_err *err)
{
    crok_status st = crok_frame_rgb(frame, 1, NULL, rgb, err);
    if (st != CROK_OK)
        return st;
    for (int y = 0; y < r->h_px; y++) {
        const uint8_t *p = crok_image_row(rgb, y);
        uint32_t *sum = r->sum + 3 * (size_t)y * (size_t)r->w_px;
        for (int x = 0; x < 3 * r->w_px; x++)
            sum[x] += p[x];
    }
    r->n++;
    return CROK_OK;
}

/* Compute the mean of the frames and stretch it to square pixels. */
static crok_status mean_of(const rest *r, crok_image *out, crok_err *err)
{
    crok_image img = {0};
    crok_image square = {0};
    crok_status st = crok_image_new(r->w_px, r->h_px, CROK_RGB8, &img, err);
    if (st != CROK_OK)
        return st;
    for (int y = 0; y < r->h_px; y++) {
        uint8_t *p = crok_image_row(&img, y);
        const uint32_t *sum = r->sum + 3 * (size_t)y * (size_t)r->w_px;
        for (int x = 0; x < 3 * r->w_px; x++)
            p[x] = (uint8_t)((sum[x] + (uint32_t)r->n / 2U) / (uint32_t)r->n);
    }
    if (fabs(r->aspect - 1.0) > 0.001) {
        st = crok_cv_resize(&img, (int)lround(r->w_px * r->aspect), r->h_px,
                            &square, err);
        crok_image_free(&img);
        img = square;
    }
    if (st == CROK_OK)
        *out = img;
    return st;
}

/* State from frame to frame: the present rest, the longest rest before it, and
 * pictures whose memory is reused. */
typedef struct watch {
    rest now, longest;
    crok_image luma, rgb;
} watch;

static crok_status look(const crok_frame *frame, watch *w, crok_err *err)
{
    crok_status st = crok_frame_luma(frame, REDUCE, &w->luma, err);
    if (st == CROK_OK &&
        (w->now.n == 0 || has_moved(&w->now.first, &w->luma))) {
        if (w->now.n > w->longest.n) {
            rest_free(&w->longest);
            w->longest = w->now;
            w->now = (rest){.sum = NULL};
        }
        st = restart(frame, &w->luma, &w->now, err);
    }
    return st == CROK_OK ? add_frame(frame, &w->rgb, &w->now, err) : st;
}

/* Read frames until CROK_STILL_FRAMES consecutive ones were at rest, or until
 * no more come. */
static crok_status read_frames(crok_source *source, watch *w, crok_err *err)
{
    for (int i = 0; i < MOST_FRAMES && w->now.n < CROK_STILL_FRAMES; i++) {
        crok_frame frame = {.data = NULL};
        crok_status st = crok_source_next(source, WAIT_NS, &frame, err);
        if (st == CROK_OK && frame.data == NULL)
            return CROK_OK;
        if (st == CROK_OK)
            st = look(&frame, w, err);
        if (st != CROK_OK)
            return st;
    }
    return CROK_OK;
}

crok_status crok_still_take(const char *spec, crok_image *out, int *n_frames,
                            crok_err *err)
{
    watch w = {.now = {.sum = NULL}};
    const rest *best = &w.now;
    crok_source *source = NULL;
    crok_status st = crok_source_open(spec, NULL, &source, err);
    if (st == CROK_OK)
        st = read_frames(source, &w, err);
    if (w.longest.n > w.now.n)
        best = &w.longest;
    if (st == CROK_OK && best->n < 2)
        st = crok_fail(err, CROK_EVISION,
                       "nothing was at rest: let nobody move over the board, "
                       "and hang the camera firmly");
    if (st == CROK_OK)
        st = mean_of(best, out, err);
    if (st == CROK_OK)
        *n_frames = best->n;
    crok_source_close(&source);
    rest_free(&w.now);
    rest_free(&w.longest);
    crok_image_free(&w.luma);
    crok_image_free(&w.rgb);
    return st;
}
