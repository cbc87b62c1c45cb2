/* SPDX-License-Identifier: Apache-2.0
 *
 * serve/connections.h: how many connections the server may have, which depends
 * on how many files the process may have open.
 *
 * Room     serve, internal: sets a limit of the process.
 * Threads  call it before the server starts.
 * Source   getrlimit(2): RLIMIT_NOFILE. */
#ifndef CROK_SERVE_CONNECTIONS_H
#define CROK_SERVE_CONNECTIONS_H

#include "core/status.h"

typedef struct crok_connections {
    unsigned total;
    int counted; /* how many serve/visitors.h lets in: the rest is for those
                  * that are being closed */
} crok_connections;

/* Raise the soft limit of open files as far as it is needed and allowed, and
 * return the connections for which it has room beside the records' files.
 *
 *   out  written only on CROK_OK
 *
 * CROK_EIO  the limit leaves less room than one browser needs */
CROK_MUST_USE crok_status crok_connections_fit(int n_tables,
                                               crok_connections *out,
                                               crok_err *err);

#endif
