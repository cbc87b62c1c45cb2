/* SPDX-License-Identifier: Apache-2.0
 *
 * cv/video_module.h: what crokeye_video.so offers; private to this room.
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

/* Increase this with each change of what follows: a module of another version
 * is then refused. */
enum { CROK_VIDEO_VERSION = 1 };

/* Messages go into msg, n bytes. The module has no other call to the program.
 */
typedef struct crok_video_module_calls {
    int version;
    crok_status (*open)(const char *path, double patience_s, double *fps,
                        void **out, char *msg, size_t n);
    crok_status (*next)(void *film, crok_video_frame *out, char *msg, size_t n);
    void (*close)(void *film);
} crok_video_module_calls;

typedef const crok_video_module_calls *crok_video_entry(void);

#ifdef __cplusplus
}
#endif
#endif
