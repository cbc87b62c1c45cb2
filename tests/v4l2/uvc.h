/* SPDX-License-Identifier: Apache-2.0
 *
 * tests/v4l2/uvc.h: the parts of a simulated USB webcam: its descriptors, its
 * answers to requests and its pictures. uvc_camera.c plugs it in.
 *
 * Source   USB 2.0, 9.4 and 9.6; USB Device Class Definition for Video Devices
 *          1.0, with its Uncompressed and MJPEG payload documents. */
#ifndef CROK_TESTS_V4L2_UVC_H
#define CROK_TESTS_V4L2_UVC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Formats and sizes are numbered from 1, as in the descriptors. */
enum { UVC_YUYV = 1, UVC_MJPEG, UVC_N_FORMATS = 2 };
enum { UVC_N_SIZES = 2, UVC_N_RATES = 3 };

typedef struct uvc_size {
    uint16_t w, h;
} uvc_size;

extern const uvc_size uvc_sizes[UVC_N_SIZES];     /* 640x480, 1280x720 */
extern const uint32_t uvc_intervals[UVC_N_RATES]; /* 100 ns: 30, 15, 5 fps */

/* Interfaces, units and the one streaming endpoint. */
enum { UVC_CONTROL = 0, UVC_STREAMING = 1 };
enum { UVC_CAMERA_UNIT = 1, UVC_PROCESSING_UNIT = 2, UVC_OUTPUT_UNIT = 3 };
enum { UVC_ENDPOINT = 1 };

/* Largest payload in bytes, header included: the size that uvcvideo uses for a
 * transfer. */
enum { UVC_PAYLOAD_BYTES = 16384 };

/* Class requests (UVC 1.0, table A.8). */
enum {
    UVC_SET_CUR = 0x01,
    UVC_GET_CUR = 0x81,
    UVC_GET_MIN = 0x82,
    UVC_GET_MAX = 0x83,
    UVC_GET_RES = 0x84,
    UVC_GET_LEN = 0x85,
    UVC_GET_INFO = 0x86,
    UVC_GET_DEF = 0x87
};

/* ---- uvc_descriptors.c ---- */

/* Write a descriptor of a type (USB 2.0, table 9-5: 1 device, 2 configuration,
 * 3 string, 6 qualifier) to out, at most 1024 bytes. Returns its length, 0 if
 * there is none. */
size_t uvc_descriptor(int type, int index, uint8_t *out);

/* ---- uvc_answers.c ---- */

/* Length of the probe and commit controls (UVC 1.0, table 4-47) in bytes. */
enum { UVC_PROBE_BYTES = 26 };

typedef struct uvc_device {
    uint8_t probe[UVC_PROBE_BYTES], commit[UVC_PROBE_BYTES];
    int16_t brightness;
    bool is_streaming; /* a commit was received */
} uvc_device;

void uvc_reset(uvc_device *d);

/* Answer a request on endpoint 0.
 *
 *   setup  its 8 bytes
 *   data   the n bytes that came with it; or room for the answer, 1024 bytes
 *
 * Returns the answer's length, or < 0 to refuse (a stall). */
int uvc_answer(uvc_device *d, const uint8_t setup[8], uint8_t *data, size_t n);

/* The committed format, size and frame interval. */
int uvc_format(const uvc_device *d);
uvc_size uvc_committed_size(const uvc_device *d);
double uvc_interval_s(const uvc_device *d);

/* ---- uvc_pictures.c ---- */

typedef struct uvc_picture {
    const uint8_t *at;
    size_t n;
} uvc_picture;

/* Play a file of concatenated JPEG pictures in a loop as MJPEG, whatever size
 * was requested. False: it cannot be read or holds none. */
bool uvc_play(const char *path);

/* The k-th picture; consecutive pictures differ. */
uvc_picture uvc_picture_at(const uvc_device *d, unsigned k);

#endif
