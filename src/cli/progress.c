/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/progress.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

#define SHOW_AFTER_NS 1000000000LL
#define BAR_CHARS 30

static long long now_ns(void)
{
    struct timespec t = {0};
    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (long long)t.tv_sec * 1000000000LL + t.tv_nsec;
}

crok_progress crok_progress_start(int n_all)
{
    return (crok_progress){.is_terminal = isatty(STDERR_FILENO) == 1,
                           .start_ns = now_ns(),
                           .n_all = n_all};
}

void crok_progress_hide(crok_progress *p)
{
    if (!p->is_shown)
        return;
    (void)fputs("\r\033[K", stderr);
    (void)fflush(stderr);
    p->is_shown = false;
}

void crok_progress_show(crok_progress *p, int n_done)
{
    int filled = p->n_all > 0 ? n_done * BAR_CHARS / p->n_all : 0;
    long long ns = now_ns() - p->start_ns;
    if (!p->is_terminal || n_done >= p->n_all || ns < SHOW_AFTER_NS)
        return;
    (void)fputs("\r[", stderr);
    for (int i = 0; i < BAR_CHARS; i++)
        (void)fputc(i < filled ? '#' : '.', stderr);
    (void)fprintf(
        stderr, "] %d of %d, about %lld s left\033[K", n_done, p->n_all,
        n_done == 0 ? 0 : ns / n_done * (p->n_all - n_done) / 1000000000);
    (void)fflush(stderr);
    p->is_shown = true;
}

void crok_progress_say(crok_progress *p, const char *text)
{
    if (!p->is_terminal)
        return;
    (void)fprintf(stderr, "\r%s\033[K", text);
    (void)fflush(stderr);
    p->is_shown = true;
}
