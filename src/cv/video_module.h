/* SPDX-License-Identifier: Apache-2.0
 *
 * cv/video_module.h: the interface of the shared library crokeye_video.so;
 * private to this room.
 *
 * Room     cv.
 * Threads  as video.h. */
#ifndef CROK_CV_VIDEO_MODULE_H
#define CROK_CV_VIDEO_MODULE_H

#include "cv/video.h"

#ifdef __cplusplus
extern "C" {
#endif

#define CROK_VIDEO_MODULE "crokeye_video.so"
#define CROK_VIDEO_ENTRY "crok_video_module"

/* Increase this when crok_video_module_calls or the meaning of its functions
 * changes. A library of another version is refused. */
enum { CROK_VIDEO_VERSION = 2 };

/* The library's functions. They write error messages to msg, which has room for
 * n bytes. The library calls no function of the program. */
typedef struct crok_video_module_calls {
    int version;
    crok_status (*open)(const char *path, double patience_s, double *fps,
                        void **out, char *msg, size_t n);
    crok_status (*next)(void *film, crok_video_frame *out, char *msg, size_t n);
    void (*close)(void *film);
    crok_status (*create)(const char *path, int w_px, int h_px, double fps,
                          void **out, char *msg, size_t n);
    crok_status (*add)(void *writer, const crok_image *rgb, char *msg,
                       size_t n);
    void (*finish)(void *writer);
} crok_video_module_calls;

typedef const crok_video_module_calls *crok_video_entry(void);

#ifdef __cplusplus
}
#endif
#endif
