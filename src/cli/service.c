/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/service.h"

#include <systemd/sd-daemon.h>

void crok_service_ready(void)
{
    (void)sd_notify(0, "READY=1");
}

void crok_service_alive(void)
{
    (void)sd_notify(0, "WATCHDOG=1");
}
