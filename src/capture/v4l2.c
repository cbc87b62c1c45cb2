/* SPDX-License-Identifier: Apache-2.0 */
#include "capture/v4l2.h"

#include <errno.h>
#include <string.h>

#include <libv4l2.h>

int crok_v4l2_call(int fd, unsigned long request, void *arg)
{
    int r = 0;
    do
        r = v4l2_ioctl(fd, request, arg);
    while (r != 0 && errno == EINTR);
    return r;
}

static const struct fault {
    int why;
    crok_status status;
    crok_source_state state;
    const char *words;
} faults[] = {
    {EBUSY, CROK_EIO, CROK_SOURCE_BUSY,
     "another program uses it; close that one (fuser -v says which it is)"},
    {EACCES, CROK_EIO, CROK_SOURCE_DENIED,
     "no permission; add yourself to the group \"video\" and log in again"},
    {EPERM, CROK_EIO, CROK_SOURCE_DENIED, "no permission"},
    {ENOENT, CROK_ENODEV, CROK_SOURCE_GONE,
     "there is no such camera; is it plugged in?"},
    {ENODEV, CROK_ENODEV, CROK_SOURCE_GONE, "the camera is unplugged"},
    {ENXIO, CROK_ENODEV, CROK_SOURCE_GONE, "the camera is unplugged"},
    {ENOSPC, CROK_EIO, CROK_SOURCE_NO_ROOM,
     "the USB bus has no room left for it; plug it in elsewhere, or choose "
     "MJPG, a smaller size or a lower rate"},
    {ENOTTY, CROK_EUNSUPPORTED, CROK_SOURCE_REFUSED, "it is no camera"},
};

crok_status crok_v4l2_fault(const char *node, const char *tried, int why,
                            crok_source_state *state, crok_err *err)
{
    struct fault f = {why, CROK_EIO, CROK_SOURCE_BROKEN, strerror(why)};
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
        if (faults[i].why == why)
            f = faults[i];
    if (state != NULL)
        *state = f.state;
    return crok_fail(err, f.status, "%s: cannot %s: %s", node, tried, f.words);
}
