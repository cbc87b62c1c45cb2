/* SPDX-License-Identifier: Apache-2.0 */
#include "hall/tool.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define MOST_BYTES ((size_t)1 << 20)

extern char **environ;

/* Start the program with `to` as standard output. Returns errno's value, 0 on
 * success. */
static int start(char *const *words, int to, pid_t *pid)
{
    posix_spawn_file_actions_t files;
    int rc = posix_spawn_file_actions_init(&files);
    if (rc != 0)
        return rc;
    rc = posix_spawn_file_actions_adddup2(&files, to, STDOUT_FILENO);
    if (rc == 0)
        rc = posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null",
                                              O_RDONLY, 0);
    if (rc == 0)
        rc = posix_spawnp(pid, words[0], &files, NULL, words, environ);
    (void)posix_spawn_file_actions_destroy(&files);
    return rc;
}

/* Read to the end. Returns the number of bytes; MOST_BYTES if there are more.
 */
static size_t read_all(int fd, char *text)
{
    size_t n = 0;
    while (n < MOST_BYTES) {
        ssize_t got = read(fd, text + n, MOST_BYTES - n);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            break;
        n += (size_t)got;
    }
    return n;
}

crok_status crok_tool_run(char *const *words, char **out, crok_err *err)
{
    char *text = malloc(MOST_BYTES + 1);
    int pipe_of[2] = {-1, -1};
    pid_t pid = 0;
    size_t n = 0;
    int status = 0;
    if (text == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory to run %.60s", words[0]);
    errno =
        pipe2(pipe_of, O_CLOEXEC) != 0 ? errno : start(words, pipe_of[1], &pid);
    (void)close(pipe_of[1]);
    if (pid == 0) {
        (void)crok_fail(err, CROK_EIO, "%.60s cannot be run: %.80s", words[0],
                        strerror(errno));
        (void)close(pipe_of[0]);
        free(text);
        return CROK_EIO;
    }
    n = read_all(pipe_of[0], text);
    (void)close(pipe_of[0]);
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
        ;
    if (status != 0 || n == MOST_BYTES) {
        free(text);
        return crok_fail(err, CROK_EIO, "%.60s %.60s failed", words[0],
                         words[1] == NULL ? "" : words[1]);
    }
    text[n] = '\0';
    *out = text;
    return CROK_OK;
}
