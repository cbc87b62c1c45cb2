/* SPDX-License-Identifier: Apache-2.0
 *
 * hall/spelling.h: how the pairings spell the players' names, which is how a
 * hall shows them, however they were typed at a table.
 *
 * Room     hall, internal: uses core. Allocates.
 * Threads  one list, one thread at a time. */
#ifndef CROK_HALL_SPELLING_H
#define CROK_HALL_SPELLING_H

#include <cjson/cJSON.h>

#include "hall/day/entries.h"

/* Note the names of the pairings' players. A name that is there already stays.
 * Returns false if there is no memory; what was noted stays. */
bool crok_spelling_note(crok_entries *names, const crok_pairings *p);

/* Spell the players of a match as they were noted; others stay.
 *
 *   match  an object with `sides`, of which each has `players` and the `name`
 *          that is made of them, or another one */
void crok_spelling_apply(const crok_entries *names, cJSON *match);

#endif
