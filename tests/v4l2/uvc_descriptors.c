/* SPDX-License-Identifier: Apache-2.0 */
#include "v4l2/uvc.h"

#include <string.h>

const uvc_size uvc_sizes[UVC_N_SIZES] = {{640, 480}, {1280, 720}};
const uint32_t uvc_intervals[UVC_N_RATES] = {333333, 666666, 2000000};

/* Little-endian numbers among bytes. */
#define U16(x) (uint8_t)((x)&0xFFU), (uint8_t)((uint32_t)(x) >> 8 & 0xFFU)
#define U32(x) U16((uint32_t)(x)&0xFFFFU), U16((uint32_t)(x) >> 16)

enum { DEVICE = 1, CONFIGURATION = 2, STRING = 3, QUALIFIER = 6 };
enum { CS_INTERFACE = 0x24, CLASS_VIDEO = 0x0E };

/* A descriptor under construction. */
typedef struct bytes {
    uint8_t *at;
    size_t n;
} bytes;

static void add(bytes *b, const uint8_t *p, size_t n)
{
    memcpy(b->at + b->n, p, n);
    b->n += n;
}

#define ADD(b, ...)                                                            \
    add((b), (const uint8_t[]){__VA_ARGS__},                                   \
        sizeof((const uint8_t[]){__VA_ARGS__}))

/* The camera terminal, a processing unit with one control, and the output
 * terminal. */
static void add_control(bytes *b)
{
    /* interface association: two interfaces make one video function */
    ADD(b, 8, 11, UVC_CONTROL, 2, CLASS_VIDEO, 3, 0, 2);
    ADD(b, 9, 4, UVC_CONTROL, 0, 0, CLASS_VIDEO, 1, 0, 2);
    /* header: UVC 1.0, 50 bytes in all, 6 MHz, one streaming interface */
    ADD(b, 13, CS_INTERFACE, 1, U16(0x0100), U16(50), U32(6000000), 1,
        UVC_STREAMING);
    ADD(b, 17, CS_INTERFACE, 2, UVC_CAMERA_UNIT, U16(0x0201), 0, 0, U16(0),
        U16(0), U16(0), 2, U16(0));
    ADD(b, 11, CS_INTERFACE, 5, UVC_PROCESSING_UNIT, UVC_CAMERA_UNIT, U16(0), 2,
        U16(0x0001), 0); /* bit 0: brightness */
    ADD(b, 9, CS_INTERFACE, 3, UVC_OUTPUT_UNIT, U16(0x0101), 0,
        UVC_PROCESSING_UNIT, 0);
}

static void add_format(bytes *b, int format)
{
    if (format == UVC_YUYV) /* then the GUID of YUY2, 16 bits a pixel */
        ADD(b, 27, CS_INTERFACE, 4, UVC_YUYV, UVC_N_SIZES, 'Y', 'U', 'Y', '2',
            0x00, 0x00, 0x10, 0x00, 0x80, 0x00, 0x00, 0xAA, 0x00, 0x38, 0x9B,
            0x71, 16, 1, 0, 0, 0, 0);
    else
        ADD(b, 11, CS_INTERFACE, 6, UVC_MJPEG, UVC_N_SIZES, 1, 1, 0, 0, 0, 0);
}

/* A size with its rates: 26 bytes and 4 for each rate. */
static void add_frame(bytes *b, int format, int size)
{
    uvc_size s = uvc_sizes[size - 1];
    uint32_t n = (uint32_t)s.w * s.h * 2U;
    ADD(b, 26 + 4 * UVC_N_RATES, CS_INTERFACE, format == UVC_YUYV ? 5 : 7,
        (uint8_t)size, 0, U16(s.w), U16(s.h), U32(n * 8U * 5U),
        U32(n * 8U * 30U), U32(n), U32(uvc_intervals[0]), UVC_N_RATES);
    for (int i = 0; i < UVC_N_RATES; i++)
        ADD(b, U32(uvc_intervals[i]));
}

static void add_streaming(bytes *b)
{
    size_t header = 0;
    ADD(b, 9, 4, UVC_STREAMING, 0, 1, CLASS_VIDEO, 2, 0, 0);
    header = b->n;
    ADD(b, 15, CS_INTERFACE, 1, UVC_N_FORMATS, U16(0), 0x80 | UVC_ENDPOINT, 0,
        UVC_OUTPUT_UNIT, 0, 0, 0, 1, 0, 0);
    for (int format = 1; format <= UVC_N_FORMATS; format++) {
        add_format(b, format);
        for (int size = 1; size <= UVC_N_SIZES; size++)
            add_frame(b, format, size);
        /* colours: BT.709 primaries and curve, BT.601 matrix */
        ADD(b, 6, CS_INTERFACE, 13, 1, 1, 4);
    }
    b->at[header + 4] = (uint8_t)((b->n - header) & 0xFFU);
    b->at[header + 5] = (uint8_t)((b->n - header) >> 8);
    ADD(b, 7, 5, 0x80 | UVC_ENDPOINT, 2, U16(512),
        0); /* bulk, device to host */
}

static void add_configuration(bytes *b)
{
    ADD(b, 9, CONFIGURATION, 0, 0, 2, 1, 0, 0x80, 250);
    add_control(b);
    add_streaming(b);
    b->at[2] = (uint8_t)(b->n & 0xFFU);
    b->at[3] = (uint8_t)(b->n >> 8);
}

static void add_string(bytes *b, int index)
{
    static const char *const text[] = {"", "crokeye", "Simulated Webcam",
                                       "0001"};
    if (index < 0 || index > 3)
        return;
    ADD(b, 2, STRING);
    if (index == 0)
        ADD(b, U16(0x0409)); /* English */
    for (const char *c = text[index]; *c != '\0'; c++)
        ADD(b, (uint8_t)*c, 0);
    b->at[0] = (uint8_t)b->n;
}

size_t uvc_descriptor(int type, int index, uint8_t *out)
{
    bytes b = {out, 0};
    if (type == DEVICE) /* USB 2.0; vendor: Linux Foundation */
        ADD(&b, 18, DEVICE, U16(0x0200), 0xEF, 2, 1, 64, U16(0x1D6B),
            U16(0x0102), U16(0x0100), 1, 2, 3, 1);
    else if (type == CONFIGURATION)
        add_configuration(&b);
    else if (type == STRING)
        add_string(&b, index);
    else if (type == QUALIFIER)
        ADD(&b, 10, QUALIFIER, U16(0x0200), 0xEF, 2, 1, 64, 1, 0);
    return b.n;
}
