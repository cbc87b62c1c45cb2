/* SPDX-License-Identifier: Apache-2.0
 *
 * tests/hall/publishing.h: `crokeye publish` as a process that is killed and
 * started again, and what a reader of the hall has of its rows. */
#ifndef CROK_TESTS_HALL_PUBLISHING_H
#define CROK_TESTS_HALL_PUBLISHING_H

#include "check.h"
#include "hall/link.h"
#include "hall/row.h"
#include "hall/subjects.h"

/* So long a test waits for what must come; it ends at once when it comes. */
enum { PUBLISHING_PATIENCE_MS = 120000, PUBLISHING_STEP_MS = 20 };

void publishing_nap(void);

/* Start `crokeye publish` with these arguments, ended by NULL. What it says is
 * added to the file `log`. Returns its process id. */
int publishing_start(const char *log, const char *const *args);

/* The same of another program in the place of crokeye. */
int publishing_start_of(const char *program, const char *log,
                        const char *const *args);

/* End it by kill -9, or by SIGTERM; returns the exit status, -1 after a
 * kill. */
int publishing_kill(int pid);
int publishing_end(int pid);

/* Wait until the file has the text; the test fails where it never has. */
void publishing_await(const char *path, const char *text);

/* How often the file has the text; 0 where there is none. */
int publishing_count(const char *path, const char *text);

/* ---- a reader ---- */

/* What a reader has of one table: the rows of one record after another. */
typedef struct publishing_table {
    crok_row last; /* of those that were counted */
    crok_row run;  /* the last one that came: of its run */
    long n_rows;
    long n_again; /* rows of a new run that it had */
    long n_cut;   /* rows of a run whose beginning is gone: not counted */
} publishing_table;

/* A reader of all tables of a hall, whose connection and broker may be lost at
 * any time. */
typedef struct publishing_reader {
    const char *url, *hall;
    crok_hall_link link;
    crok_broker_reader *reader;
    uint64_t number; /* of the last message */
    int n_tables;
    publishing_table *table; /* those called 1, 2, ... */
    long n_rows;             /* of all tables */
    /* called for each row; NULL: not */
    void (*take)(int table, const crok_row *row, const crok_message *m);
} publishing_reader;

/* Read what there is, and check each row: it must follow the one before it in
 * its run and in its record, so that none is missing and none is counted twice.
 * Returns false if no message came within wait_ms. */
bool publishing_read(publishing_reader *r, int64_t wait_ms);

/* Read until n_rows rows have been read in all. */
void publishing_read_all(publishing_reader *r, long n_rows);

void publishing_close(publishing_reader *r);

#endif
