/* SPDX-License-Identifier: Apache-2.0
 *
 * hall/only_one.h: only one supervisor of a day's file on a machine: a second
 * one would start each table a second time, and the two would take its ports
 * and records from each other for ever.
 *
 * It is a socket in the kernel's abstract namespace (unix(7)), whose name is
 * made of the file's full path and the machine. The kernel removes it when the
 * process ends, however that happens, and nothing lies on the disk: so the file
 * may be replaced, and be in a folder that several machines share.
 *
 * Room     hall, internal: uses core.
 * Threads  any thread. */
#ifndef CROK_HALL_ONLY_ONE_H
#define CROK_HALL_ONLY_ONE_H

#include "core/status.h"

/* Be the only one for a file.
 *
 *   path     of the day's file, which exists; links are followed
 *   machine  its host name
 *   fd       written only on CROK_OK: a descriptor; whoever closes it, or ends,
 *            gives the place back
 *
 * CROK_ECONFLICT  another process is it; the message has its number
 * CROK_EIO        there is no such file, or no socket can be made
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_only_one_be(const char *path,
                                           const char *machine, int *fd,
                                           crok_err *err);

#endif
