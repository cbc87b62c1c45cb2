/* SPDX-License-Identifier: Apache-2.0
 *
 * A video file or a network stream as a source. If a stream breaks off, it is
 * opened again; the end of a file ends the source. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "capture/source_kind.h"
#include "cv/video.h"

/* Frame rate if neither the file nor the options give one. */
#define DEFAULT_FPS 30.0

/* Timeout for opening and reading a stream. */
#define TIMEOUT_S 5.0

/* Most pixels of a stream's frame: 7680 x 4320, 8K (ITU-R BT.2020), the largest
 * that a camera sends. A larger one costs gigabytes, again and again. */
#define MOST_STREAM_PX ((int64_t)7680 * 4320)

typedef struct film {
    crok_video *video; /* NULL: the stream is disconnected */
    bool is_stream;
    double fps;
    int64_t n_read;
} film;

static crok_status open_video(const crok_source *s, film *f, crok_err *err)
{
    double fps = 0.0;
    crok_err why = {0};
    crok_status st = crok_video_open(s->spec, TIMEOUT_S, &fps, &f->video, &why);
    if (st != CROK_OK)
        return crok_fail(err, st, "%s: %s", s->shown, why.msg);
    if (s->options.fps > 0.0)
        fps = s->options.fps;
    f->fps = fps > 0.1 && fps < 1000.0 ? fps : DEFAULT_FPS;
    f->n_read = 0;
    return CROK_OK;
}

static crok_status film_open(crok_source *s, crok_err *err)
{
    film *f = calloc(1, sizeof *f);
    if (f == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory to open %s", s->shown);
    s->self = f;
    f->is_stream = crok_address_is_remote(s->spec);
    s->health.is_recorded = !f->is_stream;
    return CROK_OK;
}

static crok_status film_connect(crok_source *s, crok_source_state *state,
                                crok_err *err)
{
    film *f = s->self;
    crok_status st = open_video(s, f, err);
    *state = CROK_SOURCE_GONE;
    if (st == CROK_EFORMAT && f->is_stream)
        st = crok_fail(err, CROK_ENODEV,
                       "%s: nobody answers with a film there; is the address "
                       "right, the sender on?",
                       s->shown);
    return st;
}

/* Return the time of a frame in ns. A stream's frame has the time of its
 * arrival. A file's frame has its presentation time, or frame number / fps if
 * the container gives no time. */
static int64_t time_of(const film *f, const crok_video_frame *v)
{
    if (f->is_stream)
        return crok_now_ns();
    if (isfinite(v->t_s) && (v->t_s > 0.0 || f->n_read == 0))
        return (int64_t)(v->t_s * 1e9);
    return (int64_t)((double)f->n_read * 1e9 / f->fps);
}

static void show(film *f, const crok_video_frame *v, crok_frame *frame)
{
    *frame = (crok_frame){
        .data = v->bgr,
        .n_bytes = v->stride_bytes * (size_t)v->h_px,
        .w_px = v->w_px,
        .h_px = v->h_px,
        .stride_bytes = v->stride_bytes,
        .pixels = CROK_PIXELS_BGR24,
        .pixel_aspect = v->pixel_aspect,
        .t_ns = time_of(f, v),
    };
    f->n_read++;
}

/* The stream has ended, or cannot be read on: it is opened again later. */
static crok_status break_off(crok_source *s, film *f, const char *how,
                             crok_err *err)
{
    crok_err why = {0};
    crok_video_close(&f->video);
    (void)crok_fail(&why, CROK_ENODEV, "%s: the stream has broken off%s",
                    s->shown, how);
    crok_source_set_lost(s, CROK_SOURCE_GONE, &why);
    return crok_fail(err, CROK_ENODEV, "%s", why.msg);
}

static crok_status end_of(crok_source *s, film *f, crok_err *err)
{
    if (f->is_stream)
        return break_off(s, f, "", err);
    if (f->n_read == 0)
        return crok_fail(err, CROK_EFORMAT,
                         "%s: no picture of the film can be read", s->shown);
    crok_source_set_state(s, CROK_SOURCE_ENDED, NULL);
    return CROK_OK;
}

/* Read the next frame. In a file, frames before from_ns are skipped. */
static crok_status read_frame(const crok_source *s, film *f,
                              crok_video_frame *v, crok_err *err)
{
    crok_status st = crok_video_next(f->video, v, err);
    while (st == CROK_OK && v->bgr != NULL && !f->is_stream &&
           time_of(f, v) < s->options.from_ns) {
        f->n_read++;
        st = crok_video_next(f->video, v, err);
    }
    return st;
}

static crok_status film_next(crok_source *s, int64_t until_ns,
                             crok_frame *frame, crok_err *err)
{
    film *f = s->self;
    crok_video_frame v = {0};
    crok_status st =
        f->video == NULL ? crok_source_await(s, until_ns, err) : CROK_OK;
    if (st != CROK_OK)
        return st;
    st = read_frame(s, f, &v, err);
    if (st != CROK_OK)
        return f->is_stream ? break_off(s, f, ": a frame cannot be read", err)
                            : st;
    if (v.bgr == NULL)
        return end_of(s, f, err);
    if (f->is_stream && (int64_t)v.w_px * v.h_px > MOST_STREAM_PX)
        return break_off(s, f, ": its frames are larger than 8K", err);
    show(f, &v, frame);
    return CROK_OK;
}

static void film_close(crok_source *s)
{
    film *f = s->self;
    crok_video_close(&f->video);
    free(f);
    s->self = NULL;
}

const crok_source_kind crok_film_kind = {
    .open = film_open,
    .connect = film_connect,
    .next = film_next,
    .close = film_close,
};
