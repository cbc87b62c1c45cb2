/* SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <sys/mman.h>

#include <libv4l2.h>

#include "capture/v4l2.h"

static struct v4l2_buffer request(int index)
{
    return (struct v4l2_buffer){.type = V4L2_BUF_TYPE_VIDEO_CAPTURE,
                                .memory = V4L2_MEMORY_MMAP,
                                .index = (uint32_t)index};
}

static int request_buffers(int fd, uint32_t n, uint32_t *got)
{
    struct v4l2_requestbuffers r = {.count = n,
                                    .type = V4L2_BUF_TYPE_VIDEO_CAPTURE,
                                    .memory = V4L2_MEMORY_MMAP};
    int bad = crok_v4l2_call(fd, VIDIOC_REQBUFS, &r);
    *got = r.count;
    return bad;
}

/* Map buffer i and queue it. Returns 0 or an errno. */
static int map_one(crok_queue *q, int fd, int i)
{
    struct v4l2_buffer b = request(i);
    void *at = NULL;
    if (crok_v4l2_call(fd, VIDIOC_QUERYBUF, &b) != 0)
        return errno;
    at = v4l2_mmap(NULL, b.length, PROT_READ | PROT_WRITE, MAP_SHARED, fd,
                   (int64_t)b.m.offset);
    if (at == MAP_FAILED)
        return errno;
    q->buffer[i].at = at;
    q->buffer[i].n = b.length;
    q->n = i + 1;
    return crok_queue_give(fd, i);
}

crok_status crok_queue_start(crok_queue *q, int fd, const char *node,
                             crok_source_state *state, crok_err *err)
{
    int type = V4L2_BUF_TYPE_VIDEO_CAPTURE, why = 0;
    uint32_t got = 0;
    *q = (crok_queue){0};
    if (request_buffers(fd, CROK_N_BUFFERS, &got) != 0)
        return crok_v4l2_fault(node, "get buffers", errno, state, err);
    if (got > CROK_N_BUFFERS)
        got = CROK_N_BUFFERS;
    for (int i = 0; why == 0 && i < (int)got; i++)
        why = map_one(q, fd, i);
    if (why == 0 && q->n < 2)
        why = ENOMEM;
    if (why != 0)
        return crok_v4l2_fault(node, "map buffers", why, state, err);
    if (crok_v4l2_call(fd, VIDIOC_STREAMON, &type) != 0)
        return crok_v4l2_fault(node, "start the camera", errno, state, err);
    q->is_streaming = true;
    return CROK_OK;
}

void crok_queue_stop(crok_queue *q, int fd)
{
    int type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
    uint32_t got = 0;
    if (q->is_streaming)
        (void)crok_v4l2_call(fd, VIDIOC_STREAMOFF, &type);
    for (int i = 0; i < q->n; i++)
        (void)v4l2_munmap(q->buffer[i].at, q->buffer[i].n);
    (void)request_buffers(fd, 0, &got);
    *q = (crok_queue){0};
}

int crok_queue_take(int fd, struct v4l2_buffer *b)
{
    *b = request(0);
    return crok_v4l2_call(fd, VIDIOC_DQBUF, b) == 0 ? 0 : errno;
}

int crok_queue_give(int fd, int index)
{
    struct v4l2_buffer b = request(index);
    return crok_v4l2_call(fd, VIDIOC_QBUF, &b) == 0 ? 0 : errno;
}
