/* SPDX-License-Identifier: Apache-2.0 */
#include "serve/connections.h"

#include <sys/resource.h>

/* Limits of connections. The total allows 200 viewers, each of which loads a
 * few files of a page. One of SPARE is for connections that are being closed.
 * The least is what two browsers open. Chosen by hand. */
#define MOST 512
#define SPARE 8
#define LEAST 12
/* Files that are open beside connections: those of the program with a camera,
 * and of each record the file, its journal and its lock, with as many while it
 * is opened again. Measured: 10, and 2 a table; doubled and more. */
#define FILES 28
#define FILES_OF_TABLE 4

crok_status crok_connections_fit(int n_tables, crok_connections *out,
                                 crok_err *err)
{
    rlim_t kept = FILES + (rlim_t)FILES_OF_TABLE * (rlim_t)n_tables;
    struct rlimit files;
    struct rlimit more;
    rlim_t n = MOST;
    (void)getrlimit(RLIMIT_NOFILE, &files); /* cannot fail: both are valid */
    more = files;
    more.rlim_cur = kept + MOST < files.rlim_max ? kept + MOST : files.rlim_max;
    if (more.rlim_cur > files.rlim_cur && setrlimit(RLIMIT_NOFILE, &more) == 0)
        files = more;
    if (files.rlim_cur < kept + LEAST)
        return crok_fail(err, CROK_EIO,
                         "this program may open %lu files, and needs %lu to "
                         "serve; raise the limit (ulimit -n, LimitNOFILE= of "
                         "systemd)",
                         (unsigned long)files.rlim_cur,
                         (unsigned long)(kept + LEAST));
    if (files.rlim_cur - kept < n)
        n = files.rlim_cur - kept;
    *out = (crok_connections){(unsigned)n, (int)(n - n / SPARE)};
    return CROK_OK;
}
