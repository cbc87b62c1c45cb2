/* SPDX-License-Identifier: Apache-2.0
 *
 * hall/plans.h: the programs that a day's file asks for on one machine: for
 * each table `crokeye serve`, with an engine also `crokeye publish`, and for
 * the hall's pages `crokeye hall serve`.
 *
 * Room     hall: uses core.
 * Threads  values only; any thread. */
#ifndef CROK_HALL_PLANS_H
#define CROK_HALL_PLANS_H

#include "hall/day_file.h"

/* The environment variable in which a table gets its source if that is an
 * address: every user sees the words of a command, and addresses of cameras
 * have passwords. */
#define CROK_PLAN_SOURCE "CROKEYE_SOURCE"

/* One program. */
typedef struct crok_plan {
    char *name;   /* owned: "table 1", "publisher 1", "pages"; unique */
    char *table;  /* owned: the table's name; NULL: it is of none */
    char **words; /* owned: its command line, ended by NULL; the first is
                   * "crokeye" */
    int n_words;
    char *source;   /* owned: value of CROK_PLAN_SOURCE, or NULL */
    char *reads;    /* owned: what it reads of the file by itself, so that it is
                     * started again when that changes; or NULL */
    bool ends_last; /* it goes on until the others have ended, so that it
                     * publishes what they recorded */
} crok_plan;

typedef struct crok_plans {
    int n, room;
    crok_plan *of; /* owned */
} crok_plans;

/* List the programs for the machine of this host name, in the order of the
 * file; a table that has ended has none.
 *
 *   out  written only on CROK_OK; free with crok_plans_free
 *
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_plans_make(const crok_day_file *d,
                                          const char *machine, crok_plans *out,
                                          crok_err *err);

/* Make the command line of the table's `crokeye serve`, as crok_plans_make.
 *
 *   out  written only on CROK_OK; free with crok_plan_free
 *
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_plan_table(const crok_day_file *d,
                                          const crok_conf_settings *table,
                                          crok_plan *out, crok_err *err);

void crok_plan_free(crok_plan *p);
void crok_plans_free(crok_plans *p);

/* Do two start the same program in the same way? */
bool crok_plans_are_equal(const crok_plan *a, const crok_plan *b);

/* Returns the path of the key of a table, or with NULL of the hall: the
 * setting "key", else in the folder engine.keys. *out is NULL if there is none.
 * Free it with free().
 *
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_plan_key_path(const crok_day_file *d,
                                             const crok_conf_settings *table,
                                             char **out, crok_err *err);

#endif
