/* SPDX-License-Identifier: Apache-2.0
 *
 * hall/day/left_out.h: says which matches count for nothing, and why.
 *
 * Room     hall, internal.
 * Threads  one view, one thread at a time. */
#ifndef CROK_HALL_DAY_LEFT_OUT_H
#define CROK_HALL_DAY_LEFT_OUT_H

#include "hall/day/view.h"

/* Set the field left_out of the matches of a view, which has their pairings and
 * stages. Returns false if there is no memory. */
bool crok_day_leave_out(crok_day_view *v);

#endif
