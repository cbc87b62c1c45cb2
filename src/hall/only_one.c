/* SPDX-License-Identifier: Apache-2.0 */
#include "hall/only_one.h"

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "core/sha256.h"

/* Others that ask at the same time who it is. */
#define ASKING_MOST 64

/* An abstract address: its name begins behind a zero byte. */
typedef struct place {
    struct sockaddr_un at;
    socklen_t len;
} place;

/* The path is hashed, as a name has room for 107 bytes. */
static place place_of(const char *full_path, const char *machine)
{
    place p = {.at = {.sun_family = AF_UNIX}};
    char hex[CROK_SHA256_HEX];
    int n = 0;
    crok_sha256_hmac(machine, full_path, hex);
    n = snprintf(p.at.sun_path + 1, sizeof p.at.sun_path - 1,
                 "crokeye-hall-run-%s", hex);
    p.len = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + (size_t)n);
    return p;
}

/* The process that has the place; 0: nobody knows. */
static long holder_of(const place *p)
{
    struct ucred who = {0};
    socklen_t len = sizeof who;
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    bool is_known = fd >= 0 &&
                    connect(fd, (const struct sockaddr *)&p->at, p->len) == 0 &&
                    getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &who, &len) == 0;
    if (fd >= 0)
        (void)close(fd);
    return is_known ? (long)who.pid : 0;
}

static crok_status refuse(const char *path, const place *p, crok_err *err)
{
    const long pid = holder_of(p);
    char who[40] = "";
    if (pid > 0)
        (void)snprintf(who, sizeof who, " (process %ld)", pid);
    return crok_fail(
        err, CROK_ECONFLICT,
        "%.80s: another `crokeye hall run`%s runs this file "
        "already; change the file, which it reads again by itself, "
        "or end it first",
        path, who);
}

static crok_status take(const char *path, const place *p, int *fd,
                        crok_err *err)
{
    const int s = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const bool is_mine =
        s >= 0 && bind(s, (const struct sockaddr *)&p->at, p->len) == 0 &&
        listen(s, ASKING_MOST) == 0;
    const int why = errno;
    if (is_mine) {
        *fd = s;
        return CROK_OK;
    }
    if (s >= 0)
        (void)close(s);
    if (why == EADDRINUSE)
        return refuse(path, p, err);
    return crok_fail(err, CROK_EIO,
                     "%.120s: it cannot be found out whether another program "
                     "runs it: %s",
                     path, strerror(why));
}

crok_status crok_only_one_be(const char *path, const char *machine, int *fd,
                             crok_err *err)
{
    char *full = realpath(path, NULL);
    place p;
    if (full == NULL)
        return crok_fail(err, errno == ENOMEM ? CROK_ENOMEM : CROK_EIO,
                         "%.160s: %s", path, strerror(errno));
    p = place_of(full, machine);
    free(full);
    return take(path, &p, fd, err);
}
