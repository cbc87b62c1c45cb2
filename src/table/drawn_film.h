/* SPDX-License-Identifier: Apache-2.0
 *
 * table/drawn_film.h: a film of a match with what the engine believes drawn on
 * each frame (shots/draw.h).
 *
 * Frames   px: of the full frame.
 * Room     table: uses shots, cv.
 * Threads  one owner. */
#ifndef CROK_TABLE_DRAWN_FILM_H
#define CROK_TABLE_DRAWN_FILM_H

#include "cv/video.h"
#include "shots/engine.h"

/* Begin with crok_drawn_film_begin. Pictures follow one another at a constant rate; a
 * frame that lasts longer is repeated. */
typedef struct crok_drawn_film {
    const char *path;         /* borrowed; NULL: nothing is written */
    crok_film_writer *writer; /* NULL: no frame has come */
    int w_px, h_px;
    int64_t begin_ns; /* time of the first picture */
    long n;           /* pictures written */
    crok_image rgb;   /* its memory is reused */
} crok_drawn_film;

/* Note the name; the file is made with the first frame.
 *
 *   path  kept; NULL: nothing is written
 *
 * CROK_EARG  there is such a file already */
CROK_MUST_USE crok_status crok_drawn_film_begin(crok_drawn_film *film,
                                                const char *path,
                                                crok_err *err);

/* Append the frame that was fed last. Frames of another size than the first
 * one, or that go back in time, are left out. An odd last column or row of
 * pixels is cut off.
 *
 * CROK_EIO, CROK_EUNSUPPORTED, CROK_ENOMEM, CROK_EVISION as
 * crok_film_writer_open; the errors of frame->colour */
CROK_MUST_USE crok_status crok_drawn_film_add(crok_drawn_film *film,
                                              const crok_engine *engine,
                                              const crok_engine_frame *frame,
                                              crok_err *err);

/* Write the film's end, and free what it holds. */
void crok_drawn_film_close(crok_drawn_film *film);

#endif
