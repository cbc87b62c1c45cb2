/* SPDX-License-Identifier: Apache-2.0
 *
 * capture/v4l2.h: the parts of reading a camera; private to this room.
 *
 * v4l2.c speaks to the driver and puts its faults into words; v4l2_caps.c asks
 * what a camera can do and chooses; v4l2_find.c finds a camera; v4l2_queue.c
 * has the buffers; camera.c puts them together.
 *
 * Room     capture: uses core and libv4l2.
 * Threads  a descriptor has one owner. */
#ifndef CROK_CAPTURE_V4L2_H
#define CROK_CAPTURE_V4L2_H

#include <linux/videodev2.h>

#include "capture/devices.h"
#include "capture/source.h"

/* ---- v4l2.c ---- */

/* A call to the driver, repeated where a signal broke it. 0, or -1 and errno.
 */
int crok_v4l2_call(int fd, unsigned long request, void *arg);

/* The fault that errno stands for: err says what was tried with which node,
 * what is wrong and what to do. *state, if not NULL, gets its kind. */
crok_status crok_v4l2_fault(const char *node, const char *tried, int why,
                            crok_source_state *state, crok_err *err);

/* ---- v4l2_caps.c ---- */

/* As crok_device_caps_read, of an open camera. */
void crok_v4l2_caps(int fd, crok_device_caps *out);

/* The best mode that fits the options: the most pixels at 30 frames a second
 * or more; of these the fastest up to 60, then the cheapest format; GREY last,
 * as it shows no sides.
 *
 * CROK_EUNSUPPORTED  none fits; msg says what there is */
CROK_MUST_USE crok_status crok_mode_choose(const crok_device_caps *caps,
                                           const crok_source_options *wanted,
                                           crok_mode *out, crok_err *err);

/* ---- v4l2_find.c ---- */

/* Who it is: card, bus, and its link in by-id. CROK_ENODEV where it captures
 * no pictures, else as crok_v4l2_fault. */
CROK_MUST_USE crok_status crok_v4l2_identify(int fd, const char *dev_dir,
                                             const char *node, crok_device *out,
                                             crok_err *err);

/* The node that the camera `known` has now: by its link, else by name and
 * place, else by name when there is one of that name only. False: not there. */
bool crok_v4l2_find(const char *dev_dir, const crok_device *known,
                    crok_device *out);

/* ---- v4l2_controls.c ---- */

/* Sets the controls, in their order. CROK_EARG: no such control or not this
 * value; else as crok_v4l2_fault. */
CROK_MUST_USE crok_status crok_v4l2_set_controls(int fd, const char *node,
                                                 const crok_control *controls,
                                                 int n,
                                                 crok_source_state *state,
                                                 crok_err *err);

/* Sets those again that have another value now; returns how many. */
int crok_v4l2_verify_controls(int fd, const crok_control *controls, int n);

/* All controls of a camera that can be set. */
int crok_v4l2_controls(int fd, crok_control_info *out, int most);

/* ---- v4l2_queue.c ---- */

/* One that the caller looks at, two that wait, the others with the driver. */
enum { CROK_N_BUFFERS = 6 };

typedef struct crok_queue {
    struct {
        void *at;
        size_t n;
    } buffer[CROK_N_BUFFERS];
    int n;
    bool is_streaming;
} crok_queue;

/* Maps buffers, hands them to the driver and starts it. On failure
 * crok_queue_stop is needed all the same. */
CROK_MUST_USE crok_status crok_queue_start(crok_queue *q, int fd,
                                           const char *node,
                                           crok_source_state *state,
                                           crok_err *err);
void crok_queue_stop(crok_queue *q, int fd);

/* The next full buffer: 0, or errno; EAGAIN when there is none now. */
int crok_queue_take(int fd, struct v4l2_buffer *b);

/* Back to the driver: 0 or errno. */
int crok_queue_give(int fd, int index);

#endif
