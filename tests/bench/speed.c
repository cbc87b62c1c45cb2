/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/speed.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <turbojpeg.h>

#include "core/file.h"
#include "core/linalg.h"
#include "score/score_photo.h"

#define N_RUNS 5
#define CPU_RATIO_MOST 3.0
#define J2_RATIO_LEAST 1.8
#define PEAK_BASE_MB 40.0
#define PEAK_BYTES_A_PX 4.0
/* Runs of -j1 and -j2 take turns; each scores every picture this often. */
#define J_REPEATS 2
#define J_RUNS 3

static double tv_ms(struct timeval t)
{
    return (double)t.tv_sec * 1e3 + (double)t.tv_usec * 1e-3;
}

/* Of this thread, and of the processes that decode for it. */
static double cpu_ms(void)
{
    struct timespec t = {0};
    struct rusage children = {0};
    (void)clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    (void)getrusage(RUSAGE_CHILDREN, &children);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6 +
           tv_ms(children.ru_utime) + tv_ms(children.ru_stime);
}

static double wall_ms(void)
{
    struct timespec t = {0};
    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

/* One full decode to RGB by the library itself; < 0 where it is no JPEG. */
static double decode_ms(const unsigned char *bytes, size_t n)
{
    tjhandle tj = tjInitDecompress();
    int w = 0;
    int h = 0;
    int sub = 0;
    int space = 0;
    double ms = -1.0;
    unsigned char *px = NULL;
    if (tj != NULL && tjDecompressHeader3(tj, bytes, (unsigned long)n, &w, &h,
                                          &sub, &space) == 0) {
        double t0 = cpu_ms();
        px = malloc((size_t)w * (size_t)h * 3);
        if (px != NULL && tjDecompress2(tj, bytes, (unsigned long)n, px, w, 0,
                                        h, TJPF_RGB, 0) == 0)
            ms = cpu_ms() - t0;
    }
    free(px);
    if (tj != NULL)
        (void)tjDestroy(tj);
    return ms;
}

static double median_decode_ms(const char *path)
{
    double ms[N_RUNS];
    size_t n = 0;
    char *bytes = NULL;
    if (crok_file_read(path, SIZE_MAX / 4, &bytes, &n, NULL) != CROK_OK)
        return -1.0;
    for (int i = 0; i < N_RUNS; i++)
        ms[i] = decode_ms((const unsigned char *)bytes, n);
    free(bytes);
    return crok_quantile(ms, N_RUNS, 0.5);
}

/* *px: the picture's pixels. */
static double median_score_ms(const char *path, double *px)
{
    double ms[N_RUNS];
    crok_score_photo_options options = crok_score_photo_usual();
    crok_result *r = calloc(1, sizeof *r);
    if (r == NULL)
        return -1.0;
    for (int i = 0; i < N_RUNS; i++) {
        double t0 = cpu_ms();
        crok_score_photo(path, &options, NULL, r);
        ms[i] = cpu_ms() - t0;
    }
    *px = (double)r->w_px * r->h_px;
    free(r);
    return crok_quantile(ms, N_RUNS, 0.5);
}

/* Runs the program with its output thrown away; false where it could not be
 * run. */
static bool run_program(char *const *argv, struct rusage *use)
{
    int status = 0;
    pid_t pid = 0;
    (void)fflush(NULL); /* the child throws away what it inherits */
    pid = fork();
    if (pid == 0) {
        if (freopen("/dev/null", "w", stdout) != NULL &&
            freopen("/dev/null", "w", stderr) != NULL)
            (void)execv(CROK_BIN, argv);
        _exit(127);
    }
    return pid > 0 && wait4(pid, &status, 0, use) == pid && WIFEXITED(status) &&
           WEXITSTATUS(status) != 127;
}

/* Before anything large is held here: a new program's peak begins with what
 * its parent held. */
static double peak_mb(const char *path)
{
    char name[] = "crokeye";
    char score[] = "score";
    char *copy = strdup(path);
    char *argv[] = {name, score, copy, NULL};
    struct rusage use = {0};
    bool is_run = copy != NULL && run_program(argv, &use);
    free(copy);
    return is_run ? (double)use.ru_maxrss / 1024.0 : -1.0;
}

/* A run's time on the wall and on all processors. */
typedef struct j_time {
    double wall_ms, cpu_ms;
} j_time;

static j_time run_jobs(const truth_list *list, const char *j)
{
    j_time out = {1.0, 1.0};
    struct rusage use = {0};
    char name[] = "crokeye";
    char score[] = "score";
    char option[8];
    int n = list->n * J_REPEATS;
    char **argv = calloc((size_t)n + 4, sizeof *argv);
    double t0 = 0.0;
    if (argv == NULL)
        return out;
    (void)snprintf(option, sizeof option, "%s", j);
    argv[0] = name;
    argv[1] = score;
    argv[2] = option;
    for (int i = 0; i < n; i++)
        argv[3 + i] = list->item[i % list->n].picture;
    t0 = wall_ms();
    if (run_program(argv, &use)) {
        out.wall_ms = wall_ms() - t0;
        out.cpu_ms = tv_ms(use.ru_utime) + tv_ms(use.ru_stime);
    }
    free(argv);
    return out;
}

static int print_throughput(const truth_list *list)
{
    double ratio[J_RUNS];
    double cpu[J_RUNS];
    double median = 0.0;
    for (int i = 0; i < J_RUNS; i++) {
        j_time one = run_jobs(list, "-j1");
        j_time two = run_jobs(list, "-j2");
        ratio[i] = one.wall_ms / two.wall_ms;
        cpu[i] = two.cpu_ms / one.cpu_ms;
    }
    median = crok_quantile(ratio, J_RUNS, 0.5);
    (void)printf("-j2 gives %.2f times the throughput of -j1 (at least %.1f on "
                 "two free cores), for %.2f times the CPU time\n",
                 median, J2_RATIO_LEAST, crok_quantile(cpu, J_RUNS, 0.5));
    return median < J2_RATIO_LEAST;
}

int bench_speed(const truth_list *list)
{
    double *peak = calloc((size_t)list->n + 1, sizeof *peak);
    double *ratio = calloc((size_t)list->n + 1, sizeof *ratio);
    int n_ratios = 0;
    int status = 0;
    for (int i = 0; peak != NULL && ratio != NULL && i < list->n; i++)
        peak[i] = peak_mb(list->item[i].picture);
    for (int i = 0; peak != NULL && ratio != NULL && i < list->n; i++) {
        const char *path = list->item[i].picture;
        double px = 0.0;
        double score = median_score_ms(path, &px);
        double decode = median_decode_ms(path);
        double limit = PEAK_BASE_MB + PEAK_BYTES_A_PX * px / 1048576.0;
        const char *name = strrchr(path, '/');
        (void)printf("%-24s %5.1f MP  peak %6.1f of %6.1f MB%s  score %7.1f ms",
                     name == NULL ? path : name + 1, px * 1e-6, peak[i], limit,
                     peak[i] > limit ? " OVER" : "", score);
        status |= peak[i] > limit;
        if (decode > 0.0) {
            ratio[n_ratios++] = score / decode;
            (void)printf("  decode %6.1f ms  ratio %5.2f", decode,
                         score / decode);
        }
        (void)printf("\n");
    }
    if (n_ratios > 0) {
        double median = crok_quantile(ratio, n_ratios, 0.5);
        (void)printf("scoring costs %.2f times a full decode (median of %d; at "
                     "most %.1f)\n",
                     median, n_ratios, CPU_RATIO_MOST);
        status |= median > CPU_RATIO_MOST;
    }
    status |= print_throughput(list);
    free(peak);
    free(ratio);
    return status;
}
