/* SPDX-License-Identifier: Apache-2.0
 *
 * capture/source_kind.h: what the engine (source.c) and the kinds of source
 * (camera, film, folder) share; private to this room.
 *
 * Room     capture.
 * Threads  as source.h. */
#ifndef CROK_CAPTURE_SOURCE_KIND_H
#define CROK_CAPTURE_SOURCE_KIND_H

#include "capture/source.h"

#define CROK_NS_PER_S INT64_C(1000000000)

/* What a kind does. open sets s->self, also on failure when there is something
 * to close; close frees it. next fills in what the frame shows, t_ns and
 * n_lost, not number and codec; frame->data stays NULL where there is none. */
typedef struct crok_source_kind {
    crok_status (*open)(crok_source *s, crok_err *err);
    /* open again what crok_source_lose was called for; NULL: never is */
    crok_status (*reopen)(crok_source *s, crok_source_state *state,
                          crok_err *err);
    crok_status (*next)(crok_source *s, int64_t until_ns, crok_frame *frame,
                        crok_err *err);
    void (*close)(crok_source *s);
    bool has_sensor; /* frames that never change are a fault */
} crok_source_kind;

extern const crok_source_kind crok_camera_kind, crok_film_kind,
    crok_folder_kind;

/* Frames over which the rate is measured. */
enum { CROK_RATE_FRAMES = 32 };

struct crok_source {
    const crok_source_kind *kind;
    void *self;
    char *spec;
    crok_source_options options;
    crok_source_times times;
    crok_health health;
    crok_codec *codec;
    int64_t number; /* the next frame's, if none is lost */

    int64_t retry_at_ns, retry_ns; /* when to open it again; the pause */

    int64_t recent_ns[CROK_RATE_FRAMES]; /* a ring, by n_frames */
    uint64_t print;                      /* of the last frame's bytes */
    int64_t same_since_ns;               /* t_ns of the first with that print */
};

/* The monotonic clock. */
int64_t crok_now_ns(void);

/* Sets state and words; the words are err's message, "" when running. */
void crok_source_set_state(crok_source *s, crok_source_state state,
                           const crok_err *err);

/* It is away: says why; the first try to open it again is soon. */
void crok_source_lose(crok_source *s, crok_source_state state,
                      const crok_err *err);

/* Tries to open it again, with growing pauses, until it works or the time is
 * over: CROK_ENODEV, and err has the words of the last try. */
CROK_MUST_USE crok_status crok_source_come_back(crok_source *s,
                                                int64_t until_ns,
                                                crok_err *err);

#endif
