/* SPDX-License-Identifier: Apache-2.0
 *
 * What a picture that has taken over its decoder tries is refused once the
 * process is confined; and the same is not refused before, so that each try
 * would have done harm. */
#include "check.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/landlock.h>
#include <netinet/in.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "capture/scratch.h"
#include "cli/confine.h"

static char token[300], made[300];
static pid_t victim;             /* another process of this user */
static char secret[] = "secret"; /* at the same address in the victim */

/* ---- what is tried; true: it was done ---- */

static bool opens(const char *path, int flags)
{
    const int fd = open(path, flags | O_CLOEXEC, 0600);
    if (fd >= 0)
        (void)close(fd);
    return fd >= 0;
}

static bool reads_the_token(void)
{
    return opens(token, O_RDONLY);
}

static bool reads_passwords(void)
{
    return opens("/etc/passwd", O_RDONLY);
}

static bool reads_another_s_environment(void)
{
    char path[64];
    (void)snprintf(path, sizeof path, "/proc/%d/environ", (int)victim);
    return opens(path, O_RDONLY);
}

static bool writes_a_file(void)
{
    return opens(made, O_WRONLY | O_CREAT);
}

static bool appends_to_a_file(void)
{
    return opens(token, O_RDWR | O_APPEND);
}

static bool removes_a_file(void)
{
    return rename(token, made) == 0 && rename(made, token) == 0;
}

static bool makes_a_folder(void)
{
    return mkdir(made, 0700) == 0 && rmdir(made) == 0;
}

static bool opens_a_socket(void)
{
    const int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd >= 0)
        (void)close(fd);
    return fd >= 0;
}

static bool runs_a_program(void)
{
    int status = 1;
    const pid_t pid = fork();
    if (pid == 0) {
        (void)execl("/bin/true", "true", (char *)NULL);
        _exit(1);
    }
    (void)waitpid(pid, &status, 0);
    return status == 0;
}

static bool signals_another(void)
{
    return kill(victim, SIGCONT) == 0;
}

static bool reads_another_s_memory(void)
{
    char got[sizeof secret] = "";
    struct iovec to = {got, sizeof got}, from = {secret, sizeof secret};
    return process_vm_readv(victim, &to, 1, &from, 1, 0) ==
           (ssize_t)sizeof secret;
}

static bool traces_another(void)
{
    if (ptrace(PTRACE_ATTACH, victim, NULL, NULL) != 0)
        return false;
    (void)waitpid(victim, NULL, 0);
    return ptrace(PTRACE_DETACH, victim, NULL, NULL) == 0;
}

static bool limits_another(void)
{
    struct rlimit was;
    return prlimit(victim, RLIMIT_CPU, NULL, &was) == 0;
}

static bool makes_a_user_space(void)
{
    int status = 1;
    const pid_t pid = fork();
    if (pid == 0)
        _exit(unshare(CLONE_NEWUSER) == 0 ? 0 : 1);
    (void)waitpid(pid, &status, 0);
    return status == 0;
}

static const struct {
    const char *what;
    bool (*try)(void);
    bool needs_landlock; /* without it, it is not refused */
} tries[] = {
    {"reads the token", reads_the_token, true},
    {"reads passwords", reads_passwords, true},
    {"reads another's environment", reads_another_s_environment, true},
    {"writes a file", writes_a_file, false},
    {"appends to a file", appends_to_a_file, false},
    {"removes a file", removes_a_file, false},
    {"makes a folder", makes_a_folder, false},
    {"opens a socket", opens_a_socket, false},
    {"runs a program", runs_a_program, false},
    {"signals another", signals_another, false},
    {"reads another's memory", reads_another_s_memory, false},
    {"traces another", traces_another, false},
    {"limits another", limits_another, false},
    {"makes a user space", makes_a_user_space, false},
};

enum { N_TRIES = sizeof tries / sizeof *tries };

/* ---- the process that tries ---- */

typedef struct result {
    crok_status status;
    bool done[N_TRIES];
    bool still_works;
    double took_ms;
} result;

static double now_ms(void)
{
    struct timespec t = {0};
    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

/* A decoder's own work: memory, a library of the system, a copy of the process.
 */
static bool works(void)
{
    int status = 1;
    void *at = mmap(NULL, 1 << 20, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    const pid_t pid = fork();
    if (pid == 0) {
        struct rlimit core = {0, 0};
        _exit(setrlimit(RLIMIT_CORE, &core) == 0 ? 0 : 1);
    }
    (void)waitpid(pid, &status, 0);
    return at != MAP_FAILED && status == 0 && opens("/usr/bin/env", O_RDONLY) &&
           opens("/proc/self/statm", 0);
}

static result tried(bool is_confined)
{
    result *shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE,
                          MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    result r;
    int status = 1;
    pid_t pid = 0;
    assert_true(shared != MAP_FAILED);
    pid = fork();
    if (pid == 0) {
        const double began = now_ms();
        shared->status = is_confined ? crok_confine(NULL) : CROK_OK;
        shared->took_ms = now_ms() - began;
        for (int i = 0; i < N_TRIES; i++)
            shared->done[i] = tries[i].try();
        shared->still_works = works();
        _exit(0);
    }
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_int_equal(status, 0);
    r = *shared;
    (void)munmap(shared, sizeof *shared);
    return r;
}

static bool has_landlock(void)
{
    return syscall(SYS_landlock_create_ruleset, NULL, 0,
                   LANDLOCK_CREATE_RULESET_VERSION) >= 1;
}

static void a_confined_process_does_no_harm(void **state)
{
    result r = tried(true);
    (void)state;
    CHECK_STATUS(r.status, CROK_OK, &(crok_err){0});
    for (int i = 0; i < N_TRIES; i++)
        if (r.done[i] && (has_landlock() || !tries[i].needs_landlock))
            fail_msg("a confined process %s", tries[i].what);
    assert_true(r.still_works);
    print_message("confined in %.2f ms\n", r.took_ms);
}

/* What this machine itself refuses (a container) shows nothing. */
static void each_try_would_have_done_harm(void **state)
{
    result r = tried(false);
    int n = 0;
    (void)state;
    for (int i = 0; i < N_TRIES; i++) {
        n += r.done[i];
        if (!r.done[i])
            print_message("not confined, and yet it never %s\n", tries[i].what);
    }
    assert_true(n >= N_TRIES - 4); /* of processes, as containers refuse */
    assert_true(r.done[0] && r.done[3] && r.done[7] && r.done[8]);
}

static int set_up(void **state)
{
    FILE *to = NULL;
    int rc = scratch_make(state);
    if (rc != 0)
        return rc;
    (void)snprintf(token, sizeof token, "%s", scratch_file("token"));
    (void)snprintf(made, sizeof made, "%s", scratch_file("made"));
    to = fopen(token, "w");
    assert_non_null(to);
    (void)fputs("secret\n", to);
    (void)fclose(to);
    victim = fork();
    if (victim == 0)
        for (;;)
            (void)pause();
    return 0;
}

static int tear_down(void **state)
{
    (void)kill(victim, SIGKILL);
    (void)waitpid(victim, NULL, 0);
    (void)unlink(token);
    (void)unlink(made);
    return scratch_remove(state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_confined_process_does_no_harm),
        cmocka_unit_test(each_try_would_have_done_harm),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
