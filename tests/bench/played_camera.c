/* SPDX-License-Identifier: Apache-2.0
 *
 * A library to be preloaded, in which libv4l2's place is taken by a camera that
 * plays a film of JPEG pictures, one after the other in a file, as `sim
 * --mjpeg` writes them. It keeps the clock's time and waits for nobody: as with
 * a real driver, a picture goes into a free buffer, and is lost where there is
 * none.
 *
 * The environment has what is played, for each process another:
 *
 *   CROK_PLAYED="1280x720 30 FIRST COUNT FILM"
 *
 * are COUNT pictures of the film from picture FIRST on, 30 a second, forwards
 * and then backwards, for ever. When the stream ends, one line on standard
 * error says when it began, ms since 1970, how many pictures were due, and how
 * many of them were lost.
 *
 * Every device that can be opened is this camera: /dev/null is one.
 *
 * Only the program's own calls change the buffers, so that all that happened
 * since the last call is made up in the next one, and no thread is needed. The
 * descriptor is a timer that is due when the next picture is. */
#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

#include <libv4l2.h>
#include <linux/videodev2.h>

#include "capture/fake_parts.h"

#define NS_PER_S INT64_C(1000000000)
enum { N_BUFFERS = 6, MAX_PICTURES = 20000 };

/* Where a picture lies in the file. */
typedef struct place {
    size_t at, n;
} place;

/* A buffer in the order in which the driver has filled it. */
typedef struct filled {
    int buffer;
    long number; /* of the picture, from 0 */
} filled;

static struct camera {
    unsigned w_px, h_px, fps;
    long first, count;
    FILE *film;
    place picture[MAX_PICTURES];
    long n_pictures;
    size_t largest;  /* picture, bytes */
    uint8_t *memory; /* N_BUFFERS of `largest` bytes */
    int fd;
    int64_t started_ns;    /* of the monotonic clock; 0: no stream */
    int64_t started_at_ms; /* of the wall clock */
    long n_due, n_lost;
    int free[N_BUFFERS], n_free; /* queued by the program, oldest first */
    filled full[N_BUFFERS];
    int n_full;
} cam = {.fd = -1};

/* ---- the film ---- */

static void fail(const char *what)
{
    (void)fprintf(stderr, "played camera: %s\n", what);
    abort();
}

/* Find the pictures: each begins with SOI, FF D8 FF, behind EOI, FF D9. Within
 * a picture's data FF is followed by 00 or a restart marker. */
static void find_pictures(const uint8_t *bytes, size_t n)
{
    size_t begin = 0;
    for (size_t i = 2; i + 1 < n && cam.n_pictures < MAX_PICTURES; i++) {
        if (bytes[i] != 0xff || bytes[i + 1] != 0xd9)
            continue;
        cam.picture[cam.n_pictures++] = (place){begin, i + 2 - begin};
        if (i + 2 - begin > cam.largest)
            cam.largest = i + 2 - begin;
        begin = i + 2;
    }
}

static void open_film(void)
{
    const char *what = getenv("CROK_PLAYED");
    char path[512] = "";
    long n = 0;
    void *bytes = NULL;
    if (what == NULL ||
        sscanf(what, "%ux%u %u %ld %ld %511[^\n]", &cam.w_px, &cam.h_px,
               &cam.fps, &cam.first, &cam.count, path) != 6)
        fail("CROK_PLAYED=\"WIDTHxHEIGHT FPS FIRST COUNT FILM\" is needed");
    cam.film = fopen(path, "rb");
    if (cam.film == NULL || fseek(cam.film, 0, SEEK_END) != 0)
        fail("the film cannot be read");
    n = ftell(cam.film);
    bytes = mmap(NULL, (size_t)n, PROT_READ, MAP_PRIVATE, fileno(cam.film), 0);
    if (bytes == MAP_FAILED)
        fail("the film cannot be mapped");
    find_pictures(bytes, (size_t)n);
    (void)munmap(bytes, (size_t)n);
    if (cam.count < 1 || cam.first < 0 ||
        cam.first + cam.count > cam.n_pictures)
        fail("the film has not so many pictures");
    cam.memory = malloc(N_BUFFERS * cam.largest);
    if (cam.memory == NULL)
        fail("no memory");
}

/* The picture that is sent as number n: 0, 1, ..., count - 1, count - 2, ...,
 * 1, 0, 1, ... */
static const place *picture_of(long n)
{
    const long period = cam.count > 1 ? 2 * cam.count - 2 : 1;
    const long at = n % period;
    return &cam.picture[cam.first + (at < cam.count ? at : period - at)];
}

static size_t read_picture(const filled *f)
{
    const place *p = picture_of(f->number);
    uint8_t *to = cam.memory + (size_t)f->buffer * cam.largest;
    if (pread(fileno(cam.film), to, p->n, (off_t)p->at) != (ssize_t)p->n)
        fail("the film cannot be read");
    return p->n;
}

/* ---- time ---- */

static int64_t read_clock(clockid_t which)
{
    struct timespec t;
    (void)clock_gettime(which, &t);
    return (int64_t)t.tv_sec * NS_PER_S + t.tv_nsec;
}

/* When picture n is there. */
static int64_t due_ns(long n)
{
    return cam.started_ns + (n + 1) * NS_PER_S / (int64_t)cam.fps;
}

/* Fill buffers with all pictures that were due since the last call. */
static void advance(void)
{
    const int64_t now = read_clock(CLOCK_MONOTONIC);
    for (; due_ns(cam.n_due) <= now; cam.n_due++) {
        if (cam.n_free == 0) {
            cam.n_lost++;
            continue;
        }
        cam.full[cam.n_full++] = (filled){cam.free[0], cam.n_due};
        cam.n_free--;
        memmove(cam.free, cam.free + 1, (size_t)cam.n_free * sizeof *cam.free);
    }
}

/* The descriptor can be read from when a buffer is full, or will be. */
static void set_timer(void)
{
    const int64_t at = cam.n_full > 0 ? 1 : due_ns(cam.n_due);
    const struct itimerspec t = {
        .it_value = {.tv_sec = at / NS_PER_S, .tv_nsec = at % NS_PER_S}};
    if (timerfd_settime(cam.fd, TFD_TIMER_ABSTIME, &t, NULL) != 0)
        fail("no timer");
}

/* ---- the driver's ioctls; each returns 0 or an errno ---- */

static int enum_format(void *arg)
{
    struct v4l2_fmtdesc *d = arg;
    d->flags = V4L2_FMT_FLAG_COMPRESSED;
    d->pixelformat = V4L2_PIX_FMT_MJPEG;
    return d->index == 0 ? 0 : EINVAL;
}

static int enum_size(void *arg)
{
    struct v4l2_frmsizeenum *e = arg;
    e->type = V4L2_FRMSIZE_TYPE_DISCRETE;
    e->discrete.width = cam.w_px;
    e->discrete.height = cam.h_px;
    return e->index == 0 ? 0 : EINVAL;
}

static int enum_rate(void *arg)
{
    struct v4l2_frmivalenum *e = arg;
    e->type = V4L2_FRMIVAL_TYPE_DISCRETE;
    e->discrete = (struct v4l2_fract){1, cam.fps};
    return e->index == 0 ? 0 : EINVAL;
}

static int set_format(void *arg)
{
    struct v4l2_pix_format *p = &((struct v4l2_format *)arg)->fmt.pix;
    p->width = cam.w_px;
    p->height = cam.h_px;
    p->pixelformat = V4L2_PIX_FMT_MJPEG;
    fake_set_picture(p, 0, (uint32_t)cam.largest);
    return 0;
}

static int request_buffers(void *arg)
{
    struct v4l2_requestbuffers *r = arg;
    cam.n_free = 0;
    cam.n_full = 0;
    if (r->count > N_BUFFERS)
        r->count = N_BUFFERS;
    return 0;
}

static int query_buffer(void *arg)
{
    struct v4l2_buffer *b = arg;
    b->length = (uint32_t)cam.largest;
    b->m.offset = b->index;
    return b->index < N_BUFFERS ? 0 : EINVAL;
}

static int give(void *arg)
{
    const struct v4l2_buffer *b = arg;
    if (cam.started_ns != 0)
        advance();
    if (b->index >= N_BUFFERS || cam.n_free == N_BUFFERS)
        return EINVAL;
    cam.free[cam.n_free++] = (int)b->index;
    return 0;
}

static int take(void *arg)
{
    struct v4l2_buffer *b = arg;
    filled f;
    int64_t at = 0;
    advance();
    if (cam.n_full == 0) {
        set_timer();
        return EAGAIN;
    }
    f = cam.full[0];
    cam.n_full--;
    memmove(cam.full, cam.full + 1, (size_t)cam.n_full * sizeof *cam.full);
    at = due_ns(f.number);
    b->index = (uint32_t)f.buffer;
    b->bytesused = (uint32_t)read_picture(&f);
    b->sequence = (uint32_t)f.number;
    b->timestamp.tv_sec = at / NS_PER_S;
    b->timestamp.tv_usec = at % NS_PER_S / 1000;
    b->flags = V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC;
    set_timer();
    return 0;
}

static int start(void)
{
    cam.started_ns = read_clock(CLOCK_MONOTONIC);
    cam.started_at_ms = read_clock(CLOCK_REALTIME) / 1000000;
    cam.n_due = 0;
    cam.n_lost = 0;
    set_timer();
    return 0;
}

static int stop(void)
{
    if (cam.started_ns != 0)
        (void)fprintf(stderr,
                      "played camera: since %lld %ld pictures were due, %ld of "
                      "them lost\n",
                      (long long)cam.started_at_ms, cam.n_due, cam.n_lost);
    cam.started_ns = 0;
    return 0;
}

static int call(unsigned long request, void *arg)
{
    switch (request) {
    case VIDIOC_QUERYCAP:
        return fake_query_cap(arg, "Played Camera", "usb-played-1");
    case VIDIOC_ENUM_FMT:
        return enum_format(arg);
    case VIDIOC_ENUM_FRAMESIZES:
        return enum_size(arg);
    case VIDIOC_ENUM_FRAMEINTERVALS:
        return enum_rate(arg);
    case VIDIOC_S_FMT:
        return set_format(arg);
    case VIDIOC_S_PARM:
        return 0;
    case VIDIOC_REQBUFS:
        return request_buffers(arg);
    case VIDIOC_QUERYBUF:
        return query_buffer(arg);
    case VIDIOC_QBUF:
        return give(arg);
    case VIDIOC_DQBUF:
        return take(arg);
    case VIDIOC_STREAMON:
        return start();
    case VIDIOC_STREAMOFF:
        return stop();
    default:
        return EINVAL; /* it has no controls */
    }
}

/* ---- in the place of libv4l2's functions ---- */

int v4l2_open(const char *file, int oflag, ...)
{
    (void)file;
    (void)oflag;
    if (cam.film == NULL)
        open_film();
    cam.fd = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC);
    return cam.fd;
}

int v4l2_close(int fd)
{
    return close(fd);
}

int v4l2_ioctl(int fd, unsigned long int request, ...)
{
    va_list ap;
    void *arg = NULL;
    (void)fd;
    va_start(ap, request);
    arg = va_arg(ap, void *);
    va_end(ap);
    errno = call(request, arg);
    return errno == 0 ? 0 : -1;
}

void *v4l2_mmap(void *start_at, size_t length, int prot, int flags, int fd,
                int64_t offset)
{
    (void)start_at;
    (void)length;
    (void)prot;
    (void)flags;
    (void)fd;
    return cam.memory + (size_t)offset * cam.largest;
}

int v4l2_munmap(void *at, size_t length)
{
    (void)at;
    (void)length;
    return 0;
}
