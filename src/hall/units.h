/* SPDX-License-Identifier: Apache-2.0
 *
 * hall/units.h: units of systemd for the programs of a day's file, for a
 * machine that starts its tables by itself instead of by `crokeye hall run`.
 *
 * Room     hall: uses core.
 * Threads  values only; any thread.
 * Source   systemd.unit(5), systemd.service(5), section "Command lines",
 * systemd.exec(5). */
#ifndef CROK_HALL_UNITS_H
#define CROK_HALL_UNITS_H

#include "core/save.h"
#include "hall/plans.h"

/* Bytes of a unit's file name, with its end. */
#define CROK_UNIT_NAME 256

/* A unit's file, known by its first line. */
extern const crok_save_kind crok_save_unit;

/* The unit to which all belong: starting it starts them. */
#define CROK_UNIT_TARGET "crokeye-hall.target"

/* Where the programs are, and who runs them. All borrowed. */
typedef struct crok_unit_place {
    const char *program; /* path of crokeye, absolute */
    const char *folder;  /* in which it is started, absolute; relative paths of
                          * the day's file are seen from here */
    unsigned user;       /* uid of the folder's owner; 0: root */
} crok_unit_place;

/* The settings that let a program do nothing but its work: the end of
 * scripts/systemd/crokeye@.service, with a line feed behind each line. */
extern const char crok_unit_sandbox[];

/* Write the file name of a program's unit: "crokeye-table-1.service". */
void crok_unit_name(const crok_plan *plan, char out[CROK_UNIT_NAME]);

/* Returns the text of a program's unit, or with plan == NULL of the target. It
 * runs as the folder's owner, and can write there, but not to the system.
 *
 *   out  written only on CROK_OK; free with free()
 *
 * CROK_EARG    its source is an address: a unit's settings can be read by
 *              everybody, so the address must be in a file (source = "@FILE")
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_unit_text(const crok_plan *plan,
                                         const crok_unit_place *place,
                                         char **out, crok_err *err);

#endif
