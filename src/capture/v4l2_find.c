/* SPDX-License-Identifier: Apache-2.0 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <libv4l2.h>

#include "capture/v4l2.h"

/* Folder in which udev makes links to the cameras; a link's name contains
 * maker, model and serial number. */
#define BY_ID "v4l/by-id"

static bool leads_to(const char *link, const char *node)
{
    char a[PATH_MAX], b[PATH_MAX];
    return realpath(link, a) != NULL && realpath(node, b) != NULL &&
           strcmp(a, b) == 0;
}

static void find_link(const char *dev_dir, const char *node, char *out,
                      size_t size)
{
    char dir[256], path[PATH_MAX];
    const struct dirent *e = NULL;
    DIR *d = NULL;
    (void)snprintf(dir, sizeof dir, "%s/" BY_ID, dev_dir);
    d = opendir(dir);
    out[0] = '\0';
    while (d != NULL && (e = readdir(d)) != NULL) {
        (void)snprintf(path, sizeof path, "%s/%s", dir, e->d_name);
        if (e->d_name[0] != '.' && strlen(path) < size &&
            leads_to(path, node)) {
            (void)snprintf(out, size, "%s", path);
            break;
        }
    }
    if (d != NULL)
        (void)closedir(d);
}

crok_status crok_v4l2_identify(int fd, const char *dev_dir, const char *node,
                               crok_device *out, crok_err *err)
{
    struct v4l2_capability cap = {0};
    uint32_t can = 0;
    if (crok_v4l2_call(fd, VIDIOC_QUERYCAP, &cap) != 0)
        return crok_v4l2_fault(node, "ask the camera", errno, NULL, err);
    can = (cap.capabilities & V4L2_CAP_DEVICE_CAPS) != 0U ? cap.device_caps
                                                          : cap.capabilities;
    if ((can & V4L2_CAP_VIDEO_CAPTURE) == 0U ||
        (can & V4L2_CAP_STREAMING) == 0U)
        return crok_fail(err, CROK_EUNSUPPORTED,
                         "%s gives no pictures; a camera often has a second "
                         "node that does",
                         node);
    *out = (crok_device){0};
    (void)snprintf(out->node, sizeof out->node, "%s", node);
    (void)snprintf(out->card, sizeof out->card, "%.31s",
                   (const char *)cap.card);
    (void)snprintf(out->bus, sizeof out->bus, "%.31s",
                   (const char *)cap.bus_info);
    find_link(dev_dir, node, out->by_id, sizeof out->by_id);
    return CROK_OK;
}

/* ---- the list ---- */

static int by_number(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

/* Collect the numbers N of the nodes dev_dir/videoN in ascending order. Returns
 * how many there are. */
static int node_numbers(const char *dev_dir, int number[CROK_MAX_DEVICES])
{
    const struct dirent *e = NULL;
    int n = 0;
    DIR *d = opendir(dev_dir);
    while (d != NULL && n < CROK_MAX_DEVICES && (e = readdir(d)) != NULL) {
        char *end = NULL;
        long k = strncmp(e->d_name, "video", 5) == 0
                     ? strtol(e->d_name + 5, &end, 10)
                     : -1;
        if (k >= 0 && k < INT_MAX && end != e->d_name + 5 && *end == '\0')
            number[n++] = (int)k;
    }
    if (d != NULL)
        (void)closedir(d);
    qsort(number, (size_t)n, sizeof *number, by_number);
    return n;
}

/* Open a node and read its identity. False if it is not a camera. If it cannot
 * be opened, the result is true and out->fault gives the reason. */
static bool probe_node(const char *dev_dir, const char *node, crok_device *out)
{
    crok_err err = {0};
    crok_status st = CROK_OK;
    int fd = v4l2_open(node, O_RDWR | O_NONBLOCK | O_CLOEXEC);
    *out = (crok_device){0};
    if (fd < 0) {
        (void)crok_v4l2_fault(node, "open the camera", errno, NULL, &err);
    } else {
        st = crok_v4l2_identify(fd, dev_dir, node, out, &err);
        (void)v4l2_close(fd);
    }
    if (st == CROK_EUNSUPPORTED || err.status == CROK_EUNSUPPORTED)
        return false;
    (void)snprintf(out->node, sizeof out->node, "%s", node);
    out->fault = err;
    return true;
}

int crok_devices_list(const char *dev_dir, crok_device *out)
{
    int number[CROK_MAX_DEVICES];
    int n_nodes = node_numbers(dev_dir, number), n = 0;
    for (int i = 0; i < n_nodes; i++) {
        char node[sizeof out->node];
        (void)snprintf(node, sizeof node, "%s/video%d", dev_dir, number[i]);
        if (probe_node(dev_dir, node, &out[n]))
            n++;
    }
    return n;
}

/* ---- one that we know ---- */

static bool at_link(const char *dev_dir, const crok_device *known,
                    crok_device *out)
{
    char node[PATH_MAX];
    return known->by_id[0] != '\0' && realpath(known->by_id, node) != NULL &&
           strlen(node) < sizeof out->node && probe_node(dev_dir, node, out) &&
           out->fault.status == CROK_OK;
}

bool crok_v4l2_find(const char *dev_dir, const crok_device *known,
                    crok_device *out)
{
    crok_device all[CROK_MAX_DEVICES];
    int n = 0, n_named = 0, named = 0;
    if (at_link(dev_dir, known, out))
        return true;
    n = crok_devices_list(dev_dir, all);
    for (int i = 0; i < n; i++) {
        if (all[i].fault.status != CROK_OK ||
            strcmp(all[i].card, known->card) != 0)
            continue;
        if (strcmp(all[i].bus, known->bus) == 0) {
            *out = all[i];
            return true;
        }
        named = i;
        n_named++;
    }
    if (n_named == 1)
        *out = all[named];
    return n_named == 1;
}
