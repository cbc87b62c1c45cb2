/* SPDX-License-Identifier: Apache-2.0
 *
 * hall/day_file.h: the file in which a director writes a day: the hall, its
 * tables, and the broker that joins the machines. Its syntax is libconfig's:
 *
 *   hall = "open"; title = "Spring Open"; date = "2026-05-02";
 *   listen = "192.168.1.5:8090"; pairings = "pairings.csv";
 *   engine = { url = "tls://192.168.1.5:4222"; keys = "keys"; };
 *   tables = (
 *     { name = "1"; match = "1.db"; listen = "192.168.1.5:8081";
 *       source = "/dev/video0"; rules = "masters"; },
 *     { name = "2"; match = "2.db"; listen = "192.168.1.5:8082"; }
 *   );
 *
 * docs/FORMATS.md lists all settings. Those of a table have the names of the
 * options of `crokeye serve`. A setting whose name begins with x- is the
 * writer's own and ignored; any other unknown one is a fault.
 *
 * Room     hall: uses core and libconfig (LGPL 2.1, dynamically linked).
 * Threads  values only; any thread. */
#ifndef CROK_HALL_DAY_FILE_H
#define CROK_HALL_DAY_FILE_H

#include <stdbool.h>
#include <stddef.h>

#include "core/status.h"
#include "hall/day_settings.h"

/* Most tables of a hall. */
#define CROK_DAY_FILE_TABLES 128

typedef struct crok_day_file {
    char *path;                /* owned: as it was given */
    crok_conf_settings day;    /* hall, title, date, ... */
    crok_conf_settings engine; /* n is 0: there is none */
    int n_tables;
    crok_conf_settings table[CROK_DAY_FILE_TABLES];
} crok_day_file;

/* What a setting of a table is to `crokeye serve`. */
typedef enum crok_day_use {
    CROK_DAY_OURS,   /* no option */
    CROK_DAY_OPTION, /* the option of this name */
    CROK_DAY_SOURCE  /* the argument */
} crok_day_use;

/* Told of each fault: the line, from 1, and the setting with what is allowed,
 * "tables[2].listen: ..."; valid for the call. */
typedef void crok_day_fault(void *context, int line, const char *what);

/* Read and check a day's file. All faults are reported, not only the first.
 *
 *   out  written only on CROK_OK; free with crok_day_file_free
 *
 * CROK_EFORMAT  it has faults; fault() was told of each
 * CROK_EIO      it cannot be read
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_day_file_read(const char *path,
                                             crok_day_fault *fault,
                                             void *context, crok_day_file **out,
                                             crok_err *err);

/* Free *d and set it to NULL; NULL is fine. */
void crok_day_file_free(crok_day_file **d);

/* What a setting of a table is for; `name` is one of a table's. */
crok_day_use crok_day_use_of(const char *name);

/* Returns the table of this name, or NULL. */
const crok_conf_settings *crok_day_table(const crok_day_file *d,
                                         const char *name);

/* Read "ADDRESS:PORT" or "[ADDRESS]:PORT".
 *
 *   host  size bytes: the address without brackets
 *
 * Returns the port, 1 to 65535, or 0 if the text is another. */
int crok_day_port(const char *text, char *host, size_t size);

#endif
