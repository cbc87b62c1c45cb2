/* SPDX-License-Identifier: Apache-2.0
 *
 * hall/day/assign.h: gives each match of a view its pairing (hall/day.h says by
 * which rule).
 *
 * Room     hall, internal.
 * Threads  one view, one thread at a time. */
#ifndef CROK_HALL_DAY_ASSIGN_H
#define CROK_HALL_DAY_ASSIGN_H

#include "hall/day/view.h"

/* Set the fields pairing and entry of the matches and the field match of the
 * pairings. The view has its matches, and the entries of the pairings. Returns
 * false if there is no memory. */
bool crok_day_assign(crok_day_view *v);

#endif
