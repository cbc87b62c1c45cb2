/* SPDX-License-Identifier: Apache-2.0
 *
 * cli/service.h: tell systemd that a program which runs as its service is
 * ready, and that it is alive: a service that hangs is started again
 * (WatchdogSec in its unit). Without systemd both do nothing.
 *
 * Room     cli: libsystemd.
 * Threads  any.
 * Source   sd_notify(3). */
#ifndef CROK_CLI_SERVICE_H
#define CROK_CLI_SERVICE_H

void crok_service_ready(void);
void crok_service_alive(void);

#endif
