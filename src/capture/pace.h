/* SPDX-License-Identifier: Apache-2.0
 *
 * capture/pace.h: play the frames of a video or a folder at their own speed, as
 * a camera would send them.
 *
 * Room     capture. Reads the clock.
 * Threads  one owner. */
#ifndef CROK_CAPTURE_PACE_H
#define CROK_CAPTURE_PACE_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct crok_pace {
    bool is_paced;      /* the frames have their own times */
    int64_t started_ms; /* monotonic time of the first frame, ms; 0: none */
    int64_t first_ns;   /* t_ns of that frame */
} crok_pace;

/* The pace of a source that crok_source_open opens under this name. */
crok_pace crok_pace_of(const char *spec);

/* Note that the frame with the time t_ns has come now. */
void crok_pace_note(crok_pace *p, int64_t t_ns);

/* Time until the next frame is due, ms, if the last one has the time t_ns; 0
 * for a camera or a stream, whose frames are taken as they arrive. */
int64_t crok_pace_due_ms(const crok_pace *p, int64_t t_ns);

#ifdef __cplusplus
}
#endif
#endif
