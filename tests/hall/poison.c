/* SPDX-License-Identifier: Apache-2.0
 *
 * A library to be preloaded, by which photos with certain names end the process
 * that scores them, as a fault of a decoder would:
 *
 *   *poison-crash*   it aborts
 *   *poison-time*    it needs processor time without end
 *   *poison-memory*  it takes memory until there is no more, and aborts
 *   *poison-wait*    it waits until its worker is gone
 *
 * and with POISON_SENT in the environment every photo that was sent, which has
 * no name, aborts it.
 *
 * A worker, which reads photos only for their hash, opens them unharmed. */
#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

int open(const char *path, int flags, ...);

/* Is this process `crokeye score`? */
static bool does_score(void)
{
    char words[64] = "";
    FILE *f = fopen("/proc/self/cmdline", "r");
    size_t n = f == NULL ? 0 : fread(words, 1, sizeof words - 1, f);
    if (f != NULL)
        (void)fclose(f);
    return n > 0 && strcmp(words + strlen(words) + 1, "score") == 0;
}

static void take_time(void)
{
    for (volatile unsigned long i = 0;; i++)
        ;
}

static void take_memory(void)
{
    const size_t part = (size_t)16 << 20;
    for (;;) {
        char *bytes = malloc(part);
        if (bytes == NULL)
            abort();
        memset(bytes, 1, part);
    }
}

static void wait_for_worker(void)
{
    const struct timespec step = {.tv_nsec = 20000000L};
    const pid_t worker = getppid();
    while (getppid() == worker)
        (void)nanosleep(&step, NULL);
    _exit(1);
}

int open(const char *path, int flags, ...)
{
    int (*next)(const char *, int, ...) = NULL;
    void *found = dlsym(RTLD_NEXT, "open");
    va_list more;
    int mode = 0;
    va_start(more, flags);
    if ((flags & O_CREAT) != 0)
        mode = va_arg(more, int);
    va_end(more);
    memcpy(&next, &found, sizeof next);
    if (getenv("POISON_SENT") != NULL && strstr(path, "/fd/") != NULL &&
        does_score())
        abort();
    if (strstr(path, "poison-") != NULL && does_score()) {
        if (strstr(path, "poison-crash") != NULL)
            abort();
        if (strstr(path, "poison-time") != NULL)
            take_time();
        if (strstr(path, "poison-memory") != NULL)
            take_memory();
        if (strstr(path, "poison-wait") != NULL)
            wait_for_worker();
    }
    return next(path, flags, mode);
}
