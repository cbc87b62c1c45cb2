/* SPDX-License-Identifier: Apache-2.0 */
#include "cv/video.h"

#include <pthread.h>
#include <stdlib.h>

#include "core/library.h"
#include "cv/video_module.h"

struct crok_video {
    const crok_video_module_calls *calls;
    void *film;
};

struct crok_film_writer {
    const crok_video_module_calls *calls;
    void *film;
};

static pthread_once_t quiet = PTHREAD_ONCE_INIT;

/* FFmpeg and OpenCV write messages of their own to standard error, which may
 * hold an address, and variables of the environment ask for more of them. Each
 * is read when the library is loaded or opens its first film. -8 is FFmpeg's
 * AV_LOG_QUIET. */
static void quieten(void)
{
    (void)setenv("OPENCV_FFMPEG_LOGLEVEL", "-8", 1);
    (void)unsetenv("OPENCV_FFMPEG_DEBUG");
    (void)unsetenv("OPENCV_VIDEOIO_DEBUG");
}

/* Load the shared library that reads and writes videos. */
static crok_status load(const crok_video_module_calls **out, crok_err *err)
{
    static const crok_library_call name = {CROK_VIDEO_ENTRY, 0};
    crok_video_entry *entry = NULL;
    char why[160];
    (void)pthread_once(&quiet, quieten);
    if (!crok_module_load(CROK_VIDEO_MODULE, &name, 1, (void *)&entry, why,
                          sizeof why))
        return crok_fail(err, CROK_EUNSUPPORTED,
                         "films cannot be read or written: %.120s; install "
                         "libopencv-videoio406 and crokeye, or build it with "
                         "libopencv-videoio-dev",
                         why);
    *out = entry();
    if ((*out)->version != CROK_VIDEO_VERSION)
        return crok_fail(err, CROK_EUNSUPPORTED,
                         "films cannot be read or written: " CROK_VIDEO_MODULE
                         " is of another version; install crokeye again");
    return CROK_OK;
}

crok_status crok_video_open(const char *path, double patience_s, double *fps,
                            crok_video **out, crok_err *err)
{
    char msg[160] = "";
    double rate = 0.0;
    crok_status st = CROK_OK;
    crok_video *v = calloc(1, sizeof *v);
    if (v == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory to open a film");
    st = load(&v->calls, err);
    if (st == CROK_OK) {
        st = v->calls->open(path, patience_s, &rate, &v->film, msg, sizeof msg);
        if (st != CROK_OK)
            (void)crok_fail(err, st, "%s", msg);
    }
    if (st != CROK_OK) {
        free(v);
        return st;
    }
    if (fps != NULL)
        *fps = rate;
    *out = v;
    return CROK_OK;
}

crok_status crok_video_next(crok_video *video, crok_video_frame *out,
                            crok_err *err)
{
    char msg[160] = "";
    crok_video_frame frame = {0};
    crok_status st = video->calls->next(video->film, &frame, msg, sizeof msg);
    if (st != CROK_OK)
        return crok_fail(err, st, "%s", msg);
    *out = frame;
    return CROK_OK;
}

void crok_video_close(crok_video **video)
{
    if (video == NULL || *video == NULL)
        return;
    (*video)->calls->close((*video)->film);
    free(*video);
    *video = NULL;
}

crok_status crok_film_writer_open(const char *path, int w_px, int h_px,
                                  double fps, crok_film_writer **out,
                                  crok_err *err)
{
    char msg[160] = "";
    crok_status st = CROK_OK;
    crok_film_writer *w = calloc(1, sizeof *w);
    if (w == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory to write a film");
    st = load(&w->calls, err);
    if (st == CROK_OK) {
        st = w->calls->create(path, w_px, h_px, fps, &w->film, msg, sizeof msg);
        if (st != CROK_OK)
            (void)crok_fail(err, st, "%.200s: %s", path, msg);
    }
    if (st == CROK_OK)
        *out = w;
    else
        free(w);
    return st;
}

crok_status crok_film_writer_add(crok_film_writer *film, const crok_image *rgb,
                                 crok_err *err)
{
    char msg[160] = "";
    crok_status st = film->calls->add(film->film, rgb, msg, sizeof msg);
    return st == CROK_OK ? CROK_OK : crok_fail(err, st, "%s", msg);
}

void crok_film_writer_close(crok_film_writer **film)
{
    if (film == NULL || *film == NULL)
        return;
    (*film)->calls->finish((*film)->film);
    free(*film);
    *film = NULL;
}
