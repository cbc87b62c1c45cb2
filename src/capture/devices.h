/* SPDX-License-Identifier: Apache-2.0
 *
 * capture/devices.h: the cameras that are plugged in, and what each can do.
 *
 * Room     capture: uses core and libv4l2.
 * Threads  any.
 * Source   V4L2: VIDIOC_QUERYCAP, VIDIOC_ENUM_FMT, VIDIOC_ENUM_FRAMESIZES,
 *          VIDIOC_ENUM_FRAMEINTERVALS, VIDIOC_QUERYCTRL. */
#ifndef CROK_CAPTURE_DEVICES_H
#define CROK_CAPTURE_DEVICES_H

#include "capture/frame.h"

#ifdef __cplusplus
extern "C" {
#endif

/* More of them are passed over. */
enum { CROK_MAX_DEVICES = 64, CROK_MAX_MODES = 1024, CROK_MAX_CONTROLS = 128 };

typedef struct crok_device {
    char node[128];  /* "/dev/video0" */
    char by_id[192]; /* "/dev/v4l/by-id/usb-...": stays the same whatever the
                      * number; "" when there is none */
    char card[32];   /* its name */
    char bus[32];    /* where it is plugged in */
    crok_err fault;  /* why it cannot be opened; status CROK_OK when it can */
} crok_device;

/* A format, a size and a rate that go together. */
typedef struct crok_mode {
    uint32_t fourcc; /* V4L2_PIX_FMT_... */
    crok_pixels pixels;
    bool is_converted; /* libv4l2 makes it, at a cost */
    int w_px, h_px;
    uint32_t interval_num, interval_den; /* seconds a frame, as a fraction; 0/0
                                          * when the driver does not say */
} crok_mode;

typedef struct crok_control_info {
    uint32_t id;
    char name[32]; /* "exposure_time_absolute": as crok_control.name */
    int least, most, value;
} crok_control_info;

typedef struct crok_device_caps {
    crok_mode mode[CROK_MAX_MODES];
    int n_modes;
    crok_control_info control[CROK_MAX_CONTROLS];
    int n_controls;
    char unread[160]; /* formats that are not read: "H264 ..."; "" if none */
} crok_device_caps;

/* Frames a second of a mode; 0 when the driver does not say. */
double crok_mode_fps(const crok_mode *mode);

/* "YUYV", "MJPG", ... */
const char *crok_mode_format(const crok_mode *mode);

/* The cameras, in the order of their numbers; nodes that capture no pictures
 * are left out.
 *
 *   dev_dir  "/dev" (tests have another)
 *   out      the caller's, room for CROK_MAX_DEVICES
 *
 * Returns how many there are. */
int crok_devices_list(const char *dev_dir, crok_device *out);

/* What a camera can do; no two modes are the same.
 *
 *   node  borrowed: "/dev/video0" or a link to it
 *   out   written only on CROK_OK
 *
 * CROK_ENODEV  no such camera
 * CROK_EIO     busy, not permitted, other faults */
CROK_MUST_USE crok_status crok_device_caps_read(const char *node,
                                                crok_device_caps *out,
                                                crok_err *err);

#ifdef __cplusplus
}
#endif
#endif
