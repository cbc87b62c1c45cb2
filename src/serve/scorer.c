/* SPDX-License-Identifier: Apache-2.0 */
#include "serve/scorer.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/clock.h"

extern char **environ;

static crok_status no_process(crok_err *err)
{
    return crok_fail(err, CROK_EIO, "no process to score it: %s",
                     strerror(errno));
}

/* Write the picture to a file that is in memory only; -1 on failure. */
static int put_in_memory(const char *bytes, size_t len)
{
    int fd = memfd_create("picture", MFD_CLOEXEC);
    size_t n = 0;
    while (fd >= 0 && n < len) {
        ssize_t got = write(fd, bytes + n, len - n);
        if (got <= 0) {
            (void)close(fd);
            return -1;
        }
        n += (size_t)got;
    }
    if (fd >= 0)
        (void)lseek(fd, 0, SEEK_SET);
    return fd;
}

/* Start the program with the picture as standard input and `to` as standard
 * output. Returns errno's value, 0 on success. */
static int start(const char *program, int picture, int to, pid_t *pid)
{
    char *const words[] = {"crokeye", "score", "--json", "/dev/stdin", NULL};
    posix_spawn_file_actions_t files;
    posix_spawnattr_t how;
    sigset_t none;
    int rc = posix_spawn_file_actions_init(&files);
    if (rc != 0)
        return rc;
    (void)posix_spawnattr_init(&how);
    (void)sigemptyset(&none);
    (void)posix_spawnattr_setsigmask(&how, &none);
    (void)posix_spawnattr_setflags(&how, POSIX_SPAWN_SETSIGMASK);
    rc = posix_spawn_file_actions_adddup2(&files, picture, STDIN_FILENO);
    if (rc == 0)
        rc = posix_spawn_file_actions_adddup2(&files, to, STDOUT_FILENO);
    if (rc == 0)
        rc = posix_spawn_file_actions_addopen(&files, STDERR_FILENO,
                                              "/dev/null", O_WRONLY, 0);
    if (rc == 0)
        rc = posix_spawn(pid, program, &files, &how, words, environ);
    (void)posix_spawnattr_destroy(&how);
    (void)posix_spawn_file_actions_destroy(&files);
    return rc;
}

static void limit(pid_t pid)
{
    const struct rlimit cpu = {CROK_SCORER_CPU_S, CROK_SCORER_CPU_S};
    const struct rlimit data = {CROK_SCORER_BYTES, CROK_SCORER_BYTES};
    (void)prlimit(pid, RLIMIT_CPU, &cpu, NULL);
    (void)prlimit(pid, RLIMIT_DATA, &data, NULL);
}

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
    int fd = put_in_memory(picture, len);
    int pipe_of[2] = {-1, -1};
    pid_t pid = 0;
    crok_status st = CROK_OK;
    if (text == NULL)
        st = crok_fail(err, CROK_ENOMEM, "no memory to score a picture");
    else if (fd < 0 || pipe2(pipe_of, O_CLOEXEC) != 0)
        st = no_process(err);
    else if ((errno = start(program, fd, pipe_of[1], &pid)) != 0)
        st = no_process(err);
    (void)close(pipe_of[1]);
    if (st == CROK_OK) {
        size_t n = 0;
        limit(pid);
        n = listen_to(pipe_of[0], text, CROK_SCORER_TEXT);
        (void)kill(pid, SIGKILL);
        (void)waitpid(pid, NULL, 0);
        st = take_line(text, n, out, err);
    }
    (void)close(pipe_of[0]);
    (void)close(fd);
    if (st != CROK_OK)
        free(text);
    return st;
}
