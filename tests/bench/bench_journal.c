/* SPDX-License-Identifier: Apache-2.0
 *
 * bench_journal MATCH.ndjson FOLDER: what an event costs until it is confirmed
 * on FOLDER's disk, how much of that is waiting for the disk, and what it
 * costs where the whole match is folded again (rulings and undos at its end).
 * Prints one JSON line; fails where an event takes longer than a third of the
 * 150 ms that a watched shot has from rest to record. What is timed is first
 * checked: read again, the record must have every event. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench/clock.h"
#include "core/file.h"
#include "journal/journal.h"
#include "journal/sync_vfs.h"
#include "rules/rules_json.h"

enum { N_MAX = 1000, N_REFOLDS = 100 };
#define MAX_MEDIAN_MS 50.0

typedef struct times {
    int n;
    double ms[N_MAX], sync_ms[N_MAX];
} times;

static bool append(crok_journal *j, const crok_event *e, times *t)
{
    crok_err err = {0};
    double t0 = clock_ns();
    sync_vfs.ns = 0.0;
    if (crok_journal_append(j, e, crok_journal_seq(j), &err) != CROK_OK) {
        (void)fprintf(stderr, "bench_journal: %s\n", err.msg);
        return false;
    }
    t->ms[t->n] = (clock_ns() - t0) / 1e6;
    t->sync_ms[t->n++] = sync_vfs.ns / 1e6;
    return true;
}

/* All events but the last, which ends the match. */
static bool write_match(crok_journal *j, const char *text, times *t)
{
    static crok_event e;
    const char *next = NULL;
    while ((next = strchr(text, '\n')) != NULL && t->n < N_MAX - 1) {
        cJSON *doc = cJSON_ParseWithOpts(text, NULL, 0);
        crok_status st = crok_event_from_json(doc, "bench", NULL, &e, NULL);
        cJSON_Delete(doc);
        if (st != CROK_OK || !append(j, &e, t))
            return false;
        text = next + 1;
    }
    return true;
}

/* A ruling on the last shot, its undo, and so on. */
static bool rule_and_undo(crok_journal *j, times *t)
{
    static crok_event e = {.time = "2026-05-02T12:00:00Z"};
    long shot = crok_journal_seq(j);
    for (int i = 0; i < N_REFOLDS; i++) {
        e.type = i % 2 == 0 ? CROK_EVENT_RULING : CROK_EVENT_UNDO;
        memset(&e.u, 0, sizeof e.u);
        if (e.type == CROK_EVENT_RULING)
            e.u.ruling = (crok_ruling){.of = shot, .valid = true};
        else
            e.u.of = crok_journal_seq(j);
        if (!append(j, &e, t))
            return false;
    }
    return true;
}

static bool read_again(const char *path, long n, double *ms)
{
    crok_journal *j = NULL;
    double t0 = clock_ns();
    bool ok = crok_journal_open(path, CROK_JOURNAL_READ, &j, NULL) == CROK_OK &&
              crok_journal_seq(j) == n;
    *ms = (clock_ns() - t0) / 1e6;
    crok_journal_close(&j);
    return ok;
}

static bool run(const char *text, const char *path, times t[2], double *open_ms)
{
    crok_journal *j = NULL;
    crok_err err = {0};
    bool ok = false;
    sync_vfs_install();
    if (crok_journal_open(path, CROK_JOURNAL_WRITE, &j, &err) != CROK_OK) {
        (void)fprintf(stderr, "bench_journal: %s\n", err.msg);
        return false;
    }
    ok = write_match(j, text, &t[0]) && rule_and_undo(j, &t[1]);
    crok_journal_close(&j);
    return ok && read_again(path, t[0].n + t[1].n, open_ms);
}

static void print(const char *what, times *t)
{
    double sync = clock_quantile(t->sync_ms, t->n, 0.5);
    double p99 = clock_quantile(t->ms, t->n, 0.99);
    double most = clock_quantile(t->ms, t->n, 1.0);
    (void)printf(",\"%s\":{\"n\":%d,\"median_ms\":%.2f,\"sync_ms\":%.2f,"
                 "\"p99_ms\":%.2f,\"max_ms\":%.2f}",
                 what, t->n, clock_quantile(t->ms, t->n, 0.5), sync, p99, most);
}

int main(int argc, char **argv)
{
    static times t[2];
    char path[512];
    char *text = NULL;
    size_t len = 0;
    double open_ms = 0.0;
    bool ok = false;
    if (argc != 3 ||
        crok_file_read(argv[1], 1 << 24, &text, &len, NULL) != CROK_OK ||
        len == 0 || text[len - 1] != '\n') {
        (void)fprintf(stderr, "usage: %s MATCH.ndjson FOLDER\n", argv[0]);
        free(text);
        return 2;
    }
    text[len - 1] = '\0'; /* the last event is left out */
    (void)snprintf(path, sizeof path, "%s/bench-%ld.db", argv[2],
                   (long)getpid());
    ok = run(text, path, t, &open_ms);
    (void)unlink(path);
    free(text);
    if (!ok)
        return 2;
    (void)printf("{\"bench\":\"journal\"");
    print("append", &t[0]);
    print("refold", &t[1]);
    (void)printf(",\"open_ms\":%.2f}\n", open_ms);
    return clock_quantile(t[0].ms, t[0].n, 0.5) <= MAX_MEDIAN_MS &&
                   clock_quantile(t[1].ms, t[1].n, 0.5) <= MAX_MEDIAN_MS
               ? 0
               : 1;
}
