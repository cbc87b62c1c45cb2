/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/cmd_devices.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "capture/devices.h"
#include "cli/say.h"
#include "cli/usage.h"

enum { DONE = 0, SOME_FAILED = 1, WRONG_USAGE = 2, COULD_NOT_RUN = 3 };

/* Print the camera's name and port. */
static void print_name(const crok_device *d)
{
    crok_show(stdout, "%s  %s (%s)\n", d->node, d->card, d->bus);
    if (d->by_id[0] != '\0')
        crok_show(stdout, "  %s\n", d->by_id);
}

static bool is_next_rate(const crok_mode *a, const crok_mode *b)
{
    return a->fourcc == b->fourcc && a->w_px == b->w_px && a->h_px == b->h_px;
}

/* Print a line for each format and size, with its rates. */
static void print_modes(const crok_device_caps *caps)
{
    if (caps->n_modes > 0)
        (void)printf("  formats and sizes, with frames a second:");
    for (int i = 0; i < caps->n_modes; i++) {
        const crok_mode *m = &caps->mode[i];
        if (i == 0 || !is_next_rate(m - 1, m))
            (void)printf("\n    %-4s %4dx%-4d %s", crok_mode_format(m), m->w_px,
                         m->h_px, m->is_converted ? "(converted) " : "");
        if (m->interval_num != 0U)
            (void)printf(" %.4g", crok_mode_fps(m));
    }
    if (caps->n_modes > 0)
        (void)printf("\n");
    if (caps->unread[0] != '\0')
        crok_show(stdout, "  not read: %s\n", caps->unread);
}

static void print_controls(const crok_device_caps *caps)
{
    if (caps->n_controls > 0)
        (void)printf("  controls:\n");
    for (int i = 0; i < caps->n_controls; i++) {
        const crok_control_info *c = &caps->control[i];
        crok_show(stdout, "    %s=%d (%d to %d)\n", c->name, c->value, c->least,
                  c->most);
    }
}

static int print_device(const crok_device *d, crok_device_caps *caps)
{
    crok_err err = d->fault;
    if (err.status == CROK_OK &&
        crok_device_caps_read(d->node, caps, &err) == CROK_OK) {
        print_name(d);
        print_modes(caps);
        print_controls(caps);
        return DONE;
    }
    crok_say("crokeye devices: %s", err.msg);
    return SOME_FAILED;
}

static int list(void)
{
    crok_device *device = calloc(CROK_MAX_DEVICES, sizeof *device);
    crok_device_caps *caps = malloc(sizeof *caps);
    int status = DONE, n = 0;
    if (device == NULL || caps == NULL) {
        status = COULD_NOT_RUN;
        crok_say("crokeye devices: no memory");
    } else {
        n = crok_devices_list("/dev", device);
        if (n == 0)
            (void)puts("No camera was found. Plug one in; one on the network "
                       "is named by its address instead.");
    }
    for (int i = 0; i < n; i++)
        if (print_device(&device[i], caps) != DONE)
            status = SOME_FAILED;
    free(device);
    free(caps);
    return status;
}

int crok_cmd_devices(int argc, char **argv)
{
    int status = DONE;
    if (argc == 2 &&
        (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)) {
        (void)fputs(crok_usage_devices, stdout);
    } else if (argc > 1) {
        crok_say("crokeye devices: it takes no %s", argv[1]);
        (void)fputs(crok_usage_devices, stderr);
        return WRONG_USAGE;
    } else {
        status = list();
    }
    if (!crok_output_is_written()) {
        crok_say("crokeye devices: cannot write the output");
        status = COULD_NOT_RUN;
    }
    return status;
}
