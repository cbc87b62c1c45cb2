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

/* Most tables of a hall. */
#define CROK_DAY_FILE_TABLES 128

/* One setting. A list is several settings of one name, in its order. */
typedef struct crok_day_setting {
    const char *name; /* static */
    char *value;      /* owned; a path is relative to no folder but the
                       * program's, or absolute */
    int line;         /* of the file, from 1 */
} crok_day_setting;

/* The settings of the day, of its engine, or of one table. */
typedef struct crok_conf_settings {
    int line; /* where they begin */
    int n, room;
    crok_day_setting *of; /* owned */
} crok_conf_settings;

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

/* Returns a setting's first value, owned by the file, or NULL. */
const char *crok_day_text(const crok_conf_settings *s, const char *name);

/* Returns the line of a setting, or of the beginning if it is not there. */
int crok_day_line(const crok_conf_settings *s, const char *name);

/* What a setting of a table is for; `name` is one of a table's. */
crok_day_use crok_day_use_of(const char *name);

/* Is the table, or are the hall's pages, on the machine of this host name? What
 * names no machine is on every one that reads the file. */
bool crok_day_is_on(const crok_conf_settings *s, const char *machine);

/* Has the director ended this table? Then nothing is started for it, and its
 * record still counts. */
bool crok_day_has_ended(const crok_conf_settings *table);

/* Returns the table of this name, or NULL. */
const crok_conf_settings *crok_day_table(const crok_day_file *d,
                                         const char *name);

/* Do two have the same settings with the same values? */
bool crok_conf_settings_are_equal(const crok_conf_settings *a,
                                  const crok_conf_settings *b);

/* Read "ADDRESS:PORT" or "[ADDRESS]:PORT".
 *
 *   host  size bytes: the address without brackets
 *
 * Returns the port, 1 to 65535, or 0 if the text is another. */
int crok_day_port(const char *text, char *host, size_t size);

#endif
