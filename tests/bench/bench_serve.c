/* SPDX-License-Identifier: Apache-2.0
 *
 * bench_serve EVENTS.ndjson FOLDER [SECONDS]: a hundred viewers and ten
 * changes a second, half of them events that go to the disk first, half what a
 * camera sees. Prints the time from before a change to the last viewer that
 * has it (median, 99th percentile, worst) and the server's share of a core.
 * Over 100 ms (99th percentile) or 10 % of a core it tries again, twice; then
 * the exit status is 1. */
#include <arpa/inet.h>
#include <math.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "core/file.h"
#include "core/json.h"
#include "rules/rules_json.h"
#include "serve/serve.h"

#define N_VIEWERS 100
#define CHANGES_A_SECOND 10
#define MAX_SECONDS 600
#define MOST_MS 100.0
#define MOST_SHARE 0.10
/* Another program's writes can hold up ours for longer than the limit. */
#define MAX_TRIES 3
/* Before the first change every viewer must be there. */
#define SETTLE_MS 1000
#define PATH "/serve-bench.db"

typedef struct shared {
    int port;                                        /* 0: not open yet */
    double made[MAX_SECONDS * CHANGES_A_SECOND + 1]; /* ms, by change */
} shared;

typedef struct viewer {
    int fd;
    char line[64]; /* the beginning of the line that is being read */
    size_t n;
} viewer;

static double now_ms(void)
{
    struct timespec t;
    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static void die(const char *what)
{
    (void)fprintf(stderr, "bench_serve: %s\n", what);
    exit(3);
}

/* ---- the server ---- */

static void append_line(crok_serve *s, const char *line, size_t len)
{
    crok_event *e = calloc(1, sizeof *e);
    crok_err err = {0};
    cJSON *doc = NULL;
    if (e == NULL ||
        crok_json_parse(line, len, "event", &doc, &err) != CROK_OK ||
        crok_event_from_json(doc, "event", NULL, e, &err) != CROK_OK ||
        crok_live_append(crok_serve_live(s, 0), e, CROK_SEQ_ANY, &err) !=
            CROK_OK)
        die(err.msg);
    cJSON_Delete(doc);
    free(e);
}

/* A match in the middle of a round: the first 20 events. */
static void begin_match(crok_serve *s, const char *path)
{
    char *text = NULL;
    size_t len = 0;
    const char *at = NULL;
    if (crok_file_read(path, 1 << 24, &text, &len, NULL) != CROK_OK)
        die("no such events");
    at = text;
    for (int i = 0; i < 20; i++) {
        const char *end = memchr(at, '\n', len - (size_t)(at - text));
        if (end == NULL)
            die("too few events");
        append_line(s, at, (size_t)(end - at));
        at = end + 1;
    }
    free(text);
}

static void change(crok_serve *s, int k)
{
    char line[160];
    crok_live_source source = {.state = CROK_LIVE_STILL, .n_seen = 8};
    int n = 0;
    if (k % 2 == 0) {
        for (int i = 0; i < source.n_seen; i++)
            source.seen[i] =
                (crok_disc){.id = i, .side = i % 2, .x_mm = k % 100};
        (void)!crok_live_set_source(crok_serve_live(s, 0), &source, true, NULL);
        return;
    }
    n = snprintf(line, sizeof line,
                 "{\"schema\":\"crokeye.event/1\",\"seq\":1,\"time\":\"x\","
                 "\"type\":\"twenties\",\"side\":\"black\",\"count\":%d}",
                 k / 2 % 2);
    append_line(s, line, (size_t)n);
}

static void run_server(const char *events, const char *db, shared *sh,
                       int n_changes)
{
    crok_serve *s = NULL;
    crok_err err = {0};
    crok_serve_config config = {
        .match = db, .listen = "127.0.0.1:0", .token = "not-needed-by-viewers"};
    double start = 0.0;
    if (crok_serve_open(&config, &s, &err) != CROK_OK)
        die(err.msg);
    begin_match(s, events);
    sh->port = atoi(strrchr(crok_serve_url(s), ':') + 1);
    (void)poll(NULL, 0, SETTLE_MS);
    start = now_ms();
    for (int k = 1; k <= n_changes; k++) {
        double due = start + k * 1000.0 / CHANGES_A_SECOND;
        double wait = due - now_ms();
        if (wait > 0.0)
            (void)poll(NULL, 0, (int)wait);
        sh->made[k] = now_ms();
        change(s, k);
    }
    (void)poll(NULL, 0, 500);
    crok_serve_close(&s);
}

/* ---- the viewers ---- */

static void look_on(viewer *v, int port)
{
    static const char ask[] =
        "GET /api/events HTTP/1.1\r\nHost: localhost\r\n\r\n";
    struct sockaddr_in to = {.sin_family = AF_INET,
                             .sin_port = htons((uint16_t)port),
                             .sin_addr = {htonl(INADDR_LOOPBACK)}};
    *v = (viewer){.fd = socket(AF_INET, SOCK_STREAM, 0)};
    if (v->fd < 0 ||
        connect(v->fd, (const struct sockaddr *)&to, sizeof to) != 0 ||
        send(v->fd, ask, sizeof ask - 1, 0) != (ssize_t)sizeof ask - 1)
        die("a viewer cannot connect");
}

/* The id of the last event in what came; 0: none. */
static long long take(viewer *v, const char *bytes, size_t n)
{
    long long id = 0;
    for (size_t i = 0; i < n; i++) {
        if (bytes[i] == '\n') {
            v->line[v->n] = '\0';
            if (strncmp(v->line, "id: ", 4) == 0)
                id = atoll(v->line + 4);
            v->n = 0;
        } else if (v->n < sizeof v->line - 1) {
            v->line[v->n++] = bytes[i];
        }
    }
    return id;
}

/* last[k]: when the last viewer had change k. */
typedef struct result {
    long long first_id; /* before any change */
    int n_changes;
    int has[N_VIEWERS]; /* changes that each viewer has */
    double *last;
} result;

static void note(result *r, int who, long long id, double at)
{
    int k = 0;
    if (r->first_id == 0)
        r->first_id = id;
    k = (int)(id - r->first_id);
    k = k < r->n_changes ? k : r->n_changes;
    while (r->has[who] < k)
        r->last[++r->has[who]] = at;
}

static void look(viewer *v, result *r)
{
    static char bytes[1 << 16];
    struct pollfd p[N_VIEWERS];
    int open = N_VIEWERS;
    for (int i = 0; i < N_VIEWERS; i++)
        p[i] = (struct pollfd){.fd = v[i].fd, .events = POLLIN};
    while (open > 0 && poll(p, N_VIEWERS, 10000) > 0)
        for (int i = 0; i < N_VIEWERS; i++) {
            ssize_t n = 0;
            long long id = 0;
            if (p[i].revents == 0)
                continue;
            n = recv(p[i].fd, bytes, sizeof bytes, 0);
            if (n <= 0) {
                (void)close(p[i].fd);
                p[i].fd = -1;
                open--;
                continue;
            }
            id = take(&v[i], bytes, (size_t)n);
            if (id != 0)
                note(r, i, id, now_ms());
        }
}

/* ---- the figures ---- */

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a;
    double y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static int report(const shared *sh, result *r, double share)
{
    int n = r->n_changes;
    double p99 = 0.0;
    for (int i = 0; i < N_VIEWERS; i++)
        if (r->has[i] != n)
            die("a viewer missed a change");
    for (int k = 1; k <= n; k++)
        r->last[k] -= sh->made[k];
    qsort(r->last + 1, (size_t)n, sizeof *r->last, by_size);
    p99 = r->last[(int)ceil(0.99 * n)];
    (void)printf("{\"viewers\":%d,\"changes\":%d,\"last_viewer_ms\":{"
                 "\"median\":%.2f,\"p99\":%.2f,\"worst\":%.2f},"
                 "\"core_share\":%.3f}\n",
                 N_VIEWERS, n, r->last[(n + 1) / 2], p99, r->last[n], share);
    return p99 <= MOST_MS && share <= MOST_SHARE ? 0 : 1;
}

static double cpu_ms(void)
{
    struct rusage u;
    (void)getrusage(RUSAGE_CHILDREN, &u);
    return (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) * 1e3 +
           (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec) / 1e3;
}

/* One run; 0 where it keeps the limits. */
static int measure(const char *events, const char *db, int seconds, shared *sh)
{
    static viewer v[N_VIEWERS];
    result r = {.n_changes = seconds * CHANGES_A_SECOND};
    double cpu = cpu_ms();
    pid_t child = 0;
    int how = 0;
    (void)unlink(db);
    sh->port = 0;
    r.last = calloc((size_t)r.n_changes + 1, sizeof *r.last);
    child = fork();
    if (child == 0) {
        run_server(events, db, sh, r.n_changes);
        exit(0);
    }
    while (*(volatile int *)&sh->port == 0 &&
           waitpid(child, &how, WNOHANG) == 0)
        (void)poll(NULL, 0, 10);
    for (int i = 0; i < N_VIEWERS; i++)
        look_on(&v[i], sh->port);
    look(v, &r);
    (void)waitpid(child, &how, 0);
    (void)unlink(db);
    how = report(sh, &r, (cpu_ms() - cpu) / (seconds * 1000.0));
    free(r.last);
    return how;
}

int main(int argc, char **argv)
{
    char db[512];
    int seconds = argc == 4 ? atoi(argv[3]) : 10;
    int status = 1;
    shared *sh = mmap(NULL, sizeof *sh, PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (argc < 3 || seconds < 1 || seconds > MAX_SECONDS || sh == MAP_FAILED)
        die("bench_serve EVENTS.ndjson FOLDER [SECONDS]");
    (void)snprintf(db, sizeof db, "%s" PATH, argv[2]);
    for (int tries = 0; tries < MAX_TRIES && status != 0; tries++)
        status = measure(argv[1], db, seconds, sh);
    return status;
}
