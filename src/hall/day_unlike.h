/* SPDX-License-Identifier: Apache-2.0
 *
 * hall/day_unlike.h: what two settings of a day's file may not share: names,
 * cameras, ports, and files of which one is written.
 *
 * Room     hall, internal: uses core.
 * Threads  values only; any thread. */
#ifndef CROK_HALL_DAY_UNLIKE_H
#define CROK_HALL_DAY_UNLIKE_H

#include "hall/day_file.h"

/* Check the settings of a file that was read; it may have other faults.
 *
 *   fault    is called for each setting that has what an earlier one has
 *   context  passed to it
 *
 * CROK_EFORMAT  fault() was called
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_day_check_unlike(const crok_day_file *d,
                                                crok_day_fault *fault,
                                                void *context, crok_err *err);

#endif
