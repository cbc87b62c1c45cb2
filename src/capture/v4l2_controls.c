/* SPDX-License-Identifier: Apache-2.0 */
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "capture/v4l2.h"

/* Convert the driver's name to the one that v4l2-ctl uses: "Exposure Time,
 * Absolute" becomes "exposure_time_absolute". */
static void plain_name(const char *text, size_t size, char *out)
{
    size_t n = 0;
    bool gap = false;
    for (size_t i = 0; i < size && text[i] != '\0'; i++) {
        unsigned char c = (unsigned char)text[i];
        if (!isalnum(c)) {
            gap = n > 0U;
            continue;
        }
        if (gap && n + 1U < size)
            out[n++] = '_';
        gap = false;
        if (n + 1U < size)
            out[n++] = (char)(tolower)(c); /* the parentheses call the function,
                                            * because the macro's expansion
                                            * nests deeply */
    }
    out[n] = '\0';
}

/* Find the next control after *id that can be both set and read. False if there
 * is no further control. */
static bool next_control(int fd, uint32_t *id, crok_control_info *out)
{
    const uint32_t no_use = V4L2_CTRL_FLAG_DISABLED | V4L2_CTRL_FLAG_READ_ONLY |
                            V4L2_CTRL_FLAG_WRITE_ONLY;
    struct v4l2_queryctrl q = {.id = *id | V4L2_CTRL_FLAG_NEXT_CTRL};
    while (crok_v4l2_call(fd, VIDIOC_QUERYCTRL, &q) == 0 && q.id > *id) {
        *id = q.id;
        if ((q.flags & no_use) == 0U &&
            (q.type == V4L2_CTRL_TYPE_INTEGER ||
             q.type == V4L2_CTRL_TYPE_BOOLEAN ||
             q.type == V4L2_CTRL_TYPE_MENU ||
             q.type == V4L2_CTRL_TYPE_INTEGER_MENU)) {
            *out = (crok_control_info){
                .id = q.id, .least = q.minimum, .most = q.maximum};
            plain_name((const char *)q.name, sizeof out->name, out->name);
            return true;
        }
        q = (struct v4l2_queryctrl){.id = *id | V4L2_CTRL_FLAG_NEXT_CTRL};
    }
    return false;
}

static int value_of(int fd, uint32_t id, int otherwise)
{
    struct v4l2_control c = {.id = id};
    return crok_v4l2_call(fd, VIDIOC_G_CTRL, &c) == 0 ? c.value : otherwise;
}

int crok_v4l2_controls(int fd, crok_control_info *out, int most)
{
    int n = 0;
    uint32_t id = 0;
    while (n < most && next_control(fd, &id, &out[n])) {
        out[n].value = value_of(fd, id, 0);
        n++;
    }
    return n;
}

static bool find(int fd, const char *name, crok_control_info *out)
{
    uint32_t id = 0;
    while (next_control(fd, &id, out))
        if (strcmp(out->name, name) == 0)
            return true;
    return false;
}

static crok_status set_one(int fd, const char *node, const crok_control *want,
                           crok_source_state *state, crok_err *err)
{
    crok_control_info info = {0};
    struct v4l2_control c = {.value = want->value};
    char tried[64];
    int got = 0;
    *state = CROK_SOURCE_REFUSED;
    if (!find(fd, want->name, &info))
        return crok_fail(err, CROK_EARG,
                         "%s: the camera has no control %.40s (crokeye devices "
                         "lists them)",
                         node, want->name);
    if (want->value < info.least || want->value > info.most)
        return crok_fail(err, CROK_EARG, "%s: %s can be %d to %d, not %d", node,
                         info.name, info.least, info.most, want->value);
    c.id = info.id;
    (void)snprintf(tried, sizeof tried, "set %s", info.name);
    if (crok_v4l2_call(fd, VIDIOC_S_CTRL, &c) != 0)
        return crok_v4l2_fault(node, tried, errno, state, err);
    got = value_of(fd, info.id, want->value);
    if (got != want->value)
        return crok_fail(err, CROK_EARG,
                         "%s: the camera makes %d of %s=%d; ask for that", node,
                         got, info.name, want->value);
    return CROK_OK;
}

crok_status crok_v4l2_set_controls(int fd, const char *node,
                                   const crok_control *controls, int n,
                                   crok_source_state *state, crok_err *err)
{
    crok_status st = CROK_OK;
    for (int i = 0; st == CROK_OK && i < n; i++)
        st = set_one(fd, node, &controls[i], state, err);
    return st;
}

int crok_v4l2_verify_controls(int fd, const crok_control *controls, int n)
{
    int n_set = 0;
    for (int i = 0; i < n; i++) {
        crok_control_info info = {0};
        struct v4l2_control c = {.value = controls[i].value};
        if (!find(fd, controls[i].name, &info) ||
            value_of(fd, info.id, c.value) == c.value)
            continue;
        c.id = info.id;
        if (crok_v4l2_call(fd, VIDIOC_S_CTRL, &c) == 0)
            n_set++;
    }
    return n_set;
}
