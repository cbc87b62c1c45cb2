/* SPDX-License-Identifier: Apache-2.0
 *
 * capture/v4l2.h: the parts of the camera source; private to this room.
 *
 * v4l2.c calls the driver and translates its errors; v4l2_caps.c lists the
 * modes and chooses one; v4l2_find.c finds a camera; v4l2_controls.c sets
 * controls; v4l2_queue.c holds the buffers; camera.c uses them all.
 *
 * Room     capture: uses core and libv4l2.
 * Threads  a descriptor has one owner. */
#ifndef CROK_CAPTURE_V4L2_H
#define CROK_CAPTURE_V4L2_H

#include <linux/videodev2.h>

#include "capture/devices.h"
#include "capture/source.h"

/* ---- v4l2.c ---- */

/* Call the driver with ioctl. The call is repeated if a signal interrupted it.
 * Returns 0, or -1 with errno set. */
int crok_v4l2_call(int fd, unsigned long request, void *arg);

/* Translate the errno `why` to a status, which is returned. The message in err
 * names the node, what was tried, what is wrong and what to do. *state is set
 * to the source's state; state may be NULL. */
crok_status crok_v4l2_fault(const char *node, const char *tried, int why,
                            crok_source_state *state, crok_err *err);

/* ---- v4l2_caps.c ---- */

/* Read the modes and controls of an open camera, as crok_device_caps_read
 * does. */
void crok_v4l2_caps(int fd, crok_device_caps *out);

/* Choose the best mode that meets the options: the most pixels at 30 Hz or
 * more; among these the highest rate up to 60 Hz; among these the format that
 * costs least CPU. GREY is chosen only if no colour format is fast enough,
 * because the sides cannot be separated without colours.
 *
 * CROK_EUNSUPPORTED  no mode meets the options; msg lists the modes */
CROK_MUST_USE crok_status crok_mode_choose(const crok_device_caps *caps,
                                           const crok_source_options *wanted,
                                           crok_mode *out, crok_err *err);

/* ---- v4l2_find.c ---- */

/* Read a device's identity: card, bus, and its link in by-id. CROK_EUNSUPPORTED
 * if the device cannot capture video; other errors as crok_v4l2_fault. */
CROK_MUST_USE crok_status crok_v4l2_identify(int fd, const char *dev_dir,
                                             const char *node, crok_device *out,
                                             crok_err *err);

/* Find the present node of the camera `known`: first by its by-id link, then by
 * name and port, then by name alone if exactly one camera has that name.
 * Returns false if it is not found. */
bool crok_v4l2_find(const char *dev_dir, const crok_device *known,
                    crok_device *out);

/* ---- v4l2_controls.c ---- */

/* Set the controls in their order, and read each back to check it. CROK_EARG if
 * the camera has no such control or does not accept the value; other errors as
 * crok_v4l2_fault. */
CROK_MUST_USE crok_status crok_v4l2_set_controls(int fd, const char *node,
                                                 const crok_control *controls,
                                                 int n,
                                                 crok_source_state *state,
                                                 crok_err *err);

/* Read the controls, and set those that have changed again. Returns the number
 * of controls that were set. */
int crok_v4l2_verify_controls(int fd, const crok_control *controls, int n);

/* List the controls that can be set; returns their number, at most `most`. */
int crok_v4l2_controls(int fd, crok_control_info *out, int most);

/* ---- v4l2_queue.c ---- */

/* Number of buffers: one is lent to the caller, two may wait, the driver fills
 * the other three. */
enum { CROK_N_BUFFERS = 6 };

typedef struct crok_queue {
    struct {
        void *at;
        size_t n;
    } buffer[CROK_N_BUFFERS];
    int n;
    bool is_streaming;
} crok_queue;

/* Map the buffers, queue them and start the stream. crok_queue_stop must be
 * called also on failure. */
CROK_MUST_USE crok_status crok_queue_start(crok_queue *q, int fd,
                                           const char *node,
                                           crok_source_state *state,
                                           crok_err *err);
void crok_queue_stop(crok_queue *q, int fd);

/* Dequeue the next full buffer. Returns 0 or an errno; EAGAIN if none is
 * full. */
int crok_queue_take(int fd, struct v4l2_buffer *b);

/* Queue a buffer. Returns 0 or an errno. */
int crok_queue_give(int fd, int index);

#endif
