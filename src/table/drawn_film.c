/* SPDX-License-Identifier: Apache-2.0 */
#include "table/drawn_film.h"

#include <unistd.h>

#include "shots/draw.h"

/* Pictures a second: that of most cameras. */
#define FPS 30.0
/* A picture is repeated for at most this time, s. */
#define LONGEST_S 10.0

crok_status crok_drawn_film_begin(crok_drawn_film *f, const char *path,
                                  crok_err *err)
{
    *f = (crok_drawn_film){.path = path};
    if (path != NULL && access(path, F_OK) == 0)
        return crok_fail(err, CROK_EARG,
                         "%.200s is there already: name another file for the "
                         "film, or remove it",
                         path);
    return CROK_OK;
}

static crok_status open_film(crok_drawn_film *f, const crok_engine_frame *frame,
                             crok_err *err)
{
    f->w_px = frame->w_px;
    f->h_px = frame->h_px;
    f->begin_ns = frame->t_ns;
    return crok_film_writer_open(f->path, f->w_px & ~1, f->h_px & ~1, FPS,
                                 &f->writer, err);
}

/* How many pictures the film has when the frame at this time is in it. */
static long pictures_until(const crok_drawn_film *f, int64_t t_ns)
{
    return 1 + (long)(1e-9 * (double)(t_ns - f->begin_ns) * FPS);
}

crok_status crok_drawn_film_add(crok_drawn_film *f, const crok_engine *engine,
                                const crok_engine_frame *frame, crok_err *err)
{
    const long most = (long)(LONGEST_S * FPS);
    crok_status st = CROK_OK;
    crok_image even;
    long more = 0;
    if (f->path == NULL)
        return CROK_OK;
    if (f->writer == NULL)
        st = open_film(f, frame, err);
    if (st != CROK_OK || frame->w_px != f->w_px || frame->h_px != f->h_px)
        return st;
    more = pictures_until(f, frame->t_ns) - f->n;
    if (more <= 0)
        return CROK_OK;
    if (more > most) {
        f->begin_ns += (int64_t)((double)(more - most) * 1e9 / FPS);
        more = most;
    }
    st = frame->colour(frame->context, 1, &f->rgb, err);
    if (st == CROK_OK)
        st = crok_engine_draw(engine, &f->rgb, err);
    even = f->rgb;
    even.w_px &= ~1;
    even.h_px &= ~1;
    for (; st == CROK_OK && more > 0; more--, f->n++)
        st = crok_film_writer_add(f->writer, &even, err);
    return st;
}

void crok_drawn_film_close(crok_drawn_film *f)
{
    crok_film_writer_close(&f->writer);
    crok_image_free(&f->rgb);
}
