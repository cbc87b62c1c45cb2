/* SPDX-License-Identifier: Apache-2.0 */
#include "capture/confined.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/pidfd.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/file.h"

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define IS_SANITIZED true
#else
#define IS_SANITIZED false
#endif

/* What the copy hands back, in memory that both processes share. */
typedef struct answer {
    bool is_done; /* all of this is written */
    crok_status status;
    crok_err err;
    char warning[sizeof((crok_photo *)NULL)->warning];
    crok_photo_scale scale;
    int w_px, h_px;
    uint8_t rgb[]; /* rows without gaps */
} answer;

/* Size in bytes of the picture that is decoded: not larger than the one that
 * the header declares, reduced as crok_photo_box does. */
static size_t most_bytes(const crok_photo *photo, int min_long_side_px)
{
    size_t n = (size_t)crok_photo_divisor(photo, min_long_side_px);
    size_t w = ((size_t)photo->stored_w_px + n - 1) / n;
    size_t h = ((size_t)photo->stored_h_px + n - 1) / n;
    return 3 * w * h;
}

/* ---- in the copy ---- */

/* Memory in bytes that this process has for its data: the sixth number of
 * /proc/self/statm, in pages (proc(5)). 0: unknown. */
static size_t data_bytes(void)
{
    char *text = NULL;
    size_t len = 0;
    char line[128];
    unsigned long pages = 0;
    if (crok_file_read("/proc/self/statm", sizeof line - 1, &text, &len,
                       NULL) != CROK_OK)
        return 0;
    len = len < sizeof line ? len : sizeof line - 1;
    memcpy(line, text, len);
    line[len] = '\0';
    free(text);
    if (sscanf(line, "%*u %*u %*u %*u %*u %lu", &pages) != 1)
        return 0;
    return pages * (size_t)sysconf(_SC_PAGESIZE);
}

static bool set_limits(const crok_confinement *c)
{
    size_t has = data_bytes();
    struct rlimit cpu = {(rlim_t)c->cpu_s, (rlim_t)c->cpu_s};
    struct rlimit data = {has + c->bytes, has + c->bytes};
    struct rlimit core = {0, 0};
    return setrlimit(RLIMIT_CORE, &core) == 0 &&
           setrlimit(RLIMIT_CPU, &cpu) == 0 &&
           (IS_SANITIZED || (has > 0 && setrlimit(RLIMIT_DATA, &data) == 0));
}

static void decode_here(const crok_confinement *c, crok_photo *photo,
                        int min_long_side_px, answer *to)
{
    crok_image img = {0};
    size_t room = most_bytes(photo, min_long_side_px);
    (void)close(STDERR_FILENO); /* what a library says as it crashes */
    to->scale = (crok_photo_scale){.x = 1.0, .y = 1.0};
    to->status =
        set_limits(c)
            ? c->decode(photo, min_long_side_px, &img, &to->scale, &to->err)
            : crok_fail(&to->err, CROK_ENOMEM,
                        "%s: no limits can be set to decode it", photo->name);
    memcpy(to->warning, photo->warning, sizeof to->warning);
    to->w_px = img.w_px;
    to->h_px = img.h_px;
    if (3 * (size_t)img.w_px * (size_t)img.h_px > room)
        return;
    for (int y = 0; y < img.h_px; y++)
        memcpy(to->rgb + 3 * (size_t)img.w_px * (size_t)y,
               crok_image_row(&img, y), 3 * (size_t)img.w_px);
    to->is_done = true;
}

/* ---- in the program ---- */

/* Wait until the copy has ended, and end it if it hangs. */
static void await_end(pid_t pid, int wait_s)
{
    struct pollfd end = {.fd = pidfd_open(pid, 0), .events = POLLIN};
    int status = 0;
    int n = end.fd < 0 ? 1 : 0;
    while (n == 0) {
        n = poll(&end, 1, wait_s * 1000);
        if (n == 0)
            (void)kill(pid, SIGKILL);
        n = n < 0 && errno == EINTR ? 0 : 1;
    }
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
        ;
    if (end.fd >= 0)
        (void)close(end.fd);
}

static crok_status take(const crok_confinement *c, crok_photo *photo,
                        const answer *from, crok_image *image, crok_err *err)
{
    crok_status st = CROK_OK;
    if (!from->is_done)
        return crok_fail(err, CROK_ETOOLARGE,
                         "%s: the %s cannot be decoded within %d s and %d MB; "
                         "save it as JPEG",
                         photo->name, photo->format, c->cpu_s,
                         (int)(c->bytes >> 20));
    memcpy(photo->warning, from->warning, sizeof photo->warning);
    if (from->status != CROK_OK)
        return crok_fail(err, from->status, "%s", from->err.msg);
    st = crok_image_new(from->w_px, from->h_px, CROK_RGB8, image, err);
    for (int y = 0; st == CROK_OK && y < from->h_px; y++)
        memcpy(crok_image_row(image, y),
               from->rgb + 3 * (size_t)from->w_px * (size_t)y,
               3 * (size_t)from->w_px);
    return st;
}

crok_status crok_confined_decode(const crok_confinement *c, crok_photo *photo,
                                 int min_long_side_px, crok_image *image,
                                 crok_photo_scale *scale, crok_err *err)
{
    size_t size = sizeof(answer) + most_bytes(photo, min_long_side_px);
    answer *shared = mmap(NULL, size, PROT_READ | PROT_WRITE,
                          MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    pid_t pid = 0;
    crok_status st = CROK_OK;
    if (shared == MAP_FAILED)
        return crok_fail(err, CROK_ENOMEM, "%s: no memory to decode it",
                         photo->name);
    pid = fork();
    if (pid == 0) {
        decode_here(c, photo, min_long_side_px, shared);
        _exit(0);
    }
    if (pid > 0) {
        await_end(pid, c->wait_s);
        st = take(c, photo, shared, image, err);
    } else {
        st = crok_fail(err, CROK_ENOMEM, "%s: no process to decode it: %s",
                       photo->name, strerror(errno));
    }
    if (st == CROK_OK)
        *scale = shared->scale;
    (void)munmap(shared, size);
    return st;
}
