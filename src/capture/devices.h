/* SPDX-License-Identifier: Apache-2.0
 *
 * capture/devices.h: list the connected cameras and the capabilities of each.
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

/* Largest lengths of the lists below; further entries are left out. */
enum { CROK_MAX_DEVICES = 64, CROK_MAX_MODES = 1024, CROK_MAX_CONTROLS = 128 };

typedef struct crok_device {
    char node[128];  /* "/dev/video0" */
    char by_id[192]; /* a link that udev makes and that leads to the camera
                      * whatever its number is; "" if there is none */
    char card[32];   /* the camera's name, from the driver */
    char bus[32];    /* the port, for example "usb-0000:00:14.0-1" */
    crok_err fault;  /* why it cannot be opened; status is CROK_OK if it can */
} crok_device;

/* A combination of format, size and frame rate that the camera offers. */
typedef struct crok_mode {
    uint32_t fourcc; /* V4L2_PIX_FMT_... */
    crok_pixels pixels;
    bool is_converted; /* libv4l2 converts to this format on the CPU */
    int w_px, h_px;
    uint32_t interval_num, interval_den; /* frame interval in seconds as a
                                          * fraction; 0/0 if the driver gives
                                          * none */
} crok_mode;

typedef struct crok_control_info {
    uint32_t id;
    char name[32]; /* name as in crok_control: "exposure_time_absolute", ... */
    int least, most, value;
} crok_control_info;

typedef struct crok_device_caps {
    crok_mode mode[CROK_MAX_MODES];
    int n_modes;
    crok_control_info control[CROK_MAX_CONTROLS];
    int n_controls;
    char unread[160]; /* FourCC codes of formats that are not supported, such as
                       * "H264 ..."; "" if there are none */
} crok_device_caps;

/* Return the frame rate of a mode in Hz; 0 if the driver gives none. */
double crok_mode_fps(const crok_mode *mode);

/* Return the name of the mode's format: "YUYV", "MJPG", ...; "?" if it is not
 * supported. The string is static. */
const char *crok_mode_format(const crok_mode *mode);

/* List the cameras in the order of their node numbers. Nodes that cannot
 * capture video are left out; a camera that cannot be opened is listed with its
 * fault.
 *
 *   dev_dir  "/dev" (tests use another folder)
 *   out      the caller's array of CROK_MAX_DEVICES
 *
 * Returns the number of cameras in out. */
int crok_devices_list(const char *dev_dir, crok_device *out);

/* Read the modes and controls of a camera. Each mode is listed only once.
 *
 *   node  borrowed: "/dev/video0" or a link to it
 *   out   written only on CROK_OK
 *   err   may be NULL
 *
 * CROK_ENODEV        there is no such camera
 * CROK_EIO           the camera is busy, access is not permitted, or another
 *                    fault
 * CROK_EUNSUPPORTED  the node is not a V4L2 device */
CROK_MUST_USE crok_status crok_device_caps_read(const char *node,
                                                crok_device_caps *out,
                                                crok_err *err);

#ifdef __cplusplus
}
#endif
#endif
