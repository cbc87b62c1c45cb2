/* SPDX-License-Identifier: Apache-2.0
 *
 * How long judging one shot and folding a match of 200 events take. Prints one
 * JSON line; fails where the median is over the limit (20 us, 2 ms). What is
 * timed is first checked: the match must end with a winner. A machine that does
 * something else meanwhile gets three tries. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/clock.h"
#include "rules/gen.h"
#include "rules/judge.h"
#include "rules/log.h"
#include "rules/rules_json.h"

enum { N_SHOTS = 2000, N_FOLDS = 51, N_EVENTS = 200, RUNS_A_SHOT = 10 };
#define TRIES 3
#define MAX_JUDGE_NS 20000.0
#define MAX_FOLD_NS 2000000.0

static void time_judging(double *median, double *p99)
{
    static double ns[N_SHOTS];
    static crok_judgement j;
    gen g = {1};
    for (int i = 0; i < N_SHOTS; i++) {
        crok_book book = gen_book(&g);
        crok_shot s = gen_shot(&g);
        double t0 = 0.0;
        s.missing = i % 4 == 0 ? CROK_MISS_CONTACTS : 0U;
        t0 = clock_ns();
        for (int k = 0; k < RUNS_A_SHOT; k++)
            crok_judge(&book, &s, &j);
        ns[i] = (clock_ns() - t0) / RUNS_A_SHOT;
    }
    *median = clock_quantile(ns, N_SHOTS, 0.5);
    *p99 = clock_quantile(ns, N_SHOTS, 0.99);
}

static int read_events(const char *path, crok_event *events)
{
    static char line[1 << 16];
    FILE *f = fopen(path, "r");
    crok_err err = {0};
    int n = 0;
    if (f == NULL)
        return 0;
    while (n < N_EVENTS && fgets(line, sizeof line, f) != NULL) {
        cJSON *doc = cJSON_Parse(line);
        crok_status st =
            crok_event_from_json(doc, path, NULL, &events[n++], &err);
        cJSON_Delete(doc);
        if (st != CROK_OK)
            return 0;
    }
    (void)fclose(f);
    return n;
}

static int fold(const crok_event *events, int n)
{
    crok_log log = crok_log_empty();
    int ok = 1;
    for (int i = 0; i < n; i++)
        ok = ok && crok_log_add(&log, &events[i], NULL) == CROK_OK;
    ok = ok && log.match.round == 8 && log.match.state == CROK_STATE_ROUND_OVER;
    crok_log_close(&log);
    return ok;
}

static int time_folding(const crok_event *events, double *median, double *p99)
{
    static double ns[N_FOLDS];
    for (int i = 0; i < N_FOLDS; i++) {
        double t0 = clock_ns();
        if (!fold(events, N_EVENTS))
            return 0;
        ns[i] = clock_ns() - t0;
    }
    *median = clock_quantile(ns, N_FOLDS, 0.5);
    *p99 = clock_quantile(ns, N_FOLDS, 0.99);
    return 1;
}

static int is_fast(const double *judge, const double *folded)
{
    return judge[0] <= MAX_JUDGE_NS && folded[0] <= MAX_FOLD_NS;
}

int main(int argc, char **argv)
{
    crok_event *events = calloc(N_EVENTS, sizeof *events);
    double judge[2] = {0};
    double folded[2] = {0};
    if (argc != 2 || events == NULL ||
        read_events(argv[1], events) != N_EVENTS ||
        !time_folding(events, &folded[0], &folded[1])) {
        (void)fprintf(stderr,
                      "usage: %s MATCH.ndjson (200 events, seven "
                      "rounds and an eighth played out)\n",
                      argv[0]);
        free(events);
        return 2;
    }
    time_judging(&judge[0], &judge[1]);
    for (int i = 1; i < TRIES && !is_fast(judge, folded); i++) {
        (void)time_folding(events, &folded[0], &folded[1]);
        time_judging(&judge[0], &judge[1]);
    }
    (void)printf("{\"bench\":\"rules\",\"judge_ns\":{\"median\":%.0f,"
                 "\"p99\":%.0f},\"fold_200_ns\":{\"median\":%.0f,"
                 "\"p99\":%.0f}}\n",
                 judge[0], judge[1], folded[0], folded[1]);
    free(events);
    return is_fast(judge, folded) ? 0 : 1;
}
