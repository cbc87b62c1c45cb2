/* SPDX-License-Identifier: Apache-2.0
 *
 * capture/source_kind.h: the interface between the engine (source.c) and the
 * kinds of source (camera, video, folder, feed); private to this room.
 *
 * Room     capture.
 * Threads  as source.h. */
#ifndef CROK_CAPTURE_SOURCE_KIND_H
#define CROK_CAPTURE_SOURCE_KIND_H

#include "capture/address.h"
#include "capture/source.h"

#define CROK_NS_PER_S INT64_C(1000000000)

/* The operations of a kind.
 *
 *   open     sets s->self, also on failure if there is something to close
 *   connect  opens the camera, file or stream, for the first time or again
 * after crok_source_set_lost. On failure *state says what the matter is. NULL:
 * open does it next     sets the frame's picture, t_ns and n_lost, not number
 * and codec; frame->data stays NULL if there is no frame close    frees s->self
 */
typedef struct crok_source_kind {
    crok_status (*open)(crok_source *s, crok_err *err);
    crok_status (*connect)(crok_source *s, crok_source_state *state,
                           crok_err *err);
    crok_status (*next)(crok_source *s, int64_t until_ns, crok_frame *frame,
                        crok_err *err);
    void (*close)(crok_source *s);
    bool has_sensor; /* the source is a camera: identical frames are a fault,
                      * because of sensor noise */
} crok_source_kind;

extern const crok_source_kind crok_camera_kind, crok_film_kind,
    crok_folder_kind, crok_feed_kind;

/* Number of frames over which the rate is averaged: about 1 s at 30 Hz. Chosen
 * by hand. */
enum { CROK_RATE_FRAMES = 32 };

struct crok_source {
    const crok_source_kind *kind;
    void *self;
    char *spec;
    char shown[CROK_ADDRESS_MAX]; /* spec without secrets, for messages */
    crok_source_options options;
    crok_source_times times;
    crok_health health;
    crok_codec *codec;
    int64_t number; /* number of the next frame if no frame is lost before it */

    bool has_connected;            /* it was open before */
    int64_t retry_at_ns, retry_ns; /* time of the next try to open the source;
                                    * present pause between tries */
    int64_t reopened_ns;           /* when it was opened again; 0: never yet */

    int64_t recent_ns[CROK_RATE_FRAMES]; /* t_ns of the last frames: a ring
                                          * buffer, index n_frames mod
                                          * CROK_RATE_FRAMES */
    uint64_t hash;                       /* hash of the last frame's data */
    int64_t same_since_ns;               /* t_ns of the first frame with this
                                          * hash */
};

/* Time of the monotonic clock in ns. */
int64_t crok_now_ns(void);

/* Set the state of the source's health and its message. The message is
 * err->msg, or "" if the state is RUNNING or err is NULL. */
void crok_source_set_state(crok_source *s, crok_source_state state,
                           const crok_err *err);

/* Record that the source was lost, with the reason, and schedule the first try
 * to open it again. The pause before it is times.retry_ns, but longer each time
 * if the source was lost soon after it was opened again: a stream that opens
 * and breaks off at once must not fill the disk with messages of it. */
void crok_source_set_lost(crok_source *s, crok_source_state state,
                          const crok_err *err);

/* Try to open the source, with growing pauses, until a try succeeds or until_ns
 * is reached. In the second case the result is CROK_ENODEV, and err
 * has the message of the last try. */
CROK_MUST_USE crok_status crok_source_await(crok_source *s, int64_t until_ns,
                                            crok_err *err);

#endif
