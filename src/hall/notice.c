/* SPDX-License-Identifier: Apache-2.0 */
#include "hall/notice.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <unistd.h>

#include "core/clock.h"
#include "core/file_mark.h"

/* How often the marks are compared and the folders watched anew, ms: folders
 * may be made and replaced. 100 files cost about a hundredth of this in
 * thousandths of a core. */
#define LOOK_MS 1000

/* A file is replaced, closed after writing, or removed. SQLite removes
 * FILE-journal when a transaction ends. */
#define EVENTS                                                                 \
    (IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_ONLYDIR)

/* One watched file. */
typedef struct watched {
    const char *path; /* NULL: none */
    const char *name; /* in its folder; points into path */
    int watch;        /* of its folder; -1: none */
    crok_file_mark mark;
} watched;

struct crok_notice {
    int fd; /* -1: there is no inotify */
    int n;
    int64_t look_at_ms; /* when the marks are compared next */
    watched file[];
};

/* Watch the folder of a file. It is the same watch if it is watched already. */
static void watch_folder(const crok_notice *n, watched *f)
{
    char folder[PATH_MAX];
    int len = (int)(f->name - f->path);
    int used = len == 0 ? snprintf(folder, sizeof folder, ".")
                        : snprintf(folder, sizeof folder, "%.*s", len, f->path);
    f->watch = n->fd >= 0 && used > 0 && used < PATH_MAX
                   ? inotify_add_watch(n->fd, folder, EVENTS)
                   : -1;
}

crok_status crok_notice_open(const char *const *paths, int n, crok_notice **out,
                             crok_err *err)
{
    crok_notice *it = calloc(1, sizeof *it + (size_t)n * sizeof it->file[0]);
    if (it == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory to watch %d files", n);
    it->fd = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
    it->n = n;
    for (int i = 0; i < n; i++) {
        watched *f = &it->file[i];
        const char *slash = paths[i] == NULL ? NULL : strrchr(paths[i], '/');
        *f = (watched){.path = paths[i],
                       .name = slash == NULL ? paths[i] : slash + 1,
                       .watch = -1};
        if (f->path != NULL)
            watch_folder(it, f);
    }
    *out = it;
    return CROK_OK;
}

void crok_notice_close(crok_notice **n)
{
    if (n == NULL || *n == NULL)
        return;
    if ((*n)->fd >= 0)
        (void)close((*n)->fd);
    free(*n);
    *n = NULL;
}

/* Is it the file's name, or that of the journal of its transactions? */
static bool is_about(const watched *f, const char *name)
{
    size_t n = strlen(f->name);
    return strncmp(name, f->name, n) == 0 &&
           (name[n] == '\0' || strcmp(name + n, "-journal") == 0);
}

static void take_event(crok_notice *n, const struct inotify_event *e,
                       bool *changed)
{
    for (int i = 0; i < n->n; i++) {
        watched *f = &n->file[i];
        if (f->path == NULL)
            continue;
        if ((e->mask & IN_Q_OVERFLOW) == 0 &&
            (e->wd != f->watch || e->len == 0 || !is_about(f, e->name)))
            continue;
        changed[i] = true;
        f->mark = crok_file_mark_of(f->path);
    }
}

static void take_events(crok_notice *n, bool *changed)
{
    _Alignas(struct inotify_event) char bytes[16384];
    ssize_t got = 0;
    while ((got = read(n->fd, bytes, sizeof bytes)) > 0) {
        for (ssize_t at = 0; at < got;) {
            const struct inotify_event *e = (const void *)(bytes + at);
            take_event(n, e, changed);
            at += (ssize_t)sizeof *e + (ssize_t)e->len;
        }
    }
}

static void compare_marks(crok_notice *n, bool *changed)
{
    for (int i = 0; i < n->n; i++) {
        watched *f = &n->file[i];
        crok_file_mark now = {.exists = false};
        if (f->path == NULL)
            continue;
        watch_folder(n, f);
        now = crok_file_mark_of(f->path);
        changed[i] = changed[i] || !crok_file_mark_same(&now, &f->mark);
        f->mark = now;
    }
}

void crok_notice_wait(crok_notice *n, int64_t wait_ms, bool *changed)
{
    int64_t until_look = n->look_at_ms - crok_clock_monotonic_ms();
    struct pollfd p = {.fd = n->fd, .events = POLLIN};
    if (wait_ms > until_look)
        wait_ms = until_look;
    if (wait_ms < 0)
        wait_ms = 0;
    if (poll(&p, 1, (int)wait_ms) > 0)
        take_events(n, changed);
    if (crok_clock_monotonic_ms() >= n->look_at_ms) {
        compare_marks(n, changed);
        n->look_at_ms = crok_clock_monotonic_ms() + LOOK_MS;
    }
}
