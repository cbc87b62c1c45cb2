/* SPDX-License-Identifier: Apache-2.0
 *
 * hall/day/entries.h: who takes part in the day: single players and teams, each
 * with one spelling, which all documents use.
 *
 * Room     hall, internal. Allocates.
 * Threads  one list, one thread at a time. */
#ifndef CROK_HALL_DAY_ENTRIES_H
#define CROK_HALL_DAY_ENTRIES_H

#include "hall/day/names.h"

typedef struct crok_entry {
    char *key;                     /* owned: by which it is compared */
    char name[CROK_SIDE_NAME_MAX]; /* as it was first given */
    crok_pairing_side side;        /* likewise: its players */
} crok_entry;

typedef struct crok_entries {
    int n, cap;
    crok_entry *list; /* owned */
    int n_slots;
    int *slots; /* owned: a hash table of indices, -1: free */
} crok_entries;

/* Find a side's entry. Returns its index, or -1. */
int crok_entries_find(const crok_entries *e, const crok_pairing_side *side);

/* Find a side's entry, or add it. Returns its index, or -1 if there is no
 * memory. */
int crok_entries_add(crok_entries *e, const crok_pairing_side *side);
void crok_entries_free(crok_entries *e);

#endif
