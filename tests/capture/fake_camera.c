/* SPDX-License-Identifier: Apache-2.0
 *
 * The descriptor is an eventfd that counts the frames, so that poll works on
 * it. Two descriptors show the same camera; only one of them may stream. */
#include "capture/fake_camera.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include <libv4l2.h>
#include <linux/videodev2.h>

#include "capture/fake_parts.h"

enum {
    N_BUFFERS = 6,
    BUFFER_BYTES = 128 * 96 * 2,
    N_SCRIPT = 256,
    N_FDS = 1024
};

fake_camera fake;

static uint8_t memory[N_BUFFERS][BUFFER_BYTES];
static struct stream {
    int fd; /* the descriptor that streams; -1: none */
    bool is_queued[N_BUFFERS];
    fake_frame script[N_SCRIPT];
    unsigned n_sent, n_taken;
    uint32_t sequence;
    unsigned seed;
} stream = {.fd = -1};
static struct v4l2_pix_format pix;
static bool is_dead[N_FDS]; /* descriptors of an unplugged camera */

void fake_reset(void)
{
    fake = (fake_camera){.brightness = 128, .fps = 30};
    memset(is_dead, 0, sizeof is_dead);
    stream = (struct stream){.fd = -1};
}

void fake_plug(const char *node)
{
    FILE *f = fopen(node, "w");
    if (f != NULL)
        (void)fclose(f);
    (void)snprintf(fake.node, sizeof fake.node, "%s", node);
}

void fake_unplug(void)
{
    const uint64_t one = 1;
    (void)remove(fake.node);
    fake.node[0] = '\0';
    if (stream.fd < 0)
        return;
    is_dead[stream.fd] = true;
    if (write(stream.fd, &one, sizeof one) < 0)
        abort();
    stream.fd = -1;
}

void fake_send(fake_frame what, int n)
{
    for (int i = 0; stream.fd >= 0 && i < n; i++) {
        const uint64_t one = 1;
        stream.script[stream.n_sent++ % N_SCRIPT] = what;
        if (write(stream.fd, &one, sizeof one) < 0)
            abort();
    }
}

/* the driver's ioctls; each returns 0 or an errno */

static int enum_format(void *arg)
{
    static const uint32_t fourcc[] = {V4L2_PIX_FMT_H264, V4L2_PIX_FMT_YUYV,
                                      V4L2_PIX_FMT_MJPEG};
    struct v4l2_fmtdesc *d = arg;
    if (d->index >= 3)
        return EINVAL;
    d->flags = 0;
    d->pixelformat = fourcc[d->index];
    return 0;
}

static int enum_size(void *arg)
{
    struct v4l2_frmsizeenum *e = arg;
    bool is_mjpeg = e->pixel_format == V4L2_PIX_FMT_MJPEG;
    if (e->index >= (is_mjpeg ? 1U : 2U))
        return EINVAL;
    e->type = V4L2_FRMSIZE_TYPE_DISCRETE;
    e->discrete.width = is_mjpeg ? 160 : e->index == 0 ? 64 : 128;
    e->discrete.height = is_mjpeg ? 120 : e->index == 0 ? 48 : 96;
    return 0;
}

static int enum_rate(void *arg)
{
    struct v4l2_frmivalenum *e = arg;
    if (e->index > 0)
        return EINVAL;
    e->type = V4L2_FRMIVAL_TYPE_DISCRETE;
    e->discrete = (struct v4l2_fract){1, e->width == 160  ? 60
                                         : e->width == 64 ? 30
                                                          : 10};
    return 0;
}

static int set_format(void *arg)
{
    struct v4l2_format *f = arg;
    struct v4l2_pix_format *p = &f->fmt.pix;
    bool is_mjpeg = p->pixelformat == V4L2_PIX_FMT_MJPEG;
    fake_set_picture(p, is_mjpeg ? 0 : 2 * p->width, BUFFER_BYTES);
    pix = *p;
    return fake.format_error;
}

static int set_rate(void *arg)
{
    const struct v4l2_streamparm *p = arg;
    fake.fps = (int)(p->parm.capture.timeperframe.denominator /
                     p->parm.capture.timeperframe.numerator);
    return 0;
}

static int query_control(void *arg)
{
    struct v4l2_queryctrl *q = arg;
    uint32_t after = q->id & ~V4L2_CTRL_FLAG_NEXT_CTRL;
    memset(q, 0, sizeof *q);
    if (after < V4L2_CID_BRIGHTNESS) {
        q->id = V4L2_CID_BRIGHTNESS;
        q->type = V4L2_CTRL_TYPE_INTEGER;
        q->maximum = 255;
        memcpy(q->name, "Brightness", sizeof "Brightness");
    } else if (after < V4L2_CID_EXPOSURE_AUTO) {
        q->id = V4L2_CID_EXPOSURE_AUTO;
        q->type = V4L2_CTRL_TYPE_MENU;
        q->maximum = 3;
        memcpy(q->name, "Auto Exposure", sizeof "Auto Exposure");
    } else {
        return EINVAL;
    }
    return 0;
}

static int control(void *arg, bool set)
{
    struct v4l2_control *c = arg;
    if (c->id == V4L2_CID_EXPOSURE_AUTO)
        c->value = 1; /* accepts only this value */
    else if (set)
        fake.brightness = c->value;
    else
        c->value = fake.brightness;
    return 0;
}

static int start(int fd)
{
    if (fake.start_error != 0)
        return fake.start_error;
    stream.fd = fd;
    stream.n_sent = stream.n_taken = 0;
    stream.sequence = 0;
    fake.n_starts++;
    fake_send(FAKE_GOOD, fake.on_start);
    return 0;
}

static int stop(int fd)
{
    memset(stream.is_queued, 0, sizeof stream.is_queued);
    if (stream.fd == fd)
        stream.fd = -1;
    return 0;
}

/* ---- frames ---- */

static size_t paint(uint8_t *to, fake_frame what)
{
    size_t n = pix.width * pix.height * 2U;
    if (what != FAKE_SAME)
        stream.seed++;
    if (pix.pixelformat == V4L2_PIX_FMT_MJPEG) {
        memcpy(to, fake.jpeg, fake.n_jpeg);
        n = fake.n_jpeg;
    } else {
        unsigned seed = stream.seed;
        for (size_t i = 0; i < n; i++) {
            seed = seed * 1664525U + 1013904223U; /* linear congruential
                                                   * generator of Numerical
                                                   * Recipes */
            to[i] = (uint8_t)(seed >> 24);
        }
    }
    return what == FAKE_SHORT ? n - n / 4U : n;
}

static void stamp(struct v4l2_buffer *b)
{
    struct timespec t = {0};
    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    b->timestamp.tv_sec = t.tv_sec;
    b->timestamp.tv_usec = t.tv_nsec / 1000;
    b->flags = V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC;
    if (fake.foreign_clock) {
        b->timestamp.tv_sec = 7;
        b->flags = V4L2_BUF_FLAG_TIMESTAMP_COPY;
    }
}

static int take(int fd, void *arg)
{
    struct v4l2_buffer *b = arg;
    uint64_t one = 0;
    fake_frame what = FAKE_GOOD;
    int i = 0;
    if (fake.read_error != 0)
        return fake.read_error;
    do {
        if (read(fd, &one, sizeof one) < 0)
            return EAGAIN;
        what = stream.script[stream.n_taken++ % N_SCRIPT];
        stream.sequence += what == FAKE_GAP ? 3 : 1;
        for (i = 0; i < N_BUFFERS && !stream.is_queued[i]; i++) {
        }
    } while (i == N_BUFFERS); /* no free buffer: the frame is lost */
    stream.is_queued[i] = false;
    b->index = (uint32_t)i;
    b->bytesused = (uint32_t)paint(memory[i], what);
    b->sequence = stream.sequence;
    stamp(b);
    if (what == FAKE_ERROR)
        b->flags |= V4L2_BUF_FLAG_ERROR;
    return 0;
}

static int buffer_call(int fd, unsigned long request, void *arg)
{
    struct v4l2_buffer *b = arg;
    if (request == VIDIOC_DQBUF)
        return take(fd, arg);
    if (b->index >= N_BUFFERS)
        return EINVAL;
    if (request == VIDIOC_QUERYBUF) {
        b->length = BUFFER_BYTES;
        b->m.offset = b->index * BUFFER_BYTES;
        return 0;
    }
    if (stream.is_queued[b->index])
        return EINVAL;
    stream.is_queued[b->index] = true;
    return 0;
}

static int request_buffers(void *arg)
{
    struct v4l2_requestbuffers *r = arg;
    memset(stream.is_queued, 0, sizeof stream.is_queued);
    if (r->count > N_BUFFERS)
        r->count = N_BUFFERS;
    return 0;
}

static int call(int fd, unsigned long request, void *arg)
{
    if (is_dead[fd])
        return ENODEV;
    switch (request) {
    case VIDIOC_QUERYCAP:
        return fake_query_cap(arg, "Fake Camera", "usb-fake-1");
    case VIDIOC_ENUM_FMT:
        return enum_format(arg);
    case VIDIOC_ENUM_FRAMESIZES:
        return enum_size(arg);
    case VIDIOC_ENUM_FRAMEINTERVALS:
        return enum_rate(arg);
    case VIDIOC_S_FMT:
        return set_format(arg);
    case VIDIOC_S_PARM:
        return set_rate(arg);
    case VIDIOC_QUERYCTRL:
        return query_control(arg);
    case VIDIOC_G_CTRL:
    case VIDIOC_S_CTRL:
        return control(arg, request == VIDIOC_S_CTRL);
    case VIDIOC_REQBUFS:
        return request_buffers(arg);
    case VIDIOC_QUERYBUF:
    case VIDIOC_QBUF:
    case VIDIOC_DQBUF:
        return buffer_call(fd, request, arg);
    case VIDIOC_STREAMON:
        return start(fd);
    case VIDIOC_STREAMOFF:
        return stop(fd);
    default:
        return ENOTTY;
    }
}

/* ---- replacements of libv4l2's functions ---- */

int v4l2_open(const char *file, int oflag, ...)
{
    int fd = -1;
    (void)oflag;
    errno = strcmp(file, fake.node) != 0 ? ENOENT : fake.open_error;
    if (errno != 0)
        return -1;
    fd = eventfd(0, EFD_SEMAPHORE | EFD_NONBLOCK | EFD_CLOEXEC);
    if (fd >= 0) {
        is_dead[fd] = false;
        fake.n_open++;
    }
    return fd;
}

int v4l2_close(int fd)
{
    fake.n_open--;
    if (stream.fd == fd)
        stream.fd = -1;
    return close(fd);
}

int v4l2_ioctl(int fd, unsigned long int request, ...)
{
    va_list ap;
    void *arg = NULL;
    va_start(ap, request);
    arg = va_arg(ap, void *);
    va_end(ap);
    errno = call(fd, request, arg);
    return errno == 0 ? 0 : -1;
}

void *v4l2_mmap(void *start_at, size_t length, int prot, int flags, int fd,
                int64_t offset)
{
    (void)start_at;
    (void)prot;
    (void)flags;
    if (is_dead[fd] || length != BUFFER_BYTES) {
        errno = ENODEV;
        return MAP_FAILED;
    }
    fake.n_mapped++;
    return memory[offset / BUFFER_BYTES];
}

int v4l2_munmap(void *at, size_t length)
{
    (void)at;
    (void)length;
    fake.n_mapped--;
    return 0;
}
