/* SPDX-License-Identifier: Apache-2.0
 *
 * v4l2_probe: reads a source as the program does and reports its health.
 *
 *   v4l2_probe [-f FORMAT] [-s WxH] [-c NAME=VALUE] count N SOURCE
 *       read N frames; fails if one was lost, damaged or skipped, or if the
 *       last frame is uniform
 *   v4l2_probe ... follow SECONDS SOURCE
 *       print a line for every change of state, with the time of the monotonic
 *       clock; fails unless the source is running at the end
 *   v4l2_probe ... reopen N SOURCE
 *       open, read a frame and close, N times (more than 5; the first 5 do not
 *       count); fails if files stay open or memory grows */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "capture/source.h"

#define NS_PER_S INT64_C(1000000000)

/* Allowed growth of memory over 50 reopenings: less than a page (4 kB) each. */
enum { LEAK_KB = 128, WARM_UP = 5 };

static double now_s(void)
{
    struct timespec t = {0};
    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static int failed(const crok_err *err)
{
    (void)fprintf(stderr, "v4l2_probe: %s\n", err->msg);
    return 1;
}

static void report(const char *what, const crok_health *h)
{
    (void)printf("%s: %s %s %dx%d, %lld frames at %.2f/s, lost %lld, passed "
                 "over %lld, damaged %lld, reopened %d%s\n",
                 what, h->device, h->format, h->w_px, h->h_px,
                 (long long)h->n_frames, h->rate_hz, (long long)h->n_lost,
                 (long long)h->n_skipped, (long long)h->n_damaged,
                 h->n_reopened, h->is_frozen ? ", frozen" : "");
    (void)fflush(stdout);
}

/* Convert the frame to a small grey picture; false if that is uniform. */
static bool shows_something(const crok_frame *f, crok_image *grey,
                            crok_err *err)
{
    uint8_t least = 255, most = 0;
    if (crok_frame_luma(f, 8, grey, err) != CROK_OK)
        return false;
    for (int y = 0; y < grey->h_px; y++)
        for (int x = 0; x < grey->w_px; x++) {
            uint8_t v = crok_image_row(grey, y)[x];
            least = v < least ? v : least;
            most = v > most ? v : most;
        }
    if (most - least < 100)
        (void)crok_fail(err, CROK_EFORMAT, "frame %lld shows nothing",
                        (long long)f->number);
    return most - least >= 100;
}

static int count(crok_source *s, long n)
{
    const crok_health *h = crok_source_health(s);
    crok_err err = {0};
    crok_image grey = {0};
    int status = 0;
    while (status == 0 && h->n_frames < n) {
        crok_frame f = {0};
        if (crok_source_next(s, 10 * NS_PER_S, &f, &err) != CROK_OK)
            status = failed(&err);
        else if (f.data == NULL)
            status = 1;
        else if (h->n_frames == n && !shows_something(&f, &grey, &err))
            status = failed(&err);
    }
    report("count", h);
    crok_image_free(&grey);
    return status != 0 || h->n_lost + h->n_skipped + h->n_damaged > 0;
}

static const char *state_word(crok_source_state state)
{
    static const char *const word[CROK_N_SOURCE_STATES] = {
        [CROK_SOURCE_RUNNING] = "running", [CROK_SOURCE_ENDED] = "ended",
        [CROK_SOURCE_GONE] = "gone",       [CROK_SOURCE_STALLED] = "stalled",
        [CROK_SOURCE_BUSY] = "busy",       [CROK_SOURCE_DENIED] = "denied",
        [CROK_SOURCE_NO_ROOM] = "no room", [CROK_SOURCE_REFUSED] = "refused",
        [CROK_SOURCE_BROKEN] = "broken"};
    return (unsigned)state < CROK_N_SOURCE_STATES ? word[state] : "unknown";
}

static int follow(crok_source *s, long seconds)
{
    const crok_health *h = crok_source_health(s);
    double end_s = now_s() + (double)seconds;
    crok_source_state was = CROK_N_SOURCE_STATES;
    while (now_s() < end_s) {
        crok_err err = {0};
        crok_frame f = {0};
        crok_status st = crok_source_next(s, NS_PER_S / 10, &f, &err);
        if (st != CROK_OK && st != CROK_ENODEV)
            return failed(&err);
        if (st == CROK_OK && f.data == NULL)
            continue;
        if (h->state != was)
            (void)printf("%s %.3f %s %s\n", state_word(h->state), now_s(),
                         h->device, h->words);
        (void)fflush(stdout);
        was = h->state;
    }
    report("follow", h);
    return h->state != CROK_SOURCE_RUNNING;
}

static int n_open_files(void)
{
    int n = 0;
    DIR *d = opendir("/proc/self/fd");
    while (d != NULL && readdir(d) != NULL)
        n++;
    if (d != NULL)
        (void)closedir(d);
    return n;
}

static long memory_kb(void)
{
    char line[128];
    long kb = 0;
    FILE *f = fopen("/proc/self/status", "r");
    while (f != NULL && fgets(line, sizeof line, f) != NULL)
        if (strncmp(line, "VmRSS:", 6) == 0)
            kb = strtol(line + 6, NULL, 10);
    if (f != NULL)
        (void)fclose(f);
    return kb;
}

static int reopen(const char *spec, const crok_source_options *o, long n)
{
    int files = 0;
    long kb = 0;
    for (long i = 0; i < n; i++) {
        crok_source *s = NULL;
        crok_frame f = {0};
        crok_err err = {0};
        if (crok_source_open(spec, o, &s, &err) != CROK_OK ||
            crok_source_next(s, 10 * NS_PER_S, &f, &err) != CROK_OK) {
            crok_source_close(&s);
            return failed(&err);
        }
        if (f.data == NULL)
            (void)fprintf(stderr, "v4l2_probe: no frame at opening %ld\n", i);
        crok_source_close(&s);
        if (f.data == NULL)
            return 1;
        if (i == WARM_UP) {
            files = n_open_files();
            kb = memory_kb();
        }
    }
    (void)printf("reopen: %ld times, open files %+d, memory %+ld kB of %ld\n",
                 n, n_open_files() - files, memory_kb() - kb, kb);
    return n_open_files() != files || memory_kb() - kb > LEAK_KB;
}

static int run(const char *what, long n, const char *spec,
               const crok_source_options *o)
{
    crok_source *s = NULL;
    crok_err err = {0};
    int status = 2;
    if (strcmp(what, "reopen") == 0)
        return reopen(spec, o, n);
    if (crok_source_open(spec, o, &s, &err) != CROK_OK)
        return failed(&err);
    if (strcmp(what, "count") == 0)
        status = count(s, n);
    else if (strcmp(what, "follow") == 0)
        status = follow(s, n);
    crok_source_close(&s);
    return status;
}

int main(int argc, char **argv)
{
    static crok_control control;
    crok_source_options o = {0};
    int c = 0;
    while ((c = getopt(argc, argv, "f:s:c:")) != -1) {
        char *value = NULL;
        if (c == 'f') {
            o.format = optarg;
        } else if (c == 's') {
            o.w_px = (int)strtol(optarg, &value, 10);
            o.h_px = *value == 'x' ? (int)strtol(value + 1, NULL, 10) : 0;
        } else if (c == 'c' && (value = strchr(optarg, '=')) != NULL) {
            *value = '\0';
            control = (crok_control){optarg, (int)strtol(value + 1, NULL, 10)};
            o.controls = &control;
            o.n_controls = 1;
        } else {
            return 2;
        }
    }
    if (argc - optind != 3) {
        (void)fprintf(stderr, "usage: v4l2_probe [-f FORMAT] [-s WxH] "
                              "[-c NAME=VALUE] count|follow|reopen N SOURCE\n");
        return 2;
    }
    return run(argv[optind], strtol(argv[optind + 1], NULL, 10),
               argv[optind + 2], &o);
}
