/* SPDX-License-Identifier: Apache-2.0 */
#include "shots/print_memory.h"

#include <math.h>

/* Two readings of one mark differ by less than this, mm. */
#define SAME_MARK_MM 4.0
/* A mark is on the outer line if it is this near to it, mm. Chosen by hand. */
#define ON_LINE_MM 8.0
/* A mark is print once this many shots have been played. */
#define ENOUGH_SHOTS 2

static int find(const crok_print_memory *m, crok_mm at)
{
    for (int i = 0; i < m->n; i++)
        if (crok_mm_apart(m->at[i], at) < SAME_MARK_MM)
            return i;
    return -1;
}

static void add(crok_print_memory *m, crok_mm at, int n_shots)
{
    if (m->n == CROK_MAX_PRINTS)
        return;
    m->at[m->n] = at;
    m->n_shots[m->n++] = n_shots;
}

void crok_print_begin(crok_print_memory *memory, const crok_rest_sight *rest,
                      double outer_mm)
{
    *memory = (crok_print_memory){0};
    for (int i = 0; i < rest->n; i++)
        if (rest->disc[i].state == CROK_DISC_FLAT &&
            fabs(hypot(rest->disc[i].at.x, rest->disc[i].at.y) - outer_mm) <
                ON_LINE_MM)
            add(memory, rest->disc[i].at, 0);
}

void crok_print_note(crok_print_memory *memory, const crok_shot_sight *shot)
{
    crok_print_memory next = {0};
    bool stays[CROK_MAX_PRINTS] = {false};
    for (int i = 0; i < shot->after.n; i++) {
        const crok_sight_disc *d = &shot->after.disc[i];
        int at = find(memory, d->at);
        if (at >= 0 && d->state == CROK_DISC_FLAT &&
            !crok_sight_has_moved(shot, d->id))
            stays[at] = true;
    }
    for (int i = 0; i < memory->n; i++)
        if (stays[i] || memory->n_shots[i] >= ENOUGH_SHOTS)
            add(&next, memory->at[i], memory->n_shots[i] + 1);
    *memory = next;
}

bool crok_print_has(const crok_print_memory *memory, crok_mm at)
{
    int i = find(memory, at);
    return i >= 0 && memory->n_shots[i] >= ENOUGH_SHOTS;
}

void crok_print_rescale(crok_print_memory *memory, double k)
{
    for (int i = 0; i < memory->n; i++)
        memory->at[i] = (crok_mm){k * memory->at[i].x, k * memory->at[i].y};
}
