/* SPDX-License-Identifier: Apache-2.0
 *
 * tests/capture/fake_camera.h: a camera that is only imagined, in the place of
 * libv4l2, for what a kernel does not do on demand. A frame comes when the
 * test sends it. It shows only our own idea of V4L2: tests/v4l2 has the truth.
 *
 * The camera has three modes, YUYV 64x48 at 30, YUYV 128x96 at 10 and MJPG
 * 160x120 at 60 frames a second, one format that is not read (H264), and the
 * controls "brightness" (0 to 255) and "auto_exposure" (0 to 3). */
#ifndef CROK_TESTS_CAPTURE_FAKE_CAMERA_H
#define CROK_TESTS_CAPTURE_FAKE_CAMERA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What may be wrong with a frame. */
typedef enum fake_frame {
    FAKE_GOOD,
    FAKE_SAME,  /* the same picture as the one before */
    FAKE_ERROR, /* V4L2_BUF_FLAG_ERROR */
    FAKE_SHORT, /* its end is missing */
    FAKE_GAP    /* two frames are lost, this one is good */
} fake_frame;

typedef struct fake_camera {
    char node[128]; /* where it is plugged in; "" nowhere */
    int open_error; /* an errno for each step; 0: it works */
    int format_error, start_error, read_error;
    int on_start;       /* frames that come by themselves at each start */
    bool foreign_clock; /* its stamps are of another clock */
    int brightness;
    const uint8_t *jpeg; /* what it shows as MJPG */
    size_t n_jpeg;
    /* what the program has done */
    int n_open, n_mapped, n_starts;
    int fps; /* as it was asked */
} fake_camera;

extern fake_camera fake;

/* Unplugs and forgets everything. */
void fake_reset(void);

/* Plugs it in as that node, an empty file. */
void fake_plug(const char *node);
void fake_unplug(void);

/* n frames come, while a program reads. */
void fake_send(fake_frame what, int n);

#endif
