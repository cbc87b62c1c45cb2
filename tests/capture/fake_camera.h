/* SPDX-License-Identifier: Apache-2.0
 *
 * tests/capture/fake_camera.h: a simulated camera in place of libv4l2, for
 * faults that a kernel does not produce on demand. A frame arrives when the
 * test sends it. The simulation only has our own understanding of V4L2;
 * tests/v4l2 tests against the kernel's drivers.
 *
 * The camera has three modes, YUYV 64x48 at 30, YUYV 128x96 at 10 and MJPG
 * 160x120 at 60 frames per second, one format that is not supported (H264), and
 * the controls "brightness" (0 to 255) and "auto_exposure" (0 to 3). */
#ifndef CROK_TESTS_CAPTURE_FAKE_CAMERA_H
#define CROK_TESTS_CAPTURE_FAKE_CAMERA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Kinds of frames. */
typedef enum fake_frame {
    FAKE_GOOD,
    FAKE_SAME,  /* the same picture as the previous frame */
    FAKE_ERROR, /* V4L2_BUF_FLAG_ERROR */
    FAKE_SHORT, /* its end is missing */
    FAKE_GAP    /* two frames are lost, this one is good */
} fake_frame;

typedef struct fake_camera {
    char node[128]; /* device node; "" if unplugged */
    int open_error; /* errno of each step; 0: it succeeds */
    int format_error, start_error, read_error;
    int on_start;       /* number of frames sent automatically at each start */
    bool foreign_clock; /* time stamps are not of the monotonic clock */
    int brightness;
    const uint8_t *jpeg; /* the MJPG frame */
    size_t n_jpeg;
    /* recorded calls of the program */
    int n_open, n_mapped, n_starts;
    int fps; /* the rate that was set */
} fake_camera;

extern fake_camera fake;

/* Unplug the camera and reset all fields. */
void fake_reset(void);

/* Plug the camera in at that node, which is created as an empty file. */
void fake_plug(const char *node);
void fake_unplug(void);

/* Send n frames to the program that streams. */
void fake_send(fake_frame what, int n);

#endif
