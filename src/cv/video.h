/* SPDX-License-Identifier: Apache-2.0
 *
 * cv/video.h: a C interface to OpenCV's videoio, which reads films and streams
 * and writes films. The code is in a shared library, crokeye_video.so, which
 * the first call loads. It is separate because videoio and what it needs take
 * longer to load than a photo takes to score.
 *
 * Frames   px as in core/image.h; the film's own rotation is applied.
 * Room     cv: uses core; the module uses OpenCV (core, videoio).
 * Threads  a film has one owner. */
#ifndef CROK_CV_VIDEO_H
#define CROK_CV_VIDEO_H

#include <stddef.h>
#include <stdint.h>

#include "core/image.h"
#include "core/status.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct crok_video crok_video;

/* One picture of a film: rows of B G R, borrowed until the next call. */
typedef struct crok_video_frame {
    const uint8_t *bgr; /* NULL: the film is over, or the stream has ended */
    int w_px, h_px;
    size_t stride_bytes;
    double t_s;          /* since the beginning; NaN or 0 if unknown */
    double pixel_aspect; /* width of a pixel divided by its height */
} crok_video_frame;

/* Open a file or an address ("rtsp://...").
 *
 *   patience_s  for an address: give up after this many seconds
 *   fps         frames a second, 0 if unknown; may be NULL
 *   out         written only on CROK_OK; returned: free with crok_video_close
 *
 * CROK_EFORMAT       it cannot be opened, or is no film
 * CROK_EUNSUPPORTED  the module is missing
 * CROK_ENOMEM, CROK_EVISION */
CROK_MUST_USE crok_status crok_video_open(const char *path, double patience_s,
                                          double *fps, crok_video **out,
                                          crok_err *err);

/* Read the next picture. CROK_ENOMEM, CROK_EVISION */
CROK_MUST_USE crok_status crok_video_next(crok_video *video,
                                          crok_video_frame *out, crok_err *err);

/* Free *video and set it to NULL. Has no effect if video or *video is NULL. */
void crok_video_close(crok_video **video);

/* A film that is written: H.264 in a file whose name ends with ".mp4". */
typedef struct crok_film_writer crok_film_writer;

/* Create or replace a file.
 *
 *   w_px, h_px  of its pictures; even
 *   fps         frames a second
 *   out         written only on CROK_OK; returned: free with
 *               crok_film_writer_close
 *
 * CROK_EIO           the file cannot be written, or FFmpeg has no encoder
 * CROK_EUNSUPPORTED  the module is missing
 * CROK_ENOMEM, CROK_EVISION */
CROK_MUST_USE crok_status crok_film_writer_open(const char *path, int w_px,
                                                int h_px, double fps,
                                                crok_film_writer **out,
                                                crok_err *err);

/* Append a picture.
 *
 *   rgb  borrowed: RGB, of the film's size
 *
 * CROK_ENOMEM, CROK_EVISION */
CROK_MUST_USE crok_status crok_film_writer_add(crok_film_writer *film,
                                               const crok_image *rgb,
                                               crok_err *err);

/* Write the film's end, free *film and set it to NULL. Has no effect if film or
 * *film is NULL. */
void crok_film_writer_close(crok_film_writer **film);

#ifdef __cplusplus
}
#endif
#endif
