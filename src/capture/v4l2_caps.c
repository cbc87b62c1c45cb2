/* SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <libv4l2.h>

#include "capture/v4l2.h"

/* ---- formats ---- */

/* Supported formats, the cheapest in CPU time first. MJPG is expensive because
 * each conversion of a frame decodes it. GREY has no colours to tell the sides
 * apart. */
static const struct format {
    uint32_t fourcc;
    crok_pixels pixels;
    const char *name;
} formats[] = {
    {V4L2_PIX_FMT_YUYV, CROK_PIXELS_YUYV, "YUYV"},
    {V4L2_PIX_FMT_NV12, CROK_PIXELS_NV12, "NV12"},
    {V4L2_PIX_FMT_RGB24, CROK_PIXELS_RGB24, "RGB3"},
    {V4L2_PIX_FMT_BGR24, CROK_PIXELS_BGR24, "BGR3"},
    {V4L2_PIX_FMT_MJPEG, CROK_PIXELS_MJPEG, "MJPG"},
    {V4L2_PIX_FMT_JPEG, CROK_PIXELS_MJPEG, "JPEG"},
    {V4L2_PIX_FMT_GREY, CROK_PIXELS_GREY, "GREY"},
};
enum { N_FORMATS = (int)(sizeof formats / sizeof *formats) };

/* Index of a format in the table; N_FORMATS if it is not supported. */
static int format_rank(uint32_t fourcc)
{
    int i = 0;
    while (i < N_FORMATS && formats[i].fourcc != fourcc)
        i++;
    return i;
}

const char *crok_mode_format(const crok_mode *mode)
{
    int i = format_rank(mode->fourcc);
    return i < N_FORMATS ? formats[i].name : "?";
}

double crok_mode_fps(const crok_mode *mode)
{
    return mode->interval_num == 0U
               ? 0.0
               : (double)mode->interval_den / mode->interval_num;
}

/* ---- what a camera can do ---- */

static bool is_same(const crok_mode *a, const crok_mode *b)
{
    return a->fourcc == b->fourcc && a->w_px == b->w_px && a->h_px == b->h_px &&
           fabs(crok_mode_fps(a) - crok_mode_fps(b)) < 0.01;
}

static void add_mode(crok_device_caps *caps, const crok_mode *m)
{
    for (int i = 0; i < caps->n_modes; i++)
        if (is_same(&caps->mode[i], m))
            return;
    if (caps->n_modes < CROK_MAX_MODES)
        caps->mode[caps->n_modes++] = *m;
}

/* Add a mode for each frame rate of a size. If the driver gives a range of
 * rates, add the highest rate and the usual rates below it. */
static void add_rates(int fd, crok_device_caps *caps, crok_mode m)
{
    static const uint32_t usual[] = {60, 50, 30, 25, 15};
    struct v4l2_frmivalenum e = {.pixel_format = m.fourcc,
                                 .width = (uint32_t)m.w_px,
                                 .height = (uint32_t)m.h_px};
    bool is_listed = false;
    for (; crok_v4l2_call(fd, VIDIOC_ENUM_FRAMEINTERVALS, &e) == 0; e.index++) {
        struct v4l2_fract f =
            e.type == V4L2_FRMIVAL_TYPE_DISCRETE ? e.discrete : e.stepwise.min;
        m.interval_num = f.numerator;
        m.interval_den = f.denominator;
        add_mode(caps, &m);
        is_listed = true;
        if (e.type == V4L2_FRMIVAL_TYPE_DISCRETE)
            continue;
        for (size_t i = 0; i < sizeof usual / sizeof *usual; i++) {
            crok_mode n = m;
            n.interval_num = 1;
            n.interval_den = usual[i];
            if (usual[i] < crok_mode_fps(&m))
                add_mode(caps, &n);
        }
        break;
    }
    if (!is_listed)
        add_mode(caps, &m);
}

static void add_size(int fd, crok_device_caps *caps, crok_mode m, uint32_t w,
                     uint32_t h)
{
    if (w == 0U || h == 0U || w > CROK_FRAME_MAX_SIDE_PX ||
        h > CROK_FRAME_MAX_SIDE_PX)
        return;
    m.w_px = (int)w;
    m.h_px = (int)h;
    add_rates(fd, caps, m);
}

/* Add modes for a range of sizes: the largest size, and the usual sizes inside
 * the range. */
static void add_range(int fd, crok_device_caps *caps, crok_mode m,
                      const struct v4l2_frmsize_stepwise *r)
{
    static const uint32_t usual[][2] = {
        {1920, 1080}, {1280, 720}, {800, 600}, {640, 480}};
    add_size(fd, caps, m, r->max_width, r->max_height);
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++) {
        uint32_t w = usual[i][0], h = usual[i][1];
        if (w >= r->min_width && w <= r->max_width && h >= r->min_height &&
            h <= r->max_height)
            add_size(fd, caps, m, w, h);
    }
}

static void add_sizes(int fd, crok_device_caps *caps, crok_mode m)
{
    struct v4l2_frmsizeenum e = {.pixel_format = m.fourcc};
    struct v4l2_format now = {.type = V4L2_BUF_TYPE_VIDEO_CAPTURE};
    for (; crok_v4l2_call(fd, VIDIOC_ENUM_FRAMESIZES, &e) == 0; e.index++) {
        if (e.type != V4L2_FRMSIZE_TYPE_DISCRETE) {
            add_range(fd, caps, m, &e.stepwise);
            return;
        }
        add_size(fd, caps, m, e.discrete.width, e.discrete.height);
    }
    if (e.index == 0U && crok_v4l2_call(fd, VIDIOC_G_FMT, &now) == 0)
        add_size(fd, caps, m, now.fmt.pix.width, now.fmt.pix.height);
}

static void add_unread(crok_device_caps *caps, uint32_t fourcc)
{
    size_t n = strlen(caps->unread);
    char name[6] = " ";
    for (int i = 0; i < 4; i++) {
        char c = (char)(fourcc >> (8 * i) & 0x7FU);
        name[i + 1] = c < ' ' || c == 0x7F ? '?' : c;
    }
    if (n + sizeof name <= sizeof caps->unread)
        memcpy(caps->unread + n, n == 0U ? name + 1 : name,
               n == 0U ? 5U : sizeof name);
}

void crok_v4l2_caps(int fd, crok_device_caps *out)
{
    struct v4l2_fmtdesc e = {.type = V4L2_BUF_TYPE_VIDEO_CAPTURE};
    *out = (crok_device_caps){0};
    for (; crok_v4l2_call(fd, VIDIOC_ENUM_FMT, &e) == 0; e.index++) {
        int i = format_rank(e.pixelformat);
        crok_mode m = {.fourcc = e.pixelformat,
                       .is_converted =
                           (e.flags & V4L2_FMT_FLAG_EMULATED) != 0U};
        if (i == N_FORMATS) {
            if (!m.is_converted)
                add_unread(out, e.pixelformat);
            continue;
        }
        m.pixels = formats[i].pixels;
        add_sizes(fd, out, m);
    }
    out->n_controls = crok_v4l2_controls(fd, out->control, CROK_MAX_CONTROLS);
}

crok_status crok_device_caps_read(const char *node, crok_device_caps *out,
                                  crok_err *err)
{
    int fd = v4l2_open(node, O_RDWR | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0)
        return crok_v4l2_fault(node, "open the camera", errno, NULL, err);
    crok_v4l2_caps(fd, out);
    (void)v4l2_close(fd);
    return CROK_OK;
}

/* ---- the choice ---- */

/* Lowest frame rate, Hz, that is enough to follow a game; at 30 Hz most people
 * see smooth motion. The value is 0.5 below 30 so that 29.97 Hz is enough.
 * Chosen by hand: a higher threshold would prefer small pictures at a high
 * rate. */
#define MIN_FPS 29.5
/* Highest useful frame rate, Hz. The value is 0.5 above 60 so that 60 Hz is
 * allowed. A higher rate shortens the exposure and needs USB bandwidth. Chosen
 * by hand; with a lower limit fast discs would move further between frames. */
#define MAX_FPS 60.5

static bool fits(const crok_mode *m, const crok_source_options *o)
{
    if (o->format != NULL && strcmp(crok_mode_format(m), o->format) != 0 &&
        !(m->pixels == CROK_PIXELS_MJPEG && strcmp(o->format, "MJPEG") == 0))
        return false;
    if (o->w_px > 0 && (m->w_px != o->w_px || m->h_px != o->h_px))
        return false;
    return o->fps <= 0.0 || fabs(crok_mode_fps(m) - o->fps) < 0.01 * o->fps;
}

/* Compare two modes: > 0 if a is better, < 0 if b is better. The criteria, each
 * of which decides only if all before it are equal: (1) a rate of at least
 * min_fps; (2) if both rates are lower, the higher rate; (3) colour before
 * grey; (4) more pixels; (5) the higher rate up to MAX_FPS, where a rate f
 * above it counts as 2 MAX_FPS - f; (6) less CPU cost. */
static int compare(const crok_mode *a, const crok_mode *b, double min_fps)
{
    const double fps[2] = {crok_mode_fps(a), crok_mode_fps(b)};
    const bool enough[2] = {fps[0] >= min_fps, fps[1] >= min_fps};
    const int64_t px[2] = {(int64_t)a->w_px * a->h_px,
                           (int64_t)b->w_px * b->h_px};
    const double used[2] = {fps[0] > MAX_FPS ? 2.0 * MAX_FPS - fps[0] : fps[0],
                            fps[1] > MAX_FPS ? 2.0 * MAX_FPS - fps[1] : fps[1]};
    const int cost[2] = {
        format_rank(a->fourcc) + (a->is_converted ? N_FORMATS : 0),
        format_rank(b->fourcc) + (b->is_converted ? N_FORMATS : 0)};
    if (enough[0] != enough[1])
        return enough[0] ? 1 : -1;
    if (!enough[0] && fabs(fps[0] - fps[1]) > 0.5)
        return fps[0] > fps[1] ? 1 : -1;
    if ((a->pixels == CROK_PIXELS_GREY) != (b->pixels == CROK_PIXELS_GREY))
        return b->pixels == CROK_PIXELS_GREY ? 1 : -1;
    if (px[0] != px[1])
        return px[0] > px[1] ? 1 : -1;
    if (fabs(used[0] - used[1]) > 0.5)
        return used[0] > used[1] ? 1 : -1;
    return cost[1] - cost[0];
}

/* Write the modes as "YUYV 640x480 30, ..."; modes for which out has no room
 * are omitted. */
static void list_modes(const crok_device_caps *caps, char *out, size_t size)
{
    size_t n = 0;
    out[0] = '\0';
    for (int i = 0; i < caps->n_modes && n + 24U < size; i++) {
        const crok_mode *m = &caps->mode[i];
        n += (size_t)snprintf(out + n, size - n, "%s%s %dx%d %.4g",
                              i == 0 ? "" : ", ", crok_mode_format(m), m->w_px,
                              m->h_px, crok_mode_fps(m));
    }
}

crok_status crok_mode_choose(const crok_device_caps *caps,
                             const crok_source_options *wanted, crok_mode *out,
                             crok_err *err)
{
    const crok_mode *best = NULL;
    char there[140];
    for (int i = 0; i < caps->n_modes; i++) {
        const crok_mode *m = &caps->mode[i];
        if (fits(m, wanted) &&
            (best == NULL ||
             compare(m, best, wanted->fps > 0.0 ? 0.0 : MIN_FPS) > 0))
            best = m;
    }
    if (best != NULL) {
        *out = *best;
        return CROK_OK;
    }
    list_modes(caps, there, sizeof there);
    if (caps->n_modes == 0)
        return crok_fail(err, CROK_EUNSUPPORTED,
                         "the camera has no format that is read, only %s",
                         caps->unread[0] == '\0' ? "none" : caps->unread);
    return crok_fail(err, CROK_EUNSUPPORTED,
                     "the camera has no such format, size and rate together; "
                     "it has %s (crokeye devices lists all)",
                     there);
}
