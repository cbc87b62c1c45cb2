/* SPDX-License-Identifier: Apache-2.0
 *
 * cli/hall_plan.h: what `crokeye hall serve` shows: a day's file, or options
 * and records.
 *
 * Room     cli.
 * Threads  the main thread only. */
#ifndef CROK_CLI_HALL_PLAN_H
#define CROK_CLI_HALL_PLAN_H

#include "hall/day_file.h"
#include "hall/day_keeper.h"
#include "hall/link.h"
#include "hall/local_reader.h"
#include "serve/serve.h"

/* Where the pages are without --listen: beside the first table's own server,
 * which is at port 8080. */
#define CROK_HALL_LISTEN "127.0.0.1:8090"

/* A table of this machine. */
typedef struct crok_hall_plan_table {
    char name[16];      /* "1", "2", ... in the order of the arguments */
    char *state, *next; /* owned: files beside the record */
} crok_hall_plan_table;

typedef struct crok_hall_plan {
    crok_day_file *file; /* owned; NULL: options and records */
    const char *hall, *title, *listen, *public_url, *theme;
    crok_hall_about about;
    bool has_engine;
    crok_engine_options engine;
    char *key; /* owned: path of the key, or NULL */
    int n;     /* tables whose records are read here: those of this machine,
                * with an engine only those that have ended, whose publishers
                * do not run any more */
    crok_local_table tables[CROK_HALL_TABLES];
    crok_hall_plan_table of[CROK_HALL_TABLES];
} crok_hall_plan;

/* Is it a day's file, by its ending .conf, and not a record, which need not
 * exist yet? */
bool crok_is_day_file(const char *path);

/* Read the command line, and the day's file if it names one, and print their
 * faults.
 *
 *   out  written; free with crok_hall_plan_free, also on failure
 *
 * Returns the exit status: 0; 1 the day's file has faults; 2 wrong usage; 3 the
 * file cannot be read */
int crok_hall_plan_read(int argc, char **argv, crok_hall_plan *out);
void crok_hall_plan_free(crok_hall_plan *p);

#endif
