/* SPDX-License-Identifier: Apache-2.0 */
#include "hall/archive/scoring.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/child.h"
#include "core/clock.h"

/* Exit status of `crokeye score` for wrong usage. */
enum { EXIT_USAGE = 2 };

/* Words before and behind the job's options. */
enum { WORDS_MORE = 8 };

static crok_status start_child(const crok_work *w,
                               const crok_job_words *options, int list,
                               crok_scoring *s, crok_err *err)
{
    const char *words[CROK_N_JOB_OPTIONS + WORDS_MORE] = {
        "crokeye", "score", "--each", "--json", "--null"};
    crok_child_plan plan = {.program = w->program,
                            .words = words,
                            .input = list,
                            .has_environment = true,
                            .cpu_s = w->cpu_s,
                            .bytes = w->bytes};
    int pipe_of[2] = {-1, -1};
    int n = 5;
    crok_status st = CROK_OK;
    for (int i = 0; i < options->n; i++)
        words[n++] = options->word[i];
    words[n++] = "-";
    words[n] = NULL;
    if (pipe2(pipe_of, O_CLOEXEC) != 0)
        return crok_fail(err, CROK_EIO, "no pipe to a process that scores: %s",
                         strerror(errno));
    plan.output = pipe_of[1];
    st = crok_child_start(&plan, &s->pid, err);
    (void)close(pipe_of[1]);
    if (st == CROK_OK)
        s->out = pipe_of[0];
    else
        (void)close(pipe_of[0]);
    return st;
}

crok_status crok_scoring_start(const crok_work *w, const crok_job_words *words,
                               const char *const *paths, int n,
                               crok_scoring *out, crok_err *err)
{
    crok_scoring s = {.cpu_s = w->cpu_s, .heard_ms = crok_clock_monotonic_ms()};
    crok_str list = {0};
    int fd = -1;
    crok_status st = CROK_OK;
    for (int i = 0; i < n; i++)
        crok_str_add_bytes(&list, paths[i], strlen(paths[i]) + 1);
    if (!list.failed)
        fd = crok_child_file(list.s, list.len);
    free(list.s);
    if (fd < 0)
        return crok_fail(err, CROK_ENOMEM, "no memory for a list of photos");
    st = start_child(w, words, fd, &s, err);
    (void)close(fd);
    if (st == CROK_OK)
        *out = s;
    return st;
}

/* Return a whole line of what was read, or NULL. */
static const char *take_line(crok_scoring *s)
{
    char *end = NULL;
    if (s->taken > 0) {
        s->text.len -= s->taken;
        memmove(s->text.s, s->text.s + s->taken, s->text.len + 1);
        s->taken = 0;
    }
    if (s->text.len > 0)
        end = memchr(s->text.s, '\n', s->text.len);
    if (end == NULL)
        return NULL;
    *end = '\0';
    s->taken = (size_t)(end + 1 - s->text.s);
    return s->text.s;
}

crok_scoring_step crok_scoring_next(crok_scoring *s, int wait_ms,
                                    const char **line)
{
    char part[1U << 14];
    ssize_t got = 0;
    struct pollfd at = {.fd = s->out, .events = POLLIN};
    for (;;) {
        *line = take_line(s);
        if (*line != NULL) {
            s->heard_ms = crok_clock_monotonic_ms();
            crok_child_allow(s->pid, s->cpu_s);
            return CROK_SCORING_LINE;
        }
        if (poll(&at, 1, wait_ms) <= 0)
            return CROK_SCORING_WAITS;
        got = read(s->out, part, sizeof part);
        if (got < 0 && errno == EINTR)
            continue;
        if (got > 0)
            crok_str_add_bytes(&s->text, part, (size_t)got);
        if (got <= 0 || s->text.failed)
            return CROK_SCORING_ENDED;
    }
}

bool crok_scoring_is_late(const crok_scoring *s)
{
    return crok_clock_monotonic_ms() - s->heard_ms > CROK_SCORING_WAIT_MS;
}

static void tell_end(const crok_scoring *s, int status, char why[96])
{
    if (crok_scoring_is_late(s))
        (void)snprintf(why, 96, "no result within %d s",
                       (int)(CROK_SCORING_WAIT_MS / 1000));
    else if (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU)
        (void)snprintf(why, 96, "more than %d s of processor time", s->cpu_s);
    else if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL)
        (void)snprintf(why, 96, "it was killed, as for lack of memory");
    else if (WIFSIGNALED(status))
        (void)snprintf(why, 96, "its process ended by signal %d (%s)",
                       WTERMSIG(status), sigdescr_np(WTERMSIG(status)));
    else
        (void)snprintf(why, 96, "its process ended with exit status %d",
                       WEXITSTATUS(status));
}

bool crok_scoring_end(crok_scoring *s, char why[96])
{
    int status = crok_child_end(s->pid);
    if (why != NULL)
        tell_end(s, status, why);
    (void)close(s->out);
    free(s->text.s);
    *s = (crok_scoring){.pid = 0};
    return !(WIFEXITED(status) && WEXITSTATUS(status) == EXIT_USAGE);
}
