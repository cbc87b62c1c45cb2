/* SPDX-License-Identifier: Apache-2.0 */
#include "hall/process.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/pidfd.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

/* Status of a process that found no program, as of a shell. */
enum { NO_PROGRAM = 127 };

extern char **environ;

/* Become the program. Only calls that are safe between fork and exec. */
static void become(const char *program, const crok_plan *plan, char **settings,
                   int output, pid_t parent)
{
    sigset_t none;
    (void)sigemptyset(&none);
    (void)sigprocmask(SIG_SETMASK, &none, NULL);
    (void)signal(SIGPIPE, SIG_DFL);
    (void)setpgid(0, 0);
    (void)prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (getppid() == parent && dup2(output, STDOUT_FILENO) >= 0 &&
        dup2(output, STDERR_FILENO) >= 0)
        (void)execve(program, plan->words, settings);
    _exit(NO_PROGRAM);
}

/* Returns the environment of the program, with its source. Free it and its
 * first text. */
static char **settings_of(const crok_plan *plan)
{
    static const char name[] = CROK_PLAN_SOURCE "=";
    size_t n = 0;
    size_t to = 0;
    char **list = NULL;
    const char *source = plan->source == NULL ? "" : plan->source;
    const size_t size = sizeof name + strlen(source);
    while (environ[n] != NULL)
        n++;
    list = calloc(n + 2, sizeof *list);
    if (list == NULL || (list[0] = malloc(size)) == NULL) {
        free(list);
        return NULL;
    }
    (void)snprintf(list[to++], size, "%s%s", name, source);
    for (size_t i = 0; i < n; i++)
        if (strncmp(environ[i], name, sizeof name - 1) != 0)
            list[to++] = environ[i];
    return list;
}

static crok_status no_process(const crok_plan *plan, crok_err *err)
{
    return crok_fail(err, CROK_EIO, "%.80s cannot be started: %s", plan->name,
                     strerror(errno));
}

crok_status crok_process_start(crok_process *p, const char *program,
                               const crok_plan *plan, crok_err *err)
{
    int output[2] = {-1, -1};
    const pid_t parent = getpid();
    char **settings = settings_of(plan);
    if (settings == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory to start a program");
    *p = (crok_process){.handle = -1, .output = -1};
    if (pipe2(output, O_CLOEXEC) == 0)
        p->pid = fork();
    if (output[0] >= 0 && p->pid == 0)
        become(program, plan, settings, output[1], parent);
    free(settings[0]);
    free(settings);
    if (output[0] < 0 || p->pid < 0) {
        (void)no_process(plan, err);
        p->pid = 0;
        (void)close(output[0]);
        (void)close(output[1]);
        return CROK_EIO;
    }
    (void)close(output[1]);
    (void)fcntl(output[0], F_SETFL, O_NONBLOCK);
    p->output = output[0];
    p->handle = pidfd_open(p->pid, 0);
    if (p->handle >= 0)
        return CROK_OK;
    (void)no_process(plan, err);
    (void)kill(p->pid, SIGKILL);
    (void)waitpid(p->pid, NULL, 0);
    (void)close(p->output);
    *p = (crok_process){.handle = -1, .output = -1};
    return CROK_EIO;
}

/* ---- what it prints ---- */

static void end_line(crok_process *p,
                     void (*say)(void *context, const char *text),
                     void *context)
{
    if (p->n > 0 && p->line[p->n - 1] == '\r')
        p->n--;
    p->line[p->n] = '\0';
    say(context, p->line);
    p->n = 0;
}

/* Read once, and tell the lines that have ended. False if there is nothing to
 * be read now, or no more ever. */
static bool read_some(crok_process *p,
                      void (*say)(void *context, const char *text),
                      void *context)
{
    char bytes[4096];
    const ssize_t got = read(p->output, bytes, sizeof bytes);
    if (got < 0)
        return errno == EINTR;
    if (got == 0) {
        (void)close(p->output);
        p->output = -1;
        return false;
    }
    for (ssize_t i = 0; i < got; i++) {
        if (bytes[i] == '\n' || p->n + 1 == sizeof p->line)
            end_line(p, say, context);
        if (bytes[i] != '\n')
            p->line[p->n++] = bytes[i];
    }
    return true;
}

void crok_process_read(crok_process *p, bool all,
                       void (*say)(void *context, const char *text),
                       void *context)
{
    bool more = p->output >= 0;
    while (more) /* without `all` the others have something to say, too */
        more = read_some(p, say, context) && all;
    if (all && p->n > 0)
        end_line(p, say, context);
}

/* ---- its end ---- */

bool crok_process_has_ended(crok_process *p, char *how, size_t size)
{
    int status = 0;
    if (p->pid == 0 || waitpid(p->pid, &status, WNOHANG) != p->pid)
        return false;
    if (WIFSIGNALED(status))
        (void)snprintf(how, size, "by signal %d (%s)", WTERMSIG(status),
                       strsignal(WTERMSIG(status)));
    else
        (void)snprintf(how, size, "with status %d", WEXITSTATUS(status));
    (void)close(p->handle);
    p->pid = 0;
    p->handle = -1;
    return true;
}
