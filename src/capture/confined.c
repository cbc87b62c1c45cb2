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
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/file.h"

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define IS_SANITIZED true
#else
#define IS_SANITIZED false
#endif

/* A fuzzer looks for crashes itself. */
#ifdef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
#define IS_FUZZED true
#else
#define IS_FUZZED false
#endif

/* What the copy hands back, in memory that both processes share. */
typedef struct answer {
    bool is_done; /* all of this is written */
    crok_status status;
    crok_err err;
    crok_photo photo; /* its pointers are the same in both processes */
    crok_photo_scale scale;
    int w_px, h_px; /* of the picture; 0: none was decoded */
    uint8_t rgb[];  /* rows without gaps */
} answer;

crok_confinement crok_confinement_of(crok_photo_head *head,
                                     crok_photo_decoder *decode)
{
    return (crok_confinement){.head = head,
                              .decode = decode,
                              .cpu_s = CROK_CONFINED_CPU_S,
                              .wait_s = CROK_CONFINED_WAIT_S,
                              .bytes = CROK_CONFINED_BYTES};
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

static bool set_limits(const crok_confinement *c, size_t has)
{
    struct rlimit cpu = {(rlim_t)c->cpu_s, (rlim_t)c->cpu_s};
    struct rlimit data = {has + c->bytes, has + c->bytes};
    struct rlimit core = {0, 0};
    return setrlimit(RLIMIT_CORE, &core) == 0 &&
           setrlimit(RLIMIT_CPU, &cpu) == 0 &&
           (IS_SANITIZED || (has > 0 && setrlimit(RLIMIT_DATA, &data) == 0));
}

/* Copy the picture to the shared memory, which has room for `room` bytes of
 * it. */
static bool hand_over(const crok_image *img, size_t room, answer *to)
{
    size_t row_bytes = 3 * (size_t)img->w_px;
    if (row_bytes * (size_t)img->h_px > room)
        return false;
    to->w_px = img->w_px;
    to->h_px = img->h_px;
    for (int y = 0; y < img->h_px; y++)
        memcpy(to->rgb + row_bytes * (size_t)y, crok_image_row(img, y),
               row_bytes);
    return true;
}

/* Read the header if `room` is 0, else decode.
 *
 *   has  memory that the process has for its data; the copy of a process that
 *        is confined may not ask */
static void work(const crok_confinement *c, crok_photo *photo,
                 int min_long_side_px, size_t room, size_t has, answer *to)
{
    crok_image img = {0};
    /* it ends with the program, and has none of its files: records, cameras,
     * connections; nor standard error, for what a library says as it crashes */
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
    (void)close_range(STDERR_FILENO, ~0U, 0);
    to->scale = (crok_photo_scale){.x = 1.0, .y = 1.0};
    if (!set_limits(c, has))
        to->status =
            crok_fail(&to->err, CROK_ENOMEM,
                      "%s: no limits can be set to read it", photo->name);
    else if (room == 0)
        to->status = c->head(photo, &to->err);
    else
        to->status =
            c->decode(photo, min_long_side_px, &img, &to->scale, &to->err);
    to->photo = *photo;
    to->is_done = hand_over(&img, room, to);
}

/* ---- in the program ---- */

/* Wait until the copy has ended, and end it if it hangs. A process that may
 * signal none (cli/confine.h) is itself ended sooner by the one that began it,
 * and its copy with it. */
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

/* A part of the shared memory that is given back as it is read, bytes, so that
 * the picture is not there twice. */
enum { PART_BYTES = 1 << 20 };

/* Copy the picture from the shared memory, which is empty afterwards. */
static void take_rows(answer *from, const crok_image *image)
{
    size_t row_bytes = 3 * (size_t)image->w_px;
    uintptr_t freed = (uintptr_t)from->rgb / PART_BYTES * PART_BYTES;
    freed += PART_BYTES;
    for (int y = 0; y < image->h_px; y++) {
        uint8_t *row = from->rgb + row_bytes * (size_t)y;
        memcpy(crok_image_row(image, y), row, row_bytes);
        for (; freed + PART_BYTES <= (uintptr_t)row; freed += PART_BYTES)
            (void)madvise((void *)freed, PART_BYTES, MADV_REMOVE);
    }
}

static crok_status take(const crok_confinement *c, crok_photo *photo,
                        answer *from, crok_err *err)
{
    if (!from->is_done)
        return crok_fail(err, CROK_ETOOLARGE,
                         "%s: the %s cannot be read within %d s and %d MB; "
                         "save it as ordinary JPEG",
                         photo->name, photo->format, c->cpu_s,
                         (int)(c->bytes >> 20));
    *photo = from->photo;
    return from->status == CROK_OK
               ? CROK_OK
               : crok_fail(err, from->status, "%s", from->err.msg);
}

/* Let a copy of this process work. *out is what it hands back, in memory that
 * the caller unmaps; NULL if there is none. */
static crok_status run(const crok_confinement *c, crok_photo *photo,
                       int min_long_side_px, size_t room, answer **out,
                       crok_err *err)
{
    answer *shared = mmap(NULL, sizeof *shared + room, PROT_READ | PROT_WRITE,
                          MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    const size_t has = data_bytes();
    pid_t pid = 0;
    if (shared == MAP_FAILED)
        return crok_fail(err, CROK_ENOMEM, "%s: no memory to read it",
                         photo->name);
    *out = shared;
    pid = fork();
    if (pid == 0) {
        work(c, photo, min_long_side_px, room, has, shared);
        _exit(0);
    }
    if (pid < 0)
        return crok_fail(err, CROK_ENOMEM, "%s: no process to read it: %s",
                         photo->name, strerror(errno));
    await_end(pid, c->wait_s);
    return take(c, photo, shared, err);
}

crok_status crok_confined_head(const crok_confinement *c, crok_photo *photo,
                               crok_err *err)
{
    answer *shared = NULL;
    crok_status st =
        IS_FUZZED ? c->head(photo, err) : run(c, photo, 0, 0, &shared, err);
    if (shared != NULL)
        (void)munmap(shared, sizeof *shared);
    return st;
}

crok_status crok_confined_decode(const crok_confinement *c, crok_photo *photo,
                                 int min_long_side_px, crok_image *image,
                                 crok_photo_scale *scale, crok_err *err)
{
    answer *shared = NULL;
    /* the decoded picture is not larger than the one that the header declares;
     * memory of which nothing is used costs nothing */
    size_t room = 3 * (size_t)photo->stored_w_px * (size_t)photo->stored_h_px;
    crok_status st = CROK_OK;
    if (IS_FUZZED)
        return c->decode(photo, min_long_side_px, image, scale, err);
    st = run(c, photo, min_long_side_px, room, &shared, err);
    if (st == CROK_OK)
        st = crok_image_new(shared->w_px, shared->h_px, CROK_RGB8, image, err);
    if (st == CROK_OK) {
        take_rows(shared, image);
        *scale = shared->scale;
    }
    if (shared != NULL)
        (void)munmap(shared, sizeof *shared + room);
    return st;
}
