/* SPDX-License-Identifier: Apache-2.0
 *
 * hall/day_settings.h: the settings of a day's file (hall/day_file.h) once they
 * are read.
 *
 * Room     hall: uses core.
 * Threads  values only; any thread. */
#ifndef CROK_HALL_DAY_SETTINGS_H
#define CROK_HALL_DAY_SETTINGS_H

#include <stdbool.h>

/* One setting. A list is several settings of one name, in its order. */
typedef struct crok_day_setting {
    const char *name; /* static */
    char *value;      /* owned; a path is relative to no folder but the
                       * program's, or absolute */
    int line;         /* of the file, from 1 */
    bool is_path;     /* it names a file or a folder, after a '@' that means
                       * that the value is in it */
} crok_day_setting;

/* The settings of the day, of its engine, or of one table. */
typedef struct crok_conf_settings {
    int line; /* where they begin */
    int n, room;
    crok_day_setting *of; /* owned */
} crok_conf_settings;

/* Returns a setting's first value, owned by the file, or NULL. */
const char *crok_day_text(const crok_conf_settings *s, const char *name);

/* Returns the line of a setting, or of the beginning if it is not there. */
int crok_day_line(const crok_conf_settings *s, const char *name);

/* Is the table, or are the hall's pages, on the machine of this host name? What
 * names no machine is on every one that reads the file. */
bool crok_day_is_on(const crok_conf_settings *s, const char *machine);

/* Has the director ended this table? Then nothing is started for it, and its
 * record still counts. */
bool crok_day_has_ended(const crok_conf_settings *table);

/* Returns the file with the newest document of a table, or with what is next at
 * it: the setting "state" or "next", else beside its record. Free it with
 * free(); NULL where there is no memory. */
char *crok_day_state_path(const crok_conf_settings *table);
char *crok_day_next_path(const crok_conf_settings *table);

#endif
