/* SPDX-License-Identifier: Apache-2.0
 *
 * cli/confine.h: give up this process's rights before it reads a stranger's
 * picture. A picture that takes over its decoder can then read and write
 * nothing: no file but the system's libraries, no network, no other process.
 *
 * The files are limited by Landlock, where the kernel has it (Linux 5.13,
 * Debian 12); without it files can be read, but not written. All else is a list
 * of the system calls that decoding needs (seccomp); any other one fails with
 * EPERM.
 *
 * Room     cli: libseccomp.
 * Threads  call it while the process has one thread.
 * Source   landlock(7), seccomp(2), prctl(2): PR_SET_NO_NEW_PRIVS. */
#ifndef CROK_CLI_CONFINE_H
#define CROK_CLI_CONFINE_H

#include "core/status.h"

/* Confine this process and all processes that it starts. It cannot be undone.
 * Open files stay open: the picture is standard input.
 *
 * CROK_EIO  the kernel refuses; nothing may be decoded then */
CROK_MUST_USE crok_status crok_confine(crok_err *err);

#endif
