/* SPDX-License-Identifier: Apache-2.0 */
#include "serve/scorer.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/child.h"
#include "core/clock.h"

/* Read what the program says, until it ends, it says too much, or time is up.
 * Returns the number of bytes. */
static size_t listen_to(int fd, char *text, size_t room)
{
    const int64_t until = crok_clock_monotonic_ms() + CROK_SCORER_WAIT_MS;
    size_t n = 0;
    for (;;) {
        int64_t left = until - crok_clock_monotonic_ms();
        struct pollfd at = {.fd = fd, .events = POLLIN};
        ssize_t got = 0;
        if (left <= 0 || n == room || poll(&at, 1, (int)left) == 0)
            return 0;
        got = read(fd, text + n, room - n);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return got == 0 ? n : 0;
        n += (size_t)got;
    }
}

/* The document is one line. */
static crok_status take_line(char *text, size_t n, char **out, crok_err *err)
{
    if (n == 0 || text[n - 1] != '\n' || text[0] != '{')
        return crok_fail(err, CROK_ETOOLARGE,
                         "this picture takes too long to score, or cannot be "
                         "read: send it smaller");
    text[n - 1] = '\0';
    *out = text;
    return CROK_OK;
}

crok_status crok_scorer_run(const char *program, const void *picture,
                            size_t len, char **out, crok_err *err)
{
    char *text = malloc(CROK_SCORER_TEXT);
    int fd = crok_child_file(picture, len);
    int pipe_of[2] = {-1, -1};
    pid_t pid = 0;
    const char *const words[] = {"crokeye", "score",      "--confined",
                                 "--json",  "/dev/stdin", NULL};
    crok_child_plan plan = {.program = program,
                            .words = words,
                            .input = fd,
                            .cpu_s = CROK_SCORER_CPU_S,
                            .bytes = CROK_SCORER_BYTES};
    crok_status st = CROK_OK;
    if (text == NULL)
        st = crok_fail(err, CROK_ENOMEM, "no memory to score a picture");
    else if (fd < 0 || pipe2(pipe_of, O_CLOEXEC) != 0)
        st = crok_fail(err, CROK_EIO, "no process to score it: %s",
                       strerror(errno));
    plan.output = pipe_of[1];
    if (st == CROK_OK)
        st = crok_child_start(&plan, &pid, err);
    (void)close(pipe_of[1]);
    if (st == CROK_OK) {
        size_t n = 0;
        n = listen_to(pipe_of[0], text, CROK_SCORER_TEXT);
        (void)crok_child_end(pid);
        st = take_line(text, n, out, err);
    }
    (void)close(pipe_of[0]);
    (void)close(fd);
    if (st != CROK_OK)
        free(text);
    return st;
}
