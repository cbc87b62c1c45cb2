/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/confine.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/landlock.h>
#include <sched.h>
#include <seccomp.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/lsan_interface.h>
/* The leak check runs now. At its usual place, the end of the process, the
 * system calls that it makes would be refused. */
#define LOOK_FOR_LEAKS() __lsan_do_leak_check()
#else
#define LOOK_FOR_LEAKS() ((void)0)
#endif

/* ---- files ---- */

/* What decoding reads: libraries that are loaded when they are needed, and what
 * the C library and OpenCV ask about the processor and the process's memory. */
static const char *const READABLE[] = {
    "/usr",       "/lib",          "/lib64",        "/etc/ld.so.cache",
    "/proc/self", "/proc/cpuinfo", "/proc/meminfo", "/sys/devices/system/cpu"};

/* Of a folder, and of a file. */
#define READS_FOLDER                                                           \
    ((uint64_t)LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR)
#define READS_FILE ((uint64_t)LANDLOCK_ACCESS_FS_READ_FILE)

/* All that the first version of Landlock governs: reading, writing, making,
 * removing and executing. */
#define EVERYTHING (((uint64_t)LANDLOCK_ACCESS_FS_MAKE_SYM << 1) - 1)

/* Allow reading of an open file, or of all files below an open folder. For what
 * Landlock does not govern, such as a pipe, the kernel refuses the rule, and
 * none is needed. */
static void let_read(int rules, int fd)
{
    struct landlock_path_beneath_attr below = {.allowed_access = READS_FOLDER,
                                               .parent_fd = fd};
    if (syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH,
                &below, 0) == 0 ||
        errno != EINVAL)
        return;
    below.allowed_access = READS_FILE; /* it is no folder */
    (void)syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH,
                  &below, 0);
}

/* Returns false if a kernel with Landlock refuses. */
static bool limit_files(void)
{
    const struct landlock_ruleset_attr governed = {.handled_access_fs =
                                                       EVERYTHING};
    const long version = syscall(SYS_landlock_create_ruleset, NULL, 0,
                                 LANDLOCK_CREATE_RULESET_VERSION);
    bool is_done = false;
    int rules = -1;
    if (version < 1)
        return true;
    rules = (int)syscall(SYS_landlock_create_ruleset, &governed,
                         sizeof governed, 0);
    if (rules < 0)
        return false;
    let_read(rules, STDIN_FILENO); /* which is opened again by its name */
    for (size_t i = 0; i < sizeof READABLE / sizeof *READABLE; i++) {
        const int fd = open(READABLE[i], O_PATH | O_CLOEXEC);
        if (fd < 0)
            continue;
        let_read(rules, fd);
        (void)close(fd);
    }
    is_done = syscall(SYS_landlock_restrict_self, rules, 0) == 0;
    (void)close(rules);
    return is_done;
}

/* ---- system calls ---- */

/* Calls with any arguments. A copy of the process decodes HEIC and AVIF
 * (capture/confined.h), so it may be copied and waited for. */
static const int CALLS[] = {SCMP_SYS(pipe),
                            SCMP_SYS(pipe2),
                            SCMP_SYS(read),
                            SCMP_SYS(pread64),
                            SCMP_SYS(readv),
                            SCMP_SYS(write),
                            SCMP_SYS(writev),
                            SCMP_SYS(lseek),
                            SCMP_SYS(close),
                            SCMP_SYS(close_range),
                            SCMP_SYS(fstat),
                            SCMP_SYS(stat),
                            SCMP_SYS(lstat),
                            SCMP_SYS(newfstatat),
                            SCMP_SYS(statx),
                            SCMP_SYS(access),
                            SCMP_SYS(faccessat),
                            SCMP_SYS(faccessat2),
                            SCMP_SYS(readlink),
                            SCMP_SYS(readlinkat),
                            SCMP_SYS(getdents64),
                            SCMP_SYS(fcntl),
                            SCMP_SYS(poll),
                            SCMP_SYS(ppoll),
                            SCMP_SYS(mmap),
                            SCMP_SYS(munmap),
                            SCMP_SYS(mremap),
                            SCMP_SYS(mprotect),
                            SCMP_SYS(madvise),
                            SCMP_SYS(brk),
                            SCMP_SYS(membarrier),
                            SCMP_SYS(futex),
                            SCMP_SYS(clock_gettime),
                            SCMP_SYS(clock_getres),
                            SCMP_SYS(clock_nanosleep),
                            SCMP_SYS(nanosleep),
                            SCMP_SYS(gettimeofday),
                            SCMP_SYS(time),
                            SCMP_SYS(getrandom),
                            SCMP_SYS(getpid),
                            SCMP_SYS(gettid),
                            SCMP_SYS(getrusage),
                            SCMP_SYS(getrlimit),
                            SCMP_SYS(setrlimit),
                            SCMP_SYS(sysinfo),
                            SCMP_SYS(uname),
                            SCMP_SYS(sched_yield),
                            SCMP_SYS(sched_getaffinity),
                            SCMP_SYS(rt_sigaction),
                            SCMP_SYS(rt_sigprocmask),
                            SCMP_SYS(rt_sigreturn),
                            SCMP_SYS(sigaltstack),
                            SCMP_SYS(set_tid_address),
                            SCMP_SYS(set_robust_list),
                            SCMP_SYS(rseq),
                            SCMP_SYS(wait4),
                            SCMP_SYS(waitid),
                            SCMP_SYS(pidfd_open),
                            SCMP_SYS(restart_syscall),
                            SCMP_SYS(exit),
                            SCMP_SYS(exit_group)};

/* Opening to do anything but read. */
#define NO_READING (O_ACCMODE | O_CREAT | O_TRUNC | O_APPEND | O_TMPFILE)

/* Rights of their own that a new process or thread could ask for. */
#define NEW_SPACES                                                             \
    (CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC |             \
     CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET)

/* A call that is allowed if its argument `at` has none of the bits of `mask`.
 */
static int allow_without(scmp_filter_ctx filter, int call, unsigned at,
                         uint64_t mask)
{
    const struct scmp_arg_cmp without = {
        .arg = at, .op = SCMP_CMP_MASKED_EQ, .datum_a = mask, .datum_b = 0};
    return seccomp_rule_add_array(filter, SCMP_ACT_ALLOW, call, 1, &without);
}

/* A call that is allowed if its first argument is this one. */
static int allow_first(scmp_filter_ctx filter, int call, uint64_t first)
{
    const struct scmp_arg_cmp is = {
        .arg = 0, .op = SCMP_CMP_EQ, .datum_a = first};
    return seccomp_rule_add_array(filter, SCMP_ACT_ALLOW, call, 1, &is);
}

/* Calls that depend on an argument. Returns 0, or a negative errno. */
static int add_some(scmp_filter_ctx filter)
{
    int rc = allow_without(filter, SCMP_SYS(openat), 2,
                           NO_READING & ~(uint64_t)O_DIRECTORY);
    if (rc == 0)
        rc = allow_without(filter, SCMP_SYS(open), 1,
                           NO_READING & ~(uint64_t)O_DIRECTORY);
    if (rc == 0)
        rc = allow_without(filter, SCMP_SYS(clone), 0, NEW_SPACES);
    /* of this process only */
    if (rc == 0)
        rc = allow_first(filter, SCMP_SYS(prlimit64), 0);
    if (rc == 0)
        rc = allow_first(filter, SCMP_SYS(prctl), PR_SET_PDEATHSIG);
    if (rc == 0)
        rc = allow_first(filter, SCMP_SYS(prctl), PR_SET_NAME);
    /* its arguments cannot be looked at: the C library takes clone instead */
    if (rc == 0)
        rc = seccomp_rule_add_array(filter, SCMP_ACT_ERRNO(ENOSYS),
                                    SCMP_SYS(clone3), 0, NULL);
    return rc;
}

/* Returns 0, or a negative errno. */
static int limit_calls(void)
{
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ERRNO(EPERM));
    int rc = filter == NULL ? -ENOMEM : 0;
    for (size_t i = 0; rc == 0 && i < sizeof CALLS / sizeof *CALLS; i++)
        rc = seccomp_rule_add_array(filter, SCMP_ACT_ALLOW, CALLS[i], 0, NULL);
    if (rc == 0)
        rc = add_some(filter);
    if (rc == 0)
        rc = seccomp_load(filter);
    if (filter != NULL)
        seccomp_release(filter);
    return rc;
}

crok_status crok_confine(crok_err *err)
{
    int rc = 0;
    LOOK_FOR_LEAKS();
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || !limit_files())
        rc = -errno;
    if (rc == 0)
        rc = limit_calls();
    return rc == 0
               ? CROK_OK
               : crok_fail(err, CROK_EIO, "the process cannot be confined: %s",
                           strerror(-rc));
}
