/* SPDX-License-Identifier: Apache-2.0
 *
 * tests/capture/fake_parts.h: what all simulated cameras in the place of
 * libv4l2 answer alike. */
#ifndef CROK_TESTS_CAPTURE_FAKE_PARTS_H
#define CROK_TESTS_CAPTURE_FAKE_PARTS_H

#include <stdint.h>
#include <stdio.h>

#include <linux/videodev2.h>

/* Answer VIDIOC_QUERYCAP: a camera of this name, that streams. Returns 0. */
static inline int fake_query_cap(void *arg, const char *card, const char *bus)
{
    struct v4l2_capability *c = arg;
    *c = (struct v4l2_capability){.device_caps = V4L2_CAP_VIDEO_CAPTURE |
                                                 V4L2_CAP_STREAMING};
    (void)snprintf((char *)c->card, sizeof c->card, "%s", card);
    (void)snprintf((char *)c->bus_info, sizeof c->bus_info, "%s", bus);
    c->capabilities = c->device_caps | V4L2_CAP_DEVICE_CAPS;
    return 0;
}

/* Set the settings of pictures that have a size and a format already: rows of
 * `stride` bytes, `bytes` in all. */
static inline void fake_set_picture(struct v4l2_pix_format *p, uint32_t stride,
                                    uint32_t bytes)
{
    p->bytesperline = stride;
    p->sizeimage = bytes;
    p->field = V4L2_FIELD_NONE;
    p->colorspace = V4L2_COLORSPACE_SRGB;
}

#endif
