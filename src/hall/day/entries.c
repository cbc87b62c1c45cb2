/* SPDX-License-Identifier: Apache-2.0 */
#include "hall/day/entries.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* FNV-1a, 32 bits: offset basis and prime of its authors' page. */
static uint32_t hash_of(const char *key)
{
    uint32_t hash = 2166136261U;
    for (; *key != '\0'; key++)
        hash = (hash ^ (unsigned char)*key) * 16777619U;
    return hash;
}

/* The slot that has the key, or the free one where it belongs. The table is
 * never full. */
static int *slot_of(const crok_entries *e, const char *key)
{
    uint32_t at = hash_of(key) % (uint32_t)e->n_slots;
    while (e->slots[at] >= 0 && strcmp(e->list[e->slots[at]].key, key) != 0)
        at = (at + 1) % (uint32_t)e->n_slots;
    return &e->slots[at];
}

static bool grow(crok_entries *e)
{
    int cap = e->cap == 0 ? 64 : 2 * e->cap;
    crok_entry *more = NULL;
    int *slots = malloc(2 * (size_t)cap * sizeof *slots);
    if (slots == NULL)
        return false;
    more = realloc(e->list, (size_t)cap * sizeof *more);
    if (more == NULL) {
        free(slots);
        return false;
    }
    free(e->slots);
    e->list = more;
    e->cap = cap;
    e->slots = slots;
    e->n_slots = 2 * cap;
    for (int i = 0; i < e->n_slots; i++)
        slots[i] = -1;
    for (int i = 0; i < e->n; i++)
        *slot_of(e, e->list[i].key) = i;
    return true;
}

int crok_entries_find(const crok_entries *e, const crok_pairing_side *side)
{
    char key[CROK_NAME_KEY_MAX];
    crok_side_key(side, key);
    return e->n_slots == 0 ? -1 : *slot_of(e, key);
}

int crok_entries_add(crok_entries *e, const crok_pairing_side *side)
{
    char key[CROK_NAME_KEY_MAX];
    int *slot = NULL;
    char *copy = NULL;
    if (e->n == e->cap && !grow(e))
        return -1;
    crok_side_key(side, key);
    slot = slot_of(e, key);
    if (*slot >= 0)
        return *slot;
    copy = strdup(key);
    if (copy == NULL)
        return -1;
    *slot = e->n;
    e->list[e->n].key = copy;
    e->list[e->n].side = *side;
    crok_name_join(side, e->list[e->n].name);
    return e->n++;
}

void crok_entries_free(crok_entries *e)
{
    for (int i = 0; i < e->n; i++)
        free(e->list[i].key);
    free(e->list);
    free(e->slots);
    *e = (crok_entries){0};
}
