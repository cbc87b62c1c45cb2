/* SPDX-License-Identifier: Apache-2.0 */
#include "core/child.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define IS_SANITIZED true
#else
#define IS_SANITIZED false
#endif

int crok_child_file(const void *bytes, size_t n)
{
    const char *from = bytes;
    int fd = memfd_create("picture", MFD_CLOEXEC);
    size_t done = 0;
    while (fd >= 0 && done < n) {
        ssize_t got = write(fd, from + done, n - done);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0) {
            (void)close(fd);
            return -1;
        }
        done += (size_t)got;
    }
    if (fd >= 0)
        (void)lseek(fd, 0, SEEK_SET);
    return fd;
}

/* The child has its standard descriptors only: a connection that it inherited
 * would outlive this program. Returns errno's value, 0 on success. */
static int describe_files(const crok_child_plan *p,
                          posix_spawn_file_actions_t *files)
{
    int rc = posix_spawn_file_actions_adddup2(files, p->input, STDIN_FILENO);
    if (rc == 0)
        rc = posix_spawn_file_actions_adddup2(files, p->output, STDOUT_FILENO);
    if (rc == 0)
        rc = posix_spawn_file_actions_addopen(files, STDERR_FILENO, "/dev/null",
                                              O_WRONLY, 0);
    if (rc == 0)
        rc = posix_spawn_file_actions_addclosefrom_np(files, STDERR_FILENO + 1);
    return rc;
}

/* For a child that has nothing of this program's. */
static char *const NO_ENVIRONMENT[] = {NULL};

/* Returns errno's value, 0 on success. */
static int spawn(const crok_child_plan *p, pid_t *pid)
{
    posix_spawn_file_actions_t files;
    posix_spawnattr_t how;
    sigset_t none;
    sigset_t usual;
    int rc = posix_spawn_file_actions_init(&files);
    if (rc != 0)
        return rc;
    (void)posix_spawnattr_init(&how);
    (void)sigemptyset(&none);
    (void)sigemptyset(&usual);
    /* a child whose reader is gone ends, also where this program ignores that
     */
    (void)sigaddset(&usual, SIGPIPE);
    (void)posix_spawnattr_setsigmask(&how, &none);
    (void)posix_spawnattr_setsigdefault(&how, &usual);
    (void)posix_spawnattr_setflags(&how, POSIX_SPAWN_SETSIGMASK |
                                             POSIX_SPAWN_SETSIGDEF);
    rc = describe_files(p, &files);
    if (rc == 0)
        rc = posix_spawn(pid, p->program, &files, &how, (char *const *)p->words,
                         p->has_environment ? environ : NO_ENVIRONMENT);
    (void)posix_spawnattr_destroy(&how);
    (void)posix_spawn_file_actions_destroy(&files);
    return rc;
}

crok_status crok_child_start(const crok_child_plan *plan, pid_t *pid,
                             crok_err *err)
{
    const struct rlimit data = {plan->bytes, plan->bytes};
    int why = spawn(plan, pid);
    if (why != 0)
        return crok_fail(err, CROK_EIO, "no process to score it: %s",
                         strerror(why));
    crok_child_allow(*pid, plan->cpu_s);
    if (!IS_SANITIZED)
        (void)prlimit(*pid, RLIMIT_DATA, &data, NULL);
    return CROK_OK;
}

void crok_child_allow(pid_t pid, int cpu_s)
{
    clockid_t clock = 0;
    struct timespec used = {0};
    struct rlimit cpu = {0};
    /* the limit counts whole seconds; one more keeps what is allowed */
    if (clock_getcpuclockid(pid, &clock) != 0 ||
        clock_gettime(clock, &used) != 0 ||
        prlimit(pid, RLIMIT_CPU, NULL, &cpu) != 0)
        return;
    cpu.rlim_cur = (rlim_t)used.tv_sec + (rlim_t)cpu_s + 1;
    if (cpu.rlim_cur > cpu.rlim_max)
        cpu.rlim_cur = cpu.rlim_max;
    (void)prlimit(pid, RLIMIT_CPU, &cpu, NULL);
}

int crok_child_end(pid_t pid)
{
    int status = 0;
    (void)kill(pid, SIGKILL);
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
        ;
    return status;
}
