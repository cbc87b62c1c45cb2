/* SPDX-License-Identifier: Apache-2.0
 *
 * A V4L2 camera as a source. If the camera is unplugged, stalls, or gets no USB
 * bandwidth, it is opened again; the number of tries is not limited. The old
 * descriptor is closed first: while it is open, a camera that is plugged in
 * again gets another device number from the kernel. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <libv4l2.h>

#include "capture/source_kind.h"
#include "capture/v4l2.h"

/* Largest number of good frames that wait for the reader. A reader that is at
 * most this many frames late gets every frame; this matters because a single
 * frame may show a collision. A reader that is later gets only the newest
 * frame. Measured on a busy machine (tests/v4l2): with 0 (newest frame only) 2
 * to 16 of 300 frames were skipped, with 2 none. With a larger number the
 * result would be later, and more buffers would be needed. */
enum { MAX_WAITING = 2 };

typedef struct waiting {
    int index; /* index of its buffer */
    crok_frame frame;
} waiting;

typedef struct camera {
    int fd; /* -1: not open */
    char dev_dir[64];
    crok_device device; /* card is "" before the first connection */
    crok_mode mode;
    struct v4l2_pix_format pix;
    crok_queue queue;
    int held; /* index of the buffer lent to the caller; -1: none */
    waiting waiting[CROK_N_BUFFERS]; /* good frames, oldest first */
    int n_waiting;
    bool has_sequence;    /* a buffer was dequeued since the camera was
                           * connected */
    uint32_t sequence;    /* sequence number of the last buffer, good or
                           * damaged */
    int n_missed;         /* frames lost or damaged since the last good one */
    int64_t stalls_at_ns; /* without a frame until this time the camera counts
                           * as stalled */
    int64_t controls_ns;  /* time of the next check of the controls */
} camera;

/* ---- connecting ---- */

static void disconnect(camera *c)
{
    if (c->fd < 0)
        return;
    crok_queue_stop(&c->queue, c->fd);
    (void)v4l2_close(c->fd);
    c->fd = -1;
    c->held = -1;
    c->n_waiting = 0;
}

/* Find the device node. For the first connection it is the node that the
 * source's spec names; later it is the present node of the same camera. */
static crok_status find_node(const crok_source *s, camera *c, crok_err *err)
{
    crok_device now = {0};
    if (c->device.card[0] == '\0') {
        char node[PATH_MAX];
        if (realpath(s->spec, node) == NULL)
            return crok_v4l2_fault(s->spec, "open the camera", errno, NULL,
                                   err);
        (void)snprintf(c->device.node, sizeof c->device.node, "%.127s", node);
        return CROK_OK;
    }
    if (!crok_v4l2_find(c->dev_dir, &c->device, &now))
        return crok_fail(err, CROK_ENODEV,
                         "%s: the camera \"%s\" is gone; plug it in again",
                         s->spec, c->device.card);
    c->device = now;
    return CROK_OK;
}

static crok_status open_node(camera *c, crok_source_state *state, crok_err *err)
{
    crok_device device = {0};
    crok_status st = CROK_OK;
    c->fd = v4l2_open(c->device.node, O_RDWR | O_NONBLOCK | O_CLOEXEC);
    if (c->fd < 0)
        return crok_v4l2_fault(c->device.node, "open the camera", errno, state,
                               err);
    st = crok_v4l2_identify(c->fd, c->dev_dir, c->device.node, &device, err);
    if (st == CROK_OK)
        c->device = device;
    else
        *state =
            st == CROK_EUNSUPPORTED ? CROK_SOURCE_REFUSED : CROK_SOURCE_BROKEN;
    return st;
}

static crok_status set_format(camera *c, crok_source_state *state,
                              crok_err *err)
{
    struct v4l2_format f = {.type = V4L2_BUF_TYPE_VIDEO_CAPTURE};
    f.fmt.pix.width = (uint32_t)c->mode.w_px;
    f.fmt.pix.height = (uint32_t)c->mode.h_px;
    f.fmt.pix.pixelformat = c->mode.fourcc;
    f.fmt.pix.field = V4L2_FIELD_ANY;
    f.fmt.pix.priv = V4L2_PIX_FMT_PRIV_MAGIC;
    if (crok_v4l2_call(c->fd, VIDIOC_S_FMT, &f) != 0)
        return crok_v4l2_fault(c->device.node, "set the format", errno, state,
                               err);
    c->pix = f.fmt.pix;
    if (c->pix.pixelformat == c->mode.fourcc &&
        c->pix.width == (uint32_t)c->mode.w_px &&
        c->pix.height == (uint32_t)c->mode.h_px)
        return CROK_OK;
    *state = CROK_SOURCE_REFUSED;
    return crok_fail(err, CROK_EUNSUPPORTED,
                     "%s: the camera offers %s of %d x %d pixels and does not "
                     "take it; choose another --size or --format",
                     c->device.node, crok_mode_format(&c->mode), c->mode.w_px,
                     c->mode.h_px);
}

/* Ask for the frame rate. If the driver lists no rates, its default is kept. */
static void set_rate(const camera *c)
{
    struct v4l2_streamparm p = {.type = V4L2_BUF_TYPE_VIDEO_CAPTURE};
    p.parm.capture.timeperframe.numerator = c->mode.interval_num;
    p.parm.capture.timeperframe.denominator = c->mode.interval_den;
    if (c->mode.interval_num != 0U)
        (void)crok_v4l2_call(c->fd, VIDIOC_S_PARM, &p);
}

static crok_status choose(const crok_source *s, camera *c,
                          crok_source_state *state, crok_err *err)
{
    crok_status st = CROK_ENOMEM;
    crok_device_caps *caps = malloc(sizeof *caps);
    *state = CROK_SOURCE_REFUSED;
    if (caps == NULL)
        return crok_fail(err, st, "%s: no memory", c->device.node);
    crok_v4l2_caps(c->fd, caps);
    st = crok_mode_choose(caps, &s->options, &c->mode, err);
    free(caps);
    return st;
}

/* Return the time without a frame after which the camera counts as stalled:
 * max(stall_ns of the options, 2.5 frame intervals). So a low frame rate is not
 * taken for a stall. */
static int64_t stall_ns(const crok_source *s, const camera *c)
{
    double fps = crok_mode_fps(&c->mode);
    int64_t two = fps > 0.0 ? (int64_t)(2.5e9 / fps) : 0;
    return two > s->times.stall_ns ? two : s->times.stall_ns;
}

static crok_status connect(crok_source *s, crok_source_state *state,
                           crok_err *err)
{
    camera *c = s->self;
    const crok_source_options *o = &s->options;
    crok_status st = CROK_OK;
    *state = CROK_SOURCE_GONE;
    st = find_node(s, c, err);
    if (st == CROK_OK)
        st = open_node(c, state, err);
    if (st == CROK_OK)
        st = choose(s, c, state, err);
    if (st == CROK_OK)
        st = set_format(c, state, err);
    if (st == CROK_OK) {
        set_rate(c);
        st = crok_v4l2_set_controls(c->fd, c->device.node, o->controls,
                                    o->n_controls, state, err);
    }
    if (st == CROK_OK)
        st = crok_queue_start(&c->queue, c->fd, c->device.node, state, err);
    if (st != CROK_OK) {
        disconnect(c);
        return st;
    }
    c->held = -1;
    c->has_sequence = false;
    c->stalls_at_ns = crok_now_ns() + s->times.first_ns;
    c->controls_ns = crok_now_ns() + s->times.controls_ns;
    (void)snprintf(s->health.device, sizeof s->health.device, "%.63s",
                   c->device.node);
    (void)snprintf(s->health.format, sizeof s->health.format, "%s",
                   crok_mode_format(&c->mode));
    return CROK_OK;
}

/* ---- reading ---- */

/* Wait with poll until the descriptor has an event, but not after until_ns.
 * Returns poll's event mask, or 0 on timeout. */
static int wait_for(const camera *c, int64_t until_ns)
{
    struct pollfd p = {.fd = c->fd, .events = POLLIN};
    int64_t ns = until_ns - crok_now_ns();
    int64_t ms = ns <= 0 ? 0 : (ns + 999999) / 1000000;
    return poll(&p, 1, ms > INT_MAX ? INT_MAX : (int)ms) > 0 ? p.revents : 0;
}

/* Describe a buffer as a frame. The driver may leave the YCbCr encoding and the
 * quantization at "default"; V4L2's macros then derive them from the colour
 * space. */
static crok_frame frame_of(const camera *c, const struct v4l2_buffer *b)
{
    enum v4l2_ycbcr_encoding enc = c->pix.ycbcr_enc;
    enum v4l2_quantization range = c->pix.quantization;
    enum v4l2_colorspace space = c->pix.colorspace;
    if (enc == V4L2_YCBCR_ENC_DEFAULT)
        enc = V4L2_MAP_YCBCR_ENC_DEFAULT(space);
    if (range == V4L2_QUANTIZATION_DEFAULT)
        range = V4L2_MAP_QUANTIZATION_DEFAULT(false, space, enc);
    return (crok_frame){
        .data = c->queue.buffer[b->index].at,
        .n_bytes = b->bytesused,
        .w_px = (int)c->pix.width,
        .h_px = (int)c->pix.height,
        .stride_bytes =
            c->mode.pixels == CROK_PIXELS_MJPEG ? 0U : c->pix.bytesperline,
        .pixels = c->mode.pixels,
        .is_full_range = range == V4L2_QUANTIZATION_FULL_RANGE,
        .is_bt709 = enc == V4L2_YCBCR_ENC_709 || enc == V4L2_YCBCR_ENC_XV709,
        .pixel_aspect = 1.0,
    };
}

/* Return the driver's time stamp of the buffer if it is from the monotonic
 * clock, not in the future and less than 1 s old; otherwise the present
 * time. */
static int64_t time_of(const struct v4l2_buffer *b)
{
    int64_t now = crok_now_ns();
    int64_t t = (int64_t)b->timestamp.tv_sec * CROK_NS_PER_S +
                (int64_t)b->timestamp.tv_usec * 1000;
    bool is_ours = (b->flags & V4L2_BUF_FLAG_TIMESTAMP_MASK) ==
                   V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC;
    return is_ours && t <= now && now - t < CROK_NS_PER_S ? t : now;
}

/* Count the frames lost between the last buffer and this one: sequence - last
 * sequence - 1. A gap of 1000 or more means that the driver has restarted its
 * numbering; then none are counted. */
static void note_gap(crok_source *s, camera *c, uint32_t sequence)
{
    uint32_t gap = sequence - c->sequence - 1U;
    if (c->has_sequence && gap < 1000U) {
        s->health.n_lost += gap;
        c->n_missed += (int)gap;
    }
    c->sequence = sequence;
    c->has_sequence = true;
}

/* Return the number of frames that the camera would have sent while it was
 * disconnected: (t_ns - time of the last frame) * frame rate - 1, at least 0
 * and at most 10^6. */
static int missed_while_away(const crok_source *s, const camera *c,
                             int64_t t_ns)
{
    double frames = s->health.last_ns < 0 ? 0.0
                                          : (double)(t_ns - s->health.last_ns) *
                                                1e-9 * crok_mode_fps(&c->mode);
    return frames < 1.0 ? 0 : frames > 1e6 ? 1000000 : (int)frames - 1;
}

/* Dequeue one buffer. A good frame joins the waiting ones; a damaged one is
 * counted and queued again. Returns 0 or an errno. */
static int dequeue_one(crok_source *s, camera *c)
{
    struct v4l2_buffer b;
    bool is_first = !c->has_sequence;
    crok_frame f = {0};
    int why = crok_queue_take(c->fd, &b);
    if (why != 0)
        return why == EAGAIN ? 0 : why;
    if (b.index >= (uint32_t)c->queue.n || c->n_waiting == CROK_N_BUFFERS)
        return EIO;
    note_gap(s, c, b.sequence);
    f = frame_of(c, &b);
    f.t_ns = time_of(&b);
    if ((b.flags & V4L2_BUF_FLAG_ERROR) != 0U || !crok_frame_is_whole(&f)) {
        s->health.n_damaged++;
        c->n_missed++;
        return crok_queue_give(c->fd, (int)b.index);
    }
    f.n_lost = c->n_missed + (is_first ? missed_while_away(s, c, f.t_ns) : 0);
    c->n_missed = 0;
    c->waiting[c->n_waiting++] = (waiting){(int)b.index, f};
    return 0;
}

/* Keep only the newest waiting frame. Queue the buffers of the others again,
 * and count these frames as skipped. Returns 0 or an errno. */
static int keep_newest(crok_source *s, camera *c)
{
    int n = c->n_waiting - 1, why = 0;
    waiting newest = c->waiting[n];
    for (int i = 0; i < n && why == 0; i++) {
        newest.frame.n_lost += 1 + c->waiting[i].frame.n_lost;
        why = crok_queue_give(c->fd, c->waiting[i].index);
    }
    s->health.n_skipped += n;
    c->waiting[0] = newest;
    c->n_waiting = 1;
    return why;
}

/* Dequeue all full buffers. DQBUF is called only after poll has reported a full
 * buffer, because libv4l2 prints a complaint to standard error if there is
 * none. The number of loops is limited, because a fast camera could fill
 * buffers as quickly as this loop empties them. Returns 0 or an errno. */
static int drain(crok_source *s, camera *c)
{
    int why = 0;
    for (int i = 0; i < 2 * CROK_N_BUFFERS && why == 0; i++) {
        if ((wait_for(c, 0) & POLLIN) == 0)
            break;
        why = dequeue_one(s, c);
    }
    return why == 0 && c->n_waiting > MAX_WAITING ? keep_newest(s, c) : why;
}

/* Lend the oldest waiting frame to the caller. */
static void lend_oldest(const crok_source *s, camera *c, crok_frame *frame)
{
    if (c->n_waiting == 0)
        return;
    *frame = c->waiting[0].frame;
    c->held = c->waiting[0].index;
    c->n_waiting--;
    memmove(c->waiting, c->waiting + 1,
            (size_t)c->n_waiting * sizeof *c->waiting);
    c->stalls_at_ns = crok_now_ns() + stall_ns(s, c);
}

/* Queue the buffer that the caller has finished with, and check the controls
 * when their time has come. */
static crok_status requeue_held(crok_source *s, camera *c,
                                crok_source_state *state, crok_err *err)
{
    int why = c->held < 0 ? 0 : crok_queue_give(c->fd, c->held);
    c->held = -1;
    if (why != 0)
        return crok_v4l2_fault(c->device.node, "read the camera", why, state,
                               err);
    if (s->options.n_controls > 0 && crok_now_ns() >= c->controls_ns) {
        s->health.n_controls_reset += crok_v4l2_verify_controls(
            c->fd, s->options.controls, s->options.n_controls);
        c->controls_ns = crok_now_ns() + s->times.controls_ns;
    }
    return CROK_OK;
}

/* Wait for a frame and read it. frame->data stays NULL if the time is over or
 * only damaged frames came. */
static crok_status step(crok_source *s, camera *c, int64_t until_ns,
                        crok_frame *frame, crok_source_state *state,
                        crok_err *err)
{
    crok_status st = requeue_held(s, c, state, err);
    int seen = 0, why = 0;
    if (st != CROK_OK)
        return st;
    if (c->n_waiting > 0)
        until_ns = 0;
    seen = wait_for(c, until_ns < c->stalls_at_ns ? until_ns : c->stalls_at_ns);
    if ((seen & POLLIN) != 0)
        why = drain(s, c);
    else if (seen != 0)
        why = (seen & POLLHUP) != 0 ? ENODEV : EIO;
    if (why != 0)
        return crok_v4l2_fault(c->device.node, "read the camera", why, state,
                               err);
    lend_oldest(s, c, frame);
    if (crok_now_ns() < c->stalls_at_ns)
        return CROK_OK;
    *state = CROK_SOURCE_STALLED;
    return crok_fail(err, CROK_ENODEV,
                     "%s: the camera sends no frames; it is opened again",
                     c->device.node);
}

static crok_status camera_next(crok_source *s, int64_t until_ns,
                               crok_frame *frame, crok_err *err)
{
    camera *c = s->self;
    do {
        crok_err why = {0};
        crok_source_state state = CROK_SOURCE_BROKEN;
        crok_status st =
            c->fd < 0 ? crok_source_await(s, until_ns, err) : CROK_OK;
        if (st != CROK_OK)
            return st;
        st = step(s, c, until_ns, frame, &state, &why);
        if (st != CROK_OK) {
            disconnect(c);
            crok_source_set_lost(s, state, &why);
        } else if (frame->data != NULL) {
            return CROK_OK;
        }
    } while (crok_now_ns() < until_ns);
    return c->fd < 0 ? crok_fail(err, CROK_ENODEV, "%s", s->health.words)
                     : CROK_OK;
}

static crok_status camera_open(crok_source *s, crok_err *err)
{
    camera *c = calloc(1, sizeof *c);
    if (c == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory for a camera");
    s->self = c;
    c->fd = -1;
    c->held = -1;
    (void)snprintf(c->dev_dir, sizeof c->dev_dir, "%s",
                   s->options.dev_dir == NULL ? "/dev" : s->options.dev_dir);
    return CROK_OK;
}

static void camera_close(crok_source *s)
{
    disconnect(s->self);
    free(s->self);
    s->self = NULL;
}

const crok_source_kind crok_camera_kind = {
    .open = camera_open,
    .connect = connect,
    .next = camera_next,
    .close = camera_close,
    .has_sensor = true,
};
