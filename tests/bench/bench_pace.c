/* SPDX-License-Identifier: Apache-2.0
 *
 * Does watching keep pace? A simulated camera is watched as `crokeye watch`
 * does it, record and all, and each frame's time taken:
 *
 * - rest, motion: CPU time a frame, and the share of what libjpeg-turbo needs
 *   to decode the same frames in full. At rest are those in which the engine
 *   says so, nothing moves and nobody is over the board;
 * - read: of those at rest, the ones in which the board was read; only
 *   with_read_share has them too;
 * - late: from the end of the quiet time, counted from the first frame in which
 *   nothing moves and nobody is over the board, to the shot's event on the disk
 *   and told, with a camera that does not wait: by the CPU time spent, and by
 *   the clock on the wall, which on a busy machine tells of others too, but
 *   also of the disk.
 *
 * Usage: bench_pace [--pixels yuyv|mjpeg] [--size WxH] [--fps N] [--seed N]
 *                   [--seconds S] [--record FILE.db]; one JSON line. Exit
 * status 1 where a limit is missed, 2 on wrong usage. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <turbojpeg.h>

#include "bench/clock.h"
#include "cv/cv.h"
#include "rules/book_json.h"
#include "table/sim_source.h"
#include "table/watcher.h"

#define REST_SHARE_MOST 0.12 /* of a decode, for YUYV */
/* A frame at rest that costs so many decodes is one in which the board is read.
 */
#define READ_DECODES 3.0
#define LATE_MS_MOST 150.0
enum { MAX_FRAMES = 200000, MAX_EVENTS = 1024, DECODE_EVERY = 16 };

typedef struct times {
    int n;
    double ms[MAX_FRAMES];
} times;

/* Keeping up, by one of two clocks. */
typedef enum by { BY_CPU, BY_WALL, N_CLOCKS } by;

typedef struct pace {
    double begin_ns; /* of the step, by this clock */
    double free_ns;  /* of the camera's time: when the last step was done */
    times late;
} pace;

typedef struct bench {
    double seconds;
    const char *record;
    crok_live *live;
    times rest, read, motion, decode;
    pace pace[N_CLOCKS];
    tjhandle jpeg;
    uint8_t *px;       /* a decoded frame */
    double settled_ns; /* of the camera's time: all is quiet; < 0: not */
    int n_events;
} bench;

static void must(crok_status st, const crok_err *err)
{
    if (st == CROK_OK)
        return;
    (void)fprintf(stderr, "bench_pace: %s\n", err->msg);
    exit(1);
}

static void add(times *t, double ns)
{
    if (t->n < MAX_FRAMES)
        t->ms[t->n++] = ns * 1e-6;
}

static double mean(const times *t)
{
    double sum = 0.0;
    for (int i = 0; i < t->n; i++)
        sum += t->ms[i];
    return sum / (t->n > 0 ? t->n : 1);
}

static double quantile(times *t, double q)
{
    return t->n > 0 ? clock_quantile(t->ms, t->n, q) : 0.0;
}

static double now_ns(by clock)
{
    return clock == BY_CPU ? clock_cpu_ns() : clock_ns();
}

/* The camera's time, had the frame been looked at as soon as it came or the one
 * before was done. */
static double camera_ns(const bench *b, by clock)
{
    double came = sim_camera.truth.t_s * 1e9;
    double made = clock == BY_CPU ? sim_camera.made_cpu_ns : sim_camera.made_ns;
    const pace *p = &b->pace[clock];
    return (came > p->free_ns ? came : p->free_ns) + now_ns(clock) -
           p->begin_ns - made;
}

/* ---- what the watcher tells ---- */

static void changed(void *context)
{
    bench *b = context;
    const crok_log *log = crok_live_log(b->live);
    bool has_shot = false;
    for (int i = b->n_events; i < log->n; i++)
        has_shot = has_shot || log->events[i]->type == CROK_EVENT_SHOT;
    b->n_events = log->n;
    for (int k = 0; k < N_CLOCKS && has_shot && b->settled_ns >= 0.0; k++)
        add(&b->pace[k].late,
            camera_ns(b, (by)k) - b->settled_ns - (double)CROK_ENGINE_QUIET_NS);
}

static void message(void *context, const char *what)
{
    (void)context;
    (void)what;
}

/* ---- a frame ---- */

static void decode(bench *b)
{
    double begin = clock_cpu_ns();
    const crok_sim_camera *cam = &sim_camera.camera;
    if (tjDecompress2(b->jpeg, sim_camera.jpeg, sim_camera.n_jpeg, b->px,
                      cam->w_px, 0, cam->h_px, TJPF_RGB, 0) == 0)
        add(&b->decode, clock_cpu_ns() - begin);
}

static bool step(bench *b, crok_watcher *w)
{
    crok_err err = {0};
    bool more = true;
    double cpu = 0.0;
    for (int k = 0; k < N_CLOCKS; k++)
        b->pace[k].begin_ns = now_ns((by)k);
    must(crok_watcher_step(w, &more, &err), &err);
    cpu = now_ns(BY_CPU) - b->pace[BY_CPU].begin_ns - sim_camera.made_cpu_ns;
    for (int k = 0; k < N_CLOCKS; k++)
        b->pace[k].free_ns = camera_ns(b, (by)k);
    if (!sim_camera.truth.quiet)
        b->settled_ns = -1.0;
    else if (b->settled_ns < 0.0)
        b->settled_ns = sim_camera.truth.t_s * 1e9;
    if (crok_watcher_has_board(w))
        add(crok_live_source_of(b->live)->state == CROK_LIVE_MOVING ||
                    !sim_camera.truth.quiet
                ? &b->motion
                : &b->rest,
            cpu);
    if (sim_camera.truth.index % DECODE_EVERY == 0)
        decode(b);
    return more && sim_camera.truth.t_s < b->seconds;
}

static crok_watcher *opened(bench *b)
{
    static crok_table_setup want = {.first_seat = -1, .sides.n = 2};
    crok_sim_colours colours = crok_sim_colours_of(sim_camera.match.seed, 2);
    crok_watcher_options o = {.source = "the simulator",
                              .name = b->record,
                              .setup = &want,
                              .keeps_replays = true, /* as crokeye serve does */
                              .changed = changed,
                              .message = message,
                              .context = b};
    crok_watcher *w = NULL;
    crok_err err = {0};
    must(crok_book_preset(sim_camera.match.rules, &want.book, NULL, &err),
         &err);
    for (int i = 0; i < 2; i++)
        (void)snprintf(want.sides.name[i], sizeof want.sides.name[i], "%s",
                       colours.side[i].name);
    must(crok_live_open(b->record, &b->live, &err), &err);
    o.live = b->live;
    must(crok_watcher_open(&o, &w, &err), &err);
    return w;
}

/* ---- the result ---- */

/* Takes the readings out of the frames at rest. */
static void part_readings(bench *b)
{
    double least = READ_DECODES * mean(&b->decode);
    int n = 0;
    for (int i = 0; i < b->rest.n; i++) {
        double ms = b->rest.ms[i];
        if (ms < least)
            b->rest.ms[n++] = ms;
        else
            b->read.ms[b->read.n++] = ms;
    }
    b->rest.n = n;
}

static void print_late(const char *name, times *late)
{
    (void)printf(",\"%s\":{\"events\":%d,\"median_ms\":%.1f,\"p95_ms\":%.1f,"
                 "\"most_ms\":%.1f}",
                 name, late->n, quantile(late, 0.5), quantile(late, 0.95),
                 quantile(late, 1.0));
}

static void print_costs(bench *b, double full_ms)
{
    double with_read = mean(&b->rest);
    part_readings(b);
    (void)printf("\"rest\":{\"frames\":%d,\"ms\":%.2f,\"median_ms\":%.2f,"
                 "\"share\":%.3f,\"median_share\":%.3f,"
                 "\"with_read_share\":%.3f}",
                 b->rest.n, mean(&b->rest), quantile(&b->rest, 0.5),
                 mean(&b->rest) / full_ms, quantile(&b->rest, 0.5) / full_ms,
                 with_read / full_ms);
    (void)printf(",\"read\":{\"frames\":%d,\"ms\":%.1f}", b->read.n,
                 mean(&b->read));
    (void)printf(",\"motion\":{\"frames\":%d,\"ms\":%.2f,\"median_ms\":%.2f,"
                 "\"p99_ms\":%.2f,\"share\":%.3f,\"of_a_core\":%.3f}",
                 b->motion.n, mean(&b->motion), quantile(&b->motion, 0.5),
                 quantile(&b->motion, 0.99), mean(&b->motion) / full_ms,
                 mean(&b->motion) * 1e-3 * sim_camera.camera.fps);
}

static bool report(bench *b)
{
    const crok_sim_camera *cam = &sim_camera.camera;
    bool is_yuyv = sim_camera.pixels == CROK_PIXELS_YUYV;
    double full_ms = mean(&b->decode);
    times *late = &b->pace[BY_CPU].late;
    (void)printf("{\"size\":\"%dx%d\",\"fps\":%.0f,\"pixels\":\"%s\","
                 "\"decode_ms\":%.2f,",
                 cam->w_px, cam->h_px, cam->fps, is_yuyv ? "yuyv" : "mjpeg",
                 full_ms);
    print_costs(b, full_ms);
    print_late("late_by_cpu", late);
    print_late("late_by_wall", &b->pace[BY_WALL].late);
    (void)printf("}\n");
    return late->n > 0 && quantile(late, 0.95) <= LATE_MS_MOST &&
           mean(&b->motion) <= 1000.0 / cam->fps &&
           (!is_yuyv || mean(&b->rest) <= REST_SHARE_MOST * full_ms);
}

static bool read_option(bench *b, const char *name, const char *value)
{
    if (strcmp(name, "--pixels") == 0 && strcmp(value, "mjpeg") == 0)
        sim_camera.pixels = CROK_PIXELS_MJPEG;
    else if (strcmp(name, "--pixels") == 0 && strcmp(value, "yuyv") == 0)
        sim_camera.pixels = CROK_PIXELS_YUYV;
    else if (strcmp(name, "--size") == 0)
        return sscanf(value, "%dx%d", &sim_camera.camera.w_px,
                      &sim_camera.camera.h_px) == 2;
    else if (strcmp(name, "--fps") == 0)
        sim_camera.camera.fps = strtod(value, NULL);
    else if (strcmp(name, "--seed") == 0)
        sim_camera.match.seed = strtoull(value, NULL, 10);
    else if (strcmp(name, "--seconds") == 0)
        b->seconds = strtod(value, NULL);
    else if (strcmp(name, "--record") == 0)
        b->record = value;
    else
        return false;
    return true;
}

int main(int argc, char **argv)
{
    static bench b = {.seconds = 40.0, .settled_ns = -1.0};
    crok_watcher *w = NULL;
    sim_camera.match =
        (crok_sim_options){.seed = 3, .rules = "depot", .rounds = 1};
    sim_camera.camera = (crok_sim_camera){1920, 1080, 60.0};
    for (int i = 1; i < argc; i += 2)
        if (i + 1 == argc || !read_option(&b, argv[i], argv[i + 1])) {
            (void)fputs("usage: bench_pace [--pixels yuyv|mjpeg] [--size WxH] "
                        "[--fps N]\n  [--seed N] [--seconds S] "
                        "[--record FILE.db]\n",
                        stderr);
            return 2;
        }
    crok_cv_init();
    b.jpeg = tjInitDecompress();
    b.px = malloc(3U * (size_t)sim_camera.camera.w_px *
                  (size_t)sim_camera.camera.h_px);
    if (b.jpeg == NULL || b.px == NULL)
        return 1;
    w = opened(&b);
    while (step(&b, w))
        ;
    crok_watcher_close(&w);
    crok_live_close(&b.live);
    (void)tjDestroy(b.jpeg);
    free(b.px);
    return report(&b) ? 0 : 1;
}
