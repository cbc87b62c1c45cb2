/* SPDX-License-Identifier: Apache-2.0 */
#include "v4l2/uvc.h"

#include <stdlib.h>
#include <string.h>

/* Offsets of the fields in a probe control. */
enum { P_FORMAT = 2, P_SIZE = 3, P_INTERVAL = 4, P_FRAME = 18, P_PAYLOAD = 22 };

static void put32(uint8_t *p, uint32_t v)
{
    for (int i = 0; i < 4; i++)
        p[i] = (uint8_t)(v >> (8 * i));
}

static uint32_t take32(const uint8_t *p)
{
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 |
           (uint32_t)p[3] << 24;
}

static uint32_t nearest_interval(uint32_t wanted)
{
    uint32_t best = uvc_intervals[0];
    for (int i = 0; i < UVC_N_RATES; i++)
        if (llabs((long long)uvc_intervals[i] - wanted) <
            llabs((long long)best - wanted))
            best = uvc_intervals[i];
    return best;
}

/* Replace the requested values by the nearest ones that the camera offers. */
static void negotiate(uint8_t *p)
{
    uvc_size s;
    if (p[P_FORMAT] < 1 || p[P_FORMAT] > UVC_N_FORMATS)
        p[P_FORMAT] = UVC_YUYV;
    if (p[P_SIZE] < 1 || p[P_SIZE] > UVC_N_SIZES)
        p[P_SIZE] = 1;
    s = uvc_sizes[p[P_SIZE] - 1];
    put32(p + P_INTERVAL, nearest_interval(take32(p + P_INTERVAL)));
    put32(p + P_FRAME, (uint32_t)s.w * s.h * 2U);
    put32(p + P_PAYLOAD, UVC_PAYLOAD_BYTES);
}

void uvc_reset(uvc_device *d)
{
    *d = (uvc_device){.brightness = 128};
    negotiate(d->probe);
    negotiate(d->commit);
}

int uvc_format(const uvc_device *d)
{
    return d->commit[P_FORMAT];
}

uvc_size uvc_committed_size(const uvc_device *d)
{
    return uvc_sizes[d->commit[P_SIZE] - 1];
}

double uvc_interval_s(const uvc_device *d)
{
    return take32(d->commit + P_INTERVAL) * 1e-7;
}

/* VideoStreaming: selector 1 is the probe, 2 the commit. */
static int answer_streaming(uvc_device *d, int request, int selector,
                            uint8_t *data, size_t n)
{
    uint8_t *p = selector == 1 ? d->probe : d->commit;
    if (selector != 1 && selector != 2)
        return -1;
    switch (request) {
    case UVC_SET_CUR:
        memcpy(p, data, n < UVC_PROBE_BYTES ? n : UVC_PROBE_BYTES);
        negotiate(p);
        d->is_streaming = d->is_streaming || selector == 2;
        return (int)n;
    case UVC_GET_CUR:
    case UVC_GET_MIN:
    case UVC_GET_MAX:
    case UVC_GET_DEF:
        memcpy(data, p, UVC_PROBE_BYTES);
        if (request != UVC_GET_CUR)
            put32(data + P_INTERVAL,
                  uvc_intervals[request == UVC_GET_MAX ? UVC_N_RATES - 1 : 0]);
        negotiate(data);
        return UVC_PROBE_BYTES;
    case UVC_GET_LEN:
        data[0] = UVC_PROBE_BYTES;
        data[1] = 0;
        return 2;
    case UVC_GET_INFO:
        data[0] = 3; /* GET and SET are supported */
        return 1;
    default:
        return -1;
    }
}

/* Processing unit: selector 2 is the brightness, 0 to 255. */
static int answer_brightness(uvc_device *d, int request, uint8_t *data,
                             size_t n)
{
    int v = 0;
    switch (request) {
    case UVC_SET_CUR:
        if (n >= 2)
            d->brightness = (int16_t)(data[0] | data[1] << 8);
        return (int)n;
    case UVC_GET_CUR:
        v = d->brightness;
        break;
    case UVC_GET_MAX:
        v = 255;
        break;
    case UVC_GET_RES:
        v = 1;
        break;
    case UVC_GET_DEF:
        v = 128;
        break;
    case UVC_GET_LEN:
        v = 2;
        break;
    case UVC_GET_MIN:
        break;
    case UVC_GET_INFO:
        data[0] = 3;
        return 1;
    default:
        return -1;
    }
    data[0] = (uint8_t)(v & 0xFF);
    data[1] = (uint8_t)(v >> 8);
    return 2;
}

static int answer_standard(uvc_device *d, const uint8_t setup[8], uint8_t *data)
{
    enum { CLEAR_FEATURE = 1, GET_DESCRIPTOR = 6, GET_CONFIGURATION = 8 };
    size_t n = 0;
    if ((setup[0] & 0x80U) == 0U) { /* SET_ADDRESS, SET_INTERFACE, ... */
        if (setup[1] == CLEAR_FEATURE && setup[0] == 2)
            d->is_streaming = false; /* uvcvideo stops a camera with a bulk
                                      * endpoint this way */
        return 0;
    }
    if (setup[1] == GET_DESCRIPTOR) {
        n = uvc_descriptor(setup[3], setup[2], data);
        return n == 0 ? -1 : (int)n;
    }
    memset(data, 0, 2);
    data[0] = setup[1] == GET_CONFIGURATION ? 1 : 0;
    return setup[0] == 0x80 && setup[1] == 0 ? 2 : 1; /* GET_STATUS: 2 */
}

int uvc_answer(uvc_device *d, const uint8_t setup[8], uint8_t *data, size_t n)
{
    if ((setup[0] & 0x60U) == 0U)
        return answer_standard(d, setup, data);
    if (setup[4] == UVC_STREAMING)
        return answer_streaming(d, setup[1], setup[3], data, n);
    if (setup[5] == UVC_PROCESSING_UNIT && setup[3] == 2)
        return answer_brightness(d, setup[1], data, n);
    return -1;
}
